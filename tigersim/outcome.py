"""How a battle ends."""

from __future__ import annotations

from dataclasses import dataclass

from tigersim.rules.victory import result

VICTORIES = ("draw", "minor victory", "victory")
"""By how much: what ``rules.victory.result`` counts."""


@dataclass(frozen=True)
class Outcome:
    """How a battle ended.  ``margin`` = VP of side a minus VP of side b; ``ended_by``: the rule's ID.

    ``marker_vp_a`` and ``marker_vp_b``: the part of both sides' VP that markers brought.
    """

    vp_a: int
    vp_b: int
    winner: str
    turns: int
    decks: int
    ended_by: str
    marker_vp_a: int
    marker_vp_b: int

    @property
    def victory(self) -> str:
        """ "victory" (3 VP or more ahead), "minor victory" or "draw" (PT-VP-14)."""
        return VICTORIES[abs(result(self.vp_a, self.vp_b))]

    @property
    def margin(self) -> int:
        return self.vp_a - self.vp_b
