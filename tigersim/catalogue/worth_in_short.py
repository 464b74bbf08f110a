"""What a historical unit is worth, in three lines that wait for nothing: of the numbers that come along.

The numbers are those of ``pricing.report.worth``, kept in a small file (``python -m tests.lists`` writes it).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from tigersim.catalogue.lists import WORTHS
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit, all_units, format_army

MEANING = {
    "BARGAIN": "worth more than it costs",
    "TOO DEAR": "worth less than it costs",
    "FAIR": "worth what it costs",
    "UNDETERMINED": "more battles are needed to tell",
}
"""What a verdict says, in words."""
TENTH = 0.1
KEPT = ("cost", "to_print", "points", "price", "price_low", "price_high", "whole", "verdict", "at_least", "delta")
"""Columns of ``pricing.report.worth.Worth.table`` that the lines are made of."""


def in_short(one: Unit, ruleset: RuleSet) -> tuple[str, ...]:
    """Three lines on a historical unit as printed; none for another unit, or under other rules."""
    if ruleset != DEFAULT or one not in all_units():
        return ()
    more = f'tigersim worth "{format_army([one])}" says what moves it, and what beats it.'
    return (*sentences(one.key, _worths()[one.key]), more)


def sentences(key: str, row: Mapping[str, Any]) -> Iterator[str]:
    """What to print of a unit, and how sure that is; ``row``: the columns ``KEPT``, missing None."""
    cost, verdict = f"{row['cost']:.0f}", row["verdict"]
    held = ", but no unit costs less than 1 VP" if row["at_least"] else ""
    if row["to_print"] is None:
        way = "more" if (row["delta"] or 0) > 0 else "less"
        yield f"{key} is worth far {way} than the {cost} VP that it costs; how much {way}, this run does not tell."
    else:
        points = "" if row["points"] is None else f" ({counted(row['points'])} on the list to print)"
        if abs(row["to_print"] - row["cost"]) < TENTH / 2:
            yield f"{key}: print {cost} VP, as it is printed now{points}."
        else:
            yield f"{key}: print {row['to_print']:.1f} VP{points} in place of {cost}."
    said = f"{verdict}, {MEANING[verdict]}{held}"
    if row["price"] is None:
        yield f"{said}."
    else:
        low, high = row["price_low"], row["price_high"]
        yield f"{said}: its price is {row['price']:.1f} VP ({low:.1f} to {high:.1f}), {row['whole']:.0f} in whole VP."


def counted(points: float) -> str:
    """Points in words."""
    return f"{points:.0f} point{'' if points == 1 else 's'}"


@cache
def _worths() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(WORTHS.read_text(encoding="utf-8"))
    return found
