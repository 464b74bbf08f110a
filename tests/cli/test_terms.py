"""Every command that plays battles takes every option of a battle, one by one or as one text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from tigersim.cli import app
from tigersim.cli.terms import OPTIONS, terms_of
from tigersim.errors import InvalidValue, TigersimError
from tigersim.game.terms import TermOptions, Terms

PLAYING = ("battle", "fair", "luck", "prices", "scenario", "series", "survival")
CALLED = {"inches": "size", "target_score": "to_score"}
"""Options of ``Terms`` that the command line calls otherwise."""
SOME: tuple[tuple[dict[str, Any], str], ...] = (
    ({"family": "river", "markers": "standard"}, "river, markers=standard"),
    ({"forts": "2,1", "to_score": 15}, "forts=2+1, target_score=15"),
    ({"landing": ["a:2"], "forbid": ["a:follow"]}, "a:landing=2, a:forbid=follow"),
    ({"commanders": "2,1", "decks": 2, "support": "both"}, "commanders=2+1, decks=2, support=both"),
    ({"dummies": "0,1/4", "removed": "1/5", "size": "48x36"}, "inches=48x36, dummies=0+1/4, removed=1/5"),
    (
        {"scenario": "fog of war", "switches": ["front_arc=base_corners"]},
        "fog of war, set:front_arc=base_corners",
    ),
)


def options_of(command: str) -> set[str]:
    from typer.main import get_command

    found = get_command(app).commands[command]  # type: ignore[attr-defined]
    return {one.name for one in found.params}


@pytest.mark.parametrize("command", PLAYING)
def test_a_command_that_plays_battles_has_every_option_of_a_battle(command: str) -> None:
    left_out = {"scenario"} if command == "scenario" else set()  # its own argument says it
    assert set(OPTIONS) - left_out <= options_of(command)


def test_every_option_of_terms_has_its_place_on_the_command_line() -> None:
    asked = {CALLED.get(name, name) for name in TermOptions.__annotations__}
    assert asked == set(OPTIONS) - {"terms", "switches"}


@pytest.mark.parametrize(("given", "text"), SOME)
def test_options_one_by_one_and_as_a_text_mean_alike(given: dict[str, Any], text: str) -> None:
    assert terms_of(given) == Terms.parse(text) == terms_of({"terms": text})


def test_options_are_added_to_the_text_and_must_not_contradict_it() -> None:
    both = terms_of({"terms": "river", "markers": "standard"})
    assert (both.family, both.markers) == ("river", "standard")
    with pytest.raises(InvalidValue, match=r"family is 'open'; allowed: river: the terms say so"):
        terms_of({"terms": "river", "family": "open"})


def test_a_reading_is_laid_over_that_of_the_text() -> None:
    found = terms_of({"terms": "edition=1", "switches": ["ed1_example=strictly_more"]})
    assert (found.ruleset.edition, found.ruleset.ed1_example) == (1, "strictly_more")


@pytest.mark.parametrize(
    "given",
    [
        {"size": "36"},
        {"forts": "2"},
        {"landing": ["a"]},
        {"commanders": "two"},
        {"dummies": "many"},
        {"terms": "nowhere"},
    ],
)
def test_what_cannot_be_read_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(TigersimError):
        terms_of(given)


def test_a_map_of_ones_own_is_played_on(tmp_path: Any) -> None:
    drawn = tmp_path / "mine.txt"
    drawn.write_text("\n".join(["......", "..WW..", "......", "..==..", "......", "......"]), encoding="utf-8")
    asked = ["battle", "T-34c", "Hetzer", "--map", str(drawn), "--players", "heuristic", "--json"]
    answer = CliRunner().invoke(app, asked)
    assert answer.exit_code == 0, answer.output
    assert json.loads(answer.stdout)["army_a"] == "T-34c"
