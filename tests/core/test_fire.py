"""A Fire action, die by die: hits, saves, what the traits make of them, re-rolls, further rolls."""

from __future__ import annotations

import pytest

from tests.core.fire_scenes import (
    IMPROVED_TANK,
    RAPID,
    RECON,
    SHERMAN,
    STUART,
    SU_85,
    TIGER,
    TWO_GUNS,
    duel,
    field_of_fire,
    fire,
    ready,
    ruled,
    state,
)
from tests.core.positions import EAST, NORTH, SQUAD, TANK, A, B, user_unit
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit
from tigersim.core.enums import (
    ALL_DICE,
    CHANCE_FIRE,
    CHANCE_SAVE,
    FIRE,
    HULL,
    MACHINE_GUN,
    MAIN,
    ONE_DIE,
    ORDER,
    PASS,
    REROLL,
    SECOND_SHOT,
)
from tigersim.rules.switches import Ed1Example


@pytest.mark.rule("PT-FIRE-06", "PT-FIRE-07", "PT-HIT-01", "PT-HIT-02", "PT-HIT-03", "AMB-43")
@pytest.mark.parametrize(
    ("attack", "saves", "before", "alive", "hits"),
    [
        ((2, 2, 2), (), 0, 1, 0),  # 6 < 7: a miss
        ((2, 2, 3), (4, 4), 0, 1, 1),  # 7: a hit, and no plate holds
        ((2, 2, 3), (4, 5), 0, 1, 0),  # one 5 or 6 stops it
        ((2, 2, 3), (1, 2), 1, 0, 1),  # a second hit destroys
        ((4, 5, 4), (1, 1), 0, 1, 1),  # 13 < 14: a hit
        ((4, 5, 5), (1, 1), 0, 0, 0),  # 14: a lethal hit is two hits
        ((4, 5, 5), (6, 1), 0, 1, 1),  # each success cancels one
        ((4, 5, 5), (6, 5), 0, 1, 0),
    ],
)
def test_a_shot_at_a_tank(attack: tuple[int, ...], saves: tuple[int, ...], before: int, alive: int, hits: int) -> None:
    position = duel(TANK, TANK, card="7H", hits=before)
    fire(position, (CHANCE_FIRE, A, attack), (CHANCE_SAVE, B, saves))
    target = position.unit(B)
    assert (int(target.alive), int(target.hits)) == (alive, hits)
    assert int(position.state.player[0].vp) == (0 if alive else 5)


@pytest.mark.rule("PT-HIT-01", "AMB-18")
def test_shock_costs_all_cards() -> None:
    position = duel(TANK, TANK, card="7H", cards=("5C",))
    position.turn_over(B, "3S")  # lies open and has not come up yet
    assert position.fault == "none"
    fire(position, (CHANCE_FIRE, A, (2, 2, 3)), (CHANCE_SAVE, B, (1, 1)))
    assert position.fault == "none"
    assert position.unit(B).hits == 1
    assert position.asked == (ORDER, 0, A + 1)  # the three of spades does not come up
    for card in (4 * 3 + 0, 4 * 1 + 1):  # both lie on the discards
        assert int(position.state.pile[0].discards) >> card & 1


@pytest.mark.rule("PT-HIT-04", "PT-UNIT-RECON-04", "AMB-44")
@pytest.mark.parametrize(("face", "alive"), [(4, 0), (5, 1)])
def test_fragile_units_die_of_one_hit(face: int, alive: int) -> None:
    position = duel(TANK, RECON, card="7H", cover=True)
    fire(position, (CHANCE_FIRE, A, (2, 2, 3)), (CHANCE_SAVE, B, (face,)))
    assert position.unit(B).alive == alive


@pytest.mark.rule("PT-UNIT-LACAR-01", "PT-UNIT-LHTRACK-01")
@pytest.mark.parametrize("target", ["BA-64", user_unit("light half-track", "light_half_track")], ids=str)
@pytest.mark.parametrize(("face", "hits"), [(5, 1), (6, 0)])
def test_thin_armour_holds_on_a_six_only(target: str | Unit, face: int, hits: int) -> None:
    position = duel(TANK, target, card="3H")
    fire(position, (CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_SAVE, B, (face,)))
    assert position.unit(B).hits == hits


@pytest.mark.rule("PT-UNIT-LTANK-01", "PT-UNIT-TD-01", "PT-UNIT-LSPG-01", "AMB-46")
@pytest.mark.parametrize("target", ["T-26", "M18 Hellcat", "SU-76"])
def test_keep_best_armour_stops_one_hit_at_most(target: str) -> None:
    position = duel(TIGER, target, card="3H")
    fire(position, (CHANCE_FIRE, A, (3, 3, 3, 3)), (CHANCE_SAVE, B, (6, 6)))  # 12 >= 2 x (3 + 2)
    assert (int(position.unit(B).alive), int(position.unit(B).hits)) == (1, 1)


