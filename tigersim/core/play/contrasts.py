"""Contrasts out of battles: two options of one decision in one future, and how far apart what follows is.

An evaluation serves to tell options apart.  Positions of different battles differ in far more than a decision changes;
of the two positions of a contrast the difference is all that counts, and the luck that they share drops out of it.
"""

from __future__ import annotations

from typing import NamedTuple

from tigersim.core.asking import decider
from tigersim.core.chance import below, stream
from tigersim.core.compile.jit import jit_inner
from tigersim.core.decisions.actions import apply, legal_actions
from tigersim.core.enums import ASSIGN, CHANCE_PLAYER, DEPLOY, DESTINATION
from tigersim.core.layout import MAX_OPTIONS
from tigersim.core.play.copies import make_room
from tigersim.core.play.deciding import UNPLAYED
from tigersim.core.play.engine import carry_on, set_up
from tigersim.core.play.positions import any_player, close_turn, keep
from tigersim.core.play.racing import begin, begins_action, imagine, let_enemy_note, move_on, play_actions, take_stock
from tigersim.core.play.strategist import (
    CARDS,
    ORDERS,
    PLACES,
    SETUPS,
    counsel,
    give_back_weights,
    list_destinations,
    list_setups,
    take_own_weights,
)
from tigersim.core.players.strategist.card_plans import list_plans
from tigersim.core.players.tactician.cards import take_notes

CONTRAST_STREAM = (1 << 12) + 2
"""Number of the stream of chance that contrasts are drawn by; no player's."""
FUTURES = 1 << 20
"""Of which one is drawn for every contrast."""
DRAWS = 8
"""Numbers of that stream that one contrast takes, at most."""
OF_BOTH = True
"""Both sides value their targets by the evaluation in what follows an option."""
PLAN_CONTRASTS = 6
"""Contrasts of the one decision of a turn that all its cards hang on."""


class Contrasting(NamedTuple):
    """How contrasts are taken."""

    one_in: int
    """Of so many decisions one is looked at; it gives contrasts if a strategist tries options of it."""


@jit_inner
def take_contrasts(b, t, w, spare, battles, rows, how):
    """Play battles and try two options of some decisions; returns how many rows are filled.

    Two rows of ``POSITION`` that stand together are a contrast: what two options lead to a few actions later
    (``value``, and what is seen), and what becomes of it by the end of the turn, luck since taken out (``soon``).
    """
    n = 0
    for k in range(battles.results.shape[0]):
        set_up(b, t, w, battles.seed, battles.results[k].number, battles.profiles, battles.armies[k])
        chance = stream(b[0].key, CHANCE_PLAYER, CONTRAST_STREAM, 0)
        count = 0
        while True:
            carry_on(b, t, w)
            if b[0].over != 0:
                break
            if n + 2 * PLAN_CONTRASTS <= rows.shape[0]:
                count += DRAWS
                if below(chance, count, how.one_in) == 0:
                    side = b[0].asked
                    take_own_weights(w, side)
                    n = contrast_options(b, t, w, spare, rows, n, chance, count)
                    give_back_weights(w, side)
                    count += DRAWS * PLAN_CONTRASTS
            action = any_player(b, t, w, spare)
            if action == UNPLAYED:
                return UNPLAYED
            apply(b, t, w, action)
    return n


@jit_inner
def contrast_options(b, t, w, spare, rows, n, chance, count):
    """Contrasts of the decision in hand, if a strategist tries options of it.

    Returns how many rows are filled.
    """
    if b[0].ask == ASSIGN:
        hand = decider(b)
        thought = b[0].player[hand].thought
        if thought == b[0].turn:
            return n
        for k in range(PLAN_CONTRASTS):
            take_notes(b, t, w, hand)
            take_stock(b, t, w, OF_BOTH)
            future = draw(w, list_plans(b, w, hand), chance, count + k * DRAWS)
            n = contrast(b, t, w, spare, CARDS, rows, n, future)
        b[0].player[hand].thought = thought  # as if nobody had looked
    elif b[0].ask == DEPLOY:
        future = draw(w, list_setups(b, t, w, counsel(b, t, w, OF_BOTH)), chance, count)
        n = contrast(b, t, w, spare, SETUPS, rows, n, future)
    elif b[0].ask == DESTINATION:
        future = draw(w, list_destinations(b, t, w, counsel(b, t, w, OF_BOTH)), chance, count)
        n = contrast(b, t, w, spare, PLACES, rows, n, future)
    elif begins_action(b):
        future = draw(w, list_all(b, t, w, counsel(b, t, w, OF_BOTH)), chance, count)
        n = contrast(b, t, w, spare, ORDERS, rows, n, future)
    return n


@jit_inner
def list_all(b, t, w, first):
    """The first choice and all else that is legal, into ``w.option``; returns how many."""
    w[0].option[0] = first
    n = 1
    for k in range(legal_actions(b, t, w)):
        if w[0].actions[k] != first and n < MAX_OPTIONS:
            w[0].option[n] = w[0].actions[k]
            n += 1
    return n


@jit_inner
def draw(w, m, chance, count):
    """Put two of ``m`` options in front, in half of the draws the first choice and another.

    Returns the number of the future that they are played on in, -1 where there is nothing to choose.
    """
    if m < 2:
        return -1
    one = 0 if below(chance, count + 1, 2) == 0 else below(chance, count + 2, m)
    other = below(chance, count + 3, m - 1)
    other += 1 if other >= one else 0
    first, second = w[0].option[one], w[0].option[other]
    w[0].option[0], w[0].option[1] = first, second
    return below(chance, count + 4, FUTURES)


@jit_inner
def contrast(b, t, w, spare, search, rows, n, future):
    """Play the first two options on in one future, if it is one.

    Returns how many rows are filled; none are where the battle ends at once, or where both lead to the same.
    """
    if future < 0:
        return n
    first, second = w[0].option[0], w[0].option[1]
    make_room(spare, b)
    imagine(b, t, spare, future)
    if search.of_cards:
        let_enemy_note(spare[1:2], t, w)
    for k in range(2):
        begin(b, t, w, spare, first if k == 0 else second, search)
        play_actions(b, t, w, spare, search)
        if spare[0].over != 0:
            return n
        keep(spare, t, w, rows, n + k)
        if k == 1 and rows[n].value == rows[n + 1].value:
            return n
        play_turn_out(spare, t, w)
        close_turn(spare, t, w, rows, n + k, n + k + 1)
    return n + 2


@jit_inner
def play_turn_out(b, t, w):
    """Play on to the end of the turn; both sides value their targets by the evaluation."""
    turn = b[0].turn
    w[0].trying, w[0].judged = 1, 3
    while b[0].over == 0 and b[0].turn == turn:
        move_on(b, t, w)
    w[0].trying = w[0].judged = 0
