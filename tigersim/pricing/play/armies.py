"""What a budget buys: armies of a price list, random, the best by worth, or one unit away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tigersim.core.enums import MAX_UNITS
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


@dataclass(frozen=True, eq=False)
class Market:
    """The armies that may be bought.

    costs: of the units, (U,), whole VP.
    budget: VP, at most.
    sizes: fewest and most units.
    copies: of one unit, at most.

    Raises ``InvalidValue`` where nothing can be bought.
    """

    costs: Integers
    budget: int
    sizes: tuple[int, int] = (6, 10)
    copies: int = 3

    def __post_init__(self) -> None:
        low, high = self.sizes
        if not 1 <= low <= high <= MAX_UNITS:
            raise InvalidValue("sizes", self.sizes, f"fewest and most units a side, within 1 to {MAX_UNITS}")
        if self.copies < 1:
            raise InvalidValue("copies", self.copies, "1 or more of one unit")
        cheapest = np.sort(np.repeat(self.costs, min(self.copies, low)))[:low]
        if len(cheapest) < low or int(cheapest.sum()) > self.budget:
            raise InvalidValue("budget", self.budget, f"VP that buy {low} units; the cheapest cost {cheapest.sum()}")

    def cost(self, army: Army) -> int:
        """VP."""
        return int(self.costs[list(army)].sum())

    def allows(self, army: Army) -> bool:
        """Whether it may be bought."""
        copies = np.bincount(army).max(initial=0)
        low, high = self.sizes
        return low <= len(army) <= high and copies <= self.copies and self.cost(army) <= self.budget

    def field(self, n: int, chance: np.random.Generator) -> list[Army]:
        """``n`` random armies that cost the budget within 1 VP.  Raises ``InvalidValue`` for none."""
        found: list[Army] = []
        padded = np.append(self.costs, 0)
        for _ in range(MOST_DRAWS):
            size = chance.integers(self.sizes[0], self.sizes[1] + 1, DRAWN)
            drawn = chance.integers(0, len(self.costs), (DRAWN, self.sizes[1]))
            drawn[np.arange(self.sizes[1]) >= size[:, None]] = len(self.costs)
            near = np.abs(padded[drawn].sum(axis=1) - self.budget) <= SLACK
            found += [tuple(row[:many].tolist()) for row, many in zip(drawn[near], size[near], strict=True)]
            if len(found) >= n:
                return found[:n]
        usual = self.costs.mean() * sum(self.sizes) / 2
        raise InvalidValue("budget", self.budget, f"VP that random armies cost at times; on average it is {usual:.0f}")

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
    """The army with the greatest sum of ``worth`` (U,), and that sum, by a dynamic programme."""
    low, high = market.sizes
    best = np.full((high + 1, market.budget + 1), -np.inf)
    best[0, 0] = 0.0
    bought = np.zeros((len(worth), *best.shape), dtype=np.int8)
    for unit, (value, cost) in enumerate(zip(worth, market.costs.tolist(), strict=True)):
        before = best.copy()
        for copies in range(1, min(market.copies, high, market.budget // cost) + 1):
            with_them = before[: high + 1 - copies, : market.budget + 1 - copies * cost] + copies * value
            part = best[copies:, copies * cost :]
            better = with_them > part
            part[better] = with_them[better]
            bought[unit, copies:, copies * cost :][better] = copies
    best[:low] = -np.inf
    count, spent = (int(k) for k in np.unravel_index(int(np.argmax(best)), best.shape))
    total, army = float(best[count, spent]), []
    for unit in reversed(range(len(worth))):
        copies = int(bought[unit, count, spent])
        army += [unit] * copies
        count, spent = count - copies, spent - copies * int(market.costs[unit])
    return total, tuple(reversed(army))


def counts_of(armies: Sequence[Army], units: int) -> Floats:
    """How many of each unit, (armies, U)."""
    return np.array([np.bincount(army, minlength=units) for army in armies], dtype=float).reshape(-1, units)
