"""Exact odds of the Command Roll: obedience, tasks carried out, cards uncovered."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from tigersim.companions.general_darmee.rules.command_roll import obeys, rerolls
from tigersim.companions.general_darmee.rules.effects import recon_modifier, recon_uncovers
from tigersim.companions.general_darmee.rules.readings import Reading
from tigersim.registry import rule
from tigersim.rules.arithmetic import ways_at_least
from tigersim.statistics.law import D6, Law, NeverEndsError, absorbed


@rule("GA-DER-03")
def with_rerolls(q: Fraction, rerolls: int) -> Fraction:
    """Probability of a success with so many rerolls of failures: q(2 - q) with one."""
    return 1 - (1 - q) ** (1 + rerolls)


def obedience(reading: Reading, faltering: bool = False, attached: bool = False, command: bool = False) -> Fraction:
    """Probability that a brigade obeys."""
    once = D6.chance(lambda face: obeys(face, faltering, reading.obey_from, reading.faltering_obey_from))
    return with_rerolls(once, rerolls(attached, command, reading.before_obeying, reading.most_rerolls))


def carried_out(law: Law[int], cost: int, alone: Fraction, attached: Fraction) -> Fraction:
    """Probability that a task is paid and obeyed, with an ADC attached if one is left."""
    return law[cost] * alone + law.at_least(cost + 1) * attached


def uncovers(reading: Reading, in_wood: bool, behind_height: bool) -> Fraction:
    """Probability that one Recon! uncovers its card."""
    modifier = recon_modifier(in_wood, behind_height, reading.cover_stacks)
    return D6.chance(lambda face: recon_uncovers(face, modifier))


def left_after_a_turn(left: int, law: Law[int], divisions: int, p: Fraction) -> Law[int]:
    """Cards still hidden after a turn with ``left`` of them: an ADC of each division for each."""
    trial, most = Law.trial(p), min(divisions, left)
    return law.map(lambda adcs: min(adcs, most)).then(trial.times).map(lambda uncovered: left - uncovered)


def cards_left(cards: int, turns: int, law: Law[int], divisions: int, p: Fraction) -> Law[int]:
    """Cards still hidden after so many turns."""
    now = Law.sure(cards)
    for _ in range(turns):
        now = now.then(lambda left: left_after_a_turn(left, law, divisions, p))
    return now


def mean_turns_to_uncover(cards: int, law: Law[int], divisions: int, p: Fraction) -> Fraction | None:
    """Mean number of turns until all cards are uncovered; None if they never are."""
    try:
        return absorbed(cards, lambda left: left_after_a_turn(left, law, divisions, p) if left else None).steps
    except NeverEndsError:
        return None


@lru_cache(maxsize=256)
def sum_at_least(dice: int, distance: int) -> Fraction:
    """Probability that so many D6 come to a distance or more."""
    return Fraction(ways_at_least(dice, distance), 6**dice)


def number_of(chances: Iterable[Fraction]) -> Law[int]:
    """How many of some independent things happen."""
    found = Law.sure(0)
    for p in chances:
        found = found.plus(Law.trial(p))
    return found
