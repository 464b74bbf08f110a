"""Profiles: the class tables, gun and armour notes, costs, rulings, and where each number comes from."""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple

import pytest

from tests.cases import each
from tigersim.catalogue.classes import CLASS_IDS, classes
from tigersim.catalogue.picks import pick, picked
from tigersim.catalogue.profile import (
    HULL,
    MACHINE_GUN,
    MAIN,
    MORTAR,
    WEAPON_FIELDS,
    Profile,
    base_vp,
    cost_and_score,
    profile,
)
from tigersim.catalogue.rulebook import rules
from tigersim.catalogue.rulesets import DEFAULT, RuleSet, rulings
from tigersim.catalogue.units import Unit, all_units, generic_units, unit
from tigersim.errors import UnitNotFound


def make(type: str, **fields: Any) -> Unit:
    return Unit(nation="testland", name="Test", source_name="Test", type=type, **fields)


def under(**switches: str) -> RuleSet:
    """A ruleset with these options, whether or not battles play them already."""
    return RuleSet("test", 2, tuple(sorted(switches.items())))


def dice(p: Profile, slot: int) -> tuple[int, int, int, int]:
    """Dice of a weapon: red and black within 12 inches, red and black beyond."""
    return (p.red_near[slot], p.black_near[slot], p.red_far[slot], p.black_far[slot])


NONE = (0, 0, 0, 0)

# --- tables of the rulebook ----------------------------------------------------------------------------------------


class Row(NamedTuple):
    """One class of the rulebook, typed from its text: fire and machine gun as red/black near, red/black far."""

    fire: tuple[int, int, int, int]
    machine_gun: tuple[int, int, int, int]  # by class, or as noted where the class allows one
    mg_by_class: bool
    forward: int
    move: tuple[int, int]
    keep_drop_cap: tuple[int, int, int]
    road: int
    armored: int
    armor: tuple[int, int]
    face_best: tuple[int, int]
    cover: int
    hits: int
    low: int
    melee: int
    assault: int
    vp: int


N, LIGHT, HEAVY = (3, 2, 3, 2), (3, 2, 2, 1), (4, 3, 4, 3)
MG, MG_LIGHT, MG_HEAVY = (4, 3, 4, 3), (4, 3, 3, 2), (5, 4, 5, 4)
#           fire             machine gun   class? fwd move   k d cap    road arm  dice    face,best c h low m a vp
TABLE = {
    "infantry": Row((3, 2, 0, 0), (4, 3, 3, 2), False, 0, (2, 3), (0, 0, 6), 0, 0, (0, 0), (5, 0), 1, 2, 0, 3, 1, 1),
    "recon": Row((2, 1, 0, 0), NONE, False, 0, (2, 3), (0, 0, 12), 0, 0, (0, 0), (5, 0), 1, 1, 0, 3, 1, 1),
    "armored_car": Row(N, MG, True, 0, (2, 3), (0, 0, 0), 1, 1, (1, 1), (5, 0), 0, 2, 0, 2, 1, 3),
    "light_armored_car": Row(LIGHT, MG_LIGHT, True, 0, (2, 3), (0, 0, 0), 1, 1, (1, 1), (6, 0), 0, 2, 0, 2, 1, 3),
    "half_track": Row(NONE, MG, True, 0, (3, 3), (0, 0, 0), 0, 1, (1, 1), (5, 0), 0, 2, 0, 2, 1, 3),
    "carrier": Row(NONE, MG, False, 0, (3, 3), (0, 0, 0), 0, 1, (1, 1), (5, 0), 0, 2, 0, 2, 1, 3),
    "light_half_track": Row(NONE, MG, True, 0, (3, 3), (0, 0, 0), 0, 1, (1, 1), (6, 0), 0, 2, 0, 2, 1, 3),
    "light_carrier": Row(NONE, MG, False, 0, (3, 3), (0, 0, 0), 0, 1, (1, 1), (6, 0), 0, 2, 0, 2, 1, 3),
    "light_tank": Row(LIGHT, MG_LIGHT, True, 0, (3, 4), (0, 1, 0), 0, 1, (2, 1), (5, 1), 0, 2, 0, 2, 1, 5),
    "medium_tank": Row(N, MG, True, 0, (2, 3), (0, 0, 0), 0, 1, (2, 1), (5, 0), 0, 2, 0, 2, 1, 5),
    "heavy_tank": Row(HEAVY, MG_HEAVY, True, 0, (1, 2), (0, 0, 0), 0, 1, (3, 2), (5, 0), 0, 2, 0, 2, 1, 5),
    "tank_destroyer": Row(HEAVY, MG_HEAVY, True, 0, (3, 4), (0, 1, 0), 0, 1, (2, 1), (5, 1), 0, 2, 0, 2, 1, 5),
    "spg": Row(N, MG, False, 1, (2, 3), (0, 0, 0), 0, 1, (2, 1), (5, 0), 0, 2, 2, 2, 1, 3),
    "light_spg": Row(N, MG, False, 1, (3, 4), (0, 1, 0), 0, 1, (2, 1), (5, 1), 0, 2, 2, 2, 1, 3),
    "heavy_spg": Row(HEAVY, MG_HEAVY, False, 1, (1, 2), (0, 0, 0), 0, 1, (3, 2), (5, 0), 0, 2, 2, 2, 1, 3),
    "transport": Row(NONE, MG, False, 0, (2, 3), (0, 0, 0), 1, 0, (0, 0), (5, 0), 0, 2, 0, 2, 1, 1),
    "light_transport": Row(NONE, MG, False, 0, (2, 3), (0, 0, 0), 1, 0, (0, 0), (5, 0), 0, 1, 0, 2, 1, 1),
    "towed_gun": Row(N, NONE, False, 0, (2, 2), (0, 0, 6), 0, 0, (0, 0), (5, 0), 1, 2, 0, 2, 0, 3),
    "light_towed_gun": Row(LIGHT, NONE, False, 0, (3, 3), (2, 0, 6), 0, 0, (0, 0), (5, 0), 1, 1, 0, 2, 0, 3),
    "heavy_towed_gun": Row(HEAVY, NONE, False, 0, (2, 2), (1, 0, 6), 0, 0, (0, 0), (5, 0), 1, 2, 0, 2, 0, 3),
    "landing_craft": Row(NONE, NONE, False, 0, (2, 3), (0, 0, 6), 0, 0, (0, 0), (5, 0), 0, 2, 0, 2, 1, 1),
    "glider": Row(NONE, NONE, False, 0, (0, 0), (0, 0, 0), 0, 0, (0, 0), (5, 0), 0, 2, 0, 2, 0, 1),
}


