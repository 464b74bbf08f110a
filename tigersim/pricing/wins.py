"""Logistic regression of who won on who fought: the check of the margin regression by what players mean by fair.

    logit P(a wins) = theta'(units of a - units of b) + attacker effect + table effect

A draw counts as half a win.  The players' aim is to win and the margin regression asks for VP, so the two may disagree
where a battle is decided before its VP are; ``agreement`` says where they do beyond chance.  Newton's method in passes
over the battles; the sums of a pass are those of ``moments.Tree``, so chunks, workers and their order leave no trace.
Luck is left in: its covariates would stretch the logits (they do not collapse), and wins gain little by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np
from scipy import linalg, special, stats

from tigersim.errors import IdentifiabilityError, InvalidValue
from tigersim.pricing.arrays import Flags, Floats
from tigersim.pricing.data import BattleTable
from tigersim.pricing.margin import MarginFit, inverse_of, membership, passes, rows_times, scored
from tigersim.pricing.mispricing import FALSE_DISCOVERIES, Mispricing, local_delta
from tigersim.pricing.moments import Columns, Moments, Tree
from tigersim.pricing.roster import Roster
from tigersim.pricing.scale import Guards, VPScale, budget_gap, check_design, used_columns, vp_scale

MOST_STEPS = 30
SETTLED = 1e-9
"""Logits; the largest last step.  Newton's error after it is of the order of its square."""
HANDICAP = 2.0
"""VP to either side over which ``handicap_slope`` takes its difference."""


class WinsSeparated(IdentifiabilityError):
    """Some effect tells the winner without exception, so no finite coefficient fits it."""


class WinSums(NamedTuple):
    """Sums over some battles at given coefficients: of the log loss, its gradient (P,), its Hessian (P, P)."""

    battles: Floats
    loss: Floats
    score: Floats
    information: Floats
    spread: Floats
    """Of p (1 - p)."""

    def plus(self, other: WinSums) -> WinSums:
        return WinSums(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


class WinMoments(Tree[WinSums]):
    """One pass of Newton's method: the sums at ``coef`` (P,), in any chunks and any order, merged between workers."""

    def __init__(self, roster: Roster, columns: Columns, coef: Floats) -> None:
        super().__init__(roster, columns)
        self.coef = coef

    def _of_block(self, block: BattleTable) -> WinSums:
        z = self.columns.design(block)
        logit, won = z @ self.coef, half_wins(block)
        p = special.expit(logit)
        spread = p * (1 - p)
        return WinSums(
            battles=np.array(float(len(block))),
            loss=np.array(np.sum(np.logaddexp(0, logit) - won * logit)),
            score=z.T @ (won - p),
            information=(z.T @ rows_times(z, spread)).toarray(),
            spread=np.array(np.sum(spread)),
        )


@dataclass(frozen=True)
class WinFit:
    """Coefficients in logits.  coef: (P,); inverse: of the information, (P, P), nought where a column is not used."""

    columns: Columns
    cost: Floats
    coef: Floats
    inverse: Floats
    battles: int
    freedom: int
    """Battles minus fitted numbers."""
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
        return np.asarray(special.expit(self.columns.design(without_chance(battles)) @ self.coef))


def half_wins(battles: BattleTable) -> Floats:
    """1 where side a won, 0 where b did, one half for a draw, (N,)."""
    return np.asarray(0.5 * (1.0 + battles.winner))


def without_chance(battles: BattleTable) -> BattleTable:
    """The same battles without their sums over chance."""
    return battles if battles.chance is None else replace(battles, chance=None)


def fit_wins(
    parts: Sequence[BattleTable], *, tables: int = 1, span: Floats | None = None, guards: Guards | None = None
) -> WinFit:
    """Maximum likelihood.  ``tables``: how many there are (numbers 0 to ``tables`` - 1).

    ``span`` (U, k): only worths that these columns make up, theta = span @ b; the cost alone, classes and traits.
    Raises the errors of ``scale.check_design`` (not with a span) and ``WinsSeparated``.
    """
    plain = [without_chance(part) for part in parts]
    roster = plain[0].roster
    moments = Moments(roster, tables)
    _add(moments, plain)
    total, columns = moments.total(), moments.columns
    if span is None:
        check_design(total, columns, roster, guards or Guards())
    basis = _basis(columns, used_columns(total, columns), span)
    coef, now, steps = _newton(plain, roster, columns, basis)
    return WinFit(
        columns=columns,
        cost=roster.cost,
        coef=coef,
        inverse=basis @ _inverse(basis.T @ now.information @ basis) @ basis.T,
        battles=int(now.battles),
        freedom=int(now.battles) - basis.shape[1],
        spread=float(now.spread / now.battles),
        log_loss=float(now.loss / now.battles),
        steps=steps,
    )


def _add(tree: Moments | WinMoments, parts: Sequence[BattleTable]) -> None:
    start = 0
    for part in parts:
        tree.add(part, start)
        start += len(part)


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
) -> tuple[Floats, WinSums, int]:
    """Coefficients, the sums at them, and how many steps it took."""

    def at(coef: Floats) -> WinSums:
        tree = WinMoments(roster, columns, coef)
        _add(tree, parts)
        return tree.total()

    coef = np.zeros(columns.count)
    now = at(coef)
    for taken in range(1, MOST_STEPS + 1):
        step = basis @ (_inverse(basis.T @ now.information @ basis) @ (basis.T @ now.score))
        ahead = at(coef + step)
        # the likelihood is concave, so a shorter step always helps where the full one overshoots
        while ahead.loss > now.loss + 1e-9 * now.battles:
            step *= 0.5
            ahead = at(coef + step)
        coef, now = coef + step, ahead
        if np.abs(step).max() <= SETTLED:
            return coef, now, taken
    raise WinsSeparated(_SEPARATED.format(worst=float(np.abs(coef).max())))


