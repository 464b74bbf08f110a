"""Close combat of several units, against counting every strike out."""

from fractions import Fraction
from typing import Any

import pytest

from tests.odds.sample_units import GUN, LIGHT_GUN, RIFLES, SKIRTED, VETERANS, made
from tests.odds.test_other_rolls import FANATICS, OPEN, as_unit
from tests.reference import brute_force
from tigersim import odds
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.odds.combatants import Fighter

SURVIVORS, RETURNS = {"melee_supporters_strike": "only_if_target_survives"}, {"melee_after_success": "always_return"}
LATE = {"melee_supporters_strike": "named_after_attack"}
READINGS: list[dict[str, str]] = [
    {},
    SURVIVORS,
    LATE,
    RETURNS,
    {"melee_after_success": "occupy"},
    {"melee_secondary_targets": "helpers_only"},
    {"melee_secondary_targets": "helpers_only", **LATE},
    {"melee_shocked_defender": "never"},
    {"melee_shocked_defender": "always"},
    {"melee_guns_help": "may_help"},
    {"improved_reroll_extent": "any_subset"},
]
Side = list[tuple[str | Unit, dict[str, Any]]]
GROUPS: list[tuple[Side, Side, int]] = [
    ([(RIFLES, {}), (RIFLES, {})], [("Tiger I", {})], 0),
    ([(RIFLES, {}), (VETERANS, {}), ("T-34c", {})], [("Tiger I", {}), (RIFLES, {}), (VETERANS, {})], 2),
    ([(VETERANS, {}), (RIFLES, {"at": 1})], [(SKIRTED, {}), (OPEN, {})], 1),
    ([(FANATICS, {"dares": True}), (FANATICS, {})], [("Tiger I", {}), (FANATICS, {"dares": True, "at": 1})], 1),
    ([(RIFLES, {}), (RIFLES, {"at": 2})], [(FANATICS, {"dares": True}), (RIFLES, {}), (GUN, {})], 1),
    ([("T-34c", {})], [(GUN, {"shocked": True}), ("Tiger I", {}), (RIFLES, {})], 2),
    ([(RIFLES, {}), (RIFLES, {"at": 1})], [(LIGHT_GUN, {"shocked": True}), (RIFLES, {"at": 1})], 1),
]


def fighters(side: Side) -> list[Fighter]:
    return [Fighter(unit, w.get("shocked", False), w.get("dares", False), w.get("at", 0)) for unit, w in side]


def ask(attack: Side, defence: Side, helpers: int, card: str | None, rules: RuleSet) -> Any:
    ours, theirs = fighters(attack), fighters(defence)
    return odds.melee(
        ours[0].unit,
        theirs[0],
        card,
        rules,
        suicide_attack=ours[0].suicide,
        followers=ours[1:],
        helpers=theirs[1 : 1 + helpers],
        bystanders=theirs[1 + helpers :],
    )


def profiles(side: Side, rules: RuleSet) -> list[tuple[Any, dict[str, Any]]]:
    return [(profile(as_unit(unit), rules), wants) for unit, wants in side]


@pytest.mark.rule(
    "PT-MELEE-04", "PT-MELEE-05", "PT-MELEE-06", "PT-MELEE-07", "PT-MELEE-08", "PT-MELEE-09", "PT-MELEE-10",
    "PT-MELEE-11", "PT-MELEE-12", "PT-MELEE-13", "PT-FOLLOW-10", "AMB-78", "AMB-79", "AMB-80", "AMB-81", "AMB-82",
)  # fmt: skip
@pytest.mark.parametrize("reading", READINGS, ids=str)
@pytest.mark.parametrize("group", GROUPS, ids=[str(number) for number in range(len(GROUPS))])
def test_groups_equal_counting_out(group: tuple[Side, Side, int], reading: dict[str, str]) -> None:
    attack, defence, helpers = group
    rules = DEFAULT.replace(**reading)
    if reading == {"melee_secondary_targets": "helpers_only"} and len(defence) > 1 + helpers:
        with pytest.raises(RuleForbids, match="AMB-80"):
            ask(attack, defence, helpers, "8H", rules)
        return
    if rules.melee_secondary_targets == "helpers_only":
        defence = defence[: 1 + helpers]
        attack = [(unit, wants | {"at": min(wants.get("at", 0), helpers)}) for unit, wants in attack]
    for card in ("8H", "5D"):
        ends = brute_force.melee_in_groups(profiles(attack, rules), profiles(defence, rules), helpers, card, rules)
        got = ask(attack, defence, helpers, card, rules)
        names = {f"a{i}": role for i, role in enumerate(fate.role for fate in got.fighters[: len(attack)])}
        names |= {f"d{i}": role for i, role in enumerate(fate.role for fate in got.fighters[len(attack) :])}
        left: dict[tuple[str, ...], Fraction] = {}
        for (alive, _), p in ends.items():
            roles = tuple(role for name, role in names.items() if name in alive)
            left[roles] = left.get(roles, Fraction(0)) + p
        assert dict(got.survivors) == left
        for name, role in names.items():
            gone = sum(p for (alive, _), p in ends.items() if name not in alive)
            assert next(fate.p_destroyed for fate in got.fighters if fate.role == role) == gone
        back = sum(p for (alive, withdrawn), p in ends.items() if withdrawn and any(n[0] == "a" for n in alive))
        assert got.exact.p_withdrawal == back
        if rules.melee_after_success != "always_return":
            attackers_left = sum(p for (alive, _), p in ends.items() if any(n[0] == "a" for n in alive))
            assert got.exact.p_field_held == attackers_left - back
        assert got.exact.p_neither == sum(p for (alive, _), p in ends.items() if {"a0", "d0"} <= alive)


