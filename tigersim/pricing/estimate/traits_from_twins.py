"""From twin battles to the worth of a trait: tau, its price, its verdict, its mean.

tau is the VP of margin that the trait brings, the unit costing and scoring the same with it and without.  A price of
w VP for it would take w VP of budget, each worth lambda, and concede w VP more whenever the unit that has it dies:

    worth = tau / (lambda + q),     q = P(the unit with the trait dies)

lambda is the VP of margin that one VP of the printed list buys, from the first battle of every pair.  The errors of
tau, q and lambda all enter, and what tau and q share; what tau and lambda share is left out: lambda has so little error
next to tau that it cannot show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from tigersim.catalogue.traits import traits as vocabulary
from tigersim.errors import IdentifiabilityError
from tigersim.pricing.estimate.arrays import Floats
from tigersim.pricing.estimate.data import BattleTable
from tigersim.pricing.estimate.margin import MarginFit, Sandwich, fit_margin, sandwich
from tigersim.pricing.estimate.mispricing import BARGAIN, FAIR, OFF, TOO_DEAR, UNDETERMINED, Mispricing, verdicts
from tigersim.pricing.estimate.moments import Moments
from tigersim.pricing.estimate.scale import Guards, ScaleNotPrecise, VPScale, budget_gap, check_design, vp_scale
from tigersim.pricing.estimate.trait_cells import IDLE, NO_EFFECT
from tigersim.pricing.estimate.traits_from_prices import reml
from tigersim.statistics import student

GUARDS = Guards(min_appearances=50, max_scale_error=0.1)
"""Twins tell every cell apart by coins, so far fewer appearances will do than for a price, and the scale moves a worth
only in proportion."""


@dataclass(frozen=True)
class TraitWorths:
    """Worths of C cells: VP of price, VP of margin (tau), deaths with the trait, (C,).

    gain: how many times as many battles would be needed if each were drawn by itself.
    """

    worth: Floats
    cov: Floats
    tau: Floats
    tau_se: Floats
    mortality: Floats
    n: Floats
    scale: VPScale
    gain: float
    freedom: int

    @property
    def se(self) -> Floats:
        return np.sqrt(np.diagonal(self.cov))


def trait_worths(
    pairs: Sequence[BattleTable], level: Sequence[BattleTable], listed: int, guards: Guards = GUARDS
) -> TraitWorths:
    """Worths of traits from the differences of twin battles.

    pairs: what ``trait_twins.differences`` gives.
    level: battles for the VP scale.
    listed: number of their units, the first, that are the printed list.
    guards: what the battles must offer.

    Raises ``IdentifiabilityError``, by name, where the battles cannot tell.
    """
    fit, spread = _taus(pairs, guards)
    scale, variance = _scale(level, listed, guards)
    assert fit.mortality is not None
    assert spread.mortality is not None
    assert spread.cross is not None
    below = scale.value + fit.mortality
    worth = fit.theta / below
    by_tau, by_below = 1 / below, -worth / below
    mixed = by_tau[:, None] * spread.cross * by_below
    cov = spread.theta * np.outer(by_tau, by_tau) + mixed + mixed.T
    cov += (spread.mortality + scale.se**2) * np.outer(by_below, by_below)
    return TraitWorths(
        worth=worth,
        cov=cov,
        tau=fit.theta,
        tau_se=np.sqrt(np.diagonal(spread.theta)),
        mortality=fit.mortality,
        n=fit.count,
        scale=scale,
        gain=2 * variance / fit.variance if fit.variance > 0 else np.inf,
        freedom=spread.freedom,
    )


def _taus(pairs: Sequence[BattleTable], guards: Guards) -> tuple[MarginFit, Sandwich]:
    roster = pairs[0].roster
    moments = _sums(pairs)
    total = moments.total()
    rare = np.flatnonzero(total.n < guards.min_appearances)
    battles = sum(map(len, pairs))
    fewest = float(total.n.min())
    if len(rare) or battles <= 2 * moments.columns.count:
        needed = 2 * battles * guards.min_appearances / max(fewest, 1)
        raise IdentifiabilityError(
            f"{len(rare)} of {len(roster)} traits on standard units took part fewer than {guards.min_appearances} "
            f"times, as did {roster.keys[int(np.argmin(total.n))]} ({int(fewest)}); play more battles (about "
            f"{1.5 * max(needed, 4 * moments.columns.count):,.0f}), or ask for fewer classes or traits"
        )
    fit = fit_margin(total, moments.columns, roster, luck="none")
    return fit, sandwich(pairs, fit)


def _scale(level: Sequence[BattleTable], listed: int, guards: Guards) -> tuple[VPScale, float]:
    """lambda of the first ``listed`` units, and the variance of a battle by itself, VP squared."""
    moments, roster = _sums(level), level[0].roster
    total, columns = moments.total(), moments.columns
    check_design(total, columns, roster, guards)
    fit = fit_margin(total, columns, roster, luck="none")
    theta = sandwich(level, fit, prices=roster.cost).theta[:listed, :listed]
    assert fit.mortality is not None
    gap = budget_gap(total, columns, roster)
    cost, mortality = roster.cost[:listed], fit.mortality[:listed]
    try:
        scale = vp_scale(fit.theta[:listed], theta, cost, mortality, gap, fit.battles, guards)
    except ScaleNotPrecise as error:
        raise ScaleNotPrecise(f"{error}; count a pair of twins as one battle") from None
    return scale, fit.variance


def _sums(parts: Sequence[BattleTable]) -> Moments:
    return Moments(parts[0].roster, chances=parts[0].chances).with_all(parts)


def cell_table(found: TraitWorths, frame: pd.DataFrame, without: Floats) -> pd.DataFrame:
    """One row per cell; ``without``: mortalities without the trait, (C,).

    Columns ``type trait kind printed charged worth low high verdict p_value mortality mortality_without tau tau_se n
    units``; VP, 95% intervals; verdicts as of prices, worth against printed.
    """
    printed = np.array([float(vocabulary()[name].vp) for name in frame["trait"]])
    beside = Mispricing(found.worth - printed, found.cov, found.freedom)
    said, p = verdicts(beside)
    half = beside.half_width()
    return pd.DataFrame(
        {
            "type": frame["type"].to_numpy(dtype=object),
            "trait": frame["trait"].to_numpy(dtype=object),
            "kind": [vocabulary()[name].kind for name in frame["trait"]],
            "printed": printed.astype(np.int64),
            "charged": frame["charged"].to_numpy(dtype=np.int64),
            "worth": found.worth,
            "low": found.worth - half,
            "high": found.worth + half,
            "verdict": said,
            "p_value": p,
            "mortality": found.mortality,
            "mortality_without": without,
            "tau": found.tau,
            "tau_se": found.tau_se,
            "n": found.n.astype(np.int64),
            "units": frame["units"].to_numpy(dtype=np.int64),
        }
    )


def sentence_on(cells: pd.DataFrame) -> str:
    """How many traits of a table of cells have which verdict, in a sentence."""
    counts = cells["verdict"].value_counts()
    cheap, dear, fair, open_ = (int(counts.get(name, 0)) for name in (BARGAIN, TOO_DEAR, FAIR, UNDETERMINED))
    return (
        f"Of {len(cells)} traits on standard units {cheap} bring more than is asked for them ({BARGAIN}), {dear} bring "
        f"less ({TOO_DEAR}), {fair} are {FAIR} and {open_} {UNDETERMINED}, their worth set against the printed VP."
    )


def trait_table(cells: pd.DataFrame, found: TraitWorths, left_out: pd.DataFrame) -> pd.DataFrame:
    """One row per trait, in the order of the rulebook.

    cells: as ``cell_table`` gives them.
    found: the worths.
    left_out: rows ``type trait reason units``.

    Columns ``trait kind printed worth low high spread carried carried_low carried_high mispriced fair classes idle
    units``.  classes: those on which the trait was tried; idle: those on which it makes no difference, which enter no
    mean.  worth: mean over the classes as if they were drawn from many (random effects, REML), ``spread`` the standard
    deviation between them; carried: mean over the historical units that have the trait, each taken for the standard
    unit of its class; mispriced: classes on which it is a bargain or too dear; fair: on which it is fair.  VP, 95%
    intervals.
    """
    idle = left_out[left_out["reason"].isin([NO_EFFECT, IDLE])]
    rows = []
    for name, trait in vocabulary().items():
        at, unused = np.flatnonzero(cells["trait"] == name), idle[idle["trait"] == name]
        if len(at) == 0 and len(unused) == 0:
            continue
        part, cov = cells.iloc[at], found.cov[np.ix_(at, at)]
        units = part["units"].to_numpy(dtype=np.float64)
        carried = _carried(found.worth[at], cov, units, float(unused["units"].sum()), found.freedom)
        over = _over_classes(found.worth[at], cov, found.freedom) if len(at) else (np.nan,) * 4
        rows.append(
            {
                "trait": name,
                "kind": trait.kind,
                "printed": trait.vp,
                **dict(zip(("worth", "low", "high", "spread"), over, strict=True)),
                **dict(zip(("carried", "carried_low", "carried_high"), carried, strict=True)),
                "mispriced": int(part["verdict"].isin(OFF).sum()),
                "fair": int((part["verdict"] == FAIR).sum()),
                "classes": len(at),
                "idle": len(unused),
                "units": int(units.sum() + unused["units"].sum()),
            }
        )
    return pd.DataFrame(rows)


def _over_classes(worth: Floats, cov: Floats, freedom: int) -> tuple[float, float, float, float]:
    """Mean, its interval and the standard deviation between classes."""
    if len(worth) == 1:
        return *_weighted(worth, cov, np.ones(1), freedom), float("nan")
    coef, coef_cov, variance = reml(np.ones((len(worth), 1)), worth, cov)
    mean, half = float(coef[0]), float(student.quantile(0.975, len(worth) - 1) * np.sqrt(coef_cov[0, 0]))
    return mean, mean - half, mean + half, float(np.sqrt(variance))


def _carried(worth: Floats, cov: Floats, units: Floats, idle: float, freedom: int) -> tuple[float, float, float]:
    """Mean over the units that have the trait, ``idle`` of them having no use for it."""
    if not units.any():
        return 0.0 if idle else np.nan, np.nan, np.nan
    return _weighted(worth, cov, units / (units.sum() + idle), freedom)


def _weighted(worth: Floats, cov: Floats, share: Floats, freedom: int) -> tuple[float, float, float]:
    mean, half = float(share @ worth), float(student.quantile(0.975, freedom) * np.sqrt(share @ cov @ share))
    return mean, mean - half, mean + half
