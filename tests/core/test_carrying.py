"""Passengers, tank riders and guns in tow: getting on and off, and riders of a tank that fires."""

from __future__ import annotations

import pytest

from tests.core.carrier_scenes import BOARDED, CARRIER, CRAFT, EDITION_1, HALF_TRACK, move, place, ride
from tests.core.fire_scenes import GUN, JEEP, LIGHT_GUN, RECON, SU_85, TIGER, aboard, ready, ruled, state
from tests.core.positions import NORTH, SQUAD, TANK, TRUCK, A, B, Position, table_of, user_unit
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.core.enums import (
    ASSAULT,
    BOARD,
    CHANCE_DISMOUNT,
    CHANCE_FIRE,
    CHANCE_MELEE,
    CHANCE_MOVE,
    DEPLOY,
    DESTINATION,
    DISMOUNT,
    FIRE,
    FOLLOW,
    MACHINE_GUN,
    MAIN,
    MOVE,
    NAME,
    ORDER,
    PASS,
    PHASE_DEPLOY,
    PHASE_RESOLVE,
    PLACE,
)

HEAVY_GUN = user_unit("heavy gun", "heavy_towed_gun")
WACO, HAMILCAR = "Waco Glider", "Hamilcar Glider"


# --- getting on and off ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-CARRY-01", "PT-CARRY-02", "PT1-CARRY-01", "AMB-93")
@pytest.mark.parametrize(("dice", "boards"), [((3, 2, 1), True), ((2, 2, 1), False), ((1, 1, 2), None)])
def test_a_move_that_reaches_the_carrier_gets_on(dice: tuple[int, ...], boards: bool | None) -> None:
    position = ride(SQUAD, TRUCK, at=9)  # six inches to the cell next to it
    position.go(PHASE_RESOLVE)
    move(position, *dice)
    if boards is None:  # 4 does not reach 5
        assert position.asked == (ORDER, 0, A + 2)
        return
    assert (BOARD in position.verbs()) is boards
    if boards:
        position.do(BOARD, A, A + 1)
        assert place(position, A) == BOARDED
        assert (int(position.unit(A).carrier), int(position.unit(A + 1).aboard)) == (A + 1, 1)
        assert position.unit(A + 1).actions == 0  # the vehicle spends nothing
        assert position.fault == "none"


@pytest.mark.rule("PT-CARRY-01", "PT-CARRY-08", "PT-CARRY-11", "PT-CARRY-12", "AMB-92", "AMB-94")
@pytest.mark.rule("PT-UNIT-HTRACK-03", "PT-UNIT-TANK-02", "PT-NOTE-CAPACITY", "PT-AMPHIB-04")
@pytest.mark.parametrize(
    ("rider", "carrier", "options", "fits"),
    [
        (SQUAD, TRUCK, {}, True),
        (SQUAD, HALF_TRACK, {}, True),
        (SQUAD, CARRIER, {}, True),
        (SQUAD, TANK, {}, True),
        (SQUAD, TIGER, {}, True),
        (SQUAD, TIGER, {"carry_capacity_classes": "medium_tank_only"}, False),
        (SQUAD, TANK, {"carry_capacity_classes": "medium_tank_only"}, True),
        (SQUAD, SU_85, {}, False),
        (SQUAD, SU_85, {"carry_capacity_classes": "spg_too"}, True),
        (SQUAD, "M8 Greyhound", {}, False),
        (SQUAD, JEEP, {}, False),
        (RECON, JEEP, {}, True),
        (SQUAD, "L3/33 / L3/35", {}, True),
        (SQUAD, "L3/33 / L3/35", {"carry_capacity_classes": "no_light_carriers"}, False),
        (GUN, TRUCK, {}, True),
        (HEAVY_GUN, HALF_TRACK, {}, True),
        (GUN, CARRIER, {}, True),
        (GUN, TANK, {}, False),
        (GUN, JEEP, {}, False),
        (GUN, JEEP, {"towed_gun_limits": "jeep_any_gun"}, True),
        (LIGHT_GUN, JEEP, {}, True),
        (TRUCK, TRUCK, {}, False),
        (TANK, CRAFT, {}, True),
    ],
    ids=str,
)
def test_who_fits_aboard(rider: str | Unit, carrier: str | Unit, options: dict[str, str], fits: bool) -> None:
    position = ride(rider, carrier, "3S", at=4, ruleset=ruled(**options))
    position.go(PHASE_RESOLVE)
    move(position, *[5] * int(position.unit(A).profile.move_black))
    assert (BOARD in position.verbs()) is fits


