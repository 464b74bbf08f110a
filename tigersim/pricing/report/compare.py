"""Two price lists compared: how far apart beyond their errors, and which verdicts change.

The lists differ by what they rest on (players, tables, rulings) and by chance.  With d the differences of delta, V
their covariance and U the number of units, the mean square of d is on average that of the true differences t plus
tr V / U, which is taken off; its own variance is (2 tr V^2 + 4 t'V t) / U^2.  Chance is taken for independent: give the
two runs different seeds.

By class: the mean of d over the units of a class, with variance a'V a.  By trait: what its carriers differ by besides
units of the same class and other traits; the plain mean over carriers would tell the class again, for every trait of
tanks.  It is fitted as the lists fit worths (``traits_from_prices``), with their columns:

    d = part of the class + parts of the traits + r + error,   r ~ N(0, s^2 I),   error ~ N(0, V),   s^2 by REML

The worths of a trait as the two lists state them are not subtracted, for three reasons.  They rest on revised prices,
whose covariance no list keeps.  Each list weighs its units in its own way, so units alike in both may leave a
difference.  And their intervals hold what is peculiar to each unit, which the lists share for the most part.  What is
peculiar to the difference of a unit, r, belongs into the interval of a trait: without it, whatever a few units differ
by is laid to the traits that they happen to carry.  The mean of a class speaks of these units and no others: no r.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy import linalg

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.arrays import Flags, Floats
from tigersim.pricing.estimate.list_errors import freedom_of, standard_error
from tigersim.pricing.estimate.mispricing import FALSE_DISCOVERIES
from tigersim.pricing.estimate.roster import Roster
from tigersim.pricing.estimate.secant import ABOVE
from tigersim.pricing.estimate.traits_from_prices import class_and_trait_columns, reml, traits_of
from tigersim.pricing.report.lists import finished
from tigersim.pricing.report.result import Prices
from tigersim.statistics import student
from tigersim.statistics.discoveries import adjusted_p
from tigersim.statistics.intervals import Z_95, Interval


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two price lists: unit by unit, by class and by trait.

    table: one row per unit that both price; columns ``nation name cost delta_first delta_second difference low high
    differs verdict_first verdict_second changed price_first price_second price_error``.  difference: second minus
    first, VP, with its 95% interval; differs: beyond chance, 5% of those so called being wrong on average; changed: the
    verdict is another one; price: in the list in which everything is revised, VP, price_error: of their difference.

    classes, traits: columns ``group units far difference low high differs``.  far: units of the group that are more
    than 3 VP off their cost in either list, where a difference is a direction; difference: VP; of a class the mean over
    its units, of a trait what it adds to a unit's difference besides class and other traits; differs: as for units,
    among all classes and among all traits.

    covariance: of the differences, VP squared; squares: trace of its square, the errors of V taken off.  left_out:
    units that one list only has, or that it could not price.  notes: what the intervals and the two tables leave out.
    """

    first: str
    second: str
    table: pd.DataFrame
    classes: pd.DataFrame
    traits: pd.DataFrame
    covariance: Floats
    squares: float
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def said(self) -> tuple[str, ...]:
        """What was found, in sentences."""
        low, high = self.rms_interval
        differ = int(self.table["differs"].sum())
        revised, way = self.rms_of_prices, "lower" if self.shift < 0 else "higher"
        return (
            f"{len(self.table)} units are {self.rms:.2f} VP apart [{low:.2f}, {high:.2f}] (root mean square without "
            f"errors of sampling; {self.rms_seen:.2f} with them), the second list {abs(self.shift):.2f} VP {way} on "
            "average.",
            f"{differ} differ beyond chance; {len(self.changed)} have another verdict.",
            "One of the lists has no prices with everything revised."
            if np.isnan(revised)
            else f"Where everything is revised, the two lists are {revised:.2f} VP apart.",
            *([f"Left out: {', '.join(self.left_out)}."] if self.left_out else []),
        )

    def __str__(self) -> str:
        return "\n".join(self.said)

    def __repr__(self) -> str:
        return str(self)

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
            "notes": list(self.notes),
            "classes": self.classes.to_dict("records"),
            "traits": self.traits.to_dict("records"),
            "table": self.table.to_dict("records"),
        }


@dataclass(frozen=True)
class _Differences:
    """Differences of units with their errors.

    seen: (U,), VP; far: which units are more than 3 VP off their cost, where a straight line goes too far.
    parts: covariances that add up to that of the differences, (U, U), VP squared; freedoms: degrees of freedom of each.
    """

    seen: Floats
    far: Flags
    parts: tuple[Floats, ...]
    freedoms: tuple[float, ...]

    @property
    def covariance(self) -> Floats:
        return np.asarray(sum(self.parts))

    def weighed(self, weights: Floats) -> pd.DataFrame:
        """Sums of the differences with weights (G, U), VP, with 95% intervals.

        Columns ``difference low high differs``.  Degrees of freedom of a sum of variances by Welch and Satterthwaite.
        """
        difference = weights @ self.seen
        variances = [np.sum(weights @ part * weights, axis=1) for part in self.parts]
        whole = np.sum(variances, axis=0)
        spread = np.sum([one**2 / freedom for one, freedom in zip(variances, self.freedoms, strict=True)], axis=0)
        freedom = np.divide(whole**2, spread, out=np.full(len(whole), np.inf), where=spread > 0)
        half = student.quantile(0.975, freedom) * np.sqrt(whole)
        p = 2 * student.above(np.abs(difference) / np.sqrt(whole), freedom)
        differs = adjusted_p(p) <= FALSE_DISCOVERIES
        return pd.DataFrame(
            {"difference": difference, "low": difference - half, "high": difference + half, "differs": differs}
        )

    def only(self, units: Sequence[int]) -> _Differences:
        """Those of some of the units."""
        parts = tuple(part[np.ix_(units, units)] for part in self.parts)
        return _Differences(self.seen[units], self.far[units], parts, self.freedoms)

    def by_group(self, columns: pd.DataFrame, weights: Floats) -> pd.DataFrame:
        """One row per column of units, with these weights (G, U)."""
        table = self.weighed(weights)
        table.insert(0, "group", [str(name) for name in columns])
        table.insert(1, "units", (columns != 0).sum().to_numpy())
        table.insert(2, "far", (columns[self.far] != 0).sum().to_numpy())
        return table


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


