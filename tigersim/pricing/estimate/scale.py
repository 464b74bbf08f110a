"""The VP scale: how many VP of margin one VP of cost buys, and whether the battles can tell.

Prices have no zero and no unit of their own.  The unit is the printed list's: lambda = c'theta / (c'c).  It can only be
learnt where the two budgets differ, and theta only where sizes, units and tables vary.  What fails is said by name.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tigersim.errors import IdentifiabilityError
from tigersim.pricing.estimate.arrays import Flags, Floats
from tigersim.pricing.estimate.moments import Columns, Sums
from tigersim.pricing.estimate.roster import Roster

RANK_TOLERANCE = 1e-9
"""A direction that carries less than this part of a typical column's sum of squares counts as absent."""
CLEARLY = 3.0
"""Standard errors that lambda must be above 0 to be divided by, or below 0 to be called so."""
WORTHLESS = 0.5
"""Part of the mean mortality that a lambda below 0 may take away before no worth is read from what is left."""


class TooFewAppearances(IdentifiabilityError):
    """Some units took part too rarely to be priced."""


class SizesDoNotVary(IdentifiabilityError):
    """Both sides always have equally many units: the worth common to all units is hidden."""


class EqualBudgets(IdentifiabilityError):
    """Both sides always cost the same, so there is no VP scale."""


class UnitsNotSeparable(IdentifiabilityError):
    """Some units occur only together, so only their sum can be priced."""


class ScaleNotUsable(IdentifiabilityError):
    """Dearer units clearly bring less, so the prices have nothing to do with worth."""


class ScaleNotPrecise(IdentifiabilityError):
    """The VP scale is too uncertain to divide by."""


@dataclass(frozen=True)
class Guards:
    """What a set of battles must offer before prices are read from it."""

    min_appearances: int = 200
    max_scale_error: float = 0.05
    """Largest standard error of lambda, relative to lambda or, where deaths are known, to lambda + mean mortality."""


@dataclass(frozen=True)
class VPScale:
    """The VP scale lambda: VP of margin per VP of cost.

    body: intercept of theta = body + slope * cost, in VP of margin: what one more unit is worth whatever it costs.  All
    have standard errors.
    """

    value: float
    se: float
    body: float
    body_se: float
    usable: bool
    """Whether lambda is clearly above 0; else nothing may be divided by it."""
    reason: str = ""
    """Why it is not usable."""


def used_columns(total: Sums, columns: Columns) -> Flags:
    """Columns that occur at all.

    An attacker that a table tells is left out, and of sums over chance that say the same the first is used.
    """
    zz = total.within.zz
    diagonal: Floats = np.diagonal(zz)
    used = np.diagonal(total.zz) > 0
    used[columns.attacker] = diagonal[columns.attacker] > RANK_TOLERANCE * max(float(total.battles), 1.0)
    first = columns.lucks.start
    for k in range(first, columns.count):
        before = np.flatnonzero(used[first:k]) + first
        shared = np.linalg.solve(zz[np.ix_(before, before)], zz[before, k])
        used[k] &= bool(diagonal[k] - zz[k, before] @ shared > RANK_TOLERANCE * total.zz[k, k])
    return used


def variation(total: Sums, columns: Columns) -> Floats:
    """Sums of products of the difference of the armies, (U, U), within tables and sides."""
    zz, used = total.within.zz, used_columns(total, columns)
    rest = np.flatnonzero(used[columns.units :]) + columns.units
    u = slice(0, columns.units)
    within = zz[u, u] - zz[u][:, rest] @ np.linalg.solve(zz[np.ix_(rest, rest)], zz[rest][:, u])
    return np.asarray(0.5 * (within + within.T))


def budget_gap(total: Sums, columns: Columns, roster: Roster) -> float:
    """Standard deviation of the difference of the two budgets, VP, within tables and sides."""
    square = float(roster.cost @ variation(total, columns) @ roster.cost)
    return float(np.sqrt(max(square, 0.0) / total.battles))


