"""``strategist``: tries its options on copies of the battle, takes the best.

How it stands a few actions later is said by the learned evaluation (``players.strategist``), which also says what a
tactician's targets are worth to it.  It tries where to set up, plans for the cards of a turn, its orders and where they
lead; all else, and what comes after an option, is decided as by a tactician.
"""

from tigersim.core.asking import decider
from tigersim.core.chance import below, stream
from tigersim.core.codes import pack, target_of, unit_of, verb_of, which_of
from tigersim.core.compile.jit import jit_inner
from tigersim.core.crossing import may_set_up
from tigersim.core.decisions.actions import legal_actions
from tigersim.core.demolition import is_charge
from tigersim.core.enums import (
    ASSIGN,
    CHANCE_PLAYER,
    DEPLOY,
    DESTINATION,
    FIND_COVER,
    FIRE,
    FOLLOW,
    ORDER,
    PASS,
    PLACE,
)
from tigersim.core.geometry import FACING_SOUTH
from tigersim.core.layout import MAX_OPTIONS
from tigersim.core.play.racing import WHOLE_TURN, Search, best_of, take_stock
from tigersim.core.players.scenario_goals import in_a_zone
from tigersim.core.players.strategist.card_plans import AS_NOTED, follow_plan, keep_plans, list_plans
from tigersim.core.players.tactician.attacks import shot_worth
from tigersim.core.players.tactician.cards import take_notes
from tigersim.core.players.tactician.decide import decide as tactician
from tigersim.core.players.tactician.moving import go_to, list_places
from tigersim.core.players.tactician.setting_up import (
    facing_enemy,
    forward_worth,
    ground_worth,
    note_company,
)
from tigersim.core.zones import deployment_rows

ORDERS = Search(futures=6, playouts=96, actions=3, doubt=0.1)
PLACES = Search(futures=6, playouts=128, actions=3, doubt=0.0)
SETUPS = Search(futures=1, playouts=128, actions=WHOLE_TURN, doubt=0.2)
"""Until all are set up; what follows then is the same for all but for where they stand."""
CARDS = Search(futures=8, playouts=128, actions=4, doubt=0.1, of_cards=True)
"""Until all cards are assigned and the first units have acted."""
PLANNED = 2
"""Units that a turn is planned for, at most."""
RIVAL = 0.5
"""Another shot is tried if a tactician gives it this part of what it gives the choice to beat."""
SIFTED, TRIED = 96, 12
"""Random places to set up in that are thought of, and the most promising that are tried."""
SETUP_STREAM = 1 << 13
"""Number of the streams of chance that they are drawn by."""


@jit_inner
def decide(b, t, w, spare):
    """The option after which the side stands best, of those that are worth a trial."""
    side = b[0].asked
    take_own_weights(w, side)
    action = decide_by_trial(b, t, w, spare)
    give_back_weights(w, side)
    return action


@jit_inner
def take_own_weights(w, side):
    """Judge by the weights of a strategist from now on.

    They are lent to the place of a tactician's: who is imagined for the other side stays a plain tactician.
    """
    w[0].lent_to, w[0].lent[0] = 1 + side, w[0].tactician[side]
    w[0].tactician[side] = w[0].strategist[side]


@jit_inner
def give_back_weights(w, side):
    """Judge by the weights of a tactician again."""
    w[0].lent_to, w[0].tactician[side] = 0, w[0].lent[0]


@jit_inner
def decide_by_trial(b, t, w, spare):
    """As ``decide``, by the weights that are in force."""
    decision = b[0].ask
    if decision == ASSIGN:
        plan_cards(b, t, w, spare)
    if decision not in (DEPLOY, ORDER, DESTINATION, FOLLOW) or (decision == ORDER and is_charge(b, b[0].subject)):
        return tactician(b, t, w)
    first = counsel(b, t, w, ORDERS.of_both)
    if decision == DEPLOY:
        n = list_setups(b, t, w, first)
        return best_of(b, t, w, spare, n, SETUPS) if n > 1 else first
    if decision == DESTINATION:
        n = list_destinations(b, t, w, first)
        return best_of(b, t, w, spare, n, PLACES) if n > 1 else first
    if decision == ORDER:
        n = list_orders(b, t, w, first)
        return best_of(b, t, w, spare, n, ORDERS) if n > 1 else first
    return first


