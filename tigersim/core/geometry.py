"""Measuring on the one-inch lattice, in integers.

A unit stands on one cell, its base is the cell's square.  Ranges run from base edge to base edge unless a ruling says
otherwise (AMB-25), lines of sight and arcs from centre to centre (PT-FIRE-03).
"""

import numpy as np

from tigersim.core.compile.jit import jit, jit_inline
from tigersim.registry import rule

FACINGS = 16
FACING_X = np.array([2, 2, 1, 1, 0, -1, -1, -2, -2, -2, -1, -1, 0, 1, 1, 2], dtype=np.int64)
"""East component of facing k; facing 0 looks east, 4 north, 8 west, 12 south."""
FACING_Y = np.array([0, 1, 1, 2, 2, 2, 1, 1, 0, -1, -1, -2, -2, -2, -1, -1], dtype=np.int64)


FACING_NORTH, FACING_SOUTH = 4, 12


@jit_inline
def cell_at(t, x, y):
    """Number of the cell (x, y) of a table."""
    return y * t[0].width + x


@jit_inline
def is_cell(t, x, y):
    """Whether (x, y) is a cell of the table."""
    return x >= 0 and y >= 0 and x < t[0].width and y < t[0].depth


@jit_inline
def gap_squared(ax, ay, bx, by, metric=0):
    """Square of the distance in inches between two bases.

    AMB-25 ``distance_metric``: 0 between their nearest edges, 1 between their centres.
    """
    base = 1 - metric
    gx = max(abs(ax - bx) - base, 0)
    gy = max(abs(ay - by) - base, 0)
    return gx * gx + gy * gy


@jit_inline
def touches(ax, ay, bx, by):
    """Whether two bases touch, be it at a corner; a base also touches the one it stands in."""
    return max(abs(ax - bx), abs(ay - by)) <= 1


@jit_inline
@rule("PT-ARMOR-02", "PT-UNIT-SPG-01", "PT-NOTE-FORWARD_ONLY")
def in_front_arc(facing, dx, dy, arc=0):
    """Whether what lies (dx, dy) off, centre to centre, is in front.

    AMB-33 ``front_arc``: 0 within 45 degrees of the facing, 1 ahead of the line through the front edge of the base
    (half an inch before its centre), 2 between the rays through the front corners of the base, which on a square base
    lie at 45 degrees: as 0.
    """
    fx, fy = FACING_X[facing], FACING_Y[facing]
    ahead = fx * dx + fy * dy
    if arc == 1:
        return ahead > 0 and 4 * ahead * ahead >= fx * fx + fy * fy
    return ahead > 0 and abs(fx * dy - fy * dx) <= ahead


@jit
def facing_towards(dx, dy):
    """The facing nearest to the direction (dx, dy), by its cosine; 0 if there is no direction.

    Of the three facings within an eighth of a turn, (2, 0), (2, 1) and (1, 1), the cosines are compared as squares, in
    integers; no two can be equal.
    """
    ahead, beside = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    facing = 0
    if (2 * ahead + beside) * (2 * ahead + beside) > 5 * ahead * ahead:
        facing = 1
    if 5 * (ahead + beside) * (ahead + beside) > 2 * (2 * ahead + beside) * (2 * ahead + beside):
        facing = 2
    if abs(dy) > abs(dx):
        facing = 4 - facing
    if dx < 0:
        facing = 8 - facing
    if dy < 0:
        facing = (16 - facing) % 16
    return facing


@jit_inline
def step_on_line(nx, ny, ix, iy):
    """The cell after (ix, iy) on the straight line from (0, 0) to (nx, ny), nx, ny >= 0.

    Following it visits exactly the cells whose inside the line crosses; a line through a corner crosses neither of the
    two cells beside it.
    """
    decision = (1 + 2 * ix) * ny - (1 + 2 * iy) * nx
    return ix + (1 if decision <= 0 else 0), iy + (1 if decision >= 0 else 0)
