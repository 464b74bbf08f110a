"""How well forecasts of battles came true, by kind of armies and in every tenth.

Each pair of armies has fought many battles, so its true rate of wins is known up to dice; what dice alone would leave
is taken off, so a perfect forecast misses by 0.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.statistics.intervals import Z_95

TENTHS = 10
ALL = "all"
"""How tables call pairs of all kinds together."""


def missed(chance: Floats, won: Floats) -> tuple[float, float, float]:
    """Root mean square by which forecasts (P,) miss true rates of wins, with its 95% interval.

    won: (P, R), 1, 0 or one half in R battles of each pair.  The interval takes pairs for a sample.
    """
    rate, battles = won.mean(axis=1), won.shape[1]
    squares = (chance - rate) ** 2 - won.var(axis=1, ddof=1) / battles
    half = Z_95 * float(np.std(squares, ddof=1)) / len(squares) ** 0.5
    mean = float(squares.mean())
    at, low, high = (max(value, 0.0) ** 0.5 for value in (mean, mean - half, mean + half))
    return at, low, high


def groups_of(kinds: Integers, names: Mapping[int, str]) -> dict[str, Integers]:
    """Numbers of the pairs by group: all of them, and those of one kind on both sides."""
    both = kinds[:, 0] == kinds[:, 1]
    apart = {name: np.flatnonzero(both & (kinds[:, 0] == number)) for number, name in names.items()}
    return {ALL: np.arange(len(kinds)), **{name: pairs for name, pairs in apart.items() if len(pairs)}}


def by_kind(won: Floats, chances: Mapping[str, Floats], groups: Mapping[str, Integers]) -> pd.DataFrame:
    """One row for each group of pairs and forecast.

    Columns: ``kind``, ``forecast_by``, ``pairs``, ``missed`` with ``low`` and ``high`` (points of a hundred), and
    ``worst``, the largest bias of a tenth, points.  Raises ``InvalidValue`` for fewer than two battles of a pair.
    """
    if won.ndim != 2 or won.shape[1] < 2:
        raise InvalidValue("won", f"an array of shape {won.shape}", "(P, 2 or more)")
    rows = []
    for kind, pairs in groups.items():
        for name, chance in chances.items():
            at, low, high = (100 * value for value in missed(chance[pairs], won[pairs]))
            worst = float(tenths_of(chance[pairs], won[pairs])["bias"].abs().max())
            about = {"kind": kind, "forecast_by": name, "pairs": len(pairs)}
            rows.append({**about, "missed": at, "low": low, "high": high, "worst": worst})
    return pd.DataFrame(rows)


def tenths_of(chance: Floats, won: Floats) -> pd.DataFrame:
    """Calibration: pairs in ten parts of equal number by what was foretold.

    Columns ``tenth pairs forecast came bias low high``, in percent; bias: forecast minus what came.
    """
    rows = []
    for number, part in enumerate(np.array_split(np.argsort(chance, kind="stable"), min(TENTHS, len(chance)))):
        off = 100 * (chance[part] - won[part].mean(axis=1))
        half = Z_95 * float(np.std(off, ddof=1)) / len(part) ** 0.5 if len(part) > 1 else float("nan")
        forecast, came = 100 * float(chance[part].mean()), 100 * float(won[part].mean())
        bias = float(off.mean())
        rows.append(
            {"tenth": number + 1, "pairs": len(part), "forecast": forecast, "came": came}
            | {"bias": bias, "low": bias - half, "high": bias + half}
        )
    return pd.DataFrame(rows)
