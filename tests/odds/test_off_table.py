"""Off-table support: the exact odds against rolls listed one by one, by the text of the rules alone."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import pytest

from tests.odds.sample_units import RIVETED_TRAP, SCOUTS, VETERANS, made
from tests.reference.brute_force import best_roll
from tigersim import odds
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit, unit
from tigersim.errors import InvalidValue, RuleForbids, UnitNotFound
from tigersim.odds.off_table import SupportOdds
from tigersim.odds.targets import Target

TANK, TIGER, SQUAD, SU_85, LIGHT = "Panzer IV (mid)", "Tiger I", "Regulars [france]", "SU-85", "M3A1 Stuart"
TWELFTH = Fraction(1, 12)
"""P(two dice reach 11): 3 of 36."""


# --- counted by hand -------------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-SUPPORT-02", "PT-SUPPORT-05", "PT-SUPPORT-14", "AMB-63")
def test_one_shot_at_a_squad_in_the_open() -> None:
    one = odds.barrage(SQUAD, order=(1,)).exact
    assert one.p_hit == TWELFTH
    assert one.expected_attacks == 1
    struck = odds.barrage(SQUAD, order=(1,)).targets[0]
    # 11 and 12 fall in 3 ways of 36, 6 to 10 in 5 + 6 + 5 + 4 + 3 = 23
    assert (struck.p_one_hit, struck.p_suppressed, struck.p_destroyed) == (TWELFTH, Fraction(23, 36), 0)
    assert struck.p_none == Fraction(33, 36)


@pytest.mark.rule("PT-SUPPORT-02", "PT-SUPPORT-04", "PT-SUPPORT-06", "AMB-71")
def test_a_barrage_on_one_unit_is_two_shots() -> None:
    both = odds.barrage(SQUAD)
    assert both.exact.expected_attacks == 2
    assert both.targets[0].p_destroyed == TWELFTH**2
    assert both.exact.p_neighbour_suppressed == 1 - Fraction(11, 12) ** 2
    three = odds.barrage([SQUAD, SQUAD])
    assert three.exact.expected_attacks == 3
    assert [one.p_destroyed for one in three.targets] == [TWELFTH**2, 0]
    assert three.exact.p_neighbour_suppressed == 1 - Fraction(11, 12) ** 3


@pytest.mark.rule("PT-SUPPORT-07", "PT-SUPPORT-08", "PT-SUPPORT-09", "PT-SUPPORT-10")
def test_a_strike_on_three_squads() -> None:
    three = odds.air_strike([SQUAD, SQUAD, SQUAD], order=(1, 2, 3))
    # three dice reach 11 in 108 of 216 ways, 13 in 56, 15 in 20
    chain = [Fraction(108, 216), Fraction(56, 216), Fraction(20, 216)]
    assert [one.p_one_hit for one in three.targets] == [chain[0], chain[0] * chain[1], chain[0] * chain[1] * chain[2]]
    assert three.exact.expected_attacks == 1 + chain[0] + chain[0] * chain[1]
    assert three.exact.p_any_destroyed == 0


@pytest.mark.rule("PT-SUPPORT-07", "AMB-134")
def test_anti_air_takes_a_die() -> None:
    plain, hindered = unit("Truck [france]"), unit("Truck [france] + anti-air")
    assert odds.air_strike(plain).exact.p_hit == Fraction(1, 2)
    assert odds.air_strike(hindered).exact.p_hit == TWELFTH
    assert odds.barrage(plain).exact.p_hit == odds.barrage(hindered).exact.p_hit == TWELFTH
    rules = DEFAULT.replace(anti_air="mg_units")
    assert odds.air_strike(TIGER, rules).exact.p_hit == TWELFTH
    assert odds.air_strike(plain, rules).exact.p_hit == Fraction(1, 2)


@pytest.mark.rule("PT-SUPPORT-10", "AMB-133")
def test_the_fifth_attack_of_a_strike_can_only_suppress() -> None:
    attacks = odds.air_strike([TIGER, TANK, LIGHT]).attacks
    assert [one.difficulty for one in attacks] == [11, 13, 15, 17, 19]
    assert [one.p_hit for one in attacks[3:]] == [Fraction(4, 216), 0]
    assert attacks[4].p_near_miss == Fraction(135, 216)  # 10 or more: 216 - 81


@pytest.mark.rule("PT-SUPPORT-13", "PT-ARMOR-02", "AMB-132")
def test_armour_counts_as_from_the_side_but_for_one_reading_of_barrages() -> None:
    # a Tiger has three dice in front and two elsewhere; a 5 or a 6 stops the hit
    for fire, rules, dice in (
        (odds.barrage, DEFAULT, 2),
        (odds.barrage, DEFAULT.replace(barrage_arc="full_dice"), 3),
        (odds.air_strike, DEFAULT.replace(barrage_arc="full_dice"), 2),
    ):
        one = fire(TIGER, rules, order=(1,))
        assert one.targets[0].p_one_hit == one.exact.p_hit * Fraction(2, 3) ** dice


# --- against rolls listed one by one ---------------------------------------------------------------------------------


class Case(NamedTuple):
    """Support fire at targets, with readings of the rules."""

    targets: tuple[Target, ...]
    order: tuple[int, ...]
    rules: RuleSet = DEFAULT

    def __str__(self) -> str:
        return f"{'-'.join(one.name for one in self.targets)} {self.rules.changed()}"


HEAVY = made("Improved heavy", "heavy_tank", improved=True, disadvantages=("rivets", "vulnerable_armor"))
CASES = [
    Case((Target(TIGER),), (1, 1)),
    Case((Target(TANK, hits_before=1), Target(SQUAD, cover="wood")), (1, 2, 1, 2)),
    Case((Target(SQUAD, cover="building", found_cover=True), Target(LIGHT)), (1, 1, 2, 2)),
    Case((Target(SCOUTS), Target(VETERANS, cover="wood")), (1, 2, 1, 2)),
    Case((Target(RIVETED_TRAP), Target(TANK, found_cover=True)), (1, 2, 1, 2)),
    Case((Target(HEAVY), Target(SU_85)), (2, 1, 1, 2)),
    Case((Target(SQUAD, fortification="heavy"), Target(TANK, fortification="light")), (1, 2, 2)),
    Case((Target(SU_85), Target(TANK)), (1, 2, 1), DEFAULT.replace(spg_low_profile="include_support")),
    Case((Target(TANK), Target(SQUAD)), (1, 2, 1), DEFAULT.replace(armored_suppression="support_like_mg")),
    Case((Target(TIGER), Target(SQUAD)), (1, 1, 2), DEFAULT.replace(barrage_arc="full_dice")),
    Case((Target(TANK, found_cover=True),), (1, 1), DEFAULT.replace(suppression_save="either_not_both")),
    Case((Target(SQUAD),), (1, 1), DEFAULT.replace(suppression_half="strictly_more_than_half")),
    Case((Target(LIGHT), Target(RIVETED_TRAP)), (1, 2, 1, 2), DEFAULT.replace(rivets="extra_if_unsaved")),
    Case((Target(RIVETED_TRAP),), (1, 1), DEFAULT.replace(death_trap="all_dice")),
    Case((Target(RIVETED_TRAP),), (1, 1), DEFAULT.replace(death_trap="armor_roll_with_no_success")),
    Case((Target(SCOUTS, cover="wood"),), (1,), DEFAULT.replace(one_hit_destroys="no_saves")),
    Case((Target(TIGER, found_cover=True),), (1, 1), DEFAULT.replace(cover_die_pool="same_quality")),
]


def listed(case: Case, strike: bool) -> tuple[dict[tuple[str, ...], Fraction], Fraction]:
    """(states of the targets -> probability, mean number of attacks), every die of every roll listed."""
    start = tuple("hit" if one.hits_before else "sound" for one in case.targets)
    known: dict[tuple[tuple[str, ...], int, int, bool], Fraction] = {(start, 0, 0, False): Fraction(1)}
    for _ in range(len(case.order) + 1):
        after: dict[tuple[tuple[str, ...], int, int, bool], Fraction] = {}
        for (states, place, attacks, over), p in known.items():
            left = [k for k in range(place, len(case.order)) if states[case.order[k] - 1] != "dead"]
            if over or not left:
                key = (states, place, attacks, True)
                after[key] = after.get(key, Fraction(0)) + p
                continue
            number = case.order[left[0]] - 1
            for now, hit, q in one_attack(case.targets[number], states[number], strike, attacks, case.rules):
                changed = tuple(now if k == number else state for k, state in enumerate(states))
                ends = not hit if strike else attacks + 1 == 3
                key = (changed, left[0] + 1, attacks + 1, ends)
                after[key] = after.get(key, Fraction(0)) + p * q
        known = after
    ends: dict[tuple[str, ...], Fraction] = {}
    mean = Fraction(0)
    for (states, _, attacks, _), p in known.items():
        ends[states] = ends.get(states, Fraction(0)) + p
        mean += p * attacks
    return ends, mean


def one_attack(
    target: Target, state: str, strike: bool, attacks: int, rules: RuleSet
) -> list[tuple[str, bool, Fraction]]:
    """(state after it, whether it hit, probability) of one attack."""
    victim = profile(target.unit if isinstance(target.unit, Unit) else unit(target.unit), rules)
    needed = 11 + (2 * attacks if strike else 0)
    needed += victim.low_profile if rules.spg_low_profile == "include_support" else 0
    dice = 3 if strike and not victim.anti_air else 2
    found: list[tuple[str, bool, Fraction]] = []
    for fall in product(range(1, 7), repeat=dice):
        p = Fraction(1, 6**dice)
        total, high = sum(fall), [face >= 5 for face in fall]
        near = 2 * total > needed if rules.suppression_half == "strictly_more_than_half" else 2 * total >= needed
        if victim.armored and rules.armored_suppression == "support_like_mg":
            near = False
        if total >= needed:
            trap = all(high) if rules.death_trap == "all_dice" else any(high)
            found += [(now, True, p * q) for now, q in after_hit(victim, target, state, strike, trap, rules)]
        elif near and state != "hit":
            kept = saves(victim, target, strike, rules, suppression=True)
            cancelled = sum((q for (armor, cover), q in kept.items() if armor + cover), Fraction(0))
            found += [(state, False, p * cancelled), ("stripped", False, p * (1 - cancelled))]
        else:
            found.append((state, False, p))
    return found


def saves(
    victim: Any, target: Target, strike: bool, rules: RuleSet, suppression: bool = False, stake: int = 1
) -> dict[Any, Fraction]:
    """(armour, cover) successes -> probability, re-rolled so that fewest hits are left."""
    full = not strike and rules.barrage_arc == "full_dice"
    armor = victim.armor_front if full else victim.armor_other
    cover = {"none": 0, "light": 1, "heavy": 2}[target.fortification] + target.found_cover
    cover += victim.terrain_cover if target.cover in ("wood", "building") else 0
    if victim.hits_to_destroy == 1 and rules.one_hit_destroys == "no_saves":
        armor = cover = 0
    if rules.cover_die_pool == "same_quality" and victim.armored:
        armor, cover = armor + cover, 0
    if suppression and rules.suppression_save == "either_not_both" and victim.armored:
        fails_armor = Fraction(victim.armor_face - 1, 6) ** armor
        armor, cover = (armor, 0) if fails_armor <= Fraction(2, 3) ** cover else (0, cover)

    def result(fall: tuple[int, ...]) -> tuple[int, int]:
        return sum(face >= victim.armor_face for face in fall[:armor]), sum(face >= 5 for face in fall[armor:])

    def value(spread: dict[Any, Fraction]) -> Fraction:
        return -sum((q * unsaved(victim, got, stake) for got, q in spread.items()), Fraction(0))

    return best_roll(armor + cover, victim.save_rerolls, result, value)


def unsaved(victim: Any, got: tuple[int, int], stake: int) -> int:
    armor = min(got[0], 1) if victim.armor_keep_best else got[0]
    return max(stake - armor - got[1], 0)


def after_hit(
    victim: Any, target: Target, state: str, strike: bool, trap: bool, rules: RuleSet
) -> list[tuple[str, Fraction]]:
    """(state, probability) after a hit."""
    found = []
    for got, q in saves(victim, target, strike, rules).items():
        left = unsaved(victim, got, 1)
        taken = left
        if victim.rivets and (left or rules.rivets == "extra_even_if_saved"):
            taken += 1
        disarmed = rules.death_trap == "armor_roll_with_no_success" and got[0] > 0
        sprung = victim.death_trap and left and trap and not disarmed
        before = 1 if state == "hit" else 0
        if sprung or (taken and before + taken >= victim.hits_to_destroy):
            found.append(("dead", q))
        else:
            found.append(("hit" if before + taken else state, q))
    return found


@pytest.mark.rule("PT-SUPPORT-04", "PT-SUPPORT-11", "PT-SUPPORT-12", "PT-SUPPORT-15", "PT-SUPPORT-16")
@pytest.mark.parametrize("strike", [False, True], ids=["barrage", "strike"])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_comes_out_as_the_rolls_listed(case: Case, strike: bool) -> None:
    fire = odds.air_strike if strike else odds.barrage
    got: SupportOdds = fire(case.targets, case.rules, order=case.order)
    ends, attacks = listed(case, strike)
    assert got.exact.expected_attacks == attacks
    assert got.exact.p_any_destroyed == sum((p for states, p in ends.items() if "dead" in states), Fraction(0))
    for place, struck in enumerate(got.targets):
        shares = {name: Fraction(0) for name in ("sound", "stripped", "hit", "dead")}
        for states, p in ends.items():
            shares[states[place]] += p
        assert struck.p_destroyed == shares["dead"]
        assert struck.p_one_hit == shares["hit"]
        assert struck.p_suppressed == shares["stripped"]
        assert struck.p_none == shares["sound"] + shares["stripped"]
    # the totals are those of the targets
    for total, part in (("destroyed", "destroyed"), ("shocked", "one_hit"), ("suppressed", "suppressed")):
        assert getattr(got.exact, f"expected_{total}") == sum(getattr(one, f"p_{part}") for one in got.targets)


@pytest.mark.rule("PT-SUPPORT-06", "AMB-70")
def test_the_neighbour() -> None:
    hit_once = 1 - Fraction(11, 12) ** 2
    assert odds.barrage(TIGER, neighbour=SQUAD).exact.p_neighbour_suppressed == hit_once
    saved = DEFAULT.replace(howitzer_splash="save_allowed")
    beside = Target(SQUAD, cover="wood")  # a cover die stops it in a third of the hits
    stays = 1 - (1 - TWELFTH * Fraction(2, 3)) ** 2
    assert odds.barrage(TIGER, saved, neighbour=beside).exact.p_neighbour_suppressed == stays
    with pytest.raises(RuleForbids) as caught:
        odds.barrage(SQUAD, neighbour=TIGER)
    assert caught.value.rule_id == "PT-SUPPORT-06"
    anybody = DEFAULT.replace(howitzer_splash="barrage_any_unit")
    assert odds.barrage(SQUAD, anybody, neighbour=TIGER).exact.p_neighbour_suppressed == hit_once


# --- words and wrong questions ---------------------------------------------------------------------------------------


def test_it_tells_how_it_comes_about() -> None:
    told = odds.air_strike([TIGER, SQUAD]).show(steps=True)
    for said in ("3 dice against 11", "3 dice against 13", "Target 2, Regulars", "PT-SUPPORT-13", "50.00%"):
        assert said in told
    table = odds.barrage([TIGER, SQUAD]).table()
    assert {"p_hit", "p_target_1_destroyed", "p_target_2_suppressed"} <= set(table["field"])
    assert odds.barrage(TIGER).to_dict()["p_hit"] == pytest.approx(1 / 12)


REFUSED: list[tuple[Any, dict[str, Any], str]] = [
    (TIGER, {"order": (1, 1, 1)}, "PT-SUPPORT-04"),
    (TIGER, {"ruleset": "paper_tigers_1"}, "PT1-UNIT-01"),
    (Target(TIGER, fortification="heavy"), {}, "AMB-135"),
]


@pytest.mark.parametrize(("targets", "more", "rule_id"), REFUSED)
def test_what_the_rules_forbid(targets: Any, more: dict[str, Any], rule_id: str) -> None:
    with pytest.raises(RuleForbids) as caught:
        odds.barrage(targets, **more)
    assert caught.value.rule_id == rule_id
    with pytest.raises(RuleForbids):
        odds.air_strike(targets, **more)


WRONG: list[tuple[Any, Sequence[Any] | None]] = [
    ([], None),
    ([TIGER] * 7, None),
    (TIGER, (2,)),
    (TIGER, (0,)),
    (TIGER, ()),
    (TIGER, "1"),
    (Target(TIGER, aspect="rear"), None),
    (Target(TIGER, distance=3), None),
    (Target(TIGER, hits_before=2), None),
    (Target(TIGER, cover="river"), None),
    (5, None),
]


@pytest.mark.parametrize(("targets", "order"), WRONG)
def test_wrong_questions(targets: Any, order: Any) -> None:
    with pytest.raises(InvalidValue):
        odds.barrage(targets, order=order)


def test_unknown_units() -> None:
    with pytest.raises(UnitNotFound):
        odds.air_strike("Tigger")
