"""The two sides of a battle: which slots belong to a side, and to which side a slot belongs.

A side is 0 (a) or 1 (b), so ``1 - side`` is its enemy.  Unit k of a side stands in slot ``first_slot(side) + k``.
"""

from tigersim.core.compile.jit import jit_inline
from tigersim.core.enums import MAX_UNITS


@jit_inline
def side_of(slot):
    """The side that a slot belongs to."""
    return slot // MAX_UNITS


@jit_inline
def first_slot(side):
    """The slot of a side's first unit."""
    return side * MAX_UNITS


@jit_inline
def slots_of(b, side):
    """The slots of all units of a side, dead ones and those off the table included."""
    return range(first_slot(side), first_slot(side) + b[0].player[side].units)


@jit_inline
def enemies_of(b, side):
    """The slots of all units that the other side has fielded."""
    return slots_of(b, 1 - side)
