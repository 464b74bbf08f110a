"""Worth, findings and units told in words, as commands."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.cli.all_commands import run
from tigersim.catalogue.units import unit
from tigersim.cli import price_unit as command
from tigersim.pricing.report.duel_table import duels_of

LIST = Path(__file__).resolve().parents[2] / "results" / "023_a_list_to_play_by" / "price_list.toml"
POINTS = tomllib.loads(LIST.read_text(encoding="utf-8"))["points"]["Tiger I [germany]"]


def printed(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def refused(*words: str) -> str:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, ""), result.stdout
    return result.stderr


def test_one_number_leads_and_the_other_is_explained() -> None:
    said = printed("worth", "Tiger I")
    assert said.startswith(
        f"Tiger I [germany]: print {POINTS / 10:.1f} VP ({POINTS} points on the list to print) in place of 4.\n"
    )
    assert "Both are estimates of one thing" in " ".join(said.split())
    assert "BARGAIN: worth more than it costs" in said


def test_units_next_to_each_other_tell_their_duel() -> None:
    said = printed("worth", "Tiger I", "KV-1")
    heads = next(
        line for line in said.splitlines() if "KV-1 [ussr]" in line and "Tiger I [germany]" in line and ":" not in line
    )
    assert heads.index("Tiger I") < heads.index("KV-1")
    assert "each other" in said
    four = printed("worth", "Tiger I", "KV-1", "M4 Sherman", "LCM")
    assert "each other" not in four
    assert "TOO DEAR*" in four
    assert "*: no unit costs less than 1 VP." in " ".join(four.split())


def test_all_duels_of_a_unit() -> None:
    rows = json.loads(printed("worth", "KV-1", "--duels", "--json"))
    assert [row["enemy"] for row in rows] == duels_of("KV-1 [ussr]")["enemy"].tolist()
    assert "one unit" in refused("worth", "KV-1", "KV-2", "--duels")


def test_show_ends_with_what_the_unit_is_worth() -> None:
    lines = printed("show", "Tiger I").rstrip().splitlines()
    assert lines[-1].strip() == 'tigersim worth "Tiger I" says what moves it, and what beats it.'
    assert lines[-4].startswith(f"Tiger I [germany]: print {POINTS / 10:.1f} VP")
    assert len(json.loads(printed("show", "Tiger I", "--json"))["worth"]) == 3
    assert "worth" not in printed("show", "Tiger I", "--set", "save_success_rule=one_success_cancels_all")


def test_findings_are_named_and_shown() -> None:
    everything = printed("findings")
    assert "012_duels" in everything
    assert "How many Shermans equal one Tiger" in everything
    assert "42 of 48 duels are even" in printed("findings", "12")
    # all rows, and those columns too that do not fit next to the others
    table = printed("findings", "013_scenarios", "--table", "balance")
    assert table.count("reconnaissance mission") >= 2
    assert "handicap" in table
    assert "did you mean balance?" in refused("findings", "013_scenarios", "--table", "balanse")
    assert "an installed one by name" in refused("findings", "nothing")
    assert "--table is of" in refused("findings", "--table", "balance")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Units that would be priced."""
    from tigersim.pricing.play import own_unit

    found: list[Any] = []

    def play(one: Any, *rest: Any, **options: Any) -> Any:
        found.append(one)
        raise KeyboardInterrupt

    monkeypatch.setattr(own_unit, "price_unit", play)
    monkeypatch.setattr(command, "under_way", _nothing)
    return found


def _nothing(*matches: Any) -> Any:
    from contextlib import nullcontext

    return nullcontext()


def test_a_unit_told_in_words(asked: list[Any]) -> None:
    run("price-unit", "--class", "armored_car", "--with", "fast,rivets", "--named", "My car")
    run("price-unit", "--like", "Tiger I", "--without", "unreliable", "--with", "fast")
    car, tiger = asked
    assert (car.name, car.type, car.advantages, car.disadvantages) == ("My car", "armored_car", ("fast",), ("rivets",))
    assert tiger == unit("Tiger I").changed(["fast"], ["unreliable"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "--class CLASS, or --like UNIT --with TRAIT"),
        (("--with", "fast"), "with --class or --like"),
        (("--class", "tank"), "unknown class 'tank'"),
        (("--class", "light_tank", "--like", "KV-1"), "one of the two"),
        (("--like", "KV-1"), 'tigersim worth "KV-1"'),
        (("--like", "KV-1", "--without", "fast"), "has; it has medium_gun"),
        (("mine.csv", "--class", "light_tank"), "left out where --class or --like tells the unit"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_a_unit_that_is_told_wrongly(words: tuple[str, ...], said: str) -> None:
    assert said in refused("price-unit", *words)
