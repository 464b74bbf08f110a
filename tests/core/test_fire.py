"""Fire in battles: what may be shot at, what a shot does, and that it does so exactly as often as the odds say."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

from tests.core import drivers
from tests.core.positions import (
    EAST,
    NORTH,
    SOUTH,
    SQUAD,
    TANK,
    TRUCK,
    WEST,
    A,
    B,
    Position,
    table_of,
    user_unit,
)
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit, unit
from tigersim.core import layout
from tigersim.core.enums import (
    ALL_DICE,
    CHANCE_FIRE,
    CHANCE_SAVE,
    DROP,
    EFFECT,
    FIRE,
    HIDDEN,
    HULL,
    MACHINE_GUN,
    MAIN,
    MORTAR,
    ONE_DIE,
    ORDER,
    PASS,
    PHASE_RESOLVE,
    REROLL,
)
from tigersim.core.jit import COMPILER_OFF, as_written
from tigersim.odds import shot

SHERMAN, TIGER, SU_85, STUART = "M4 Sherman", "Tiger I", "SU-85", "M3A1 Stuart"
GUN = user_unit("gun", "towed_gun")
LIGHT_GUN = user_unit("light gun", "light_towed_gun")
MORTAR_SQUAD = user_unit("mortar squad", "infantry", mortar=True)
MG_SQUAD = user_unit("machine-gun squad", "infantry", machine_guns=1)
IMPROVED_TANK = user_unit("improved tank", "medium_tank", improved=True)
RECON = user_unit("scouts", "recon")
TRAP = user_unit("tinder box", "medium_tank", disadvantages=("death_trap", "rivets"))
THIN = user_unit("thin tank", "medium_tank", disadvantages=("vulnerable_armor",))
HEAVY_THIN = user_unit("thick tank", "heavy_tank", disadvantages=("vulnerable_armor",))
TRIALS = 300 if COMPILER_OFF else 20_000


def duel(
    attacker: str | Unit,
    target: str | Unit,
    distance: int = 10,
    *,
    card: str = "9H",
    aspect: str = "front",
    cover: bool = False,
    ruleset: RuleSet | None = None,
    cards: tuple[str, ...] = (),
    hits: int = 0,
) -> Position:
    """Two units at so many inches, the attacker's card about to come up; a friend of his holds the last card."""
    position = Position([attacker, SQUAD], [target], field(cover), ruleset)
    position.put(A, 38 - distance - 1, 4, EAST)
    position.put(B, 38, 4, WEST if aspect == "front" else EAST)
    position.put(A + 1, 0, 0)
    position.unit(B).hits = hits
    position.give(B, *cards)
    position.turn_over(A, card)
    position.turn_over(A + 1, "2C")
    position.go(PHASE_RESOLVE)
    assert position.asked == (ORDER, 0, A)
    return position


@cache
def field(cover: bool) -> Any:
    """The table of a duel: open, or with a wood where the target stands."""
    return table_of(*["." * 37 + ("WWW" if cover else "...")] * 3, *["." * 40] * 3)


def fire(position: Position, *rolls: tuple[int, int, tuple[int, ...]], weapon: int = MAIN) -> None:
    """Fire at the enemy with these dice to come."""
    position.dice(*rolls)
    position.do(FIRE, A, B, weapon)


# --- who may shoot at whom -----------------------------------------------------------------------------------------


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


# --- one shot, die by die ------------------------------------------------------------------------------------------


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
        assert int(position.state.discards) >> card & 1


@pytest.mark.rule("PT-HIT-04", "PT-UNIT-RECON-04", "AMB-44")
@pytest.mark.parametrize(("face", "alive"), [(4, 0), (5, 1)])
def test_fragile_units_die_of_one_hit(face: int, alive: int) -> None:
    position = duel(TANK, RECON, card="7H", cover=True)
    fire(position, (CHANCE_FIRE, A, (2, 2, 3)), (CHANCE_SAVE, B, (face,)))
    assert position.unit(B).alive == alive


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


@pytest.mark.rule("PT-COVER-01", "PT-COVER-02", "AMB-50")
@pytest.mark.parametrize(("target", "dice"), [(SQUAD, 1), (GUN, 1), (TRUCK, 0), (TANK, 2)], ids=str)
def test_cover_dice_in_a_wood(target: str | Unit, dice: int) -> None:
    position = duel(TANK, target, card="3H", cover=True)
    fire(position, (CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_SAVE, B, (1,) * dice))
    assert int(position.state.roll.n) == dice


