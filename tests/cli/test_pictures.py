"""Commands that draw, and those that ask what decides a battle."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import matplotlib as mpl
import pytest
from typer.testing import CliRunner, Result

import tigersim as ts
from tests.show import drawn_pictures
from tigersim.cli import app
from tigersim.cli.findings import draw_findings
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.show.finding_figures import OF_KIND

mpl.use("Agg")

ARMIES = ("2 x T-34c", "2 x Panzer IV (mid)")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments], env={"COLUMNS": "80", "NO_COLOR": "1"})


@pytest.mark.parametrize(
    "asked",
    [
        ("odds", "shot", "Tiger I", "M4 Sherman"),
        ("odds", "card", "--by-card"),
        ("odds", "matrix", "Tiger I, KV-1", "M4 Sherman"),
    ],
)
def test_odds_are_drawn_beside_what_is_printed(tmp_path: Path, asked: tuple[str, ...]) -> None:
    picture = tmp_path / "odds.svg"
    plain, with_picture = run(*asked), run(*asked, "--picture", str(picture))
    assert with_picture.exit_code == 0, with_picture.stderr
    assert with_picture.stdout == plain.stdout
    assert "exact odds, nothing sampled; ruleset paper_tigers_2" in picture.read_text(encoding="utf-8")
    failed = run(*asked, "--picture", str(tmp_path / "odds.doc"))
    assert failed.exit_code == 2
    assert ".png" in failed.stderr


def test_a_matrix_is_a_square_of_shots() -> None:
    shown = run("odds", "matrix", "Tiger I, KV-1", "M4 Sherman, Regulars [usa]", "--distance", "20")
    assert shown.exit_code == 0
    (line,) = [line for line in shown.stdout.splitlines() if line.startswith("KV-1")]
    chances = [ts.odds.shot("KV-1", name, distance=20).p_destroyed for name in ("M4 Sherman", "Regulars [usa]")]
    assert line.split()[-2:] == [f"{100 * chance:.0f}" for chance in chances]
    rows = json.loads(run("odds", "matrix", "Tiger I, KV-1", "--json").stdout)["shots"]
    pairs = [(row["attacker"].partition(" [")[0], row["target"].partition(" [")[0]) for row in rows]
    assert pairs == [("Tiger I", "Tiger I"), ("Tiger I", "KV-1"), ("KV-1", "Tiger I"), ("KV-1", "KV-1")]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("odds", "matrix", "Tiger I, Tiger"), "unknown unit 'Tiger'"),
        (("odds", "matrix", "Tiger I", "--show", "glory"), "p_destroyed"),
        (("odds", "matrix", "Tiger I, Tiger I"), "none of them twice"),
        (("survival", *ARMIES, "--unit", "Tiger I"), "b:Tiger I"),
        (("survival", *ARMIES, "--json", "--csv"), "one of the two"),
        (("luck", "nowhere"), "holds no run"),
    ],
)
def test_what_cannot_be_done_is_said(asked: tuple[str, ...], words: str) -> None:
    result = run(*asked)
    assert result.exit_code != 0
    assert words in " ".join(result.stderr.split())


@pytest.mark.skipif(COMPILER_OFF, reason="a thousand battles")
def test_luck_of_battles_that_are_played(tmp_path: Path) -> None:
    result = run("luck", "--battles", "1000", "--threads", "2", "--picture", str(tmp_path / "luck.png"))
    assert result.exit_code == 0, result.stderr
    assert "All known luck together has" in result.stdout
    assert (tmp_path / "luck.png").read_bytes().startswith(b"\x89PNG")
    found = json.loads(run("luck", "--battles", "1000", "--json").stdout)
    assert sum(part["share"] for part in found["parts"]) == pytest.approx(1)
    assert f"{100 * found['parts'][0]['share']:.1f}%" in result.stdout


def test_survival_of_units(tmp_path: Path) -> None:
    asked = ("survival", *ARMIES, "--battles", "4")
    shown = run(*asked, "--unit", "b:Panzer IV (mid)", "--picture", str(tmp_path / "left.svg"))
    assert shown.exit_code == 0, shown.stderr
    assert "side b: Panzer IV (mid) [germany]" in shown.stdout
    assert "n = 4 battles" in " ".join((tmp_path / "left.svg").read_text(encoding="utf-8").split())
    rows = list(csv.DictReader(io.StringIO(run(*asked, "--csv").stdout)))
    assert rows[0] | {"side": "a", "unit": "all units", "turn": "0", "units": "2", "share": "1.0"} == rows[0]
    assert json.loads(run(*asked, "--json").stdout)["survival"][0]["under_way"] == 1


@pytest.mark.parametrize("kind", drawn_pictures.STUDIES)
def test_studies_are_drawn_into_their_folders(tmp_path: Path, kind: str) -> None:
    draw_findings(drawn_pictures.findings(kind), tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {f"{one.name}.png" for one in OF_KIND[kind]}
