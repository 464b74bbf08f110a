"""Movement in battles: the roll, its failure, and that both come as often as the odds say."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.core.positions import SQUAD, TANK, TRUCK, A, Position, table_of, user_unit
from tests.core.tried_actions import ALL_PLAYERS, ALLOWANCE, ASKED, HITS, ROAD, tries
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit, unit
from tigersim.core.codes import Fields
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.core.enums import (
    ALL_DICE,
    CHANCE_MOVE,
    DESTINATION,
    MOVE,
    ONE_DIE,
    ORDER,
    PASS,
    PHASE_RESOLVE,
    PLACE,
    REROLL,
)
from tigersim.odds import move

GUN = user_unit("gun", "towed_gun")
LIGHT_GUN = user_unit("light gun", "light_towed_gun")
HEAVY_GUN = user_unit("heavy gun", "heavy_towed_gun")
FAST_TANK = user_unit("fast tank", "light_tank", advantages=("fast", "hell_on_wheels"))
FAST_CREW = user_unit("fast crew", "light_tank", improved=True, advantages=("fast",))
FRAGILE = user_unit("old jeep", "light_transport", disadvantages=("unreliable",))
TRIALS = 300 if COMPILER_OFF else 20_000


@cache
def field() -> Any:
    """Open ground with a road across it."""
    return table_of(*["." * 40] * 12, "=" * 40, *["." * 40] * 12)


def order(mover: str | Unit, card: str = "9S", *, road: bool = False, ruleset: RuleSet | None = None) -> Position:
    """A unit whose card has come up, far from the enemy; a friend of his holds the last card."""
    position = Position([mover, SQUAD], [SQUAD], field(), ruleset)
    position.put(A, 20, 12 if road else 5)
    position.put(A + 1, 0, 0)
    position.turn_over(A, card)
    position.turn_over(A + 1, "2C")
    position.go(PHASE_RESOLVE)
    assert position.asked == (ORDER, 0, A)
    return position


def roll(position: Position, *faces: int) -> None:
    """Move with these dice to come."""
    position.dice((CHANCE_MOVE, A, faces))
    position.do(MOVE, A)


@pytest.mark.rule("PT-MOVE-01", "AMB-26", "AMB-32")
def test_a_success_lets_the_unit_choose_where_to() -> None:
    position = order(TANK)
    roll(position, 3, 3, 3)
    assert position.asked == (DESTINATION, 0, A)
    assert int(position.state.allowance) == 9
    cells = position.cells()
    assert {(20, 14), (29, 5), (20, 5)} <= cells
    assert (30, 5) not in cells
    position.do(PLACE, A, at=(20, 14, 6))
    u = position.unit(A)
    assert (int(u.x), int(u.y), int(u.facing)) == (20, 14, 6)
    assert position.asked == (ORDER, 0, A + 1)
    assert position.fault == "none"


@pytest.mark.rule("PT-MOVE-01")
def test_a_failure_leaves_it_where_it_is() -> None:
    position = order(TANK)
    roll(position, 3, 3, 2)
    assert position.asked == (ORDER, 0, A + 1)
    assert (int(position.unit(A).x), int(position.unit(A).y)) == (20, 5)
    assert position.unit(A).hits == 0


@pytest.mark.rule("PT-MOVE-08", "PT-COVER-09", "AMB-49")
def test_starting_a_move_gives_up_found_cover() -> None:
    position = order(TANK)
    position.unit(A).found_cover = 1
    roll(position, 1, 1, 1)
    assert position.unit(A).found_cover == 0


@pytest.mark.rule("PT-MOVE-01", "PT-DIS-SLOW", "PT-DIS-POOR_COMMAND")
@pytest.mark.parametrize(
    ("mover", "card", "dice"),
    [
        (TANK, "9S", 3),
        (TANK, "9H", 2),
        ("Tiger I", "9S", 2),
        ("Tiger I", "9H", 1),
        ("T-26", "9S", 4),
        ("T-26", "9H", 0),  # slow
        ("T-34a", "9H", 0),  # poor command
        ("Tiger II (King Tiger)", "9H", 0),  # no die left
        (FAST_TANK, "9S", 7),
        (GUN, "9H", 2),
        ("Waco Glider", "9S", 0),
        ("LCVP", "9S", 0),
    ],
    ids=str,
)
def test_dice_of_a_move(mover: str | Unit, card: str, dice: int) -> None:
    position = order(mover, card)
    assert (MOVE in position.verbs()) is (dice > 0)
    if dice:
        roll(position, *[1] * dice)
        assert int(position.state.roll.n) == dice


@pytest.mark.rule("AMB-30")
def test_an_empty_pool_may_be_given_a_die() -> None:
    position = order("Tiger II (King Tiger)", "9H", ruleset=DEFAULT.replace(zero_dice_pool="min_one_die"))
    assert MOVE in position.verbs()


@pytest.mark.rule("PT-MOVE-02", "AMB-28")
@pytest.mark.parametrize(
    ("mover", "faces", "allowance"),
    [
        (SQUAD, (6, 6, 6), 6),  # capped after the test
        ("T-26", (1, 3, 3, 3), 9),  # the lowest is dropped
        (LIGHT_GUN, (6, 5, 4), 6),
        (HEAVY_GUN, (6, 5), 0),  # only the 6 counts: a failure
        (GUN, (6, 5), 6),
    ],
    ids=str,
)
def test_which_dice_count(mover: str | Unit, faces: tuple[int, ...], allowance: int) -> None:
    position = order(mover)
    roll(position, *faces)
    assert int(position.state.ask) == (DESTINATION if allowance else ORDER)
    if allowance:
        assert int(position.state.allowance) == allowance


@pytest.mark.rule("AMB-28")
def test_all_dice_may_count_in_the_test() -> None:
    position = order(HEAVY_GUN, ruleset=DEFAULT.replace(move_test_value="all_dice"))
    roll(position, 6, 5)
    assert position.state.ask == DESTINATION
    assert int(position.state.allowance) == 6


@pytest.mark.rule("PT-ADV-FAST", "AMB-29")
def test_dice_may_come_on_top() -> None:
    """A BT-7 on black: four dice drop the lowest, then one on top; or five dice drop the lowest."""
    position = order("BT-7", "QS", ruleset=DEFAULT.replace(dice_modifier_order="drop_then_add"))
    roll(position, 1, 2, 3, 4, 1)
    assert int(position.state.roll.n) == 5
    assert position.state.ask == DESTINATION  # 2 + 3 + 4, and 1 on top
    assert int(position.state.allowance) == 10
    position = order("BT-7", "QS")
    roll(position, 1, 2, 3, 4, 1)
    assert int(position.state.allowance) == 10  # 1 + 2 + 3 + 4
    first = order("BT-7", "9S", ruleset=DEFAULT.replace(dice_modifier_order="drop_then_add"))
    roll(first, 6, 1, 1, 1, 1)
    assert (first.state.ask, int(first.state.allowance)) == (DESTINATION, 9)  # 6 + 1 + 1, and 1


@pytest.mark.rule("PT-WHEEL-01", "PT-WHEEL-02", "AMB-31")
def test_the_road_die() -> None:
    position = order(TRUCK, road=True)
    roll(position, 2, 2, 2, 3)
    assert position.state.ask == DESTINATION  # 6 and 3 reach 9
    assert (int(position.state.allowance), int(position.state.road_bonus)) == (6, 3)
    cells = position.cells()
    assert (29, 12) in cells
    assert (20, 18) in cells
    assert (20, 19) not in cells
    off_road = order(TRUCK)
    roll(off_road, 2, 2, 2)
    assert off_road.state.ask == ORDER
    assert int(off_road.state.roll.n) == 3
    distance_only = order(TRUCK, road=True, ruleset=DEFAULT.replace(road_die_in_test="distance_only"))
    roll(distance_only, 2, 2, 2, 3)
    assert distance_only.state.ask == ORDER


@pytest.mark.rule("PT-WHEEL-01", "PT-NOTE-WHEELED", "AMB-72")
@pytest.mark.parametrize(("reading", "dice"), [("by_class", 4), ("by_note_only", 3)])
def test_wheels_without_a_note(reading: str, dice: int) -> None:
    position = order("2 1/2 Ton Truck", road=True, ruleset=DEFAULT.replace(wheeled_by_class=reading))
    roll(position, *[1] * dice)
    assert int(position.state.roll.n) == dice


@pytest.mark.rule("PT-MOVE-02", "PT-WHEEL-02")
def test_the_road_die_does_not_lift_the_cap() -> None:
    position = order(user_unit("gun on wheels", "towed_gun", wheeled=True), "8S", road=True)
    roll(position, 2, 2, 6)
    assert (int(position.state.allowance), int(position.state.road_bonus)) == (4, 2)


@pytest.mark.rule("PT-ADV-IMPROVED_MOVEMENT", "PT-IMPROVED-02", "PT-IMPROVED-04")
def test_a_movement_roll_may_be_rolled_again() -> None:
    position = order("M3A1 Stuart")
    roll(position, 1, 1, 2, 3, 6)
    assert position.asked == (REROLL, 0, A)
    assert position.verbs() == {PASS, ONE_DIE, ALL_DICE}
    position.do(ONE_DIE, A, which=0)
    assert position.asked == (DESTINATION, 0, A)
    assert int(position.state.allowance) == 11  # 6, 3 and 2 of the four
    kept = order("M3A1 Stuart")
    roll(kept, 1, 1, 2, 3)
    kept.do(PASS)
    assert kept.asked == (ORDER, 0, A + 1)


@pytest.mark.rule("PT-DIS-UNRELIABLE", "PT-HIT-01", "AMB-105")
@pytest.mark.parametrize(
    ("rule", "mover", "hits"),
    [
        ("any_move_action", "Tiger I", 1),
        ("any_move_action", "Militia", 1),
        ("vehicles_only", "Tiger I", 1),
        ("vehicles_only", "Militia", 0),
    ],
)
def test_unreliable_units_are_hit_by_their_own_failure(rule: str, mover: str, hits: int) -> None:
    position = order(mover, ruleset=DEFAULT.replace(unreliable_scope=rule))
    position.turn_over(A, "3C")
    roll(position, *[1] * int(position.unit(A).profile.move_black))
    assert position.unit(A).hits == hits
    assert position.fault == "none"
    assert position.asked == ((ORDER, 0, A + 1) if hits else (ORDER, 0, A))  # shock costs the other card too


@pytest.mark.rule("PT-DIS-UNRELIABLE", "PT-HIT-04", "PT-VP-04", "AMB-121")
def test_a_fragile_unit_dies_of_its_own_failure() -> None:
    position = order(FRAGILE)
    roll(position, 1, 1, 1)
    assert position.unit(A).alive == 0
    assert position.unit(A).hazard == 1.0  # booked as it came, so it counts as no luck
    assert int(position.state.player[1].vp) == 1
    assert position.fault == "none"


@pytest.mark.rule("PT-DIS-ENGINE_FIRE", "AMB-106")
def test_an_engine_remembers_whose_hit_it_was() -> None:
    position = order("Panther D")
    roll(position, 1, 1, 1)
    position.do(PASS)
    assert (int(position.unit(A).hits), int(position.unit(A).engine_hit)) == (1, 1)


@pytest.mark.rule("PT-DIS-WEAK_RUNNING_GEAR", "AMB-110")
def test_weak_running_gear_stops_the_unit_for_good() -> None:
    position = order("Cruiser Tank")
    position.turn_over(A, "8S")
    roll(position, 1, 1, 1, 1, 1)
    u = position.unit(A)
    assert (int(u.immobilised), int(u.hits)) == (1, 0)
    assert position.asked == (ORDER, 0, A)  # the 8 of spades: it may still act
    assert MOVE not in position.verbs()


CASES = [
    (TANK, "9S", False, "", ""),
    (SQUAD, "5H", False, "", ""),
    ("T-26", "JS", False, "", ""),
    (LIGHT_GUN, "9H", False, "", ""),
    (HEAVY_GUN, "5S", False, "", ""),
    (FAST_TANK, "AS", False, "", ""),
    (TRUCK, "8H", True, "", ""),
    (TRUCK, "8H", True, "road_die_in_test", "distance_only"),
    ("M3A1 Stuart", "JH", False, "", ""),
    ("Jeep [usa]", "JS", True, "", ""),
    ("Jeep [usa]", "9S", True, "road_die_in_test", "distance_only"),
    ("Bersaglieri", "QH", False, "", ""),
    ("Luchs", "AS", False, "move_test_value", "all_dice"),
    ("Panther G", "10H", False, "", ""),
    ("M18 Hellcat", "KS", False, "dice_modifier_order", "drop_then_add"),
    (FAST_CREW, "KH", False, "dice_modifier_order", "drop_then_add"),
    ("Tiger II (King Tiger)", "8H", False, "zero_dice_pool", "min_two_dice"),
]


@pytest.mark.rule("PT-MOVE-01", "PT-WHEEL-01", "PT-IMPROVED-02", "AMB-28", "AMB-31")
@pytest.mark.parametrize(("mover", "card", "road", "switch", "option"), CASES, ids=str)
def test_moves_in_battles_come_out_as_the_odds_say(
    mover: str | Unit, card: str, road: bool, switch: str, option: str
) -> None:
    ruleset = DEFAULT.replace(**{switch: option}) if switch else DEFAULT
    exact = move(mover if isinstance(mover, Unit) else unit(mover), card, road, ruleset)
    position = order(mover, card, road=road, ruleset=ruleset)
    rows = tries(position, Fields(MOVE, A).code, (A,), TRIALS, ALL_PLAYERS, 3)
    hits, last = rows[:, 0, HITS], rows[:, -1]
    moved = last[:, ASKED] == DESTINATION
    inches = np.where(moved, last[:, ALLOWANCE] + last[:, ROAD], 0)
    seen = [(np.sum(inches == distance), p) for distance, p in exact.reach]
    seen += [(moved.sum(), exact.p_success), (np.sum(hits == 1), exact.p_own_hit)]
    for count, p in seen:
        assert abs(count - TRIALS * p) <= 4 * (TRIALS * p * (1 - p)) ** 0.5 + 1e-9, (count, TRIALS * p)
    assert sum(count for count, _ in seen[:-2]) == TRIALS
