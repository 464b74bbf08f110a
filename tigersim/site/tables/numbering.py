"""Values numbered in the order in which they first come, so that tables can name each by its number."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Numbered(Generic[K, V]):
    """Keys with numbers 0, 1, 2 ..., and with each the value that it first came with."""

    def __init__(self) -> None:
        self._numbers: dict[K, int] = {}
        self._values: list[V] = []

    def __len__(self) -> int:
        return len(self._values)

    def number(self, key: K, value: V) -> int:
        """The number of a key; a new one keeps the value."""
        found = self._numbers.setdefault(key, len(self._values))
        if found == len(self._values):
            self._values.append(value)
        return found

    def names(self) -> tuple[K, ...]:
        """All keys, in the order of their numbers."""
        return tuple(self._numbers)

    def __getitem__(self, number: int) -> V:
        return self._values[number]

    def __iter__(self) -> Iterator[V]:
        return iter(self._values)


class Unique(Numbered[K, K]):
    """Keys that are their own values."""

    def of(self, key: K) -> int:
        """The number of a key."""
        return self.number(key, key)
