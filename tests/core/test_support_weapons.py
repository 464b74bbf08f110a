"""Mortars and howitzers in battles: the second shot, suppression, the neighbour that goes to ground."""

from __future__ import annotations

import pytest

from tests.core.fire_scenes import (
    HOWITZER,
    MORTAR_SQUAD,
    TIGER,
    Roll,
    cards_left,
    duel,
    field_of_fire,
    fire,
    ready,
    ruled,
    state,
)
from tests.core.positions import SQUAD, TANK, A, B, Position, user_unit
from tests.quick import quick
from tigersim.catalogue.units import Unit
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import (
    CHANCE_FIRE,
    CHANCE_SAVE,
    DROP,
    EFFECT,
    FIRE,
    HIDDEN,
    MAIN,
    MORTAR,
    NAME,
    ORDER,
    PASS,
    SECOND_SHOT,
    SPLASH,
)
from tigersim.core.play import kernels

NEAR, FAR = (SQUAD, 10, 6), (SQUAD, 17, 6)
"""Six inches from each other; from the firer 9 and 16."""


def shell(position: Position, *dice: Roll, target: int = B) -> None:
    """Fire the mortar with these dice to come."""
    position.dice(*dice)
    position.do(FIRE, A, target, MORTAR)


@pytest.mark.rule("PT-MORTAR-01", "PT-MORTAR-03", "AMB-66")
@pytest.mark.parametrize(
    ("distance", "card", "dice"), [(9, "JH", 3), (9, "JS", 2), (12, "JH", 3), (13, "JH", 2), (13, "JS", 1)]
)
def test_dice_of_a_mortar(distance: int, card: str, dice: int) -> None:
    position = duel(MORTAR_SQUAD, SQUAD, distance, card=card)
    shell(position, (CHANCE_FIRE, A, (1,) * dice))
    assert int(position.unit(A).rolls) == dice


@pytest.mark.rule("PT-ADV-SKIRT_ARMOR", "AMB-108")
@pytest.mark.parametrize(("reading", "dice"), [("all_infantry_rolls", 2), ("no_support_weapons", 3)])
def test_skirts_and_mortars(reading: str, dice: int) -> None:
    position = duel(MORTAR_SQUAD, "Panzer IV (late)", 9, card="JH", ruleset=ruled(skirt_armor_scope=reading))
    shell(position, (CHANCE_FIRE, A, (1,) * dice))
    assert int(position.unit(A).rolls) == dice


@pytest.mark.rule("PT-MORTAR-05", "PT-HOW-02", "AMB-65")
@pytest.mark.parametrize("firer", [MORTAR_SQUAD, HOWITZER], ids=str)
@pytest.mark.parametrize(
    ("target", "reading", "left"),
    [
        (SQUAD, "mg_hit_one_card_support_all", 0),
        (TIGER, "mg_hit_one_card_support_all", 2),
        (TIGER, "near_miss_one_card", 1),
        (SQUAD, "near_miss_one_card", 0),
    ],
)
def test_near_misses(firer: Unit, target: str, reading: str, left: int) -> None:
    weapon = MORTAR if firer is MORTAR_SQUAD else MAIN
    rules = ruled(armored_suppression=reading)
    position = duel(firer, target, card="8H", cards=("5C", "6C"), ruleset=rules)
    saves = ((CHANCE_SAVE, B, (1, 1, 1)),) if left == 1 else ()
    fire(position, (CHANCE_FIRE, A, (1, 1, 2)), *saves, weapon=weapon)  # 4 is half of 8
    if left == 1:
        assert position.asked == (EFFECT, 0, B)
        position.do(DROP, B, which=HIDDEN)
    assert (state(position, B), cards_left(position, B)) == ((1, 0), left)


@pytest.mark.rule("PT-MORTAR-05", "PT-MG-05", "AMB-64")
def test_a_cover_die_cancels_the_suppression_of_a_mortar() -> None:
    position = duel(MORTAR_SQUAD, SQUAD, card="8H", cover=True, cards=("5C",))
    shell(position, (CHANCE_FIRE, A, (1, 1, 2)), (CHANCE_SAVE, B, (5,)))
    assert cards_left(position, B) == 1


@pytest.mark.rule("PT-MORTAR-05")
def test_mortars_hit_armour() -> None:
    position = duel(MORTAR_SQUAD, TIGER, card="6H")
    shell(position, (CHANCE_FIRE, A, (2, 2, 2)), (CHANCE_SAVE, B, (1, 1, 1)))
    assert state(position, B) == (1, 1)
    assert position.asked == (SECOND_SHOT, 0, A)


