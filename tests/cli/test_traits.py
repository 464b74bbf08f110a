"""Traits from the command line: twins are played, shown and shown again."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.cli.all_commands import QUICK
from tigersim.cli import app

ASKED = ("--play", "--class", "medium_tank", "--trait", "improved", "--trait", "fast", "--battles", "20480", *QUICK)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "80", "NO_COLOR": "1"})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("runs") / "twins"
    result = run("traits", *ASKED, "--out", str(folder))
    assert result.exit_code == 0, result.stderr
    assert "battles" in result.stderr
    return folder, result.stdout


def test_the_table_fits_and_the_folder_holds_all(played: tuple[Path, str]) -> None:
    folder, text = played
    assert "Of 2 traits on standard units" in text
    table = [line.split() for line in text.splitlines() if line.startswith(("improved ", "fast "))]
    assert [row[0] for row in table] == ["improved", "fast"]
    assert [row[1] for row in table] == ["0", "+1"]
    assert max(len(line.rstrip()) for line in text.splitlines() if str(folder) not in line) <= 80
    assert {path.name for path in folder.iterdir()} == {
        "kept",
        "provenance.json",
        "traits.png",
        *(f"{name}.{form}" for name in ("traits", "cells", "left_out") for form in ("csv", "parquet")),
    }


def test_a_finished_run_is_shown_again(played: tuple[Path, str]) -> None:
    folder, text = played
    assert run("traits", "--run", str(folder)).stdout == text
    answer = json.loads(run("traits", "--run", str(folder), "--json").stdout)
    assert answer["kind"] == "traits"
    assert [row["trait"] for row in answer["tables"]["cells"]] == ["fast", "improved"]
    rows = list(csv.DictReader(io.StringIO(run("traits", "--run", str(folder), "--csv").stdout)))
    assert [row["trait"] for row in rows] == ["fast", "improved"]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--play", "--run", "x"), "--run --play"),
        (("--battles", "100"), "only with --play"),
        (("--run", "x", "--trait", "fast"), "--run --trait"),
        (("--trait", "fats"), "did you mean fast"),
        (("--play", "--trait", "fats"), "did you mean fast"),
        (("--play", "--players", "a,b,c"), "--players"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: tuple[str, ...], named: str) -> None:
    result = run("traits", *arguments)
    assert result.exit_code == 2
    assert named in result.stderr


def test_traits_that_are_named_are_listed_alone() -> None:
    rows = list(csv.DictReader(io.StringIO(run("traits", "--trait", "rivets", "--trait", "fast", "--csv").stdout)))
    assert sorted(row["id"] for row in rows) == ["fast", "rivets"]
    assert "Every shot that hits it adds one hit" in run("traits", "--trait", "rivets").stdout
