"""What an additive list cannot tell: the share of interactions, and pairs behind them.

A few thousand pairs of armies, each fought many times over, tell how far the true margins lie from the best additive
fit: the residual spread between pairs, less what dice alone would leave (the classical test for lack of fit).  Which
units are at it is asked of all battles by a score test for every pair, friends on one side and foes face to face; the
tests are some ten thousand, so only what survives the false discovery rate is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd
from scipy import sparse, special

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.estimate.data import BattleTable, blocks, joined
from tigersim.pricing.estimate.fought import Fought, squares
from tigersim.pricing.estimate.margin import PASS, MarginFit, enough_tables, residuals, rows_times
from tigersim.pricing.estimate.moments import summed_by
from tigersim.statistics import student
from tigersim.statistics.discoveries import adjusted_p
from tigersim.statistics.intervals import Z_95, Interval

COLUMNS = ("kind", "first", "second", "battles", "effect", "se", "p", "q", "real")
FALSE_DISCOVERIES = 0.05
NEEDED = 50
"""Battles in which a pair must differ between the sides before it is tested: fewer are far from normal."""
TOLD = 1e-6
"""A pair whose column is the additive columns' but for this part of its squares is not tested."""
MOST = 200
"""Pairs that are fitted together."""


@dataclass(frozen=True)
class Interactions:
    """Spread between armies that an additive list does not tell.

    share: part of the spread of true margins over pairs of armies that the additive fit leaves, with its 95% interval.
    sd: of what it leaves, VP.
    signal_sd: of the true margins, VP.
    noise_sd: of one battle around its own expectation, VP.
    p: of "the additive fit is the truth".
    """

    share: float
    interval: Interval
    sd: float
    signal_sd: float
    noise_sd: float
    p: float


def interaction_share(fought: Fought, design: Floats) -> Interactions:
    """The share of interactions, from battles of the same armies with fresh dice each.

    fought: with margins, VP.
    design: (P, k): the additive columns of each pair (difference of the armies, attacker, table), without the constant
    if none belongs there.

    The interval takes pairs and tables for samples and allows each pair its own noise.  Raises ``InvalidValue`` for
    fewer than three battles of a pair, shapes that do not fit, or not more pairs than columns.
    """
    fought.check()
    margins = fought.came
    pairs, battles = margins.shape
    if design.ndim != 2 or len(design) != pairs:
        raise InvalidValue("design", f"an array of shape {design.shape}", f"({pairs} pairs, k)")
    # a direct solve would do, but designs of tables and attackers are often short of full rank
    basis, size, _ = np.linalg.svd(design, full_matrices=False)
    basis = basis[:, size > 1e-9 * size[0]]
    free = pairs - basis.shape[1]
    if free < 2:
        raise InvalidValue("number of pairs", pairs, f"more than the {basis.shape[1]} columns")
    mean, noise = margins.mean(axis=1), margins.var(axis=1, ddof=1) / battles
    rest = mean - basis @ (basis.T @ mean)
    # what the fit has taken up is given back, so that squares of true values are left
    dice = margins - mean[:, None]
    left = squares(np.sqrt(pairs / free) * rest[:, None] + dice)
    whole = squares(np.sqrt(pairs / (pairs - 1)) * (mean - mean.mean())[:, None] + dice)
    share = left.mean() / whole.mean()
    se = left.less(whole, share).error(fought.table) / whole.mean()
    low, high = (min(max(share + side * Z_95 * se, 0.0), 1.0) for side in (-1, 1))
    f = float(np.sum(rest**2) / free / noise.mean())
    return Interactions(
        share=share,
        interval=Interval(low, high),
        sd=float(np.sqrt(max(left.mean(), 0.0))),
        signal_sd=float(np.sqrt(max(whole.mean(), 0.0))),
        noise_sd=float(np.sqrt(noise.mean() * battles)),
        p=float(special.fdtrc(free, pairs * (battles - 1), f)),
    )


Kind = Literal["friends", "foes"]


