"""Where a move may end: straight lines and paths on the lattice (chapter 1.5).

A move is the path of the unit's centre (AMB-27).  A straight line costs its exact length; a path with bends goes from
cell to cell, 1.00 inch straight and 1.42 diagonally, so it is never longer than counted.  Entering a piece of terrain
from outside ends the move there (PT-MOVE-05, AMB-40); enemies block the way, friends do not (AMB-42).
"""

from __future__ import annotations

import numpy as np

from tigersim.core.board import cell_at
from tigersim.core.enums import BUILDING, MAX_UNITS, NO_FEATURE
from tigersim.core.geometry import gap_squared, next_on_line
from tigersim.core.jit import jit_inline, jit_inner
from tigersim.registry import rule

STRAIGHT, DIAGONAL = 100, 142
FAR = 1 << 28
STEP_X = np.array([1, 1, 0, -1, -1, -1, 0, 1], dtype=np.int64)
STEP_Y = np.array([0, 1, 1, 1, 0, -1, -1, -1], dtype=np.int64)

NO_WAY, A_WAY, BY_ROAD = 0, 1, 2


@jit_inline
def side_of(slot):
    """The side a slot belongs to."""
    return slot // MAX_UNITS


@jit_inline
@rule("PT-MOVE-06")
def may_stand(b, t, unit, cell):
    """PT-MOVE-06: vehicles may not enter buildings."""
    return t[0].kind[cell] != BUILDING or b[0].unit[unit].profile.enters_buildings != 0


@jit_inline
def is_barred(b, t, unit, cell):
    """Whether the unit's path may not cross the cell: a building it cannot enter, or an enemy (AMB-42)."""
    other = b[0].occupant[cell]  # slot + 1; a byte, so it is compared, not computed with
    if other != 0 and (other > MAX_UNITS) != (unit >= MAX_UNITS):
        return True
    return not may_stand(b, t, unit, cell)


@jit_inline
def is_free(b, cell):
    """Whether no unit stands in the cell."""
    return b[0].occupant[cell] == 0


@jit_inner
@rule("PT-MOVE-05")
def straight_way(b, t, unit, x, y, shun):
    """PT-MOVE-05: whether the straight line to (x, y) is a legal path, and whether all of it is road.

    ``shun`` is the slot of an enemy that may never come nearer on the way (regroup, PT-RECOVER-08), or -1.
    Length and a free place at the end are the caller's business.
    """
    u = b[0].unit[unit]
    ax, ay = u.x, u.y
    nx, ny = abs(x - ax), abs(y - ay)
    sx = 1 if x > ax else -1
    sy = 1 if y > ay else -1
    start = cell_at(t, ax, ay)
    home = t[0].feature[start]
    inside = home != NO_FEATURE
    by_road = t[0].road[start] != 0
    nearest = 0
    if shun >= 0:
        nearest = gap_squared(ax, ay, b[0].unit[shun].x, b[0].unit[shun].y)
    ix, iy = 0, 0
    while ix < nx or iy < ny:
        way = next_on_line(nx, ny, ix, iy)
        if way != 1:
            ix += 1
        if way != 0:
            iy += 1
        px, py = ax + sx * ix, ay + sy * iy
        cell = cell_at(t, px, py)
        if is_barred(b, t, unit, cell):
            return NO_WAY
        feature = t[0].feature[cell]
        if feature != NO_FEATURE and not (inside and feature == home) and (ix < nx or iy < ny):
            return NO_WAY
        inside = inside and feature == home
        by_road = by_road and t[0].road[cell] != 0
        if shun >= 0:
            gap = gap_squared(px, py, b[0].unit[shun].x, b[0].unit[shun].y)
            if gap < nearest:
                return NO_WAY
            nearest = gap
    return BY_ROAD if by_road else A_WAY


@jit_inner
def in_reach_straight(b, t, unit, x, y, allowance, road_bonus):
    """Whether the unit may end a move at (x, y) by a straight line (inches; the road die's only along a road)."""
    u = b[0].unit[unit]
    if x == u.x and y == u.y:
        return True
    return is_free(b, cell_at(t, x, y)) and _leads_straight(b, t, unit, x, y, allowance, road_bonus, -1)


@jit_inner
def _leads_straight(b, t, unit, x, y, allowance, road_bonus, shun):
    """Whether a straight line of legal length and way leads to (x, y)."""
    u = b[0].unit[unit]
    dx, dy = x - u.x, y - u.y
    length = dx * dx + dy * dy
    longest = allowance + road_bonus
    if length > longest * longest:
        return False
    way = straight_way(b, t, unit, x, y, shun)
    return way == BY_ROAD or (way == A_WAY and length <= allowance * allowance)


@jit_inner
def _push(w, size, key):
    heap = w[0].heap
    k = size
    while k > 0:
        parent = (k - 1) >> 1
        if heap[parent] <= key:
            break
        heap[k] = heap[parent]
        k = parent
    heap[k] = key
    return size + 1


