"""Before the dice: who may fire at what, with how many dice, against what."""

from __future__ import annotations

import pytest

from tests.core import unit_kernels
from tests.core.fire_scenes import (
    GUN,
    HOWITZER,
    LIGHT_GUN,
    MG_SQUAD,
    MORTAR_SQUAD,
    NO_RADIO,
    RECON,
    SU_85,
    THIN,
    TIGER,
    aboard,
    duel,
    field_of_fire,
    fire,
    ready,
    ruled,
    state,
)
from tests.core.positions import EAST, NORTH, SOUTH, SQUAD, TANK, TRUCK, WEST, A, B, Position, table_of, user_unit
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.catalogue.units import Unit
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import (
    CHANCE_FIRE,
    CHANCE_SAVE,
    HULL,
    MACHINE_GUN,
    MAIN,
    MORTAR,
    MOVE,
    ORDER,
    PASS,
    PHASE_RESOLVE,
)
from tigersim.errors import RuleForbids
from tigersim.rules.switches import CoverDiePool, FindCoverEffect


@pytest.mark.rule("PT-FIRE-01", "PT-FIRE-02", "PT-UNIT-INF-02")
def test_infantry_reaches_twelve_inches_and_guns_any_distance() -> None:
    assert duel(SQUAD, TANK, 12).targets() == {(B, MAIN)}
    assert duel(SQUAD, TANK, 13).targets() == set()
    assert (B, MAIN) in duel(TANK, SQUAD, 36).targets()
    assert (B, MAIN) in duel(GUN, SQUAD, 36).targets()


@pytest.mark.rule("PT-FIRE-01", "PT-FIRE-03")
def test_a_shot_needs_a_line_of_sight() -> None:
    position = Position([TANK, SQUAD], [TANK], table_of("...........", ".....W.....", "..........."))
    position.put(A + 1, 0, 0)
    position.state.ask, position.state.asked, position.state.subject, position.state.card = ORDER, 0, A, 30
    for y, seen in ((0, True), (1, False), (2, True)):
        position.put(A, 1, y)
        position.put(B, 9, y)
        assert ((B, MAIN) in position.targets()) is seen


@pytest.mark.rule("PT-UNIT-SPG-01", "PT-NOTE-FORWARD_ONLY", "AMB-34")
def test_forward_guns_need_their_target_ahead() -> None:
    position = duel(SU_85, TANK)
    assert (B, MAIN) in position.targets()
    for facing in (NORTH, SOUTH, WEST):
        position.unit(A).facing = facing
        assert ((B, MAIN) in position.targets()) is False
    turret_and_hull = duel("M3 Lee", TANK)
    assert {(B, MAIN), (B, HULL)} <= turret_and_hull.targets()
    turret_and_hull.unit(A).facing = WEST
    assert (B, MAIN) in turret_and_hull.targets()
    assert (B, HULL) not in turret_and_hull.targets()


@pytest.mark.rule("PT-CARD-06", "PT-CARD-07", "PT-DIS-POOR_COMMAND", "PT-DIS-SLOW_RATE_OF_FIRE")
def test_some_fire_on_red_cards_only() -> None:
    assert (B, MAIN) in duel("T-34a", TANK, card="9H").targets()
    assert duel("T-34a", SQUAD, card="9S").targets() == set()
    slow = user_unit("slow gun", "medium_tank", disadvantages=("slow_rate_of_fire",))
    assert duel(slow, SQUAD, card="9S").targets() == set()


@pytest.mark.rule("PT-MG-07")
def test_a_machine_gun_is_aimed_at_armour_only_to_take_a_card() -> None:
    assert duel(TANK, TIGER).targets() == {(B, MAIN)}
    assert duel(TANK, TIGER, cards=("5C",)).targets() == {(B, MAIN), (B, MACHINE_GUN)}
    assert duel(TANK, TRUCK).targets() == {(B, MAIN), (B, MACHINE_GUN)}


