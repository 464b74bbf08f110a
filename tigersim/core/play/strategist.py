"""``strategist``: tries its options on copies of the battle and takes the one after which it stands best.

How it stands is said by the learned evaluation (``players.strategist``), first at the end of the action; if another
option than the tactician's comes out best, those few are played on to the end of the turn.  All options meet the same
futures, unseen cards dealt anew; what the dice bring beyond their odds is taken out.  What an option leads to, and all
that is not worth a trial, is decided as by a tactician.
"""

from tigersim.core.chance import below, stream
from tigersim.core.codes import facing_of, pack, verb_of
from tigersim.core.compile.jit import jit_inner
from tigersim.core.crossing import may_set_up
from tigersim.core.decisions.actions import apply, legal_actions
from tigersim.core.demolition import is_charge
from tigersim.core.enums import (
    ASSIGN,
    CHANCE_PLAYER,
    DEPLOY,
    DESTINATION,
    DISCARD,
    FOLLOW,
    LUCK_BANDS,
    LUCK_KINDS,
    NOMINATE,
    ORDER,
    PHASE_ACT,
    PLACE,
    PROLONG,
    RECOVER,
    SIDE_A,
    SLOTS,
)
from tigersim.core.hidden_cards import another_future
from tigersim.core.layout import MAX_OPTIONS
from tigersim.core.play.engine import carry_on
from tigersim.core.players.scenario_goals import in_a_zone
from tigersim.core.players.strategist.evaluation import worth
from tigersim.core.players.tactician.decide import decide as tactician
from tigersim.core.players.tactician.moving import go_to, list_places
from tigersim.core.sides import side_of
from tigersim.core.sizes import FUTURES
from tigersim.core.zones import deployment_rows

FINALISTS, PLACES = 3, 4
"""Options, and places to go to, that are played on."""
PRIOR = 0.3
"""VP by which another option has to be better than the tactician's: a few futures are few."""
SETUPS = 12
"""Random places to set up in that are tried beside the tactician's."""
SETUP_STREAM = 1 << 13
"""Number of the streams of chance that they are drawn by."""


@jit_inner
def decide(b, t, w, spare):
    """The option after which the side stands best, of those that are worth a trial."""
    first = tactician(b, t, w)
    n = list_options(b, t, w, first)
    if n < 2:
        return first
    logging, w[0].logging = w[0].logging, 0
    explaining, w[0].explaining = w[0].explaining, 0
    value_units(b, t, w)
    imagine(b, spare, 0)
    left = n if b[0].ask == DEPLOY else select(b, t, w, spare, n, first)
    if left > 1:
        n = left
        play_on(b, t, w, spare, n, first)
        sort_options(w, 1, n)
    w[0].options = n
    w[0].logging = logging
    w[0].explaining = explaining
    return w[0].option[0]


@jit_inner
def value_units(b, t, w):
    """Note what the destruction of each unit takes from its side: what it scores and what it would still have done."""
    worth(b, t, w, b[0].asked)
    for slot in range(SLOTS):
        w[0].kill_worth[slot] = w[0].unit_worth[slot] + w[0].evaluation.luck[0] * b[0].unit[slot].profile.score


@jit_inner
def select(b, t, w, spare, n, first):
    """Sort the options by how the side stands after the action; returns how many are worth more than a look.

    Only one, if that is the tactician's choice; else the best and it.
    """
    for k in range(n):
        w[0].option_worth[k] = outcome(b, t, w, spare, 0, w[0].option[k], False)
    sort_options(w, 0, n)
    if w[0].option[0] == first:
        return 1
    few = min(n, PLACES if b[0].ask == DESTINATION else FINALISTS)
    for k in range(few, n):
        if w[0].option[k] == first:
            w[0].option[few - 1] = first
    return few


