"""Every trait, and every note, in battles: it changes the rolls it should, to what the odds say, and no other bit.

Each unit goes through the same probes with and without the trait, from the same seed.  Where the trait bears, what
comes out is as frequent as the exact odds of the unit that has it; elsewhere all tries come out the same, to the bit.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

from tests.core import unit_kernels
from tests.core.fire_scenes import duel, ready
from tests.core.positions import SQUAD, TANK, WEST, A, B, Position, table_of, user_unit
from tests.core.tried_actions import ALIVE, ALLOWANCE, ASKED, COVER, HITS, PLAYERS, ROAD, STUCK, agrees, tries
from tigersim import odds
from tigersim.catalogue.units import Unit
from tigersim.core.codes import Fields
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.enums import (
    ASSAULT,
    CHANCE_RECOVERY,
    DESTINATION,
    FIND_COVER,
    FIRE,
    HULL,
    MACHINE_GUN,
    MAIN,
    MOVE,
    PASS,
    PHASE_ASSIGN,
    PHASE_RECOVERY_TESTS,
    REGROUP,
)
from tigersim.errors import RuleForbids

TRIALS = 60 if COMPILER_OFF else 4_000
SAME = (ASKED, ALLOWANCE, ROAD)
"""Columns of the battle's row that do not depend on what the units cost."""

Expected = list[tuple[Callable[[np.ndarray], Any], float]]
"""(which tries count, how often they should), for tries of (subject's slot, enemy's slot, battle)."""


def fires(card: str, distance: int, target: str = TANK, weapon: str = "main") -> tuple[Any, Any]:
    """The subject fires at the front of an enemy."""

    def build(subject: Unit) -> tuple[Position, int, tuple[int, int]]:
        position = duel(subject, target, distance, card=card, cards=("2S",))
        return position, Fields(FIRE, A, B, WEAPON[weapon]).code, (A, B)

    def expect(subject: Unit) -> Expected:
        return outcomes(odds.shot(subject, target, card, distance, weapon=weapon), 1)

    return build, expect


def is_fired_at(firer: str, card: str, aspect: str) -> tuple[Any, Any]:
    """An enemy fires at the subject from 10 inches."""

    def build(subject: Unit) -> tuple[Position, int, tuple[int, int]]:
        return duel(firer, subject, card=card, aspect=aspect), Fields(FIRE, A, B, MAIN).code, (B, A)

    def expect(subject: Unit) -> Expected:
        return outcomes(odds.shot(firer, subject, card, 10, aspect), 0)

    return build, expect


def outcomes(found: Any, place: int) -> Expected:
    """The state that a shot leaves of the unit in that place."""
    return [
        (lambda rows: rows[:, place, ALIVE] == 0, found.p_destroyed),
        (lambda rows: (rows[:, place, ALIVE] == 1) & (rows[:, place, HITS] == 1), found.p_one_hit),
    ]


def moves(card: str, road: bool = False) -> tuple[Any, Any]:
    """The subject moves, on open ground or from a road."""

    def build(subject: Unit) -> tuple[Position, int, tuple[int, int]]:
        position = Position([subject, SQUAD], [SQUAD], road_table())
        position.put(A, 20, 6 if road else 2)
        position.put(A + 1, 0, 0)
        position.turn_over(A, card)
        position.turn_over(A + 1, "2C")
        return ready(position), Fields(MOVE, A).code, (A, B)

    def expect(subject: Unit) -> Expected:
        found = odds.move(subject, card, road)
        return [
            (lambda rows: rows[:, -1, ASKED] == DESTINATION, found.p_success),
            (lambda rows: (rows[:, 0, HITS] > 0) | (rows[:, 0, ALIVE] == 0), found.p_own_hit),
            (lambda rows: rows[:, 0, STUCK] == 1, found.p_immobilised),
            *((inches(i), p) for i, p in found.reach if i > 0),
        ]

    return build, expect


def inches(n: int) -> Callable[[np.ndarray], Any]:
    """Whether a move of so many inches came out."""
    return lambda rows: (rows[:, -1, ASKED] == DESTINATION) & (rows[:, -1, ALLOWANCE] + rows[:, -1, ROAD] == n)


@cache
def road_table() -> Any:
    """Open ground with a road across it."""
    return table_of(*["." * 40] * 6, "=" * 40, *["." * 40] * 6)


