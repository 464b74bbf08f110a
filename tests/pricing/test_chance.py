"""Sums over chance as covariates: 0 on average whatever the armies, so they take noise away and move nothing."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import statsmodels.api as sm

from tests.forms import form
from tests.lab.short_list import small
from tests.pricing.planted_worlds import AdditiveWorld, Design, swapped
from tigersim.core.enums import LUCK_BANDS, LUCK_KINDS, LUCK_NAMES
from tigersim.errors import InvalidValue
from tigersim.lab import Design as Experiment
from tigersim.lab import play_batches
from tigersim.pricing import BattleTable, Guards, Prices, PriceStudy, fit_prices
from tigersim.pricing.estimate.margin import fit_margin, sandwich
from tigersim.pricing.estimate.moments import Moments
from tigersim.pricing.play.study import Method

DESIGN = Design(units=20, tables=4, sizes=(4, 8), choices=6)
LOOSE = Guards(min_appearances=50, max_scale_error=0.5)
COEF = np.array([1.5, -0.8, 4.0, 0.0, 7.0])
"""What the margin takes from each sum; the last sum never occurs."""


def chances(battles: BattleTable, seed: int) -> np.ndarray:
    """Sums over chance (N, 5): spreads that depend on the armies, a coin whose bias does, and one that stays 0."""
    rng = np.random.default_rng([seed, 7])
    n = len(battles)
    size = (battles.army >= 0).sum(axis=(1, 2)) / 12
    ahead = 1 / (1 + np.exp(-battles.difference @ battles.roster.cost / 4))
    coin = (rng.random(n) < ahead) - ahead
    return np.column_stack([rng.normal(0, 2 * size), rng.exponential(2, n) - 2, coin, rng.normal(0, 1, n), np.zeros(n)])


def lucky(world: AdditiveWorld, n: int, seed: int) -> BattleTable:
    """Battles whose margin takes in chance on top of the world's noise."""
    plain = world.battles(n, seed)
    chance = chances(plain, seed).astype(np.float32)
    return replace(plain, margin=plain.margin + chance @ COEF, chance=chance)


def planted_delta(world: AdditiveWorld) -> np.ndarray:
    """Without interactions the projection is the world itself."""
    cost = world.roster.cost
    scale = world.theta @ cost / (cost @ cost)
    return (world.theta - scale * cost) / (scale + world.mortality)


@pytest.fixture(scope="module")
def world() -> AdditiveWorld:
    return AdditiveWorld.make(1, DESIGN)


@pytest.fixture(scope="module")
def battles(world: AdditiveWorld) -> BattleTable:
    return lucky(world, 20_000, 3)


def test_theta_is_the_planted_one_and_intervals_cover_it() -> None:
    """10 fits of each of 10 worlds; in the short form of 3, which finds intervals that are a fifth too narrow."""
    errors, inside = [], {"theta": [], "delta": []}
    for seed in range(form(3, 10)):
        world = AdditiveWorld.make(seed, DESIGN)
        delta = planted_delta(world)
        for repeat in range(10):
            table = fit_prices(lucky(world, 2000, 100 * seed + repeat), guards=LOOSE).table
            errors.append((table["theta"] - world.theta) / table["theta_se"])
            inside["theta"].append(np.abs(errors[-1]) <= 1.96)
            inside["delta"].append((table["delta_low"] <= delta) & (delta <= table["delta_high"]))
    z = np.concatenate(errors)
    assert abs(z.mean()) < 4 / np.sqrt(z.size)
    assert z.std() == pytest.approx(1, abs=form(0.1, 0.06))
    for name, found in inside.items():
        assert form(0.915, 0.93) <= np.mean(found) <= form(0.985, 0.97), name


def test_intervals_shrink_by_what_chance_explains(battles: BattleTable) -> None:
    chance = np.asarray(battles.chance, dtype=float)
    explained = float(np.var(chance @ COEF))
    size = (battles.army >= 0).sum(axis=(1, 2))
    noise = float(np.mean((4.0 * size / size.mean()) ** 2))  # AdditiveWorld.battles
    with_chance, without = fit_prices(battles, guards=LOOSE), fit_prices(replace(battles, chance=None), guards=LOOSE)
    assert explained > 0.5 * noise  # enough to tell
    share = with_chance.provenance["residual_sd"] ** 2 / without.provenance["residual_sd"] ** 2
    assert share == pytest.approx(noise / (noise + explained), rel=0.04)
    narrowing = (with_chance.table["theta_se"] / without.table["theta_se"]) ** 2
    assert narrowing.mean() == pytest.approx(noise / (noise + explained), rel=0.06)
    # the same worth within the noise that went
    gone = np.sqrt(without.table["theta_se"] ** 2 - with_chance.table["theta_se"] ** 2)
    assert np.abs((with_chance.table["theta"] - without.table["theta"]) / gone).max() < 4


