"""Where a fitted line is zero: a ratio of two estimates, with Fieller's interval (1954).

A ratio has no standard error worth the name where what it is divided by may be zero.  Fieller's set holds all roots
that the data do not contradict: an interval, everything outside one, or any number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tigersim.errors import InvalidValue
from tigersim.statistics import student


@dataclass(frozen=True)
class Root:
    """Where a + b x = 0: ``value``, NaN if b is 0.

    kind: "interval": from low to high; "outside": all up to low and all from high; "all": any number (low and high are
    minus and plus infinity).
    """

    value: float
    low: float
    high: float
    kind: Literal["interval", "outside", "all"]

    @property
    def bounded(self) -> bool:
        return self.kind == "interval"

    def covers(self, x: float) -> bool:
        """Whether the set holds x."""
        inside = self.low <= x <= self.high
        return {"interval": inside, "outside": x <= self.low or x >= self.high, "all": True}[self.kind]


def fieller(a: float, b: float, cov: NDArray[np.float64], level: float = 0.95, freedom: float = np.inf) -> Root:
    """The root -a / b and all roots x with (a + b x)^2 <= t^2 var(a + b x).

    cov: of (a, b), (2, 2), known with ``freedom`` degrees of freedom.  Raises ``InvalidValue`` for a covariance that is
    none.
    """
    if np.shape(cov) != (2, 2) or not np.isfinite(cov).all() or min(cov[0, 0], cov[1, 1]) < 0:
        raise InvalidValue("cov", np.shape(cov), "a covariance of shape (2, 2)")
    z2 = float(student.quantile(0.5 + level / 2, freedom)) ** 2
    square, half, constant = b * b - z2 * cov[1, 1], a * b - z2 * cov[0, 1], a * a - z2 * cov[0, 0]
    inside = half * half - square * constant
    value = -a / b if b != 0 else float("nan")
    if square > 0:
        root = np.sqrt(max(inside, 0.0))
        return Root(value, float((-half - root) / square), float((-half + root) / square), "interval")
    if inside <= 0 or square == 0:
        return Root(value, -np.inf, np.inf, "all")
    ends = sorted(float((-half + sign * np.sqrt(inside)) / square) for sign in (-1, 1))
    return Root(value, ends[0], ends[1], "outside")