def finds_cover(card: str) -> tuple[Any, Any]:
    """The subject looks for cover in the open."""

    def build(subject: Unit) -> tuple[Position, int, tuple[int, int]]:
        return duel(subject, SQUAD, 20, card=card), Fields(FIND_COVER, A).code, (A, B)

    def expect(subject: Unit) -> Expected:
        return [(lambda rows: rows[:, 0, COVER] == 1, odds.find_cover(subject, card).p_success)]

    return build, expect


def recovers(card: str, engine_hit: bool) -> tuple[Any, Any]:
    """The subject, shocked, tests its recovery where it stands; the hit may be its own engine's."""

    def build(subject: Unit) -> tuple[Position, int, tuple[int, int]]:
        position = Position([subject, SQUAD], [SQUAD])
        position.recovery(A, card)
        position.unit(A).engine_hit = engine_hit
        position.go(PHASE_RECOVERY_TESTS)
        return position, PASS, (A, B)

    def expect(subject: Unit) -> Expected:
        found = odds.recovery(subject, card, engine_hit=engine_hit)
        return [
            (lambda rows: (rows[:, 0, ALIVE] == 1) & (rows[:, 0, HITS] == 0), found.p_success),
            (lambda rows: rows[:, 0, ALIVE] == 0, found.p_destroyed),
        ]

    return build, expect


def close_combat(card: str, subject_attacks: bool) -> tuple[Any, Any]:
    """The subject attacks, or is attacked by, a squad; whoever may dare a suicide assault does."""

    def build(subject: Unit) -> tuple[Position, int, tuple[int, int]]:
        sides = (subject, SQUAD) if subject_attacks else (SQUAD, subject)
        position = Position([sides[0], SQUAD], [sides[1], SQUAD])
        position.put(A, 10, 10)
        position.put(B, 13, 10)
        position.put(A + 1, 0, 0)
        position.put(B + 1, 23, 23)
        position.turn_over(A, card)
        position.turn_over(A + 1, "2C")
        return ready(position), Fields(ASSAULT, A, B).code, (A, B)

    def expect(subject: Unit) -> Expected:
        dares = "suicide_assault" in subject.advantages
        if subject_attacks:
            found = odds.melee(subject, SQUAD, card, suicide_attack=dares)
        else:
            found = odds.melee(SQUAD, subject, card, suicide_defence=dares)
        return [
            (lambda rows: rows[:, 0, ALIVE] == 0, found.p_attacker_destroyed),
            (lambda rows: rows[:, 1, ALIVE] == 0, found.p_defender_destroyed),
        ]

    return build, expect


WEAPON = {"main": MAIN, "mg": MACHINE_GUN, "hull": HULL}
FIRE_RED = {"fires near": fires("7H", 10), "fires far": fires("7H", 20)}
FIRE_BLACK = {"fires on black": fires("7S", 10)}
GUN_RED = {"fires its machine gun": fires("9H", 20, SQUAD, "mg")}
STRUCK = {"is fired at": is_fired_at(TANK, "6H", "front"), "is fired at by rifles": is_fired_at(SQUAD, "4H", "other")}
MOVE_RED, MOVE_BLACK = (
    {"moves on red": moves("6H")},
    {"moves on black": moves("9S"), "starts on a road": moves("9S", True)},
)
HIDE = {"finds cover": finds_cover("7S")}
RECOVER = {"recovers": recovers("8D", False), "recovers from its own engine": recovers("8D", True)}
ATTACK, DEFEND = {"attacks": close_combat("8H", True)}, {"is attacked": close_combat("8H", False)}
VEHICLE_PROBES = FIRE_RED | FIRE_BLACK | GUN_RED | STRUCK | MOVE_RED | MOVE_BLACK | HIDE | RECOVER | DEFEND
FOOT_PROBES = {"fires near": fires("9H", 10, SQUAD)} | STRUCK | MOVE_RED | MOVE_BLACK | HIDE | RECOVER | DEFEND | ATTACK
FIRES = {*FIRE_RED, *FIRE_BLACK, *GUN_RED}
MOVES = {*MOVE_RED, *MOVE_BLACK}


class Trait(NamedTuple):
    """What a unit is given, and the probes that it changes."""

    fields: dict[str, Any]
    changes: set[str]
    kind: str = "medium_tank"

    def __str__(self) -> str:
        return f"{self.kind} {self.fields}"


def good(name: str, changes: set[str], kind: str = "medium_tank") -> Trait:
    """A unit with an advantage."""
    return Trait({"advantages": (name,)}, changes, kind)


