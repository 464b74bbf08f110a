"""A search for weights from the command line: a folder of results, what is printed, errors of one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tigersim.cli import app

FILES = {
    "candidates.csv",
    "checks.csv",
    "provenance.json",
    "search.csv",
    "search.png",
    "settings.json",
    "weights.json",
    "weights.png",
}
PLAN = """
question = "Can it be better?"
why = "To see."
player = "heuristic"
opponents = ["heuristic", "uniform"]
[design]
seed = 3
families = ["open"]
markers = ["none"]
sizes = [2, 3]
[search]
generations = 2
population = 4
battles = 8
[check]
battles = 20
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "80", "NO_COLOR": "1"})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("tuned")
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    result = run("tune", str(folder / "plan.toml"), "--out", str(folder / "run"), "--threads", "1")
    assert result.exit_code == 0, result.stderr
    assert "124 of about 124 battles" in result.stderr
    return folder, result.stdout


def test_a_search_leaves_its_files_whole(played: tuple[Path, str]) -> None:
    folder = played[0] / "run"
    assert {path.name for path in folder.iterdir()} == FILES
    for picture in ("search.png", "weights.png"):
        assert (folder / picture).read_bytes().startswith(b"\x89PNG")


def test_what_is_printed_is_what_is_kept(played: tuple[Path, str]) -> None:
    folder, text = played
    about = json.loads((folder / "run" / "weights.json").read_text(encoding="utf-8"))
    assert text.startswith("Can it be better?")
    lines = [line.split() for line in text.splitlines() if line.strip()]
    for name, weight in about["weights"].items():
        line = next(words for words in lines if words[0] == name)
        assert [float(number) for number in line[1:3]] == pytest.approx([about["start"][name], weight])
    flat = " ".join(text.split())
    for words in ("2 generations of 4 candidates", "new weights over uniform", "the start weights:", "seed 3"):
        assert words in flat
    assert max(len(line.rstrip()) for line in text.splitlines() if str(folder) not in line) <= 80


def test_json_has_all_of_it_and_repeats_itself(
    played: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("tune", str(played[0] / "plan.toml"), "--threads", "2", "--json")
    answer = json.loads(result.stdout)
    assert list(answer) == ["player", "better", "start", "weights", "search", "checks", "provenance", "folder"]
    assert answer["folder"] == "results/plan"
    for name in ("weights.json", "checks.csv", "search.csv", "candidates.csv"):
        assert (tmp_path / "results/plan" / name).read_bytes() == (played[0] / "run" / name).read_bytes()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Missing argument"),
        (["missing.toml"], "missing.toml: cannot be read: No such file"),
        (["bad.toml"], "bad.toml, field 'search'"),
        (["plan.toml", "--threads", "0"], "--threads"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plan.toml").write_text(PLAN, encoding="utf-8")
    Path("bad.toml").write_text(PLAN.split("[search]", maxsplit=1)[0], encoding="utf-8")
    result = run("tune", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.toml", "plan.toml"]


def test_an_interrupted_search_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tigersim.lab.tune.tune_player", stop)
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    result = run("tune", str(tmp_path / "plan.toml"), "--out", str(tmp_path / "run"))
    assert result.exit_code == 130
    assert "the same command goes on from there" in result.stderr
