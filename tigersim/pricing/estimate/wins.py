"""Logistic regression of the winner on the armies: a check of the regression of margins.

    logit P(a wins) = theta'(units of a - units of b) + attacker effect + table effect

A draw counts as half a win.  The players' aim is to win and the margin regression asks for VP, so the two may disagree
where a battle is decided before its VP are; ``agreement`` says where they do beyond chance.  Newton's method in passes
over the battles; the sums of a pass are those of ``moments.Tree``, so chunks, workers and their order leave no trace.
Luck is left in: its covariates would stretch the logits (they do not collapse), and wins gain little by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from scipy import linalg, special

from tigersim.errors import IdentifiabilityError, InvalidValue
from tigersim.pricing.estimate.arrays import Flags, Floats, Integers
from tigersim.pricing.estimate.data import BattleTable
from tigersim.pricing.estimate.margin import (
    Errors,
    MarginFit,
    Meat,
    Sandwich,
    inverse_of,
    passes,
    residuals,
    rows_times,
)
from tigersim.pricing.estimate.mispricing import FALSE_DISCOVERIES, Mispricing, local_delta
from tigersim.pricing.estimate.moments import Columns, Moments, Tree, summed_by, table_by_table
from tigersim.pricing.estimate.roster import Roster
from tigersim.pricing.estimate.scale import Guards, VPScale, budget_gap, check_design, used_columns, vp_scale
from tigersim.statistics import student
from tigersim.statistics.discoveries import adjusted_p

MOST_STEPS = 30
SETTLED = 1e-9
"""Logits; the largest last step.  Newton's error after it is of the order of its square."""
TINY = 1e-300
"""Least sum of p (1 - p) that a table's effect is divided by."""
HANDICAP = 2.0
"""VP to either side over which ``handicap_slope`` takes its difference."""


class WinsSeparated(IdentifiabilityError):
    """Some effect tells the winner without exception, so no finite coefficient fits it."""


class Effects(NamedTuple):
    """What the tables ``number`` (T,) are worth to their first edge, logits."""

    number: Integers
    value: Floats

    def of(self, group: Integers, edge: Floats) -> Floats:
        """For battles on these tables, (N,), logits; a table that is not among them has no effect."""
        if not len(self.number):
            return np.zeros(len(group))
        place = np.minimum(np.searchsorted(self.number, group), len(self.number) - 1)
        return np.where(self.number[place] == group, self.value[place], 0.0) * edge


class OfTables(NamedTuple):
    """A table's part of the Hessian, own (T,) and mixed (T, P), and of the gradient (T,)."""

    number: Integers
    own: Floats
    mixed: Floats
    score: Floats


class WinSums(NamedTuple):
    """Sums at given coefficients: log loss, its gradient (P,) and its Hessian (P, P)."""

    battles: Floats
    loss: Floats
    score: Floats
    information: Floats
    spread: Floats
    """Of p (1 - p)."""
    tables: OfTables

    def plus(self, other: WinSums) -> WinSums:
        added = [mine + theirs for mine, theirs in zip(self[:-1], other[:-1], strict=True)]
        return WinSums._make([*added, table_by_table(self.tables, other.tables)])

    @property
    def means(self) -> Floats:
        """Mean of the columns on each table, by p (1 - p), for its first edge, (T, P)."""
        return self.tables.mixed / np.maximum(self.tables.own, TINY)[:, None]

    @property
    def within(self) -> tuple[Floats, Floats]:
        """Gradient (P,) and Hessian (P, P), each table's effect fitted to what they leave."""
        means, mixed = self.means, self.tables.mixed
        return self.score - means.T @ self.tables.score, self.information - means.T @ mixed