@pytest.mark.rule("AMB-45")
def test_rifles_may_be_kept_from_armour() -> None:
    no_rifles = DEFAULT.replace(small_arms_vs_armor="cannot_hit_armor")
    assert duel(SQUAD, TANK).targets() == {(B, MAIN)}
    assert duel(SQUAD, TANK, ruleset=no_rifles).targets() == set()
    assert duel(SQUAD, TRUCK, ruleset=no_rifles).targets() == {(B, MAIN)}
    assert duel(TANK, TIGER, ruleset=no_rifles).targets() == {(B, MAIN)}
    assert duel(MG_SQUAD, TANK, ruleset=no_rifles, cards=("5C",)).targets() == {(B, MACHINE_GUN)}
    assert duel(MORTAR_SQUAD, TANK, ruleset=no_rifles).targets() == {(B, MORTAR)}


@pytest.mark.rule("PT-HIT-03")
def test_the_dead_are_no_targets() -> None:
    position = duel(TANK, SQUAD)
    position.state.unit[B].alive = 0
    assert position.targets() == set()


@pytest.mark.rule("PT-CARD-05", "PT-CARD-06", "PT-CARD-07", "PT-UNIT-LTANK-03", "PT-MG-02", "PT-ADV-SKIRT_ARMOR")
@pytest.mark.parametrize(
    ("attacker", "target", "distance", "card", "weapon", "dice"),
    [
        (TANK, SQUAD, 12, "10H", MAIN, 3),
        (TANK, SQUAD, 12, "10S", MAIN, 2),
        (TANK, SQUAD, 30, "10H", MAIN, 3),
        (TANK, SQUAD, 12, "10H", MACHINE_GUN, 4),
        (TIGER, SQUAD, 30, "10S", MAIN, 3),
        ("T-26", SQUAD, 12, "10H", MAIN, 3),
        ("T-26", SQUAD, 13, "10H", MAIN, 2),
        (SQUAD, TANK, 12, "10H", MAIN, 3),
        (SQUAD, "Panzer IV (late)", 12, "10H", MAIN, 2),
        (RECON, TANK, 12, "10S", MAIN, 1),
        (LIGHT_GUN, TANK, 13, "10S", MAIN, 1),
    ],
)
def test_dice_of_a_shot(attacker: str | Unit, target: str, distance: int, card: str, weapon: int, dice: int) -> None:
    position = duel(attacker, target, distance, card=card)
    fire(position, (CHANCE_FIRE, A, (1,) * dice), weapon=weapon)
    assert int(position.state.roll.n) == dice  # a miss: the attack dice still lie on the table
    assert position.asked == (ORDER, 0, A + 1)


@pytest.mark.rule("AMB-33")
def test_the_front_may_be_half_of_the_table() -> None:
    for width, ahead in (("quadrant_90", False), ("base_corners", False), ("half_plane_180", True)):
        # 3 inches ahead and 5 aside: at 59 degrees
        position = ready(field_of_fire(SU_85, (TANK, 3, 11), ruleset=ruled(front_arc=width)))
        assert ((B, MAIN) in position.targets()) is ahead
        position.put(B, 5, 11)  # at 45 degrees: the boundary is in the arc
        assert (B, MAIN) in position.targets()


@pytest.mark.rule("PT-UNIT-SPG-01", "PT-NOTE-TWO_GUNS", "AMB-34")
def test_a_pivot_brings_the_gun_to_bear_and_is_kept() -> None:
    position = field_of_fire(SU_85, (SQUAD, 0, 12), card="10H", ruleset=ruled(pivot_to_fire="free_pivot"))
    fire(ready(position), (CHANCE_FIRE, A, (1, 1, 1)))
    assert position.unit(A).facing == NORTH
    ahead = field_of_fire(SU_85, (SQUAD, 9, 8), card="10H", ruleset=ruled(pivot_to_fire="free_pivot"))
    fire(ready(ahead), (CHANCE_FIRE, A, (1, 1, 1)))
    assert ahead.unit(A).facing == EAST  # it need not turn, so it does not


@pytest.mark.rule("PT-FIRE-01", "AMB-35")
def test_towed_guns_may_be_given_an_arc() -> None:
    for reading, bears in (("all_round", True), ("front_only", False)):
        position = ready(field_of_fire(GUN, (TANK, 0, 12), ruleset=ruled(gun_arc=reading)))
        assert ((B, MAIN) in position.targets()) is bears


