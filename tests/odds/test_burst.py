"""Machine-gun dice shared among targets, against dealing every roll in every way."""

from fractions import Fraction
from typing import Any

import pytest

from tests.odds.sample_units import HALF_TRACK, MG_SQUAD, MORTAR_SQUAD, RIFLES, SCOUTS, SKIRTED, VETERANS, made
from tests.odds.test_shot import as_unit
from tests.reference import brute_force
from tigersim import odds
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.odds.burst import BurstOdds
from tigersim.odds.targets import Target

VETERAN_SQUAD = made("Veteran squad", "infantry", improved=True, machine_guns=1)
RAPID_SQUAD = made("Rapid squad", "infantry", machine_guns=1, advantages=("rapid_fire",))
TRAPPED = made("Trapped", "transport", disadvantages=("death_trap",))
Aimed = list[tuple[str | Unit, dict[str, Any]]]

BURSTS: list[tuple[str | Unit, Aimed, str, dict[str, Any]]] = [
    (MG_SQUAD, [(RIFLES, {})], "8H", {}),
    (MG_SQUAD, [(RIFLES, {}), (SCOUTS, {})], "5H", {}),
    (MG_SQUAD, [(RIFLES, {"cover": "wood"}), (VETERANS, {"found_cover": True}), (SCOUTS, {})], "4S", {}),
    ("M4 Sherman", [(RIFLES, {}), ("Jagd Panther", {}), (SCOUTS, {"hits_before": 0})], "6C", {}),
    (MG_SQUAD, [("M4 Sherman", {}), (RIFLES, {"hits_before": 1}), (TRAPPED, {})], "5S", {}),
    (MG_SQUAD, [(RIFLES, {}), (SCOUTS, {}), (TRAPPED, {"found_cover": True})], "3S", {"policy": "destroy"}),
    (MG_SQUAD, [(RIFLES, {}), (SCOUTS, {"cover": "building"})], "9S", {"policy": "effects"}),
    (MG_SQUAD, [(RIFLES, {}), (SCOUTS, {})], "3S", {"policy": "first"}),
    (VETERAN_SQUAD, [(RIFLES, {}), (SCOUTS, {})], "7S", {}),
    (VETERAN_SQUAD, [(RIFLES, {}), (VETERANS, {"cover": "wood"})], "6S", {"rerolls_for": "first"}),
    (RAPID_SQUAD, [(RIFLES, {}), (SCOUTS, {})], "5S", {}),
    (HALF_TRACK, [(SKIRTED, {}), (RIFLES, {"distance": 14.0})], "4H", {}),
]


READINGS = [{"mg_split": "surplus_only"}, {"mg_split": "no_lethal_on_split"}, {"improved_reroll_extent": "any_subset"}]


def check(burst: tuple[str | Unit, Aimed, str, dict[str, Any]], **readings: str) -> BurstOdds:
    attacker, aimed, card, more = burst
    rules = DEFAULT.replace(**readings)
    targets = [(profile(as_unit(unit), rules), where) for unit, where in aimed]
    expected, shared = brute_force.burst(
        profile(as_unit(attacker), rules),
        targets,
        card,
        rules,
        more.get("policy", "hits"),
        more.get("rerolls_for") == "first",
    )
    got = odds.burst(attacker, [Target(unit, **where) for unit, where in aimed], card, ruleset=rules, **more)
    for struck, fields in zip(got.targets, expected, strict=True):
        assert struck[1:] == tuple(fields.values())
    exact = got.exact
    for name in ("hit", "destroyed", "shocked", "suppressed"):
        assert getattr(exact, f"expected_{name}") == sum(fields[name] for fields in expected)
    assert exact.p_shared == shared
    return got


@pytest.mark.rule("PT-MG-02", "PT-MG-04", "PT-MG-05", "PT-MG-06", "PT-MG-07", "PT-ADV-RAPID_FIRE", "AMB-61")
@pytest.mark.parametrize("burst", BURSTS, ids=lambda burst: f"{burst[0]}-{len(burst[1])}-{burst[2]}-{burst[3]}")
def test_bursts_equal_dealing_every_roll(burst: tuple[str | Unit, Aimed, str, dict[str, Any]]) -> None:
    check(burst)


