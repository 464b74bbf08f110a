"""Regression of the VP margin on the armies: theta, its luck correction, its covariance.

    margin = theta'(units of a - units of b) + attacker effect + table effect + b * luck + error

``luck`` is the VP of deaths beyond their expectation, 0 on average whatever the players do, so leaving it in the error
would only add noise: b is fitted (near 1) and the estimand stays the same.  (The covariance takes b as known: its own
error moves a standard error by less than 1% from about a thousand battles on.)  theta is the projection of the expected
margin on the additive model over the armies that were drawn: the average worth of a unit in such an army.

A unit is worth something else on every table, so battles on one table are not independent: an interval that is to hold
for tables that were not drawn adds the scores of a table up before it squares them (clustered by table; Liang and Zeger
1986).  Battles of one ``pair`` share their armies and are added up in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Literal, Protocol

import numpy as np
from scipy import linalg, sparse

from tigersim.pricing.estimate.arrays import Flags, Floats, Integers
from tigersim.pricing.estimate.data import BattleTable, blocks, joined
from tigersim.pricing.estimate.moments import Columns, Sums, TableSums, summed_by
from tigersim.pricing.estimate.roster import Roster
from tigersim.pricing.estimate.scale import RANK_TOLERANCE, used_columns

PASS = 4096
"""Battles in memory at a time in the second pass over the battles."""

Luck = Literal["fitted", "one", "none"]
"""How much of the luck is taken out: as much as fits best, all of it (b = 1), or none."""
Errors = Literal["clustered", "HC0", "HC1", "HC2", "HC3"]
"""Kinds of covariance.

