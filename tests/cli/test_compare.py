"""Two price lists from the command line."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from tests.pricing.test_compare import UNITS, listed
from tigersim.catalogue.units import all_units
from tigersim.cli import app


def run(*arguments: str, columns: int = 80) -> Result:
    return CliRunner().invoke(app, ["compare", *arguments], env={"COLUMNS": str(columns), "NO_COLOR": "1"})


@pytest.fixture
def folders(tmp_path: Path) -> list[str]:
    """Lists that are 0.3 VP apart, every other unit up or down; one verdict changes."""
    delta, cov = np.linspace(-1, 1, UNITS), np.eye(UNITS) * 0.005
    one, other = listed(delta, cov), listed(delta + 0.3 * (-1.0) ** np.arange(UNITS), cov)
    other.table.loc[7, "verdict"] = "UNDETERMINED"
    return [str(each.save(tmp_path / name)) for each, name in ((one, "one"), (other, "other"))]


@pytest.fixture
def historical(tmp_path: Path) -> list[str]:
    """Lists of all historical units: the second has heavy tanks 0.5 VP lower, and rivets 0.3 VP higher."""
    units = all_units()
    cov, delta = np.eye(len(units)) * 0.005, np.linspace(-1, 1, len(units))
    shift = [-0.5 * (one.type == "heavy_tank") + 0.3 * ("rivets" in one.disadvantages) for one in units]
    keys = [one.key for one in units]
    lists = ((listed(delta, cov, keys), "one"), (listed(delta + shift, cov, keys), "other"))
    return [str(each.save(tmp_path / name)) for each, name in lists]


@pytest.mark.parametrize("columns", [80, 160])
def test_classes_and_traits(historical: list[str], columns: int) -> None:
    lines = [line.rstrip() for line in run(*historical, columns=columns).stdout.splitlines()]
    title = next(k for k, line in enumerate(lines) if line.startswith("Classes: "))
    cells = (re.match(r" *(\D+?)  +(.*)", line) for line in lines[title + 1 :])
    rows = {found[1]: found[2].split() for found in cells if found}
    # 10 units of errors of 0.1 VP each: 1.96 * 0.1 / sqrt(10) = 0.06
    assert rows["heavy tank"] == ["10", "0", "-0.50", "-0.56", "-0.44", "yes"]
    assert rows["glider"][2:] == ["+0.00", "-0.09", "+0.09", "no"]
    assert next(line for line in lines if line.startswith("Traits: ")).startswith("Traits: 1 of 36 differ beyond")
    assert rows["rivets"][:3] == ["18", "0", "+0.30"]
    assert "improved armor" not in rows
    assert max(map(len, lines)) <= columns
    assert not any("…" in line for line in lines)


def test_traits_that_do_not_differ_are_said_to_do_so_in_one_line(historical: list[str]) -> None:
    text = run(historical[0], historical[0]).stdout
    assert "None of 36 traits differs beyond chance" in text
    assert "Traits: " not in text


def test_json_has_all_classes_and_traits_and_csv_the_units(historical: list[str]) -> None:
    answer = json.loads(run(*historical, "--json").stdout)
    assert [len(answer[name]) for name in ("table", "classes", "traits")] == [147, 17, 36]
    rivets = next(row for row in answer["traits"] if row["group"] == "rivets")
    assert rivets["difference"] == pytest.approx(0.3, abs=0.001)
    assert rivets["low"] < 0.3 < rivets["high"]
    assert (rivets["units"], rivets["differs"]) == (18, True)
    assert len(run(*historical, "--csv").stdout.splitlines()) == 148


def test_units_of_ones_own_belong_to_a_class_too(tmp_path: Path) -> None:
    mine = tmp_path / "mine.csv"
    mine.write_text("nation,name,type,advantages\nusa,Pershing,heavy_tank,fast\n", encoding="utf-8")
    names = ["Pershing [usa]", "Tiger I [germany]", "Regulars [usa]"]
    one, other = (listed(np.array([0.0, 0.0, shift]), np.eye(3) * 0.005, names) for shift in (0, 1))
    folders = [str(each.save(tmp_path / name)) for each, name in ((one, "one"), (other, "other"))]
    classes = {
        asked: {row["group"]: row["units"] for row in json.loads(run(*folders, *asked, "--json").stdout)["classes"]}
        for asked in ((), ("--units", str(mine)))
    }
    assert classes[()] == {"heavy_tank": 1, "infantry": 1}
    assert classes["--units", str(mine)] == {"heavy_tank": 2, "infantry": 1}
    assert "Note: class and traits are not known of Pershing [usa]." in run(*folders).stdout


def test_how_far_apart_and_what_changes(folders: list[str]) -> None:
    text = run(*folders).stdout
    flat = " ".join(text.split())
    # seen: 0.30 VP; a tenth of a VP of error in each difference is taken off: sqrt(0.09 - 0.01) = 0.28
    assert f"{UNITS} units are 0.28 VP apart [" in flat
    assert "0.30 with them" in flat
    assert "the second list 0.00 VP higher on average" in flat
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
    [
        (["{}", "nowhere"], "nowhere holds no finished price list; give the folder of a run"),
        (["{}", "009_exploits"], "009_exploits is a study of kind 'exploit', not a run of prices; give the folder"),
        (["{}", "{}", "--json", "--csv"], "one of the two"),
    ],
)
def test_bad_input_is_one_line(folders: list[str], arguments: list[str], words: str) -> None:
    result = run(*(argument.format(folders[0]) for argument in arguments))
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
