"""Tests of a unit's own, as of recovery: dice against a difficulty, now and then re-rolled."""

from __future__ import annotations

from collections.abc import Callable

from tigersim.odds.arguments import RuledUnit
from tigersim.odds.dice import ways_that
from tigersim.odds.rerolls import HIT, AttackTest, attack_outcomes
from tigersim.rules.rerolls import reroll_extent


def own_rerolls(asked: RuledUnit) -> tuple[int, int]:
    """Permissions to re-roll such a test, and what they extend to (AMB-99, AMB-100)."""
    return reroll_extent(asked.profile.own_rerolls, 0, asked.readings.improved_reroll_extent)


def passes(
    succeeds: Callable[[int, int], bool], dice: int, difficulty: int, rerolls: tuple[int, int]
) -> tuple[int, int]:
    """(ways that pass, all ways) of so many dice, re-rolled for P(success).

    ``succeeds(total, difficulty)`` is the rule of the test.
    """
    if rerolls[0] == 0 or dice == 0:
        return ways_that(succeeds, dice, difficulty), 6**dice
    needed = next(total for total in range(6 * dice + 2) if total > 6 * dice or succeeds(total, difficulty))
    found = attack_outcomes(AttackTest(dice, needed, needed), rerolls[0], (), rerolls[1])
    return sum(found[HIT:]), sum(found)
