"""One action tried many times from one position: take it to compare the engine with a probability."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.core.positions import Position
from tigersim.core import layout
from tigersim.core.chance import battle_key
from tigersim.core.codes import target_of
from tigersim.core.compile.jit import as_written, jit_inner
from tigersim.core.decisions.actions import apply, legal_actions
from tigersim.core.enums import (
    ASSIGN,
    DARE,
    DESTINATION,
    DISCARD,
    LUCK_SHOCK,
    NEXT_TARGET,
    NOMINATE,
    ORDER,
    RECOVER,
    SECOND_SHOT,
    SPLIT,
)
from tigersim.core.play.engine import carry_on
from tigersim.core.play.kernels import KINDS, MIXED
from tigersim.core.units import cards_held

ALIVE, HITS, CARDS, COVER, STUCK, HAZARD, PLACED, ROLLS = range(8)
"""Columns of a unit's row."""
ASKED, ALLOWANCE, ROAD, VP_A, VP_B, LUCK, CALLS = range(7)
"""Columns of the last row of a try: the decision asked next, the move's inches, the score, the luck of shocks, attacks
of support."""
ALL_PLAYERS, NOBODY_ELSE, PLAYERS = -3, -2, -1
"""Second shots and shares: not taken; as the player decides.  With all players even a suicide assault is theirs."""


decide = KINDS[MIXED].decide


@jit_inner
def _settle(b, t, w, other):
    """Second shots and shares go to the slot ``other`` (two dice of a burst), and every suicide assault is dared."""
    decision = b[0].ask
    if decision == DARE and other != ALL_PLAYERS:
        return w[0].actions[legal_actions(b, t, w) - 1]
    if other in (PLAYERS, ALL_PLAYERS) or decision not in (SPLIT, SECOND_SHOT):
        return decide(b, t, w, b)
    dealt = 0
    for k in range(b[0].roll.n):
        if b[0].roll.dealt[k] == other:
            dealt += 1
    for k in range(legal_actions(b, t, w)):
        action = w[0].actions[k]
        if k > 0 and target_of(action) == other and (decision == SECOND_SHOT or dealt < 2):
            return action
    return w[0].actions[0]


@jit_inner
def _next_of(b, t, w, order, place):
    """(attack the next of ``order`` from ``place`` on who lives, or 0; the place behind it)."""
    while place < order.shape[0] and b[0].unit[order[place]].alive == 0:
        place += 1
    if place < order.shape[0]:
        for k in range(legal_actions(b, t, w)):
            if w[0].actions[k] != 0 and target_of(w[0].actions[k]) == order[place]:
                return w[0].actions[k], place + 1
    return np.int64(0), place + 1


@jit_inner
def try_all(b, t, w, tried):
    """``tried.rows[k]``: what the ``k``-th try leaves of each of its ``slots``, and of the battle.

    The further attacks of support go to those of ``order`` who live; without any the players decide.
    """
    template, slots, order, rows = tried.template, tried.slots, tried.order, tried.rows
    for k in range(rows.shape[0]):
        b[0] = template[0]
        b[0].key = battle_key(tried.seed, k)
        apply(b, t, w, tried.action)
        carry_on(b, t, w)
        place = 0
        while b[0].over == 0 and b[0].ask not in (DESTINATION, ORDER, ASSIGN, NOMINATE, RECOVER, DISCARD):
            if b[0].ask == NEXT_TARGET and order.shape[0] > 0:
                chosen, place = _next_of(b, t, w, order, place)
            else:
                chosen = _settle(b, t, w, tried.other)
            apply(b, t, w, chosen)
            carry_on(b, t, w)
        for j in range(slots.shape[0]):
            u = b[0].unit[slots[j]]
            row = rows[k, j]
            row[ALIVE], row[HITS], row[CARDS], row[COVER] = u.alive, u.hits, cards_held(b, slots[j]), u.found_cover
            row[STUCK], row[HAZARD], row[PLACED], row[ROLLS] = u.immobilised, u.hazard, u.placed, u.rolls
        last = rows[k, slots.shape[0]]
        last[ASKED], last[ALLOWANCE], last[ROAD] = b[0].ask, b[0].allowance, b[0].road_bonus
        last[VP_A], last[VP_B] = b[0].player[0].vp, b[0].player[1].vp
        last[LUCK], last[CALLS] = b[0].luck[LUCK_SHOCK, 0], b[0].support.attacks


def tries(
    position: Position,
    action: int,
    slots: Sequence[int],
    n: int,
    other: int = PLAYERS,
    seed: int = 11,
    order: Sequence[int] = (),
) -> np.ndarray:
    """Float array [try, slot, column], the battle's row behind the slots'."""
    assert action in position.legal()
    rows = np.zeros((n, len(slots) + 1, 8))
    from tests.core.whole_battles import NOTHING_CHECKED, Tried, either  # it is made of this module

    about = Tried(position.battle, seed, action, np.array(slots), other, np.array(order, dtype=np.int64), rows)
    with as_written():
        either(layout.battles(1), position.table, position.work, NOTHING_CHECKED, about)
    return rows


def agrees(count: Any, n: int, p: float, deviations: float = 4.0) -> bool:
    """Whether so many of ``n`` are within so many standard deviations of what ``p`` gives."""
    return bool(abs(float(count) - n * p) <= deviations * (n * p * (1 - p)) ** 0.5 + 1e-6)