def test_sums_over_chance_are_regressors_like_any_other(battles: BattleTable) -> None:
    some = battles.rows(slice(0, 3000))
    moments = Moments(some.roster, DESIGN.tables, 5)
    moments.add(some, 0)
    fit = fit_margin(moments.total(), moments.columns, some.roster)
    tables = np.eye(DESIGN.tables)[some.table] * some.edge[:, None]
    z = np.column_stack([some.difference, some.attacker, tables, some.chance[:, :4]]).astype(float)
    oracle = sm.OLS(some.margin, z).fit(cov_type="HC2")
    ours = np.concatenate([fit.coef[:21], fit.effects(), fit.coef[21:25]])
    np.testing.assert_allclose(ours, oracle.params, rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(sandwich([some], fit).theta, oracle.cov_params()[:20, :20], rtol=1e-6, atol=1e-12)
    assert fit.coef[-1] == 0  # the sum that never occurs has no effect
    assert fit.freedom == oracle.df_resid
    np.testing.assert_allclose(fit.coef[-5:], COEF * [1, 1, 1, 1, 0], atol=4 * 0.4)


def numbers(found: Prices) -> np.ndarray:
    return found.table.select_dtypes("number").to_numpy(dtype=float)


def test_exchanging_the_sides_turns_the_sums_round(battles: BattleTable) -> None:
    some = battles.rows(slice(0, 4000))
    turned = swapped(some)
    np.testing.assert_array_equal(turned.chance, -np.asarray(some.chance))
    np.testing.assert_array_equal(swapped(turned).chance, some.chance)
    one, other = fit_prices(some, guards=LOOSE), fit_prices(turned, guards=LOOSE)
    np.testing.assert_allclose(numbers(one), numbers(other), atol=1e-9)
    # with the sums left as they were, half of the battles speak against the other half
    half = np.arange(4000) % 2 == 0
    wrong = np.where(half[:, None], turned.chance, some.chance).astype(np.float32)
    mixed = replace(some, chance=wrong)
    assert fit_prices(mixed, guards=LOOSE).half_width_95 > 1.1 * one.half_width_95


@pytest.mark.parametrize("ends", [[], [1], [511, 512, 513], [100, 2000, 2001, 3000], list(range(256, 4000, 256))])
def test_chunks_and_their_order_leave_no_trace(battles: BattleTable, ends: list[int]) -> None:
    some = battles.rows(slice(0, 4000))

    def study(edges: list[int], turn: int) -> Prices:
        built = PriceStudy(some.roster, tables=DESIGN.tables, chances=5, method=Method(guards=LOOSE))
        for a, b in list(pairwise(edges))[::turn]:
            built.add(some.rows(slice(a, b)), a)
        return built.fit()

    whole, parts = study([0, 4000], 1), study([0, *ends, 4000], -1)
    assert numbers(parts).tobytes() == numbers(whole).tobytes()
    assert parts.covariance.to_numpy().tobytes() == whole.covariance.to_numpy().tobytes()


def test_a_wrong_number_of_sums_is_refused_at_once(battles: BattleTable) -> None:
    few = battles.rows(slice(0, 10))  # less than a block: the sums are not even begun
    for given in (replace(few, chance=few.chance[:, :2]), replace(few, chance=None)):
        study = PriceStudy(few.roster, tables=DESIGN.tables, chances=5)
        with pytest.raises(InvalidValue, match=r"chance is '\d columns'; allowed: 5 columns"):
            study.add(given)
        assert len(study) == 0
    with pytest.raises(InvalidValue, match="allowed: 0 columns"):
        PriceStudy(few.roster, tables=DESIGN.tables).add(few)


@pytest.mark.parametrize("chance", [5.0, np.zeros(3), np.zeros((2, 4)), np.zeros((3, 4, 1))])
def test_sums_of_a_wrong_shape_are_refused(chance: np.ndarray) -> None:
    with pytest.raises(InvalidValue, match="chance is 'an array of shape"):
        BattleTable.from_slots(np.zeros((3, 2, 1)), np.zeros(3), units={"Jeep": 2}, chance=chance)


def test_a_sum_that_is_no_number_is_refused() -> None:
    with pytest.raises(InvalidValue, match="chance of battle 1 is"):
        BattleTable.from_slots(
            np.zeros((3, 2, 1)), np.zeros(3), units={"Jeep": 2}, chance=[[0.0, 1.0], [0.0, np.nan], [0.0, 0.0]]
        )


def test_sums_that_say_the_same_twice_are_no_harm(battles: BattleTable) -> None:
    some = battles.rows(slice(0, 4000))
    twice = replace(some, chance=np.hstack([some.chance, 2 * some.chance[:, :1], some.chance[:, :1]]))
    np.testing.assert_allclose(
        numbers(fit_prices(twice, guards=LOOSE)), numbers(fit_prices(some, guards=LOOSE)), atol=1e-9
    )


# --- the luck that the engine books --------------------------------------------------------------------------------

PLAYERS = [("heuristic", "heuristic"), ("uniform", "uniform"), ("heuristic", "uniform")]
EXPERIMENTS = {"all units": Experiment(seed=17, tables=4), "twelve units": small(seed=17)}


@pytest.fixture(scope="module", params=[(name, both) for name in EXPERIMENTS for both in PLAYERS], ids=str)
def results(request: pytest.FixtureRequest) -> np.ndarray:
    """RESULT records of 6,144 battles; of 2,048 in the short form, which finds means that are off 1.7 times as far."""
    name, both = request.param
    batches = play_batches(replace(EXPERIMENTS[name], players=both), 0, form(8, 24))
    return np.concatenate([batch.results for batch in batches])


def z_of_mean(terms: np.ndarray) -> np.ndarray:
    """Means over the battles (axis 0) in units of their standard errors."""
    return terms.mean(axis=0) / (terms.std(axis=0) / np.sqrt(len(terms)))


def test_every_sum_of_the_engine_is_zero_on_average(results: np.ndarray) -> None:
    luck = results["luck"]
    assert luck.shape[1:] == (LUCK_KINDS, LUCK_BANDS) == (5, 3)
    assert (luck.std(axis=0) > 0).all()
    for name, row in zip(LUCK_NAMES, z_of_mean(luck), strict=True):
        assert np.abs(row).max() < 4, (name, row)


def test_no_sum_knows_the_armies_or_the_sides(results: np.ndarray) -> None:
    """0 on average also given who fights, who attacks and where: else the sums would move prices."""
    sums = results["luck"].reshape(len(results), -1)
    size = (results["kind"] >= 0).sum(axis=2) @ [1.0, -1.0]
    known = np.column_stack([size, 2.0 * results["side_a_first"] - 1, 2.0 * results["side_a_south"] - 1])
    assert np.abs(z_of_mean(sums[:, :, None] * known[:, None, :])).max() < 4.5


def test_no_sum_knows_the_turns_before(results: np.ndarray) -> None:
    """What came minus what was to be expected, given all that was known: no turn's luck foretells another's."""
    luck = results["luck"]
    for early, late in ((0, 1), (0, 2), (1, 2)):
        products = luck[:, :, None, early] * luck[:, None, :, late]
        assert np.abs(z_of_mean(products)).max() < 4.5


def test_deaths_are_as_many_as_their_chances_say(results: np.ndarray) -> None:
    """The luck of kills is booked by unit: deaths minus the exact chances of dying."""
    fought = results["kind"] >= 0
    surprise = np.where(fought, results["dead"] - results["hazard"], 0.0)
    assert abs(z_of_mean(surprise.sum(axis=(1, 2)))) < 4
    assert abs(z_of_mean(surprise.sum(axis=2) @ [1.0, -1.0])) < 4
    for kind in range(12):
        of_kind = np.where(results["kind"] == kind, surprise, 0.0).sum(axis=(1, 2))
        # a unit whose saves are re-rolled by no book has its deaths booked as they come: no surprise at all
        assert not of_kind.any() or abs(z_of_mean(of_kind)) < 4, kind
