"""When and where units served: the years and fronts of ``data/service.csv``.

Each of the 147 units has a row with its source.  ``entered``: the year in which the army got it, 1930 for what it had
before.  ``left``: the last year at the front, empty where it served to the end or the year is not plainly known.  The
fronts are west (with Norway), east (with the Balkans), mediterranean (with Africa) and pacific (with Asia).
``generic`` is the source of units that stand for a family, as "Regulars".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tigersim.catalogue.picks import SIGN
from tigersim.catalogue.printed import Unit
from tigersim.catalogue.rulesets import listed, rows_of
from tigersim.catalogue.units import all_units
from tigersim.errors import DataError, brief, close_matches

FILE = Path(__file__).parent / "data" / "service.csv"
COLUMNS = ("nation", "name", "entered", "left", "fronts", "source")
FIRST_YEAR, LAST_YEAR = 1930, 1945
FRONTS = ("west", "east", "mediterranean", "pacific")


@dataclass(frozen=True, slots=True)
class Service:
    """The years and fronts of one unit, and the source that says so."""

    entered: int
    left: int | None
    """Its last year at the front; None = it served to the end, or it is not plainly known."""
    fronts: tuple[str, ...]
    source: str

    def __str__(self) -> str:
        """The years and fronts for people, with the source."""
        years = f"from {self.entered}" if self.left is None else f"{self.entered} to {self.left}"
        return f"{years}, {', '.join(self.fronts)} ({self.source})"

    def in_year(self, year: int) -> bool:
        """Whether it was at the front in that year."""
        return self.entered <= year <= (self.left or LAST_YEAR)


def read_service(path: Path, units: Sequence[Unit]) -> dict[str, Service]:
    """Unit key -> its service, for each of ``units`` once.

    Raises ``DataError`` naming file, row and field for a key that no unit has or two rows share, a year or front that
    there is not, an empty source, and for a unit that is missing.
    """
    known, found = [one.key for one in units], {}
    for row, cells in enumerate(rows_of(path), 2):
        if tuple(cells) != COLUMNS or None in cells.values():
            raise DataError(str(path), row, None, f"must have the columns {', '.join(COLUMNS)}")
        key = f"{cells['name']} [{cells['nation']}]"
        if key not in known:
            near = close_matches(key, known)
            hint = f"; nearest: {', '.join(near)}" if near else ""
            raise DataError(str(path), row, "name", f"no unit is called '{brief(key)}'{hint}")
        if key in found:
            raise DataError(str(path), row, "name", f"'{brief(key)}' stands in two rows; each unit has one")
        found[key] = _service(str(path), row, cells)
    missing = [key for key in known if key not in found]
    if missing:
        raise DataError(str(path), None, None, f"has no row for {', '.join(missing[:6])}")
    return found


def _service(file: str, row: int, cells: dict[str, str]) -> Service:
    entered = _year(file, row, "entered", cells["entered"])
    left = _year(file, row, "left", cells["left"]) if cells["left"] else None
    if left is not None and left < entered:
        raise DataError(file, row, "left", f"{left} is before the year in which it entered service, {entered}")
    fronts = listed(cells["fronts"])
    for front in fronts:
        if front not in FRONTS:
            raise DataError(file, row, "fronts", f"'{brief(front)}' is no front; allowed: {', '.join(FRONTS)}")
    if not fronts or len(set(fronts)) < len(fronts):
        raise DataError(file, row, "fronts", f"allowed: one or several of {', '.join(FRONTS)}, each once, between ;")
    if not cells["source"].strip():
        raise DataError(file, row, "source", "is empty; name where the row comes from, or 'generic'")
    return Service(entered, left, fronts, cells["source"])


def _year(file: str, row: int, field: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and FIRST_YEAR <= int(text[:5]) <= LAST_YEAR):
        raise DataError(file, row, field, f"'{brief(text)}' is no year from {FIRST_YEAR} to {LAST_YEAR}")
    return int(text)


@cache
def _shipped() -> dict[str, Service]:
    return read_service(FILE, all_units())


def service(unit: Unit) -> Service | None:
    """When and where a unit served, whatever was chosen for it; None for units of a user's own."""
    return _shipped().get(f"{unit.name.split(SIGN)[0]} [{unit.nation}]")


def served(unit: Unit, year: int | None = None, front: str | None = None) -> bool:
    """Whether a unit was in service in that year and on that front; None = any.

    Units of a user's own have no row, and are there in any year and on any front: it was added to fight.
    """
    known = service(unit)
    if known is None:
        return True
    return (year is None or known.in_year(year)) and front in (None, *known.fronts)
