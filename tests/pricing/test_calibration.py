"""Intervals of calibration: battles of one pair of armies hang together."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from tigersim.errors import InvalidValue
from tigersim.pricing.report.calibration import calibration, design_effect
from tigersim.pricing.report.findings import Findings
from tigersim.statistics.intervals import wilson


def study(brier: float, floor: float = 0.2, battles: int = 40) -> Findings:
    tables = {
        "calibration": pd.DataFrame(
            {"forecast": [0.3], "came": [0.25], "battles": [4000], "forecast_by": ["the worths"]}
        ),
        "forecasts": pd.DataFrame({"forecast": ["the worths", "a perfect one"], "brier": [brier, floor]}),
    }
    return Findings("validation", (), tables, (), {"replicates": {"pairs": 100, "battles": battles}})


def test_a_perfect_forecast_has_intervals_of_all_battles() -> None:
    (row,) = calibration(study(0.2)).to_dict("records")
    assert (row["low"], row["high"]) == pytest.approx(wilson(1000, 4000))
    assert row["worth"] == 4000


def test_a_forecast_that_errs_has_wider_ones() -> None:
    # a fifth of its score is error: 40 battles count as 40 / (1 + 39 / 5) = 4.545...
    (row,) = calibration(study(0.25)).to_dict("records")
    assert row["worth"] == pytest.approx(4000 / 8.8)
    assert (row["low"], row["high"]) == pytest.approx(wilson(0.25 * 4000 / 8.8, 4000 / 8.8))


def test_the_design_effect_is_that_of_planted_pairs() -> None:
    """True rates of a beta distribution: mean 1/2, variance 1/4 / (a + b + 1)."""
    a, pairs, battles, runs = 3.0, 50, 40, 4000
    rng = np.random.default_rng(1)
    rates = rng.beta(a, a, (runs, pairs))
    came = rng.binomial(battles, rates).mean(axis=1) / battles
    spread = 0.25 / (2 * a + 1)
    effect = design_effect(0.25, 0.25 - spread, battles)  # the forecast says 1/2 of everybody
    assert came.var() / (0.25 / (pairs * battles)) == pytest.approx(effect, rel=0.1)


def test_a_study_must_say_how_often_pairs_fought() -> None:
    found = study(0.2)
    with pytest.raises(InvalidValue, match="replicates"):
        calibration(Findings("validation", (), found.tables))