@jit_inner
def play_on(b, t, w, spare, n, first):
    """Sort the options by how the side stands at the end of the turn; after every second future half are dropped."""
    w[0].option_worth[:] = 0.0
    w[0].option_tries[:] = 0
    for f in range(FUTURES):
        if f > 0:
            imagine(b, spare, f)
        for k in range(n):
            value = outcome(b, t, w, spare, f, w[0].option[k], True)
            if w[0].option[k] == first:
                value += PRIOR
            w[0].option_tries[k] += 1
            w[0].option_worth[k] += (value - w[0].option_worth[k]) / w[0].option_tries[k]
        if f % 2 == 1:
            sort_options(w, 0, n)
            n = max(min(n, 2), n // 2)


@jit_inner
def list_options(b, t, w, first):
    """What is tried, the tactician's choice first; returns how many, none where it is not worth a trial."""
    decision = b[0].ask
    if decision not in (DEPLOY, ORDER, DESTINATION, FOLLOW) or (decision == ORDER and is_charge(b, b[0].subject)):
        return 0
    w[0].option[0] = first
    n = 1
    if decision == DEPLOY:
        return list_setups(b, t, w, first)
    if decision == DESTINATION:
        for k in range(list_places(b, t, w, MAX_OPTIONS - 1)):
            action = go_to(b, t, w, b[0].subject, w[0].cells[k])
            if action != first:
                w[0].option[n] = action
                n += 1
        return n
    for k in range(legal_actions(b, t, w)):
        action = w[0].actions[k]
        if action != first and n < MAX_OPTIONS:
            w[0].option[n] = action
            n += 1
    return n


@jit_inner
def list_setups(b, t, w, first):
    """Random places to set up in; the tactician's choice first."""
    unit, side = b[0].subject, b[0].asked
    if verb_of(first) != PLACE or in_a_zone(b, t):
        return 0
    rows, last = deployment_rows(b, t, side)
    width = t[0].width
    chance = stream(b[0].key, CHANCE_PLAYER, SETUP_STREAM + unit, side)
    n = 1
    for k in range(3 * SETUPS):
        cell = rows * width + below(chance, k, (last - rows) * width)
        if n <= SETUPS and may_set_up(b, t, unit, cell):
            w[0].option[n] = pack(PLACE, unit, 0, 0, cell, facing_of(first))
            n += 1
    return n


@jit_inner
def imagine(b, spare, number):
    """A copy of the battle in another future, into its place in ``spare``."""
    future = spare[1 + number : 2 + number]
    future[0] = b[0]
    another_future(future, number)


@jit_inner
def sort_options(w, start, n):
    """Sort the options from ``start`` to ``n`` by worth, the best first; of equals that which was listed first."""
    worths, option, tries = w[0].option_worth, w[0].option, w[0].option_tries
    for k in range(start + 1, n):
        j = k
        while j > start and worths[j] > worths[j - 1]:
            worths[j], worths[j - 1] = worths[j - 1], worths[j]
            option[j], option[j - 1] = option[j - 1], option[j]
            tries[j], tries[j - 1] = tries[j - 1], tries[j]
            j -= 1


@jit_inner
def outcome(b, t, w, spare, future, action, long):
    """VP that the side which decides may expect at the end of the action, or of the turn if ``long``, in one future."""
    side, last = b[0].asked, b[0].turn
    spare[0] = spare[1 + future]
    apply(spare, t, w, action)
    carry_on(spare, t, w)
    while spare[0].over == 0 and ((long and spare[0].turn <= last) or is_within_action(spare)):
        apply(spare, t, w, tactician(spare, t, w))
        carry_on(spare, t, w)
    return worth(spare, t, w, side) - luck_since(b, spare, w, side)


@jit_inner
def is_within_action(b):
    """Whether what is asked belongs to an action under way."""
    ask = b[0].ask
    return not (ask in (ASSIGN, NOMINATE, RECOVER, DISCARD, PROLONG) or (ask == ORDER and b[0].phase != PHASE_ACT))


@jit_inner
def luck_since(b, spare, w, side):
    """VP that chance has brought a side since the battle was copied, by what was known of the units then."""
    luck = 0.0
    for slot in range(SLOTS):
        u = b[0].unit[slot]
        if u.alive != 0:
            v = spare[0].unit[slot]
            beyond = w[0].kill_worth[slot] * (v.died - u.died - (v.hazard - u.hazard))
            luck += -beyond if side_of(slot) == side else beyond
    for kind in range(LUCK_KINDS):
        sum_of = 0.0
        for band in range(LUCK_BANDS):
            sum_of += spare[0].luck[kind, band] - b[0].luck[kind, band]
        luck += w[0].evaluation.luck[1 + kind] * (sum_of if side == SIDE_A else -sum_of)
    return luck
