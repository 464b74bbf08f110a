"""Exact odds of all that is no strike: tests of three dice, contests, mana, markers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb

from tigersim.companions.batalist.law import K6, Law, mixed
from tigersim.companions.batalist.rules.command import is_first, takes_effect
from tigersim.companions.batalist.rules.hidden import FALSE_MARKERS, NOTHING, REVEALED, after_attack
from tigersim.companions.batalist.rules.morale import counted_failures, fails, thrown_dice

SIXTH = Fraction(1, 6)


def failures(dice: int, bonus: int = 0, bonus_dice: int | None = None) -> Law:
    """Dice that fall below the opponent's one; ``bonus`` is added to ``bonus_dice`` of them (None: to all)."""
    helped = dice if bonus_dice is None else bonus_dice
    return mixed((SIXTH, _failed(helped, k, bonus).plus(_failed(dice - helped, k, 0))) for k in range(1, 7))


def _failed(dice: int, opponent: int, bonus: int) -> Law:
    """Failures of some dice against one that is known."""
    p = Fraction(sum(fails(face, opponent, bonus) for face in range(1, 7)), 6)
    return Law.of((n, comb(dice, n) * p**n * (1 - p) ** (dice - n)) for n in range(dice + 1))


def scouting(dice: int, camouflage: bool = False, noisy: bool = False, extra: bool = False) -> Law:
    """Failures of an ambush that is looked for, with what counts without a die (BA-GAP-38)."""
    thrown = thrown_dice(dice, camouflage, noisy, extra)
    return failures(thrown).map(lambda rolled: counted_failures(rolled, dice, camouflage, noisy, extra))


Contest = Callable[[int, int, int, int], bool]


def contest(wins: Contest, difference: int) -> Fraction:
    """Chance that a die with a skill ``difference`` higher wins against a die."""
    return Fraction(sum(wins(a, difference, b, 0) for a, b in _pairs()), 36)


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
    """Chance that a spell takes effect against so many dispellers of one skill, the caster rolling once (BA-GAP-08)."""
    total = Fraction(0)
    for face in range(1, 7):
        beaten = Fraction(sum(takes_effect(face, difference, other, 0) for other in range(1, 7)), 6)
        total += SIXTH * beaten**dispellers
    return total


def mana_duel(
    mana: int, other_mana: int, complexity: int, effect: Fraction, needs_mana: bool
) -> tuple[int, int, Fraction]:
    """Spells cast, spells contested, and the mean number that take effect.

    BA-GAP-07: without ``needs_mana`` every spell is contested.
    """
    cast = mana // complexity
    contested = min(cast, other_mana // complexity) if needs_mana else cast
    return cast, contested, cast - contested + effect * contested


def hidden_after(attacks: int, reveal: bool = False) -> dict[int, Fraction]:
    """False markers left -> chance that the ambush is still hidden and has so many, after attacks from it."""
    left = {FALSE_MARKERS: Fraction(1)}
    for _ in range(attacks):
        then: dict[int, Fraction] = {}
        for (false, chance), face in product(left.items(), range(1, 7)):
            given_away = after_attack(face, false, reveal)
            if given_away != REVEALED:
                after = false - (given_away != NOTHING)
                then[after] = then.get(after, Fraction(0)) + chance * SIXTH
        left = then
    return left


def attacks_until_revealed(reveal: bool = False) -> Fraction:
    """Mean number of attacks up to the one that reveals an ambush."""
    mean = Fraction(0)
    for false in range(FALSE_MARKERS + 1):
        stays = Fraction(sum(after_attack(face, false, reveal) == NOTHING for face in range(1, 7)), 6)
        loses = Fraction(sum(after_attack(face, false, reveal) not in (NOTHING, REVEALED) for face in range(1, 7)), 6)
        mean = (1 + loses * mean) / (1 - stays)
    return mean


def _pairs() -> Iterator[tuple[int, int]]:
    return ((a, b) for a in range(1, 7) for b in range(1, 7))


def any_of(p: Fraction, tries: int) -> Fraction:
    """Chance that at least one of several independent tries succeeds."""
    return 1 - (1 - p) ** tries


def dice_sum(n: int) -> Law:
    """The law of the sum of ``n`` K6."""
    return K6.times(n)
