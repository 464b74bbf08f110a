"""What the questions of every game ask of their arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from tigersim.errors import InvalidValue, UnknownName

T = TypeVar("T")


def ask_whole(name: str, value: int, low: int, high: int) -> None:
    """Raise ``InvalidValue`` for a number that is not a whole one from ``low`` to ``high``."""
    if type(value) is not int or not low <= value <= high:
        raise InvalidValue(name, value, f"a whole number from {low} to {high}")


def ask_wholes(low: int, high: int, **values: int) -> None:
    """Raise ``InvalidValue`` for the first of these that is no whole number in the range."""
    for name, value in values.items():
        ask_whole(name, value, low, high)


def chosen(kind: str, name: str, known: Mapping[str, T]) -> T:
    """The entry of a name.  Raises ``UnknownName``."""
    if name not in known:
        raise UnknownName(name, known, kind=kind)
    return known[name]