@pytest.mark.rule("PT-COVER-06", "PT-COVER-08", "AMB-47", "AMB-48")
@pytest.mark.parametrize(
    ("target", "switch", "dice", "cover_dice"),
    [(TANK, 0, 3, 1), (SQUAD, 0, 1, 1), (TANK, 47, 3, 0), (SQUAD, 48, 0, 0)],
)
def test_dice_of_found_cover(target: str, switch: int, dice: int, cover_dice: int) -> None:
    # nobody orders it in battles yet, but a unit that has it saves with it
    position = duel(TANK, target, card="3H")
    position.state.switch[switch] = 1
    position.unit(B).found_cover = 1
    fire(position, (CHANCE_FIRE, A, (1, 1, 1)), (CHANCE_SAVE, B, (1,) * dice))
    roll = position.state.roll
    assert int(roll.n) == dice
    assert sum(int(kind) for kind in roll.kind[:dice]) == cover_dice


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


@pytest.mark.rule("PT-ADV-RAPID_FIRE", "AMB-102")
def test_rapid_fire_rolls_twice_at_one_target() -> None:
    position = duel("T-60", TANK, card="7H")
    fire(position, (CHANCE_FIRE, A, (2, 2, 3, 2, 2, 3)), (CHANCE_SAVE, B, (1, 1, 1, 1)))
    assert position.unit(B).alive == 0
    first_kills = duel("T-60", TANK, card="7H", hits=1)
    fire(first_kills, (CHANCE_FIRE, A, (2, 2, 3)), (CHANCE_SAVE, B, (1, 1)))
    assert first_kills.unit(B).alive == 0
    assert int(first_kills.unit(A).rolls) == 3  # the second roll is lost


# --- machine guns --------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-MG-04", "PT-MG-05", "AMB-18", "AMB-62", "AMB-63", "AMB-64")
@pytest.mark.parametrize(
    ("attack", "saves", "cards", "hits"),
    [
        ((1, 1, 1, 1), (), 2, 0),  # 4 < 5
        ((1, 1, 1, 2), (4,), 0, 0),  # 5 = half of 10
        ((1, 1, 1, 2), (5,), 2, 0),  # the cover die cancels it
        ((4, 2, 2, 2), (4,), 0, 1),  # 10: an ordinary hit
    ],
)
def test_machine_guns_suppress_the_unarmoured(
    attack: tuple[int, ...], saves: tuple[int, ...], cards: int, hits: int
) -> None:
    position = duel(TANK, SQUAD, card="10H", cover=True, cards=("5C", "6C"))
    fire(position, (CHANCE_FIRE, A, attack), (CHANCE_SAVE, B, saves), weapon=MACHINE_GUN)
    left = sum(int(card) >= 0 for card in position.unit(B).cards)
    assert (left, int(position.unit(B).hits)) == (cards, hits)


@pytest.mark.rule("AMB-63")
def test_more_than_half_may_be_asked_for() -> None:
    strict = DEFAULT.replace(suppression_half="strictly_more_than_half")
    position = duel(TANK, SQUAD, card="10H", cards=("5C",), ruleset=strict)
    fire(position, (CHANCE_FIRE, A, (1, 1, 1, 2)), weapon=MACHINE_GUN)
    assert position.unit(B).cards[0] >= 0


@pytest.mark.rule("PT-MG-07", "PT-MG-08", "AMB-65")
def test_machine_guns_cost_armour_one_card_of_the_firers_choice() -> None:
    position = duel(TANK, TIGER, card="7H", cards=("5C",))
    position.give(B, "6C", opened=True)
    fire(position, (CHANCE_FIRE, A, (2, 2, 2, 1)), (CHANCE_SAVE, B, (1, 1, 1)), weapon=MACHINE_GUN)
    assert position.asked == (EFFECT, 0, B)
    open_card = 16  # the six of clubs lies open; the other one goes by its place only
    assert position.which(DROP) == [open_card, HIDDEN]
    position.do(DROP, B, which=HIDDEN)
    assert [int(card) for card in position.unit(B).cards] == [-1, open_card]
    assert position.unit(B).hits == 0
    assert position.fault == "none"


@pytest.mark.rule("PT-MG-07", "PT-MG-08")
@pytest.mark.parametrize(("attack", "saves"), [((2, 2, 1, 1), ()), ((2, 2, 2, 1), (1, 1, 5))])
def test_machine_guns_against_armour_may_fail(attack: tuple[int, ...], saves: tuple[int, ...]) -> None:
    position = duel(TANK, TIGER, card="7H", cards=("5C",))
    fire(position, (CHANCE_FIRE, A, attack), (CHANCE_SAVE, B, saves), weapon=MACHINE_GUN)
    assert position.unit(B).cards[0] >= 0


@pytest.mark.rule("PT-MG-07", "AMB-18")
def test_a_card_already_turned_over_can_be_lost() -> None:
    position = duel(TANK, TIGER, card="7H")
    position.turn_over(B, "5C")
    fire(position, (CHANCE_FIRE, A, (2, 2, 2, 1)), (CHANCE_SAVE, B, (1, 1, 1)), weapon=MACHINE_GUN)
    assert position.unit(B).pending == 0
    assert position.asked == (ORDER, 0, A + 1)
    assert position.fault == "none"


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


