"""Battles from a table of your own: real games, another simulator, a planted world.

One row per battle: ``army_a``, ``army_b`` ("3 x M4 Sherman, Jeep [usa]"), ``margin`` (VP of a minus VP of b) and, where
known, ``table``, ``side_a_first`` (a attacked), ``side_a_south`` (a began at the table's south edge), ``winner``,
``pair`` and the deaths, in one of two forms: columns ``deaths_a`` and ``deaths_b`` (or one column ``deaths`` that holds
both as a pair, or as text with a bar: "Jeep [usa] | 2 x Tiger I") written like armies; or a second table with the
columns ``battle``, ``side``, ``unit``, ``dead`` and ``hazard``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from tigersim.catalogue.units import AmbiguousUnit, Unit, parse_army
from tigersim.errors import DataError, InvalidValue, RuleForbids, UnitNotFound, brief, literal
from tigersim.pricing.estimate.data import BattleTable
from tigersim.pricing.estimate.roster import Roster

if TYPE_CHECKING:
    from tigersim.catalogue.rulesets import RuleSet

FILE = "battles"
"""How error messages call the user's table of battles."""
SLOTS = "slots"
REQUIRED = ("army_a", "army_b", "margin")
WINNERS = {"a": 1, "b": -1, "draw": 0}
SIDES = {"a": 0, "b": 1}


def from_frame(
    battles: pd.DataFrame, units: object = None, ruleset: RuleSet | None = None, slots: pd.DataFrame | None = None
) -> BattleTable:
    """Read a table of battles.

    battles: one row per battle, columns as at the top of this module.
    units: as in ``Roster.of``; None = the units of the catalogue that took part.
    ruleset: by which costs are looked up.
    slots: a second table with deaths and hazards.

    Raises ``DataError`` naming the column and the row (counted from 0), ``UnitNotFound`` naming the row.
    """
    for column in REQUIRED:
        if column not in battles:
            raise DataError(FILE, None, column, f"the column is missing; needed: {', '.join(REQUIRED)}")
    if not len(battles):
        raise DataError(FILE, None, None, "there is no battle")
    roster = Roster.of(units, ruleset)
    read = ArmyReader(roster)
    armies = [[read(text, row, column) for row, text in enumerate(battles[column])] for column in ("army_a", "army_b")]
    army = _slots(armies)
    dead, hazard = _deaths(battles, army, read)
    if slots is not None:
        dead, hazard = _slot_deaths(battles, slots, army, read)
    if units is None:
        army, roster = _only_units_that_fought(army, roster)
    return BattleTable.from_slots(
        army,
        _number(battles, "margin"),
        units=roster,
        table=None if "table" not in battles else _labels(battles, "table"),
        attacker=None if "side_a_first" not in battles else np.where(_flag(battles, "side_a_first"), 1, -1),
        edge=None if "side_a_south" not in battles else np.where(_flag(battles, "side_a_south"), 1, -1),
        winner=None if "winner" not in battles else _choice(battles, "winner", WINNERS),
        dead=dead,
        hazard=hazard,
        pair=None if "pair" not in battles else _labels(battles, "pair"),
    )


