"""Armies for the terminal: one that was asked about, and those that were built."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from textwrap import fill
from typing import TYPE_CHECKING, Any

from rich.console import Group

from tigersim.show.tables.layout import WIDTH, Column, filled, numbers, table

if TYPE_CHECKING:
    from tigersim.pricing.play.army_summary import ArmySummary
    from tigersim.pricing.play.build import Built

MOST_GAINS = 5
"""Units named that would help most."""


def army_table(found: ArmySummary) -> Group:
    """A row for each kind of unit, with their costs and prices."""
    listed = found.price_list is not None
    cells: list[Any] = ["{unit}", "{nation}", "{class}", "{count}", "{cost}", *(["{points}"] if listed else []), _price]
    rows = filled(found.table, *cells)
    total = ["all", "", "", len(found.members), found.cost, *([found.points] if listed else [])]
    rows.append((*total, "" if isnan(found.price) else f"{found.price:.1f}"))
    heads = (*numbers("units", "VP"), *(numbers(_of_list(found)) if listed else ()), *numbers("price"))
    title = "" if found.price_list is None else f"By the list: {found.price_list.title}"
    below = "VP: printed cost.  price: VP on the settled list, at which every unit brings what it costs."
    return table(("unit", "nation", "class", *heads), rows, title=title, below=fill(below, WIDTH))


def _of_list(found: ArmySummary) -> str:
    return "points" if found.counted == "points" else "on list"


def _price(row: Mapping[Any, Any]) -> str:
    return "" if isnan(row["price"]) else f"{row['price']:.1f}"


def army_lines(found: ArmySummary) -> list[str]:
    """What is said under the table: rules, what it lacks, forecasts, what would help."""
    lines = []
    if found.rules is not None:
        broken = f"Not allowed: {'; '.join(found.faults)}. The rules: {found.rules}."
        lines += ["", broken if found.faults else f"Allowed: {found.rules}."]
    lines += ["", "What it lacks:", *(f"- {lack}." for lack in found.lacks)] if found.lacks else []
    if not found.lacks:
        lines += ["", "It lacks nothing that is looked for: arms against armour and squads, infantry, cards, room."]
    if found.field is not None:
        gains = found.field.gains.head(MOST_GAINS).to_dict("records")
        helpful = ", ".join(f"{row['unit']} {100 * row['p_win']:+.0f}" for row in gains)
        lines += ["", found.field.said]
        lines += [f"One unit more, whatever it costs, in points of that chance: {helpful}."] if helpful else []
    for one in found.against:
        lines += ["", f"Army b: {one.armies[1]}.", *one.said]
    return [*lines, *([""] if found.notes else []), *(f"Note: {note}." for note in found.notes)]


def built_table(found: Built) -> Group:
    """The armies that were built, each with what it costs and wins."""
    listed = found.counted == "points"
    cost = "{points}" if listed else "{cost}"
    cells: list[Any] = ["{army}", cost, lambda row: f"{100 * row['foretold']:.0f}%"]
    heads = [Column("army", fold=True), *numbers("points" if listed else "VP", "foretold")]
    if found.played:
        cells += ["{p_win:.1%}", lambda row: f"{100 * row['p_low']:.1f} to {100 * row['p_high']:.1f}"]
        heads += numbers("wins", "95%")
    cells.append(lambda row: f"{100 * row['in_common']:.0f}%")
    heads += numbers("alike")
    below = "alike: units in common with the army above it that is most like it."
    if found.played:
        battles = int(found.table["battles"].iloc[0])
        below = f"wins: of {battles:,} fresh battles each, a draw counting half.  {below}"
    return table(heads, filled(found.table, *cells), below=fill(below, WIDTH))