@jit_inner
def plan_cards(b, t, w, spare):
    """Settle once a turn, before its first card is assigned, which units are favoured or left out."""
    hand = decider(b)
    if b[0].player[hand].thought == b[0].turn:
        return
    take_notes(b, t, w, hand)
    take_stock(b, t, w, CARDS.of_both)
    n, planned = list_plans(b, w, hand), 0
    while n > 1 and planned < PLANNED:
        plan = best_of(b, t, w, spare, n, CARDS)
        if plan == AS_NOTED:
            break
        follow_plan(b, plan)
        planned += 1
        n = keep_plans(w, n)
    w[0].options = 0  # what is weighed for the card itself comes after


@jit_inner
def counsel(b, t, w, of_both):
    """What a tactician would do that values its targets by the evaluation; ``of_both`` as in ``take_stock``."""
    take_stock(b, t, w, of_both)
    w[0].judged = 1 << b[0].asked
    first = tactician(b, t, w)
    w[0].judged = 0
    return first


@jit_inner
def list_destinations(b, t, w, first):
    """The first choice and other promising places, into ``w.option``; returns how many."""
    w[0].option[0] = first
    n = 1
    for k in range(list_places(b, t, w, MAX_OPTIONS - 1)):
        action = go_to(b, t, w, b[0].subject, w[0].cells[k])
        if action != first:
            w[0].option[n] = action
            n += 1
    return n


@jit_inner
def list_orders(b, t, w, first):
    """The first choice, the best other shot and all else that is legal.

    Into ``w.option``; returns how many.  Who had better fire hardly ever should wait or look for cover.
    """
    w[0].option[0] = first
    n, shot, most = 1, first, -1.0
    fires = verb_of(first) == FIRE
    w[0].judged = 1 << b[0].asked
    for k in range(legal_actions(b, t, w)):
        action = w[0].actions[k]
        if action == first:
            continue
        if verb_of(action) == FIRE:
            gain = worth_of_shot(b, t, w, action)
            if gain > most:
                shot, most = action, gain
        elif n < MAX_OPTIONS - 1 and not (fires and verb_of(action) in (PASS, FIND_COVER)):
            w[0].option[n] = action
            n += 1
    if shot != first and fires and most < RIVAL * worth_of_shot(b, t, w, first):
        shot = first
    w[0].judged = 0
    if shot != first:
        w[0].option[n] = shot
        n += 1
    return n


@jit_inner
def worth_of_shot(b, t, w, action):
    """VP that a tactician gives a shot with the card in hand."""
    return shot_worth(b, t, w, unit_of(action), target_of(action), which_of(action), b[0].card)


@jit_inner
def list_setups(b, t, w, first):
    """The first choice and the most promising of random places.

    Into ``w.option``; returns how many.
    """
    unit, side = b[0].subject, b[0].asked
    w[0].option[0] = first
    n = 1
    if verb_of(first) != PLACE or in_a_zone(b, t):
        return n
    rows, last = deployment_rows(b, t, side)
    width, facing = t[0].width, facing_enemy(b, side)
    forwards = forward_worth(b, t, w, unit)
    note_company(b, t, w, unit)
    chance = stream(b[0].key, CHANCE_PLAYER, SETUP_STREAM + unit, side)
    for k in range(SIFTED):
        cell = rows * width + below(chance, k, (last - rows) * width)
        action = pack(PLACE, unit, 0, 0, cell, facing)
        if action == first or not may_set_up(b, t, unit, cell):
            continue
        row = cell // width
        value = forwards * (last - 1 - row if facing == FACING_SOUTH else row - rows)
        value += w[0].tactician[side].flock * w[0].company[side].friends[cell] + ground_worth(b, t, w, unit, cell)
        n = keep_best(w, action, value, n, 1 + TRIED)
    return n


@jit_inner
def keep_best(w, action, value, n, most):
    """Put an option in its place among those after the first, the best in front.

    Returns how many there are.
    """
    option, worths = w[0].option, w[0].option_worth
    if n == most and value <= worths[n - 1]:
        return n
    j = min(n, most - 1)
    while j > 1 and value > worths[j - 1]:
        worths[j], option[j] = worths[j - 1], option[j - 1]
        j -= 1
    worths[j], option[j] = value, action
    return min(n + 1, most)
