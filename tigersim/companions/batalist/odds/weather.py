"""Exact odds of the weather tables."""

from __future__ import annotations

from fractions import Fraction

from tigersim.companions.batalist.forces.army_book import Weather, modifiers, weather
from tigersim.registry import rule

SNOW = "BA-WTH-09"


@rule("BA-WTH-11")
def weather_chances(season: str, once: bool) -> dict[Weather, Fraction]:
    """How likely each weather is; a row without weather is rolled again.

    BA-GAP-42: with ``once`` it is rolled again once only, and is clear weather then.
    """
    table = weather(season)
    again = [row for row in table if not row.name]
    known = [row for row in table if row.name]
    if not again:
        return {row: Fraction(1, 6) for row in known}
    if not once:
        return {row: Fraction(1, len(known)) for row in known}
    twice = Fraction(1, 6) + Fraction(1, 36)
    return {row: twice + (Fraction(1, 36) if row.name == "clear" else 0) for row in known}


def shooting_penalty(row: Weather) -> int:
    """What a weather takes from shots; a blizzard brings snow (BA-GAP-44)."""
    id = SNOW if row.snow else row.id
    return modifiers()[id].flat(True) if id in modifiers() else 0
