"""Exact odds of the Command Roll and of what hangs on it: tasks carried out, cards uncovered, turns to wait."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

from tigersim.companions.general_darmee.adc_odds import Law, at_least
from tigersim.companions.general_darmee.command_roll import obeys, rerolls
from tigersim.companions.general_darmee.effects import recon_modifier, recon_uncovers
from tigersim.companions.general_darmee.reading import Ruled
from tigersim.registry import rule
from tigersim.rules.arithmetic import ways_at_least


@rule("GA-DER-03")
def with_rerolls(q: Fraction, rerolls: int) -> Fraction:
    """GA-DER-03: probability of a success with so many rerolls of failures: q(2 - q) with one."""
    return 1 - (1 - q) ** (1 + rerolls)


def obedience(ruled: Ruled, faltering: bool = False, attached: bool = False, command: bool = False) -> Fraction:
    """Probability that a brigade obeys."""
    faces = sum(obeys(die, faltering, ruled.obey_from, ruled.faltering_obey_from) for die in range(1, 7))
    return with_rerolls(Fraction(faces, 6), rerolls(attached, command, ruled.before_obeying, ruled.most_rerolls))


def carried_out(law: Law, cost: int, alone: Fraction, attached: Fraction) -> Fraction:
    """Probability that a task is paid and obeyed, an ADC attached if one is left: 0 if ``cost`` is never there."""
    spare = at_least(law, cost + 1)
    return (at_least(law, cost) - spare) * alone + spare * attached


def within(p: Fraction, turns: int) -> Fraction:
    """Probability that what happens with p a turn happens within so many turns."""
    return 1 - (1 - p) ** turns


def uncovers(ruled: Ruled, in_wood: bool, behind_height: bool) -> Fraction:
    """Probability that one Recon! uncovers its card."""
    modifier = recon_modifier(in_wood, behind_height, ruled.cover_stacks)
    return Fraction(sum(recon_uncovers(die, modifier) for die in range(1, 7)), 6)


def _uncovered_in_a_turn(left: int, law: Law, divisions: int, p: Fraction) -> list[Fraction]:
    """Probabilities of 0, 1, ... cards uncovered in a turn with ``left`` cards: an ADC of each division for each."""
    most = min(divisions, left)
    found = [Fraction(0)] * (most + 1)
    for adcs, weight in enumerate(law):
        tries = min(adcs, most)
        for k in range(tries + 1):
            found[k] += weight * comb(tries, k) * p**k * (1 - p) ** (tries - k)
    return found


def cards_left(cards: int, turns: int, law: Law, divisions: int, p: Fraction) -> list[Fraction]:
    """Probabilities of 0, 1, ... cards that are still hidden after so many turns."""
    now = [Fraction(0)] * cards + [Fraction(1)]
    for _ in range(turns):
        then = [Fraction(0)] * (cards + 1)
        for left, weight in enumerate(now):
            for k, share in enumerate(_uncovered_in_a_turn(left, law, divisions, p)):
                then[left - k] += weight * share
        now = then
    return now


def mean_turns_to_uncover(cards: int, law: Law, divisions: int, p: Fraction) -> Fraction | None:
    """Mean number of turns until all cards are uncovered; None if they never are."""
    turns = [Fraction(0)]
    for left in range(1, cards + 1):
        found = _uncovered_in_a_turn(left, law, divisions, p)
        if found[0] == 1:
            return None
        later = sum((share * turns[left - k] for k, share in enumerate(found) if k), Fraction(0))
        turns.append((1 + later) / (1 - found[0]))
    return turns[-1]


@lru_cache(maxsize=256)
def sum_at_least(dice: int, distance: int) -> Fraction:
    """Probability that so many D6 come to a distance or more."""
    return Fraction(ways_at_least(dice, distance), 6**dice)


def all_of(chances: Sequence[Fraction]) -> Fraction:
    """Probability that all of some independent things happen."""
    product = Fraction(1)
    for chance in chances:
        product *= chance
    return product


def number_of(chances: Sequence[Fraction]) -> Law:
    """The law of how many of some independent things happen."""
    law = [Fraction(1)]
    for p in chances:
        law = [(law[n] if n < len(law) else 0) * (1 - p) + (law[n - 1] * p if n else 0) for n in range(len(law) + 1)]
    return tuple(law)
