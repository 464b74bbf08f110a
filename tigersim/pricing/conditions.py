"""One price per condition (players, tables, sizes, rulings): how much of a price is the unit's and how much theirs.

    price of unit i under condition c = p_i + u_ic,   u_ic ~ N(0, s_u^2),   seen with a known error

Beyond some 100,000 battles the errors of sampling are the smaller part, so a price is published with its range over
conditions beside its interval.  Everything here takes the errors off: the plain spread of estimates over conditions
mistakes chance for conditions.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

from tigersim.errors import InvalidValue
from tigersim.pricing.arrays import Flags, Floats
from tigersim.pricing.mispricing import FALSE_DISCOVERIES
from tigersim.simulate.sample import Interval

ROBUST = 0.8
"""A verdict is robust when it is the same under this share of the conditions."""


@dataclass(frozen=True)
class Conditions:
    """Prices (U units, C conditions), VP.

    spread: s_u, with its 95% interval.  price: mean over conditions, (U,), and its standard error as a mean over the
    conditions that might have been played.  low, high: the range of a unit's prices over these conditions, (U,), errors
    taken off.  rank_correlation: between conditions, (C, C), as it would be without errors.
    """

    spread: float
    spread_interval: Interval
    price: Floats
    se: Floats
    low: Floats
    high: Floats
    rank_correlation: Floats


def over_conditions(prices: Floats, errors: Floats) -> Conditions:
    """prices: (U, C), VP.  errors: their standard errors (U, C), if the conditions were played with dice of their own,
    or covariances between conditions (U, C, C), if they shared armies and dice.

    Raises ``InvalidValue`` for fewer than three units or two conditions, and for shapes and errors that do not fit.
    """
    cov = _covariances(prices, errors)
    units, conditions = prices.shape
    noise = _within(cov)
    mean = prices.mean(axis=1)
    of_unit = ((prices - mean[:, None]) ** 2).sum(axis=1) / (conditions - 1) - noise
    square = float(of_unit.mean())
    half = float(stats.t.ppf(0.975, units - 1) * of_unit.std(ddof=1) / np.sqrt(units))
    low, high = (float(np.sqrt(max(end, 0.0))) for end in (square - half, square + half))
    spread = float(np.sqrt(max(square, 0.0)))
    # the root, so that what is left has the spread s_u; the best guess of each u would have less (Louis 1984)
    kept = np.sqrt(spread**2 / (spread**2 + noise)) if spread > 0 else np.zeros(units)
    calm = mean[:, None] + kept[:, None] * (prices - mean[:, None])
    return Conditions(
        spread=spread,
        spread_interval=Interval(low, high),
        price=mean,
        se=np.sqrt(spread**2 / conditions + cov.mean(axis=(1, 2))),
        low=calm.min(axis=1),
        high=calm.max(axis=1),
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


def _within(cov: Floats) -> Floats:
    """What errors add on average to a unit's variance over conditions, (U,): own variance minus what is shared."""
    conditions = cov.shape[1]
    own = np.trace(cov, axis1=1, axis2=2)
    return np.asarray((own - cov.sum(axis=(1, 2)) / conditions) / (conditions - 1))


def _rank_correlation(prices: Floats, cov: Floats) -> Floats:
    """Spearman's, by way of the correlation of normal prices with the same ranks, errors taken off; at most 1."""
    ranks = np.corrcoef(np.apply_along_axis(stats.rankdata, 0, prices).T)
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
    """The commonest verdict of each unit (U,), its share of the conditions, and whether that makes it robust.

    verdicts: (U, C).  Of two verdicts equally common the first by alphabet is named; at 80% none can be.
    """
    given = np.asarray(verdicts)
    if given.ndim != 2 or not given.size:
        raise InvalidValue("verdicts", f"an array of shape {given.shape}", "(U, C)")
    names, codes = np.unique(given, return_inverse=True)
    counts = (codes.reshape(given.shape)[:, :, None] == np.arange(len(names))).sum(axis=1)
    share = counts.max(axis=1) / given.shape[1]
    return names[counts.argmax(axis=1)], share, share >= ROBUST


@dataclass(frozen=True)
class SkillSlope:
    """slope: VP of price per step of skill, (U,); gated: not nought, 5% of those so called being wrong on average."""

    slope: Floats
    se: Floats
    gated: Flags


def skill_slope(prices: Floats, errors: Floats, skill: Floats) -> SkillSlope:
    """Which prices depend on how well the players play (Jaffe et al. 2012).  prices, errors as in ``over_conditions``;
    skill: of the players of each condition, (C,).  The errors are those of sampling alone.

    Raises ``InvalidValue`` where the skill does not vary.
    """
    cov = _covariances(prices, errors)
    level = np.asarray(skill, dtype=np.float64)
    if level.shape != prices.shape[1:] or not np.ptp(level) > 0:
        raise InvalidValue("skill", skill, f"{prices.shape[1]} numbers that are not all the same")
    weight = (level - level.mean()) / np.sum((level - level.mean()) ** 2)
    slope, se = prices @ weight, np.sqrt(np.einsum("c,ucd,d->u", weight, cov, weight))
    p = 2 * stats.norm.sf(np.abs(slope) / se)
    return SkillSlope(slope, se, stats.false_discovery_control(p) <= FALSE_DISCOVERIES)
