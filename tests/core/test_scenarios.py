"""What each scenario of Appendix B adds, by hand: columns, zones, arrivals, goals, the bridge."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tigersim as ts
from tests.core.positions import SQUAD, TANK, TRUCK, A, B, Position, open_table, table_of, user_unit
from tests.forms import form
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.catalogue.scenarios import Scenario, scenarios
from tigersim.catalogue.units import unit
from tigersim.core import layout
from tigersim.core.codes import fields_of
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.enums import (
    ARRIVE,
    ASSIGN,
    BLOW,
    CHANCE_BLAST,
    CHANCE_FIRE,
    CHANCE_SAVE,
    CHANCE_SETUP,
    CLOSED_WATER,
    DEPLOY,
    DESTINATION,
    DISMOUNT,
    ENDED_BY_BRIDGE,
    FIRE,
    GIVE,
    GO_ON,
    HOLD_BACK,
    MAIN,
    NAME,
    NOMINATE,
    NOTHING,
    OPEN_WATER,
    ORDER,
    PASS,
    PHASE_DEPLOY,
    PHASE_DRAW,
    PHASE_NOMINATE,
    PHASE_RESOLVE,
    PLACE,
    WRECK,
    WRECKED,
)
from tigersim.core.goals import WAS_BEYOND, WAS_THERE
from tigersim.core.play import kernels
from tigersim.core.play.compiled_players import POLICIES
from tigersim.core.units import destroy, lift, put
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.game.options import SUPPORT
from tigersim.game.scenario import set_scenario
from tigersim.game.terms import Terms
from tigersim.lab.batch import Arena
from tigersim.lab.design import Design
from tigersim.replay.frames import frames_of
from tigersim.replay.walk import walk

JEEP, CAR, DESTROYER, SWIMMER = "Jeep [usa]", "M8 Greyhound", "M10 Wolverine", "T-40"


def undeployed(position: Position) -> Position:
    """Nobody stands on the table yet."""
    position.state.occupant[:] = 0
    for side in (0, 1):
        for k in range(int(position.state.player[side].units)):
            position.unit(side * B + k).placed = 0
    position.state.turn = 0
    return position


def next_turn(position: Position) -> None:
    """The turn after: the cards of this one, which nobody has seen, are back on the pile."""
    position.state.player["n_blind"] = 0
    position.state.pile[0].next_card = 0
    position.go(PHASE_DRAW)


def patrol_dice(position: Position, side_a: int, side_b: int) -> None:
    """What the dice show that say how far from the middle each side's patrol begins."""
    turn, position.state.turn = int(position.state.turn), 1
    position.dice((CHANCE_SETUP, 0, (side_a,)), (CHANCE_SETUP, 1, (side_b,)))
    position.state.turn = turn


def zoned(table: Any, attacker: list[Any], defender: list[Any]) -> Any:
    """A table whose zones are those cells: masks (depth, width) by bit."""
    width, depth = int(table[0].width), int(table[0].depth)
    marks = np.zeros((depth, width), np.uint8)
    for first, masks in ((0, attacker), (layout.ZONES, defender)):
        for number, mask in enumerate(masks):
            marks[mask] |= np.uint8(1 << (first + number))
    table[0].zone[: width * depth] = marks.reshape(-1)
    table[0].zoned = 1
    return table


# --- clash of patrols ------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-SCEN-PATROL-02", "PT-SCEN-PATROL-03", "PT-SCEN-PATROL-04", "AMB-138")
@pytest.mark.parametrize("dice", [(1, 1), (6, 2), (3, 4)])
def test_patrols_stand_in_columns_from_the_middle_to_their_edge(dice: tuple[int, int]) -> None:
    position = undeployed(Position([SQUAD] * 3, [SQUAD] * 4, open_table(36, 36), scenario={"column": 1}))
    patrol_dice(position, *dice)
    position.go(PHASE_DEPLOY)
    rows: dict[int, list[int]] = {0: [], 1: []}
    while position.state.ask == DEPLOY:
        (place,) = position.cells()  # no choice
        assert place[0] == 18
        side = int(position.state.asked)
        rows[side].append(place[1])
        position.do(PLACE, int(position.state.subject), at=(*place, 4))
    assert [len(rows[0]), len(rows[1])] == [3, 4]
    # inches from the middle of the table, which lies between rows 17 and 18, to the near edge of the base
    inches = [[17 - row for row in rows[0]], [row - 18 for row in rows[1]]]
    # a base, and 3 inches to the next one; four of them are 13 inches long, so the last one of die 4 is on the table
    assert inches == [[die + 4 * k for k in range(n)] for die, n in zip(dice, (3, 4), strict=True)]
    between = rows[1][0] - rows[0][0] - 1  # whole inches between both first bases
    assert between == sum(dice)  # two ones do not touch


@pytest.mark.rule("PT-SCEN-PATROL-03")
@pytest.mark.parametrize("late", [0, 2])
def test_a_column_that_does_not_fit_is_shifted_forward(late: int) -> None:
    waves = {"late": [[late, 0, 0], [0, 0, 0]], "late_turn": [[2, 0, 0], [0, 0, 0]]}
    army = [SQUAD] * (5 + late)  # who comes later takes no place in the column
    position = undeployed(Position(army, [SQUAD], open_table(36, 36), scenario={"column": 1, **waves}))
    position.go(PHASE_DEPLOY)
    rows = []
    while position.state.ask == DEPLOY:
        (place,) = position.cells()
        if position.state.asked == 0:
            rows.append(place[1])
        position.do(PLACE, int(position.state.subject), at=(*place, 4))
    # the die may say what it likes: five bases and four gaps of 3 inches reach from the edge to an inch off the middle
    assert rows == [16, 12, 8, 4, 0]