class WinMoments(Tree[WinSums]):
    """One pass of Newton's method: the sums at ``coef`` (P,)."""

    def __init__(self, roster: Roster, columns: Columns, coef: Floats, effects: Effects | None = None) -> None:
        super().__init__(roster, columns)
        self.coef = coef
        self.effects = effects or Effects(np.zeros(0, dtype=np.int64), np.zeros(0))

    def _of_block(self, block: BattleTable) -> WinSums:
        z, edge, group = self.columns.design(block), block.edge.astype(np.float64), self.columns.group(block)
        logit, won = z @ self.coef + self.effects.of(group, edge), half_wins(block)
        p = special.expit(logit)
        spread = p * (1 - p)
        number, at_edge = summed_by(group, edge)
        return WinSums(
            battles=np.array(float(len(block))),
            loss=np.array(np.sum(np.logaddexp(0, logit) - won * logit)),
            score=z.T @ (won - p),
            information=(z.T @ rows_times(z, spread)).toarray(),
            spread=np.array(np.sum(spread)),
            tables=OfTables(
                number, at_edge @ (edge * spread), (at_edge @ rows_times(z, spread)).toarray(), at_edge @ (won - p)
            ),
        )


@dataclass(frozen=True)
class WinFit:
    """Coefficients in logits.

    coef: (P,).  inverse: of the information within tables, (P, P), 0 where a column is not used.  effects: of the
    tables; means: of the columns on them, (T, P).
    """

    columns: Columns
    cost: Floats
    coef: Floats
    inverse: Floats
    effects: Effects
    means: Floats
    met: Integers
    """Numbers of the tables that were played on, in order."""
    battles: int
    freedom: int
    """Battles minus fitted numbers, those of the tables among them."""
    spread: float
    """Mean of p (1 - p)."""
    log_loss: float
    """Mean over the battles it was fitted to, in nats."""
    steps: int

    @property
    def theta(self) -> Floats:
        """Logits per unit, (U,)."""
        return self.coef[: self.columns.units]

    def chance(self, battles: BattleTable) -> Floats:
        """P(side a wins), (N,)."""
        of_table = self.effects.of(self.columns.group(battles), battles.edge.astype(np.float64))
        return np.asarray(special.expit(self.columns.design(without_chance(battles)) @ self.coef + of_table))

    def rows(self, battles: BattleTable) -> Floats:
        """The columns of each battle within its table, dense (N, P): its table's mean is taken off."""
        place = np.searchsorted(self.effects.number, self.columns.group(battles))
        own = self.means[place] * battles.edge[:, None]
        return np.asarray(self.columns.design(without_chance(battles)).toarray() - own)


def half_wins(battles: BattleTable) -> Floats:
    """1 where side a won, 0 where b did, one half for a draw, (N,)."""
    return np.asarray(0.5 * (1.0 + battles.winner))


def without_chance(battles: BattleTable) -> BattleTable:
    """These battles without their sums over chance."""
    return battles if battles.chance is None else replace(battles, chance=None)


def fit_wins(
    parts: Sequence[BattleTable], *, tables: int | None = None, span: Floats | None = None, guards: Guards | None = None
) -> WinFit:
    """Maximum likelihood.

    ``tables``: how many there are (numbers 0 to ``tables`` - 1), None: any number.
    ``span`` (U, k): only worths that these columns make up, theta = span @ b; the cost alone, classes and traits.
    Raises the errors of ``scale.check_design`` (not with a span) and ``WinsSeparated``.
    """
    plain = [without_chance(part) for part in parts]
    roster = plain[0].roster
    moments = Moments(roster, tables).with_all(plain)
    total, columns = moments.total(), moments.columns
    if span is None:
        check_design(total, columns, roster, guards or Guards())
    basis = _basis(columns, used_columns(total, columns), span)
    coef, effects, now, steps = _newton(plain, roster, columns, basis)
    return WinFit(
        columns=columns,
        cost=roster.cost,
        coef=coef,
        inverse=basis @ _inverse(basis.T @ now.within[1] @ basis) @ basis.T,
        effects=effects,
        means=now.means,
        met=total.met,
        battles=int(now.battles),
        freedom=int(now.battles) - basis.shape[1] - total.within.tables,
        spread=float(now.spread / now.battles),
        log_loss=float(now.loss / now.battles),
        steps=steps,
    )


