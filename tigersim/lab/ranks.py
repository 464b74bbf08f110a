"""Two ranks that face each other on a bare table, so far apart: where a skirmish stands."""

from __future__ import annotations

from itertools import product
from math import isqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tigersim.core import board, enums, layout
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import MAX_UNITS
from tigersim.errors import InvalidValue
from tigersim.game.options import TABLE_INCHES
from tigersim.rules.fire import is_far

Places = npt.NDArray[np.int64]
"""Column and row of units, (n, 2)."""

COVERS = {"none": enums.OPEN, "wood": enums.WOOD, "building": enums.BUILDING}
"""What a rank may stand in."""
FARTHEST = 30
"""Inches; more does not fit a table."""


class Ranks(NamedTuple):
    """The southern rank x, the northern one y; the least and most inches from one to the other."""

    x: Places
    y: Places
    nearest: float
    farthest: float


def ranks(k: int, m: int, distance: int, metric: int = 0) -> Ranks:
    """Ranks of ``k`` units in the south and ``m`` in the north, shoulder to shoulder.

    The northern rank is straight, the southern bent: each of it is ``distance`` inches, or within an inch less, from
    the nearest in the north.  All have all enemies in their front arc and on the same side of the 12 inches that fire
    depends on (``rules.fire.is_far``).  metric: the reading of AMB-25 (0 between the edges of bases, 1 between their
    centres).  Raises ``InvalidValue`` where that cannot be.
    """
    for name, units in (("units of the first side", k), ("units of the second side", m)):
        if not 1 <= units <= MAX_UNITS:
            raise InvalidValue(name, units, f"1 to {MAX_UNITS}")
    if not isinstance(distance, int) or not 1 <= distance <= FARTHEST:
        raise InvalidValue("distance", distance, f"whole inches from 1 to {FARTHEST}")
    base, row = 1 - metric, (TABLE_INCHES + distance) // 2
    columns = [range(TABLE_INCHES // 2 - (n - 1) // 2, TABLE_INCHES // 2 - (n - 1) // 2 + n) for n in (k, m)]
    northern = [(column, row) for column in columns[1]]
    southern = []
    for column in columns[0]:
        aside = min(max(abs(column - other) - base, 0) for other in columns[1])
        southern.append((column, row - base - isqrt(max(distance * distance - aside * aside, 0))))
    pairs = [(abs(a - c), d - b) for (a, b), (c, d) in product(southern, northern)]
    if any(across > ahead for across, ahead in pairs):
        raise InvalidValue("distance", distance, f"more inches: {k} and {m} abreast do not face each other so near")
    gaps = [max(across - base, 0) ** 2 + (ahead - base) ** 2 for across, ahead in pairs]
    if len({is_far(gap) for gap in gaps}) > 1:
        allowed = f'inches at which {k} and {m} abreast are all within 12" or all beyond'
        raise InvalidValue("distance", distance, allowed)
    return Ranks(np.array(southern), np.array(northern), min(gaps) ** 0.5, max(gaps) ** 0.5)


def check_cover(name: str) -> None:
    """Check the name of a cover.  Raises ``InvalidValue``."""
    if name not in COVERS:
        raise InvalidValue("cover", name, ", ".join(COVERS))


def bare_table(found: Ranks, cover: tuple[str, str] = ("none", "none"), los_rule: int = 0) -> Any:
    """A TABLE record with nothing on it but the cover of the southern and of the northern rank.

    ``los_rule``: the reading of AMB-36.  Raises ``InvalidValue``.
    """
    table = layout.tables(1)
    table[0].width = table[0].depth = TABLE_INCHES
    table[0].los_rule = los_rule
    for places, name in zip((found.x, found.y), cover, strict=True):
        check_cover(name)
        if COVERS[name] != enums.OPEN:
            table[0].features += 1
            cells = places[:, 1] * TABLE_INCHES + places[:, 0]
            table[0].kind[cells] = COVERS[name]
            table[0].feature[cells] = table[0].features
    with as_written():
        board.survey(table)
    return table
