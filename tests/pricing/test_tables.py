"""Tables as a sample: effects absorbed and not carried as columns, errors that hold for tables that were not drawn."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest
import statsmodels.api as sm

from tests.pricing.planted_worlds import Design, KillWorld
from tigersim.pricing import BattleTable, Guards, PriceStudy, fit_prices
from tigersim.pricing.estimate.margin import LEAST_TABLES, fit_margin, sandwich
from tigersim.pricing.estimate.moments import BLOCK, Moments, Sums
from tigersim.pricing.estimate.synergies import pair_synergies
from tigersim.pricing.estimate.wins import WinMoments, fit_wins, half_wins, win_covariance
from tigersim.pricing.play.study import Method
from tigersim.pricing.study.equilibrium import jackknife

TABLES, U, N = 40, 15, 3000
DESIGN = Design(units=U, tables=TABLES, sizes=(3, 6), choices=4)
LOOSE = Guards(min_appearances=20, max_scale_error=0.5)


@pytest.fixture(scope="module")
def battles() -> BattleTable:
    """Side a stands at either edge; two sums over chance."""
    rng = np.random.default_rng(1)
    played = KillWorld.make(4, DESIGN).battles(N, 5)
    chance = rng.normal(size=(N, 2)).astype(np.float32)
    return replace(played, edge=rng.choice([-1, 1], N).astype(np.int8), chance=chance)


def fitted(battles: BattleTable, luck: str = "none"):
    moments = Moments(battles.roster, chances=battles.chances)
    moments.add(battles, 0)
    return fit_margin(moments.total(), moments.columns, battles.roster, luck=luck)


def columns(battles: BattleTable) -> np.ndarray:
    """Dense: units, attacker, sums over chance, and one column per table."""
    tables = np.eye(TABLES)[battles.table] * battles.edge[:, None]
    return np.column_stack([battles.difference, battles.attacker, battles.chance, tables]).astype(float)


def test_absorbed_tables_give_the_fit_of_dense_columns(battles: BattleTable) -> None:
    z = columns(battles)
    for luck in ("none", "one"):
        fit = fitted(battles, luck)
        by_slot = (battles.luck() * np.append(battles.roster.cost, 0.0)[battles.army]).sum(axis=2)
        adjusted = battles.margin - (luck == "one") * (by_slot[:, 1] - by_slot[:, 0])
        expected = np.linalg.lstsq(z, adjusted)[0]
        np.testing.assert_allclose(np.append(fit.coef, fit.effects()), expected, atol=1e-9)
        assert fit.freedom == N - z.shape[1]
        assert fit.variance == pytest.approx(np.sum((adjusted - z @ expected) ** 2) / fit.freedom, rel=1e-9)
        np.testing.assert_allclose(fit.inverse, np.linalg.inv(z.T @ z)[: U + 3, : U + 3], atol=1e-9)
    prices = battles.roster.cost * np.linspace(0.5, 2, U)
    other = fitted(battles)
    scored = np.linalg.lstsq(z, battles.conceded @ prices)[0]
    np.testing.assert_allclose(np.append(other.coef_at(prices), other.effects(prices)), scored, atol=1e-9)


@pytest.mark.parametrize("errors", ["HC0", "HC1", "HC2", "HC3"])
def test_errors_of_battles_are_those_of_dense_columns(battles: BattleTable, errors: str) -> None:
    oracle = sm.OLS(battles.margin, columns(battles)).fit(cov_type=errors)
    found = sandwich([battles], fitted(battles), errors=errors)
    np.testing.assert_allclose(found.theta, oracle.cov_params()[:U, :U], rtol=1e-6, atol=1e-12)
    assert found.freedom == oracle.df_resid


def test_errors_by_table_are_those_of_statsmodels(battles: BattleTable) -> None:
    """With its small-sample factor, in which every table counts as a fitted number."""
    oracle = sm.OLS(battles.margin, columns(battles)).fit(cov_type="cluster", cov_kwds={"groups": battles.table})
    fit = fitted(battles)
    for parts in ([battles], [battles.rows(slice(0, 7)), battles.rows(slice(7, N))]):
        found = sandwich(parts, fit)
        np.testing.assert_allclose(found.theta, oracle.cov_params()[:U, :U], rtol=1e-6, atol=1e-12)
        assert found.freedom == TABLES - 1
    # pairs within tables are told by their tables
    order = np.argsort(battles.table, kind="stable")
    pair = np.empty(N, dtype=np.int64)
    pair[order] = np.unique(battles.table[order] * N + np.arange(N) // 2, return_inverse=True)[1]
    nested = sandwich([replace(battles, pair=pair)], fit)
    np.testing.assert_allclose(nested.theta, oracle.cov_params()[:U, :U], rtol=1e-6, atol=1e-12)


def test_pairs_on_two_tables_are_clustered_both_ways(battles: BattleTable) -> None:
    pair = np.random.default_rng(3).permutation(np.arange(N) // 2)
    found = sandwich([replace(battles, pair=pair)], fitted(battles))
    model = sm.OLS(battles.margin, columns(battles))
    both = np.unique(np.column_stack([pair, battles.table]), axis=0, return_inverse=True)[1]

    def by(groups: np.ndarray) -> np.ndarray:
        used = {"groups": groups, "use_correction": False}
        return model.fit(cov_type="cluster", cov_kwds=used).cov_params()[:U, :U] * (N - 1) / model.df_resid

    expected = by(battles.table) * TABLES / (TABLES - 1) + (by(pair) - by(both)) * (N // 2) / (N // 2 - 1)
    np.testing.assert_allclose(found.theta, expected, rtol=1e-5, atol=1e-10)


def test_wins_absorb_and_cluster_alike(battles: BattleTable) -> None:
    z = np.delete(columns(battles), [U + 1, U + 2], axis=1)  # sums over chance are left out of wins
    model = sm.GLM(half_wins(battles), z, family=sm.families.Binomial())
    plain = model.fit(tol=1e-14, maxiter=100)
    found = fit_wins([battles], guards=LOOSE)
    np.testing.assert_allclose(np.append(found.coef, found.effects.value), plain.params, atol=1e-8)
    np.testing.assert_allclose(found.inverse, plain.cov_params()[: U + 1, : U + 1], rtol=1e-6, atol=1e-12)
    np.testing.assert_allclose(found.chance(battles), plain.fittedvalues, atol=1e-9)
    clustered = model.fit(tol=1e-14, maxiter=100, cov_type="cluster", cov_kwds={"groups": battles.table})
    spread = win_covariance([battles], found)
    np.testing.assert_allclose(spread.theta, clustered.cov_params()[:U, :U], rtol=1e-6, atol=1e-12)
    assert spread.freedom == TABLES - 1


def test_synergies_within_tables_are_those_of_a_dense_regression(battles: BattleTable) -> None:
    """The most certain pair alone, as one more column next to those of the tables, clustered by table."""
    fit = fitted(battles)
    found = pair_synergies([battles.rows(slice(0, 1000)), battles.rows(slice(1000, N))], fit)
    tried = found[~found["real"]].iloc[0]
    mine, theirs = ((battles.army[:, side, :, None] == np.arange(U)).sum(axis=1) for side in (0, 1))
    i, j = int(tried["first"]), int(tried["second"])
    together = mine[:, i] * mine[:, j] - theirs[:, i] * theirs[:, j]
    facing = mine[:, i] * theirs[:, j] - mine[:, j] * theirs[:, i]
    s = (together if tried["kind"] == "friends" else facing).astype(float)
    z = columns(battles)
    apart = s - z @ np.linalg.lstsq(z, s)[0]
    error = battles.margin - z @ np.linalg.lstsq(z, battles.margin)[0]
    assert tried["effect"] == pytest.approx(apart @ error / (apart @ apart), rel=1e-6)
    by_table = np.bincount(battles.table, weights=apart * error)
    assert tried["se"] == pytest.approx(np.sqrt(np.sum(by_table**2)) / (apart @ apart), rel=1e-6)


def test_memory_grows_with_the_tables_and_not_with_their_square() -> None:
    """9,000 tables, two battles on each: 9,000 columns would take 81 million numbers for every sum of the tree."""
    tables = 9000
    few = KillWorld.make(1, replace(DESIGN, tables=1)).battles(2 * tables, 1)
    many = replace(few, table=np.repeat(np.arange(tables, dtype=np.int32), 2))
    moments = Moments(many.roster)
    moments.add(many, 0)
    each = moments.columns.count + 2 * U + 6
    for node in (*moments._nodes.values(), moments.total()):
        assert numbers_in(node) < 1.01 * len(node.met) * each + 40 * U * U
    assert len(moments.total().met) == tables
    fit = fit_margin(moments.total(), moments.columns, many.roster, luck="none")
    assert fit.inverse.shape == (U + 1, U + 1)
    assert fit.freedom == 2 * tables - (U + 1) - tables
    wins = WinMoments(many.roster, moments.columns, np.zeros(U + 1))
    wins.add(many, 0)
    assert sum(np.size(part) for part in wins.total().tables) < tables * (U + 5)


def numbers_in(node: Sums) -> int:
    plain = sum(np.size(getattr(node, field.name)) for field in fields(Sums) if field.name != "tables")
    return plain + sum(np.size(part) for part in node.tables)


def test_the_jackknife_never_parts_a_table() -> None:
    """Its errors are those of the clustered sandwich, and several times those of blocks of battles in a row."""
    design = Design(units=12, tables=60, sizes=(3, 5), choices=3)
    played = KillWorld.make(2, design).battles(6 * BLOCK, 3)
    rng = np.random.default_rng(5)
    # a unit kills more on some tables: what it concedes there is scored by the other side
    own = rng.normal(0, 1.5, (60, 12))
    side = (own[played.table][np.arange(len(played))[:, None, None], played.army] * (played.army >= 0)).sum(axis=2)
    shifted = replace(played, margin=played.margin + side[:, 0] - side[:, 1])
    study = PriceStudy(shifted.roster, method=Method(guards=LOOSE))
    study.add(shifted)
    fit, listed = study.listed()
    groups = jackknife(study, 30)
    assert groups.shape == (30, 12)
    se = np.sqrt(29 * groups.var(axis=0))
    assert np.median(study.list_errors(fit, listed) / se) == pytest.approx(1.0, abs=0.25)
    study.method, study._last = replace(study.method, errors="HC2"), None
    plain = study.list_errors(*study.listed())
    assert np.median(se / plain) > 1.3
    # chunks leave no trace
    parts = PriceStudy(shifted.roster, method=Method(guards=LOOSE))
    for start, stop in ((0, 700), (700, 701), (701, len(shifted))):
        parts.add(shifted.rows(slice(start, stop)))
    assert jackknife(parts, 30).tobytes() == groups.tobytes()


def test_few_tables_are_said(battles: BattleTable) -> None:
    def notes(tables: int) -> tuple[tuple[str, ...], str]:
        found = fit_prices(replace(battles, table=battles.table % tables, chance=None), guards=LOOSE)
        return found.notes, found.provenance["errors"]

    said, errors = notes(TABLES)
    assert errors == "clustered by table"
    assert not any("tables" in note for note in said)
    said, errors = notes(LEAST_TABLES)
    assert errors == "clustered by table"
    assert any("know them from 10 only" in note for note in said)
    said, errors = notes(LEAST_TABLES - 1)
    assert errors == "HC2"
    assert any("intervals hold for these 9 tables" in note for note in said)
    said, errors = notes(1)
    assert errors == "HC2"
    assert not any("tables" in note for note in said)


def test_too_many_tables_for_effects_are_clusters_all_the_same(battles: BattleTable) -> None:
    """Two battles a table: the effects would cost more than they explain, but the battles are not independent."""
    crowded = replace(battles, table=(np.arange(N) // 2).astype(np.int32), chance=None, edge=np.ones(N, dtype=np.int8))
    found = fit_prices(crowded, guards=LOOSE, luck="none")
    assert any("no table effects" in note for note in found.notes)
    z = np.column_stack([crowded.difference, crowded.attacker, np.ones(N)]).astype(float)
    oracle = sm.OLS(crowded.margin, z).fit(cov_type="cluster", cov_kwds={"groups": crowded.table})
    np.testing.assert_allclose(found.table["theta_se"], oracle.bse[:U], rtol=1e-6)
    assert found.provenance["tables"] == N // 2
