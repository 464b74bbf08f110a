"""Positions set up by hand on a small table, cards and dice as wanted: take it first for a rule of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.core import checked_battles
from tests.core.dice_keys import find_key
from tests.quick import quick
from tigersim.catalogue.cards import parse_card
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit, unit
from tigersim.core import board, enums, layout
from tigersim.core.codes import Fields, fields_of
from tigersim.core.compile.jit import as_written
from tigersim.core.decisions import actions
from tigersim.core.play import kernels
from tigersim.game.records import army_slots, profile_records, workbench
from tigersim.game.seats import Seats
from tigersim.game.terms import Terms
from tigersim.rules.cards import rank
from tigersim.rules.switches import CardSecrecy

A, B = 0, enums.MAX_UNITS
"""The first slot of each side."""
EAST, NORTH, WEST, SOUTH = 0, 4, 8, 12
TERRAIN = {".": enums.OPEN, "=": enums.OPEN, "W": enums.WOOD, "B": enums.BUILDING, "H": enums.HILL}
WET = {"~": enums.WATER, ",": enums.FORD, "#": enums.BRIDGE}
"""No pieces of terrain: they neither block nor stop."""

TANK, SQUAD, TRUCK = "Panzer IV (mid) [germany]", "Regulars [france]", "Truck [france]"
"""The plainest units of their kinds: no trait, no note."""


def user_unit(name: str, kind: str, **fields: Any) -> Unit:
    """A unit of nobody's list."""
    return Unit(nation="test", name=name, source_name=name, type=kind, **fields)


def put_position(t: Any, cell: int, kind: int) -> None:
    """Lay a fortified position of a kind in a cell of a table, or take away what is there."""
    t[0].forts += int(kind != 0) - int(t[0].fort[cell] != 0)
    t[0].fort[cell] = kind


def table_of(*rows: str) -> Any:
    """A table drawn as a map, its north edge first: open ``.``, road ``=``, wood W, building B, hill H.

    Letters that touch, also by a corner, are one piece of terrain; a small letter is a road through that terrain.
    Water is ``~``, a ford ``,`` and a bridge, with its road, ``#``.
    """
    table = layout.tables(1)
    depth, width = len(rows), len(rows[0])
    table[0].width, table[0].depth = width, depth
    letters = {(x, depth - 1 - y): letter for y, row in enumerate(rows) for x, letter in enumerate(row)}
    for (x, y), letter in letters.items():
        table[0].kind[y * width + x] = {**TERRAIN, **WET}[letter.upper()]
        table[0].road[y * width + x] = letter in "=#" or letter.islower()
    table[0].water = "~" in letters.values()
    pieces = 0
    for (x, y), letter in letters.items():
        if letter.upper() in "WBH" and not table[0].feature[y * width + x]:
            pieces += 1
            _mark_piece(table[0], letters, (x, y), pieces)
    if pieces:
        board.survey(table)
    else:  # the same, but at once, also with the compiler off
        table[0].words = (width * depth + 63) // 64
        table[0].los[: width * depth * table[0].words] = np.uint64(2**64 - 1)
    return table


def _mark_piece(table: Any, letters: dict[tuple[int, int], str], start: tuple[int, int], piece: int) -> None:
    wait = [start]
    while wait:
        x, y = wait.pop()
        cell = y * int(table.width) + x
        if (x, y) in letters and letters[x, y].upper() == letters[start].upper() and not table.feature[cell]:
            table.feature[cell] = piece
            wait.extend((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1))


def open_table(width: int = 24, depth: int = 24) -> Any:
    """Open ground."""
    return table_of(*["." * width] * depth)