# --- as often as the odds say ---------------------------------------------------------------------------------------


class Case(NamedTuple):
    """A shot to be tried many times."""

    attacker: str | Unit
    target: str | Unit
    card: str = "7H"
    distance: int = 10
    aspect: str = "front"
    cover: bool = False
    hits: int = 0
    weapon: str = "main"
    switch: str = ""
    option: str = ""

    def __str__(self) -> str:
        return " ".join(str(one) for one in (*self[:3], self.weapon, self.option) if one)


WEAPON = {"main": MAIN, "hull": HULL, "mg": MACHINE_GUN, "mortar": MORTAR}
CASES = [
    Case(TANK, TANK),
    Case(TANK, TANK, "4S", aspect="other"),
    Case(TIGER, TANK, "10D", 30, hits=1),
    Case("T-26", "T-26", "5H", 20),
    Case(TIGER, "M18 Hellcat", "3C"),
    Case(TANK, SU_85, "4H"),
    Case(TIGER, "SU-76", "3D"),
    Case(TANK, STUART, "8H"),
    Case(SHERMAN, "BA-10", "5S", aspect="other", hits=1),
    Case(TANK, SHERMAN, "6H"),
    Case(TANK, TRAP, "5D"),
    Case(TIGER, "Panther A", "3H"),
    Case(TIGER, HEAVY_THIN, "4H", aspect="other"),
    Case("T-60", TANK, "6H"),
    Case("Regulars [usa]", SQUAD, "8D", cover=True),
    Case("Sdkfz 222", STUART, "6H", hits=1),
    Case(SQUAD, SQUAD, "7C", cover=True),
    Case(SQUAD, RECON, "6H", cover=True),
    Case(SQUAD, "Panzer IV (late)", "5H"),
    Case(GUN, "T-34c", "5H"),
    Case("M24 Chaffee", "IS-2", "6H"),
    Case("Marines [usa]", "Jagd Panther", "5H"),
    Case("Luchs", "Luchs", "4S", aspect="other"),
    Case("SS Grenadiers", "Guards Infantry", "9H", cover=True),
    Case(TANK, SQUAD, "10H", cover=True, weapon="mg"),
    Case("Panzer I", TRUCK, "8S", 20, weapon="mg"),
    Case("Luchs", "Guards Infantry", "10S", cover=True, weapon="mg"),
    Case("M3 Lee", TANK, "4H", weapon="hull"),
    Case(MORTAR_SQUAD, SQUAD, "8H", 10, cover=True, weapon="mortar"),
    Case(MORTAR_SQUAD, TANK, "5H", 20, weapon="mortar"),
    Case("M7 Priest", SQUAD, "9H", 20),
    Case(TIGER, TANK, "3H", switch="save_success_rule", option="one_success_cancels_all"),
    Case(TIGER, "T-34c", "3H", switch="save_success_rule", option="one_success_cancels_one_hit_only"),
    Case(TANK, RECON, "6H", cover=True, switch="one_hit_destroys", option="no_saves"),
    Case(TANK, SU_85, "4H", aspect="other", switch="spg_low_profile", option="front_only"),
    Case(TIGER, SU_85, "3H", switch="spg_low_profile", option="threshold_hit_only"),
    Case("Luchs", SU_85, "4H", switch="spg_low_profile", option="threshold_hit_only"),
    Case(TANK, STUART, "6H", switch="rivets", option="extra_if_unsaved"),
    Case(TANK, STUART, "6H", switch="rivets", option="counts_as_lethal"),
    Case(TANK, "Type 97 Chi-Ha", "5H", switch="rivets", option="counts_as_lethal"),
    Case(TANK, TRAP, "4H", switch="death_trap", option="all_dice"),
    Case(TANK, TRAP, "4H", switch="death_trap", option="armor_roll_with_no_success"),
    Case("Luchs", SHERMAN, "4H", switch="death_trap", option="all_dice"),
    Case(TIGER, THIN, "3H", aspect="other", switch="vulnerable_armor_min", option="cumulative_min_zero"),
    Case(TIGER, HEAVY_THIN, "3H", aspect="other", switch="vulnerable_armor_min", option="not_cumulative_with_side"),
    Case(TANK, SQUAD, "10H", cover=True, weapon="mg", switch="suppression_half", option="strictly_more_than_half"),
    Case(SQUAD, "Panzer IV (late)", "5H", switch="zero_dice_pool", option="min_two_dice"),
    Case(RECON, "Panzer IV (late)", "5S", switch="zero_dice_pool", option="min_one_die"),
    Case(MORTAR_SQUAD, "Panzer IV (late)", weapon="mortar", switch="skirt_armor_scope", option="no_support_weapons"),
    Case("Comet", SU_85, "6H", switch="advantage_reroll", option="as_improved_no_stack"),
    Case("Tiger I", "M4 Sherman", "5H", aspect="other", switch="ed1_example", option="equal_or_more"),
    Case("Tiger I", "M4 Sherman", "5H", switch="ed1_example", option="strictly_more"),
    Case(SQUAD, SQUAD, "3S", cover=True, switch="ed1_example", option="strictly_more"),
]
FIRST = RuleSet.load("paper_tigers_1")


