from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.margin import MarginFit, Sandwich
from tigersim.pricing.estimate.mispricing import (
    Mispricing,
    cannot_be_cheaper,
    interval_null_p,
    mispricing,
    nearest_whole_price,
    selected_half_width,
    selected_level,
    verdicts,
)
from tigersim.pricing.estimate.moments import Columns, TableSums
from tigersim.pricing.estimate.scale import VPScale


def fit(theta: list[float], cost: list[float], mortality: list[float] | None) -> MarginFit:
    units = len(cost)
    columns = Columns(units, 1)
    return MarginFit(
        columns=columns,
        cost=np.array(cost),
        inverse=np.zeros((columns.count, columns.count)),
        coef=np.array([*theta, 0.0]),
        luck=0.0,
        response=None,
        mortality=None if mortality is None else np.array(mortality),
        count=np.ones(units),
        battles=10_000,
        freedom=9_000,
        by_win=np.zeros(units),
        variance=1.0,
        raw_variance=1.0,
        tables=TableSums(*[np.zeros(0)] * 7),
        met=np.arange(1),
    )


def scale_of(theta: np.ndarray, cost: np.ndarray) -> VPScale:
    return VPScale(float(cost @ theta / (cost @ cost)), 0.001, 0.0, 0.0, usable=True)


def test_delta_by_hand() -> None:
    """c = 1, 2; theta = 0.4, 0.5: lambda = 1.4 / 5 = 0.28; delta = 0.12 / 0.78 and -0.06 / 0.88."""
    given = fit([0.4, 0.5], [1, 2], [0.5, 0.6])
    found = mispricing(given, Sandwich(np.eye(2)), scale_of(given.theta, given.cost))
    np.testing.assert_allclose(found.delta, [0.12 / 0.78, -0.06 / 0.88])
    plain = fit([0.4, 0.5], [1, 2], None)
    found = mispricing(plain, Sandwich(np.eye(2)), scale_of(plain.theta, plain.cost))
    np.testing.assert_allclose(found.delta, [0.4 / 0.28 - 1, 0.5 / 0.28 - 2])


def test_covariance_is_that_of_the_numerical_derivative() -> None:
    rng = np.random.default_rng(1)
    units = 4
    cost, theta, q = rng.uniform(1, 6, units), rng.uniform(0.2, 1, units), rng.uniform(0.3, 0.8, units)
    root = rng.normal(size=(2 * units, 2 * units))
    joint = root @ root.T

    def delta(x: np.ndarray) -> np.ndarray:
        scale = cost @ x[:units] / (cost @ cost)
        return (x[:units] - scale * cost) / (scale + x[units:])

    at = np.concatenate([theta, q])
    step = 1e-6
    slope = np.column_stack([(delta(at + step * e) - delta(at - step * e)) / (2 * step) for e in np.eye(2 * units)])
    spread = Sandwich(joint[:units, :units], joint[units:, units:], joint[:units, units:])
    found = mispricing(fit(list(theta), list(cost), list(q)), spread, scale_of(theta, cost))
    np.testing.assert_allclose(found.cov, slope @ joint @ slope.T, rtol=1e-6)


def test_nothing_is_divided_by_zero() -> None:
    given = fit([0.1, -0.5], [1, 2], [0.5, 0.05])
    found = mispricing(given, Sandwich(np.eye(2)), VPScale(-0.2, 0.001, 0.0, 0.0, usable=False))
    assert np.isfinite(found.delta[0])
    assert np.isnan(found.delta[1])
    assert verdicts(found)[0][1] == "UNDETERMINED"


def said(delta: list[float], se: list[float]) -> list[str]:
    return verdicts(Mispricing(np.array(delta), np.diag(np.square(se)), 10_000))[0]


def test_verdicts() -> None:
    assert said([2.0, 0.1, 0.8, 0.9, -3.0], [0.2, 0.1, 0.3, 0.02, 0.3]) == [
        "BARGAIN",
        "FAIR",  # surely within 1 VP
        "UNDETERMINED",  # neither surely more than 0.5 nor surely less than 1 off
        "BARGAIN",  # surely worth more than 0.5 more, though within 1: that wins
        "TOO DEAR",
    ]


@pytest.mark.rule("PT-VP-06")
def test_a_unit_of_1_vp_cannot_be_cheaper() -> None:
    assert cannot_be_cheaper("TOO DEAR", 1)
    assert not cannot_be_cheaper("TOO DEAR", 2)
    assert not cannot_be_cheaper("FAIR", 1)


def test_fair_is_the_90_percent_interval() -> None:
    edge = 1.0 - stats.norm.ppf(0.95) * 0.25
    assert said([edge - 0.01], [0.25]) == ["FAIR"]
    assert said([edge + 0.01], [0.25]) == ["UNDETERMINED"]


def test_p_value_is_largest_at_the_edge_of_the_band() -> None:
    """P(|Z| >= |d|) for Z ~ N(0.5, se), by hand."""
    assert interval_null_p(np.array([1.5]), np.array([0.5]))[0] == pytest.approx(stats.norm.sf(2) + stats.norm.sf(4))
    assert interval_null_p(np.array([-1.5]), np.array([0.5]))[0] == pytest.approx(stats.norm.sf(2) + stats.norm.sf(4))


def test_false_discoveries_stay_rare() -> None:
    """100 units on the edge of the band, 40 two VP off: of those called mispriced, at most 5% are not, on average."""
    rng = np.random.default_rng(1)
    truth = np.repeat([0.5, 2.0], [100, 40])
    false, power = [], []
    for _ in range(200):
        names = np.array(said(list(truth + rng.normal(0, 0.4, 140)), [0.4] * 140))
        flagged = names == "BARGAIN"
        false.append((flagged & (truth <= 0.5)).sum() / max(flagged.sum(), 1))
        power.append(flagged[100:].mean())
    assert np.mean(false) <= 0.05 + 2 * np.std(false) / np.sqrt(200)
    assert np.mean(power) > 0.8


def test_nearest_whole_price() -> None:
    whole, chance = nearest_whole_price(np.array([2.9, 0.2, 3.5]), np.array([0.2, 0.2, 0.1]))
    assert whole.tolist() == [3, 1, 4]  # no unit costs less than 1 VP
    assert chance[0] == pytest.approx(stats.norm.cdf(3) - stats.norm.cdf(-2))
    assert chance[1] == pytest.approx(stats.norm.cdf(6.5))
    assert chance[2] == pytest.approx(0.5)


def test_intervals_of_selected_units_are_wider() -> None:
    """Of 140 units 14 are quoted: 1 - 5% * 14 / 140 = 99.5%."""
    assert selected_level(14, 140) == pytest.approx(0.995)
    assert selected_level(140, 140) == pytest.approx(0.95)
    found = Mispricing(np.zeros(4), np.diag([0.04, 0.09, 0.04, 0.01]), 10**7)
    half = selected_half_width(found, np.array([True, False, False, True]))
    assert half[[0, 3]] == pytest.approx(stats.norm.ppf(1 - 0.0125) * np.array([0.2, 0.1]), rel=1e-5)
    assert np.isnan(half[[1, 2]]).all()
    for selected in (0, 5):
        with pytest.raises(InvalidValue, match="selected units"):
            selected_level(selected, 4)
