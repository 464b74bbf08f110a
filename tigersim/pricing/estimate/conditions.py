"""Prices under several conditions: what of a price belongs to the unit, what to them.

Conditions are players, tables, sizes of armies and rulings:

    price of unit i under condition c = p_i + u_ic,   u_ic ~ N(0, s_u^2),   seen with a known error

Beyond some 100,000 battles the errors of sampling are the smaller part, so a price is published with its range over
conditions next to its interval.  Everything here takes the errors off: the plain spread of estimates over conditions
mistakes chance for conditions.

The range of a unit is where its price would lie under one condition more, of the same sort as those that were played.
With C conditions, y their prices, v the mean of their sampling variances and t Student's of C - 1 degrees of freedom,

    s^2 = var(y) - v, at least 0      (of this unit alone; nothing is borrowed from others)
    range = mean(y) -+ t sqrt(s^2 (1 + 1/C) + v/C), opened where need be to hold the interval of the list itself

Where s is 0 the conditions show nothing beyond chance, and the range is that interval.  It estimates one
thing for 5 conditions and for 20, which the lowest and the highest price of all conditions are not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import scipy

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.arrays import Flags, Floats
from tigersim.pricing.estimate.mispricing import BARGAIN, TOO_DEAR
from tigersim.statistics import student
from tigersim.statistics.intervals import Z_95, Interval

ROBUST = 0.8
"""A verdict is robust when it is the same under this share of the conditions and turns round under none."""


@dataclass(frozen=True)
class Conditions:
    """Prices (U units, C conditions), VP.

    spread: s_u over all units, with its 95% interval; own_spread: of each unit by itself, (U,).  price: mean over
    conditions, (U,), and its standard error as a mean over the conditions that might have been played.  low, high: the
    range of a unit, (U,): where its price would lie under a further condition, with 95%, the interval of the first
    condition (the list itself) included.  rank_correlation: between conditions, (C, C), as it would be without errors.
    """

    spread: float
    spread_interval: Interval
    own_spread: Floats
    price: Floats
    se: Floats
    low: Floats
    high: Floats
    rank_correlation: Floats


def over_conditions(prices: Floats, errors: Floats) -> Conditions:
    """What prices under several conditions have in common, errors of sampling taken off.

    prices: (U, C), VP, of U units under C conditions.
    errors: standard errors (U, C) where every condition had dice of its own, or covariances between conditions (U, C,
    C) where they shared armies and dice.

    Raises ``InvalidValue`` for fewer than three units or two conditions, and for shapes and errors that do not fit.
    """
    cov = _covariances(prices, errors)
    units, conditions = prices.shape
    noise = _within(cov)
    mean = prices.mean(axis=1)
    of_unit = ((prices - mean[:, None]) ** 2).sum(axis=1) / (conditions - 1) - noise
    square = float(of_unit.mean())
    half = float(student.quantile(0.975, units - 1) * of_unit.std(ddof=1) / np.sqrt(units))
    low, high = (float(np.sqrt(max(end, 0.0))) for end in (square - half, square + half))
    spread = float(np.sqrt(max(square, 0.0)))
    least, most = _further_condition(prices, cov, of_unit)
    return Conditions(
        spread=spread,
        spread_interval=Interval(low, high),
        own_spread=np.sqrt(np.maximum(of_unit, 0.0)),
        price=mean,
        se=np.sqrt(spread**2 / conditions + cov.mean(axis=(1, 2))),
        low=least,
        high=most,
        rank_correlation=_rank_correlation(prices, cov),
    )


def _covariances(prices: Floats, errors: Floats) -> Floats:
    if prices.ndim != 2 or prices.shape[0] < 3 or prices.shape[1] < 2:
        raise InvalidValue("prices", f"an array of shape {prices.shape}", "3 units or more by 2 conditions or more")
    if errors.shape not in (prices.shape, (*prices.shape, prices.shape[1])):
        raise InvalidValue("errors", f"an array of shape {errors.shape}", "(U, C), or (U, C, C)")
    cov = errors if errors.ndim == 3 else errors[:, :, None] ** 2 * np.eye(prices.shape[1])
    if not (np.isfinite(prices).all() and np.isfinite(cov).all()) or np.diagonal(cov, axis1=1, axis2=2).min() < 0:
        raise InvalidValue("prices or errors", "missing or negative", "prices and errors of every unit and condition")
    return cov


def _further_condition(prices: Floats, cov: Floats, of_unit: Floats) -> tuple[Floats, Floats]:
    """Where a unit's price would lie under a condition that was not played, (U,) twice."""
    conditions = prices.shape[1]
    listed, error = prices[:, 0], Z_95 * np.sqrt(cov[:, 0, 0])
    reach = student.quantile(0.975, conditions - 1) * np.sqrt(
        np.maximum(of_unit, 0.0) * (1 + 1 / conditions) + cov.mean(axis=(1, 2))
    )
    mean, apart = prices.mean(axis=1), of_unit > 0
    low = np.where(apart, np.minimum(mean - reach, listed - error), listed - error)
    high = np.where(apart, np.maximum(mean + reach, listed + error), listed + error)
    return low, high


def _within(cov: Floats) -> Floats:
    """What errors add to a unit's variance over conditions, (U,): its own less the shared one."""
    conditions = cov.shape[1]
    own = np.trace(cov, axis1=1, axis2=2)
    return np.asarray((own - cov.sum(axis=(1, 2)) / conditions) / (conditions - 1))


def _rank_correlation(prices: Floats, cov: Floats) -> Floats:
    """Spearman's correlation, errors taken off by way of normal prices with these ranks."""
    ranks = np.corrcoef(np.apply_along_axis(scipy.stats.rankdata, 0, prices).T)
    size = prices.std(axis=0, ddof=1)
    seen = 2 * np.sin(np.pi * ranks / 6) * np.outer(size, size)
    true = seen - cov.mean(axis=0)
    own = np.maximum(size**2 - np.diagonal(cov.mean(axis=0)), 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        # without any true spread there are no true ranks: NaN
        r = np.clip(true / np.sqrt(np.outer(own, own)), -1.0, 1.0)
    np.fill_diagonal(r, 1.0)
    return np.asarray(6 / np.pi * np.arcsin(r / 2))


def robust_verdicts(verdicts: npt.NDArray[np.str_]) -> tuple[npt.NDArray[np.str_], Floats, Flags]:
    """Commonest verdict of each unit (U,), its share of conditions, and whether it is robust.

    Robust: the same under 80% of the conditions, and a bargain under none of them where it is too dear under another.
    verdicts: (U, C).  Of two verdicts equally common the first by alphabet is named; at 80% none can be.
    """
    given = np.asarray(verdicts)
    if given.ndim != 2 or not given.size:
        raise InvalidValue("verdicts", f"an array of shape {given.shape}", "(U, C)")
    names, codes = np.unique(given, return_inverse=True)
    counts = (codes.reshape(given.shape)[:, :, None] == np.arange(len(names))).sum(axis=1)
    share = counts.max(axis=1) / given.shape[1]
    turns = (given == BARGAIN).any(axis=1) & (given == TOO_DEAR).any(axis=1)
    return names[counts.argmax(axis=1)], share, (share >= ROBUST) & ~turns