@pytest.mark.rule("PT-CARRY-11", "PT-AMPHIB-04", "AMB-94")
@pytest.mark.parametrize(
    ("first", "second", "carrier", "options", "fits"),
    [
        (SQUAD, SQUAD, TRUCK, {}, False),
        (SQUAD, GUN, TRUCK, {}, False),
        (SQUAD, GUN, TRUCK, {"towed_gun_limits": "infantry_and_gun"}, True),
        (GUN, GUN, TRUCK, {"towed_gun_limits": "infantry_and_gun"}, False),
        (SQUAD, SQUAD, CRAFT, {}, True),
        (SQUAD, TANK, CRAFT, {}, False),
        (JEEP, LIGHT_GUN, WACO, {}, True),
        (JEEP, JEEP, WACO, {}, False),
        (JEEP, JEEP, HAMILCAR, {}, True),
        (JEEP, GUN, WACO, {}, False),
        (JEEP, SQUAD, WACO, {}, False),
        (SQUAD, JEEP, WACO, {}, False),
        (SQUAD, LIGHT_GUN, WACO, {}, False),
        (LIGHT_GUN, SQUAD, TRUCK, {}, False),
    ],
    ids=str,
)
def test_what_travels_together(
    first: str | Unit, second: str | Unit, carrier: str | Unit, options: dict[str, str], fits: bool
) -> None:
    position = Position([second, carrier, first, SQUAD], [SQUAD], None, ruled(**options))
    position.put(A, 2, 5)
    position.put(A + 1, 4, 5)
    position.put(A + 3, 23, 0)
    aboard(position, A + 2, A + 1)
    position.turn_over(A, "3S")
    position.go(PHASE_RESOLVE)
    move(position, *[5] * int(position.unit(A).profile.move_black))
    assert (BOARD in position.verbs()) is fits


@pytest.mark.rule("PT-NOTE-CAPACITY", "AMB-126")
def test_a_glider_takes_a_light_gun_with_the_jeep_that_tows_it() -> None:
    position = Position([HAMILCAR, JEEP, LIGHT_GUN, JEEP, LIGHT_GUN, LIGHT_GUN, SQUAD], [SQUAD])
    for slot in range(A + 1, A + 7):
        position.put(slot, slot, 3)
    position.put(A, 3, 4)

    def gets_in(slot: int) -> bool:
        position.state.ask, position.state.asked, position.state.subject = DEPLOY, 0, slot
        return A in position.carriers()

    assert not gets_in(A + 2)  # a gun alone is no load of a glider
    for slot in (A + 1, A + 2):
        assert gets_in(slot)
        aboard(position, slot, A)
    assert not gets_in(A + 4)  # one gun to a jeep
    assert gets_in(A + 3)
    aboard(position, A + 3, A)
    assert gets_in(A + 4)
    aboard(position, A + 4, A)
    assert not any(gets_in(slot) for slot in (A + 5, A + 6))
    assert position.fault == "none"
    position.state.ask = 0
    position.turn_over(A + 2, "3S")
    position.go(PHASE_RESOLVE)
    assert position.verbs() == {PASS, MOVE}  # it unloads by a move of its own
    move(position, 2, 2, 2, slot=A + 2)
    position.do(PLACE, A + 2, at=(3, 6, NORTH))
    assert place(position, A + 2) == (3, 6)
    assert position.fault == "none"


@pytest.mark.rule("PT1-CARRY-06", "PT1-CARRY-01")
def test_the_first_edition_knows_no_towing() -> None:
    for rider, fits in ((GUN, False), (SQUAD, True)):
        position = ride(rider, TRUCK, "3S", at=4, ruleset=EDITION_1)
        position.go(PHASE_RESOLVE)
        move(position, 5, 5, 5)
        assert (BOARD in position.verbs()) is fits


