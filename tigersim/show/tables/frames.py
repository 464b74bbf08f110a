"""Any table of a study for the terminal: as much of it as fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group

from tigersim.show.tables.cells import written
from tigersim.show.tables.layout import WIDTH, Column, table

if TYPE_CHECKING:
    import pandas as pd

SHOWN_ROWS = 25
"""Rows of a study's table on the terminal; all of them stand in its file."""


def plain_table(frame: pd.DataFrame, name: str, rest: str = "") -> Group:
    """Any table of a study: its first rows, and as many columns as fit.

    ``name``: what is above it; ``rest``: where all of it is, unless that is the file ``name``.csv.
    Columns called ``p_...`` or ``share...`` are printed in percent.
    """
    shown = frame.head(SHOWN_ROWS)
    cells = {str(column): [written(str(column), value) for value in shown[column]] for column in shown}
    widths = {column: max([len(column), *map(len, texts)]) + 2 for column, texts in cells.items()}
    kept = [column for k, column in enumerate(cells) if k == 0 or sum(list(widths.values())[: k + 1]) <= WIDTH]
    hidden = [f"{count:,} more {what}" for count, what in _hidden(frame, kept)]
    numbers = set(shown.select_dtypes("number"))
    return table(
        [Column(column.replace("_", " "), number=column in numbers) for column in kept],
        [[cells[column][row] for column in kept] for row in range(len(shown))],
        title=name.replace("_", " "),
        below=f"{' and '.join(hidden)} in {rest or f'{name}.csv'}" if hidden else "",
    )


def _hidden(frame: pd.DataFrame, kept: Sequence[str]) -> list[tuple[int, str]]:
    rows, columns = max(len(frame) - SHOWN_ROWS, 0), frame.shape[1] - len(kept)
    return [(count, what) for count, what in ((rows, "rows"), (columns, "columns")) if count]
