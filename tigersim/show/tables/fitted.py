"""Any table of a study at the width of the terminal: what it is about is never left out, long text wraps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tigersim.show.tables.layout import Column, table

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console, ConsoleOptions, Group, RenderResult

    from tigersim.show import sheets

SHOWN_ROWS = 25
"""Rows of a study's table on the terminal; all of them stand in its file."""
LONG = 20
"""Letters from which text may take more lines; a single word is not broken while there is room."""
LONGEST_WORD = 36
LEAST = 6
"""Letters that a column of text keeps where the terminal is very narrow."""
BETWEEN = 2
"""Blanks between two columns, and at the two edges together."""


@dataclass(frozen=True)
class PlainTable:
    """A table of a study; how wide it may be is known where it is printed."""

    frame: pd.DataFrame
    name: str
    rest: str = ""
    """Where all of it is, unless that is the file ``name``.csv."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """As wide as the terminal."""
        yield self.at(options.max_width)

    def at(self, width: int) -> Group:
        """The first rows, and the columns that the table is about with as many others as fit."""
        from tigersim.show.sheets import always_shown, sheet_of  # loads what pages are made with

        sheet = sheet_of(self.frame.head(SHOWN_ROWS), self.name)
        columns = [_Needs.of(sheet, k) for k in range(len(sheet.columns))]
        kept = _kept(columns, always_shown(self.name, sheet), width)
        widths = _widths([columns[k] for k in kept], width)
        hidden = [f"{count:,} more {what}{'' if count == 1 else 's'}" for count, what in self._hidden(sheet, kept)]
        return table(
            [
                Column(sheet.columns[k].heading, number=sheet.columns[k].number, width=size)
                for k, size in zip(kept, widths, strict=True)
            ],
            [[row[k].text for k in kept] for row in sheet.rows],
            title=sheet.title,
            below=f"{' and '.join(hidden)} in {self.rest or f'{self.name}.csv'}" if hidden else "",
        )

    def _hidden(self, sheet: sheets.Sheet, kept: Sequence[int]) -> Iterator[tuple[int, str]]:
        """Pairs (number of them, what) of what is not shown."""
        rows, columns = max(len(self.frame) - SHOWN_ROWS, 0), len(sheet.columns) - len(kept)
        yield from ((count, what) for count, what in ((rows, "row"), (columns, "column")) if count)


@dataclass(frozen=True)
class _Needs:
    """Letters that a column takes: at least, and without any line broken."""

    least: int
    full: int
    wraps: bool

    @classmethod
    def of(cls, sheet: sheets.Sheet, k: int) -> _Needs:
        """Of the column ``k``: numbers are never broken, their headings are."""
        column, cells = sheet.columns[k], [row[k].text for row in sheet.rows]
        widest = max(map(len, cells), default=0)
        heading = max(map(len, column.heading.split()), default=0)
        full = max(widest, len(column.heading))
        if column.number or widest <= LONG:
            return cls(max(widest, heading), full, wraps=False)
        word = max((len(word) for text in cells for word in text.split()), default=0)
        return cls(max(LONG, heading, min(word, LONGEST_WORD)), full, wraps=True)


def _kept(columns: Sequence[_Needs], always: Sequence[int], width: int) -> list[int]:
    """Which columns are shown, in their order: those that always are, and what fits of the others from the left."""
    kept, used = set(always), sum(columns[k].least + BETWEEN for k in always)
    for k, one in enumerate(columns):
        if k not in kept and used + one.least + BETWEEN <= width:
            kept.add(k)
            used += one.least + BETWEEN
    return sorted(kept)


def _widths(columns: Sequence[_Needs], width: int) -> list[int]:
    """How wide each column is: room that is left goes to those that lack the least, text gives way where it must."""
    widths = [one.least for one in columns]
    left = width - sum(widths) - BETWEEN * len(columns)
    for k in sorted(range(len(columns)), key=lambda k: columns[k].full - columns[k].least):
        more = min(max(left, 0), columns[k].full - columns[k].least)
        widths[k] += more
        left -= more
    while left < 0:
        k = max(range(len(columns)), key=lambda k: widths[k] if columns[k].wraps else 0)
        if not columns[k].wraps or widths[k] <= LEAST:
            break  # the terminal is narrower than the numbers
        widths[k] -= 1
        left += 1
    return widths
