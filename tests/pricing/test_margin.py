"""The regression against statsmodels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import statsmodels.api as sm

from tests.pricing.planted_worlds import AdditiveWorld, Design, KillWorld
from tigersim.pricing.estimate.data import BattleTable
from tigersim.pricing.estimate.margin import fit_margin, sandwich
from tigersim.pricing.estimate.moments import Moments

DESIGN = Design(units=15, tables=4, sizes=(3, 6), choices=4)
KILLS = KillWorld.make(4, DESIGN)
U = DESIGN.units


def fitted(battles: BattleTable, luck: str = "none"):
    moments = Moments(battles.roster, DESIGN.tables)
    moments.add(battles, 0)
    return fit_margin(moments.total(), moments.columns, battles.roster, luck=luck, deaths=battles.dead is not None)


def design_matrix(battles: BattleTable) -> np.ndarray:
    return np.column_stack(
        [battles.difference, battles.attacker, np.eye(DESIGN.tables)[battles.table] * battles.edge[:, None]]
    )


def luck_vp(battles: BattleTable) -> np.ndarray:
    slots = battles.luck() * np.append(battles.roster.cost, 0.0)[battles.army]
    return slots[:, 1].sum(axis=1) - slots[:, 0].sum(axis=1)


@pytest.fixture(scope="module")
def battles() -> BattleTable:
    rng = np.random.default_rng(1)
    return replace(KILLS.battles(1500, 5), edge=rng.choice([-1, 1], 1500).astype(np.int8))


@pytest.mark.parametrize("errors", ["HC0", "HC1", "HC2", "HC3"])
def test_theta_and_robust_errors_are_those_of_statsmodels(battles: BattleTable, errors: str) -> None:
    fit = fitted(battles)
    oracle = sm.OLS(battles.margin, design_matrix(battles)).fit(cov_type=errors)
    np.testing.assert_allclose(np.append(fit.coef, fit.effects()), oracle.params, rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(
        sandwich([battles], fit, errors=errors).theta, oracle.cov_params()[:U, :U], rtol=1e-6, atol=1e-12
    )
    assert fit.variance == pytest.approx(oracle.scale, rel=1e-9)
    assert fit.freedom == oracle.df_resid


def test_luck_is_one_more_regressor(battles: BattleTable) -> None:
    fit = fitted(battles, luck="fitted")
    oracle = sm.OLS(battles.margin, np.column_stack([design_matrix(battles), luck_vp(battles)])).fit(cov_type="HC0")
    np.testing.assert_allclose(fit.theta, oracle.params[:U], rtol=1e-8, atol=1e-8)
    assert fit.luck == pytest.approx(oracle.params[-1], rel=1e-8)
    assert fit.variance == pytest.approx(oracle.scale, rel=1e-8)
    # b counts as known in the covariance
    robust = np.sqrt(np.diagonal(sandwich([battles], fit, errors="HC0").theta))
    np.testing.assert_allclose(robust, oracle.bse[:U], rtol=1e-2)


def test_errors_clustered_by_pair_are_those_of_statsmodels(battles: BattleTable) -> None:
    pair = np.random.default_rng(2).permutation(np.arange(1500) // 2)
    paired = replace(battles, pair=pair)
    oracle = sm.OLS(battles.margin, design_matrix(battles)).fit(cov_type="cluster", cov_kwds={"groups": pair})
    np.testing.assert_allclose(
        sandwich([paired], fitted(paired)).theta, oracle.cov_params()[:U, :U], rtol=1e-6, atol=1e-12
    )


@pytest.mark.parametrize("by_table", [True, False], ids=["an effect each", "one effect"])
def test_errors_clustered_by_table_are_those_of_statsmodels(battles: BattleTable, by_table: bool) -> None:
    many, rng = 20, np.random.default_rng(3)
    there = replace(battles, table=rng.integers(0, many, len(battles)))
    moments = Moments(there.roster, many, by_table=by_table)
    moments.add(there, 0)
    fit = fit_margin(moments.total(), moments.columns, there.roster, luck="none")
    spread = sandwich([there], fit)
    effects = np.eye(many)[there.table] if by_table else np.ones((len(there), 1))
    z = np.column_stack([there.difference, there.attacker, effects * there.edge[:, None]])
    oracle = sm.OLS(there.margin, z).fit(cov_type="cluster", cov_kwds={"groups": there.table})
    np.testing.assert_allclose(spread.theta, oracle.cov_params()[:U, :U], rtol=1e-6, atol=1e-12)
    assert spread.freedom == many - 1
    by_theta = np.asarray(oracle.resid)[:, None] * (z @ np.linalg.inv(z.T @ z))[:, :U]
    by_death = np.empty((len(there), U))
    for unit in range(U):
        here = there.army == unit
        by_death[:, unit] = ((there.dead - there.dead[here].mean()) * here).sum(axis=(1, 2)) / here.sum()
    of_theta, of_death = (
        np.array([one[there.table == table].sum(axis=0) for table in range(many)]) for one in (by_theta, by_death)
    )
    factor = many / (many - 1) * (len(there) - 1) / oracle.df_resid
    np.testing.assert_allclose(spread.mortality, factor * of_death.T @ of_death, rtol=1e-9, atol=1e-15)
    np.testing.assert_allclose(spread.cross, factor * of_theta.T @ of_death, rtol=1e-9, atol=1e-15)


def test_battles_scored_at_other_prices(battles: BattleTable) -> None:
    """theta at a price list is the regression of the margin that those prices would have given."""
    fit = fitted(battles, luck="one")
    prices = battles.roster.cost * np.linspace(0.5, 2, U)
    margin = battles.conceded @ prices
    adjusted = margin - (luck_vp(replace(battles, roster=replace(battles.roster, cost=prices))))
    oracle = sm.OLS(adjusted, design_matrix(battles)).fit(cov_type="HC2")
    np.testing.assert_allclose(np.append(fit.coef_at(prices), fit.effects(prices)), oracle.params, atol=1e-8)
    np.testing.assert_allclose(
        sandwich([battles], fit, prices=prices).theta, oracle.cov_params()[:U, :U], rtol=1e-6, atol=1e-12
    )


def test_mortality_and_its_covariance(battles: BattleTable) -> None:
    fit = fitted(battles)
    spread = sandwich([battles], fit, errors="HC0")
    error = battles.margin - design_matrix(battles) @ np.append(fit.coef, fit.effects())
    inverse = np.linalg.inv(design_matrix(battles).T @ design_matrix(battles))
    by_theta = error[:, None] * (design_matrix(battles) @ inverse)[:, :U]
    by_death = np.empty((1500, U))
    for unit in range(U):
        here = battles.army == unit
        q = battles.dead[here].mean()
        assert fit.mortality[unit] == pytest.approx(q)
        by_death[:, unit] = ((battles.dead - q) * here).sum(axis=(1, 2)) / here.sum()
    np.testing.assert_allclose(spread.mortality, by_death.T @ by_death, rtol=1e-9, atol=1e-15)
    np.testing.assert_allclose(spread.cross, by_theta.T @ by_death, rtol=1e-9, atol=1e-15)


def test_luck_is_fair_and_worth_having() -> None:
    """Mean luck is 0, adjusted and raw prices agree, and the adjustment saves battles."""
    played = KILLS.battles(20_000, 9)
    luck = luck_vp(played)
    assert abs(luck.mean()) / (luck.std() / np.sqrt(len(luck))) < 4
    for unit in range(U):
        here = (played.luck() * (played.army == unit)).sum(axis=(1, 2))
        assert abs(here.mean()) / (here.std() / np.sqrt(len(here))) < 4
    raw, adjusted = fitted(played), fitted(played, luck="fitted")
    assert adjusted.variance / adjusted.raw_variance < 0.6
    assert adjusted.luck == pytest.approx(1.0, abs=0.2)
    joint = np.sqrt(np.diagonal(sandwich([played], raw).theta))
    assert np.abs((raw.theta - adjusted.theta) / joint).max() < 4


def test_an_attacker_who_is_always_the_same_side_is_left_to_the_tables() -> None:
    world = AdditiveWorld.make(1, DESIGN)
    battles = world.battles(1000, 1)
    fixed = replace(battles, attacker=np.ones(1000, dtype=np.int8))
    fit = fitted(fixed)
    oracle = sm.OLS(fixed.margin, np.column_stack([fixed.difference, np.eye(DESIGN.tables)[fixed.table]])).fit()
    np.testing.assert_allclose(fit.theta, oracle.params[:U], atol=1e-8)
    assert fit.coef[fit.columns.attacker] == 0
    assert fit.freedom == oracle.df_resid
