"""What a VP of a unit brings, in percent of what a VP of a reference unit brings.

With worth w = cost + delta the efficiency of unit i is (w_i / c_i) / (w_r / c_r).  It is a ratio of two estimates from
the same battles, so the interval is Fieller's with the covariance of both.  Between the prices of the revised list no
covariance is kept; their ratio has the interval that holds whatever it is (Bonferroni).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from tigersim.catalogue.lists import REFERENCE, WORTH
from tigersim.catalogue.units import unit
from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.arrays import Floats
from tigersim.pricing.estimate.list_errors import freedom_of
from tigersim.pricing.report.lists import finished
from tigersim.pricing.report.result import Prices
from tigersim.statistics import student
from tigersim.statistics.fieller import fieller

PERCENT = 100.0


def efficiency(reference: str = REFERENCE, run: Prices | str | Path = WORTH) -> pd.DataFrame:
    """What a VP of each unit brings, in percent of one of a reference unit.

    reference: the name of a unit; 120 percent: a VP spent on the unit brings a fifth more than one spent on that.
    run: a finished price list, its folder, or the name of an installed one.

    Columns and errors as of ``efficiencies``; ``RunError`` where there is no list.
    """
    return efficiencies(run if isinstance(run, Prices) else finished(run), reference)


def efficiencies(found: Prices, reference: str) -> pd.DataFrame:
    """One row per unit, the most efficient first.

    Columns ``nation name cost delta efficiency low high revised revised_low revised_high``.  delta: worth minus
    cost, VP, all other prices as printed; efficiency: worth by cost in percent of that of the ``reference``, with 95%
    interval, infinite where the reference may be worth nothing, and a direction only for units more than 3 VP off their
    cost, whose worth a straight line overstates (``secant``); revised: with the price of the revised list for the
    worth.  What the run could not price is NaN.  Raises ``UnitNotFound`` (or ``AmbiguousUnit``), and ``InvalidValue``
    for a reference that the run did not price or finds worth nothing.
    """
    keys, table = list(found.detail["key"]), found.table
    at = _place(found, reference)
    cost = table["cost"].to_numpy(dtype=float)
    brings = 1 + table["delta"].to_numpy(dtype=float) / cost
    cov = found.covariance.to_numpy(dtype=float) / np.outer(cost, cost)
    if not brings[at] > 0:
        raise InvalidValue("reference", keys[at], "a unit that the run priced, and worth more than nothing")
    freedom = freedom_of(found)
    ends = np.array([_interval(brings, cov, i, at, freedom) for i in range(len(keys))])
    # how much wider two 95% intervals must be for both to hold at once with 95%
    both = float(student.quantile(0.9875, freedom) / student.quantile(0.975, freedom))
    revised = _revised(table, cost, at, both)
    shown = table[["nation", "name", "cost"]].assign(
        delta=table["delta"].to_numpy(dtype=float),
        efficiency=PERCENT * brings / brings[at],
        low=PERCENT * ends[:, 0],
        high=PERCENT * ends[:, 1],
        revised=PERCENT * revised[0],
        revised_low=PERCENT * revised[1],
        revised_high=PERCENT * revised[2],
    )
    return shown.sort_values("efficiency", ascending=False, kind="stable").reset_index(drop=True)


def _place(found: Prices, name: str) -> int:
    """The row of a unit: as the run calls it, or as the catalogue knows it."""
    keys = list(found.detail["key"])
    if name in keys:
        return keys.index(name)
    named = [k for k, one in enumerate(found.table["name"]) if one == name]
    if len(named) == 1:
        return named[0]
    key = unit(name).key
    if key not in keys:
        raise InvalidValue("reference", key, "one of the units of the run")
    return keys.index(key)


def _interval(brings: Floats, cov: Floats, i: int, at: int, freedom: float) -> tuple[float, float]:
    """Bounds of brings[i] / brings[at]: the root of brings[i] - x brings[at]."""
    if i == at:
        return 1.0, 1.0
    if not np.isfinite(brings[i]):
        return np.nan, np.nan
    mixed = -cov[i, at]
    root = fieller(brings[i], -brings[at], np.array([[cov[i, i], mixed], [mixed, cov[at, at]]]), freedom=freedom)
    return (root.low, root.high) if root.bounded else (-np.inf, np.inf)


def _revised(table: pd.DataFrame, cost: Floats, at: int, both: float) -> tuple[Floats, Floats, Floats]:
    """Ratio of price by cost to that of the reference, and its bounds; NaN where one is missing."""
    price, low, high = (table[name].to_numpy(dtype=float) / cost for name in ("price", "price_low", "price_high"))
    low, high = price - both * (price - low), price + both * (high - price)
    below, above = low[at], high[at]
    if not below > 0:  # a reference that may be worth nothing bounds no ratio
        return (
            price / price[at] if price[at] > 0 else np.full(len(price), np.nan),
            np.where(np.isfinite(price), -np.inf, np.nan),
            np.where(np.isfinite(price), np.inf, np.nan),
        )
    least = np.where(low >= 0, low / above, low / below)
    most = np.where(high >= 0, high / below, high / above)
    least[at] = most[at] = 1.0
    return price / price[at], least, most