def test_the_classes_are_the_22_of_the_rulebook() -> None:
    assert tuple(TABLE) == CLASS_IDS == tuple(classes())


@pytest.mark.rule(
    "PT-UNIT-INF-02",
    "PT-UNIT-RECON-03",
    "PT-UNIT-LACAR-02",
    "PT-UNIT-TANK-01",
    "PT-UNIT-LTANK-03",
    "PT-UNIT-HTANK-01",
    "PT-UNIT-TD-02",
    "PT-UNIT-SPG-01",
    "PT-UNIT-HSPG-01",
    "PT-UNIT-LGUN-01",
    "PT-UNIT-HGUN-01",
    "PT-FIRE-02",
)
@each("name", TABLE)
def test_fire_dice_by_class(name: str) -> None:
    p, row = profile(make(name)), TABLE[name]
    assert dice(p, MAIN) == row.fire
    assert p.armed[MAIN] == (row.fire != NONE)
    assert p.forward_only[MAIN] == row.forward
    assert p.max_range[MAIN] == (12 if name in ("infantry", "recon") else 0)
    assert p.armed[HULL] == p.armed[MORTAR] == 0
    assert (p.fire_rolls, p.attack_rerolls, p.howitzer) == (1, 0, 0)
    for field in ("min_range", "machine_gun", "suppresses", "indirect"):
        assert getattr(p, field)[MAIN] == 0


@pytest.mark.rule("PT-MG-01", "PT-MG-02", "PT-UNIT-INF-03")
@each("name", [name for name in TABLE if name != "recon"])
def test_machine_guns_by_class_and_by_note(name: str) -> None:
    row, bare = TABLE[name], profile(make(name))
    assert bare.armed[MACHINE_GUN] == row.mg_by_class
    if row.machine_gun == NONE:
        assert not row.mg_by_class
        return
    p = profile(make(name, machine_guns=1))
    assert dice(p, MACHINE_GUN) == row.machine_gun
    assert (p.machine_gun[MACHINE_GUN], p.suppresses[MACHINE_GUN]) == (1, 1)
    for field in ("max_range", "min_range", "forward_only", "indirect"):
        assert getattr(p, field)[MACHINE_GUN] == 0
    assert dice(p, MAIN) == row.fire
    if row.mg_by_class:
        assert p == bare


@pytest.mark.rule(
    "PT-MOVE-02",
    "PT-UNIT-INF-01",
    "PT-UNIT-RECON-02",
    "PT-UNIT-HTRACK-02",
    "PT-UNIT-TANK-01",
    "PT-UNIT-LTANK-02",
    "PT-UNIT-HTANK-01",
    "PT-UNIT-TD-02",
    "PT-UNIT-LSPG-01",
    "PT-UNIT-HSPG-01",
    "PT-UNIT-GUN-01",
    "PT-UNIT-LGUN-02",
    "PT-UNIT-HGUN-01",
    "PT-WHEEL-01",
    "PT-UNIT-ACAR-01",
    "PT-UNIT-TRUCK-01",
)
@each("name", TABLE)
def test_movement_by_class(name: str) -> None:
    p, row = profile(make(name)), TABLE[name]
    assert (p.move_red, p.move_black) == row.move
    assert (p.move_keep, p.move_drop, p.move_cap) == row.keep_drop_cap
    assert p.road_die == row.road
    assert p.immobile == (name == "glider")
    assert p.water_only == (name == "landing_craft")
    assert (p.move_bonus, p.move_rerolls) == (0, 0)
    assert (p.unreliable, p.engine_fire, p.weak_running_gear, p.amphibious) == (0, 0, 0, 0)


@pytest.mark.rule(
    "PT-UNIT-ACAR-01",
    "PT-UNIT-LACAR-01",
    "PT-UNIT-HTRACK-01",
    "PT-UNIT-LHTRACK-01",
    "PT-UNIT-TANK-01",
    "PT-UNIT-LTANK-01",
    "PT-UNIT-HTANK-01",
    "PT-UNIT-TD-01",
    "PT-UNIT-SPG-02",
    "PT-UNIT-SPG-03",
    "PT-UNIT-LSPG-01",
    "PT-UNIT-HSPG-01",
    "PT-UNIT-TRUCK-01",
    "PT-UNIT-LTRUCK-01",
    "PT-UNIT-RECON-04",
    "PT-UNIT-LGUN-02",
    "PT-UNIT-INF-02",
    "PT-UNIT-GUN-01",
    "PT-COVER-01",
    "PT-COVER-02",
    "PT-HIT-04",
)
@each("name", TABLE)
def test_saves_and_hits_by_class(name: str) -> None:
    p, row = profile(make(name)), TABLE[name]
    assert p.armored == row.armored
    assert (p.armor_front, p.armor_other) == row.armor
    assert (p.armor_face, p.armor_keep_best) == row.face_best
    assert p.terrain_cover == row.cover
    assert p.hits_to_destroy == row.hits
    assert p.low_profile == row.low
    assert (p.save_rerolls, p.vulnerable_armor, p.rivets, p.death_trap, p.skirt_armor, p.open_top) == (0,) * 6


