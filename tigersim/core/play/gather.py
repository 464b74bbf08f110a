"""Playing battles for what they teach: positions, or shots that are tried.  One kernel does both, compiled once."""

from __future__ import annotations

from typing import Any, NamedTuple

from tigersim.core.compile.jit import jit
from tigersim.core.play.positions import Sampling, take_positions
from tigersim.core.play.shots import Trials, take_shots


class Rows(NamedTuple):
    """What is to be filled: of one of the two there is none."""

    positions: Any
    """POSITION records."""
    shots: Any
    """SHOT records."""


class How(NamedTuple):
    """How positions and shots are taken."""

    sampling: Sampling
    trials: Trials


@jit
def gather(b, t, w, spare, battles, rows, how):
    """Play battles and fill ``rows``, positions where there is room for any and else shots; returns how many."""
    if rows.positions.shape[0] > 0:
        return take_positions(b, t, w, spare, battles, rows.positions, how.sampling)
    return take_shots(b, t, w, spare, battles, rows.shots, how.trials)