def _basis(columns: Columns, used: Flags, span: Floats | None) -> Floats:
    """What the coefficients are made of, (P, K)."""
    whole = np.eye(columns.count)
    if span is None:
        return whole[:, used]
    if span.shape[0] != columns.units or span.ndim != 2:
        raise InvalidValue("span", f"an array of shape {span.shape}", f"shape ({columns.units}, columns)")
    others = used & (np.arange(columns.count) >= columns.units)
    return np.hstack([whole[:, : columns.units] @ span, whole[:, others]])


def _newton(
    parts: Sequence[BattleTable], roster: Roster, columns: Columns, basis: Floats
) -> tuple[Floats, Effects, WinSums, int]:
    """Coefficients, effects of the tables, the sums at them, and how many steps it took."""

    def at(coef: Floats, effects: Effects | None) -> WinSums:
        return WinMoments(roster, columns, coef, effects).with_all(parts).total()

    coef = np.zeros(columns.count)
    now = at(coef, None)
    effects = Effects(now.tables.number, np.zeros(len(now.tables.number)))
    for taken in range(1, MOST_STEPS + 1):
        gradient, hessian = now.within
        step = basis @ (_inverse(basis.T @ hessian @ basis) @ (basis.T @ gradient))
        by_table = (now.tables.score - now.tables.mixed @ step) / np.maximum(now.tables.own, TINY)
        ahead = at(coef + step, Effects(effects.number, effects.value + by_table))
        # the likelihood is concave, so a shorter step always helps where the full one overshoots
        while ahead.loss > now.loss + 1e-9 * now.battles:
            step, by_table = 0.5 * step, 0.5 * by_table
            ahead = at(coef + step, Effects(effects.number, effects.value + by_table))
        coef, effects, now = coef + step, Effects(effects.number, effects.value + by_table), ahead
        if max(np.abs(step).max(), np.abs(by_table).max(initial=0.0)) <= SETTLED:
            return coef, effects, now, taken
    worst = max(np.abs(coef).max(), np.abs(effects.value).max(initial=0.0))
    raise WinsSeparated(_SEPARATED.format(worst=float(worst)))


_SEPARATED = (
    "the winner is told without exception by some unit, side or table (coefficients beyond {worst:.0f} logits); "
    "play more battles on each table, or leave the tables out"
)


def _inverse(information: Floats) -> Floats:
    try:
        return inverse_of(information, np.ones(len(information), dtype=bool))
    except linalg.LinAlgError:
        raise WinsSeparated(_SEPARATED.format(worst=30)) from None


def win_covariance(parts: Sequence[BattleTable], fit: WinFit, errors: Errors = "clustered") -> Sandwich:
    """Sandwich covariance of theta, (U, U), logits squared; HC1 where nothing is clustered."""
    meat = Meat(fit, errors, fit.columns.count)
    clustered = True
    for block in passes([without_chance(part) for part in parts]):
        clustered = meat.clustered(block)
        meat.add(block, fit.rows(block) * (half_wins(block) - fit.chance(block))[:, None])
    squares = meat.total()
    if not clustered and errors != "HC0":
        squares = squares * (fit.battles / fit.freedom)
    bread = fit.inverse[: fit.columns.units]
    return Sandwich(bread @ squares @ bread.T, freedom=meat.freedom)


def handicap_slope(parts: Sequence[BattleTable], fit: WinFit, step: float = HANDICAP) -> float:
    """kappa: logits that a handicap of 1 VP is worth.

    It is the density of the margin at 0 over the mean of p (1 - p).  The density is the share of battles that a
    handicap from -``step`` to +``step`` VP turns round, by 2 ``step``.  Raises ``IdentifiabilityError`` where no battle
    is that close.
    """
    turned = sum(float(np.sum(np.sign(part.margin + step) - np.sign(part.margin - step))) for part in parts)
    if turned <= 0:
        raise IdentifiabilityError(f"no battle ended within {step:g} VP, so wins cannot be measured in VP")
    return turned / 2 / (2 * step * sum(len(part) for part in parts)) / fit.spread


