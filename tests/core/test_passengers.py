"""What befalls those aboard a carrier that is hit: hits, forced dismounts, no place to get off to."""

from __future__ import annotations

import pytest

from tests.core.carrier_scenes import BOARDED, CARRIER, CRAFT, EDITION_1, HALF_TRACK, move, place, ride, under_fire
from tests.core.fire_scenes import GUN, JEEP, LIGHT_GUN, RECON, aboard, cards_left, fire, ready, ruled, state
from tests.core.positions import EAST, NORTH, SQUAD, TANK, TRUCK, A, B, Position, table_of, user_unit
from tigersim.catalogue.units import Unit
from tigersim.core.enums import (
    CHANCE_DISMOUNT,
    CHANCE_FIRE,
    CHANCE_MOVE,
    CHANCE_SAVE,
    DISMOUNT,
    FIRE,
    GO_ON,
    MACHINE_GUN,
    MAIN,
    MOVE,
    PASS,
    PHASE_RESOLVE,
    PLACE,
    SHIFT,
    WRECK,
)

# --- hits on the carrier --------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-CARRY-05", "PT-CARRY-07", "AMB-90", "AMB-91")
@pytest.mark.parametrize("carrier", [TRUCK, TANK])
def test_a_hit_on_truck_or_tank_hits_the_passenger_who_gets_off(carrier: str) -> None:
    position = under_fire(SQUAD, carrier)
    saves = ((CHANCE_SAVE, B, (5, 6)),) if carrier == TANK else ()
    fire(position, (CHANCE_FIRE, A, (1, 1, 2)), *saves, (CHANCE_DISMOUNT, B + 1, (2,)))
    assert state(position, B) == (1, 0 if carrier == TANK else 1)  # the armour held; the riders are hit all the same
    assert state(position, B + 1) == (1, 1)
    assert position.asked == (DISMOUNT, 1, B + 1)
    assert PASS not in position.verbs()
    assert (13, 6) in position.cells()
    position.do(PLACE, B + 1, at=(13, 6, EAST))
    assert place(position, B + 1) == (13, 6)
    assert position.fault == "none"


@pytest.mark.rule("PT-CARRY-06", "PT-CARRY-07", "PT1-CARRY-04", "AMB-90")
@pytest.mark.parametrize("carrier", [HALF_TRACK, CARRIER], ids=str)
@pytest.mark.parametrize("stays", [True, False])
def test_passengers_of_a_half_track_may_stay(carrier: Unit, stays: bool) -> None:
    position = under_fire(SQUAD, carrier)
    saves = (CHANCE_SAVE, B, (6,) * int(position.unit(B).profile.armor_front))
    fire(position, (CHANCE_FIRE, A, (1, 1, 1)), saves, (CHANCE_DISMOUNT, B + 1, (1,)))
    assert state(position, B + 1) == (1, 1)
    assert position.asked == (DISMOUNT, 1, B + 1)
    assert position.verbs() == {PASS, GO_ON}
    assert int(position.unit(B + 1).rolls) == 0  # the die is for those who get off
    if stays:
        position.do(PASS)
        assert place(position, B + 1) == BOARDED
        assert int(position.unit(B + 1).rolls) == 0
    else:
        position.do(GO_ON)
        assert position.asked == (DISMOUNT, 1, B + 1)
        assert position.verbs() == {PLACE}
        position.do(PLACE, B + 1, at=(12, 6, EAST))
        assert place(position, B + 1) == (12, 6)
    assert position.fault == "none"


@pytest.mark.rule("PT-CARRY-05", "AMB-90")
@pytest.mark.parametrize("carrier", [TRUCK, JEEP, TANK, HALF_TRACK], ids=str)
def test_passengers_of_a_destroyed_carrier_are_hit_and_get_off(carrier: str | Unit) -> None:
    rider = RECON if carrier is JEEP else SQUAD
    position = under_fire(rider, carrier)
    saves = (CHANCE_SAVE, B, (1,) * int(position.unit(B).profile.armor_front))
    fire(position, (CHANCE_FIRE, A, (2, 2, 2)), saves, (CHANCE_DISMOUNT, B + 1, (2,)))  # 6 is twice 3: lethal
    assert state(position, B)[0] == 0
    if rider is RECON:
        assert state(position, B + 1)[0] == 0  # one hit is enough for scouts, and nothing saves them
    else:
        assert state(position, B + 1) == (1, 1)
        assert position.asked == (DISMOUNT, 1, B + 1)
        assert PASS not in position.verbs()
        position.do(PLACE, B + 1, at=(13, 6, EAST))
    assert position.asked == (WRECK, 1, B)
    position.do(PASS)
    assert position.fault == "none"


@pytest.mark.rule("PT-CARRY-10", "PT-CARRY-07", "PT-HIT-04", "AMB-44")
def test_guns_in_tow_are_hit_and_thrown_off_like_infantry() -> None:
    position = under_fire(GUN, TRUCK)
    fire(position, (CHANCE_FIRE, A, (1, 1, 2)), (CHANCE_DISMOUNT, B + 1, (4,)))
    assert state(position, B + 1) == (1, 1)
    assert (15, 6) in position.cells()
    light = under_fire(LIGHT_GUN, JEEP)
    fire(light, (CHANCE_FIRE, A, (1, 1, 1)))
    assert state(light, B + 1)[0] == 0


