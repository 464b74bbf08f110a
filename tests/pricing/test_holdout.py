"""Forecasts of battles and units that were not fitted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import statsmodels.api as sm

from tests.forms import form
from tests.pricing.planted_worlds import AdditiveWorld, Design
from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.holdout import ArmiesNotSeparable, held_out, leave_units_out, score

DESIGN = Design(units=12, tables=3, sizes=(3, 6), choices=4)


def test_scores_by_hand() -> None:
    found = score(np.array([0.8, 0.8, 0.5, 0.2]), np.array([1, 0.5, 1, 0]))
    assert found.log_loss == pytest.approx(
        -(np.log(0.8) + 0.5 * (np.log(0.8) + np.log(0.2)) + np.log(0.5) + np.log(0.8)) / 4
    )
    assert found.brier == pytest.approx((0.04 + 0.09 + 0.25 + 0.04) / 4)
    assert found.curve["battles"].sum() == 4
    assert np.isnan(score(np.full(9, 0.5), np.ones(9)).slope)


def test_calibration_is_that_of_statsmodels() -> None:
    rng = np.random.default_rng(1)
    logit = rng.normal(0, 1, 5000)
    won = (rng.random(5000) < 1 / (1 + np.exp(-(0.3 + 0.7 * logit)))).astype(float)
    found = score(1 / (1 + np.exp(-logit)), won)
    oracle = sm.GLM(won, sm.add_constant(logit), family=sm.families.Binomial()).fit(tol=1e-12)
    assert [found.intercept, found.slope] == pytest.approx(oracle.params.tolist(), rel=1e-6)
    assert found.slope == pytest.approx(0.7, abs=0.1)  # forecasts too bold, as planted
    assert found.curve["battles"].tolist() == [500] * 10
    assert (np.diff(found.curve["forecast"]) > 0).all()
    low, high = found.curve.iloc[0], found.curve.iloc[-1]
    assert low["came"] > low["forecast"]
    assert high["came"] < high["forecast"] + 0.05


def armies_of(army: np.ndarray) -> set[bytes]:
    return {row.tobytes() for row in np.sort(army, axis=2).reshape(-1, army.shape[2])}


def test_no_army_and_no_pair_is_on_both_sides_of_the_cut() -> None:
    world = AdditiveWorld.make(1, Design(units=40, tables=3, sizes=(6, 9), choices=2))
    half = world.battles(1000, 1)
    twice = half.rows(np.tile(np.arange(1000), 2))
    out = held_out(twice, 0.2, 3)
    assert out.mean() == pytest.approx(0.2, abs=0.03)
    assert not armies_of(twice.army[out]) & armies_of(twice.army[~out])
    assert (out[:1000] == out[1000:]).all()
    # battle by battle most of these armies would be on both sides
    naive = np.random.default_rng(3).random(2000) < 0.2
    assert len(armies_of(twice.army[naive]) & armies_of(twice.army[~naive])) > 300
    paired = replace(half, pair=np.arange(1000) // 4)
    out = held_out(paired, 0.3, 4)
    assert all(len(set(out[4 * k : 4 * k + 4])) == 1 for k in range(250))
    assert not (held_out(paired, 0.3, 5) == out).all()


def test_armies_that_all_meet_cannot_be_held_out() -> None:
    pool = DESIGN.armies(np.random.default_rng(1), np.ones(12), 10)[:, 0]
    meet = np.random.default_rng(2).integers(0, 10, (500, 2))
    battles = replace(AdditiveWorld.make(1, DESIGN).battles(500, 1), army=pool[meet])
    with pytest.raises(ArmiesNotSeparable, match="500 of 500 battles hang together"):
        held_out(battles)


def test_units_are_foretold_from_class_and_traits() -> None:
    """A share of the spread is planted: traits of variance 1, residuals of 0.25, errors of sampling on top."""
    found = []
    for seed in range(form(6, 15)):
        rng = np.random.default_rng(seed)
        x = np.column_stack([np.ones(150), rng.integers(0, 2, (150, 4))])
        truth = x @ [3, 1, 1, -1, 1.0] + rng.normal(0, 0.5, 150)
        seen = truth + rng.normal(0, 0.4, 150)
        one = leave_units_out(x, seen, 0.16 * np.eye(150))
        found.append(one.r2)
        if seed == 0:
            assert np.mean(np.abs(one.predicted - truth) <= 1.96 * one.se) > 0.88
            others = np.arange(150) != 7
            oracle = sm.OLS(seen[others], x[others]).fit()  # equal errors: plain least squares
            assert one.predicted[7] == pytest.approx(x[7] @ oracle.params)
    assert np.mean(found) == pytest.approx(1 - 0.25 / 1.25, abs=form(0.032, 0.02))
    empty = [
        leave_units_out(x[:, :1], np.random.default_rng(k).normal(size=150), 0.01 * np.eye(150)).r2 for k in range(5)
    ]
    assert np.abs(empty).max() < 1e-9  # the mean of the others, no more


def test_a_trait_of_its_own_foretells_nothing() -> None:
    x = np.column_stack([np.ones(20), np.arange(20) % 2, np.arange(20) == 4]).astype(float)
    found = leave_units_out(x, np.random.default_rng(1).normal(size=20), 0.1 * np.eye(20))
    assert np.flatnonzero(np.isnan(found.predicted)).tolist() == [4]
    assert np.isfinite(found.r2)


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(InvalidValue, match="between 0 and 1"):
        score(np.array([0.0, 0.5]), np.array([0, 1]))
    with pytest.raises(InvalidValue, match="one shape"):
        score(np.array([0.5]), np.array([0, 1]))
    with pytest.raises(InvalidValue, match="share is 1"):
        held_out(AdditiveWorld.make(1, DESIGN).battles(10, 1), 1)
    with pytest.raises(InvalidValue, match="5 or more for 3 columns"):
        leave_units_out(np.eye(4)[:, :3], np.ones(4), np.eye(4))
    with pytest.raises(InvalidValue, match="x and cov"):
        leave_units_out(np.ones((9, 1)), np.ones(9), np.eye(4))
