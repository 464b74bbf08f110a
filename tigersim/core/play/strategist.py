"""``strategist``: tries every option to the end of the action and takes the one after which it stands best.

All options meet the same futures, unseen cards dealt anew; what the dice bring beyond their odds is taken out.  How it
stands is said by the learned evaluation (``players.strategist``).  What an action leads to, and all that is not worth
a trial, is decided as by a tactician.
"""

from tigersim.core.codes import verb_of, which_of
from tigersim.core.compile.jit import jit_inner
from tigersim.core.decisions.actions import apply, legal_actions
from tigersim.core.demolition import is_charge
from tigersim.core.enums import (
    ASSIGN,
    BLIND,
    DESTINATION,
    DISCARD,
    GIVE,
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
from tigersim.core.layout import MAX_OPTIONS
from tigersim.core.play.engine import carry_on
from tigersim.core.players.strategist.evaluation import worth
from tigersim.core.players.tactician.decide import decide as tactician
from tigersim.core.players.tactician.moving import go_to, list_places
from tigersim.core.secrets import another_future
from tigersim.core.sides import side_of

FIRST_LOOK = 2
"""Futures in which every option is tried where dice fall."""
FINALISTS = 3
"""Options that are tried in all futures."""


@jit_inner
def decide(b, t, w, spare):
    """The option after which the side stands best, of those that are worth a trial."""
    first = tactician(b, t, w)
    n = list_options(b, t, w, first)
    if n < 2:
        return first
    logging, w[0].logging = w[0].logging, 0
    explaining, w[0].explaining = w[0].explaining, 0
    side = b[0].asked
    worth(b, t, w, side)
    for slot in range(SLOTS):
        w[0].kill_worth[slot] = w[0].unit_worth[slot] + w[0].evaluation.luck[0] * b[0].unit[slot].profile.score
    futures = int(w[0].knob[b[0].ask])
    long = w[0].knob[32 + b[0].ask] > 0.0
    tried = 0
    while tried < futures:
        until = futures if tried > 0 else min(FIRST_LOOK, futures)
        for f in range(tried, until):
            future = spare[1 + f : 2 + f]
            future[0] = b[0]
            another_future(future, f)
            for k in range(n):
                value = outcome(b, t, w, spare, f, w[0].option[k], long)
                if w[0].option[k] == first:
                    value += w[0].knob[60]
                w[0].option_tries[k] += 1
                w[0].option_worth[k] += (value - w[0].option_worth[k]) / w[0].option_tries[k]
        tried = until
        sort_options(w, n)
        if explaining == 0:
            n = min(n, FINALISTS)
        if n < 2:
            break
    w[0].options = n
    w[0].logging = logging
    w[0].explaining = explaining
    return w[0].option[0]


@jit_inner
def list_options(b, t, w, first):
    """What is tried, the tactician's choice first; returns how many."""
    decision = b[0].ask
    if w[0].knob[decision] == 0.0:
        return 0
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
    if decision == ORDER and is_charge(b, b[0].subject):
        return 0
    gift = which_of(first) if verb_of(first) == GIVE else BLIND
    for k in range(legal_actions(b, t, w)):
        action = w[0].actions[k]
        other_card = decision == ASSIGN and verb_of(action) == GIVE and which_of(action) != gift
        if action != first and not other_card and n < MAX_OPTIONS:
            w[0].option[n] = action
            n += 1
    return n


@jit_inner
def sort_options(w, n):
    """Sort the options by worth, the best first; of equals that which was listed first."""
    worths, option, tries = w[0].option_worth, w[0].option, w[0].option_tries
    for k in range(1, n):
        j = k
        while j > 0 and worths[j] > worths[j - 1]:
            worths[j], worths[j - 1] = worths[j - 1], worths[j]
            option[j], option[j - 1] = option[j - 1], option[j]
            tries[j], tries[j - 1] = tries[j - 1], tries[j]
            j -= 1


@jit_inner
def outcome(b, t, w, spare, future, action, long):
    """VP that the side which decides may expect at the end of the action, in one future."""
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