@cache
def try_out(case: Case) -> tuple[Any, np.ndarray]:
    """(the exact odds, the rows of ``drivers.trials``) of a case."""
    edition = FIRST if case.switch.startswith("ed1_") else DEFAULT
    ruleset = edition.replace(**{case.switch: case.option}) if case.switch else edition
    firer, target = (one if isinstance(one, Unit) else unit(one) for one in (case.attacker, case.target))
    where = "wood" if case.cover else "none"
    exact = shot(
        firer,
        target,
        case.card,
        case.distance,
        case.aspect,
        where,
        hits_before=case.hits,
        weapon=case.weapon,
        ruleset=ruleset,
    )
    position = duel(
        firer,
        target,
        case.distance,
        card=case.card,
        aspect=case.aspect,
        cover=case.cover,
        hits=case.hits,
        cards=() if case.hits else ("2S",),
        ruleset=ruleset,
    )
    action = FIRE | A << 8 | B << 16 | WEAPON[case.weapon] << 24
    assert action in position.legal()
    rows = np.zeros((TRIALS, 7), np.int64)
    with as_written():
        drivers.trials(position.battle, layout.battles(1), position.table, position.work, 11, action, B, rows)
    return exact, rows


@pytest.mark.rule("PT-FIRE-06", "PT-FIRE-07", "PT-ARMOR-01", "PT-ADV-RAPID_FIRE", "PT-MG-04", "PT-DIS-RIVETS")
@pytest.mark.parametrize("case", CASES, ids=str)
def test_shots_in_battles_come_out_as_the_odds_say(case: Case) -> None:
    exact, rows = try_out(case)
    n = len(rows)
    alive, hits, cards = rows[:, 0], rows[:, 1], rows[:, 2]
    seen = {
        "p_destroyed": np.sum(alive == 0),
        "p_one_hit": np.sum((alive == 1) & (hits == 1)),
        "p_none": np.sum((alive == 1) & (hits == 0)),
    }
    if not case.hits:
        seen["p_suppressed"] = np.sum((alive == 1) & (hits == 0) & (cards == 0))
    for name, count in seen.items():
        p = getattr(exact, name)
        assert abs(count - n * p) <= 4 * (n * p * (1 - p)) ** 0.5 + 1e-9, (name, count / n, p)


ROLLED_OUT = {"threshold_hit_only", "armor_roll_with_no_success"}
"""Readings whose chance of a kill is not known before the roll: battles book the outcome."""


@pytest.mark.parametrize("case", CASES, ids=str)
def test_hazards_are_the_exact_chance(case: Case) -> None:
    exact, rows = try_out(case)
    hazard, died = rows[:, 6] / 1e6, rows[:, 0] == 0
    if case.option in ROLLED_OUT:
        assert np.array_equal(hazard, died)
    elif exact.terms.rolls == 1:
        assert np.allclose(hazard, exact.p_destroyed, atol=1e-6, rtol=0)
    else:  # the second roll has a hazard of its own, or none
        difference = died - hazard
        assert abs(difference.mean()) <= 4 * difference.std() / len(rows) ** 0.5
        assert hazard.std() > 0


@pytest.mark.rule("PT-MG-07", "PT-MG-08")
@pytest.mark.parametrize(("target", "dice"), [(TIGER, 3), (STUART, 2), ("T-34c", 4)])
def test_machine_guns_cost_armour_a_card_as_often_as_they_should(target: str, dice: int) -> None:
    position = duel(TANK, target, card="8H", cards=("3C", "4C"))
    action = FIRE | A << 8 | B << 16 | MACHINE_GUN << 24
    rows = np.zeros((TRIALS, 7), np.int64)
    with as_written():
        drivers.trials(position.battle, layout.battles(1), position.table, position.work, 5, action, B, rows)
    # four dice reach 8 in 1261 of 1296 rolls; one 5 or 6 among the armour dice cancels it.  Improved armour that has
    # failed rolls both its dice again, which makes four.
    p = 1261 / 1296 * (2 / 3) ** dice
    lost = np.sum(rows[:, 2] == 1)
    assert set(rows[:, 2]) == {1, 2}
    assert (rows[:, 1] == 0).all()
    assert abs(lost - TRIALS * p) <= 4 * (TRIALS * p * (1 - p)) ** 0.5
