"""The action integer: verb, unit, target, which, cell and facing in one number.

Nothing else in the package knows where a field stands.  Kernels call ``pack`` and ``verb_of`` to ``facing_of``; plain
Python takes a code apart with ``fields_of`` and puts it together with ``Fields.code``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tigersim.core.compile.jit import jit_inline

UNIT, TARGET, WHICH, CELL, FACING = 8, 16, 24, 32, 48
"""The lowest bit of each field; the verb begins at bit 0."""
PASSING = 0
"""The action PASS."""
BYTE, TWO_BYTES = 0xFF, 0xFFFF
"""How wide a field is: a byte, a cell two of them."""


class Fields(NamedTuple):
    """An action, field by field.

    verb: int, ``core.enums``.  unit, target: int, slots.  which: int, a weapon, a card, a die or bits.
    cell: int, y * width of the table + x.  facing: int, sixteenths of a turn.
    """

    verb: int
    unit: int = 0
    target: int = 0
    which: int = 0
    cell: int = 0
    facing: int = 0

    @property
    def code(self) -> int:
        """The action integer."""
        verb, unit, target, which, cell, facing = self
        return verb | unit << UNIT | target << TARGET | which << WHICH | cell << CELL | facing << FACING


def fields_of(code: Any) -> Any:
    """The ``Fields`` of an action integer, or of an array of them."""
    return Fields(
        code & BYTE,
        code >> UNIT & BYTE,
        code >> TARGET & BYTE,
        code >> WHICH & BYTE,
        code >> CELL & TWO_BYTES,
        code >> FACING & BYTE,
    )


@jit_inline
def pack(verb, unit, target, which, cell, facing):
    """One integer from the fields of an action (all >= 0)."""
    return verb | unit << UNIT | target << TARGET | which << WHICH | cell << CELL | facing << FACING


@jit_inline
def verb_of(action):
    """Verb of an action."""
    return action & BYTE


@jit_inline
def unit_of(action):
    """Unit of an action."""
    return (action >> UNIT) & BYTE


@jit_inline
def target_of(action):
    """Target of an action."""
    return (action >> TARGET) & BYTE


@jit_inline
def which_of(action):
    """Weapon, card, die or bits of an action."""
    return (action >> WHICH) & BYTE


@jit_inline
def cell_of(action):
    """Cell of an action."""
    return (action >> CELL) & TWO_BYTES


@jit_inline
def facing_of(action):
    """Facing of an action."""
    return (action >> FACING) & BYTE
