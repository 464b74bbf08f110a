"""What a unit beats and what beats it: its exact duels, those that come out alike together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from tigersim.pricing.report.duel_table import duel_table
from tigersim.site.unit_facts import UnitFacts, unit_facts

DISTANCES = (10, 20)
"""Inches of the duels."""
MANY = 10
"""Rows of duels shown as the best, and as the worst."""


@dataclass(frozen=True, slots=True)
class AlikeDuels:
    """One row: enemies that duel alike; gain in VP; for each distance the chances to win and to lose."""

    enemies: tuple[UnitFacts, ...]
    gain: float
    chances: tuple[tuple[float, float], ...]


@cache
def all_duels() -> Mapping[str, tuple[AlikeDuels, ...]]:
    """Key of a unit -> its duels against every other, the best first."""
    known = {one.key: one for one in unit_facts()}
    columns = ("unit", "enemy", "distance", "p_wins", "p_loses", "gain")
    duels: dict[str, dict[str, dict[int, tuple[float, float, float]]]] = {}
    for unit, enemy, inches, *numbers in zip(*(duel_table()[name] for name in columns), strict=True):
        duels.setdefault(unit, {}).setdefault(enemy, {})[inches] = tuple(numbers)
    return {unit: tuple(_alike(against, known)) for unit, against in duels.items()}


def _alike(
    against: Mapping[str, Mapping[int, tuple[float, float, float]]], known: Mapping[str, UnitFacts]
) -> Iterator[AlikeDuels]:
    rows = []
    for enemy, there in against.items():
        chances = tuple(there[inches][:2] for inches in DISTANCES)
        rows.append((sum(there[inches][2] for inches in DISTANCES) / len(DISTANCES), chances, enemy))
    rows.sort(key=lambda row: (-row[0], row[2]))
    for (gain, chances), alike in groupby(rows, key=lambda row: row[:2]):
        yield AlikeDuels(tuple(known[enemy] for _, _, enemy in alike), gain, chances)


def best_and_worst(of: UnitFacts, among: tuple[AlikeDuels, ...]) -> tuple[list[AlikeDuels], list[AlikeDuels]]:
    """The duels against other nations in which it gains, and loses, most."""
    foreign = []
    for one in among:
        enemies = tuple(each for each in one.enemies if each.unit.nation != of.unit.nation)
        if enemies:
            foreign.append(AlikeDuels(enemies, one.gain, one.chances))
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
