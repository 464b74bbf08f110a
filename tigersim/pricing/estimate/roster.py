"""The units to be priced, with their costs: of the catalogue, or a list of your own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from tigersim.errors import DataError, UnitNotFound, brief, literal
from tigersim.pricing.estimate.arrays import Floats

if TYPE_CHECKING:
    from tigersim.catalogue.rulesets import RuleSet

LIST = "units"
"""How error messages call a list of units handed over in Python."""


@dataclass(frozen=True, eq=False)
class Roster:
    """Units in a fixed order.  A unit's place here is its number in battles and in every result.

    ``keys`` are "Name [nation]" (or just a name, in a user's list), ``cost`` the printed costs in VP, shape (U,), and
    ``frame`` the rows they came from, at least with the columns ``nation``, ``name`` and ``cost``.
    """

    keys: tuple[str, ...]
    cost: Floats
    frame: pd.DataFrame

    @classmethod
    def of(cls, units: object = None, ruleset: RuleSet | None = None) -> Roster:
        """A roster from what a user may hand over as ``units``.

        None: the whole catalogue, costs by ``ruleset``, without units that it leaves without VP (AMB-116).  A
        DataFrame: columns ``cost`` and ``key``, or ``cost``, ``name`` and ``nation``; further columns of ``ts.units()``
        feed the trait table.  A mapping of keys to costs.  A sequence of ``Unit`` or of pairs (key, cost).  Raises
        ``DataError`` that names row and column.
        """
        if isinstance(units, Roster):
            return units
        if units is None:
            from tigersim.catalogue.profile.unit_table import units as catalogue

            printed = catalogue(ruleset)
            return cls.of(printed[printed["cost"] > 0])
        if isinstance(units, pd.DataFrame):
            return cls._from_frame(units)
        if isinstance(units, Mapping):
            return cls._from_frame(pd.DataFrame(list(units.items()), columns=["key", "cost"]))
        if isinstance(units, Iterable) and not isinstance(units, str | bytes):
            return cls._from_frame(_frame_of(list(units), ruleset))
        raise DataError(
            LIST, None, None, f"{literal(units)} is no list of units; give a DataFrame, a mapping or a sequence"
        )

    @classmethod
    def _from_frame(cls, frame: pd.DataFrame) -> Roster:
        frame = frame.reset_index(drop=True)
        if "cost" not in frame:
            raise DataError(LIST, None, "cost", "the column is missing")
        if not len(frame):
            raise DataError(LIST, None, None, "no unit is listed")
        frame = _with_keys(frame)
        cost = pd.to_numeric(frame["cost"], errors="coerce").to_numpy(dtype=np.float64)
        for row in np.flatnonzero(~(np.isfinite(cost) & (cost > 0))):
            problem = f"{literal(frame['cost'].tolist()[row])} is no cost; allowed: a number of VP above 0"
            raise DataError(LIST, int(row), "cost", problem)
        for row in np.flatnonzero(frame["key"].duplicated()):
            raise DataError(LIST, int(row), "key", f"'{brief(frame['key'].iloc[row])}' is listed twice")
        return cls(tuple(frame["key"]), cost, frame)

    def __len__(self) -> int:
        return len(self.keys)

    def only(self, numbers: Iterable[int]) -> Roster:
        """The roster of some of these units, in this order."""
        rows = list(numbers)
        return Roster(tuple(self.keys[i] for i in rows), self.cost[rows], self.frame.iloc[rows].reset_index(drop=True))


def _with_keys(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with all of ``key``, ``name`` and ``nation``, built or taken apart."""
    if "key" in frame:
        parts = frame["key"].astype(str).str.extract(r"^(?P<name>.*?)(?: \[(?P<nation>[^\]]*)\])?$")
        missing = {column: parts[column].fillna("") for column in ("name", "nation") if column not in frame}
        return frame.assign(key=frame["key"].astype(str), **missing)
    if "name" not in frame:
        raise DataError(LIST, None, "key", "the column is missing; give 'key', or 'name' and 'nation'")
    if "nation" not in frame:
        return frame.assign(key=frame["name"].astype(str), nation="")
    return frame.assign(key=frame["name"].astype(str) + " [" + frame["nation"].astype(str) + "]")


def _frame_of(units: list[Any], ruleset: RuleSet | None) -> pd.DataFrame:
    """Rows for (key, cost) pairs, or for units or keys of the catalogue at their cost."""
    if units and all(isinstance(unit, tuple) and len(unit) == 2 for unit in units):
        return pd.DataFrame(units, columns=["key", "cost"])
    from tigersim.catalogue.profile.unit_table import as_table
    from tigersim.catalogue.units import Unit, all_units

    known = {unit.key: unit for unit in all_units()}
    for key in units:
        if not isinstance(key, Unit) and key not in known:
            raise UnitNotFound(str(key), known, where=LIST)
    return as_table([unit if isinstance(unit, Unit) else known[unit] for unit in units], ruleset)