@pytest.mark.rule("PT-FIRE-08", "AMB-37")
@pytest.mark.parametrize(
    ("reading", "between", "seen"),
    [
        ("wrecks_only", "wreck", False),
        ("wrecks_only", "truck", True),
        ("wrecks_and_vehicles", "wreck", False),
        ("wrecks_and_vehicles", "truck", False),
        ("wrecks_and_vehicles", "squad", True),
        ("none", "wreck", True),
        ("none", "truck", True),
    ],
)
def test_what_stands_on_a_line_of_sight(reading: str, between: str, seen: bool) -> None:
    screen = SQUAD if between == "squad" else TRUCK
    position = field_of_fire(TANK, (TANK, 12, 6), (screen, 6, 6), ruleset=ruled(los_units_block=reading))
    if between == "wreck":
        wreck(position, B + 1)
    assert ((B, MAIN) in ready(position).targets()) is seen


def wreck(position: Position, slot: int) -> None:
    """The unit is destroyed and its owner leaves the wreck."""
    with as_written():
        unit_kernels.destroy(position.battle, position.table, position.work, slot, A)
        unit_kernels.settle_wreck(position.battle, position.table, position.work, slot, True)


@pytest.mark.rule("PT-MORTAR-02", "PT-HOW-01", "AMB-68", "AMB-75")
@pytest.mark.parametrize(
    ("spotter", "hits", "options", "spots"),
    [
        (SQUAD, 0, {}, True),
        (SQUAD, 1, {}, True),
        (SQUAD, 1, {"indirect_spotter": "not_shocked"}, False),
        (SQUAD, 0, {"indirect_spotter": "not_shocked"}, True),
        (SQUAD, 1, {"shock_effects": "no_spot_no_hold"}, False),
        (NO_RADIO, 0, {"indirect_spotter": "radio"}, False),
        (SQUAD, 1, {"indirect_spotter": "radio"}, True),
        (NO_RADIO, 0, {}, True),
    ],
    ids=str,
)
@pytest.mark.parametrize("firer", [MORTAR_SQUAD, HOWITZER], ids=str)
def test_spotters(firer: Unit, spotter: str | Unit, hits: int, options: dict[str, str], spots: bool) -> None:
    weapon = MORTAR if firer is MORTAR_SQUAD else MAIN
    # a wood between the firer and its target; the friend looks along it
    table = table_of(*["." * 24] * 5, "." * 10 + "W" + "." * 13, *["." * 24] * 5)
    position = Position([firer, spotter], [SQUAD], table, ruled(**options))
    position.put(A, 2, 5)
    position.put(B, 18, 5)
    position.put(A + 1, 18, 0)
    position.unit(A + 1).hits = hits
    position.state.ask, position.state.asked, position.state.subject, position.state.card = ORDER, 0, A, 30
    assert ((B, weapon) in position.targets()) is spots
    position.put(A + 1, 0, 5)  # it sees nothing either
    assert (B, weapon) not in position.targets()


@pytest.mark.rule("PT-MORTAR-02", "PT-CARRY-03", "AMB-68")
def test_passengers_do_not_spot() -> None:
    table = table_of(*["." * 24] * 5, "." * 10 + "W" + "." * 13, *["." * 24] * 5)
    position = Position([MORTAR_SQUAD, SQUAD, TRUCK], [SQUAD], table)
    position.put(A, 2, 5)
    position.put(B, 18, 5)
    position.put(A + 1, 18, 0)
    position.put(A + 2, 0, 5)
    position.state.ask, position.state.asked, position.state.subject, position.state.card = ORDER, 0, A, 30
    assert (B, MORTAR) in position.targets()
    aboard(position, A + 1, A + 2)
    position.put(A + 2, 0, 5)
    assert (B, MORTAR) not in position.targets()


@pytest.mark.rule("PT-MORTAR-04", "PT-HOW-02", "AMB-66")
@pytest.mark.parametrize(
    ("firer", "distance", "reading", "weapons"),
    [
        (MORTAR_SQUAD, 6, "choose_per_action", {MAIN}),
        (MORTAR_SQUAD, 7, "choose_per_action", {MAIN, MORTAR}),
        (MORTAR_SQUAD, 12, "choose_per_action", {MAIN, MORTAR}),
        (MORTAR_SQUAD, 13, "choose_per_action", {MORTAR}),
        (MORTAR_SQUAD, 6, "mortar_always_beyond_6", {MAIN}),
        (MORTAR_SQUAD, 7, "mortar_always_beyond_6", {MORTAR}),
        (HOWITZER, 6, "choose_per_action", set()),
        (HOWITZER, 7, "choose_per_action", {MAIN}),
    ],
    ids=str,
)
def test_the_least_range_of_indirect_fire(firer: Unit, distance: int, reading: str, weapons: set[int]) -> None:
    position = duel(firer, SQUAD, distance, ruleset=ruled(mortar_mode=reading))
    assert {weapon for _, weapon in position.targets()} == weapons


