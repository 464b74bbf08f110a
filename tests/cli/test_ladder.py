"""Players meet from the command line: one form for files and names, a folder of results, errors of one line."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tigersim.cli import app

FILES = {"matches.csv", "families.csv", "elo.csv", "elo.png", "provenance.json", "settings.json", "pairs"}
PLAN = """
question = "Who plays better?"
why = "To see."
[design]
seed = 3
families = ["open", "river"]
sizes = [2, 3]
[[matches]]
players = ["heuristic", "uniform"]
pairs = 8
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "80", "NO_COLOR": "1"})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("ladders") / "short"
    result = run("ladder", "uniform", "heuristic", "--pairs", "10", "--seed", "4", "--out", str(folder))
    assert result.exit_code == 0, result.stderr
    assert "20 of about 20 battles" in result.stderr
    return folder, result.stdout


def test_a_short_ladder_leaves_its_files_whole(played: tuple[Path, str]) -> None:
    folder, _ = played
    assert {path.name for path in folder.iterdir()} == FILES
    about = json.loads((folder / "provenance.json").read_text(encoding="utf-8"))
    assert about["seed"] == 4
    assert about["matches"] == [{"players": ["heuristic", "uniform"], "pairs": 10}]
    assert (folder / "elo.png").read_bytes().startswith(b"\x89PNG")
    with (folder / "families.csv").open(encoding="utf-8") as file:
        assert [row["pairs"] for row in csv.DictReader(file)] == ["2"] * 5


def test_what_is_printed_is_what_is_kept(played: tuple[Path, str]) -> None:
    folder, text = played
    with (folder / "matches.csv").open(encoding="utf-8") as file:
        match = next(csv.DictReader(file))
    line = next(line for line in text.splitlines() if line.startswith("heuristic over uniform"))
    for shown in (f"{100 * float(match['score']):.1f}%", f"{match['wins']} {match['draws']} {match['losses']}"):
        assert shown in line
    flat = " ".join(text.split())
    for words in ("20 battles in mirrored pairs", "paper_tigers_2", "seed 4", "village", "elo.png", "won, drawn, lost"):
        assert words in flat
    assert max(len(line.rstrip()) for line in text.splitlines() if str(folder) not in line) <= 80


def test_json_has_all_of_it_and_repeats_itself(played: tuple[Path, str], tmp_path: Path) -> None:
    arguments = ["ladder", "uniform", "heuristic", "--pairs", "10", "--seed", "4", "--threads", "1", "--json"]
    answer = json.loads(run(*arguments, "--out", str(tmp_path / "again")).stdout)
    assert list(answer) == ["matches", "families", "elo", "provenance", "folder"]
    assert (tmp_path / "again" / "elo.csv").read_bytes() == (played[0] / "elo.csv").read_bytes()


def test_a_file_says_everything_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plan.toml").write_text(PLAN, encoding="utf-8")
    result = run("ladder", "plan.toml")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith("Who plays better?")
    assert {path.name for path in Path("results/plan").iterdir()} == FILES
    about = json.loads(Path("results/plan/provenance.json").read_text(encoding="utf-8"))
    assert (about["seed"], about["families"], about["sizes"]) == (3, ["open", "river"], [2, 3])


def test_a_ladder_without_a_file_has_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for seed in ("1", "2", "2"):
        assert run("ladder", "uniform", "heuristic", "--pairs", "10", "--seed", seed).exit_code == 0
    assert len(list(Path("runs").iterdir())) == 2
    assert all(path.name.startswith(("ladder-seed1-", "ladder-seed2-")) for path in Path("runs").iterdir())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["heuristic"], "two or more, from the weakest up"),
        (["heuristic", "tacticien"], "did you mean tactician"),
        (["heuristic:5", "uniform"], "only a planner has a budget"),
        (["uniform", "heuristic", "--pairs", "9"], "10 or more, two for every family"),
        (["uniform", "heuristic", "--threads", "0"], "--threads"),
        (["plan.toml", "--pairs", "50"], "--pairs is 50; allowed: nothing together with a file"),
        (["plan.toml", "--seed", "2"], "--seed is 2; allowed: nothing together with a file"),
        (["plan.toml", "heuristic"], "one file, or players"),
        (["missing.toml"], "missing.toml: cannot be read: No such file"),
        (["bad.toml"], "bad.toml, field 'matches'"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plan.toml").write_text(PLAN, encoding="utf-8")
    Path("bad.toml").write_text('question = "q"\nwhy = "w"\n', encoding="utf-8")
    result = run("ladder", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.toml", "plan.toml"]


def test_without_players_the_quick_ones_meet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[Any] = []

    def stop(plan: Any, *_: Any) -> None:
        asked.append(plan)
        raise KeyboardInterrupt

    monkeypatch.setattr("tigersim.lab.ladder.play_ladder", stop)
    assert run("ladder", "--out", str(tmp_path / "run")).exit_code == 130
    assert [str(one) for one in asked[0].meetings] == ["heuristic over uniform", "tactician over heuristic"]
    assert asked[0].meetings[0].pairs == 200
    assert not (tmp_path / "run").exists()
