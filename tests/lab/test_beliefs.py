"""What players take units to be worth can be given, and moves what they shoot at and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from tests.forms import form
from tests.lab.short_list import small
from tigersim.catalogue.units import all_units
from tigersim.cli import app
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.errors import InvalidValue, RunError
from tigersim.lab import Design, Run, play_batches
from tigersim.lab.run import to_arrow
from tigersim.lab.single import single_battle
from tigersim.pricing import prices
from tigersim.show import run_replays

played = pytest.mark.skipif(COMPILER_OFF, reason="thousands of battles")

CHEAP = "Jagd Panther [germany]"
"""A monster that costs 3 VP and is left alone by who goes by that."""
PLAN = Design(seed=4, tables=8)


def believing(vp: float) -> Design:
    """The plan, played by players who take the cheap monster to be worth so much."""
    costs = PLAN.costs.tolist()
    costs[PLAN.units.index(next(one for one in PLAN.units if one.key == CHEAP))] = vp
    return replace(PLAN, believed=tuple(costs))


def died(design: Design, tasks: int) -> float:
    """Share of the cheap monsters that are destroyed."""
    results = np.concatenate([batch.results for batch in play_batches(design, 0, tasks, threads=2)])
    mine = results["kind"] == [one.key for one in design.units].index(CHEAP)
    return float(results["dead"][mine].mean())


@played
def test_who_believes_what_is_printed_plays_as_ever() -> None:
    same = replace(PLAN, believed=tuple(PLAN.costs.tolist()))
    one, other = (next(iter(play_batches(design, 0, 1, threads=1))) for design in (PLAN, same))
    assert to_arrow(one.results).equals(to_arrow(other.results))


@played
@pytest.mark.parametrize(("player", "tasks"), [("heuristic", 16), ("tactician", form(6, 16))])
def test_who_knows_its_worth_kills_the_cheap_monster(player: str, tasks: int) -> None:
    """A tactician minds it more than a heuristic player, so that fewer battles show it."""
    known, left = (died(replace(plan, players=(player, player)), tasks) for plan in (believing(12.0), PLAN))
    assert known > left + 0.03


def test_beliefs_are_part_of_a_design_and_of_its_provenance() -> None:
    design = believing(11.5)
    about = design.provenance()
    assert about["believed"][about["units"].index(CHEAP)] == 11.5
    assert "believed" not in PLAN.provenance()
    assert {**about, "believed": None} == {**PLAN.provenance(), "believed": None}  # costs and profiles are as printed
    assert Design.of_provenance(about, all_units()) == design
    assert Run.name_for(design) != Run.name_for(PLAN)


def test_beliefs_that_cannot_be_are_refused() -> None:
    with pytest.raises(InvalidValue, match=r"believed.*one for each of the 147 units"):
        replace(PLAN, believed=(3.0, 4.0))
    for odd in (-1.0, float("nan"), 1e6):
        with pytest.raises(InvalidValue, match=r"believed.*0 to"):
            believing(odd)


@played
def test_the_price_list_of_who_believes_another_list(tmp_path: Path) -> None:
    quick = small()
    quick = replace(quick, believed=(12.0, *quick.costs.tolist()[1:]))
    asked = prices(n_battles=8192, design=quick)
    assert asked.provenance["believed"] == list(quick.believed)
    assert "players heuristic against heuristic (who go by a list of their own)," in asked.summary
    # single battles are played by printed costs, so they are not shown for those of the list
    with pytest.raises(RunError, match="a list of their own"):
        run_replays.check(asked, "mine", 1)
    with pytest.raises(InvalidValue, match="believed"):
        single_battle(quick, 0)
    words = ["prices", "--battles", "256", "--players", "heuristic", "--out", str(tmp_path / "run"), "--believed"]
    refused = CliRunner().invoke(app, [*words, str(tmp_path / "none.csv")])
    assert refused.exit_code == 2
    assert "none.csv" in refused.stderr
