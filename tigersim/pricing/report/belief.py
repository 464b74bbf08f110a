"""What is believed of units before and after battles of some armies: the map of a search.

Worths are taken for a normal vector and an army for the sum of its units.  That is no more than a map: which armies to
try next.  What an army is worth is said by its battles alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import linalg

from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.report.result import Prices

LACK = 1.0
"""VP of margin, standard deviation: how far an army is from the sum of its units."""
DOUBT = 0.3
"""VP of margin, standard deviation: what a worth at the printed list leaves open about armies of chosen units."""
DOUBT_PER_VP = 0.05
"""How much more is open for each VP that a price has moved: prices of friends and victims move with it."""


@dataclass(frozen=True, eq=False)
class Belief:
    """VP of margin per unit, as a normal vector (U,); mortality: how often a unit dies."""

    mean: Floats
    cov: Floats
    mortality: Floats

    @classmethod
    def of(cls, prices: Prices) -> Belief:
        """What a finished price list says, at the prices that were played in it."""
        mean, error = (prices.table[name].to_numpy(dtype=float) for name in ("theta", "theta_se"))
        mortality = prices.detail["mortality"].to_numpy(dtype=float)
        return cls(mean, np.diag(error**2 + DOUBT**2), np.nan_to_num(mortality))

    def repriced(self, moved: Floats | Integers) -> Belief:
        """After prices have moved by ``moved`` (U,) VP: a unit that dies gives away so much more."""
        doubt = DOUBT_PER_VP * np.abs(moved)
        return replace(self, mean=self.mean - self.mortality * moved, cov=self.cov + np.diag(doubt**2))

    def after(self, counts: Floats, margins: Floats, errors: Floats) -> Belief:
        """The belief after armies, ``counts`` (n, U) beyond those of opponents, have fought."""
        across = counts @ self.cov
        seen = across @ counts.T + np.diag(errors**2 + LACK**2)
        gain = linalg.solve(seen, across, assume_a="pos").T
        cov = self.cov - gain @ across
        return replace(self, mean=self.mean + gain @ (margins - counts @ self.mean), cov=(cov + cov.T) / 2)

    def draws(self, n: int, chance: np.random.Generator) -> Floats:
        """Worths that may be, (n, U)."""
        values, vectors = np.linalg.eigh(self.cov)
        spread = vectors * np.sqrt(np.maximum(values, 0.0))
        return np.asarray(self.mean + chance.standard_normal((n, len(self.mean))) @ spread.T)
