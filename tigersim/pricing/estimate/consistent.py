"""The self-consistent list: prices at which every unit brings exactly what it costs.

Deaths are logged, so battles can be scored at any price list p: theta(p) = G p + h, with h the worth in VP that no
death explains.  The list solves theta(p) = lambda p with the level fixed by p'c = c'c (only relative prices exist).
Without h it is an eigenvector of G, the matrix of kills exchanged minus the mortalities.  A matrix with no negative
entry off its diagonal has one positive eigenvector and no other; G is nearly such a matrix and no more (a landing craft
has a price below 0), so that there is one list only is what was found, from several starts, and not a theorem.  The
players' reaction to new prices is not in it: that takes new battles.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tigersim.pricing.estimate.arrays import Floats
from tigersim.pricing.estimate.margin import MarginFit

MOST_STEPS = 500
SETTLED = 1e-11
"""VP; the largest last step, relative to the dearest price."""


@dataclass(frozen=True)
class PriceList:
    """A self-consistent list: VP (U,), margin that one VP buys, and moves with theta (U, U)."""

    prices: Floats
    scale: float
    sensitivity: Floats

    def covariance(self, theta_cov: Floats) -> Floats:
        """Covariance of the prices, (U, U), from that of theta scored at them."""
        return np.asarray(self.sensitivity @ theta_cov @ self.sensitivity.T)


def self_consistent(fit: MarginFit) -> PriceList | None:
    """The self-consistent list of a fit, or None if the prices do not settle.

    Iterates p <- p + (theta - lambda p) / (lambda + q), the level restored each time.  (The step theta / lambda,
    without the mortality, overshoots and diverges where units usually die.)
    """
    if fit.mortality is None:
        return None
    cost, units = fit.cost, len(fit.cost)
    prices = cost.copy()
    for _ in range(MOST_STEPS):
        theta = fit.coef_at(prices)[:units]
        scale = float(prices @ theta / (prices @ prices))
        if not scale > 0:
            return None
        step = prices + (theta - scale * prices) / (scale + fit.mortality)
        step *= (cost @ cost) / (cost @ step)
        moved = np.abs(step - prices).max()
        prices = step
        if moved <= SETTLED * np.abs(prices).max():
            return PriceList(prices, scale, _sensitivity(fit, prices, scale))
    return None


def _sensitivity(fit: MarginFit, prices: Floats, scale: float) -> Floats:
    """d prices / d theta from (lambda - G) dp + p dlambda = dtheta and c'dp = 0."""
    assert fit.response is not None
    units = len(prices)
    system = np.zeros((units + 1, units + 1))
    system[:units, :units] = scale * np.eye(units) - fit.response[:units]
    system[:units, units] = prices
    system[units, :units] = fit.cost
    return np.asarray(np.linalg.inv(system)[:units, :units])