@pytest.mark.rule("PT-CARRY-05", "PT-HIT-02")
def test_a_shocked_passenger_dies_of_the_hit() -> None:
    position = under_fire(SQUAD, TANK)
    position.unit(B + 1).hits = 1
    fire(position, (CHANCE_FIRE, A, (1, 1, 2)), (CHANCE_SAVE, B, (5, 5)))
    assert state(position, B + 1)[0] == 0
    assert int(position.state.player[0].vp) == 1
    assert position.unit(B + 1).hazard == 1.0  # its fate counts as no luck
    assert position.fault == "none"


@pytest.mark.rule("PT-CARRY-05", "PT-HIT-01")
def test_a_passenger_that_is_hit_loses_its_cards() -> None:
    position = under_fire(SQUAD, TRUCK)
    position.give(B + 1, "8C")
    fire(position, (CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_DISMOUNT, B + 1, (2,)))
    assert cards_left(position, B + 1) == 0


@pytest.mark.rule("PT-CARRY-05", "PT-MG-07", "PT1-CARRY-03", "AMB-90")
@pytest.mark.parametrize(
    ("reading", "weapon", "attack", "saves", "hits"),
    [
        ("one_hit_no_save", MAIN, (2, 2, 2), (6, 6), 1),
        ("one_hit_no_save", MACHINE_GUN, (2, 2, 2, 1), (1, 1), 0),
        ("same_hits_as_carrier", MAIN, (1, 1, 2), (6, 6), 1),
        ("same_hits_as_carrier", MAIN, (2, 2, 2), (6, 6), 2),
        ("mg_hits_riders", MACHINE_GUN, (2, 2, 2, 1), (1, 1), 1),
        ("mg_hits_riders", MAIN, (2, 2, 2), (6, 6), 1),
        ("only_unsaved", MAIN, (1, 1, 2), (6, 1), 0),
        ("only_unsaved", MAIN, (1, 1, 2), (1, 1), 1),
    ],
)
def test_what_hits_the_riders_of_a_tank(
    reading: str, weapon: int, attack: tuple[int, ...], saves: tuple[int, ...], hits: int
) -> None:
    position = under_fire(SQUAD, TANK, ruleset=ruled(passenger_hits=reading))
    position.give(B, "8C")
    fire(position, (CHANCE_FIRE, A, attack), (CHANCE_SAVE, B, saves), weapon=weapon)
    assert state(position, B + 1) == ((0, 0) if hits == 2 else (1, hits))
    assert (position.asked[0] == DISMOUNT) is (hits == 1)
    if weapon == MACHINE_GUN:
        assert cards_left(position, B) == 0


@pytest.mark.rule("PT-MG-07", "AMB-90")
def test_riders_alone_make_an_idle_tank_a_target_of_machine_guns() -> None:
    for reading, aimed in (("one_hit_no_save", False), ("mg_hits_riders", True)):
        position = under_fire(SQUAD, TANK, ruleset=ruled(passenger_hits=reading))
        assert ((B, MACHINE_GUN) in position.targets()) is aimed


@pytest.mark.rule("PT1-CARRY-03")
@pytest.mark.parametrize(("saves", "hits"), [((6, 1), 0), ((1, 1), 1)])
def test_in_the_first_edition_a_save_guards_the_riders(saves: tuple[int, ...], hits: int) -> None:
    position = under_fire(SQUAD, TANK, ruleset=EDITION_1)
    fire(position, (CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_SAVE, B, saves))
    assert state(position, B + 1) == (1, hits)


@pytest.mark.rule("PT-HIT-04", "AMB-44")
@pytest.mark.parametrize(
    ("reading", "die", "alive"), [("after_saves", 6, 0), ("passenger_hit_saved", 5, 1), ("passenger_hit_saved", 4, 0)]
)
def test_whether_fragile_passengers_may_save(reading: str, die: int, alive: int) -> None:
    position = under_fire(RECON, TRUCK, ruleset=ruled(one_hit_destroys=reading))
    fire(position, (CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_SAVE, B + 1, (die,)))
    assert state(position, B + 1)[0] == alive


@pytest.mark.rule("PT-MG-04", "AMB-90")
def test_suppression_of_the_carrier_leaves_its_passengers_alone() -> None:
    position = under_fire(SQUAD, TRUCK, "10H")
    position.give(B, "8C")
    position.give(B + 1, "7C")
    fire(position, (CHANCE_FIRE, A, (2, 1, 1, 1)), weapon=MACHINE_GUN)
    assert (cards_left(position, B), cards_left(position, B + 1)) == (0, 1)
    assert place(position, B + 1) == BOARDED


@pytest.mark.rule("PT-CARRY-03", "AMB-89")
def test_riders_fired_at_stay_aboard_when_hit() -> None:
    position = under_fire(SQUAD, TANK, ruleset=ruled(passenger_targeting="cannot_fire_only"))
    position.dice((CHANCE_FIRE, A, (1, 1, 2)))
    position.do(FIRE, A, B + 1, MAIN)
    assert state(position, B + 1) == (1, 1)
    assert place(position, B + 1) == BOARDED
    assert state(position, B) == (1, 0)


