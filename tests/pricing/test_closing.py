"""Units far from their cost are played again: the straight line misses, the secant's interval covers.

In the planted world here the enemy shoots more at what costs more, as the players do: a unit that brings k VP of margin
and dies with a chance q(c) that grows with its price c is worth delta(c) = (k - q(c) c - lambda c) / (lambda + q(c))
next to it, and its fair price is where that is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from tests.forms import form
from tests.lab.short_list import UNITS, few_units, small
from tests.pricing.planted_worlds import AdditiveWorld, Design
from tigersim.pricing import Prices, fit_prices
from tigersim.pricing.estimate.secant import ABOVE, Played, fair_price, fair_prices, secant
from tigersim.pricing.play.closing import Ask, Close, close, close_run
from tigersim.pricing.study.kinds import read_study

SCALE, ERROR = 0.22, 0.19
UNITS_OF_WORLD = [(3, 16.2), (2, 10.4), (5, 18.3), (6, 12.4), (9, 2.3), (8, 4.4)]
"""Printed cost and fair price, VP."""


def mortality(price: float) -> float:
    """From a chance of 0.1 for what is cheap to 0.6 for what is dear."""
    return 0.1 + 0.5 * (1 - np.exp(-price / 12))


def true_delta(price: float, fair: float) -> float:
    brings = (SCALE + mortality(fair)) * fair
    return float((brings - (mortality(price) + SCALE) * price) / (SCALE + mortality(price)))


@pytest.fixture(scope="module")
def listed() -> Prices:
    """Any list of six units."""
    world = AdditiveWorld.make(1, Design(units=6, tables=2))
    return fit_prices(world.battles(8000, 1))


def seen(listed: Prices, prices: list[float], rng: np.random.Generator) -> Prices:
    """The list as battles of the planted world would give it, each unit at one of ``prices``."""
    truth = np.array([true_delta(c, fair) for c, (_, fair) in zip(prices, UNITS_OF_WORLD, strict=True)])
    delta = truth + rng.normal(0, ERROR, len(truth))
    table = listed.table.assign(
        cost=np.array(prices, dtype=int), delta=delta, delta_low=delta - 1.96 * ERROR, delta_high=delta + 1.96 * ERROR
    )
    return replace(listed, table=table)


def world(listed: Prices, seed: int) -> tuple[Prices, Callable[[Ask], Prices]]:
    """A list at printed prices, and who plays it again with one unit at another price."""
    rng = np.random.default_rng(seed)
    printed = [float(cost) for cost, _ in UNITS_OF_WORLD]

    def replay(ask: Ask) -> Prices:
        return seen(listed, [float(ask.charged) if row == ask.row else c for row, c in enumerate(printed)], rng)

    return seen(listed, printed, rng), replay


def test_the_line_fails_and_the_secant_covers(listed: Prices) -> None:
    fair = np.array([price for _, price in UNITS_OF_WORLD])
    lines, covers, one_look = [], [], []
    for seed in range(form(50, 150)):
        found, replay = world(listed, seed)
        line = found.table["cost"] + found.table["delta"]
        lines.append(np.abs(line - fair) < 1.96 * ERROR)
        told = fair_prices(close(found, Close(), 1, replay))
        covers.append((told["fair_low"] <= fair) & (fair <= told["fair_high"]))
        if seed >= form(20, 40):  # of 20 intervals a coverage of 25% is below a tenth in less than 3% of runs
            continue
        told = fair_prices(close(found, Close(looks=1), 1, replay))
        one_look.append((told["fair_low"] <= fair) & (fair <= told["fair_high"]))
    assert np.mean(lines) < 0.05
    # 900 intervals: 0.95 -+ 0.015; 300: 0.95 -+ 0.025, so that intervals half as wide are still found
    assert form(0.91, 0.93) <= np.mean(covers) <= form(0.99, 0.975)
    assert np.min(np.mean(covers, axis=0)) > form(0.84, 0.88)
    # from far away one secant is not enough: it ends on the way
    assert np.mean(one_look, axis=0)[:3].max() < 0.1


def test_a_secant_by_hand() -> None:
    """At 3 VP 18 off, at 21 VP -6: 24 VP of delta are 18 of price, so the last 6 are 4.5."""
    found = secant(Played(3, 18.0, 0.2), Played(21, -6.0, 0.4))
    assert found.price == pytest.approx(16.5)
    assert found.se == pytest.approx(0.75 * np.hypot(0.75 * 0.4, 0.25 * 0.2))
    rng = np.random.default_rng(2)
    drawn = [
        secant(Played(3, rng.normal(18, 0.2), 0.2), Played(21, rng.normal(-6, 0.4), 0.4)).price for _ in range(4000)
    ]
    assert np.std(drawn) == pytest.approx(found.se, rel=0.05)


def test_errors_that_hang_together_add_up() -> None:
    found = secant(Played(3, 18.0, 0.2), Played(21, -6.0, 0.4), together=True)
    assert found.se == pytest.approx(0.75 * (0.75 * 0.4 + 0.25 * 0.2))


def test_runs_that_do_not_tell_give_no_price() -> None:
    """Worth more at the higher price: no line from there ends at 0."""
    assert np.isnan(secant(Played(3, 4.0, 0.2), Played(7, 5.0, 0.2)).price)
    assert fair_price([Played(3, 4.0, 0.2), Played(7, 5.0, 0.2)]) is None


def test_a_short_line_is_a_price_and_a_long_one_a_direction() -> None:
    assert fair_price([Played(5, 1.2, 0.1)]) == (6.2, 0.1)
    assert fair_price([Played(5, ABOVE + 0.1, 0.1)]) is None
    assert fair_price([Played(9, -ABOVE - 0.1, 0.1)]) is None


def test_who_is_played_again_and_at_what(listed: Prices) -> None:
    asked: list[Ask] = []
    found, replay = world(listed, 4)

    def watched(ask: Ask) -> Prices:
        asked.append(ask)
        return replay(ask)

    closed = close(found, Close(above=8.0), 70, watched)
    first = {ask.row: ask.charged for ask in asked if ask.look == 1}
    far = np.flatnonzero(found.table["delta"].abs() > 8.0)
    assert sorted(first) == far.tolist()
    for row in far:
        assert first[row] == round(found.table["cost"][row] + found.table["delta"][row])
    assert len({ask.seed for ask in asked} | {70}) == len(asked) + 1, "every run has dice of its own"
    assert len({ask.folder for ask in asked}) == len(asked)
    assert len(closed.replays) == len(asked)
    left = closed.replays.groupby("key")["delta"].last().abs()
    looks = closed.replays.groupby("key")["look"].max()
    assert ((left <= 1.0) | (looks == 3)).all()
    none = close(found, Close(above=100.0), 70, watched)
    assert len(none.replays) == 0


def test_nothing_is_played_below_1_vp(listed: Prices) -> None:
    """A unit worth less than nothing is played at 1 VP once, and not again at the same price."""
    asked: list[int] = []

    def replay(ask: Ask) -> Prices:
        asked.append(ask.charged)
        return replace(found, table=found.table.assign(cost=1, delta=-2.0, delta_low=-2.4, delta_high=-1.6))

    table = listed.table.assign(cost=6, delta=-7.0, delta_low=-7.4, delta_high=-6.6).head(1)
    found = replace(listed, table=table, detail=listed.detail.head(1))
    told = fair_prices(close(found, Close(), 1, replay)).iloc[0]
    assert asked == [1]
    assert told["fair"] == pytest.approx(1 - 2.0)
    assert told["fair_whole"] == 1


def test_replays_are_kept_with_the_list(listed: Prices, tmp_path: Path) -> None:
    found, replay = world(listed, 5)
    closed = close(found, Close(), 1, replay)
    closed.save(tmp_path)
    kept = Prices.load(tmp_path)
    pd.testing.assert_frame_equal(kept.replays, closed.replays)
    pd.testing.assert_frame_equal(fair_prices(kept), fair_prices(closed))
    closed.write_csv(tmp_path)
    assert (tmp_path / "replays.csv").exists()


PLAN = """
question = "What is it worth?"
why = "A test."

