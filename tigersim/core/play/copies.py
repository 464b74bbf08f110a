"""Copies of a battle that is under way, of no more than what battles change.

A record has room for sixteen units a side; what is behind those that fight is the same in all copies of one battle.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from tigersim.core.battle_layout import BATTLE, UNIT
from tigersim.core.compile.jit import COMPILER_OFF, jit_inner
from tigersim.core.enums import MAX_UNITS, SIDE_A

BYTES = UNIT.itemsize
SIDE = MAX_UNITS * BYTES
"""Bytes of a unit, and of all that a side has room for."""
UNITS = BATTLE.itemsize - 2 * SIDE
"""Byte of a battle at which its units begin; nothing is behind them."""


def _copied(into: Any, source: Any, first: Any, n: Any) -> Any:
    """Copy ``n`` bytes of a record to the same place of another, from byte ``first`` on."""
    into.view(np.uint8)[first : first + n] = source.view(np.uint8)[first : first + n]


def _compiled(_context: Any, into: Any, source: Any, first: Any, n: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        to, of = (
            builder.gep(
                builder.bitcast(context.make_array(kind)(context, builder, array).data, cgutils.voidptr_t), [given[2]]
            )
            for kind, array in zip(signature.args[:2], given[:2], strict=True)
        )
        cgutils.raw_memcpy(builder, to, of, given[3], 1)
        return context.get_dummy_value()

    return types.void(into, source, types.intp, types.intp), generate


copy_bytes = _copied if COMPILER_OFF else intrinsic(_compiled)


@jit_inner
def make_room(spare, b):
    """Make the ``spare`` battles whole copies of one, once: after that ``copy_battle`` is enough.

    Copies of an earlier battle serve as well: ``copy_battle`` copies as many units as either battle has, so that none
    of the earlier one stays alive.
    """
    if spare[0].scale == 0:
        spare[0] = spare[1] = b[0]


@jit_inner
def copy_battle(into, source):
    """Make ``into``, which was a copy before (``make_room``), what ``source`` is now."""
    of_a = max(into[0].player[SIDE_A].units, source[0].player[SIDE_A].units)  # one may have laid a charge since
    of_b = max(into[0].player[1 - SIDE_A].units, source[0].player[1 - SIDE_A].units)
    copy_bytes(into, source, 0, UNITS)
    copy_bytes(into, source, UNITS, of_a * BYTES)
    copy_bytes(into, source, UNITS + SIDE, of_b * BYTES)
