"""Random armies: every unit alike, budgets near each other, nothing in favour of a side."""

import numpy as np
import pytest

from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.core.enums import MAX_UNITS
from tigersim.lab.design import Design

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")  # 64-bit words wrap around

N = 20 if COMPILER_OFF else 20_000
DESIGN = Design(seed=4)
ARMIES = DESIGN.armies(0, N)
SIZES = (ARMIES >= 0).sum(axis=2)


def test_armies_fill_the_first_slots() -> None:
    assert ARMIES.shape == (N, 2, MAX_UNITS)
    taken = ARMIES >= 0
    assert (taken[:, :, :-1] >= taken[:, :, 1:]).all()
    assert ARMIES.max() < len(DESIGN.units)
    low, high = DESIGN.sizes
    assert ((low <= SIZES) & (high >= SIZES)).all()


def test_armies_follow_from_the_number_of_the_battle() -> None:
    assert np.array_equal(DESIGN.armies(7, 5), ARMIES[7:12])
    assert not np.array_equal(Design(seed=5).armies(0, N), ARMIES)


@pytest.mark.rule("PT-SETUP-07")
@pytest.mark.skipif(COMPILER_OFF, reason="thousands of armies")
@pytest.mark.parametrize("jitter", [1, 4])
def test_budgets_are_as_far_apart_as_wanted(jitter: int) -> None:
    design = Design(seed=4, jitter=jitter)
    armies = design.armies(0, N)
    costs = np.append(design.costs, 0)[armies].sum(axis=2)
    gap = costs[:, 0] - costs[:, 1]
    # four dice with so many faces: each has a variance of (jitter^2 - 1) / 12
    wanted = (4 * (jitter**2 - 1) / 12) ** 0.5
    assert abs(gap.mean()) < 4 * gap.std() / N**0.5
    # the nearest of 24 armies is seldom off by much
    assert wanted <= gap.std() < wanted + 1.5


@pytest.mark.skipif(COMPILER_OFF, reason="thousands of armies")
def test_every_unit_comes_as_often_and_on_both_sides() -> None:
    counts = np.stack([np.bincount(ARMIES[:, side][ARMIES[:, side] >= 0], minlength=147) for side in (0, 1)])
    assert (counts > 0).all()
    # a unit is drawn about 8 / 147 times an army; choosing the nearest budget bends that a little
    expected = SIZES.sum() / 2 / 147
    assert np.abs(counts - expected).max() < 0.1 * expected
    difference = (counts[0] - counts[1]) / (counts.sum(axis=0)) ** 0.5
    assert np.abs(difference).max() < 4.5
    assert abs(SIZES[:, 0].mean() - SIZES[:, 1].mean()) < 4 * (2 * SIZES.var() / N) ** 0.5
