"""Mirrored pairs: counts and intervals by hand, and intervals that cover a truth known beforehand."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from tests.forms import form
from tigersim.lab import Pairs
from tigersim.simulate import wilson

T_4 = 2.7764451
"""Student's 97.5% quantile with 4 degrees of freedom, from a printed table."""


def of(*pairs: tuple[int, int], ms: float = 0.0) -> Pairs:
    return Pairs(np.array(pairs), ms)


def test_counts_and_means_by_hand() -> None:
    found = of((5, -2), (0, 3), (4, 6), (-1, -1), (0, 0))
    assert (len(found), found.battles) == (5, 10)
    assert (found.wins, found.draws, found.losses) == (4, 3, 3)
    assert found.scores.tolist() == [0.5, 0.75, 1.0, 0.0, 0.5]
    assert found.score == pytest.approx(0.55)
    # squares from 0.55: 0.0025 + 0.04 + 0.2025 + 0.3025 + 0.0025 = 0.55
    half = T_4 * (0.55 / 4 / 5) ** 0.5
    assert found.score_interval == pytest.approx((0.55 - half, 1.0), abs=1e-6)  # no score is above 1
    assert found.margin == pytest.approx(1.4)
    # means of the pairs 1.5, 1.5, 5, -1, 0; squares from 1.4: 0.01 + 0.01 + 12.96 + 5.76 + 1.96 = 20.7
    half = T_4 * (20.7 / 4 / 5) ** 0.5
    assert found.margin_interval == pytest.approx((1.4 - half, 1.4 + half), rel=1e-6)


def test_pairs_join_and_times_add_up() -> None:
    joined = Pairs.joined([of((1, 2), ms=30), of((0, -4), (3, 3), ms=90)])
    assert joined.margins.tolist() == [[1, 2], [0, -4], [3, 3]]
    row = joined.row()
    assert row["ms_per_battle"] == pytest.approx(20)
    assert row["battles_per_second"] == pytest.approx(50)
    assert (row["pairs"], row["battles"], row["wins"], row["draws"], row["losses"]) == (3, 6, 4, 1, 1)
    assert (row["score_low"], row["score_high"]) == joined.score_interval
    assert (row["margin_low"], row["margin_high"]) == joined.margin_interval


def test_all_won_is_no_certainty() -> None:
    assert of(*[(2, 1)] * 8).score_interval == wilson(8, 8)
    assert of(*[(-2, -1)] * 8).score_interval == wilson(0, 8)
    assert wilson(8, 8).low < 0.7


def test_a_player_against_himself_is_known_exactly() -> None:
    even = of((3, -3), (0, 0), (-7, 7))
    assert even.alike
    assert even.score_interval == (0.5, 0.5)
    assert even.margin_interval == (0.0, 0.0)


def test_pairs_that_score_alike_by_chance_are_no_certainty() -> None:
    found = of((3, -1), (-2, 4), (5, -6), (1, -1))
    assert not found.alike
    assert (found.score, found.score_interval) == (0.5, wilson(2, 4))


def test_one_pair_says_nothing_about_the_spread() -> None:
    assert of((1, -2)).margin_interval == (-inf, inf)
    assert of((1, -2)).score_interval == (0.0, 1.0)


@pytest.mark.parametrize(("lead", "n"), [(0.0, 40), (3.0, 100), (8.0, 300)])
def test_intervals_cover_the_truth(lead: float, n: int) -> None:
    """Pairs whose battles share an army that is better by chance: far from independent, and no trouble.

    The short form finds intervals half as wide (67%) or twice as wide (all of 400), the long one also 92% and 98%.
    """
    rng = np.random.default_rng(7)

    def world(pairs: int) -> np.ndarray:
        luck = rng.normal(0, 6, (pairs, 1)) * [1, -1] + rng.normal(0, 4, (pairs, 2))
        return np.rint(lead + luck).astype(int)

    truth = Pairs(world(1_000_000))
    tries = form(400, 2000)
    found = [Pairs(world(n)) for _ in range(tries)]
    for interval, true in (("score_interval", truth.score), ("margin_interval", truth.margin)):
        covered = sum(low <= true <= high for low, high in (getattr(one, interval) for one in found))
        assert form(0.906, 0.93) < covered / tries < form(0.994, 0.97)  # four standard errors of 95%
    # battles taken for independent would give intervals that are too wide
    widths = [one.score_interval.high - one.score_interval.low for one in found]
    alone = wilson(round(truth.score * 2 * n), 2 * n)
    assert np.mean(widths) < 0.95 * (alone.high - alone.low)