_SEPARATED = (
    "the winner is told without exception by some unit, side or table (coefficients beyond {worst:.0f} logits); "
    "play more battles on each table, or leave the tables out"
)


def _inverse(information: Floats) -> Floats:
    try:
        return inverse_of(information, np.ones(len(information), dtype=bool))
    except linalg.LinAlgError:
        raise WinsSeparated(_SEPARATED.format(worst=30)) from None


def win_covariance(parts: Sequence[BattleTable], fit: WinFit, errors: Literal["HC0", "HC1"] = "HC1") -> Floats:
    """Sandwich covariance of theta, (U, U), logits squared.

    Battles that share a ``pair`` are added up first, with statsmodels' small-sample factor, and ``errors`` is not used.
    """
    meat = np.zeros((fit.columns.count, fit.columns.count))
    groups = 0
    for block in passes([without_chance(part) for part in parts]):
        rows = rows_times(fit.columns.design(block), half_wins(block) - fit.chance(block))
        if block.pair is not None:
            member = membership(block.pair)
            rows = member @ rows
            groups += member.shape[0]
        meat += (rows.T @ rows).toarray()
    if groups:
        meat *= groups / (groups - 1) * (fit.battles - 1) / fit.freedom
    elif errors == "HC1":
        meat *= fit.battles / fit.freedom
    bread = fit.inverse[: fit.columns.units]
    return np.asarray(bread @ meat @ bread.T)


def handicap_slope(parts: Sequence[BattleTable], fit: WinFit, step: float = HANDICAP) -> float:
    """kappa: logits that a handicap of 1 VP is worth, density of the margin at 0 over the mean of p (1 - p).

    The density is the share of battles that a handicap from -``step`` to +``step`` VP turns round, by 2 ``step``.
    Raises ``IdentifiabilityError`` where no battle is that close.
    """
    turned = sum(float(np.sum(np.sign(part.margin + step) - np.sign(part.margin - step))) for part in parts)
    if turned <= 0:
        raise IdentifiabilityError(f"no battle ended within {step:g} VP, so wins cannot be measured in VP")
    return turned / 2 / (2 * step * sum(len(part) for part in parts)) / fit.spread


