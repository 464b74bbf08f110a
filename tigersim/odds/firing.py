"""The numbers of one Fire action: its attack rolls, and where they leave the target.

One or two like rolls are averaged over the deck before they are resolved, which is quick; everything else goes from
roll to roll (``odds.volley``), card by card.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import NamedTuple

from tigersim.odds.dice import Counted, Counts, over_deck
from tigersim.odds.effect import CLEAN, DESTROYED, ONE_HIT, Effect, effect_of
from tigersim.odds.rerolls import HIT, LETHAL, attack_outcomes
from tigersim.odds.volley import Volley, attack_test, by_outcome, volleys
from tigersim.rules.shot import Attack, Shot, ShotReadings


class Fired(NamedTuple):
    """A Fire action in counts: attack rolls came to ``found``, the target ends in ``states``."""

    found: Counts
    states: Counts
    hits: int
    scale: int
    """What each count of ``found`` is of the whole."""
    whole: int


def is_simple(shot: Shot) -> bool:
    """One roll, or two that do not weigh each other."""
    attack = shot.attack
    weighing = attack.objective and attack.rerolls
    return not attack.mortar and (attack.rolls == 1 or (attack.rolls == 2 and not weighing))


def on_card(shot: Shot, red: bool, difficulty: int) -> Counted:
    """The fields of the answer for one card, out of the second number."""
    if not is_simple(shot):
        return in_turn(volleys(shot, red, difficulty), shot.hits_before)
    does = effect_of(shot)
    fired = _resolve(_sequences(shot.attack, shot.readings, (red, difficulty), _aims(shot, does)), does)
    return _numbers(fired, 0 if shot.attack.dice(red) else sum(fired.found)), fired.whole


def on_any_card(shot: Shot) -> Counted:
    """The fields of the answer averaged over the deck, out of the second number."""
    if not is_simple(shot):
        return over_deck(lambda red, d: on_card(shot, red, d))
    # what an outcome does is the same on every card, so the attack rolls are averaged first
    does = effect_of(shot)
    found, no_shot = _deck_sequences(shot.attack, shot.readings, _aims(shot, does))
    fired = _resolve(found, does)
    return _numbers(fired, no_shot), fired.whole


def in_turn(rolls: tuple[Volley, ...], hits_before: int) -> Counted:
    """The fields of the answer for these rolls, one after another; none = no shot."""
    state = start(hits_before)
    if not rolls:
        return (int(state == CLEAN), int(state == ONE_HIT), 0, 0, 0, 0, 0, 1), 1
    rows = by_outcome(rolls, state)
    clean, suppressed, one_hit, destroyed, hits = map(sum, zip(*rows, strict=True))
    hit, lethal = (sum(sum(row[:-1]) for row in rows[least:]) for least in (HIT, LETHAL))
    counts = (clean + suppressed, one_hit, destroyed, suppressed, hit, lethal, hits, 0)
    return counts, clean + suppressed + one_hit + destroyed


def start(hits_before: int) -> int:
    """The state of a target with so many hits."""
    return ONE_HIT if hits_before else CLEAN


def with_more(numbers: Counted, more: list[Fraction]) -> Counted:
    """Further fields behind those that are there."""
    counts, whole = numbers
    common = lcm(whole, *(value.denominator for value in more))
    return tuple(count * (common // whole) for count in counts) + tuple(int(value * common) for value in more), common


def _sequences(attack: Attack, readings: ShotReadings, card: tuple[bool, int], values: Counts) -> Counts:
    """Outcomes of one attack roll, or of two alike: the first one * 6 + the second one."""
    found = attack_outcomes(attack_test(attack, readings, *card), attack.rerolls, values, attack.extent)
    return found if attack.rolls == 1 else tuple(first * second for first in found for second in found)


@lru_cache(maxsize=4096)
def _deck_sequences(attack: Attack, readings: ShotReadings, values: Counts) -> Counted:
    """Outcomes averaged over the deck, and how many of the counts are cards without dice."""

    def found_on(red: bool, d: int) -> Counted:
        found = _sequences(attack, readings, (red, d), values)
        whole = sum(found)
        return (*found, 0 if attack.dice(red) else whole), whole

    counts, _ = over_deck(found_on)
    return counts[:-1], counts[-1]


def _aims(shot: Shot, does: Effect) -> Counts:
    """What re-rolls of the attack weigh before P(hit), if anything.

    In small numbers, so that equal aims are equal.
    """
    if not (shot.attack.objective and shot.attack.rerolls):
        return ()
    worth = tuple(state[DESTROYED] for state in does.after)
    common = gcd(*worth)
    return tuple(value // common for value in worth) if common else ()


def _resolve(found: Counts, does: Effect) -> Fired:
    """Attack rolls with these outcomes, each doing what it does."""
    clean = suppressed = one_hit = destroyed = hits = 0
    for ways, (a, b, c, d), through in zip(found, does.after, does.hits, strict=True):
        clean += ways * a
        suppressed += ways * b
        one_hit += ways * c
        destroyed += ways * d
        hits += ways * through
    return Fired(found, (clean, suppressed, one_hit, destroyed), hits, does.whole, sum(found) * does.whole)


def _numbers(fired: Fired, no_shot: int) -> Counts:
    """The fields of the answer, out of ``fired.whole``; ``no_shot`` attack rolls were none."""
    clean, suppressed, one_hit, destroyed = fired.states
    found, scale = fired.found, fired.scale
    stride = len(found) // 6
    hit, lethal = sum(found[HIT * stride :]), sum(found[LETHAL * stride :])
    return (
        clean + suppressed,
        one_hit,
        destroyed,
        suppressed,
        hit * scale,
        lethal * scale,
        fired.hits,
        no_shot * scale,
    )
