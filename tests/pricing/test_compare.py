"""Two price lists next to each other: planted differences are found again, chance is not taken for one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from scipy import stats

from tests.forms import form
from tigersim.errors import InvalidValue
from tigersim.pricing import Prices
from tigersim.pricing.estimate.roster import Roster
from tigersim.pricing.report import compare as compare_module
from tigersim.pricing.report.compare import compare
from tigersim.statistics.intervals import Z_95

UNITS = 60
TRIES = form(60, 150)
"""Draws of two lists: a share of 95% has a standard error of 2.8% in 60, of 1.8% in 150.  Either form finds intervals
half as wide as they should be (67%); those that hold 88%, or hold always, only the long form finds."""
NAMES = [f"unit {k}" for k in range(UNITS)]


NONE = {"advantages": [()], "disadvantages": [()]}
NOBODY = Roster.of(pd.DataFrame({"key": ["nobody"], "cost": 1, "type": "infantry", "base_vp": 1, **NONE}))
"""Lists of planted numbers need no classes and traits of the catalogue's units."""


@cache
def plain(names: tuple[str, ...], verdict: str) -> tuple[pd.DataFrame, pd.DataFrame, pd.Index]:
    """What all lists of these names have in common, made once: tables of text are slow to make. To be copied."""
    n = len(names)
    table = pd.DataFrame(
        {
            "nation": ["usa"] * n,
            "name": names,
            "cost": np.arange(n) % 7 + 1,
            "delta": np.nan,
            "delta_low": np.nan,
            "delta_high": np.nan,
            "verdict": [verdict] * n,
            "price": np.nan,
            "price_low": np.nan,
            "price_high": np.nan,
            "range_low": np.nan,
            "range_high": np.nan,
            "theta": np.nan,
            "theta_se": 0.1,
            "n": 1000,
        }
    )
    detail = pd.DataFrame({"key": names, "whole_price": np.nan, "whole_price_probability": np.nan})
    return table, detail.assign(p_value=np.nan, mortality=np.nan), pd.Index(names)


def listed(
    delta: np.ndarray, covariance: np.ndarray, names: list[str] = NAMES, verdict: str = "FAIR", **about: Any
) -> Prices:
    """A price list with these numbers, as ``Prices.load`` gives it; ``about``: of its provenance."""
    table, detail, keys = plain(tuple(names), verdict)
    table = table.assign(
        delta=delta,
        delta_low=delta - 1,
        delta_high=delta + 1,
        price=2 * delta,
        price_low=2 * delta - 0.3 * Z_95,
        price_high=2 * delta + 0.3 * Z_95,
        theta=delta,
    )
    none = pd.DataFrame({"trait": []})
    about = {"battles": 1000, "seed": 1, "players": ["heuristic", "heuristic"], **about}
    return Prices(table, none, none, detail.copy(), pd.DataFrame(covariance, columns=keys), (), about)


def errors(rng: np.random.Generator, size: float) -> np.ndarray:
    """A covariance of errors that hang together, their standard deviations near ``size``."""
    part = rng.normal(0, 1, (UNITS, 6))
    cov = 0.5 * part @ part.T / 6 + 0.5 * np.eye(UNITS)
    return size**2 * cov