@dataclass(frozen=True)
class WinPrices:
    """Prices by wins alone.  cov: of theta in logits, (U, U); scale: in VP of margin per VP; found: delta, VP."""

    fit: WinFit
    cov: Floats
    kappa: float
    scale: VPScale
    found: Mispricing


def prices_by_wins(
    parts: Sequence[BattleTable],
    *,
    tables: int = 1,
    mortality: Floats | None = None,
    guards: Guards | None = None,
) -> WinPrices:
    """delta_i = (theta_i - lambda c_i) / (lambda + kappa q_i) from who won, ``mortality`` q (U,) being known.

    The errors of the mortalities and of kappa are left out: together they are about a hundredth of delta.
    Raises what ``fit_wins`` raises, and ``ScaleNotPrecise``.
    """
    guards = guards or Guards()
    fit = fit_wins(parts, tables=tables, guards=guards)
    cov = win_covariance(parts, fit)
    kappa = handicap_slope(parts, fit)
    moments = Moments(parts[0].roster, tables)
    _add(moments, [without_chance(part) for part in parts])
    gap = budget_gap(moments.total(), moments.columns, parts[0].roster)
    # logits over kappa are VP of margin, so every formula of the margin holds for them with its own kappa of 1
    theta, theta_cov = fit.theta / kappa, cov / kappa**2
    scale = vp_scale(theta, theta_cov, fit.cost, mortality, gap, fit.battles, guards)
    delta, by_theta = local_delta(theta, fit.cost, scale.value, mortality)
    return WinPrices(fit, cov, kappa, scale, Mispricing(delta, by_theta @ theta_cov @ by_theta.T, fit.freedom))


@dataclass(frozen=True)
class Agreement:
    """delta by wins minus delta by margins, (U,), VP, with its standard error (both rest on the same battles).

    differs: beyond chance, 5% of those so called being wrong on average.  correlation: of the two deltas, errors and
    all.  rms: of the true differences, errors of sampling taken off.
    """

    difference: Floats
    se: Floats
    differs: Flags
    correlation: float
    rms: float


def agreement(parts: Sequence[BattleTable], margin: MarginFit, wins: WinPrices) -> Agreement:
    """Where wins and margins say different things about a unit (scenario goals that are all or nothing, say).

    ``margin`` is the regression of the same battles.
    """
    fit = wins.fit
    scale = float(margin.cost @ margin.theta / (margin.cost @ margin.cost))
    by_margin, slope = local_delta(margin.theta, margin.cost, scale, margin.mortality)
    _, win_slope = local_delta(fit.theta / wins.kappa, fit.cost, wins.scale.value, margin.mortality)
    units = margin.columns.units
    of_margin, of_wins = slope @ margin.inverse[:units], win_slope @ fit.inverse[:units] / wins.kappa
    cov = np.zeros((units, units))
    for block in passes(parts):
        z, z_wins = margin.columns.design(block), fit.columns.design(without_chance(block))
        influence = rows_times(z_wins, half_wins(block) - fit.chance(block)) @ of_wins.T
        influence -= rows_times(z, scored(block, margin, None) - z @ margin.coef) @ of_margin.T
        if block.pair is not None:
            influence = membership(block.pair) @ influence
        cov += influence.T @ influence
    difference, se = wins.found.delta - by_margin, np.sqrt(np.diagonal(cov))
    p = 2 * stats.norm.sf(np.abs(difference) / se)
    return Agreement(
        difference=difference,
        se=se,
        differs=stats.false_discovery_control(p) <= FALSE_DISCOVERIES,
        correlation=float(np.corrcoef(wins.found.delta, by_margin)[0, 1]),
        rms=float(np.sqrt(max(np.mean(difference**2 - se**2), 0.0))),
    )
