"""What every command has in common: help that teaches, errors of one line, exit statuses, pipes and Ctrl-C."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress

import pytest
import typer
from typer.testing import CliRunner, Result

from tigersim.cli import app, asked_for
from tigersim.cli.commands import Commands
from tigersim.errors import InvalidValue

ENVIRONMENT = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1"}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def paths(group: typer.Typer, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command of ``group`` as the words that call it."""
    for command in group.registered_commands:
        assert command.callback is not None
        yield (*before, command.name or command.callback.__name__.replace("_", "-"))
    for part in group.registered_groups:
        assert part.typer_instance is not None
        yield from paths(part.typer_instance, (*before, part.name or ""))


COMMANDS = sorted(paths(app))


def test_only_what_is_asked_for_is_built_and_it_is_the_same() -> None:
    for words in COMMANDS:
        part = asked_for(words)
        alike = [one for one in COMMANDS if one[: len(words)] == words or one[0] == words[0] == "companion"]
        assert alike == sorted(paths(part)), words
        assert [one for one in COMMANDS if one[0] == words[0]] == sorted(paths(asked_for(words[:1]))), words
    for words in ((), ("--help",), ("no-such-command",), ("--version",)):
        assert sorted(paths(asked_for(words))) == COMMANDS
    whole, part = (
        CliRunner().invoke(one, ["show", "--help"], prog_name="tigersim") for one in (app, asked_for(["show"]))
    )
    assert part.stdout == whole.stdout
    assert "Usage: tigersim show" in part.stdout


def python(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
    )


def tigersim(*arguments: str) -> "subprocess.Popen[str]":
    return python("-m", "tigersim", *arguments)


def test_all_commands_of_this_version_are_there() -> None:
    names = {" ".join(path) for path in COMMANDS}
    odds = {f"odds {name}" for name in ("pool", "shot", "card", "melee", "move", "recovery", "find-cover", "landing")}
    others = {"units", "show", "rule", "rules", "rulings", "traits", "simulate shot", "battle", "prices", "bench"}
    assert odds | others <= names


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_help_shows_an_example_of_its_own_command(path: tuple[str, ...]) -> None:
    result = run(*path, "--help")
    assert result.exit_code == 0
    assert f"tigersim {' '.join(path)}" in result.stdout


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_command_answers_in_json_too(path: tuple[str, ...]) -> None:
    assert "--json" in run(*path, "--help").stdout


def test_without_a_command_it_shows_what_there_is() -> None:
    result = run()
    assert result.exit_code == 0
    assert "prices" in result.stdout
    assert run("odds").exit_code == 0


def test_what_few_look_for_stands_last() -> None:
    shown = run("--help").stdout
    panels = [line.strip("╭╮─ ") for line in shown.splitlines() if line.startswith("╭")]
    assert panels[-1] == "How fast is it?"


@pytest.mark.parametrize("path", [("odds",), ("simulate",), ("companion",), ("companion", "victory-day")])
def test_the_help_of_a_group_shows_examples(path: tuple[str, ...]) -> None:
    shown = run(*path, "--help").stdout
    assert f"  tigersim {' '.join(path)} " in shown