@pytest.fixture
def _no_classes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The empty tables of classes and traits of nobody are made once, not for every draw."""
    found = compare(*(listed(np.zeros(UNITS), np.eye(UNITS)) for _ in range(2)), NOBODY)
    empty = (found.classes, found.traits, [])
    monkeypatch.setattr("tigersim.pricing.report.compare._by_class_and_trait", lambda *_: empty)


@pytest.mark.usefixtures("_no_classes")
@pytest.mark.parametrize("true", [0.0, 0.15, 0.4])
def test_a_planted_difference_is_found_without_the_errors(true: float) -> None:
    rng = np.random.default_rng(11)
    one_cov, other_cov = errors(rng, 0.15), errors(rng, 0.2)
    roots = [np.linalg.cholesky(cov) for cov in (one_cov, other_cov)]
    truth = rng.normal(0, 1, UNITS)
    apart = rng.normal(0, 1, UNITS)
    apart *= true / np.sqrt(np.mean(apart**2))
    seen, squares, covered, tries = [], [], 0, TRIES
    for _ in range(tries):
        one = truth + roots[0] @ rng.normal(0, 1, UNITS)
        other = truth + apart + roots[1] @ rng.normal(0, 1, UNITS)
        found = compare(listed(one, one_cov), listed(other, other_cov), NOBODY)
        low, high = found.rms_interval
        covered += low <= true <= high
        seen.append(found.rms_seen**2)
        squares.append((found.table["difference"] ** 2).mean() - np.trace(found.covariance) / UNITS)
        assert found.rms == pytest.approx(np.sqrt(max(squares[-1], 0)))
    assert np.mean(squares) == pytest.approx(true**2, abs=form(0.0103, 0.0065))
    assert np.mean(seen) > true**2 + 0.05  # what the errors would pass off as a difference
    assert form(0.86, 0.905) < covered / tries < form(1.01, 0.995)


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
    assert "the second list 0.03 VP lower on average" in str(found)
    # prices are 1, 0 and -1.2 apart, each with an error of 0.3 on either side
    assert found.table["price_error"].tolist() == pytest.approx([0.3 * 2**0.5] * 3)
    assert found.rms_of_prices == pytest.approx(((1 + 1.44) / 3 - 0.18) ** 0.5)
    assert found.rms_seen == pytest.approx(np.sqrt((0.25 + 0.36) / 3))
    assert found.rms == pytest.approx(np.sqrt((0.25 + 0.36 - 0.205) / 3))
    assert found.changed["name"].tolist() == ["unit 2"]
    assert found.changed[["verdict_first", "verdict_second"]].to_numpy().tolist() == [["FAIR", "TOO DEAR"]]


@pytest.mark.usefixtures("_no_classes")
def test_chance_alone_is_seldom_called_a_difference() -> None:
    rng = np.random.default_rng(4)
    cov = errors(rng, 0.2)
    root = np.linalg.cholesky(cov)
    runs = [
        compare(*(listed(root @ rng.normal(0, 1, UNITS), cov) for _ in range(2)), NOBODY) for _ in range(form(60, 100))
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
    found, again = compare(*lists, catalogue()), compare(*map(Prices.load, folders), catalogue())
    assert again.rms == found.rms
    plain = again.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert (plain["units"], len(plain["table"]), plain["changed"]) == (UNITS, UNITS, 0)
    assert (len(plain["classes"]), len(plain["traits"]), plain["notes"]) == (5, 4, [])
    assert plain["rms_interval"] == list(found.rms_interval)
    assert "heuristic against heuristic" in plain["first"]


CLASSES = ("infantry", "light_tank", "medium_tank", "heavy_tank", "transport")
KIND = np.arange(UNITS) % 5
"""The class of each unit."""
TRAITS = {
    "fast": (KIND == 1) & (np.arange(UNITS) % 2 == 0),
    "rivets": ((KIND == 1) | (KIND == 2)) & (np.arange(UNITS) % 3 == 0),
    "open_top": (KIND > 1) & (np.arange(UNITS) % 7 < 3),
    "wheeled": np.arange(UNITS) == 40,
}
"""Who carries what: light tanks; light and medium tanks; half of what is heavier; one unit."""


CARRIED = np.column_stack(list(TRAITS.values()))
SHIFT = np.array([0.0, 0.4, 0.0, -0.3, 0.0])
"""VP by which the units of each class are worth more in the second list."""
OF_TRAIT = np.array([0.5, 0.0, 0.0, 0.0])


def catalogue() -> Roster:
    """The units as five classes, with the traits."""
    flags = {name: np.where(carries, name, "") for name, carries in TRAITS.items()}
    frame = pd.DataFrame(
        {
            "key": NAMES,
            "cost": 1,
            "type": [CLASSES[k] for k in KIND],
            "base_vp": 1,
            "advantages": [tuple(filter(None, one)) for one in zip(flags["fast"], strict=True)],
            "disadvantages": [
                tuple(filter(None, each)) for each in zip(flags["rivets"], flags["open_top"], strict=True)
            ],
            "wheeled": TRAITS["wheeled"],
        }
    )
    return Roster.of(frame)


@pytest.fixture
def _one_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is what and carries what is told once, by the same functions, not for every draw."""
    for name in ("class_and_trait_columns", "traits_of"):
        told = getattr(compare_module, name)(catalogue().frame)
        monkeypatch.setattr(compare_module, name, lambda frame, told=told: told)


