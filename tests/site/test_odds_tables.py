"""The tables of the page of odds: classes of questions have one answer, and rounding keeps what is shown."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from tests.site.odds_questions import Question, questions
from tests.site.pages_for_tests import chances_of_shots
from tigersim.catalogue.cards import CARDS
from tigersim.odds.shot import shot
from tigersim.rules.cards import difficulty, is_red
from tigersim.site.tables.assault_tables import assault_tables
from tigersim.site.tables.firing_classes import (
    ARCS,
    PLACES,
    RULINGS,
    WEAPONS,
    Place,
    options,
    readings_of_profiles,
    units,
)
from tigersim.site.tables.numbering import Numbered
from tigersim.site.tables.shot_tables import WHOLE, Classified, asked, out_of_whole


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Classified]:
    with chances_of_shots(tmp_path_factory) as found:
        yield found


def led_to(classes: Classified, question: Question) -> str | tuple[int, int]:
    """The throw and the victim that the tables lead a question with a card to, or the rule that forbids it."""
    tables = classes.tables
    rule = tables["rules"]
    of_profile = tuple(question.readings[RULINGS.index(name)] for name in tables["of_profile"])
    number = readings_of_profiles().index(of_profile)
    unit_a, unit_b = (tables["units"][units().index(one)] for one in (question.a, question.b))

    def kept(numbers: int | list[int]) -> int:
        return numbers[number] if isinstance(numbers, list) else numbers

    cover = "wood" if question.cover in ("wood", "building") else "none"
    place = PLACES.index(Place(question.aspect, cover, question.found, question.fort))
    target = tables["stands"][kept(unit_b[1])][2][place]
    if target < 0:
        return str(rule[-1 - target])
    weapon = tables["fires"][kept(unit_a[0])][list(WEAPONS).index(question.weapon)]
    if isinstance(weapon, int):
        return str(rule[-1 - weapon])
    stretch = sum(question.distance > limit for limit in tables["limits"])
    firer = weapon[2][ARCS.index(question.arc) * (len(tables["limits"]) + 1) + stretch]
    if firer < 0:
        return str(rule[-1 - firer])
    throw = tables["rolls"][1][tables["rolls"][0][firer][target]][not is_red(CARDS.index(question.card))]
    if throw < 0:
        return str(rule[-1 - throw])
    victims = tables["victims"][1][tables["victims"][0][firer][target]]
    reading = options(tables["on_dice"]).index(question.readings[0])
    return throw, victims[reading * tables["targets"][target]["hits_to_destroy"] + question.hits]


def test_questions_of_a_class_have_one_answer(classes: Classified) -> None:
    cases = classes.cases
    compared = answered = 0
    for question in questions(1800, seed=21):
        if question.own or not question.card:
            continue
        compared += 1
        wanted, led = question.answer(), led_to(classes, question)
        if isinstance(wanted, str) or isinstance(led, str):
            assert led == wanted, question
            continue
        case = cases[led]
        same = next(
            card
            for number, card in enumerate(CARDS)
            if is_red(number) == case.red and difficulty(number) == difficulty(CARDS.index(question.card))
        )
        found = shot(case.firer.unit, case.aim.unit, same, **asked(case)._asdict())
        assert vars(found.exact) == vars(wanted.exact), question
        answered += 1
    assert compared > 1000
    assert answered > 400


def test_shares_are_rounded_to_the_nearest_part() -> None:
    for part, whole in ((1, 3), (2, 3), (1, 16), (5, 6**9), (0, 7), (7, 7)):
        assert abs(Fraction(out_of_whole(part, whole), WHOLE) - Fraction(part, whole)) <= Fraction(1, 2 * WHOLE)


def test_a_howitzer_that_may_not_be_declared_names_the_ruling(classes: Classified) -> None:
    tiger = next(one for one in units() if one.name == "Tiger I")
    weapons = classes.tables["fires"][classes.tables["units"][units().index(tiger)][0]]
    assert classes.tables["rules"][-1 - weapons[list(WEAPONS).index("howitzer")]] == "AMB-69"


def test_close_combat_of_two_plain_tanks_is_the_arithmetic_of_two_dice() -> None:
    tables = assault_tables()
    sherman = tables["units"][[one.name for one in units()].index("M4 Sherman")]
    own, theirs, curve, _ = tables["pairs"][tables["met"][sherman][sherman]]
    assert (own, theirs) == (2, 2)
    ten = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].index(10)
    won = Fraction(6, 36)  # 4+6, 5+5, 5+6, 6+4, 6+5, 6+6
    lost = (1 - won) * won
    assert tables["curves"][curve][2 * ten : 2 * ten + 2] == (round(won * WHOLE), round(lost * WHOLE))


def test_a_number_keeps_its_first_value() -> None:
    numbered: Numbered[str, int] = Numbered()
    assert [numbered.number(key, value) for key, value in (("a", 1), ("b", 2), ("a", 3))] == [0, 1, 0]
    assert list(numbered) == [1, 2]
    assert numbered.names() == ("a", "b")
