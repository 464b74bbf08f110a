"""The way of a drop: where it drifts, how far a glider slides, and what places are deadly."""

import numpy as np

from tigersim.core.board import cell_at
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.enums import BUILDING, WATER, WOOD
from tigersim.core.geometry import FACING_X, FACING_Y, is_cell
from tigersim.core.ground import is_free, may_be_in
from tigersim.registry import rule
from tigersim.rules.airdrop import SLIDE_DICE, is_deadly

FARTHEST = 6 * SLIDE_DICE
"""Inches that a drop can drift or a glider slide at most."""
_LENGTHS = np.sqrt(FACING_X**2 + FACING_Y**2)
FLIGHT_X = np.rint(np.outer(np.arange(FARTHEST + 1), FACING_X / _LENGTHS)).astype(np.int64)
"""[inches, facing]: cells to the east of the cell nearest to the point so many inches away."""
FLIGHT_Y = np.rint(np.outer(np.arange(FARTHEST + 1), FACING_Y / _LENGTHS)).astype(np.int64)
"""[inches, facing]: cells to the north of it."""


@jit_inline
@rule("PT-AIRDROP-05", "PT-FORT-01")
def may_come_down(b, t, cell):
    """Whether no unit, wreck or position that is not for it keeps the lander out of a cell."""
    return is_free(b, cell) and (t[0].forts == 0 or may_be_in(b, t, b[0].landing.unit, cell))


@jit_inner
@rule("PT-AIRDROP-07")
def drift_end(b, t, x, y, direction, inches):
    """(x, y) where a drop from that point comes down; (-1, -1) off the table.

    Where it cannot stand it comes down short of the place, so that it touches who is there (AMB-129).
    """
    for k in range(inches, -1, -1):
        px, py = x + FLIGHT_X[k, direction], y + FLIGHT_Y[k, direction]
        if not is_cell(t, px, py):
            return -1, -1
        if may_come_down(b, t, cell_at(t, px, py)):
            return px, py
    return x, y


@jit_inner
@rule("PT-AIRDROP-11")
def is_deadly_place(t, x, y):
    """Water, woods, a town, or off the table (AMB-129)."""
    if not is_cell(t, x, y):
        return True
    kind = t[0].kind[cell_at(t, x, y)]
    return is_deadly(kind == WATER, kind == WOOD, kind == BUILDING)


@jit_inner
@rule("PT-AIRDROP-08", "PT-AIRDROP-11")
def slide_end(b, t, x, y, heading, inches):
    """(x, y) where a glider ends that slides so many inches from (x, y).

    It slides inch by inch through the cells nearest to its way.  It stops before what keeps it out, and comes to
    grief in the first place that is deadly; that place is then its end, (-1, -1) off the table (AMB-129).
    """
    px, py = x, y
    for k in range(1, inches + 1):
        nx, ny = x + FLIGHT_X[k, heading], y + FLIGHT_Y[k, heading]
        if not is_cell(t, nx, ny):
            return -1, -1
        if not may_come_down(b, t, cell_at(t, nx, ny)):
            return px, py
        px, py = nx, ny
        if is_deadly_place(t, px, py):
            return px, py
    return px, py


@jit_inner
def safe_inches(b, t, x, y, heading):
    """The most inches, up to ``FARTHEST``, that a glider may slide from (x, y) and live."""
    for k in range(1, FARTHEST + 1):
        nx, ny = x + FLIGHT_X[k, heading], y + FLIGHT_Y[k, heading]
        if is_cell(t, nx, ny) and not may_come_down(b, t, cell_at(t, nx, ny)):
            return FARTHEST
        if is_deadly_place(t, nx, ny):
            return k - 1
    return FARTHEST
