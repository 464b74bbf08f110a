"""A charge under fire: shots before contact, the attack at its end, rulings that matter."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import floor

from tigersim.catalogue.companions import Readings
from tigersim.companions.batalist.forces.army_book import FORMATIONS, Battalion, formation_pace
from tigersim.companions.batalist.forces.attack import Attack, at_first
from tigersim.companions.batalist.odds.strike import Strike, strike_of
from tigersim.companions.batalist.rules.orders import MOST_ORDERS, moves_a_turn, orders_to_contact
from tigersim.companions.batalist.rules.ranks import COLUMN, WEDGE
from tigersim.companions.batalist.rules.readings import Reading, mattering
from tigersim.errors import RuleForbids
from tigersim.statistics.law import Law


def shots_before_contact(moves: int, a_turn: int, shooters_first: bool, two_turns: bool) -> list[bool]:
    """Of each shot at a battalion that comes on, whether it moved in that turn (BA-Q-06).

    ``moves`` until contact, so many ``a_turn``, against two orders of the shooters, in turn.  BA-GAP-50: with
    ``two_turns`` the turn before counts too.
    """
    told = []
    turns, more = divmod(moves - 1, a_turn)
    for shot in range(MOST_ORDERS * turns + min(more + shooters_first, MOST_ORDERS)):
        before, this_turn = shot // MOST_ORDERS, shot % MOST_ORDERS + (not shooters_first)
        told.append(this_turn > 0 or (two_turns and before > 0))
    return told


def pace_of_charge(other: Battalion, formation: int, readings: Readings) -> Fraction:
    """Steps a move of a battalion that comes on (BA-GAP-35).  Raises ``RuleForbids``."""
    pace = other.speed * formation_pace(next(name for name, code in FORMATIONS.items() if code == formation))
    if not pace:
        raise RuleForbids("BA-FRM-02", "a hedgehog cannot move")
    if readings["sk_round"] == "down":
        pace = Fraction(floor(pace))
    if not pace:
        raise RuleForbids("BA-FRM-03", f"{other.title}: half of its speed, rounded down, is no step at all")
    return pace


def shots_of(
    one: Battalion, other: Battalion, steps: int, shooters_first: bool, readings: Readings, formation: int = COLUMN
) -> list[Strike]:
    """The strikes of those shots."""
    two_turns = readings["moved_window"] == "two_turns"
    reading = Reading.of(readings)
    moves = orders_to_contact(steps, pace_of_charge(other, formation, readings))
    moved = shots_before_contact(moves, moves_a_turn(other.has("fast")), shooters_first, two_turns)
    return [shot_at(one, other, reading, each, formation) for each in moved]


def contacts(one: Battalion, other: Battalion, formation: int, reading: Reading) -> list[Law[int]]:
    """Laws of the attack that ends a charge, by warriors left; empty if it may not attack."""
    if not other.has("melee") or one.has("flying"):
        return []
    at = Attack(other, one, formation=formation, target_formation=at_first(one))
    left = (replace(at, striker=replace(other, warriors=n)) for n in range(1, other.warriors + 1))
    return [Law.sure(0), *(strike_of(each, reading).law() for each in left)]


def shot_rulings(one: Battalion, other: Battalion, readings: Readings, formation: int = COLUMN) -> tuple[str, ...]:
    """The rulings on strikes that matter to shots at who comes on, whether it has moved or not."""
    kinds = (False, True)
    return mattering(readings, lambda reading: [shot_at(one, other, reading, k, formation).law() for k in kinds])


def pace_rulings(formation: int) -> tuple[str, ...]:
    """The rulings that matter to how fast a formation comes on: a wedge alone is slower."""
    return ("sk_round",) if formation == WEDGE else ()


def shot_at(one: Battalion, other: Battalion, reading: Reading, moved: bool, formation: int) -> Strike:
    """Shooters that stand at a battalion that comes on in a formation, or has moved this turn."""
    at = Attack(one, other, shooting=True, formation=at_first(one), target_formation=formation, target_moved=moved)
    return strike_of(at, reading)