[design]
sizes = [3, 6]
jitter = 8
seed = 5
tables = 3
players = ["heuristic", "heuristic"]

[stop]
battles = 3072

[close]
above = 2.5
looks = 1
battles = 3072
"""


def test_a_study_closes_and_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few_units(monkeypatch)
    path = tmp_path / "plan.toml"
    path.write_text(PLAN, encoding="utf-8")
    folder, told = tmp_path / "run", []
    found = read_study(path).run(folder, progress=lambda done, total, _: told.append((done, total)))
    assert isinstance(found, Prices)
    far = found.table["delta"].abs() > 2.5
    assert far.any()
    assert len(found.replays) == far.sum()
    assert told[-1][0] == 3072 + 3072 * far.sum()
    assert (found.replays["battles"] == 3072).all()
    assert found.provenance["close"]["battles"] == 3072
    for row in np.flatnonzero(far):
        mine = found.replays[found.replays["key"] == UNITS[row].key].iloc[0]
        assert np.sign(mine["charged"] - found.table["cost"][row]) == np.sign(found.table["delta"][row])
        # charged more, a unit is worth less next to it
        assert abs(mine["delta"]) < abs(found.table["delta"][row])
    monkeypatch.setattr("tigersim.lab.batch.play_many", None)
    again = read_study(path).run(folder)
    assert isinstance(again, Prices)
    pd.testing.assert_frame_equal(again.replays, found.replays)
    kept = Prices.load(folder)
    pd.testing.assert_frame_equal(kept.replays, found.replays)
    # asked in Python, of the same folder
    pd.testing.assert_frame_equal(
        close_run(kept, small(jitter=8), folder, Close(above=2.5, looks=1, battles=3072)).replays, found.replays
    )
