"""Find cover in battles: who may order it, the roll, what it brings and when it is lost."""

from __future__ import annotations

import pytest

from tests.core.order_scenes import assault, embark, reading, scene, strikes
from tests.core.positions import SQUAD, TANK, A, B, Position, table_of, user_unit
from tigersim.catalogue.units import Unit
from tigersim.core.enums import (
    ALL_DICE,
    ASSIGN,
    CHANCE_COVER,
    CHANCE_FIRE,
    CHANCE_MOVE,
    CHANCE_SAVE,
    FIND_COVER,
    FIRE,
    MAIN,
    MOVE,
    ONE_DIE,
    ORDER,
    PASS,
    PHASE_DRAW,
    PLACE,
    REROLL,
)

SCOUTS = user_unit("infiltrators", "infantry", advantages=("infiltrator",))
GUN = user_unit("gun", "towed_gun")
IMPROVED_SQUAD = user_unit("improved squad", "infantry", improved=True)


def searcher(unit: str | Unit, letter: str = ".", card: str = "9S", **readings: str) -> Position:
    """A unit alone on a piece of that terrain, with a card to find cover."""
    row = "..." + letter + "." * 12
    table = table_of(*["." * 16] * 6, row, *["." * 16] * 5)
    return scene([(unit, 3, 5)], [(SQUAD, 9, 5)], card, table=table, ruleset=reading(**readings))


def search(position: Position, *faces: int) -> None:
    """Order Find cover, with these dice to come."""
    position.dice((CHANCE_COVER, A, faces))
    position.do(FIND_COVER, A)


# --- the order and its roll ------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-COVER-03", "PT-COVER-04", "PT-CARD-07", "PT-CARD-08", "PT-COVER-08")
def test_anybody_may_look_for_cover_on_a_black_card_only() -> None:
    for unit in (SQUAD, TANK, GUN, user_unit("lorry", "transport")):
        assert FIND_COVER in searcher(unit, card="9S").verbs()
        assert FIND_COVER in searcher(unit, card="9C").verbs()
        assert FIND_COVER not in searcher(unit, card="9H").verbs()
        assert FIND_COVER not in searcher(unit, card="9D").verbs()
    riding = scene([(SQUAD, 3, 5), (TANK, 4, 5)], [], "9S")
    embark(riding, A, A + 1)
    assert FIND_COVER not in riding.verbs()


@pytest.mark.rule("PT-COVER-05", "PT-ADV-INFILTRATOR", "AMB-41")
@pytest.mark.parametrize(
    ("unit", "letter", "dice"),
    [
        (SQUAD, ".", 2),
        (SQUAD, "W", 3),
        (SQUAD, "B", 3),
        (SQUAD, "H", 3),
        (TANK, ".", 2),
        (TANK, "W", 3),
        (TANK, "H", 3),
        (GUN, "B", 3),
        (SCOUTS, ".", 3),
        (SCOUTS, "W", 4),
        (SCOUTS, "B", 4),
        (SCOUTS, "H", 4),
    ],
)
def test_dice(unit: str | Unit, letter: str, dice: int) -> None:
    position = searcher(unit, letter)
    position.do(FIND_COVER, A)
    assert int(position.unit(A).rolls) == dice


@pytest.mark.rule("PT-COVER-05", "AMB-41")
def test_a_vehicle_beside_a_house_is_in_town() -> None:
    house = table_of(*["." * 16] * 6, "....B...........", *["." * 16] * 5)
    for unit, dice in ((TANK, 3), (SQUAD, 2), (GUN, 2)):
        position = scene([(unit, 3, 5)], [], "9S", table=house)
        position.do(FIND_COVER, A)
        assert int(position.unit(A).rolls) == dice


@pytest.mark.rule("PT-COVER-05", "PT-COVER-06")
@pytest.mark.parametrize(("faces", "found"), [((4, 5), 1), ((4, 4), 0)])
def test_the_roll_is_held_against_the_card(faces: tuple[int, int], found: int) -> None:
    position = searcher(SQUAD)
    search(position, *faces)
    assert int(position.unit(A).found_cover) == found
    assert int(position.unit(A).actions) == 1
    assert position.asked == (ORDER, 0, A + 1)
    assert position.fault == "none"


@pytest.mark.rule("PT-COVER-06", "AMB-49")
def test_a_second_search_adds_nothing_and_takes_nothing_away() -> None:
    position = searcher(SQUAD)
    position.unit(A).found_cover = 1
    search(position, 1, 1)
    assert int(position.unit(A).found_cover) == 1
    position = searcher(SQUAD)
    position.unit(A).found_cover = 1
    search(position, 6, 6)
    assert int(position.unit(A).found_cover) == 1


# --- what it brings --------------------------------------------------------------------------------------------------


