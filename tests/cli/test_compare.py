"""Two price lists from the command line."""

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


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["compare", *arguments], env={"COLUMNS": "80", "NO_COLOR": "1"})


@pytest.fixture
def folders(tmp_path: Path) -> list[str]:
    """Lists that are 0.3 VP apart, every other unit up or down; one verdict changes."""
    delta, cov = np.linspace(-1, 1, UNITS), np.eye(UNITS) * 0.005
    one, other = listed(delta, cov), listed(delta + 0.3 * (-1.0) ** np.arange(UNITS), cov)
    other.table.loc[7, "verdict"] = "UNDETERMINED"
    return [str(each.save(tmp_path / name)) for each, name in ((one, "one"), (other, "other"))]


def test_how_far_apart_and_what_changes(folders: list[str]) -> None:
    text = run(*folders).stdout
    flat = " ".join(text.split())
    # seen: 0.30 VP; a tenth of a VP of error in each difference is taken off: sqrt(0.09 - 0.01) = 0.28
    assert f"{UNITS} units are 0.28 VP apart [" in flat
    assert "0.30 with them" in flat
    assert "the second list +0.00 VP higher on average" in flat
    assert "60 differ beyond chance; 1 have another verdict" in flat
    line = next(line for line in text.splitlines() if line.startswith("unit 7"))
    assert "FAIR > UNDETERMINED" in line
    assert max(len(line.rstrip()) for line in text.splitlines()) <= 80


def test_json_and_csv_have_every_unit(folders: list[str]) -> None:
    answer = json.loads(run(*folders, "--json").stdout)
    assert answer["rms"] == pytest.approx(0.08**0.5)
    assert len(answer["table"]) == UNITS
    rows = list(csv.DictReader(io.StringIO(run(*folders, "--csv").stdout)))
    assert [row["name"] for row in rows] == [row["name"] for row in answer["table"]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["{}", "nowhere"], "nowhere holds no finished price list"), (["{}", "{}", "--json", "--csv"], "one of the two")],
)
def test_bad_input_is_one_line(folders: list[str], arguments: list[str], words: str) -> None:
    result = run(*(argument.format(folders[0]) for argument in arguments))
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
