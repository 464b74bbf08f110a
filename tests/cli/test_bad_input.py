"""What a user can get wrong: one line that names it and an exit status, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import Result

from tests.cli.all_commands import CALLS, COMMANDS, HEURISTICS, TACTICIANS, options, paths, run, words, written

ARGUMENTS: dict[str, list[str]] = {
    "run": ["{bad}"],
    "tune": ["{bad}"],
    "ladder": ["{bad}.toml"],
    "merge": ["{bad}", HEURISTICS, "--out", "{place}/merged"],
    "compare": ["{bad}", HEURISTICS],
    "efficiency": ["{bad}", "--reference", "Tiger I"],
    "report": ["{bad}"],
    "luck": ["{bad}"],
    "price-unit": ["{bad}"],
}
"""Commands whose arguments are files or folders, with a bad one in its place."""

WRITTEN = {"--out": "", "--picture": ".png", "--replay": ".html", "--tabletop-simulator": ".json"}
"""Options that name what is written, with how the name ends; all other files are read."""

READ = [(name, one.opts[0]) for name in COMMANDS for one in paths(name) if one.param_type_name == "option"]
TO_READ = [(name, word) for name, word in READ if word not in WRITTEN]
TO_WRITE = [(name, word) for name, word in READ if word in WRITTEN]
NAMED = ("Tiger I", "Waco Glider")
"""One of these stands in the call of a command that takes units."""
UNITS = [name for name, call in CALLS.items() if any(unit in word for unit in NAMED for word in call)]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)  # nothing may be left where the tests run
    monkeypatch.setattr("tigersim.core.play.warm.is_warm", lambda players: True)  # nothing will be played
    return written(tmp_path)


def bad_paths(place: Path) -> dict[str, Path]:
    """A path that leads nowhere, an empty folder, an empty file and one that is no text."""
    (place / "folder").mkdir()
    (place / "folder.toml").mkdir()
    for name, content in (("empty", b""), ("bytes", bytes(range(256)))):
        (place / name).write_bytes(content)
        (place / f"{name}.toml").write_bytes(content)
    return {name: place / name for name in ("nowhere", "folder", "empty", "bytes")}


def assert_one_line(result: Result, status: tuple[int, ...] = (1, 2)) -> str:
    """The line on stderr that begins with ``error:``, the only one of its kind."""
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in status
    assert result.stdout == ""
    lines = [line for line in result.stderr.splitlines() if line.startswith("error: ")]
    assert len(lines) == 1
    return lines[0]


def without(call: list[str], word: str) -> list[str]:
    """A call without an option and its value."""
    at = call.index(word) if word in call else len(call)
    return call[:at] + call[at + 2 :]


@pytest.mark.parametrize(("name", "word"), TO_READ, ids=map(" ".join, TO_READ))
def test_a_file_that_cannot_be_read(name: str, word: str, place: Path) -> None:
    call = [] if (name, word) == ("traits", "--run") else without(words(name, place)[len(name.split()) :], word)
    for kind, bad in bad_paths(place).items():
        if (name, word) == ("merge", "--units"):  # they are read before the runs
            call = [HEURISTICS, "--out", "merged"]
        line = assert_one_line(run(*name.split(), *call, word, str(bad)))
        assert bad.name in line, kind


@pytest.mark.parametrize("name", ARGUMENTS)
def test_an_argument_that_cannot_be_read(name: str, place: Path) -> None:
    for kind, bad in bad_paths(place).items():
        arguments = [word.replace("{bad}", str(bad)) for word in ARGUMENTS[name]]
        line = assert_one_line(run(*words(name, place, arguments)))
        assert bad.name in line, kind


def test_all_arguments_that_are_paths_are_tried() -> None:
    taken = {name for name in COMMANDS for one in paths(name) if one.param_type_name == "argument"}
    assert taken == set(ARGUMENTS)


@pytest.mark.parametrize(("name", "word"), TO_WRITE, ids=map(" ".join, TO_WRITE))
def test_a_place_that_cannot_be_written(name: str, word: str, place: Path) -> None:
    (place / "file").write_text("", encoding="utf-8")
    suffix = ".html" if name in ("report", "list") else WRITTEN[word]
    call = without(words(name, place), word)
    if name == "merge":
        call = ["merge", HEURISTICS, TACTICIANS]
    line = assert_one_line(run(*call, word, str(place / "file" / f"x{suffix}")), (1,))
    assert "file" in line or name == "merge"  # a merge looks at the runs first


@pytest.mark.parametrize("name", UNITS)
def test_an_unknown_unit_is_told_with_those_that_are_near(name: str, place: Path) -> None:
    call = words(name, place)
    for unit in NAMED:
        call = [word.replace(unit, "Tigr I") for word in call]
    line = assert_one_line(run(*call), (2,))
    assert "unknown unit 'Tigr I'" in line
    assert "Tiger I" in line


def test_all_commands_that_take_a_unit_are_tried() -> None:
    marks = {"UNIT", "UNIT...", "ATTACKER", "TARGET", "TARGET...", "[UNIT...]", "ATTACKERS", "ARMY_A", "X"}
    taken = {name for name in COMMANDS for one in COMMANDS[name].params if one.metavar in marks}
    assert taken <= set(UNITS)


@pytest.mark.parametrize("name", [name for name in COMMANDS if "--picture" in options(name)])
def test_a_picture_of_no_known_form(name: str, place: Path) -> None:
    line = assert_one_line(run(*words(name, place), "--picture", str(place / "x.doc")), (2,))
    assert ".png, .svg, .pdf" in line
    assert not (place / "x.doc").exists()


@pytest.mark.parametrize("name", [name for name in COMMANDS if "--players" in options(name)])
def test_an_unknown_player(name: str, place: Path) -> None:
    call = without(words(name, place), "--players")
    assert "tactition" in assert_one_line(run(*call, "--players", "tactition"), (2,))


@pytest.mark.parametrize("name", [name for name in COMMANDS if "--set" in options(name)])
def test_an_unknown_switch(name: str, place: Path) -> None:
    line = assert_one_line(run(*words(name, place), "--set", "save_succes_rule=x"), (2,))
    assert "did you mean save_success_rule" in line


@pytest.mark.parametrize(
    ("setting", "value"), [("--battles", "2000"), ("--players", "uniform"), ("--set", "front_arc=none")]
)
def test_battles_that_a_run_keeps_are_not_played_otherwise(setting: str, value: str) -> None:
    line = assert_one_line(run("luck", HEURISTICS, setting, value), (2,))
    assert line.startswith(f"error: {setting} is ")
    assert "only without RUN" in line


ONE_EACH = ("T-34c", "Hetzer")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (("fair", *ONE_EACH, "--battles", "208", "--players", "heuristic", "--dummies", "1/3"), "dummies is"),
        (("survival", *ONE_EACH, "--battles", "4", "--dummies", "1/3"), "dummies is"),
        (("luck", "--battles", "1000", "--family", "beach"), "family of tables is 'beach'"),
        (("prices", "--battles", "20480", "--family", "beach"), "family of tables is 'beach'"),
        (("battle", *ONE_EACH, "--landing", "a:2"), "neither gliders nor airborne infantry"),
        (("fair", *ONE_EACH, "--landing", "a:2", "--players", "heuristic"), "neither gliders nor airborne infantry"),
        (("scenario", "take the position", "--terms", "fog of war", "--battles", "32"), "fog of war: the terms say so"),
        (
            ("battle", *ONE_EACH, "--scenario", "fog of war", "--terms", "caught in a vice"),
            "allowed: caught in a vice:",
        ),
        (("battle", *ONE_EACH, "--commanders", "2,1"), "commanders is 2"),
        (("fair", *ONE_EACH, "--commanders", "2,1", "--players", "heuristic"), "commanders is 2"),
        (("survival", *ONE_EACH, "--battles", "4", "--commanders", "1,2"), "commanders is 2"),
        (("units", "--csv", "nowhere/units.csv"), "unexpected extra argument"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, tuple) else None,
)
def test_options_that_have_no_meaning_together(call: tuple[str, ...], said: str, place: Path) -> None:
    assert said in assert_one_line(run(*call), (2,))


def test_a_failure_is_not_misuse(place: Path) -> None:
    (place / "file").write_text("", encoding="utf-8")
    assert_one_line(run("prices", "--out", str(place / "file" / "run")), (1,))
    assert_one_line(run("battle", "Tiger I", "Tiger I", "--replay", str(place / "file" / "x.html")), (1,))
    assert_one_line(run("compare", HEURISTICS, str(place)), (2,))
    assert "keeps no battles" in assert_one_line(run("luck", HEURISTICS), (2,))
    assert_one_line(run("run", str(place / "nowhere.toml")), (2,))
    assert_one_line(run("show"), (2,))
