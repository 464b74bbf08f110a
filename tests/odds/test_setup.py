"""What a shot is asked about: forbidden shots, wrong arguments, the integers that are rolled for."""

from fractions import Fraction
from typing import Any

import pytest

from tests.odds.sample_units import (
    FRAIL,
    HALF_TRACK,
    HOWITZER,
    MORTAR_SQUAD,
    MUTE,
    RIFLES,
    SCOUTS,
    SHORT,
    SKIRTED,
    SLOW_LOADER,
)
from tigersim import odds
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.errors import CardNotFound, InvalidValue, RuleForbids, UnitNotFound, UnknownName
from tigersim.odds.setup import resolve_shot


@pytest.mark.rule(
    "PT-FIRE-02", "PT-DIS-SHORT_RANGE_GUN", "PT-MORTAR-04", "PT-HOW-02", "PT-UNIT-SPG-01", "PT-NOTE-FORWARD_ONLY",
    "PT-DIS-POOR_COMMAND", "PT-DIS-SLOW_RATE_OF_FIRE", "PT-NOTE-MG_ARMAMENT", "PT-NOTE-TWO_GUNS", "AMB-30", "AMB-45",
    "AMB-55", "AMB-135",
)  # fmt: skip
@pytest.mark.parametrize(
    ("attacker", "target", "where", "rule_id"),
    [
        (RIFLES, "Tiger I", {"distance": 12.5}, "PT-FIRE-02"),
        (SHORT, "Tiger I", {"distance": 13}, "PT-DIS-SHORT_RANGE_GUN"),
        (MORTAR_SQUAD, RIFLES, {"weapon": "mortar", "distance": 6}, "PT-MORTAR-04"),
        (HOWITZER, RIFLES, {"distance": 6}, "PT-HOW-02"),
        ("Jagd Panther", RIFLES, {"arc": "other"}, "PT-UNIT-SPG-01"),
        ("M3 Lee", RIFLES, {"arc": "rear", "weapon": "hull"}, "PT-NOTE-FORWARD_ONLY"),
        (HALF_TRACK, RIFLES, {}, "PT-NOTE-MG_ARMAMENT"),
        ("Tiger I", RIFLES, {"weapon": "hull"}, "PT-NOTE-TWO_GUNS"),
        ("Jagd Panther", RIFLES, {"weapon": "mg"}, "PT-MG-01"),
        (RIFLES, RIFLES, {"weapon": "mortar"}, "PT-MORTAR-01"),
        ("Truck [germany]", RIFLES, {}, "AMB-55"),
        (MUTE, "Tiger I", {"card": "7S"}, "PT-DIS-POOR_COMMAND"),
        (SLOW_LOADER, "Tiger I", {"card": "7C"}, "PT-DIS-SLOW_RATE_OF_FIRE"),
        (SCOUTS, SKIRTED, {"card": "7C"}, "AMB-30"),
        ("Tiger I", "M4 Sherman", {"fortification": "heavy"}, "AMB-135"),
        (RIFLES, "M4 Sherman", {"ruleset": DEFAULT.replace(small_arms_vs_armor="cannot_hit_armor")}, "AMB-45"),
    ],
)
def test_forbidden_shots(attacker: Any, target: Any, where: dict[str, Any], rule_id: str) -> None:
    with pytest.raises(RuleForbids, match=rule_id) as caught:
        odds.shot(attacker, target, **where)
    assert caught.value.rule_id == rule_id


@pytest.mark.rule("PT-DIS-POOR_COMMAND")
def test_forbidden_cards_count_as_no_shot() -> None:
    answer = odds.shot(MUTE, "Tiger I")
    assert answer.exact.p_no_shot == Fraction(1, 2)
    rows = answer.by_card()
    assert set(rows[rows["red"]]["forbidden"]) == {""}
    assert set(rows[~rows["red"]]["forbidden"]) == {"PT-DIS-POOR_COMMAND"}
    assert set(rows[~rows["red"]]["p_none"]) == {1.0}
    assert "no shot" in answer.show()
    assert "PT-DIS-POOR_COMMAND" in answer.show(steps=True)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"attacker": "Tigger I"}, UnitNotFound, "Tiger I"),
        ({"target": "Jeep"}, UnitNotFound, "Jeep [usa]"),
        ({"attacker": 7}, InvalidValue, "the name of a unit"),
        ({"card": "1H"}, CardNotFound, "unknown card"),
        ({"card": 52}, CardNotFound, "unknown card"),
        ({"card": 3.5}, CardNotFound, "unknown card"),
        ({"distance": -1}, InvalidValue, "0 or more"),
        ({"distance": float("nan")}, InvalidValue, "0 or more"),
        ({"distance": float("inf")}, InvalidValue, "0 or more"),
        ({"distance": "near"}, InvalidValue, "0 or more"),
        ({"distance": True}, InvalidValue, "0 or more"),
        ({"aspect": "left"}, InvalidValue, "front, other"),
        ({"arc": "left"}, InvalidValue, "front, other"),
        ({"cover": "trees"}, InvalidValue, "none, wood, building, hill"),
        ({"cover": ["wood"]}, InvalidValue, "none, wood, building, hill"),
        ({"found_cover": "yes"}, InvalidValue, "True, False"),
        ({"fortification": "bunker"}, InvalidValue, "none, light, heavy"),
        ({"weapon": "gun"}, InvalidValue, "main, hull, mg, mortar"),
        ({"objective": "kill"}, InvalidValue, "hit, destroy"),
        ({"hits_before": 2}, InvalidValue, "0 to 1"),
        ({"hits_before": -1}, InvalidValue, "0 to 1"),
        ({"hits_before": 1.0}, InvalidValue, "0 to 1"),
        ({"target": SCOUTS, "hits_before": 1}, InvalidValue, "allowed: 0"),
        ({"ruleset": 2}, InvalidValue, "RuleSet"),
        ({"ruleset": "chess"}, UnknownName, "paper_tigers_2"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    asked: dict[str, Any] = {"attacker": "Tiger I", "target": "M4 Sherman"} | arguments
    with pytest.raises(error) as caught:
        odds.shot(**asked)
    assert words in str(caught.value)


@pytest.mark.rule("PT-DIS-VULNERABLE_ARMOR", "PT-ARMOR-02", "PT-UNIT-SPG-02")
def test_terms_are_plain_integers() -> None:
    terms = resolve_shot("Tiger I", FRAIL, aspect="rear", found_cover=True)
    assert (terms.red_dice, terms.black_dice, terms.rolls) == (4, 3, 1)
    assert (terms.armor_dice, terms.armor_dice_lethal, terms.cover_dice) == (2, 1, 1)
    assert (terms.dice(True), terms.dice(False), terms.forbidden(True)) == (4, 3, "")
    assert resolve_shot("Tiger I", "Jagd Panther").hit_add == 2
    assert all(type(getattr(terms, name)) in (int, str) for name in type(terms).__slots__)
