"""The units as printed: one ``Unit`` per line of Appendix A or of a user's own CSV, checked once when read.

``unit("Tiger I")`` finds one, ``all_units()`` gives all, ``units()`` the same as a table with costs, and an army is
written ``"3 x M4 Sherman, Jeep [usa]"``.  What a unit's words mean in dice is told by ``tigersim.catalogue.profile``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, field_validator, model_validator

from tigersim.catalogue.classes import CLASS_IDS, classes
from tigersim.catalogue.traits import advantages, disadvantages, traits
from tigersim.errors import InvalidValue, UnitNotFound, UnknownName, close_matches

if TYPE_CHECKING:
    import pandas as pd

    from tigersim.catalogue.rulesets import RuleSet

NATIONS = ("usa", "britain", "ussr", "france", "germany", "italy", "japan")
"""The nations of Appendix A, in its order; a user's own units may belong to any other."""

SIZES = ("light", "medium", "heavy")
MACHINE_GUNS = (0, 1, 2)
MAX_COUNT = 99
"""The most units of one kind that a written army may ask for in one entry."""

Size = Literal["light", "medium", "heavy"]

_COUNT = re.compile(r"(\d+)\s*[x×]\s+(.+)", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"(.*?)\s*\[([^\[\]]*)\]")
_IN_PARENTHESES = re.compile(r"\s*\([^()]*\)")


class FieldError(ValueError):
    """One field of a unit is wrong: ``field`` names it, ``problem`` says what is allowed."""

    def __init__(self, field: str, problem: str) -> None:
        self.field, self.problem = field, problem
        super().__init__(f"{field}: {problem}")


class AmbiguousUnit(UnitNotFound):
    """The name fits several units; ``close`` holds them all."""

    def __init__(self, name: str, matches: Sequence[str]) -> None:
        super().__init__(name, matches)
        self.close = list(matches)
        self.args = (f"several units answer to '{name}'; name one of: " + ", ".join(matches),)


def one_of(field: str, value: str, allowed: Sequence[str]) -> str:
    if value not in allowed:
        near = close_matches(value, allowed, n=3)
        hint = f" (nearest: {', '.join(near)})" if near else ""
        raise FieldError(field, f"'{value}' is not known; allowed: {', '.join(allowed)}{hint}")
    return value


