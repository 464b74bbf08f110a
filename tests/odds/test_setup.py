"""What a shot is asked about: forbidden shots, wrong arguments, the integers that are rolled for."""

from fractions import Fraction
from typing import Any

import pytest

from tests.odds.sample_units import (
    FLAME_SQUAD,
    FLAME_TANK,
    FRAIL,
    GUN,
    HALF_TRACK,
    HEAVY_FLAME,
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
from tigersim.odds.resolve import resolve_shot

NO_VEHICLES = DEFAULT.replace(fort_occupancy="infantry_guns_only")
ALL_FLAME = DEFAULT.replace(flame_mode="replaces_all_fire")
BOTH_GUNS = DEFAULT.replace(two_guns_fire="both_guns")


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
        ("Tiger I", "M4 Sherman", {"fortification": "light", "ruleset": NO_VEHICLES}, "AMB-135"),
        (RIFLES, RIFLES, {"weapon": "flame", "distance": 3}, "PT-FORT-04"),
        (FLAME_SQUAD, RIFLES, {"weapon": "flame", "distance": 6.5}, "PT-FLAME-02"),
        (FLAME_TANK, RIFLES, {"weapon": "flame", "distance": 12.5}, "PT-FLAME-02"),
        (FLAME_TANK, RIFLES, {"weapon": "flame", "card": "2S"}, "PT-FLAME-01"),
        (FLAME_TANK, RIFLES, {"weapon": "mg", "ruleset": ALL_FLAME}, "AMB-137"),
        (FLAME_SQUAD, RIFLES, {"weapon": "main", "ruleset": ALL_FLAME}, "AMB-137"),
        (FLAME_SQUAD, RIFLES, {"weapon": "both", "ruleset": BOTH_GUNS}, "PT-NOTE-TWO_GUNS"),
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
        ({"weapon": "gun"}, InvalidValue, "main, hull, mg, mortar, flame"),
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
def test_a_shot_is_plain_integers() -> None:
    action = resolve_shot("Tiger I", FRAIL, aspect="rear", found_cover=True)
    attack, defence, readings, hits_before = action.shot
    assert (attack.red_dice, attack.black_dice, attack.rolls) == (4, 3, 1)
    assert (defence.armor_dice, defence.armor_dice_lethal, defence.cover_dice) == (2, 1, 1)
    assert (action.dice(True), action.dice(False), action.forbidden(True)) == (4, 3, "")
    assert resolve_shot("Tiger I", "Jagd Panther").shot.attack.hit_add == 2
    assert {type(number) for number in (*attack, *defence, *readings, hits_before)} == {int}


@pytest.mark.rule("PT-FORT-03", "AMB-135")
def test_any_unit_in_any_position_by_a_ruling() -> None:
    anybody = DEFAULT.replace(fort_occupancy="any_unit_any_number")
    assert resolve_shot("Tiger I", "M4 Sherman", fortification="heavy", ruleset=anybody).shot.defence.cover_dice == 2
    assert resolve_shot("Tiger I", GUN, fortification="heavy", ruleset=NO_VEHICLES).shot.defence.cover_dice == 2


@pytest.mark.rule("PT-FORT-02", "AMB-47")
def test_cover_dice_of_a_position_stand_beside_the_armour_or_among_it() -> None:
    own, alike = (
        resolve_shot(
            "Tiger I", "Humber Scout", fortification="light", ruleset=DEFAULT.replace(cover_die_pool=option)
        ).shot.defence
        for option in ("separate_quality", "same_quality")
    )
    assert (own.armor_dice, own.cover_dice) == (1, 1)
    assert (alike.armor_dice, alike.cover_dice) == (2, 0)


@pytest.mark.rule("PT-FLAME-01", "PT-FLAME-02", "AMB-137")
@pytest.mark.parametrize(
    ("mode", "tank", "heavy", "squad"),
    [("extra_weapon", 3, 4, 3), ("replaces_all_fire", 3, 4, 3), ("three_dice_flat", 3, 3, 3)],
)
def test_dice_of_flamethrowers(mode: str, tank: int, heavy: int, squad: int) -> None:
    rules = DEFAULT.replace(flame_mode=mode)
    for firer, dice in ((FLAME_TANK, tank), (HEAVY_FLAME, heavy), (FLAME_SQUAD, squad)):
        attack = resolve_shot(firer, RIFLES, weapon="flame", distance=6, ruleset=rules).shot.attack
        assert (attack.red_dice, attack.black_dice) == (dice, 0)
        assert attack.all_lethal == 1


@pytest.mark.rule("AMB-45")
def test_flames_are_no_small_arms() -> None:
    rules = DEFAULT.replace(small_arms_vs_armor="cannot_hit_armor")
    assert resolve_shot(FLAME_SQUAD, "Tiger I", weapon="flame", distance=6, ruleset=rules).dice(True) == 3
