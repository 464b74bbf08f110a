"""Layout of tables on the terminal: 80 columns, and plain text without colours."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    import pandas as pd

WIDTH = 80
IDENTIFIED = ("trait", "class", "type")
"""Headings of columns that hold names as files have them, `improved_gun`, which people read as words."""


@dataclass(frozen=True)
class Column:
    """A column: numbers are set to the right, long cells of ``fold`` take more lines."""

    heading: str
    number: bool = False
    fold: bool = False
    style: str = ""
    width: int | None = None
    """Letters, where that has been reckoned out; longer text then takes more lines."""


def numbers(*headings: str) -> tuple[Column | str, ...]:
    """Columns of numbers."""
    return tuple(Column(heading, number=True) for heading in headings)


def filled(
    rows: pd.DataFrame | Sequence[Mapping[Any, Any]], *cells: str | Callable[[Mapping[Any, Any]], object]
) -> list[tuple[object, ...]]:
    """Rows of cells, each a format string of the columns, or a function of the row."""
    given: Any = rows if isinstance(rows, Sequence) else rows.to_dict("records")
    return [tuple(cell.format(**row) if isinstance(cell, str) else cell(row) for cell in cells) for row in given]


def table(
    columns: Sequence[Column | str],
    rows: Iterable[Sequence[object]],
    *,
    title: str = "",
    below: str = "",
    narrow: bool = False,
) -> Group:
    """A table without a frame.

    columns: headings, or ``Column``.
    rows: cells, text or anything that ``str`` writes.
    title, below: what stands above and under it.
    narrow: without space between columns and at the edge.

    Cells are text as it is, never markup: "Jeep [usa]" stays "Jeep [usa]".
    """
    heads = [Column(column) if isinstance(column, str) else column for column in columns]
    sheet = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_header=any(one.heading for one in heads))
    sheet.padding = (0, 0 if narrow else 1, 0, 0)
    sheet.show_edge = not narrow
    for one in heads:
        sheet.add_column(
            Text(one.heading),
            justify="right" if one.number else "left",
            no_wrap=not (one.fold or one.width),
            overflow="fold" if one.fold or one.width else "ellipsis",
            style=one.style,
            width=one.width,
        )
    named = [one.heading in IDENTIFIED for one in heads]
    for row in rows:
        sheet.add_row(*(_written(cell, words) for cell, words in zip(row, named, strict=True)))
    above = [Text(title, style="bold")] if title else []
    return Group(*above, sheet, *([Text(below)] if below else []))


def _written(cell: object, words: bool) -> Text:
    """A cell as it is shown; as ``words``, a name as files have it."""
    if isinstance(cell, Text):
        return cell
    said = "" if cell is None else str(cell)
    return Text(said.replace("_", " ") if words else said)


def text(shown: RenderableType, width: int = WIDTH) -> str:
    """A table as plain text without any colour code."""
    out = io.StringIO()
    Console(file=out, width=width, color_system=None, highlight=False).print(shown)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"
