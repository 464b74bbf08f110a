"""Local mispricing: how wrong the cost of one unit is, all other prices as printed.

Cost acts twice: it is the budget that a unit takes, and the VP that it concedes when it dies.  Raising the cost of
unit i by one VP raises what it must bring by lambda and lowers what it brings by q_i, so

    delta_i = (theta_i - lambda c_i) / (lambda + kappa q_i),      kappa = 1 for the margin,

and not theta / lambda - c.  Positive: worth more than it costs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.arrays import Flags, Floats, Integers
from tigersim.pricing.estimate.margin import MarginFit, Sandwich
from tigersim.pricing.estimate.scale import VPScale
from tigersim.statistics import student
from tigersim.statistics.discoveries import adjusted_p

BARGAIN, TOO_DEAR, FAIR, UNDETERMINED = "BARGAIN", "TOO DEAR", "FAIR", "UNDETERMINED"
VERDICTS = (BARGAIN, TOO_DEAR, FAIR, UNDETERMINED)
OFF = (BARGAIN, TOO_DEAR)
"""The verdicts of a unit that is mispriced: worth more than it costs, or less."""
LEAST = 1
"""VP; no unit costs less (PT-VP-06)."""
BAND = 0.5
"""VP.  A unit is mispriced when another whole price would be nearer to its worth."""
EQUIVALENCE = 1.0
"""VP.  A unit is fair when its 90% interval shows that it is less than this from its cost."""
FALSE_DISCOVERIES = 0.05
"""Share of the units called mispriced that may be within the band, on average."""


@dataclass(frozen=True)
class Mispricing:
    """delta and its covariance, VP, NaN where nothing may be divided; Student's freedom."""

    delta: Floats
    cov: Floats
    freedom: int

    @property
    def se(self) -> Floats:
        return np.sqrt(np.diagonal(self.cov))

    def half_width(self, level: float = 0.95) -> Floats:
        """Half the width of the two-sided interval, VP, (U,)."""
        return np.asarray(student.quantile(0.5 + level / 2, self.freedom) * self.se)


def mispricing(fit: MarginFit, spread: Sandwich, scale: VPScale, kappa: float = 1.0) -> Mispricing:
    """delta with the covariance that theta, lambda and mortality leave (delta method)."""
    delta, by_theta = local_delta(fit.theta, fit.cost, scale.value, fit.mortality, kappa)
    cov = by_theta @ spread.theta @ by_theta.T
    if fit.mortality is not None and spread.mortality is not None and spread.cross is not None:
        by_death = -kappa * delta / _divisor(scale.value, fit.mortality, kappa)
        mixed = by_theta @ spread.cross * by_death
        cov += mixed + mixed.T + spread.mortality * np.outer(by_death, by_death)
    return Mispricing(delta, 0.5 * (cov + cov.T), spread.freedom)


def local_delta(
    theta: Floats, cost: Floats, scale: float, mortality: Floats | None, kappa: float = 1.0
) -> tuple[Floats, Floats]:
    """delta (U,), VP, and its derivative by theta (U, U), ``scale`` being c'theta / (c'c).

    theta and ``scale`` are in one unit, VP of margin or logits; ``kappa``: what 1 VP conceded takes away, in that unit.
    NaN where nothing may be divided by lambda + kappa q.
    """
    below = _divisor(scale, np.zeros(len(cost)) if mortality is None else mortality, kappa)
    delta = (theta - scale * cost) / below
    weight = cost / (cost @ cost)
    return delta, (np.eye(len(cost)) - np.outer(cost + delta, weight)) / below[:, None]


def _divisor(scale: float, mortality: Floats, kappa: float) -> Floats:
    below = scale + kappa * mortality
    return np.where(below > 0, below, np.nan)


def verdicts(found: Mispricing) -> tuple[list[str], Floats]:
    """Verdict and p-value of "the worth is at most half a VP from the cost", unit by unit.

    BARGAIN or TOO DEAR by Benjamini and Hochberg's rule at 5% on these p-values; else FAIR where the 90% interval lies
    within 1 VP of the cost; else UNDETERMINED.  A unit shown to be worth 0.7 VP more is a BARGAIN although it is within
    1 VP.
    """
    p = interval_null_p(found.delta, found.se, freedom=found.freedom)
    known = np.isfinite(p)
    adjusted = np.full(len(p), np.inf)
    if known.any():
        adjusted[known] = adjusted_p(p[known])
    wrong = adjusted <= FALSE_DISCOVERIES
    fair = known & (np.abs(np.nan_to_num(found.delta)) + np.nan_to_num(found.half_width(0.90)) < EQUIVALENCE)
    side = np.where(np.nan_to_num(found.delta) > 0, BARGAIN, TOO_DEAR)
    names = [str(s) if w else FAIR if f else UNDETERMINED for s, w, f in zip(side, wrong, fair, strict=True)]
    return names, p


def cannot_be_cheaper(verdict: str, cost: float) -> bool:
    """Whether a unit is too dear at the least that a unit may cost."""
    return verdict == TOO_DEAR and cost <= LEAST


def interval_null_p(delta: Floats, se: Floats, band: float = BAND, freedom: float = np.inf) -> Floats:
    """Largest probability of so extreme a delta if the truth is within ``band`` VP."""
    far = np.abs(delta)
    return np.asarray(student.above((far - band) / se, freedom) + student.above((far + band) / se, freedom))


def selected_level(selected: int, units: int, errors: float = FALSE_DISCOVERIES) -> float:
    """Level of intervals quoted only for units that showed something: 1 - errors * R / m.

    Of the intervals so widened at most ``errors`` miss on average, however the R = ``selected`` of m = ``units`` were
    chosen by their own estimates (false coverage rate, Benjamini and Yekutieli 2005).  Raises ``InvalidValue`` unless
    1 <= R <= m.
    """
    if not 1 <= selected <= units:
        raise InvalidValue("selected units", selected, f"1 to {units}")
    return 1.0 - errors * selected / units


def selected_half_width(found: Mispricing, selected: Flags, errors: float = FALSE_DISCOVERIES) -> Floats:
    """Half-widths, VP, of the ``selected`` units (U,) at ``selected_level``; NaN for others."""
    level = selected_level(int(selected.sum()), len(selected), errors)
    return np.where(selected, found.half_width(level), np.nan)


def whole_vp(prices: Floats) -> Integers:
    """The nearest whole VP, at least 1 (a unit costs no less), halves upwards."""
    return np.maximum(np.floor(prices + 0.5), LEAST).astype(np.int64)


def nearest_whole_price(price: Floats, se: Floats, freedom: float = np.inf) -> tuple[Floats, Floats]:
    """The nearest whole price of each estimate, and how probably it is right."""
    whole = whole_vp(price).astype(np.float64)
    below = np.where(whole > LEAST, student.below((whole - 0.5 - price) / se, freedom), 0.0)
    return whole, np.asarray(student.below((whole + 0.5 - price) / se, freedom) - below)
