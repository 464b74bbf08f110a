"""Exact odds of morale, reconnaissance and obedience: dice against a die or a weakness."""

from __future__ import annotations

from fractions import Fraction

from tigersim.companions.batalist.rules.morale import counted_failures, fails, thrown_dice
from tigersim.companions.batalist.rules.orders import obeys
from tigersim.statistics.law import D6, Law


def failures(dice: int, bonus: int = 0, bonus_dice: int | None = None) -> Law[int]:
    """Dice below the opponent's one; ``bonus_dice`` (None: all) of them have a bonus."""
    helped = dice if bonus_dice is None else bonus_dice

    def failed(opponent: int, more: int) -> Law[int]:
        return D6.map(lambda face: int(fails(face, opponent, more)))

    return D6.then(lambda k: failed(k, bonus).times(helped).plus(failed(k, 0).times(dice - helped)))


def scouting(dice: int, camouflage: bool = False, noisy: bool = False, extra: bool = False) -> Law[int]:
    """Failures of an ambush that is looked for, with what counts without a die (BA-GAP-38)."""
    thrown = thrown_dice(dice, camouflage, noisy, extra)
    return failures(thrown).map(lambda rolled: counted_failures(rolled, dice, camouflage, noisy, extra))


def obeying(weakness: int) -> Fraction:
    """Chance that an order is carried out in spite of a weakness."""
    return D6.chance(lambda face: obeys(face, weakness))