@pytest.mark.rule("AMB-138")
def test_a_column_in_any_direction() -> None:
    reading = DEFAULT.replace(patrol_column="any_direction")
    position = undeployed(Position([SQUAD] * 2, [SQUAD], open_table(36, 36), reading, scenario={"column": 1}))
    patrol_dice(position, 2, 5)
    position.go(PHASE_DEPLOY)
    first = position.cells()
    # cells are an inch wide, and the middle of the table lies between the cells 17 and 18
    off = [np.hypot(max(abs(x - 17.5) - 0.5, 0), max(abs(y - 17.5) - 0.5, 0)) for x, y in first]
    assert all(abs(inches - 5) <= 0.5 for inches in off)  # to the nearest inch
    assert {y < 17.5 for _, y in first} == {False, True}
    position.do(PLACE, B, at=(*min(first), 4))
    x, y = min(position.cells())
    position.do(PLACE, A, at=(x, y, 4))
    gaps = [np.hypot(max(abs(px - x) - 1, 0), max(abs(py - y) - 1, 0)) for px, py in position.cells()]
    assert all(abs(gap - 3) <= 0.5 for gap in gaps)
    assert len(gaps) > 10


def patrol(army: list[str], relief: dict[str, Any] | None = None, reading: Any = None) -> Position:
    """Both sides have this army; three to five infantry units of each are there at the start."""
    wanted = {"column": 1, "patrol": [[3, 5], [3, 5]], "relief": [2, 2], **(relief or {})}
    position = undeployed(Position(army, army, open_table(36, 36), reading, scenario=wanted))
    position.go(PHASE_DEPLOY)
    return position


@pytest.mark.rule("PT-SCEN-PATROL-05", "PT-SCEN-PATROL-01", "AMB-139")
def test_a_patrol_is_infantry_whatever_the_order_and_its_side_says_who_of_it_comes_later() -> None:
    position = patrol([TANK, SQUAD, SQUAD, DESTROYER, SQUAD, SQUAD])
    assert position.asked[:2] == (HOLD_BACK, 1)  # the defender first, as he sets up
    assert position.units(NAME) == {B + 1, B + 2, B + 4, B + 5}  # no tank is ever part of a patrol
    assert PASS in position.verbs()
    assert position.state.reserves == 4  # two tanks of each side
    position.do(NAME, B + 2)
    assert position.state.reserves == 5
    assert position.fault == "none"
    seen = []
    while position.state.ask != ASSIGN:
        if position.state.ask == HOLD_BACK:  # three are left to the defender, who is asked no more
            assert position.asked[1] == 0
            position.do(PASS)
            continue
        seen.append(int(position.state.subject))
        position.do(PLACE, seen[-1], at=(*min(position.cells()), 4))
    assert seen == [B + 1, B + 4, B + 5, A + 1, A + 2, A + 4, A + 5]
    next_turn(position)
    later = []
    while position.state.ask == DEPLOY:
        later.append(int(position.state.subject))
        assert {y for _, y in position.cells()} == {35 if later[-1] >= B else 0}  # touching its owner's edge
        position.do(PLACE, later[-1], at=(*min(position.cells()), 4))
        assert position.fault == "none"
    assert later == [A, A + 3, B, B + 2, B + 3]
    assert (position.state.turn, position.state.reserves) == (2, 0)


@pytest.mark.rule("PT-SCEN-PATROL-01", "PT-SCEN-PATROL-05")
def test_of_more_than_a_patrol_some_must_come_later() -> None:
    position = patrol([SQUAD] * 7)
    for _ in range(2):
        assert position.verbs() == {NAME}
        position.do(NAME, min(position.units(NAME)))
    assert PASS in position.verbs()  # five may stay
    position.do(PASS)
    assert position.asked == (DEPLOY, 1, B + 2)


@pytest.mark.rule("AMB-139")
@pytest.mark.parametrize(
    ("reading", "most"), [("agreed_extra_turn_2", 1), ("held_back_from_patrol", 3), ("any_later_turn", 1)]
)
def test_how_many_of_a_patrol_may_come_later(reading: str, most: int) -> None:
    position = patrol([SQUAD] * 4, reading=DEFAULT.replace(patrol_reinforcements=reading))
    held = 0
    while position.asked[:2] == (HOLD_BACK, 1):
        position.do(NAME, min(position.units(NAME)))
        held += 1
    assert held == most  # three must be there, or one, where the others are part of the patrol
    assert {int(position.unit(B + k).due) for k in range(held)} == {2}


@pytest.mark.rule("PT-SCEN-PATROL-05")
def test_a_carrier_that_came_later_and_is_lost_leaves_its_passenger_no_unit_that_waits() -> None:
    late = {"late": [[1, 0, 0], [1, 0, 0]], "late_turn": [[2, 0, 0], [2, 0, 0]]}
    position = undeployed(Position([SQUAD, TANK], [SQUAD, TANK], open_table(24, 24), scenario=late))
    position.go(PHASE_DEPLOY)
    for slot in (B, A):
        position.do(PLACE, slot, at=(*min(position.cells()), 4))
    next_turn(position)
    for slot in (A + 1, B + 1):
        position.do(PLACE, slot, at=(*min(position.cells()), 4))
    with as_written():
        carrier, squad = position.unit(A + 1), position.unit(A)
        lift(position.battle, position.table, A)
        squad.carrier, squad.x, squad.y, carrier.aboard = A + 1, carrier.x, carrier.y, 1
        squad.hits = 1  # it was hit where it sat
        destroy(position.battle, position.table, position.work, A + 1, B)
    position.go(PHASE_RESOLVE)
    assert position.asked == (DISMOUNT, 0, A)
    assert position.fault == "none"


