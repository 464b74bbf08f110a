"""Student's distribution and discoveries among many, beside those of scipy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from tigersim.errors import InvalidValue
from tigersim.statistics import student
from tigersim.statistics.discoveries import adjusted_p

FREEDOM = np.array([0.5, 1, 2, 3.7, 9, 30, 511, 1e4, 1e7, np.inf])
NO_FREEDOM = np.array([0.0, -1.0, np.nan])


@pytest.mark.parametrize("p", [0.01, 0.5, 0.9, 0.975, 0.9875])
def test_quantiles_are_those_of_scipy_to_the_bit(p: float) -> None:
    assert student.quantile(p, FREEDOM).tolist() == stats.t.ppf(p, FREEDOM).tolist()
    assert np.isnan(student.quantile(p, NO_FREEDOM)).all()


@pytest.mark.parametrize("freedom", FREEDOM)
def test_tails_are_those_of_scipy_to_the_bit(freedom: float) -> None:
    x = np.concatenate([np.random.default_rng(1).normal(0, 4, 500), [0.0, -40.0, np.inf, -np.inf]])
    assert student.below(x, freedom).tolist() == stats.t.cdf(x, freedom).tolist()
    assert student.above(x, freedom).tolist() == stats.t.sf(x, freedom).tolist()


@pytest.mark.parametrize("n", [1, 2, 5, 147, 400])
def test_p_values_are_adjusted_as_scipy_does_to_the_bit(n: int) -> None:
    p = np.random.default_rng(n).random(n) ** 3
    p[: n // 3] = p[0]  # ties
    assert adjusted_p(p).tolist() == stats.false_discovery_control(p).tolist()


@pytest.mark.parametrize("odd", [np.nan, -0.1, 1.1])
def test_what_is_no_probability_is_refused(odd: float) -> None:
    with pytest.raises(InvalidValue, match="probabilities, 0 to 1"):
        adjusted_p([0.01, odd])


def test_of_nothing_nothing_is_discovered() -> None:
    assert adjusted_p([]).tolist() == []
