"""Before the draw: who waits off the table comes on."""

from __future__ import annotations

from tigersim.core.enums import PHASE_DRAW
from tigersim.core.jit import jit_inner
from tigersim.core.landing import landings_are_due, start_landings


@jit_inner
def step_arrive(b, t, w):
    """Landings from the air first; when nobody is due any more, the turn is drawn for."""
    if landings_are_due(b):
        start_landings(b)
        return
    b[0].arrived = b[0].turn + 1
    b[0].phase = PHASE_DRAW