def bad(name: str, changes: set[str], kind: str = "medium_tank") -> Trait:
    """A unit with a disadvantage."""
    return Trait({"disadvantages": (name,)}, changes, kind)


TRAITS = [
    good("improved_armor", {*STRUCK}),
    good("improved_gun", FIRES),
    good("improved_gun", {"fires near"}, "infantry"),
    good("improved_movement", MOVES),
    good("rapid_fire", FIRES),
    good("fast", MOVES),
    good("hell_on_wheels", MOVES),
    good("skirt_armor", {"is fired at by rifles", "is attacked"}),
    good("suicide_assault", {"attacks", "is attacked"}, "infantry"),
    good("rugged", {*RECOVER}),
    good("infiltrator", {"finds cover"}, "infantry"),
    bad("underpowered", MOVES),
    bad("poor_command", {"fires on black", "moves on red"}),
    bad("no_radio", set()),
    bad("unreliable", MOVES),
    bad("engine_fire", {*MOVES, "recovers from its own engine"}),
    bad("vulnerable_armor", {"is fired at"}),
    bad("short_range_gun", {"fires far"}),
    bad("slow_rate_of_fire", {"fires on black"}),
    bad("slow", {"moves on red"}),
    bad("open_top", {"is attacked"}),
    bad("death_trap", {*STRUCK}),
    bad("rivets", {*STRUCK}),
    bad("weak_running_gear", MOVES),
    bad("no_retreat", {*RECOVER}),
    Trait({"improved": True}, {*FIRES, *STRUCK, *MOVES}),
    Trait({"improved": True}, {"fires near", *MOVES, "attacks", "is attacked"}, "infantry"),
    Trait({"gun": "light"}, {"fires far", *GUN_RED}),
    Trait({"gun": "medium"}, set()),
    Trait({"gun": "heavy"}, {*FIRE_RED, *FIRE_BLACK, *GUN_RED}),
    Trait({"armor": "light"}, {"is fired at"}),
    Trait({"armor": "medium"}, set()),
    Trait({"armor": "heavy"}, {*STRUCK}),
    Trait({"wheeled": True}, {"starts on a road"}),
    Trait({"amphibious": True}, set()),
    Trait({"forward_only": True}, set()),
    Trait({"gun": "medium", "hull_gun": "light"}, set()),
    Trait({"machine_guns": 2}, set()),
    Trait({"mg_only": True, "machine_guns": 1}, {*FIRE_RED, *FIRE_BLACK}),
]


def subject(trait: Trait, has_it: bool) -> Unit:
    """The unit with the trait, or without."""
    return user_unit("subject", trait.kind, **(trait.fields if has_it else {}))


@cache
def probe(name: str, kind: str, fields: tuple[tuple[str, Any], ...]) -> np.ndarray | None:
    """The tries of a probe; None if the unit may not do it at all."""
    build, _ = probes(kind)[name]
    position, action, slots = build(user_unit("subject", kind, **dict(fields)))
    if action not in position.legal() or (name in RECOVER and position.asked[0] != REGROUP):
        return None
    rows = tries(position, action, slots, TRIALS, PLAYERS, 7)
    rows[:, -1, :] = rows[:, -1, :] * np.isin(np.arange(rows.shape[2]), SAME)
    return rows


def probes(kind: str) -> dict[str, tuple[Any, Any]]:
    """All that such a unit goes through."""
    return FOOT_PROBES if kind == "infantry" else VEHICLE_PROBES


