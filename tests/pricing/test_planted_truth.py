"""The acceptance tests of the statistics, in seconds: short forms of ``tests/verification/planted_truth.py``.

Each also shows what the wrong estimator would give, so that it is known to be able to fail.  Every run takes fewer
worlds than the long form, and its bounds are three standard errors of so few wide: intervals half as wide as they
should be hold 67 times in 100 and are found; intervals that are wrong by a tenth only the long form finds.
"""

from __future__ import annotations

import numpy as np
import pytest

from tests.forms import form
from tests.pricing import planted_figures
from tests.pricing.planted_worlds import Design

SMALL = Design(units=20, tables=4, sizes=(4, 8), choices=6)
MIDDLE = Design(units=40, tables=8, sizes=(5, 9), choices=6)


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    found = planted_figures.null_world(SMALL, worlds=form(16, 40), battles=2000)
    assert found["KS p"] > 0.001
    assert found["worlds without a false alarm"] >= form(0.87, 0.95)
    assert form(0.90, 0.92) <= found["coverage of cost"] <= form(0.99, 0.98)
    assert found["KS p of a world that is not null"] < 1e-6


def test_additive_worths_are_covered_and_theta_over_lambda_misses() -> None:
    found = planted_figures.additive_world(SMALL, worlds=form(12, 30), battles=2000, sizes=(2000, 8000, 32_000))
    assert form(0.90, 0.925) <= found["coverage"] <= form(0.99, 0.975)
    assert found["error / SE"] == pytest.approx(1, abs=form(0.15, 0.07))
    assert found["slope"] == pytest.approx(-0.5, abs=0.02)
    assert found["coverage of theta / lambda"] < 0.5


def test_intervals_hold_for_tables_that_were_not_drawn() -> None:
    """40 sets of 20 units: 95% inside is known to 0.8 points, of 12 to 1.4; and units of one set hang together."""
    design = Design(units=20, tables=40, sizes=(4, 7), choices=4)
    found = planted_figures.tables_drawn_anew(design, form(12, 40), 4000, 0.8)
    assert form(0.90, 0.92) <= found["coverage of theta"] <= form(0.99, 0.98)
    assert form(0.90, 0.92) <= found["coverage of delta"] <= form(0.99, 0.98)
    assert found["coverage of theta, tables taken for all"] < form(0.88, 0.85)
    assert found["coverage of delta, tables taken for all"] < form(0.88, 0.85)


def test_both_regressions_are_those_of_statsmodels() -> None:
    found = planted_figures.numbers(SMALL, 3000)
    assert max(found["margin theta"], found["wins theta"]) < 1e-8
    assert max(found.values()) < 1e-6


def test_bias_of_attackers_and_tables_stays_where_it_belongs() -> None:
    found = planted_figures.side_bias(SMALL, form(10_000, 20_000))
    for name in ("attackers known", "tables known", "mirrored, attackers unknown"):
        assert found[name] < 0.5
    for name in ("attackers unknown", "tables unknown"):
        assert found[name] > 2


def test_jackknife_and_delta_method_cover_the_list() -> None:
    found = planted_figures.kill_engine(SMALL, worlds=form(3, 8), battles=6000, truth=60_000)
    assert found["list / Perron vector - 1"] < 1e-6
    # 60 units in the short form: all may be inside, so that only the long one finds intervals that are too wide
    assert form(0.85, 0.90) <= found["coverage, delta method"] <= form(1, 0.99)
    assert form(0.85, 0.90) <= found["coverage, jackknife"] <= form(1, 0.99)
    assert found["theta / lambda: error after 8 steps / before"] > 2


def test_a_wrong_price_is_found_and_mended() -> None:
    found = planted_figures.closed_loop(SMALL, units=form(3, 6), battles=15_000, truth=form(60_000, 150_000))
    assert found["greatest miss"] < 0.4
    assert found["coverage of 0 after mending"] >= 0.66
    assert found["coverage of 0 before"] == 0


def test_when_to_stop() -> None:
    found = planted_figures.stopping(runs=1000)
    assert 0.935 <= found["coverage, stopped when narrow"] <= 0.965
    assert found["false alarms, always valid"] <= 0.05
    assert found["false alarms, naive"] > 0.25


