"""Fire in battles, tried thousands of times: as often as the odds say, and with books of luck that are fair."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
import pytest

from tests.core.fire_scenes import (
    GUN,
    HEAVY_THIN,
    HOWITZER,
    MORTAR_SQUAD,
    PAIR,
    RAPID,
    RECON,
    SHERMAN,
    STUART,
    SU_85,
    THIN,
    TIGER,
    TRAP,
    TRIO,
    aboard,
    duel,
    field_of_fire,
    ready,
    ruled,
)
from tests.core.positions import SQUAD, TANK, TRUCK, A, B, put_position, user_unit
from tests.core.tried_actions import ALIVE, CARDS, HAZARD, HITS, LUCK, NOBODY_ELSE, PLACED, agrees, tries
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.catalogue.units import Unit, unit
from tigersim.core.codes import Fields
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.core.enums import FIRE, HULL, MACHINE_GUN, MAIN, MORTAR
from tigersim.odds import shot
from tigersim.odds.arguments import FORTIFICATIONS
from tigersim.odds.shot import ShotOdds
from tigersim.odds.targets import Target

TRIALS = 200 if COMPILER_OFF else 20_000
RAPID_MORTAR = user_unit("rapid mortar", "infantry", mortar=True, advantages=("rapid_fire",))
FLAME_SQUAD = user_unit("flame squad", "infantry", flamethrower=True)
FLAME_VETERANS = user_unit("flame veterans", "infantry", flamethrower=True, improved=True)
FLAME_TANK = user_unit("flame tank", "medium_tank", flamethrower=True)
HEAVY_FLAME = user_unit(
    "heavy flame tank", "heavy_tank", flamethrower=True, disadvantages=("vulnerable_armor", "death_trap")
)


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
    """Of the ruling, if it is not the standard one."""
    fort: str = "none"

    def __str__(self) -> str:
        fort = self.fort if self.fort != "none" else ""
        return " ".join(str(one) for one in (*self[:3], self.weapon, self.option, fort) if one)


WEAPON = {"main": MAIN, "hull": HULL, "mg": MACHINE_GUN, "mortar": MORTAR, "both": MAIN}
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
    Case("M3 Lee", TANK, "4H", weapon="both", switch="two_guns_fire", option="both_guns"),
    Case(RAPID, TANK, "6H", switch="rapid_fire", option="one_extra_shot_per_turn"),
    Case(RAPID, SQUAD, "8H", weapon="mg", switch="rapid_fire", option="main_weapon_only"),
    Case("Panzer I", SQUAD, "8H", weapon="mg", switch="two_mgs", option="two_attacks"),
    Case("Panzer I", SQUAD, "8H", weapon="mg", switch="two_mgs", option="one_die_each"),
    Case("T-26", SQUAD, "8H", 20, weapon="mg", switch="class_modifier_weapon", option="main_gun_only"),
    Case(MORTAR_SQUAD, TANK, "5H", weapon="mortar", switch="mortar_second_shot", option="on_unsaved_hit"),
    Case(MORTAR_SQUAD, SQUAD, "6H", cover=True, weapon="mortar", switch="mortar_second_shot", option="chain"),
    Case(RAPID_MORTAR, TANK, "5H", weapon="mortar"),
    Case(TANK, TRUCK, "5H", cover=True, switch="vehicle_base_cover", option="unarmored_vehicles_too"),
    Case(TANK, "M18 Hellcat", "3H", aspect="other", switch="armor_keep_best", option="side_no_loss"),
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
    Case(TANK, SQUAD, "6H", cover=True, fort="heavy"),
    Case(TANK, "Guards Infantry", "6H", cover=True, fort="light"),
    Case(TIGER, "M18 Hellcat", "3C", fort="light"),
    Case(TIGER, "Humber Scout", "5H", fort="light", switch="cover_die_pool", option="same_quality"),
    Case(TIGER, TIGER, "3H", fort="heavy", switch="fort_occupancy", option="any_unit_any_number"),
    Case(TANK, SQUAD, "10H", weapon="mg", fort="heavy"),
    Case(MORTAR_SQUAD, RECON, "6H", weapon="mortar", fort="light"),
    Case(FLAME_SQUAD, SQUAD, "8H", 6, weapon="flame"),
    Case(FLAME_SQUAD, SQUAD, "8H", 6, cover=True, weapon="flame", fort="light"),
    Case(FLAME_SQUAD, SQUAD, "8H", 6, cover=True, weapon="flame", fort="heavy"),
    Case(FLAME_SQUAD, "Panzer IV (late)", "5H", 3, weapon="flame"),
    Case(FLAME_TANK, "Guards Infantry", "9H", 12, weapon="flame", fort="light"),
    Case(FLAME_TANK, "Guards Infantry", "9H", 12, weapon="flame", fort="heavy"),
    Case(FLAME_VETERANS, TIGER, "8H", 4, aspect="other", weapon="flame"),
    Case(FLAME_VETERANS, TRAP, "8H", 4, weapon="flame"),
    Case(FLAME_TANK, SQUAD, "9H", 12, weapon="flame", switch="flame_mode", option="three_dice_flat", fort="light"),
    Case(TANK, FLAME_TANK, "5D"),
    Case(TIGER, HEAVY_FLAME, "6D", aspect="other"),
    Case("Luchs", HEAVY_FLAME, "6H"),
    Case(TANK, FLAME_SQUAD, "9H", weapon="mg", fort="heavy"),
    Case(TANK, FLAME_TANK, "6H", weapon="mg"),
]


@cache
def try_out(case: Case) -> tuple[ShotOdds, np.ndarray]:
    """(the exact odds, what ``tries`` leave of the target)."""
    rules = ruled(**{case.switch: case.option}) if case.switch else DEFAULT
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
        ruleset=rules,
        fortification=case.fort,
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
        ruleset=rules,
    )
    if case.fort != "none":
        position.table = position.table.copy()
        put_position(position.table, 4 * 40 + 38, FORTIFICATIONS[case.fort])
    weapon = profile(firer, rules).flame.index(1) if case.weapon == "flame" else WEAPON[case.weapon]
    return exact, tries(position, Fields(FIRE, A, B, weapon).code, (B,), TRIALS, B)


@pytest.mark.rule("PT-FIRE-06", "PT-FIRE-07", "PT-ARMOR-01", "PT-ADV-RAPID_FIRE", "PT-MG-04", "PT-DIS-RIVETS")
@pytest.mark.parametrize("case", CASES, ids=str)
def test_shots_in_battles_come_out_as_the_odds_say(case: Case) -> None:
    exact, rows = try_out(case)
    alive, hits, cards = (rows[:, 0, column] for column in (ALIVE, HITS, CARDS))
    seen = {
        "p_destroyed": np.sum(alive == 0),
        "p_one_hit": np.sum((alive == 1) & (hits == 1)),
        "p_none": np.sum((alive == 1) & (hits == 0)),
    }
    if not case.hits:
        seen["p_suppressed"] = np.sum((alive == 1) & (hits == 0) & (cards == 0))
    for name, count in seen.items():
        assert agrees(count, TRIALS, getattr(exact, name)), (name, count / TRIALS, getattr(exact, name))


ROLLED_OUT = {"threshold_hit_only", "armor_roll_with_no_success"}
"""Readings whose chance of a kill is not known before the roll: battles book the outcome."""
UNKNOWN_BEFORE = ((FLAME_VETERANS, TRAP), ("Luchs", HEAVY_FLAME))
"""So it is where a hit that is lethal anyway is not re-rolled for a higher sum, and a death trap minds the dice."""


@pytest.mark.parametrize("case", CASES, ids=str)
def test_hazards_average_to_the_deaths(case: Case) -> None:
    exact, rows = try_out(case)
    hazard, died = rows[:, 0, HAZARD], 1.0 - rows[:, 0, ALIVE]
    rolled_out = case.option in ROLLED_OUT or (case.attacker, case.target) in UNKNOWN_BEFORE
    if exact.shot.attack.rolls == 1 and case.weapon not in ("mortar", "both") and not rolled_out:
        assert np.allclose(hazard, exact.p_destroyed, atol=1e-12, rtol=0)  # known before the dice
    assert is_unbiased(died - hazard)
    assert is_unbiased(rows[:, -1, LUCK])


def is_unbiased(surprise: np.ndarray) -> bool:
    """Whether what came minus what was to be expected is 0 on average, as far as so many tries can tell."""
    return bool(abs(surprise.mean()) <= 4 * surprise.std() / len(surprise) ** 0.5 + 1e-12)


@pytest.mark.rule("PT-MG-07", "PT-MG-08")
@pytest.mark.parametrize(("target", "dice"), [(TIGER, 3), (STUART, 2), ("T-34c", 4)])
def test_machine_guns_cost_armour_a_card_as_often_as_they_should(target: str, dice: int) -> None:
    position = duel(TANK, target, card="8H", cards=("3C", "4C"))
    rows = tries(position, Fields(FIRE, A, B, MACHINE_GUN).code, (B,), TRIALS)
    # four dice reach 8 in 1261 of 1296 rolls; one 5 or 6 among the armour dice cancels it.  Improved armour that has
    # failed rolls both its dice again, which makes four.
    p = 1261 / 1296 * (2 / 3) ** dice
    assert set(rows[:, 0, CARDS]) == {1, 2}
    assert (rows[:, 0, HITS] == 0).all()
    assert agrees(np.sum(rows[:, 0, CARDS] == 1), TRIALS, p)


# --- shared bursts, second shots, neighbours, passengers -----------------------------------------------------------


def ways(dice: int, at_least: int) -> float:
    """P(so many dice add up to at least that)."""
    rolls = list(product(range(1, 7), repeat=dice))
    return sum(sum(roll) >= at_least for roll in rolls) / len(rolls)


@pytest.mark.rule("PT-MG-06", "PT-MG-04", "AMB-61")
@pytest.mark.parametrize("reading", ["partition_after_roll", "no_lethal_on_split"])
def test_a_burst_shared_by_two_and_two_dice_is_two_attacks_of_two_dice(reading: str) -> None:
    position = field_of_fire(TANK, *PAIR, card="6H", ruleset=ruled(mg_split=reading))
    position.give(B, "2S")
    position.give(B + 1, "3S")
    rows = tries(ready(position), Fields(FIRE, A, B, MACHINE_GUN).code, (B, B + 1), TRIALS, B + 1)
    lethal = ways(2, 12) if reading == "partition_after_roll" else 0.0
    for place in range(2):
        alive, hits, cards = (rows[:, place, column] for column in (ALIVE, HITS, CARDS))
        assert agrees(np.sum(alive == 0), TRIALS, lethal)
        assert agrees(np.sum((alive == 1) & (hits == 1)), TRIALS, ways(2, 6) - lethal)
        assert agrees(np.sum((alive == 1) & (hits == 0) & (cards == 0)), TRIALS, ways(2, 3) - ways(2, 6))
        assert is_unbiased(1.0 - alive - rows[:, place, HAZARD])
    assert is_unbiased(rows[:, -1, LUCK])


@pytest.mark.rule("PT-MG-06", "PT-ADV-RAPID_FIRE", "PT-IMPROVED-02")
@pytest.mark.parametrize("firer", [TANK, "Luchs", RAPID], ids=str)
def test_hazards_of_shared_bursts_average_to_the_deaths(firer: str) -> None:
    position = field_of_fire(firer, *TRIO, card="4H")
    rows = tries(ready(position), Fields(FIRE, A, B, MACHINE_GUN).code, (B, B + 1, B + 2), TRIALS, B + 1)
    assert np.any(rows[:, :2, ALIVE] == 0, axis=0).all()
    for place in range(3):
        assert is_unbiased(1.0 - rows[:, place, ALIVE] - rows[:, place, HAZARD])
    assert is_unbiased(rows[:, -1, LUCK])


@pytest.mark.rule("PT-MORTAR-06", "PT-ADV-RAPID_FIRE", "AMB-67")
@pytest.mark.parametrize("firer", [MORTAR_SQUAD, RAPID_MORTAR], ids=str)
@pytest.mark.parametrize("reading", ["on_attack_roll_once", "on_unsaved_hit"])
def test_second_shots_at_another_target_come_out_as_the_odds_say(firer: Unit, reading: str) -> None:
    rules = ruled(mortar_second_shot=reading)
    position = field_of_fire(firer, (TANK, 10, 6), (SQUAD, 14, 6), card="5H", ruleset=rules)
    position.give(B + 1, "2S")
    rows = tries(ready(position), Fields(FIRE, A, B, MORTAR).code, (B, B + 1), TRIALS, B + 1)
    other = Target(unit(SQUAD), distance=13)
    exact = shot(firer, TANK, "5H", 9, weapon="mortar", second_target=other, ruleset=rules)
    alive, hits, cards = (rows[:, 1, column] for column in (ALIVE, HITS, CARDS))
    assert agrees(np.sum(rows[:, 0, ALIVE] == 0), TRIALS, exact.p_destroyed)
    assert agrees(np.sum((rows[:, 0, ALIVE] == 1) & (rows[:, 0, HITS] == 1)), TRIALS, exact.p_one_hit)
    assert agrees(np.sum(alive == 0), TRIALS, exact.p_second_destroyed)
    assert agrees(np.sum((alive == 1) & (hits == 1)), TRIALS, exact.p_second_one_hit)
    assert agrees(np.sum((alive == 1) & (hits == 0) & (cards == 0)), TRIALS, exact.p_second_suppressed)
    for place in range(2):
        assert is_unbiased(1.0 - rows[:, place, ALIVE] - rows[:, place, HAZARD])


@pytest.mark.rule("PT-HOW-03", "AMB-70")
@pytest.mark.parametrize("reading", ["unarmored_enemy_no_save", "save_allowed"])
def test_a_howitzer_suppresses_a_neighbour_as_often_as_the_odds_say(reading: str) -> None:
    rules = ruled(howitzer_splash=reading)
    position = field_of_fire(HOWITZER, (TANK, 12, 6), (SQUAD, 12, 8), card="8H", ruleset=rules)
    position.give(B + 1, "2S")
    position.unit(B + 1).found_cover = 1
    rows = tries(ready(position), Fields(FIRE, A, B, MAIN).code, (B, B + 1), TRIALS)
    beside = Target(unit(SQUAD), found_cover=True)
    exact = shot(HOWITZER, TANK, "8H", 11, neighbour=beside, ruleset=rules)
    assert agrees(np.sum(rows[:, 1, CARDS] == 0), TRIALS, exact.p_neighbour_suppressed)
    assert agrees(np.sum(rows[:, 0, ALIVE] == 0), TRIALS, exact.p_destroyed)


@pytest.mark.rule("PT-CARRY-05", "AMB-44", "AMB-90")
@pytest.mark.parametrize(
    ("rider", "carrier", "options", "p_hit"),
    [
        (SQUAD, TRUCK, {}, ways(3, 8)),
        (SQUAD, TANK, {}, ways(3, 8)),
        (SQUAD, TANK, {"passenger_hits": "only_unsaved"}, None),
        (RECON, TANK, {"one_hit_destroys": "passenger_hit_saved"}, ways(3, 8) * 2 / 3),
        (SQUAD, TANK, {"passenger_hits": "same_hits_as_carrier"}, ways(3, 8)),
    ],
    ids=str,
)
def test_passengers_are_hit_as_often_as_their_carrier(
    rider: str | Unit, carrier: str, options: dict[str, str], p_hit: float | None
) -> None:
    rules = ruled(**options)
    position = field_of_fire(TANK, (carrier, 10, 6), (rider, 10, 7), card="8H", ruleset=rules)
    aboard(position, B + 1, B)
    rows = tries(ready(position), Fields(FIRE, A, B, MAIN).code, (B, B + 1), TRIALS)
    exact = shot(TANK, carrier, "8H", 9, ruleset=rules)
    hurt = (rows[:, 1, ALIVE] == 0) | (rows[:, 1, HITS] > 0)
    expected = p_hit if p_hit is not None else exact.p_one_hit + exact.p_destroyed
    assert agrees(np.sum(hurt), TRIALS, expected)
    assert agrees(np.sum(rows[:, 0, ALIVE] == 0), TRIALS, exact.p_destroyed)
    gone = (rows[:, 1, PLACED] == 1) | (rows[:, 1, ALIVE] == 0)
    if "one_hit_destroys" in options:  # who saves gets off all the same
        assert agrees(np.sum(gone), TRIALS, ways(3, 8))
    else:
        assert np.array_equal(gone, hurt)
    if options.get("passenger_hits") == "same_hits_as_carrier":
        assert agrees(np.sum(rows[:, 1, ALIVE] == 0), TRIALS, ways(3, 16))
    assert np.array_equal(rows[:, 1, HAZARD], 1.0 - rows[:, 1, ALIVE])  # booked as it came
    assert is_unbiased(1.0 - rows[:, 0, ALIVE] - rows[:, 0, HAZARD])
    assert is_unbiased(rows[:, -1, LUCK])


@pytest.mark.rule("PT-MG-07", "AMB-65")
def test_near_misses_of_a_mortar_may_cost_armour_a_card() -> None:
    position = duel(
        MORTAR_SQUAD, TIGER, card="8H", cards=("2S",), ruleset=ruled(armored_suppression="near_miss_one_card")
    )
    rows = tries(position, Fields(FIRE, A, B, MORTAR).code, (B,), TRIALS, NOBODY_ELSE)
    quiet = (rows[:, 0, ALIVE] == 1) & (rows[:, 0, HITS] == 0)
    # a near miss that none of three armour dice stops
    assert agrees(np.sum(quiet & (rows[:, 0, CARDS] == 0)), TRIALS, (ways(3, 4) - ways(3, 8)) * (2 / 3) ** 3)
