"""Exact odds of contests of two dice, and of the mana of mages."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tigersim.catalogue.companions import Readings
from tigersim.companions.batalist.forces.army_book import abilities
from tigersim.companions.batalist.rules.command import is_first, takes_effect
from tigersim.companions.batalist.rules.preparation import drawn, mana_supply
from tigersim.statistics.law import D6, Law

Contest = Callable[[int, int, int, int], bool]


def contest(wins: Contest, difference: int) -> Fraction:
    """Chance that a die with a skill ``difference`` higher wins against a die."""
    return D6.expect(lambda a: D6.chance(lambda b: wins(a, difference, b, 0)))


def higher(difference: int) -> Fraction:
    """Chance of the higher total in the roll for initiative."""
    return contest(is_first, difference)


def tie(difference: int) -> Fraction:
    """Chance of equal totals."""
    return 1 - higher(difference) - higher(-difference)


def initiative(difference: int, reroll: bool = True) -> Fraction:
    """Chance to go first; ties are rolled again, or decided by a coin (BA-GAP-06)."""
    up, down = higher(difference), higher(-difference)
    return up / (up + down) if reroll else up + tie(difference) / 2


def spell(difference: int, dispellers: int = 1) -> Fraction:
    """Chance that a spell takes effect, rolled once, against so many dispellers (BA-GAP-08)."""
    return D6.expect(lambda face: D6.chance(lambda other: takes_effect(face, difference, other, 0)) ** dispellers)


def mana_duel(
    mana: int, other_mana: int, complexity: int, effect: Fraction, needs_mana: bool
) -> tuple[int, int, Fraction]:
    """Spells cast, spells contested, and the mean number that take effect.

    BA-GAP-07: without ``needs_mana`` every spell is contested.
    """
    cast = mana // complexity
    contested = min(cast, other_mana // complexity) if needs_mana else cast
    return cast, contested, cast - contested + effect * contested


def mana_law(readings: Readings) -> Law[int]:
    """Mana of a mage who is drawn: a die for ability, a die for mana (BA-GAP-05)."""
    rising = readings["mage_zm"] == "rising"
    added = [int(row.extra) for row in abilities("mages")]
    more = dict(zip((row.id for row in abilities("mages")), reversed(added) if rising else added, strict=True))

    def supplied(drawn_by: int) -> Law[int]:
        mage = drawn(abilities("mages"), drawn_by)
        return D6.map(lambda face: mana_supply(face, more[mage.id]))

    return D6.then(supplied)