def pair_synergies(
    parts: Sequence[BattleTable], fit: MarginFit, kinds: Sequence[Kind] = ("friends", "foes")
) -> pd.DataFrame:
    """Every pair of units, the most certain first; columns ``COLUMNS``.

    effect: VP of margin beyond the two worths, of having both (friends) or of the first facing the second (foes); se:
    clustered by table where there are enough, else heteroscedasticity-consistent; q: p adjusted by Benjamini and
    Hochberg over all pairs tested; real: q at most 5%.
    Each pair is tried alone first.  Those that stand out, 200 at most, are then fitted together, since a strong pair
    lends something to all pairs that share a unit with it; effect, se and p are of the joint fit there, and no other
    pair is called real.  ``fit`` is the margin regression of the same battles.  Two units of one kind are no pair.

    Raises ``InvalidValue`` where no pair was seen often enough.
    """
    screens = [_screened(parts, fit, kind) for kind in kinds]
    found = pd.concat([table for table, _ in screens], ignore_index=True)
    if found.empty:
        raise InvalidValue("battles", "no pair of units", f"some pair in {NEEDED} battles or more")
    told = np.hstack([part for _, part in screens])
    alone = adjusted_p(found["p"])
    chosen = np.argsort(found["p"], kind="stable")[: min(int((alone <= FALSE_DISCOVERIES).sum()), MOST)]
    if len(chosen):
        effect, se = _together(parts, fit, found.iloc[chosen], told[:, chosen])
        p = _p(effect, se, _Additive(parts, fit).freedom)
        found.loc[chosen, ["effect", "se", "p"]] = np.column_stack([effect, se, p])
    found["q"] = adjusted_p(found["p"])
    found["real"] = (found["q"] <= FALSE_DISCOVERIES) & found.index.isin(chosen)
    return found.sort_values("p", kind="stable", ignore_index=True)[list(COLUMNS)]


class _Additive:
    """The additive columns Z of battles, and what the additive fit leaves of their margins.

    Many tables: all within whole tables, which are added up before they are squared; else every battle is a cluster.
    """

    def __init__(self, parts: Sequence[BattleTable], fit: MarginFit) -> None:
        self.parts, self.fit = parts, fit
        self.by_table = fit.columns.by_table and enough_tables(fit.met)
        self._left = residuals(fit)
        if self.by_table:
            self.inverse = fit.inverse
            self.freedom = len(fit.met) - 1
            return
        # inverse of the cross products with a column for every table, from that within tables
        games = fit.tables.games
        means = fit.tables.z / np.maximum(games, 1.0)[:, None]
        mixed = -fit.inverse @ means.T
        own = np.diag(np.divide(1.0, games, out=np.zeros(len(games)), where=games > 0.5)) - means @ mixed
        self.inverse = np.block([[fit.inverse, mixed], [mixed.T, own]])
        self.freedom = fit.freedom

    @property
    def count(self) -> int:
        return len(self.inverse)

    def blocks(self) -> Iterator[tuple[BattleTable, sparse.csr_array, Floats, sparse.csr_array | None]]:
        """Battles, their columns, the errors of the fit, and what sums the battles of a table."""
        for block in _tables_together(self.parts) if self.by_table else blocks(self.parts, PASS):
            z, error = self.fit.columns.design(block), self._left(block)
            if self.by_table:
                yield block, z, error, summed_by(block.table, block.edge.astype(np.float64))[1]
                continue
            n, tables = len(block), len(self.fit.tables.number)
            edges = (block.edge.astype(np.float64), (np.arange(n), self.fit.place(block)))
            of_table = sparse.csr_array(edges, shape=(n, tables))
            yield block, sparse.csr_array(sparse.hstack([z, of_table])), error, None


def _tables_together(parts: Sequence[BattleTable]) -> Iterator[BattleTable]:
    """All battles in blocks of whole tables."""
    whole = joined(parts)
    order = np.argsort(whole.table, kind="stable")
    table = whole.table[order]
    begins = np.flatnonzero(np.diff(table, prepend=table[0] - 1))
    cuts = np.unique(begins[np.searchsorted(begins, np.arange(0, len(whole), PASS), side="right") - 1])
    for start, stop in zip(cuts, [*cuts[1:], len(whole)], strict=True):
        yield whole.rows(order[start:stop])


class _PairSums:
    """Sums for every pair's column s, within its table; e: the error of the additive fit."""

    def __init__(self, columns: int, pairs: int) -> None:
        self.count, self.product, self.square, self.robust = (np.zeros(pairs) for _ in range(4))
        """Battles, s'e, s's, and the sum over clusters of (s e)^2, each (pairs,)."""
        self.shared, self.weighted = (np.zeros((columns, pairs)) for _ in range(2))
        """Z's and the sum over clusters of (z e) (s e), (P, pairs)."""
        self.meat = np.zeros((columns, columns))
        """The sum over clusters of (z e) (z e)'."""

    def add(self, s: sparse.csr_array, z: sparse.csr_array, error: Floats, at_edge: sparse.csr_array | None) -> None:
        squared = s.power(2)
        self.count += np.bincount(s.indices, minlength=s.shape[1])
        self.product += s.T @ error
        self.square += squared.T @ np.ones(len(error))
        self.shared += (z.T @ s).toarray()
        if at_edge is None:
            heavy = rows_times(z, error**2)
            self.robust += squared.T @ error**2
            self.weighted += (heavy.T @ s).toarray()
            self.meat += (heavy.T @ z).toarray()
            return
        games = np.maximum(at_edge.power(2).sum(axis=1), 1.0)[:, None]
        of_pairs, of_columns = (at_edge @ s).toarray(), (at_edge @ z).toarray()
        self.square -= (of_pairs**2 / games).sum(axis=0)
        self.shared -= of_columns.T @ (of_pairs / games)
        # the errors of a table add up to 0 by its edge, so what is taken off within it makes no difference here
        member = abs(at_edge)
        by_pair, by_column = ((member @ rows_times(one, error)).toarray() for one in (s, z))
        self.robust += (by_pair**2).sum(axis=0)
        self.weighted += by_column.T @ by_pair
        self.meat += by_column.T @ by_column


