"""Ranks of bargains with the places that the errors leave open.

For each unit all differences to the others get intervals that hold together with 95% (the critical value is that of the
greatest of them, whose errors are correlated); a unit is surely ahead of those whose interval does not reach 0
(Mogstad, Romano, Shaikh and Wilhelm 2024).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tigersim.pricing.estimate.arrays import Floats

DRAWS = 4000
"""Random errors behind a critical value, always the same ones: ranks are part of a result."""


def rank_intervals(
    worth: Floats, cov: Floats, level: float = 0.95, freedom: float = np.inf
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Best and worst place of each unit that the errors leave open; 1 = the greatest worth.

    worth: (U,); units of equal worth share the better place.
    cov: its covariance, (U, U).
    level: with which all places hold together.
    freedom: degrees of freedom of ``cov``.
    """
    units = len(worth)
    values, vectors = np.linalg.eigh(cov)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    rng = np.random.default_rng(1)
    errors = rng.standard_normal((DRAWS, units)) @ root.T
    if np.isfinite(freedom):
        errors /= np.sqrt(rng.chisquare(freedom, DRAWS) / freedom)[:, None]
    own = np.diagonal(cov)
    se = np.sqrt(np.maximum(own[:, None] + own[None, :] - 2 * cov, 0.0))
    np.fill_diagonal(se, np.inf)
    se[se == 0] = np.inf  # known to be alike: never ahead of each other
    best, worst = np.empty(units, dtype=np.int64), np.empty(units, dtype=np.int64)
    for unit in range(units):
        greatest = np.abs((errors - errors[:, unit : unit + 1]) / se[unit]).max(axis=1)
        sure = float(np.quantile(greatest, level))
        z = (worth - worth[unit]) / se[unit]
        best[unit] = 1 + int((z > sure).sum())
        worst[unit] = units - int((z < -sure).sum())
    return best, worst
