"""``tigersim bench`` prints what the yardsticks measure."""

import json

import pytest
from typer.testing import CliRunner

from tigersim.bench import battles as bench_battles
from tigersim.bench import dice as bench
from tigersim.cli import app

SAMPLING = {
    "resolutions_vs_numpy": 13.25,
    "exact_vs_icepool": None,
    "per_second": {"dice": 4.0e8},
    "note": "no icepool",
}
BATTLES = {
    "battles_per_second_per_thread": {"heuristic": 21_000.0},
    "largest_vs_standard": {"heuristic": 2.31},
    "two_threads_vs_one": 1.9,
}


@pytest.fixture(autouse=True)
def _measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "measure_sampling", lambda repeats: SAMPLING)
    monkeypatch.setattr(bench_battles, "measure_battles", lambda repeats: BATTLES)


def test_json_holds_both() -> None:
    result = CliRunner().invoke(app, ["bench", "--json"])
    assert json.loads(result.stdout) == {**SAMPLING, **BATTLES}


def test_text_tells_ratios_from_rates() -> None:
    text = CliRunner().invoke(app, ["bench"], env={"COLUMNS": "80"}).stdout
    for line in (
        "resolutions vs numpy",
        "13.2 x",
        "400,000,000 per second",
        "21,000 per second",
        "largest vs standard: heuristic",
        "2.3 x",
        "1.9 x",
        "no icepool",
    ):
        assert line in text
    assert "exact vs icepool" not in text
