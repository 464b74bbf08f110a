"""Before the battle: what dice decide about commanders, mages and ammunition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from tigersim.registry import rule


class Ranged(Protocol):
    """A row of a table, taken on a roll from ``low`` to ``high``."""

    @property
    def low(self) -> int: ...

    @property
    def high(self) -> int: ...


R = TypeVar("R", bound=Ranged)


@rule("BA-PRE-05", "BA-CAP-01", "BA-CAP-02", "BA-CAP-03", "BA-CAP-04")
@rule("BA-PRE-06", "BA-MGE-01", "BA-MGE-02", "BA-MGE-03", "BA-MGE-04")
def drawn(table: Sequence[R], face: int) -> R:
    """The row of a table of abilities, of captains or of mages, that a die falls on."""
    return next(row for row in table if row.low <= face <= row.high)


@rule("BA-PRO-09")
def mana_supply(face: int, more: int) -> int:
    """Charges of a mage for the whole game: a die and what its ability adds."""
    return face + more


@rule("BA-AMM-01")
def supply(faces: Sequence[int]) -> int:
    """Shooting Attack orders of the whole game: one die for each battalion of shooters."""
    return sum(faces)
