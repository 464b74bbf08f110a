"""Prices over conditions: the spread that is theirs and not chance."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from tigersim.errors import InvalidValue
from tigersim.pricing.conditions import over_conditions, robust_verdicts, skill_slope

U, C = 400, 5


def test_by_hand() -> None:
    """Variances over conditions 2, 0 and 0.5, errors 0.5: s_u^2 = 2.5 / 3 - 0.25."""
    prices = np.array([[1.0, 3.0], [2.0, 2.0], [4.0, 5.0]])
    found = over_conditions(prices, np.full((3, 2), 0.5))
    assert found.spread**2 == pytest.approx(2.5 / 3 - 0.25)
    assert found.price.tolist() == [2.0, 2.0, 4.5]
    np.testing.assert_allclose(found.se**2, (2.5 / 3 - 0.25) / 2 + 0.125)
    kept = np.sqrt(found.spread**2 / (found.spread**2 + 0.25))
    np.testing.assert_allclose(found.high - found.low, kept * np.array([2.0, 0.0, 1.0]))


def test_prices_that_share_their_dice() -> None:
    """Errors of 0.5 that all conditions share spread nothing over conditions; taken for independent, they hide s_u."""
    rng = np.random.default_rng(1)
    truth = rng.normal(3, 1, (U, 1)) + rng.normal(0, 0.3, (U, C))
    seen = truth + rng.normal(0, 0.5, (U, 1)) + rng.normal(0, 0.1, (U, C))
    cov = np.full((U, C, C), 0.25) + 0.01 * np.eye(C)
    found = over_conditions(seen, cov)
    assert found.spread == pytest.approx(0.3, abs=0.02)
    assert over_conditions(seen, np.sqrt(np.diagonal(cov, axis1=1, axis2=2))).spread < 0.15
    # the ranges are those of the true prices, not widened by chance
    true_range = np.ptp(truth, axis=1)
    assert np.mean(found.high - found.low) == pytest.approx(true_range.mean(), rel=0.05)


def test_ranges_and_ranks_are_freed_of_chance() -> None:
    rng = np.random.default_rng(2)
    truth = rng.normal(3, 0.6, (U, 1)) + rng.normal(0, 0.3, (U, C))
    seen = truth + rng.normal(0, 0.4, (U, C))
    found = over_conditions(seen, np.full((U, C), 0.4))
    true_range, raw_range = np.ptp(truth, axis=1).mean(), np.ptp(seen, axis=1).mean()
    assert np.mean(found.high - found.low) == pytest.approx(true_range, rel=0.08)
    assert raw_range > 1.5 * true_range
    off = ~np.eye(C, dtype=bool)
    true_ranks, raw_ranks = (stats.spearmanr(each).statistic[off].mean() for each in (truth, seen))
    assert found.rank_correlation[off].mean() == pytest.approx(true_ranks, abs=0.04)
    assert raw_ranks < true_ranks - 0.1
    assert (np.diagonal(found.rank_correlation) == 1).all()


def test_without_any_spread_it_is_nought() -> None:
    rng = np.random.default_rng(3)
    found = over_conditions(3 + rng.normal(0, 0.3, (U, C)), np.full((U, C), 0.33))
    assert found.spread == 0
    assert found.spread_interval.low == 0
    np.testing.assert_allclose(found.low, found.high)


def test_a_verdict_is_robust_at_four_of_five() -> None:
    said = np.array([["FAIR"] * 4 + ["MISPRICED"], ["FAIR"] * 3 + ["MISPRICED"] * 2, ["UNDETERMINED"] * 5])
    names, share, firm = robust_verdicts(said)
    assert names.tolist() == ["FAIR", "FAIR", "UNDETERMINED"]
    assert share.tolist() == [0.8, 0.6, 1.0]
    assert firm.tolist() == [True, False, True]


def test_prices_that_hang_on_skill_are_found() -> None:
    rng = np.random.default_rng(4)
    slope = np.where(np.arange(U) < 80, 0.6, 0.0)
    skill = np.array([0, 0, 1, 1, 2.0])
    seen = slope[:, None] * skill + rng.normal(0, 0.2, (U, C))
    found = skill_slope(seen, np.full((U, C), 0.2), skill)
    assert found.gated[:80].mean() > 0.95
    assert found.gated[80:].mean() < 0.03
    np.testing.assert_allclose(np.std((found.slope - slope) / found.se), 1, atol=0.1)


@pytest.mark.parametrize(
    ("prices", "errors", "words"),
    [
        (np.ones((2, 4)), np.ones((2, 4)), "3 units or more"),
        (np.ones((4, 1)), np.ones((4, 1)), "2 conditions or more"),
        (np.ones((4, 2)), np.ones((2, 4)), r"\(U, C, C\)"),
        (np.full((4, 2), np.nan), np.ones((4, 2)), "missing"),
    ],
)
def test_bad_tables_are_refused(prices: np.ndarray, errors: np.ndarray, words: str) -> None:
    with pytest.raises(InvalidValue, match=words):
        over_conditions(prices, errors)


def test_bad_skills_and_verdicts_are_refused() -> None:
    with pytest.raises(InvalidValue, match="not all the same"):
        skill_slope(np.ones((4, 2)), np.ones((4, 2)), np.ones(2))
    with pytest.raises(InvalidValue, match="verdicts"):
        robust_verdicts(np.array(["FAIR"]))
