"""The one decision interface: which actions are legal, and carrying one out.

An action is one integer (``core.codes``).  Every player, compiled or not, goes through these two.
"""

from tigersim.core.compile.dispatch import by_number
from tigersim.core.compile.jit import jit, jit_inner
from tigersim.core.decisions import DECISIONS
from tigersim.core.enums import NOTHING

_options = by_number("options", {one.number: one.options for one in DECISIONS}, "b, t, w", "0", __file__)
_choose = by_number("choose", {one.number: one.choose for one in DECISIONS}, "b, t, w, action", "None", __file__)


@jit
def legal_actions(b, t, w):
    """List the legal actions of the decision asked for into ``w.actions``; returns their number."""
    return _options(b[0].ask, b, t, w)


@jit_inner
def apply(b, t, w, action):
    """Perform the action chosen; ``engine.carry_on`` does what follows from it."""
    decision = b[0].ask
    b[0].ask = NOTHING
    _choose(decision, b, t, w, action)
