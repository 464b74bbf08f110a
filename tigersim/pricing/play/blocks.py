"""Pairs of battles in blocks, each block on a table of its own, and their averages.

The pairs of a block share their table, so they are no independent observations; the blocks are, for every table is
drawn anew.  Intervals come from the spread of the blocks.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import numpy as np

from tigersim.lab.design import BATTLES_PER_TASK
from tigersim.lab.given_armies import Numbers
from tigersim.pricing.estimate.arrays import Floats
from tigersim.statistics import student
from tigersim.statistics.intervals import Interval

PAIRS = 8
"""Pairs of battles on one table: making it takes as long as some fifty battles."""
MOST_BLOCKS = 10_000
FIRST_LOOK = 40
"""Blocks before the precision is looked at for the first time."""
OVERSHOOT = 1.05
"""How much more than forecast is played before the next look."""


def numbers_of(first: int, end: int) -> Numbers:
    """Numbers of the battles of blocks ``first`` to ``end`` - 1, ((end - first) * PAIRS,)."""
    block = np.arange(first, end)[:, None]
    return np.asarray(block * BATTLES_PER_TASK + np.arange(PAIRS), dtype=np.int64).ravel()


def without_luck(values: Floats, lucks: Floats) -> Floats:
    """Values (n,) less what known luck (n, kinds) explains of them by least squares."""
    design = np.column_stack([np.ones(len(values)), lucks])
    return np.asarray(values - lucks @ np.linalg.lstsq(design, values, rcond=None)[0][1:])


def standard_error(values: Floats) -> float:
    """Standard error of the mean of ``values`` (blocks, ...); infinite for a single block."""
    means = values.reshape(len(values), -1).mean(axis=1)
    return float(means.std(ddof=1) / len(means) ** 0.5) if len(means) > 1 else float("inf")


def interval(values: Floats, level: float = 0.95) -> Interval:
    """Student's interval of the mean of ``values`` (blocks, ...)."""
    middle, n = float(values.mean()), len(values)
    half = float(student.quantile(0.5 + level / 2, n - 1)) * standard_error(values) if n > 1 else float("inf")
    return Interval(middle - half, middle + half)


def until(target: float, play: Callable[[int, int], None], half_width: Callable[[], float]) -> None:
    """Play blocks (first, end) until ``half_width`` is at most ``target``, or ``MOST_BLOCKS``."""
    done, wanted = 0, FIRST_LOOK
    while True:
        play(done, wanted)
        done, now = wanted, half_width()
        if now <= target or done == MOST_BLOCKS:
            return
        forecast = ceil(OVERSHOOT * done * (now / target) ** 2)
        # a first guess may be far off, so nobody goes more than eightfold at once
        wanted = min(max(forecast, done + 1), 8 * done, MOST_BLOCKS)
