"""What an additive list cannot tell: the share of interactions, and the pairs of units behind them.

A few thousand pairs of armies, each fought many times over, tell how far the true margins lie from the best additive
fit: the residual spread between pairs, less what dice alone would leave (the classical test for lack of fit).  Which
units are at it is asked of all battles by a score test for every pair, friends on one side and foes face to face; the
tests are some ten thousand, so only what survives the false discovery rate is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd
from scipy import sparse, stats

from tigersim.errors import InvalidValue
from tigersim.pricing.arrays import Floats, Integers
from tigersim.pricing.data import BattleTable, blocks
from tigersim.pricing.margin import PASS, MarginFit, rows_times, scored
from tigersim.simulate.sample import Z_95, Interval

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
    """share: of the spread of true margins over pairs of armies that the additive fit leaves, with its 95% interval.

    sd: of what it leaves, VP; signal_sd: of the true margins, VP; noise_sd: of one battle around its own expectation.
    p: of "the additive fit is the truth".
    """

    share: float
    interval: Interval
    sd: float
    signal_sd: float
    noise_sd: float
    p: float


def interaction_share(margins: Floats, design: Floats) -> Interactions:
    """margins: (P, R), VP: R battles of each of P pairs of armies, fresh dice each.  design: (P, k): the additive
    columns of each pair (composition difference, attacker, table), without the constant if none belongs there.

    The interval takes pairs for a sample and allows each its own noise.  Raises ``InvalidValue`` for fewer than two
    battles of a pair, shapes that do not fit, or not more pairs than columns.
    """
    if margins.ndim != 2 or margins.shape[1] < 2 or design.ndim != 2 or len(design) != len(margins):
        shapes = f"shapes {margins.shape}, {design.shape}"
        raise InvalidValue("margins and design", shapes, "(P, 2 or more battles) and (P, k)")
    pairs, battles = margins.shape
    # a direct solve would do, but designs of tables and attackers are often short of full rank
    basis, size, _ = np.linalg.svd(design, full_matrices=False)
    basis = basis[:, size > 1e-9 * size[0]]
    free = pairs - basis.shape[1]
    if free < 2:
        raise InvalidValue("number of pairs", pairs, f"more than the {basis.shape[1]} columns")
    mean, noise = margins.mean(axis=1), margins.var(axis=1, ddof=1) / battles
    rest = mean - basis @ (basis.T @ mean)
    left = rest**2 * pairs / free - noise
    whole = (mean - mean.mean()) ** 2 * pairs / (pairs - 1) - noise
    share = float(left.mean() / whole.mean())
    # influence of a pair on the ratio of the two means
    se = float(np.std(left - share * whole, ddof=1) / np.sqrt(pairs) / whole.mean())
    low, high = (min(max(share + side * Z_95 * se, 0.0), 1.0) for side in (-1, 1))
    f = float(np.sum(rest**2) / free / noise.mean())
    return Interactions(
        share=share,
        interval=Interval(low, high),
        sd=float(np.sqrt(max(left.mean(), 0.0))),
        signal_sd=float(np.sqrt(max(whole.mean(), 0.0))),
        noise_sd=float(np.sqrt(noise.mean() * battles)),
        p=float(stats.f.sf(f, free, pairs * (battles - 1))),
    )


Kind = Literal["friends", "foes"]


def pair_synergies(
    parts: Sequence[BattleTable], fit: MarginFit, kinds: Sequence[Kind] = ("friends", "foes")
) -> pd.DataFrame:
    """Every pair of units, the most certain first; columns ``COLUMNS``.

    effect: VP of margin beyond the two worths, of having both (friends) or of the first facing the second (foes); se:
    heteroscedasticity-consistent; q: p adjusted by Benjamini and Hochberg over all pairs tested; real: q at most 5%.
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
    alone = stats.false_discovery_control(found["p"])
    chosen = np.argsort(found["p"], kind="stable")[: min(int((alone <= FALSE_DISCOVERIES).sum()), MOST)]
    if len(chosen):
        effect, se = _together(parts, fit, found.iloc[chosen], told[:, chosen])
        found.loc[chosen, ["effect", "se", "p"]] = np.column_stack([effect, se, 2 * stats.norm.sf(np.abs(effect) / se)])
    found["q"] = stats.false_discovery_control(found["p"])
    found["real"] = (found["q"] <= FALSE_DISCOVERIES) & found.index.isin(chosen)
    return found.sort_values("p", kind="stable", ignore_index=True)[list(COLUMNS)]


