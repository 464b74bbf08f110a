"""Tables of shares as squares, each with its number, so that nothing rests on colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.colors import to_hex, to_rgb

from tigersim.errors import InvalidValue
from tigersim.show.plots.below import UNTOLD, below
from tigersim.show.plots.style import SMALL, STYLE, in_style, new_axes
from tigersim.show.tables.cells import whole_percent
from tigersim.statistics.intervals import wilson

if TYPE_CHECKING:
    import numpy.typing as npt
    from matplotlib.axes import Axes

MAP = STYLE["image.cmap"]
"""From light (never) to dark (always), even in lightness, the same to the colour-blind."""
UNKNOWN = "#f2f2f2"
LETTERS = ("#010101", "#fefefe")
"""Of the numbers on light and on dark cells.  Not those of the palette: cells stay as they are on a dark page."""
CELL = (0.5, 0.36)
"""Inches of a cell."""
NARROW, NAME = 5, 0.07
"""Columns whose names need not be turned, if they are short; inches of a letter of a name."""


class Shares(NamedTuple):
    """Shares from 0 to 1, NaN where unknown, and their 95% intervals: frames of one shape."""

    share: pd.DataFrame
    low: pd.DataFrame | None = None
    high: pd.DataFrame | None = None


@in_style
def win_matrix(
    scores: pd.DataFrame,
    n: int | pd.DataFrame,
    ax: Axes | None = None,
    *,
    title: str = "Wins of the row against the column",
    rests_on: str = UNTOLD,
) -> Axes:
    """Share of battles that the row has won against the column: armies, players or classes.

    scores: from 0 to 1, a draw half a win, NaN where two have not met.  n: battles of every two, one number or a frame
    like ``scores``.  In a cell stand the share in percent and Wilson's 95% interval.  Raises ``InvalidValue`` for
    scores out of range and for scores of no battles.
    """
    battles = pd.DataFrame(n, index=scores.index, columns=scores.columns) if isinstance(n, int) else n
    share, counted = scores.to_numpy(dtype=float), battles.reindex_like(scores).to_numpy(dtype=float)
    known = np.isfinite(share)
    if known.any() and not (0 <= share[known].min() and share[known].max() <= 1):
        raise InvalidValue("scores", f"{share[known].min():g} to {share[known].max():g}", "shares from 0 to 1")
    if not (counted[known] > 0).all():
        raise InvalidValue("n", "no battles behind a score", "1 or more for every score")
    bounds = np.full((2, *share.shape), np.nan)
    for i, j in zip(*np.nonzero(known), strict=True):
        bounds[:, i, j] = wilson(share[i, j] * counted[i, j], counted[i, j])
    low, high = (pd.DataFrame(bound, index=scores.index, columns=scores.columns) for bound in bounds)
    ends = dict.fromkeys(f"{end:,.0f}" for end in np.quantile(counted[known], (0, 1))) if known.any() else ("0",)
    each = f"n = {' to '.join(ends)} of every two"
    what = f"in percent of the battles, the row against the column, with 95% intervals; {each}"
    return share_matrix(Shares(scores, low, high), ax, title=title, what=what, rests_on=rests_on)


@in_style
def share_matrix(shares: Shares, ax: Axes | None, *, title: str, what: str, rests_on: str) -> Axes:
    """Squares with shares in percent, and under each its interval; "–" where unknown."""
    table = shares.share
    rows, columns = [str(name) for name in table.index], [str(name) for name in table.columns]
    turned = len(columns) > NARROW or max(map(len, columns), default=0) > 10
    if ax is None:
        names = NAME * max(map(len, rows), default=0)
        above = NAME * max(map(len, columns), default=0) if turned else 0.2
        ax = new_axes(max(names + CELL[0] * len(columns) + 0.4, 4.6), CELL[1] * len(rows) + above + 1.3)
    values = table.to_numpy(dtype=float)
    cells = paint(ax, values)
    bounds = [None if end is None else end.to_numpy(dtype=float) for end in (shares.low, shares.high)]
    write_cells(ax, values, cells, *bounds)
    ax.set_xticks(np.arange(len(columns)) + 0.5, columns, rotation=90 if turned else 0)
    ax.set_yticks(np.arange(len(rows)) + 0.5, rows)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    for side in ax.spines.values():
        side.set_visible(False)
    below(ax, what, rests_on)
    ax.xaxis.set_label_position("bottom")
    ax.set_title(title)
    return ax


def paint(ax: Axes, values: npt.NDArray[np.float64]) -> list[list[str]]:
    """Draw the squares, the first row on top; the colour of each, as it is drawn."""
    shades = mpl.colormaps[MAP](np.nan_to_num(values))
    cells = [
        [to_hex(shades[i, j]) if np.isfinite(values[i, j]) else UNKNOWN for j in range(values.shape[1])]
        for i in range(values.shape[0])
    ]
    for i, row in enumerate(cells):
        for j, colour in enumerate(row):
            ax.add_patch(mpl.patches.Rectangle((j, i), 1, 1, facecolor=colour, edgecolor=LETTERS[1], linewidth=1))
    ax.set_xlim(0, max(values.shape[1], 1))
    ax.set_ylim(max(values.shape[0], 1), 0)
    return cells


def write_cells(
    ax: Axes,
    values: npt.NDArray[np.float64],
    cells: Sequence[Sequence[str]],
    low: npt.NDArray[np.float64] | None = None,
    high: npt.NDArray[np.float64] | None = None,
) -> None:
    """The number of each square, and under it its interval."""
    look: dict[str, Any] = {"ha": "center", "fontsize": SMALL}
    for (i, j), value in np.ndenumerate(values):
        ink = letters_on(cells[i][j])
        if not np.isfinite(value):
            ax.text(j + 0.5, i + 0.5, "–", va="center", color=ink, **look)
        elif low is None or high is None:
            ax.text(j + 0.5, i + 0.5, whole_percent(value), va="center", color=ink, **look)
        else:
            ax.text(j + 0.5, i + 0.47, whole_percent(value), va="bottom", color=ink, fontweight="bold", **look)
            span = f"{100 * low[i, j]:.0f}–{100 * high[i, j]:.0f}"
            ax.text(j + 0.5, i + 0.53, span, va="top", color=ink, **{**look, "fontsize": 6})


def letters_on(colour: str) -> str:
    """The letters that stand out more from a ground of this colour."""
    dark, light = LETTERS
    return dark if contrast(dark, colour) >= contrast(light, colour) else light


def contrast(one: str, other: str) -> float:
    """Contrast of two colours, 1 (none) to 21, as the guidelines WCAG 2.2 measure it."""
    darker, lighter = sorted(luminance(colour) for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    """How bright a colour is, 0 (black) to 1 (white), to a reader who sees no colours."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