class Position:
    """Units in a row on each side until a test puts them elsewhere; side a is the attacker, in the south.

    The battle waits for nothing: set it up, then ``go`` to a phase of the turn.
    """

    def __init__(
        self,
        side_a: Sequence[str | Unit],
        side_b: Sequence[str | Unit],
        table: Any = None,
        ruleset: RuleSet | None = None,
        players: tuple[str, str] = ("heuristic", "heuristic"),
        forbid: tuple[str, ...] = (),
        scenario: dict[str, Any] | None = None,
        seats: Seats | None = None,
    ) -> None:
        armies = [[unit(one) if isinstance(one, str) else one for one in side] for side in (side_a, side_b)]
        kinds = [*armies[0], *armies[1]]
        slots = np.stack([army_slots(range(len(armies[0]))), army_slots(range(len(armies[0]), len(kinds)))])
        self.table = open_table() if table is None else table
        self.battle = Terms(ruleset=ruleset, forbid=forbid).record(players, seats)
        self.battle[0].scenario.attacker = 1 if scenario else 0
        for name, value in (scenario or {}).items():
            self.battle[0].scenario[name] = value
        if scenario and scenario.get("demolition"):
            charge = self.battle[0].scenario.charge
            charge.max_cards = charge.max_actions = charge.hits_to_destroy = 1
        self.work = workbench(ruleset)
        with as_written():
            kernels.start(quick(), self.battle, self.table, self.work, 0, 1, profile_records(kinds, ruleset), slots)
        self.state = self.battle[0]
        self.state.ask = enums.NOTHING
        self.state.turn = 1
        self.state.player["last_unit"] = enums.NOBODY
        self.state.order[:] = range(4)
        for side, attacker in enumerate((1, 0)):
            self.state.player[side].attacker = attacker
            self.state.player[side].north = side
            for k in range(len(armies[side])):
                self.put(side * enums.MAX_UNITS + k, k, 0 if side == 0 else int(self.table[0].depth) - 1)

    # --- setting up ----------------------------------------------------------------------------------------------

    def unit(self, slot: int) -> Any:
        """The record of the unit in a slot."""
        return self.state.unit[slot]

    def put(self, slot: int, x: int, y: int, facing: int | None = None) -> None:
        """Stand a unit on a cell; without a facing it looks at the other side's edge."""
        u, width = self.unit(slot), int(self.table[0].width)
        if u.placed and self.state.occupant[u.y * width + u.x] == slot + 1:
            self.state.occupant[u.y * width + u.x] = 0
        u.x, u.y, u.placed = x, y, 1
        u.facing = (NORTH if slot < B else SOUTH) if facing is None else facing
        self.state.occupant[y * width + x] = slot + 1

    def pile(self, side: int) -> Any:
        """The record of the pile of a side (or of a unit's, or a commander's)."""
        return self.state.pile[side & int(self.state.own_decks)]

    def take(self, name: str, side: int = 0) -> int:
        """The card of that name, out of the pile of a side."""
        card, from_ = parse_card(name), self.pile(side)
        pile = [int(c) for c in from_.deck]
        place, top = pile.index(card), int(from_.next_card)
        assert place >= top, f"{name} has left the pile"
        from_.deck[place], from_.deck[top] = pile[top], card
        from_.next_card = top + 1
        return card

    def give(self, slot: int, *names: str, opened: bool = False) -> None:
        """Assign cards to a unit."""
        u = self.unit(slot)
        for name in names:
            place = 0 if u.cards[0] == enums.NO_CARD else 1
            u.cards[place] = self.take(name, slot // enums.MAX_UNITS)
            u.opened[place] = opened
            if opened or self.state.ruling.card_secrecy != CardSecrecy.BLIND_UNTIL_REVEALED:  # its owner has looked
                self._see(int(u.cards[place]), opened, slot // enums.MAX_UNITS)
            u.given += 1

    def turn_over(self, slot: int, *names: str) -> None:
        """Cards of a unit that lie turned over and wait to come up."""
        for name in names:
            card, pile = self.take(name, slot // enums.MAX_UNITS), self.pile(slot // enums.MAX_UNITS)
            pile.revealed |= np.uint64(1 << card)
            pile.holder[card] = slot
            self.unit(slot).pending += 1
            self.unit(slot).given += 1
            self._see(card, side=slot // enums.MAX_UNITS)

    def hand(self, side: int, saved: Sequence[str] = (), blind: Sequence[str] = ()) -> None:
        """Cards in the hand of a side, or of a commander: saved ones, seen by all, and this turn's, seen by nobody."""
        player = self.state.player[side]
        for name in saved:
            card = self.take(name, side)
            player.saved |= np.uint64(1 << card)
            self._see(card, side=side)
        for name in blind:
            card = self.take(name, side)
            if self.state.ruling.card_secrecy == CardSecrecy.LOOK_AT_HAND:
                self._see(card, False, side)
            player.blind[player.n_blind] = card
            player.n_blind += 1

    def recovery(self, slot: int, name: str, hits: int = 1) -> None:
        """A damaged unit with a recovery card."""
        u = self.unit(slot)
        u.hits = hits
        u.recovery_card = self.take(name, slot // enums.MAX_UNITS)
        u.recovery_open = 0
        if self.state.ruling.card_secrecy != CardSecrecy.BLIND_UNTIL_REVEALED:
            self._see(int(u.recovery_card), False, slot // enums.MAX_UNITS)

    def empty_pile(self, side: int = 0) -> None:
        """All cards left in the pile of a side go to the discards."""
        pile = self.pile(side)
        for k in range(int(pile.next_card), int(pile.deck_size)):
            pile.discards |= np.uint64(1 << int(pile.deck[k]))
        pile.next_card = pile.deck_size

    def _see(self, card: int, by_both: bool = True, side: int = 0) -> None:
        """The books on unseen cards no longer count this one."""
        if by_both:
            self.pile(side).shown |= np.uint64(1 << card)
        unseen = self.pile(side).unseen
        unseen.n -= 1
        unseen.ranks -= rank(card)
        unseen.power -= self.work[0].card_power[card]

    def dice(self, *rolls: tuple[int, int, Sequence[int]]) -> None:
        """Make dice fall: (purpose, unit or side, faces) per roll, in the order in which they are rolled this turn."""
        columns: list[tuple[int, int, int, int]] = []
        thrown: dict[tuple[int, int], int] = {}
        for purpose, who, shown in rolls:
            # draw and recovery rolls count from 0; all other dice of a unit share one count for the turn
            alone = purpose in (enums.CHANCE_RECOVERY, enums.CHANCE_DRAW)
            own = (purpose if alone else 0, who)
            for face in shown:
                first = 0 if alone else int(self.unit(who).rolls)
                columns.append((purpose, who, first + thrown.get(own, 0), face))
                thrown[own] = thrown.get(own, 0) + 1
        turn = int(self.state.turn)
        key = find_key([(purpose, turn, who, count, face) for purpose, who, count, face in columns])
        self.state.key = key

    # --- playing ---------------------------------------------------------------------------------------------------

    def go(self, phase: int, step: int = 0) -> None:
        """Enter a phase and carry the battle to its next decision."""
        self.state.phase, self.state.step, self.state.ask = phase, step, enums.NOTHING
        with as_written():
            kernels.carry_on(quick(), self.battle, self.table, self.work)

    def legal(self) -> list[int]:
        """The legal actions, as integers."""
        with as_written():
            n = actions.legal_actions(self.battle, self.table, self.work)
        return [int(code) for code in self.work[0].actions[:n]]

    def verbs(self) -> set[int]:
        """The verbs among the legal actions."""
        return {fields_of(code).verb for code in self.legal()}

    def fields(self, verb: int) -> list[Fields]:
        """The legal actions of a verb, field by field."""
        return [one for one in map(fields_of, self.legal()) if one.verb == verb]

    def units(self, verb: int) -> set[int]:
        """The units that the legal actions of a verb are about."""
        return {one.unit for one in self.fields(verb)}

    def which(self, verb: int) -> list[int]:
        """The cards, dice or weapons of the legal actions of a verb, sorted."""
        return sorted(one.which for one in self.fields(verb))

    def targets(self) -> set[tuple[int, int]]:
        """(target, weapon) of every legal shot."""
        return {(one.target, one.which) for one in self.fields(enums.FIRE)}

    def carriers(self) -> set[int]:
        """The units that the legal actions let a unit get on."""
        return {one.target for one in self.fields(enums.BOARD)}

    def cells(self) -> set[tuple[int, int]]:
        """(x, y) of every legal place."""
        width = int(self.table[0].width)
        numbers = {one.cell for one in self.fields(enums.PLACE)}
        return {(number % width, number // width) for number in numbers}

    def do(
        self, verb: int, slot: int = 0, target: int = 0, which: int = 0, at: tuple[int, int, int] = (0, 0, 0)
    ) -> None:
        """Perform a legal action; ``at`` = x, y, facing."""
        cell = at[1] * int(self.table[0].width) + at[0]
        code = Fields(verb, slot, target, which, cell, at[2]).code
        assert code in self.legal(), f"illegal: {verb} {slot} {target} {which} {at}"
        with as_written():
            kernels.step(quick(), self.battle, self.table, self.work, code)

    @property
    def asked(self) -> tuple[int, int, int]:
        """(decision, side, unit) that the battle waits for."""
        return int(self.state.ask), int(self.state.asked), int(self.state.subject)

    @property
    def fault(self) -> str:
        """What the checker of invariants finds."""
        return checked_battles.FAULTS[checked_battles.fault(self.battle, self.table)]