@pytest.mark.rule("PT-UNIT-SPG-02", "AMB-53")
@pytest.mark.parametrize(("total", "hits"), [(8, 0), (9, 1)])
def test_a_low_profile_adds_two(total: int, hits: int) -> None:
    position = duel(TANK, SU_85, card="7H")
    fire(position, (CHANCE_FIRE, A, (2, 3, total - 5)), (CHANCE_SAVE, B, (1, 1)))
    assert position.unit(B).hits == hits


@pytest.mark.rule("PT-DIS-RIVETS", "AMB-103")
@pytest.mark.parametrize(
    ("rule", "saves", "alive", "hits"),
    [
        ("extra_even_if_saved", (5, 1), 1, 1),
        ("extra_even_if_saved", (1, 1), 0, 0),
        ("extra_if_unsaved", (5, 1), 1, 0),
        ("extra_if_unsaved", (1, 1), 0, 0),
        ("counts_as_lethal", (5, 1), 1, 1),
        ("counts_as_lethal", (1, 1), 0, 0),
    ],
)
def test_rivets(rule: str, saves: tuple[int, ...], alive: int, hits: int) -> None:
    position = duel(TANK, STUART, card="7H", ruleset=DEFAULT.replace(rivets=rule))
    fire(position, (CHANCE_FIRE, A, (2, 2, 3)), (CHANCE_SAVE, B, saves))
    assert (int(position.unit(B).alive), int(position.unit(B).hits)) == (alive, hits)


@pytest.mark.rule("PT-DIS-DEATH_TRAP", "AMB-104")
@pytest.mark.parametrize(
    ("rule", "attack", "saves", "alive"),
    [
        ("any_die_final", (1, 1, 5), (1, 1), 0),
        ("any_die_final", (3, 2, 2), (1, 1), 1),
        ("any_die_final", (1, 1, 5), (5, 1), 1),  # the hit was stopped
        ("any_die_final", (6, 6, 6), (5, 1), 0),  # lethal: one of two hits was
        ("all_dice", (1, 1, 5), (1, 1), 1),
        ("all_dice", (6, 6, 5), (5, 1), 0),
        ("armor_roll_with_no_success", (1, 1, 5), (1, 1), 0),
        ("armor_roll_with_no_success", (6, 6, 6), (5, 1), 1),
    ],
)
def test_death_traps(rule: str, attack: tuple[int, ...], saves: tuple[int, ...], alive: int) -> None:
    position = duel(TANK, SHERMAN, card="7H", ruleset=DEFAULT.replace(death_trap=rule))
    fire(position, (CHANCE_FIRE, A, attack), (CHANCE_SAVE, B, saves))
    assert int(position.unit(B).alive) == alive


@pytest.mark.rule("PT-ADV-RAPID_FIRE", "AMB-102")
def test_rapid_fire_rolls_twice_at_one_target() -> None:
    position = duel("T-60", TANK, card="7H")
    fire(position, (CHANCE_FIRE, A, (2, 2, 3, 2, 2, 3)), (CHANCE_SAVE, B, (1, 1, 1, 1)))
    assert position.unit(B).alive == 0
    first_kills = duel("T-60", TANK, card="7H", hits=1)
    fire(first_kills, (CHANCE_FIRE, A, (2, 2, 3)), (CHANCE_SAVE, B, (1, 1)))
    assert first_kills.unit(B).alive == 0
    assert int(first_kills.unit(A).rolls) == 3  # the second roll is lost


@pytest.mark.rule("PT-ADV-RAPID_FIRE", "AMB-102")
@pytest.mark.parametrize(
    ("reading", "weapon", "first", "second"),
    [
        ("two_rolls_per_fire_action", MAIN, 2, 2),
        ("two_rolls_per_fire_action", MACHINE_GUN, 2, 2),
        ("one_extra_shot_per_turn", MAIN, 2, 1),
        ("main_weapon_only", MAIN, 2, 2),
        ("main_weapon_only", MACHINE_GUN, 1, 1),
    ],
)
def test_how_often_rapid_fire_rolls(reading: str, weapon: int, first: int, second: int) -> None:
    position = duel(RAPID, SQUAD, card="JH", ruleset=ruled(rapid_fire=reading))
    position.turn_over(A, "10H")
    dice = 3 if weapon == MAIN else 4
    for rolls in (first, second):
        before = int(position.unit(A).rolls)
        fire(position, (CHANCE_FIRE, A, (1,) * (dice * rolls)), weapon=weapon)
        assert int(position.unit(A).rolls) - before == dice * rolls
    assert position.asked == (ORDER, 0, A + 1)


