"""How a battle ends."""

from __future__ import annotations

from dataclasses import dataclass

from tigersim.rules.multiplayer import scores_most
from tigersim.rules.victory import result

ORDINALS = ("first", "second")
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
    scored: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    """PT-MULTI-05: VP for what the units of each player of side a and of side b have destroyed; None in the usual
    battle, where a side has one player.  What nobody destroyed, and markers, count for the side alone."""

    @property
    def top_scorers(self) -> tuple[int, ...]:
        """The numbers (from 1) of the players of the winning side who have scored most of it (PT-MULTI-05)."""
        if self.scored is None or self.winner == "draw":
            return ()
        players = self.scored["ab".index(self.winner)]
        if len(players) == 1:
            return ()
        first, second = players
        return tuple(k for k, best in ((1, scores_most(first, second)), (2, scores_most(second, first))) if best)

    @property
    def praise(self) -> str:
        """The top scorer in words, "" where there is none to name."""
        if not self.top_scorers:
            return ""
        who = " and the ".join(ORDINALS[k - 1] for k in self.top_scorers)
        return f"the {who} player of side {self.winner}"

    @property
    def victory(self) -> str:
        """ "victory" (3 VP or more ahead), "minor victory" or "draw" (PT-VP-14)."""
        return VICTORIES[abs(result(self.vp_a, self.vp_b))]

    @property
    def margin(self) -> int:
        return self.vp_a - self.vp_b
