"""Random armies that spend a budget, of what a player may buy or owns.

The units stand in random order, and each is taken that the rest of the budget buys.  So armies are found where few
units are to be had, and for small budgets and large ones alike.
"""

from __future__ import annotations

import numpy as np

from tigersim.errors import InvalidValue
from tigersim.pricing.play.army_search import Bought, Counts

LEAST = 0.9
"""Part of the budget that an army has to spend."""
ROUNDS = 30
"""Draws of so many armies before a budget is said to be out of reach."""
AT_ONCE = 256
DRAWN_ALIKE = 4
"""Draws in which all units are drawn alike; later ones prefer dear units more and more, for sixteen units are the most
that an army may have."""


def random_armies(bought: Bought, n: int, chance: np.random.Generator, field: str = "budget") -> Counts:
    """``n`` random armies that spend nine tenths of the budget or more, (n, units).

    field: what errors call the budget.

    Raises ``InvalidValue`` where the units and the rules make no such army.
    """
    found: list[Counts] = []
    most = 0.0
    for number in range(ROUNDS):
        drawn = _filled(bought, max(number - DRAWN_ALIKE, 0) / 2, chance)
        right = drawn[bought.rules.fulfilled(drawn)]
        if len(right):
            spent = right @ bought.prices
            most = max(most, float(spent.max()))
            found.append(right[spent >= LEAST * bought.budget - 1e-6])
        if sum(map(len, found)) >= n:
            return np.concatenate(found)[:n]
    some = np.concatenate(found) if found else np.zeros((0, len(bought.prices)), dtype=np.float32)
    if len(some):  # there are few such armies: each may come several times
        return some[np.resize(np.arange(len(some)), n)]
    raise InvalidValue(field, f"{bought.budget:g} VP", _allowed(bought, most))


def _filled(bought: Bought, power: float, chance: np.random.Generator) -> Counts:
    """Armies of random order, each as full as its budget allows.

    power: of the price, by which dear units come earlier; 0 = none does.
    """
    prices, rules, largest = bought.prices, bought.rules, bought.rules.sizes[1]
    pool = np.flatnonzero(rules.units & (prices <= bought.budget))
    copies = np.broadcast_to(np.asarray(rules.copies), prices.shape)[pool]
    room = np.minimum(np.minimum(copies, bought.budget // np.maximum(prices[pool], 1e-9)), largest).astype(np.int64)
    there = np.repeat(pool, room)
    armies = np.zeros((AT_ONCE, len(prices)), dtype=np.float32)
    left = np.full(AT_ONCE, bought.budget + 1e-6)
    size = np.zeros(AT_ONCE, dtype=np.int64)
    order = np.argsort(chance.exponential(size=(AT_ONCE, len(there))) / prices[there] ** power, axis=1)
    rows = np.arange(AT_ONCE)
    for place in range(len(there)):
        unit = there[order[:, place]]
        taken = (prices[unit] <= left) & (size < largest)
        armies[rows[taken], unit[taken]] += 1
        left -= np.where(taken, prices[unit], 0)
        size += taken
    return armies


def _allowed(bought: Bought, most: float) -> str:
    if most:
        made = f"armies of {most:g} VP at most, of {bought.rules.sizes[1]} units or fewer"
        return f"a budget that can be spent; these units make {made}"
    to_be_had = bought.prices[
        bought.rules.units & (np.broadcast_to(np.asarray(bought.rules.copies), bought.prices.shape) > 0)
    ]
    if not len(to_be_had):
        return "units that may be bought; the rules and what is owned leave none"
    if to_be_had.min() > bought.budget:
        return f"at least {to_be_had.min():g} VP, what the cheapest unit costs"
    return "a budget that buys an army which the rules allow; these units make none"
