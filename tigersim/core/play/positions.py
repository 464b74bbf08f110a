"""Positions out of battles, with what came of them: what an evaluation is fitted to."""

from __future__ import annotations

from typing import NamedTuple

from tigersim.core.chance import below, stream
from tigersim.core.compile.jit import jit_inner
from tigersim.core.decisions.actions import apply, legal_actions
from tigersim.core.enums import (
    ASSIGN,
    CHANCE_PLAYER,
    DEPLOY,
    DESTINATION,
    FOLLOW,
    LUCK_BANDS,
    LUCK_KINDS,
    NOMINATE,
    ORDER,
    PHASE_ACT,
    PROLONG,
    RECOVER,
    SIDE_A,
    SLOTS,
)
from tigersim.core.evaluation_layout import SIDE_FEATURES, TURN_FEATURES, UNIT_FEATURES
from tigersim.core.play.deciding import UNPLAYED, any_of
from tigersim.core.play.engine import carry_on, set_up
from tigersim.core.players.strategist.evaluation import worth
from tigersim.core.sides import side_of
from tigersim.core.sizes import record

POSITION = record(
    [
        ("battle", "i8"),
        ("turn", "i4"),
        ("decks", "i4"),
        ("ask", "i4"),
        ("asked", "i4"),
        ("of_unit", "f4", (SLOTS, UNIT_FEATURES)),
        ("alive", "i1", (SLOTS,)),
        ("of_turn", "f4", (2, TURN_FEATURES)),
        ("of_side", "f4", (2, SIDE_FEATURES)),
        ("margin", "f4"),  # of side a at the end
        ("luck", "f4", (1 + LUCK_KINDS,)),  # that it had since: kills, then the kinds of the core
        ("fresh", "i1"),  # the first position of a turn
        ("wild", "i1"),  # it follows on an action taken at random
        ("value", "f4"),  # of side a by the evaluation in hand
        ("soon", "f4"),  # the same at the end of the turn, luck since taken out
        ("so_far", "f4", (1 + LUCK_KINDS,)),  # luck up to this position
        ("kill_worth", "f4", (SLOTS,)),
        ("beyond", "f4", (SLOTS,)),  # death less its chances so far
    ]
)
WILD_STREAM = 1 << 12
"""Numbers of the streams of chance that positions and wild actions are drawn by; no player's."""

any_player = any_of(("tactician", "strategist"))


class Sampling(NamedTuple):
    """How positions are taken."""

    one_in: int
    """Of so many decisions one is taken."""
    wild: int
    """Of a thousand decisions so many are taken at random instead, in half of the battles."""


@jit_inner
def kill_luck(b):
    """VP of kills beyond their chances, to the good of side a."""
    luck = 0.0
    for slot in range(SLOTS):
        u = b[0].unit[slot]
        if u.alive != 0 or u.died != 0:
            beyond = u.profile.score * (u.died - u.hazard)
            luck += beyond if side_of(slot) != SIDE_A else -beyond
    return luck


@jit_inner
def luck_of_kind(b, kind):
    """Luck of one kind so far, of side a."""
    luck = 0.0
    for band in range(LUCK_BANDS):
        luck += b[0].luck[kind, band]
    return luck


@jit_inner
def keep(b, t, w, positions, n):
    """Write the position down."""
    row = positions[n]
    row.value = worth(b, t, w, SIDE_A)
    row.battle = b[0].number
    row.turn = b[0].turn
    row.decks = b[0].decks
    row.ask = b[0].ask
    row.asked = b[0].asked
    for slot in range(SLOTS):
        u = b[0].unit[slot]
        row.alive[slot] = u.alive
        row.beyond[slot] = u.died - u.hazard
        for k in range(UNIT_FEATURES):
            row.of_unit[slot, k] = w[0].of_unit[slot, k] if u.alive != 0 else 0.0
        score = w[0].evaluation.luck[0] * u.profile.score / b[0].scale
        row.kill_worth[slot] = w[0].unit_worth[slot] + score if u.alive != 0 else 0.0
    for side in range(2):
        for k in range(TURN_FEATURES):
            row.of_turn[side, k] = w[0].of_turn[side, k]
        for k in range(SIDE_FEATURES):
            row.of_side[side, k] = w[0].of_side[side, k]
    row.so_far[0] = kill_luck(b)
    for kind in range(LUCK_KINDS):
        row.so_far[1 + kind] = luck_of_kind(b, kind)


@jit_inner
def close_turn(b, t, w, positions, first, n):
    """Note what the evaluation makes of the end of a turn, luck taken out.

    In its positions, from row ``first`` on.
    """
    if first == n:
        return
    value = worth(b, t, w, SIDE_A)
    for k in range(first, n):
        row, luck = positions[k], 0.0
        for slot in range(SLOTS):
            u = b[0].unit[slot]
            beyond = row.kill_worth[slot] * (u.died - u.hazard - row.beyond[slot])
            luck += beyond if side_of(slot) != SIDE_A else -beyond
        for kind in range(LUCK_KINDS):
            luck += w[0].evaluation.luck[1 + kind] * (luck_of_kind(b, kind) - row.so_far[1 + kind])
        row.soon = value - luck


@jit_inner
def take_positions(b, t, w, spare, battles, positions, sampling):
    """Play battles and keep some of their positions; returns how many."""
    n = 0
    for k in range(battles.results.shape[0]):
        first, open_from, turn, strayed = n, n, 0, False
        set_up(b, t, w, battles.seed, battles.results[k].number, battles.profiles, battles.armies[k])
        chance = stream(b[0].key, CHANCE_PLAYER, WILD_STREAM, 0)
        wild = sampling.wild if below(chance, 0, 4) != 0 else 0
        count = 1
        while True:
            carry_on(b, t, w)
            if b[0].over != 0 or b[0].turn != turn:
                close_turn(b, t, w, positions, open_from, n)
                open_from = n
            if b[0].over != 0:
                break
            ask, fresh = b[0].ask, b[0].turn != turn
            turn = b[0].turn
            if is_settled(b) and n < positions.shape[0]:
                count += 1
                one_in = 1 if strayed else 2 if fresh else sampling.one_in
                if below(chance, count, one_in) == 0:
                    keep(b, t, w, positions, n)
                    positions[n].fresh = 1 if fresh else 0
                    positions[n].wild = 1 if strayed else 0
                    n += 1
                strayed = False
            action = any_player(b, t, w, spare)
            if action == UNPLAYED:
                return UNPLAYED
            if wild > 0 and ask in (ASSIGN, NOMINATE, ORDER, DESTINATION, FOLLOW, RECOVER, DEPLOY):
                count += 1
                if below(chance, count, 1000) < (100 if ask == DEPLOY else wild):
                    count += 1
                    action = w[0].actions[below(chance, count, legal_actions(b, t, w))]
                    strayed = ask != DEPLOY
            apply(b, t, w, action)
        margin = b[0].player[0].vp - b[0].player[1].vp
        for row in range(first, n):
            positions[row].margin = margin
            luck = positions[row].luck
            luck[0] = kill_luck(b) - positions[row].so_far[0]
            for kind in range(LUCK_KINDS):
                luck[1 + kind] = luck_of_kind(b, kind) - positions[row].so_far[1 + kind]
    return n


@jit_inner
def is_settled(b):
    """Whether no action is under way."""
    return b[0].ask in (ASSIGN, NOMINATE, RECOVER, PROLONG) or (b[0].ask == ORDER and b[0].phase != PHASE_ACT)
