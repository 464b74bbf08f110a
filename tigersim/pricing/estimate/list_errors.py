"""Standard errors behind the intervals of a price list, and what older lists leave out.

Intervals are Student's with ``errors_freedom`` degrees of freedom (tables minus one), so a standard error is not the
half-width by 1.96.  Lists that were made before battles were clustered by table say so where they are loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats

from tigersim.pricing.estimate.arrays import Floats

if TYPE_CHECKING:
    from tigersim.pricing.report.result import Prices

GROUPED = "the jackknife over 30 groups of tables"
"""How findings of kind "equilibrium" say that no table was parted."""
TABLES_ONLY = (
    "intervals are for the tables that were played on, not for others that might have been drawn: over all tables the "
    "error of a worth is larger, in runs of 32 tables 1.15 times in the median and up to 2.8 times, in runs of 200 "
    "tables up to 1.7 times; played anew, the list allows for that"
)


def freedom_of(found: Prices) -> float:
    """Degrees of freedom of the errors of a list; infinite for lists that do not say them."""
    return float(found.provenance.get("errors_freedom", np.inf))


def standard_error(found: Prices, column: str) -> Floats:
    """Standard errors of "delta" or "price", (U,), VP, from their 95% intervals."""
    width = (found.table[f"{column}_high"] - found.table[f"{column}_low"]).to_numpy(dtype=float)
    return np.asarray(0.5 * width / stats.t.ppf(0.975, freedom_of(found)))


def left_out_of_list(about: Mapping[str, Any]) -> tuple[str, ...]:
    """What the intervals of a list with this provenance leave out, as notes."""
    errors, tables = about.get("errors"), about.get("tables")
    old = "errors_freedom" not in about and isinstance(errors, str) and errors.startswith("HC")
    return (TABLES_ONLY,) if old and isinstance(tables, int) and tables > 1 else ()


def left_out_of_findings(kind: str, about: Mapping[str, Any], notes: tuple[str, ...]) -> tuple[str, ...]:
    """What the intervals of findings of this kind leave out, as notes."""
    old = (kind == "equilibrium" and not any(GROUPED in note for note in notes)) or (
        kind == "traits" and "errors_freedom" not in about
    )
    return (TABLES_ONLY,) if old else ()
