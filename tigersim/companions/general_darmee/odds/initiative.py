"""Exact odds of the initiative: one turn, many turns, and with this turn's Command Rolls."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product

from tigersim.companions.general_darmee.odds.command_rolls import obedience
from tigersim.companions.general_darmee.rules.initiative import ENEMY, NOBODY, OWN, penalty, winner
from tigersim.companions.general_darmee.rules.readings import Reading
from tigersim.errors import InvalidValue
from tigersim.statistics.law import D6, Law

TWO_DICE = D6.times(2).ways
"""In how many of the 36 ways 2D6 come to a total."""


@dataclass(frozen=True)
class Struggle:
    """Chances of our side to have the initiative this turn, by who had it last."""

    as_holder: Fraction
    as_other: Fraction
    first_turn: Fraction

    @property
    def tie(self) -> Fraction:
        """Probability of equal results: they leave it with its holder."""
        return self.as_holder - self.as_other

    def of(self, holder: int) -> Fraction:
        """The chance with this holder of the last turn."""
        return {NOBODY: self.first_turn, OWN: self.as_holder, ENEMY: self.as_other}[holder]

    @property
    def long_run(self) -> Fraction:
        """Share of the turns over many turns that are all alike."""
        return self.as_other / (1 - self.tie)

    @property
    def spell(self) -> Fraction | None:
        """Mean number of turns from winning to losing it; None: it is never lost."""
        return 1 / (1 - self.as_holder) if self.as_holder != 1 else None

    def turn_by_turn(self, holder: int, turns: int) -> list[Fraction]:
        """The chance in each of so many turns."""
        chances = [self.of(holder)]
        while len(chances) < turns:
            chances.append(chances[-1] * self.as_holder + (1 - chances[-1]) * self.as_other)
        return chances


@lru_cache(maxsize=256)
def struggle(difference: int) -> Struggle:
    """The chances when our roll loses so much more than the enemy's, or less (below 0)."""
    ways = dict.fromkeys((NOBODY, OWN, ENEMY), 0)
    for (a, n), (b, m), holder, die in product(TWO_DICE.items(), TWO_DICE.items(), ways, range(1, 7)):
        if winner(a - difference, b, holder, die) == OWN:
            ways[holder] += n * m
    whole = 36 * 36 * 6
    return Struggle(Fraction(ways[OWN], whole), Fraction(ways[ENEMY], whole), Fraction(ways[NOBODY], whole))


def mixed(own: Law[int], enemy: Law[int]) -> Struggle:
    """The chances with what both sides' brigades take off their rolls, if dice decide that."""
    cells = [(p * q, struggle(a - b)) for (a, p), (b, q) in product(own, enemy)]
    return Struggle(
        sum((p * one.as_holder for p, one in cells), Fraction(0)),
        sum((p * one.as_other for p, one in cells), Fraction(0)),
        sum((p * one.first_turn for p, one in cells), Fraction(0)),
    )


def rolled_penalties(steady: int, attached: int, faltering: int, reading: Reading) -> Law[int]:
    """What the Command Rolls of steady, attached and Faltering brigades take off a roll."""
    if not 0 <= attached <= steady:
        raise InvalidValue("attached", attached, f"a whole number from 0 to {steady}, the steady brigades")
    count = reading.count_double, reading.count_fled
    found = Law.sure(0)
    for brigade in range(steady + faltering):
        falters = brigade >= steady
        obeys = obedience(reading, falters, brigade < attached)
        if_it_obeys = penalty(0, int(falters), 0, 0, *count)
        if_not = penalty(int(not falters), 0, int(falters), 0, *count)
        found = found.plus(Law.of(((if_it_obeys, obeys), (if_not, 1 - obeys))))
    return found
