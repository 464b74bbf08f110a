"""The test that players understand: armies of equal price should be even matches.

Each pair of armies fights many mirrored battles.  The rates would spread even for fair pairs, so the spread of the dice
is taken off: what is reported is the root mean square distance of the true rates from a half.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tigersim.lab.given_armies import Armies, Given, margins
from tigersim.pricing.estimate.arrays import Floats
from tigersim.pricing.estimate.fought import Fought, squares
from tigersim.pricing.play.pair_results import in_turn, tables_of
from tigersim.statistics.intervals import Z_95, Interval

FAR = 0.05
"""A true rate farther than this from a half is no even match."""


@dataclass(frozen=True)
class Spread:
    """How far P pairs are from even.

    rms: root mean square distance of the true win rates from a half, with its 95% interval.
    rates: observed, (P,).
    noise: their standard errors from the dice, (P,).
    share_far: of pairs whose true rate is beyond 45 to 55%.
    square: mean square distance, without bias, which may be below 0; ``error``: its standard error.
    """

    rms: float
    interval: Interval
    rates: Floats
    noise: Floats
    share_far: float
    square: float
    error: float


def spread(matches: Fought) -> Spread:
    """How far pairs are from even, by the scores of their matches; pairs and tables are samples.

    Raises ``InvalidValue`` for fewer than three matches of a pair.
    """
    matches.check()
    scores = matches.came
    rates = scores.mean(axis=1)
    noise = np.sqrt(scores.var(axis=1, ddof=1) / scores.shape[1])
    off = squares(scores - 0.5)
    rms, low, high = off.root(matches.table)
    # pulled towards a half until their spread is that of the true rates: only so is a share of them without bias
    pulled = 0.5 + (rates - 0.5) * rms / np.sqrt(np.mean((rates - 0.5) ** 2)) if rms > 0 else np.full(len(rates), 0.5)
    share_far = float(np.mean(np.abs(pulled - 0.5) > FAR))
    return Spread(rms, Interval(low, high), rates, noise, share_far, off.mean(), off.error(matches.table))


def ratio(one: Spread, other: Spread) -> tuple[float, Interval]:
    """rms of ``one`` by that of ``other``, with a 95% interval by the delta method."""
    a, b = one.square, other.square
    if b <= 0:
        return float("nan"), Interval(float("nan"), float("nan"))
    error = np.sqrt(one.error**2 + (a / b * other.error) ** 2) / b
    low, middle, high = (float(np.sqrt(max(a / b + k * Z_95 * error, 0.0))) for k in (-1, 0, 1))
    return middle, Interval(low, high)


def scores_of(given: Given, armies: Armies, matches: int) -> Fought:
    """Scores of the first army in mirrored matches of each pair of ``armies``."""
    pairs = len(armies)
    repeated = np.tile(armies, (matches, 1, 1))
    there, back = given.mirrored(repeated)
    score = 0.5 + 0.25 * (np.sign(margins(there)) - np.sign(margins(back)))
    numbers = in_turn(pairs, matches)
    return Fought(score[numbers], tables_of(given.design, numbers))