@pytest.mark.rule("PT-NOTE-HOWITZER", "PT-HOW-01", "AMB-69")
def test_who_is_a_howitzer_and_with_which_dice() -> None:
    for reading, dice in (("declared_at_pick", 4), ("heavy_no_extra_die", 3), ("scenario_only", 4)):
        position = duel("M7 Priest", SQUAD, 10, card="JH", ruleset=ruled(howitzer_identity=reading))
        fire(position, (CHANCE_FIRE, A, (1,) * dice))
        assert int(position.state.roll.n) == dice


@pytest.mark.rule("PT-MG-01", "PT-MG-02", "PT-NOTE-MG_ARMAMENT", "AMB-54", "AMB-57", "AMB-58", "AMB-59", "AMB-60")
@pytest.mark.parametrize(
    ("firer", "distance", "options", "weapons"),
    [
        ("T-26", 10, {}, {MAIN, MACHINE_GUN}),
        (SU_85, 10, {}, {MAIN}),
        (SU_85, 10, {"mg_default_classes": "all_armored"}, {MAIN, MACHINE_GUN}),
        ("M18 Hellcat", 10, {}, {MAIN, MACHINE_GUN}),
        ("M18 Hellcat", 10, {"mg_default_classes": "exclude_td"}, {MAIN}),
        ("Panzer I", 10, {}, {MACHINE_GUN}),
        ("Panzer I", 10, {"mg_only_reading": "only_if_word_only"}, {MAIN, MACHINE_GUN}),
        (MG_SQUAD, 10, {}, {MAIN, MACHINE_GUN}),
        (MG_SQUAD, 13, {}, {MACHINE_GUN}),
        (MG_SQUAD, 10, {"infantry_mg_mode": "always_mg"}, {MACHINE_GUN}),
    ],
    ids=str,
)
def test_weapons_of_a_unit(firer: str | Unit, distance: int, options: dict[str, str], weapons: set[int]) -> None:
    position = duel(firer, SQUAD, distance, ruleset=ruled(**options))
    assert {weapon for _, weapon in position.targets()} == weapons


@pytest.mark.rule("PT-MG-02", "AMB-54", "AMB-58")
@pytest.mark.parametrize(
    ("firer", "distance", "card", "options", "dice"),
    [
        (TANK, 10, "JH", {}, 4),
        (TANK, 10, "JS", {}, 3),
        (MG_SQUAD, 12, "JH", {}, 4),
        (MG_SQUAD, 13, "JH", {}, 3),
        ("T-26", 13, "JH", {}, 3),
        ("T-26", 13, "JH", {"class_modifier_weapon": "main_gun_only"}, 4),
        (TIGER, 13, "JS", {}, 4),
        (TIGER, 13, "JS", {"class_modifier_weapon": "main_gun_only"}, 3),
        ("Panzer I", 10, "JH", {}, 4),
        ("Panzer I", 10, "JH", {"two_mgs": "one_die_each"}, 5),
    ],
    ids=str,
)
def test_dice_of_a_machine_gun(firer: str | Unit, distance: int, card: str, options: dict[str, str], dice: int) -> None:
    position = duel(firer, SQUAD, distance, card=card, ruleset=ruled(**options))
    fire(position, (CHANCE_FIRE, A, (1,) * dice), weapon=MACHINE_GUN)
    assert int(position.unit(A).rolls) == dice


@pytest.mark.rule("AMB-58")
def test_two_machine_guns_may_attack_twice() -> None:
    position = duel("Panzer I", SQUAD, card="10H", ruleset=ruled(two_mgs="two_attacks"))
    fire(position, (CHANCE_FIRE, A, (1,) * 8), weapon=MACHINE_GUN)
    assert int(position.unit(A).rolls) == 8


