"""Options for random armies: alike in all commands that draw some, and told by their help."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner, Result

from tests.cli.all_commands import QUICK
from tigersim.catalogue.army_rules import army_rules
from tigersim.cli import app, completion

OPTIONS = ("--nation", "--year", "--front", "--army-rules")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "200", "NO_COLOR": "1"})


@pytest.mark.parametrize("command", ["prices", "scenario", "exploit"])
def test_every_command_that_draws_armies_has_them_and_tells_what_there_is(command: str) -> None:
    text = " ".join(run(command, "--help").stdout.replace("│", " ").split())
    for word in (*OPTIONS, "germany,ussr", "1930 to 1945", "west, east, mediterranean or pacific", *army_rules()):
        assert word in text, word


def test_a_scenario_is_played_by_two_nations() -> None:
    asked = ("--nation", "usa,germany", "--year", "1944", "--battles", "32", "--threads", "1", "--json")
    result = run("scenario", "caught in a vice", *asked, *QUICK)
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert "armies have rules: usa; in service in 1944, against germany; in service in 1944" in found["notes"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--nation", "japn"), "unknown nation 'japn' in --nation; did you mean japan?"),
        (("--army-rules", "one_of_a_kind"), "Caught in a vice says its own forces"),
        (("--nation", "italy", "--year", "1932"), "rules that Caught in a vice can be played by"),
    ],
)
def test_what_contradicts_a_scenario_is_refused(options: tuple[str, ...], words: str) -> None:
    result = run("scenario", "caught in a vice", *options)
    assert result.exit_code == 2
    assert words in result.stderr


def test_names_are_completed() -> None:
    assert completion.two_nations("germany,us") == ["germany,usa", "germany,ussr"]
    assert completion.fronts("w") == ["west"]
    assert completion.army_rules("three") == ["three_of_a_kind"]