class Unit(BaseModel):
    """A unit as printed, before any rule gives it dice.  Gun sizes are None where no gun is noted.

    ``gun`` is the main gun (the turret's, where ``hull_gun`` notes a second one that fires only forward);
    ``machine_guns`` counts those printed, not those that the class brings; ``carries`` is "" where nothing is printed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    nation: str
    name: str
    source_name: str
    type: str
    improved: bool = False
    advantages: tuple[str, ...] = ()
    disadvantages: tuple[str, ...] = ()
    gun: Size | None = None
    hull_gun: Size | None = None
    armor: Size | None = None
    machine_guns: int = 0
    mg_only: bool = False
    mg_optional: bool = False
    mortar: bool = False
    howitzer: bool = False
    forward_only: bool = False
    wheeled: bool = False
    amphibious: bool = False
    unarmored: bool = False
    carries: str = ""

    @property
    def key(self) -> str:
        """The unit's unmistakable name: ``"Jeep [usa]"``."""
        return f"{self.name} [{self.nation}]"

    def __str__(self) -> str:
        return self.key

    @field_validator("nation")
    @classmethod
    def _check_nation(cls, value: str) -> str:
        if value in NATIONS:
            return value
        if not re.fullmatch(r"[a-z][a-z_]*", value):
            raise FieldError("nation", f"'{value}' must be lower-case letters, as in: {', '.join(NATIONS)}")
        near = close_matches(value, NATIONS, n=1)
        if near and near[0][0] == value[0] and abs(len(near[0]) - len(value)) <= 1:
            raise FieldError("nation", f"'{value}' is nearly '{near[0]}'; allowed: {', '.join(NATIONS)} or a new name")
        return value

    @field_validator("name")
    @classmethod
    def _check_name(cls, value: str) -> str:
        if not spaced(value):
            raise FieldError("name", "must hold letters or digits")
        if not value.isprintable() or value != value.strip() or set(value) & set(",[]"):
            raise FieldError("name", f"{value!r} must be printable, without comma, bracket or space at its ends")
        if _COUNT.fullmatch(value):
            raise FieldError("name", f"'{value}' reads as a count of units; no name may begin with a number and an x")
        return value

    @field_validator("source_name", "carries")
    @classmethod
    def _check_text(cls, value: str, info: Any) -> str:
        if not value.isprintable():
            raise FieldError(info.field_name, f"{value!r} must be printable text on one line")
        return value

    @field_validator("type")
    @classmethod
    def _check_type(cls, value: str) -> str:
        return one_of("type", value, CLASS_IDS)

    @field_validator("advantages", "disadvantages")
    @classmethod
    def _check_traits(cls, value: tuple[str, ...], info: Any) -> tuple[str, ...]:
        field = info.field_name
        known = advantages() if field == "advantages" else disadvantages()
        for name in value:
            if name not in known and name in traits():
                raise FieldError(field, f"'{name}' is a {traits()[name].kind}; allowed: {', '.join(known)}")
            one_of(field, name, known)
            if value.count(name) > 1:
                raise FieldError(field, f"'{name}' stands twice; each may be given once")
        return value

    @field_validator("machine_guns")
    @classmethod
    def _check_machine_guns(cls, value: int) -> int:
        if value not in MACHINE_GUNS:
            raise FieldError("machine_guns", f"{value} machine guns; allowed: 0, 1, 2")
        return value

    @model_validator(mode="after")
    def _check_together(self) -> Unit:
        """Refuse what no rule gives a meaning to, so that no note is silently without effect."""
        row = classes()[self.type]
        if self.type == "recon" and (self.machine_guns or self.mortar):
            field = "machine_guns" if self.machine_guns else "mortar"
            raise FieldError(field, "recon has neither machine gun nor mortar (PT-UNIT-RECON-04)")
        if (self.mg_only or self.mg_optional) and not self.machine_guns:
            raise FieldError("machine_guns", "0, but mg_only or mg_optional is set; allowed: 1, 2")
        if self.mg_only and (self.mg_optional or self.gun or self.hull_gun):
            raise FieldError("mg_only", "stands beside another weapon or mg_optional; leave one of them out")
        if row.kind == "infantry":
            for field in ("gun", "hull_gun", "armor", "howitzer", "forward_only", "wheeled"):
                if getattr(self, field):
                    raise FieldError(field, f"has no meaning for {row.name}; allowed: empty")
        if self.hull_gun and not (self.gun or self.machine_guns):
            raise FieldError("hull_gun", "stands beside a turret gun or machine guns; for a single gun use gun")
        if self.armor and (not row.save.armored or self.unarmored):
            raise FieldError("armor", "needs an armoured unit; allowed: empty")
        if self.howitzer and row.kind != "towed_gun" and not self.type.endswith("spg"):
            raise FieldError("howitzer", "only towed and self-propelled guns are howitzers (PT-HOW-01)")
        if self.unarmored and not self.type.endswith(("half_track", "carrier")):
            raise FieldError("unarmored", "only half-tracks and carriers may be unarmoured (PT-UNIT-HTRACK-01)")
        return self


@cache
def _shipped() -> tuple[Unit, ...]:
    from tigersim.catalogue.unit_file import SHIPPED, read_units

    return read_units(SHIPPED)


def all_units(path: str | Path | None = None) -> tuple[Unit, ...]:
    """The 147 historical units, then those of the user's CSV at ``path``.

    Raises ``DataError`` naming file, row and field for anything wrong in the file, a taken key included.
    """
    if path is None:
        return _shipped()
    from tigersim.catalogue.unit_file import read_units

    return _shipped() + read_units(Path(path), taken=_shipped())


# --- finding a unit by name ---------------------------------------------------------------------------------------


def spaced(text: str) -> str:
    """Letters and digits in lower case, any run of other characters a single space."""
    folded = text.casefold().replace("ё", "е")
    return " ".join("".join(c if c.isalnum() else " " for c in folded).split())


def _squeezed(text: str) -> str:
    return spaced(text).replace(" ", "")


_WAYS: tuple[Callable[[Unit], str], ...] = (
    lambda unit: spaced(unit.name),
    lambda unit: spaced(unit.source_name),
    lambda unit: spaced(_IN_PARENTHESES.sub("", unit.name)),
    lambda unit: _squeezed(unit.name),
)
"""The forms of a unit's name that a user may type, best first: "Tiger II" stands for "Tiger II (King Tiger)"."""


