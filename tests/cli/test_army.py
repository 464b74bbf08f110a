"""Armies on the command line: asked about, built, pasted and shared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tigersim.catalogue.share import state_of
from tigersim.catalogue.units import parse_army
from tigersim.cli import app
from tigersim.core.compile.jit import COMPILER_OFF

T34S = "3 x T-34c, KV-1"
QUICK = ("build", "--budget", "18", "--own", "OWN", "--quick")
OWN = "unit,count\nPanzer IV (mid),3\nTiger I,1\nRegulars [germany],4\nHetzer,2\n"


def run(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(app, [*arguments], input=given, env={"COLUMNS": "80", "NO_COLOR": "1"})


def flat(result: Result) -> str:
    assert result.exit_code == 0, result.stderr
    return " ".join(result.stdout.split())


def test_what_is_printed_is_read_by_every_command_that_takes_an_army(tmp_path: Path) -> None:
    block = run("army", T34S, "--text").stdout
    (tmp_path / "army.txt").write_text(block, encoding="utf-8")
    asked = f"@{tmp_path}/army.txt"
    assert json.loads(run("army", asked, "--json").stdout)["army"] == T34S
    answer = run("army", "-", "--json", given=run("army", asked, "--json").stdout)
    assert json.loads(answer.stdout)["army"] == T34S
    match = json.loads(run("fair", asked, "-", "--foretell", "--json", given="4 x Panzer IV (mid)\n").stdout)
    assert (match["army_a"], match["army_b"]) == (T34S, "4 x Panzer IV (mid)")
    assert json.loads(run("army", "Tiger I", "--against", asked, "--json").stdout)["against"][0]["army_b"] == T34S


def test_an_army_is_told_with_its_faults_and_what_it_lacks() -> None:
    said = flat(run("army", T34S, "--army-rules", "combined_arms", "--year", "1940"))
    assert "Not allowed: T-34c is not of all nations; in service in 1940" in said
    assert "at least 2 of infantry, recon are asked for" in said
    assert "No infantry: none of its units may enter a building" in said
    assert "PT-MOVE-06" in said
    assert "Foretold without a battle: it wins" in said


def test_a_link_says_what_the_page_is_asked() -> None:
    link = run("army", T34S, "--against", "Tiger I", "--list", "tenths", "--link", "--site", "https://example.org")
    place, _, fragment = link.stdout.strip().partition("#")
    state = state_of(fragment)
    assert place == "https://example.org/en/armies.html"
    assert (state.a, state.b, state.budget, state.price_list) == (T34S, "Tiger I", None, "tenths")
    built = run("build", "--budget", "9", "--nation", "italy", "--quick", "--link").stdout.split()
    assert {state_of(one.partition("#")[2]).budget for one in built} == {9}
    assert all(one.startswith("site/en/armies.html#a=") for one in built)


def test_a_saved_object_is_written_beside_the_answer(tmp_path: Path) -> None:
    asked = run("army", T34S, "--tabletop-simulator", str(tmp_path / "reds.json"), "--json")
    assert json.loads(asked.stdout)["cost"] == 23
    assert len(json.loads((tmp_path / "reds.json").read_text(encoding="utf-8"))["ObjectStates"]) == 4


def test_an_army_is_built_from_a_file_of_what_one_has(tmp_path: Path) -> None:
    own = tmp_path / "own.csv"
    own.write_text(OWN, encoding="utf-8")
    words = [str(own) if word == "OWN" else word for word in QUICK]
    said, answer = flat(run(*words)), json.loads(run(*words, "--json").stdout)
    first = answer["suggestions"][0]
    assert f"foretold without a battle: {first['army']}." in said
    assert first["cost"] <= 18
    assert {one.nation for one in parse_army(first["army"])} == {"germany"}
    assert json.loads(run("army", "-", "--json", given=json.dumps(answer)).stdout)["army"] == first["army"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["army", "3 T-34c"], "write 3 x T-34c"),
        (["army", "3 * T-34c; KV-1"], "units are separated by commas"),
        (["army", "@nowhere.txt"], "nowhere.txt: cannot be read"),
        (["army", T34S, "--text", "--json"], "one of them"),
        (["army", T34S, "--nation", "finland"], "unknown nation 'finland'"),
        (["army", T34S, "--tabletop-simulator", "reds.txt"], "ends in .json"),
        (["army", T34S, "--front", "moon"], "moon"),
        (["build", "--budget", "0.5"], "what the cheapest unit costs"),
        (["build", "--budget", "90", "--own", "OWN"], "what all units cost that are owned"),
        (["build", "--own", "nowhere.csv"], "nowhere.csv: cannot be read"),
        (["build", "--nation", "finland"], "unknown nation 'finland'"),
        (["build", "--players", "chess"], "unknown player 'chess'"),
        (["build", "--against", "Tigger"], "unknown unit 'Tigger'"),
        (["build", "--quick", "--players", "heuristic"], "the model knows no others"),
    ],
)
def test_one_clear_line_before_anything_is_compiled(arguments: list[str], words: str, tmp_path: Path) -> None:
    own = tmp_path / "own.csv"
    own.write_text(OWN, encoding="utf-8")
    result = run(*(str(own) if word == "OWN" else word for word in arguments))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.skipif(COMPILER_OFF, reason="compiled battles")
def test_standard_input_without_an_army_is_said() -> None:
    result = run("fair", "-", "Tiger I", "--foretell", given="\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "standard input: holds no army" in result.stderr
