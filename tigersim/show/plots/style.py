"""How all pictures look: the style sheet, its palette, and marks that need no colour.

The sheet is data, ``tigersim/show/tigersim.mplstyle``, and yours to use: ``plt.style.use("tigersim.show.tigersim")``
for a notebook, ``with plt.style.context("tigersim.show.tigersim"):`` for one picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import matplotlib.pyplot as plt

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STYLE_FILE = Path(__file__).resolve().parents[1] / "tigersim.mplstyle"
STYLE: Any = mpl.rc_params_from_file(STYLE_FILE, use_default_template=False)

INK, BLUE, VERMILION, SKY, PALE = PALETTE = tuple(STYLE["axes.prop_cycle"].by_key()["color"])
"""From dark to light, so that they are told apart in grey."""

DARK = {
    INK: "#e8e8e8",
    "#000000": "#e8e8e8",
    PALE: "#3a3f46",
    "#ffffff": "#16191d",
    BLUE: "#56b4e9",
    VERMILION: "#ff8c42",
}
"""Colour of a picture -> the one in its place where the reader asks for light letters on a dark ground."""

SMALL = 7
"""Points of the letters of numbers next to marks."""
MARKS: tuple[dict[str, Any], ...] = (
    {"marker": "o", "color": BLUE},
    {"marker": "s", "color": VERMILION, "markerfacecolor": "white"},
    {"marker": "^", "color": INK},
)
"""How up to three series of a picture are told apart, without colours too."""


@contextmanager
def styled() -> Iterator[None]:
    """The style sheet for what is drawn within."""
    with mpl.rc_context(STYLE):
        yield
        # a notebook's backend becomes interactive with its first figure, and must stay so to show the second one
        interactive = mpl.is_interactive()
    mpl.interactive(interactive)


in_style = styled()
"""Decorator of everything that draws."""


@in_style
def new_axes(width: float, height: float) -> Axes:
    """Axes of a figure of their own, ``width`` by ``height`` inches, in the common style."""
    _, ax = plt.subplots(figsize=(width, height), layout="constrained")
    return ax
