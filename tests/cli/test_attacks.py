"""What a fuzzer found to end in a Python error: each input is one line that names what is wrong."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tigersim as ts
from tests.cli.all_commands import FIRST, HEURISTICS, run
from tigersim.catalogue.cards import parse_card
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.scenarios import Scenario
from tigersim.catalogue.unit_file import read_units
from tigersim.catalogue.units import all_units, parse_army
from tigersim.errors import CardNotFound, DataError, InvalidValue, RunError, TigersimError, UnitNotFound
from tigersim.files.atomic import check_writable, write_whole
from tigersim.lab.jobs import in_order
from tigersim.lab.ladder_file import read_ladder
from tigersim.lab.tune_file import read_tuning
from tigersim.pricing.study.kinds import read_study

LONG = "battle " * 700
"""A name longer than one of a file may be."""
DIGITS = "9" * 5000
BEYOND = str(2**63)
TITLE = "\x1b]0;owned\x07"


def refused(*command: str) -> str:
    """The one line of an error."""
    result = run(*command)
    assert isinstance(result.exception, SystemExit), result.exception
    assert (result.exit_code, result.stdout) == (2, "") or result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert line.startswith("error: ")
    assert line.isprintable()
    assert len(line) < 1000
    return line


# --- numbers beyond 64 bits ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        ["battle", "T-34c", "Hetzer", "--number", BEYOND],
        ["battle", "T-34c", "Hetzer", f"--number={BEYOND}"],
        ["battle", "T-34c", "Hetzer", "--seed", DIGITS],
        ["how-many", "M4 Sherman", "Tiger I", "--battles", "100", "--threads", BEYOND],
        ["fair", "T-34c", "Hetzer", "--battles", "1" + "0" * 30],
        ["prices", "--battles", DIGITS],
        ["odds", "shot", "Tiger I", "M4 Sherman", "--distance", "1" + "0" * 400],
        ["odds", "pool", "--dice", "-" + DIGITS, "--difficulty", "9"],
        ["table", "village", "--seed", BEYOND],
        ["report", HEURISTICS, "--replays", BEYOND],
    ],
    ids=lambda command: " ".join(command)[:40],
)
def test_numbers_that_nothing_counts_to(command: list[str]) -> None:
    line = refused(*command)
    assert "whole numbers up to 9223372036854775807" in line
    assert any(word.partition("=")[0] in line for word in command if word.startswith("--"))


def test_numbers_within_64_bits_that_are_too_many() -> None:
    with pytest.raises(InvalidValue, match=r"threads is 4611686018427387904; allowed: 1 to 1,024"):
        list(in_order([lambda: 1], threads=2**62))
    with pytest.raises(InvalidValue, match=r"number, table .* 2\^62 - 1"):
        ts.Battle.start(armies=("T-34c", "Hetzer"), number=10**30)
    with pytest.raises(
        InvalidValue, match=r"distance is a number of more than 4,300 digits; allowed: a number of inches"
    ):
        ts.odds.shot("Tiger I", "M4 Sherman", distance=10**5000)
    with pytest.raises(InvalidValue, match="recovery"):
        ts.odds.duel("Tiger I", "M4 Sherman", recovery=10**400)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: parse_army(f"{DIGITS} x Tiger I"),
        lambda: parse_army(f"Jeep [usa], {DIGITS} T-34c"),
        lambda: ts.odds.shot("Tiger I", "M4 Sherman", hits_before=10**5000),
        lambda: ts.odds.pool(dice=10**5000, difficulty=9),
        lambda: parse_card(DIGITS),
        lambda: ts.unit(DIGITS * 200),
    ],
)
def test_python_callers_get_one_line_too(ask: Callable[[], Any]) -> None:
    with pytest.raises(TigersimError) as caught:
        ask()
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 600


# --- files -----------------------------------------------------------------------------------------------------------

READERS: dict[str, Callable[[Path], object]] = {
    "experiment": read_study,
    "ladder": read_ladder,
    "search": read_tuning,
    "scenario": Scenario.load,
    "ruleset": RuleSet.load,
}
TEXTS = {
    f"question = {DIGITS}": "holds a number of thousands of digits",
    f"seed = {2**63}": "field 'seed': is beyond 64 bits",
    '[design]\nunits = "a\\u0000b"': "field 'design.units': 'a\\x00b' holds control characters",
    'question = "\\u001b]0;owned\\u0007"': "field 'question': '\\x1b]0;owned\\x07' holds control characters",
    f"x = {'[' * 50_000}": "values within values without end",
    "question = ": "is no TOML",
}


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:20])
def test_toml_that_python_cannot_read(kind: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        READERS[kind](path)
    assert str(caught.value).startswith(f"{path}")
    assert TEXTS[text] in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("kind", ['{ a = "b" }', "5", "[1]", "true"])
def test_a_kind_that_is_no_word(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f"kind = {kind}\n", encoding="utf-8")
    with pytest.raises(DataError, match="field 'kind': unknown kind of experiment"):
        read_study(path)


@pytest.mark.parametrize(
    "source", [LONG, "a\0b", "\ud800", TITLE, "a\0b.toml", f"{LONG}.toml", Path(LONG), Path("a\0b.toml")]
)
@pytest.mark.parametrize("load", [RuleSet.load, Scenario.load])
def test_names_that_no_file_has(load: Callable[[Any], object], source: str | Path) -> None:
    with pytest.raises(TigersimError) as caught:
        load(source)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 700


@pytest.mark.parametrize("name", ["a\0b.csv", f"{LONG}.csv", "\ud800.csv"])
def test_files_of_units_that_cannot_be(name: str) -> None:
    with pytest.raises(DataError, match="cannot be read") as caught:
        all_units(name)
    assert str(caught.value).isprintable()


def test_a_unit_that_commands_a_terminal_is_refused_and_shown_as_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(f"nation,name,type\nusa,{TITLE},armored_car\n", encoding="utf-8")
    assert "row 2, field 'name': '\\x1b]0;owned\\x07' must be printable" in refused("show", "X", "--units", str(path))
    assert "unknown unit '\\x1b]0;owned\\x07'" in refused("show", TITLE)
    path.write_text(f"nation,name,type,{TITLE}\nusa,x,armored_car,1\n", encoding="utf-8")
    assert "field '\\x1b]0;owned\\x07'" in refused("show", "X", "--units", str(path))


# --- what is written, what is quoted ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        ["report", HEURISTICS, "--out", ""],
        ["report", HEURISTICS, "--out="],
        ["prices", "--battles", "1000", "--out", ""],
        ["odds", "panel", "Tiger I", "--picture", ""],
        ["battle", "T-34c", "Hetzer", "--replay", ""],
    ],
    ids=" ".join,
)
def test_no_place_to_write(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "is ''; allowed: the name of a file or folder" in refused(*command)
    assert not list(tmp_path.iterdir())


def test_a_folder_is_no_file() -> None:
    for place in (Path(), Path("/")):
        with pytest.raises(RunError, match="is a folder; name a file in it"):
            write_whole(place, lambda path: path.write_text("x", encoding="utf-8"))
        with pytest.raises(RunError, match="is a folder; name a file in it"):
            check_writable(place)


@pytest.mark.parametrize(
    "command",
    [
        ["show", "x" * 10**5],
        ["show", "Tiger I", "--" + "y" * 10**5],
        ["show", "Tiger I", "z" * 10**5],
        ["w" * 10**5],
        ["battle", "T-34c", "Hetzer", "--seed", "v" * 10**5],
        ["battle", "T-34c", "Hetzer", "--family", "u" * 10**5],
        ["odds", "shot", "Tiger I", "M4 Sherman", "--card", "t" * 10**5],
        ["odds", "shot", "Tiger I", "M4 Sherman", "--set", "s" * 10**5],
        ["odds", "shot", "Tiger I", "M4 Sherman", "--ruleset", "r" * 10**5],
        ["odds", "shot", "Tiger I", "M4 Sherman", "--aspect", TITLE],
        ["odds", "shot", "Tiger I", "M4 Sherman", "--distance", TITLE],
        ["show", "Tiger I", "--" + TITLE],
        ["rule", TITLE * 1000],
        ["efficiency", "q" * 10**5, "--reference", "Tiger I"],
        ["report", "p" * 10**5],
        ["compare", TITLE, HEURISTICS],
        ["run", "o" * 10**5],
        ["companion", "batalist", "n" * 10**5],
    ],
    ids=lambda command: " ".join(command)[:40].encode("unicode_escape").decode(),
)
def test_what_was_given_is_quoted_briefly_and_as_text(command: list[str]) -> None:
    refused(*command)


# --- what people write -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("army", "said"),
    [
        ("3 T-34c", "unknown unit '3 T-34c'; write 3 x T-34c"),
        ("KV-1, 3 * T-34c", "unknown unit '3 * T-34c'; write 3 x T-34c"),
        ("T-34c x3", "unknown unit 'T-34c x3'; write 3 x T-34c"),
        ("2 Jeep", "unknown unit '2 Jeep'; write 2 x Jeep"),
        ("3 * T-34c; KV-1", "unknown unit '3 * T-34c; KV-1'; units are separated by commas"),
        ("3 Tigr I", "unknown unit '3 Tigr I'; did you mean "),
    ],
)
def test_armies_as_others_write_them(army: str, said: str) -> None:
    with pytest.raises(UnitNotFound) as caught:
        parse_army(army)
    assert str(caught.value).startswith(said)


def test_a_unit_whose_name_begins_with_a_number_is_no_count() -> None:
    assert parse_army("2 1/2 Ton Truck, 2 x Jeep [usa]")[0].key == "2 1/2 Ton Truck [usa]"


@pytest.mark.parametrize("card", ["H5", "queen of hearts", "1H", "joker"])
def test_cards_as_others_write_them(card: str) -> None:
    with pytest.raises(CardNotFound, match=r"a card is rank and suit, as in QH or 5H"):
        parse_card(card)


def test_a_switch_that_is_none() -> None:
    assert "none is close; tigersim rulings lists them" in refused("odds", "shot", "KV-1", "KV-1", "--set", "foo=bar")


def test_two_units_are_no_runs() -> None:
    line = refused("compare", "Tiger I", FIRST)
    assert "RUN is 'Tiger I'; allowed: a finished run; units are compared by tigersim worth \"Tiger I\"" in line
    assert 'tigersim worth "Tiger I" "KV-1"' in refused("compare", "Tiger I", "KV-1")
    assert 'tigersim worth "Jeep"' in refused("compare", FIRST, "Jeep")
    assert "holds no finished price list" in refused("compare", FIRST, "nowhere")


@pytest.mark.parametrize("words", [("price", "Tiger I"), ("prices", "Tiger I"), ("show", "KV-2", "Tiger I")])
def test_who_names_a_unit_where_none_is_taken_is_told_what_tells_its_worth(words: tuple[str, ...]) -> None:
    named = " ".join(f'"{word}"' for word in words[1:])
    assert refused(*words).endswith(f"; what a unit is worth tells tigersim worth {named}")
    assert "worth" not in refused(words[0], "--no-such-option")


@pytest.mark.parametrize("mark", [";", "\t"])
def test_units_as_excel_of_many_countries_writes_them(mark: str, tmp_path: Path) -> None:
    plain, other = tmp_path / "plain.csv", tmp_path / "other.csv"
    rows = [
        ["nation", "name", "type", "advantages", "disadvantages"],
        ["finland", "Sisu", "armored_car", "rugged;fast", "rivets"],
        ["finland", "Vickers", "light_tank", "", ""],
    ]
    for path, delimiter in ((plain, ","), (other, mark)):
        with path.open("w", encoding="utf-8-sig", newline="") as file:
            csv.writer(file, delimiter=delimiter).writerows(rows)
    assert read_units(other) == read_units(plain)
    other.write_text(plain.read_text("utf-8").replace(",", mark).replace("rugged;fast", "rugged,fast"), "utf-8")
    assert read_units(other) == read_units(plain)
    other.write_text("nation;name;type;advantages\nfinland;Sisu;armored_car;rugged;fast\n", encoding="utf-8")
    with pytest.raises(DataError, match="row 2: 5 fields, but the first line names 4 columns"):
        read_units(other)
