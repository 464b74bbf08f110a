"""Exact odds of ADCs: how many are available, what they pay, and whether Faltering brigades are held."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb

from tigersim.companions.general_darmee.availability import extra_adcs, is_available
from tigersim.companions.general_darmee.morale import brigades_that_flee, free_adcs
from tigersim.companions.general_darmee.reading import Ruled
from tigersim.companions.general_darmee.side import Side
from tigersim.errors import InvalidValue

Law = tuple[Fraction, ...]
"""Probabilities of 0, 1, 2, ... ADCs."""
MOST_DICE = 60


@lru_cache(maxsize=256)
def _rolled(dice: int, off_table: bool) -> dict[tuple[int, int], int]:
    """(Available ADCs, sixes) -> in how many of the 6^dice rolls."""
    faces = Counter((int(is_available(face, off_table)), int(face == 6)) for face in range(1, 7))
    found: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for _ in range(dice):
        before, found = found, Counter()
        for (available, sixes), ways in before.items():
            for (one, six), faces_of in faces.items():
                found[available + one, sixes + six] += ways * faces_of
    return dict(found)


@lru_cache(maxsize=1024)
def _law(on_table: int, off_table: int, extra: int, pool: int) -> Law:
    dice = on_table + off_table
    if dice > MOST_DICE:
        raise InvalidValue("dice for ADCs", dice, f"up to {MOST_DICE}")
    ways = [0] * (2 * dice + 1)
    for (a, sixes), n in _rolled(on_table, False).items():
        for (b, off_sixes), m in _rolled(off_table, True).items():
            ways[a + b + extra_adcs(sixes, off_sixes, extra, pool)] += n * m
    while len(ways) > 1 and not ways[-1]:
        ways.pop()
    return tuple(Fraction(n, 6**dice) for n in ways)


def adc_law(side: Side, ruled: Ruled) -> Law:
    """The law of the number of ADCs that a side has this turn."""
    return _law(*side.dice(ruled), ruled.extra, ruled.pool)


def just(adcs: int) -> Law:
    """The law of a number that is known."""
    return (Fraction(0),) * adcs + (Fraction(1),)


def free_law(law: Law, faltering: int) -> Law:
    """The law of the ADCs that Divisional Morale! leaves."""
    found = [Fraction(0)] * len(law)
    for adcs, p in enumerate(law):
        found[free_adcs(adcs, faltering)] += p
    return tuple(found)


def at_least(law: Law, cost: int) -> Fraction:
    """Probability that a cost can be paid."""
    return sum(law[cost:], Fraction(0))


def mean(law: Law) -> Fraction:
    """Mean number."""
    return sum((n * p for n, p in enumerate(law)), Fraction(0))


def variance(law: Law) -> Fraction:
    """Variance of the number."""
    return sum((n * n * p for n, p in enumerate(law)), Fraction(0)) - mean(law) ** 2


def mean_tasks(law: Law, cost: int) -> Fraction:
    """Mean number of tasks of one cost that can be paid."""
    return sum((n // cost * p for n, p in enumerate(law)), Fraction(0))


def mean_fled(law: Law, faltering: int, shortfall: int) -> Fraction:
    """Mean number of Faltering brigades that flee for want of ADCs."""
    return sum((brigades_that_flee(n, faltering, shortfall) * p for n, p in enumerate(law)), Fraction(0))


def double_six(dice: int) -> Fraction:
    """Probability of two sixes or more among so many dice."""
    return 1 - Fraction(5**dice + dice * 5 ** (dice - 1) if dice else 1, 6**dice)


def further_pairs(dice: int) -> Fraction:
    """Mean number of pairs of sixes beyond the first."""
    ways = sum((sixes // 2 - 1) * comb(dice, sixes) * 5 ** (dice - sixes) for sixes in range(2, dice + 1))
    return Fraction(ways, 6**dice)
