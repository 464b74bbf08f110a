"""What a player owns: units and how many of each, from a file.

A CSV file has the columns ``unit`` and ``count``; any other text is read as an army: ``3 x T-34c, 2 x KV-1``, in one
line or in several.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from tigersim.catalogue.army_text import ArmyGiven, army_line, units_of
from tigersim.catalogue.unit_file import delimiter
from tigersim.catalogue.units import MAX_COUNT, Unit, members, parse_army, unit
from tigersim.errors import DataError, InvalidValue, RuleForbids, UnknownName, brief
from tigersim.files.documents import text_of
from tigersim.given import whole_number

COLUMNS = ("unit", "count")

OwnGiven: TypeAlias = "Mapping[Unit, int] | Mapping[str, int] | Path | ArmyGiven"
"""What one owns: units or names with their numbers, an army as text or a list, or a file (a ``Path``)."""


def owned(given: OwnGiven, units: Sequence[Unit] | None = None) -> dict[Unit, int]:
    """Units and how many of each.

    units: where names are looked up; default: the historical units.

    Raises ``DataError`` naming file, row and field, ``InvalidValue`` for numbers below 1, and what ``parse_army``
    raises for a text.
    """
    if isinstance(given, Mapping):
        found: dict[Unit, int] = {}
        for one, count in zip(members(given, units), given.values(), strict=True):
            found[one] = found.get(one, 0) + whole_number(
                f"count of '{one.name}'", count, 0, allowed="a whole number, 0 or more"
            )
    elif isinstance(given, Path):
        found = _of_file(given, units)
    else:
        found = dict(Counter(units_of(given, units)))
    if not any(found.values()):
        raise InvalidValue("own", "no units", "one unit or more")
    return {one: count for one, count in found.items() if count}


def _of_file(path: Path, units: Sequence[Unit] | None) -> dict[Unit, int]:
    text = text_of(path).lstrip("\ufeff")
    head = [cell.strip().casefold() for cell in text.partition("\n")[0].split(delimiter(text))]
    if path.suffix.casefold() == ".csv" or set(COLUMNS) <= set(head):
        return _of_rows(str(path), text, head, units)
    try:
        return dict(Counter(parse_army(army_line(text, str(path)), units)))
    except (UnknownName, InvalidValue, RuleForbids) as error:
        raise DataError(str(path), None, None, str(error)) from None


def _of_rows(file: str, text: str, head: list[str], units: Sequence[Unit] | None) -> dict[Unit, int]:
    for column in COLUMNS:
        if column not in head:
            raise DataError(file, 1, column, f"this column is missing; required: {', '.join(COLUMNS)}")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter(text))
    next(reader)
    found: Counter[Unit] = Counter()
    for cells in reader:
        row = reader.line_num
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(head):
            raise DataError(file, row, None, f"{len(cells)} fields, but the first line names {len(head)} columns")
        name, count = (cells[head.index(column)].strip() for column in COLUMNS)
        if not (count.isascii() and count.isdigit() and int(count[:4]) <= MAX_COUNT):
            raise DataError(file, row, "count", f"'{brief(count)}' is no whole number from 0 to {MAX_COUNT}")
        try:
            found[unit(name, among=units)] += int(count)
        except (UnknownName, RuleForbids) as error:
            raise DataError(file, row, "unit", str(error)) from None
    return dict(found)
