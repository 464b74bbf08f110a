"""``planner``: tries every option to the end of the turn, in many futures.

Unseen cards are dealt anew, and both sides play on as tacticians; how the side stands then is said by the learned
evaluation.
"""

from tigersim.core.codes import verb_of, which_of
from tigersim.core.compile.jit import jit_inner
from tigersim.core.decisions.actions import legal_actions
from tigersim.core.enums import (
    ASSIGN,
    BLIND,
    DEPLOY,
    DESTINATION,
    DISMOUNT,
    GIVE,
    HOLD_BACK,
    LAND,
    REGROUP,
    REROLL,
)
from tigersim.core.layout import MAX_OPTIONS
from tigersim.core.play.racing import WHOLE_TURN, Search, best_of
from tigersim.core.play.strategist import (
    counsel,
    decide_by_trial,
    give_back_weights,
    list_destinations,
    plan_cards,
    take_own_weights,
)

DOUBT, OF_CARDS, OF_BOTH = 0.5, False, True
MOST_FUTURES = 1 << 20
"""Of an option; there are no more than playouts."""


@jit_inner
def decide(b, t, w, spare):
    """The option that does best over ``w.playouts`` futures, or the choice to beat."""
    side = b[0].asked
    take_own_weights(w, side)
    action = decide_by_playouts(b, t, w, spare)
    give_back_weights(w, side)
    return action


@jit_inner
def decide_by_playouts(b, t, w, spare):
    """As ``decide``, by the weights that are in force."""
    if b[0].ask == DEPLOY:
        return decide_by_trial(b, t, w, spare)
    if b[0].ask == ASSIGN:
        plan_cards(b, t, w, spare)
    first = counsel(b, t, w, OF_BOTH)
    n = list_options(b, t, w, first)
    if n < 2:
        return first
    search = Search(MOST_FUTURES, w[0].playouts[b[0].asked], WHOLE_TURN, DOUBT, OF_CARDS, OF_BOTH)
    return best_of(b, t, w, spare, n, search)


@jit_inner
def list_options(b, t, w, first):
    """What is tried, the choice to beat first, into ``w.option``; returns how many.

    These are promising places, gifts of the card it would give, all else that is legal.  Drops and withdrawals are left
    to the tactician, re-rolls are by the book, as their odds are.
    """
    decision = b[0].ask
    if decision == DESTINATION:
        return list_destinations(b, t, w, first)
    w[0].option[0] = first
    n = 1
    if decision in (DISMOUNT, REGROUP, REROLL, LAND, HOLD_BACK):
        return n
    gift = which_of(first) if verb_of(first) == GIVE else BLIND
    legal = legal_actions(b, t, w)
    for k in range(legal):
        action = w[0].actions[k]
        other_card = decision == ASSIGN and verb_of(action) == GIVE and which_of(action) != gift
        if action != first and not other_card and n < MAX_OPTIONS:
            w[0].option[n] = action
            n += 1
    return n