# --- the second shot -------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-MORTAR-06", "AMB-67")
def test_a_hit_brings_one_more_shot_at_the_same_target() -> None:
    position = field_of_fire(MORTAR_SQUAD, NEAR, card="7H")
    shell(ready(position), (CHANCE_FIRE, A, (2, 2, 3, 2, 3, 2)))
    assert position.asked == (SECOND_SHOT, 0, A)
    assert state(position, B) == (1, 1)
    position.do(FIRE, A, B, MORTAR)
    assert state(position, B) == (0, 1)
    assert position.asked[0] != SECOND_SHOT  # it was the second


@pytest.mark.rule("PT-MORTAR-06", "AMB-67")
def test_a_miss_brings_none_and_the_shot_may_be_let_be() -> None:
    missed = field_of_fire(MORTAR_SQUAD, NEAR, card="7H")
    shell(ready(missed), (CHANCE_FIRE, A, (2, 2, 2)))
    assert missed.asked == (ORDER, 0, A + 1)
    let_be = field_of_fire(MORTAR_SQUAD, NEAR, card="7H")
    shell(ready(let_be), (CHANCE_FIRE, A, (2, 2, 3)))
    let_be.do(PASS)
    assert let_be.asked == (ORDER, 0, A + 1)
    assert int(let_be.unit(A).rolls) == 3


@pytest.mark.rule("PT-MORTAR-06", "PT-MORTAR-03", "PT-MORTAR-04", "AMB-67")
def test_the_second_shot_at_another_target_rolls_its_own_dice() -> None:
    too_near, too_far = (SQUAD, 6, 6), (SQUAD, 18, 6)
    position = field_of_fire(MORTAR_SQUAD, NEAR, FAR, too_near, too_far, card="7H")
    shell(ready(position), (CHANCE_FIRE, A, (6, 6, 6, 6, 1)))
    assert state(position, B)[0] == 0  # 18 is a lethal hit; the shot follows all the same
    assert position.targets() == {(B + 1, MORTAR)}
    position.do(FIRE, A, B + 1, MORTAR)
    assert int(position.unit(A).rolls) == 5  # 16 inches off: two dice
    assert state(position, B + 1) == (1, 1)


@pytest.mark.rule("PT-MORTAR-06", "AMB-67")
@pytest.mark.parametrize(
    ("reading", "save", "asked"),
    [
        ("on_attack_roll_once", 5, True),
        ("on_attack_roll_once", 4, True),
        ("on_unsaved_hit", 5, False),
        ("on_unsaved_hit", 4, True),
        ("chain", 5, True),
    ],
)
def test_what_brings_the_second_shot(reading: str, save: int, asked: bool) -> None:
    position = duel(MORTAR_SQUAD, SQUAD, card="7H", cover=True, ruleset=ruled(mortar_second_shot=reading))
    shell(position, (CHANCE_FIRE, A, (2, 2, 3)), (CHANCE_SAVE, B, (save,)))
    assert (position.asked[0] == SECOND_SHOT) is asked


@pytest.mark.rule("PT-MORTAR-06", "AMB-67")
def test_a_chain_of_shots_lasts_as_long_as_they_hit() -> None:
    position = duel(MORTAR_SQUAD, TIGER, card="6H", ruleset=ruled(mortar_second_shot="chain"))
    saved = (CHANCE_SAVE, B, (5, 1, 1))
    shell(position, (CHANCE_FIRE, A, (2, 2, 2)), saved)
    for dice, asked in (((2, 2, 3), True), ((3, 2, 2), True), ((1, 1, 2), False)):
        rolls = [(CHANCE_FIRE, A, dice), saved] if asked else [(CHANCE_FIRE, A, dice)]
        shell(position, *rolls)
        assert (position.asked[0] == SECOND_SHOT) is asked


@pytest.mark.rule("PT-MORTAR-06", "PT-ADV-RAPID_FIRE", "AMB-67", "AMB-102")
def test_rapid_fire_gets_a_second_shot_with_each_roll_and_comes_back_to_its_target() -> None:
    rapid = user_unit("rapid mortar", "infantry", mortar=True, advantages=("rapid_fire",))
    position = field_of_fire(rapid, NEAR, FAR, card="6H")
    shell(ready(position), (CHANCE_FIRE, A, (2, 2, 2)))
    shell(position, (CHANCE_FIRE, A, (1, 1, 2, 2, 2)), target=B + 1)  # misses; then the second roll at the first target
    assert state(position, B) == (0, 1)
    assert state(position, B + 1) == (1, 0)
    assert position.asked == (SECOND_SHOT, 0, A)
    assert position.targets() == {(B + 1, MORTAR)}


