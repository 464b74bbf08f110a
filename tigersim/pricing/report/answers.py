"""What to print: the one price of each unit that its evidence carries.

The settled list comes first where it is at hand; then a unit that was played again at its price; then, for a unit near
its cost, the straight line.  Of a unit that is far off and was not played again only a direction is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from tigersim.pricing.estimate.secant import fair_prices
from tigersim.pricing.report.settled import COLUMNS as SETTLED_COLUMNS

if TYPE_CHECKING:
    from tigersim.pricing.report.result import Prices
    from tigersim.pricing.report.settled import Settled

ENDS = ("", "_low", "_high", "_whole")
SOURCES = SETTLED, REPLAYED, LINE, OPEN = "settled", "played again", "near its cost", ""


def answers(prices: Prices, settled: Settled | None = None) -> pd.DataFrame:
    """What to print of each unit of a list, in its order.

    Columns ``key answer answer_low answer_high answer_whole source`` and, behind them, ``settled...`` and ``fair...``
    with the same endings; VP, 95% intervals, NaN where nothing is known.  answer: what to print; source: "settled",
    "played again", "near its cost", or "" where only a direction is known. fair: all other prices as printed; settled:
    all prices revised.
    """
    fair = fair_prices(prices)
    found = fair.drop(columns="replayed")
    if settled is None:
        found[SETTLED_COLUMNS] = np.nan
    else:
        found[SETTLED_COLUMNS] = settled.table.reindex(found["key"])[SETTLED_COLUMNS].to_numpy(dtype=float)
    known = found["settled"].notna()
    for end in ENDS:
        found[f"answer{end}"] = found[f"settled{end}"].where(known, found[f"fair{end}"])
    by_line = np.where(fair["replayed"], REPLAYED, LINE)
    found["source"] = np.where(known, SETTLED, np.where(found["fair"].notna(), by_line, OPEN))
    named = [f"{what}{end}" for what in ("answer", "settled", "fair") for end in ENDS]
    return found[["key", *named[:4], "source", *named[4:]]]


def with_answers(prices: Prices, settled: Settled | None = None) -> pd.DataFrame:
    """The table of a list with what to print behind the cost, for spreadsheets and scripts."""
    more = answers(prices, settled).drop(columns="key").set_index(prices.table.index)
    table = prices.table
    at = list(table).index("cost") + 1
    first, last = table.iloc[:, :at], table.iloc[:, at:]
    return pd.concat([first, more.dropna(axis="columns", how="all"), last], axis=1)
