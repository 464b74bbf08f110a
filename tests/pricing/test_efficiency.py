"""Units in percent of a reference: ratios with the covariance of both, against planted truth."""

from __future__ import annotations

import numpy as np
import pytest

from tests.forms import form
from tests.pricing.test_compare import NAMES, UNITS, errors, listed
from tigersim.errors import InvalidValue, UnitNotFound
from tigersim.pricing import Prices
from tigersim.statistics.intervals import Z_95

COST = np.arange(UNITS) % 7 + 1
REFERENCE = 12


def with_prices(found: Prices, price: np.ndarray, error: np.ndarray | float) -> Prices:
    """The list with these prices in the revised list, and their standard errors."""
    found.table["price"] = price
    found.table["price_low"], found.table["price_high"] = price - Z_95 * error, price + Z_95 * error
    return found


def by_unit(found: Prices, reference: str = NAMES[REFERENCE]) -> dict[str, dict[str, float]]:
    return {row["name"]: row for row in found.efficiency(reference).to_dict("records")}  # type: ignore[misc]


def test_two_units_by_hand() -> None:
    """2 VP worth 3 against 4 VP worth 5: 1.5 to 1.25 are 120%.  No errors of the reference: those of the unit alone."""
    cov = np.zeros((UNITS, UNITS))
    cov[1, 1] = 0.04  # of 3 VP, a fifteenth: 8% of 120%
    delta = np.zeros(UNITS)
    delta[1], delta[3] = 1, 1
    row = by_unit(listed(delta, cov), NAMES[3])
    assert (row[NAMES[1]]["delta"], row[NAMES[1]]["efficiency"]) == pytest.approx((1, 120))
    assert row[NAMES[1]]["low"] == pytest.approx(120 - Z_95 * 8)
    assert row[NAMES[1]]["high"] == pytest.approx(120 + Z_95 * 8)
    assert row[NAMES[3]]["efficiency"] == row[NAMES[3]]["low"] == row[NAMES[3]]["high"] == 100


def test_the_most_efficient_come_first_and_nobody_is_lost() -> None:
    rng = np.random.default_rng(3)
    frame = listed(rng.normal(0, 0.3, UNITS) * COST, errors(rng, 0.1)).efficiency(NAMES[REFERENCE])
    assert frame["efficiency"].is_monotonic_decreasing
    assert sorted(frame["name"]) == sorted(NAMES)


def test_errors_that_both_share_cancel() -> None:
    """All units too high by one share: the ratios are known exactly."""
    delta = 0.2 * COST
    cov = np.outer(COST, COST) * 0.01
    for row in by_unit(listed(delta, cov)).values():
        assert (row["low"], row["efficiency"], row["high"]) == pytest.approx((100, 100, 100), abs=1e-3)


def test_intervals_hold_the_planted_ratio() -> None:
    rng = np.random.default_rng(5)
    truth, cov = 0.3 * rng.normal(0, 1, UNITS) * COST, errors(rng, 0.35)
    brings = 1 + truth / COST
    true, covered, tries = 100 * brings / brings[REFERENCE], 0, form(40, 100)
    for _ in range(tries):
        rows = by_unit(listed(rng.multivariate_normal(truth, cov), cov))
        covered += sum(rows[name]["low"] <= true[k] <= rows[name]["high"] for k, name in enumerate(NAMES))
    share = (covered - tries) / (tries * (UNITS - 1))  # without the reference, which is always 100
    # the units share the errors of the reference: 100 tries are not 5,900; intervals half as wide hold 67%
    assert form(0.9, 0.92) < share < form(0.995, 0.98)


@pytest.mark.parametrize("together", [-0.95, 0.0, 0.95])
def test_revised_intervals_hold_however_the_errors_hang_together(together: float) -> None:
    rng = np.random.default_rng(6)
    cost, reference, other = COST[:7], 5, 6  # a list of seven units
    truth, size = cost * np.linspace(0.7, 1.4, 7), 0.08 * cost
    true, covered, tries = 100 * (truth / cost)[other] / (truth / cost)[reference], 0, form(80, 200)
    found = listed(np.zeros(7), np.eye(7), NAMES[:7])
    for _ in range(tries):
        common = rng.normal()
        noise = together * common + np.sqrt(1 - together**2) * rng.normal(0, 1, 7)
        noise[reference] = common
        row = by_unit(with_prices(found, truth + size * noise, size), NAMES[reference])[NAMES[other]]
        covered += row["revised_low"] <= true <= row["revised_high"]
    assert covered / tries > 0.95 - 4 * np.sqrt(0.05 * 0.95 / tries)


def test_what_is_not_known_is_not_told() -> None:
    delta = np.zeros(UNITS)
    delta[5] = np.nan
    found = listed(delta, 0.01 * np.eye(UNITS))
    row = by_unit(with_prices(found, np.full(UNITS, np.nan), 0.1))[NAMES[5]]
    assert np.isnan([row[name] for name in ("delta", "efficiency", "low", "high", "revised", "revised_low")]).all()
    with pytest.raises(InvalidValue, match="worth more than nothing"):
        found.efficiency(NAMES[5])
    vague = listed(np.zeros(UNITS), 40.0 * np.eye(UNITS))
    assert by_unit(vague)[NAMES[1]]["high"] == np.inf
    dubious = by_unit(with_prices(vague, COST.astype(float), 40.0))
    assert dubious[NAMES[1]]["revised_low"] == -np.inf
    with pytest.raises(UnitNotFound, match="Shermann"):
        found.efficiency("Shermann")
    with pytest.raises(InvalidValue, match="units of the run"):
        found.efficiency("Tiger I")
