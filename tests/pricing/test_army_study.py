"""Forecasts that the study of armies compares its model with."""

import numpy as np

from tigersim.pricing.estimate.army_fit import Battles
from tigersim.pricing.study.army_study import by_sums


def test_armies_of_units_below_nothing_are_foretold() -> None:
    prices = np.array([-0.4, 2.0])
    side_a = np.array([[8, 0], [0, 4], [2, 2], [0, 3]])
    side_b = np.array([[5, 0], [4, 1], [1, 3], [0, 2]])
    seen = Battles(side_a, side_b, np.array([-1.0, 3.0, 2.0, 4.0]))
    foretold = by_sums(prices, prices, seen)(seen)
    assert np.all((foretold > 0) & (foretold < 1))
    assert foretold[0] < 0.5 < foretold[3]  # more of what does harm, and more of what does good
