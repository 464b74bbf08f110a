"""Playing battles for what they teach: positions, contrasts, or shots.  One kernel does all, compiled once."""

from __future__ import annotations

from typing import Any, NamedTuple

from tigersim.core.compile.jit import jit
from tigersim.core.play.contrasts import Contrasting, take_contrasts
from tigersim.core.play.positions import Sampling, take_positions
from tigersim.core.play.shots import Trials, take_shots


class Rows(NamedTuple):
    """What is to be filled: of all but one there is none."""

    positions: Any
    """POSITION records."""
    contrasts: Any
    """POSITION records, two by two."""
    shots: Any
    """SHOT records."""


class How(NamedTuple):
    """How positions, contrasts and shots are taken."""

    sampling: Sampling
    contrasting: Contrasting
    trials: Trials


@jit
def gather(b, t, w, spare, battles, rows, how):
    """Play battles and fill what there is room for in ``rows``; returns how many."""
    if rows.positions.shape[0] > 0:
        return take_positions(b, t, w, spare, battles, rows.positions, how.sampling)
    if rows.contrasts.shape[0] > 0:
        return take_contrasts(b, t, w, spare, battles, rows.contrasts, how.contrasting)
    return take_shots(b, t, w, spare, battles, rows.shots, how.trials)
