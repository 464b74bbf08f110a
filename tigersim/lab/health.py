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

from tigersim.core.enums import ASSAULT, FIND_COVER, FIRE, MOVE
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
    "fire": "shots, those of followers too",
    "move": "moves, those of followers too",
    "close_combat": "close combats, those of followers too",
    "find_cover": "searches for cover, those of followers too",
    "followed": "orders carried out by following",
}
"""What is counted of every player: name -> meaning."""
ORDERS = {"fire": FIRE, "move": MOVE, "close_combat": ASSAULT, "find_cover": FIND_COVER}
"""Counts of orders by kind: name -> verb."""
STILL = "never acted: "
"""Before the name of a class: the share of its units that never acted."""
OF_BATTLES = {"turns": "turns", "decks": "decks", "bloodless": "battles in which no unit was lost"}
"""What is counted of battles: name -> meaning."""
COLUMNS = ["player", "count", "battles", "mean", "most", "share"]
BOTH = "both sides"
"""The player of what is counted of battles."""


def meaning(count: str) -> str:
    """What a count is, in words."""
    if count.startswith(STILL):
        return f"{count.removeprefix(STILL)}: share of units that never acted"
    return {**OF_PLAYERS, **OF_BATTLES}.get(count, count)


@dataclass
class _Count:
    battles: int = 0
    total: int = 0
    most: int = 0
    happened: int = 0
    units: int = 0
    """Units that were counted, where a count is of units of a class."""

    def add(self, values: Any, units: int = 0) -> None:
        self.battles += len(values)
        self.units += units
        self.total += int(values.sum())
        self.most = max(self.most, int(values.max(initial=0)))
        self.happened += int(np.count_nonzero(values))

    @property
    def mean(self) -> float:
        return self.total / (self.units or self.battles)


class Health:
    """Counts that grow batch by batch; players of one name on both sides are counted as one.

    classes: class of every unit of the list, by its number; () where classes are not told apart.
    """

    def __init__(self, players: Sequence[str], classes: Sequence[str] = ()) -> None:
        self.players = tuple(players)
        self.classes = {name: np.array([one == name for one in classes] + [False]) for name in dict.fromkeys(classes)}
        names = dict.fromkeys(self.players)
        counts = [*OF_PLAYERS, *(STILL + name for name in sorted(self.classes))]
        self._count = {(player, name): _Count() for player in names for name in counts}
        self._count |= {(BOTH, name): _Count() for name in OF_BATTLES}

    @classmethod
    def of(cls, design: Design) -> Health:
        """Counts of the players of a design, by the classes of its units."""
        return cls(design.player_names, [unit.type for unit in design.units])

    def add(self, results: Any) -> None:
        """Count battles (RESULT records)."""
        for side, player in enumerate(self.players):
            verbs = results["verbs"][:, side].astype(int)
            found = {name: verbs[:, verb] for name, verb in ORDERS.items()} | {"inactive": verbs.sum(axis=1) == 0}
            for name in OF_PLAYERS:
                values = found[name] if name in found else results[name][:, side].astype(int)
                self._count[player, name].add(values)
            kinds, idle = results["kind"][:, side], results["acted"][:, side] == 0
            for name, members in self.classes.items():
                there = members[kinds]  # an empty slot, -1, is the last entry and of no class
                self._count[player, STILL + name].add((there & idle).sum(axis=1), int(there.sum()))
        for name in OF_BATTLES:
            bloodless = ~results["dead"].any(axis=(1, 2))
            self._count[BOTH, name].add(bloodless if name == "bloodless" else results[name].astype(int))

    def records(self) -> list[dict[str, Any]]:
        """The rows of ``frame`` as plain values; none before the first battle."""
        rows = [
            (*key, count.battles, count.mean, count.most, count.happened / count.battles)
            for key, count in self._count.items()
            if count.battles and (count.units or not key[1].startswith(STILL))
        ]
        return [dict(zip(COLUMNS, row, strict=True)) for row in rows]

    def frame(self) -> pd.DataFrame:
        """One row per player and count: ``player count battles mean most share``.

        ``mean`` and ``most`` are per battle (and side, of a player who plays both), ``share`` is the share of battles
        in which it came up at all.  What the counts are: ``meaning``; those of classes have the share of the units of
        that class as their ``mean``.
        """
        import pandas as pd

        return pd.DataFrame(self.records(), columns=COLUMNS)


def health_frame(design: Design, batches: Iterable[Batch]) -> pd.DataFrame:
    """The health of the players of a design in some batches (``Health.frame``)."""
    health = Health.of(design)
    for batch in batches:
        health.add(batch.results)
    return health.frame()
