"""The lists of legal actions against an independent, naive generator: counted leaf by leaf, and along random battles.

``reference.naive_moves`` was written from the rules; wherever these tests look, both lists hold the same actions.  The
numbers stated beside it were counted by hand, as the comments say.
"""

from __future__ import annotations

from tests.core.positions import B, Position
from tests.reference.perft import Tree
from tigersim.core.enums import (
    FOLLOW,
    HELP,
    ORDER,
    PASS,
    PHASE_RESOLVE,
    REROLL,
)

MORTARS, GUNNERS = "Infantry [generic] + mortar", "Infantry [generic] + machine gun"
HALF_TRACK, GUN = "Half-track [generic]", "Towed gun [generic]"


def tree(position: Position) -> Tree:
    """The decisions below a position."""
    return Tree(position.battle, position.table, position.work)


def ordered(position: Position, slot: int, card: str) -> Position:
    """The unit's card comes up."""
    position.turn_over(slot, card)
    position.go(PHASE_RESOLVE)
    assert position.asked == (ORDER, slot // B, slot)
    return position


def reach_decision(position: Position, decision: int) -> None:
    """Re-rolls are kept and nobody follows until the decision comes."""
    while int(position.state.ask) in (REROLL, FOLLOW, HELP) and int(position.state.ask) != decision:
        position.do(PASS)
    assert int(position.state.ask) == decision