class ArmyReader:
    """Reads armies as written into unit numbers; each distinct item is parsed once."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        names = roster.frame[["name", "nation"]].astype(str)
        source = roster.frame.get("source_name", names["name"]).astype(str)
        types = roster.frame.get("type", names["name"].map(lambda _: "")).astype(str)
        # units of a user's list have a name and a price only; nothing else of a Unit is asked here
        self._units = tuple(
            Unit.model_construct(name=name, nation=nation, source_name=printed, type=type_)
            for name, nation, printed, type_ in zip(names["name"], names["nation"], source, types, strict=True)
        )
        self._number = {one.key: number for number, one in enumerate(self._units)}
        self._items: dict[str, tuple[int, ...]] = {}

    def __call__(self, text: object, row: int, column: str, file: str = FILE) -> list[int]:
        if not isinstance(text, str):
            raise DataError(file, row, column, f"{literal(text)} is no army; write it as '3 x M4 Sherman, Jeep [usa]'")
        numbers: list[int] = []
        for item in text.split(","):
            found = self._items.get(item)
            if found is None:
                found = self._items[item] = self._read(item, row, column, file)
            numbers.extend(found)
        return numbers

    def _read(self, item: str, row: int, column: str, file: str) -> tuple[int, ...]:
        try:
            army = parse_army(item, self._units)
            strange = next((one for one in army if one.key not in self._number), None)
            if strange is not None:
                raise UnitNotFound(strange.key, self._number)
            return tuple(self._number[one.key] for one in army)
        except AmbiguousUnit as error:
            raise DataError(file, row, column, str(error)) from None
        except UnitNotFound as error:
            raise UnitNotFound(error.name, error.allowed, where=f"{file}, row {row}, field '{brief(column)}'") from None
        except (InvalidValue, RuleForbids) as error:
            raise DataError(file, row, column, str(error)) from None


def _slots(armies: Sequence[Sequence[Sequence[int]]]) -> npt.NDArray[np.int16]:
    """Unit numbers (N, 2, S) from two lists of armies."""
    width = max((len(army) for side in armies for army in side), default=0) or 1
    slots = np.full((len(armies[0]), 2, width), -1, dtype=np.int16)
    for side, column in enumerate(armies):
        for row, army in enumerate(column):
            slots[row, side, : len(army)] = army
    return slots


def _only_units_that_fought(army: npt.NDArray[np.int16], roster: Roster) -> tuple[npt.NDArray[np.int16], Roster]:
    fought = np.unique(army[army >= 0])
    renumber = np.full(len(roster) + 1, -1, dtype=np.int16)
    renumber[fought] = np.arange(len(fought))
    return renumber[army], roster.only(fought.tolist())


def _deaths(
    battles: pd.DataFrame, army: npt.NDArray[np.int16], read: ArmyReader
) -> tuple[npt.NDArray[np.uint8] | None, None]:
    """Deaths written like armies, by slot; None where the table has no such column."""
    if "deaths" in battles:
        both = [_both_sides(cell, row) for row, cell in enumerate(battles["deaths"])]
        texts: list[Sequence[object]] = [[pair[side] for pair in both] for side in (0, 1)]
    elif "deaths_a" in battles and "deaths_b" in battles:
        texts = [list(battles["deaths_a"]), list(battles["deaths_b"])]
    else:
        return None, None
    dead = np.zeros(army.shape, dtype=np.uint8)
    for side, column in enumerate(texts):
        for row, text in enumerate(column):
            field = f"deaths of side {'ab'[side]}"
            for unit, count in Counter([] if _blank(text) else read(text, row, field)).items():
                places = np.flatnonzero(army[row, side] == unit)
                if count > len(places):
                    problem = f"{count} x {read.roster.keys[unit]} died, but the army has {len(places)}"
                    raise DataError(FILE, row, field, problem)
                dead[row, side, places[:count]] = 1
    return dead, None


def _blank(text: object) -> bool:
    """Whether a cell of deaths says that no unit died."""
    return text is None or (isinstance(text, float) and np.isnan(text)) or (isinstance(text, str) and not text.strip())


def _both_sides(cell: object, row: int) -> tuple[object, object]:
    """The deaths of the two sides from one cell: a pair, or text with a bar."""
    if isinstance(cell, str) and cell.count("|") == 1:
        left, _, right = cell.partition("|")
        return left, right
    if isinstance(cell, tuple | list) and len(cell) == 2:
        return cell[0], cell[1]
    raise DataError(
        FILE, row, "deaths", f"{literal(cell)} does not tell the sides apart; write 'Jeep [usa] | 2 x Tiger I'"
    )


def _slot_deaths(
    battles: pd.DataFrame, slots: pd.DataFrame, army: npt.NDArray[np.int16], read: ArmyReader
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64] | None]:
    """Deaths and hazards from the second table, summed by battle, side and unit."""
    for column in ("battle", "side", "unit", "dead"):
        if column not in slots:
            raise DataError(SLOTS, None, column, "the column is missing; needed: battle, side, unit, dead")
    if "battle" not in battles:
        raise DataError(FILE, None, "battle", "the column is missing; the table of slots refers to it")
    place = pd.Series(np.arange(len(battles)), index=battles["battle"])
    if place.index.has_duplicates:
        raise DataError(FILE, None, "battle", "a battle is listed twice")
    row = place.reindex(slots["battle"]).to_numpy(dtype=np.float64)
    for bad in np.flatnonzero(np.isnan(row)):
        raise DataError(SLOTS, int(bad), "battle", f"the battles have no {literal(slots['battle'].iloc[bad])}")
    side = _choice(slots, "side", SIDES, SLOTS)
    unit = [read(name, line, "unit", SLOTS)[0] for line, name in enumerate(slots["unit"])]
    dead = np.zeros(army.shape, dtype=np.uint8)
    hazard = np.zeros(army.shape) if "hazard" in slots else None
    died = _number(slots, "dead", SLOTS)
    risk = _number(slots, "hazard", SLOTS) if hazard is not None else died
    filled = np.zeros(army.shape, dtype=bool)
    for line, (b, s, u) in enumerate(zip(row.astype(int), side, unit, strict=True)):
        free = np.flatnonzero((army[b, s] == u) & ~filled[b, s])
        if not len(free):
            raise DataError(SLOTS, line, "unit", f"{read.roster.keys[u]} has more rows than units in its army")
        filled[b, s, free[0]] = True
        dead[b, s, free[0]] = died[line]
        if hazard is not None:
            hazard[b, s, free[0]] = risk[line]
    return dead, hazard


def _labels(battles: pd.DataFrame, column: str) -> npt.NDArray[np.int64]:
    """Labels of any kind as numbers from 0 up, in the order of their text."""
    for row in np.flatnonzero(battles[column].isna()):
        raise DataError(FILE, int(row), column, f"is missing; give every battle its {column}, or leave the column out")
    return pd.factorize(battles[column].astype(str), sort=True)[0].astype(np.int64)


def _number(frame: pd.DataFrame, column: str, file: str = FILE) -> npt.NDArray[np.float64]:
    values = pd.to_numeric(frame[column], errors="coerce").to_numpy(dtype=np.float64)
    for row in np.flatnonzero(~np.isfinite(values)):
        raise DataError(file, int(row), column, f"{literal(frame[column].iloc[row])} is no number of VP")
    return values


def _flag(frame: pd.DataFrame, column: str) -> npt.NDArray[np.bool_]:
    for row in np.flatnonzero(~frame[column].isin([True, False])):
        raise DataError(FILE, int(row), column, f"{literal(frame[column].iloc[row])}; allowed: True, False")
    return frame[column].to_numpy(dtype=np.bool_)


def _choice(frame: pd.DataFrame, column: str, allowed: dict[str, int], file: str = FILE) -> npt.NDArray[np.int64]:
    codes = frame[column].map(allowed)
    for row in np.flatnonzero(codes.isna()):
        raise DataError(file, int(row), column, f"{literal(frame[column].iloc[row])}; allowed: {', '.join(allowed)}")
    return np.asarray(codes, dtype=np.int64)


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a table as plain numbers and texts; missing values are None."""
    plain = frame.astype(object).where(frame.notna(), None)
    return [{str(name): _plain(value) for name, value in row.items()} for row in plain.to_dict("records")]


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
