"""The exact odds under the first edition, and under rulings that profiles decide, against counting every die out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.odds.sample_units import GUN, MORTAR_SQUAD, RIFLES, TWICE_SAVED, VETERANS, made
from tests.reference import brute_force
from tigersim import odds
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit, unit
from tigersim.errors import InvalidValue, RuleForbids

FIRST = RuleSet.load("paper_tigers_1")
WHOLE = DEFAULT.replace(advantage_reroll="whole_roll_only")
TWO = DEFAULT.replace(two_mgs="two_attacks")


def agree(attacker: str | Unit, target: str | Unit, card: str, rules: RuleSet, **where: Any) -> odds.ShotOdds:
    """The odds of a shot, which have to equal what counting out gives."""
    answer = odds.shot(attacker, target, card=card, ruleset=rules, **where)
    firer, victim = (profile(unit(one) if isinstance(one, str) else one, rules) for one in (attacker, target))
    for field, p in brute_force.shot(firer, victim, card, rules, **where).items():
        assert getattr(answer.exact, field) == p, field
    return answer


@pytest.mark.rule("PT1-FIRE-04", "PT1-FIRE-05", "PT1-FIRE-06", "PT1-FIRE-07", "PT1-UNIT-01")
@pytest.mark.parametrize(
    ("attacker", "target", "where"),
    [
        ("Tiger I", "M4 Sherman", {}),
        ("Tiger I", "M4 Sherman", {"aspect": "other"}),
        ("T-60", "Crusader I/II", {}),
        ("Type 1 Ho-Ha", "Jeep [usa]", {}),
        (RIFLES, VETERANS, {"cover": "wood"}),
        (GUN, GUN, {"cover": "wood", "distance": 20}),
        ("M20", "Humber Scout", {"hits_before": 1}),
    ],
)
@pytest.mark.parametrize("card", ["2H", "5S", "QH"])
def test_shots_equal_counting_out(attacker: str | Unit, target: str | Unit, where: dict[str, Any], card: str) -> None:
    plain = agree(attacker, target, card, FIRST, **where)
    assert plain.exact.p_lethal_scored == 0
    strict = agree(attacker, target, card, FIRST.replace(ed1_example="strictly_more"), **where)
    assert strict.exact.p_hit_scored < plain.exact.p_hit_scored or card == "2H"


@pytest.mark.rule("PT1-FIRE-05")
def test_the_side_that_is_hit_does_not_matter() -> None:
    front, side = (odds.shot("Tiger I", "M4 Sherman", aspect=aspect, ruleset=FIRST) for aspect in ("front", "other"))
    assert front.exact == side.exact
    assert front.exact.p_destroyed == 0  # one hit of an unhurt unit is shock


@pytest.mark.rule("PT1-CARD-03", "PT1-CARD-04", "PT1-RECOVER-01")
def test_what_the_edition_does_not_know() -> None:
    asked = {
        "PT1-CARD-03": lambda: odds.melee(RIFLES, "Tiger I", "5H", FIRST),
        "PT1-CARD-04": lambda: odds.find_cover(RIFLES, "5S", ruleset=FIRST),
        "PT1-RECOVER-01": lambda: odds.recovery(RIFLES, "5S", True, FIRST),
        "PT1-UNIT-01": lambda: odds.move("SU-85", "5S", ruleset=FIRST),
    }
    for rule_id, question in asked.items():
        with pytest.raises(RuleForbids) as caught:
            question()
        assert caught.value.rule_id == rule_id


@pytest.mark.rule("PT1-UNIT-01", "PT1-CARD-03", "PT1-CARD-04")
def test_support_weapons_groups_and_works_are_unknown() -> None:
    tanks: Any = {"attacker": "Tiger I", "target": "M4 Sherman", "ruleset": FIRST}
    forbidden = [
        ("PT1-UNIT-01", lambda: odds.shot(**tanks, weapon="mg")),
        ("PT1-UNIT-01", lambda: odds.shot(**tanks | {"attacker": "M3 Lee"}, weapon="hull")),
        ("PT1-UNIT-01", lambda: odds.shot(**tanks | {"attacker": "M3 Lee"}, weapon="both")),
        ("PT1-UNIT-01", lambda: odds.shot(**tanks | {"attacker": MORTAR_SQUAD}, weapon="mortar")),
        ("PT1-UNIT-01", lambda: odds.shot(**tanks | {"attacker": "M7 Priest"}, neighbour=RIFLES)),
        ("PT1-UNIT-01", lambda: odds.shot(**tanks, fortification="light")),
        ("PT1-CARD-04", lambda: odds.shot(**tanks, found_cover=True)),
        ("PT1-UNIT-01", lambda: odds.burst("Panzer I", [RIFLES, RIFLES], "5H", ruleset=FIRST)),
        ("PT1-CARD-03", lambda: odds.melee(RIFLES, "Tiger I", "5H", FIRST, followers=[RIFLES])),
        ("PT1-CARD-03", lambda: odds.activation(RIFLES, "Tiger I", ("move", "melee"), ruleset=FIRST)),
        ("PT1-CARD-04", lambda: odds.activation(RIFLES, "Tiger I", ("find_cover", "fire"), ruleset=FIRST)),
        ("PT1-CARD-04", lambda: odds.follow([RIFLES, RIFLES], "find_cover", "5S", ruleset=FIRST)),
    ]
    for rule_id, question in forbidden:
        with pytest.raises(RuleForbids) as caught:
            question()
        assert caught.value.rule_id == rule_id, caught.value
    with pytest.raises(InvalidValue, match="only with weapon mortar"):
        odds.shot(**tanks, second_target="M4 Sherman")


@pytest.mark.rule("PT1-MOVE-01", "PT1-MOVE-02", "PT1-MOVE-04", "PT1-RECOVER-01")
@pytest.mark.parametrize("card", ["4H", "9S"])
def test_moves_and_recovery(card: str) -> None:
    red, difficulty = brute_force.read_card(card)
    for who in ("Tiger I", "BT-7", "Type 1 Ho-Ha", "Jeep [usa]", RIFLES, GUN):
        answer = odds.move(who, card, on_road=True, ruleset=FIRST)
        assert answer.exact.p_success == brute_force.plain(2 if red else 3, difficulty)
        assert max(inches for inches, _ in answer.reach) == (6 if who is RIFLES else 12 if red else 18)
        assert odds.recovery(who, card, ruleset=FIRST).exact.p_success == brute_force.plain(2, difficulty)
    guns = odds.move(GUN, card, ruleset=FIRST.replace(ed1_gun_move="as_edition_ii"))
    assert guns.exact.p_success == brute_force.plain(2, difficulty)
    assert max(inches for inches, _ in guns.reach) == 6
    shown = odds.card(card, "Tiger I", ruleset=FIRST).exact
    assert (shown.p_lethal, shown.p_close_combat, shown.p_find_cover) == (0, 0, 0)


def test_how_the_numbers_are_explained() -> None:
    steps = odds.shot("Tiger I", "M4 Sherman", card="5H", ruleset=FIRST.replace(ed1_example="strictly_more")).show(
        steps=True
    )
    assert "5 + 1 (AMB-154): a sum of 6 or more hits" in steps
    assert "no hit is lethal (PT1-FIRE-04)" in steps
    assert "lethal hit it rolls" not in steps


# --- rulings of the second edition ---------------------------------------------------------------------------------

TWICE_ARMED = made("Twice armed", "medium_tank", improved=True, advantages=("improved_gun", "improved_armor"))


@pytest.mark.rule("PT-ADV-IMPROVED_GUN", "PT-ADV-IMPROVED_ARMOR", "AMB-101")
@pytest.mark.parametrize(
    ("attacker", "target", "where"),
    [
        ("Crusader III", "M4 Sherman", {}),
        ("Comet", "M4 Sherman", {}),
        ("Comet", "M4 Sherman", {"objective": "destroy"}),
        ("M4 Sherman", "M5A1 Stuart", {"found_cover": True}),
        ("M4 Sherman", TWICE_SAVED, {"fortification": "light"}),
        (TWICE_ARMED, TWICE_ARMED, {}),
    ],
)
@pytest.mark.parametrize("card", ["4S", "8H"])
def test_whole_rolls_equal_counting_out(
    attacker: str | Unit, target: str | Unit, where: dict[str, Any], card: str
) -> None:
    whole = agree(attacker, target, card, WHOLE, **where)
    either = odds.shot(attacker, target, card=card, **where)
    if "improved_gun" in (unit(attacker) if isinstance(attacker, str) else attacker).advantages:
        assert whole.exact.p_hit_scored <= either.exact.p_hit_scored
    assert "all dice" in whole.show(steps=True) or not whole.shot.attack.rerolls


@pytest.mark.rule("PT-MG-02", "AMB-58")
@pytest.mark.parametrize("card", ["6D", "9S"])
def test_two_machine_guns_attack_twice(card: str) -> None:
    for target, where in ((RIFLES, {}), (RIFLES, {"cover": "wood", "hits_before": 1}), ("M4 Sherman", {})):
        twice = agree("Panzer I", target, card, TWO, weapon="mg", **where)
        assert twice.shot.attack.rolls == 2
        assert "AMB-58" in twice.show(steps=True)
    assert odds.shot("M20", RIFLES, card=card, weapon="mg", ruleset=TWO).shot.attack.rolls == 1
    assert odds.shot("M-11/39", RIFLES, card=card, weapon="hull", ruleset=TWO).shot.attack.rolls == 1
    busy = made("Busy", "carrier", machine_guns=2, mg_only=True, advantages=("rapid_fire",))
    four = agree(busy, RIFLES, card, TWO, weapon="mg")
    assert four.shot.attack.rolls == 4
    assert "PT-ADV-RAPID_FIRE, AMB-102, AMB-58" in four.show(steps=True)