@pytest.mark.rule("PT-CARRY-02", "PT-CARRY-09", "PT-CARRY-03", "AMB-93")
@pytest.mark.parametrize(("rider", "carrier"), [(SQUAD, TRUCK), (GUN, TRUCK), (SQUAD, TANK)], ids=str)
def test_getting_off_is_the_passengers_own_move(rider: str | Unit, carrier: str) -> None:
    position = ride(rider, carrier, "3S")
    aboard(position, A, A + 1)
    position.go(PHASE_RESOLVE)
    assert position.asked == (ORDER, 0, A)  # passengers have cards of their own
    assert position.verbs() == {PASS, MOVE}
    dice = int(position.unit(A).profile.move_black)
    move(position, 2, *[1] * (dice - 1))
    inches = int(position.state.allowance)
    assert position.asked == (DESTINATION, 0, A)
    assert PASS in position.verbs()  # it may change its mind
    cells = position.cells()
    assert (8 + inches + 1, 5) in cells  # so far from the carrier's edge
    assert (8 + inches + 2, 5) not in cells
    assert (8, 5) not in cells
    position.do(PLACE, A, at=(8, 7, NORTH))
    assert place(position, A) == (8, 7)
    assert position.unit(A + 1).aboard == 0
    assert position.fault == "none"


@pytest.mark.rule("PT-CARRY-02", "AMB-32")
@pytest.mark.parametrize("faces", [(2, 2, 1), (2, 2, 2), (3, 3, 1)], ids=str)
def test_who_gets_off_may_face_somewhere_wherever_it_goes(faces: tuple[int, ...]) -> None:
    found = []
    for reading in ("free_on_move", "movement_direction"):
        position = ride(GUN, TRUCK, "3S", ruleset=ruled(facing=reading))
        aboard(position, A, A + 1)
        position.go(PHASE_RESOLVE)
        move(position, *faces[: int(position.unit(A).profile.move_black)])
        found.append(position.cells())
    assert found[0] == found[1]


@pytest.mark.rule("PT-CARRY-02", "PT-MOVE-08")
def test_passengers_move_with_their_carrier() -> None:
    position = ride(SQUAD, TRUCK)
    aboard(position, A, A + 1)
    position.turn_over(A + 1, "6S")
    position.go(PHASE_RESOLVE)
    assert position.asked == (ORDER, 0, A + 1)
    move(position, 2, 2, 2, slot=A + 1)
    position.do(PLACE, A + 1, at=(8, 9, NORTH))
    u = position.unit(A)
    assert (int(u.x), int(u.y), int(u.placed)) == (8, 9, 0)
    assert position.fault == "none"


@pytest.mark.rule("PT-CARRY-02", "AMB-93")
@pytest.mark.parametrize(("reading", "allowed"), [("passenger_action", True), ("vehicle_stationary", False)])
def test_whether_the_vehicle_must_stand_still(reading: str, allowed: bool) -> None:
    rules = ruled(mount_procedure=reading)
    boarded = ride(SQUAD, TRUCK, "6S", at=4, ruleset=rules)
    boarded.turn_over(A + 1, "4S")
    boarded.go(PHASE_RESOLVE)
    move(boarded, 2, 2, 2)
    boarded.do(BOARD, A, A + 1)
    assert boarded.asked == (ORDER, 0, A + 1)
    assert (MOVE in boarded.verbs()) is allowed
    driven = ride(SQUAD, TRUCK, "3S", at=8, ruleset=rules)
    aboard(driven, A, A + 1)
    driven.turn_over(A + 1, "6S")
    driven.go(PHASE_RESOLVE)
    move(driven, 2, 2, 2, slot=A + 1)
    driven.do(PLACE, A + 1, at=(8, 9, NORTH))
    assert driven.asked == (ORDER, 0, A)
    assert (MOVE in driven.verbs()) is allowed  # to get off
    stood = ride(SQUAD, TRUCK, "3S", at=8, ruleset=rules)
    aboard(stood, A, A + 1)
    stood.turn_over(A + 1, "6S")
    stood.go(PHASE_RESOLVE)
    move(stood, 1, 1, 1, slot=A + 1)  # the truck's move fails: it has stood still
    assert MOVE in stood.verbs()


@pytest.mark.rule("PT-CARRY-02", "PT-MELEE-04", "AMB-93")
@pytest.mark.parametrize(("reading", "allowed"), [("passenger_action", True), ("vehicle_stationary", False)])
def test_close_combat_moves_a_vehicle_too(reading: str, allowed: bool) -> None:
    position = ride(SQUAD, TRUCK, "6S", at=4, ruleset=ruled(mount_procedure=reading))
    position.turn_over(A + 1, "4H")
    position.put(B, 7, 5)
    position.go(PHASE_RESOLVE)
    move(position, 2, 2, 2)
    position.do(BOARD, A, A + 1)
    assert position.asked == (ORDER, 0, A + 1)
    assert (ASSAULT in position.verbs()) is allowed
    position.put(B, 5, 5)
    assert ASSAULT in position.verbs()  # it need not move to strike at what it touches
    late = ride(SQUAD, TRUCK, "3S", at=4, ruleset=ruled(mount_procedure=reading))
    late.turn_over(A + 1, "4H")
    late.put(B, 7, 5)
    late.go(PHASE_RESOLVE)
    late.dice((CHANCE_MELEE, A + 1, (1, 1)), (CHANCE_MELEE, B, (1, 1, 1)), (CHANCE_MOVE, A, (2, 2, 2)))
    late.do(ASSAULT, A + 1, B)
    assert late.asked == (ORDER, 0, A)
    late.do(MOVE, A)
    assert (BOARD in late.verbs()) is allowed  # it is back, but it has moved


