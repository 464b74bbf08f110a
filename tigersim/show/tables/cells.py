"""Any value as the cell of a table: the terminal and the page write it alike."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def written(column: str, value: Any) -> str:
    """A value as text, "" where missing; columns ``p_...`` and ``share...`` in percent."""
    if value is None:
        return ""
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, float | np.floating):
        return _number(column, float(value))
    return f"{value:,}" if isinstance(value, int | np.integer) else str(value)


def _number(column: str, value: float) -> str:
    if math.isnan(value):
        return ""
    if math.isinf(value):
        return "\N{INFINITY}" if value > 0 else "-\N{INFINITY}"
    if column.startswith(("p_", "share")):
        return f"{100 * value:.1f}%"
    return f"{value:,.2f}" if value != round(value) else f"{value:,.0f}"


def whole_percent(share: float) -> str:
    """A share in whole percent, without the sign; 0 and 100 are said of certainty only."""
    if 0 < share < 0.005:
        return "<1"
    return ">99" if 0.995 <= share < 1 else f"{100 * share:.0f}"