def test_many_units_at_once() -> None:
    found = planted_figures.multiplicity(planted_figures.some_covariance(MIDDLE, 6000), worlds=200)
    assert found["FDR"] <= 0.05 + 2 * found["FDR, SE"]
    assert found["far units called FAIR"] <= 0.05
    assert found["power beyond 1.5 VP"] > 0.8
    assert found["misses of selected intervals"] <= 0.05
    assert found["misses of plain intervals when selected"] > 0.055
    assert found["FDR of testing for 0"] > 0.15


def test_shrinking_helps_where_battles_are_few() -> None:
    found = planted_figures.shrinkage(MIDDLE, worlds=form(4, 8), battles=(1500, 6000))
    for n in (1500, 6000):
        assert found[f"{n}: rmse shrunk"] < found[f"{n}: rmse raw"]
        assert found[f"{n}: coverage shrunk"] > 0.9
    assert found["6000: residual sd"] == pytest.approx(0.57, abs=form(0.14, 0.1))


def test_circles_are_told_from_noise() -> None:
    found = planted_figures.circles(worlds=4, games=100, runs=6)
    assert abs(found["share without circles"]) < 0.01
    assert found["greatest error of the share"] < 0.02
    assert found["greatest top / edge of noise"] < 1.1
    assert found["raw share without circles"] > 0.05
    assert found["mean error of the raw share"] > 0.04


def test_worths_foretell_battles_that_were_not_fitted() -> None:
    found = planted_figures.hold_outs(MIDDLE, form(10_000, 25_000))
    assert found["coin"] > found["cost"] > found["additive"] > found["truth"]
    assert found["slope"] == pytest.approx(1, abs=form(0.13, 0.08))
    assert found["intercept"] == pytest.approx(0, abs=form(0.16, 0.1))
    assert 0 < found["attained by cost"] < found["attained by worths"] < 1
    assert found["wins by coin"] == pytest.approx(np.log(2), abs=form(0.0075, 0.003))
    # fitted battles flatter: the slope on them is 1 whatever was learnt
    assert found["slope on the battles fitted, few"] == pytest.approx(1, abs=1e-6)
    assert found["slope on fresh battles, few"] < 0.9


def test_one_slot_may_adapt_and_all_slots_may_not() -> None:
    """Fewer units meet more often, so that adapting all slots does more harm: two worlds tell the two apart."""
    design = Design(units=form(40, 60), tables=4, sizes=(4, 8), choices=4)
    found = planted_figures.adaptive(design, worlds=form(2, 3), battles=12_000, truth=form(60_000, 120_000))
    assert found["coverage, one slot adapted"] >= form(0.86, 0.9)
    assert found["error / SE, one slot adapted"] < form(1.3, 1.15)
    assert found["error / SE, all slots adapted"] > form(1.3, 1.2)


def test_conditions_and_chance_are_told_apart() -> None:
    found = planted_figures.conditions(units=147, number=6, worlds=40)
    assert found["mean s_u"] == pytest.approx(0.3, abs=0.01)
    assert found["greatest error of s_u"] < 0.05
    assert 0.85 <= found["coverage of its interval"] <= 1
    assert found["s_u with the errors in it"] > 0.35


def test_conditions_that_share_their_dice_differ_more_clearly() -> None:
    found = planted_figures.common_dice(SMALL, 8000)
    assert found["variance, shared / independent"] < 0.5
    assert found["coverage"] >= 0.85


def test_how_many_equal_one() -> None:
    found = planted_figures.indifference(runs=form(250, 600), games=600)
    assert found["mean root"] == pytest.approx(planted_figures.ROOT, abs=form(0.045, 0.03))
    assert form(0.91, 0.93) <= found["coverage"] <= form(0.99, 0.97)
    assert found["rmse, two stages"] < found["rmse, spread evenly"]
    assert form(0.905, 0.92) <= found["weak slope: coverage"] <= form(0.99, 0.98)
    assert found["weak slope: unbounded"] > 0.5
    assert found["weak slope: coverage, ends taken for an interval"] < 0.5
