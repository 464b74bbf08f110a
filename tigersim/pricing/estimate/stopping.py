"""Intervals for looking while battles are played.

Stopping when an interval is *narrow* needs no correction (Chow and Robbins 1965): the width tells nothing of the side
on which the estimate errs.  Stopping when an estimate is *remarkable* does: looking often enough finds something
remarkable everywhere.  ``always_valid`` is the boundary for a live screen (AsympCS: Waudby-Smith, Arbour, Sinha,
Kennedy and Ramdas 2021, arXiv 2103.06476); it costs half as much width again.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.arrays import Floats


def always_valid(n: npt.ArrayLike, sd: npt.ArrayLike, best_at: float, alpha: float = 0.05) -> Floats:
    """Half-width of an interval for a mean that may be looked at after every value.

    n: number of independent values so far, any shape; a value is a battle, a mirrored pair, or a batch with its
    influence on a coefficient.
    sd: of a single value, as estimated so far, in the unit of the answer (VP).
    best_at: the n for which the interval is to be narrowest, chosen before the first look.
    alpha: about the chance that the interval ever misses.

    Raises ``InvalidValue`` unless n and ``best_at`` are 1 or more and ``alpha`` lies between 0 and 1.
    """
    count = np.asarray(n, dtype=np.float64)
    if not (count.size and count.min() >= 1):
        raise InvalidValue("n", n, "1 or more values")
    if not best_at >= 1:
        raise InvalidValue("best_at", best_at, "1 or more values")
    if not 0 < alpha < 1:
        raise InvalidValue("alpha", alpha, "a number between 0 and 1")
    square = (-2 * np.log(alpha) + np.log(1 - 2 * np.log(alpha))) / best_at
    known = count * square + 1
    return np.asarray(sd * np.sqrt(2 * known / (count**2 * square) * np.log(np.sqrt(known) / alpha)))
