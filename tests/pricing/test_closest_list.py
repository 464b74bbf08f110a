"""How near to even the best list comes, in planted worlds where it is known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special

from tests.pricing.planted_worlds import on_own_tables
from tigersim.core.enums import MAX_UNITS, NOBODY
from tigersim.pricing.estimate.army_check import missed
from tigersim.pricing.estimate.closest_list import Closest, closest_list
from tigersim.pricing.estimate.even_prices import Outcomes

TRUE = np.array([0.5, 1.0, 2.0, 4.0, 8.0])
LIST = np.array([1.5, 0.6, 3.0, 4.4, 6.0])
STEEPNESS = 0.4
PAIRS, BATTLES = 1000, 200


def drawn(n: int, chance: np.random.Generator) -> np.ndarray:
    armies = chance.integers(0, len(TRUE), (n, 2, MAX_UNITS))
    armies[np.arange(MAX_UNITS) >= chance.integers(3, 8, (n, 2, 1))] = NOBODY
    return armies


def chances(armies: np.ndarray, prices: np.ndarray, more: float) -> np.ndarray:
    """Chances of side a by prices, and so much more or less as no sum of prices tells."""
    cost = np.append(prices, 0)[armies].sum(axis=2)
    sums = special.ndtr(STEEPNESS * (cost[:, 0] - cost[:, 1]) / np.sqrt(cost.sum(axis=1)))
    odd = (armies == 1).sum(axis=(1, 2)) % 2 == 1  # of both sides together, so neither is the better for it
    return np.clip(sums + np.where(odd, more, -more), 0, 1)


def found(more: float, learnt: int, seed: int = 4) -> tuple[Closest, float]:
    """The closest list, and what the list that the fit begins with leaves."""
    chance = np.random.default_rng(seed)
    armies, others = drawn(PAIRS, chance), drawn(learnt, chance)
    won = (chance.random((PAIRS, BATTLES)) < chances(armies, TRUE, more)[:, None]).astype(float)
    fought = on_own_tables(won)
    came = (chance.random(learnt) < chances(others, TRUE, more)).astype(float)
    best = closest_list(Outcomes(others, came, np.ones(learnt)), armies, fought, LIST, 0.1)
    return best, missed(chances(armies, LIST, 0.0), fought)[0]


def test_where_an_army_is_the_sum_of_its_units_nothing_is_left() -> None:
    best, by_list = found(0.0, 40_000)
    assert by_list > 0.04
    assert best.low == 0
    assert best.left < best.high < 0.015


def test_what_no_sum_of_prices_tells_is_what_is_left() -> None:
    best, _ = found(0.08, 40_000)
    assert best.low < 0.08 < best.high
    assert best.left == pytest.approx(0.08, abs=0.004)


def test_errors_of_estimation_are_taken_off() -> None:
    """Six numbers fitted to 1,000 battles would miss by 6 / (4 * 1,000) more, squared; a quarter of it may be left."""
    squares = [found(0.08, 1000, seed)[0].left ** 2 for seed in range(24)]
    assert np.mean(squares) == pytest.approx(0.08**2, abs=6 / 4000 / 4)