"clustered": by table where there are ``LEAST_TABLES`` of them, by pair where there are pairs, else HC2.  The others
take the tables for all tables there are, and are named as statsmodels names them.
"""
LEAST_TABLES = 10
"""Tables that are needed to tell how much tables differ; fewer, and they are all there are."""


@dataclass(frozen=True)
class MarginFit:
    """Coefficients of the margin regression.  U units, P columns; all in VP.

    inverse: (Z'Z)^-1 within tables, (P, P), 0 where a column is not used.  coef: (P,).  response: (P, U), how the
    coefficients move with what each dead unit concedes; None where deaths are unknown.  mortality: P(unit dies), (U,),
    or None.
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
    """Battles minus fitted numbers, those of the tables among them."""
    by_win: Floats
    """theta on the scale of wins (+1, 0, -1) and not of VP, (U,)."""
    variance: float
    """Mean square of the error, in VP squared."""
    raw_variance: float
    """The same with the luck left in."""
    tables: TableSums
    """Sums by table, for the tables' effects."""
    met: Integers
    """Numbers of the tables that were played on, in order."""

    @property
    def theta(self) -> Floats:
        """VP of margin per unit, (U,)."""
        return self.coef[: self.columns.units]

    def coef_at(self, prices: Floats) -> Floats:
        """All coefficients if a dead unit conceded ``prices`` (U,) and not its printed cost, (P,)."""
        if self.response is None:
            raise ValueError("deaths are unknown, so battles cannot be scored at other prices")
        return np.asarray(self.coef + self.response @ (prices - self.cost))

    def effects(self, prices: Floats | None = None) -> Floats:
        """What each table is worth to its first edge, VP, (T,); ``prices`` as of ``coef_at``."""
        t = self.tables
        at, coef = (self.cost, self.coef) if prices is None else (prices, self.coef_at(prices))
        seen = t.margin + t.conceded @ (at - self.cost) - self.luck * (t.luck @ at) - t.z @ coef
        return np.divide(seen, t.games, out=np.zeros(len(t.games)), where=t.games > 0.5)

    def place(self, battles: BattleTable) -> Integers:
        """Where the table of each battle stands in ``tables``, (N,)."""
        return np.searchsorted(self.tables.number, self.columns.group(battles))

    def rows(self, battles: BattleTable) -> Floats:
        """The columns of each battle within its table, dense (N, P): its table's mean is taken off."""
        which, row = np.unique(self.place(battles), return_inverse=True)
        means = self.tables.z[which] / np.maximum(self.tables.games[which], 1.0)[:, None]
        return np.asarray(self.columns.design(battles).toarray() - means[row] * battles.edge[:, None])


def fit_margin(
    total: Sums, columns: Columns, roster: Roster, *, luck: Luck = "fitted", deaths: bool = True
) -> MarginFit:
    """Least squares from the sums of battles that have passed the checks of their design.

    total: the sums.
    columns: of the regression.
    roster: the units.
    luck: how the luck of kills is taken out.
    deaths: whether deaths are known.
    """
    used = used_columns(total, columns)
    within = total.within
    inverse = inverse_of(within.zz, used)
    lucky = within.zk @ roster.cost
    plain = inverse @ within.zm
    by_luck = inverse @ lucky
    raw = float(within.mm - within.zm @ plain)
    square, product = float(within.ll - lucky @ by_luck), float(within.ml - within.zm @ by_luck)
    known = square > 0 and bool(total.ll > 0)
    b = {"fitted": product / square if known else 0.0, "one": 1.0 if known else 0.0, "none": 0.0}[luck]
    battles = int(total.battles)
    freedom = battles - int(used.sum()) - within.tables - int(luck == "fitted" and known)
    return MarginFit(
        columns=columns,
        cost=roster.cost,
        inverse=inverse,
        coef=plain - b * by_luck,
        luck=b,
        response=inverse @ (within.zd - b * within.zk) if deaths else None,
        mortality=(total.deaths - b * total.luck) / total.n if deaths else None,
        count=total.n,
        battles=battles,
        freedom=freedom,
        by_win=inverse[: columns.units] @ within.zw,
        variance=(raw - 2 * b * product + b * b * square) / freedom,
        raw_variance=raw / freedom,
        tables=total.tables,
        met=total.met,
    )


def inverse_of(zz: Floats, used: Flags) -> Floats:
    """Inverse of the used part of Z'Z, 0 elsewhere, by Cholesky of scaled columns."""
    rows = np.flatnonzero(used)
    size = np.sqrt(np.diagonal(zz)[rows])
    scaled = zz[np.ix_(rows, rows)] / np.outer(size, size)
    small = linalg.cho_solve(linalg.cho_factor(scaled), np.eye(len(rows))) / np.outer(size, size)
    inverse = np.zeros(zz.shape)
    inverse[np.ix_(rows, rows)] = 0.5 * (small + small.T)
    return inverse


@dataclass(frozen=True)
class Sandwich:
    """Covariances that hold for battles that are not independent.

    theta: (U, U).
    mortality, cross: of the mortalities, and of theta with them; None = unknown or not asked.
    freedom: degrees of freedom of Student's quantile: clusters minus one, or battles minus fitted numbers.
    """

    theta: Floats
    mortality: Floats | None = None
    cross: Floats | None = None
    freedom: int = 0


def sandwich(
    parts: Iterable[BattleTable], fit: MarginFit, *, prices: Floats | None = None, errors: Errors = "clustered"
) -> Sandwich:
    """Covariance without assuming equal variances, from a second pass over the battles.

    ``prices``: of theta when dead units concede these prices (U,) and not their printed costs.  Battles that share a
    table or a ``pair`` are added up before squaring (clustered, with the usual small-sample factor); where a pair was
    played on two tables both are allowed for (Cameron, Gelbach and Miller 2011).
    """
    columns, units = fit.columns.count, fit.columns.units
    deaths = fit.mortality is not None and prices is None
    meat = Meat(fit, errors, columns + units * deaths)
    left = residuals(fit, prices)
    for block in passes(parts):
        error = left(block)
        if meat.by_table and block.pair is None:
            meat.add_summed(*_by_table(block, fit, error, deaths))
            continue
        z = fit.rows(block)
        if not meat.clustered(block):
            error = error * _weight(z, block, fit, errors)
        influence = z * error[:, None]
        meat.add(block, np.hstack([influence, _death_influence(block, fit).toarray()]) if deaths else influence)
    squares = meat.total()
    bread = fit.inverse[:units]
    theta = bread @ squares[:columns, :columns] @ bread.T
    if not deaths:
        return Sandwich(theta, freedom=meat.freedom)
    return Sandwich(theta, squares[columns:, columns:], bread @ squares[:columns, columns:], meat.freedom)


class Meat:
    """The middle of a sandwich: squares of what battles, or clusters of them, add."""

    def __init__(self, fit: Fitted, errors: Errors, columns: int) -> None:
        self.battles, self.left, self.met = fit.battles, fit.freedom, fit.met
        self.by_table = enough_tables(fit.met) and errors == "clustered"
        self._of_table = np.zeros((len(fit.met), columns)) if self.by_table else np.zeros((0, columns))
        self._squares, self._within = np.zeros((columns, columns)), np.zeros((columns, columns))
        self._pairs = 0
        self._apart = 0

    def clustered(self, block: BattleTable) -> bool:
        """Whether battles of such a block are added up before squaring."""
        return self.by_table or block.pair is not None

    def add(self, block: BattleTable, influence: Floats) -> None:
        """Add the ``influence`` of some battles, (n, columns); pairs are never parted (``passes``)."""
        if self.by_table:
            number, member = summed_by(block.table)
            self.add_summed(number, member @ influence)
        if block.pair is not None:
            by_pair = membership(block.pair) @ influence
            self._pairs += len(by_pair)
            self._squares += by_pair.T @ by_pair
            if self.by_table:
                by_both = membership(block.pair, block.table) @ influence
                self._apart += len(by_both) - len(by_pair)
                self._within += by_both.T @ by_both
        elif not self.by_table:
            self._squares += influence.T @ influence

    def add_summed(self, number: Integers, influence: Floats) -> None:
        """Add what the battles on some tables (T,) make together, (T, columns)."""
        self._of_table[np.searchsorted(self.met, number)] += influence

    @property
    def freedom(self) -> int:
        """Degrees of freedom of the estimate."""
        if self.by_table:
            return (min(len(self.met), self._pairs) if self._apart else len(self.met)) - 1
        return self.left

    def total(self) -> Floats:
        """The squares and products, (columns, columns)."""
        if not self.by_table:
            return self._squares * (self._factor(self._pairs) if self._pairs else 1.0)
        whole = self._of_table.T @ self._of_table * self._factor(len(self.met))
        if not self._apart:
            return np.asarray(whole)
        whole += (self._squares - self._within) * self._factor(self._pairs)
        # the difference of two estimates need not be positive in every direction
        values, vectors = np.linalg.eigh(whole)
        return np.asarray(vectors * np.maximum(values, 0.0) @ vectors.T)

    def _factor(self, clusters: int) -> float:
        """The usual one for few clusters, as statsmodels has it with a column for every table."""
        return clusters / (clusters - 1) * (self.battles - 1) / self.left


class Fitted(Protocol):
    """What ``Meat`` asks of a fit."""

    @property
    def battles(self) -> int: ...
    @property
    def freedom(self) -> int: ...
    @property
    def met(self) -> Integers: ...


def enough_tables(met: Integers) -> bool:
    """Whether these tables (their numbers) are enough to tell how much tables differ."""
    return len(met) >= LEAST_TABLES


def residuals(fit: MarginFit, prices: Floats | None = None) -> Callable[[BattleTable], Floats]:
    """A function that tells the errors of battles, VP, (N,); ``prices`` as of ``scored``."""
    coef = fit.coef if prices is None else fit.coef_at(prices)
    effects = fit.effects(prices)

    def left(block: BattleTable) -> Floats:
        of_table = effects[fit.place(block)] * block.edge
        return np.asarray(scored(block, fit, prices) - fit.columns.design(block) @ coef - of_table)

    return left


def rows_times(z: sparse.csr_array, factor: Floats) -> sparse.csr_array:
    """Each row of z times its factor."""
    return sparse.csr_array((z.data * np.repeat(factor, np.diff(z.indptr)), z.indices, z.indptr), shape=z.shape)


def _by_table(block: BattleTable, fit: MarginFit, error: Floats, deaths: bool) -> tuple[Integers, Floats]:
    """The influence of battles added up by table: their numbers (T,), and (T, columns).

    That of a battle by itself is not made: its row within the table is dense.
    """
    number, member = summed_by(block.table)
    place = fit.place(block)[np.unique(block.table, return_index=True)[1]]
    means = fit.tables.z[place] / np.maximum(fit.tables.games[place], 1.0)[:, None]
    rows = member @ rows_times(fit.columns.design(block), error)
    influence = rows.toarray() - means * (member @ (error * block.edge))[:, None]
    return number, np.hstack([influence, (member @ _death_influence(block, fit)).toarray()]) if deaths else influence


def _weight(z: Floats, block: BattleTable, fit: MarginFit, errors: Errors) -> Floats | float:
    """What each residual is multiplied by, to make up for the fit having bent towards it."""
    if errors == "HC0":
        return 1.0
    if errors == "HC1":
        return float(np.sqrt(fit.battles / fit.freedom))
    alone = block.edge.astype(np.float64) ** 2 / np.maximum(fit.tables.games, 1.0)[fit.place(block)]
    leverage = np.einsum("ij,ij->i", z @ fit.inverse, z) + alone
    # a battle alone on its table is fitted exactly: it leaves no error, whatever it is multiplied by
    spare = np.maximum(1 - leverage, RANK_TOLERANCE)
    return np.asarray(spare ** (-1.0 if errors == "HC3" else -0.5))


def scored(block: BattleTable, fit: MarginFit, prices: Floats | None) -> Floats:
    """The margin with the luck taken out, a dead unit conceding ``prices`` (None: printed)."""
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
    """(deaths - q * appearances) / all appearances of each battle, sparse (n, U)."""
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
    whole = whole.rows(np.lexsort((whole.table, whole.pair)))
    assert whole.pair is not None
    begins = np.flatnonzero(np.diff(whole.pair, prepend=whole.pair[0] - 1))
    cuts = np.unique(begins[np.searchsorted(begins, np.arange(0, len(whole), PASS), side="right") - 1])
    for start, stop in zip(cuts, [*cuts[1:], len(whole)], strict=True):
        yield whole.rows(slice(start, stop))


def membership(pair: Integers, table: Integers | None = None) -> sparse.csr_array:
    """Sums the rows of each pair, on each table if given, all sorted: (pairs, n)."""
    begins = np.diff(pair, prepend=pair[0]) != 0
    if table is not None:
        begins |= np.diff(table, prepend=table[0]) != 0
    group = np.cumsum(begins)
    return sparse.csr_array((np.ones(len(pair)), (group, np.arange(len(pair)))), shape=(int(group[-1]) + 1, len(pair)))
