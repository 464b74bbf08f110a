"""The health of players: how often they did nothing, and what they let lie.

Battles need no guard against stalls, they cannot but end.  Whenever cards are drawn both players take at least one
(PT-TURN-02, PT-TURN-06), and what is used up goes back to the pile with the next deck only (PT-VP-15; a pile made anew
in the middle of a deal ends the deck with that turn, AMB-02): 52 cards last 26 turns at most.  Turns without drawing
(AMB-03) follow only while cards are used, and decks are counted: three (PT-VP-16), twelve where a ruling or a score to
play to sets no other limit.  So turns and decks are watched instead, and battles in which nobody was lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tigersim.lab.batch import Batch
from tigersim.lab.design import Design

if TYPE_CHECKING:
    import pandas as pd

OF_PLAYERS = {
    "idle_turns": "turns without an order",
    "never_acted": "units that never acted",
    "waived": "cards turned over and waived",
    "forfeited": "cards forfeited at the end of a turn",
    "inactive": "battles without any order",
}
"""What is counted of every player: name -> meaning."""
OF_BATTLES = {"turns": "turns", "decks": "decks", "bloodless": "battles in which no unit was lost"}
"""What is counted of battles: name -> meaning."""
COLUMNS = ["player", "count", "battles", "mean", "most", "share"]
BOTH = "both sides"
"""The player of what is counted of battles."""


@dataclass
class _Count:
    battles: int = 0
    total: int = 0
    most: int = 0
    happened: int = 0

    def add(self, values: Any) -> None:
        self.battles += len(values)
        self.total += int(values.sum())
        self.most = max(self.most, int(values.max(initial=0)))
        self.happened += int(np.count_nonzero(values))


class Health:
    """Counts that grow batch by batch; players of one name on both sides are counted as one."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)
        names = dict.fromkeys(self.players)
        self._count = {(player, name): _Count() for player in names for name in OF_PLAYERS}
        self._count |= {(BOTH, name): _Count() for name in OF_BATTLES}

    def add(self, results: Any) -> None:
        """Count battles (RESULT records)."""
        for side, player in enumerate(self.players):
            inactive = results["verbs"][:, side].sum(axis=1) == 0
            for name in OF_PLAYERS:
                self._count[player, name].add(inactive if name == "inactive" else results[name][:, side].astype(int))
        for name in OF_BATTLES:
            bloodless = ~results["dead"].any(axis=(1, 2))
            self._count[BOTH, name].add(bloodless if name == "bloodless" else results[name].astype(int))

    def records(self) -> list[dict[str, Any]]:
        """The rows of ``frame`` as plain values; none before the first battle."""
        rows = [
            (*key, count.battles, count.total / count.battles, count.most, count.happened / count.battles)
            for key, count in self._count.items()
            if count.battles
        ]
        return [dict(zip(COLUMNS, row, strict=True)) for row in rows]

    def frame(self) -> pd.DataFrame:
        """One row per player and count: ``player count battles mean most share``.

        ``mean`` and ``most`` are per battle (and side, of a player who plays both), ``share`` is the share of battles
        in which it came up at all.  What the counts are: ``OF_PLAYERS``, ``OF_BATTLES``.
        """
        import pandas as pd

        return pd.DataFrame(self.records(), columns=COLUMNS)


def health_frame(design: Design, batches: Iterable[Batch]) -> pd.DataFrame:
    """The health of the players of a design in some batches (``Health.frame``)."""
    health = Health(design.player_names)
    for batch in batches:
        health.add(batch.results)
    return health.frame()
