"""Standard errors behind the intervals of a price list.

Intervals are Student's with ``errors_freedom`` degrees of freedom (tables minus one), so a standard error is not the
half-width by 1.96.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tigersim.pricing.estimate.arrays import Floats
from tigersim.statistics import student

if TYPE_CHECKING:
    from tigersim.pricing.report.result import Prices


def freedom_of(found: Prices) -> float:
    """Degrees of freedom of the errors of a list; infinite for lists that do not say them."""
    return float(found.provenance.get("errors_freedom", np.inf))


def standard_error(found: Prices, column: str) -> Floats:
    """Standard errors of "delta" or "price", (U,), VP, from their 95% intervals."""
    width = (found.table[f"{column}_high"] - found.table[f"{column}_low"]).to_numpy(dtype=float)
    return np.asarray(0.5 * width / student.quantile(0.975, freedom_of(found)))