@pytest.mark.rule("PT-MELEE-03", "PT-MELEE-04", "PT-MOVE-06", "PT-TURN-08", "PT-COVER-05", "PT-RECOVER-04")
@pytest.mark.rule("PT-FOLLOW-08")
@each("name", TABLE)
def test_kind_close_combat_and_orders_by_class(name: str) -> None:
    p, row = profile(make(name)), TABLE[name]
    foot, gun = name in ("infantry", "recon"), name.endswith("towed_gun")
    assert CLASS_IDS[p.class_id] == name
    assert (p.infantry, p.towed_gun, p.vehicle) == (foot, gun, not (foot or gun))
    assert p.enters_buildings == (foot or gun)
    assert p.tank == (name in ("light_tank", "medium_tank", "heavy_tank", "tank_destroyer"))
    assert p.spg == (name in ("spg", "light_spg", "heavy_spg"))
    assert (p.melee_dice, p.may_assault) == (row.melee, row.assault)
    assert (p.suicide_assault, p.melee_rerolls) == (0, 0)
    assert (p.max_cards, p.max_actions) == (2, 2)
    assert (p.find_open, p.find_terrain) == (2, 3)
    assert (p.recovery_dice, p.may_regroup) == (2, 1)


# --- victory points ------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-VP-01", "PT-VP-02", "PT-VP-03")
@each("name", TABLE)
def test_base_vp_by_class(name: str) -> None:
    p = profile(make(name))
    assert base_vp(make(name)) == p.cost == p.score == TABLE[name].vp


WORKED = {
    "M3A1 Stuart": 5 + 1 - 1,
    "M4 Sherman": 5 + 1 - 1,
    "M4/76 Sherman": 5 + 1,
    "M3 Lee": 5 - 1,
    "M10 Wolverine": 5 + 1 - 1,
    "M7 Priest": 3 - 1,
    "Churchill IV": 5 + 2,
    "Comet": 5 + 1,
    "T-34a": 5 + 1 - 1,
    "T-34/85": 5 + 1,
    "KV-2": 5 - 1,
    "SU-100": 3,
    "SU-152": 3 + 1 - 1,
    "Somua S-35": 5 - 2,
    "Sdkfz 234/1": 3 + 2 - 1,
    "Sdkfz 234/3": 3 + 1 - 2,
    "Panther D": 5 + 1 - 1,
    "Panzer Jager IV (late)": 3 + 2,
    "Sahariana": 1 + 2 - 1,
    "Regulars [usa]": 1 + 1,
    "Marines [usa]": 1 + 2,
    "Conscripts [ussr]": 1 + 1 - 1,
    "Militia": 1,
    "LCVP": 1,
    "Type 1 Ho-Ha": 3 - 1,
}


def test_cost_and_score_are_those_of_the_profile() -> None:
    scored = 0
    for ruleset in (DEFAULT, DEFAULT.replace(vp_min_clamp="score_base_only"), RuleSet.load("paper_tigers_1")):
        for one in all_units(ruleset=ruleset):
            whole = profile(one, ruleset)
            assert cost_and_score(one, ruleset) == (whole.cost, whole.score), one.key
            scored += whole.cost != whole.score
    assert scored > 0


@pytest.mark.rule("PT-VP-04", "PT-VP-05", "PT-VP-06", "PT-HIST-03")
@each("name", WORKED)
def test_worked_costs(name: str) -> None:
    assert profile(name).cost == profile(name).score == WORKED[name]


# --- guns and other weapons of named units -------------------------------------------------------------------------

# name -> main gun, hull gun, machine gun (dice as red/black near, red/black far)
ARMED = {
    "M3 Lee": (LIGHT, N, MG),  # two guns: each note for its own gun, machine gun as the class
    "Grant I": (LIGHT, N, MG),
    "Char B-1": (LIGHT, N, MG),
    "M-11/39": (NONE, LIGHT, MG_LIGHT),  # the turret holds machine guns
    "M24 Chaffee": (N, NONE, MG),  # the note cancels the light tank's loss, also for the machine gun
    "M10 Wolverine": (N, NONE, MG),
    "M36 Jackson": (HEAVY, NONE, MG_HEAVY),
    "Comet": (HEAVY, NONE, MG_HEAVY),
    "T-34/85": (HEAVY, NONE, MG_HEAVY),
    "Mathilda": (LIGHT, NONE, MG_LIGHT),
    "KV-1": (N, NONE, MG),
    "SU-100": (HEAVY, NONE, NONE),
    "Marder III": (N, NONE, NONE),
    "Sdkfz 234/1": (LIGHT, NONE, MG_LIGHT),
    "Sdkfz 234/2 Puma": (N, NONE, MG),
    "Sdkfz 234/3": ((3, 2, 0, 0), NONE, MG),  # short range binds the main gun only
    "SU-152": ((4, 3, 0, 0), NONE, NONE),
    "M7 Priest": (HEAVY, NONE, NONE),
    "M20": (NONE, NONE, MG),
    "Humber Scout": (NONE, NONE, MG_LIGHT),
    "Panzer I": (NONE, NONE, MG_LIGHT),
    "LVT-1": (NONE, NONE, MG),
    "L3/33 / L3/35": (NONE, NONE, MG),
    "Type 1 Ho-Ha": (NONE, NONE, MG),
    "Sahariana": (LIGHT, NONE, MG_LIGHT),
    "Jeep [usa]": (NONE, NONE, MG),
    "Jeep [britain]": (NONE, NONE, NONE),
    "Bedford Truck": (NONE, NONE, NONE),
    "LCVP": (NONE, NONE, NONE),
    "Waco Glider": (NONE, NONE, NONE),
    "T-34a": ((3, 0, 3, 0), NONE, (4, 0, 4, 0)),  # poor command
}


