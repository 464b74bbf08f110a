"""Straight ways: whether legal, and how much of one runs off the road or over water."""

from tigersim.core.board import cell_at
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.enums import NO_FEATURE, WATER
from tigersim.core.geometry import gap_squared, step_on_line
from tigersim.core.ground import is_aground, is_barred, is_clear, piece_met, stops_for, swims
from tigersim.registry import rule
from tigersim.rules.amphibious import WATER_INCHES, bank_ends_move
from tigersim.rules.wheels import road_inches

NO_WAY, A_WAY = 0, 1
OFF_ROAD, ON_WATER = 0, 1
"""Which part of a way is measured."""


@jit_inline
def gap_to(b, shun, x, y):
    """Squared distance of (x, y) from the unit in slot ``shun`` (AMB-25); 0 without one (-1)."""
    if shun < 0:
        return 0
    return gap_squared(x, y, b[0].unit[shun].x, b[0].unit[shun].y, b[0].ruling.distance_metric)


@jit_inner
@rule("PT-MOVE-05", "PT-AMPHIB-03")
def straight_way(b, t, unit, x, y, shun):
    """Whether the straight line to (x, y) is a legal path (``A_WAY``), whatever its length.

    Only its last cell may lie in terrain that is entered (AMB-40) or, under ``bank_stops``, beyond the bank (AMB-127).
    ``shun`` is the slot of an enemy that may never come nearer on the way (regroup, PT-RECOVER-08), or -1.  Length and
    a free place at the end are the caller's business.
    """
    u = b[0].unit[unit]
    ax, ay = u.x, u.y
    nx, ny = abs(x - ax), abs(y - ay)
    sx, sy = (1 if x > ax else -1), (1 if y > ay else -1)
    start = cell_at(t, ax, ay)
    stops = stops_for(b, unit)
    home = piece_met(t, start, stops)
    inside = home != NO_FEATURE
    wet = t[0].kind[start] == WATER
    swimmer = swims(b, t, unit)
    if is_aground(b, t, unit, start):
        return NO_WAY
    nearest = gap_to(b, shun, ax, ay)
    ix, iy = 0, 0
    while ix < nx or iy < ny:
        ix, iy = step_on_line(nx, ny, ix, iy)
        px, py = ax + sx * ix, ay + sy * iy
        cell = cell_at(t, px, py)
        if swimmer or not is_clear(b, t, cell):
            if is_barred(b, t, unit, cell):
                return NO_WAY
            feature = piece_met(t, cell, stops)
            goes_on = ix < nx or iy < ny
            if feature != NO_FEATURE and not (inside and feature == home) and goes_on:
                return NO_WAY
            if swimmer and _bank_forbids(b, t, unit, cell, wet, goes_on):
                return NO_WAY
            inside = inside and feature == home
        else:
            inside = False
        gap = gap_to(b, shun, px, py)
        if gap < nearest:
            return NO_WAY
        nearest = gap
    return A_WAY


@jit_inline
def _bank_forbids(b, t, unit, cell, wet, goes_on):
    """Whether a swimmer's way may not lead into the cell.

    ``wet``: it began on water; ``goes_on``: it does not end there.
    """
    if is_aground(b, t, unit, cell):
        return True
    return goes_on and bank_ends_move(b[0].ruling.water_movement) and (t[0].kind[cell] == WATER) != wet


@jit_inline
def counts_as(t, cell, what):
    """1 if the cell counts to the measured part of a way, else 0."""
    if what == OFF_ROAD:
        return 1 if t[0].road[cell] == 0 else 0
    return 1 if t[0].kind[cell] == WATER else 0


@jit_inner
def part_within(t, ax, ay, x, y, what, inches):
    """Whether at most ``inches`` of a straight line run off the road, or over water.

    The line joins two centres.  The line is measured where it runs inside such cells, in fractions of its length: with
    n = |dx| and m = |dy| every edge of a cell is crossed at a multiple of 1 / 2nm of it.
    """
    nx, ny = abs(x - ax), abs(y - ay)
    sx, sy = (1 if x > ax else -1), (1 if y > ay else -1)
    by_x, by_y = max(ny, 1), max(nx, 1)
    whole = 2 * by_x * by_y
    part, since = 0, 0
    ix, iy = 0, 0
    here = counts_as(t, cell_at(t, ax, ay), what)
    while ix < nx or iy < ny:
        next_x, next_y = step_on_line(nx, ny, ix, iy)
        now = (2 * iy + 1) * by_y if next_x == ix else (2 * ix + 1) * by_x
        part += here * (now - since)
        since = now
        ix, iy = next_x, next_y
        here = counts_as(t, cell_at(t, ax + sx * ix, ay + sy * iy), what)
    part += here * (whole - since)
    return part * part * (nx * nx + ny * ny) <= inches * inches * whole * whole


@jit_inner
@rule("PT-MOVE-03", "PT-WHEEL-02", "PT-AMPHIB-03")
def leads_straight(b, t, unit, x, y, allowance, road_bonus, shun):
    """Whether a straight line of legal length and way leads to (x, y).

    The road die's inches serve on the part that is road (AMB-31); at most 6 inches run over water (AMB-127).
    """
    u = b[0].unit[unit]
    dx, dy = x - u.x, y - u.y
    length = dx * dx + dy * dy
    longest, off_road = road_inches(allowance, road_bonus)
    if length > longest * longest or straight_way(b, t, unit, x, y, shun) == NO_WAY:
        return False
    if length > off_road * off_road and not part_within(t, u.x, u.y, x, y, OFF_ROAD, off_road):
        return False
    return not swims(b, t, unit) or part_within(t, u.x, u.y, x, y, ON_WATER, WATER_INCHES)
