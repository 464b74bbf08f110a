"""One battle, with a face for people: ``Battle.start``, ``legal_actions``, ``push``, ``play``, ``log``, ``str``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from tigersim.arena import (
    FAMILY,
    MARKERS,
    STANDARD,
    army_slots,
    battle_record,
    check_players,
    check_scenario,
    check_seed,
    check_victory,
    make_table,
    policy_number,
    profile_records,
    workbench,
)
from tigersim.catalogue.cards import card_name
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit, all_units, parse_army
from tigersim.chronicle import WEAPON_NAMES, told
from tigersim.core import actions, engine, enums
from tigersim.core.jit import as_written
from tigersim.core.players import BY_THE_BOOK
from tigersim.errors import InvalidValue
from tigersim.rules.victory import result
from tigersim.tabletop import glyph

SIDES = ("a", "b")
WRECK = "%"
VERBS = {
    enums.PASS: "pass",
    enums.PLACE: "place",
    enums.GIVE: "give",
    enums.CHOOSE: "choose",
    enums.MOVE: "move",
    enums.FIRE: "fire",
    enums.ONE_DIE: "re-roll one die",
    enums.ALL_DICE: "re-roll all dice",
    enums.DROP: "drop",
    enums.GO_ON: "go on",
    enums.FIND_COVER: "find cover",
    enums.ASSAULT: "close combat",
    enums.NAME: "name",
    enums.BOARD: "board",
    enums.SHIFT: "share die",
    enums.SOME_DICE: "re-roll some dice",
}


VICTORIES = ("draw", "minor victory", "victory")
"""By how much: what ``rules.victory.result`` counts."""


@dataclass(frozen=True)
class Action:
    """One choice: ``verb`` and the fields it needs (unit and target are slots, ``which`` a weapon, card or die)."""

    code: int

    @property
    def verb(self) -> str:
        return VERBS[self.code & 0xFF]

    @property
    def unit(self) -> int:
        return self.code >> 8 & 0xFF

    @property
    def target(self) -> int:
        return self.code >> 16 & 0xFF

    @property
    def which(self) -> int:
        return self.code >> 24 & 0xFF

    @property
    def cell(self) -> int:
        return self.code >> 32 & 0xFFFF

    @property
    def facing(self) -> int:
        return self.code >> 48 & 0xFF


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


Chooser = Callable[["Battle", Sequence[Action]], Action]


class Battle:
    """A battle at one of its decisions, or at its end.

    ``record`` is the core's BATTLE record (length 1), ``table`` its TABLE record.  Battles with the same arguments
    are the same to the last die.
    """

    def __init__(
        self, record: Any, table: Any, units: tuple[Unit, ...], ruleset: RuleSet, players: tuple[str, str], work: Any
    ) -> None:
        self.record = record
        self.table = table
        self.units = units
        self.ruleset = ruleset
        self.players = players
        self._work = work

    @classmethod
    def start(
        cls,
        scenario: str = STANDARD,
        armies: tuple[str, str] | tuple[Sequence[Unit], Sequence[Unit]] = ("", ""),
        ruleset: RuleSet | None = None,
        seed: int = 1,
        *,
        number: int = 0,
        table: int = 0,
        players: tuple[str, str] = ("heuristic", "heuristic"),
        units: Sequence[Unit] | None = None,
        family: str = FAMILY,
        markers: str = MARKERS[0],
        target_score: int = 0,
        logged: bool = True,
    ) -> Battle:
        """Set up a battle and carry it to its first decision.

        armies: two texts such as ``"3 x M4 Sherman, Jeep [usa]"``, or two lists of units.  number, table: which
        battle and table of the experiment ``seed``.  units: where names are looked up (default: the catalogue).
        family: kind of table.  markers: "none", or "standard" for a table with markers worth VP (PT-VP-07).
        target_score: play to so many VP (PT-VP-17), 0 = not.
        Raises ``UnitNotFound``, ``PlayerNotFound``, ``InvalidValue``, ``NotModelled``, ``RuleForbids``.
        """
        check_scenario(scenario)
        check_seed(seed)
        if number < 0 or table < 0:
            raise InvalidValue("number, table", (number, table), "whole numbers from 0")
        known = tuple(units) if units is not None else all_units()
        chosen = [parse_army(army, known) if isinstance(army, str) else list(army) for army in armies]
        if len(chosen) != len(SIDES):
            raise InvalidValue("armies", len(chosen), "two armies")
        kinds: list[Unit] = list(dict.fromkeys([*chosen[0], *chosen[1]]))
        slots = np.stack([army_slots([kinds.index(unit) for unit in army]) for army in chosen])
        rules = ruleset or DEFAULT
        check_victory(markers, target_score, rules)
        ground = _table(seed, table, family, markers, rules.code("los_terrain_rule"))
        record = battle_record(players, rules, target_score)
        battle = cls(record, ground, tuple(kinds), rules, players, workbench(rules))
        battle._work[0].logging = int(logged)
        with as_written():
            engine.start(battle.record, battle.table, battle._work, seed, number, profile_records(kinds, rules), slots)
        return battle

    # --- the state ---------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return bool(self.record[0].over)

    @property
    def turn(self) -> int:
        return int(self.record[0].turn)

    @property
    def decision(self) -> str:
        """What the battle waits for: "deploy", "assign", "nominate", "order", ... or "nothing"."""
        return enums.DECISION_NAMES[self.record[0].ask]

    @property
    def to_decide(self) -> str:
        """The side that decides, "a" or "b"."""
        return SIDES[self.record[0].asked]

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the battle is over."""
        if not self.is_over:
            return None
        battle = self.record[0]
        vp_a, vp_b = (int(battle.player[side].vp) for side in range(2))
        markers = (int(battle.player[side].marker_vp) for side in range(2))
        winner = "draw" if vp_a == vp_b else SIDES[vp_b > vp_a]
        ended_by = enums.ENDED_BY[battle.ended_by]
        return Outcome(vp_a, vp_b, winner, int(battle.turn), int(battle.decks), ended_by, *markers)

    def unit_name(self, slot: int) -> str:
        """Name of the unit in a slot with its side and place in its army: "a1 M4 Sherman"."""
        unit = self.units[self.record[0].unit[slot].kind]
        return f"{_place_name(slot)} {unit.name}"

    # --- playing -----------------------------------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
        """Everything that the player who is asked may do now."""
        if self.is_over:
            return []
        with as_written():
            n = actions.legal_actions(self.record, self.table, self._work)
        return [Action(int(code)) for code in self._work[0].actions[:n]]

    def push(self, action: Action) -> None:
        """Perform a legal action and go on to the next decision.  Raises ``InvalidValue`` for any other."""
        if action not in self.legal_actions():
            raise InvalidValue("action", action, f"one of legal_actions() of the decision {self.decision}")
        with as_written():
            engine.step(self.record, self.table, self._work, action.code)

    def play(self, players: tuple[str | Chooser, str | Chooser] | None = None) -> Outcome:
        """Play to the end and return the outcome.

        ``players``: for each side the name of a compiled player, or a function of (battle, legal actions) that
        returns one of them.  Raises ``PlayerNotFound``, and ``InvalidValue`` for an action that is not legal.
        """
        choosers = players or self.players
        check_players(choosers)
        for side, player in enumerate(choosers):
            _give_to(self.record[0].player[side], player)
        # other players are compiled only where they play
        alone = (None,) if {one for one in choosers if not callable(one)} == {"heuristic"} else ()
        with as_written():
            while not self.is_over:
                chooser = choosers[self.record[0].asked]
                if callable(chooser):
                    self.push(chooser(self, self.legal_actions()))
                else:
                    chosen = engine.choose(self.record, self.table, self._work, *alone)
                    engine.step(self.record, self.table, self._work, chosen)
        found = self.outcome
        assert found is not None
        return found

    def copy(self) -> Battle:
        """An independent copy, to look ahead from."""
        return Battle(self.record.copy(), self.table, self.units, self.ruleset, self.players, self._work.copy())

    # --- words -------------------------------------------------------------------------------------------------

    def describe(self, action: Action) -> str:
        """An action in words."""
        if action.verb == "fire":
            weapon = WEAPON_NAMES[action.which]
            return f"{self.unit_name(action.unit)}: fire {weapon} at {self.unit_name(action.target)}"
        if action.verb == "place":
            x, y = action.cell % int(self.table[0].width), action.cell // int(self.table[0].width)
            return f"{self.unit_name(action.unit)}: to ({x}, {y}), facing {action.facing}"
        if action.verb in ("close combat", "board", "share die"):
            return f"{self.unit_name(action.unit)}: {action.verb} {self.unit_name(action.target)}"
        if action.verb in ("give", "choose", "move", "find cover", "name"):
            return f"{self.unit_name(action.unit)}: {action.verb}"
        if action.verb == "drop":
            return f"drop {card_name(action.which) if action.which < enums.PACK else 'a card that nobody has seen'}"
        return action.verb

    def log(self) -> list[str]:
        """What happened so far, a line per event."""
        rows = self._work[0].log[: self._work[0].log_rows]
        return told(rows, self.unit_name)

    def __str__(self) -> str:
        """A map: terrain, units (a1, b2, ...), and the score."""
        width, depth = int(self.table[0].width), int(self.table[0].depth)
        kinds, roads = self.table[0].kind, self.table[0].road
        shown = []
        for cell in range(width * depth):
            holds = int(self.record[0].occupant[cell])
            ground = glyph(int(kinds[cell]), bool(roads[cell]))
            if holds:
                ground = WRECK if holds == enums.WRECKED else _place_name(holds - 1)
            shown.append(ground)
        wide = max(2, *map(len, shown))  # 3 where a tenth unit stands on the table
        lines = [shown[y * width : (y + 1) * width] for y in range(depth - 1, -1, -1)]
        rows = ["".join(f"{cell:<{wide}}" for cell in line).rstrip() for line in lines]
        battle = self.record[0]
        head = f"turn {battle.turn}, VP {battle.player[0].vp} : {battle.player[1].vp}, waiting for {self.decision}"
        return "\n".join([head, *rows])


@lru_cache(maxsize=8)
def _table(seed: int, number: int, family: str, markers: str, los_rule: int) -> Any:
    """Battles only read their table, so they share it."""
    return make_table(seed, number, family=family, markers=markers, los_rule=los_rule)


def _place_name(slot: int) -> str:
    """Side and place in its army: "a1"."""
    return f"{SIDES[slot // enums.MAX_UNITS]}{slot % enums.MAX_UNITS + 1}"


def _give_to(player: Any, chooser: str | Chooser) -> None:
    """Let a compiled player, or a function, decide for a side; nobody knows by what book a function re-rolls."""
    if isinstance(chooser, str):
        player.policy = policy_number(chooser)
        player.by_the_book = BY_THE_BOOK[player.policy]
    else:
        player.by_the_book = 0
