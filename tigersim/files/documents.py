"""TOML and JSON files of others: whatever is wrong with one is a single clear line.

Refused besides what is no TOML or JSON: control characters (a name must not command a terminal), halves of characters,
whole numbers beyond 64 bits, a name that stands twice, and values within values without end.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from unicodedata import category

from tigersim.errors import DamagedFile, DataError, brief

LARGEST = 2**63 - 1
"""The largest whole number that tables and the engine hold."""
WHITE = "\n\r\t"
"""Control characters that text may hold."""
NO_PATH = "no name of a file has a NUL in it"


def is_file(path: str | Path) -> bool:
    """Whether a file is there; False for what can be no path."""
    return os.path.isfile(path)  # unlike Path.is_file it refuses neither a NUL nor a name that is too long


def is_folder(path: str | Path) -> bool:
    """Whether a folder is there; False for what can be no path."""
    return os.path.isdir(path)


def reason(error: OSError | ValueError) -> str:
    """Why a file could not be opened, in words."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return NO_PATH if "null" in str(error) else str(error)


def text_of(path: Path, where: str = "", kind: str = "text") -> str:
    """What a text file holds.

    where: what messages call it (default: its path).  kind: what it should be.  Raises ``DataError``.
    """
    place = where or str(path)
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DataError(place, None, None, f"is no {kind}: it is not UTF-8 text") from None
    except (OSError, ValueError) as error:
        raise DataError(place, None, None, f"cannot be read: {reason(error)}") from None


def toml_of(path: Path, where: str = "") -> dict[str, Any]:
    """What a TOML file holds.

    where: what messages call it (default: its path).  Raises ``DataError`` naming file and field.
    """
    place = where or str(path)
    text = text_of(path, place, "TOML")
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(place, None, None, f"is no TOML: {error}") from None
    except ValueError:
        raise DataError(place, None, None, f"holds a number of thousands of digits; allowed: up to {LARGEST}") from None
    except RecursionError:
        raise DataError(place, None, None, "holds values within values without end") from None
    fault = fault_of(found)
    if fault is not None:
        raise DataError(place, None, *fault)
    return found


def json_of(path: Path) -> Any:
    """What a JSON file of a run holds.  Raises ``OSError`` for none, ``DamagedFile`` naming it."""
    place = str(path)
    try:
        text = path.read_text(encoding="utf-8")
        found = json.loads(text, object_pairs_hook=_once)
    except UnicodeDecodeError:
        raise DamagedFile(place, None, "is not UTF-8 text") from None
    except RecursionError:
        raise DamagedFile(place, None, "holds values within values without end") from None
    except json.JSONDecodeError as error:
        raise DamagedFile(place, None, f"is no JSON: {error}") from None
    except _Twice as error:
        raise DamagedFile(place, str(error), "stands twice") from None
    except ValueError as error:
        problem = NO_PATH if "null" in str(error) else "holds a number of thousands of digits"
        raise DamagedFile(place, None, problem) from None
    fault = fault_of(found)
    if fault is not None:
        raise DamagedFile(place, *fault)
    return found


class _Twice(Exception):
    """A name that stands twice in one object."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _Twice(name)
        found[name] = value
    return found


def fault_of(value: Any, field: str = "") -> tuple[str | None, str] | None:
    """(field, problem) of the first text or number that nothing may hold; None: there is none."""
    if isinstance(value, str):
        return None if is_plain(value) else (field or None, f"'{brief(value)}' holds control characters")
    if isinstance(value, int):
        return None if -LARGEST <= value <= LARGEST else (field or None, f"is beyond 64 bits; allowed: up to {LARGEST}")
    inside: Iterable[tuple[str, Any]] = ()
    if isinstance(value, Mapping):
        inside = ((str(k), v) for k, v in value.items())
    if isinstance(value, list):
        inside = ((str(k), v) for k, v in enumerate(value))
    for name, each in inside:
        if not is_plain(name):
            return (f"{field}.{name}" if field else name), "its name holds control characters"
        found = fault_of(each, f"{field}.{name}" if field else name)
        if found is not None:
            return found
    return None


def is_plain(text: str) -> bool:
    """Whether a text holds no control characters, but for ends of lines and tabs."""
    return text.isprintable() or not any(category(one) in ("Cc", "Cs") for one in text if one not in WHITE)
