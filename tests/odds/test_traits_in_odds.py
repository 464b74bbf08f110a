"""Each trait, note and the improved flag in the exact odds: it changes the rolls that it should, and no other.

A battery of questions is asked about a plain unit and about the same unit with the trait.  What has to differ is typed
from the rules; everything else has to be the same to the last fraction.  One changed number of each is then worked out
here, from dice listed one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from tests.odds.sample_units import made
from tigersim import odds
from tigersim.catalogue.profile import profile
from tigersim.catalogue.traits import advantages, disadvantages, traits
from tigersim.catalogue.units import Unit
from tigersim.errors import RuleForbids

TANK = made("Tank", "medium_tank")
FOOT = made("Foot", "infantry")
JEEP = made("Jeep", "light_transport")

Answer = object
Question = Callable[[Unit], Answer]

QUESTIONS: dict[str, Question] = {
    "fires on red": lambda u: odds.shot(u, TANK, "7H"),
    "fires on black": lambda u: odds.shot(u, TANK, "7S"),
    "fires far on red": lambda u: odds.shot(u, TANK, "7H", 20),
    "fires far on black": lambda u: odds.shot(u, TANK, "7S", 20),
    "fires to its side": lambda u: odds.shot(u, TANK, "7H", arc="other"),
    "fires at foot": lambda u: odds.shot(u, FOOT, "7H"),
    "fires at 5 inches": lambda u: odds.shot(u, FOOT, "7H", 5),
    "hull gun": lambda u: odds.shot(u, TANK, "7H", weapon="hull"),
    "machine gun on red": lambda u: odds.shot(u, FOOT, "7H", weapon="mg"),
    "machine gun on black": lambda u: odds.shot(u, FOOT, "7S", weapon="mg"),
    "machine gun far": lambda u: odds.shot(u, FOOT, "7H", 20, weapon="mg"),
    "mortar": lambda u: odds.shot(u, FOOT, "7H", weapon="mortar"),
    "hit in front": lambda u: odds.shot(TANK, u, "4H"),
    "hit in the side": lambda u: odds.shot(TANK, u, "4H", aspect="other"),
    "hit in woods": lambda u: odds.shot(TANK, u, "4H", cover="wood"),
    "hit by foot": lambda u: odds.shot(FOOT, u, "4H"),
    "hit by a machine gun": lambda u: odds.shot(TANK, u, "4H", weapon="mg"),
    "moves on red": lambda u: odds.move(u, "7H"),
    "moves on black": lambda u: odds.move(u, "7S"),
    "moves from a road": lambda u: odds.move(u, "7S", on_road=True),
    "assaults": lambda u: odds.melee(u, FOOT, "7H"),
    "assaults recklessly": lambda u: odds.melee(u, FOOT, "7H", suicide_attack=True),
    "assaulted by a tank": lambda u: odds.melee(TANK, u, "7H"),
    "assaulted by foot": lambda u: odds.melee(FOOT, u, "7H"),
    "defends recklessly": lambda u: odds.melee(TANK, u, "7H", suicide_defence=True),
    "recovers": lambda u: odds.recovery(u, "7S"),
    "recovers from its own engine": lambda u: odds.recovery(u, "7S", engine_hit=True),
    "recovers after regrouping": lambda u: odds.recovery(u, "7S", True),
    "finds cover": lambda u: odds.find_cover(u, "7S"),
    "finds cover in woods": lambda u: odds.find_cover(u, "7S", "wood"),
}


@cache
def battery(unit: Unit) -> dict[str, Answer]:
    """Every answer in fractions, or the ID of the rule that forbids the question."""
    answers: dict[str, Answer] = {}
    for name, question in QUESTIONS.items():
        try:
            answers[name] = question(unit).exact  # type: ignore[attr-defined]
        except RuleForbids as refusal:
            answers[name] = refusal.rule_id
    return answers


def changed(before: Unit, after: Unit) -> set[str]:
    """The questions that are answered otherwise."""
    one, two = battery(before), battery(after)
    return {name for name in QUESTIONS if one[name] != two[name]}


MAIN = {"fires on red", "fires on black", "fires far on red", "fires far on black", "fires to its side"}
MAIN |= {"fires at foot", "fires at 5 inches"}
FIRE = MAIN | {"machine gun on red", "machine gun on black", "machine gun far"}
BLACK_FIRE = {"fires on black", "fires far on black", "machine gun on black"}
HARD = {"hit in front", "hit in the side", "hit in woods", "hit by foot"}
HIT = HARD | {"hit by a machine gun"}
MOVE = {"moves on red", "moves on black", "moves from a road"}
STRUCK = {"assaults", "assaulted by a tank", "assaulted by foot"}
RECOVERY = {"recovers", "recovers from its own engine", "recovers after regrouping"}
COVER = {"finds cover", "finds cover in woods"}

ON_A_TANK: dict[str, set[str]] = {
    "improved_armor": HIT,
    "improved_gun": FIRE,
    "improved_movement": MOVE,
    "rapid_fire": FIRE,
    "fast": MOVE,
    "hell_on_wheels": MOVE,
    "skirt_armor": {"hit by foot", "assaults", "assaulted by foot"},  # foot strikes back with one die fewer too
    "suicide_assault": {"assaults recklessly", "defends recklessly"},
    "rugged": RECOVERY,
    "infiltrator": COVER,
    "underpowered": MOVE,
    "poor_command": BLACK_FIRE | {"moves on red"},
    "no_radio": set(),  # cards and actions, not dice
    "unreliable": MOVE,
    "engine_fire": MOVE | {"recovers from its own engine"},
    "vulnerable_armor": HARD - {"hit in the side"},  # from the side one die is left anyhow
    "short_range_gun": {"fires far on red", "fires far on black"},
    "slow_rate_of_fire": BLACK_FIRE,
    "slow": {"moves on red"},
    "open_top": STRUCK,
    "death_trap": HARD,
    "no_retreat": {"recovers after regrouping"},
    "rivets": HARD,
    "weak_running_gear": MOVE,
}


def with_trait(name: str, type_: str = "medium_tank") -> Unit:
    kind = "advantages" if name in advantages() else "disadvantages"
    return made(TANK.name if type_ == "medium_tank" else FOOT.name, type_, **{kind: (name,)})


def test_every_trait_is_asked_about() -> None:
    assert set(ON_A_TANK) == {*advantages(), *disadvantages()}


@pytest.mark.rule(
    "PT-ADV-IMPROVED_ARMOR",
    "PT-ADV-IMPROVED_GUN",
    "PT-ADV-IMPROVED_MOVEMENT",
    "PT-ADV-RAPID_FIRE",
    "PT-ADV-FAST",
    "PT-ADV-HELL_ON_WHEELS",
    "PT-ADV-SKIRT_ARMOR",
    "PT-ADV-SUICIDE_ASSAULT",
    "PT-ADV-RUGGED",
    "PT-ADV-INFILTRATOR",
    "PT-DIS-UNDERPOWERED",
    "PT-DIS-POOR_COMMAND",
    "PT-DIS-NO_RADIO",
    "PT-DIS-UNRELIABLE",
    "PT-DIS-ENGINE_FIRE",
    "PT-DIS-VULNERABLE_ARMOR",
    "PT-DIS-SHORT_RANGE_GUN",
    "PT-DIS-SLOW_RATE_OF_FIRE",
    "PT-DIS-SLOW",
    "PT-DIS-OPEN_TOP",
    "PT-DIS-DEATH_TRAP",
    "PT-DIS-NO_RETREAT",
    "PT-DIS-RIVETS",
    "PT-DIS-WEAK_RUNNING_GEAR",
)
@pytest.mark.parametrize("name", ON_A_TANK)
def test_a_trait_changes_its_own_rolls_and_no_other(name: str) -> None:
    assert changed(TANK, with_trait(name)) == ON_A_TANK[name]


RIFLE_FIRE = MAIN - {"fires far on red", "fires far on black"}
ON_FOOT: dict[str, set[str]] = {
    "improved_gun": RIFLE_FIRE,
    "rapid_fire": RIFLE_FIRE,
    "improved_armor": {"hit in woods"},  # in the open it has nothing to roll
    "improved_movement": MOVE,
    "suicide_assault": {"assaults recklessly", "defends recklessly"},
    "rugged": RECOVERY,
    "infiltrator": COVER,
    "unreliable": MOVE,
    "no_retreat": {"recovers after regrouping"},
}


@pytest.mark.rule("PT-ADV-IMPROVED_GUN", "PT-ADV-RAPID_FIRE", "PT-ADV-RUGGED", "PT-DIS-UNRELIABLE")
@pytest.mark.parametrize("name", ON_FOOT)
def test_a_trait_on_infantry(name: str) -> None:
    assert changed(FOOT, with_trait(name, "infantry")) == ON_FOOT[name]


@pytest.mark.rule("PT-IMPROVED-02", "PT-IMPROVED-03")
def test_the_improved_flag() -> None:
    assert changed(TANK, made(TANK.name, "medium_tank", improved=True)) == FIRE | HIT | MOVE
    veterans = made(FOOT.name, "infantry", improved=True)
    assert changed(FOOT, veterans) == RIFLE_FIRE | {"hit in woods"} | MOVE | STRUCK


MACHINE_GUN = {"machine gun on red", "machine gun on black", "machine gun far"}
NOTES: list[tuple[str, dict[str, Any], dict[str, Any], set[str]]] = [
    ("medium_tank", {}, {"gun": "light"}, {"fires far on red", "fires far on black", "machine gun far"}),
    ("medium_tank", {}, {"gun": "medium"}, set()),
    ("medium_tank", {}, {"gun": "heavy"}, FIRE),
    ("medium_tank", {}, {"armor": "light"}, HARD - {"hit in the side"}),  # best die only; one die from the side
    ("medium_tank", {}, {"armor": "heavy"}, HIT),
    ("heavy_tank", {}, {"armor": "heavy"}, set()),
    ("medium_tank", {}, {"amphibious": True}, set()),
    ("half_track", {}, {"wheeled": True}, {"moves from a road"}),
    ("transport", {}, {"wheeled": True}, set()),
    ("medium_tank", {}, {"forward_only": True}, {"fires to its side"}),
    ("medium_tank", {"gun": "light"}, {"hull_gun": "heavy"}, {"hull gun", "machine gun far"}),
    ("light_tank", {}, {"machine_guns": 1, "mg_only": True}, MAIN),
    ("medium_tank", {}, {"machine_guns": 2}, set()),
    ("transport", {}, {"machine_guns": 1}, MACHINE_GUN | MAIN),
    ("infantry", {}, {"machine_guns": 1}, MACHINE_GUN),
    ("infantry", {}, {"mortar": True}, {"mortar"}),
    ("towed_gun", {}, {"howitzer": True}, MAIN),  # a hit suppresses a neighbour, whatever the target
    ("transport", {}, {"carries": "2 infantry"}, set()),
    ("half_track", {}, {"unarmored": True}, HIT),
]


@pytest.mark.rule(
    "PT-NOTE-GUN",
    "PT-NOTE-ARMOR",
    "PT-NOTE-AMPHIBIOUS",
    "PT-NOTE-WHEELED",
    "PT-NOTE-FORWARD_ONLY",
    "PT-NOTE-TWO_GUNS",
    "PT-NOTE-MG_ARMAMENT",
    "PT-NOTE-HOWITZER",
    "PT-NOTE-CAPACITY",
)
@pytest.mark.parametrize(("type_", "before", "note", "expected"), NOTES)
def test_a_note_changes_its_own_rolls_and_no_other(
    type_: str, before: dict[str, Any], note: dict[str, Any], expected: set[str]
) -> None:
    assert changed(made("One", type_, **before), made("One", type_, **before, **note)) == expected


# --- the changed numbers, worked out by hand -----------------------------------------------------------------------


@cache
def reach(dice: int, total: int) -> Fraction:
    """P(so many dice sum to ``total`` or more)."""
    return Fraction(sum(sum(faces) >= total for faces in product(range(1, 7), repeat=dice)), 6**dice)


def again(dice: int, total: int) -> Fraction:
    """The same with one re-roll: of every roll the best of leaving it, one die, or all dice."""
    chance = Fraction(0)
    for faces in product(range(1, 7), repeat=dice):
        keep = Fraction(sum(faces) >= total)
        one = max(Fraction(sum(sum(faces) - old + new >= total for new in range(1, 7)), 6) for old in faces)
        chance += max(keep, one, reach(dice, total))
    return chance / 6**dice


QUEEN, NO_SAVE = reach(3, 10), Fraction(4, 6) ** 2
"""A tank hits with a red queen; two armour dice both fail."""
WITHOUT_HIGH = Fraction(sum(sum(faces) >= 10 for faces in product(range(1, 5), repeat=3)), 216)
"""Three dice that reach 10 without a five or a six."""

Number = tuple[Callable[[Unit], object], object]
NUMBERS: dict[str, Number] = {
    "improved_armor": (lambda u: odds.shot(TANK, u, "QH").exact.p_one_hit, QUEEN * NO_SAVE**2),
    "improved_gun": (lambda u: odds.shot(u, TANK, "QS").exact.p_hit_scored, again(2, 10)),
    "improved_movement": (lambda u: odds.move(u, "QS").exact.p_success, again(3, 10)),
    "rapid_fire": (lambda u: odds.shot(u, JEEP, "QH").exact.p_destroyed, 1 - (1 - QUEEN) ** 2),
    "fast": (lambda u: odds.move(u, "7H").exact.p_success, reach(3, 7)),
    "hell_on_wheels": (lambda u: odds.move(u, "7H").exact.p_success, reach(4, 7)),
    "skirt_armor": (lambda u: odds.shot(FOOT, u, "7H").exact.p_hit_scored, reach(2, 7)),
    "suicide_assault": (
        lambda u: odds.melee(u, FOOT, "7H", suicide_attack=True).exact.p_attacker_destroyed,
        1 - reach(3, 7),
    ),
    "rugged": (lambda u: odds.recovery(u, "7S").exact.p_success, reach(3, 7)),
    "infiltrator": (lambda u: odds.find_cover(u, "7S").exact.p_success, reach(3, 7)),
    "underpowered": (lambda u: odds.move(u, "7S").exact.p_success, reach(2, 7)),
    "poor_command": (
        lambda u: (odds.shot(u, TANK).exact.p_no_shot, odds.move(u).exact.p_no_move),
        (Fraction(1, 2),) * 2,
    ),
    "no_radio": (lambda u: (profile(u).max_cards, profile(u).max_actions), (1, 1)),
    "unreliable": (lambda u: odds.move(u, "7H").exact.p_own_hit, 1 - reach(2, 7)),
    "engine_fire": (lambda u: odds.recovery(u, "7S", engine_hit=True).exact.p_destroyed, 1 - reach(2, 7)),
    # a lethal hit against one die instead of two: both hits get through where that one fails
    "vulnerable_armor": (lambda u: odds.shot(TANK, u, "4H").exact.p_destroyed, reach(3, 8) * Fraction(4, 6)),
    "short_range_gun": (lambda u: odds.shot(u, TANK, "7H", 12).exact.p_hit_scored, reach(3, 7)),
    "slow_rate_of_fire": (lambda u: odds.shot(u, TANK).exact.p_no_shot, Fraction(1, 2)),
    "slow": (lambda u: odds.move(u).exact.p_no_move, Fraction(1, 2)),
    "open_top": (lambda u: odds.melee(TANK, u, "7H").exact.p_defender_destroyed, reach(3, 7)),
    "death_trap": (lambda u: odds.shot(TANK, u, "QH").exact.p_destroyed, (QUEEN - WITHOUT_HIGH) * NO_SAVE),
    "no_retreat": (lambda u: battery(u)["recovers after regrouping"], "PT-DIS-NO_RETREAT"),
    "rivets": (lambda u: odds.shot(TANK, u, "QH").exact.p_destroyed, QUEEN * NO_SAVE),
    "weak_running_gear": (lambda u: odds.move(u, "7H").exact.p_immobilised, 1 - reach(2, 7)),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_the_changed_number_is_the_one_worked_out_by_hand(name: str) -> None:
    ask, expected = NUMBERS[name]
    assert ask(with_trait(name)) == expected
    if name not in ("short_range_gun", "suicide_assault"):  # the one stays the same, the other may not be asked
        assert ask(TANK) != expected


def test_every_trait_has_a_number() -> None:
    assert set(NUMBERS) == set(ON_A_TANK)


FORBIDDEN = {
    "poor_command": dict.fromkeys(ON_A_TANK["poor_command"], "PT-DIS-POOR_COMMAND"),
    "short_range_gun": dict.fromkeys(ON_A_TANK["short_range_gun"], "PT-DIS-SHORT_RANGE_GUN"),
    "slow_rate_of_fire": dict.fromkeys(ON_A_TANK["slow_rate_of_fire"], "PT-DIS-SLOW_RATE_OF_FIRE"),
    "slow": {"moves on red": "PT-DIS-SLOW"},
    "no_retreat": {"recovers after regrouping": "PT-DIS-NO_RETREAT"},
}


@pytest.mark.parametrize("name", FORBIDDEN)
def test_what_a_trait_forbids_names_the_trait(name: str) -> None:
    answers = battery(with_trait(name))
    assert {question: answers[question] for question in FORBIDDEN[name]} == FORBIDDEN[name]
    assert traits()[name].rule in FORBIDDEN[name].values()


@pytest.mark.rule("PT-IMPROVED-02", "PT-IMPROVED-03")
def test_numbers_of_improved_units() -> None:
    tank, squad = made("Ace", "medium_tank", improved=True), made("Veterans", "infantry", improved=True)
    assert odds.shot(tank, TANK, "QS").exact.p_hit_scored == again(2, 10)
    assert odds.move(tank, "QS").exact.p_success == again(3, 10)
    assert odds.shot(TANK, tank, "QH").exact.p_one_hit == QUEEN * NO_SAVE**2
    assert odds.melee(squad, TANK, "QH").exact.p_defender_destroyed == again(3, 10)
    assert odds.melee(tank, TANK, "QH").exact.p_defender_destroyed == reach(2, 10)
