"""The strongest armies that a budget buys, sought by the model of armies.

No battle is played here.  A population of armies breeds: two are mixed, units leave and come, what is left of the
budget is spent.  Those that the model gives the best chances against a field of opponents go on.  Battles judge what is
found (``study.list_study``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tigersim.catalogue.army_rules import ANY_SIZE, ArmyRules
from tigersim.catalogue.units import Unit
from tigersim.core.enums import MAX_UNITS, NOBODY
from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.army_model import ArmyModel, counts_of
from tigersim.pricing.estimate.arrays import Floats, Integers

Counts = npt.NDArray[np.float32]
"""Armies as numbers of each unit, (n, units)."""
Score = Callable[[Counts], Floats]
"""How good armies are, (n,): the higher the better."""

CLOSE = 0.02
"""Armies of a budget cost at most so much less than it, a part of it."""
DRAWS = 4000
ROUNDS = 60
"""Draws of so many armies before such a budget is said to buy none."""
MOST_CHANGES = 3
"""Units that leave an army, and that come, in one step."""
LOOKED_AT = 1000
"""Draws that are looked at together."""
AT_ONCE = 32
"""Armies that are weighed in one pass through the network."""


class Allowed(NamedTuple):
    """Rules of composition as numbers."""

    units: npt.NDArray[np.bool_]
    copies: int | Counts
    """Of one unit at most; or of each, (units,)."""
    groups: Counts
    """(units, limits): 1 where a unit stands under a limit."""
    least: Floats
    most: Floats
    sizes: tuple[int, int]
    """Fewest and most units of an army."""

    def fulfilled(self, armies: Counts) -> npt.NDArray[np.bool_]:
        """Which armies break none of the rules, (n,)."""
        size, under = armies.sum(axis=1), armies @ self.groups
        fewest, largest = self.sizes
        right = (size >= fewest) & (size <= largest) & (armies <= self.copies).all(axis=1)
        right &= armies @ ~self.units == 0
        return np.asarray(right & (under >= self.least).all(axis=1) & (under <= self.most).all(axis=1))


def allowed(rules: ArmyRules, units: Sequence[Unit]) -> Allowed:
    """What rules allow of a list of units."""
    under = [rules.limit_of(one.type) for one in units]
    groups = np.array([[float(n == k + 1) for k in range(len(rules.limits))] for n in under], dtype=np.float32)
    least, most = ([getattr(one, name) for one in rules.limits] for name in ("at_least", "at_most"))
    return Allowed(
        np.array([rules.admits(one) for one in units]),
        MAX_UNITS if rules.copies is None else rules.copies,
        groups.reshape(len(units), -1),
        np.array(least, dtype=np.float64),
        np.array(most, dtype=np.float64),
        rules.sizes or ANY_SIZE,
    )


def fulfilled(armies: Integers, rules: ArmyRules, units: Sequence[Unit]) -> npt.NDArray[np.bool_]:
    """Which pairs of armies, (n, 2, S) unit numbers, break none of the rules on either side, (n,)."""
    allows = allowed(rules, units)
    of_a, of_b = (allows.fulfilled(counts_of(armies[:, side], len(units))) for side in range(2))
    return np.asarray(of_a & of_b)


def slots_of_counts(armies: Counts) -> Integers:
    """Unit numbers in slots, (n, MAX_UNITS), -1 = empty."""
    slots = np.full((len(armies), MAX_UNITS), NOBODY, dtype=np.int64)
    for row, army in enumerate(armies):
        kinds = np.repeat(np.arange(len(army)), army.astype(np.int64))
        slots[row, : len(kinds)] = kinds
    return slots


class Bought(NamedTuple):
    """What armies are bought by: prices of the units, a budget in the same unit, rules."""

    prices: Floats
    budget: float
    rules: Allowed

    def affordable(self, armies: Counts) -> Counts:
        """Those that the budget buys and the rules allow, each once."""
        kept = armies[(armies @ self.prices <= self.budget + 1e-6) & self.rules.fulfilled(armies)]
        return np.unique(kept, axis=0)

    def draw(self, n: int, chance: np.random.Generator) -> Counts:
        """``n`` random armies for the whole budget, unit by unit, drawn alike.

        Raises ``InvalidValue`` where the budget buys none that the rules allow.
        """
        pool = np.flatnonzero(self.rules.units & (self.prices <= self.budget))
        in_reach = MAX_UNITS * self.prices[pool].max(initial=0) >= self._least_spent
        found: list[Counts] = []
        for _ in range(ROUNDS if len(pool) else 0):
            drawn = chance.integers(0, len(pool), (DRAWS, MAX_UNITS))  # in reach or not: what is drawn later stays
            for low in range(0, DRAWS if in_reach else 0, LOOKED_AT):  # the first hold enough, as a rule
                found.append(self._spent(pool[drawn[low : low + LOOKED_AT]]))
                if sum(map(len, found)) >= n:
                    return np.concatenate(found)[:n]
        raise InvalidValue("budget", self.budget, "one that buys armies which the rules allow")

    @property
    def _least_spent(self) -> float:
        """What an army has to spend, less than the last digits that sums in another order differ by."""
        return (1 - CLOSE) * self.budget - 1e-6

    def _spent(self, drawn: Integers) -> Counts:
        """Armies of the first units in each row that the budget buys, where they spend it and the rules allow them."""
        drawn = drawn[self.prices[drawn].sum(axis=1) >= self._least_spent]
        paid = np.cumsum(self.prices[drawn], axis=1)
        last = (paid <= self.budget + 1e-6).sum(axis=1)
        near = (last > 0) & (paid[np.arange(len(drawn)), last - 1] >= (1 - CLOSE) * self.budget)
        bought = np.where(np.arange(MAX_UNITS) < last[near, None], drawn[near], NOBODY)
        some: Counts = counts_of(bought, len(self.prices))
        return some[self.rules.fulfilled(some)]


class Breeding(NamedTuple):
    """How long and how widely is sought."""

    population: int = 60
    children: int = 180
    generations: int = 25


def chances(model: ArmyModel, armies: Counts, field: Counts) -> Floats:
    """Chance of each army to win, as the model foretells, the mean over a field of opponents."""
    found = np.empty(len(armies))
    for low in range(0, len(armies), AT_ONCE):
        some = armies[low : low + AT_ONCE]
        foretold = model.foretell_counts(np.repeat(some, len(field), axis=0), np.tile(field, (len(some), 1)))
        found[low : low + AT_ONCE] = foretold.p_win.reshape(len(some), -1).mean(axis=1)
    return found


def strongest(
    model: ArmyModel, bought: Bought, field: Counts, how: Breeding, chance: np.random.Generator
) -> tuple[Counts, Floats]:
    """The strongest armies that were found, the best first, and their chances.

    Chances are those against the field.
    Raises ``InvalidValue`` where the budget buys none.
    """
    return bred(bought, bought.draw(how.population, chance), how, chance, lambda some: chances(model, some, field))


def bred(
    bought: Bought, first: Counts, how: Breeding, chance: np.random.Generator, score: Score
) -> tuple[Counts, Floats]:
    """The best armies that a population breeds which begins with ``first``, the best one first, and their scores."""
    armies, found = first, score(first)
    for _ in range(how.generations):
        children = bought.affordable(np.stack([child_of(armies, bought, chance) for _ in range(how.children)]))
        armies = np.concatenate((armies, children))
        found = np.append(found, score(children))
        armies, kept = np.unique(armies, axis=0, return_index=True)
        best = np.argsort(-found[kept], kind="stable")[: how.population]
        armies, found = armies[best], found[kept][best]
    return armies, found


def with_children(armies: Counts, bought: Bought, n: int, chance: np.random.Generator) -> Counts:
    """Armies and those of their ``n`` children that the budget buys and the rules allow, each once."""
    young = [child_of(armies, bought, chance) for _ in range(n)]
    return np.unique(np.concatenate((armies, bought.affordable(np.stack(young)))), axis=0)


def child_of(armies: Counts, bought: Bought, chance: np.random.Generator) -> Counts:
    """An army made of one or two others; it may cost too much, or break a rule."""
    prices, rules = bought.prices, bought.rules
    child: Counts = armies[chance.integers(len(armies))].copy()
    if chance.random() < 0.25:
        other = armies[chance.integers(len(armies))]
        child = np.where(chance.random(len(child)) < 0.5, child, other)
    pool = np.flatnonzero(rules.units)
    for _ in range(chance.integers(1, MOST_CHANGES + 1)):
        there = np.flatnonzero(child)
        if len(there) and chance.random() < 0.75:
            child[chance.choice(there)] -= 1
        if chance.random() < 0.85:
            again = len(there) > 0 and chance.random() < 0.4
            child[chance.choice(there if again else pool)] += 1
    for _ in range(MOST_CHANGES):
        open_to = rules.units & (prices <= bought.budget - child @ prices) & (child < rules.copies)
        if child.sum() >= rules.sizes[1] or not open_to.any():
            break
        child[chance.choice(np.flatnonzero(open_to))] += 1
    return child
