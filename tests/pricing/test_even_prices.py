"""Prices at which armies of equal cost win as often as they lose, in planted worlds."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import optimize, special

from tigersim.core.enums import MAX_UNITS, NOBODY
from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.even_prices import Outcomes, even_prices

TRUE = np.array([0.5, 1.0, 2.0, 4.0, 8.0])


def planted(battles: int, seed: int = 1) -> Outcomes:
    """Battles between random armies that the dearer army wins by a probit of steepness 0.4."""
    chance = np.random.default_rng(seed)
    armies = chance.integers(0, len(TRUE), (battles, 2, MAX_UNITS))
    size = chance.integers(3, 8, (battles, 2, 1))
    armies[np.arange(MAX_UNITS) >= size] = NOBODY
    cost = np.append(TRUE, 0)[armies].sum(axis=2)
    likely = special.ndtr(0.4 * (cost[:, 0] - cost[:, 1]) / np.sqrt(cost.sum(axis=1)))
    won = (chance.random(battles) < likely).astype(float)
    return Outcomes(armies, won, np.ones(battles))


def test_the_planted_prices_are_found() -> None:
    found = even_prices(planted(60_000), np.full(5, 3.1), 0.1)
    np.testing.assert_allclose(found.prices, TRUE, rtol=0.12)
    assert found.steepness == pytest.approx(0.4, rel=0.06)


def test_what_all_units_cost_together_stays_and_none_costs_less_than_the_least() -> None:
    begin = np.full(5, 3.1)
    found = even_prices(planted(20_000), begin, 1.0)
    assert found.prices.min() == 1.0
    assert found.prices.sum() == pytest.approx(begin.sum(), rel=0.2)  # the least prices are held, the others scaled


@pytest.mark.parametrize("share", [1.0, 0.5, 0.2])
def test_how_many_battles_a_thread_looks_at_is_no_matter_of_bits(monkeypatch: pytest.MonkeyPatch, share: float) -> None:
    """Also where pairs drew, or won a share of several battles."""
    plain = planted(5000)
    some = Outcomes(plain.armies, np.where(np.arange(5000) % 3 == 0, share, plain.won), plain.weight)
    whole = even_prices(some, np.full(5, 3.1), 0.1)
    monkeypatch.setattr("tigersim.pricing.estimate.even_prices.AT_ONCE", 999)
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    in_parts = even_prices(some, np.full(5, 3.1), 0.1)
    assert in_parts.prices.tolist() == whole.prices.tolist()
    assert in_parts.steepness == whole.steepness


def test_battles_without_weight_say_nothing() -> None:
    plain = planted(5000)
    doubled = Outcomes(
        np.concatenate((plain.armies, plain.armies)),
        np.concatenate((plain.won, 1 - plain.won)),
        np.concatenate((plain.weight, 0 * plain.weight)),
    )
    begin = np.full(5, 3.1)
    one, other = even_prices(plain, begin, 0.1), even_prices(doubled, begin, 0.1)
    np.testing.assert_allclose(one.prices, other.prices, rtol=1e-6)


def test_the_fit_is_where_the_likelihood_is_greatest() -> None:
    """Beside a fit that knows no slopes."""
    outcomes = planted(3000)
    counts = np.array([[np.bincount(side[side >= 0], minlength=5) for side in pair] for pair in outcomes.armies])

    def loss(point: np.ndarray) -> float:
        prices, steep = np.exp(point[:-1]), np.exp(point[-1])
        cost = counts @ prices
        lean = steep * (cost[:, 0] - cost[:, 1]) / np.sqrt(cost.sum(axis=1))
        won = outcomes.won
        return -float(np.mean(won * special.log_ndtr(lean) + (1 - won) * special.log_ndtr(-lean)))

    found = even_prices(outcomes, np.full(5, 3.1), 0.01)
    at = np.append(np.log(found.prices), np.log(found.steepness))
    best = optimize.minimize(loss, at, method="Nelder-Mead", options={"maxiter": 4000, "xatol": 1e-5, "fatol": 1e-10})
    assert loss(at) == pytest.approx(best.fun, abs=2e-6)


@pytest.mark.parametrize(
    ("begin", "weight", "said"), [(0.05, 1.0, "begin"), (3.0, 0.0, "weight"), (3.0, -1.0, "weight")]
)
def test_what_cannot_be_fitted_is_refused(begin: float, weight: float, said: str) -> None:
    outcomes = planted(10)._replace(weight=np.full(10, weight))
    with pytest.raises(InvalidValue, match=said):
        even_prices(outcomes, np.full(5, begin), 0.1)
