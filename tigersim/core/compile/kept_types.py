"""Records of the engine in numba's disk cache: by where they are declared, for written out they were half of it.

numba writes the types of all arguments into each file of its cache, and twice into some.  That of a battle alone, with
every field of every unit, is longer than the code of most functions.  What is declared in the engine needs no more
than its place: the folder of a cache is named after the sources of the engine (``core.compile.sources``).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numba.core import types
from numba.np.numpy_support import from_dtype

from tigersim.core.compile import ready
from tigersim.core.compile.repeats import is_ours

ENGINE = "tigersim.core."


class Place(NamedTuple):
    """Where a record is declared."""

    module: str
    name: str
    fields: tuple[str, ...] = ()
    """The way to it from there, for one that is a field of another."""


_places: dict[types.Record, Place] = {}
_searched: set[str] = set()
"""Modules whose records are known."""


def keep_places() -> None:
    """Have numba keep records of the engine by their places while it compiles our functions."""
    written_out = types.Record.__reduce__

    def reduce(self: types.Record) -> Any:
        place = place_of(self) if is_ours() else None
        return written_out(self) if place is None else (declared_at, (*place,))

    types.Record.__reduce__ = reduce


def place_of(record: types.Record) -> Place | None:
    """Where a record is declared; None for one that is not the engine's."""
    if record not in _places:
        for module in {name for name in sys.modules if name.startswith(ENGINE)} - _searched:
            _searched.add(module)
            for name, value in list(vars(sys.modules[module]).items()):
                if isinstance(value, np.dtype) and value.fields is not None:
                    _places.update((from_dtype(part), place) for part, place in _records(value, Place(module, name)))
    return _places.get(record)


def _records(declared: np.dtype[Any], place: Place) -> Iterator[tuple[np.dtype[Any], Place]]:
    """A record and all that are parts of it."""
    yield declared, place
    for name, (part, *_) in (declared.fields or {}).items():
        if part.base.fields is not None:
            yield from _records(part.base, place._replace(fields=(*place.fields, name)))


def declared_at(module: str, name: str, fields: tuple[str, ...]) -> types.Record:
    """numba's type for the record that is declared there."""
    return from_dtype(ready.declared_at(module, name, fields))