def _numbers(units: int) -> Integers:
    """Number of the pair i < j, (U, U)."""
    number = np.full((units, units), -1)
    number[np.triu_indices(units, 1)] = np.arange(units * (units - 1) // 2)
    return number


def _screened(parts: Sequence[BattleTable], fit: MarginFit, kind: Kind) -> tuple[pd.DataFrame, Floats]:
    """Every pair alone, and what the additive columns tell of its column, (P, pairs)."""
    one, other = np.triu_indices(fit.columns.units, 1)
    number = _numbers(fit.columns.units)
    additive = _Additive(parts, fit)
    total = _PairSums(additive.count, len(one))
    for block, z, error, at_edge in additive.blocks():
        total.add(_pair_columns(block, number, kind), z, error, at_edge)
    told = additive.inverse @ total.shared
    alone = total.square - np.sum(total.shared * told, axis=0)
    spread = total.robust - np.sum(told * (2 * total.weighted - total.meat @ told), axis=0)
    some = (total.count >= NEEDED) & (alone > TOLD * total.square)
    effect, se = total.product[some] / alone[some], np.sqrt(spread[some]) / alone[some]
    table = pd.DataFrame(
        {
            "kind": kind,
            "first": one[some],
            "second": other[some],
            "battles": total.count[some].astype(np.int64),
            "effect": effect,
            "se": se,
            "p": _p(effect, se, additive.freedom),
        }
    )
    return table, told[:, some]


def _together(parts: Sequence[BattleTable], fit: MarginFit, pairs: pd.DataFrame, told: Floats) -> tuple[Floats, Floats]:
    """Effects and errors of some pairs in one regression with the additive columns."""
    number, additive = _numbers(fit.columns.units), _Additive(parts, fit)
    place = number[pairs["first"], pairs["second"]]
    gram, meat = (np.zeros((len(pairs), len(pairs))) for _ in range(2))
    product = np.zeros(len(pairs))
    for block, z, error, at_edge in additive.blocks():
        apart = -(z @ told)
        for kind in pairs["kind"].unique():
            mine = np.flatnonzero(pairs["kind"] == kind)
            apart[:, mine] += _pair_columns(block, number, kind)[:, place[mine]].toarray()
        if at_edge is not None:
            games = np.maximum(at_edge.power(2).sum(axis=1), 1.0)
            apart -= at_edge.T @ ((at_edge @ apart) / games[:, None])
        gram += apart.T @ apart
        product += apart.T @ error
        by_cluster = apart * error[:, None]
        if at_edge is not None:
            by_cluster = abs(at_edge) @ by_cluster
        meat += by_cluster.T @ by_cluster
    # pairs that always come together share their effect evenly
    inverse = np.linalg.pinv(gram, rcond=TOLD, hermitian=True)
    return inverse @ product, np.sqrt(np.diagonal(inverse @ meat @ inverse))


def _p(effect: Floats, se: Floats, freedom: int) -> Floats:
    return np.asarray(2 * student.above(np.abs(effect) / se, freedom))


def _pair_columns(block: BattleTable, number: Integers, kind: Kind) -> sparse.csr_array:
    """One column per pair i < j, (n, pairs): both on one side, or one facing the other."""
    n, _, slots = block.army.shape
    first, second = block.army[:, 0].astype(np.intp), block.army[:, 1].astype(np.intp)
    if kind == "friends":
        left, right = np.triu_indices(slots, 1)
        sets = [(first[:, left], first[:, right], 1.0), (second[:, left], second[:, right], -1.0)]
    else:
        left, right = (index.ravel() for index in np.indices((slots, slots)))
        sets = [(first[:, left], second[:, right], 1.0)]
    row, column, value = [], [], []
    for i, j, sign in sets:
        here = (i >= 0) & (j >= 0) & (i != j)
        at = np.nonzero(here)[0]
        low, high = np.minimum(i, j)[here], np.maximum(i, j)[here]
        row.append(at)
        column.append(number[low, high])
        value.append(sign * (np.where(i[here] < j[here], 1.0, -1.0) if kind == "foes" else np.ones(len(at))))
    entries = np.concatenate(value), (np.concatenate(row), np.concatenate(column))
    whole = sparse.coo_array(entries, shape=(n, int(number.max()) + 1)).tocsr()
    whole.eliminate_zeros()
    return whole
