"""How far results of many battles between few pairs may lie from their forecast by chance.

The battles of one pair share its true win rate, so they tell less than as many battles of different pairs would.  By
how much follows from Brier's scores: that of a forecast minus that of a perfect one is the mean square distance of true
win rates from it.  With r its share of the forecast's score, R battles of a pair count as R / (1 + (R - 1) r) of
different pairs (the design effect), and Wilson's interval is that of so many.
"""

from __future__ import annotations

import pandas as pd

from tigersim.errors import InvalidValue
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.report.schemas import PERFECT
from tigersim.statistics.intervals import wilson


def calibration(found: Findings) -> pd.DataFrame:
    """The calibration curves of a study of kind ``validation``, with 95% intervals.

    Columns ``forecast_by forecast came low high battles worth``.  forecast, came: mean forecast and share won of a bin
    of battles; worth: how many battles of different pairs they count as.  Raises ``InvalidValue`` for findings that do
    not say how often each pair fought.
    """
    replicates = found.provenance.get("replicates")
    if not isinstance(replicates, dict) or "battles" not in replicates:
        raise InvalidValue("findings", found.kind, "those of a study of kind validation, with its replicates")
    brier = found.tables["forecasts"].set_index("forecast")["brier"]
    curves = found.tables["calibration"]
    rows = []
    for row in curves.to_dict("records"):
        effect = design_effect(float(brier[row["forecast_by"]]), float(brier[PERFECT]), int(replicates["battles"]))
        worth, came = row["battles"] / effect, float(row["came"])
        low, high = wilson(came * worth, worth)
        rows.append((row["forecast_by"], row["forecast"], came, low, high, row["battles"], worth))
    return pd.DataFrame(rows, columns=["forecast_by", "forecast", "came", "low", "high", "battles", "worth"])


def design_effect(brier: float, floor: float, battles: int) -> float:
    """How many of the R ``battles`` of a pair count as one of different pairs."""
    tied = max(brier - floor, 0.0) / brier
    return 1 + (battles - 1) * tied
