"""What a budget buys: armies of a price list, random, the best by worth, or one unit away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tigersim.core.enums import MAX_UNITS
from tigersim.core.muster import Drawing, muster_side
from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.arrays import Floats, Integers

Army = tuple[int, ...]
"""Numbers of its units, in the order of their slots."""

SLACK = 1
"""VP by which the armies of the field may miss the budget."""
DRAWN = 4096
"""Random armies drawn at a time; those near the budget are the field."""
MOST_DRAWS = 500
"""Times that so many are drawn before a budget is said to be out of reach."""


class Shelf(NamedTuple):
    """Units under one limit: ``least`` to ``most`` of them, up to ``copies`` of each."""

    units: list[int]
    least: int
    most: int
    copies: int


@dataclass(frozen=True, eq=False)
class Market:
    """The armies that may be bought.

    costs: of the units, (U,), whole VP, or whole points of a price list.
    budget: at most, as the costs are counted.
    sizes: fewest and most units.
    copies: of one unit, at most.
    drawing: the rules of composition, those of the buyer first and those of the field second; None = any units.
    scale: points that make a VP.

    Raises ``InvalidValue`` where nothing can be bought.
    """

    costs: Integers
    budget: int
    sizes: tuple[int, int] = (6, 10)
    copies: int = 3
    drawing: Drawing | None = None
    scale: int = 1

    def __post_init__(self) -> None:
        low, high = self.sizes
        if not 1 <= low <= high <= MAX_UNITS:
            raise InvalidValue("sizes", self.sizes, f"fewest and most units a side, within 1 to {MAX_UNITS}")
        if self.copies < 1:
            raise InvalidValue("copies", self.copies, "1 or more of one unit")
        cheapest = np.sort(np.repeat(self.costs, min(self.copies, low)))[:low]
        if len(cheapest) < low or int(cheapest.sum()) > self.budget:
            least = f"VP that buy {low} units; the cheapest cost {cheapest.sum() / self.scale:g}"
            raise InvalidValue("budget", self.vp, least)
        if self.drawing is not None and best_army(np.zeros(len(self.costs)), self)[0] == -np.inf:
            raise InvalidValue("budget", self.vp, f"VP that buy an army of {low} units by its rules; this is too few")

    @property
    def vp(self) -> float:
        """The budget in VP, a whole number where it is one."""
        return self.budget if self.scale == 1 else self.budget / self.scale

    def shelves(self) -> list[Shelf]:
        """The units that may be bought, those of one limit together."""
        if self.drawing is None:
            return [Shelf(list(range(len(self.costs))), 0, self.sizes[1], self.copies)]
        rules = self.drawing
        copies = min(self.copies, int(rules.copies[0]))
        units = rules.pools[0, : rules.members[0]].tolist()
        of = {
            limit: [unit for unit in units if rules.limits[0, unit] == limit] for limit in range(rules.least.shape[1])
        }
        bounds = zip(rules.least[0].tolist(), rules.most[0].tolist(), strict=True)
        return [Shelf(of[limit], *each, copies) for limit, each in enumerate(bounds)]

    def cost(self, army: Army) -> int:
        """VP."""
        return int(self.costs[list(army)].sum())

    def allows(self, army: Army) -> bool:
        """Whether it may be bought."""
        low, high = self.sizes
        if not (low <= len(army) <= high and self.cost(army) <= self.budget):
            return False
        counts = np.bincount(army, minlength=len(self.costs))
        there = [counts[shelf.units] for shelf in self.shelves()]
        # units on no shelf are not for sale
        return sum(int(each.sum()) for each in there) == len(army) and all(
            shelf.least <= each.sum() <= shelf.most and each.max(initial=0) <= shelf.copies
            for shelf, each in zip(self.shelves(), there, strict=True)
        )

    def field(self, n: int, chance: np.random.Generator) -> list[Army]:
        """``n`` random armies that cost the budget within 1 VP.  Raises ``InvalidValue`` for none."""
        found: list[Army] = []
        padded = np.append(self.costs, 0)
        for _ in range(MOST_DRAWS):
            drawn, size = self._drawn(chance)
            near = np.abs(padded[drawn].sum(axis=1) - self.budget) <= SLACK * self.scale
            found += [tuple(row[:many].tolist()) for row, many in zip(drawn[near], size[near], strict=True)]
            if len(found) >= n:
                return found[:n]
        usual = self.costs.mean() * sum(self.sizes) / 2 / self.scale
        raise InvalidValue("budget", self.vp, f"VP that random armies cost at times; on average it is {usual:.0f}")

    def _drawn(self, chance: np.random.Generator) -> tuple[Integers, Integers]:
        """Random armies of the field, whatever they cost, and their sizes.

        An empty slot has the number after the last unit's.
        """
        if self.drawing is not None:
            armies = np.empty((DRAWN, MAX_UNITS), dtype=np.int64)
            muster_side(int(chance.integers(1 << 60)), self.drawing, 1, armies)
            return np.where(armies < 0, len(self.costs), armies), (armies >= 0).sum(axis=1)
        size = chance.integers(self.sizes[0], self.sizes[1] + 1, DRAWN)
        drawn = chance.integers(0, len(self.costs), (DRAWN, self.sizes[1]))
        drawn[np.arange(self.sizes[1]) >= size[:, None]] = len(self.costs)
        return drawn, size

    def neighbours(self, army: Army, worth: Floats, most: int) -> list[Army]:
        """The ``most`` armies of greatest worth one unit away; other units keep their slots."""
        units = np.arange(len(self.costs))
        # (place, unit): army with the unit in this place; the last place is a new one, the last unit nobody
        gain = np.append(worth, 0.0) - np.append(worth[list(army)], 0.0)[:, None]
        paid = np.append(self.costs, 0) - np.append(self.costs[list(army)], 0)[:, None]
        gain[paid > self.budget - self.cost(army)] = -np.inf
        gain[np.arange(len(army)), list(army)] = -np.inf
        found: list[Army] = []
        for place, unit in zip(*np.unravel_index(np.argsort(-gain, axis=None, kind="stable"), gain.shape), strict=True):
            if len(found) == most or gain[place, unit] == -np.inf:
                break
            put = (int(unit),) if unit < len(units) else ()
            other = army[:place] + put + army[place + 1 :]
            if other != army and self.allows(other):
                found.append(other)
        return found


def best_army(worth: Floats, market: Market) -> tuple[float, Army]:
    """The army with the greatest sum of ``worth`` (U,), and that sum, by a dynamic programme.

    Shelf by shelf, unit by unit: the best sum by number of units of the shelf, of all units, and by VP spent.
    """
    low, high = market.sizes
    best = np.full((high + 1, market.budget + 1), -np.inf)
    best[0, 0] = 0.0
    shelves, ways = market.shelves(), []
    for shelf in shelves:
        limited = shelf.least > 0 or shelf.most < high
        step = 1 if limited else 0  # without a limit nobody needs to count the units of the shelf
        of_shelf = np.full((min(shelf.most, high) * step + 1, *best.shape), -np.inf)
        of_shelf[0] = best
        bought = []
        for unit in shelf.units:
            bought.append(_buy(of_shelf, float(worth[unit]), int(market.costs[unit]), shelf.copies, step))
        least = shelf.least * step
        counts = (
            of_shelf[least:].argmax(axis=0) + least if len(of_shelf) > least else np.zeros(best.shape, dtype=np.int64)
        )
        best = of_shelf[least:].max(axis=0, initial=-np.inf)
        ways.append((step, counts, bought))
    best[:low] = -np.inf
    count, spent = (int(k) for k in np.unravel_index(int(np.argmax(best)), best.shape))
    total, army = float(best[count, spent]), []
    if total == -np.inf:
        return total, ()
    for shelf, (step, counts, bought) in zip(reversed(shelves), reversed(ways), strict=True):
        there = int(counts[count, spent])
        for unit, copies_of in zip(reversed(shelf.units), reversed(bought), strict=True):
            copies = int(copies_of[there, count, spent])
            army += [unit] * copies
            there, count, spent = there - copies * step, count - copies, spent - copies * int(market.costs[unit])
    return total, tuple(sorted(army))


def _buy(best: Floats, value: float, cost: int, most: int, step: int) -> Integers:
    """Offer up to ``most`` of a unit to the best armies, in place; how many each takes.

    best: (units of the shelf, units, VP).  step: by how much a unit moves along the first axis.
    """
    bought = np.zeros(best.shape, dtype=np.int8)
    before = best.copy()
    shelf, sizes, budgets = best.shape
    for copies in range(1, min(most, sizes - 1, (budgets - 1) // cost) + 1):
        if copies * step >= shelf:
            break
        with_them = before[: shelf - copies * step, : sizes - copies, : budgets - copies * cost] + copies * value
        part = best[copies * step :, copies:, copies * cost :]
        better = with_them > part
        part[better] = with_them[better]
        bought[copies * step :, copies:, copies * cost :][better] = copies
    return bought


def counts_of(armies: Sequence[Army], units: int) -> Floats:
    """How many of each unit, (armies, U)."""
    return np.array([np.bincount(army, minlength=units) for army in armies], dtype=float).reshape(-1, units)
