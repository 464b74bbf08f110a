"""Regression of wins: against statsmodels, against the margin regression, and what cannot be fitted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import statsmodels.api as sm

from tests.forms import form
from tests.pricing.planted_worlds import AdditiveWorld, Design, KillWorld, projection
from tigersim.errors import IdentifiabilityError, InvalidValue
from tigersim.pricing import BattleTable, Guards
from tigersim.pricing.estimate.margin import fit_margin
from tigersim.pricing.estimate.moments import Moments
from tigersim.pricing.estimate.scale import EqualBudgets
from tigersim.pricing.estimate.wins import (
    WinsSeparated,
    agreement,
    fit_wins,
    half_wins,
    handicap_slope,
    prices_by_wins,
    win_covariance,
)

DESIGN = Design(units=15, tables=4, sizes=(3, 6), choices=4)
U = DESIGN.units
LOOSE = Guards(min_appearances=20, max_scale_error=0.3)


@pytest.fixture(scope="module")
def battles() -> BattleTable:
    """Some draws, both edges of the tables, sums over chance that a regression of wins has no use for."""
    rng = np.random.default_rng(1)
    played = KillWorld.make(4, DESIGN).battles(1500, 5)
    edge = rng.choice([-1, 1], 1500).astype(np.int8)
    return replace(played, edge=edge, chance=rng.normal(size=(1500, 2)).astype(np.float32))


def design_matrix(battles: BattleTable) -> np.ndarray:
    tables = np.eye(DESIGN.tables)[battles.table] * battles.edge[:, None]
    return np.column_stack([battles.difference, battles.attacker, tables]).astype(float)


def glm(battles: BattleTable, **cov: object):
    model = sm.GLM(half_wins(battles), design_matrix(battles), family=sm.families.Binomial())
    return model.fit(tol=1e-14, maxiter=100, **cov)


def test_theta_and_errors_are_those_of_statsmodels(battles: BattleTable) -> None:
    assert (battles.winner == 0).any()
    found, expected = fit_wins([battles], tables=4, guards=LOOSE), glm(battles)
    np.testing.assert_allclose(np.append(found.coef, found.effects.value), expected.params, rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(found.inverse, expected.cov_params()[: U + 1, : U + 1], rtol=1e-6, atol=1e-12)
    np.testing.assert_allclose(found.chance(battles), expected.fittedvalues, atol=1e-9)
    assert found.log_loss == pytest.approx(-expected.llf / 1500, abs=0.02)  # draws have no likelihood of their own
    assert found.freedom == expected.df_resid
    robust = glm(battles, cov_type="HC0").cov_params()[:U, :U]
    np.testing.assert_allclose(win_covariance([battles], found, "HC0").theta, robust, rtol=1e-6, atol=1e-12)
    # statsmodels leaves the small-sample factor n / (n - k) out of HC1 here
    ours = win_covariance([battles], found).theta
    np.testing.assert_allclose(ours, 1500 / found.freedom * robust, rtol=1e-6, atol=1e-12)


def test_errors_clustered_by_pair_are_those_of_statsmodels(battles: BattleTable) -> None:
    pair = np.random.default_rng(2).permutation(np.arange(1500) // 2)
    paired = replace(battles, pair=pair)
    expected = glm(battles, cov_type="cluster", cov_kwds={"groups": pair}).cov_params()[:U, :U]
    found = win_covariance([paired], fit_wins([paired], tables=4, guards=LOOSE)).theta
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-12)


def test_chunks_leave_no_trace(battles: BattleTable) -> None:
    whole = fit_wins([battles], tables=4, guards=LOOSE)
    parts = [battles.rows(slice(a, b)) for a, b in ((0, 7), (7, 600), (600, 1500))]
    again = fit_wins(parts, tables=4, guards=LOOSE)
    assert again.coef.tobytes() == whole.coef.tobytes()
    assert again.inverse.tobytes() == whole.inverse.tobytes()


def test_a_span_is_a_regression_on_fewer_columns(battles: BattleTable) -> None:
    cost = battles.roster.cost[:, None]
    found = fit_wins([battles], tables=4, span=cost)
    z = design_matrix(battles)
    by_cost = np.column_stack([z[:, :U] @ cost, z[:, U:]])
    expected = sm.GLM(half_wins(battles), by_cost, family=sm.families.Binomial()).fit(tol=1e-14)
    np.testing.assert_allclose(found.theta, cost[:, 0] * expected.params[0], atol=1e-8)
    with pytest.raises(InvalidValue, match=r"span is .*shape \(15, columns\)"):
        fit_wins([battles], tables=4, span=cost[:3])


def test_kappa_is_what_a_handicap_is_worth() -> None:
    """Margins N(0, 5) by coin: density at 0 is 1 / (5 sqrt(2 pi)), p (1 - p) is about a quarter."""
    army = DESIGN.armies(np.random.default_rng(1), np.ones(U), 40_000)
    margin = np.random.default_rng(2).normal(0, 5, 40_000)
    flat = BattleTable.from_slots(army, margin, units=dict.fromkeys(map(str, range(U)), 1))
    fit = fit_wins([flat], span=np.ones((U, 1)))
    assert handicap_slope([flat], fit) == pytest.approx(4 / (5 * np.sqrt(2 * np.pi)), rel=0.04)
    far = replace(flat, margin=np.where(margin > 0, 9.0, -9.0))
    with pytest.raises(IdentifiabilityError, match="within 2 VP"):
        handicap_slope([far], fit)


def fits(battles: BattleTable):
    moments = Moments(battles.roster, DESIGN.tables)
    moments.add(battles, 0)
    margin = fit_margin(moments.total(), moments.columns, battles.roster)
    return margin, prices_by_wins([battles], tables=DESIGN.tables, mortality=margin.mortality, guards=LOOSE)


def test_wins_and_margins_agree_about_the_same_world() -> None:
    """delta by wins covers the truth of the margins: kappa and lambda bring logits back to VP."""
    inside, calls, correlation, z = [], [], [], []
    for seed in range(form(3, 8)):
        world = AdditiveWorld.make(seed, DESIGN)
        truth = projection(world.means(form(20_000, 40_000), 9), world.mortality)
        battles = world.battles(form(4000, 8000), seed)
        margin, wins = fits(battles)
        inside.append(np.abs(wins.found.delta - truth.delta) <= wins.found.half_width())
        both = agreement([battles], margin, wins)
        calls.append(both.differs.mean())
        correlation.append(both.correlation)
        z.append(both.difference / both.se)
        # the error of a difference of two answers of the same battles, not that of two sets of battles
        assert np.median(both.se / wins.found.se) < 0.95
    # 45 or 120 units: that intervals hold always only the long form finds
    assert form(0.85, 0.90) <= np.mean(inside) <= form(1, 0.99)
    assert np.sqrt(np.mean(np.square(z))) == pytest.approx(1.0, abs=form(0.33, 0.2))
    assert np.mean(calls) < 0.02
    assert np.mean(correlation) > 0.9


def test_a_unit_that_wins_without_vp_is_named() -> None:
    """Unit 3 turns half of the battles that it fights in, by a goal that no VP tell."""
    world = AdditiveWorld.make(1, DESIGN)
    battles = world.battles(20_000, 1)
    n = battles.difference[:, 3]
    turned = (np.random.default_rng(1).random(20_000) < 0.5) & (n != 0)
    battles = replace(battles, winner=np.where(turned, np.sign(n), battles.winner).astype(np.int8))
    margin, wins = fits(battles)
    both = agreement([battles], margin, wins)
    assert both.differs[3]
    assert both.difference[3] > 1
    assert np.abs(both.difference).argmax() == 3


def test_wins_told_without_exception_are_refused(battles: BattleTable) -> None:
    told = replace(battles, winner=np.where(battles.attacker > 0, 1, -1).astype(np.int8))
    with pytest.raises(WinsSeparated, match="without exception"):
        fit_wins([told], tables=4, guards=LOOSE)
    level = replace(battles, army=battles.army[:, [0, 0]])
    with pytest.raises(EqualBudgets):
        fit_wins([level], tables=4, guards=LOOSE)
