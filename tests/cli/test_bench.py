"""``tigersim bench`` prints what the yardsticks measure, next to limits and to an earlier version."""

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tigersim.bench import battles as bench_battles
from tigersim.bench import dice as bench
from tigersim.bench import kept, starts
from tigersim.catalogue.lists import WORTH
from tigersim.cli import app
from tigersim.cli import bench as command
from tigersim.pricing.report.lists import finished

SAMPLING = {
    "resolutions_vs_numpy": 13.25,
    "exact_vs_icepool": None,
    "per_second": {"dice": 4.0e8, "numpy": 3.2e7, "generator": 1.0e9, "exact": 5000.0},
    "note": "no icepool",
}
BATTLES = {
    "battles_per_second_per_thread": {"heuristic": 21_000.0, "tactician": 4000.0},
    "largest_vs_standard": {"heuristic": 2.31},
    "two_threads_vs_one": 1.9,
    "control_two_processes": 2.0,
}
STARTS = {"seconds_to_answer": {"odds": 0.15, "battle": 0.5, "prices": 2.0}}
COMPILING = {"compiling": {"seconds": 70.0, "processor_seconds": 110.0}}


@pytest.fixture(autouse=True)
def _measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bench, "measure_sampling", lambda repeats: SAMPLING)
    monkeypatch.setattr(bench_battles, "measure_battles", lambda repeats: BATTLES)
    monkeypatch.setattr(starts, "measure_starts", lambda repeats: STARTS)
    monkeypatch.setattr(starts, "measure_compiling", lambda: COMPILING)
    monkeypatch.setattr(command, "make_ready", lambda *players: None)
    monkeypatch.setattr(kept, "folder_of", lambda: tmp_path / "kernels")


def asked(*options: str) -> Result:
    return CliRunner().invoke(app, ["bench", *options], env={"COLUMNS": "80", "NO_COLOR": "1"})


def test_json_holds_all() -> None:
    found = json.loads(asked("--json").stdout)
    assert {name: found[name] for name in (*SAMPLING, *BATTLES, *STARTS)} == {**SAMPLING, **BATTLES, **STARTS}
    assert "compiling" not in found
    assert json.loads(asked("--compile", "--json").stdout)["compiling"] == COMPILING["compiling"]
    assert found["before"] is None


def test_every_figure_stands_next_to_its_limit() -> None:
    rows = {row["name"]: row for row in csv.DictReader(io.StringIO(asked("--csv").stdout))}
    ratios = {name: float(row["ratio"]) for name, row in rows.items() if row["ratio"]}
    about = finished(WORTH).provenance
    assert ratios == {
        "dice_per_second": pytest.approx(12.5),
        "dice_vs_generator": pytest.approx(0.4),
        "two_threads": pytest.approx(0.95),
        "start_of_odds": pytest.approx(0.75),
        "start_of_battle": pytest.approx(0.5),
        "start_of_prices": pytest.approx(2.0),
        "battles_needed": pytest.approx((about["half_width_95"] / 0.25) ** 2, rel=1e-5),
    }
    assert rows["exact_per_second"]["against"] == ""
    needed = float(rows["battles_needed"]["measured"])
    assert float(rows["minutes_needed"]["measured"]) == pytest.approx(needed / 4000 / 60)


def test_text_says_figures_with_their_units() -> None:
    text = asked("--compile").stdout
    for words in (
        "400 M/s",
        "NumPy: 32 M/s",
        "12.50 x",
        "21 k/s",
        "2.31 x",
        "0.15 s",
        "wanted: 0.2 s",
        "70 s",
        "110 s",
    ):
        assert words in text
    assert "Note: no icepool." in text
    assert "before" not in text
    assert max(map(len, text.splitlines())) <= 80


def test_figures_of_another_version_stand_next_to_those_of_this(monkeypatch: pytest.MonkeyPatch) -> None:
    here = kept.VERSION
    for version, factor in (("0.0.8", 8.0), ("0.0.9", 2.0)):
        monkeypatch.setattr(kept, "VERSION", version)
        kept.keep({"dice_per_second": 4.0e8 / factor, "start_of_odds": 0.15 * factor})
    monkeypatch.setattr(kept, "VERSION", here)
    kept.keep({"dice_per_second": 1.0})  # this version's own figures are nothing to compare with
    found = json.loads(asked("--json").stdout)
    assert found["before"] == "0.0.9"
    ratios = {row["name"]: row["ratio_before"] for row in found["rows"] if row["ratio_before"] is not None}
    assert ratios == {"dice_per_second": pytest.approx(2.0), "start_of_odds": pytest.approx(0.5)}
    text = asked("--keep").stdout
    assert "200 M/s" in text
    assert "Before: 0.0.9, on this machine." in text
    assert max(len(line) for line in text.splitlines() if str(kept.place()) not in line) <= 80
    # now this version's are kept, and of another machine nothing is known
    assert json.loads(kept.place().read_text())[kept.machine()][here]["dice_per_second"] == 4.0e8
    monkeypatch.setattr(kept, "machine", lambda: "another")
    assert json.loads(asked("--json").stdout)["before"] is None


@pytest.mark.parametrize("text", ["{", "[]", '{"here": 5}', '{"here": {"0.1": {"dice": "fast"}}}'])
def test_damaged_figures_are_told_at_once(text: str) -> None:
    kept.place().write_text(text)
    result = asked()
    assert (result.exit_code, result.stdout) == (1, "")
    assert "bench.json is damaged" in result.stderr
    assert len(result.stderr.splitlines()) == 1
