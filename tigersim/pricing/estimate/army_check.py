"""How well forecasts of battles came true, by kind of armies and in every tenth.

Each pair of armies has fought many battles, so its true rate of wins is known up to dice; what dice alone would leave
is taken off, so a perfect forecast misses by 0.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.estimate.fought import Fought, means, squares
from tigersim.statistics.intervals import Z_95

TENTHS = 10
ALL = "all"
"""How tables call pairs of all kinds together."""


def missed(chance: Floats, fought: Fought) -> tuple[float, float, float]:
    """Root mean square by which forecasts (P,) miss true rates of wins, with its 95% interval.

    The interval takes pairs and tables for samples.  Raises ``InvalidValue`` for fewer than three battles of a pair.
    """
    fought.check()
    return squares(fought.came - chance[:, None]).root(fought.table)


def rate_of(fought: Fought) -> tuple[float, float, float]:
    """Rate at which the first armies win, with its 95% interval; pairs and tables are samples.

    Raises ``InvalidValue`` for fewer than three battles of a pair.
    """
    fought.check()
    won = means(fought.came)
    rate, half = won.mean(), Z_95 * won.error(fought.table)
    return rate, max(rate - half, 0.0), min(rate + half, 1.0)


def groups_of(kinds: Integers, names: Mapping[int, str]) -> dict[str, Integers]:
    """Numbers of the pairs by group: all of them, and those of one kind on both sides."""
    both = kinds[:, 0] == kinds[:, 1]
    apart = {name: np.flatnonzero(both & (kinds[:, 0] == number)) for number, name in names.items()}
    return {ALL: np.arange(len(kinds)), **{name: pairs for name, pairs in apart.items() if len(pairs)}}


def by_kind(fought: Fought, chances: Mapping[str, Floats], groups: Mapping[str, Integers]) -> pd.DataFrame:
    """One row for each group of pairs and forecast.

    Columns: ``kind``, ``forecast_by``, ``pairs``, ``missed`` with ``low`` and ``high`` (points of a hundred), and
    ``worst``, the largest bias of a tenth, points.  Raises ``InvalidValue`` for fewer than three battles of a pair.
    """
    rows = []
    for kind, pairs in groups.items():
        for name, chance in chances.items():
            at, low, high = (100 * value for value in missed(chance[pairs], fought.of(pairs)))
            worst = float(tenths_of(chance[pairs], fought.of(pairs))["bias"].abs().max())
            about = {"kind": kind, "forecast_by": name, "pairs": len(pairs)}
            rows.append({**about, "missed": at, "low": low, "high": high, "worst": worst})
    return pd.DataFrame(rows)


def tenths_of(chance: Floats, fought: Fought) -> pd.DataFrame:
    """Calibration: pairs in ten parts of equal number by what was foretold.

    Columns ``tenth pairs forecast came bias low high``, in percent; bias: forecast minus what came.
    """
    rows = []
    for number, part in enumerate(np.array_split(np.argsort(chance, kind="stable"), min(TENTHS, len(chance)))):
        some = fought.of(part)
        off = means(100 * (chance[part, None] - some.came))
        half = Z_95 * off.error(some.table) if len(part) > 1 else float("nan")
        forecast, came = 100 * float(chance[part].mean()), 100 * float(some.came.mean())
        bias = off.mean()
        rows.append(
            {"tenth": number + 1, "pairs": len(part), "forecast": forecast, "came": came}
            | {"bias": bias, "low": bias - half, "high": bias + half}
        )
    return pd.DataFrame(rows)
