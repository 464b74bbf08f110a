"""Scenes seen from side a, or turned half round from side b: take it where a player is to choose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from tests.core import ground_kernels
from tests.core.positions import NORTH, SOUTH, SQUAD, A, B, Position, table_of
from tests.quick import quick
from tigersim.catalogue.cards import parse_card
from tigersim.catalogue.units import Unit
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import (
    ASSIGN,
    CHANCE_MOVE,
    DESTINATION,
    FOLLOW,
    GIVE,
    MOVE,
    NOMINATE,
    ORDER,
    PASS,
    PHASE_ASSIGN,
    PHASE_NOMINATE,
    PHASE_RECOVER,
    RECOVER,
)
from tigersim.core.geometry import FACINGS
from tigersim.core.play import kernels
from tigersim.core.play.compiled_players import PLAYERS, POLICIES
from tigersim.game.action import Action
from tigersim.rules.victory import MOST_DECKS

WIDTH, DEPTH = 32, 20
LEFT_END, RIGHT_END = 2, WIDTH - 3
"""Columns of wood from edge to edge: what stands behind them neither sees nor is seen."""
MAJOR = 8
"""VP of a major marker (PT-VP-08)."""
Placed = tuple[str | Unit, int, int, int]
"""A unit, its cell and its facing; the side that decides has its own edge in the south."""
Piece = tuple[str, int, int, int, int]
"""A letter of ``table_of``, its columns from and to, its rows from and to."""


def field(*pieces: Piece) -> tuple[str, ...]:
    """A table of open ground between two walls of wood, and what else stands there; the north edge first."""
    walls: tuple[Piece, ...] = (("W", LEFT_END, LEFT_END, 0, DEPTH - 1), ("W", RIGHT_END, RIGHT_END, 0, DEPTH - 1))
    rows = [["."] * WIDTH for _ in range(DEPTH)]
    for letter, west, east, south, north in (*walls, *pieces):
        for y in range(south, north + 1):
            rows[DEPTH - 1 - y][west : east + 1] = letter * (east + 1 - west)
    return tuple("".join(row) for row in rows)


@cache
def surveyed(rows: tuple[str, ...]) -> Any:
    """The table of a map; battles only read it."""
    return table_of(*rows)


class Scene:
    """Our units, whose player decides, and theirs, which do not differ but for the side they are on.

    Each side has one more unit behind its wall of wood, a squad out of everybody's sight, so that nobody's last unit is
    at stake.  Places and facings are given as if ours were side a, in the south.
    """

    def __init__(
        self,
        ours: Sequence[Placed],
        theirs: Sequence[Placed],
        *pieces: Piece,
        turned: bool = False,
        last: bool = False,
        marker: tuple[int, int] | None = None,
    ) -> None:
        """``last``: with this turn the battle ends, so that only points count.

        ``marker``: the one cell of a major marker (PT-VP-08).
        """
        armies = [*ours, (SQUAD, 0, 0, NORTH)], [*theirs, (SQUAD, WIDTH - 1, DEPTH - 1, SOUTH)]
        rows = field(*pieces)
        self.turned = turned
        self.us, self.them = (B, A) if turned else (A, B)
        self.side = self.us // B
        sides = [[one for one, *_ in army] for army in armies]
        table = surveyed(tuple(row[::-1] for row in reversed(rows)) if turned else rows)
        if marker:
            table = table.copy()
            x, y = self._turn(*marker)
            table[0].marker[y * WIDTH + x] = table[0].markers = 1
            table[0].marker_value[0] = MAJOR
        self.position = position = Position(*(reversed(sides) if turned else sides), table)
        for first, army in zip((self.us, self.them), armies, strict=True):
            for k, (_, x, y, facing) in enumerate(army):
                position.put(first + k, *self._turn(x, y), (facing + turned * FACINGS // 2) % FACINGS)
        position.state.first = self.side
        for side, player in enumerate(position.state.player):
            player.attacker = int(side == self.side)
        self.last = last

    def _turn(self, x: int, y: int) -> tuple[int, int]:
        return (WIDTH - 1 - x, DEPTH - 1 - y) if self.turned else (x, y)

    # --- to the decision -------------------------------------------------------------------------------------------

    def assign(self, *saved: str, theirs: Sequence[str] = ()) -> Scene:
        """We have these saved cards, they have theirs, and we are to assign the first."""
        self.position.hand(self.side, saved=saved)
        self.position.hand(1 - self.side, saved=theirs)
        self.run_out()
        self.position.go(PHASE_ASSIGN, self.side)
        assert self.position.asked[:2] == (ASSIGN, self.side)
        return self

    def run_out(self) -> None:
        """The last deck is used up, if this turn is the last."""
        if self.last:
            self.position.empty_pile()
            self.position.state.decks = MOST_DECKS

    def give(self, k: int, card: str) -> Scene:
        """Our k-th unit gets a saved card, its player having weighed his units as he does every turn."""
        self._go_on(ASSIGN)
        self.choose("tactician")
        self.position.do(GIVE, self.us + k, which=parse_card(card))
        return self

    def next_card(self) -> Scene:
        """One more card is ours to assign; they assign none."""
        return self._go_on(ASSIGN)

    def nominate(self) -> Scene:
        """All cards lie, and we name the unit that acts first."""
        return self._go_on(NOMINATE)

    def order(self, *cards: str, theirs: Sequence[str] = ()) -> Scene:
        """Our first unit has these cards, in sight of all; the highest comes up and waits for its order.

        ``theirs``: saved cards in their hand.  A unit of theirs that holds a card has turned it over too.
        """
        self.assign(*cards, theirs=theirs)
        for card in cards:
            self.give(0, card)
        self._go_on(ORDER)
        assert self.position.asked == (ORDER, self.side, self.us)
        return self

    def their_order(self, *cards: str) -> Scene:
        """We have no cards; of theirs each unit has one of these, in sight of all, and the highest comes up."""
        for k, card in enumerate(cards):
            self.position.give(self.them + k, card, opened=True)
        self.position.go(PHASE_NOMINATE)
        assert self.position.asked[:2] == (ORDER, 1 - self.side)
        return self

    def recover(self, *saved: str) -> Scene:
        """All actions are done; with these saved cards we try to remove hits."""
        self.position.hand(self.side, saved=saved)
        self.run_out()
        self.position.go(PHASE_RECOVER, self.side)
        assert self.position.asked[:2] == (RECOVER, self.side)
        return self

    def moving(self, *faces: int) -> Scene:
        """Our first unit has been ordered to move, alone, and has rolled; where does it go?"""
        self.position.dice((CHANCE_MOVE, self.us, faces))
        self.position.do(MOVE, self.us)
        if self.position.asked[0] == FOLLOW:
            self.position.do(PASS)
        assert self.position.asked == (DESTINATION, self.side, self.us)
        return self

    def _go_on(self, decision: int) -> Scene:
        """What is asked before is answered: nobody assigns more, and all turn over every card of the unit named."""
        position = self.position
        while position.asked[:2] != (decision, self.side):
            assert position.asked[0] in (ASSIGN, NOMINATE)
            code = PASS if position.asked[0] == ASSIGN else position.legal()[-1]
            with as_written():
                kernels.step(quick(), position.battle, position.table, position.work, code)
        return self

    # --- the decision ----------------------------------------------------------------------------------------------

    def choose(self, player: str) -> Action:
        """What a compiled player decides here."""
        position, policy = self.position, POLICIES.index(player)
        for seat in position.state.player:
            seat.policy, seat.by_the_book = policy, PLAYERS[policy].by_the_book
        with as_written():
            return Action(kernels.choose(kernels.kind_of([player]), position.battle, position.table, position.work))

    def our(self, slot: int) -> int:
        """Which of our units stands in a slot."""
        return slot - self.us

    def their(self, slot: int) -> int:
        """Which of theirs."""
        return slot - self.them

    def cell(self, action: Action) -> tuple[int, int]:
        """The place that an action names."""
        assert action.verb == "place"
        return self._turn(action.cell % WIDTH, action.cell // WIDTH)

    def facing(self, action: Action) -> int:
        """The facing that it names."""
        return (action.facing + self.turned * FACINGS // 2) % FACINGS

    def sees(self, cell: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether a line of sight joins two cells."""
        position = self.position
        return bool(ground_kernels.in_sight(position.battle, position.table, *self._turn(*cell), *self._turn(*other)))
