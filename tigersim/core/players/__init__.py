"""The compiled players, one policy per file, and the one dispatch that asks the right one.

A player sees what a player may see: everything on the table, both hands of saved cards, and how many cards lie face
down, but never the rank of a card that nobody has turned over, nor the dice to come.
"""

from __future__ import annotations

from tigersim.core.asking import decider
from tigersim.core.compile.jit import jit_inner
from tigersim.core.players import heuristic, uniform
from tigersim.core.players.tactician import decide as tactician

POLICIES = ("uniform", "heuristic", "tactician", "planner")
"""Names of the compiled players; the index is the ``policy`` of a side's record."""

UNIFORM, HEURISTIC, TACTICIAN, PLANNER = range(len(POLICIES))
QUICK = POLICIES[:PLANNER]
"""Those that decide by looking at the battle alone, without playing on (core.play.planner)."""
BY_THE_BOOK = (False, True, True, True)
"""Whether a player's re-rolls follow rules.rerolls, so that the exact hazard of a roll is known beforehand."""

heuristic_decide = heuristic.decide
uniform_decide = uniform.decide
tactician_decide = tactician.decide


@jit_inner
def decide(b, t, w):
    """The action that the player who is asked chooses; a planner's first thought is a tactician's."""
    policy = b[0].player[decider(b)].policy
    if policy == HEURISTIC:
        return heuristic_decide(b, t, w)
    if policy in (TACTICIAN, PLANNER):
        return tactician_decide(b, t, w)
    if policy == UNIFORM:
        return uniform_decide(b, t, w)
    raise ValueError("no compiled player has the number that stands in the battle")
