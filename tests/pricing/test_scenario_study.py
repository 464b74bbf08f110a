"""Which side a scenario favours."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.forms import form
from tigersim.catalogue.scenarios import Scenario
from tigersim.errors import InvalidValue
from tigersim.lab.design import Design
from tigersim.pricing.play.balance import Balance
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.study.kinds import read_study
from tigersim.pricing.study.scenario_study import BY_RULE, EQUAL, conditions_of, scenario_balance

PLAN = """
kind = "scenarios"
question = "Who wins?"
why = "To see."
battles = 64
scenarios = ["take the position", "clash of patrols"]
[design]
seed = 2
players = ["heuristic", "heuristic"]
"""


def test_the_study_fills_its_table_and_plays_nothing_twice(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(PLAN, encoding="utf-8")
    told: list[tuple[int, int]] = []
    found = read_study(path).run(tmp_path / "run", progress=lambda done, total, _: told.append((done, total)))
    assert isinstance(found, Findings)
    assert told[-1] == (192, 192)
    table = found.tables["balance"]
    assert table["scenario"].tolist() == ["take the position", "take the position", "clash of patrols"]
    assert table["condition"].tolist() == [EQUAL, BY_RULE, EQUAL]
    assert table["battles"].tolist() == [64] * 3
    assert (table["p_low"] <= table["p_attacker"]).all()
    assert (table["p_attacker"] <= table["p_high"]).all()
    assert table["cost_attacker"].iloc[1] > table["cost_attacker"].iloc[0] + 3
    kept = sorted((tmp_path / "run" / "kept").glob("*.parquet"))
    before = [one.stat().st_mtime_ns for one in kept]
    again = read_study(path).run(tmp_path / "run")
    assert [one.stat().st_mtime_ns for one in sorted((tmp_path / "run" / "kept").glob("*.parquet"))] == before
    assert isinstance(again, Findings)
    assert again.said == found.said
    assert Findings.load(tmp_path / "run").said == found.said


def test_without_roles_side_a_wins_half() -> None:
    found = scenario_balance(Design(scenario=Scenario.load("clash of patrols"), seed=3), form(1280, 3200), EQUAL)
    low, high = found.p_interval()
    assert low < 0.5 < high
    assert high - low < form(0.1, 0.06)
    assert "side a wins" in found.said
    assert found.goals == found.markers == (0.0, 0.0)


def test_conditions_and_threads() -> None:
    plan = Scenario.load("take the position")
    assert conditions_of(plan) == (EQUAL, BY_RULE)
    assert conditions_of(Scenario.load("fog of war")) == (EQUAL,)
    design = Design(scenario=plan, seed=3)
    one, two = (scenario_balance(design, 64, threads=threads) for threads in (1, 2))
    assert np.array_equal(one.margins, two.margins)
    with pytest.raises(InvalidValue, match="32 or more"):
        scenario_balance(design, 31)


def test_the_handicap_is_where_a_planted_lead_is_given_away() -> None:
    rng = np.random.default_rng(1)
    margins = np.rint(rng.normal(3.0, 6.0, (400, 16))).astype(np.int64)
    found = Balance(margins, margins.astype(float))
    assert found.handicap == 3
    few, many = found.handicap_interval
    assert 2 <= few <= 3 <= many <= 4
    assert found.margin_interval.low < 3.0 < found.margin_interval.high
    assert abs(found.p_win(3) - 0.5) < 0.02
    assert found.p_interval(0).low > 0.6
