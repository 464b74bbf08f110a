"""Equal-price matches: pairs that are equal, and the spread of true win rates without that of the dice."""

from __future__ import annotations

import numpy as np
import pytest

from tests.lab.short_list import small
from tests.pricing.planted_worlds import on_own_tables
from tigersim.errors import InvalidValue
from tigersim.lab.given_armies import Given
from tigersim.pricing.estimate.mispricing import whole_vp
from tigersim.pricing.play.matched import army_prices, equal_pairs
from tigersim.pricing.play.prospective import ratio, scores_of, spread

PRICES = np.random.default_rng(2).uniform(1, 9, 60)


def test_pairs_are_of_equal_price_and_of_all_units() -> None:
    armies = equal_pairs(PRICES, 300, (6, 10), 1)
    sizes = (armies >= 0).sum(axis=2)
    assert set(np.unique(sizes)) == set(range(6, 11))
    price = army_prices(armies, PRICES)
    assert np.abs(price[:, 0] - price[:, 1]).max() <= 0.25
    assert np.median(np.abs(price[:, 0] - price[:, 1])) < 0.05
    times = np.bincount(armies[:, 0][armies[:, 0] >= 0], minlength=60)
    assert np.abs(times - times.mean()).max() < 5 * np.sqrt(times.mean())
    assert (equal_pairs(PRICES, 300, (6, 10), 1) == armies).all()
    assert (equal_pairs(PRICES, 300, (6, 10), 2) != armies).any()


@pytest.mark.parametrize(("pairs", "sizes"), [(0, (6, 10)), (5, (0, 4)), (5, (4, 99))])
def test_pairs_out_of_range_are_refused(pairs: int, sizes: tuple[int, int]) -> None:
    with pytest.raises(InvalidValue):
        equal_pairs(PRICES, pairs, sizes, 1)


@pytest.mark.parametrize("true", [0.0, 0.03, 0.15])
def test_the_spread_is_that_of_the_true_rates(true: float) -> None:
    """Planted rates; the interval covers 95% of the time, which the plain spread of what came would not."""
    covered, naive, found = [], [], []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        rates = 0.5 + true * rng.choice([-1.0, 1.0], 400)
        scores = (rng.random((400, 60)) < rates[:, None]).astype(float)
        one = spread(on_own_tables(scores))
        covered.append(one.interval.low <= true <= one.interval.high)
        naive.append(np.sqrt(np.mean((one.rates - 0.5) ** 2)) - true)
        found.append(one.rms**2 if one.rms else one.square)
    assert 0.91 <= np.mean(covered) <= 0.99
    assert np.mean(naive) > 0.0117  # the dice alone: half of 1 / sqrt(60) at least once the truth is 0.15
    if true:
        assert np.sqrt(np.mean(found)) == pytest.approx(true, rel=0.05)


def test_the_share_of_uneven_matches_is_of_true_rates() -> None:
    rng = np.random.default_rng(5)
    rates = np.clip(0.5 + rng.normal(0, 0.06, 4000), 0, 1)
    scores = (rng.random((4000, 80)) < rates[:, None]).astype(float)
    assert spread(on_own_tables(scores)).share_far == pytest.approx(np.mean(np.abs(rates - 0.5) > 0.05), abs=0.03)


def test_a_ratio_of_two_spreads_has_an_interval_that_covers() -> None:
    covered = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        both = []
        for true in (0.05, 0.15):
            rates = 0.5 + rng.normal(0, true, 300)
            both.append(spread(on_own_tables((rng.random((300, 100)) < rates[:, None]).astype(float))))
        _, interval = ratio(*both)
        covered.append(interval.low <= 1 / 3 <= interval.high)
    assert 0.90 <= np.mean(covered) <= 0.99


def test_an_army_against_itself_scores_a_half_in_every_match() -> None:
    design = small()
    army = design.armies(0, 6)[:, 0]
    scores = scores_of(Given(design), np.stack([army, army], axis=1), 10).came
    assert scores.shape == (6, 10)
    assert (scores == 0.5).all()


def test_a_strong_army_scores_more_from_either_side() -> None:
    design = small()
    armies = design.armies(0, 4)
    armies[:, 0] = -1
    armies[:, 0, :6] = 3  # six Tigers
    armies[:, 1, 1:] = -1  # one unit
    scores = scores_of(Given(design), armies, 40).came
    assert scores.mean() > 0.8
    swapped = scores_of(Given(design), armies[:, ::-1], 40).came
    assert swapped.mean() == pytest.approx(1 - scores.mean())


def test_whole_prices_are_at_least_one() -> None:
    assert whole_vp(np.array([0.1, 1.5, 2.49, 7.0])).tolist() == [1, 2, 2, 7]
