"""Tables from the command line."""

import json
from pathlib import Path

import matplotlib as mpl
import pytest
from typer.testing import CliRunner, Result

import tigersim as ts
from tigersim.cli import app

mpl.use("Agg")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["table", *arguments], env={"COLUMNS": "80", "NO_COLOR": "1"})


def test_the_table_is_the_one_of_python() -> None:
    shown = run("river", "--seed", "3", "--number", "2", "--markers", "standard")
    assert shown.exit_code == 0, shown.stderr
    table = ts.table("river", seed=3, number=2, markers="standard")
    assert str(table) in shown.stdout
    told = " ".join(shown.stdout.split())
    assert all(sentence in told for sentence in table.describe().splitlines())


@pytest.mark.rule("PT-FORT-01")
def test_positions_of_the_defender() -> None:
    shown = run("open", "--forts", "2,1", "--json")
    assert json.loads(shown.stdout) == ts.table("open", forts=(2, 1)).to_dict()


def test_json_holds_the_map() -> None:
    shown = run("wooded", "--size", "48x36", "--json")
    assert json.loads(shown.stdout) == ts.table("wooded", width=48, depth=36).to_dict()


def test_a_picture_of_a_table(tmp_path: Path) -> None:
    for name in ("table.png", "table.svg"):
        assert run("village", "--picture", str(tmp_path / name)).exit_code == 0
        assert (tmp_path / name).stat().st_size > 5000
    failed = run("village", "--picture", str(tmp_path / "table.doc"))
    assert failed.exit_code == 2
    assert ".png" in failed.stderr


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["rivr"], "did you mean river"),
        (["river", "--size", "48"], "WIDTHxDEPTH"),
        (["river", "--size", "30x30"], "36x36 to 72x48"),
        (["river", "--markers", "some"], "standard"),
        (["river", "--forts", "2"], "as in 2,1"),
        (["river", "--forts", "2,-1"], "as in 2,1"),
        (["river", "--forts", "12,5"], "at most 16 together"),
    ],
)
def test_one_line_says_what_is_wrong(arguments: list[str], hint: str) -> None:
    failed = run(*arguments)
    assert failed.exit_code == 2
    assert hint in failed.stderr
    assert failed.stderr.count("\n") == 1


def test_help_teaches() -> None:
    text = run("--help").stdout
    assert "tigersim table river --seed 3" in text
    assert "village" in text
