"""How many X equal Y, and units in percent of another, from the command line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from tests.pricing.test_compare import UNITS, listed
from tigersim.cli import app
from tigersim.core.compile.jit import COMPILER_OFF

QUICK = ("--battles", "200", "--players", "heuristic", "--threads", "2")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments], env={"COLUMNS": "80", "NO_COLOR": "1"})


@pytest.mark.skipif(COMPILER_OFF, reason="hundreds of skirmishes")
def test_how_many_shermans_equal_a_tiger() -> None:
    result = run("how-many", "M4 Sherman", "Tiger I", *QUICK)
    flat = " ".join(result.stdout.split())
    assert result.exit_code == 0
    assert "M4 Sherman equal one Tiger I at 10 or 20 inches, in the open or the Tiger I in a wood." in flat
    assert flat.count("within 12") == flat.count("beyond 12") == 2
    assert "200 skirmishes each." in flat
    assert "victory points decide neither who wins" in flat
    assert "800 of about 800 battles" in result.stderr
    assert max(len(line.rstrip()) for line in result.stdout.splitlines()) <= 80


@pytest.mark.skipif(COMPILER_OFF, reason="hundreds of skirmishes")
def test_json_and_csv_say_the_same() -> None:
    asked = ("how-many", "M4 Sherman", "Regulars [germany]", "--distance", "8", "--cover", "none,building", *QUICK)
    answer = json.loads(run(*asked, "--json").stdout)
    rows = list(csv.DictReader(io.StringIO(run(*asked, "--csv").stdout)))
    assert [(row["distance"], row["cover"]) for row in rows] == [("8", "none"), ("8", "building")]
    assert [row["verdict"] for row in rows] == [row["verdict"] for row in answer["tables"]["duels"]]
    assert sum(row["games"] for row in answer["tables"]["shares"]) == 400
    assert answer["provenance"]["skirmishes"][1]["cover"] == "building"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["M4 Sherman", "Tiger"], "unknown unit 'Tiger'"),
        (["M4 Sherman", "Tiger I", "--cover", "hill"], "none, wood, building"),
        (["M4 Sherman", "Tiger I", "--cover", "building"], "PT-MOVE-06"),
        (["M4 Sherman", "Tiger I", "--distance", "2"], "do not face each other"),
        (["M4 Sherman", "Tiger I", "--players", "planner"], "planner"),
        (["M4 Sherman", "Tiger I", "--json", "--csv"], "one of the two"),
        (["M4 Sherman", "Tiger I", "--battles", "20"], "battles"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], words: str) -> None:
    result = run("how-many", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in " ".join(result.stderr.split())


# --- efficiency ------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(listed(np.linspace(0, 1, UNITS), np.eye(UNITS) * 0.005).save(tmp_path / "run"))


def test_units_in_percent_of_one(folder: str) -> None:
    text = run("efficiency", folder, "--reference", "unit 0").stdout
    # unit 0 costs 1 VP and is worth it; unit 56 costs as much and is worth 56/59 VP more
    line = next(line for line in text.splitlines() if line.split()[:2] == ["unit", "56"])
    assert line.split()[3:6] == ["1", "+0.95", "195"]
    assert "Worth for its cost, in percent of unit 0" in text
    assert max(len(line.rstrip()) for line in text.splitlines()) <= 80
    answer = json.loads(run("efficiency", folder, "--reference", "unit 0", "--json").stdout)
    assert answer["reference"] == "unit 0"
    assert len(answer["table"]) == UNITS
    rows = list(csv.DictReader(io.StringIO(run("efficiency", folder, "--reference", "unit 0", "--csv").stdout)))
    assert [row["name"] for row in rows] == [row["name"] for row in answer["table"]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["{}", "--reference", "Tiger"], "unknown unit"),
        (["nowhere", "--reference", "unit 0"], "holds no finished price list"),
        (["{}"], "M4 Sherman"),
    ],
)
def test_bad_input_of_efficiency_is_one_line(folder: str, arguments: list[str], words: str) -> None:
    result = run("efficiency", *(argument.format(folder) for argument in arguments))
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
