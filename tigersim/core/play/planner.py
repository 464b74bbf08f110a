"""The player ``planner``: tries every option on copies of the battle.

Unseen cards are dealt anew, and it plays on as a tactician.  All options meet the same futures, so that luck which does
not depend on the choice cancels; half of the options are dropped after each round (sequential halving, Karnin, Koren
and Somekh 2013), so that the best are looked at longest.
"""

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
    REGROUP,
    REROLL,
)
from tigersim.core.hidden_cards import another_future
from tigersim.core.layout import MAX_OPTIONS
from tigersim.core.play.engine import carry_on
from tigersim.core.play.strategist import decide as strategist
from tigersim.core.play.strategist import luck_since, value_units
from tigersim.core.players.strategist.evaluation import worth
from tigersim.core.players.tactician.decide import decide as tactician
from tigersim.core.players.tactician.moving import go_to, list_places


@jit_inner
def decide(b, t, w, spare):
    """The option that does best over ``w.playouts`` futures, or the tactician's choice."""
    if b[0].ask == DEPLOY:
        return strategist(b, t, w, spare)
    first = tactician(b, t, w)
    n = list_options(b, t, w, first)
    if n < 2:
        return first
    w[0].options = n
    logging, w[0].logging = w[0].logging, 0
    explaining, w[0].explaining = w[0].explaining, 0
    value_units(b, t, w)
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

    These are promising places, gifts of the card it would give, all else that is legal.  It sets up as a strategist;
    drops and withdrawals are left to the tactician, re-rolls are by the book, as their odds are.
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

    How it stands then is said by the learned evaluation; what chance brought beyond its odds is taken out.
    """
    side, last = b[0].asked, b[0].turn
    spare[0] = b[0]
    another_future(spare, future)
    apply(spare, t, w, action)
    carry_on(spare, t, w)
    while spare[0].over == 0 and spare[0].turn <= last:
        apply(spare, t, w, tactician(spare, t, w))
        carry_on(spare, t, w)
    return worth(spare, t, w, side) - luck_since(b, spare, w, side)
