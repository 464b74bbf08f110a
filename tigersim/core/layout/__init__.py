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

from tigersim.core.layout.battle import BATTLE
from tigersim.core.layout.profile import PROFILE, PROFILE_SCALARS, PROFILE_WEAPONS
from tigersim.core.layout.result import RESULT
from tigersim.core.layout.sizes import LOG_ROWS, MAX_CELLS, MAX_DEPTH, MAX_GROUP, MAX_WIDTH, VERBS, WAVES, ZONES
from tigersim.core.layout.table import TABLE
from tigersim.core.layout.workbench import BANDS, CALL_STEPS, MAX_OPTIONS, WORK

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
    "PROFILE_SCALARS",
    "PROFILE_WEAPONS",
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


def battles(n: int) -> Any:
    """``n`` empty battle records (a recarray, so that fields read as attributes without the compiler too)."""
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
    """Write records over others of their kind, as bytes: numpy would copy field by field, a hundred times as long."""
    into.view(np.ndarray).view(np.uint8)[:] = records.view(np.ndarray).view(np.uint8)


def copied(records: Any) -> Any:
    """A copy of records."""
    again = np.empty(records.shape, dtype=records.dtype).view(np.recarray)
    put(records, again)
    return again