@pytest.mark.usefixtures("_one_catalogue")
@pytest.mark.parametrize("own", [0.0, 0.3])
def test_intervals_of_classes_and_traits_hold_the_truth(own: float) -> None:
    """``own``: VP by which single units differ, besides class and traits."""
    rng = np.random.default_rng(21)
    one_cov, other_cov = errors(rng, 0.15), errors(rng, 0.2)
    roots = [np.linalg.cholesky(cov) for cov in (one_cov, other_cov)]
    worth, units, tries = rng.normal(0, 1, UNITS), catalogue(), form(40, 150)
    of_class, of_trait, blamed, wrong = np.zeros(5), np.zeros(4), np.zeros(4), 0.0
    for _ in range(tries):
        true = SHIFT[KIND] + CARRIED @ OF_TRAIT + own * rng.normal(0, 1, UNITS)
        one, other = (root @ rng.normal(0, 1, UNITS) for root in roots)
        found = compare(listed(worth + one, one_cov), listed(worth + true + other, other_cov), units)
        mean = np.array([true[KIND == k].mean() for k in range(5)])
        of_class += found.classes["low"].le(mean) & found.classes["high"].ge(mean)
        of_trait += found.traits["low"].le(OF_TRAIT) & found.traits["high"].ge(OF_TRAIT)
        said = found.classes["differs"].to_numpy()
        blamed += found.traits["differs"]
        wrong += said[SHIFT == 0].sum() / max(said.sum(), 1) / tries
    np.testing.assert_allclose(of_class / tries, 0.95, atol=form(0.11, 0.05))
    # s is sought from above 0: where there is none, the intervals of traits are a little too wide
    assert (of_trait / tries > form(0.8, 0.87)).all()
    assert (of_trait / tries < 1).any()
    assert blamed[0] / tries > (form(0.2, 0.35) if own else form(0.75, 0.9))
    assert (blamed[1:] / tries < form(0.125, 0.08)).all()
    # single units that differ leave no class without any difference
    assert own or wrong < form(0.09, 0.06)


@pytest.mark.usefixtures("_one_catalogue")
def test_lists_that_differ_by_chance_alone_have_no_class_and_no_trait_that_differs() -> None:
    """Nor do lists of 30 tables, whose covariance is an estimate with 29 degrees of freedom."""
    rng = np.random.default_rng(22)
    cov, units, tries = errors(rng, 0.2), catalogue(), form(40, 120)
    root, held, classes, traits = np.linalg.cholesky(cov), np.zeros(5), 0, 0
    for _ in range(tries):
        tables = rng.normal(0, 1, (2, 29, UNITS)) @ root.T
        seen = rng.normal(0, 1, (2, UNITS)) @ root.T
        lists = [listed(seen[k], tables[k].T @ tables[k] / 29, errors_freedom=29) for k in range(2)]
        found = compare(*lists, units)
        held += found.classes["low"].le(0) & found.classes["high"].ge(0)
        classes += found.classes["differs"].any()
        traits += found.traits["differs"].any()
    np.testing.assert_allclose(held / tries, 0.95, atol=form(0.11, 0.05))
    assert form(-1, 0.008) < classes / tries < form(0.155, 0.1)  # none of 40 is no wonder, none of 120 is
    assert traits / tries < form(0.155, 0.1)