# --- howitzers -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-HOW-01", "PT-NOTE-HOWITZER", "AMB-69")
def test_howitzers_fire_over_woods_where_a_friend_sees() -> None:
    position = duel("M7 Priest", SQUAD, 20, card="7H")
    assert position.targets() == {(B, MAIN)}
    fire(position, (CHANCE_FIRE, A, (1, 1, 1, 1)))  # a heavy gun: 4 dice
    assert int(position.unit(A).rolls) == 4


@pytest.mark.rule("PT-HOW-03", "AMB-70")
def test_a_hit_sends_one_neighbour_to_ground() -> None:
    enemies = ((SQUAD, 12, 6), (SQUAD, 12, 8), (SQUAD, 19, 6), (TANK, 12, 4), (SQUAD, 20, 6), (SQUAD, 11, 6))
    position = field_of_fire(HOWITZER, *enemies, card="7H")
    for k, card in enumerate(("3C", "4C", "5C", "6C", "8C")):
        position.give(B + k, card)
    fire(ready(position), (CHANCE_FIRE, A, (2, 2, 3)))
    assert position.asked == (SPLASH, 0, A)
    # not the target, not armour, not one 7 inches off, not one without a card
    assert position.units(NAME) == {B + 1, B + 2}
    position.do(NAME, B + 2)
    assert [cards_left(position, B + k) for k in range(5)] == [0, 1, 0, 1, 1]


@pytest.mark.rule("PT-HOW-03", "AMB-70")
def test_a_saved_hit_does_it_too_and_a_miss_does_not() -> None:
    for dice, saves, left in (((2, 2, 3), ((CHANCE_SAVE, B, (6, 6, 6)),), 0), ((1, 1, 2), (), 1)):
        position = field_of_fire(HOWITZER, (TIGER, 12, 6), (SQUAD, 12, 8), card="7H")
        position.give(B + 1, "3C")
        fire(ready(position), (CHANCE_FIRE, A, dice), *saves)
        assert cards_left(position, B + 1) == left  # one neighbour only: nothing to choose


@pytest.mark.rule("PT-HOW-03", "AMB-70")
@pytest.mark.parametrize(
    ("reading", "die", "left"),
    [("unarmored_enemy_no_save", 5, 0), ("save_allowed", 5, 1), ("save_allowed", 4, 0)],
)
def test_whether_the_neighbour_may_save(reading: str, die: int, left: int) -> None:
    position = field_of_fire(
        HOWITZER, (SQUAD, 12, 6), (SQUAD, 12, 8), card="7H", ruleset=ruled(howitzer_splash=reading)
    )
    position.give(B + 1, "3C")
    position.unit(B + 1).found_cover = 1
    fire(ready(position), (CHANCE_FIRE, A, (2, 2, 3)), (CHANCE_SAVE, B + 1, (die,)))
    assert cards_left(position, B + 1) == left


@pytest.mark.rule("PT-HOW-03", "AMB-62")
def test_a_neighbour_without_a_card_is_named_where_it_loses_its_actions() -> None:
    rules = ruled(suppression_effect="no_actions_this_turn")
    position = field_of_fire(HOWITZER, (SQUAD, 12, 6), (SQUAD, 12, 8), card="7H", ruleset=rules)
    fire(ready(position), (CHANCE_FIRE, A, (2, 2, 3)))
    assert position.unit(B + 1).silenced == 1


@pytest.mark.rule("PT-HOW-03", "AMB-62")
def test_the_heuristic_player_names_a_neighbour_even_where_none_holds_a_card() -> None:
    rules = ruled(suppression_effect="no_actions_this_turn")
    position = field_of_fire(HOWITZER, (SQUAD, 12, 6), (SQUAD, 12, 8), (SQUAD, 12, 4), card="7H", ruleset=rules)
    fire(ready(position), (CHANCE_FIRE, A, (2, 2, 3)))
    assert position.asked == (SPLASH, 0, A)
    with as_written():
        chosen = int(kernels.choose(quick(), position.battle, position.table, position.work))
    assert chosen in position.legal()
