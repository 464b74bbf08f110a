"""Close combat as each reading has it: from one position, what the default does and what the other readings do."""

from __future__ import annotations

import pytest

from tests.core.order_scenes import alive, assault, embark, name, reading, scene, stands, strikes
from tests.core.positions import SQUAD, TANK, TRUCK, A, B, Position, table_of, user_unit
from tigersim.core.codes import fields_of
from tigersim.core.enums import (
    ALL_DICE,
    ASSAULT,
    DARE,
    DISMOUNT,
    FOLLOW,
    GO_ON,
    HELP,
    NAME,
    OCCUPY,
    ONE_DIE,
    ORDER,
    PASS,
    REROLL,
    SOME_DICE,
    STRIKE,
    WRECK,
)

GUN = user_unit("gun", "towed_gun")
RECKLESS = user_unit("reckless squad", "infantry", advantages=("suicide_assault",))
IMPROVED_SQUAD = user_unit("improved squad", "infantry", improved=True)
IMPROVED_TANK = user_unit("improved tank", "medium_tank", improved=True)


@pytest.mark.rule("AMB-76", "PT-MELEE-02", "PT-MELEE-07", "PT-FOLLOW-09")
@pytest.mark.parametrize(("option", "victims"), [("each_within_6", {B}), ("leader_only", {B, B + 1})])
def test_reach_of_followers(option: str, victims: set[int]) -> None:
    position = scene(
        [(SQUAD, 3, 5), (SQUAD, 1, 5)],
        [(SQUAD, 6, 5), (SQUAD, 9, 5)],
        "KH",
        ruleset=reading(melee_each_reach=option),
    )
    strikes(position, (A, (1, 1)))
    assault(position, A + 1)
    assert position.asked == (STRIKE, 0, A + 1)
    assert position.units(NAME) == victims  # B + 1 is seven inches away from the follower


@pytest.mark.rule("AMB-77", "PT-MELEE-02", "PT-MELEE-04")
@pytest.mark.parametrize(
    ("option", "across", "into_house"),
    [("straight_distance", True, True), ("legal_path_6", False, True), ("no_vehicles_into_buildings", True, False)],
)
def test_way_to_the_enemy(option: str, across: bool, into_house: bool) -> None:
    ruleset = reading(melee_path=option)
    wood = table_of(*[".....W.........."] * 12)  # entering it would end a move
    behind = scene([(TANK, 3, 5)], [(SQUAD, 8, 5)], "5H", table=wood, ruleset=ruleset)
    assert (ASSAULT in behind.verbs()) == across
    house = table_of(*["." * 16] * 6, "........B.......", *["." * 16] * 5)
    inside = scene([(TANK, 3, 5)], [(SQUAD, 8, 5)], "2H", table=house, ruleset=ruleset)
    assert (ASSAULT in inside.verbs()) == into_house
    if into_house:
        assault(inside)
        assert stands(inside, A) == (7, 5)  # from outside
    on_foot = scene([(SQUAD, 3, 5)], [(SQUAD, 8, 5)], "2H", table=house, ruleset=ruleset)
    assert ASSAULT in on_foot.verbs()


@pytest.mark.rule("AMB-78", "PT-MELEE-06", "PT-MELEE-13")
@pytest.mark.parametrize(
    ("option", "answer", "place", "cover"),
    [
        ("stay_adjacent", None, (7, 5), 0),
        ("occupy", GO_ON, (8, 5), 0),
        ("occupy", PASS, (7, 5), 0),
        ("always_return", None, (3, 5), 1),
    ],
)
def test_ground_won(option: str, answer: int | None, place: tuple[int, int], cover: int) -> None:
    position = scene([(SQUAD, 3, 5)], [(SQUAD, 8, 5)], "2H", ruleset=reading(melee_after_success=option))
    position.unit(A).found_cover = 1
    assault(position)
    if answer is not None:
        assert position.asked == (OCCUPY, 0, A)
        position.do(answer)
    assert position.asked == (ORDER, 0, A + 1)
    assert stands(position, A) == place
    assert int(position.unit(A).found_cover) == cover
    assert position.fault == "none"


@pytest.mark.rule("AMB-78", "PT-MELEE-13", "PT-FIRE-08")
def test_a_wreck_keeps_the_place() -> None:
    position = scene([(SQUAD, 3, 5)], [(TANK, 8, 5)], "2H", ruleset=reading(melee_after_success="occupy"))
    assault(position)
    assert position.asked == (WRECK, 1, B)
    position.do(GO_ON)
    assert position.asked == (ORDER, 0, A + 1)
    assert stands(position, A) == (7, 5)


