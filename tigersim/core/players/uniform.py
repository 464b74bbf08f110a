"""``uniform``: any legal action, all alike.

The floor of the ladder, and the widest test of the engine.
"""

from tigersim.core.asking import decider
from tigersim.core.chance import below, stream
from tigersim.core.codes import PASSING, pack
from tigersim.core.compile.jit import jit_inner
from tigersim.core.decisions.actions import legal_actions
from tigersim.core.decisions.places import asks_for_place, legal_cells, list_carriers, may_stay
from tigersim.core.enums import CHANCE_PLAYER, PLACE
from tigersim.core.geometry import FACINGS
from tigersim.rules.switches import Facing


@jit_inner
def pick(b, n):
    """A number below ``n`` from the asked player's own stream of chance."""
    commander = decider(b)
    player = b[0].player[commander]
    choice = below(stream(b[0].key, CHANCE_PLAYER, 0, commander), player.decisions, n)
    player.decisions += 1
    return choice


@jit_inner
def decide(b, t, w):
    """One of the legal actions, each with the same chance."""
    if asks_for_place(b) and b[0].ruling.facing == Facing.FREE_ON_MOVE:
        # the same as picking from the list, without writing out sixteen facings for every cell
        cells = legal_cells(b, t, w)
        others = 1 if may_stay(b) else 0
        w[0].actions[0] = PASSING
        others = list_carriers(b, t, w, others)
        choice = pick(b, cells * FACINGS + others) - others
        if choice < 0:
            return w[0].actions[choice + others]
        return pack(PLACE, b[0].subject, 0, 0, w[0].cells[choice // FACINGS], choice % FACINGS)
    return w[0].actions[pick(b, legal_actions(b, t, w))]
