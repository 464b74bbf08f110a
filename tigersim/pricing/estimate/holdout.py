"""How well prices forecast unseen battles: armies held out, and units held out.

Fitting is no test.  Whole armies are held out, with every battle that shares one (else the pairs of a mirrored match
would leak), and four forecasts are scored on them: a coin, the printed cost, the fitted worths, and, where it is known,
the truth.  Dice set a floor that no forecast passes, so what is reported is the share of the way from the coin to that
floor, not a count of right guesses.  Harder still: the worth of a unit from its class and traits, itself left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import linalg, sparse, special
from scipy.sparse import csgraph

from tigersim.errors import IdentifiabilityError, InvalidValue
from tigersim.pricing.estimate.arrays import Flags, Floats, Integers
from tigersim.pricing.estimate.data import BattleTable
from tigersim.pricing.estimate.traits_from_prices import reml
from tigersim.pricing.estimate.wins import fit_wins, half_wins
from tigersim.statistics.logit import NoFit, fit_logit

BINS = 10
SLACK = 0.25
"""The share held out may miss the one asked for by this part of it."""


class ArmiesNotSeparable(IdentifiabilityError):
    """The battles hang together by shared armies, so none can be held out."""


@dataclass(frozen=True)
class Score:
    """How well one forecast did.

    log_loss: nats a battle.
    brier: mean square error.
    slope, intercept: of the logit of the results on the logit forecast (1 and 0: calibrated; a slope below 1: too bold;
    NaN for a forecast that never varies).
    curve: up to ten bins of equal numbers; columns ``forecast came battles``.
    """

    log_loss: float
    brier: float
    slope: float
    intercept: float
    curve: pd.DataFrame


def score(chance: Floats, won: Floats) -> Score:
    """Score forecasts (N,) of battles ``won`` (N,): 1, 0, or one half for a draw.

    Raises ``InvalidValue`` for shapes that do not fit and for forecasts of 0 or 1, which are never forgiven.
    """
    p, y = np.asarray(chance, dtype=np.float64), np.asarray(won, dtype=np.float64)
    if p.shape != y.shape or p.ndim != 1 or not len(p):
        raise InvalidValue("chance and won", f"shapes {p.shape}, {y.shape}", "one shape, (N,)")
    if not ((p > 0) & (p < 1)).all():
        raise InvalidValue("chance", "0 or 1, or missing", "numbers between 0 and 1")
    loss = -float(np.mean(y * np.log(p) + (1 - y) * np.log1p(-p)))
    slope, intercept = _calibration(special.logit(p), y)
    return Score(loss, float(np.mean((y - p) ** 2)), slope, intercept, _curve(p, y))


def _calibration(logit: Floats, won: Floats) -> tuple[float, float]:
    if np.ptp(logit) < 1e-12:
        return float("nan"), float("nan")
    try:
        (slope, intercept), _ = fit_logit(np.column_stack([logit, np.ones(len(logit))]), won)
    except NoFit:
        raise IdentifiabilityError("the forecast tells every battle right, so its calibration has no slope") from None
    return float(slope), float(intercept)


def _curve(p: Floats, won: Floats) -> pd.DataFrame:
    parts = np.array_split(np.argsort(p, kind="stable"), min(BINS, len(p)))
    return pd.DataFrame(
        {
            "forecast": [float(p[part].mean()) for part in parts],
            "came": [float(won[part].mean()) for part in parts],
            "battles": [len(part) for part in parts],
        }
    )


def held_out(battles: BattleTable, share: float = 0.2, seed: int = 1) -> Flags:
    """About ``share`` of the battles, (N,), with armies of their own, to be held out.

    Raises ``ArmiesNotSeparable`` where shared armies tie the battles into lumps too big for that share.
    """
    if not 0 < share < 1:
        raise InvalidValue("share", share, "a number between 0 and 1")
    group = _tied(battles)
    size = np.bincount(group)
    wanted = share * len(battles)
    small = np.flatnonzero(size <= SLACK * wanted)  # a big lump stays in the fit
    order = np.random.default_rng(seed).permutation(small)
    chosen = np.zeros(len(size), dtype=bool)
    chosen[order[np.cumsum(size[order]) <= wanted]] = True
    mine: Flags = chosen[group]
    if abs(mine.mean() - share) > SLACK * share:
        raise ArmiesNotSeparable(
            f"{size.max()} of {len(battles)} battles hang together by armies that they share, so {share:.0%} of them "
            "cannot be held out; draw armies anew for every battle, or for every pair of battles"
        )
    return mine


def _tied(battles: BattleTable) -> Integers:
    """Number of the lump of each battle, (N,), tied by armies and pairs."""
    n = len(battles)
    armies = np.sort(battles.army, axis=2).reshape(2 * n, -1)
    _, which = np.unique(armies, axis=0, return_inverse=True)
    rows = [np.repeat(np.arange(n), 2), which.ravel()]
    kinds = int(which.max()) + 1
    if battles.pair is not None:
        _, pair = np.unique(battles.pair, return_inverse=True)
        rows = [np.concatenate([rows[0], np.arange(n)]), np.concatenate([rows[1], kinds + pair])]
        kinds += int(pair.max()) + 1
    links = sparse.coo_array((np.ones(len(rows[0])), (rows[0], n + rows[1])), shape=(n + kinds, n + kinds))
    _, lump = csgraph.connected_components(links, directed=False)
    return np.asarray(np.unique(lump[:n], return_inverse=True)[1])


@dataclass(frozen=True)
class HoldOut:
    """Scores on battles that were not fitted.

    coin: log loss of a coin, log 2.
    truth: None where it is unknown.
    attained: share of the way from the coin to the truth that the worths (``additive``) and the printed cost (``cost``)
    go; NaN where the truth is unknown.
    """

    coin: float
    cost: Score
    additive: Score
    truth: Score | None
    battles: int
    fitted: int

    @property
    def attained(self) -> Mapping[str, float]:
        floor = float("nan") if self.truth is None else self.truth.log_loss
        return {
            name: (self.coin - one.log_loss) / (self.coin - floor)
            for name, one in (("cost", self.cost), ("additive", self.additive))
        }


def hold_out(
    battles: BattleTable, *, tables: int = 1, share: float = 0.2, seed: int = 1, truth: Floats | None = None
) -> HoldOut:
    """Fit wins to the battles that are left and score forecasts of those held out.

    truth: P(side a wins) of every battle, (N,), where it is known (planted worlds) or was counted in replicates of
    other dice.  Both fits know attacker and table.  Raises what ``held_out`` and ``fit_wins`` raise.
    """
    out = held_out(battles, share, seed)
    fitted, asked = battles.rows(np.flatnonzero(~out)), battles.rows(np.flatnonzero(out))
    won = half_wins(asked)
    fits = (fit_wins([fitted], tables=tables, span=span) for span in (battles.roster.cost[:, None], None))
    cost, additive = (score(fit.chance(asked), won) for fit in fits)
    return HoldOut(
        coin=float(np.log(2)),
        cost=cost,
        additive=additive,
        truth=None if truth is None else score(np.asarray(truth)[out], won),
        battles=len(asked),
        fitted=len(fitted),
    )


@dataclass(frozen=True)
class UnitsLeftOut:
    """Worths of units forecast from the others (NaN: untold), their errors and the share told."""

    predicted: Floats
    se: Floats
    r2: float


def leave_units_out(x: Floats, worth: Floats, cov: Floats) -> UnitsLeftOut:
    """Predict the worth of each unit from all other units.

    x: (U, k), columns of classes and traits (``traits_from_prices.class_and_trait_columns``).
    worth: (U,), VP.
    cov: covariance of the worths, (U, U).

    Raises ``InvalidValue`` for shapes that do not fit or not at least two units more than columns.
    """
    units = len(worth)
    if x.ndim != 2 or len(x) != units or np.shape(cov) != (units, units):
        raise InvalidValue("x and cov", f"shapes {x.shape}, {np.shape(cov)}", f"({units}, columns), ({units}, {units})")
    if units < x.shape[1] + 2:
        raise InvalidValue("number of units", units, f"{x.shape[1] + 2} or more for {x.shape[1]} columns")
    variance = reml(x, worth, cov)[2]
    whole = cov + variance * np.eye(units)
    predicted, se = np.full(units, np.nan), np.full(units, np.nan)
    plain = np.full(units, np.nan)
    for unit in range(units):
        others = np.flatnonzero(np.arange(units) != unit)
        plain[unit] = worth[others].mean()
        coef, spread = _fit(x[others], worth[others], whole[np.ix_(others, others)], x[unit])
        if coef is not None:
            predicted[unit], se[unit] = x[unit] @ coef, np.sqrt(spread + variance)
    known = np.isfinite(predicted)
    noise = np.diagonal(cov)[known].mean()
    missed, spread_ = (float(np.mean((worth - guess)[known] ** 2) - noise) for guess in (predicted, plain))
    return UnitsLeftOut(predicted, se, 1 - missed / spread_ if spread_ > 0 else float("nan"))


def _fit(x: Floats, y: Floats, cov: Floats, asked: npt.NDArray[np.float64]) -> tuple[Floats | None, float]:
    """Generalised least squares and the variance of ``asked`` @ b; None where it is not told."""
    factor = linalg.cholesky(cov, lower=True)
    white = linalg.solve_triangular(factor, x, lower=True)
    inverse = np.linalg.pinv(white.T @ white, rcond=1e-10, hermitian=True)
    told = white.T @ (white @ (inverse @ asked))
    if np.abs(told - asked).max() > 1e-6:
        return None, float("nan")
    return inverse @ (white.T @ linalg.solve_triangular(factor, y, lower=True)), float(asked @ inverse @ asked)
