"""Battles that cannot tell are refused by name, with how to mend them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.pricing.planted_worlds import NO_ONE, AdditiveWorld, Design
from tigersim.errors import IdentifiabilityError
from tigersim.pricing import BattleTable, Guards, PriceStudy, fit_prices
from tigersim.pricing.estimate.scale import (
    EqualBudgets,
    ScaleNotPrecise,
    ScaleNotUsable,
    SizesDoNotVary,
    TooFewAppearances,
    UnitsNotSeparable,
    vp_scale,
)

DESIGN = Design(units=20, tables=2, sizes=(4, 7), choices=4)
WORLD = AdditiveWorld.make(1, DESIGN)


def margins_for(army: np.ndarray, seed: int = 3, units: object = None) -> BattleTable:
    margin = np.random.default_rng(seed).normal(0, 4, len(army))
    return BattleTable.from_slots(army, margin, units=WORLD.roster if units is None else units)


@pytest.fixture(scope="module")
def battles() -> BattleTable:
    return WORLD.battles(6000, 1)


def test_equal_budgets_have_no_vp_scale() -> None:
    army = DESIGN.armies(np.random.default_rng(1), WORLD.roster.cost, 60_000)
    price = np.append(WORLD.roster.cost, 0)[army].sum(axis=2)
    level = army[price[:, 0] == price[:, 1]]
    assert len(level) > 4000
    with pytest.raises(EqualBudgets, match=r"budgets never differ.*about 2 VP"):
        fit_prices(margins_for(level))


def test_nearly_equal_budgets_have_no_precise_scale() -> None:
    design = replace(DESIGN, gap=0.0, choices=60)
    army = design.armies(np.random.default_rng(1), WORLD.roster.cost, 6000)
    margin = np.append(WORLD.theta, 0.0)[army].sum(axis=2) @ [1, -1] + np.random.default_rng(2).normal(0, 4, 6000)
    with pytest.raises(ScaleNotPrecise, match=r"play about [\d,]+ battles, or let the budgets differ more"):
        fit_prices(BattleTable.from_slots(army, margin, units=WORLD.roster))


def test_a_budget_gap_of_two_vp_is_enough_at_40_000_battles() -> None:
    world = AdditiveWorld.make(2, Design(units=60, tables=4, gap=2.0))
    about = fit_prices(world.battles(40_000, 1)).provenance
    assert about["vp_scale_se"] / about["vp_scale"] < 0.04
    assert about["budget_gap_sd"] == pytest.approx(2.3, abs=0.5)


def test_equal_sizes_hide_what_all_units_have_in_common() -> None:
    design = replace(DESIGN, sizes=(6, 6))
    army = design.armies(np.random.default_rng(1), WORLD.roster.cost, 6000)
    with pytest.raises(SizesDoNotVary, match="let the sizes of the armies differ"):
        fit_prices(margins_for(army))


def test_a_unit_that_hardly_ever_fights_is_named(battles: BattleTable) -> None:
    thin = battles.army.copy()
    thin[thin == 7] = 8
    thin[:50, 0, 0] = 7
    with pytest.raises(TooFewAppearances, match=r"1 of 20 units took part fewer than 200 times: u7 \(50\)"):
        fit_prices(replace(battles, army=thin))
    fit_prices(replace(battles, army=thin), guards=Guards(min_appearances=40, max_scale_error=0.1))


def test_a_unit_that_never_fights_is_named(battles: BattleTable) -> None:
    gone = battles.army.copy()
    gone[gone == 7] = 8
    with pytest.raises(TooFewAppearances, match=r"u7 \(0\)"):
        fit_prices(replace(battles, army=gone), guards=Guards(min_appearances=0))


def test_units_that_always_march_together_are_named() -> None:
    army = DESIGN.armies(np.random.default_rng(1), WORLD.roster.cost, 8000)
    army[army == 4] = 5
    wide = np.pad(army, ((0, 0), (0, 0), (0, 7)), constant_values=NO_ONE)
    for slot in range(7):
        wide[:, :, 7 + slot] = np.where(army[:, :, slot] == 5, 4, NO_ONE)
    with pytest.raises(UnitsNotSeparable, match="these units never differs between the two sides: u4, u5; play"):
        fit_prices(margins_for(wide))


def test_units_always_on_both_sides_are_named(battles: BattleTable) -> None:
    army = np.where(battles.army == 3, 2, battles.army)
    army[:, :, 0] = 3
    with pytest.raises(UnitsNotSeparable, match="equally many of: u3"):
        fit_prices(replace(battles, army=army))


def test_every_error_is_an_identifiability_error() -> None:
    for error in (EqualBudgets, ScaleNotPrecise, ScaleNotUsable, SizesDoNotVary, TooFewAppearances, UnitsNotSeparable):
        assert issubclass(error, IdentifiabilityError)


def test_the_look_before_the_first_answer_is_infinite(battles: BattleTable) -> None:
    study = PriceStudy(WORLD.roster, tables=2)
    assert study.half_width_95() == np.inf
    study.add(battles.rows(slice(0, 100)))
    assert study.half_width_95() == np.inf
    assert study.battles_for(0.25) is None
    with pytest.raises(TooFewAppearances):
        study.fit()


COST = np.array([1.0, 2.0, 4.0])
MORTALITY = np.array([0.5, 0.6, 0.7])


def test_scale_and_body_by_hand() -> None:
    """theta = 0.3 + 0.2 c: lambda = c'theta / c'c = (0.3 * 7 + 0.2 * 21) / 21."""
    scale = vp_scale(0.3 + 0.2 * COST, 1e-6 * np.eye(3), COST, MORTALITY, 2.0, 1000, Guards())
    assert scale.usable
    assert scale.value == pytest.approx(0.3)
    assert scale.se == pytest.approx(1e-3 / np.sqrt(21))
    assert scale.body == pytest.approx(0.3)


def test_a_scale_of_zero_is_reported_but_not_divided_by() -> None:
    scale = vp_scale(np.zeros(3), 1e-4 * np.eye(3), COST, MORTALITY, 2.0, 1000, Guards())
    assert not scale.usable
    assert "not clearly above 0" in scale.reason
    with pytest.raises(ScaleNotPrecise, match="many more battles"):
        vp_scale(np.zeros(3), 1e-4 * np.eye(3), COST, None, 2.0, 1000, Guards())
    with pytest.raises(ScaleNotPrecise):  # so imprecise that it may be anything
        vp_scale(np.zeros(3), np.eye(3), COST, MORTALITY, 2.0, 1000, Guards())


def test_battles_needed_follow_the_square_of_the_error() -> None:
    """se 10% where 5% is allowed: four times the battles."""
    theta = 0.2 * COST
    cov = (0.02**2) * 21 * np.eye(3)  # se(lambda) = sqrt(cov / c'c) = 0.02
    with pytest.raises(ScaleNotPrecise, match="play about 4,000 battles"):
        vp_scale(theta, cov, COST, None, 2.0, 1000, Guards())


def test_with_deaths_it_is_lambda_plus_mortality_that_must_be_precise() -> None:
    """delta divides by lambda + mortality: se 0.02 is 10% of lambda = 0.2 and less than 5% of 0.2 + 0.5."""
    cov = (0.02**2) * 21 * np.eye(3)
    assert vp_scale(0.2 * COST, cov, COST, np.full(3, 0.5), 2.0, 1000, Guards()).usable
    with pytest.raises(ScaleNotPrecise):  # and more than 5% of 0.2 + 0.1
        vp_scale(0.2 * COST, cov, COST, np.full(3, 0.1), 2.0, 1000, Guards())


def test_a_scale_clearly_below_zero_is_not_usable_however_long_one_plays() -> None:
    """Four standard errors below 0: 5% of lambda + mortality (0.02) is no bar that battles could reach."""
    cov = (0.05**2) * 21 * np.eye(3)  # se(lambda) = 0.05
    for mortality in (None, np.full(3, 0.6)):
        with pytest.raises(ScaleNotUsable, match=r"not usable: one VP of cost buys -0\.200 .*more battles will not"):
            vp_scale(-0.2 * COST, cov, COST, mortality, 2.0, 1000, Guards())
    # however well it is known: -0.35 leaves less than half of a mortality of 0.6 to divide by
    with pytest.raises(ScaleNotUsable):
        vp_scale(-0.35 * COST, 1e-8 * np.eye(3), COST, np.full(3, 0.6), 2.0, 1000, Guards())
    # of liabilities that are known well, and small compared with the mortality, theta and delta can be told
    little = vp_scale(-0.05 * COST, 1e-8 * np.eye(3), COST, np.full(3, 0.6), 2.0, 1000, Guards())
    assert not little.usable
    assert "not clearly above 0" in little.reason
    # two standard errors below 0 it may still be anything
    with pytest.raises(ScaleNotPrecise, match=r"standard error of 0\.050, and must be clearly above 0; play many more"):
        vp_scale(-0.1 * COST, cov, COST, None, 2.0, 1000, Guards())


def test_a_list_of_shuffled_prices_is_told_to_stop() -> None:
    """Worth falls with the price: more battles tell nothing, so a run stops."""
    world = replace(WORLD, theta=-WORLD.theta, mortality=np.full(20, 0.4))
    played = world.battles(6000, 2)
    with pytest.raises(ScaleNotUsable, match="nothing to do with worth"):
        fit_prices(played)
    study = PriceStudy(WORLD.roster)
    study.add(played)
    with pytest.raises(ScaleNotUsable):
        study.half_width_95()


def test_without_a_scale_theta_and_delta_remain() -> None:
    """A world where dear units are liabilities: deltas and verdicts, but no list."""
    world = replace(WORLD, theta=np.zeros(20), noise=0.3)
    found = fit_prices(world.battles(20_000, 4))
    assert found.table["price"].isna().all()
    assert found.table["delta"].notna().all()
    assert found.table["theta"].abs().max() < 0.05
    assert any("not clearly above 0" in note for note in found.notes)