def test_version_names_the_rules_version() -> None:
    assert "rules version" in run("--version").stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("units", "--nation", "germny"), "unknown nation 'germny'; did you mean germany?"),
        (("units", "--type", "medium"), "unknown type 'medium'"),
        (("units", "--trait", "rivet"), "did you mean rivets"),
        (("units", "--units", "nowhere.csv"), "nowhere.csv"),
        (("show", "Tigr I"), "Tiger I"),
        (("show", "Jeep"), "Jeep [usa], Jeep [britain], Jeep [france]"),
        (("show", "Tiger I", "--ruleset", "paper_tiger_2"), "did you mean paper_tigers_2, "),
        (("show", "Tiger I", "--set", "save_rule=x"), "unknown switch 'save_rule'; did you mean save_success_rule"),
        (("show", "Tiger I", "--set", "save_success_rule=x"), "allowed: each_success_cancels_one"),
        (("show", "Tiger I", "--set", "save_success_rule"), "allowed: SWITCH=OPTION"),
        (("rule", "PT-FIRE-77"), "did you mean PT-FIRE-07"),
        (("rules", "--status", "done"), "allowed: implemented, abstracted, not modelled"),
        (("rules", "--chapter", "fier"), "did you mean fire"),
        (("units", "--json", "--csv"), "allowed: one of the two"),
        (("units", "--natoin", "ussr"), "--natoin"),
        (("unts",), "unts"),
        (("show",), "UNIT"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments: tuple[str, ...], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr


def test_a_bug_is_not_dressed_up_as_bad_input() -> None:
    broken = typer.Typer(cls=Commands)

    @broken.command()
    def divide() -> None:
        _ = 1 // 0

    broken.callback()(lambda: None)
    assert isinstance(CliRunner().invoke(broken, ["divide"]).exception, ZeroDivisionError)


def test_a_message_of_several_lines_becomes_one() -> None:
    wordy = typer.Typer(cls=Commands)

    @wordy.command()
    def fail() -> None:
        raise InvalidValue("distance", -1, "0\nand up")

    wordy.callback()(lambda: None)
    assert CliRunner().invoke(wordy, ["fail"]).stderr == "error: distance is -1; allowed: 0 and up\n"


@pytest.mark.parametrize(
    "arguments",
    [("units", "--json"), ("units",), ("odds", "card", "--by-card"), ("--help",), ("odds", "shot", "--help"), ()],
    ids=" ".join,
)
def test_a_reader_that_goes_away_is_no_error(arguments: tuple[str, ...]) -> None:
    with tigersim(*arguments) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=30) == 141


SLEEPER = """
import time
from tigersim.cli import app, options

def sleep(*_):
    print("asleep", flush=True)
    time.sleep(60)

options.chosen_ruleset = sleep
app(["units"])
"""


LOADING = """
import signal, sys

class Slow:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Slow())
sys.argv[1:] = ["units"]
from tigersim.__main__ import main
main()
"""
"""Ctrl-C while a module is loaded."""


@pytest.mark.parametrize("module", ["tigersim.cli", "typer", "tigersim.cli.catalogue", "rich.table"])
def test_interrupted_while_loading_is_130_and_one_line(module: str) -> None:
    with python("-c", LOADING.format(module=module)) as process:
        output, errors = process.communicate(timeout=30)
        assert (process.returncode, output) == (130, "")
        assert errors == "error: interrupted; nothing was kept, and the same command begins anew\n"


def test_interrupted_is_130_and_one_line() -> None:
    with python("-c", SLEEPER) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "asleep\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        assert process.returncode == 130
        assert errors == "error: interrupted; nothing was kept, and the same command begins anew\n"


def test_piped_output_has_no_colour_and_fits_80_columns() -> None:
    with tigersim("traits") as process:
        output, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "\x1b" not in output
    assert max(len(line.rstrip()) for line in output.splitlines()) <= 80


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudoterminals")
@pytest.mark.parametrize(("setting", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_a_terminal_is_coloured_unless_it_shall_not_be(setting: dict[str, str], coloured: bool) -> None:
    ours, theirs = os.openpty()
    plain = {name: value for name, value in ENVIRONMENT.items() if name != "NO_COLOR"}
    with subprocess.Popen(
        [sys.executable, "-m", "tigersim", "--help"], stdout=theirs, env={**plain, "TERM": "xterm-256color", **setting}
    ):
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # the end of what a terminal has to say
            while part := os.read(ours, 4096):
                shown += part
    os.close(ours)
    assert b"prices" in shown
    assert bool(re.search(rb"\x1b\[[0-9;]*(?:3|9)[0-7]m", shown)) == coloured