@pytest.mark.rule("PT-NOTE-GUN", "PT-NOTE-TWO_GUNS", "PT-NOTE-MG_ARMAMENT", "PT-MG-01", "PT-DIS-SHORT_RANGE_GUN")
@each("name", ARMED)
def test_weapons_of_named_units(name: str) -> None:
    p = profile(name)
    assert (dice(p, MAIN), dice(p, HULL), dice(p, MACHINE_GUN)) == ARMED[name]
    for slot in (MAIN, HULL, MACHINE_GUN, MORTAR):
        assert p.armed[slot] == any(dice(p, slot))


@pytest.mark.rule("PT-NOTE-FORWARD_ONLY", "PT-NOTE-TWO_GUNS", "PT-UNIT-SPG-01")
def test_what_fires_only_forward() -> None:
    forward = {
        one.key: tuple(slot for slot in range(4) if profile(one).forward_only[slot])
        for one in all_units()
        if any(profile(one).forward_only)
    }
    guns = {one.key: (MAIN,) for one in all_units() if one.type.endswith("spg")}
    assert forward == guns | {
        "M3 Lee [usa]": (HULL,),
        "Grant I [britain]": (HULL,),
        "Char B-1 [france]": (HULL,),
        "M-11/39 [italy]": (HULL,),
        "Sdkfz 234/3 [germany]": (MAIN,),
        "Sdkfz 234/4 [germany]": (MAIN,),
        "L3/33 / L3/35 [italy]": (MACHINE_GUN,),
    }


@pytest.mark.rule("PT-HOW-01", "PT-HOW-02", "PT-NOTE-HOWITZER")
def test_priest_is_a_howitzer() -> None:
    p = profile("M7 Priest")
    assert p.howitzer == 1
    assert (p.suppresses[MAIN], p.indirect[MAIN], p.min_range[MAIN], p.forward_only[MAIN]) == (1, 1, 6, 1)
    assert sum(profile(one).howitzer for one in all_units()) == 1
    plain = profile(make("heavy_towed_gun"))
    declared = profile(make("heavy_towed_gun", howitzer=True))
    assert dice(declared, MAIN) == dice(plain, MAIN) == HEAVY
    assert declared.cost == plain.cost
    assert declared.indirect[MAIN] == 1


@pytest.mark.rule("PT-MORTAR-01", "PT-MORTAR-03", "PT-MORTAR-04", "PT-MORTAR-05", "PT-UNIT-INF-03")
def test_mortar_beside_rifles() -> None:
    p = profile(make("infantry", mortar=True))
    assert dice(p, MORTAR) == (3, 2, 2, 1)
    assert dice(p, MAIN) == (3, 2, 0, 0)
    assert (p.min_range[MORTAR], p.suppresses[MORTAR], p.indirect[MORTAR], p.machine_gun[MORTAR]) == (6, 1, 1, 0)
    assert p.max_range[MORTAR] == 0


@pytest.mark.rule("PT-UNIT-HTRACK-01", "PT-VP-01")
def test_carrier_declared_unarmored() -> None:
    p = profile(make("half_track", unarmored=True))
    assert (p.armored, p.armor_front, p.armor_other, p.cost) == (0, 0, 0, 1)


@pytest.mark.rule("PT-DIS-UNDERPOWERED", "PT-ADV-FAST", "PT-ADV-HELL_ON_WHEELS")
def test_movement_of_named_units() -> None:
    assert (profile("KV-2").move_red, profile("KV-2").move_black) == (0, 1)  # 2 - 1 - 1 = 0: no red move (AMB-30)
    assert (profile("Jagd Tiger").move_red, profile("Jagd Tiger").move_black) == (0, 1)
    assert (profile("BT-7").move_red, profile("BT-7").move_black, profile("BT-7").move_drop) == (4, 5, 1)
    assert (profile("M18 Hellcat").move_red, profile("M18 Hellcat").move_black) == (5, 6)
    assert (profile("T-26").move_red, profile("T-26").move_black) == (0, 4)  # slow
    assert (profile("Hotchkiss H-39").move_red, profile("Hotchkiss H-39").move_black) == (0, 3)


@pytest.mark.rule("PT-NOTE-WHEELED", "PT-WHEEL-01")
def test_road_die_of_the_eight_without_the_note() -> None:
    wheeled = ("transport", "light_transport", "armored_car", "light_armored_car")
    assert [one.key for one in all_units() if profile(one).road_die] == [
        one.key for one in all_units() if one.type in wheeled
    ]
    by_note = under(wheeled_by_class="by_note_only")
    assert sum(profile(one, by_note).road_die for one in all_units()) == 24


# --- rulings -------------------------------------------------------------------------------------------------------

