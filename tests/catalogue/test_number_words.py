"""The numbers of a unit in words: the same figures and rules in every language, and plurals as it has them."""

from __future__ import annotations

import re

import pytest

from tigersim.catalogue.classes import CLASS_IDS
from tigersim.catalogue.profile import Row, profile
from tigersim.catalogue.traits import traits
from tigersim.catalogue.units import all_units, unit
from tigersim.catalogue.words import ENGLISH, book, class_name, languages, plural, trait_name

OTHERS = [one for one in languages() if one != ENGLISH]


def figures(row: Row) -> list[str]:
    return sorted(re.findall(r"\d+", row.value))


@pytest.mark.parametrize("language", OTHERS)
def test_figures_and_rules_are_the_same_in_every_language(language: str) -> None:
    labels = book("numbers", language)["labels"].values()
    for one in all_units():
        for row, other in zip(profile(one).table(), profile(one).table(language), strict=True):
            assert row.rules == other.rules
            if other.label in labels:  # the effect of a trait is a sentence of its own
                assert figures(row) == figures(other), f"{one}: {row.label}"


def test_a_tank_in_russian() -> None:
    rows = {row.label: row.value for row in profile("Tiger I").table("ru")}
    assert rows["Класс"] == "тяжёлый танк"
    assert rows["Стоимость"] == "4 ПО, их получает противник, который его уничтожит"
    assert rows["Огонь: главное орудие"] == "красная карта — 4 кубика, чёрная — 3 кубика"
    assert rows["Движение"] == "красная карта — 1 кубик, чёрная — 2 кубика"
    assert "Ненадёжный" in rows


def test_a_card_says_the_same_in_fewer_words() -> None:
    for language in languages():
        for name in ("Tiger I", "Regulars [france] + mortar", "M3 Lee"):
            whole, brief = (profile(unit(name)).table(language, brief=each) for each in (False, True))
            assert [row.label for row in brief] == [row.label for row in whole]
            assert sum(len(row.value) for row in brief) < sum(len(row.value) for row in whole)
    rows = {row.label: row.value for row in profile("Tiger I").table(brief=True)}
    assert rows["Fire: main gun"] == "red 4, black 3"
    assert rows["Movement"] == "red 1, black 2"


@pytest.mark.parametrize(
    ("number", "english", "russian"),
    [(1, "1 die", "1 кубик"), (2, "2 dice", "2 кубика"), (5, "5 dice", "5 кубиков"), (11, "11 dice", "11 кубиков")],
)
def test_plurals(number: int, english: str, russian: str) -> None:
    assert plural(number, "{} die|{} dice") == english
    assert plural(number, "{} кубик|{} кубика|{} кубиков") == russian
    assert (
        plural(number + 20 if number != 11 else 111, "{} кубик|{} кубика|{} кубиков").split()[1] == russian.split()[1]
    )


@pytest.mark.parametrize("language", languages())
def test_each_class_and_trait_has_a_name_and_no_other_has(language: str) -> None:
    assert all(class_name(one, language) for one in CLASS_IDS)
    assert all(trait_name(one, language) for one in traits())
    if language != ENGLISH:
        assert list(book("names", language)["classes"]) == list(CLASS_IDS)
        assert list(book("names", language)["traits"]) == list(traits())


@pytest.mark.parametrize("language", OTHERS)
def test_each_phrase_stands_in_every_language(language: str) -> None:
    english = book("numbers", ENGLISH)
    assert {part: list(words) for part, words in book("numbers", language).items()} == {
        part: list(words) for part, words in english.items()
    }