# --- take the position -----------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-SCEN-HILL-03", "AMB-140")
@pytest.mark.parametrize(("reading", "on_it"), [("hill_centre_units", 2), ("points", 1)])
def test_a_third_of_the_defender_may_start_on_the_hill(reading: str, on_it: int) -> None:
    ground = open_table(24, 24)
    rows = np.arange(24)[:, None] + np.zeros((24, 24), int)
    hill = np.zeros((24, 24), bool)
    hill[10:14, 10:14] = True
    table = zoned(ground, [rows < 8], [rows >= 16, hill])
    rules = DEFAULT.replace(hill_details=reading)
    # four units, 12 VP: a third is two units, or 4 VP; a tank costs 5
    army = [SQUAD, SQUAD, SQUAD, TANK]
    assert [int(unit(one).type == "medium_tank") for one in army] == [0, 0, 0, 1]
    scenario = {"most": [0, 0, 0, 0, 1, 0]}
    position = undeployed(Position([SQUAD], army, table, rules, scenario=scenario))
    costs = [int(position.unit(B + k).profile.cost) for k in range(4)]
    position.go(PHASE_DEPLOY)
    there = 0
    for k in range(4):
        assert position.asked == (DEPLOY, 1, B + k)
        free = position.cells()
        assert {(x, y) for x, y in free if y >= 16}  # the own third always takes it
        on_hill = sorted((x, y) for x, y in free if y < 16)
        room = there < -(-4 // 3) if reading != "points" else there + costs[k] <= -(-sum(costs) // 3)
        assert bool(on_hill) == room
        place = on_hill[0] if on_hill and k < on_it else max(free)
        there += (1 if reading != "points" else costs[k]) if place[1] < 16 else 0
        position.do(PLACE, B + k, at=(*place, 12))


@pytest.mark.rule("PT-SCEN-HILL-04")
@pytest.mark.parametrize(("firer", "dice"), [((12, 2), 1), ((2, 20), 0)])
def test_the_big_hill_gives_a_die_against_hits_from_below(firer: tuple[int, int], dice: int) -> None:
    rows = [["."] * 24 for _ in range(24)]
    for y in range(10, 14):
        rows[23 - y][10:14] = ["H"] * 4
    for y in range(19, 22):
        rows[23 - y][1:4] = ["H"] * 3
    table = table_of(*map("".join, rows))
    table[0].big_hill = table[0].feature[11 * 24 + 11]
    position = Position([TANK], [TANK], table)
    position.put(A, *firer)
    position.put(B, 11, 11)
    position.turn_over(A, "9H")
    position.go(PHASE_RESOLVE)
    armour = int(position.unit(B).profile.armor_front)  # all of them, as it looks at the firer
    position.unit(B).facing = 12 if firer[1] < 11 else 4
    position.dice((CHANCE_FIRE, A, (3, 3, 4)), (CHANCE_SAVE, B, (1,) * (armour + dice)))
    position.do(FIRE, A, B, MAIN)
    assert position.state.roll.n == armour + dice
    assert position.unit(B).hits == 1


# --- fighting withdrawal ---------------------------------------------------------------------------------------------

RIVER = ["." * 12 + "=" + "." * 11] * 10 + ["~" * 12 + "#" + "~" * 11] * 2 + ["." * 12 + "=" + "." * 11] * 8
"""24 by 20 inches; the defender's edge is the south one, the far bank begins in row 10."""


def bridge(*, charge: bool = False, reading: Any = None, armies: Any = ([TANK, SQUAD], [TANK, SQUAD])) -> Position:
    table = table_of(*RIVER)
    table[0].river_rows = 10
    table[0].water = CLOSED_WATER
    table[0].markers = 1
    table[0].marker_value[0] = 8
    for y in (8, 9):
        table[0].marker[y * 24 + 12] = 1
    table[0].objective_x, table[0].objective_y = 12, 9
    wanted = {"crossing": 1, "capture_ends": 1, "demolition": int(charge)}
    position = Position(*armies, table, reading, scenario=wanted)
    # side b defends, in the south
    for side in (0, 1):
        position.state.player[side].north = 1 - side
    for k, slot in enumerate((A, A + 1)):
        position.put(slot, k, 19, 12)
    for k, slot in enumerate((B, B + 1)):
        position.put(slot, k, 12, 4)
        position.unit(slot).goal = WAS_BEYOND
    return position


@pytest.mark.rule("PT-SCEN-BRIDGE-07", "PT-SCEN-BRIDGE-08", "AMB-143")
@pytest.mark.parametrize(("reading", "worth"), [("unit_cost", (5, 1)), ("one_each", (1, 1))])
def test_who_has_crossed_scores_and_who_has_not(reading: str, worth: tuple[int, int]) -> None:
    position = bridge(reading=DEFAULT.replace(bridge_crossing_vp=reading))
    tank, squad = worth
    costs = [int(position.unit(B + k).profile.cost) for k in (0, 1)]
    if reading == "unit_cost":
        tank, squad = costs
    position.put(B, 3, 2, 4)  # over the river; the squad is not
    position.empty_pile()
    position.unit(B).alive = 1
    position.state.decks = 3  # nobody is asked to go on
    position.go(9)  # the end of the turn, with an empty pile
    assert position.state.over == 1
    assert position.state.player[1].goal_vp == tank
    assert position.state.player[0].goal_vp == squad
    assert (position.state.player[0].vp, position.state.player[1].vp) == (squad, tank)


@pytest.mark.rule("PT-SCEN-BRIDGE-08")
def test_who_never_was_beyond_the_river_has_not_crossed_it() -> None:
    position = bridge()
    for slot in (B, B + 1):
        position.put(slot, slot, 2, 4)
        position.unit(slot).goal = 0
    position.empty_pile()
    position.state.decks = 3
    position.go(9)
    assert (position.state.player[0].vp, position.state.player[1].vp) == (0, 0)


@pytest.mark.rule("PT-SCEN-BRIDGE-09", "PT-SCEN-BRIDGE-10", "AMB-144")
@pytest.mark.parametrize("reading", ["control_after_each_action", "control_at_turn_end"])
def test_the_bridge_is_captured(reading: str) -> None:
    position = bridge(reading=DEFAULT.replace(bridge_capture=reading))
    position.put(A, 12, 9, 12)
    position.turn_over(A + 1, "4C")
    position.go(PHASE_RESOLVE)
    if reading == "control_after_each_action":
        assert position.state.over == 1
    else:
        assert position.state.ask == ORDER
        position.go(PHASE_DRAW)
    assert (position.state.over, position.state.ended_by) == (1, ENDED_BY_BRIDGE)
    costs = sum(int(position.unit(B + k).profile.cost) for k in (0, 1))
    assert position.state.player[0].vp == 8 + costs  # the marker, and two units left behind
    near = bridge(reading=DEFAULT.replace(bridge_capture=reading))
    near.put(A, 12, 9, 12)
    near.put(B, 12, 12, 4)  # three inches from the bridge's end
    near.turn_over(A + 1, "4C")
    near.go(PHASE_RESOLVE)
    assert near.state.over == 0


@pytest.mark.rule("PT-SCEN-BRIDGE-06", "PT-SCEN-BRIDGE-10", "AMB-142")
def test_the_charge_takes_a_card_like_a_unit_and_blows_the_bridge() -> None:
    position = bridge(charge=True, armies=([TANK, TRUCK], [TANK, SQUAD]))
    charge = B + 2
    assert (position.state.player[1].units, position.state.player[1].standing) == (3, 2)
    assert position.unit(charge).placed == 0
    position.put(A, 12, 8, 12)  # on the bridge, next to nobody: but the defender is near
    position.put(B, 12, 10, 4)
    position.hand(1, blind=["QH", "2C", "3C"])
    position.state.player[0].passed = 1
    position.go(2, 1)
    assert position.asked[0] == ASSIGN
    assert charge in position.units(GIVE)
    position.do(GIVE, charge, which=63)
    assert charge not in position.units(GIVE)  # one card a turn
    position.do(PASS)
    while position.state.ask not in (ORDER, NOTHING):
        verb, unit, _, which, _, _ = fields_of(position.legal()[0])
        position.do(verb, unit, which=which)
    assert position.asked == (ORDER, 1, charge)
    assert position.verbs() == {PASS, BLOW}
    needed = {0: 2, 1: 3}.get(int(position.state.card) // 4, 10)
    position.dice((CHANCE_BLAST, charge, (5, 5)))
    position.do(BLOW, charge)
    assert needed <= 10
    assert (position.state.over, position.state.ended_by, position.state.blown) == (1, ENDED_BY_BRIDGE, 1)
    assert position.unit(A).alive == 0  # it was on the bridge
    cost = {slot: int(position.unit(slot).profile.cost) for slot in (A, B, B + 1)}
    # two dice reach 10 in 6 of 36 cases, 2 always and 3 in 35
    chance = {2: 1.0, 3: 35 / 36, 10: 6 / 36}[needed]
    assert position.unit(A).hazard == pytest.approx(chance)
    assert position.state.player[1].vp == cost[A]
    assert position.state.player[0].vp == cost[B] + cost[B + 1]  # nobody has crossed, and the marker is gone


@pytest.mark.rule("PT-SCEN-BRIDGE-06", "PT-TURN-10")
@pytest.mark.parametrize("player", ["heuristic", "tactician"])
def test_players_name_the_charge_where_nothing_else_has_a_card(player: str) -> None:
    position = bridge(charge=True)
    charge = B + 2
    position.give(charge, "9H")
    position.give(A, "8C")
    position.unit(charge).promise = -20.0  # to blow the bridge now would cost more than it wins
    position.state.first = 1
    position.state.player[1].policy = POLICIES.index(player)
    position.go(PHASE_NOMINATE)
    assert position.asked[:2] == (NOMINATE, 1)
    with as_written():
        code = int(kernels.choose(kernels.kind_of([player]), position.battle, position.table, position.work))
    assert code in position.legal()


@pytest.mark.rule("PT-SCEN-BRIDGE-06")
def test_a_failed_attempt_may_be_repeated() -> None:
    position = bridge(charge=True)
    charge = B + 2
    position.turn_over(charge, "9H")
    position.go(PHASE_RESOLVE)
    position.dice((CHANCE_BLAST, charge, (4, 4)))
    position.do(BLOW, charge)
    assert (position.state.over, position.state.blown) == (0, 0)
    assert position.unit(charge).alive == 1


@pytest.mark.rule("AMB-142")
def test_the_attempt_may_be_rolled_at_once() -> None:
    position = bridge(charge=True, reading=DEFAULT.replace(bridge_demolition="at_start_of_turn"))
    charge = B + 2
    position.hand(1, blind=["2C"])
    position.state.player[0].passed = 1
    position.go(2, 1)
    position.dice((CHANCE_BLAST, charge, (1, 1)))
    position.do(GIVE, charge, which=63)
    assert (position.state.over, position.state.ended_by) == (1, ENDED_BY_BRIDGE)


@pytest.mark.rule("PT-SCEN-BRIDGE-08")
@pytest.mark.parametrize("row", [8, 9])
def test_who_stands_on_the_bridge_has_not_crossed_it(row: int) -> None:
    position = bridge()
    position.put(B, 12, row, 12)
    position.put(B + 1, 3, 7, 4)  # on the bank behind it
    tank, squad = (int(position.unit(slot).profile.cost) for slot in (B, B + 1))
    position.empty_pile()
    position.state.decks = 3
    position.go(9)
    assert [int(player.goal_vp) for player in position.state.player[:2]] == [tank, squad]


@pytest.mark.rule("PT-SCEN-BRIDGE-08")
def test_who_has_only_been_on_the_bridge_has_not_crossed_it_either() -> None:
    position = bridge()
    for slot in (B, B + 1):
        position.unit(slot).goal = 0
        with as_written():
            put(position.battle, position.table, slot, 12, 8 + slot - B, 12)
            put(position.battle, position.table, slot, 12, 6 + slot - B, 12)
    position.empty_pile()
    position.state.decks = 3
    position.go(9)
    assert [int(player.goal_vp) for player in position.state.player[:2]] == [0, 0]


@pytest.mark.rule("PT-SCEN-BRIDGE-08")
@pytest.mark.parametrize("north", [0, 1])
def test_who_is_not_there_yet_has_neither_crossed_nor_stayed(north: int) -> None:
    position = bridge()
    for side in (0, 1):
        position.state.player[side].north = north if side == 1 else 1 - north
    for slot in (B, B + 1):
        with as_written():
            lift(position.battle, position.table, slot)
        position.unit(slot).x = position.unit(slot).y = position.unit(slot).goal = 0
        position.unit(slot).due = 30
    position.empty_pile()
    position.state.decks = 3
    position.go(9)
    assert [int(player.goal_vp) for player in position.state.player[:2]] == [0, 0]


def moving(position: Position, slot: int, inches: int = 8) -> set[tuple[int, int]]:
    """Where a unit may end a move of so many inches."""
    state = position.state
    state.ask, state.asked, state.subject = DESTINATION, slot // B, slot
    state.allowance, state.road_bonus, state.group.at = inches, 0, 0
    return position.cells()


@pytest.mark.rule("PT-SCEN-BRIDGE-03")
@pytest.mark.parametrize("craft", [SWIMMER, user_unit("craft", "landing_craft")], ids=str)
def test_nobody_swims_the_river(craft: Any) -> None:
    position = bridge(armies=([craft, TANK], [TANK]))
    position.put(A, 3, 10, 12)
    assert moving(position, A) <= {(x, y) for x in range(24) for y in range(10, 20)}
    if craft == SWIMMER:
        position.put(A, 12, 10, 12)
        over = {(x, y) for x, y in moving(position, A) if y < 10}
        assert {y for _, y in over} >= {8, 9, 7, 3}
        assert {x for x, y in over if y >= 8} == {12}  # by the bridge
        position.table[0].water = OPEN_WATER  # any other river
        position.put(A, 3, 10, 12)
        assert (3, 9) in moving(position, A)


def wrecked_bridge(reading: str, cell: tuple[int, int] = (12, 9)) -> Position:
    """The defender's tank is lost on the bridge; its owner wants the wreck to stay."""
    position = bridge(reading=DEFAULT.replace(bridge_wreck=reading))
    position.put(B, *cell, 12)
    with as_written():
        destroy(position.battle, position.table, position.work, B, A)
    position.turn_over(A + 1, "4C")
    position.go(PHASE_RESOLVE)
    return position


@pytest.mark.rule("PT-SCEN-BRIDGE-03", "AMB-155", "PT-FIRE-08")
@pytest.mark.parametrize(
    ("reading", "asked", "over"),
    [("passed_by", True, True), ("bars_bridge", True, False), ("pushed_off", False, True)],
)
@pytest.mark.parametrize("slot", [A, B + 1])
def test_a_wreck_on_the_only_bridge(reading: str, asked: bool, over: bool, slot: int) -> None:
    position = wrecked_bridge(reading)
    assert (position.asked == (WRECK, 1, B)) == asked
    if asked:
        position.do(GO_ON)
    lies = int(position.state.occupant[9 * 24 + 12]) == WRECKED
    assert lies == asked
    assert position.state.wrecks == int(asked)
    assert position.state.wrecks_due == 0
    assert position.fault == "none"
    position.put(slot, 12, 11, 12)
    ends = moving(position, slot, 6)
    assert ((12, 7) in ends, (12, 8) in ends) == (over, over)
    assert ((12, 9) in ends) == (reading == "pushed_off")  # nobody ends a move on a wreck


@pytest.mark.rule("AMB-155", "AMB-42")
def test_a_wreck_beside_the_bridge_bars_the_way_as_ever() -> None:
    position = wrecked_bridge("passed_by", (12, 10))  # on the road before the bridge
    assert position.asked == (WRECK, 1, B)
    position.do(GO_ON)
    for x in range(24):
        if x != 12:
            position.state.occupant[10 * 24 + x] = WRECKED
    position.put(A, 12, 11, 12)
    assert {y for _, y in moving(position, A)} == set(range(11, 20))


# --- reconnaissance mission ------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-SCEN-RECCE-03", "AMB-145")
@pytest.mark.parametrize("reading", ["once_alive_at_end", "once_when_returned"])
@pytest.mark.parametrize(
    ("rows", "alive", "worth"),
    [
        ((17, 6), True, (5, 5)),  # exactly six inches from the far edge (behind row 23), and from its own
        ((16, 6), True, (0, 0)),
        ((17, 7), True, (0, 0)),
        ((17, 6, 9), True, (0, 5)),
        ((17, 6), False, (0, 5)),
        ((17, 6, 20, 3), True, (5, 5)),  # once
    ],
)
def test_there_and_back(reading: str, rows: tuple[int, ...], alive: bool, worth: tuple[int, int]) -> None:
    rules = DEFAULT.replace(recce_bonus=reading)
    position = Position([JEEP, CAR], [TANK], open_table(24, 24), rules, scenario={"there_and_back": 5})
    position.put(A + 1, 12, 12)
    with as_written():
        for y in rows:
            put(position.battle, position.table, A, 3, y, 4)
        if not alive:
            destroy(position.battle, position.table, position.work, A, B)
            position.unit(A).wreck_due = 0
            position.state.wrecks_due = 0
    dead = 0 if alive else int(position.unit(A).profile.score)
    position.empty_pile()
    position.state.decks = 3
    position.go(9)
    assert position.state.over == 1
    assert position.state.player[0].vp == worth[reading == "once_when_returned"]
    assert position.state.player[1].vp == dead
    assert (position.unit(A).goal & WAS_THERE != 0) == (rows[0] == 17)


# --- caught in a vice ------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-SCEN-PINCER-02", "PT-SCEN-PINCER-03", "PT-SCEN-PINCER-04", "AMB-146")
@pytest.mark.parametrize(("reading", "deep"), [("third_from_side_edge", 12), ("touching_edge", 1)])
def test_the_vice_closes_from_both_flanks(reading: str, deep: int) -> None:
    rules = DEFAULT.replace(pincer_depth=reading)
    plan = Scenario.load("caught in a vice")
    table = Terms(scenario=plan, ruleset=rules, family="open").table(1, 0)
    south = table[0].defender_edge == 1
    scenario = {"most": [2, 2, 0, 0, 0, 0], "keep_apart": 6}
    position = undeployed(Position([TANK] * 3, [TANK], table, rules, scenario=scenario))
    for side in (0, 1):
        position.state.player[side].north = int((side == 0) == south)
    position.go(PHASE_DEPLOY)
    assert position.asked == (DEPLOY, 1, B)
    third = range(12) if south else range(24, 36)
    assert {y for _, y in position.cells()} <= set(third)
    at = next((x, y) for x, y in sorted(position.cells()) if x >= deep - 1)
    position.do(PLACE, B, at=(*at, 4))
    flank = set(range(deep)) | set(range(36 - deep, 36))
    placed = []
    for k in range(3):
        cells = position.cells()
        assert {x for x, _ in cells} <= flank
        assert all((x - at[0]) ** 2 + (y - at[1]) ** 2 >= 36 for x, y in cells)
        left = [(x, y) for x, y in sorted(cells) if x < deep]
        placed.append(bool(left))
        x, y = left[0] if left else max(cells)
        position.do(PLACE, A + k, at=(x, y, 4))
    assert placed == [True, True, False]  # of three units two on one flank at most


# --- fog of war ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-SCEN-FOG-01", "PT-SCEN-FOG-02", "PT-SCEN-FOG-03", "PT-SCEN-FOG-04", "PT-SCEN-FOG-05", "AMB-148")
@pytest.mark.parametrize("card", ["4S", "4C", "4H", "4D"])
def test_arrivals_in_the_fog(card: str) -> None:
    position = undeployed(Position([TANK] * 4, [TANK] * 4, open_table(24, 24), scenario={"fog": 1}))
    assert position.state.reserves == 8
    position.take(card)  # it is on top now
    position.state.pile[0].next_card = 0
    position.go(PHASE_DRAW)
    assert position.asked[:2] == (ARRIVE, 0)  # the attacker first
    assert position.units(NAME) == {A, A + 1, A + 2, A + 3}
    assert PASS in position.verbs()
    position.do(NAME, A + 2)
    assert position.asked == (DEPLOY, 0, A + 2)
    edge = {
        "S": lambda x, y: y >= 17,  # six whole inches to the edge, or fewer
        "C": lambda x, y: x >= 17,
        "H": lambda x, y: y <= 6,
        "D": lambda x, y: x <= 6,
    }[card[1]]
    assert position.cells() == {(x, y) for x in range(24) for y in range(24) if edge(x, y)}
    x, y = sorted(position.cells())[20]
    position.do(PLACE, A + 2, at=(x, y, 4))
    position.do(NAME, A)
    assert position.state.pile[0].next_card == 1  # one card for the turn
    position.do(PLACE, A, at=(*max(position.cells()), 4))
    assert position.asked[:2] == (ARRIVE, 1)  # a third of four, rounded up, has come
    assert position.fault == "none"


@pytest.mark.rule("PT-SCEN-FOG-05")
def test_who_meets_the_enemy_at_the_edge_arrives_a_foot_beside_him() -> None:
    position = undeployed(Position([TANK] * 3, [TANK] * 3, open_table(36, 36), scenario={"fog": 1}))
    position.put(B, 10, 2)
    position.put(B + 1, 14, 5)
    position.take("9H")
    position.state.pile[0].next_card = 0
    position.go(PHASE_DRAW)
    position.do(NAME, A)
    assert position.cells() == {
        (x, y) for x in range(27, 36) for y in range(7)
    }  # a foot lies between it and 14; left there is none


@pytest.mark.rule("PT-SCEN-FOG-05")
def test_without_room_they_wait_on() -> None:
    position = undeployed(Position([TANK] * 3, [TANK] * 3, open_table(24, 24), scenario={"fog": 1}))
    position.put(B, 6, 2)
    position.put(B + 1, 14, 5)
    position.take("9H")
    position.state.pile[0].next_card = 0
    position.go(PHASE_DRAW)
    position.do(NAME, A)
    assert position.asked[:2] == (ARRIVE, 1)
    assert position.unit(A).placed == 0


@pytest.mark.rule("AMB-148")
@pytest.mark.parametrize(
    ("reading", "cards", "may_pass"), [("one_card_per_unit", 2, True), ("full_third_mandatory", 1, False)]
)
def test_other_readings_of_the_fog(reading: str, cards: int, may_pass: bool) -> None:
    rules = DEFAULT.replace(fog_arrivals=reading)
    position = undeployed(Position([TANK] * 6, [TANK] * 6, open_table(24, 24), rules, scenario={"fog": 1}))
    position.go(PHASE_DRAW)
    for slot in (A, A + 1):
        assert (PASS in position.verbs()) == may_pass
        position.do(NAME, slot)
        position.do(PLACE, slot, at=(*min(position.cells()), 4))
    assert position.state.pile[0].next_card == cards
    assert position.asked[:2] == (ARRIVE, 1)  # two of six have come


@pytest.mark.rule("AMB-148")
def test_a_third_of_those_that_wait() -> None:
    rules = DEFAULT.replace(fog_arrivals="third_of_remaining")
    position = undeployed(Position([TANK] * 6, [TANK] * 6, open_table(24, 24), rules, scenario={"fog": 1}))
    for slot in (A, A + 1, A + 2, A + 3):
        position.put(slot, slot, 20)
    position.go(PHASE_DRAW)
    position.do(NAME, A + 4)
    if position.state.ask == DEPLOY:
        position.do(PLACE, A + 4, at=(*min(position.cells()), 4))
    assert position.asked[:2] == (ARRIVE, 1)  # one of two


@pytest.mark.rule("AMB-147")
def test_who_counts_as_attacker_in_the_fog() -> None:
    first = set()
    for key in range(20):
        position = undeployed(
            Position(
                [TANK] * 2,
                [TANK] * 2,
                open_table(24, 24),
                DEFAULT.replace(fog_attacker="random_each_turn"),
                scenario={"fog": 1},
            )
        )
        position.state.key = np.uint64(key)
        position.go(PHASE_DRAW)
        first.add(int(position.state.asked))
    assert first == {0, 1}


# --- all of them -----------------------------------------------------------------------------------------------------


@pytest.mark.skipif(COMPILER_OFF, reason="tables of full size take minutes without the compiler")
@pytest.mark.rule(
    "PT-SCEN-HILL-02", "PT-SCEN-BRIDGE-02", "PT-SCEN-BRIDGE-03", "PT-SCEN-BRIDGE-05", "AMB-140", "AMB-141"
)
@pytest.mark.parametrize("number", range(12))
def test_tables_of_the_hill_and_of_the_bridge(number: int) -> None:
    hill = Terms(scenario="take the position").table(5, number)[0]
    cells = np.argwhere(hill.feature[:1296].reshape(36, 36) == hill.big_hill)
    middle = cells.mean(axis=0) - 17.5
    assert np.hypot(*middle) <= 6.01
    assert cells.max(axis=0).tolist() == (cells.min(axis=0) + 11).tolist()  # a foot across
    assert (hill.markers, hill.marker_value[0]) == (1, 8)
    assert hill.defender_edge in (1, 2)
    far = Terms(scenario="take the position", ruleset=DEFAULT.replace(hill_details="hill_edge")).table(5, number)[0]
    off = np.argwhere(far.feature[:1296].reshape(36, 36) == far.big_hill).mean(axis=0) - 17.5
    assert np.hypot(*off) <= 12.01
    table = Terms(scenario="fighting withdrawal").table(5, number)[0]
    kind = table.kind[:1296].reshape(36, 36)
    zone = table.zone[:1296].reshape(36, 36)
    if table.defender_edge == 2:
        kind, zone = kind[::-1], zone[::-1]
    wet = np.flatnonzero(((kind == 4) | (kind == 6)).all(axis=1))
    assert wet.tolist() == list(range(12, int(table.river_rows)))  # a third of the way, straight across
    assert (kind == 6).sum() == len(wet)  # one bridge, an inch wide
    assert (kind == 5).sum() == 0
    attacker, defender = (np.flatnonzero((zone & mask).any(axis=1)).tolist() for mask in (7, 56))
    assert attacker == list(range(24, 36))
    assert defender == list(range(int(table.river_rows), 18))


@pytest.mark.rule("AMB-141")
@pytest.mark.parametrize(("reading", "rows"), [("attacker_half", range(18, 24)), ("own_edge_to_centre", range(18))])
def test_other_places_for_the_defender_of_the_bridge(reading: str, rows: range) -> None:
    if COMPILER_OFF:
        pytest.skip("tables of full size take minutes without the compiler")
    table = Terms(scenario="fighting withdrawal", ruleset=DEFAULT.replace(bridge_deployment=reading)).table(5, 1)[0]
    zone = table.zone[:1296].reshape(36, 36)
    zone = zone[::-1] if table.defender_edge == 2 else zone
    assert np.flatnonzero((zone & 56).any(axis=1)).tolist() == list(rows)


@pytest.mark.rule("AMB-141", "AMB-24")
@pytest.mark.parametrize("inches", [(36, 36), (72, 36), (72, 48)])
def test_the_defender_of_the_bridge_has_room_on_every_table(inches: tuple[int, int]) -> None:
    if COMPILER_OFF:
        pytest.skip("tables of full size take minutes without the compiler")
    # a third of 72 inches is as deep as half a table: where the attacker's zone takes all of his half, a third of the
    # depth is left to him
    rules = DEFAULT.replace(bridge_deployment="attacker_half", deployment_depth="longest_dimension")
    wide, deep = inches
    table = Terms(scenario="fighting withdrawal", ruleset=rules, inches=(wide, deep)).table(5, 1)[0]
    zone = table.zone[: wide * deep].reshape(deep, wide)
    zone = zone[::-1] if table.defender_edge == 2 else zone
    assert np.flatnonzero((zone & 56).any(axis=1)).tolist() == list(range(deep // 2, deep - deep // 3))


@pytest.mark.parametrize("name", scenarios())
def test_a_standard_record_is_all_zero_and_a_scenario_is_written_in_full(name: str) -> None:
    battle = Terms().record(("uniform", "uniform"))
    before = battle[0].scenario.tobytes()
    set_scenario(battle, Scenario.load(name))
    assert (battle[0].scenario.tobytes() == before) == (name == "standard battle")
    assert not any(before)


@pytest.mark.skipif(COMPILER_OFF, reason="tables of full size take minutes without the compiler")
@pytest.mark.rule("PT-SCEN-BASE-01", "PT-SCEN-PATROL-04", "PT-SCEN-BRIDGE-07", "PT-SCEN-PINCER-05", "PT-SCEN-FOG-06")
@pytest.mark.parametrize("name", scenarios())
def test_destroyed_units_score_as_ever_and_goals_on_top(name: str) -> None:
    design = Design(scenario=Scenario.load(name), seed=4, tables=2)
    results = Arena(design).results(0, 100)
    with as_written():
        armies = design.armies(0, 100)
    dead = (results["dead"] * np.append(design.costs, 0)[armies]).sum(axis=2)[:, ::-1]
    assert np.array_equal(results["vp"], dead + results["marker_vp"] + results["goal_vp"])
    rules = design.terms.scenario.rules
    assert bool(results["goal_vp"].any()) <= bool(rules.crossing or rules.there_and_back)
    assert bool(results["marker_vp"].any()) == (design.terms.scenario.table.markers == "objective")


@pytest.mark.skipif(COMPILER_OFF, reason="thousands of battles")
def test_deaths_on_the_bridge_are_their_hazards_on_average() -> None:
    """Of ten deaths a battle 0.4 that were not foretold are found with 95%, in the long form 0.2."""
    design = Design(scenario=Scenario.load("fighting withdrawal"), seed=4, tables=8)
    results = np.concatenate([Arena(design).results(256 * task, 256) for task in range(form(2, 8))])
    luck = (results["dead"] - results["hazard"]).sum(axis=(1, 2))
    assert abs(luck.mean() / (luck.std(ddof=1) / len(luck) ** 0.5)) < 4


# --- support, fortified positions and landings -----------------------------------------------------------------------

ASSAULT = """
title = "Airborne assault"
about = "Parachutes come down behind a fortified line."
[table]
family = "open"
forts = [1, 2]
[attacker]
landing = 2
[rules]
side_a_attacks = true
support = "barrages"
"""


@pytest.mark.rule("PT-SUPPORT-01", "PT-FORT-01", "PT-AIRDROP-01")
def test_a_scenario_brings_support_forts_and_landings(tmp_path: Path) -> None:
    path = tmp_path / "assault.toml"
    path.write_text(ASSAULT, encoding="utf-8")
    armies = ("3 x Paratroopers [britain], M4 Sherman", "3 x Regulars [germany], Panzer IV (mid)")
    battle = ts.Battle.start(armies, scenario=path, seed=3)
    table, state = battle.table[0], battle.record[0]
    laid = table.fort[: int(table.width) * int(table.depth)]
    assert [int((laid == kind).sum()) for kind in (1, 2)] == [1, 2]
    assert (int(state.scenario.landing[0]), int(state.scenario.landing[1])) == (2, 0)
    assert int(state.scenario.off_table) == SUPPORT.index("barrages")
    assert [int(unit.due) for unit in state.unit[:4]] == [2, 2, 2, 0]
    design = Design(scenario=path)
    assert (design.terms.support, design.terms.forts) == ("barrages", (1, 2))
    record = design.battle_record()[0]
    assert [int(turn) for turn in record.scenario.landing] == [2, 0]
    assert int(record.scenario.off_table) == SUPPORT.index("barrages")
    again = Design(scenario=path, support="barrages", forts=(1, 2))  # the same, said twice
    assert again.provenance() == design.provenance()
    for field, other in (("support", "both"), ("forts", (2, 2)), ("landing", {"a": 3})):
        with pytest.raises(InvalidValue, match=f"{field} is .*'assault' says so"):
            ts.Battle.start(armies, scenario=path, **{field: other})
    with pytest.raises(RuleForbids, match="PT-AIRDROP-02"):
        ts.Battle.start(("2 x M4 Sherman", "Tiger I"), scenario=path)


# --- told ------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(COMPILER_OFF, reason="tables of full size take minutes without the compiler")
def test_battles_of_all_scenarios_are_told_and_shown() -> None:
    told: dict[str, str] = {}
    for name in scenarios():
        battles = form(7 if name == "fighting withdrawal" else 2, 7)  # in one of three or so the bridge is blown
        for number in range(battles):
            # the last one, whose every frame is drawn, is of small armies
            sizes = form((2, 3), (4, 6)) if number == battles - 1 else Design().sizes
            design = Design(scenario=name, players=("tactician", "tactician"), sizes=sizes, seed=2)
            armies = design.mustered(number)
            battle = ts.Battle.start(armies, scenario=name, seed=number, players=design.players, logged=True)
            battle.play()
            told[name] = told.get(name, "") + "\n".join(battle.log())
        assert frames_of(battle, list(walk(battle)))
    assert all("destroyed" in text for text in told.values())
    assert " edge ---" in told["fog of war"]
    assert "the charge goes off" in told["fighting withdrawal"]
    assert "--- the bridge is blown ---" in told["fighting withdrawal"]