@pytest.mark.rule("PT-MG-06", "AMB-89", "AMB-90")
def test_a_share_for_riders_that_have_just_died_is_lost() -> None:
    rules = ruled(passenger_targeting="cannot_fire_only", passenger_hits="mg_hits_riders")
    position = under_fire(RECON, TANK, ruleset=rules)
    position.give(B, "8C")
    fire(position, (CHANCE_FIRE, A, (3, 1, 1, 3)), (CHANCE_SAVE, B, (5, 1)), weapon=MACHINE_GUN)
    position.do(SHIFT, A, B + 1, 3)
    position.do(PASS)
    assert state(position, B + 1)[0] == 0
    assert int(position.state.player[0].vp) == 1  # once
    assert position.fault == "none"


# --- where they are thrown ------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-CARRY-07", "AMB-91")
@pytest.mark.parametrize(
    ("reading", "cells", "not_cells"),
    [
        ("exact_owner_direction", {(13, 6), (7, 6), (10, 9), (10, 3)}, {(12, 6), (11, 6)}),
        ("up_to_distance", {(13, 6), (12, 6), (11, 6), (7, 6)}, {(14, 6)}),
        ("away_from_firer", {(13, 6)}, {(7, 6), (10, 9), (12, 6)}),
    ],
)
def test_where_a_forced_dismount_ends(
    reading: str, cells: set[tuple[int, int]], not_cells: set[tuple[int, int]]
) -> None:
    position = under_fire(SQUAD, TRUCK, ruleset=ruled(dismount_placement=reading))
    fire(position, (CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_DISMOUNT, B + 1, (2,)))
    assert cells <= position.cells()
    assert not not_cells & position.cells()


@pytest.mark.rule("PT-CARRY-07", "AMB-91")
def test_without_a_place_the_passenger_stays_or_dies_with_its_carrier() -> None:
    sea = table_of(*["~" * 20] * 13)
    for dice, alive in (((1, 1, 1), 1), ((2, 2, 2), 0)):
        position = Position([user_unit("swimmer", "medium_tank", amphibious=True)], [CRAFT, SQUAD], sea)
        position.put(A, 0, 6, EAST)
        position.put(B, 10, 6)
        aboard(position, B + 1, B)
        position.turn_over(A, "3H")
        fire(ready(position), (CHANCE_FIRE, A, dice), (CHANCE_DISMOUNT, B + 1, (6,)))
        if not alive:
            assert position.asked == (WRECK, 1, B)
            position.do(PASS)
        assert int(position.unit(B + 1).alive) == alive
        assert place(position, B + 1) == BOARDED
        assert int(position.state.player[0].vp) == (int(position.unit(B).profile.cost) + 1 if not alive else 0)


@pytest.mark.rule("PT-CARRY-07", "PT-COVER-09", "AMB-49")
def test_who_is_thrown_off_loses_found_cover() -> None:
    position = under_fire(SQUAD, TRUCK)
    position.unit(B + 1).found_cover = 1
    fire(position, (CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_DISMOUNT, B + 1, (1,)))
    position.do(PLACE, B + 1, at=(12, 6, EAST))
    assert position.unit(B + 1).found_cover == 0


@pytest.mark.rule("PT-DIS-UNRELIABLE", "AMB-105")
def test_a_failing_engine_shocks_the_carrier_and_nobody_aboard() -> None:
    position = ride(SQUAD, user_unit("old truck", "transport", disadvantages=("unreliable",)))
    aboard(position, A, A + 1)
    position.turn_over(A + 1, "6S")
    position.go(PHASE_RESOLVE)
    move(position, 1, 1, 1, slot=A + 1)
    assert (state(position, A + 1), state(position, A)) == ((1, 1), (1, 0))
    assert place(position, A) == BOARDED


@pytest.mark.rule("PT-DIS-UNRELIABLE", "PT-CARRY-05", "AMB-121")
@pytest.mark.parametrize(("reading", "vp"), [("opponent_scores_all", 1), ("only_enemy_caused", 0)])
def test_a_carrier_that_destroys_itself_throws_its_load_off_unhurt(reading: str, vp: int) -> None:
    old = user_unit("old jeep", "light_transport", disadvantages=("unreliable",))
    position = ride(RECON, old, ruleset=ruled(vp_self_inflicted=reading))
    aboard(position, A, A + 1)
    position.turn_over(A + 1, "6S")
    position.go(PHASE_RESOLVE)
    position.dice((CHANCE_MOVE, A + 1, (1, 1, 1)), (CHANCE_DISMOUNT, A, (1,)))
    position.do(MOVE, A + 1)
    assert state(position, A + 1)[0] == 0
    assert position.asked == (DISMOUNT, 0, A)
    position.do(PLACE, A, at=(10, 5, NORTH))
    assert state(position, A) == (1, 0)
    assert int(position.state.player[1].vp) == vp
