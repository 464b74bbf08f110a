"""Prices at which armies of equal cost win as often as they lose.

The chance to win is a probit of the difference of both costs over the root of their sum: dice decide less of a large
battle.  Prices are fitted to wins, not to margins, for it is wins that a list is to make even.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import optimize, sparse, special, stats

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.arrays import Floats, Integers

STEEPNESS = 0.3
"""Where the fit begins."""
LEAST_CHANCE = 1e-9
STEPS = 300


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
    side_a, side_b = (_counts(outcomes.armies[:, side], len(begin)) for side in range(2))
    apart, both = side_a - side_b, side_a + side_b
    apart_t, both_t = apart.T.tocsr(), both.T.tocsr()
    won, weight = outcomes.won, outcomes.weight / outcomes.weight.sum()

    def loss(point: Floats) -> tuple[float, Floats]:
        prices, steep = np.exp(point[:-1]), np.exp(point[-1])
        spread = np.sqrt(both @ prices)
        lean = steep * (apart @ prices) / spread
        likely = weight @ (won * special.log_ndtr(lean) + (1 - won) * special.log_ndtr(-lean))
        chance = np.clip(special.ndtr(lean), LEAST_CHANCE, 1 - LEAST_CHANCE)
        to_lean = weight * stats.norm.pdf(lean) * (won - chance) / (chance * (1 - chance))
        to_prices = apart_t @ (to_lean * steep / spread) - both_t @ (to_lean * lean / spread**2) / 2
        return -float(likely), -np.append(to_prices * prices, to_lean @ lean)

    start = np.append(np.log(begin), np.log(STEEPNESS))
    bounds = [(np.log(least), None)] * len(begin) + [(None, None)]
    found = optimize.minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": STEPS}).x
    prices = np.exp(found[:-1])
    larger = begin.sum() / prices.sum()
    return Even(np.maximum(prices * larger, least), float(np.exp(found[-1]) / larger**0.5))


def _counts(armies: npt.NDArray[np.int64], units: int) -> sparse.csr_matrix:
    there = armies >= 0
    rows, _ = np.nonzero(there)
    return sparse.csr_matrix((np.ones(len(rows)), (rows, armies[there])), shape=(len(armies), units))
