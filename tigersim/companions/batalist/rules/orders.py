"""Orders: who may give how many, what they cost a hero, and whether they are obeyed."""

from __future__ import annotations

from fractions import Fraction

from tigersim.registry import rule

CAPTAIN, GENERAL, HERO = range(3)
MOST_ORDERS = 2
"""BA-ORP-05: orders of one battalion per turn."""
CHANGE_COST = 2


@rule("BA-ORP-02", "BA-DEF-06", "BA-PRO-08")
def in_reach(source: int, steps: int, radius: int, hero_steps: int) -> bool:
    """Whether a battalion is within the radius of a commander, or within two steps of a hero."""
    return steps <= (hero_steps if source == HERO else radius)


@rule("BA-ORP-03", "BA-ORP-04")
def may_both_order(one: int, other: int) -> bool:
    """Whether two commanders may both give it orders: one must be the general."""
    return (one == GENERAL) != (other == GENERAL)


@rule("BA-ORP-01", "BA-ORP-05", "BA-PRO-07")
def usable_orders(skills: int, spent: int, battalions: int) -> int:
    """Orders that can be given: the KN left, at most two for each battalion."""
    return min(max(skills - spent, 0), MOST_ORDERS * battalions)


@rule("BA-IND-03")
def change_cost(orders: int) -> int:
    """KN to set other orders for independent warriors."""
    return CHANGE_COST * orders


@rule("BA-IND-01", "BA-IND-02")
def free_orders(independent: int) -> int:
    """Orders set before the game at no cost, two for each independent battalion."""
    return 2 * independent


@rule("BA-HER-02", "BA-HER-03", "BA-EX-01")
def hero_order_cost(steps: int, own: bool, with_base: bool) -> int:
    """ZS of a hero's order: 1, and 1 for each step unless it is for the hero.

    BA-GAP-09: with ``with_base`` false an order to others costs its steps only, as the source's example has it.
    """
    return 1 if own else steps + (1 if with_base or not steps else 0)


@rule("BA-PRO-11")
def orders_in_all(strength: int, turns: int, fresh: bool) -> int:
    """Orders that a hero can take in some turns, two a turn at most.

    ZS is one pool for the game; BA-GAP-10: with ``fresh`` one for every turn.
    """
    return turns * min(MOST_ORDERS, strength) if fresh else min(MOST_ORDERS * turns, strength)


@rule("BA-SKL-12", "BA-SKL-13", "BA-SKL-14")
def obeys(face: int, weakness: int) -> bool:
    """Whether cowards, undisciplined and weak warriors obey: on more than H."""
    return face > weakness


@rule("BA-SKL-11")
def bloodthirsty_attacks(orders: int) -> int:
    """Attacks that a battalion makes unbidden: they fill its orders up to two (BA-GAP-53)."""
    return max(MOST_ORDERS - orders, 0)


@rule("BA-DER-03", "BA-EXE-01", "BA-EXE-04")
def unanswered(own: int, other: int, first: bool) -> int:
    """Orders carried out after the other side's last, one order a go in turn."""
    return min(own - other + (0 if first else 1), own) if own >= other else 0


@rule("BA-DER-04", "BA-ORD-09")
def orders_to_contact(steps: int, speed: Fraction | int) -> int:
    """Moves until a target so far off is struck; the last is the order Melee Attack itself."""
    return max(-(-steps // speed), 1)


@rule("BA-SKL-17")
def moves_a_turn(fast: bool) -> int:
    """Moves of one battalion per turn: those of its orders, with Fast one more (BA-GAP-52)."""
    return MOST_ORDERS + fast


def turns_for(moves: int, fast: bool = False) -> int:
    """Turns that so many moves of one battalion take."""
    return -(-moves // moves_a_turn(fast))


def orders_for(moves: int, fast: bool, attacks: bool) -> int:
    """Orders for so many moves if one of a turn may be free; ``attacks``: the last is an attack."""
    return moves - (turns_for(moves - attacks, True) if fast else 0)
