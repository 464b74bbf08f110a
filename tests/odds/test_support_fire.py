"""Fire that brings more than one roll: second mortar shots, howitzers, both guns, machine guns that attack twice."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.odds.sample_units import HOWITZER, MG_SQUAD, MORTAR_SQUAD, RIFLES, RIVETED_TRAP, SCOUTS, VETERANS, made
from tests.odds.test_shot import as_unit, assert_same
from tests.reference import brute_force
from tigersim import odds
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.odds.circumstances import Circumstances
from tigersim.odds.resolve import resolve, resolve_shot
from tigersim.odds.targets import Target
from tigersim.odds.volley import on_card

MORTAR = {"weapon": "mortar", "distance": 9}
GUARDS = made("Guards mortar", "infantry", improved=True, mortar=True)
RAPID_MORTAR = made("Rapid mortar", "infantry", improved=True, mortar=True, advantages=("rapid_fire",))
RAPID_SQUAD = made("Rapid squad", "infantry", machine_guns=1, advantages=("rapid_fire",))

MORTAR_SHOTS: list[tuple[Unit, str | Unit, str, dict[str, Any]]] = [
    (MORTAR_SQUAD, RIFLES, "5H", {}),
    (MORTAR_SQUAD, RIFLES, "5S", {"cover": "wood", "hits_before": 1}),
    (MORTAR_SQUAD, "M4 Sherman", "3D", {"aspect": "other"}),
    (MORTAR_SQUAD, SCOUTS, "4H", {"cover": "building", "found_cover": True}),
    (MORTAR_SQUAD, RIVETED_TRAP, "4C", {}),
    (GUARDS, VETERANS, "6D", {"cover": "wood"}),
    (GUARDS, "M4 Sherman", "5H", {"objective": "destroy"}),
    (RAPID_MORTAR, VETERANS, "8H", {"fortification": "light", "objective": "destroy"}),
    (RAPID_MORTAR, RIFLES, "7S", {"cover": "wood"}),
]
PLAIN_MORTAR_SHOTS = [case for case in MORTAR_SHOTS if not case[0].advantages]


@pytest.mark.rule("PT-MORTAR-06", "PT-ADV-RAPID_FIRE", "AMB-67")
@pytest.mark.parametrize("reading", ["on_attack_roll_once", "on_unsaved_hit"])
@pytest.mark.parametrize("case", MORTAR_SHOTS, ids=lambda case: f"{case[0]}-{case[1]}-{case[2]}")
def test_a_second_shot_at_the_same_target(case: tuple[Unit, str | Unit, str, dict[str, Any]], reading: str) -> None:
    attacker, target, card, more = case
    rules = DEFAULT.replace(mortar_second_shot=reading)
    where = MORTAR | more
    expected = brute_force.shot(profile(attacker, rules), profile(as_unit(target), rules), card, rules, **where)
    got = odds.shot(attacker, target, card, ruleset=rules, **where)
    assert_same(got, expected, f"{case} {reading}")
    # a target with a hit, or one that dies of the first, is gone before an unsaved hit can bring another shot
    fragile = where.get("hits_before") or target is SCOUTS
    assert (got.p_second_shot == 0) == bool(reading == "on_unsaved_hit" and fragile)


@pytest.mark.rule("PT-MORTAR-06", "AMB-67")
@pytest.mark.parametrize("case", PLAIN_MORTAR_SHOTS, ids=lambda case: f"{case[0]}-{case[1]}-{case[2]}")
def test_a_chain_of_shots(case: tuple[Unit, str | Unit, str, dict[str, Any]]) -> None:
    attacker, target, card, more = case
    where = MORTAR | more | {"objective": "hit"}
    rules = DEFAULT.replace(mortar_second_shot="chain")
    roll = brute_force.FireRoll(profile(attacker, rules), profile(as_unit(target), rules), card, rules, **where)
    expected = brute_force.mortar_chain(roll, (where.get("hits_before", 0), False))
    got = odds.shot(attacker, target, card, ruleset=rules, **where)
    assert got.exact.p_none + got.exact.p_one_hit + got.exact.p_destroyed == 1
    assert got.p_destroyed == pytest.approx(sum(p for what, p in expected.items() if what[0] == 9), abs=1e-12)
    assert got.p_one_hit == pytest.approx(sum(p for what, p in expected.items() if what[0] == 1), abs=1e-12)
    assert got.p_suppressed == pytest.approx(expected.get((0, True), 0), abs=1e-12)
    once = odds.shot(attacker, target, card, **where)
    assert got.p_destroyed >= once.p_destroyed


@pytest.mark.rule("PT-MORTAR-06", "AMB-67")
def test_a_chain_aims_at_destroying_as_well_as_any_plan() -> None:
    # whatever the first roll aims at, the chain's own optimum is at least as good, and a fixed point
    rules = DEFAULT.replace(mortar_second_shot="chain")
    for card in ("4H", "7H", "9H", "5S"):
        plain = odds.shot(GUARDS, "M4 Sherman", card, ruleset=rules, **MORTAR)
        aimed = odds.shot(GUARDS, "M4 Sherman", card, objective="destroy", ruleset=rules, **MORTAR)
        assert aimed.p_destroyed >= plain.p_destroyed
        assert aimed.exact.p_none + aimed.exact.p_one_hit + aimed.exact.p_destroyed == 1


def second_target(
    attacker: Unit, first: Any, second: Any, card: str, rules: Any, where: dict[str, Any], there: dict[str, Any]
) -> tuple[Fraction, dict[Any, Fraction]]:
    """(P(a second shot), state of the second target), counted out roll by roll."""
    firer = profile(attacker, rules)
    one = brute_force.FireRoll(firer, first, card, rules, **where)
    two = brute_force.FireRoll(firer, second, card, rules, **{**where, **there})
    total: dict[Any, Fraction] = {}
    brought = Fraction(0)

    def play(rolls: int, now: Any, other: Any, p: Fraction, first_roll: bool) -> None:
        nonlocal brought
        if rolls == 0 or now[0] == 9:
            total[other] = total.get(other, Fraction(0)) + p
            return
        for outcome, q in one.rolled(brute_force.hit_then_lethal).items():
            for (hits, lost, taken), r in one.after(now, outcome).items():  # type: ignore[misc, arg-type]
                weight = p * q * r
                if one.brings_another(outcome, taken):  # type: ignore[arg-type]
                    brought += weight * first_roll
                    if other[0] != 9:
                        for shot, s in two.rolled(brute_force.hit_then_lethal).items():
                            for (h, gone, _), t in two.after(other, shot).items():  # type: ignore[misc, arg-type]
                                play(rolls - 1, (hits, lost), (h, gone), weight * s * t, False)
                        continue
                play(rolls - 1, (hits, lost), other, weight, False)

    start = (there.get("hits_before", 0), False)
    play(firer.fire_rolls, (where.get("hits_before", 0), False), start, Fraction(1), True)
    return brought, total


@pytest.mark.rule("PT-MORTAR-06", "AMB-67")
@pytest.mark.parametrize("reading", ["on_attack_roll_once", "on_unsaved_hit"])
@pytest.mark.parametrize(
    ("attacker", "first", "second", "card", "there"),
    [
        (MORTAR_SQUAD, RIFLES, VETERANS, "6H", {"cover": "wood"}),
        (MORTAR_SQUAD, RIFLES, "Jagd Panther", "4H", {"distance": 14.0}),
        (GUARDS, "M4 Sherman", RIFLES, "5D", {"hits_before": 1}),
        (RAPID_MORTAR, RIFLES, SCOUTS, "7S", {"fortification": "light"}),
    ],
)
def test_a_second_shot_at_another_target(
    attacker: Unit, first: str | Unit, second: str | Unit, card: str, there: dict[str, Any], reading: str
) -> None:
    rules = DEFAULT.replace(mortar_second_shot=reading)
    a, b = (profile(as_unit(one), rules) for one in (first, second))
    brought, states = second_target(attacker, a, b, card, rules, MORTAR, there)
    got = odds.shot(attacker, first, card, ruleset=rules, second_target=Target(second, **there), **MORTAR).exact
    assert got.p_second_shot == brought
    assert got.p_second_destroyed == sum(p for what, p in states.items() if what[0] == 9)
    assert got.p_second_one_hit == states.get((1, False), 0) + states.get((1, True), 0)
    assert got.p_second_suppressed == states.get((0, True), 0)
    # the first target is shot at by its own rolls only
    roll = brute_force.FireRoll(profile(attacker, rules), a, card, rules, **MORTAR)
    roll.mortar = False
    alone = brute_force.fire_one_by_one([roll] * profile(attacker).fire_rolls, (0, False))[1]
    assert got.p_destroyed == brute_force.chance(alone, lambda what: what[0] == 9)


@pytest.mark.rule("PT-MORTAR-06", "AMB-67")
def test_a_chain_goes_on_at_the_second_target() -> None:
    rules = DEFAULT.replace(mortar_second_shot="chain")
    where = {**MORTAR, "ruleset": rules}
    there = odds.shot(MORTAR_SQUAD, RIFLES, "6H", **where)
    got = odds.shot(MORTAR_SQUAD, RIFLES, "6H", second_target=RIFLES, **where)
    assert got.exact.p_second_destroyed == got.exact.p_second_shot * there.exact.p_destroyed
    with pytest.raises(InvalidValue, match="second_target"):
        odds.shot("Tiger I", RIFLES, "6H", second_target=RIFLES)


@pytest.mark.rule("PT-HOW-03", "AMB-70")
def test_a_howitzer_suppresses_a_neighbour() -> None:
    shot = odds.shot(HOWITZER, "Tiger I", "8D").exact
    # heavy gun, four dice on red
    assert shot.p_neighbour_suppressed == brute_force.plain(4, 8)
    assert odds.shot(HOWITZER, "Tiger I", "8D", neighbour=Target(RIFLES, cover="wood")).exact == shot
    assert odds.shot(HOWITZER, "Tiger I", "8D", neighbour=Target(RIFLES, hits_before=1)).p_neighbour_suppressed == 0
    saved = DEFAULT.replace(howitzer_splash="save_allowed")
    sheltered = Target(RIFLES, cover="wood", found_cover=True)
    got = odds.shot(HOWITZER, "Tiger I", "8D", ruleset=saved, neighbour=sheltered).exact
    assert got.p_neighbour_suppressed == brute_force.plain(4, 8) * Fraction(4, 9)
    assert odds.shot(HOWITZER, "Tiger I", "8D", ruleset=saved).exact == shot
    veterans = Target(VETERANS, cover="wood")
    got = odds.shot(HOWITZER, "Tiger I", "8D", ruleset=saved, neighbour=veterans).exact
    assert got.p_neighbour_suppressed == brute_force.plain(4, 8) * Fraction(4, 9)
    with pytest.raises(RuleForbids, match="PT-HOW-03"):
        odds.shot(HOWITZER, RIFLES, "8D", neighbour="M4 Sherman")
    with pytest.raises(InvalidValue, match="neighbour"):
        odds.shot("Tiger I", RIFLES, "8D", neighbour=RIFLES)


@pytest.mark.rule("PT-HOW-03", "PT-ADV-RAPID_FIRE")
def test_each_roll_of_a_rapid_howitzer_may_suppress() -> None:
    quick = made("Quick howitzer", "towed_gun", howitzer=True, advantages=("rapid_fire",))
    miss = 1 - brute_force.plain(3, 9)
    got = odds.shot(quick, "Tiger I", "9D", aspect="other").exact
    roll = brute_force.FireRoll(profile(quick), profile(as_unit("Tiger I")), "9D", DEFAULT, aspect="other")
    _, final, _ = brute_force.fire_one_by_one([roll] * 2, (0, False))
    assert got.p_destroyed == brute_force.chance(final, lambda what: what[0] == 9)
    assert got.p_neighbour_suppressed == 1 - miss * miss


@pytest.mark.rule("PT-MORTAR-05", "PT-HOW-02", "AMB-65")
@pytest.mark.parametrize(("attacker", "where"), [(MORTAR_SQUAD, MORTAR), (HOWITZER, {})])
def test_near_misses_at_armour(attacker: Unit, where: dict[str, Any]) -> None:
    rules = DEFAULT.replace(armored_suppression="near_miss_one_card")
    expected = brute_force.shot(profile(attacker), profile(as_unit("M4 Sherman")), "9D", rules, **where)
    got = odds.shot(attacker, "M4 Sherman", "9D", ruleset=rules, **where)
    assert_same(got, expected, str(attacker))
    assert got.p_suppressed > 0
    assert odds.shot(attacker, "M4 Sherman", "9D", **where).p_suppressed == 0
    # a machine gun's near miss still does nothing to armour, its hit costs a card
    guns = {"weapon": "mg", "card": "9D"}
    assert (
        odds.shot(MG_SQUAD, "M4 Sherman", ruleset=rules, **guns).exact
        == odds.shot(MG_SQUAD, "M4 Sherman", **guns).exact
    )


@pytest.mark.rule("PT-NOTE-TWO_GUNS", "AMB-74")
def test_both_guns_of_a_lee() -> None:
    rules = DEFAULT.replace(two_guns_fire="both_guns")
    lee, target = profile(as_unit("M3 Lee")), profile(as_unit("Tiger I"))
    for card, hits in (("5H", 0), ("6S", 1)):
        guns = [
            brute_force.FireRoll(lee, target, card, rules, weapon=weapon, distance=14) for weapon in ("main", "hull")
        ]
        first, final, _ = brute_force.fire_one_by_one(guns, (hits, False))
        got = odds.shot("M3 Lee", "Tiger I", card, 14, weapon="both", hits_before=hits, ruleset=rules)
        assert_same(got, brute_force.fields_of(first, final), card)
        steps = got.show(steps=True)
        assert "The main gun: On a" in steps
        assert "The hull gun: On a" in steps
    average = odds.shot("M3 Lee", "Tiger I", weapon="both", ruleset=rules)
    cards = [odds.shot("M3 Lee", "Tiger I", card, weapon="both", ruleset=rules).exact for card in brute_force.DECK]
    assert average.exact.p_destroyed == sum(one.p_destroyed for one in cards) / 52
    assert average.by_card()["p_destroyed"].mean() == pytest.approx(average.p_destroyed, abs=1e-12)
    with pytest.raises(RuleForbids, match="AMB-74"):
        odds.shot("M3 Lee", "Tiger I", "5H", weapon="both")
    with pytest.raises(RuleForbids, match="PT-NOTE-TWO_GUNS"):
        odds.shot("Tiger I", "M3 Lee", "5H", weapon="both", ruleset=rules)
    with pytest.raises(RuleForbids, match="PT-NOTE-FORWARD_ONLY"):
        odds.shot("M3 Lee", "Tiger I", "5H", weapon="both", arc="other", ruleset=rules)


@pytest.mark.rule("PT-ADV-RAPID_FIRE", "AMB-102")
@pytest.mark.parametrize("reading", ["one_extra_shot_per_turn", "main_weapon_only"])
@pytest.mark.parametrize("weapon", ["main", "mg"])
def test_other_readings_of_rapid_fire(reading: str, weapon: str) -> None:
    rules = DEFAULT.replace(rapid_fire=reading)
    expected = brute_force.shot(profile(RAPID_SQUAD), profile(VETERANS), "8H", rules, weapon=weapon)
    got = odds.shot(RAPID_SQUAD, VETERANS, "8H", weapon=weapon, ruleset=rules)
    assert_same(got, expected, f"{reading} {weapon}")
    further = resolve(RAPID_SQUAD, RIFLES, Circumstances(weapon=weapon, ruleset=rules), further=True)
    assert further.shot.attack.rolls == (1 if reading == "one_extra_shot_per_turn" or weapon == "mg" else 2)


@pytest.mark.rule("PT-NOTE-MG_ARMAMENT", "PT-ADV-RAPID_FIRE", "AMB-58")
@pytest.mark.parametrize(("squad", "rolls"), [(MG_SQUAD, 2), (RAPID_SQUAD, 4)])
def test_machine_guns_that_attack_apart(squad: Unit, rolls: int) -> None:
    firer = replace(profile(squad), mg_attacks=2)
    expected = brute_force.shot(firer, profile(VETERANS), "8H", DEFAULT, weapon="mg", cover="wood")
    shot = resolve_shot(squad, VETERANS, weapon="mg", cover="wood").shot
    counts, whole = on_card(shot._replace(attack=shot.attack._replace(rolls=rolls)), True, 8)
    assert [Fraction(count, whole) for count in counts] == list(expected.values())


IMPROVED = [
    ("Comet", "Churchill I", "9S", {}),
    ("Comet", "M4 Sherman", "9S", {"objective": "destroy"}),
    (VETERANS, "M4 Sherman", "9H", {}),
    ("Panther A", "Panther A", "6H", {"found_cover": True}),
    ("M4 Sherman", made("Twice", "spg", improved=True, advantages=("improved_armor",)), "3H", {}),
    (GUARDS, VETERANS, "6D", {**MORTAR, "cover": "wood"}),
    (made("Ace", "medium_tank", improved=True, advantages=("rapid_fire",)), VETERANS, "8D", {"objective": "destroy"}),
    (MG_SQUAD, VETERANS, "8H", {"weapon": "mg", "cover": "wood"}),
]


@pytest.mark.rule("PT-IMPROVED-02", "PT-IMPROVED-04", "AMB-99")
@pytest.mark.parametrize("case", IMPROVED, ids=lambda case: f"{case[0]}-{case[1]}-{case[2]}")
def test_any_dice_may_be_rolled_again(case: tuple[str | Unit, str | Unit, str, dict[str, Any]]) -> None:
    attacker, target, card, where = case
    rules = DEFAULT.replace(improved_reroll_extent="any_subset")
    firer, aim = profile(as_unit(attacker), rules), profile(as_unit(target), rules)
    assert_same(
        odds.shot(attacker, target, card, ruleset=rules, **where),
        brute_force.shot(firer, aim, card, rules, **where),
        str(case),
    )


@pytest.mark.rule("PT-IMPROVED-02", "AMB-99")
def test_any_dice_are_worth_more_than_one_or_all() -> None:
    rules = DEFAULT.replace(improved_reroll_extent="any_subset")
    some, plain = (odds.shot("Panther A", "Panther A", "QH", ruleset=one) for one in (rules, DEFAULT))
    assert some.p_hit_scored > plain.p_hit_scored


@pytest.mark.rule("PT-IMPROVED-04", "PT-ADV-IMPROVED_GUN", "PT-ADV-IMPROVED_ARMOR", "AMB-101")
@pytest.mark.parametrize("card", ["6H", "9S", "QH"])
def test_an_advantage_for_the_whole_roll(card: str) -> None:
    gun = made("Marksman", "medium_tank", advantages=("improved_gun",))
    plate = made("Plated", "heavy_tank", advantages=("improved_armor",))
    firer = replace(profile(gun), attack_whole=1)
    target = replace(profile(plate), save_whole=1)
    expected = brute_force.shot(firer, target, card, DEFAULT)
    shot = resolve_shot(gun, plate).shot
    shot = shot._replace(attack=shot.attack._replace(extent=2), defence=shot.defence._replace(extent=2))
    red, difficulty = brute_force.read_card(card)
    counts, whole = on_card(shot, red, difficulty)
    assert [Fraction(count, whole) for count in counts] == list(expected.values())


@pytest.mark.rule("PT-MORTAR-06", "PT-HOW-03", "AMB-67", "AMB-70", "AMB-99")
def test_steps_tell_what_a_hit_brings() -> None:
    mortar = odds.shot(MORTAR_SQUAD, RIFLES, "6H", second_target=SCOUTS, **MORTAR)
    assert "at another target" in mortar.show(steps=True)
    unsaved = DEFAULT.replace(mortar_second_shot="on_unsaved_hit")
    later = odds.shot(MORTAR_SQUAD, RIFLES, "6H", ruleset=unsaved, **MORTAR)
    assert "A hit that gets through brings" in later.show(steps=True)
    saved = DEFAULT.replace(howitzer_splash="save_allowed")
    assert "cover dice may cancel it" in odds.shot(HOWITZER, RIFLES, "8H", ruleset=saved).show(steps=True)
    any_dice = DEFAULT.replace(improved_reroll_extent="any_subset")
    assert "any of its dice" in odds.shot("Panther A", RIFLES, "5H", ruleset=any_dice).show(steps=True)
