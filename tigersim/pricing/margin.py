"""Regression of the VP margin on who fought: theta, its luck correction and its sandwich covariance.

    margin = theta'(units of a - units of b) + attacker effect + table effect + b * luck + error

``luck`` is the VP of deaths beyond their expectation, nought on average whatever the players do, so leaving it in the
error would only add noise: b is fitted (near 1) and the estimand stays the same.  (The covariance takes b as known: its
own error moves a standard error by less than 1% from about a thousand battles on.)  theta is the projection of the
expected margin on the additive model over the armies that were drawn: the average worth of a unit in such an army.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Literal

import numpy as np
from scipy import linalg, sparse

from tigersim.pricing.arrays import Flags, Floats, Integers
from tigersim.pricing.data import BattleTable, blocks, joined
from tigersim.pricing.moments import Columns, Sums
from tigersim.pricing.roster import Roster
from tigersim.pricing.scale import used_columns

PASS = 4096
"""Battles in memory at a time in the second pass over the battles."""

Luck = Literal["fitted", "one", "none"]
"""How much of the luck is taken out: as much as fits best, all of it (b = 1), or none."""
Errors = Literal["HC0", "HC1", "HC2", "HC3"]
"""Kinds of heteroscedasticity-consistent covariance, as statsmodels names them."""


@dataclass(frozen=True)
class MarginFit:
    """Coefficients of the margin regression.  U units, P columns; all in VP.

    inverse: (Z'Z)^-1, (P, P), nought where a column is not used.  coef: (P,).  response: (P, U), how the coefficients
    move with what each dead unit concedes; None where deaths are unknown.  mortality: P(unit dies), (U,), or None.
    """

    columns: Columns
    cost: Floats
    inverse: Floats
    coef: Floats
    luck: float
    response: Floats | None
    mortality: Floats | None
    count: Floats
    """Appearances by unit, (U,)."""
    battles: int
    freedom: int
    """Battles minus fitted numbers."""
    by_win: Floats
    """theta on the scale of wins (+1, 0, -1) and not of VP, (U,)."""
    variance: float
    """Mean square of the error, in VP squared."""
    raw_variance: float
    """The same with the luck left in."""

    @property
    def theta(self) -> Floats:
        """VP of margin per unit, (U,)."""
        return self.coef[: self.columns.units]

    def coef_at(self, prices: Floats) -> Floats:
        """All coefficients if a dead unit conceded ``prices`` (U,) instead of its printed cost, (P,)."""
        if self.response is None:
            raise ValueError("deaths are unknown, so battles cannot be scored at other prices")
        return np.asarray(self.coef + self.response @ (prices - self.cost))


def fit_margin(
    total: Sums, columns: Columns, roster: Roster, *, luck: Luck = "fitted", deaths: bool = True
) -> MarginFit:
    """Least squares from the sums.  ``deaths``: whether deaths are known.  The design must have passed its checks."""
    used = used_columns(total, columns)
    inverse = inverse_of(total.zz, used)
    lucky = total.zk @ roster.cost
    plain = inverse @ total.zm
    by_luck = inverse @ lucky
    raw = float(total.mm - total.zm @ plain)
    square, product = float(total.ll - lucky @ by_luck), float(total.ml - total.zm @ by_luck)
    known = square > 0
    b = {"fitted": product / square if known else 0.0, "one": 1.0 if known else 0.0, "none": 0.0}[luck]
    battles = int(total.battles)
    freedom = battles - int(used.sum()) - int(luck == "fitted" and known)
    return MarginFit(
        columns=columns,
        cost=roster.cost,
        inverse=inverse,
        coef=plain - b * by_luck,
        luck=b,
        response=inverse @ (total.zd - b * total.zk) if deaths else None,
        mortality=(total.deaths - b * total.luck) / total.n if deaths else None,
        count=total.n,
        battles=battles,
        freedom=freedom,
        by_win=inverse[: columns.units] @ total.zw,
        variance=(raw - 2 * b * product + b * b * square) / freedom,
        raw_variance=raw / freedom,
    )


def inverse_of(zz: Floats, used: Flags) -> Floats:
    """Inverse of the used part of Z'Z, by Cholesky after scaling the columns to length 1; nought elsewhere."""
    rows = np.flatnonzero(used)
    size = np.sqrt(np.diagonal(zz)[rows])
    scaled = zz[np.ix_(rows, rows)] / np.outer(size, size)
    small = linalg.cho_solve(linalg.cho_factor(scaled), np.eye(len(rows))) / np.outer(size, size)
    inverse = np.zeros(zz.shape)
    inverse[np.ix_(rows, rows)] = 0.5 * (small + small.T)
    return inverse


@dataclass(frozen=True)
class Sandwich:
    """Covariance of theta (U, U), of the mortalities, and of theta with them (None: unknown or not asked)."""

    theta: Floats
    mortality: Floats | None = None
    cross: Floats | None = None


def sandwich(
    parts: Iterable[BattleTable], fit: MarginFit, *, prices: Floats | None = None, errors: Errors = "HC2"
) -> Sandwich:
    """Covariance without assuming equal variances, from a second pass over the battles.

    ``prices``: of theta when dead units concede these prices (U,) and not their printed costs.  Battles that share a
    ``pair`` are added up before squaring (clustered, with the usual small-sample factor) and ``errors`` is not used.
    """
    columns, units = fit.columns.count, fit.columns.units
    coef = fit.coef if prices is None else fit.coef_at(prices)
    deaths = fit.mortality is not None and prices is None
    scores, mixed, mortality = (np.zeros(shape) for shape in ((columns, columns), (columns, units), (units, units)))
    groups = 0
    clustered = False
    for block in passes(parts):
        clustered = block.pair is not None
        z = fit.columns.design(block)
        error = scored(block, fit, prices) - z @ coef
        by_score = rows_times(z, error if clustered else error * _weight(z, fit, errors))
        by_death = _death_influence(block, fit) if deaths else None
        if block.pair is not None:
            member = membership(block.pair)
            by_score = member @ by_score
            by_death = None if by_death is None else member @ by_death
            groups += member.shape[0]
        scores += by_score.T @ by_score.toarray()
        if by_death is not None:
            dense = by_death.toarray()
            mixed += by_score.T @ dense
            mortality += by_death.T @ dense
    if clustered:
        scores *= groups / (groups - 1) * (fit.battles - 1) / fit.freedom
    bread = fit.inverse[:units]
    theta = bread @ scores @ bread.T
    return Sandwich(theta, mortality, bread @ mixed) if deaths else Sandwich(theta)


def rows_times(z: sparse.csr_array, factor: Floats) -> sparse.csr_array:
    """Each row of z times its factor."""
    return sparse.csr_array((z.data * np.repeat(factor, np.diff(z.indptr)), z.indices, z.indptr), shape=z.shape)


def _weight(z: sparse.csr_array, fit: MarginFit, errors: Errors) -> Floats | float:
    """What each residual is multiplied by, to make up for the fit having bent towards it."""
    if errors == "HC0":
        return 1.0
    if errors == "HC1":
        return float(np.sqrt(fit.battles / fit.freedom))
    leverage = np.asarray(z.multiply(z @ fit.inverse).sum(axis=1)).ravel()
    return np.asarray((1 - leverage) ** (-0.5 if errors == "HC2" else -1.0))


def scored(block: BattleTable, fit: MarginFit, prices: Floats | None) -> Floats:
    """The margin with the luck taken out, a dead unit conceding ``prices`` (None: its printed cost)."""
    score = block.margin
    if prices is not None:
        score = score + block.conceded @ (prices - fit.cost)
    slot_luck = block.luck()
    if slot_luck is None or fit.luck == 0:
        return score
    value = np.append(fit.cost if prices is None else prices, 0.0)[block.army]
    by_side = (slot_luck * value).sum(axis=2)
    return np.asarray(score + fit.luck * (by_side[:, 0] - by_side[:, 1]))


def _death_influence(block: BattleTable, fit: MarginFit) -> sparse.csr_array:
    """What each battle adds to the mortalities, sparse (n, U): (deaths - q * appearances) / all appearances."""
    n, units = len(block), fit.columns.units
    assert fit.mortality is not None
    assert block.dead is not None
    died = block.dead.astype(np.float64)
    slot_luck = block.luck()
    if slot_luck is not None:
        died -= fit.luck * slot_luck
    army = block.army.reshape(n, -1)
    filled = army >= 0
    value = (died.reshape(n, -1) - fit.mortality[army]) / fit.count[army]
    ends = np.concatenate([[0], np.cumsum(filled.sum(axis=1))])
    return sparse.csr_array((value[filled], army[filled].astype(np.int32), ends), shape=(n, units))


def passes(parts: Iterable[BattleTable]) -> Iterator[BattleTable]:
    """All battles in blocks that never part a pair; pairs are brought together first."""
    coming = iter(parts)
    first = next(coming)
    if first.pair is None:
        yield from blocks(chain([first], coming), PASS)
        return
    whole = joined([first, *coming])
    assert whole.pair is not None
    whole = whole.rows(np.argsort(whole.pair, kind="stable"))
    assert whole.pair is not None
    begins = np.flatnonzero(np.diff(whole.pair, prepend=whole.pair[0] - 1))
    cuts = np.unique(begins[np.searchsorted(begins, np.arange(0, len(whole), PASS), side="right") - 1])
    for start, stop in zip(cuts, [*cuts[1:], len(whole)], strict=True):
        yield whole.rows(slice(start, stop))


def membership(pair: Integers) -> sparse.csr_array:
    """Sums the rows of each pair: (pairs, n), for rows sorted by pair."""
    group = np.cumsum(np.diff(pair, prepend=pair[0]) != 0)
    return sparse.csr_array((np.ones(len(pair)), (group, np.arange(len(pair)))), shape=(int(group[-1]) + 1, len(pair)))
