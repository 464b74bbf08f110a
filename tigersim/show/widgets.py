"""Sliders and menus for a picture, in a notebook that runs where ipywidgets is installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MISSING = (
    "Controls come with ipywidgets: pip install 'tigersim[notebook]'. The picture above is what they show at first."
)


def explore(draw: Callable[..., Axes], **controls: Any) -> None:
    """Show a control for each argument of ``draw``, which draws anew whenever one is moved.

    controls: as of ``ipywidgets.interact``: (least, most, step) is a slider, a list a menu, a truth value a box.  The
    cell before is to draw the same picture once, for those who only read: without ipywidgets there is a line that says
    how to get the controls.
    """
    try:
        from ipywidgets import interact
    except ImportError:
        print(MISSING)
        return
    import matplotlib.pyplot as plt

    def shown(**chosen: Any) -> None:
        draw(**chosen)
        plt.show()

    interact(shown, **controls)