@pytest.mark.rule("AMB-78", "PT-MELEE-13")
def test_nobody_occupies_while_a_defender_is_left() -> None:
    ruleset = reading(melee_after_success="occupy")
    position = scene([(SQUAD, 3, 5)], [(SQUAD, 8, 5), (TANK, 9, 5)], "8H", ruleset=ruleset)
    strikes(position, (A, (6, 2)), (B + 1, (1,)))
    assault(position, helpers=[B + 1])
    position.do(NAME, A)
    assert position.asked == (ORDER, 0, A + 1)
    assert stands(position, A) == (3, 5)


@pytest.mark.rule("AMB-79", "PT-MELEE-05", "PT-MELEE-08", "PT-MELEE-09", "PT-MELEE-13")
@pytest.mark.parametrize("option", ["all_survivors_strike", "only_if_target_survives", "named_after_attack"])
@pytest.mark.parametrize("falls", [True, False])
def test_helpers_after_the_target_falls(option: str, falls: bool) -> None:
    ruleset = reading(melee_supporters_strike=option)
    position = scene([(TANK, 3, 5)], [(SQUAD, 8, 5), (TANK, 9, 5)], "8H", ruleset=ruleset)
    strikes(position, (A, (6, 2) if falls else (1,)), (B, (1, 1, 1)), (B + 1, (1,)))
    position.do(ASSAULT, A, B)
    if option == "named_after_attack":
        assert int(position.unit(A).rolls) == 2  # the attack has been made
        assert (position.asked[0] == HELP) == (not falls)
    else:
        assert position.asked == (HELP, 1, B)
        assert int(position.unit(A).rolls) == 0
    if position.asked[0] == HELP:
        position.do(NAME, B + 1)
    strikes_back = not falls or option == "all_survivors_strike"
    assert (position.asked[0] == STRIKE) == strikes_back
    if strikes_back:
        position.do(NAME, A)
    assert position.asked == (ORDER, 0, A + 1)
    # a helper that is left drives the attacker back, whether it may strike or not
    named = not falls or option != "named_after_attack"
    assert stands(position, A) == ((3, 5) if named else (7, 5))


@pytest.mark.rule("AMB-80", "PT-MELEE-08", "PT-MELEE-10", "PT-FOLLOW-10")
@pytest.mark.parametrize(("option", "others"), [("any_within_3", {B + 1, B + 2}), ("helpers_only", {B + 1})])
def test_other_enemies_near_the_target(option: str, others: set[int]) -> None:
    position = scene(
        [(TANK, 3, 5), (TANK, 3, 6)],
        [(SQUAD, 6, 5), (SQUAD, 7, 5), (SQUAD, 7, 6)],
        "8H",
        ruleset=reading(melee_secondary_targets=option),
    )
    strikes(position, (A, (1,)))
    assault(position, A + 1, helpers=[B + 1])
    assert position.units(NAME) == {B} | others


@pytest.mark.rule("AMB-81", "PT-HIT-05", "PT-MELEE-05", "PT-MELEE-08")
@pytest.mark.parametrize(
    ("option", "strikes_back", "helps"),
    [("target_yes_helper_no", True, False), ("never", False, False), ("always", True, True)],
)
def test_shocked_defenders(option: str, strikes_back: bool, helps: bool) -> None:
    ruleset = reading(melee_shocked_defender=option)
    position = scene([(TANK, 3, 5)], [(SQUAD, 8, 5), (SQUAD, 9, 5)], "8H", ruleset=ruleset)
    position.unit(B).hits = position.unit(B + 1).hits = 1
    strikes(position, (A, (1,)), (B, (1, 1, 1)))
    position.do(ASSAULT, A, B)
    assert (position.asked[0] == HELP) == helps
    if helps:
        position.do(NAME, B + 1)
        assert position.asked == (STRIKE, 1, B + 1)
    assert int(position.unit(B).rolls) == (3 if strikes_back else 0)


@pytest.mark.rule("AMB-82", "PT-MELEE-03", "PT-MELEE-08")
@pytest.mark.parametrize(("option", "helpers"), [("only_when_attacked", {B + 1}), ("may_help", {B + 1, B + 2})])
def test_guns_as_helpers(option: str, helpers: set[int]) -> None:
    ruleset = reading(melee_guns_help=option)
    position = scene([(TANK, 3, 5)], [(SQUAD, 8, 5), (SQUAD, 9, 5), (GUN, 9, 6)], "8H", ruleset=ruleset)
    position.do(ASSAULT, A, B)
    assert position.units(NAME) == helpers


@pytest.mark.rule("AMB-83", "PT-MELEE-04", "PT-CARRY-05")
@pytest.mark.parametrize(
    ("option", "lives", "hits"),
    [("hit_and_dismount", 1, 1), ("destroyed_with_vehicle", 0, 0), ("unhurt_dismount", 1, 0)],
)
def test_passengers_in_close_combat(option: str, lives: int, hits: int) -> None:
    ruleset = reading(melee_passengers=option)
    position = scene([(SQUAD, 3, 5)], [(TRUCK, 8, 5), (SQUAD, 9, 5)], "2H", ruleset=ruleset)
    embark(position, B + 1, B)
    assault(position)
    assert alive(position, A, B, B + 1) == [1, 0, lives]
    assert position.asked[0] == (DISMOUNT if lives else WRECK)
    assert int(position.unit(B + 1).hits) == hits
    assert int(position.state.player[0].vp) == (1 if lives else 2)
    position.do(*_first_place(position))
    assert position.fault == "none"


