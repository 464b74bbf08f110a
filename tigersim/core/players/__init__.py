"""The compiled players, one policy per file, and the one dispatch that asks the right one.

A player sees what a player may see: everything on the table, both hands of saved cards, and how many cards lie face
down, but never the rank of a card that nobody has turned over, nor the dice to come.
"""

from __future__ import annotations

from tigersim.core.jit import jit_inner
from tigersim.core.players import heuristic, uniform

POLICIES = ("uniform", "heuristic")
"""Names of the compiled players; the index is the ``policy`` of a side's record."""

BY_THE_BOOK = (False, True)
"""Whether a player's re-rolls follow rules.rerolls, so that the exact hazard of a roll is known beforehand."""

heuristic_decide = heuristic.decide
uniform_decide = uniform.decide


@jit_inner
def decide(b, t, w):
    """The action that the player who is asked chooses."""
    if b[0].player[b[0].asked].policy == 1:
        return heuristic_decide(b, t, w)
    return uniform_decide(b, t, w)
