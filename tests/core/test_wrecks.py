"""Wrecks: who is asked, and what a wreck that stays does to lines of sight and ways."""

from __future__ import annotations

import pytest

from tests.core import unit_kernels
from tests.core.fire_scenes import GUN, RECON, aboard, field_of_fire, fire, ready, ruled, state
from tests.core.positions import EAST, SQUAD, TANK, TRUCK, A, B, Position, table_of, user_unit
from tigersim.catalogue.units import Unit
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import (
    ASSAULT,
    CHANCE_DISMOUNT,
    CHANCE_FIRE,
    CHANCE_MELEE,
    CHANCE_MOVE,
    CHANCE_SAVE,
    DESTINATION,
    FOLLOW,
    GO_ON,
    MAIN,
    MAX_UNITS,
    MOVE,
    OCCUPY,
    ORDER,
    PASS,
    PHASE_RESOLVE,
    WRECK,
    WRECKED,
)
from tigersim.rules.switches import MeleeAfterSuccess

LETHAL = (6, 6, 6)
"""18 is twice any difficulty up to 9."""


def shot_to_pieces(target: str | Unit, stays: bool | None = None, **rulings: str) -> Position:
    """A truck or the like destroyed at (10, 6), with a friend behind it; ``stays``: its owner's answer."""
    position = field_of_fire(TANK, (target, 10, 6), (SQUAD, 20, 6), card="7H", ruleset=ruled(**rulings))
    fire(ready(position), (CHANCE_FIRE, A, LETHAL), (CHANCE_SAVE, B, (1,) * int(position.unit(B).profile.armor_front)))
    assert state(position, B)[0] == 0
    if stays is not None:
        assert position.asked == (WRECK, 1, B)
        position.do(GO_ON if stays else PASS)
    return position


def cell(position: Position, x: int, y: int) -> int:
    """What the grid holds."""
    return int(position.state.occupant[y * int(position.table[0].width) + x])


@pytest.mark.rule("PT-FIRE-08", "PT-GEN-07", "AMB-37")
@pytest.mark.parametrize("reading", ["wrecks_only", "wrecks_and_vehicles", "none"])
@pytest.mark.parametrize("stays", [True, False])
def test_the_owner_of_a_destroyed_vehicle_says_whether_it_stays(stays: bool, reading: str) -> None:
    position = shot_to_pieces(TRUCK, stays, los_units_block=reading)
    assert (cell(position, 10, 6) == WRECKED) is stays
    assert int(position.state.wrecks) == stays
    assert position.asked == (ORDER, 0, A + 1)
    assert position.fault == "none"


@pytest.mark.rule("PT-FIRE-08")
@pytest.mark.parametrize("target", [SQUAD, GUN, RECON], ids=str)
def test_infantry_and_guns_leave_none(target: str | Unit) -> None:
    position = shot_to_pieces(target)
    assert position.asked == (ORDER, 0, A + 1)
    assert cell(position, 10, 6) == 0


@pytest.mark.rule("PT-FIRE-08")
@pytest.mark.parametrize("stays", [True, False])
def test_a_wreck_blocks_the_line_behind_it(stays: bool) -> None:
    position = shot_to_pieces(TANK, stays)
    position.state.subject, position.state.card = A, 30
    assert ((B + 1, MAIN) in position.targets()) is not stays


@pytest.mark.rule("PT-FIRE-08", "PT-MOVE-01", "AMB-42")
def test_a_wreck_bars_the_way_of_both_sides() -> None:
    for slot in (A, B + 1):
        position = shot_to_pieces(TRUCK, True)
        position.put(slot, 8, 6)
        for y in range(13):  # a wall with one gap, where the wreck lies
            if y != 6:
                position.state.occupant[y * 40 + 10] = WRECKED
        position.state.ask, position.state.asked, position.state.subject = DESTINATION, slot // MAX_UNITS, slot
        position.state.allowance, position.state.road_bonus = 6, 0
        assert (9, 6) in position.cells()
        assert not any(x >= 10 for x, _ in position.cells())


@pytest.mark.rule("PT-FIRE-08", "PT-DIS-UNRELIABLE")
def test_a_vehicle_that_destroys_itself_leaves_one_too() -> None:
    jeep = user_unit("old jeep", "light_transport", disadvantages=("unreliable",))
    position = Position([jeep, SQUAD], [SQUAD])
    position.put(A, 6, 6)
    position.turn_over(A, "9S")
    position.go(PHASE_RESOLVE)
    position.dice((CHANCE_MOVE, A, (1, 1, 1)))
    position.do(MOVE, A)
    if position.asked[0] == FOLLOW:
        position.do(PASS)
    assert position.asked == (WRECK, 0, A)


@pytest.mark.rule("PT-FIRE-08", "PT-CARRY-05")
def test_a_vehicle_lost_aboard_another_leaves_none() -> None:
    craft = user_unit("craft", "landing_craft", carries="1 tank")
    sea = table_of(*["~" * 20] * 13)
    position = Position([user_unit("swimmer", "medium_tank", amphibious=True)], [craft, TANK], sea)
    position.put(A, 0, 6, EAST)
    position.put(B, 10, 6)
    aboard(position, B + 1, B)
    position.turn_over(A, "7H")
    fire(ready(position), (CHANCE_FIRE, A, LETHAL), (CHANCE_DISMOUNT, B + 1, (3,)))
    assert position.asked == (WRECK, 1, B)
    position.do(GO_ON)
    assert state(position, B + 1)[0] == 0  # nowhere to get off to
    assert int(position.state.wrecks) == 1


@pytest.mark.rule("PT-FIRE-08", "PT-MELEE-13", "AMB-78")
@pytest.mark.parametrize("stays", [True, False])
def test_nobody_takes_the_place_where_a_wreck_lies(stays: bool) -> None:
    position = Position([SQUAD, SQUAD], [TRUCK, SQUAD])
    position.state.ruling.melee_after_success = MeleeAfterSuccess.OCCUPY
    position.put(A, 5, 6)
    position.put(B, 6, 6)
    position.put(A + 1, 0, 0)
    position.put(B + 1, 23, 23)
    position.turn_over(A, "3H")
    position.turn_over(A + 1, "2C")
    position.go(PHASE_RESOLVE)
    position.dice((CHANCE_MELEE, A, (6, 6, 6)))
    position.do(ASSAULT, A, B)
    assert position.asked == (WRECK, 1, B)
    position.do(GO_ON if stays else PASS)
    assert (position.asked[0] == OCCUPY) is not stays
    assert position.fault == "none"


@pytest.mark.rule("PT-FIRE-08")
def test_a_taken_place_holds_no_wreck() -> None:
    position = Position([TANK, SQUAD], [SQUAD])
    position.put(A, 6, 6)
    with as_written():
        unit_kernels.destroy(position.battle, position.table, position.work, A, B)
        assert int(position.state.wrecks_due) == 1
        position.put(B, 6, 6)
        unit_kernels.settle_wreck(position.battle, position.table, position.work, A, True)
    assert (int(position.state.wrecks), int(position.state.wrecks_due)) == (0, 0)
    assert cell(position, 6, 6) == B + 1
