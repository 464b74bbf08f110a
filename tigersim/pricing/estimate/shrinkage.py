"""Worths drawn towards what class and traits say: empirical Bayes.

It serves predictions, and lists of few battles.

    worth_i = x_i'b + r_i,   r_i ~ N(0, s^2),     seen with errors of covariance V

With s^2 by restricted maximum likelihood (``traits_from_prices.reml``) the best linear prediction of a unit's worth is
x'b + s^2 (s^2 I + V)^-1 (seen - x'b) (Robinson 1991).  It errs less than the raw worth on average over units and is
biased for each of them: verdicts rest on the raw worths with their own intervals.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import linalg

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.arrays import Floats
from tigersim.pricing.estimate.traits_from_prices import reml, towards


@dataclass(frozen=True)
class Shrunk:
    """Worths drawn towards their regression.

    worth: (U,), VP.
    cov: of worth minus truth, (U, U), s^2 taken for known.
    expected: x'b, the mean worth of units like it.
    residual_sd: s, VP.
    kept: share of its distance from ``expected`` that a unit keeps, roughly, (U,).
    """

    worth: Floats
    cov: Floats
    expected: Floats
    coef: Floats
    residual_sd: float
    kept: Floats

    @property
    def se(self) -> Floats:
        return np.sqrt(np.diagonal(self.cov))


def shrink(x: Floats, worth: Floats, cov: Floats) -> Shrunk:
    """Shrink worths towards their regression on columns.

    x: (U, k), columns of full rank, as from ``traits_from_prices.class_and_trait_columns``; a column of
    ones alone shrinks towards the mean.
    worth: (U,), VP.
    cov: its covariance, (U, U).

    Raises ``InvalidValue`` for shapes that do not fit, or not more units than columns.
    """
    units = len(worth)
    if x.ndim != 2 or len(x) != units or np.shape(cov) != (units, units):
        raise InvalidValue("x and cov", f"shapes {x.shape}, {np.shape(cov)}", f"({units}, columns), ({units}, {units})")
    if units <= x.shape[1]:
        raise InvalidValue("number of units", units, f"more than the {x.shape[1]} columns")
    coef, coef_cov, variance = reml(x, worth, cov)
    expected = x @ coef
    whole = linalg.cho_factor(cov + variance * np.eye(units))
    gain = variance * linalg.cho_solve(whole, np.eye(units))
    # what the errors of b add: they move the expectation, and the data pull it back by the gain
    along = x - gain @ x
    left = variance * (np.eye(units) - gain) + along @ coef_cov @ along.T
    return Shrunk(
        worth=towards(expected, worth, cov, variance),
        cov=0.5 * (left + left.T),
        expected=expected,
        coef=coef,
        residual_sd=float(np.sqrt(variance)),
        kept=variance / (variance + np.diagonal(cov)),
    )
