"""The records of the core: one battle is one record, a batch is a 1-D array of them.

Everything that changes while a battle is played is in ``BATTLE``; what many battles share is in ``TABLE``; what a
thread needs for itself (odds tables, scratch, the log) is in ``WORK``.  Kernels take length-1 slices of such arrays
and are named ``b`` (battle), ``t`` (table) and ``w`` (work).  Nothing is allocated while playing.

What a battle computes with is 64-bit, so that nothing wraps with the compiler off; profiles and large arrays are
smaller, to stay in the cache.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tigersim.core.battle_layout import BATTLE, PROFILE
from tigersim.core.enums import LUCK_BANDS, LUCK_KINDS, MAX_MARKERS, MAX_UNITS
from tigersim.core.sizes import (
    LOG_ROWS,
    LOS_WORDS,
    MAX_CELLS,
    MAX_DEPTH,
    MAX_GROUP,
    MAX_WIDTH,
    VERBS,
    WAVES,
    ZONES,
    record,
)
from tigersim.core.workbench_layout import BANDS, CALL_STEPS, MAX_OPTIONS, WORK

__all__ = [
    "BANDS",
    "BATTLE",
    "CALL_STEPS",
    "LOG_ROWS",
    "MAX_CELLS",
    "MAX_DEPTH",
    "MAX_GROUP",
    "MAX_OPTIONS",
    "MAX_WIDTH",
    "PROFILE",
    "RESULT",
    "TABLE",
    "VERBS",
    "WAVES",
    "WORK",
    "ZONES",
    "battles",
    "copied",
    "put",
    "results",
    "tables",
    "work",
]

TABLE = record(
    [
        ("number", "i8"),
        ("width", "i8"),
        ("depth", "i8"),
        ("words", "i8"),  # 64-bit words per row of the line-of-sight matrix
        ("features", "i8"),
        ("kind", "i1", (MAX_CELLS,)),  # terrain of a cell
        ("feature", "i1", (MAX_CELLS,)),  # which piece of terrain the cell belongs to, 0 = none
        ("road", "i1", (MAX_CELLS,)),
        ("family", "i8"),  # index into board.ALL_FAMILIES
        ("water", "i8"),  # whether there is water on the table, and which units may be on it (enums)
        ("los_rule", "i8"),  # the reading of AMB-36 that ``los`` was surveyed by
        ("defender_edge", "i8"),  # the defender's table edge, see DEFENDER_BY_CHANCE in rules.edges
        ("sea", "i8"),  # 1 = the attacker comes over the sea that covers its deployment zone (PT-AMPHIB-02)
        ("zoned", "i8"),  # 1 = ``zone`` says where units are set up, in place of PT-SETUP-04
        ("zone", "u1", (MAX_CELLS,)),  # bit per deployment zone that the cell belongs to, see core.zones
        ("river_rows", "i8"),  # rows from the defender's edge to the far bank's first, where crossing counts
        ("objective_x", "i8"),  # the middle of the scenario's objective, where there is one
        ("objective_y", "i8"),
        ("hill_by_edge", "i8"),  # 1 = the big hill's edge is near the middle of the table (AMB-140), given
        ("big_hill", "i8"),  # number of the hill that gives a bonus die against hits from below, 0 = none
        ("fort", "i1", (MAX_CELLS,)),  # fortified position in the cell: 0 none, 1 light, 2 heavy (PT-FORT)
        ("forts", "i8"),  # how many cells hold one
        ("markers", "i8"),
        ("marker", "i1", (MAX_CELLS,)),  # number + 1 of the marker that the cell belongs to, 0 = none
        ("marker_value", "i8", (MAX_MARKERS,)),  # VP
        ("los", "u8", (LOS_WORDS,)),  # bit matrix, row = from, bit = to
    ]
)

RESULT = record(
    [
        ("number", "i8"),
        ("table", "i4"),
        ("side_a_first", "i1"),  # side a was the attacker
        ("side_a_south", "i1"),  # side a stood at the south edge
        ("turns", "i2"),
        ("decks", "i1"),
        ("ended_by", "i1"),  # index into enums.ENDED_BY
        ("vp", "i2", (2,)),
        ("idle_turns", "i2", (2,)),
        ("waived", "i2", (2,)),
        ("forfeited", "i2", (2,)),
        ("luck", "f8", (LUCK_KINDS, LUCK_BANDS)),
        ("marker_vp", "i2", (2,)),  # part of ``vp``
        ("goal_vp", "i2", (2,)),  # part of ``vp``
        ("verbs", "i2", (2, VERBS)),  # orders carried out, by verb
        ("followed", "i2", (2,)),  # actions made by following
        ("never_acted", "i1", (2,)),  # units that carried out no order in the whole battle
        ("kind", "i2", (2, MAX_UNITS)),  # which unit stood in a slot, -1 = none
        ("dead", "i1", (2, MAX_UNITS)),
        ("hazard", "f8", (2, MAX_UNITS)),  # summed exact chances of being destroyed
        ("acted", "i1", (2, MAX_UNITS)),  # orders that a unit carried out, at most 127 are counted
    ]
)


def battles(n: int) -> Any:
    """``n`` empty battle records (recarrays: fields read as attributes, compiled or not)."""
    return np.zeros(n, dtype=BATTLE).view(np.recarray)


def tables(n: int) -> Any:
    """``n`` empty tables."""
    return np.zeros(n, dtype=TABLE).view(np.recarray)


def results(n: int) -> Any:
    """``n`` empty result records."""
    return np.zeros(n, dtype=RESULT).view(np.recarray)


def work() -> Any:
    """One thread's workbench."""
    return np.zeros(1, dtype=WORK).view(np.recarray)


def put(records: Any, into: Any) -> None:
    """Write records over others of their kind, as bytes: a hundred times as fast as by field."""
    into.view(np.ndarray).view(np.uint8)[:] = records.view(np.ndarray).view(np.uint8)


def copied(records: Any) -> Any:
    """A copy of records."""
    again = np.empty(records.shape, dtype=records.dtype).view(np.recarray)
    put(records, again)
    return again