# unit, switch = option -> the fields that change and their new values; every other field stays as it was
Case = tuple[Unit | str, dict[str, str], dict[str, Any]]
MG_SLOT_5 = {"red_near": 5, "black_near": 4, "red_far": 4, "black_far": 3}
MG_OF_HEAVY = {"red_near": 5, "black_near": 4, "red_far": 5, "black_far": 4}
MG_OF_MEDIUM = {"red_near": 4, "black_near": 3, "red_far": 4, "black_far": 3}
LANDING_MG = {
    "armed": 1,
    "red_near": 4,
    "black_near": 3,
    "red_far": 4,
    "black_far": 3,
    "machine_gun": 1,
    "suppresses": 1,
}
NO_TANK = {"load": 0, "carrier": 0, "seats": 0}  # not a tank: no riders, and no craft takes it for one
LIGHT_MAIN = {"armed": 1, "red_near": 3, "black_near": 2, "red_far": 2, "black_far": 1}
RULED: list[Case] = [
    ("KV-2", {"zero_dice_pool": "min_one_die"}, {"move_red": 1}),
    ("KV-2", {"zero_dice_pool": "min_two_dice"}, {"move_red": 2, "move_black": 2}),
    (make("recon"), {"zero_dice_pool": "min_two_dice"}, {"MAIN": {"black_near": 2}}),
    ("T-26", {"zero_dice_pool": "min_two_dice"}, {"MAIN": {"black_far": 2}}),  # slow stays slow
    ("T-34a", {"zero_dice_pool": "min_two_dice"}, {}),  # poor command stays poor
    ("Waco Glider", {"zero_dice_pool": "min_two_dice"}, {}),
    (make("towed_gun"), {"gun_arc": "front_only"}, {"MAIN": {"forward_only": 1}}),
    (make("towed_gun"), {"town_building": "guns_outside"}, {"enters_buildings": 0}),
    (make("infantry"), {"town_building": "guns_outside"}, {}),
    (make("tank_destroyer"), {"armor_keep_best": "td_keep_random"}, {"armor_front": 1, "armor_keep_best": 0}),
    (make("light_tank"), {"armor_keep_best": "td_keep_random"}, {}),
    (make("light_tank"), {"armor_keep_best": "side_no_loss"}, {"armor_other": 2}),
    (make("medium_tank"), {"armor_keep_best": "side_no_loss"}, {}),
    (make("medium_tank", armor="light"), {"armor_keep_best": "side_no_loss"}, {"armor_other": 2}),
    (make("transport"), {"vehicle_base_cover": "unarmored_vehicles_too"}, {"terrain_cover": 1}),
    (make("spg"), {"vehicle_base_cover": "unarmored_vehicles_too"}, {}),
    (make("recon"), {"subclass_inheritance": "explicit_only"}, {"terrain_cover": 0, "melee_dice": 2}),
    (
        make("heavy_spg"),
        {"subclass_inheritance": "explicit_only"},
        {"low_profile": 0, "MAIN": {"forward_only": 0}},
    ),
    (make("spg"), {"subclass_inheritance": "explicit_only"}, {}),
    (make("spg"), {"spg_base_armor": "one_die"}, {"armor_front": 1}),
    (make("spg"), {"spg_base_armor": "three_dice"}, {"armor_front": 3, "armor_other": 2}),
    (make("light_spg"), {"spg_base_armor": "three_dice"}, {}),
    (
        make("heavy_tank"),
        {"class_modifier_weapon": "main_gun_only"},
        {"MACHINE_GUN": {"red_near": 4, "black_near": 3, "red_far": 4, "black_far": 3}},
    ),
    (
        make("light_tank"),
        {"class_modifier_weapon": "main_gun_only"},
        {"MACHINE_GUN": {"red_far": 4, "black_far": 3}},
    ),
    # a heavy tank fires 4/3 dice and one more with its machine gun, whatever gun is named; others likewise
    *(
        (heavy, {"class_modifier_weapon": "note_for_gun_only"}, {"MACHINE_GUN": MG_OF_HEAVY})
        for heavy in ("Mathilda", "Churchill I", "KV-1", "M10 Wolverine")
    ),
    *(
        (medium, {"class_modifier_weapon": "note_for_gun_only"}, {"MACHINE_GUN": MG_OF_MEDIUM})
        for medium in ("Comet", "T-34/85")
    ),
    ("Sdkfz 234/1", {"class_modifier_weapon": "note_for_gun_only"}, {"MACHINE_GUN": {"red_far": 4, "black_far": 3}}),
    ("M24 Chaffee", {"class_modifier_weapon": "note_for_gun_only"}, {"MACHINE_GUN": {"red_far": 3, "black_far": 2}}),
    ("M36 Jackson", {"class_modifier_weapon": "note_for_gun_only"}, {}),  # its heavy gun is what its class fires
    ("M3 Lee", {"class_modifier_weapon": "note_for_gun_only"}, {}),
    (make("heavy_tank"), {"class_modifier_weapon": "note_for_gun_only"}, {}),
    (
        make("heavy_tank", gun="light"),
        {"class_modifier_weapon": "note_for_gun_only", "gun_note_override": "add_to_class"},
        {"MAIN": {"red_near": 4, "black_near": 3, "red_far": 3, "black_far": 2}, "MACHINE_GUN": MG_OF_HEAVY},
    ),
    (
        "Bedford Truck",
        {"unarmed_transports": "all_vehicles_fire"},
        {"MAIN": {"armed": 1, "red_near": 3, "black_near": 2, "red_far": 3, "black_far": 2}},
    ),
    ("LVT-1", {"unarmed_transports": "all_vehicles_fire", "halftrack_weapon": "generic_main_weapon"}, {}),
    (make("half_track"), {"unarmed_transports": "all_vehicles_fire"}, {}),
    (
        make("half_track"),
        {"halftrack_weapon": "generic_main_weapon"},
        {"MAIN": {"armed": 1, "red_near": 3, "black_near": 2, "red_far": 3, "black_far": 2}},
    ),
    (make("spg"), {"mg_default_classes": "all_armored"}, {"MACHINE_GUN": LANDING_MG}),
    (make("carrier"), {"mg_default_classes": "all_armored"}, {"MACHINE_GUN": LANDING_MG}),
    (make("transport"), {"mg_default_classes": "all_armored"}, {}),
    (
        make("tank_destroyer"),
        {"mg_default_classes": "exclude_td"},
        {"MACHINE_GUN": dict.fromkeys(LANDING_MG, 0)},
    ),
    ("LVT-1", {"two_mgs": "one_die_each"}, {"MACHINE_GUN": MG_SLOT_5 | {"red_far": 5, "black_far": 4}}),
    ("Panzer I", {"two_mgs": "one_die_each"}, {"MACHINE_GUN": MG_SLOT_5}),
    ("M20", {"two_mgs": "one_die_each"}, {}),
    (
        "M7 Priest",
        {"howitzer_identity": "heavy_no_extra_die"},
        {"MAIN": {"red_near": 3, "black_near": 2, "red_far": 3, "black_far": 2}},
    ),
    ("DUKW", {"wheeled_by_class": "by_note_only"}, {"road_die": 0}),
    ("M20", {"anti_air": "mg_units"}, {"anti_air": 1}),
    ("DUKW", {"anti_air": "mg_units"}, {}),
    (make("medium_tank"), {"anti_air": "mg_units"}, {"anti_air": 1}),
    ("M20", {"wheeled_by_class": "by_note_only"}, {}),
    ("Comet", {"advantage_reroll": "as_improved_no_stack"}, {"attack_rerolls": 1}),
    ("Sherman Firefly", {"advantage_reroll": "as_improved_no_stack"}, {}),
    (
        "SU-76M",
        {"gun_note_override": "light_classes_have_light_gun"},
        {"MAIN": {"red_far": 2, "black_far": 1}},
    ),
    ("Hetzer", {"gun_note_override": "light_classes_have_light_gun"}, {}),
    (
        "M36 Jackson",
        {"gun_note_override": "add_to_class"},
        {
            "MAIN": {"red_near": 5, "black_near": 4, "red_far": 5, "black_far": 4},
            "MACHINE_GUN": {"red_near": 6, "black_near": 5, "red_far": 6, "black_far": 5},
        },
    ),
    ("Sdkfz 234/2 Puma", {"gun_note_override": "add_to_class"}, {}),
    ("Comet", {"compound_gun_entry": "note_only"}, {"cost": 5, "score": 5}),
    ("Achilles", {"compound_gun_entry": "note_only"}, {}),
    ("KV-2", {"kv2_heavy_armor": "improved_armor"}, {"save_rerolls": 1, "cost": 5, "score": 5}),
    ("KV-2", {"kv2_heavy_armor": "extra_die"}, {"armor_front": 4, "armor_other": 3}),
    (
        make("tank_destroyer"),
        {"vp_tank_destroyer": "armored_3"},
        {
            "cost": 3,
            "score": 3,
            "tank": 0,
            "load": 0,
            "carrier": 0,
            "seats": 0,
            "MACHINE_GUN": dict.fromkeys(LANDING_MG, 0),
        },
    ),
    (make("light_tank"), {"vp_tank_destroyer": "armored_3"}, {}),
    (make("light_spg"), {"vp_spg": "tank_5"}, {"cost": 5, "score": 5}),
    (make("heavy_spg"), {"vp_spg": "heavy_5"}, {"cost": 5, "score": 5}),
    (make("spg"), {"vp_spg": "heavy_5"}, {}),
    (make("glider"), {"vp_craft": "armored_3"}, {"cost": 3, "score": 3}),
    (make("transport"), {"vp_craft": "armored_3"}, {}),
    ("Luchs", {"vp_improved": "plus_1"}, {"cost": 6, "score": 6}),
    ("Luchs", {"vp_improved": "plus_3"}, {"cost": 8, "score": 8}),
    ("Tiger I", {"vp_improved": "plus_3"}, {}),
    ("M3 Lee", {"vp_notes": "plus_1"}, {"cost": 5, "score": 5}),
    ("M-11/39", {"vp_notes": "plus_1"}, {"cost": 5, "score": 5}),
    ("Sahariana", {"vp_notes": "plus_1"}, {"cost": 3, "score": 3}),
    ("KV-1", {"vp_notes": "plus_1"}, {}),
    (
        "LCA",
        {"landing_craft_stats": "armored_one_die"},
        {"armored": 1, "armor_front": 1, "armor_other": 1},
    ),
    ("LCA", {"landing_craft_stats": "mg"}, {"MACHINE_GUN": LANDING_MG}),
    ("Waco Glider", {"landing_craft_stats": "mg"}, {}),
    # drop_then_add: light tank 2+1 red and 3+1 black dice drop the lowest, the trait's dice come on top
    ("BT-7", {"dice_modifier_order": "drop_then_add"}, {"move_red": 3, "move_black": 4, "move_bonus": 1}),
    ("M18 Hellcat", {"dice_modifier_order": "drop_then_add"}, {"move_red": 3, "move_black": 4, "move_bonus": 2}),
    ("Cromwell", {"dice_modifier_order": "drop_then_add"}, {}),  # nothing is dropped, so the order is the same
    ("FCM-36", {"dice_modifier_order": "drop_then_add"}, {}),  # dice taken away leave the pool
    (
        make("light_tank", advantages=("hell_on_wheels",), disadvantages=("underpowered",)),
        {"dice_modifier_order": "drop_then_add"},
        {"move_red": 3, "move_black": 4, "move_bonus": 1},
    ),
    ("T-40", {"mg_only_reading": "only_if_word_only"}, {"MAIN": LIGHT_MAIN}),
    ("Panzer I", {"mg_only_reading": "only_if_word_only"}, {"MAIN": LIGHT_MAIN}),
    ("M20", {"mg_only_reading": "only_if_word_only"}, {}),  # "only" is printed
    ("Type 1 Ho-Ha", {"mg_only_reading": "only_if_word_only"}, {}),  # its class has no main weapon
    ("L3/33 / L3/35", {"mg_only_reading": "only_if_word_only"}, {}),
    ("LVT-1", {"two_mgs": "two_attacks"}, {"mg_attacks": 2}),
    ("M-11/39", {"two_mgs": "two_attacks"}, {"mg_attacks": 2}),
    ("M20", {"two_mgs": "two_attacks"}, {}),
    (
        make("infantry", machine_guns=1),
        {"infantry_mg_mode": "always_mg"},
        {"MAIN": {"armed": 0, "red_near": 0, "black_near": 0, "max_range": 0}},
    ),
    (make("infantry"), {"infantry_mg_mode": "always_mg"}, {}),
    ("M4 Sherman", {"infantry_mg_mode": "always_mg"}, {}),
    (make("infantry", mortar=True), {"mortar_mode": "mortar_always_beyond_6"}, {"MAIN": {"max_range": 6}}),
    (make("infantry"), {"mortar_mode": "mortar_always_beyond_6"}, {}),
    (
        make("heavy_towed_gun", howitzer=True),
        {"howitzer_identity": "heavy_no_extra_die"},
        {"MAIN": {"red_near": 3, "black_near": 2, "red_far": 3, "black_far": 2}},
    ),
    ("M7 Priest", {"howitzer_identity": "scenario_only"}, {}),  # noted, not declared
    ("Luchs", {"improved_reroll_scope": "all_own_tests"}, {"melee_rerolls": 1, "own_rerolls": 1}),
    ("Guards Infantry", {"improved_reroll_scope": "all_own_tests"}, {"own_rerolls": 1}),
    ("Tiger I", {"improved_reroll_scope": "all_own_tests"}, {}),
    ("Sherman Firefly", {"advantage_reroll": "whole_roll_only"}, {"attack_whole": 1}),
    ("Comet", {"advantage_reroll": "whole_roll_only"}, {"attack_whole": 1}),
    ("M5A1 Stuart", {"advantage_reroll": "whole_roll_only"}, {"save_whole": 1}),
    ("M3A1 Stuart", {"advantage_reroll": "whole_roll_only"}, {"move_whole": 1}),
    ("Luchs", {"advantage_reroll": "whole_roll_only"}, {}),
    ("LCVP", {"vp_craft": "zero"}, {"cost": 0, "score": 0}),
    ("Waco Glider", {"vp_craft": "zero"}, {"cost": 0, "score": 0}),
    ("DUKW", {"vp_craft": "zero"}, {}),
    (make("infantry", machine_guns=1), {"vp_support_weapons": "plus_1_each"}, {"cost": 2, "score": 2}),
    (make("infantry", mortar=True), {"vp_support_weapons": "plus_1_each"}, {"cost": 2, "score": 2}),
    (make("towed_gun", howitzer=True), {"vp_support_weapons": "plus_1_each"}, {"cost": 4, "score": 4}),
    ("Jeep [usa]", {"vp_support_weapons": "plus_1_each"}, {"cost": 3, "score": 3}),
    ("M7 Priest", {"vp_support_weapons": "plus_1_each"}, {}),  # a note, and notes are free
    ("M20", {"vp_support_weapons": "plus_1_each"}, {}),
    ("M4 Sherman", {"vp_support_weapons": "plus_1_each"}, {}),
    ("T-34/85", {"vp_min_clamp": "score_base_only"}, {"score": 5}),
    ("Tiger I", {"vp_min_clamp": "score_base_only"}, {"score": 5}),
    ("Militia", {"vp_min_clamp": "score_base_only"}, {}),
    (make("spg"), {"carry_capacity_classes": "spg_too"}, {"seats": 1, "carrier": 3}),
    (make("light_spg"), {"carry_capacity_classes": "spg_too"}, {"seats": 1, "carrier": 3}),
    (make("armored_car"), {"carry_capacity_classes": "spg_too"}, {}),
    (make("light_tank"), {"carry_capacity_classes": "medium_tank_only"}, {"seats": 0, "carrier": 0}),
    (make("heavy_tank"), {"carry_capacity_classes": "medium_tank_only"}, {"seats": 0, "carrier": 0}),
    (make("tank_destroyer"), {"carry_capacity_classes": "medium_tank_only"}, {"seats": 0, "carrier": 0}),
    (make("medium_tank"), {"carry_capacity_classes": "medium_tank_only"}, {}),
    (
        make("light_half_track"),
        {"carry_capacity_classes": "no_light_carriers"},
        {"seats": 0, "hitches": 0, "carrier": 0},
    ),
    (make("half_track"), {"carry_capacity_classes": "no_light_carriers"}, {}),
    (make("light_tank"), {"subclass_inheritance": "explicit_only"}, {"seats": 0, "carrier": 0}),
    (make("light_transport"), {"towed_gun_limits": "jeep_any_gun"}, {"hitches": 1, "light_hitches": 0}),
    (make("transport"), {"towed_gun_limits": "jeep_any_gun"}, {}),
    (make("transport"), {"towed_gun_limits": "infantry_and_gun"}, {"seats_and_hitches": 1}),
    (make("half_track"), {"towed_gun_limits": "infantry_and_gun"}, {"seats_and_hitches": 1}),
    (make("light_transport"), {"towed_gun_limits": "infantry_and_gun"}, {}),
    ("LCM", {"towed_gun_limits": "infantry_and_gun"}, {}),
]
SLOT = {"MAIN": MAIN, "HULL": HULL, "MACHINE_GUN": MACHINE_GUN, "MORTAR": MORTAR}


