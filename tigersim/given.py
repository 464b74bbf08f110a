"""Reads values that a caller gives: whole numbers, NumPy's among them, and lists that are no text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from tigersim.errors import InvalidValue


def is_whole(value: object, low: float = -inf, high: float = inf) -> bool:
    """Whether a value is a whole number from ``low`` to ``high``, NumPy's included; True and False are none."""
    return isinstance(value, Integral) and not isinstance(value, bool) and low <= int(value) <= high


def is_pair(value: object, low: float = -inf, high: float = inf) -> bool:
    """Whether a value is two such whole numbers, as ``(6, 10)``."""
    return isinstance(value, Sequence) and len(value) == 2 and all(is_whole(one, low, high) for one in value)


def whole_number(field: str, value: object, low: float = -inf, high: float = inf, allowed: str = "") -> int:
    """A whole number as Python's own, so that it is written and read alike.

    allowed: what the message says; "" = the two bounds.  Raises ``InvalidValue``.
    """
    if is_whole(value, low, high):
        return int(value)  # type: ignore[call-overload,no-any-return]
    bounds = str(low) if low == high else f"a whole number from {low} to {high}"
    raise InvalidValue(field, value, allowed or bounds)


def is_number(value: object, low: float = -inf, high: float = inf) -> bool:
    """Whether a value is a number from ``low`` to ``high``, whole or not."""
    return isinstance(value, Real) and not isinstance(value, bool) and bool(low <= value <= high)  # type: ignore[operator]


def check_text(field: str, value: object, form: str) -> None:
    """Raises ``InvalidValue`` for what is no text; form: what the message says, 'the name of a unit'."""
    if not isinstance(value, str):
        raise InvalidValue(field, value, form)


def check_name_or_file(field: str, value: object) -> None:
    """Raises ``InvalidValue`` for what can be neither a name nor the path of a file."""
    if not isinstance(value, str | Path):
        raise InvalidValue(field, value, "a name, or the path of a file")


def truth_value(field: str, value: object) -> bool:
    """True or False; nothing else is taken for one.  Raises ``InvalidValue``."""
    if isinstance(value, bool):
        return value
    raise InvalidValue(field, value, "True, False")


def list_of(field: str, value: object, of: str) -> list[Any]:
    """The members of a list; a text is none, for it would be taken apart into letters.

    of: what it is a list of, as in ``'units, as ["T-34c"]'``.  Raises ``InvalidValue``.
    """
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise InvalidValue(field, value, f"a list of {of}")
    return list(value)
