"""How a battle ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tigersim.catalogue.price_lists import counted_in
from tigersim.core import enums
from tigersim.core.enums import SIDES
from tigersim.game.narration import ORDINALS
from tigersim.rules.multiplayer import scores_most
from tigersim.rules.victory import result

VICTORIES = ("draw", "minor victory", "victory")
"""By how much: what ``rules.victory.result`` counts."""


@dataclass(frozen=True)
class Outcome:
    """How a battle ended.

    ``margin``: VP of side a minus VP of side b.  ``ended_by``: the rule's ID.
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
    battle, where a side has one player.  What no player destroyed, and markers, count for the side alone."""
    scale: int = 1
    """Points of the price list that make a VP of the rulebook; all scores are in points."""

    @property
    def top_scorers(self) -> tuple[int, ...]:
        """Numbers, from 1, of the winning side's players that scored most of its VP (PT-MULTI-05)."""
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
        return VICTORIES[abs(self.result)]

    @property
    def result(self) -> int:
        """Of side a: 2 a victory, 1 a minor one, 0 a draw, below 0 the same for side b (PT-VP-14)."""
        return result(self.vp_a / self.scale, self.vp_b / self.scale)

    @property
    def counted_in(self) -> str:
        """What the scores are counted in: "VP", or "points" of a price list."""
        return counted_in(self.scale)

    @property
    def margin(self) -> int:
        return self.vp_a - self.vp_b

    def __str__(self) -> str:
        """The score, who has won and how, after how many turns and decks, and by which rule it was over."""
        won = "a draw" if self.winner == "draw" else f"a {self.victory} of side {self.winner}"
        turns = f"{self.turns} turn{'s' if self.turns != 1 else ''}"
        decks = f"{self.decks} deck{'s' if self.decks != 1 else ''}"
        return f"{self.vp_a} : {self.vp_b} {self.counted_in}, {won} after {turns}, {decks} ({self.ended_by})"


def outcome_of(record: Any, commanders: Sequence[int]) -> Outcome:
    """The result of a battle that is over; ``commanders``: players of each side."""
    battle = record[0]
    vp_a, vp_b = (int(battle.player[side].vp) for side in range(2))
    marker_a, marker_b = (int(battle.player[side].marker_vp) for side in range(2))
    winner = "draw" if vp_a == vp_b else SIDES[vp_b > vp_a]
    ended_by = enums.ENDED_BY[battle.ended_by]
    scored = None
    if max(commanders) > 1:
        vp = battle.player["scored"].tolist()
        scored = tuple(vp[0::2][: commanders[0]]), tuple(vp[1::2][: commanders[1]])
    ends = (winner, int(battle.turn), int(battle.decks), ended_by)
    return Outcome(vp_a, vp_b, *ends, marker_a, marker_b, scored, int(battle.scale))
