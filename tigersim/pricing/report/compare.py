"""Two price lists compared: how far apart beyond their errors, and which verdicts change.

The lists differ by what they rest on (players, tables, rulings) and by chance.  With d the differences of delta, V
their covariance and U the number of units, the mean square of d is on average that of the true differences t plus
tr V / U, which is taken off; its own variance is (2 tr V^2 + 4 t'V t) / U^2.  Chance is taken for independent: give the
two runs different seeds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.arrays import Floats
from tigersim.pricing.estimate.list_errors import freedom_of, standard_error
from tigersim.pricing.estimate.mispricing import FALSE_DISCOVERIES
from tigersim.pricing.report.result import Prices
from tigersim.statistics.intervals import Z_95, Interval


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two price lists, unit by unit.

    table: one row per unit that both price; columns ``nation name cost delta_first delta_second difference low high
    differs verdict_first verdict_second changed price_first price_second price_error``.  difference: second minus
    first, VP, with its 95% interval; differs: beyond chance, 5% of those so called being wrong on average; changed: the
    verdict is another one; price: in the list in which everything is revised, VP, price_error: of their difference.
    covariance: of the differences, VP squared; squares: trace of its square, the errors of V taken off.  left_out:
    units that one list only has, or that it could not price.
    """

    first: str
    second: str
    table: pd.DataFrame
    covariance: Floats
    squares: float
    left_out: tuple[str, ...] = ()

    @property
    def shift(self) -> float:
        """VP by which the second list is higher, on average."""
        return float(self.table["difference"].mean())

    @property
    def rms_seen(self) -> float:
        """Root mean square of the differences as they are, VP; errors of sampling are part of it."""
        return float(np.sqrt(np.mean(self._d**2)))

    @property
    def rms(self) -> float:
        """Root mean square of the true differences, VP, errors of sampling taken off."""
        return float(np.sqrt(max(self._mean_square, 0.0)))

    @property
    def rms_interval(self) -> Interval:
        """95% interval of ``rms``, VP; from 0 where the lists may well be the same."""
        d, v, units = self._d, self.covariance, len(self._d)
        trace, squares, seen = float(np.trace(v)), self.squares, self._mean_square
        # variance of the errors along the true differences: its estimate, where they can be told from chance
        along = (float(d @ v @ d) - squares) / (units * seen) if seen > 0 else squares / trace
        along = min(max(along, trace / units), float(np.linalg.eigvalsh(v)[-1]))
        steady, growing = 2 * squares / units**2, 4 * along / units
        # the ends are where (seen - x)^2 = z^2 (steady + growing x), as in Wilson's interval
        middle = seen + 0.5 * Z_95**2 * growing
        half = np.sqrt(max(middle**2 - seen**2 + Z_95**2 * steady, 0.0))
        low, high = (float(np.sqrt(max(end, 0.0))) for end in (middle - half, middle + half))
        return Interval(low, high)

    @property
    def rms_of_prices(self) -> float:
        """Root mean square of the true differences between the revised lists, VP.

        A revised list bends where ``delta`` goes straight on; NaN where a list has no revised prices.
        """
        apart = self.table["price_second"] - self.table["price_first"]
        return float(np.sqrt(np.maximum((apart**2 - self.table["price_error"] ** 2).mean(skipna=False), 0.0)))

    @property
    def changed(self) -> pd.DataFrame:
        """The units whose verdict changes, the biggest difference first."""
        part = self.table[self.table["changed"]]
        return part.iloc[part["difference"].abs().argsort(kind="stable")[::-1]].reset_index(drop=True)

    @cached_property
    def _d(self) -> Floats:
        return self.table["difference"].to_numpy(dtype=float)

    @property
    def _mean_square(self) -> float:
        return float((self._d @ self._d - np.trace(self.covariance)) / len(self._d))

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, texts and lists, ready for JSON."""
        return {
            "first": self.first,
            "second": self.second,
            "units": len(self.table),
            "rms": self.rms,
            "rms_interval": list(self.rms_interval),
            "rms_seen": self.rms_seen,
            "rms_of_prices": self.rms_of_prices,
            "shift": self.shift,
            "changed": int(self.table["changed"].sum()),
            "differ": int(self.table["differs"].sum()),
            "left_out": list(self.left_out),
            "table": self.table.to_dict("records"),
        }


def _squares(parts: Sequence[Floats], freedoms: Sequence[float]) -> float:
    """tr V^2 of a sum V of covariances that are estimated with so many degrees of freedom.

    The estimate's own chance would add (tr V)^2 by freedom to the plain square, so it is taken off.
    """
    whole = sum(parts, np.zeros_like(parts[0]))
    found = float(np.sum(whole * whole))
    for part, freedom in zip(parts, freedoms, strict=True):
        if np.isfinite(freedom) and freedom > 1:
            plain, trace = float(np.sum(part * part)), float(np.trace(part))
            found += freedom**2 / ((freedom - 1) * (freedom + 2)) * (plain - trace**2 / freedom) - plain
    return max(found, float(np.trace(whole)) ** 2 / len(whole))


def _freedom(variances: Sequence[Floats], freedoms: Sequence[float]) -> Floats:
    """Degrees of freedom of a sum of variances (U,) (Welch and Satterthwaite)."""
    whole = sum(variances, np.zeros_like(variances[0]))
    spread = sum((one**2 / freedom for one, freedom in zip(variances, freedoms, strict=True)), np.zeros_like(whole))
    return np.asarray(np.divide(whole**2, spread, out=np.full(len(whole), np.inf), where=spread > 0))


def compare(first: Prices, second: Prices) -> Comparison:
    """Set two price lists beside each other.  Raises ``InvalidValue`` for fewer than two units."""
    keys = [list(one.detail["key"]) for one in (first, second)]
    priced = [set(one.detail["key"][one.table["delta"].notna().to_numpy()]) for one in (first, second)]
    both = [key for key in keys[0] if key in priced[0] & priced[1]]
    if len(both) < 2:
        raise InvalidValue("units that both lists price", len(both), "2 or more")
    rows = [[names.index(key) for key in both] for names in keys]
    one, other = (list_.table.iloc[at].reset_index(drop=True) for list_, at in zip((first, second), rows, strict=True))
    parts = [
        list_.covariance.to_numpy(dtype=float)[np.ix_(at, at)] for list_, at in zip((first, second), rows, strict=True)
    ]
    freedoms = [freedom_of(list_) for list_ in (first, second)]
    covariance = parts[0] + parts[1]
    difference = (other["delta"] - one["delta"]).to_numpy(dtype=float)
    error = np.sqrt(np.diagonal(covariance))
    freedom = _freedom([np.diagonal(part) for part in parts], freedoms)
    half = stats.t.ppf(0.975, freedom) * error
    table = one[["nation", "name", "cost"]].assign(
        delta_first=one["delta"],
        delta_second=other["delta"],
        difference=difference,
        low=difference - half,
        high=difference + half,
        differs=stats.false_discovery_control(2 * stats.t.sf(np.abs(difference) / error, freedom)) <= FALSE_DISCOVERIES,
        verdict_first=one["verdict"],
        verdict_second=other["verdict"],
        changed=one["verdict"] != other["verdict"],
        price_first=one["price"],
        price_second=other["price"],
        price_error=np.hypot(standard_error(first, "price")[rows[0]], standard_error(second, "price")[rows[1]]),
    )
    left_out = dict.fromkeys(key for names in keys for key in names if key not in set(both))
    squares = _squares(parts, freedoms)
    return Comparison(first.summary, second.summary, table, covariance, squares, tuple(left_out))
