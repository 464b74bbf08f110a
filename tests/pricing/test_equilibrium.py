"""Lists that are played by and read off again: whole prices, errors by the jackknife, rounds that settle."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from tests.forms import form
from tests.lab.short_list import UNITS, few_units, small
from tigersim.catalogue.units import unit
from tigersim.errors import DataError, InvalidValue
from tigersim.lab.given_armies import Given, slots_of
from tigersim.pricing.estimate.data import BattleTable, sized
from tigersim.pricing.play.job import Job
from tigersim.pricing.play.study import PriceStudy
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.study.equilibrium import Round, design_at, jackknife, read_off
from tigersim.pricing.study.kinds import read_study

PLAN = """
kind = "equilibrium"
question = "Where do prices settle?"
why = "A test."

[design]
sizes = [3, 6]
jitter = 8
seed = 11

[rounds]
number = 1

[stop]
battles = 3072
"""


def written(tmp_path: Path, text: str = PLAN) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_list_is_paid_in_whole_vp() -> None:
    design = small()
    prices = np.linspace(0.2, 11.5, len(UNITS))
    played = design_at(design, prices, 2)
    assert played.prices[0] == 1
    assert np.abs(np.array(played.prices) - prices)[1:].max() <= 0.5
    assert played.seed == design.seed + 2
    assert design_at(design, prices, 0) == design


@pytest.mark.parametrize("player", ["heuristic", "tactician"])
def test_players_of_a_round_value_targets_at_its_prices(player: str) -> None:
    """The same armies, tables and dice: what the list makes dear is shot at more; printed prices change nothing.

    Players who went by the printed costs would fight the same battles, and only the score would be another.
    """
    design = small(players=(player, player))
    printed = design.costs.astype(np.float64)
    target = list(UNITS).index(unit("Tiger I"))
    dear = design_at(design, np.where(np.arange(len(UNITS)) == target, 30.0, printed), 1)
    assert dear.profiles["cost"][target] == dear.profiles["score"][target] == 30
    same_prices = replace(design_at(design, printed, 1), seed=design.seed)
    side = slots_of([[0, target, 4, 10]] * 512)
    armies = np.stack([side, side], axis=1)
    battles = [Given(replace(one, seed=design.seed)).play(armies) for one in (design, same_prices, dear)]
    died = [one["dead"][one["kind"] == target].mean() for one in battles]
    assert (battles[0]["dead"] == battles[1]["dead"]).all()
    assert died[2] > died[0] + 0.1


def test_a_list_of_rounds_is_not_closed_as_well(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="only studies of kind prices and worth close"):
        read_study(written(tmp_path, PLAN + "\n[close]\nabove = 3\n"))


def test_what_is_left_is_without_errors_of_sampling() -> None:
    rng = np.random.default_rng(3)
    at, error = rng.uniform(1, 9, 4000), rng.normal(0, 0.3, 4000)
    se = np.full(4000, 0.3)
    settled = Round(at, at + error, se, se, 1)
    assert settled.left < 0.06
    assert Round(at, at + error + 0.4, se, se, 1).left == pytest.approx(0.4, abs=0.03)


def test_the_jackknife_and_the_sandwich_agree_on_real_battles() -> None:
    design = small()
    with Job.at_work(design) as job:
        job.play_to(form(24, 48))
        found = read_off(job.study, design.costs.astype(float), design.costs.astype(float))
        # two ways to one error; 30 blocks tell it to 13% a unit
        assert np.median(found.sandwich / found.se) == pytest.approx(1.0, abs=0.15)
        left_out = jackknife(job.study, 30)
    costs = design.costs.astype(float)
    assert np.allclose(left_out @ costs, costs @ costs)
    assert found.price @ costs == pytest.approx(costs @ costs)
    assert np.abs(left_out.mean(axis=0) - found.price).max() < 0.2 * found.se.max()


def test_blocks_of_any_sizes_hold_all_battles_once() -> None:
    design = small()
    study = PriceStudy(list(design.units), tables=3)
    numbers = np.arange(1000)
    for start, end in ((0, 300), (300, 301), (301, 1000)):
        n = end - start
        army = np.tile(np.array([[[0, -1], [1, -1]]], dtype=np.int16), (n, 1, 1))
        study.add(BattleTable.from_slots(army, numbers[start:end], units=study.roster))
    parts = list(study.in_blocks(7))
    assert len(parts) == 7
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
    assert (np.concatenate([part.margin for part in parts]) == numbers).all()
    assert [len(part) for part in sized(study.parts(), iter([10, 20]))][:3] == [10, 20, 20]


def test_rounds_settle_and_a_second_call_plays_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few_units(monkeypatch)
    folder, told = tmp_path / "run", []
    found = read_study(written(tmp_path)).run(folder, progress=lambda done, total, _: told.append((done, total)))
    assert isinstance(found, Findings)
    table, rounds = found.tables["list"], found.tables["rounds"]
    assert {total for _, total in told} == {2 * 3072}
    assert told[-1][0] == 2 * 3072
    assert len(table) == len(UNITS)
    assert (table["price"] @ table["cost"]) == pytest.approx(table["cost"] @ table["cost"])
    assert rounds["left"].iloc[-1] < 0.5 * rounds["left"].iloc[0]
    assert ((table["price_low"] < table["price"]) & (table["price"] < table["price_high"])).all()
    monkeypatch.setattr("tigersim.lab.batch.play_many", None)
    again = read_study(written(tmp_path)).run(folder)
    assert isinstance(again, Findings)
    pd.testing.assert_frame_equal(again.tables["list"], table)
    with pytest.raises(InvalidValue, match="battles"):
        read_study(written(tmp_path, PLAN.replace("battles = 3072", ""))).run(folder)


def test_a_design_of_other_prices_keeps_its_runs_apart(tmp_path: Path) -> None:
    design = small()
    assert design.provenance() != replace(design, prices=tuple(2 for _ in UNITS)).provenance()
