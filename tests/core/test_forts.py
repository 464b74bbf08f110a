"""Fortified positions in battles: where they lie, who may be in them, what they are worth under fire."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.core import unit_kernels
from tests.core.fire_scenes import GUN, MG_SQUAD, RECON, aboard, cards_left, field_of_fire, fire, ready, ruled, state
from tests.core.order_scenes import assault, scene, strikes
from tests.core.positions import EAST, SQUAD, TANK, TRUCK, WEST, A, B, Position, open_table, put_position, table_of
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.core import layout
from tigersim.core.board import FAMILIES
from tigersim.core.codes import fields_of
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.enums import (
    CHANCE_FIRE,
    CHANCE_MOVE,
    CHANCE_SAVE,
    DEPLOY,
    DESTINATION,
    FIRE,
    GO_ON,
    HILL,
    MACHINE_GUN,
    MAIN,
    MOVE,
    OCCUPY,
    OPEN,
    PHASE_DEPLOY,
    WOOD,
)
from tigersim.core.families import armies_can_meet
from tigersim.core.play.compiled_players import POLICIES
from tigersim.core.play.kernels import choose, kind_of
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.game.ground import make_table
from tigersim.game.options import MOST_FORTS, check_forts
from tigersim.rules.fortifications import HEAVY, LIGHT, NO_POSITION
from tigersim.rules.setup import deployment_depth

full_size = pytest.mark.skipif(COMPILER_OFF, reason="tables of full size take minutes without the compiler")


def fortified(kind: int, x: int, y: int, *rows: str) -> Any:
    """A table with one position."""
    table = table_of(*(rows or ["." * 40] * 13))
    put_position(table, y * int(table[0].width) + x, kind)
    return table


def attacked(
    firer: str | Unit, target: str | Unit, kind: int, *, card: str = "9H", wood: bool = False, ruleset: Any = None
) -> Position:
    """A firer at (0, 6), its target nine inches off in a position of a kind."""
    position = field_of_fire(firer, (target, 10, 6), card=card, ruleset=ruleset)
    row = "." * 10 + ("W" if wood else ".") + "." * 29
    position.table = fortified(kind, 10, 6, *["." * 40] * 6, row, *["." * 40] * 6)
    return position


# --- where they are laid ---------------------------------------------------------------------------------------------


def layers(table: Any, field: str) -> Any:
    width, depth = int(table[0].width), int(table[0].depth)
    return np.array(table[0][field][: width * depth]).reshape(depth, width)


@full_size
@pytest.mark.rule("PT-FORT-01", "PT-SETUP-03", "PT-SETUP-04")
@pytest.mark.parametrize("family", FAMILIES)
def test_positions_lie_in_the_defender_s_zone_on_firm_ground_apart(family: str) -> None:
    edges = set()
    for number, (light, heavy) in product(range(12), ((2, 1), (0, 3), (5, 0))):
        table = make_table(7, number, family=family, forts=(light, heavy))
        forts, kinds, roads = (layers(table, field) for field in ("fort", "kind", "road"))
        places = np.argwhere(forts)
        assert ((forts == LIGHT).sum(), (forts == HEAVY).sum()) == (light, heavy)
        assert int(table[0].forts) == light + heavy
        third = deployment_depth(36)
        edge = int(table[0].defender_edge)
        edges.add(edge)
        assert all((y < third) if edge == 1 else (y >= 36 - third) for y, _ in places)
        assert set(kinds[forts > 0]) <= {OPEN, WOOD, HILL}
        assert not roads[forts > 0].any()
        for one, other in product(places, places):
            assert (one == other).all() or abs(one - other).max() > 1
        assert armies_can_meet(table, np.zeros((2, layout.MAX_CELLS), dtype=np.int64))
    assert edges == {1, 2}


@full_size
@pytest.mark.rule("PT-FORT-01")
def test_a_table_is_the_same_without_its_positions_and_with_the_same_seed() -> None:
    plain, one, again = (make_table(3, 5, forts=forts) for forts in ((0, 0), (2, 2), (2, 2)))
    assert one.tobytes() == again.tobytes()
    assert make_table(3, 5).tobytes() == plain.tobytes()
    assert (int(plain[0].forts), int(plain[0].defender_edge), int(plain[0].fort.sum())) == (0, 0, 0)
    for field in ("fort", "forts", "defender_edge"):
        one[0][field] = 0
    assert one.tobytes() == plain.tobytes()
    heavier = make_table(3, 5, forts=(0, 4))
    assert (layers(heavier, "fort") > 0).sum() == 4


@pytest.mark.rule("PT-FORT-01")
@pytest.mark.parametrize("forts", [(1,), (-1, 0), (0.5, 1), "21", (MOST_FORTS, 1), (True, 0)])
def test_wrong_numbers_of_positions(forts: Any) -> None:
    with pytest.raises(InvalidValue, match="light and of heavy"):
        check_forts(forts)


@pytest.mark.rule("PT1-UNIT-01")
def test_the_first_edition_has_no_positions() -> None:
    with pytest.raises(RuleForbids, match="PT1-UNIT-01"):
        check_forts((1, 0), RuleSet.load("paper_tigers_1"))
    check_forts((0, 0), RuleSet.load("paper_tigers_1"))


def test_positions_are_counted_as_they_come_and_go() -> None:
    table = open_table(6, 6)
    for kind, count in ((HEAVY, 1), (LIGHT, 1), (NO_POSITION, 0), (NO_POSITION, 0)):
        put_position(table, 7, kind)
        assert (int(table[0].fort[7]), int(table[0].forts)) == (kind, count)


# --- who may be in them ----------------------------------------------------------------------------------------------

FOOT = (SQUAD, RECON, GUN)
VEHICLES = (TANK, TRUCK)


@pytest.mark.rule("PT-FORT-01", "AMB-135")
@pytest.mark.parametrize(
    ("ruling", "light", "heavy"),
    [
        ("one_unit_no_vehicle_in_heavy", True, False),
        ("any_unit_any_number", True, True),
        ("infantry_guns_only", False, False),
    ],
)
def test_who_may_be_set_up_in_a_position(ruling: str, light: bool, heavy: bool) -> None:
    for kind, for_vehicles in ((LIGHT, light), (HEAVY, heavy)):
        table = fortified(kind, 3, 0, *["." * 8] * 9)
        for one in (*FOOT, *VEHICLES):
            position = Position([one, SQUAD], [SQUAD], table, ruled(fort_occupancy=ruling))
            for slot in (A, A + 1, B):
                u = position.unit(slot)
                position.state.occupant[u.y * 8 + u.x] = 0
                u.placed = 0
            position.put(B, 0, 8)
            position.go(PHASE_DEPLOY)
            assert position.asked == (DEPLOY, 0, A)
            assert ((3, 0) in position.cells()) is (one in FOOT or for_vehicles), (one, kind)


@pytest.mark.rule("PT-FORT-01", "PT-MOVE-06", "AMB-135")
@pytest.mark.parametrize("kind", [LIGHT, HEAVY])
def test_vehicles_drive_round_a_heavy_position_and_nobody_stops_at_one(kind: int) -> None:
    table = fortified(kind, 5, 1, *["." * 16] * 3)
    tank = scene([(TANK, 3, 1)], [(SQUAD, 15, 2)], "4S", table=table)
    tank.dice((CHANCE_MOVE, A, (3, 3, 2)))
    tank.do(MOVE, A)
    assert tank.asked == (DESTINATION, 0, A)
    assert ((5, 1) in tank.cells()) is (kind == LIGHT)
    assert {(4, 1), (6, 1), (8, 1)} <= tank.cells()
    squad = scene([(SQUAD, 3, 1)], [(SQUAD, 15, 2)], "4S", table=table)
    squad.dice((CHANCE_MOVE, A, (3, 3, 2)))
    squad.do(MOVE, A)
    assert {(5, 1), (6, 1), (9, 1)} <= squad.cells()


@pytest.mark.rule("PT-MELEE-04", "AMB-135")
def test_a_tank_that_wins_a_close_combat_does_not_take_a_bunker() -> None:
    for kind, follows in ((LIGHT, True), (HEAVY, False)):
        table = fortified(kind, 8, 5, *["." * 16] * 12)
        takes = ruled(melee_after_success="occupy")
        position = scene([(TANK, 3, 5)], [(SQUAD, 8, 5)], "5H", table=table, ruleset=takes)
        strikes(position, (A, (6, 6)))
        assault(position)
        assert position.unit(B).alive == 0
        assert (position.asked[0] == OCCUPY) is follows
        if follows:
            position.do(GO_ON)
        u = position.unit(A)
        assert ((int(u.x), int(u.y)) == (8, 5)) is follows


# --- under fire ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-FORT-02", "PT-FORT-03", "PT-COVER-01")
@pytest.mark.parametrize(
    ("target", "kind", "wood", "found", "dice"),
    [
        (SQUAD, LIGHT, False, False, 1),
        (SQUAD, HEAVY, False, False, 2),
        (SQUAD, LIGHT, True, False, 2),
        (SQUAD, HEAVY, True, True, 4),
        (GUN, HEAVY, False, False, 2),
        (TRUCK, LIGHT, False, False, 1),
        (TANK, LIGHT, False, True, 4),
    ],
)
def test_dice_of_a_position_come_on_top(target: str | Unit, kind: int, wood: bool, found: bool, dice: int) -> None:
    position = attacked(TANK, target, kind, wood=wood)
    position.unit(B).found_cover = found
    ready(position)
    fire(position, (CHANCE_FIRE, A, (3, 3, 3)), (CHANCE_SAVE, B, (1,) * (dice - 1) + (6,)))
    assert int(position.unit(B).rolls) == dice
    assert state(position, B) == (1, 0)  # the last die, a cover die, saved it


@pytest.mark.rule("PT-FORT-02", "AMB-135")
def test_a_position_covers_from_every_side() -> None:
    for aspect, plate in ((WEST, 2), (EAST, 1)):
        position = attacked(TANK, TANK, LIGHT)
        position.put(B, 10, 6, aspect)
        ready(position)
        fire(position, (CHANCE_FIRE, A, (3, 3, 3)), (CHANCE_SAVE, B, (1,) * plate + (5,)))
        assert int(position.unit(B).rolls) == plate + 1
        assert state(position, B) == (1, 0)


@pytest.mark.rule("PT-FORT-02", "AMB-47")
def test_a_cover_die_keeps_its_own_quality_or_takes_that_of_the_armour() -> None:
    for ruling, saved in (("separate_quality", True), ("same_quality", False)):
        position = attacked(TANK, "Humber Scout", LIGHT, ruleset=ruled(cover_die_pool=ruling))
        ready(position)
        fire(position, (CHANCE_FIRE, A, (3, 3, 3)), (CHANCE_SAVE, B, (4, 5)))  # light armour saves on a 6
        assert (state(position, B) == (1, 0)) is saved


@pytest.mark.rule("PT-FORT-03", "PT-MG-05")
def test_a_position_cancels_suppression() -> None:
    for faces, kept in (((4, 4), 0), ((4, 5), 1)):
        position = attacked(MG_SQUAD, SQUAD, HEAVY)
        position.give(B, "2S")
        ready(position)
        fire(position, (CHANCE_FIRE, A, (1, 1, 1, 2)), (CHANCE_SAVE, B, faces), weapon=MACHINE_GUN)
        assert cards_left(position, B) == kept


@pytest.mark.rule("PT-MELEE-04", "PT-FORT-03")
def test_no_position_helps_in_close_combat() -> None:
    table = fortified(HEAVY, 8, 5, *["." * 16] * 12)
    position = scene([(SQUAD, 3, 5)], [(SQUAD, 8, 5)], "5H", table=table)
    strikes(position, (A, (2, 2, 1)))
    assault(position)
    assert position.unit(B).alive == 0


@pytest.mark.rule("PT-FORT-02", "PT-CARRY-03", "AMB-89")
def test_riders_are_not_in_the_position_of_their_tank() -> None:
    position = field_of_fire(TANK, (TANK, 10, 6), (SQUAD, 10, 8), ruleset=ruled(passenger_targeting="cannot_fire_only"))
    position.table = fortified(LIGHT, 10, 6)
    aboard(position, B + 1, B)
    ready(position)
    position.dice((CHANCE_FIRE, A, (3, 3, 3)))
    position.do(FIRE, A, B + 1, MAIN)
    assert int(position.unit(B + 1).rolls) == 0
    assert state(position, B + 1) == (1, 1)


# --- the players -----------------------------------------------------------------------------------------------------


def choice(position: Position, player: str) -> int:
    """The code of what a player does, which has both sides."""
    position.state.player["policy"] = POLICIES.index(player)
    with as_written():
        return int(choose(kind_of([player]), position.battle, position.table, position.work))


@pytest.mark.parametrize("player", ["heuristic", "tactician"])
@pytest.mark.parametrize("kind", [LIGHT, HEAVY])
def test_players_set_up_in_positions(player: str, kind: int) -> None:
    table = fortified(kind, 4, 1, *["." * 12] * 12)
    position = Position([SQUAD, SQUAD], [SQUAD], table, players=(player, player))
    for slot in (A, A + 1):
        u = position.unit(slot)
        position.state.occupant[u.y * 12 + u.x] = 0
        u.placed = 0
    position.go(PHASE_DEPLOY)
    position.state.player[0].attacker, position.state.player[1].attacker = 0, 1
    assert position.asked == (DEPLOY, 0, A)
    assert fields_of(choice(position, player)).cell == 1 * 12 + 4


def test_rules_of_thumb_keep_a_unit_in_its_position() -> None:
    for kind, goes in ((NO_POSITION, True), (LIGHT, False), (HEAVY, False)):
        table = fortified(kind, 4, 5, *["." * 24] * 12)
        position = scene([(SQUAD, 4, 5)], [(TANK, 23, 5)], "2S", table=table)  # out of reach of its rifles
        position.put(B + 1, 23, 0)
        assert (fields_of(choice(position, "heuristic")).verb == MOVE) is goes


@pytest.mark.parametrize("unit", [SQUAD, GUN])
def test_a_tactician_minds_how_good_a_position_is(unit: str | Unit) -> None:
    worths = []
    for kind in (NO_POSITION, LIGHT, HEAVY):
        table = fortified(kind, 4, 5, *["." * 24] * 12)
        position = scene([(unit, 4, 5)], [(TANK, 23, 5)], "2S", table=table)
        with as_written():
            worths.append(unit_kernels.place_worth(position.battle, position.table, position.work, A, 4, 5))
    assert worths[0] < worths[1] < worths[2]


def test_a_tactician_sees_through_what_position_he_shoots_at() -> None:
    worths = []
    for kind in (NO_POSITION, LIGHT, HEAVY):
        table = fortified(kind, 20, 5, *["." * 24] * 12)
        position = scene([(TANK, 4, 5)], [(SQUAD, 20, 5)], "2S", table=table)
        position.unit(B + 1).alive = 0
        with as_written():
            worths.append(unit_kernels.place_worth(position.battle, position.table, position.work, A, 4, 5))
    assert worths[0] > worths[2]
