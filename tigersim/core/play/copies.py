"""Copies of a battle that is under way, of no more than what battles change.

A record has room for sixteen units a side, the largest table, two decks and four players; and what a battle is played
with, units' profiles and the reading of the rules, stays what it was.  All that is brought to a copy once
(``make_room``), before it serves for many futures.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tigersim.core.battle_layout import BATTLE, PILE, PLAYER, UNIT
from tigersim.core.compile.jit import in_words, jit_inner
from tigersim.core.sides import first_slot, slots_of


def _place(record: Any, field: str) -> int:
    """Byte of a record at which a field begins."""
    return int(record.fields[field][1])


CHANGES, PILES, PLAYERS, CELLS, UNITS = (_place(BATTLE, name) for name in ("key", "pile", "player", "occupant", "unit"))
"""Where in a battle that begins which changes, and what is largest of it; nothing is behind the units."""
UNIT_CHANGES = _place(UNIT, "alive")
"""Where in a unit that begins which changes."""
OF_UNIT, OF_PILE, OF_PLAYER = UNIT.itemsize, PILE.itemsize, PLAYER.itemsize
"""Bytes of a record."""
NUMBER = 64
"""Bits of a number in a register."""
ALIGNED = 8
"""Every field of a record that is copied begins at a multiple of so many bytes."""
AT_ONCE, REGISTERS = 32, 2
"""Bytes that the machine copies at once, and how often in a round: of a single one LLVM makes the general copy."""
ROUND = AT_ONCE * REGISTERS


def _copied(into: Any, source: Any, first: Any, n: Any) -> None:
    """Copy ``n`` bytes of a record to the same place of another, from byte ``first`` on: a ``ROUND`` or more."""
    into.view(np.uint8)[first : first + n] = source.view(np.uint8)[first : first + n]


def _in_words() -> Callable[..., Any]:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils

    number = ir.IntType(NUMBER)

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        to, of = (
            builder.gep(
                builder.bitcast(context.make_array(kind)(context, builder, array).data, cgutils.voidptr_t), [given[2]]
            )
            for kind, array in zip(signature.args[:2], given[:2], strict=True)
        )
        register = ir.VectorType(number, AT_ONCE // 8).as_pointer()
        last = builder.sub(given[3], number(ROUND))  # the last round takes what it needs of the one before once more
        rounds = builder.udiv(builder.add(given[3], number(ROUND - 1)), number(ROUND))
        with cgutils.for_range(builder, rounds) as loop:
            start = builder.mul(loop.index, number(ROUND))
            start = builder.select(builder.icmp_signed("<", start, last), start, last)
            for k in range(REGISTERS):
                place = [builder.add(start, number(k * AT_ONCE))]
                there, here = (builder.bitcast(builder.gep(data, place), register) for data in (to, of))
                builder.store(builder.load(here, align=ALIGNED), there, align=ALIGNED)
        return context.get_dummy_value()

    def typed(_context: Any, into: Any, source: Any, first: Any, n: Any) -> Any:
        return types.void(into, source, types.intp, types.intp), generate

    return typed


copy_bytes = in_words(_copied, _in_words)


@jit_inner
def make_room(spare, b):
    """Make the ``spare`` battles copies of one in what lasts as long as it does: for ``copy_battle`` of it.

    They may be copies of an earlier battle: of units that it had more nothing stays.
    """
    for k in range(2):
        room = spare[k : k + 1]
        if room[0].scale == 0:
            spare[k] = b[0]
        copy_bytes(room, b, 0, CHANGES)
        for side in range(2):
            for unit in slots_of(b, side):
                copy_bytes(room, b, UNITS + unit * OF_UNIT, UNIT_CHANGES)
            for other in range(b[0].player[side].units, room[0].player[side].units):
                copy_bytes(room, b, UNITS + (first_slot(side) + other) * OF_UNIT, OF_UNIT)


@jit_inner
def copy_battle(into, source, t):
    """Make ``into`` what ``source`` is now, a battle that there is room for (``make_room``), in what changes."""
    copy_bytes(into, source, CHANGES, PILES - CHANGES)
    copy_bytes(into, source, PILES, (1 + source[0].own_decks) * OF_PILE)
    copy_bytes(into, source, PLAYERS, (2 + 2 * source[0].allies) * OF_PLAYER)
    copy_bytes(into, source, CELLS, t[0].width * t[0].depth)
    for side in range(2):
        for unit in slots_of(source, side):
            copy_bytes(into, source, UNITS + unit * OF_UNIT + UNIT_CHANGES, OF_UNIT - UNIT_CHANGES)