@pytest.mark.rule("PT-MELEE-13", "AMB-78")
def test_the_field_is_held_whoever_goes_back() -> None:
    stays, returns = (ask(*GROUPS[1], "6H", rules).exact for rules in (DEFAULT, DEFAULT.replace(**RETURNS)))
    assert stays.p_field_held == returns.p_field_held
    assert returns.p_withdrawal == stays.p_withdrawal + stays.p_field_held


@pytest.mark.rule("PT-MELEE-07", "PT-CARD-08")
def test_groups_over_the_deck() -> None:
    attack, defence, helpers = GROUPS[1]
    average = ask(attack, defence, helpers, None, DEFAULT)
    cards = [ask(attack, defence, helpers, card, DEFAULT) for card in brute_force.DECK if card[-1] in "DH"]
    assert average.exact.p_no_combat == Fraction(1, 2)
    assert average.exact.p_field_held == sum(one.exact.p_field_held for one in cards) / 52
    assert average.to_dict()["p_helper_1_destroyed"] == pytest.approx(
        float(sum(one.fighters[4].p_destroyed for one in cards) / 52), abs=1e-15
    )
    assert sum(p for _, p in average.survivors) == Fraction(1, 2)
    assert "attackers strike first" in average.show(steps=True)
    assert set(average.table()["field"]) >= {"p_leader_destroyed", "p_follower_2_destroyed", "p_target_destroyed"}


@pytest.mark.rule("PT-MELEE-05", "PT-HIT-05", "AMB-81")
def test_a_shocked_target_strikes_back_unless_a_ruling_bars_it() -> None:
    shocked = Fighter(RIFLES, shocked=True)
    assert odds.melee(RIFLES, shocked, "8H").exact == odds.melee(RIFLES, RIFLES, "8H").exact
    never = DEFAULT.replace(melee_shocked_defender="never")
    assert odds.melee(RIFLES, shocked, "8H", never).p_attacker_destroyed == 0


@pytest.mark.rule("PT-MELEE-03", "PT-MELEE-07", "PT-MELEE-08", "PT-HIT-05", "AMB-80", "AMB-81", "AMB-82")
def test_who_may_not_join() -> None:
    shocked = Fighter(RIFLES, shocked=True)
    for arguments, rule_id in (
        ({"followers": [GUN]}, "PT-MELEE-03"),
        ({"followers": [shocked]}, "PT-HIT-05"),
        ({"helpers": [shocked]}, "AMB-81"),
        ({"helpers": [GUN]}, "PT-MELEE-03"),
        ({"helpers": [shocked], "ruleset": DEFAULT.replace(**LATE)}, "AMB-81"),
        ({"helpers": [Fighter(RIFLES, suicide=True)]}, "PT-ADV-SUICIDE_ASSAULT"),
        ({"bystanders": [RIFLES], "ruleset": DEFAULT.replace(melee_secondary_targets="helpers_only")}, "AMB-80"),
    ):
        with pytest.raises(RuleForbids, match=rule_id):
            odds.melee(RIFLES, "Tiger I", "8H", **arguments)  # type: ignore[arg-type]
    may = DEFAULT.replace(melee_shocked_defender="always", melee_guns_help="may_help")
    assert odds.melee(RIFLES, "Tiger I", "8H", may, helpers=[shocked, GUN]).p_attacker_destroyed > 0
    for arguments, field in (
        ({"followers": [RIFLES] * 3}, "followers"),
        ({"helpers": [RIFLES] * 3}, "helpers"),
        ({"helpers": "Tiger I"}, "helpers"),
        ({"helpers": [3]}, "helpers"),
        ({"helpers": [Fighter(RIFLES, at=1)]}, "at"),
        ({"followers": [Fighter(RIFLES, at=-1)]}, "at"),
        ({"followers": [Fighter(RIFLES, suicide=1)]}, "followers"),  # type: ignore[arg-type]
    ):
        with pytest.raises(InvalidValue, match=field):
            odds.melee(RIFLES, "Tiger I", "8H", **arguments)  # type: ignore[arg-type]


@pytest.mark.rule("PT-ADV-SUICIDE_ASSAULT", "AMB-84")
def test_the_extra_die_in_a_group_may_be_forced() -> None:
    forced = DEFAULT.replace(suicide_assault="mandatory")
    daring = Fighter(FANATICS, suicide=True)
    got = odds.melee(RIFLES, "Tiger I", "9H", forced, followers=[FANATICS], helpers=[FANATICS])
    assert got.exact == odds.melee(RIFLES, "Tiger I", "9H", followers=[daring], helpers=[daring]).exact
    with pytest.raises(RuleForbids, match="PT-ADV-SUICIDE_ASSAULT"):
        odds.melee(RIFLES, "Tiger I", "9H", DEFAULT.replace(suicide_assault="attack_only"), helpers=[daring])


def test_a_plain_answer_keeps_its_fields() -> None:
    plain = odds.melee(made("Any", "infantry"), "Tiger I", "7H")
    assert list(plain.to_dict()) == ["p_defender_destroyed", "p_attacker_destroyed", "p_neither", "p_no_combat"]
