"""Tables of a page: cells as text for readers, as values for sorting and spreadsheets."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal
from unicodedata import normalize

import numpy as np

from tigersim.pricing.estimate.frames import records
from tigersim.show.derived import as_read
from tigersim.show.pages import TEMPLATES
from tigersim.show.tables.cells import written

if TYPE_CHECKING:
    import pandas as pd

LOW, HIGH = "low", "high"
SHOWN = "shown"
"""In ``columns.toml``, of a table: the columns that no terminal is too narrow for."""
INTERVAL = "In 95 of 100 such experiments this interval covers what endless play would give."
MOST_ROWS = 2_000
"""Rows of a study's table on the page; more would make it slow to read and to search."""
IDENTIFIERS = ("trait", "type", "army_rules")
"""Columns of names that are written_so in files and so in words on the page."""
SEARCHED = 12
"""Rows from which a table is worth searching."""


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    heading: str
    names: tuple[str, ...]
    """Of its columns in the CSV, two for an interval."""
    number: bool = False
    """Sorted by its values, not by its text."""
    choice: bool = False
    """Readers may keep the rows with one of its texts."""
    prose: bool = False
    """Sentences, which need room."""
    meaning: str = ""
    """What it says, in plain words."""


@dataclass(frozen=True)
class Cell:
    """A cell of a table."""

    text: str
    """As people read it."""
    values: tuple[str, ...] = ()
    """Of a number, for sorting and for the CSV, one per name of its column, empty where missing."""
    mark: str = ""
    """A word that says in which style it is shown."""


@dataclass(frozen=True)
class Sheet:
    """A table; the first cell of a row names it."""

    name: str
    """Of the CSV."""
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    ranked: tuple[str, Literal["ascending", "descending"]] | None = None
    """The column by which the rows are in order, and which way."""
    below: str = ""
    """What must be known to read it."""
    links: tuple[str, ...] = ()
    """By which a row can be linked to, one for each; none in tables that nobody points at."""

    def __post_init__(self) -> None:
        columns = (
            column if column.meaning else replace(column, meaning=meaning(self.name, column.names))
            for column in self.columns
        )
        object.__setattr__(self, "columns", tuple(columns))

    @property
    def searched(self) -> bool:
        """Whether readers may search it."""
        return len(self.rows) >= SEARCHED

    def order(self, column: Column) -> str:
        """ "ascending" or "descending" if the rows are in order of this column, else "none"."""
        return self.ranked[1] if self.ranked is not None and self.ranked[0] == column.names[0] else "none"


def links_of(names: Sequence[str], before: str = "unit") -> tuple[str, ...]:
    """A link for each name: its letters and digits in small, with a number where two would be alike."""
    found: dict[str, None] = {}
    for name in names:
        plain = normalize("NFD", name).encode("ascii", "ignore").decode().lower()
        link = "-".join([before, *re.findall("[a-z0-9]+", plain)])
        again = 1
        while (one := link if again == 1 else f"{link}-{again}") in found:
            again += 1
        found[one] = None
    return tuple(found)


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
    """Any table of a study, its first ``MOST_ROWS`` rows; ends of an interval share a column."""
    frame = as_read(frame, name)
    columns = tuple(_columns(frame))
    shown = records(frame.head(MOST_ROWS))
    below = ""
    if len(frame) > MOST_ROWS:
        below = f"The first {MOST_ROWS:,} of {len(frame):,} rows; all of them stand in the folder, in {name}.parquet."
    rows = tuple(tuple(_cell(column, row) for column in columns) for row in shown)
    return Sheet(name, title or titled(name), columns, rows, below=below)


def _columns(frame: pd.DataFrame) -> Iterator[Column]:
    """The columns of a table; what names a row comes first, so that it stays in sight."""
    numbers = {str(column) for column in frame.select_dtypes("number")}
    names = sorted(map(str, frame), key=lambda name: name != "name")
    for name in names:
        other = f"{name.removesuffix(LOW)}{HIGH}"
        if name.endswith(LOW) and {name, other} <= numbers:
            yield Column(interval_heading(name), (name, other), True)
        elif not (name.endswith(HIGH) and {name, f"{name.removesuffix(HIGH)}{LOW}"} <= numbers):
            yield Column(heading(name), (name,), name in numbers)


def _cell(column: Column, row: dict[str, Any]) -> Cell:
    values = [row[name] for name in column.names]
    texts = [written(name, value) for name, value in zip(column.names, values, strict=True)]
    if not column.number:
        return Cell(texts[0].replace("_", " ") if column.names[0] in IDENTIFIERS else texts[0])
    return number(" to ".join(texts) if all(texts) else texts[0], *values)


def _exact(value: Any) -> str:
    """A number as spreadsheets and scripts read it."""
    if isinstance(value, int | np.integer):
        return str(value)
    return f"{value:.6g}".replace("inf", "Infinity")


def titled(sheet: str) -> str:
    """The title of a table; by default its name in words."""
    return str(_book()["sheets"].get(sheet, {}).get("title", sheet.replace("_", " ").capitalize()))


def heading(column: str) -> str:
    """What stands over a column, over an interval named by its lower end."""
    return str(_book()["headings"].get(column, column.replace("_", " ")))


def interval_heading(column: str) -> str:
    """The heading of an interval, ``column`` being its lower end: "95%" or "95% of margin"."""
    if column in _book()["headings"]:
        return heading(column)
    middle = column.removesuffix(LOW).rstrip("_")
    return f"95% of {heading(middle)}" if middle else "95%"


def meaning(sheet: str, names: tuple[str, ...]) -> str:
    """What a column means, "" if unknown; ``names``: its columns in the CSV, two of an interval."""
    book, column = _book(), names[0]
    words = book["sheets"].get(sheet, {}).get(column, book["any"].get(column, ""))
    return str(words) or (INTERVAL if len(names) > 1 else "")


def always_shown(name: str, sheet: Sheet) -> list[int]:
    """Which columns are what a table is about, wherever it is shown; the first, unless ``columns.toml`` says more."""
    wanted = _book()["sheets"].get(name, {}).get(SHOWN, [])
    return [k for k, column in enumerate(sheet.columns) if column.names[0] in wanted] or [0]


@lru_cache(maxsize=1)
def _book() -> dict[str, Any]:
    return tomllib.loads((TEMPLATES / "columns.toml").read_text(encoding="utf-8"))
