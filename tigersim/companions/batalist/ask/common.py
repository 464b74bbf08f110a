"""What several questions share: names of sides, formations and ground, and laws as tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from tigersim.companions.answer import Table
from tigersim.companions.batalist.conditions import DOWNHILL, LEVEL, UPHILL
from tigersim.companions.batalist.law import Law
from tigersim.companions.batalist.rules.ranks import COLUMN, FLANK, FRONT, HEDGEHOG, LOOSE, REAR, WEDGE
from tigersim.errors import UnknownName

T = TypeVar("T")

SIDES = {"front": FRONT, "flank": FLANK, "rear": REAR}
FORMATIONS = {"column": COLUMN, "loose": LOOSE, "wedge": WEDGE, "hedgehog": HEDGEHOG}
HEIGHTS = {"level": LEVEL, "downhill": DOWNHILL, "uphill": UPHILL}


def chosen(kind: str, name: str, known: Mapping[str, T]) -> T:
    """The entry of a name.  Raises ``UnknownName``."""
    if name not in known:
        raise UnknownName(name, known, kind=kind)
    return known[name]


def law_table(title: str, law: Law) -> Table:
    """A law as a table: each number, its chance, and that of so much or more."""
    rows = [{"damage": x, "chance": p, "so much or more": law.at_least(x)} for x, p in law.chances.items()]
    return Table(title, rows)
