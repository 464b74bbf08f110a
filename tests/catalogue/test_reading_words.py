"""The words of every reading: complete, in both languages, with the same figures; what prints them keeps its width."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from tests.catalogue.test_words import figures
from tigersim.catalogue.reading_words import ReadingWords, option_words, reading_words
from tigersim.catalogue.rulesets import DEFAULT, RuleSet, ruling, rulings
from tigersim.catalogue.words import book, languages
from tigersim.errors import RuleNotFound, UnknownName
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.report.moves import Moves, moves, moves_of
from tigersim.show.reading_frames import tables_in_words
from tigersim.show.tables.catalogue import rulings_table
from tigersim.show.tables.layout import text
from tigersim.show.tables.readings import reading_tables, ruling_table

SHORTEST, LONGEST = 20, 200
WIDTHS = pytest.mark.parametrize("width", [80, 160])
NAME = re.compile(r"\w_\w|\bAMB-|\bPT1?-")
"""What must not stand in a sentence."""
MOVED = {
    "en": "moves {unit} by {effect:+.2f} VP ({low:+.2f} to {high:+.2f}), and {more} more",
    "ru": "сдвигает цену {unit} на {effect:+.2f} ПО ({low:+.2f} … {high:+.2f}); всего отрядов кроме него: {more}",
}


@pytest.fixture(scope="module")
def study() -> Findings:
    return Findings.load("011_unclear_rules")


def said(words: ReadingWords) -> dict[str, str]:
    return {"question": words.question, "why": words.why, **words.options}


EVERY = [
    (f"{one.id} {language} {name}", words)
    for language in languages()
    for one in rulings()
    for name, words in said(reading_words(one, language)).items()
]


def test_every_ruling_and_every_option_has_words_in_each_language() -> None:
    assert len(rulings()) == 155
    for language in languages():
        assert list(book("readings", language)) == [one.id for one in rulings()]
        assert {one.id: tuple(reading_words(one, language).options) for one in rulings()} == {
            one.id: one.options for one in rulings()
        }


def test_words_are_sentences_of_a_size_that_is_read_at_once() -> None:
    assert [where for where, words in EVERY if not SHORTEST <= len(words) <= LONGEST] == []
    assert [where for where, words in EVERY if words != " ".join(words.split())] == []
    assert [where for where, words in EVERY if words[-1] != ("?" if where.endswith("question") else ".")] == []


def test_no_identifier_stands_in_a_sentence() -> None:
    assert [where for where, words in EVERY if NAME.search(words)] == []


def test_each_language_is_written_in_its_letters() -> None:
    russian = [where for where, words in EVERY if " ru " in where and not re.search("[а-яё]{3}", words)]
    english = [where for where, words in EVERY if " en " in where and re.search("[а-яё]", words)]
    assert (russian, english) == ([], [])


def test_both_languages_have_the_same_figures() -> None:
    differ = {
        f"{one.id} {name}": (english, russian)
        for one in rulings()
        for (name, english), russian in zip(
            said(reading_words(one)).items(), said(reading_words(one, "ru")).values(), strict=True
        )
        if figures(english) != figures(russian)
    }
    assert differ == {}


@pytest.mark.parametrize("language", languages())
def test_no_two_questions_and_no_two_options_of_a_question_are_alike(language: str) -> None:
    counted = Counter(reading_words(one, language).question.casefold() for one in rulings())
    assert [question for question, times in counted.items() if times > 1] == []
    alike = [one.id for one in rulings() if len(set(reading_words(one, language).options.values())) < len(one.options)]
    assert alike == []


FIGURES = {
    ("spg_low_profile", "question"): 2,
    ("reshuffle_margin", "up_to_3_both_agree"): 3,
    ("reshuffle_margin", "under_3_both_agree"): 2,
    ("small_force_test", "fixed_at_start_both"): 5,
    ("hand_limit", "question"): 6,
    ("front_arc", "quadrant_90"): 90,
    ("melee_each_reach", "question"): 6,
    ("melee_secondary_targets", "any_within_3"): 3,
    ("vp_tank_destroyer", "tank_5"): 5,
    ("vp_tank_destroyer", "armored_3"): 3,
    ("vp_improved", "plus_3"): 3,
    ("ed1_gun_move", "as_edition_ii"): 6,
}


@pytest.mark.parametrize(("switch", "part"), FIGURES)
def test_figures_are_those_of_the_rules(switch: str, part: str) -> None:
    for language in languages():
        assert FIGURES[switch, part] in figures(said(reading_words(switch, language))[part])


def test_a_ruling_is_found_by_number_and_switch_in_any_case() -> None:
    by_number = reading_words("amb-52")
    assert by_number == reading_words("spg_base_armor") == reading_words(ruling("spg_base_armor"))
    assert by_number.id == "AMB-52"
    assert "one armour die" in by_number.options["one_die"]
    with pytest.raises(RuleNotFound, match="AMB-52"):
        reading_words("AMB-520")
    with pytest.raises(UnknownName, match="unknown language 'fr'; allowed: en, ru"):
        reading_words("AMB-52", "fr")


def test_what_another_version_knew_is_named_as_it_is() -> None:
    assert option_words("of_old", "one") == "of_old = one"
    assert option_words("spg_base_armor", "nine_dice") == "spg_base_armor = nine_dice"


def test_the_question_of_a_ruling_is_that_of_its_words() -> None:
    assert [one.question for one in rulings()] == [reading_words(one).question for one in rulings()]


def one_die(study: Findings) -> dict[str, Any]:
    """What one armour die for self-propelled guns moves most, by the study, and how many units more."""
    moved = study.tables["moved"]
    rows = moved[(moved["switch"] == "spg_base_armor") & (moved["option"] == "one_die")]
    return {**rows.loc[rows["effect"].abs().idxmax()], "more": len(rows) - 1}


def test_what_a_reading_moves_is_what_the_study_found(study: Findings) -> None:
    table, moved = study.tables["rulings"], study.tables["moved"]
    assert sum(one.beyond_noise for one in moves_of(study).values()) == table["units_moved"].gt(0).sum()
    assert sum(one.units for one in moves_of(study).values()) == len(moved)
    most, found = one_die(study), moves("spg_base_armor")["one_die"]
    assert (found.unit, found.units) == (most["unit"], most["more"] + 1)
    assert (found.effect, found.low, found.high) == (most["effect"], most["low"], most["high"])
    assert str(found) == MOVED["en"].format(**most)
    assert found.units > 1
    assert found.effect < 0
    quiet = moves("two_card_initiative")["sum_of_cards"]
    assert not quiet.beyond_noise
    assert str(quiet) == "moves no unit by more than 0.5 VP beyond noise"
    assert moves("vp_spg") == {}
    assert str(Moves("a", "b", 1, "KV", 1.0, 0.5, 1.5)) == "moves KV by +1.00 VP (+0.50 to +1.50)"


@WIDTHS
@pytest.mark.parametrize("language", languages())
def test_a_ruling_is_told_in_words(width: int, language: str, study: Findings) -> None:
    entry = ruling("spg_base_armor")
    shown = text(ruling_table(entry, language), width)
    assert max(map(len, shown.splitlines())) <= width
    flat = " ".join(shown.split())
    for words in said(reading_words(entry, language)).values():
        assert words in flat
    for option in entry.options:
        assert f"--set spg_base_armor={option}\n" in shown.replace(" \n", "\n")
    assert MOVED[language].format(**one_die(study)) in flat


@WIDTHS
def test_the_list_of_rulings_breaks_no_name(width: int) -> None:
    shown = text(rulings_table(DEFAULT.describe()), width)
    assert max(map(len, shown.splitlines())) <= width
    names = set(re.findall(r"[a-z0-9_]+", shown))
    assert {name for one in DEFAULT.describe() for name in (one["switch"], *one["playable"])} <= names
    assert _marked(shown) == [one.default for one in rulings()]
    other = text(rulings_table(DEFAULT.replace(spg_base_armor="one_die").describe()), width)
    assert "one_die" in _marked(other)


def _marked(shown: str) -> list[str]:
    return re.findall(r"\* (\w+)$", shown, re.MULTILINE)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Not asked here: cards are always dealt"), ("ru", "Здесь не спрашивается.")],
)
def test_the_list_says_what_an_edition_does_not_ask(language: str, said: str) -> None:
    first = RuleSet.load("paper_tigers_1").describe(language)
    assert said in " ".join(text(rulings_table(first, language), 300).split())


def test_labels_are_in_the_language_that_is_asked_for() -> None:
    """No English word is left in Russian tables but what is typed: IDs, switches, names of units and of functions."""
    shown = [
        text(ruling_table(ruling("spg_base_armor"), "ru"), 160),
        text(rulings_table(RuleSet.load("paper_tigers_1").describe("ru"), "ru"), 300),
    ]
    switches = {word for one in rulings() for word in (one.switch, *one.options)}
    left = set(re.findall(r"(?<![-\w])[a-z_]{2,}(?!\w)", re.sub(r"PT1?-\S+|\[\w+\]", "", " ".join(shown)))) - switches
    assert not left


def test_each_label_stands_in_every_language() -> None:
    english, russian = book("labels"), book("labels", "ru")
    assert {part: list(words) for part, words in russian.items()} == {p: list(words) for p, words in english.items()}
    for part, words in english.items():
        for name, word in words.items():
            assert re.findall(r"{\w+}", word) == re.findall(r"{\w+}", russian[part][name])
            assert re.search("[а-яё]{2}", russian[part][name])


@WIDTHS
def test_the_study_is_told_in_words(width: int, study: Findings) -> None:
    shown = "".join(text(one, width) for one in reading_tables(study))
    assert max(map(len, shown.splitlines())) <= width
    assert not re.search(r"[a-z]_[a-z]", shown)
    assert "The other 188 readings move no unit by more than 0.5 VP beyond noise." in " ".join(shown.split())
    most = one_die(study)
    assert shown.count(f"{most['effect']:.2f}") == 2, "the effect stands in both tables"
    assert shown.count(f"{most['low']:.2f} {most['high']:.2f}") == 2, "and its interval"


def test_the_page_of_the_study_has_words_first_and_what_is_typed_last(study: Findings) -> None:
    for name, table in tables_in_words(study).items():
        assert list(table)[:2] == ["question", "reading"]
        assert list(table)[-2:] == ["id", "set_by"]
        assert len(table) == len(study.tables[name])
        assert {"effect", "low", "high"} <= set(table)
    first = tables_in_words(study)["moved"].iloc[0]
    assert first["reading"] == reading_words("AMB-52").options["one_die"]
    assert first["set_by"] == "spg_base_armor=one_die"
    effects = tables_in_words(study)["rulings"]
    assert (effects["beyond_noise"] == effects["units_moved"].gt(0)).all()
    assert effects.loc[~effects["beyond_noise"], "low"].isna().all()