class _PairSums:
    """Sums over battles for every pair's column s, Z being the additive columns and e the error of the additive fit."""

    def __init__(self, columns: int, pairs: int) -> None:
        self.count, self.product, self.square, self.robust = (np.zeros(pairs) for _ in range(4))
        """Battles, s'e, s's, and the sum of s^2 e^2, each (pairs,)."""
        self.shared, self.weighted = (np.zeros((columns, pairs)) for _ in range(2))
        """Z's and the sum of z s e^2, (P, pairs)."""
        self.meat = np.zeros((columns, columns))
        """The sum of z z' e^2."""

    def add(self, s: sparse.csr_array, z: sparse.csr_array, error: Floats) -> None:
        squared, heavy = s.power(2), rows_times(z, error**2)
        self.count += np.bincount(s.indices, minlength=s.shape[1])
        self.product += s.T @ error
        self.square += squared.T @ np.ones(len(error))
        self.robust += squared.T @ error**2
        self.shared += (z.T @ s).toarray()
        self.weighted += (heavy.T @ s).toarray()
        self.meat += (heavy.T @ z).toarray()


def _numbers(units: int) -> Integers:
    """Number of the pair i < j, (U, U)."""
    number = np.full((units, units), -1)
    number[np.triu_indices(units, 1)] = np.arange(units * (units - 1) // 2)
    return number


def _screened(parts: Sequence[BattleTable], fit: MarginFit, kind: Kind) -> tuple[pd.DataFrame, Floats]:
    """Every pair alone, and what the additive columns tell of its column, (P, pairs)."""
    one, other = np.triu_indices(fit.columns.units, 1)
    number = _numbers(fit.columns.units)
    total = _PairSums(fit.columns.count, len(one))
    for block in blocks(parts, PASS):
        z = fit.columns.design(block)
        total.add(_pair_columns(block, number, kind), z, scored(block, fit, None) - z @ fit.coef)
    told = fit.inverse @ total.shared
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
            "p": 2 * stats.norm.sf(np.abs(effect) / se),
        }
    )
    return table, told[:, some]


def _together(parts: Sequence[BattleTable], fit: MarginFit, pairs: pd.DataFrame, told: Floats) -> tuple[Floats, Floats]:
    """Effects and standard errors of some pairs in one regression with the additive columns."""
    number = _numbers(fit.columns.units)
    place = number[pairs["first"], pairs["second"]]
    gram, meat = (np.zeros((len(pairs), len(pairs))) for _ in range(2))
    product = np.zeros(len(pairs))
    for block in blocks(parts, PASS):
        z = fit.columns.design(block)
        error = scored(block, fit, None) - z @ fit.coef
        apart = -(z @ told)
        for kind in pairs["kind"].unique():
            mine = np.flatnonzero(pairs["kind"] == kind)
            apart[:, mine] += _pair_columns(block, number, kind)[:, place[mine]].toarray()
        gram += apart.T @ apart
        product += apart.T @ error
        meat += apart.T @ (apart * error[:, None] ** 2)
    # pairs that always come together share their effect evenly
    inverse = np.linalg.pinv(gram, rcond=TOLD, hermitian=True)
    return inverse @ product, np.sqrt(np.diagonal(inverse @ meat @ inverse))


def _pair_columns(block: BattleTable, number: Integers, kind: Kind) -> sparse.csr_array:
    """One column per pair i < j, (n, pairs).  friends: n_i n_j of side a minus those of side b; foes: i of a facing j
    of b minus j of a facing i of b."""
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
