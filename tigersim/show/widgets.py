"""Sliders and menus for a picture, in a notebook that runs where ipywidgets is installed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MISSING = (
    "Controls come with ipywidgets: pip install 'tigersim[notebook]'. The picture above is what they show at first."
)


def explore(draw: Callable[..., Axes], start: Mapping[str, Any] | None = None, **controls: Any) -> None:
    """Show a control for each argument of ``draw``, which draws anew whenever one is moved.

    controls: as of ``ipywidgets.interact``: (least, most, step) is a slider, a list a menu, a truth value a box.
    start: where controls stand at first, by argument; else a slider in its middle, a menu at its first line.

    The cell before is to draw the picture of the start once, for those who only read: without ipywidgets there is a
    line that says how to get the controls.
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

    # a control begins at the default of its argument
    first = start or {}
    arguments = [Parameter(name, Parameter.KEYWORD_ONLY, default=first.get(name, Parameter.empty)) for name in controls]
    shown.__signature__ = Signature(arguments)  # type: ignore[attr-defined]
    interact(shown, **controls)
