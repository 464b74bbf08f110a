"""The whole check of a list, on few battles: every table is there, and means what it says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import all_units
from tigersim.errors import RunError
from tigersim.lab.design import Design
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.report.lists import list_in
from tigersim.pricing.study.kinds import read_study

PLAN = """
kind = "validation"
question = "Does it hold?"
why = "A test."
prices = "{folder}"

[design]
seed = 4
jitter = 8
tables = 8
players = ["heuristic", "heuristic"]

[stop]
battles = 16384

[replicates]
pairs = 200
battles = 8

[circles]
price = 25.0
battles = 16

[pairs]
number = 30
matches = 6
"""


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A list of the printed costs, some of them wrong on purpose, in the form that a study leaves."""
    folder = tmp_path_factory.mktemp("list")
    units = all_units()
    table = pd.DataFrame(
        {
            "nation": [unit.nation for unit in units],
            "name": [unit.name for unit in units],
            "cost": [profile(unit).cost for unit in units],
            "price": [profile(unit).cost + 0.3 * (k % 3) for k, unit in enumerate(units)],
        }
    )
    table = table.assign(price_low=table["price"] - 0.1, price_high=table["price"] + 0.1)
    Findings("equilibrium", ("a list",), {"list": table}).save(folder)
    return folder


def test_a_list_is_read_in_the_order_of_the_units(listed: Path, tmp_path: Path) -> None:
    design = Design(units=all_units()[::-1])
    prices = list_in(listed, design)
    assert prices == pytest.approx([profile(unit).cost + 0.3 * ((146 - k) % 3) for k, unit in enumerate(design.units)])
    Findings("traits", ("no list",), {"other": pd.DataFrame({"a": [1]})}).save(tmp_path)
    with pytest.raises(RunError, match="no revised list"):
        list_in(tmp_path, design)
    with pytest.raises(RunError, match="no finished price list"):
        list_in(tmp_path / "nowhere", design)


def test_the_study_fills_every_table(listed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some = all_units()[::3]  # a third of the units: a ninth of the pairs that synergies are sought in
    monkeypatch.setattr("tigersim.pricing.study.experiment.priced_units", lambda units, rules: some)
    path = tmp_path / "plan.toml"
    path.write_text(PLAN.format(folder=listed), encoding="utf-8")
    told: list[tuple[int, int]] = []
    found = read_study(path).run(tmp_path / "run", progress=lambda done, total, _: told.append((done, total)))
    assert isinstance(found, Findings)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] <= told[-1][1]
    assert len({total for _, total in told}) == 1  # all is foreseen, also what counters what
    tables = found.tables
    assert list(tables["matched"]["list"]) == ["printed", "revised, whole VP", "revised"]
    assert set(tables["matched"]["pairs"]) == {30}
    assert (tables["matched"]["points_low"] <= tables["matched"]["points"]).all()
    assert set(tables["synergies"]["first"]) <= {unit.key for unit in some}
    forecasts = tables["forecasts"].set_index("forecast")
    assert forecasts.loc["the worths", "brier"] < forecasts.loc["a coin", "brier"]
    assert forecasts.loc["a perfect one", "brier"] < forecasts.loc["the worths", "brier"]
    gains = tables["gains"].set_index("part")["variance_ratio"]
    assert gains["all known luck taken out"] < gains["luck of kills taken out"] < 1.0
    assert gains["margins in place of wins"] < 1.0
    assert len(tables["units_left_out"]) == len(some) == 49
    assert np.isfinite(tables["checks"]["value"]).all()
    says = tables["wins_and_margins"]
    checks = tables["checks"].set_index("check")["value"]
    assert len(says) == checks["units whose worth by wins is another than by margins"]
    assert np.allclose(says["by_wins"] - says["by_margins"], says["difference"])
    assert all(unit in " ".join(found.said) for unit in says["unit"].head(6))
    text = " ".join(found.said)
    for caveat in ("random armies of all nations mixed", "drawn at near-equal printed cost", "no success of the list"):
        assert caveat in text
    kept = Findings.load(tmp_path / "run")
    assert kept.said == found.said
    pd.testing.assert_frame_equal(kept.tables["checks"], tables["checks"])