def check_design(total: Sums, columns: Columns, roster: Roster, guards: Guards) -> None:
    """Raises the error that names what these armies do not vary, and how to mend it."""
    rare = np.flatnonzero(total.n < max(guards.min_appearances, 1))
    if len(rare):
        names = _some([f"{roster.keys[i]} ({int(total.n[i])})" for i in rare[np.argsort(total.n[rare], kind="stable")]])
        raise TooFewAppearances(
            f"{len(rare)} of {len(roster)} units took part fewer than {guards.min_appearances} times: {names}; "
            "play more battles, or leave these units out of the list of units"
        )
    within = variation(total, columns)
    square = np.diagonal(within)
    if (roster.cost @ within @ roster.cost) <= RANK_TOLERANCE * float(roster.cost**2 @ square):
        raise EqualBudgets(
            "the two budgets never differ, so worth cannot be measured in VP; "
            "let the budgets of the two sides differ by about 2 VP (standard deviation)"
        )
    if within.sum() <= RANK_TOLERANCE * float(square.sum()):
        raise SizesDoNotVary(
            "the two sides always have equally many units, so what every unit is worth in common cannot be seen; "
            "let the sizes of the armies differ"
        )
    _check_separable(within, roster)


def _check_separable(within: Floats, roster: Roster) -> None:
    square = np.diagonal(within)
    absent = np.flatnonzero(square <= RANK_TOLERANCE * square.max())
    if len(absent):
        names = _some([roster.keys[i] for i in absent])
        raise UnitsNotSeparable(
            f"both sides always have equally many of: {names}; let the armies differ in these units"
        )
    size = np.sqrt(square)
    values, vectors = np.linalg.eigh(within / np.outer(size, size))
    if values[0] > RANK_TOLERANCE:
        return
    part = np.abs(vectors[:, 0])
    names = _some([roster.keys[i] for i in np.flatnonzero(part > 0.05 * part.max())])
    raise UnitsNotSeparable(
        f"a combination of these units never differs between the two sides: {names}; "
        "play more battles with armies drawn independently, or leave out all but one of units that go together"
    )


def vp_scale(
    theta: Floats, cov: Floats, cost: Floats, mortality: Floats | None, gap: float, n: int, guards: Guards
) -> VPScale:
    """lambda and its standing.

    Raises ``ScaleNotPrecise`` where more battles or wider budgets would mend it, and ``ScaleNotUsable`` where none
    would: lambda is clearly below 0.  Where lambda + mortality is known well enough to say what a unit is worth beside
    its cost, although lambda is not clearly above 0 (dear units are mere liabilities), it is returned as not usable.
    """
    weight = cost / (cost @ cost)
    value, se = float(weight @ theta), float(np.sqrt(weight @ cov @ weight))
    line = np.linalg.pinv(np.column_stack([np.ones(len(cost)), cost]))[0]
    body, body_se = float(line @ theta), float(np.sqrt(line @ cov @ line))
    if value > 0 and se < guards.max_scale_error * value:
        return VPScale(value, se, body, body_se, usable=True)
    below = value < -CLEARLY * se
    died = 0.0 if mortality is None else float(mortality.mean())
    # delta divides by lambda + mortality: where deaths are known it is that sum which has to be precise, and positive
    whole = value + died
    if mortality is not None and 0 < se < guards.max_scale_error * whole and not (below and value < -WORTHLESS * died):
        if value > CLEARLY * se:
            return VPScale(value, se, body, body_se, usable=True)
        reason = (
            f"one VP of cost buys {value:.3f} +- {1.96 * se:.3f} VP of margin, which is not clearly above 0: dearer "
            "units bring no more than they concede, so no price list is read from these battles"
        )
        return VPScale(value, se, body, body_se, usable=False, reason=reason)
    if below:
        raise ScaleNotUsable(
            f"not usable: one VP of cost buys {value:.3f} +- {1.96 * se:.3f} VP of margin, so prices have nothing to "
            "do with worth here, and more battles will not change that; look whether the costs belong to these units, "
            "and the margins to these sides"
        )
    divisor = whole if mortality is not None else value
    most = guards.max_scale_error * divisor
    needed = n * (se / most) ** 2 if most > 0 else np.inf
    more = f"play about {_round_up(needed):,} battles" if needed < 1e3 * n else "play many more battles"
    needs = f"where at most {most:.3f} will do" if most > 0 else "and must be clearly above 0"
    raise ScaleNotPrecise(
        f"the VP scale is {value:.3f} with a standard error of {se:.3f}, {needs}; "
        f"{more}, or let the budgets differ more (standard deviation now {gap:.1f} VP; 2 to 4 is good)"
    )


def _round_up(number: float) -> int:
    """The next number of two digits and zeros."""
    step = 10.0 ** max(np.floor(np.log10(number)) - 1, 0)
    return int(np.ceil(number / step) * step)


def _some(names: list[str], most: int = 6) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
