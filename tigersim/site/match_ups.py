"""What a unit beats and what beats it: its exact duels, those that come out alike together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import groupby

from tigersim.pricing.report.duel_table import duel_table, duels_of
from tigersim.site.unit_facts import UnitFacts, unit_facts

DISTANCES = (10, 20)
"""Inches of the duels."""
MANY = 10
"""Match-ups shown as the best, and as the worst."""


@dataclass(frozen=True, slots=True)
class MatchUp:
    """One row: enemies that duel alike; gain in VP; for each distance the chances to win and to lose."""

    enemies: tuple[UnitFacts, ...]
    gain: float
    chances: tuple[tuple[float, float], ...]


@cache
def _known() -> dict[str, UnitFacts]:
    return {one.key: one for one in unit_facts()}


def all_match_ups(key: str) -> tuple[MatchUp, ...]:
    """Against every other unit, the best first."""
    columns = [name for inches in DISTANCES for name in (f"p_wins_{inches}", f"p_loses_{inches}")]
    rows = duels_of(key)[["enemy", "gain", *columns]].itertuples(index=False, name=None)
    found = []
    for numbers, alike in groupby(rows, key=lambda row: row[1:]):
        gain, *chances = map(float, numbers)
        pairs = tuple(zip(chances[::2], chances[1::2], strict=True))
        found.append(MatchUp(tuple(_known()[row[0]] for row in alike), gain, pairs))
    return tuple(found)


def best_and_worst(of: UnitFacts, among: tuple[MatchUp, ...]) -> tuple[list[MatchUp], list[MatchUp]]:
    """The match-ups against other nations in which it gains, and loses, most."""
    foreign = []
    for one in among:
        enemies = tuple(each for each in one.enemies if each.unit.nation != of.unit.nation)
        if enemies:
            foreign.append(MatchUp(enemies, one.gain, one.chances))
    best = [one for one in foreign if one.gain > 0][:MANY]
    worst = [one for one in foreign if one.gain < 0][-MANY:][::-1]
    return best, worst


@cache
def packed() -> list[list[int]]:
    """All duels for scripts, in ten-thousandths: a list for each unit against those after it in the lists.

    Four numbers for each pair: at both distances in turn, the chance that the first destroys the second, and the other
    way round.
    """
    order = {one.key: place for place, one in enumerate(unit_facts())}
    table = duel_table()
    sides = zip(table["unit"], table["enemy"], table["distance"], table["p_wins"], table["p_loses"], strict=True)
    known = {(order[a], order[b], int(d)): (round(1e4 * wins), round(1e4 * loses)) for a, b, d, wins, loses in sides}
    count = len(order)
    return [
        [number for b in range(a + 1, count) for inches in DISTANCES for number in known[a, b, inches]]
        for a in range(count)
    ]
