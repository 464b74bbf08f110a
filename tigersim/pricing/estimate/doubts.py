"""What battles give away although no column says it: mirrored pairs, a side tied to budget.

Both make a list wrong without any error: mirrored battles repeat the same two armies, so they are not independent; and
where the dearer army also has the better side, the scale takes the side's advantage for worth.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.estimate.data import BattleTable, blocks
from tigersim.pricing.estimate.margin import PASS, MarginFit, residuals

AGAIN = 0.1
"""Share of the battles whose two armies meet again, from which on it is no coincidence."""
CLEAR = 5.0
"""Standard errors that a jump of the margin must be from 0 to be one."""
MOST_SCALE = 1.0
"""VP of margin that one VP of cost may buy before it looks like something else."""
MOVES = 0.1
"""Part of the VP scale that a jump must move to be worth a word."""


def paired(battles: BattleTable) -> tuple[BattleTable, str | None]:
    """The battles, those of the same two armies as pairs where these can be told, and a note."""
    if battles.pair is not None or not len(battles):
        return battles, None
    first, second = _armies(battles)
    low, high = np.minimum(first, second), np.maximum(first, second)
    meeting = np.unique(low * (int(high.max()) + 1) + high, return_inverse=True)[1]
    times = np.bincount(meeting)[meeting]
    again = int((times > 1).sum())
    if again < AGAIN * len(battles):
        return battles, None
    count = f"{again:,} of {len(battles):,} battles are fought by two armies that meet more than once"
    if times.max() == 2:
        note = (
            f"{count}, each twice: taken for mirrored pairs, which are not independent (a column pair would say which)"
        )
        return replace(battles, pair=meeting.astype(np.int64)), note
    return battles, (
        f"{count}, and there is no column pair: if they were played as mirrored pairs they are not independent and the "
        "intervals are too narrow; number the pairs in a column pair"
    )


def _armies(battles: BattleTable) -> tuple[Integers, Integers]:
    """A number for each army, whatever the order of its slots: of side a and of side b, (N,)."""
    slots = np.ascontiguousarray(np.sort(battles.army, axis=2))
    whole = slots.view(np.dtype((np.void, slots.dtype.itemsize * slots.shape[2]))).ravel()
    number = np.unique(whole, return_inverse=True)[1].reshape(-1, 2).astype(np.int64)
    return number[:, 0], number[:, 1]


def side_with_budget(battles: BattleTable, fit: MarginFit) -> str | None:
    """A note where the dearer side seems to have an advantage and the attacker is unknown.

    It shows as a jump of the margin where the budgets change places, as an advantage of side a, or as a scale above 1.
    """
    if battles.attacker.any():
        return None
    cost = battles.roster.cost
    gap = battles.difference @ cost
    size = float(np.sqrt(np.mean(gap**2)))
    scale = float(cost @ fit.theta / (cost @ cost))
    ones = np.ones(len(gap))
    # besides an advantage of side a and a smooth bend the jump must still be there; side a's is asked for by itself
    jump, side = (
        _first(battles, fit, np.column_stack(extra), scale)
        for extra in ((np.sign(gap), ones, (gap / size) ** 3), (ones,))
    )
    if jump:
        seen = f"the margin jumps by {2 * abs(jump):.1f} VP where the other army becomes the dearer one"
    elif side:
        seen = f"side a is {side:+.1f} VP ahead whatever its army, which costs {gap.mean():+.1f} VP more on average"
    elif scale > MOST_SCALE:
        seen = f"one VP of cost buys {scale:.2f} VP of margin, more than it can well be worth"
    else:
        return None
    return (
        f"{seen}, and no column side_a_first says who attacked: if the dearer side also had the better side, that "
        "advantage is counted as worth, the VP scale is wrong and every price with it; add the column"
    )


def _first(battles: BattleTable, fit: MarginFit, extra: Floats, scale: float) -> float:
    """Coefficient of the first of some further columns; 0 unless clear and moving the scale."""
    cost = fit.cost
    coef, se, told = _added(battles, fit, extra)
    moved = float(cost @ told[: len(cost), 0] / (cost @ cost)) * coef[0]
    return float(coef[0]) if abs(coef[0]) > CLEAR * se[0] and abs(moved) > MOVES * abs(scale) else 0.0


def _added(battles: BattleTable, fit: MarginFit, extra: Floats) -> tuple[Floats, Floats, Floats]:
    """Coefficients and errors of ``extra`` columns (N, k), and what the fit's own lose, (P, k)."""
    place, edge = fit.place(battles), battles.edge.astype(np.float64)
    games = np.maximum(fit.tables.games, 1.0)
    left, at = residuals(fit), 0
    means = np.zeros((len(games), extra.shape[1]))
    np.add.at(means, place, extra * edge[:, None])
    within = extra - (means / games[:, None])[place] * edge[:, None]
    shared = np.zeros((fit.columns.count, extra.shape[1]))
    error = np.empty(len(battles))
    for block in blocks([battles], PASS):
        mine = slice(at, at + len(block))
        shared += fit.rows(block).T @ within[mine]
        error[mine] = left(block)
        at += len(block)
    told = fit.inverse @ shared
    apart, at = np.empty_like(within), 0
    for block in blocks([battles], PASS):
        mine = slice(at, at + len(block))
        apart[mine] = within[mine] - fit.rows(block) @ told
        at += len(block)
    # a column that the fit tells already (a level within tables) gets 0
    inverse = np.linalg.pinv(apart.T @ apart, rcond=1e-9, hermitian=True)
    coef = inverse @ (apart.T @ error)
    scores = apart * (error - apart @ coef)[:, None]
    se = np.sqrt(np.diagonal(inverse @ (scores.T @ scores) @ inverse))
    return coef, np.where(se > 0, se, np.inf), told