class _Index:
    """Names to units for one list of units."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = units
        self.ways: tuple[dict[str, list[Unit]], ...] = tuple({} for _ in _WAYS)
        for one in units:
            for found, form in zip(self.ways, _WAYS, strict=True):
                found.setdefault(form(one), []).append(one)
        self.short = {one.key: one.name if len(self.ways[0][spaced(one.name)]) == 1 else one.key for one in units}

    def matches(self, name: str, nation: str | None) -> list[Unit]:
        """The units that the best way of reading ``name`` gives."""
        for found, wanted in zip(self.ways, (*[spaced(name)] * 3, _squeezed(name)), strict=True):
            hits = [one for one in found.get(wanted, ()) if nation in (None, one.nation)]
            if hits:
                return hits
        return []


@cache
def _shipped_index() -> _Index:
    return _Index(_shipped())


_last_index: list[_Index] = []  # the index of the user's list asked for last


def _index(among: Sequence[Unit] | None) -> _Index:
    if among is None or among is _shipped():
        return _shipped_index()
    if not _last_index or _last_index[0].units is not among:
        _last_index[:] = [_Index(among)]
    return _last_index[0]


def unit(name: str, nation: str | None = None, among: Sequence[Unit] | None = None) -> Unit:
    """The unit called ``name`` ("Tiger I", "Jeep [usa]", or as the source prints it: "КВ-2").

    Upper and lower case and punctuation do not matter.  ``among`` is the list to look in (default: the historical
    units).  Raises ``UnitNotFound`` with the close matches, ``AmbiguousUnit`` (a ``UnitNotFound``) where several fit,
    and ``UnknownName`` for a nation that has no units.
    """
    index = _index(among)
    bracketed = _IN_BRACKETS.fullmatch(name.strip())
    if bracketed:
        name, nation = bracketed[1], bracketed[2]
    if nation is not None:
        nation = nation.strip().casefold()
        nations = list(dict.fromkeys(one.nation for one in index.units))
        if nation not in nations:
            raise UnknownName(nation, nations, kind="nation")
    hits = index.matches(name, nation)
    if not hits:
        raise UnitNotFound(name, [index.short[one.key] for one in index.units if nation in (None, one.nation)])
    if len(hits) > 1:
        raise AmbiguousUnit(name, [index.short[one.key] for one in hits])
    return hits[0]


# --- armies as text ------------------------------------------------------------------------------------------------


def parse_army(text: str, units: Sequence[Unit] | None = None) -> list[Unit]:
    """The units of an army written ``"3 x M4 Sherman, Jeep [usa]"``, in that order.

    ``units`` is the list to look in (default: the historical units).  Raises ``UnitNotFound`` for an unknown or
    ambiguous name, ``InvalidValue`` for an empty army or a count outside 1 to 99.
    """
    army: list[Unit] = []
    for entry in (part.strip() for part in text.split(",")):
        counted = _COUNT.fullmatch(entry)
        count = int(counted[1]) if counted else 1
        name = counted[2] if counted else entry
        if not name:
            raise InvalidValue("army", text, 'units separated by commas, as in "3 x M4 Sherman, Jeep [usa]"')
        if not 1 <= count <= MAX_COUNT:
            raise InvalidValue("count", f"{count} x {name}", f"1 to {MAX_COUNT}")
        army += [unit(name, among=units)] * count
    return army


def format_army(army: Iterable[Unit], units: Sequence[Unit] | None = None) -> str:
    """The army as text that ``parse_army`` (with the same list ``units``) reads back unit for unit.

    Neighbours of one kind are counted together; a nation stands only where the name alone would be ambiguous.
    """
    short = _index(units).short
    entries = []
    for name, group in groupby(short.get(one.key, one.key) for one in army):
        left = len(list(group))
        while left > 0:
            count = min(left, MAX_COUNT)
            entries.append(f"{count} x {name}" if count > 1 else name)
            left -= count
    return ", ".join(entries)


def units(ruleset: RuleSet | None = None, path: str | Path | None = None) -> pd.DataFrame:
    """All units as a table, one row each, with ``base_vp`` (of the class) and ``cost`` in VP under ``ruleset``.

    ``path`` names a user's CSV whose units are appended.  Raises ``DataError`` as ``all_units`` does.
    """
    return as_table(all_units(path), ruleset)


def as_table(units: Iterable[Unit], ruleset: RuleSet | None = None) -> pd.DataFrame:
    """The rows of ``units`` for these units."""
    import pandas as pd

    from tigersim.catalogue.profile import base_vp, profile

    rows = []
    for one in units:
        row = one.model_dump(exclude={"mortar", "unarmored"})
        rows.append(row | {"base_vp": base_vp(one, ruleset), "cost": profile(one, ruleset).cost})
    return pd.DataFrame(rows)
