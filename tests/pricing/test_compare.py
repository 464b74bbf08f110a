"""Two price lists beside each other: planted differences are found again, chance is not taken for one."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from tigersim.errors import InvalidValue
from tigersim.pricing import Prices
from tigersim.pricing.report.compare import compare
from tigersim.statistics.intervals import Z_95

UNITS = 60
NAMES = [f"unit {k}" for k in range(UNITS)]


def listed(delta: np.ndarray, covariance: np.ndarray, names: list[str] = NAMES, verdict: str = "FAIR") -> Prices:
    """A price list with these numbers, as ``Prices.load`` gives it."""
    n = len(names)
    table = pd.DataFrame(
        {
            "nation": ["usa"] * n,
            "name": names,
            "cost": np.arange(n) % 7 + 1,
            "delta": delta,
            "delta_low": delta - 1,
            "delta_high": delta + 1,
            "verdict": [verdict] * n,
            "price": 2 * delta,
            "price_low": 2 * delta - 0.3 * Z_95,
            "price_high": 2 * delta + 0.3 * Z_95,
            "range_low": np.nan,
            "range_high": np.nan,
            "theta": delta,
            "theta_se": 0.1,
            "n": 1000,
        }
    )
    detail = pd.DataFrame({"key": names, "whole_price": np.nan, "whole_price_probability": np.nan})
    detail = detail.assign(p_value=np.nan, mortality=np.nan)
    none = pd.DataFrame({"trait": []})
    about = {"battles": 1000, "seed": 1, "players": ["heuristic", "heuristic"]}
    return Prices(table, none, none, detail, pd.DataFrame(covariance, columns=names), (), about)


def errors(rng: np.random.Generator, size: float) -> np.ndarray:
    """A covariance of errors that hang together, their standard deviations near ``size``."""
    part = rng.normal(0, 1, (UNITS, 6))
    cov = 0.5 * part @ part.T / 6 + 0.5 * np.eye(UNITS)
    return size**2 * cov


@pytest.mark.parametrize("true", [0.0, 0.15, 0.4])
def test_a_planted_difference_is_found_without_the_errors(true: float) -> None:
    rng = np.random.default_rng(11)
    one_cov, other_cov = errors(rng, 0.15), errors(rng, 0.2)
    truth = rng.normal(0, 1, UNITS)
    apart = rng.normal(0, 1, UNITS)
    apart *= true / np.sqrt(np.mean(apart**2))
    seen, squares, covered, tries = [], [], 0, 400
    for _ in range(tries):
        one = rng.multivariate_normal(truth, one_cov)
        other = rng.multivariate_normal(truth + apart, other_cov)
        found = compare(listed(one, one_cov), listed(other, other_cov))
        low, high = found.rms_interval
        covered += low <= true <= high
        seen.append(found.rms_seen**2)
        squares.append((found.table["difference"] ** 2).mean() - np.trace(found.covariance) / UNITS)
        assert found.rms == pytest.approx(np.sqrt(max(squares[-1], 0)))
    assert np.mean(squares) == pytest.approx(true**2, abs=0.004)
    assert np.mean(seen) > true**2 + 0.05  # what the errors would pass off as a difference
    assert covered / tries > 0.92
    assert covered / tries < 0.99


def test_numbers_of_a_unit_by_hand() -> None:
    one_cov, other_cov = np.diag([0.01, 0.09, 0.0025]), np.diag([0.03, 0.07, 0.0025])
    names = NAMES[:3]
    one = listed(np.array([1.0, -0.5, 0.0]), one_cov, names)
    other = listed(np.array([1.5, -0.5, -0.6]), other_cov, names)
    other.table.loc[2, "verdict"] = "TOO DEAR"
    found = compare(one, other)
    assert found.table["difference"].tolist() == pytest.approx([0.5, 0.0, -0.6])
    # standard errors 0.2, 0.4 and 0.0707
    assert found.table["low"].tolist() == pytest.approx([0.5 - 1.96 * 0.2, -1.96 * 0.4, -0.6 - 1.96 * 0.0707], abs=1e-3)
    assert found.table["differs"].tolist() == [True, False, True]
    assert found.shift == pytest.approx(-0.1 / 3)
    # prices are 1, 0 and -1.2 apart, each with an error of 0.3 on either side
    assert found.table["price_error"].tolist() == pytest.approx([0.3 * 2**0.5] * 3)
    assert found.rms_of_prices == pytest.approx(((1 + 1.44) / 3 - 0.18) ** 0.5)
    assert found.rms_seen == pytest.approx(np.sqrt((0.25 + 0.36) / 3))
    assert found.rms == pytest.approx(np.sqrt((0.25 + 0.36 - 0.205) / 3))
    assert found.changed["name"].tolist() == ["unit 2"]
    assert found.changed[["verdict_first", "verdict_second"]].to_numpy().tolist() == [["FAIR", "TOO DEAR"]]


def test_chance_alone_is_seldom_called_a_difference() -> None:
    rng = np.random.default_rng(4)
    cov = errors(rng, 0.2)
    runs = [
        compare(*(listed(rng.multivariate_normal(np.zeros(UNITS), cov), cov) for _ in range(2))) for _ in range(200)
    ]
    assert np.mean([found.table["differs"].any() for found in runs]) < 0.1
    assert np.mean([found.rms_interval.low == 0 for found in runs]) > 0.9


def test_units_are_matched_by_name_and_the_rest_is_left_out() -> None:
    delta, cov = np.array([0.0, 1.0, 2.0, 3.0]), np.diag([0.01, 0.02, 0.03, 0.04])
    one = listed(delta, cov, ["a", "b", "c", "d"])
    other = listed(delta[::-1].copy(), cov[::-1, ::-1], ["d", "c", "b", "e"])
    other.table.loc[0, "delta"] = np.nan  # d could not be priced
    found = compare(one, other)
    assert found.table["name"].tolist() == ["b", "c"]
    assert found.table["difference"].tolist() == [0.0, 0.0]
    assert np.diagonal(found.covariance).tolist() == pytest.approx([0.04, 0.06])
    assert found.left_out == ("a", "d", "e")
    with pytest.raises(InvalidValue, match="units that both lists price is 0; allowed: 2 or more"):
        compare(one, listed(delta, cov, ["e", "f", "g", "h"]))


def test_saved_lists_compare_alike(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    cov = errors(rng, 0.1)
    lists = [listed(rng.normal(0, 1, UNITS), cov) for _ in range(2)]
    folders = [one.save(tmp_path / name) for one, name in zip(lists, ("one", "other"), strict=True)]
    found, again = compare(*lists), compare(*map(Prices.load, folders))
    assert again.rms == found.rms
    plain = again.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert (plain["units"], len(plain["table"]), plain["changed"]) == (UNITS, UNITS, 0)
    assert plain["rms_interval"] == list(found.rms_interval)
    assert "heuristic against heuristic" in plain["first"]
