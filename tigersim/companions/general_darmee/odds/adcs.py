"""Exact odds of ADCs: how many are available, what they pay, which brigades they hold."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

from tigersim.companions.general_darmee.forces.side import Side
from tigersim.companions.general_darmee.rules.availability import extra_adcs, is_available
from tigersim.companions.general_darmee.rules.morale import brigades_that_flee, free_adcs
from tigersim.companions.general_darmee.rules.readings import Reading
from tigersim.statistics.law import Law


@lru_cache(maxsize=256)
def _rolled(dice: int, off_table: bool) -> Law[tuple[int, int]]:
    """(Available ADCs, sixes) of so many dice."""
    faces = [(int(is_available(face, off_table)), int(face == 6)) for face in range(1, 7)]
    found = Law.sure((0, 0))
    for _ in range(dice):
        before = found.ways.items()
        found = Law.of(((free + one, sixes + six), ways) for (free, sixes), ways in before for one, six in faces)
    return found


@lru_cache(maxsize=1024)
def _available(on_table: int, off_table: int, extra: int, pool: int) -> Law[int]:
    """ADCs of so many dice for brigades on the table and off it."""
    return Law.of(
        (a + b + extra_adcs(sixes, off_sixes, extra, pool), n * m)
        for (a, sixes), n in _rolled(on_table, False).ways.items()
        for (b, off_sixes), m in _rolled(off_table, True).ways.items()
    )


def adc_law(side: Side, reading: Reading) -> Law[int]:
    """The number of ADCs that a side has this turn."""
    return _available(*side.dice(reading), reading.extra, reading.pool)


def free_law(law: Law[int], faltering: int) -> Law[int]:
    """The number of ADCs that Divisional Morale! leaves."""
    return law.map(lambda adcs: free_adcs(adcs, faltering))


def mean_tasks(law: Law[int], cost: int) -> Fraction:
    """Mean number of tasks of one cost that can be paid."""
    return law.expect(lambda adcs: adcs // cost)


def mean_fled(law: Law[int], faltering: int, shortfall: int) -> Fraction:
    """Mean number of Faltering brigades that flee for want of ADCs."""
    return law.expect(lambda adcs: brigades_that_flee(adcs, faltering, shortfall))


def double_six(dice: int) -> Fraction:
    """Probability of two sixes or more among so many dice."""
    return 1 - Fraction(5**dice + dice * 5 ** (dice - 1) if dice else 1, 6**dice)


def further_pairs(dice: int) -> Fraction:
    """Mean number of pairs of sixes beyond the first."""
    ways = sum((sixes // 2 - 1) * comb(dice, sixes) * 5 ** (dice - sixes) for sixes in range(2, dice + 1))
    return Fraction(ways, 6**dice)
