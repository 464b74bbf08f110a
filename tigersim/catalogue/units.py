"""The lists of units, finding one by name, and armies as text.

``unit("Tiger I")`` finds one, ``all_units()`` gives the 147 of Appendix A, and an army is written
``"3 x M4 Sherman, Jeep [usa]"``.  Beside them stand the generic units, one of each class, such as
``Towed gun [generic]``; and what a player may choose when the armies are picked follows a plus (``picks``):
``"Regulars [france] + mortar, Heavy towed gun + howitzer"``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, reduce
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from tigersim.catalogue.classes import classes
from tigersim.catalogue.picks import SIGN, pick
from tigersim.catalogue.printed import COUNTED, Unit, spaced
from tigersim.catalogue.unit_file import GENERIC, SHIPPED, read_units
from tigersim.errors import InvalidValue, RuleForbids, UnitNotFound, UnknownName, brief
from tigersim.given import check_name_or_file, check_text, list_of

if TYPE_CHECKING:
    from tigersim.catalogue.rulesets import RuleSet

__all__ = [
    "AmbiguousUnit",
    "Unit",
    "all_units",
    "format_army",
    "generic_units",
    "known_to",
    "members",
    "parse_army",
    "unit",
]

MAX_COUNT = 99
"""The most units of one kind that a written army may ask for in one entry."""

A_LIST = "units, or the name of a CSV file of your own"
_IN_BRACKETS = re.compile(r"(.*?)\s*\[([^\[\]]*)\]")
_COUNT_FIRST = re.compile(r"(?P<count>[0-9]+)\s*[*.:-]?\s*(?P<name>\S.*)")
_COUNT_LAST = re.compile(r"(?P<name>.*\S)\s*[*x×]\s*(?P<count>[0-9]+)", re.IGNORECASE)
"""Ways to count units that are not ours: "3 T-34c", "3 * T-34c", "T-34c x3"."""
_IN_PARENTHESES = re.compile(r"\s*\([^()]*\)")


class AmbiguousUnit(UnitNotFound):
    """The name fits several units; ``close`` holds them all."""

    def __init__(self, name: str, matches: Sequence[str]) -> None:
        super().__init__(name, matches)
        self.close = list(matches)
        self.args = (f"several units answer to '{brief(name)}'; name one of: " + ", ".join(matches),)


@cache
def _shipped() -> tuple[Unit, ...]:
    return read_units(SHIPPED)


@cache
def generic_units() -> tuple[Unit, ...]:
    """One plain unit of each class, nation ``generic``; Appendix A lacks some, as towed guns.

    Craft have the least capacity that is printed for one of their class.  They are found by name everywhere, but are no
    part of ``all_units``.
    """
    return read_units(GENERIC)


def all_units(path: str | Path | None = None, ruleset: RuleSet | None = None) -> tuple[Unit, ...]:
    """The 147 historical units, then those of the user's CSV at ``path``.

    With a ``ruleset`` of the first edition only those that it has (PT1-UNIT-01).  Raises ``DataError`` naming file,
    row and field for anything wrong in the file, a taken key included.
    """
    listed = _shipped()
    if path is not None:
        check_name_or_file("units", path)
        listed += read_units(Path(path), taken=_shipped() + generic_units())
    return known_to(listed, ruleset)


UnitsGiven: TypeAlias = "Sequence[Unit] | str | Path"
"""Where names are looked up: a list of units, or a CSV file whose units join the historical ones."""


def listed_units(given: UnitsGiven | None) -> tuple[Unit, ...]:
    """The units that are meant; None = the catalogue.  Raises ``InvalidValue`` and ``DataError``."""
    if given is None or isinstance(given, str | Path):
        return all_units(given)
    found = tuple(list_of("units", given, A_LIST))
    for one in found:
        if not isinstance(one, Unit):
            raise InvalidValue("units", one, f"a list of {A_LIST}")
    return found


def known_to(units: tuple[Unit, ...], ruleset: RuleSet | None) -> tuple[Unit, ...]:
    """Those of the units that the edition has; the first one lacks some kinds."""
    if ruleset is None or ruleset.edition == 2:
        return units
    return tuple(one for one in units if classes()[one.type].first_edition)


# --- finding a unit by name ---------------------------------------------------------------------------------------


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


@cache
def _generic_index() -> _Index:
    return _Index(generic_units())


_last_index: list[_Index] = []  # the index of the user's list asked for last


def _index(among: Sequence[Unit] | None) -> _Index:
    if among is None or among is _shipped():
        return _shipped_index()
    if not _last_index or _last_index[0].units is not among:
        listed_units(among)  # refuses what is no list of units
        _last_index[:] = [_Index(among)]
    return _last_index[0]


def unit(name: str, nation: str | None = None, among: UnitsGiven | None = None) -> Unit:
    """The unit of a name, as in ``unit("Tiger I")``, ``unit("Jeep [usa]")``, ``unit("КВ-2")``.

    Upper and lower case and punctuation do not matter, and choices follow a plus: ``"Regulars [france] + mortar"``.
    ``among`` is the list to look in, or a CSV file (default: the historical units); the generic units are found next
    to it.  Raises ``UnitNotFound`` with the close matches, ``AmbiguousUnit`` (a ``UnitNotFound``) where several fit,
    ``UnknownName`` for a nation that has no units or a word that is no choice, and ``RuleForbids`` for a choice after a
    plus that is not open to the unit.
    """
    check_text("unit", name, 'a name, as in unit("Tiger I")')
    if nation is not None:
        check_text("nation", nation, "a name, or None")
    if isinstance(among, str | Path):
        among = all_units(among)
    index = _index(among)
    bracketed = _IN_BRACKETS.fullmatch(name.strip())
    if bracketed:
        name, said = bracketed[1], _folded(bracketed[2])
        if nation is not None and _folded(nation) != said:
            raise InvalidValue("nation", nation, f"{said}, as {name} [{said}] says, or none")
        nation = said
    if nation is not None:
        nation = _folded(nation)
        nations = list(dict.fromkeys(one.nation for one in (*index.units, *generic_units())))
        if nation not in nations:
            raise UnknownName(nation, nations, kind="nation")
    hits = index.matches(name, nation)
    if not hits and "+" in name:
        plain, *choices = (part.strip() for part in name.split(SIGN.strip()))
        return reduce(pick, choices, unit(plain, nation, among))
    hits = hits or _generic_index().matches(name, nation) or _spelled(name, nation, index.units)
    if not hits:
        short = index.short | _generic_index().short
        known = (*index.units, *generic_units())
        if elsewhere := index.matches(name, None) if nation is not None else []:
            whose = [one.key for one in elsewhere]
            raise UnitNotFound(f"{name} [{nation}]", whose, advice=f"there is {', '.join(whose)}")
        spellings = () if name.isascii() else (one for each in _spellings().values() for one in each)
        raise UnitNotFound(name, [*(short[one.key] for one in known if nation in (None, one.nation)), *spellings])
    if len(hits) > 1:
        raise AmbiguousUnit(name, [index.short[one.key] for one in hits])
    return hits[0]


def _folded(nation: str) -> str:
    return nation.strip().casefold()


@cache
def _spellings() -> dict[str, tuple[str, ...]]:
    """How other languages spell the name of a unit: ``"Tiger I"`` -> ``("Тигр I",)``."""
    from tigersim.catalogue.words import spellings  # it knows of units itself

    return spellings()


def _spelled(name: str, nation: str | None, units: Sequence[Unit]) -> list[Unit]:
    """The units whose name another language spells so."""
    wanted = spaced(name)
    names = {one for one, each in _spellings().items() if wanted in map(spaced, each)}
    return [one for one in units if one.name in names and nation in (None, one.nation)]


def members(given: Iterable[Unit | str], among: Sequence[Unit] | None = None) -> list[Unit]:
    """The units of a list that holds them, or their names.

    among: where names are looked up.  Raises ``InvalidValue`` for what is no such list, and what ``unit`` raises.
    """
    return [
        one if isinstance(one, Unit) else unit(one, among=among) for one in list_of("units", given, "units or names")
    ]


# --- armies as text ------------------------------------------------------------------------------------------------


def parse_army(text: str, units: Sequence[Unit] | None = None) -> list[Unit]:
    """The units of an army written ``"3 x M4 Sherman, Jeep [usa]"``, in that order.

    ``units`` is the list to look in (default: the historical units).  Raises ``UnitNotFound`` for an unknown or
    ambiguous name, ``InvalidValue`` for an empty army or a count outside 1 to 99.
    """
    army: list[Unit] = []
    for entry in (part.strip() for part in text.split(",")):
        counted = COUNTED.fullmatch(entry)
        count = int(counted[1].lstrip("0")[:4] or 0) if counted else 1  # with more digits it is too many anyway
        name = counted[2] if counted else entry
        if not name:
            raise InvalidValue("army", text, 'units separated by commas, as in "3 x M4 Sherman, Jeep [usa]"')
        if not 1 <= count <= MAX_COUNT:
            raise InvalidValue("count", entry, f"1 to {MAX_COUNT}")
        try:
            army += [unit(name, among=units)] * count
        except AmbiguousUnit:
            raise
        except UnitNotFound as error:
            advice = _advice(entry, units)
            if not advice:
                raise
            raise UnitNotFound(entry, error.allowed, advice=advice) from None
    return army


def _advice(entry: str, units: Sequence[Unit] | None) -> str:
    """How an entry of an army is written that is nearly one; "" for any other."""
    if ";" in entry:
        return "units are separated by commas"
    counted = _COUNT_FIRST.fullmatch(entry) or _COUNT_LAST.fullmatch(entry)
    if counted is None:
        return ""
    count, name = counted["count"].lstrip("0"), counted["name"]
    try:
        unit(name, among=units)
    except AmbiguousUnit:
        pass
    except (UnknownName, RuleForbids):
        return ""
    return f"write {brief(count)} x {name}"


def format_army(army: Iterable[Unit], units: Sequence[Unit] | None = None) -> str:
    """The army as text that ``parse_army`` with this list ``units`` reads back unit for unit.

    Neighbours of one kind are counted together; a nation stands only where the name alone would be ambiguous.
    """
    return _counted(_short_names(army, units))


def format_armies(armies: Iterable[Iterable[int]], units: Sequence[Unit]) -> list[str]:
    """``format_army`` for armies of places in a list, -1 = no unit."""
    names = _short_names(units, units)
    return [_counted([names[place] for place in army if place >= 0]) for army in armies]


def _short_names(wanted: Iterable[Unit], units: Sequence[Unit] | None = None) -> list[str]:
    """Names of units, with the nation only where it must be told."""
    short = _index(units).short
    return [short.get(one.key, one.key) for one in wanted]


def _counted(names: Sequence[str]) -> str:
    entries = []
    for name, group in groupby(names):
        left = len(list(group))
        while left > MAX_COUNT:
            entries.append(f"{MAX_COUNT} x {name}")
            left -= MAX_COUNT
        entries.append(f"{left} x {name}" if left > 1 else name)
    return ", ".join(entries)