@pytest.mark.rule("PT-CARRY-01", "PT-CARRY-02")
def test_units_may_be_set_up_aboard() -> None:
    position = Position([TRUCK, SQUAD], [SQUAD])
    width = int(position.table[0].width)
    position.state.occupant[int(position.unit(A + 1).y) * width + int(position.unit(A + 1).x)] = 0
    position.unit(A + 1).placed = 0
    position.state.turn = 0
    position.state.ask, position.state.asked, position.state.subject = DEPLOY, 0, A + 1
    position.state.phase = PHASE_DEPLOY
    assert BOARD in position.verbs()
    position.do(BOARD, A + 1, A)
    assert int(position.unit(A + 1).carrier) == A
    assert position.state.phase != PHASE_DEPLOY or position.asked[2] != A + 1  # it is set up


@pytest.mark.rule("PT-AMPHIB-02", "PT-AMPHIB-04", "PT-AMPHIB-05", "AMB-125")
def test_a_landing_craft_loads_and_lands_at_the_waters_edge() -> None:
    shore = table_of(*["~" * 12] * 6, *["." * 12] * 6)  # water from the sixth row on
    for y, lands in ((6, True), (8, False)):
        position = Position([SQUAD, CRAFT, SQUAD], [SQUAD], shore)
        position.put(A + 1, 5, y)
        position.put(A, 0, 0)
        aboard(position, A, A + 1)
        position.put(A + 1, 5, y)
        position.put(A + 2, 11, 0)
        position.put(B, 11, 11)
        position.turn_over(A, "3S")
        position.go(PHASE_RESOLVE)
        move(position, 1, 1, 1)
        assert bool(position.cells()) is lands
        if lands:
            assert all(cell_y < 6 for _, cell_y in position.cells())
    loading = Position([SQUAD, CRAFT, SQUAD], [SQUAD], shore)
    for y, loads in ((6, True), (7, False)):
        loading.put(A, 5, 4)
        loading.put(A + 1, 5, y)
        loading.put(A + 2, 11, 0)
        loading.state.ask, loading.state.asked, loading.state.subject = DESTINATION, 0, A
        loading.state.allowance, loading.state.road_bonus = 6, 0
        assert (BOARD in loading.verbs()) is loads


@pytest.mark.rule("PT-FOLLOW-01", "PT-CARRY-02")
def test_a_passenger_may_follow_a_move_to_get_off() -> None:
    position = Position([SQUAD, TRUCK, SQUAD], [SQUAD])
    position.put(A, 8, 3)
    position.put(A + 1, 8, 5)
    position.put(A + 2, 0, 0)
    aboard(position, A + 2, A + 1)
    position.turn_over(A, "3S")
    position.go(PHASE_RESOLVE)
    position.dice((CHANCE_MOVE, A, (1, 1, 1)), (CHANCE_MOVE, A + 2, (1, 1, 2)))
    position.do(MOVE, A)
    assert A + 2 in position.units(NAME)
    position.do(NAME, A + 2)
    if position.asked[0] == FOLLOW:
        position.do(PASS)
    position.do(PLACE, A, at=(8, 3, NORTH))
    assert position.asked == (DESTINATION, 0, A + 2)
    position.do(PLACE, A + 2, at=(7, 4, NORTH))
    assert place(position, A + 2) == (7, 4)


# --- riders of a tank that fires ------------------------------------------------------------------------------------


