"""What every game asks of the arguments of its questions, and of its rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from typing import Any, TypeVar

from tigersim.catalogue.companions import Readings
from tigersim.errors import InvalidValue, UnknownName
from tigersim.files.documents import LARGEST
from tigersim.given import check_text, is_number, truth_value, whole_number

T = TypeVar("T")


def ask_kind(name: str, value: Any, kind: type, within: tuple[int, int] | None = None) -> Any:
    """An argument of this type: ``int``, ``float``, ``bool`` or ``str``.

    within: least and greatest of a whole number, None = any.  Raises ``InvalidValue`` for what is none such.
    """
    if kind is int:
        return whole_number(name, value, *(within or (-LARGEST, LARGEST)), "" if within else "a whole number")
    if kind is bool:
        return truth_value(name, value)
    if kind is str:
        check_text(name, value, "text")
        return value
    if not is_number(value, -LARGEST, LARGEST):
        raise InvalidValue(name, value, "a number")
    return float(value)


def ask_whole(name: str, value: int, low: int, high: int) -> None:
    """Raise ``InvalidValue`` for a number that is not a whole one from ``low`` to ``high``."""
    whole_number(name, value, low, high)


def ask_wholes(low: int, high: int, **values: int) -> None:
    """Raise ``InvalidValue`` for the first of these that is no whole number in the range."""
    for name, value in values.items():
        ask_whole(name, value, low, high)


def chosen(kind: str, name: str, known: Mapping[str, T]) -> T:
    """The entry of a name.  Raises ``UnknownName``."""
    if name not in known:
        raise UnknownName(name, known, kind=kind)
    return known[name]


def ruled(key: str) -> Any:
    """A field of a dataclass that a ruling sets; 0 is the default of a choice."""
    return field(default=0, metadata={"ruling": key})


def as_ruled(kind: type[T], readings: Readings) -> T:
    """A value of a dataclass of such fields, as rules take them: numbers, and places of options."""
    keys = {one.name: one.metadata["ruling"] for one in fields(kind)}  # type: ignore[arg-type]
    return kind(
        **{k: int(readings[key]) if readings[key].isdecimal() else readings.option(key) for k, key in keys.items()}
    )