@pytest.mark.rule("PT-NOTE-TWO_GUNS", "PT-MG-03", "AMB-74")
def test_one_gun_or_both() -> None:
    one = duel(TWO_GUNS, SQUAD, card="JH")
    assert {weapon for _, weapon in one.targets()} == {MAIN, HULL, MACHINE_GUN}
    fire(one, (CHANCE_FIRE, A, (1, 1, 1)))
    assert one.asked == (ORDER, 0, A + 1)
    both = ruled(two_guns_fire="both_guns")
    for first, other in ((MAIN, HULL), (HULL, MAIN)):
        position = field_of_fire(TWO_GUNS, (SQUAD, 10, 6), (SQUAD, 0, 12), card="JH", ruleset=both)
        fire(ready(position), (CHANCE_FIRE, A, (1, 1, 1, 6, 2, 2)), weapon=first)
        assert position.asked == (SECOND_SHOT, 0, A)
        # the turret turns to anybody, the hull gun only ahead
        assert position.targets() == ({(B, HULL)} if other == HULL else {(B, MAIN), (B + 1, MAIN)})
        position.do(FIRE, A, B, other)
        assert state(position, B) == (1, 1) or position.unit(B).hits == 0
        assert position.asked == (ORDER, 0, A + 1)
    gunner = duel(TWO_GUNS, SQUAD, card="JH", ruleset=both)
    fire(gunner, (CHANCE_FIRE, A, (1, 1, 1, 1)), weapon=MACHINE_GUN)
    assert gunner.asked == (ORDER, 0, A + 1)  # main weapons or the machine gun, not both


@pytest.mark.rule("PT-NOTE-TWO_GUNS", "PT-ADV-RAPID_FIRE", "AMB-74")
def test_the_other_gun_fires_when_the_first_has_killed_before_its_second_roll() -> None:
    quick = user_unit("quick", "medium_tank", gun="light", hull_gun="medium", advantages=("rapid_fire",))
    position = field_of_fire(quick, (SQUAD, 10, 6), (SQUAD, 12, 6), card="7H", ruleset=ruled(two_guns_fire="both_guns"))
    fire(ready(position), (CHANCE_FIRE, A, (6, 6, 6)))
    assert state(position, B)[0] == 0
    assert position.asked == (SECOND_SHOT, 0, A)
    assert position.targets() == {(B + 1, HULL)}


@pytest.mark.rule("PT-NOTE-TWO_GUNS", "AMB-34", "AMB-74")
def test_the_hull_gun_turns_its_vehicle_if_it_may() -> None:
    rules = ruled(two_guns_fire="both_guns", pivot_to_fire="free_pivot")
    position = field_of_fire(TWO_GUNS, (SQUAD, 10, 6), (SQUAD, 0, 12), card="JH", ruleset=rules)
    fire(ready(position), (CHANCE_FIRE, A, (1, 1, 1, 1, 1, 1)))
    assert position.unit(A).facing == EAST
    position.do(FIRE, A, B + 1, HULL)
    assert position.unit(A).facing == NORTH


@pytest.mark.rule("PT-FIRE-07", "PT-ARMOR-01", "AMB-43")
@pytest.mark.parametrize(
    ("reading", "saves", "alive", "hits"),
    [
        ("each_success_cancels_one", (5, 1), 1, 1),
        ("each_success_cancels_one", (5, 6), 1, 0),
        ("one_success_cancels_all", (5, 1), 1, 0),
        ("one_success_cancels_one_hit_only", (5, 6), 1, 1),
        ("one_success_cancels_one_hit_only", (1, 1), 0, 0),
    ],
)
def test_what_a_save_cancels(reading: str, saves: tuple[int, ...], alive: int, hits: int) -> None:
    position = duel(TANK, TANK, card="7H", ruleset=ruled(save_success_rule=reading))
    fire(position, (CHANCE_FIRE, A, (4, 5, 5)), (CHANCE_SAVE, B, saves))
    assert state(position, B) == (alive, hits)


@pytest.mark.rule("PT1-FIRE-04", "PT1-FIRE-10", "AMB-154")
def test_shots_of_the_first_edition() -> None:
    first = RuleSet.load("paper_tigers_1")
    lethal = duel(TANK, TANK, card="7H", ruleset=first)
    fire(lethal, (CHANCE_FIRE, A, (4, 5, 5)), (CHANCE_SAVE, B, (1, 1)))
    assert state(lethal, B) == (1, 1)  # 14 is one hit
    for more, hits in (
        (Ed1Example.EQUAL_OR_MORE, 1),
        (Ed1Example.STRICTLY_MORE, 0),
    ):  # whether the roll must exceed the difficulty
        position = duel(TANK, SQUAD, card="QH", ruleset=first)
        position.state.ruling.ed1_example = more
        fire(position, (CHANCE_FIRE, A, (4, 4, 2)))
        assert state(position, B) == (1, hits)


