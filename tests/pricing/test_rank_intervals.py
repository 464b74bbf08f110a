"""Ranks with the places that errors leave open."""

from __future__ import annotations

import numpy as np
import pytest

from tests.forms import form
from tigersim.pricing.estimate.rank_intervals import rank_intervals


def test_without_errors_to_speak_of_ranks_are_ranks() -> None:
    worth = np.array([0.3, -2.0, 5.0, 1.0])
    best, worst = rank_intervals(worth, 1e-8 * np.eye(4))
    assert best.tolist() == worst.tolist() == [3, 4, 1, 2]


def test_units_that_cannot_be_told_apart_share_their_places() -> None:
    best, worst = rank_intervals(np.array([0.0, 0.1, 9.0]), 0.25 * np.eye(3))
    assert best.tolist() == [2, 2, 1]
    assert worst.tolist() == [3, 3, 1]
    alike = np.ones((3, 3))  # one error for all: the differences have none
    assert rank_intervals(np.array([1.0, 1.0, 1.0]), alike)[0].tolist() == [1, 1, 1]


@pytest.mark.parametrize("shared", [0.0, 0.6])
def test_intervals_hold_the_true_place_of_each_unit(shared: float) -> None:
    """At least 95% for each unit, also where errors are correlated and many units are nearly alike."""
    rng = np.random.default_rng(6)
    units = 20
    truth = np.sort(rng.normal(0, 1, units))[::-1]
    cov = 0.15 * ((1 - shared) * np.eye(units) + shared)
    place = np.arange(1, units + 1)
    held, widths = [], []
    for _ in range(form(50, 150)):
        best, worst = rank_intervals(rng.multivariate_normal(truth, cov), cov)
        held.append((best <= place) & (place <= worst))
        widths.append((worst - best).mean())
    assert np.mean(held, axis=0).min() > form(0.82, 0.9)  # of 20 units in 50 draws the worst of 95% may hold 84%
    assert np.mean(held) > 0.95
    assert np.mean(widths) < units - 2  # and they say something
