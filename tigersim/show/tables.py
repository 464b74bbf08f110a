"""Tables for the terminal: 80 columns wide, and as plain text wherever colours would be in the way."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from tigersim.catalogue.profile import Profile
    from tigersim.catalogue.units import Unit

WIDTH = 80


@dataclass(frozen=True)
class Column:
    """One column: its heading, whether it holds numbers (set to the right), and whether long cells take more lines."""

    heading: str
    number: bool = False
    fold: bool = False
    style: str = ""


def table(
    columns: Sequence[Column | str], rows: Iterable[Sequence[object]], *, title: str = "", below: str = ""
) -> Table:
    """A rich table without a frame: ``title`` above, ``below`` under it."""
    sheet = Table(box=box.SIMPLE_HEAD, title=title or None, caption=below or None, pad_edge=False)
    sheet.padding = (0, 1, 0, 0)
    sheet.title_justify = sheet.caption_justify = "left"
    sheet.title_style, sheet.caption_style = "bold", "none"
    for column in columns:
        one = Column(column) if isinstance(column, str) else column
        sheet.add_column(
            one.heading,
            justify="right" if one.number else "left",
            no_wrap=not one.fold,
            overflow="fold" if one.fold else "ellipsis",
            style=one.style,
        )
    for row in rows:
        sheet.add_row(*(cell if isinstance(cell, Text) else Text("" if cell is None else str(cell)) for cell in row))
    return sheet


def text(sheet: Table, width: int = WIDTH) -> str:
    """The same table as plain text without any colour code."""
    out = io.StringIO()
    Console(file=out, width=width, color_system=None, highlight=False).print(sheet)
    return out.getvalue()


# --- the catalogue ------------------------------------------------------------------------------------------------


def units_table(units: Sequence[tuple[Unit, int]]) -> Table:
    """Units with their cost in VP, class and traits."""
    rows = [
        (one.name, one.nation, ("improved " if one.improved else "") + one.type.replace("_", " "), cost, _traits(one))
        for one, cost in units
    ]
    columns = ("unit", "nation", "type", Column("VP", number=True), Column("+ advantages, - disadvantages", fold=True))
    return table(columns, rows, below=f"{len(rows)} units")


def _traits(unit: Unit) -> str:
    words = [f"+ {name}" for name in unit.advantages] + [f"- {name}" for name in unit.disadvantages]
    return ", ".join(words).replace("_", " ")


def profile_table(unit: Unit, profile: Profile) -> Table:
    """What the dice see of one unit, line by line, with the rules it comes from."""
    kind = ("improved " if unit.improved else "") + unit.type.replace("_", " ")
    title = f"{unit.key}: {kind}, {profile.cost} VP"
    columns = (Column("", fold=True), Column("", fold=True), Column("rules", fold=True, style="dim"))
    rows = [(label, value, ", ".join(ids)) for label, value, ids in profile.table()]
    return table(columns, rows, title=title, below=_traits(unit))


def traits_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """The vocabulary of traits with price, number of units and effect."""
    columns = ("trait", Column("VP", number=True), Column("units", number=True), Column("effect", fold=True))
    lines = [(row["id"], f"{row['vp']:+d}" if row["vp"] else "0", row["units"], row["effect"]) for row in rows]
    return table(columns, lines)


def facts_table(title: str, facts: Mapping[str, Any]) -> Table:
    """Facts about one thing, one line each; empty facts are left out."""
    rows = [(name, _joined(value)) for name, value in facts.items() if value not in ("", [], (), None)]
    return table(("", Column("", fold=True)), rows, title=title)


def _joined(value: object) -> object:
    """A list of words in one line, a list of phrases or long names in a line each."""
    if not isinstance(value, list | tuple):
        return value
    items = [str(item) for item in value]
    return ("\n" if any(" " in item or len(item) > WIDTH // 3 for item in items) else ", ").join(items)


def rules_table(rows: Sequence[Mapping[str, Any]], *, with_links: bool = False) -> Table:
    """Rules with status and title; ``with_links`` adds how many functions and tests carry each."""
    count = Counter(row["status"] for row in rows)
    below = f"{len(rows)} rules: " + ", ".join(f"{number} {status}" for status, number in count.items())
    columns = ["rule", "status", Column("title", fold=True)]
    lines: list[tuple[object, ...]] = [(row["id"], row["status"], row["title"]) for row in rows]
    if with_links:
        columns += [Column("functions", number=True), Column("tests", number=True)]
        lines = [
            (*line, len(row["functions"]) or "", len(row["tests"]) or "") for line, row in zip(lines, rows, strict=True)
        ]
    return table(columns, lines, below=below)


def rulings_table(answers: Sequence[Mapping[str, Any]]) -> Table:
    """Switches with the chosen option and the other playable ones."""
    columns = ("ruling", "switch", Column("chosen", fold=True), Column("others played", fold=True))
    rows = [
        (
            each["id"],
            each["switch"],
            each["option"],
            ", ".join(option for option in each["playable"] if option != each["option"]),
        )
        for each in answers
    ]
    return table(columns, rows)