def changed(before: Profile, after: Profile) -> dict[str, Any]:
    """The fields that differ, with their new values; weapon fields grouped by slot."""
    differing: dict[str, Any] = {}
    for field in dataclasses.fields(Profile):
        if not field.compare:
            continue
        old, new = getattr(before, field.name), getattr(after, field.name)
        if field.name in WEAPON_FIELDS:
            for name, slot in SLOT.items():
                if old[slot] != new[slot]:
                    differing.setdefault(name, {})[field.name] = new[slot]
        elif old != new:
            differing[field.name] = new
    return differing


@each(("which", "switches", "changes"), RULED, ids=[f"{case[0]}-{'-'.join(case[1].values())}" for case in RULED])
def test_rulings_change_these_numbers_and_no_others(
    which: Unit | str, switches: dict[str, str], changes: dict[str, Any]
) -> None:
    assert changed(profile(which), profile(which, under(**switches))) == changes


def test_cases_name_real_options() -> None:
    options = {ruling.switch: ruling.options for ruling in rulings()}
    for _, switches, _ in RULED:
        for switch, option in switches.items():
            assert option in options[switch][1:]


SAMPLES = [
    *generic_units(),
    *(pick(unit(name), choice) for name, choice in (("Infantry", "mortar"), ("Infantry", "machine gun"))),
    *(pick(unit(f"{size}owed gun"), "howitzer") for size in ("T", "Heavy t")),
    *(unit(name) for name in ("KV-2", "Comet", "T-40", "LVT-1", "DUKW", "M3 Lee", "M7 Priest", "M36 Jackson", "BT-7")),
    *(unit(name) for name in ("Jeep [usa]", "Luchs", "Militia", "M20", "Sahariana")),
]


