"""Fortified positions on a table: where they are laid, and whose they are (PT-FORT)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tigersim.core.chance import battle_key, below, stream
from tigersim.core.compile.jit import jit, jit_inner
from tigersim.core.enums import CHANCE_FORTS, HILL, OPEN, WOOD
from tigersim.core.families import armies_can_meet
from tigersim.core.geometry import cell_at
from tigersim.core.layout import MAX_CELLS
from tigersim.registry import rule
from tigersim.rules.edges import DEFENDER_BY_CHANCE, DEFENDER_IN_SOUTH
from tigersim.rules.fortifications import HEAVY, LIGHT, NO_POSITION
from tigersim.rules.setup import deployment_depth

TRIES = 200
"""Places drawn for a position before the table has no room for it."""


@rule("PT-FORT-01")
def lay_positions(t: Any, seed: int, number: int, light: int, heavy: int) -> bool:
    """Lay the positions of the defender in its zone, and say which edge is its own.

    Without any, nothing changes.
    They lie in the open, in woods or on hills, off the roads, no two side by side, and leave a way for vehicles.  All
    follows from (seed, number, family, size) and how many there are, by a stream of chance of its own, so that the
    table is otherwise what it would be without them.  Returns whether there was room for all.
    """
    t[0].fort[:] = NO_POSITION
    t[0].forts = 0
    if light + heavy == 0:
        return True
    return bool(_lay(t, seed, number, light, heavy, np.zeros((2, MAX_CELLS), dtype=np.int64)))


@jit
def _lay(t, seed, number, light, heavy, scratch):
    """Lay at least one position, heavy ones first."""
    key = stream(battle_key(seed, number), CHANCE_FORTS, t[0].family, 0)
    if t[0].defender_edge == DEFENDER_BY_CHANCE:  # else the family has named it
        t[0].defender_edge = DEFENDER_IN_SOUTH + below(key, 0, 2)
    width, third = t[0].width, deployment_depth(t[0].depth)
    first = 0 if t[0].defender_edge == DEFENDER_IN_SOUTH else t[0].depth - third
    count = 1
    for k in range(heavy + light):
        tries = 0
        while True:
            cell = first * width + below(key, count, third * width)
            count += 1
            tries += 1
            if _has_room(t, cell):
                t[0].fort[cell] = HEAVY if k < heavy else LIGHT
                if armies_can_meet(t, scratch):
                    t[0].forts += 1
                    break
                t[0].fort[cell] = NO_POSITION
            if tries == TRIES:
                return False
    return True


@jit_inner
def _has_room(t, cell):
    """Whether a position may be dug there: firm ground off the roads with no position beside it."""
    kind = t[0].kind[cell]
    if t[0].road[cell] != 0 or not (kind == OPEN or kind == WOOD or kind == HILL):
        return False
    x, y = cell % t[0].width, cell // t[0].width
    for py in range(max(y - 1, 0), min(y + 2, t[0].depth)):
        for px in range(max(x - 1, 0), min(x + 2, t[0].width)):
            if t[0].fort[cell_at(t, px, py)] != NO_POSITION:
                return False
    return True
