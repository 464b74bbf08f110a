"""Errors of figures over pairs of armies that share tables: by hand, and in worlds where the truth is known."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.forms import form
from tests.lab.short_list import small
from tests.pricing.planted_worlds import on_own_tables
from tigersim.core.play.compiled_players import DEFAULT_PLAYERS
from tigersim.errors import InvalidValue
from tigersim.lab.design import BATTLES_PER_TASK
from tigersim.lab.given_armies import Given
from tigersim.pricing.estimate.army_check import missed, rate_of, tenths_of
from tigersim.pricing.estimate.forecast import foretold
from tigersim.pricing.estimate.fought import Fought, means, squares
from tigersim.pricing.play.pair_results import _rounds, in_turn, tables_of, won_on_many_tables
from tigersim.pricing.play.prospective import spread

CAME = np.array([[1.0, 0.0, 1.0, 1.0, 0.5], [0.0, 0.0, 1.0, 0.0, 0.0], [1.0, 1.0, 0.5, 1.0, 0.0]])


def without(came: np.ndarray, figure: Callable[[np.ndarray], float]) -> np.ndarray:
    """What a figure of one pair is without each of its battles."""
    return np.array([figure(np.delete(came, k)) for k in range(len(came))])


def square(came: np.ndarray) -> float:
    return float(came.mean() ** 2 - came.var(ddof=1) / len(came))


@pytest.mark.parametrize(("by_pair", "figure"), [(means, np.mean), (squares, square)])
def test_figures_and_what_battles_move_them_by_are_those_of_leaving_one_out(
    by_pair: Callable[[np.ndarray], object], figure: Callable[[np.ndarray], float]
) -> None:
    found = by_pair(CAME)
    for came, value, part in zip(CAME, found.value, found.part, strict=True):
        assert value == pytest.approx(figure(came))
        left_out = without(came, figure)
        assert part == pytest.approx((left_out.mean() - left_out) * (4 / 5) ** 0.5)
        assert part.sum() == pytest.approx(0, abs=1e-12)


def test_the_error_is_that_of_pairs_where_no_table_is_shared() -> None:
    figure = squares(CAME)
    assert figure.error(on_own_tables(CAME).table) == pytest.approx(figure.value.std(ddof=1) / 3**0.5)


def test_what_pairs_have_in_common_on_a_table_does_not_average_out() -> None:
    """Two pairs with the same battles on the same tables are one, but for the spread of pairs that is not there."""
    came = np.tile(CAME[0], (2, 1))
    shared = np.tile(np.arange(5), (2, 1))
    assert means(came).error(on_own_tables(came).table) == 0
    # twice the squares of both, less the squares of each: half of the squared error of one pair remains
    one = float(np.var(CAME[0], ddof=1)) / 5
    assert means(came).error(shared) ** 2 == pytest.approx(one / 2)


def test_shapes_that_tell_nothing_are_refused() -> None:
    for wrong in (on_own_tables(np.ones((5, 2))), Fought(np.ones((5, 3)), np.zeros((5, 2), dtype=int))):
        with pytest.raises(InvalidValue, match=r"battles and tables of pairs.*\(P, 3 or more\)"):
            wrong.check()


# --- a planted world --------------------------------------------------------------------------------------------

PAIRS, BATTLES = 200, 400
UNEVEN, ON_A_TABLE, OFF = 0.3, 0.15, 0.08
"""How far true rates lie from a half at most; how much more a pair wins on a table that suits it, and how far its
forecast is off, times what the pair is like."""


def world(seed: int, table: float) -> tuple[np.ndarray, Fought]:
    """Forecasts and battles of pairs that all meet on the same tables.

    What suits a pair is what its forecast misjudges.  ``table``: how much tables matter.
    """
    rng = np.random.default_rng(seed)
    like = rng.uniform(-1, 1, PAIRS)
    true = 0.5 + rng.uniform(-UNEVEN, UNEVEN, PAIRS)
    suits = rng.choice([-1.0, 1.0], BATTLES)
    came = (rng.random((PAIRS, BATTLES)) < true[:, None] + table * like[:, None] * suits).astype(float)
    return true + OFF * like, Fought(came, np.tile(np.arange(BATTLES), (PAIRS, 1)))


def covered(table: float, worlds: int) -> tuple[float, float]:
    """How often intervals hold what forecasts miss by, with tables for samples and as if every battle had its own."""
    truth, held = OFF * (1 / 3) ** 0.5, []
    for seed in range(worlds):
        chance, fought = world(seed, table)
        (_, low, high), (_, least, most) = missed(chance, fought), missed(chance, on_own_tables(fought.came))
        held.append((low <= truth <= high, least <= truth <= most))
    with_tables, without_them = np.mean(held, axis=0)
    return float(with_tables), float(without_them)


def test_intervals_cover_where_pairs_share_tables() -> None:
    with_tables, without_them = covered(ON_A_TABLE, form(100, 1000))
    # 95% of 100 have a standard error of 2.2%, of 1,000 of 0.7%; that intervals hold always only these find
    assert form(0.88, 0.93) <= with_tables <= form(1, 0.985)
    assert without_them < 0.85


def test_intervals_cover_where_tables_do_not_matter() -> None:
    with_tables, without_them = covered(0.0, form(100, 1000))
    assert form(0.88, 0.93) <= without_them <= with_tables <= form(1, 0.99)


def test_rates_and_tenths_cover_where_pairs_share_tables() -> None:
    """All pairs are like each other here, so a table that suits one suits all."""
    held, narrow = [], []
    for seed in range(form(100, 1000)):
        rng = np.random.default_rng(seed)
        suits = rng.choice([-0.1, 0.1], BATTLES)
        came = (rng.random((PAIRS, BATTLES)) < 0.5 + suits).astype(float)
        fought = Fought(came, np.tile(np.arange(BATTLES), (PAIRS, 1)))
        _, low, high = rate_of(fought)
        tenths = tenths_of(np.linspace(0.4999, 0.5001, PAIRS), fought)
        held.append((low <= 0.5 <= high, tenths["low"].iloc[0] <= 0 <= tenths["high"].iloc[0]))
        _, low, high = rate_of(on_own_tables(came))
        narrow.append(low <= 0.5 <= high)
    assert (np.mean(held, axis=0) >= form(0.88, 0.925)).all()
    assert np.mean(narrow) < 0.6


def test_shares_of_what_can_be_foretold_and_spreads_cover_where_pairs_share_tables() -> None:
    held = []
    reach = UNEVEN**2 / 3  # mean square of true rates from a half
    for seed in range(form(60, 1000)):
        chance, fought = world(seed, ON_A_TABLE)
        low, high = foretold(fought, {"off": chance}).share["off"][1]
        least, most = spread(fought).interval
        held.append((low <= 1 - OFF**2 / 3 / reach <= high, least <= reach**0.5 <= most))
    # 95% of 60 have a standard error of 2.8%: that intervals hold always only the long form finds
    assert (np.mean(held, axis=0) >= form(0.86, 0.93)).all()
    assert (np.mean(held, axis=0) <= form(1, 0.99)).all()


# --- on which tables ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pairs", [1, 200, 256, 257, 700])
@pytest.mark.parametrize("tables", [None, 64])
def test_no_pair_fights_twice_on_a_table(pairs: int, tables: int | None) -> None:
    design = small(tables=tables)
    armies = np.zeros((pairs, 2, 16), dtype=np.int64)
    rounds = [tables_of(design, numbers) for numbers, _ in _rounds(armies, 12)]
    for of_pair in np.stack(rounds, axis=1):
        assert len(set(of_pair.tolist())) == 12


def test_tables_are_those_of_the_battles_numbers() -> None:
    design = small(tables=3)
    numbers = in_turn(200, 4)
    assert numbers[:3].tolist() == [[0, 200, 400, 600], [1, 201, 401, 601], [2, 202, 402, 602]]
    expected = numbers // BATTLES_PER_TASK % 3
    assert (tables_of(design, numbers) == expected).all()
    assert len(set(tables_of(small(tables=None), numbers).ravel().tolist())) == 2  # of 800 battles, 512 on a table


def test_sides_are_exchanged_every_other_time() -> None:
    """Ten Tigers win from either side."""
    design = small(players=DEFAULT_PLAYERS)
    armies = np.full((4, 2, 16), -1)
    armies[:, 0, :8], armies[:, 1, 0] = 3, 0
    fought = won_on_many_tables(Given(design), armies, 6)
    assert fought.came.shape == fought.table.shape == (4, 6)
    assert fought.came.mean() > 0.8
    assert fought.of(np.array([2])).came.tolist() == [fought.came[2].tolist()]