def test_no_option_that_changes_a_profile_is_without_a_case() -> None:
    """Every option of edition II under which a unit of the sample has other numbers stands in the table above."""
    told = {pair for _, switches, _ in RULED for pair in switches.items()}
    silent = set()
    for ruling in rulings():
        for option in ruling.live if DEFAULT.asks(ruling.switch) else ():
            rules = under(**{ruling.switch: option})
            refused = {"howitzer_identity": "scenario_only"}.get(ruling.switch) == option
            sample = [one for one in SAMPLES if not (refused and picked(one))]
            if any(profile(one, rules) != profile(one) for one in sample) and (ruling.switch, option) not in told:
                silent.add((ruling.switch, option))
    assert silent == set()


# --- sources and the table -----------------------------------------------------------------------------------------


def test_every_source_is_a_rule_or_a_ruling() -> None:
    known = {entry.id for entry in rules()} | {ruling.id for ruling in rulings()}
    for one in [*all_units(), *(make(name) for name in CLASS_IDS), make("infantry", mortar=True, machine_guns=1)]:
        p = profile(one)
        for field, ids in p.sources.items():
            assert hasattr(p, field)
            assert set(ids) <= known
        for ids in p.weapon_sources:
            assert set(ids) <= known


def test_sources_name_what_made_the_number() -> None:
    p = profile("KV-2")
    assert {"PT-NOTE-ARMOR", "AMB-113", "PT-UNIT-HTANK-01"} <= set(p.sources["armor_front"])
    assert {"PT-UNIT-HTANK-01", "PT-DIS-UNDERPOWERED", "AMB-30"} <= set(p.sources["move_red"])
    assert "PT-NOTE-GUN" in p.weapon_sources[MAIN]
    assert "AMB-57" in p.weapon_sources[MACHINE_GUN]
    assert "rivets" not in p.sources


