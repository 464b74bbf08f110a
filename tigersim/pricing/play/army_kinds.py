"""Pairs of armies of every kind that players bring.

Random armies of all units say little of ten squads or four howitzers.  So both armies of a pair are of a kind each,
half of the pairs of one kind on both sides, and cost about the same at given prices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tigersim.catalogue.units import Unit
from tigersim.core.enums import MAX_UNITS, NOBODY
from tigersim.errors import InvalidValue, UnknownName
from tigersim.pricing.estimate.arrays import Floats, Integers

ROUNDS = 50
"""Times that pairs are drawn again before such units are said to make none."""
LEAST_PRICE = 0.3
"""VP; where pairs are drawn to learn from, no unit is taken to cost less: an estimated worth may be 0 or below."""
CHEAP, DEAR = 0.27, 0.17
"""Parts of the units that the extremes are drawn from."""
FEW = 4
"""Different units in an army of few kinds, at most."""

Pools = tuple[Integers, Integers]
"""Unit numbers that an army may be drawn from, (n, most), and how many of them there are, (n,)."""


class Pairs(NamedTuple):
    """Armies (n, 2, MAX_UNITS), -1 = empty slot, and their kinds (n, 2), numbers of ``KINDS``."""

    armies: Integers
    kinds: Integers


class _Units(NamedTuple):
    nation: npt.NDArray[Any]
    type: npt.NDArray[Any]
    prices: Floats


def _padded(pools: Sequence[Integers], chosen: Integers) -> Pools:
    sizes = np.array([len(pool) for pool in pools])
    table = np.zeros((len(pools), sizes.max()), dtype=np.int64)
    for row, pool in enumerate(pools):
        table[row, : len(pool)] = pool
    return table[chosen], sizes[chosen]


def _groups(labels: npt.NDArray[Any]) -> list[Integers]:
    return [np.flatnonzero(labels == one) for one in dict.fromkeys(labels.tolist())]


def _of_pool(pool: Integers, units: _Units, n: int, chance: np.random.Generator) -> Pools:
    return _padded([pool], np.zeros(n, dtype=np.int64))


def _all(units: _Units, n: int, chance: np.random.Generator) -> Pools:
    return _of_pool(np.arange(len(units.prices)), units, n, chance)


def _one_nation(units: _Units, n: int, chance: np.random.Generator) -> Pools:
    pools = _groups(units.nation)
    return _padded(pools, chance.integers(0, len(pools), n))


def _one_class(units: _Units, n: int, chance: np.random.Generator) -> Pools:
    pools = _groups(units.type)
    return _padded(pools, chance.integers(0, len(pools), n))


def _two_classes(units: _Units, n: int, chance: np.random.Generator) -> Pools:
    groups = _groups(units.type)
    pools = [np.concatenate((one, other)) for k, one in enumerate(groups) for other in groups[k + 1 :]] or groups
    return _padded(pools, chance.integers(0, len(pools), n))


def _few_kinds(units: _Units, n: int, chance: np.random.Generator) -> Pools:
    drawn = chance.integers(0, len(units.prices), (n, FEW))
    return drawn, chance.integers(2, FEW + 1, n)


def _one_unit(units: _Units, n: int, chance: np.random.Generator) -> Pools:
    return chance.integers(0, len(units.prices), (n, 1)), np.ones(n, dtype=np.int64)


def _extremes(units: _Units, n: int, chance: np.random.Generator) -> Pools:
    order, total = np.argsort(units.prices, kind="stable"), len(units.prices)
    ends = [order[: max(round(CHEAP * total), 1)], order[-max(round(DEAR * total), 1) :]]
    return _padded(ends, chance.integers(0, 2, n))


Maker = Callable[[_Units, int, np.random.Generator], Pools]
"""What the armies of a kind are drawn from, one pool an army."""
KINDS: dict[str, Maker] = {
    "all units": _all,
    "one nation": _one_nation,
    "one class": _one_class,
    "two classes": _two_classes,
    "few kinds": _few_kinds,
    "one unit": _one_unit,
    "extremes": _extremes,
}
"""Name -> what armies of this kind are drawn from."""


class Spread(NamedTuple):
    """How pairs are drawn.

    budgets: VP, drawn alike in their logarithms.  apart: deviation of the logarithm of the second budget from the first
    army's cost.  farthest: pairs whose costs are farther apart, in logarithms, are drawn again: what they show is known
    before.  tries: armies drawn for a place in a pair, each from a pool of its own; the one nearest to the budget
    fights.  least: VP that a unit is taken to cost at least.
    """

    budgets: tuple[float, float] = (8.0, 70.0)
    apart: float = 0.12
    farthest: float = 0.4
    tries: int = 6
    least: float = LEAST_PRICE


LEARNING = Spread()
EQUAL = Spread((20.0, 70.0), 0.0, 0.03, 24, least=0.0)
"""Pairs that cost the same at the prices of a list, but for what units leave of a budget."""


def draw_pairs(
    units: Sequence[Unit], prices: Floats, n: int, chance: np.random.Generator, spread: Spread = LEARNING
) -> Pairs:
    """``n`` pairs of armies of all kinds, of about the same cost at ``prices`` (VP, by unit).

    Raises ``InvalidValue`` for prices of other units.
    """

    def kinds(n: int) -> tuple[Integers, Integers]:
        first = chance.integers(0, len(KINDS), n)
        return first, np.where(chance.random(n) < 0.5, first, chance.integers(0, len(KINDS), n))

    return _pairs(units, prices, n, kinds, tuple(KINDS.values()), chance, spread)


def draw_alike(
    units: Sequence[Unit], prices: Floats, n: int, kind: str, chance: np.random.Generator, spread: Spread
) -> Integers:
    """``n`` pairs of armies of one of the ``KINDS``, as ``draw_pairs`` draws: (n, 2, MAX_UNITS).

    Raises what ``draw_pairs`` raises.
    """
    makers = (KINDS[kind],)
    return _pairs(units, prices, n, lambda m: (np.zeros(m, int), np.zeros(m, int)), makers, chance, spread).armies


def draw_national(
    units: Sequence[Unit], prices: Floats, n: int, nations: tuple[str, str], chance: np.random.Generator, spread: Spread
) -> Integers:
    """``n`` pairs of random armies of one nation against another, as ``draw_pairs`` draws: (n, 2, MAX_UNITS).

    Raises what ``draw_pairs`` raises, and ``UnknownName`` for a nation without units.
    """
    own = [np.array([k for k, one in enumerate(units) if one.nation == nation], dtype=np.int64) for nation in nations]
    for nation, numbers in zip(nations, own, strict=True):
        if not len(numbers):
            raise UnknownName(nation, list(dict.fromkeys(one.nation for one in units)), kind="nation")
    makers = tuple(partial(_of_pool, pool) for pool in own)
    return _pairs(units, prices, n, lambda m: (np.zeros(m, int), np.ones(m, int)), makers, chance, spread).armies


def _pairs(
    units: Sequence[Unit],
    prices: Floats,
    n: int,
    kinds: Callable[[int], tuple[Integers, Integers]],
    makers: tuple[Maker, ...],
    chance: np.random.Generator,
    spread: Spread,
) -> Pairs:
    if len(prices) != len(units):
        raise InvalidValue("prices", f"{len(prices)} numbers", f"one for each of the {len(units)} units")
    at = np.maximum(np.asarray(prices, dtype=np.float64), spread.least)
    about = _Units(np.array([one.nation for one in units]), np.array([one.type for one in units]), at)
    found: list[Pairs] = []
    have = 0
    for _ in range(ROUNDS):
        some = _drawn(about, kinds(n - have), makers, chance, spread)
        cost = np.append(at, 0)[some.armies].sum(axis=2)
        near = np.abs(np.log(cost[:, 1] / cost[:, 0])) <= spread.farthest
        found.append(Pairs(some.armies[near], some.kinds[near]))
        have += int(near.sum())
        if have == n:
            return Pairs(np.concatenate([one.armies for one in found]), np.concatenate([one.kinds for one in found]))
    raise InvalidValue("units", f"{len(units)} of them", "units that make armies of about equal cost")


def _drawn(
    units: _Units,
    kinds: tuple[Integers, Integers],
    makers: tuple[Maker, ...],
    chance: np.random.Generator,
    spread: Spread,
) -> Pairs:
    """A pair for each pair of ``kinds``, the second army for about what the first costs."""
    n = len(kinds[0])
    low, high = np.log(spread.budgets)
    budget = np.exp(chance.uniform(low, high, n))
    armies = []
    for of_side in kinds:
        armies.append(_bought(units, of_side, makers, budget, chance, spread.tries))
        budget = np.append(units.prices, 0)[armies[-1]].sum(axis=1) * np.exp(chance.normal(0, spread.apart, n))
    return Pairs(np.stack(armies, axis=1), np.stack(kinds, axis=1))


def _bought(
    units: _Units,
    kinds: Integers,
    makers: tuple[Maker, ...],
    budget: Floats,
    chance: np.random.Generator,
    tries: int,
) -> Integers:
    """An army of each kind for about each budget: (n, MAX_UNITS)."""
    armies = np.empty((len(kinds), MAX_UNITS), dtype=np.int64)
    for number, pools_of in enumerate(makers):
        place = np.flatnonzero(kinds == number)
        pool, size = pools_of(units, len(place) * tries, chance)
        pick = (chance.random((len(size), MAX_UNITS)) * size[:, None]).astype(np.int64)
        drawn = np.take_along_axis(pool, pick, axis=1).reshape(-1, tries, MAX_UNITS)
        away = np.abs(np.cumsum(units.prices[drawn], axis=2) - budget[place, None, None])
        last = away.argmin(axis=2)
        best = away.min(axis=2).argmin(axis=1)
        rows = np.arange(len(place))
        chosen = drawn[rows, best]
        chosen[np.arange(MAX_UNITS) > last[rows, best][:, None]] = NOBODY
        armies[place] = chosen
    return armies
