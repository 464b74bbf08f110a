"""Places beside another unit: to get on a carrier, to get off it, to close with an enemy."""

from tigersim.core.bent_paths import FAR
from tigersim.core.board import cell_at
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.enums import NO_FEATURE, NOBODY, WATER
from tigersim.core.geometry import (
    FACING_X,
    FACING_Y,
    FACINGS,
    facing_towards,
    gap_squared,
    is_cell,
    step_on_line,
    touches,
)
from tigersim.core.ground import is_barred, is_free, may_end_on, piece_met, stops_for, swims
from tigersim.core.reach import places_within
from tigersim.core.straight_paths import leads_straight
from tigersim.registry import rule
from tigersim.rules.switches import DismountPlacement


@jit_inner
@rule("PT-CARRY-02", "PT-AMPHIB-05")
def can_reach_to_board(b, t, w, unit, x, y, allowance, road_bonus):
    """Whether the unit's move brings it to touch a carrier at (x, y).

    To be asked after ``reach`` with the same inches.  Some cell touching the carrier has to lie on a legal path; it
    need not be free, for the unit does not stay in it.  A landing craft is boarded from the water's edge, since no
    other land touches it.
    """
    for py in range(y - 1, y + 2):
        for px in range(x - 1, x + 2):
            if is_cell(t, px, py) and not (px == x and py == y) and w[0].cost[cell_at(t, px, py)] < FAR:
                return True
    return can_board_straight(b, t, unit, x, y, allowance, road_bonus)


@jit_inner
def can_board_straight(b, t, unit, x, y, allowance, road_bonus):
    """``can_reach_to_board`` along straight lines only, without a ``reach`` before it."""
    u = b[0].unit[unit]
    if touches(u.x, u.y, x, y):
        return True
    for py in range(y - 1, y + 2):
        for px in range(x - 1, x + 2):
            if not is_cell(t, px, py) or (px == x and py == y):
                continue
            if leads_straight(b, t, unit, px, py, allowance, road_bonus, NOBODY):
                return True
    return False


@jit_inner
@rule("PT-CARRY-07", "PT-CARRY-10")
def forced_places(b, t, w, unit, x, y, inches, firer):
    """Where a unit thrown off its carrier at (x, y) may go, into ``w.cells``; returns how many.

    It goes straight away from the carrier in one of the sixteen directions, through the cells that this ray runs
    through, until the gap between it and the carrier would be more than ``inches``.  Terrain that it enters stops it;
    where a place is taken it stops short.  AMB-91 says which of the places on the rays count: the farthest of each
    (``exact_owner_direction``), all (``up_to_distance``), or the farthest away from the slot ``firer``, and if that
    direction is barred in those next to it that are not (``away_from_firer``; without a firer, NOBODY, as the first).
    """
    if b[0].ruling.dismount_placement != DismountPlacement.AWAY_FROM_FIRER or firer == NOBODY:
        n = 0
        for facing in range(FACINGS):
            n = _along(b, t, w, unit, (x, y, inches), facing, n)
        return n
    away = facing_towards(x - b[0].unit[firer].x, y - b[0].unit[firer].y)
    for turn in range(FACINGS // 2 + 1):
        n = _along(b, t, w, unit, (x, y, inches), (away + turn) % FACINGS, 0)
        n = _along(b, t, w, unit, (x, y, inches), (away - turn) % FACINGS, n)
        if n > 0:
            return n
    return 0


@jit_inner
def _along(b, t, w, unit, ray, facing, n):
    """Add the farthest free cell of a ray, or each (AMB-91), to the ``n`` found; how many."""
    x, y, inches = ray
    each = b[0].ruling.dismount_placement == DismountPlacement.UP_TO_DISTANCE
    stops = stops_for(b, unit)
    home = piece_met(t, cell_at(t, x, y), stops)
    inside = home != NO_FEATURE
    fx, fy = FACING_X[facing], FACING_Y[facing]
    sx, sy = (1 if fx > 0 else -1), (1 if fy > 0 else -1)
    ix, iy = 0, 0
    last = -1
    while True:
        ix, iy = step_on_line(abs(fx), abs(fy), ix, iy)
        px, py = x + sx * ix, y + sy * iy
        if not is_cell(t, px, py) or gap_squared(x, y, px, py) > inches * inches:
            break
        cell = cell_at(t, px, py)
        if is_barred(b, t, unit, cell):
            break
        if is_free(b, cell):
            if each:
                n = _add(w, n, cell)
            last = cell
        feature = piece_met(t, cell, stops)
        inside = inside and feature == home
        if feature != NO_FEATURE and not inside:
            break
    return n if each or last < 0 else _add(w, n, last)


@jit_inline
def _add(w, n, cell):
    """Add a cell to the ``n`` cells found, unless it is among them."""
    for k in range(n):
        if w[0].cells[k] == cell:
            return n
    w[0].cells[n] = cell
    return n + 1


@jit_inner
@rule("PT-MELEE-04")
def nearest_touching_place(b, t, unit, tx, ty):
    """The legal place touching (tx, ty) that is nearest to the unit, its own too; -1 if none.

    Nearest between centres; of equals the first, from the south-west.
    """
    u = b[0].unit[unit]
    best, nearest = -1, 1 << 30
    for py in range(ty - 1, ty + 2):
        for px in range(tx - 1, tx + 2):
            if not is_cell(t, px, py) or (px == tx and py == ty):
                continue
            cell = cell_at(t, px, py)
            own = px == u.x and py == u.y and u.placed != 0
            if not own and not may_end_on(b, t, unit, cell):
                continue
            distance = (px - u.x) * (px - u.x) + (py - u.y) * (py - u.y)
            if distance < nearest:
                best, nearest = cell, distance
    return best


@jit_inner
@rule("PT-MELEE-04")
def water_between(b, t, unit, tx, ty):
    """Whether water that the unit cannot cross lies on the straight line to (tx, ty)."""
    if t[0].water == 0 or swims(b, t, unit):
        return False
    u = b[0].unit[unit]
    nx, ny = abs(tx - u.x), abs(ty - u.y)
    sx, sy = (1 if tx > u.x else -1), (1 if ty > u.y else -1)
    ix, iy = 0, 0
    while ix < nx or iy < ny:
        ix, iy = step_on_line(nx, ny, ix, iy)
        cell = cell_at(t, u.x + sx * ix, u.y + sy * iy)
        if t[0].kind[cell] == WATER and (ix < nx or iy < ny):
            return True
    return False


@jit_inner
@rule("PT-MELEE-02")
def touching_place_by_path(b, t, w, unit, tx, ty, inches):
    """``nearest_touching_place`` of those at the end of a legal path of at most ``inches``."""
    u = b[0].unit[unit]
    n = places_within(b, t, w, unit, inches)
    best, nearest = -1, 1 << 30
    width = t[0].width
    for k in range(n):
        cell = w[0].cells[k]
        x, y = cell % width, cell // width
        if touches(x, y, tx, ty) and not (x == tx and y == ty):
            distance = (x - u.x) * (x - u.x) + (y - u.y) * (y - u.y)
            if distance < nearest:
                best, nearest = cell, distance
    return best
