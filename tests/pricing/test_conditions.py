"""Prices over conditions: the spread that is theirs and not chance."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.conditions import Conditions, over_conditions, robust_verdicts

U, C = 400, 5


def test_by_hand() -> None:
    """Variances over conditions 2, 0 and 0.5, errors 0.5: s_u^2 = 2.5 / 3 - 0.25."""
    prices = np.array([[1.0, 3.0], [2.0, 2.0], [4.0, 5.0]])
    found = over_conditions(prices, np.full((3, 2), 0.5))
    assert found.spread**2 == pytest.approx(2.5 / 3 - 0.25)
    assert found.price.tolist() == [2.0, 2.0, 4.5]
    np.testing.assert_allclose(found.se**2, (2.5 / 3 - 0.25) / 2 + 0.125)
    np.testing.assert_allclose(found.own_spread**2, [2 - 0.25, 0.0, 0.5 - 0.25])
    # t of one degree of freedom is 12.706: for the first unit 2 -+ 12.706 * sqrt(1.75 * 1.5 + 0.125)
    reach = 12.7062 * np.sqrt(np.array([1.75, 0.0, 0.25]) * 1.5 + 0.125)
    np.testing.assert_allclose(found.low[[0, 2]], [2 - reach[0], 4.5 - reach[2]], rtol=1e-5)
    np.testing.assert_allclose(found.high[[0, 2]], [2 + reach[0], 4.5 + reach[2]], rtol=1e-5)
    # the second is no farther apart than by chance: its range is the interval of the list itself
    np.testing.assert_allclose((found.low[1], found.high[1]), (2 - 1.96 * 0.5, 2 + 1.96 * 0.5), rtol=1e-4)


def test_prices_that_share_their_dice() -> None:
    """Errors of 0.5 that all conditions share spread nothing over conditions; taken for independent, they hide s_u."""
    rng = np.random.default_rng(1)
    truth = rng.normal(3, 1, (U, 1)) + rng.normal(0, 0.3, (U, C))
    seen = truth + rng.normal(0, 0.5, (U, 1)) + rng.normal(0, 0.1, (U, C))
    cov = np.full((U, C, C), 0.25) + 0.01 * np.eye(C)
    found = over_conditions(seen, cov)
    assert found.spread == pytest.approx(0.3, abs=0.02)
    assert over_conditions(seen, np.sqrt(np.diagonal(cov, axis1=1, axis2=2))).spread < 0.15
    assert np.mean(found.own_spread**2) == pytest.approx(0.09, abs=0.01)


def test_ranges_and_ranks_are_freed_of_chance() -> None:
    rng = np.random.default_rng(2)
    truth = rng.normal(3, 0.6, (U, 1)) + rng.normal(0, 0.3, (U, C))
    seen = truth + rng.normal(0, 0.4, (U, C))
    found = over_conditions(seen, np.full((U, C), 0.4))
    assert np.mean(found.own_spread**2) == pytest.approx(0.09, abs=0.03)
    assert np.mean(seen.var(axis=1, ddof=1)) > 2 * 0.09
    off = ~np.eye(C, dtype=bool)
    true_ranks, raw_ranks = (stats.spearmanr(each).statistic[off].mean() for each in (truth, seen))
    assert found.rank_correlation[off].mean() == pytest.approx(true_ranks, abs=0.04)
    assert raw_ranks < true_ranks - 0.1
    assert (np.diagonal(found.rank_correlation) == 1).all()


def test_without_any_spread_it_is_zero() -> None:
    rng = np.random.default_rng(3)
    found = over_conditions(3 + rng.normal(0, 0.3, (U, C)), np.full((U, C), 0.33))
    assert found.spread == 0
    assert found.spread_interval.low == 0


def seen_again(conditions: int, spread: float, seed: int, units: int = 4000) -> tuple[Conditions, np.ndarray]:
    """Units that differ over conditions by ``spread``, each seen with an error of 0.1, the list with half of it; and
    their true prices under a condition that was not played."""
    rng = np.random.default_rng(seed)
    truth = rng.normal(4, 2, (units, 1)) + rng.normal(0, spread, (units, conditions + 1))
    errors = np.full((units, conditions), 0.1)
    errors[:, 0] = 0.05
    return over_conditions(truth[:, :-1] + rng.normal(0, errors), errors), truth[:, -1]


@pytest.mark.parametrize("conditions", [5, 9, 20])
def test_a_range_holds_a_condition_that_was_not_played(conditions: int) -> None:
    """At the spread of real lists, two to ten times the errors; the lowest and highest of nine would hold 80%."""
    for spread in (0.2, 1.0):
        found, new = seen_again(conditions, spread, seed=5)
        assert 0.915 < np.mean((found.low <= new) & (new <= found.high)) < 0.965


def test_a_range_does_not_grow_with_the_number_of_conditions() -> None:
    width = {
        many: np.mean(np.subtract(*(getattr(seen_again(many, 0.4, 6)[0], end) for end in ("high", "low"))))
        for many in (5, 20)
    }
    assert width[20] < width[5]
    # the lowest and highest price of a normal sample grow from 2.33 to 3.73 standard deviations
    rng = np.random.default_rng(7)
    assert (
        np.ptp(rng.normal(0, 1, (4000, 20)), axis=1).mean() > 1.5 * np.ptp(rng.normal(0, 1, (4000, 5)), axis=1).mean()
    )


def test_a_unit_without_spread_of_its_own_has_its_interval_for_a_range() -> None:
    """Errors are taken off unit by unit: a calm unit is not made wide by those that vary, nor they narrow by it."""
    rng = np.random.default_rng(8)
    prices = np.where(np.arange(U)[:, None] < 100, 3.0, rng.normal(3, 2.0, (U, C)))
    errors = np.full((U, C), 0.3)
    found = over_conditions(prices, errors)
    np.testing.assert_array_equal(found.own_spread[:100], 0)
    np.testing.assert_allclose(found.low[:100], 3 - 1.96 * 0.3, rtol=1e-4)
    np.testing.assert_allclose(found.high[:100], 3 + 1.96 * 0.3, rtol=1e-4)
    assert (found.low <= prices[:, 0]).all()
    assert (prices[:, 0] <= found.high).all()
    assert np.median((found.high - found.low)[100:]) > 8


def test_a_verdict_is_robust_at_four_of_five() -> None:
    said = np.array([["FAIR"] * 4 + ["BARGAIN"], ["FAIR"] * 3 + ["TOO DEAR"] * 2, ["UNDETERMINED"] * 5])
    names, share, firm = robust_verdicts(said)
    assert names.tolist() == ["FAIR", "FAIR", "UNDETERMINED"]
    assert share.tolist() == [0.8, 0.6, 1.0]
    assert firm.tolist() == [True, False, True]


def test_a_verdict_that_turns_round_is_not_robust() -> None:
    """A bargain under eight conditions of nine that is too dear under one, or fair there."""
    said = np.array([["BARGAIN"] * 8 + ["TOO DEAR"], ["BARGAIN"] * 8 + ["FAIR"]])
    names, share, firm = robust_verdicts(said)
    assert names.tolist() == ["BARGAIN", "BARGAIN"]
    np.testing.assert_allclose(share, 8 / 9)
    assert firm.tolist() == [False, True]


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


def test_bad_verdicts_are_refused() -> None:
    with pytest.raises(InvalidValue, match="verdicts"):
        robust_verdicts(np.array(["FAIR"]))
