"""What a tactician makes of off-table support.

Every call and every next target by its exact expectation, in VP.
"""

from tigersim.core.codes import PASSING
from tigersim.core.compile.jit import jit_inner
from tigersim.core.enums import PHASE_OFF_TABLE, SLOTS
from tigersim.core.players.support_calls import ace_from_hand, ace_to_give, best_call, next_attack
from tigersim.core.players.tactician.attacks import cards_denied
from tigersim.core.players.tactician.fire_values import kill_worth, shock_worth
from tigersim.core.players.weighing import weigh
from tigersim.core.sides import side_of


@jit_inner
def set_prices(b, w, side):
    """What a kill, a shock and lost cards are worth to a side, of every unit.

    Of its own, negative.
    """
    shock = shock_worth(b, w, side)
    for slot in range(SLOTS):
        if b[0].unit[slot].alive == 0:
            w[0].call_kill[slot], w[0].call_shock[slot], w[0].call_deny[slot] = 0.0, 0.0, 0.0
        elif side_of(slot) == side:
            cost = float(b[0].unit[slot].profile.believed)
            w[0].call_kill[slot], w[0].call_shock[slot], w[0].call_deny[slot] = -cost, -shock * cost, 0.0
        else:
            kill = kill_worth(b, w, side, slot)
            w[0].call_kill[slot], w[0].call_shock[slot] = kill, shock * kill
            w[0].call_deny[slot] = cards_denied(b, w, side, slot)


@jit_inner
def weigh_calls(b, t, w, unit, kind):
    """(action, VP) of the best support that a unit may call, all of them weighed."""
    set_prices(b, w, side_of(unit))
    return best_call(b, t, w, unit, kind, True)


@jit_inner
def aim_next(b, t, w):
    """The next target, or an ace of the hand, or none."""
    side = b[0].asked
    set_prices(b, w, side)
    if b[0].phase == PHASE_OFF_TABLE:
        return next_attack(b, t, w)
    action, gain = ace_from_hand(b, t, w)
    least = max(w[0].tactician[side].least, 0.0)
    weigh(w, PASSING, least)
    return action if gain > least else PASSING


@jit_inner
def give_ace(b, t, w, side):
    """A saved ace that calls support, to the unit with the least to do; or nothing."""
    set_prices(b, w, side)
    return ace_to_give(b, t, w, side, max(w[0].tactician[side].least, 0.0))