def test_a_class_by_hand() -> None:
    """Six heavy tanks of two lists, with errors that hang together, from 12 and 31 tables."""
    rng = np.random.default_rng(23)
    covs = [errors(rng, 0.2), errors(rng, 0.3)]
    deltas = rng.normal(0, 0.5, (2, UNITS))
    deltas[0, 3], deltas[1, 8] = 4.0, -3.5  # both more than 3 VP off
    one, other = (
        listed(delta, cov, errors_freedom=freedom) for delta, cov, freedom in zip(deltas, covs, (11, 30), strict=True)
    )
    other.table.loc[UNITS // 2 :, "delta"] = np.nan
    row = compare(one, other, catalogue()).classes.set_index("group").loc["heavy_tank"]
    mine = [k for k in range(UNITS // 2) if k % 5 == 3]
    assert (row["units"], row["far"]) == (len(mine), 2) == (6, 2)
    difference = sum(deltas[1, k] - deltas[0, k] for k in mine) / 6
    first, second = (sum(cov[j, k] for j in mine for k in mine) / 36 for cov in covs)
    freedom = (first + second) ** 2 / (first**2 / 11 + second**2 / 30)
    half = stats.t.ppf(0.975, freedom) * (first + second) ** 0.5
    assert (row["difference"], row["low"], row["high"]) == pytest.approx(
        (difference, difference - half, difference + half)
    )


def test_traits_by_ordinary_least_squares() -> None:
    """Errors that are independent and alike: the standard errors of ordinary least squares, s^2 what these leave."""
    rng = np.random.default_rng(24)
    cov, apart = 0.01 * np.eye(UNITS), rng.normal(0, 0.5, UNITS)
    found = compare(listed(np.zeros(UNITS), cov), listed(apart, cov), catalogue()).traits.set_index("group")
    x = np.column_stack([KIND[:, None] == np.arange(5), CARRIED]).astype(float)
    plain = sm.OLS(apart, x).fit()
    # nine columns leave 51 degrees of freedom to s^2; the errors of the lists, 0.02 of the whole, are known
    freedom = 51 * (plain.scale / (plain.scale - 0.02)) ** 2
    half = stats.t.ppf(0.975, freedom) * plain.bse[5:]
    found = found.loc[list(TRAITS)]
    np.testing.assert_allclose(found["difference"], plain.params[5:], rtol=1e-6)
    np.testing.assert_allclose(found["high"] - found["difference"], half, rtol=1e-3)
    assert found["units"].tolist() == CARRIED.sum(axis=0).tolist()


def test_what_a_single_unit_differs_by_is_not_laid_to_its_trait() -> None:
    """Unit 40 alone is wheeled and 1 VP dearer, with an error of 0.14; others differ by as much."""
    rng = np.random.default_rng(25)
    cov, apart = 0.01 * np.eye(UNITS), rng.normal(0, 0.5, UNITS)
    apart[40] = 1.0
    found = compare(listed(np.zeros(UNITS), cov), listed(apart, cov), catalogue())
    assert found.table["differs"][40]
    assert not found.traits.set_index("group").loc["wheeled", "differs"]


def test_units_of_unknown_class_are_named_and_left_out_of_the_tables() -> None:
    cov, delta = 0.01 * np.eye(UNITS), np.zeros(UNITS)
    one, other = listed(delta, cov), listed(delta, cov)
    none = compare(one, other)
    assert (len(none.classes), len(none.traits), len(none.table)) == (0, 0, UNITS)
    assert none.notes == ("class and traits are not known of any unit",)
    most = compare(one, other, catalogue().only(range(2, UNITS)))
    assert most.classes["units"].sum() == UNITS - 2
    assert most.notes == ("class and traits are not known of unit 0, unit 1",)
    few = compare(one, other, catalogue().only(range(5)))
    assert (few.classes["units"].sum(), len(few.traits)) == (5, 0)
    assert "no trait table: 5 units of known class do not exceed 5" in few.notes[0]


def test_traits_that_are_told_by_others_are_named() -> None:
    """All heavy tanks are fast and nothing else is: the class tells it."""
    cov, delta, asked = 0.01 * np.eye(UNITS), np.zeros(UNITS), catalogue()
    asked.frame["advantages"] = [("fast",) * int(k == 3) for k in KIND]
    found = compare(listed(delta, cov), listed(delta, cov), asked)
    assert "fast" not in found.traits["group"].tolist()
    assert found.notes == ("not in the table of traits, since classes and other traits tell them: fast",)