def tank_fires(ruleset: RuleSet | None = None, boxed_in: bool = False) -> Position:
    """A tank at (6, 6) with a squad on it is about to fire; ``boxed_in``: enemies all around."""
    around = [(x, y) for x in (5, 6, 7) for y in (5, 6, 7) if (x, y) != (6, 6)] if boxed_in else []
    position = Position([TANK, SQUAD, SQUAD], [SQUAD] * (1 + len(around)), None, ruleset)
    position.put(A, 6, 6)
    aboard(position, A + 1, A)
    position.put(A + 2, 0, 0)
    for k, (x, y) in enumerate(around):
        position.put(B + 1 + k, x, y)
    position.put(B, 6, 16)
    position.turn_over(A, "7H")
    position.turn_over(A + 2, "2C")
    return ready(position)


@pytest.mark.rule("PT-CARRY-04", "PT-CARRY-07", "AMB-91")
def test_riders_get_off_before_their_tank_fires_and_take_no_hit() -> None:
    position = tank_fires()
    position.dice((CHANCE_DISMOUNT, A + 1, (3,)), (CHANCE_FIRE, A, (2, 2, 3)))
    position.do(FIRE, A, B, MAIN)
    assert position.asked == (DISMOUNT, 0, A + 1)
    assert int(position.unit(A).rolls) == 0  # before the dice
    assert (6, 10) in position.cells()  # three inches from the edge
    assert (6, 9) not in position.cells()
    position.do(PLACE, A + 1, at=(6, 10, NORTH))
    assert (place(position, A + 1), state(position, A + 1)) == ((6, 10), (1, 0))
    assert state(position, B) == (1, 1)
    assert position.fault == "none"


@pytest.mark.rule("PT-CARRY-04", "AMB-91")
def test_a_tank_whose_riders_cannot_get_off_may_not_fire() -> None:
    assert FIRE in tank_fires().verbs()
    assert FIRE not in tank_fires(boxed_in=True).verbs()


@pytest.mark.rule("PT1-CARRY-05")
def test_in_the_first_edition_riders_stay_when_their_tank_fires() -> None:
    position = tank_fires(EDITION_1)
    position.dice((CHANCE_FIRE, A, (1, 1, 1)))
    position.do(FIRE, A, B, MAIN)
    assert position.asked == (ORDER, 0, A + 2)
    assert place(position, A + 1) == BOARDED


@pytest.mark.rule("PT-CARRY-04")
def test_passengers_of_a_half_track_stay_when_it_fires() -> None:
    position = Position([HALF_TRACK, SQUAD, SQUAD], [SQUAD])
    position.put(A, 6, 6)
    aboard(position, A + 1, A)
    position.put(A + 2, 0, 0)
    position.put(B, 6, 16)
    position.turn_over(A, "JH")
    position.turn_over(A + 2, "2C")
    position.go(PHASE_RESOLVE)
    position.dice((CHANCE_FIRE, A, (1, 1, 1, 1)))
    position.do(FIRE, A, B, MACHINE_GUN)
    assert position.asked == (ORDER, 0, A + 2)
    assert place(position, A + 1) == BOARDED


@pytest.mark.rule("PT-CARRY-04", "PT-FOLLOW-03", "AMB-91")
@pytest.mark.parametrize("boxed_in", [True, False])
def test_a_tank_whose_riders_cannot_get_off_follows_no_fire(boxed_in: bool) -> None:
    position = tank_fires(boxed_in=boxed_in)
    position.put(A + 2, 6, 4)
    position.state.ask, position.state.asked, position.state.subject = FOLLOW, 0, A + 2
    position.unit(A).given = 0  # it holds no card: it may follow the squad
    position.unit(A).pending = 0
    group = position.state.group
    group.verb, group.members, group.card = FIRE, 1, 4 * 8
    group.member[0] = A + 2
    assert (A in position.units(NAME)) is not boxed_in


@pytest.mark.rule("PT-CARRY-04", "PT-FOLLOW-03")
def test_riders_get_off_a_tank_that_follows_with_fire() -> None:
    position = Position([SQUAD, TANK, SQUAD], [SQUAD])
    position.put(A, 6, 6)
    position.put(A + 1, 8, 6)
    aboard(position, A + 2, A + 1)
    position.put(B, 6, 16)
    position.turn_over(A, "7H")
    position.go(PHASE_RESOLVE)
    position.dice((CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_FIRE, A + 1, (1, 1, 1)), (CHANCE_DISMOUNT, A + 2, (2,)))
    position.do(FIRE, A, B, MAIN)
    position.do(NAME, A + 1)
    assert position.asked == (ORDER, 0, A + 1)
    position.do(FIRE, A + 1, B, MAIN)
    assert position.asked == (DISMOUNT, 0, A + 2)
