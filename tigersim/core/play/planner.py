"""The player ``planner``: tries every option on copies of the battle.

Unseen cards are dealt anew, and it plays on as a tactician.  All options meet the same futures, so that luck which does
not depend on the choice cancels; half of the options are dropped after each round (sequential halving, Karnin, Koren
and Somekh 2013), so that the best are looked at longest.
"""

from tigersim.core.board import cell_at
from tigersim.core.codes import verb_of, which_of
from tigersim.core.compile.jit import jit_inner
from tigersim.core.decisions.actions import apply, legal_actions
from tigersim.core.enums import (
    ASSIGN,
    BLIND,
    DEPLOY,
    DESTINATION,
    DISMOUNT,
    GIVE,
    HOLD_BACK,
    LAND,
    LUCK_BANDS,
    LUCK_RECOVERY,
    LUCK_SHOCK,
    NOBODY,
    REGROUP,
    REROLL,
    SIDE_A,
)
from tigersim.core.hidden_cards import another_future
from tigersim.core.layout import MAX_OPTIONS
from tigersim.core.play.engine import carry_on
from tigersim.core.players.tactician.decide import decide as tactician
from tigersim.core.players.tactician.fire_values import make_pairs
from tigersim.core.players.tactician.markers import note_markers
from tigersim.core.players.tactician.moving import go_to, list_places
from tigersim.core.players.tactician.outlook import place_worth
from tigersim.core.sides import enemies_of, slots_of

WIN = 4.0
"""VP that winning the battle is worth beside its margin."""
PLACE = 0.25
"""What a place is worth at the end of a turn, in units of what a tactician makes of it: of all that have a target in
view only the first can destroy it."""


@jit_inner
def decide(b, t, w, spare):
    """The option that does best over ``w.playouts`` futures, or the tactician's choice."""
    first = tactician(b, t, w)
    n = list_options(b, t, w, first)
    if n < 2:
        return first
    w[0].options = n
    logging, w[0].logging = w[0].logging, 0
    explaining, w[0].explaining = w[0].explaining, 0
    rounds = 1
    while (1 << rounds) < n:
        rounds += 1
    playouts = w[0].playouts[b[0].asked]
    future = 0
    while n > 1:
        each = max(playouts // (rounds * n), 1)
        for k in range(n):
            for f in range(future, future + each):
                value = outcome(b, t, w, spare, w[0].option[k], f)
                w[0].option_tries[k] += 1
                w[0].option_worth[k] += (value - w[0].option_worth[k]) / w[0].option_tries[k]
        future += each
        n = keep_better_half(w, n)
    w[0].logging = logging
    w[0].explaining = explaining
    return w[0].option[0]


@jit_inner
def list_options(b, t, w, first):
    """What is tried, the tactician's choice first; returns how many options there are.

    These are promising places, gifts of the card it would give, all else that is legal.  Deployment, drops and
    withdrawals are left to the tactician, re-rolls are by the book, as their odds are.
    """
    decision = b[0].ask
    w[0].option[0] = first
    w[0].option_worth[:] = 0.0
    w[0].option_tries[:] = 0
    n = 1
    if decision == DESTINATION:
        for k in range(list_places(b, t, w, MAX_OPTIONS - 1)):
            action = go_to(b, t, w, b[0].subject, w[0].cells[k])
            if action != first:
                w[0].option[n] = action
                n += 1
        return n
    if decision in (DEPLOY, DISMOUNT, REGROUP, REROLL, LAND, HOLD_BACK):
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


@jit_inner
def keep_better_half(w, n):
    """Sort the options by worth, the best first, and keep half of them; returns how many."""
    worth, option, tries = w[0].option_worth, w[0].option, w[0].option_tries
    for k in range(1, n):
        j = k
        while j > 0 and worth[j] > worth[j - 1]:
            worth[j], worth[j - 1] = worth[j - 1], worth[j]
            option[j], option[j - 1] = option[j - 1], option[j]
            tries[j], tries[j - 1] = tries[j - 1], tries[j]
            j -= 1
    return (n + 1) // 2 if n > 2 else 1


@jit_inner
def outcome(b, t, w, spare, action, future):
    """VP at the end of the turn for the side that decides, by one option in one future.

    What the dice brought in kills, shocks and recoveries beyond their odds is taken out; on average it is 0.
    """
    side, last = b[0].asked, b[0].turn
    spare[0] = b[0]
    another_future(spare, future)
    apply(spare, t, w, action)
    carry_on(spare, t, w)
    while spare[0].over == 0 and spare[0].turn <= last:
        apply(spare, t, w, tactician(spare, t, w))
        carry_on(spare, t, w)
    return standing(spare, t, w, b, side) - luck_since(b, spare, w, side)


@jit_inner
def luck_since(b, spare, w, side):
    """VP that chance brought a side since the battle was copied.

    Each kill, shock and recovery beyond its odds counts with what ``standing`` makes of it, as far as that was known
    when the battle was copied.
    """
    shocked = w[0].tactician[side].shock
    luck = 0.0
    for player in range(2):
        sign = -1.0 if player == side else 1.0
        for unit in slots_of(b, player):
            u, v = b[0].unit[unit], spare[0].unit[unit]
            counted = u.profile.score - (shocked * u.profile.cost if u.hits > 0 else 0.0)
            luck += sign * counted * (v.died - u.died - (v.hazard - u.hazard))
    sign = shocked if side == SIDE_A else -shocked
    for kind in (LUCK_SHOCK, LUCK_RECOVERY):
        for band in range(LUCK_BANDS):
            luck += sign * (spare[0].luck[kind, band] - b[0].luck[kind, band])
    return luck


@jit_inner
def standing(b, t, w, real, side):
    """VP of a side: the score, less what the shocked are worth, and how well all others stand.

    ``real``: the battle as it is, of which ``b`` is a future.
    """
    margin = float(b[0].player[side].vp - b[0].player[1 - side].vp)
    if b[0].over != 0:
        return margin + (WIN if margin > 0.0 else -WIN if margin < 0.0 else 0.0)
    weights = w[0].tactician[side]
    make_pairs(b, t, w)
    for player in range(2):
        sign = 1.0 if player == side else -1.0
        find_sound_foes(b, t, w, real, player)
        note_markers(b, t, w, player)
        w[0].viewer = NOBODY
        for unit in slots_of(b, player):
            u = b[0].unit[unit]
            if u.alive == 0:
                continue
            if u.hits > 0:
                margin -= sign * weights.shock * u.profile.cost
            elif u.placed != 0:
                margin += sign * PLACE * place_worth(b, t, w, unit, u.x, u.y)
    return margin


@jit_inner
def find_sound_foes(b, t, w, real, side):
    """``find_foes``, but of foes that are shocked or dead by now only the place counts.

    The shocked have been counted, and do no harm: else one in view would be worth more than a dead one.  And a
    unit would seem far from the enemy for having destroyed the one beside it.
    """
    n = 0
    for foe in enemies_of(b, side):
        v = b[0].unit[foe]
        if real[0].unit[foe].alive == 0 or (v.alive != 0 and v.placed == 0):
            continue
        w[0].foe_x[n] = v.x
        w[0].foe_y[n] = v.y
        w[0].foe_cell[n] = cell_at(t, v.x, v.y)
        w[0].foe[n] = foe if v.alive != 0 and v.hits == 0 else NOBODY
        n += 1
    w[0].foes = n
