"""Reading units from CSV files: the shipped list and a user's own, by equal checks."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from tigersim.catalogue.printed import SIZES, FieldError, Size, Unit, one_of, spaced
from tigersim.errors import DataError, brief, close_matches
from tigersim.files.documents import reason
from tigersim.files.faults import first_fault

SHIPPED = Path(__file__).parent / "data" / "units.csv"
GENERIC = SHIPPED.with_name("generic.csv")
REQUIRED = ("nation", "name", "type")
COLUMNS = tuple(Unit.model_fields)

_FLAGS = {"": False, "no": False, "false": False, "0": False, "yes": True, "true": True, "1": True}


def _text(field: str, text: str) -> str:
    return text


def _flag(field: str, text: str) -> bool:
    try:
        return _FLAGS[text.lower()]
    except KeyError:
        raise FieldError(field, f"'{brief(text)}' is neither yes nor no; allowed: yes, no, or empty for no") from None


def _count(field: str, text: str) -> int:
    if not text.isascii() or not (text or "0").isdigit():
        raise FieldError(field, f"'{brief(text)}' is not a whole number; allowed: 0, 1, 2, or empty for 0")
    return int(text[:4] or "0")


def _size(field: str, text: str) -> str | None:
    return one_of(field, text, SIZES) if text else None


def _list(field: str, text: str) -> tuple[str, ...]:
    if not text:
        return ()
    items = tuple(item.strip() for item in text.replace(",", ";").split(";"))
    if not all(items):
        raise FieldError(field, f"'{brief(text)}' has an empty entry; names are separated by single semicolons")
    return items


_READ: dict[Any, Callable[[str, str], Any]] = {
    str: _text,
    bool: _flag,
    int: _count,
    Size | None: _size,
    tuple[str, ...]: _list,
}
"""How a cell is read, by the type of its field."""


def read_units(path: Path, taken: Sequence[Unit] = ()) -> tuple[Unit, ...]:
    """Units of the CSV file at ``path``; none may have the key of one in ``taken``.

    A key is nation and name.  Raises ``DataError`` naming file, row and field.
    """
    file = str(path)
    rows = _rows(file, _decoded(path))
    _, header = next(rows, (1, []))
    columns = _checked_header(file, header)
    seen = {(one.nation, spaced(one.name)): f"among the {_list_of(one)} units" for one in taken}
    units = []
    for row, cells in rows:
        if len(cells) != len(columns):
            raise DataError(file, row, None, f"{len(cells)} fields, but the first line names {len(columns)} columns")
        one = _unit(file, row, dict(zip(columns, cells, strict=True)))
        key = (one.nation, spaced(one.name))
        if key in seen:
            raise DataError(
                file, row, "name", f"'{brief(one.key)}' exists already, {seen[key]}; nation and name must be new"
            )
        seen[key] = f"in row {row}"
        units.append(one)
    if not units:
        raise DataError(file, None, None, "holds no unit below its first line")
    return tuple(units)


def _list_of(unit: Unit) -> str:
    return "generic" if unit.nation == "generic" else "historical"


def _decoded(path: Path) -> str:
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise DataError(str(path), None, None, f"cannot be read: {reason(error)}") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = data[: error.start].count(b"\n") + 1
        raise DataError(str(path), row, None, "is not UTF-8 text; save the file as CSV UTF-8") from None


def _rows(file: str, text: str) -> Iterator[tuple[int, list[str]]]:
    """The records that are not blank, each with the number of the line on which it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter(text), strict=True)
    while True:
        row = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise DataError(file, row, None, f"is not well-formed CSV: {error}") from None
        if any(cell.strip() for cell in cells):
            yield row, [cell.strip() for cell in cells]


def delimiter(text: str) -> str:
    """What separates the columns: a comma, or a semicolon or tab where the first line has none."""
    first = text.partition("\n")[0]
    return "," if "," in first else next((mark for mark in ";\t" if mark in first), ",")


def _checked_header(file: str, header: list[str]) -> list[str]:
    for column in header:
        if column not in COLUMNS:
            near = close_matches(column, COLUMNS, n=3)
            hint = f"nearest: {', '.join(near)}" if near else f"allowed: {', '.join(COLUMNS)}"
            raise DataError(file, 1, column, f"is not a known column; {hint}")
        if header.count(column) > 1:
            raise DataError(file, 1, column, "names two columns; each may stand once")
    for column in REQUIRED:
        if column not in header:
            raise DataError(file, 1, column, f"this column is missing; required: {', '.join(REQUIRED)}")
    return header


def _unit(file: str, row: int, cells: dict[str, str]) -> Unit:
    try:
        values = {field: _READ[Unit.model_fields[field].annotation](field, text) for field, text in cells.items()}
        return Unit(**{"source_name": values["name"]} | {k: v for k, v in values.items() if v or k != "source_name"})
    except FieldError as error:
        raise DataError(file, row, error.field, error.problem) from None
    except ValidationError as errors:
        first = errors.errors(include_url=False)[0]
        cause = first.get("ctx", {}).get("error")
        if isinstance(cause, FieldError):
            raise DataError(file, row, cause.field, cause.problem) from None
        at, problem = first_fault(errors, Unit)
        raise DataError(file, row, str(at[0]) if at else None, problem) from None