def test_table_reads_as_a_player_speaks() -> None:
    rows = {row.label: row for row in profile("KV-2").table()}
    assert rows["Class"].value == "heavy tank"
    assert rows["Cost"].value.startswith("4 VP")
    assert rows["Fire: main gun"].value == "red card 3 dice, black card 2 dice"
    assert rows["Movement"].value == "red card may not, black card 1 die"
    assert rows["Armour"].value == "3 dice against the front, 2 dice otherwise; saves on 5 or 6"
    assert "PT-DIS-UNDERPOWERED" in rows["Movement"].rules
    assert rows["Recovery"].value == "2 dice, one more after regrouping"


@each("one", all_units(), ids=str)
def test_every_table_names_each_armed_weapon_and_each_flag(one: Unit) -> None:
    p = profile(one)
    rows = p.table()
    assert sum(row.label.startswith("Fire: ") for row in rows) == sum(p.armed)
    assert all(row.value and "\n" not in row.value for row in rows)
    labels = [row.label for row in rows]
    assert len(labels) == len(set(labels))
    assert ("Rivets" in labels) == ("rivets" in one.disadvantages)
    assert ("Engine fire" in labels) == ("engine_fire" in one.disadvantages)
    assert ("Low profile" in labels) == one.type.endswith("spg")


def test_profiles_are_values() -> None:
    assert profile("Tiger I") is profile(unit("Tiger I"), DEFAULT)
    assert profile("Regulars [france]") == profile("Regulars [italy]")
    assert hash(profile("Regulars [france]")) == hash(profile("Regulars [italy]"))
    assert profile("Tiger I") != profile("KV-1")
    with pytest.raises(UnitNotFound):
        profile("Tiger 1")
