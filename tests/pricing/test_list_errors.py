"""Standard errors from intervals."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.forms import form
from tests.pricing.planted_worlds import AdditiveWorld, Design
from tigersim.pricing import Guards, Prices, fit_prices
from tigersim.pricing.estimate.list_errors import freedom_of, standard_error
from tigersim.pricing.report.compare import compare

RESULTS = Path(__file__).parents[2] / "results"
LOOSE = Guards(min_appearances=20, max_scale_error=0.5)
DESIGN = Design(units=12, tables=12, sizes=(3, 5), choices=3)


def listed(seed: int) -> Prices:
    return fit_prices(AdditiveWorld.make(1, DESIGN).battles(2400, seed), guards=LOOSE)


def test_the_error_is_the_half_width_by_students_quantile() -> None:
    """12 tables, 11 degrees of freedom: 2.201 and not 1.96."""
    found = listed(1)
    assert freedom_of(found) == 11
    np.testing.assert_allclose(standard_error(found, "delta"), np.sqrt(np.diagonal(found.covariance)), rtol=1e-9)
    half = 0.5 * (found.table["delta_high"] - found.table["delta_low"])
    np.testing.assert_allclose(half / standard_error(found, "delta"), 2.2010, rtol=1e-4)


def test_two_lists_are_compared_with_the_tables_of_both() -> None:
    """Variances alike: 22 degrees of freedom by Welch and Satterthwaite, 2.074; fewer where one has the larger part."""
    one, other = listed(1), listed(2)
    found = compare(one, other)
    first, second = (np.diagonal(part.covariance) for part in (one, other))
    half = (found.table["high"] - found.table["difference"]).to_numpy()
    quantile = half / np.sqrt(first + second)
    assert (quantile > 2.0738).all()
    assert (quantile < 2.2010).all()
    freedom = (first + second) ** 2 / (first**2 / 11 + second**2 / 11)
    even = np.argmin(np.abs(freedom - 22))
    assert quantile[even] == pytest.approx(2.074, abs=0.004)


def test_a_covariance_of_few_tables_is_not_taken_for_more_than_it_is() -> None:
    """The plain square of a covariance from 12 tables is too large, by its own chance: two lists of one world."""
    plain, ours = [], []
    for seed in range(form(6, 12)):
        found = compare(listed(100 + seed), listed(200 + seed))
        plain.append(float(np.sum(found.covariance**2)))
        ours.append(found.squares)
    many = Design(units=12, tables=600, sizes=(3, 5), choices=3)
    true = fit_prices(AdditiveWorld.make(1, many).battles(24_000, 1), guards=LOOSE).covariance.to_numpy() * 20
    assert np.mean(ours) == pytest.approx(np.sum(true**2), rel=form(0.42, 0.3))
    assert np.mean(plain) > 1.3 * np.mean(ours)
