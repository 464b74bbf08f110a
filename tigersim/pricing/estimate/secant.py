"""The price that closes the loop, for a unit that was played again at other prices.

``delta`` goes straight on from the printed cost.  It goes too far: a unit that is charged more dies more, because a
player looks at its price before shooting, and each VP that it concedes is conceded more often.  So every unit far from
its cost is played again, all other prices as printed, at cost + delta in whole VP (``closing``).  With d the delta that
is left, c the prices, and s the standard errors of the last two of these runs, a before b,

    fair price   x  = c_b + m d_b,             m = (c_b - c_a) / (d_a - d_b):  VP of price for a VP of delta (secant)
    its error    se = m sqrt(w^2 s_b^2 + (1 - w)^2 s_a^2),                     w = d_a / (d_a - d_b)

as the two runs have no battle in common.  The secant is a straight line too, but between two prices that were played,
and near its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from tigersim.pricing.estimate.list_errors import freedom_of, standard_error
from tigersim.pricing.estimate.mispricing import whole_vp
from tigersim.statistics import student

if TYPE_CHECKING:
    from tigersim.pricing.report.result import Prices

ABOVE = 3.0
"""VP; a delta beyond it is a direction and no price."""


class Played(NamedTuple):
    """A unit at a price: VP that it is worth more than that (``delta``), with standard error."""

    price: float
    delta: float
    se: float


class FairPrice(NamedTuple):
    """VP that a unit should cost, all other prices as they are, with standard error."""

    price: float
    se: float


def secant(first: Played, second: Played, together: bool = False) -> FairPrice:
    """The price at which the delta of a unit is 0, by two runs; NaN where they do not tell.

    ``together``: the two may err the same way, as where both rest on one list; the error is then the most that it is.
    """
    fall = first.delta - second.delta
    apart = second.price - first.price
    if apart == 0 or fall / apart <= 0:
        return FairPrice(np.nan, np.nan)
    slope, weight = apart / fall, first.delta / fall
    parts = abs(weight * second.se), abs((1 - weight) * first.se)
    error = abs(slope) * float(sum(parts) if together else np.hypot(*parts))
    return FairPrice(second.price + slope * second.delta, error)


def fair_price(played: Sequence[Played], above: float = ABOVE, together: bool = False) -> FairPrice | None:
    """The fair price of a unit from its runs, the first of them at its printed cost.

    None where only a direction is known.  One run tells the price of a unit that is at most ``above`` VP off, its line
    being short; of two and more the last two tell it; ``together`` as for ``secant``.
    """
    if len(played) > 1:
        found = secant(played[-2], played[-1], together)
        return found if np.isfinite(found.price) else None
    only = played[0]
    return FairPrice(only.price + only.delta, only.se) if abs(only.delta) <= above else None


def next_price(played: Sequence[Played]) -> int:
    """The whole price to play at next, at least 1 VP: where the runs so far put the fair price."""
    known = fair_price(played, above=np.inf)
    last = played[-1]
    return int(whole_vp(np.array([known.price if known is not None else last.price + last.delta]))[0])


def listed(found: Prices) -> list[tuple[str, Played]]:
    """Every unit of a list with its key, at the price that it was played at."""
    table = found.table
    runs = map(Played, table["cost"].astype(float), table["delta"], standard_error(found, "delta").tolist())
    return list(zip(found.detail["key"].astype(str), runs, strict=True))


def fair_prices(found: Prices, above: float = ABOVE) -> pd.DataFrame:
    """What each unit should cost, all other prices as printed.

    Columns ``key fair fair_low fair_high fair_whole replayed``.  Of units that were played again, by the secant; of
    others by the straight line, where it is short (``above``); NaN where only a direction is known.  VP, 95%
    intervals.
    """
    width = float(student.quantile(0.975, freedom_of(found)))
    again = dict(tuple(found.replays.groupby("key", sort=False))) if len(found.replays) else {}
    rows = []
    for key, first in listed(found):
        part = again.get(key)
        more = [] if part is None else list(map(Played, part["charged"], part["delta"], part["delta_se"]))
        known = fair_price([first, *more], above)
        price, se = (np.nan, np.nan) if known is None else known
        rows.append((key, price, price - width * se, price + width * se, bool(more)))
    frame = pd.DataFrame(rows, columns=["key", "fair", "fair_low", "fair_high", "replayed"])
    fair, whole = frame["fair"].to_numpy(dtype=float), np.full(len(frame), np.nan)
    told = np.isfinite(fair)
    whole[told] = whole_vp(fair[told])
    return frame.assign(fair_whole=whole)
