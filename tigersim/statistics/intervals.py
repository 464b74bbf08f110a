"""Intervals of shares, and how far a sampled share is from the exact one."""

from __future__ import annotations

from math import inf, sqrt
from typing import NamedTuple

from tigersim.errors import InvalidValue
from tigersim.given import is_number

Z_95 = 1.959963984540054
"""Half-width of a 95% interval in standard errors."""


class Interval(NamedTuple):
    """A 95% interval."""

    low: float
    high: float


def wilson(count: float, trials: float) -> Interval:
    """Wilson's 95% score interval of a share seen ``count`` times in ``trials`` (Wilson 1927).

    ``trials`` need not be whole: where some hang together, it is how many independent ones they are worth.  Raises
    ``InvalidValue`` for no trials, or a count beyond them.
    """
    if not is_number(trials, 0, inf) or trials == 0:
        raise InvalidValue("trials", trials, "more than 0")
    if not is_number(count, 0, trials):
        raise InvalidValue("count", count, f"0 to {trials}, the number of trials")
    share, spread = count / trials, Z_95**2 / trials
    middle = (share + spread / 2) / (1 + spread)
    half = sqrt(spread * share * (1 - share) + spread**2 / 4) / (1 + spread)
    # at the ends the bound is exact; the square root would miss it by a rounding error
    return Interval(0.0 if count == 0 else middle - half, 1.0 if count == trials else middle + half)


def z_score(count: int, trials: int, exact: float) -> float:
    """Distance of a sampled share from the exact one in standard errors; 0 or inf at 0 or 1."""
    if exact in (0.0, 1.0):
        return 0.0 if count == exact * trials else inf
    return float((count - trials * exact) / sqrt(trials * exact * (1 - exact)))