def _first_place(position: Position) -> tuple[int, int, int, int, tuple[int, int, int]]:
    """Some legal answer, as the arguments of ``Position.do``."""
    code = position.legal()[0]
    verb, unit, target, which, cell, facing = fields_of(code)
    width = int(position.table[0].width)
    place = (cell % width, cell // width, facing)
    return verb, unit, target, which, place


@pytest.mark.rule("AMB-84", "PT-ADV-SUICIDE_ASSAULT")
@pytest.mark.parametrize(
    ("option", "asked", "dice"),
    [
        ("optional_any_melee_roll", (True, True), (3, 3)),
        ("attack_only", (True, False), (3, 3)),
        ("mandatory", (False, False), (4, 4)),
    ],
)
def test_suicide_assault(option: str, asked: tuple[bool, bool], dice: tuple[int, int]) -> None:
    ruleset = reading(suicide_assault=option)
    attacker = scene([(RECKLESS, 3, 5)], [(SQUAD, 8, 5)], "AH", ruleset=ruleset)
    strikes(attacker, (A, (1, 1, 1, 1)), (B, (1, 1)))
    assault(attacker)
    assert (attacker.asked == (DARE, 0, A)) == asked[0]
    if asked[0]:
        attacker.do(PASS)
    assert int(attacker.unit(A).rolls) == dice[0]
    assert alive(attacker, A) == [1 if dice[0] == 3 else 0]
    defender = scene([(TANK, 3, 5)], [(RECKLESS, 8, 5)], "AH", ruleset=ruleset)
    strikes(defender, (A, (1,)), (B, (1, 1, 1, 1)))
    assault(defender)
    assert (defender.asked == (DARE, 1, B)) == asked[1]
    if asked[1]:
        defender.do(PASS)
    assert int(defender.unit(B).rolls) == dice[1]
    assert alive(defender, A, B) == [1, 1 if dice[1] == 3 else 0]


@pytest.mark.rule("AMB-88", "PT-FOLLOW-04", "PT-FOLLOW-10")
@pytest.mark.parametrize(
    ("option", "leader", "strikes_too"),
    [
        ("independent", (1,), True),
        ("independent", (6, 2), True),
        ("leader_must_succeed", (1,), False),
        ("leader_must_succeed", (6, 2), True),
    ],
)
def test_following_a_failure(option: str, leader: tuple[int, ...], strikes_too: bool) -> None:
    ruleset = reading(follow_independent=option)
    position = scene([(TANK, 3, 5), (TANK, 3, 6)], [(SQUAD, 8, 5), (SQUAD, 9, 6)], "8H", ruleset=ruleset)
    strikes(position, (A, leader), (B, (1, 1, 1)))
    position.do(ASSAULT, A, B)
    name(position, FOLLOW, [A + 1])
    name(position, HELP, [])
    assert (position.asked == (STRIKE, 0, A + 1)) == strikes_too


@pytest.mark.rule("AMB-99", "PT-IMPROVED-03", "PT-IMPROVED-04")
@pytest.mark.parametrize(
    ("option", "verbs"),
    [("one_or_all", {PASS, ONE_DIE, ALL_DICE}), ("any_subset", {PASS, ONE_DIE, SOME_DICE, ALL_DICE})],
)
def test_dice_of_one_re_roll(option: str, verbs: set[int]) -> None:
    ruleset = reading(improved_reroll_extent=option)
    position = scene([(IMPROVED_SQUAD, 3, 5)], [(SQUAD, 8, 5)], "AH", ruleset=ruleset)
    strikes(position, (A, (1, 1, 2, 4, 5)))
    assault(position)
    assert position.asked == (REROLL, 0, A)
    assert position.verbs() == verbs
    if SOME_DICE in verbs:
        assert position.which(SOME_DICE) == [0b011, 0b101, 0b110]
        position.do(SOME_DICE, A, which=0b011)
        assert alive(position, B) == [0]  # 4 + 5 + 2


@pytest.mark.rule("AMB-100", "PT-IMPROVED-02", "PT-IMPROVED-03")
@pytest.mark.parametrize(("option", "again"), [("listed_rolls", False), ("all_own_tests", True)])
def test_rolls_of_improved_vehicles(option: str, again: bool) -> None:
    ruleset = reading(improved_reroll_scope=option)
    position = scene([(IMPROVED_TANK, 3, 5)], [(SQUAD, 8, 5)], "AH", ruleset=ruleset)
    strikes(position, (A, (1,)), (B, (1, 1)))
    assault(position)
    assert (position.asked == (REROLL, 0, A)) == again