@jit_inner
def _pop(w, size):
    """Remove the least key (it is heap[0], read it first); returns the new size."""
    heap = w[0].heap
    size -= 1
    key = heap[size]
    k = 0
    while True:
        child = 2 * k + 1
        if child >= size:
            break
        if child + 1 < size and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= key:
            break
        heap[k] = heap[child]
        k = child
    heap[k] = key
    return size


@jit_inner
def _flood(b, t, w, unit, cost, size, limit, road_only, shun):
    """Spread from the cells on the heap: least path lengths into ``cost``, up to ``limit`` hundredths of an inch.

    ``w.mark`` is 1 where a path may go on, 0 where entering terrain has ended it; cells off the road are left out if
    ``road_only``.
    """
    width, depth = t[0].width, t[0].depth
    u = b[0].unit[unit]
    home = t[0].feature[cell_at(t, u.x, u.y)]
    mark = w[0].mark
    while size > 0:
        key = w[0].heap[0]
        size = _pop(w, size)
        cell = key & 0xFFFF
        spent = key >> 16
        if spent > cost[cell]:
            continue
        x, y = cell % width, cell // width
        inside = home != NO_FEATURE and t[0].feature[cell] == home
        here = 0
        if shun >= 0:
            here = gap_squared(x, y, b[0].unit[shun].x, b[0].unit[shun].y)
        for k in range(8):
            px, py = x + STEP_X[k], y + STEP_Y[k]
            if px < 0 or py < 0 or px >= width or py >= depth:
                continue
            there = cell_at(t, px, py)
            new = spent + (STRAIGHT if k % 2 == 0 else DIAGONAL)
            if new > limit or (road_only and t[0].road[there] == 0) or is_barred(b, t, unit, there):
                continue
            if shun >= 0 and gap_squared(px, py, b[0].unit[shun].x, b[0].unit[shun].y) < here:
                continue
            feature = t[0].feature[there]
            if feature == NO_FEATURE or (inside and feature == home):
                if mark[there] == 0 or new < cost[there]:
                    cost[there] = new
                    mark[there] = 1
                    size = _push(w, size, new << 16 | there)
            elif cost[there] >= FAR:
                cost[there] = new


@jit_inner
@rule("PT-MOVE-04", "PT-WHEEL-02")
def reach(b, t, w, unit, allowance, road_bonus, shun):
    """PT-MOVE-04, PT-WHEEL-02: every cell where the unit may end its move, into ``w.cells``; returns their number.

    The road die's inches are spent at the start, along the road: a path that goes ``s`` inches by road first costs
    ``max(0, s - road_bonus)`` of the other dice.  So off the road a unit goes at most the other dice and in all at
    most the whole roll, as printed; who leaves the road does not come back to inches of the road die.  ``shun``: as
    in ``straight_way``.
    """
    size = t[0].width * t[0].depth
    u = b[0].unit[unit]
    start = cell_at(t, u.x, u.y)
    cost, road_cost, mark = w[0].cost, w[0].road_cost, w[0].mark
    cost[:size] = FAR
    mark[:size] = 0
    mark[start] = 1
    queued = 0
    if road_bonus > 0 and t[0].road[start] != 0:
        road_cost[:size] = FAR
        road_cost[start] = 0
        _flood(b, t, w, unit, road_cost, _push(w, 0, start), 100 * (allowance + road_bonus), True, shun)
        for cell in range(size):
            if road_cost[cell] < FAR:
                cost[cell] = max(0, road_cost[cell] - 100 * road_bonus)
                if mark[cell] != 0:
                    queued = _push(w, queued, cost[cell] << 16 | cell)
    else:
        cost[start] = 0
        queued = _push(w, queued, start)
    _flood(b, t, w, unit, cost, queued, 100 * allowance, False, shun)
    return _collect(b, t, w, unit, allowance, road_bonus, shun)


@jit_inner
def _collect(b, t, w, unit, allowance, road_bonus, shun):
    """The cells of ``reach``: those of the flood, and those on a straight line of exact length."""
    width, depth = t[0].width, t[0].depth
    u = b[0].unit[unit]
    ux, uy = u.x, u.y
    start = cell_at(t, ux, uy)
    near = 0
    if shun >= 0:
        near = gap_squared(ux, uy, b[0].unit[shun].x, b[0].unit[shun].y)
    longest = allowance + road_bonus
    n = 0
    for y in range(max(uy - longest, 0), min(uy + longest + 1, depth)):
        for x in range(max(ux - longest, 0), min(ux + longest + 1, width)):
            cell = cell_at(t, x, y)
            if cell != start and not is_free(b, cell):
                continue
            if shun >= 0:
                gap = gap_squared(x, y, b[0].unit[shun].x, b[0].unit[shun].y)
                if gap <= near:
                    continue
            flooded = w[0].cost[cell] < FAR
            if not flooded and not _leads_straight(b, t, unit, x, y, allowance, road_bonus, shun):
                continue
            w[0].cells[n] = cell
            n += 1
    return n
