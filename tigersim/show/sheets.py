"""Tables of a page: what stands in a cell for readers, and what it holds for sorting and for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from tigersim.pricing.frames import records
from tigersim.show.cells import written

if TYPE_CHECKING:
    import pandas as pd

MOST_ROWS = 2_000
"""Rows of a study's table on the page; more would make it slow to read and to search."""
SEARCHED = 12
"""Rows from which a table is worth searching."""


@dataclass(frozen=True)
class Column:
    """heading: over the column.  names: of its columns in the CSV, two for an interval.  number: sorted by its values,
    not by its text.  choice: readers may keep one of its texts.  prose: sentences, which need room."""

    heading: str
    names: tuple[str, ...]
    number: bool = False
    choice: bool = False
    prose: bool = False


@dataclass(frozen=True)
class Cell:
    """text: as people read it.  values: of a number, for sorting and for the CSV, one per name of its column, empty
    where missing.  mark: a word of ours that says how it looks."""

    text: str
    values: tuple[str, ...] = ()
    mark: str = ""


@dataclass(frozen=True)
class Sheet:
    """A table; the first cell of a row names it.  name: of the CSV.  ranked: the column by which the rows are in order,
    and which way.  below: what must be known to read it."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    ranked: tuple[str, Literal["ascending", "descending"]] | None = None
    below: str = ""

    @property
    def searched(self) -> bool:
        """Whether readers may search it."""
        return len(self.rows) >= SEARCHED

    def order(self, column: Column) -> str:
        """ "ascending" or "descending" if the rows are in order of this column, else "none"."""
        return self.ranked[1] if self.ranked is not None and self.ranked[0] == column.names[0] else "none"


def number(shown: str, *values: Any) -> Cell:
    """A cell of one number, or of the two ends of an interval; empty if the first is missing."""
    plain = tuple("" if value is None else _exact(value) for value in values)
    return Cell(shown if plain[0] else "", plain)


def interval(low: Any, high: Any, form: str) -> Cell:
    """ "1.20 to 1.80": the two ends written by ``form``, as "+.2f"."""
    known = low is not None and high is not None
    return number(f"{low:{form}} to {high:{form}}" if known else "", low, high)


def single(value: Any, form: str) -> Cell:
    """One number written by ``form``."""
    return number("" if value is None else f"{value:{form}}", value)


def sheet_of(frame: pd.DataFrame, name: str, title: str = "") -> Sheet:
    """Any table of a study, its first ``MOST_ROWS`` rows."""
    numbers = {str(column) for column in frame.select_dtypes("number")}
    columns = tuple(
        Column(str(column).replace("_", " "), (str(column),), number=str(column) in numbers) for column in frame
    )
    shown = records(frame.head(MOST_ROWS))
    below = ""
    if len(frame) > MOST_ROWS:
        below = f"The first {MOST_ROWS:,} of {len(frame):,} rows; all of them stand in the folder, in {name}.parquet."
    return Sheet(
        name, title or name.replace("_", " ").capitalize(), columns, tuple(_cells(columns, shown)), below=below
    )


def _cells(columns: Sequence[Column], rows: Iterable[dict[str, Any]]) -> Iterable[tuple[Cell, ...]]:
    for row in rows:
        yield tuple(
            number(written(column.names[0], value), value) if column.number else Cell(written(column.names[0], value))
            for column, value in zip(columns, row.values(), strict=True)
        )


def _exact(value: Any) -> str:
    """A number as spreadsheets and scripts read it."""
    if isinstance(value, int | np.integer):
        return str(value)
    return f"{value:.6g}".replace("inf", "Infinity")