@dataclass(frozen=True)
class WinPrices:
    """Prices by wins alone.

    cov: of theta in logits, (U, U).
    scale: VP of margin per VP.
    found: delta, VP.
    """

    fit: WinFit
    cov: Floats
    kappa: float
    scale: VPScale
    found: Mispricing


def prices_by_wins(
    parts: Sequence[BattleTable],
    *,
    tables: int | None = None,
    mortality: Floats | None = None,
    guards: Guards | None = None,
) -> WinPrices:
    """Prices by wins: delta_i = (theta_i - lambda c_i) / (lambda + kappa q_i).

    parts: the battles.
    tables: number of tables; None = any.
    mortality: q, (U,), taken for known.
    guards: what the battles must offer.

    The errors of the mortalities and of kappa are left out: together they are about a hundredth of delta.
    Raises what ``fit_wins`` raises, and ``ScaleNotPrecise``.
    """
    guards = guards or Guards()
    fit = fit_wins(parts, tables=tables, guards=guards)
    spread = win_covariance(parts, fit)
    cov = spread.theta
    kappa = handicap_slope(parts, fit)
    moments = Moments(parts[0].roster, tables).with_all(map(without_chance, parts))
    gap = budget_gap(moments.total(), moments.columns, parts[0].roster)
    # logits over kappa are VP of margin, so every formula of the margin holds for them with its own kappa of 1
    theta, theta_cov = fit.theta / kappa, cov / kappa**2
    scale = vp_scale(theta, theta_cov, fit.cost, mortality, gap, fit.battles, guards)
    delta, by_theta = local_delta(theta, fit.cost, scale.value, mortality)
    return WinPrices(fit, cov, kappa, scale, Mispricing(delta, by_theta @ theta_cov @ by_theta.T, spread.freedom))


@dataclass(frozen=True)
class Agreement:
    """delta by wins minus delta by margins, (U,), VP, with its standard error.

    Both rest on the same battles.
    differs: beyond chance; 5% of those so called are wrong on average.
    correlation: of the two deltas, errors and all.
    rms: of the true differences, errors of sampling taken off.
    """

    difference: Floats
    se: Floats
    differs: Flags
    correlation: float
    rms: float


def agreement(parts: Sequence[BattleTable], margin: MarginFit, wins: WinPrices) -> Agreement:
    """Where wins and margins differ about a unit, as by goals that are all or nothing.

    margin: the regression of the same battles.
    """
    fit = wins.fit
    scale = float(margin.cost @ margin.theta / (margin.cost @ margin.cost))
    by_margin, slope = local_delta(margin.theta, margin.cost, scale, margin.mortality)
    _, win_slope = local_delta(fit.theta / wins.kappa, fit.cost, wins.scale.value, margin.mortality)
    units = margin.columns.units
    of_margin, of_wins = slope @ margin.inverse[:units], win_slope @ fit.inverse[:units] / wins.kappa
    meat, left = Meat(margin, "clustered", units), residuals(margin)
    for block in passes(parts):
        influence = (fit.rows(block) * (half_wins(block) - fit.chance(block))[:, None]) @ of_wins.T
        influence -= (margin.rows(block) * left(block)[:, None]) @ of_margin.T
        meat.add(block, influence)
    difference, se = wins.found.delta - by_margin, np.sqrt(np.diagonal(meat.total()))
    p = 2 * student.above(np.abs(difference) / se, meat.freedom)
    return Agreement(
        difference=difference,
        se=se,
        differs=adjusted_p(p) <= FALSE_DISCOVERIES,
        correlation=float(np.corrcoef(wins.found.delta, by_margin)[0, 1]),
        rms=float(np.sqrt(max(np.mean(difference**2 - se**2), 0.0))),
    )