@pytest.mark.rule(
    "PT-ADV-IMPROVED_ARMOR",
    "PT-ADV-IMPROVED_GUN",
    "PT-ADV-IMPROVED_MOVEMENT",
    "PT-ADV-RAPID_FIRE",
    "PT-ADV-FAST",
    "PT-ADV-HELL_ON_WHEELS",
    "PT-ADV-SKIRT_ARMOR",
    "PT-ADV-SUICIDE_ASSAULT",
    "PT-ADV-RUGGED",
    "PT-ADV-INFILTRATOR",
    "PT-DIS-UNDERPOWERED",
    "PT-DIS-POOR_COMMAND",
    "PT-DIS-UNRELIABLE",
    "PT-DIS-ENGINE_FIRE",
    "PT-DIS-VULNERABLE_ARMOR",
    "PT-DIS-SHORT_RANGE_GUN",
    "PT-DIS-SLOW_RATE_OF_FIRE",
    "PT-DIS-SLOW",
    "PT-DIS-OPEN_TOP",
    "PT-DIS-DEATH_TRAP",
    "PT-DIS-RIVETS",
    "PT-DIS-WEAK_RUNNING_GEAR",
    "PT-IMPROVED-02",
    "PT-NOTE-GUN",
    "PT-NOTE-ARMOR",
    "PT-NOTE-WHEELED",
    "PT-NOTE-MG_ARMAMENT",
)
@pytest.mark.parametrize("trait", TRAITS, ids=str)
def test_a_trait_changes_its_rolls_to_the_odds_and_nothing_else(trait: Trait) -> None:
    for name, (_, expect) in probes(trait.kind).items():
        with_it = probe(name, trait.kind, tuple(trait.fields.items()))
        without = probe(name, trait.kind, ())
        if name not in trait.changes:
            assert np.array_equal(with_it, without), name
            continue
        assert with_it is None or not np.array_equal(with_it, without), name
        if with_it is None:
            if name not in RECOVER:
                with pytest.raises(RuleForbids):
                    expect(subject(trait, True))
            continue
        for counted, p in expect(subject(trait, True)):
            count = np.sum(counted(with_it))
            assert agrees(count, TRIALS, p), (name, count / TRIALS, p)


@pytest.mark.rule("PT-FIRE-06", "PT-MOVE-01", "PT-MELEE-05", "PT-COVER-05", "PT-RECOVER-03")
@pytest.mark.parametrize("kind", ["medium_tank", "infantry"])
def test_units_without_traits_do_as_the_odds_say(kind: str) -> None:
    for name, (_, expect) in probes(kind).items():
        rows = probe(name, kind, ())
        assert rows is not None
        for counted, p in expect(user_unit("subject", kind)):
            assert agrees(np.sum(counted(rows)), TRIALS, p), name


@pytest.mark.rule("PT-DIS-NO_RADIO", "PT-TURN-08")
@pytest.mark.parametrize(("traits", "cards"), [((), 2), (("no_radio",), 1)])
def test_no_radio_leaves_one_card_and_one_action(traits: tuple[str, ...], cards: int) -> None:
    position = Position([user_unit("subject", "medium_tank", disadvantages=traits)], [TANK])
    position.hand(0, saved=("5C", "6C", "7C"))
    position.state.phase = PHASE_ASSIGN
    with as_written():
        for given in range(3):
            assert bool(unit_kernels.has_room(position.battle, A)) is (given < cards)
            if given < cards:
                position.give(A, ("8C", "9C")[given])
    assert int(position.unit(A).profile.max_actions) == cards


@pytest.mark.rule("PT-DIS-NO_RETREAT")
@pytest.mark.parametrize(("traits", "asked"), [((), True), (("no_retreat",), False)])
def test_no_retreat_bars_regrouping(traits: tuple[str, ...], asked: bool) -> None:
    position = Position([user_unit("subject", "medium_tank", disadvantages=traits), SQUAD], [SQUAD])
    position.recovery(A, "8D")
    position.dice((CHANCE_RECOVERY, A, (4, 4)))
    position.go(PHASE_RECOVERY_TESTS)
    assert (position.asked[0] == REGROUP) is asked
    if asked:
        position.do(PASS)
    assert position.unit(A).hits == 0  # the same two dice


@pytest.mark.rule("PT-NOTE-FORWARD_ONLY", "PT-NOTE-AMPHIBIOUS", "PT-NOTE-TWO_GUNS")
def test_what_the_notes_open_and_bar() -> None:
    forward = duel(user_unit("subject", "medium_tank", forward_only=True), SQUAD)
    assert (B, MAIN) in forward.targets()
    forward.unit(A).facing = WEST
    assert (B, MAIN) not in forward.targets()
    two_guns = duel(user_unit("subject", "medium_tank", gun="medium", hull_gun="light"), SQUAD)
    assert (B, HULL) in two_guns.targets()
    pond = table_of(*["." * 12] * 4, *["~" * 12] * 4, *["." * 12] * 4)
    for amphibious in (False, True):
        position = Position([user_unit("subject", "medium_tank", amphibious=amphibious), SQUAD], [SQUAD], pond)
        position.put(A, 5, 3)
        position.put(A + 1, 0, 0)
        position.put(B, 11, 11)
        position.state.ask, position.state.asked, position.state.subject = DESTINATION, 0, A
        position.state.allowance, position.state.road_bonus = 9, 0
        assert ((5, 5) in position.cells()) is amphibious
