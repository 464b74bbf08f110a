"""Movement and the road die."""

import pytest

from tigersim.rules.arithmetic import with_face
from tigersim.rules.movement import (
    EVERY_PIECE,
    NO_PIECE,
    NOT_BY_ROAD,
    bars_the_way,
    hit_by_own_failure,
    is_whole_move,
    may_enter_building,
    move_allowance,
    move_kept_count,
    move_succeeds,
    move_test_total,
    move_total,
    stopping_pieces,
)
from tigersim.rules.switches import MoveTestValue, RoadDieInTest, TerrainStopScope, UnreliableScope
from tigersim.rules.wheels import road_dice, road_inches


def packed(*faces: int) -> int:
    dice = 0
    for face in faces:
        dice = with_face(dice, face)
    return dice


@pytest.mark.rule("PT-UNIT-LTANK-02", "PT-UNIT-TD-02", "PT-UNIT-LSPG-01")
def test_light_tanks_drop_the_lowest_die() -> None:
    assert move_kept_count(3, 0, 1) == 2
    assert move_kept_count(4, 0, 1) == 3
    assert move_total(packed(2, 6, 4), 2) == 10
    assert move_total(packed(5, 5, 5), 2) == 10


@pytest.mark.rule("PT-UNIT-LGUN-02", "PT-UNIT-HGUN-01")
def test_guns_keep_their_best_dice() -> None:
    assert move_kept_count(3, 2, 0) == 2
    assert move_kept_count(2, 1, 0) == 1
    assert move_kept_count(2, 0, 0) == 2
    assert move_kept_count(0, 0, 1) == 0
    assert move_total(packed(1, 6), 1) == 6
    assert move_total(packed(3, 1, 4), 2) == 7


@pytest.mark.rule("PT-MOVE-01", "PT-WHEEL-01", "AMB-28", "AMB-31")
def test_what_is_compared_with_the_difficulty() -> None:
    dice = packed(2, 6, 4)
    assert move_test_total(dice, 2, 0) == 10
    assert move_test_total(dice, 2, 0, MoveTestValue.ALL_DICE) == 12
    assert move_test_total(dice, 3, 5) == 17
    assert move_test_total(dice, 3, 5, MoveTestValue.KEPT_DICE_UNCAPPED, RoadDieInTest.DISTANCE_ONLY) == 12


@pytest.mark.rule("PT-MOVE-01", "AMB-29")
def test_dice_on_top_always_count() -> None:
    dice = packed(2, 6, 4)
    assert move_test_total(dice, 2, 0, bonus=5) == 15
    assert move_test_total(dice, 2, 3, MoveTestValue.ALL_DICE, RoadDieInTest.DISTANCE_ONLY, 5) == 17


@pytest.mark.rule("PT-MOVE-01")
def test_a_move_needs_the_difficulty() -> None:
    assert move_succeeds(8, 8)
    assert not move_succeeds(7, 8)


@pytest.mark.rule("PT-MOVE-01", "PT-MOVE-02", "PT-UNIT-INF-01", "PT-UNIT-RECON-02", "PT-UNIT-GUN-01", "PT-AMPHIB-03")
def test_the_cap_limits_the_distance_only() -> None:
    assert move_allowance(11, 6) == 6
    assert move_allowance(4, 6) == 4
    assert move_allowance(14, 12) == 12
    assert move_allowance(14, 0) == 14


@pytest.mark.rule("PT-DIS-UNRELIABLE", "PT-DIS-ENGINE_FIRE", "AMB-105")
def test_unreliable_units_hurt_themselves() -> None:
    assert hit_by_own_failure(True, True)
    assert hit_by_own_failure(True, False)
    assert not hit_by_own_failure(False, True)
    assert not hit_by_own_failure(True, False, UnreliableScope.VEHICLES_ONLY)
    assert hit_by_own_failure(True, True, UnreliableScope.VEHICLES_ONLY)


@pytest.mark.rule("PT-WHEEL-01", "PT-NOTE-WHEELED")
def test_the_road_die_needs_wheels_and_a_road() -> None:
    assert road_dice(True, True) == 1
    assert road_dice(True, False) == road_dice(False, True) == 0


@pytest.mark.rule("PT-WHEEL-02", "AMB-31")
def test_inches_of_the_road_die() -> None:
    assert road_inches(7, 4) == (11, 7)  # eleven in all, seven of them off the road


@pytest.mark.rule("PT-MOVE-05", "AMB-40")
def test_pieces_that_stop() -> None:
    for infantry in (True, False):
        assert stopping_pieces(infantry) == EVERY_PIECE
        assert stopping_pieces(infantry, terrain_stop_scope=TerrainStopScope.ROAD_EXEMPT) == NOT_BY_ROAD
    assert stopping_pieces(infantry=True, terrain_stop_scope=TerrainStopScope.INFANTRY_EXEMPT) == NO_PIECE
    assert stopping_pieces(infantry=False, terrain_stop_scope=TerrainStopScope.INFANTRY_EXEMPT) == EVERY_PIECE


@pytest.mark.rule("PT-MOVE-06")
def test_buildings_are_for_those_who_may_enter() -> None:
    assert may_enter_building(True)
    assert not may_enter_building(False)


@pytest.mark.rule("PT-MOVE-01", "AMB-42")
def test_who_bars_the_way() -> None:
    assert [bars_the_way(enemy=True, passing_units=rule) for rule in range(3)] == [True, True, False]
    assert [bars_the_way(enemy=False, passing_units=rule) for rule in range(3)] == [False, True, False]


@pytest.mark.rule("PT-MOVE-01", "AMB-26")
def test_a_whole_move_leaves_less_than_an_inch() -> None:
    assert is_whole_move(500**2, 5)
    assert is_whole_move(401**2, 5)
    assert not is_whole_move(400**2, 5)
    assert is_whole_move(0, 0)