@pytest.mark.rule("PT-MG-07", "AMB-73")
def test_an_unarmoured_half_track_is_hit_by_machine_guns() -> None:
    bare = user_unit("bare half-track", "half_track", unarmored=True)
    position = duel(TANK, bare, card="7H")
    fire(position, (CHANCE_FIRE, A, (2, 2, 2, 1)), weapon=MACHINE_GUN)
    assert state(position, B) == (1, 1)
    with pytest.raises(RuleForbids):
        Position([TANK], [bare], ruleset=ruled(unarmored_carrier="none_exist"))


@pytest.mark.rule("PT-CARRY-03", "PT1-CARRY-02", "AMB-89")
def test_passengers_neither_fire_nor_are_fired_at() -> None:
    for reading, targets in (("neither", {B}), ("cannot_fire_only", {B, B + 1})):
        position = field_of_fire(SQUAD, (TANK, 9, 6), (SQUAD, 9, 7), ruleset=ruled(passenger_targeting=reading))
        aboard(position, B + 1, B)
        assert {target for target, _ in ready(position).targets()} == targets
    in_truck = field_of_fire(SQUAD, (TRUCK, 9, 6), (SQUAD, 9, 7), ruleset=ruled(passenger_targeting="cannot_fire_only"))
    aboard(in_truck, B + 1, B)
    assert {target for target, _ in ready(in_truck).targets()} == {B}  # riders of tanks only
    rider = field_of_fire(SQUAD, (SQUAD, 9, 6))
    rider.turn_over(A + 1, "9C")
    rides = Position([SQUAD, TANK], [SQUAD])
    aboard(rides, A, A + 1)
    rides.put(B, 1, 5)
    rides.turn_over(A, "9H")
    rides.go(PHASE_RESOLVE)
    assert rides.asked == (ORDER, 0, A)
    assert rides.verbs() == {PASS, MOVE}


@pytest.mark.rule("AMB-62", "PT-MG-07")
def test_a_machine_gun_may_be_aimed_at_idle_armour_where_it_costs_its_actions() -> None:
    position = duel(TANK, TIGER, ruleset=ruled(suppression_effect="no_actions_this_turn"))
    assert (B, MACHINE_GUN) in position.targets()


# --- save dice against a shot ---------------------------------------------------------------------------------------


@pytest.mark.rule("PT-ARMOR-01", "PT-ARMOR-02", "PT-ARMOR-03")
@pytest.mark.parametrize(
    ("target", "aspect", "dice"),
    [
        (TANK, "front", 2),
        (TANK, "other", 1),
        (TIGER, "front", 3),
        (TIGER, "other", 2),
        ("M8 Greyhound", "other", 1),
        (SQUAD, "front", 0),
    ],
)
def test_armour_dice_by_aspect(target: str, aspect: str, dice: int) -> None:
    position = duel(TANK, target, card="3H", aspect=aspect)
    fire(position, (CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_SAVE, B, (1,) * dice))
    assert int(position.state.roll.n) == dice


@pytest.mark.rule("PT-COVER-01", "PT-COVER-02", "AMB-50")
@pytest.mark.parametrize(("target", "dice"), [(SQUAD, 1), (GUN, 1), (TRUCK, 0), (TANK, 2)], ids=str)
def test_cover_dice_in_a_wood(target: str | Unit, dice: int) -> None:
    position = duel(TANK, target, card="3H", cover=True)
    fire(position, (CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_SAVE, B, (1,) * dice))
    assert int(position.state.roll.n) == dice


@pytest.mark.rule("PT-COVER-06", "PT-COVER-08", "AMB-47", "AMB-48")
@pytest.mark.parametrize(
    ("target", "rulings", "dice", "cover_dice"),
    [
        (TANK, {}, 3, 1),
        (SQUAD, {}, 1, 1),
        (TANK, {"cover_die_pool": CoverDiePool.SAME_QUALITY}, 3, 0),
        (SQUAD, {"find_cover_effect": FindCoverEffect.INFANTRY_ONLY_IN_TERRAIN}, 0, 0),
    ],
)
def test_dice_of_found_cover(target: str, rulings: dict[str, int], dice: int, cover_dice: int) -> None:
    position = duel(TANK, target, card="3H")
    for switch, option in rulings.items():
        position.state.ruling[switch] = option
    position.unit(B).found_cover = 1
    fire(position, (CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_SAVE, B, (1,) * dice))
    roll = position.state.roll
    assert int(roll.n) == dice
    assert sum(int(kind) for kind in roll.kind[:dice]) == cover_dice


