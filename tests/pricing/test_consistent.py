"""The self-consistent list in a world where cost is budget and is conceded by the dead."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import linalg

from tests.forms import form
from tests.pricing.planted_worlds import Design, KillWorld
from tigersim.pricing import BattleTable, fit_prices
from tigersim.pricing.estimate.consistent import self_consistent
from tigersim.pricing.estimate.margin import fit_margin, sandwich
from tigersim.pricing.estimate.moments import Moments
from tigersim.pricing.estimate.roster import Roster

DESIGN = Design(units=30, tables=4, sizes=(5, 8), choices=6)
WORLD = KillWorld.make(3, DESIGN)
COST = WORLD.roster.cost
N = 15_360


@pytest.fixture(scope="module")
def battles() -> BattleTable:
    return WORLD.battles(N, 1)


def fitted(battles: BattleTable):
    moments = Moments(battles.roster, DESIGN.tables)
    moments.add(battles, 0)
    return fit_margin(moments.total(), moments.columns, battles.roster)


def perron(battles: BattleTable, luck: float) -> np.ndarray:
    """Eigenvector of greatest real eigenvalue of the kill-exchange matrix, from dense algebra."""
    z = np.column_stack([battles.difference, battles.attacker, np.eye(DESIGN.tables)[battles.table]]).astype(float)
    deaths = np.stack(
        [
            ((battles.army == i) * (battles.dead - luck * (battles.dead - battles.hazard))).sum(axis=2)
            for i in range(30)
        ],
        axis=2,
    )
    exchange = np.linalg.lstsq(z, deaths[:, 1] - deaths[:, 0])[0][:30]
    values, vectors = linalg.eig(exchange)
    top = vectors[:, values.real.argmax()].real
    return top * (COST @ COST) / (top @ COST)


def test_the_list_is_the_perron_vector(battles: BattleTable) -> None:
    fit = fitted(battles)
    found = self_consistent(fit)
    np.testing.assert_allclose(found.prices, perron(battles, fit.luck), rtol=1e-6)
    assert (found.prices > 0).all()
    # at these prices every unit brings what it costs
    np.testing.assert_allclose(fit.coef_at(found.prices)[:30], found.scale * found.prices, atol=1e-9)
    assert found.prices @ COST == pytest.approx(COST @ COST)


def test_dividing_theta_by_lambda_diverges(battles: BattleTable) -> None:
    """The step that forgets that a unit concedes its price; shown so that nobody goes back to it."""
    fit = fitted(battles)
    truth = self_consistent(fit).prices
    prices, away = COST.copy(), []
    for _ in range(8):
        theta = fit.coef_at(prices)[:30]
        prices = theta / (prices @ theta / (prices @ prices))
        prices *= (COST @ COST) / (COST @ prices)
        away.append(np.sqrt(np.mean((prices - truth) ** 2)))
    assert away[-1] > 2 * np.sqrt(np.mean((COST - truth) ** 2))


def test_one_corrected_step_comes_close(battles: BattleTable) -> None:
    """cost + delta, the local answer, is much nearer to the list than the printed cost."""
    table = fit_prices(battles).table
    level = (table["cost"] + table["delta"]).to_numpy()
    level = level * (COST @ COST) / (COST @ level)
    before, after = (np.sqrt(np.mean((p - table["price"]) ** 2)) for p in (table["cost"], level))
    assert after < before / 2


def test_standard_errors_agree_with_a_block_jackknife(battles: BattleTable) -> None:
    """The delta method against 30 lists, each without a thirtieth of the battles: an answer by brute force."""
    blocks = 30
    battles = battles.rows(slice(0, form(6000, N)))  # the jackknife is as uncertain by either
    group = np.arange(len(battles)) // (len(battles) // blocks)
    lists = np.array([self_consistent(fitted(battles.rows(np.flatnonzero(group != g)))).prices for g in range(blocks)])
    jackknife = np.sqrt((blocks - 1) / blocks * ((lists - lists.mean(axis=0)) ** 2).sum(axis=0))
    fit = fitted(battles)
    found = self_consistent(fit)
    cov = found.covariance(sandwich([battles], fit, prices=found.prices).theta)
    ratio = np.sqrt(np.diagonal(cov)) / jackknife
    # a jackknife of 30 blocks is itself uncertain by sqrt(1 / 58) = 13% a unit
    assert np.median(ratio) == pytest.approx(1.0, abs=0.08)
    assert 0.6 < ratio.min()
    assert ratio.max() < 1.6


def test_three_times_the_cost_gives_three_times_the_price(battles: BattleTable) -> None:
    tripled = Roster.of([(key, 3 * cost) for key, cost in zip(WORLD.roster.keys, COST, strict=True)])
    one = fit_prices(battles).table
    three = fit_prices(replace(battles, roster=tripled, margin=3 * battles.margin)).table
    for name in ("delta", "delta_low", "price", "price_low", "theta"):
        np.testing.assert_allclose(three[name], 3 * one[name], atol=1e-7)


def test_playing_again_at_other_prices_agrees_with_scoring_again(battles: BattleTable) -> None:
    """These players do not look at prices, so new battles conceding the new list find the list they concede."""
    found = fit_prices(battles)
    listed = Roster.of(list(zip(WORLD.roster.keys, found.table["price"], strict=True)))
    again = WORLD.battles(N, 77)
    lost = (np.append(listed.cost, 0.0)[again.army] * again.dead).sum(axis=2)
    second = fit_prices(replace(again, roster=listed, margin=lost[:, 1] - lost[:, 0])).table
    se = (
        np.hypot(second["delta_high"] - second["delta_low"], found.table["price_high"] - found.table["price_low"])
        / 3.92
    )
    assert np.abs(second["delta"] / se).max() < 4
    assert np.sqrt(np.mean((second["delta"] / se) ** 2)) < 1.3


def test_a_unit_made_dearer_by_two_is_found_two_too_dear(battles: BattleTable) -> None:
    """Closed loop: from the fixed point, one price raised by 2 VP."""
    prices = fit_prices(battles).table["price"].to_numpy()
    dear = prices.copy()
    dear[4] += 2
    again = WORLD.battles(N, 5)
    lost = (np.append(dear, 0.0)[again.army] * again.dead).sum(axis=2)
    roster = Roster.of(list(zip(WORLD.roster.keys, dear, strict=True)))
    row = fit_prices(replace(again, roster=roster, margin=lost[:, 1] - lost[:, 0])).table.iloc[4]
    # the correction leaves out the effect of killing more of one's own kind, a few per cent of delta
    assert row["delta"] == pytest.approx(-2, abs=0.4)


def test_vp_that_no_death_explains_count_at_any_price(battles: BattleTable) -> None:
    """A marker worth 3 VP to the side with more units: the list moves, and the note says why."""
    ahead = np.sign((battles.army >= 0).sum(axis=2) @ [1, -1])
    found = fit_prices(replace(battles, margin=battles.margin + 3.0 * ahead))
    plain = fit_prices(battles)
    cheap = plain.table["cost"] == plain.table["cost"].min()
    assert (found.table["price"] - plain.table["price"])[cheap].mean() > 0.2
    assert any("not told by the deaths" in note for note in found.notes)
    assert not any("not told by the deaths" in note for note in plain.notes)
