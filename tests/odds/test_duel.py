"""Duels, against dealing every card of a turn and following the turns one by one."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tests.odds.sample_units import MG_SQUAD, MORTAR_SQUAD, MUTE, RIFLES, SCOUTS, made
from tests.odds.test_shot import as_unit
from tests.reference import brute_force
from tigersim import odds
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue, NotModelled, RuleForbids
from tigersim.odds.targets import Target

BURNER = made("Burner", "medium_tank", disadvantages=("engine_fire",))
TOUGH = made("Tough", "infantry", advantages=("rugged",))
RADIOLESS = made("Radioless", "medium_tank", disadvantages=("no_radio",))
Duellist = tuple[str | Unit, dict[str, Any]]

DUELS: list[tuple[Duellist, Duellist, dict[str, str]]] = [
    (("Tiger I", {}), ("M4 Sherman", {"aspect": "other"}), {}),
    (("M4 Sherman", {"found_cover": True}), ("Panzer IV (mid)", {"hits_before": 1}), {}),
    ((MG_SQUAD, {"weapon": "mg", "cover": "wood"}), (RIFLES, {"cover": "wood"}), {}),
    ((MUTE, {}), (SCOUTS, {"cover": "building"}), {}),
    ((BURNER, {}), (BURNER, {}), {"engine_fire": "any_failed_recovery"}),
    (("T-60", {}), (TOUGH, {"found_cover": True}), {"rapid_fire": "one_extra_shot_per_turn"}),
    (("T-60", {"weapon": "mg"}), ("M4 Sherman", {}), {}),
    ((MORTAR_SQUAD, {"weapon": "mortar"}), (RIFLES, {}), {"mortar_second_shot": "on_unsaved_hit"}),
]


def ask(first: Duellist, second: Duellist, rules: RuleSet, **more: Any) -> Any:
    targets = [
        Target(unit, **{name: value for name, value in how.items() if name != "weapon"})
        for unit, how in (first, second)
    ]
    weapons = (first[1].get("weapon", "main"), second[1].get("weapon", "main"))
    return odds.duel(*targets, ruleset=rules, weapons=weapons, **more)


@cache
def shakes_off(dice: int) -> float:
    """P(a recovery test with any card of the deck succeeds)."""
    difficulties = [brute_force.read_card(card)[1] for card in brute_force.DECK]
    return sum(float(brute_force.plain(dice, d)) * difficulties.count(d) for d in set(difficulties)) / 52


def recovered(units: list[Any], spread: dict[Any, float], rules: RuleSet, chance: float) -> dict[Any, float]:
    """The same after the recovery tests, with any card of the deck."""
    after: dict[Any, float] = {}
    for hits, p in spread.items():
        each = []
        for unit, hit in zip(units, hits, strict=True):
            if hit != 1 or 9 in hits:
                each.append([(hit, 1.0)])
                continue
            passed = shakes_off(unit.recovery_dice) * chance
            burns = chance - passed if unit.engine_fire and rules.engine_fire == "any_failed_recovery" else 0.0
            each.append([(0, passed), (9, burns), (1, 1 - passed - burns)])
        for one, q in each[0]:
            for other, r in each[1]:
                after[one, other] = after.get((one, other), 0.0) + p * q * r
    return after


@pytest.mark.rule("PT-CARD-01", "PT-CARD-02", "PT-CARD-03", "PT-HIT-01", "PT-HIT-02", "PT-HIT-05", "PT-MG-04")
@pytest.mark.rule("PT-RECOVER-04", "PT-DIS-ENGINE_FIRE", "PT-ADV-RUGGED", "AMB-106")
@pytest.mark.parametrize("number", range(len(DUELS)))
def test_duels_equal_dealing_every_card(number: int) -> None:
    first, second, readings = DUELS[number]
    rules = DEFAULT.replace(**readings)
    units = [(profile(as_unit(unit), rules), how) for unit, how in (first, second)]
    profiles = [unit for unit, _ in units]
    chance = 1.0 if number % 2 else 0.75
    known: dict[Any, Any] = {}

    def turn(hits: Any) -> Any:
        if hits not in known:
            known[hits] = brute_force.duel_turn(units, hits, (1, 1), rules)
        return known[hits]

    spread = {(first[1].get("hits_before", 0), second[1].get("hits_before", 0)): 1.0}
    turns = shots_a = shots_b = 0.0
    curve = []
    for _ in range(400):
        after: dict[Any, float] = {}
        for hits, p in spread.items():
            if 9 in hits:
                after[hits] = after.get(hits, 0.0) + p
                continue
            ends, shots = turn(hits)
            turns, shots_a, shots_b = turns + p, shots_a + p * shots[0], shots_b + p * shots[1]
            for end, q in recovered(profiles, ends, rules, chance).items():
                after[end] = after.get(end, 0.0) + p * q
        spread = after
        curve.append([sum(p for h, p in spread.items() if h[0] == 9), sum(p for h, p in spread.items() if h[1] == 9)])
    got = ask(first, second, rules, turns=3, recovery=chance)
    assert [[float(row[0]), float(row[1])] for row in got.by_turn] == [
        pytest.approx(row, abs=1e-12) for row in curve[:3]
    ]
    assert (got.p_a_within, got.p_b_within) == pytest.approx(curve[2], abs=1e-12)
    assert got.p_both_destroyed == pytest.approx(spread.get((9, 9), 0.0), abs=1e-12)
    assert got.p_a_destroyed == pytest.approx(curve[-1][0] - spread.get((9, 9), 0.0), abs=1e-12)
    assert got.p_b_destroyed == pytest.approx(curve[-1][1] - spread.get((9, 9), 0.0), abs=1e-12)
    assert got.exact.p_a_destroyed + got.exact.p_b_destroyed + got.exact.p_both_destroyed == 1
    assert got.expected_turns == pytest.approx(turns, abs=1e-10)
    assert (got.expected_shots_a, got.expected_shots_b) == pytest.approx((shots_a, shots_b), abs=1e-10)


@pytest.mark.rule("PT-TURN-13", "PT-HIT-01", "PT-MG-04", "PT-MG-07", "PT-ADV-RAPID_FIRE", "AMB-102")
@pytest.mark.parametrize(("number", "cards"), [(2, (2, 1)), (5, (2, 1)), (6, (1, 2)), (3, (0, 2))])
def test_a_turn_with_more_cards(number: int, cards: tuple[int, int]) -> None:
    first, second, readings = DUELS[number]
    rules = DEFAULT.replace(**readings)
    units = [(profile(as_unit(unit), rules), how) for unit, how in (first, second)]
    ends, shots = brute_force.duel_turn(units, (0, 0), cards, rules)
    got = ask(first, second, rules, turns=1, cards=cards, recovery=0)
    assert got.p_a_within == pytest.approx(sum(p for hits, p in ends.items() if hits[0] == 9), abs=1e-12)
    assert got.p_b_within == pytest.approx(sum(p for hits, p in ends.items() if hits[1] == 9), abs=1e-12)
    assert min(shots) >= 0


@pytest.mark.rule("PT-CARD-01", "PT-HIT-05")
def test_a_fair_duel_is_fair() -> None:
    for cards in (1, 2, (2, 2)):
        got = odds.duel("Tiger I", "Tiger I", cards=cards).exact
        assert got.p_a_destroyed == got.p_b_destroyed == Fraction(1, 2)
        assert got.expected_shots_a == got.expected_shots_b
    one, two = odds.duel("Tiger I", "Tiger I", cards=(1, 2)), odds.duel("Tiger I", "Tiger I", cards=(2, 1))
    assert one.exact.p_a_destroyed == two.exact.p_b_destroyed > Fraction(1, 2)


@pytest.mark.rule("PT-HIT-02", "PT-RECOVER-04")
def test_a_duel_by_hand() -> None:
    # a unit that one hit destroys and that holds its fire: the shot's own odds, turn after turn
    shot = odds.shot("M4 Sherman", SCOUTS).exact
    quiet = odds.duel(SCOUTS, "M4 Sherman", weapons=("none", "main"), turns=2)
    assert quiet.exact.p_a_within == 1 - (1 - shot.p_destroyed) ** 2
    assert quiet.exact.expected_turns == quiet.exact.expected_shots_b == 1 / shot.p_destroyed
    assert quiet.exact.expected_shots_a == 0


def test_a_duel_as_a_table() -> None:
    got = odds.duel("Tiger I", "M4 Sherman", turns=4)
    curve = got.curve()
    assert list(curve["turn"]) == [1, 2, 3, 4]
    assert curve["p_neither"].iloc[-1] == pytest.approx(got.p_neither_within)
    assert (curve[["p_a_destroyed", "p_b_destroyed", "p_neither"]].sum(axis=1) - 1).abs().max() < 1e-12
    assert "1 each" in got.show(steps=True)
    assert "2 and 1" in odds.duel("Tiger I", "M4 Sherman", cards=(2, 1)).show(steps=True)


@pytest.mark.rule("PT-DIS-NO_RADIO", "PT-MG-07", "PT-FIRE-02", "AMB-14", "AMB-65")
def test_duels_that_cannot_be() -> None:
    with pytest.raises(RuleForbids, match="PT-DIS-NO_RADIO"):
        odds.duel(RADIOLESS, "Tiger I", cards=2)
    assert odds.duel(RADIOLESS, "Tiger I", cards=(1, 2)).p_a_destroyed > 0
    with pytest.raises(RuleForbids, match="PT-FIRE-02"):
        odds.duel(RIFLES, "Tiger I", distance=20)
    with pytest.raises(InvalidValue, match="duel"):
        odds.duel("T-60", "M4 Sherman", weapons=("mg", "none"))
    with pytest.raises(InvalidValue, match="duel"):
        odds.duel("T-60", "M4 Sherman", cards=0)
    shocked = Target("M4 Sherman", hits_before=1)
    with pytest.raises(InvalidValue, match="duel"):  # it never acts again
        odds.duel(SCOUTS, shocked, weapons=("none", "main"), recovery=0)
    for arguments, field in (
        ({"turns": 0}, "turns"),
        ({"cards": 3}, "cards"),
        ({"cards": (1, 1, 1)}, "cards"),
        ({"recovery": 2}, "recovery"),
        ({"recovery": "often"}, "recovery"),
        ({"weapons": ("bow", "main")}, "weapon"),
        ({"weapons": "main"}, "weapons"),
    ):
        with pytest.raises(InvalidValue, match=field):
            odds.duel("Tiger I", "M4 Sherman", **arguments)  # type: ignore[arg-type]
    howitzer = made("Quick howitzer", "towed_gun", howitzer=True, advantages=("rapid_fire",))
    rules = DEFAULT.replace(armored_suppression="near_miss_one_card")
    assert odds.duel(howitzer, "Tiger I", ruleset=rules).p_b_destroyed > 0
    with pytest.raises(NotModelled, match="AMB-65"):
        odds.duel(howitzer, "Tiger I", ruleset=rules, cards=2)


def test_both_units_are_called_by_their_names() -> None:
    """With the nation where both have one of that name, and first and second where they are the same."""
    told = odds.duel("Tiger I", "KV-1").show()
    assert "Tiger I is destroyed, KV-1 is not" in told
    assert "Fire actions of KV-1 until then" in told
    assert "the first unit" not in told
    foot = odds.duel("Regulars [usa]", "Regulars [germany]", 5).show()
    assert foot.startswith("Regulars [usa] against Regulars [germany] at 5")
    assert "Regulars [germany] is destroyed, Regulars [usa] is not" in foot
    alike = odds.duel("Tiger I", "Tiger I").show()
    assert alike.startswith("Tiger I against Tiger I")
    assert "the second Tiger I is destroyed, the first Tiger I is not" in alike
    rows = odds.duel("Tiger I", "KV-1").table()
    assert rows["field"][0] == "p_a_destroyed"
    assert rows["meaning"][0] == "Tiger I is destroyed, KV-1 is not"


def test_close_combat_names_the_nations_of_units_of_one_name() -> None:
    assert odds.melee("Regulars [usa]", "Regulars [germany]", "7H").title.startswith(
        "Regulars [usa] assaults Regulars [germany]"
    )
    assert odds.melee("Guards Infantry", "Tiger I", "7H").title.startswith("Guards Infantry assaults Tiger I")