@pytest.mark.rule("PT-DIS-VULNERABLE_ARMOR", "AMB-107")
@pytest.mark.parametrize(
    ("rule", "aspect", "dice"),
    [
        ("cumulative_min_one", "front", 1),
        ("cumulative_min_one", "other", 1),
        ("cumulative_min_zero", "other", 0),
        ("not_cumulative_with_side", "front", 1),
        ("not_cumulative_with_side", "other", 1),
    ],
)
def test_vulnerable_armour(rule: str, aspect: str, dice: int) -> None:
    position = duel(TANK, THIN, card="3H", aspect=aspect, ruleset=DEFAULT.replace(vulnerable_armor_min=rule))
    fire(position, (CHANCE_FIRE, A, (2, 2, 2)), (CHANCE_SAVE, B, (6,) * dice))  # 6 = 2 x 3: lethal
    assert int(position.state.roll.n) == dice
    assert (int(position.unit(B).alive), int(position.unit(B).hits)) == ((1, 1) if dice else (0, 0))


@pytest.mark.rule("PT-FIRE-08", "PT1-FIRE-09", "AMB-38")
@pytest.mark.parametrize(
    ("reading", "target", "at", "dice"),
    [
        ("no_die", SQUAD, (11, 7), 0),
        ("adjacent_infantry_die", SQUAD, (11, 7), 1),  # next to the line, between the two
        ("adjacent_infantry_die", SQUAD, (13, 6), 0),  # behind its back
        ("adjacent_infantry_die", SQUAD, (10, 7), 0),  # not touching
        ("adjacent_infantry_die", TRUCK, (11, 7), 0),
    ],
    ids=str,
)
def test_cover_behind_a_wreck(reading: str, target: str, at: tuple[int, int], dice: int) -> None:
    position = field_of_fire(TANK, (target, 12, 6), (TRUCK, *at), card="3H", ruleset=ruled(wreck_cover=reading))
    wreck(position, B + 1)
    fire(ready(position), (CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_SAVE, B, (1,) * dice))
    assert int(position.state.roll.n) == (dice or 0)


@pytest.mark.rule("PT-COVER-01", "AMB-50")
def test_unarmoured_vehicles_may_have_cover_in_a_wood() -> None:
    position = duel(TANK, TRUCK, card="3H", cover=True, ruleset=ruled(vehicle_base_cover="unarmored_vehicles_too"))
    fire(position, (CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_SAVE, B, (5,)))
    assert state(position, B) == (1, 0)


@pytest.mark.rule("PT-UNIT-TD-01", "AMB-46")
@pytest.mark.parametrize(
    ("target", "reading", "aspect", "dice"),
    [
        ("M18 Hellcat", "keep_best_one", "front", 2),
        ("M18 Hellcat", "td_keep_random", "front", 1),
        ("M18 Hellcat", "keep_best_one", "other", 1),
        ("M18 Hellcat", "side_no_loss", "other", 2),
        ("T-26", "side_no_loss", "other", 2),
        (TANK, "side_no_loss", "other", 1),
    ],
)
def test_how_many_armour_dice_are_rolled_to_keep_one(target: str, reading: str, aspect: str, dice: int) -> None:
    position = duel(TANK, target, card="3H", aspect=aspect, ruleset=ruled(armor_keep_best=reading))
    fire(position, (CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_SAVE, B, (1,) * dice))
    assert int(position.state.roll.n) == dice


@pytest.mark.rule("PT-COVER-08", "AMB-47")
def test_added_dice_may_take_the_quality_of_the_armour() -> None:
    for reading, hits in (("separate_quality", 0), ("same_quality", 1)):
        position = duel(TANK, "BA-64", card="3H", ruleset=ruled(cover_die_pool=reading))
        position.unit(B).found_cover = 1
        # its one armour die saves on a 6 only; the cover die on a 5, unless it is of the same quality
        fire(position, (CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_SAVE, B, (5, 5)))
        assert state(position, B) == (1, hits)
