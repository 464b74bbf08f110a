"""Worths drawn towards class and traits (the traits' own intervals: test_traits.py)."""

from __future__ import annotations

import numpy as np
import pytest

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.shrinkage import shrink


def test_equal_errors_by_hand() -> None:
    """Errors v each, one mean: every unit keeps s^2 / (s^2 + v) of its distance from it."""
    worth = np.random.default_rng(1).normal(3, 1.0, 60)
    found = shrink(np.ones((60, 1)), worth, 0.25 * np.eye(60))
    square = worth.var(ddof=1) - 0.25  # REML of a mean with equal errors
    assert found.residual_sd**2 == pytest.approx(square, rel=1e-3)
    kept = square / (square + 0.25)
    np.testing.assert_allclose(found.worth, worth.mean() + kept * (worth - worth.mean()), rtol=1e-3)
    np.testing.assert_allclose(found.kept, kept, rtol=1e-3)
    # 0.25 kept of what was seen, and the mean's own error where it is not
    np.testing.assert_allclose(found.se**2, 0.25 * kept + (1 - kept) ** 2 * (square + 0.25) / 60, rtol=1e-2)


def test_shrunk_worths_err_less_and_their_intervals_cover() -> None:
    inside, raw, calm = [], [], []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        x = np.column_stack([np.ones(80), rng.integers(0, 2, (80, 3))])
        truth = x @ [2.0, 1.0, -1.0, 0.5] + rng.normal(0, 0.5, 80)
        root = rng.normal(0, 0.6 / np.sqrt(80), (80, 80))
        cov = root @ root.T + 0.1 * np.eye(80)
        worth = rng.multivariate_normal(truth, cov)
        found = shrink(x, worth, cov)
        inside.append(np.abs(found.worth - truth) <= 1.96 * found.se)
        raw.append(np.mean((worth - truth) ** 2))
        calm.append(np.mean((found.worth - truth) ** 2))
    assert 0.93 <= np.mean(inside) <= 0.97
    assert np.mean(calm) < 0.65 * np.mean(raw)


def test_exact_worths_stay() -> None:
    worth = np.array([1.0, 4.0, 2.0, 7.0])
    np.testing.assert_allclose(shrink(np.ones((4, 1)), worth, 1e-10 * np.eye(4)).worth, worth, atol=1e-6)


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(InvalidValue, match="more than the 3 columns"):
        shrink(np.eye(3), np.ones(3), np.eye(3))
    with pytest.raises(InvalidValue, match="x and cov"):
        shrink(np.ones((3, 1)), np.ones(3), np.eye(2))
