"""The page from the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.show import drawn_pictures
from tests.show.html_reader import Page
from tests.show.test_report import planted
from tigersim.cli import app


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["report", *map(str, arguments)], env={"COLUMNS": "80", "NO_COLOR": "1"})


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    """A price list of two units, and findings."""
    found = replace(drawn_pictures.findings("duels"), said=("Tigers win.",))
    return [planted(["Jeep", "Tiger"]).save(tmp_path / "list"), found.save(tmp_path / "duels")]


def test_one_page_of_several_folders(folders: list[Path], tmp_path: Path) -> None:
    result = run(*folders, "--out", tmp_path / "page.html")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(f"{tmp_path / 'page.html'} (")
    page = Page((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert page.grids[0].column("name") == ["Jeep", "Tiger"]
    assert "Tigers win." in page.texts["p"]


def test_json_names_the_page(folders: list[Path]) -> None:
    answer = json.loads(run(folders[0], "--json").stdout)
    page = folders[0] / "report.html"
    assert answer == {"page": str(page), "runs": [str(folders[0])], "bytes": page.stat().st_size}


def test_bad_input_is_one_line(folders: list[Path], tmp_path: Path) -> None:
    for status, arguments, words in (
        (2, [tmp_path / "nowhere"], "nowhere holds no finished results"),
        (2, [folders[0], tmp_path], "holds no finished results"),
        (2, [folders[0], folders[0]], "none of them twice"),
        (2, [], "Missing argument"),
        (1, [folders[0], "--replays", 2], "does not say rules_version"),
        (1, [folders[1], "--replays", 2], "no price list"),
        (1, [folders[0], "--out", tmp_path / "no" / "page.html"], "cannot be written"),
    ):
        result = run(*arguments)
        assert (result.exit_code, result.stdout) == (status, "")
        assert words in result.stderr
        assert len(result.stderr.splitlines()) == 1


def test_help_shows_an_example() -> None:
    assert "tigersim report results/003_prices_of_tacticians" in run("--help").stdout


def test_text_is_what_the_study_printed_when_it_was_done(folders: list[Path], tmp_path: Path) -> None:
    listed = Path(__file__).parents[2] / "results" / "003_prices_of_tacticians"
    shown = run(listed, folders[1], "--text").stdout
    assert shown.startswith(f"{json.loads((listed / 'provenance.json').read_text())['battles']:,} battles, 147 units")
    assert "Tiger II" in shown
    assert "Tigers win." in shown
    assert "Files in" not in shown
    for arguments, words in (
        ([listed, "--text", "--json"], "--text alone"),
        ([tmp_path / "no", "--text"], "no finished"),
    ):
        result = run(*arguments)
        assert result.exit_code == 2
        assert words in result.stderr
