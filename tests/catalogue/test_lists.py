"""The finished studies that come with the package: equal to results/, and found from any folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import tigersim as ts
from tests.lists import FILES, RESULTS, STUDIES, files_of, questions, worths
from tigersim.catalogue.lists import LISTS, QUESTIONS, WORTH, WORTHS, installed, is_installed, run_folder
from tigersim.catalogue.units import all_units
from tigersim.cli import app
from tigersim.errors import NoResults
from tigersim.pricing import Prices
from tigersim.pricing.play.own_unit import Known, price_unit
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.study.exploit_study import Exploits


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is not the checkout, as after an installation."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "80", "NO_COLOR": "1"})


def test_what_is_installed_is_what_was_found() -> None:
    assert installed() == STUDIES
    for name in STUDIES:
        there = {path.name: path.read_bytes() for path in sorted((LISTS / name).iterdir())}
        assert there == files_of(RESULTS / name), f"{name} was played again: python -m tests.lists"
        assert "provenance.json" in there
    assert sum(path.stat().st_size for path in LISTS.rglob("*")) < 1_500_000
    assert QUESTIONS.read_text(encoding="utf-8") == questions()
    assert json.loads(WORTHS.read_text(encoding="utf-8")) == json.loads(worths())
    for source, place in FILES.items():
        assert place.read_bytes() == (RESULTS / source).read_bytes(), f"{source} was made anew: python -m tests.lists"


def test_the_package_takes_them_along() -> None:
    import tomllib

    project = tomllib.loads((RESULTS.parent / "pyproject.toml").read_text(encoding="utf-8"))
    data = LISTS.parent.parent
    patterns = project["tool"]["setuptools"]["package-data"]["tigersim.catalogue"]
    taken = {path for pattern in patterns for path in data.glob(pattern)}
    assert {path for path in LISTS.rglob("*") if path.is_file()} | set(FILES.values()) <= taken


def test_a_list_is_found_by_name_from_any_folder(elsewhere: Path) -> None:
    assert len(Prices.load(WORTH).table) == 147
    for name in STUDIES[1:]:
        assert Findings.load(name).tables
    # a folder of that name comes first: who stands in results/ means what lies there
    (elsewhere / WORTH).mkdir()
    assert run_folder(WORTH) == Path(WORTH)
    assert not is_installed(WORTH)


def test_commands_answer_from_any_folder(elsewhere: Path) -> None:
    first = run("efficiency", "--reference", "Tiger I", "--json")
    assert first.exit_code == 0, first.stderr
    named = run("efficiency", str(RESULTS / WORTH), "--reference", "Tiger I", "--json")
    assert json.loads(first.stdout) == json.loads(named.stdout)
    for name in STUDIES:
        told = run("report", name, "--text")
        assert told.exit_code == 0, told.stderr
    page = run("report", STUDIES[1])  # never into the package
    assert page.exit_code == 0, page.stderr
    assert [path.name for path in elsewhere.iterdir()] == ["report.html"]
    assert run("traits", "--run", STUDIES[2], "--csv").stdout.startswith("trait,")


def test_the_list_to_go_by_is_there_for_own_units_and_exploits(elsewhere: Path) -> None:
    listed = Prices.load(WORTH)
    assert len(Known.of(listed, seed=1, among=all_units()).cost) == len(listed.table)
    assert price_unit.__defaults__ is not None
    assert price_unit.__defaults__[0] == WORTH
    plan = Exploits(question="?", why="")
    assert (plan.worth, plan.name()) == (WORTH, Exploits(question="?", why="").name())


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize(
    "command",
    [
        ["efficiency", "nowhere", "--reference", "Tiger I"],
        ["exploit", "--worth", "nowhere", "--out", "run"],
        ["exploit", "--list", "nowhere", "--out", "run"],
        ["compare", "nowhere", WORTH],
        ["traits", "--run", "nowhere"],
        ["report", "nowhere"],
        ["report", "nowhere", "--text"],
    ],
    ids=" ".join,
)
def test_an_unknown_list_is_refused_with_both_possibilities(command: list[str]) -> None:
    result = run(*command)
    assert (result.exit_code, result.stdout) == (2, "")
    line = result.stderr.strip()
    assert "\n" not in line
    assert "nowhere" in line
    any_run = "give the folder of a finished run, or an installed one by name: 006_what_every_unit_is_worth, 007_"
    a_list = "give the folder of a run of `tigersim prices`, or the installed one, 006_what_every_unit_is_worth"
    assert (any_run if command[0] == "report" else a_list) in line


def test_a_unit_of_ones_own_needs_a_list(elsewhere: Path) -> None:
    with pytest.raises(NoResults, match="or the installed one, 006_what_every_unit_is_worth"):
        price_unit(ts.unit("Tiger I"), "nowhere", 640)
