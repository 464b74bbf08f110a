"""Exact odds of what is hidden: markers of an ambush, and area fire at a wood."""

from __future__ import annotations

from fractions import Fraction

from tigersim.catalogue.companions import Readings
from tigersim.companions.batalist.odds.strike import Strike
from tigersim.companions.batalist.rules import hidden
from tigersim.companions.batalist.rules.fighting import half
from tigersim.companions.batalist.rules.readings import Reading
from tigersim.statistics.law import D6, Law, absorbed

GIVEN_AWAY = -1
"""In place of the number of false markers left: the ambush is revealed."""


def _attacked(false: int, reveal: bool) -> Law[int]:
    """False markers left after one attack from an ambush with so many."""

    def left(face: int) -> int:
        given_away = hidden.after_attack(face, false, reveal)
        return GIVEN_AWAY if given_away == hidden.REVEALED else false - (given_away != hidden.NOTHING)

    return Law.sure(GIVEN_AWAY) if false == GIVEN_AWAY else D6.map(left)


def hidden_after(attacks: int, reveal: bool = False) -> Law[int]:
    """False markers left after attacks from an ambush; ``GIVEN_AWAY``: it is hidden no longer."""
    law = Law.sure(hidden.FALSE_MARKERS)
    for _ in range(attacks):
        law = law.then(lambda false: _attacked(false, reveal))
    return law


def attacks_until_revealed(reveal: bool = False) -> Fraction:
    """Mean number of attacks up to the one that reveals an ambush."""
    return absorbed(hidden.FALSE_MARKERS, lambda false: None if false == GIVEN_AWAY else _attacked(false, reveal)).steps


def area_law(markers_there: int, up: int) -> Law[int]:
    """The result of area fire: ``MISSED``, an ambush ``SHOWN``, or a ``BULLSEYE``."""
    bonus = hidden.area_bonus(markers_there, up)
    return D6.map(lambda face: hidden.area_result(face, bonus))


def area_strike(shot: int, under_template: int, protection: int, readings: Readings) -> Strike:
    """The strike of a gun at an ambush in its wood, which covers it (BA-GAP-40)."""
    cover = int(readings["area_cover"] == "yes")
    negative = Reading.of(readings).negative
    return Strike(shot, 1, flat=under_template, protection=protection, cover=cover, negative=negative)


def area_losses(damage: Law[int], results: Law[int], half_up: int) -> Law[int]:
    """Losses by one area fire: nothing, half of a strike, a strike."""
    losses = {
        hidden.MISSED: Law.sure(0),
        hidden.SHOWN: damage.map(lambda done: half(done, half_up)),
        hidden.BULLSEYE: damage,
    }
    return results.then(lambda result: losses[result])