@pytest.mark.rule("PT-HIT-04", "AMB-44")
def test_fragile_units_may_be_denied_their_saves() -> None:
    position = duel(TANK, RECON, card="7H", cover=True, ruleset=ruled(one_hit_destroys="no_saves"))
    fire(position, (CHANCE_FIRE, A, (2, 2, 3)))
    assert state(position, B)[0] == 0
    assert int(position.unit(B).rolls) == 0


@pytest.mark.rule("PT-UNIT-SPG-02", "PT-FIRE-07", "AMB-53")
@pytest.mark.parametrize(
    ("reading", "aspect", "attack", "alive", "hits"),
    [
        ("all_table_fire", "other", (2, 2, 2), 1, 0),  # 6 < 5 + 2
        ("front_only", "other", (2, 2, 2), 1, 1),
        ("front_only", "front", (2, 2, 2), 1, 0),
        ("all_table_fire", "front", (4, 4, 4), 1, 1),  # 12 < 2 x 7
        ("threshold_hit_only", "front", (4, 4, 4), 0, 0),  # 12 >= 2 x 5
        ("threshold_hit_only", "front", (2, 2, 2), 1, 0),
    ],
)
def test_what_a_low_profile_raises(reading: str, aspect: str, attack: tuple[int, ...], alive: int, hits: int) -> None:
    position = duel(TANK, SU_85, card="5H", aspect=aspect, ruleset=ruled(spg_low_profile=reading))
    saves = [] if (alive, hits) == (1, 0) else [(CHANCE_SAVE, B, (1,) * (2 if aspect == "front" else 1))]
    fire(position, (CHANCE_FIRE, A, attack), *saves)
    assert state(position, B) == (alive, hits)


# --- re-rolls ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-IMPROVED-02", "PT-IMPROVED-04", "AMB-99")
def test_an_improved_unit_may_keep_or_re_roll_one_die_or_all() -> None:
    position = duel(IMPROVED_TANK, SQUAD, card="10H")
    fire(position, (CHANCE_FIRE, A, (1, 2, 3, 6)))
    assert position.asked == (REROLL, 0, A)
    assert position.verbs() == {PASS, ONE_DIE, ALL_DICE}
    assert len(position.legal()) == 5
    position.do(ONE_DIE, A, which=0)
    assert position.asked == (ORDER, 0, A + 1)  # once a roll
    assert position.unit(B).hits == 1  # 6 + 2 + 3 = 11


@pytest.mark.rule("PT-IMPROVED-04")
def test_a_worse_result_stands_too() -> None:
    position = duel(IMPROVED_TANK, SQUAD, card="6H")
    fire(position, (CHANCE_FIRE, A, (2, 2, 3, 1, 1, 1)))
    position.do(ALL_DICE, A)
    assert position.unit(B).hits == 0  # 7 would have hit, 3 does not


@pytest.mark.rule("PT-ADV-IMPROVED_GUN", "PT-IMPROVED-04", "AMB-101")
def test_a_second_permission_is_for_other_dice() -> None:
    position = duel("Comet", SQUAD, card="10H")
    fire(position, (CHANCE_FIRE, A, (1, 1, 1, 1, 2)))
    position.do(ONE_DIE, A, which=1)
    assert position.asked == (REROLL, 0, A)
    assert position.which(ONE_DIE) == [0, 2, 3]
    position.do(PASS)
    assert position.asked == (ORDER, 0, A + 1)


@pytest.mark.rule("PT-ADV-IMPROVED_GUN", "AMB-101")
def test_all_at_once_leaves_nothing_to_the_second_permission() -> None:
    position = duel("Comet", SQUAD, card="10H")
    fire(position, (CHANCE_FIRE, A, (1,) * 8))
    position.do(ALL_DICE, A)
    assert position.asked == (ORDER, 0, A + 1)


@pytest.mark.rule("PT-ADV-IMPROVED_ARMOR", "PT-IMPROVED-02", "AMB-100")
def test_the_target_re_rolls_its_saves() -> None:
    position = duel(TANK, "T-34c", card="7H")
    fire(position, (CHANCE_FIRE, A, (2, 2, 3)), (CHANCE_SAVE, B, (1, 4, 6)))
    assert position.asked == (REROLL, 1, B)
    position.do(ONE_DIE, B, which=0)
    assert position.unit(B).hits == 0
