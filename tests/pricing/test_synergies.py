"""What an additive list leaves out, and which pairs of units are behind it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import statsmodels.api as sm

from tests.forms import form
from tests.pricing.planted_worlds import AdditiveWorld, Design, on_own_tables
from tigersim.errors import InvalidValue
from tigersim.pricing import BattleTable
from tigersim.pricing.estimate.fought import Fought
from tigersim.pricing.estimate.margin import MarginFit, fit_margin
from tigersim.pricing.estimate.moments import Moments
from tigersim.pricing.estimate.synergies import COLUMNS, interaction_share, pair_synergies

DESIGN = Design(units=12, tables=3, sizes=(3, 6), choices=4)
U = DESIGN.units


def design_matrix(battles: BattleTable) -> np.ndarray:
    return np.column_stack([battles.difference, battles.attacker, np.eye(3)[battles.table]]).astype(float)


def fitted(battles: BattleTable) -> MarginFit:
    moments = Moments(battles.roster, DESIGN.tables)
    moments.add(battles, 0)
    return fit_margin(moments.total(), moments.columns, battles.roster)


def replicates(world: AdditiveWorld, pairs: int, times: int, seed: int) -> tuple[Fought, np.ndarray]:
    fair = world.means(pairs, seed)
    noise = np.random.default_rng([seed, 9]).normal(0, 1, (pairs, times)) * world.noise_of(fair.army)[:, None]
    return on_own_tables(fair.margin[:, None] + noise), design_matrix(fair)


def test_the_share_of_interactions_is_found() -> None:
    found, inside, naive = [], [], []
    for seed in range(form(8, 20)):
        world = AdditiveWorld.make(seed, DESIGN, interaction=0.4)
        fair = world.means(20_000, 1)
        z = design_matrix(fair)
        rest = fair.margin - z @ np.linalg.lstsq(z, fair.margin)[0]
        truth = rest.var() / fair.margin.var()
        fought, design = replicates(world, 600, 8, 2)
        one = interaction_share(fought, design)
        found.append(one.share - truth)
        inside.append(one.interval.low <= truth <= one.interval.high)
        mean = fought.came.mean(axis=1)
        naive.append((mean - design @ np.linalg.lstsq(design, mean)[0]).var() / mean.var() - truth)
        assert one.p < 1e-6
        assert one.sd == pytest.approx(rest.std(), rel=0.2)
        assert one.noise_sd == pytest.approx(4.0, rel=0.1)
    assert abs(np.mean(found)) < form(0.016, 0.01)
    assert np.mean(inside) >= form(0.75, 0.85)  # two of 8 or three of 20 may miss
    assert np.mean(naive) > 0.03  # noise counted as interaction


def test_an_additive_world_has_none() -> None:
    found = [interaction_share(*replicates(AdditiveWorld.make(seed, DESIGN), 300, 5, 3)) for seed in range(30)]
    assert np.mean([one.p < 0.05 for one in found]) <= 0.2
    assert abs(np.mean([one.share for one in found])) < 0.01


def test_the_interval_covers_where_pairs_share_tables() -> None:
    """What no list tells of a pair is also what tables suit or not; 300 pairs meet on the same 60 tables."""
    held, narrow = [], []
    for seed in range(form(80, 400)):
        rng = np.random.default_rng([seed, 5])
        design, rest = rng.normal(0, 1, (300, 4)), rng.normal(0, 1, 300)
        # margins by the list have a variance of 4, what it does not tell 1: a fifth
        true = design.sum(axis=1) + rest
        suits = 2.0 * rest[:, None] * rng.choice([-1.0, 1.0], 60)
        came = true[:, None] + suits + rng.normal(0, 4, (300, 60))
        low, high = interaction_share(Fought(came, np.tile(np.arange(60), (300, 1))), design).interval
        held.append(low <= 0.2 <= high)
        low, high = interaction_share(on_own_tables(came), design).interval
        narrow.append(low <= 0.2 <= high)
    # 95% of 80 have a standard error of 2.4%: that the interval holds always only the long form finds
    assert form(0.87, 0.91) <= np.mean(held) <= form(1, 0.99)
    assert np.mean(narrow) < 0.8


def test_replicates_that_tell_nothing_are_refused() -> None:
    for battles, rows, named in ((2, 9, "battles"), (3, 8, "design")):
        with pytest.raises(InvalidValue, match=named):
            interaction_share(on_own_tables(np.ones((9, battles))), np.ones((rows, 1)))
    with pytest.raises(InvalidValue, match="number of pairs"):
        interaction_share(on_own_tables(np.ones((3, 3))), np.eye(3))


def pair_column(battles: BattleTable, kind: str, i: int, j: int) -> np.ndarray:
    mine, theirs = ((battles.army[:, side, :, None] == np.arange(U)).sum(axis=1) for side in (0, 1))
    if kind == "friends":
        return mine[:, i] * mine[:, j] - theirs[:, i] * theirs[:, j]
    return mine[:, i] * theirs[:, j] - mine[:, j] * theirs[:, i]


@pytest.mark.parametrize("kind", ["friends", "foes"])
def test_each_effect_is_that_of_one_more_column(kind: str) -> None:
    battles = AdditiveWorld.make(1, DESIGN).battles(4000, 1)
    table = pair_synergies([battles.rows(slice(0, 1500)), battles.rows(slice(1500, 4000))], fitted(battles), [kind])
    assert tuple(table.columns) == COLUMNS
    assert len(table) == U * (U - 1) / 2
    assert not table["real"].any()
    for row in table.sample(6, random_state=1).itertuples():
        s = pair_column(battles, kind, row.first, row.second)
        z = design_matrix(battles)
        oracle = sm.OLS(battles.margin, np.column_stack([z, s])).fit(cov_type="HC0")
        assert row.effect == pytest.approx(oracle.params[-1], rel=1e-6)
        assert row.battles == (s != 0).sum()
        # residuals without the column, as in a score test: a little larger
        assert row.se == pytest.approx(oracle.bse[-1], rel=0.03)


def test_pairs_that_stand_out_are_fitted_together() -> None:
    world = AdditiveWorld.make(1, DESIGN)
    friends = np.zeros((U, U))
    friends[2, 5] = friends[5, 2] = friends[2, 6] = friends[6, 2] = 3.0
    battles = replace(world, friends=friends).battles(8000, 1)
    table = pair_synergies([battles], fitted(battles), ["friends"])
    chosen = table[table["p"].rank() <= table["real"].sum()]
    columns = [pair_column(battles, "friends", row.first, row.second) for row in chosen.itertuples()]
    assert {(2, 5), (2, 6)} <= set(zip(chosen["first"], chosen["second"], strict=True))
    # the screen let more through than are real, so the joint fit has columns that are not in the table's head
    oracle = sm.OLS(battles.margin, np.column_stack([design_matrix(battles), *columns])).fit()
    assert chosen["effect"].tolist() == pytest.approx(oracle.params[-len(columns) :].tolist(), abs=0.4)


def test_planted_pairs_are_found_and_no_others() -> None:
    false, hits = [], []
    for seed in range(form(3, 6)):
        world = AdditiveWorld.make(seed, DESIGN)
        friends, foes = np.zeros((U, U)), np.zeros((U, U))
        friends[2, 5] = friends[5, 2] = 2.0
        foes[1, 7], foes[7, 1] = -2.0, 2.0
        battles = replace(world, friends=friends, foes=foes).battles(12_000, seed)
        table = pair_synergies([battles], fitted(battles))
        if seed == 0:
            top = table.head(2)
            assert sorted(zip(top["kind"], top["first"], top["second"], strict=True)) == [
                ("foes", 1, 7),
                ("friends", 2, 5),
            ]
            effect = top.set_index("kind")["effect"]
            assert effect["friends"] == pytest.approx(2, abs=0.6)
            assert effect["foes"] == pytest.approx(-2, abs=0.6)
        planted = ((table["first"] == 2) & (table["second"] == 5) & (table["kind"] == "friends")) | (
            (table["first"] == 1) & (table["second"] == 7) & (table["kind"] == "foes")
        )
        hits.append(table["real"][planted].mean())
        false.append(table["real"][~planted].sum() / max(table["real"].sum(), 1))
    assert np.mean(hits) == 1
    assert np.mean(false) < form(0.2, 0.15)  # 5% on average, over three or six runs
    quiet = [
        pair_synergies([battles], fitted(battles))["real"].any()
        for battles in (AdditiveWorld.make(seed, DESIGN).battles(4000, seed) for seed in range(form(10, 20)))
    ]
    assert np.mean(quiet) <= 0.2


def test_too_few_battles_of_every_pair() -> None:
    battles = AdditiveWorld.make(1, DESIGN).battles(60, 1)
    with pytest.raises(InvalidValue, match="50 battles or more"):
        pair_synergies([battles], fitted(battles))