def _by_class_and_trait(frame: pd.DataFrame, all_of: _Differences) -> tuple[pd.DataFrame, pd.DataFrame, list[str]]:
    """The tables of classes and traits of these units (rows of ``ts.units()``), and notes."""
    design = class_and_trait_columns(frame)
    x, units = design.to_numpy(), len(frame)
    is_class = design.columns.isin(frame["type"])
    of_class, of_trait = design.loc[:, is_class], design.loc[:, ~is_class]
    classes = all_of.by_group(of_class, (x / x.sum(axis=0))[:, is_class].T)
    if units <= x.shape[1]:
        few = all_of.by_group(of_trait.iloc[:, :0], np.zeros((0, units)))
        note = f"no trait table: {units} units of known class do not exceed {x.shape[1]} classes and traits"
        return classes, few, [note] if units else []
    coef_cov, variance = reml(x, all_of.seen, all_of.covariance)[1:]
    own = variance * np.eye(units)
    weights = coef_cov @ linalg.solve(all_of.covariance + own, x, assume_a="pos").T
    freedoms = (*all_of.freedoms, units - x.shape[1])
    with_own = _Differences(all_of.seen, all_of.far, (*all_of.parts, own), freedoms)
    told = {trait for name in of_trait for trait in str(name).split(" + ")}
    implied = sorted(set().union(*traits_of(frame)) - told)
    names = ", ".join(implied).replace("_", " ")
    notes = [f"not in the table of traits, since classes and other traits tell them: {names}"]
    return classes, with_own.by_group(of_trait, weights[~is_class]), notes if implied else []


def compare(first: Prices | str | Path, second: Prices | str | Path, units: object = None) -> Comparison:
    """Set two price lists next to each other.

    first, second: lists, folders of finished runs, or names of installed ones.

    units: whose classes and traits they are, as in ``Roster.of``; None: those of the catalogue.

    Raises ``InvalidValue`` for fewer than two units that both lists price.
    """
    first, second = (finished(one) if isinstance(one, str | Path) else one for one in (first, second))
    keys = [list(one.detail["key"]) for one in (first, second)]
    priced = [set(one.detail["key"][one.table["delta"].notna().to_numpy()]) for one in (first, second)]
    both = [key for key in keys[0] if key in priced[0] & priced[1]]
    if len(both) < 2:
        raise InvalidValue("units that both lists price", len(both), "2 or more")
    rows = [[names.index(key) for key in both] for names in keys]
    one, other = (list_.table.iloc[at].reset_index(drop=True) for list_, at in zip((first, second), rows, strict=True))
    apart = _Differences(
        (other["delta"] - one["delta"]).to_numpy(dtype=float),
        np.maximum(*(np.abs(list_["delta"].to_numpy(dtype=float)) for list_ in (one, other))) > ABOVE,
        tuple(
            list_.covariance.to_numpy(dtype=float)[np.ix_(at, at)]
            for list_, at in zip((first, second), rows, strict=True)
        ),
        (freedom_of(first), freedom_of(second)),
    )
    table = pd.concat(
        [
            one[["nation", "name", "cost"]].assign(delta_first=one["delta"], delta_second=other["delta"]),
            apart.weighed(np.eye(len(both))),
        ],
        axis=1,
    ).assign(
        verdict_first=one["verdict"],
        verdict_second=other["verdict"],
        changed=one["verdict"] != other["verdict"],
        price_first=one["price"],
        price_second=other["price"],
        price_error=np.hypot(standard_error(first, "price")[rows[0]], standard_error(second, "price")[rows[1]]),
    )
    roster = Roster.of(units)
    place = {key: number for number, key in enumerate(roster.keys)}
    known = [number for number, key in enumerate(both) if key in place]
    frame = roster.only(place[both[number]] for number in known).frame
    classes, traits, notes = _by_class_and_trait(frame, apart.only(known))
    if len(known) < len(both):
        strange = ", ".join(key for key in both if key not in place) if known else "any unit"
        notes.append(f"class and traits are not known of {strange}")
    return Comparison(
        first=first.summary,
        second=second.summary,
        table=table,
        classes=classes,
        traits=traits,
        covariance=apart.covariance,
        squares=_squares(apart.parts, apart.freedoms),
        left_out=tuple(dict.fromkeys(key for names in keys for key in names if key not in set(both))),
        notes=tuple(notes),
    )
