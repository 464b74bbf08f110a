"""Logistic regression on a few columns: maximum likelihood by Newton's method."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from tigersim.errors import IdentifiabilityError

Floats = NDArray[np.float64]

MOST_STEPS = 30
SETTLED = 1e-10
SINGULAR = 1e14
"""Condition number of the information from which no step is taken."""


class NoFit(IdentifiabilityError):
    """No finite coefficients fit best: the columns tell every result, or tell the same."""


class LogitFit(NamedTuple):
    """Where logit P(win) = columns @ coef fits best."""

    coef: Floats
    """Logits, (columns,)."""
    information: Floats
    """Fisher's, (columns, columns); its inverse is the covariance where trials are independent."""


def fit_logit(columns: Floats, won: Floats, played: Floats | float = 1.0) -> LogitFit:
    """Coefficients of the logit of winning on some columns.

    columns: (rows, columns).  won, played: wins, draws as halves, and battles or their weight in each row, (rows,).
    Raises ``NoFit``.
    """
    coef = np.zeros(columns.shape[1])
    for _ in range(MOST_STEPS):
        p = special.expit(columns @ coef)
        information = columns.T @ (columns * (played * p * (1 - p))[:, None])
        if np.linalg.cond(information) > SINGULAR:
            break
        step = np.linalg.solve(information, columns.T @ (won - played * p))
        coef = coef + step
        if np.abs(step).max() <= SETTLED * max(1.0, np.abs(coef).max()):
            return LogitFit(coef, information)
    raise NoFit("the columns tell every result without exception, or tell the same")
