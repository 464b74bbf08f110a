"""Forest plots: rows of marks with intervals, names on the left, numbers on the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tigersim.show.plots.style import INK, SMALL

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd
    from matplotlib.axes import Axes

LETTER = 0.64
"""Width of a digit, in sizes of its letters."""


def height(rows: int, each: float = 0.16) -> float:
    """Inches of a picture of so many rows."""
    return 1.6 + each * rows


def name_rows(ax: Axes, names: Sequence[str]) -> None:
    """Name the rows, the first one lowest."""
    ax.set_yticks(np.arange(len(names)), list(names))
    ax.set_ylim(-0.8, len(names) - 0.2)


def numbers(table: pd.DataFrame, *columns: str) -> list[npt.NDArray[np.float64]]:
    """Columns as numbers, a missing value as NaN."""
    return [table[column].to_numpy(dtype=float) for column in columns]


def intervals(
    ax: Axes, rows: npt.ArrayLike, middle: npt.ArrayLike, low: npt.ArrayLike, high: npt.ArrayLike, **look: Any
) -> None:
    """A mark with a horizontal interval in each of ``rows``."""
    at, begin, end = (np.asarray(values, dtype=float) for values in (middle, low, high))
    style = {"linestyle": "none", "linewidth": 1, "markersize": 4, **look}
    # a bound that rounding has put past its own middle has no length
    ax.errorbar(at, rows, xerr=[np.maximum(at - begin, 0), np.maximum(end - at, 0)], **style)


def beside(ax: Axes, texts: Sequence[str]) -> None:
    """A text right of every row."""
    reach = 4 + LETTER * SMALL * max((len(text) for text in texts), default=0)
    look: dict[str, Any] = {"ha": "right", "va": "center", "fontsize": SMALL, "color": INK}
    for row, text in enumerate(texts):
        ax.annotate(text, (1, row), (reach, 0), ax.get_yaxis_transform(), "offset points", **look)


def ends(table: pd.DataFrame, top: int | None) -> pd.DataFrame:
    """The first and the last ``top`` rows; all of them where there are no more, or for None."""
    if top is None or len(table) <= 2 * top:
        return table
    return table.iloc[[*range(top), *range(len(table) - top, len(table))]]


def part_ends(ax: Axes, shown: int, top: int | None, of: int) -> None:
    """A dotted line where rows have been left out."""
    if top is not None and shown < of:
        ax.axhline(top - 0.5, color=INK, linewidth=0.6, linestyle=":")