@pytest.mark.rule("PT-MG-06", "AMB-61", "AMB-99")
@pytest.mark.parametrize("reading", READINGS, ids=str)
@pytest.mark.parametrize("number", [1, 2, 4, 5, 8, 10])
def test_other_readings_of_a_split(reading: dict[str, str], number: int) -> None:
    check(BURSTS[number], **reading)


@pytest.mark.rule("PT-MG-06", "AMB-61")
def test_what_the_readings_allow() -> None:
    # 3 dice against difficulty 2 and two squads: any two dice hit both; the third makes the first hit lethal or not
    squads = [RIFLES, RIFLES]
    default, surplus, mild = (
        odds.burst(MG_SQUAD, squads, "2S", ruleset=DEFAULT.replace(mg_split=reading))
        for reading in ("partition_after_roll", "surplus_only", "no_lethal_on_split")
    )
    assert default.expected_hit > 1.9
    assert mild.targets[0].p_lethal == mild.targets[1].p_lethal == 0
    assert surplus.exact.expected_hit <= default.exact.expected_hit
    # with surplus_only a roll that misses the first target stays whole
    high = odds.burst(MG_SQUAD, squads, "AS", ruleset=DEFAULT.replace(mg_split="surplus_only"))
    assert high.targets[1].p_hit == 0 or high.exact.p_shared <= high.targets[0].p_hit


@pytest.mark.rule("PT-MG-06")
def test_one_target_is_a_plain_shot() -> None:
    for attacker in (MG_SQUAD, VETERAN_SQUAD, RAPID_SQUAD):
        plain = odds.shot(attacker, RIFLES, "8H", weapon="mg", cover="wood").exact
        burst = odds.burst(attacker, [Target(RIFLES, cover="wood")], "8H", rerolls_for="first")
        struck = burst.targets[0]
        assert (struck.p_destroyed, struck.p_shocked) == (plain.p_destroyed, plain.p_one_hit)
        assert struck.p_suppressed == plain.p_suppressed


@pytest.mark.rule("PT-MG-06", "PT-CARD-05")
def test_a_burst_over_the_deck() -> None:
    targets = [RIFLES, SCOUTS]
    average = odds.burst(MG_SQUAD, targets)
    cards = [odds.burst(MG_SQUAD, targets, card) for card in brute_force.DECK]
    assert average.exact.expected_hit == sum(one.exact.expected_hit for one in cards) / 52
    assert average.targets[1].p_destroyed == sum(one.targets[1].p_destroyed for one in cards) / 52
    assert "dealt to one target" in average.show(steps=True)
    assert set(average.table()["field"]) >= {"expected_hit", "p_target_2_suppressed"}
    mute = made("Mute", "medium_tank", disadvantages=("poor_command",))
    assert odds.burst(mute, targets).exact.p_no_shot == Fraction(1, 2)


@pytest.mark.rule("PT-MG-01", "PT-MG-06", "PT-DIS-POOR_COMMAND")
def test_wrong_bursts() -> None:
    with pytest.raises(RuleForbids, match="PT-MG-01"):
        odds.burst(MORTAR_SQUAD, [RIFLES])
    with pytest.raises(RuleForbids, match="PT-DIS-POOR_COMMAND"):
        odds.burst(made("Mute", "medium_tank", disadvantages=("poor_command",)), [RIFLES], "5S")
    for targets in ([], [RIFLES] * 4, RIFLES.name, [3]):
        with pytest.raises(InvalidValue, match="targets"):
            odds.burst(MG_SQUAD, targets)  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="policy"):
        odds.burst(MG_SQUAD, [RIFLES], policy="all")


def test_targets_are_read_from_text() -> None:
    assert Target.parse("Jeep [usa]") == Target("Jeep [usa]")
    text = "Regulars [ussr]; cover=wood; found-cover; hits-before=1; distance=14"
    assert Target.parse(text) == Target("Regulars [ussr]", 14, "front", "wood", True, hits_before=1)
    for wrong in ("Jeep [usa]; colour=red", "Jeep [usa]; distance=far", "Jeep [usa]; found-cover=yes", "Jeep; cover"):
        with pytest.raises((InvalidValue, LookupError)):
            Target.parse(wrong)
