"""Prices at which armies of equal cost win as often as they lose.

The chance to win is a probit of the difference of both costs over the root of their sum: dice decide less of a large
battle.  Prices are fitted to wins, not to margins, for it is wins that a list is to make even.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from operator import add, matmul, sub
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import scipy
from scipy import sparse, special

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.statistics.normal import density

STEEPNESS = 0.3
"""Where the fit begins."""
LEAST_CHANCE = 1e-9
STEPS = 300
AT_ONCE = 16_384
"""Battles that one thread looks at together."""


class Outcomes(NamedTuple):
    """Battles, or several of one pair, with weights.

    armies: (n, 2, S), -1 = empty.  won: by side a, (n,), a draw one half.  weight: (n,).
    """

    armies: Integers
    won: Floats
    weight: Floats


class Even(NamedTuple):
    """Prices, VP, (units,), and how far a win follows from them."""

    prices: Floats
    steepness: float

    def chances(self, armies: Integers) -> Floats:
        """Chance of side a to win by these prices, (n,), for armies (n, 2, S)."""
        cost = np.append(self.prices, 0)[armies].sum(axis=2)
        lean = self.steepness * (cost[:, 0] - cost[:, 1]) / np.sqrt(cost.sum(axis=1))
        return np.asarray(special.ndtr(lean), dtype=np.float64)


def even_prices(outcomes: Outcomes, begin: Floats, least: float) -> Even:
    """The prices that foretell the outcomes best.

    begin: where the fit begins, in the unit of the answer.
    least: no unit costs less.  What all units cost together stays as it was, for only ratios can be fitted.  Raises
    ``InvalidValue`` for prices below ``least`` or for weights that are none.
    """
    if begin.min() < least or least <= 0:
        raise InvalidValue("begin", f"prices from {begin.min():g}", f"prices from {least:g} on, all above 0")
    if outcomes.weight.min(initial=0) < 0 or not outcomes.weight.sum() > 0:
        raise InvalidValue("weight", "numbers below 0, or none", "weights of 0 and more")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = _highest(_Fit(outcomes, len(begin), pool), begin, least)
    prices = np.exp(found[:-1])
    larger = begin.sum() / prices.sum()
    return Even(np.maximum(prices * larger, least), float(np.exp(found[-1]) / larger**0.5))


def _highest(fit: _Fit, begin: Floats, least: float) -> Floats:
    """Logarithms of the prices and of the steepness where the fit ends."""
    start = np.append(np.log(begin), np.log(STEEPNESS))
    bounds = [(np.log(least), None)] * len(begin) + [(None, None)]
    found = scipy.optimize.minimize(
        fit.loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": STEPS}
    )
    return np.asarray(found.x)


class _Fit:
    """How well prices foretell outcomes.

    Battles are looked at in parts, by all threads.  All that is added up is added in the order of the battles, so there
    are the same bits for any number of threads.
    """

    def __init__(self, outcomes: Outcomes, units: int, pool: ThreadPoolExecutor) -> None:
        side_a, side_b = pool.map(_counts, np.moveaxis(outcomes.armies, 1, 0), (units, units))
        apart_and_both = list(pool.map(lambda of: of(side_a, side_b), (sub, add)))
        self.turned = list(pool.map(lambda side: side.T.tocsr(), apart_and_both))
        self.apart, self.both = map(_in_parts, apart_and_both)
        self.won, self.weight, self.pool = outcomes.won, outcomes.weight / outcomes.weight.sum(), pool
        self.likely, self.lean, self.to_lean, *self.to_costs = np.empty((5, len(outcomes.won)))

    def loss(self, point: Floats) -> tuple[float, Floats]:
        """Minus the log likelihood and its slopes, for logarithms of the prices and of the steepness."""
        prices, steep = np.exp(point[:-1]), np.exp(point[-1])
        list(self.pool.map(partial(self._look, prices, steep), range(len(self.apart))))
        to_apart, to_both = self.pool.map(matmul, self.turned, self.to_costs)
        to_prices = to_apart - to_both / 2
        return -float(self.weight @ self.likely), -np.append(to_prices * prices, self.to_lean @ self.lean)

    def _look(self, prices: Floats, steep: float, part: int) -> None:
        """Fill in what a part of the battles says."""
        rows = slice(part * AT_ONCE, (part + 1) * AT_ONCE)
        won, weight = self.won[rows], self.weight[rows]
        spread = np.sqrt(self.both[part] @ prices)
        lean = steep * (self.apart[part] @ prices) / spread
        self.likely[rows] = _log_likely(lean, won)
        chance = np.clip(special.ndtr(lean), LEAST_CHANCE, 1 - LEAST_CHANCE)
        to_lean = weight * density(lean) * (won - chance) / (chance * (1 - chance))
        self.lean[rows], self.to_lean[rows] = lean, to_lean
        self.to_costs[0][rows], self.to_costs[1][rows] = to_lean * steep / spread, to_lean * lean / spread**2


def _log_likely(lean: Floats, won: Floats) -> Floats:
    """Log likelihood of each battle; where one side won outright, only its own chance is asked for."""
    for_a = won > 0
    found = np.where(for_a, won, 1.0) * special.log_ndtr(np.where(for_a, lean, -lean))
    drawn = np.flatnonzero(for_a & (won < 1))
    found[drawn] += (1 - won[drawn]) * special.log_ndtr(-lean[drawn])
    return np.asarray(found)


def _counts(armies: npt.NDArray[np.int64], units: int) -> sparse.csr_matrix:
    """How many of each unit, (n, units), for armies in slots."""
    there = armies >= 0
    ends = np.append(0, np.cumsum(there.sum(axis=1)))
    found = sparse.csr_matrix((np.ones(ends[-1]), armies[there], ends), shape=(len(armies), units))
    found.sum_duplicates()
    return found


def _in_parts(counts: sparse.csr_matrix) -> list[sparse.csr_matrix]:
    """The rows of every ``AT_ONCE`` battles; nothing is copied."""
    found = []
    for low in range(0, counts.shape[0], AT_ONCE):
        ends = counts.indptr[low : low + AT_ONCE + 1]
        there = slice(ends[0], ends[-1])
        part = counts.data[there], counts.indices[there], ends - ends[0]
        found.append(sparse.csr_matrix(part, shape=(len(ends) - 1, counts.shape[1])))
    return found
