"""Commanders: the orders that they can give together, and what a hero can spend."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from tigersim.catalogue.companions import Readings
from tigersim.companions.asking import ask_whole, chosen
from tigersim.companions.batalist.rules.morale import rally_cost
from tigersim.companions.batalist.rules.orders import (
    CAPTAIN,
    GENERAL,
    HERO,
    MOST_ORDERS,
    change_cost,
    hero_order_cost,
    may_both_order,
)
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.registry import rule

Givers = Sequence[tuple[int, int]]
"""Commanders: what each is (``CAPTAIN``, ``GENERAL``, ``HERO``), and how many orders it can give."""
KINDS = {"captain": CAPTAIN, "general": GENERAL, "hero": HERO}


def givers_of(text: str) -> Givers:
    """Commanders as ``general 3, captain 2``.  Raises ``InvalidValue`` and ``UnknownName``."""
    found = []
    for part in filter(None, map(str.strip, text.split(","))):
        kind, _, skill = part.partition(" ")
        if not skill.strip().isdecimal():
            raise InvalidValue("givers", part, "each with its orders a turn, as 'general 3, captain 2, hero 1'")
        found.append((chosen("commander", kind, KINDS), int(skill)))
        ask_whole("givers", found[-1][1], 0, 50)
    if sum(kind == GENERAL for kind, _ in found) > 1:
        raise RuleForbids("BA-DEF-03", "an army has one general only")
    return found


def most_orders(givers: Givers, battalions: int) -> int:
    """The most orders that commanders can give to battalions which all of them reach.

    Captains and heroes give two to one battalion first, then single ones, for no other of them may help there; the
    general fills what is left.
    """
    left = [skill for _, skill in givers]
    got: list[list[int]] = [[] for _ in range(battalions)]

    def may_join(who: int, others: Sequence[int]) -> bool:
        return all(other == who or may_both_order(givers[who][0], givers[other][0]) for other in others)

    ranked = sorted(range(len(givers)), key=lambda who: givers[who][0] == GENERAL)
    for number in (MOST_ORDERS, 1):
        for who in ranked:
            if givers[who][0] == GENERAL and number > 1:
                continue
            for orders in got:
                while left[who] >= number and len(orders) + number <= MOST_ORDERS and may_join(who, orders):
                    orders.extend([who] * number)
                    left[who] -= number
    return sum(map(len, got))


def after_costs(givers: Givers, recalled: int, changed: int, battalions: int) -> Givers:
    """What commanders have left for orders when recalls and changes are paid for.

    The general recalls; a change is paid by the commander that is missed least.

    Raises ``InvalidValue`` for costs beyond their skills.
    """
    left = list(givers)
    for cost, who_pays, name, times in (
        (rally_cost(1), (GENERAL,), "recalled", recalled),
        (change_cost(1), (GENERAL, CAPTAIN, HERO), "changed", changed),
    ):
        for _ in range(times):
            ways = [
                [(kind, skill - cost * (k == who)) for k, (kind, skill) in enumerate(left)]
                for who, (payer, has) in enumerate(left)
                if payer in who_pays and has >= cost
            ]
            if not ways:
                raise InvalidValue(name, times, f"no more than commanders can pay at {cost} KN each")
            left = max(ways, key=lambda way: most_orders(way, battalions))
    return left


Plan = tuple[int, int, int]
"""Orders to himself, orders to a battalion, mana set aside."""


@rule("BA-HER-01", "BA-HER-04")
def plan_cost(plan: Plan, steps: int, readings: Readings) -> int:
    """ZS that a hero's turn costs, divided among three uses; mana set aside is spent.

    BA-GAP-09: the radius is paid with every order, or once a turn.
    """
    own, given, set_aside = plan
    each = hero_order_cost(steps, False, readings["hero_order_cost"] == "one_plus_steps")
    if readings["hero_radius_paid"] == "per_turn" and given:
        return own * hero_order_cost(0, True, True) + each + (given - 1) * hero_order_cost(0, False, True) + set_aside
    return own * hero_order_cost(0, True, True) + given * each + set_aside


def plans(strength: int, steps: int, readings: Readings) -> Sequence[Plan]:
    """All ways to spend exactly so much on two orders to himself, two to a battalion and mana."""
    counts = range(MOST_ORDERS + 1)
    known = product(counts, counts, range(strength + 1))
    return [plan for plan in known if plan_cost(plan, steps, readings) == strength]
