"""Budgets further apart: where prices draw them so, and that worth and its intervals are those of near budgets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from tests.forms import form
from tests.pricing.planted_worlds import AdditiveWorld, Design, projection
from tigersim import lab
from tigersim.cli import app
from tigersim.lab.run import Run
from tigersim.pricing import Guards, fit_prices
from tigersim.pricing.play import job

NEAR = Design(units=40, tables=40, sizes=(6, 10), gap=2.4, choices=24)
WIDE = replace(NEAR, gap=4.6)
LOOSE = Guards(min_appearances=50, max_scale_error=0.3)
FEW = 3000
"""Battles of one fit."""


def test_prices_draw_wide_gaps_where_all_else_is_as_usual() -> None:
    assert job._planned(None, None, {}).jitter == 8
    assert job._planned(None, None, {"players": ("heuristic", "heuristic"), "markers": "standard"}).jitter == 8
    gap = budget_gaps(job._planned(None, None, {}))
    # two dice less two others, each with a variance of (8 * 8 - 1) / 12, but few armies come near the widest gaps
    assert 16 <= gap.var() <= 21
    assert budget_gaps(lab.Design()).var() <= 7  # with four faces it is 5, and no army comes nearer than so many VP


@pytest.mark.parametrize(
    "named",
    [
        {"jitter": 4},
        {"sizes": (3, 6)},
        {"tables": 32},
        {"scenario": "fog of war"},
        {"army_rules": "three_of_a_kind"},
        {"dummies": 0.25},
        {"removed": 0.1},
    ],
    ids=lambda named: next(iter(named)),
)
def test_what_is_said_of_armies_or_tables_keeps_budgets_near(named: dict[str, Any]) -> None:
    assert job._planned(None, None, dict(named)).jitter == 4


def test_a_run_that_is_there_goes_on_with_the_gaps_that_it_was_begun_with(tmp_path: Path) -> None:
    assert job._planned(None, None, {}, tmp_path).jitter == 8
    Run(tmp_path, lab.Design(tables=None))
    assert job._planned(None, None, {}, tmp_path).jitter == 4
    assert job._planned(None, None, {"jitter": 5}, tmp_path).jitter == 5


def test_a_design_that_is_given_is_played_as_it_is() -> None:
    given = lab.Design(tables=None)
    assert job._planned(given, None, {}).jitter == given.jitter == 4


def budget_gaps(design: lab.Design) -> np.ndarray:
    """VP of side a less VP of side b, of 4,000 pairs of armies."""
    budgets = np.append(design.costs, 0)[design.armies(0, 4000)].sum(axis=2)
    return budgets[:, 0] - budgets[:, 1]


def test_the_command_takes_a_jitter_of_your_own() -> None:
    refused = CliRunner().invoke(app, ["prices", "--jitter", "0"], env={"COLUMNS": "80", "NO_COLOR": "1"})
    assert refused.exit_code == 2
    assert "jitter is 0; allowed: 1 (equal budgets wanted) to 100" in " ".join(refused.stderr.split())


def test_intervals_from_wide_gaps_cover_the_worth_under_near_ones() -> None:
    """Friends and foes matter, noise grows with the armies, and nobody wins by more than 40 VP.

    3 worlds, 5 fits, 40 units: a share of 95% has a standard error of 0.9%, and more where units hang together.
    2 worlds and 3 fits: of 1.4%; intervals half as wide as they should be hold 67%.
    """
    worlds, fits = form((2, 3), (3, 5))
    inside, far, width = [], [], {"near": [], "wide": []}
    for number in range(worlds):
        world = replace(AdditiveWorld.make(number, NEAR, interaction=0.2, off=3.0), ceiling=40.0)
        truth = projection(world.means(60_000, 7), world.mortality)
        most = np.argsort(-np.abs(truth.delta))[:8]
        for seed in range(fits):
            for name, design in (("near", NEAR), ("wide", WIDE)):
                table = fit_prices(replace(world, design=design).battles(FEW, 100 * number + seed), guards=LOOSE).table
                half = 0.5 * (table["delta_high"] - table["delta_low"]).to_numpy()
                width[name].append(half[most].mean())
            covered = np.abs(table["delta"].to_numpy() - truth.delta) <= half
            inside.append(covered)
            far.append(covered[most])
    assert np.size(inside) == worlds * fits * 40
    assert form(0.90, 0.93) <= np.mean(inside) <= form(0.995, 0.975)
    assert np.mean(far) >= form(0.83, 0.90)  # 48 or 120 intervals, which hang together by the scale
    # the scale is what the units far from their cost are unsure of, and wide gaps tell it
    assert np.mean(width["wide"]) < 0.9 * np.mean(width["near"])


def test_armies_of_wide_gaps_are_drawn_by_the_number_of_the_battle() -> None:
    design = job._planned(None, None, {"seed": 3})
    whole = design.armies(0, 64)
    assert np.array_equal(np.concatenate([design.armies(first, 16) for first in range(0, 64, 16)]), whole)
    assert not np.array_equal(whole, replace(design, jitter=4).armies(0, 64))
    assert design.provenance()["jitter"] == 8
