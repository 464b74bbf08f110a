"""Forecasts against replicates: the floor is that of the dice, the share that of what can be known."""

from __future__ import annotations

import numpy as np
import pytest

from tests.forms import form
from tests.pricing.planted_worlds import AdditiveWorld, Design, on_own_tables, swapped
from tigersim.errors import InvalidValue
from tigersim.pricing import Guards
from tigersim.pricing.estimate.forecast import chance_of, foretold
from tigersim.pricing.estimate.wins import fit_wins, prices_by_wins
from tigersim.pricing.study.gains import variance_ratios


def planted(seed: int, pairs: int = 500, battles: int = 30) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    true = 1 / (1 + np.exp(-rng.normal(0, 1, pairs)))
    return true, (rng.random((pairs, battles)) < true[:, None]).astype(float)


def test_the_truth_reaches_the_floor_and_a_coin_nothing() -> None:
    reached, covered = [], []
    for seed in range(form(60, 300)):
        true, won = planted(seed)
        said = {"truth": true, "half": 0.5 + 0.5 * (true - 0.5)}
        found = foretold(on_own_tables(won), said)
        reached.append(found.share["truth"][0])
        half = found.share["half"]
        # a forecast that goes half of the way misses by a quarter of the square
        covered.append(half[1].low <= 0.75 <= half[1].high)
        assert found.coin == pytest.approx(0.25)
    assert np.mean(reached) == pytest.approx(1.0, abs=form(0.022, 0.01))
    # 95% of 60 have a standard error of 2.8%: that intervals hold always only the long form finds
    assert form(0.86, 0.91) <= np.mean(covered) <= form(1, 0.99)
    found = foretold(on_own_tables(won), {"truth": true, "coin": np.full(len(true), 0.5), "half": said["half"]})
    assert found.share["coin"][0] == pytest.approx(0.0, abs=1e-12)
    table = found.table()
    assert list(table["forecast"]) == ["a coin", "truth", "coin", "half", "a perfect one"]
    assert set(found.curves()["forecast_by"]) == {"truth", "coin", "half"}


def test_two_battles_a_pair_are_too_few() -> None:
    with pytest.raises(InvalidValue):
        foretold(on_own_tables(np.ones((5, 2))), {})


WORLD = AdditiveWorld.make(3, Design(units=14, tables=4, sizes=(3, 6), choices=4))


def test_a_forecast_leaves_table_and_attacker_to_chance() -> None:
    battles = WORLD.battles(6000, 1)
    fit = fit_wins([battles], tables=4)
    chance = chance_of(fit, battles)
    assert chance_of(fit, swapped(battles)) == pytest.approx(1 - chance)
    units = fit.theta
    assert chance == pytest.approx(1 / (1 + np.exp(-(battles.difference @ units))))


def test_variance_ratios_are_those_that_were_planted() -> None:
    """The world's luck, tables and noise are known, so the ratio of their variances is."""
    battles = WORLD.battles(form(12_000, 40_000), 2)
    wins = prices_by_wins([battles], tables=4, guards=Guards(min_appearances=50, max_scale_error=0.1))
    found = variance_ratios([battles], 4, wins).set_index("part")["variance_ratio"]
    assert found["margins in place of wins"] < 0.9
    assert found["table effects"] < 1.0
    assert found["margins without known luck in place of wins"] <= found["margins in place of wins"]
