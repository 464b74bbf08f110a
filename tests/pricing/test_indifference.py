"""How many X equal Y: Fieller's sets, the logit and its two stages."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm

from tigersim.errors import IdentifiabilityError, InvalidValue
from tigersim.pricing.estimate.indifference import NoEvenPoint, even_point, second_stage, two_stages
from tigersim.statistics.fieller import fieller

COUNTS = np.arange(1, 9)


def test_fieller_by_hand() -> None:
    """a = -4, b = 2, no covariance, both variances 0.25, z = 2: (2x - 4)^2 <= 1 + x^2, so 3 x^2 - 16 x + 15 <= 0."""
    level = 0.9544997361036416  # z = 2
    root = fieller(-4, 2, 0.25 * np.eye(2), level)
    assert (root.value, root.kind, root.bounded) == (2.0, "interval", True)
    assert [root.low, root.high] == pytest.approx([(16 - np.sqrt(76)) / 6, (16 + np.sqrt(76)) / 6])
    assert root.covers(2)
    assert not root.covers(5)


def test_sets_without_bounds_are_called_so() -> None:
    """b = 0.5 with standard error 0.5: 0 is no more excluded; far from it the data say little, or nothing."""
    level = 0.9544997361036416
    outside = fieller(-4, 0.5, np.diag([0.25, 0.25]), level)  # (x / 2 - 4)^2 <= 1 + x^2: -3/4 x^2 - 4 x + 15 <= 0
    ends = np.sort(np.roots([-0.75, -4, 15]))
    assert (outside.kind, outside.bounded) == ("outside", False)
    assert [outside.low, outside.high] == pytest.approx(ends)
    assert outside.covers(8)
    assert outside.covers(-30)
    assert not outside.covers(0)
    nothing = fieller(-0.5, 0.5, np.eye(2), level)
    assert (nothing.kind, nothing.low, nothing.high) == ("all", -np.inf, np.inf)
    assert nothing.covers(1e9)
    level_ground = fieller(3, 0, np.eye(2))
    assert np.isnan(level_ground.value)
    assert level_ground.kind == "outside"


def test_every_set_holds_what_is_not_contradicted() -> None:
    """Root by root: x belongs to the set if and only if a + b x lies within z standard errors of 0."""
    rng = np.random.default_rng(1)
    x = np.linspace(-40, 40, 401)
    kinds = set()
    for _ in range(300):
        root_cov = rng.normal(0, 0.7, (2, 2))
        a, b, cov = *rng.normal(0, 1, 2), root_cov @ root_cov.T
        found = fieller(a, b, cov)
        inside = (a + b * x) ** 2 <= 1.959963984540054**2 * (cov[0, 0] + 2 * x * cov[0, 1] + x * x * cov[1, 1])
        assert [found.covers(one) for one in x] == inside.tolist()
        assert found.covers(found.value)
        kinds.add(found.kind)
    assert kinds == {"interval", "outside", "all"}


def test_the_logit_is_that_of_statsmodels() -> None:
    wins, games = np.array([1, 2, 6, 5.5, 9, 18, 9, 10]), np.array([10, 10, 12, 10, 12, 20, 10, 11])
    oracle = sm.GLM(
        np.column_stack([wins, games - wins]), sm.add_constant(COUNTS.astype(float)), family=sm.families.Binomial()
    ).fit(tol=1e-14)
    found = even_point(COUNTS, wins, games)
    np.testing.assert_allclose([found.a, found.b], oracle.params, rtol=1e-8)
    np.testing.assert_allclose(found.cov, oracle.cov_params(), rtol=1e-6)
    assert found.games == 95
    assert found.root.value == pytest.approx(-oracle.params[0] / oracle.params[1])


def test_the_second_stage_plays_beside_the_root() -> None:
    first = even_point(COUNTS, np.array([0, 1, 2, 4, 6, 8, 9, 10]), np.full(8, 10))  # even between 4 and 5
    plan = second_stage(first, COUNTS, 101)
    assert plan.sum() == 101
    assert set(np.flatnonzero(plan) + 1) == {4, 5} or plan[[3, 4]].min() >= plan.max() - 1
    assert plan[[0, 1, 6, 7]].sum() == 0
    far = even_point(COUNTS, 0.02 * COUNTS * 10, np.full(8, 10))  # beyond the counts: the two nearest are played
    assert set(np.flatnonzero(second_stage(far, COUNTS, 100)) + 1) >= {7, 8}


def test_two_stages_play_what_they_were_given() -> None:
    asked = []

    def play(counts: np.ndarray, games: np.ndarray) -> np.ndarray:
        asked.append(games)
        return games * counts / 9

    found = two_stages(play, COUNTS, 400)
    assert found.games == sum(map(np.sum, asked)) == 400
    assert found.root.value == pytest.approx(4.5, abs=0.05)


def test_what_cannot_be_fitted_is_refused() -> None:
    for wins in (np.zeros(8), np.where(COUNTS > 4, 10, 0)):
        with pytest.raises(NoEvenPoint, match="always wins"):
            even_point(COUNTS, wins, np.full(8, 10))
    with pytest.raises(NoEvenPoint, match="at least two numbers"):
        even_point(COUNTS, np.eye(8)[2], 2 * np.eye(8)[2])
    with pytest.raises(InvalidValue, match="wins"):
        even_point(COUNTS, np.full(8, 3), np.full(8, 2))
    with pytest.raises(InvalidValue, match="one shape"):
        even_point(COUNTS, np.ones(3), np.ones(8))
    with pytest.raises(InvalidValue, match="cov"):
        fieller(1, 1, np.eye(3))
    assert issubclass(NoEvenPoint, IdentifiabilityError)