def dice_of_a_save(target: str | Unit, letter: str = ".", **readings: str) -> int:
    """Dice that a unit in found cover rolls against a hit from the front."""
    row = "." * 9 + letter + "." * 6
    table = table_of(*["." * 16] * 6, row, *["." * 16] * 5)
    position = scene([(TANK, 9, 0)], [(target, 9, 5)], "2H", table=table, ruleset=reading(**readings))
    position.unit(B).found_cover = 1
    position.dice((CHANCE_FIRE, A, (1, 1, 1)))  # a hit, but no lethal one: 3 against 2 and 4
    position.do(FIRE, A, B, MAIN)
    return int(position.unit(B).rolls)


@pytest.mark.rule("PT-COVER-06", "PT-COVER-07", "PT-COVER-08", "AMB-48")
@pytest.mark.parametrize(
    ("option", "in_the_open", "in_a_wood", "gun", "tank"),
    [("always_one_die", 1, 2, 1, 3), ("infantry_only_in_terrain", 0, 2, 1, 3)],
)
def test_one_die_more(option: str, in_the_open: int, in_a_wood: int, gun: int, tank: int) -> None:
    assert dice_of_a_save(SQUAD, find_cover_effect=option) == in_the_open
    assert dice_of_a_save(SQUAD, "W", find_cover_effect=option) == in_a_wood
    assert dice_of_a_save(SQUAD, "B", find_cover_effect=option) == in_a_wood
    assert dice_of_a_save(GUN, find_cover_effect=option) == gun
    assert dice_of_a_save(TANK, find_cover_effect=option) == tank  # next to its two armour dice


# --- how long it lasts -----------------------------------------------------------------------------------------------


def covered_after(option: str, verb: int) -> int:
    """Whether found cover is left after a move that fails, a shot, or an assault that is won."""
    cards = {MOVE: "AS", FIRE: "2S", PASS: "2S"}
    position = scene([(SQUAD, 3, 5)], [(SQUAD, 8, 5)], cards.get(verb, "2H"), ruleset=reading(find_cover_loss=option))
    position.unit(A).found_cover = 1
    if verb == MOVE:
        position.dice((CHANCE_MOVE, A, (1, 1)))
        position.do(MOVE, A)
        assert position.asked == (ORDER, 0, A + 1)  # it has not moved an inch
    elif verb in (FIRE, PASS):
        position.do(verb, A if verb == FIRE else 0, B if verb == FIRE else 0)
    else:
        assault(position)
    return int(position.unit(A).found_cover)


@pytest.mark.rule("PT-COVER-09", "PT-MOVE-08", "AMB-49")
@pytest.mark.parametrize(
    ("option", "next_turn", "won_ground"),
    [("lost_on_move_start", 1, 0), ("literal_move_only", 1, 1), ("end_of_turn", 0, 0)],
)
def test_what_ends_found_cover(option: str, next_turn: int, won_ground: int) -> None:
    assert covered_after(option, FIRE) == 1
    assert covered_after(option, PASS) == 1
    assert covered_after(option, MOVE) == 0  # starting is enough
    assert covered_after(option, -1) == won_ground
    position = searcher(SQUAD, find_cover_loss=option)
    search(position, 6, 6)
    position.go(PHASE_DRAW)
    assert position.asked[0] == ASSIGN
    assert int(position.unit(A).found_cover) == next_turn


@pytest.mark.rule("PT-COVER-09", "AMB-49")
def test_found_cover_outlasts_shock_and_a_lost_assault() -> None:
    position = scene([(TANK, 8, 0)], [(SQUAD, 8, 5)], "5H")
    position.unit(B).found_cover = 1
    position.dice((CHANCE_FIRE, A, (2, 2, 1)), (CHANCE_SAVE, B, (1,)))
    position.do(FIRE, A, B, MAIN)
    assert (int(position.unit(B).hits), int(position.unit(B).found_cover)) == (1, 1)
    lost = scene([(SQUAD, 3, 5)], [(SQUAD, 8, 5)], "AH")
    lost.unit(A).found_cover = 1
    strikes(lost, (A, (1, 1)), (B, (1, 1)))
    assault(lost)
    assert int(lost.unit(A).found_cover) == 1


@pytest.mark.rule("PT-COVER-09")
def test_cover_lost_is_found_again_by_a_new_order_only() -> None:
    position = scene([(SQUAD, 3, 5)], [], "4S", second="3S")
    position.unit(A).found_cover = 1
    position.dice((CHANCE_MOVE, A, (2, 2)))
    position.do(MOVE, A)
    position.do(PLACE, A, at=(3, 5, 0))
    assert int(position.unit(A).found_cover) == 0
    assert position.asked == (ORDER, 0, A)
    position.do(FIND_COVER, A)
    assert position.asked == (ORDER, 0, A + 1)


# --- re-rolls --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AMB-100", "PT-IMPROVED-02")
@pytest.mark.parametrize(("option", "again"), [("listed_rolls", False), ("all_own_tests", True)])
def test_improved_units(option: str, again: bool) -> None:
    position = searcher(IMPROVED_SQUAD, improved_reroll_scope=option)
    search(position, 6, 1, 3)
    assert (position.asked == (REROLL, 0, A)) == again
    if again:
        assert position.verbs() == {PASS, ONE_DIE, ALL_DICE}
        position.do(ONE_DIE, A, which=1)
    assert int(position.unit(A).found_cover) == again
