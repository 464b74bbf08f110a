"""Where a move may end: straight lines and paths on the lattice (chapter 1.5).

A move is the path of the unit's centre (AMB-27).  A straight line costs its exact length (``ways``); a path with bends
goes from cell to cell (``flood``).  Entering a piece of terrain from outside ends the move there (PT-MOVE-05, AMB-40);
enemies and wrecks block the way, friends do not (AMB-42).
"""

from tigersim.core.bent_paths import FAR, spread, spread_within
from tigersim.core.board import cell_at
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.enums import NO_FEATURE, NOBODY, WATER
from tigersim.core.geometry import FACINGS, facing_towards
from tigersim.core.ground import is_aground, is_free, piece_met, stops_for, swims
from tigersim.core.straight_paths import NO_WAY, gap_to, leads_straight, straight_way
from tigersim.registry import rule
from tigersim.rules.amphibious import WATER_INCHES, bank_ends_move
from tigersim.rules.movement import is_whole_move
from tigersim.rules.switches import Facing, MoveUpTo

CARRIER_BASE = 1
"""Inches that a unit getting off crosses before its move begins to count: its carrier's own base."""


@jit_inner
@rule("PT-MOVE-01")
def in_reach_straight(b, t, unit, x, y, allowance, road_bonus):
    """Whether a unit may end a move at (x, y) by a straight line.

    ``inches``: of the move; the road die's count along roads.  Where the whole distance has to be moved (AMB-26) only
    straight lines of the whole length are found, and a unit that others hem in finds none: ``reach`` knows all.
    """
    u = b[0].unit[unit]
    stays = x == u.x and y == u.y
    if not stays and not is_free(b, cell_at(t, x, y)):
        return False
    if not stays and not leads_straight(b, t, unit, x, y, allowance, road_bonus, NOBODY):
        return False
    return b[0].ruling.move_up_to == MoveUpTo.UP_TO or _ends_whole_move(
        b, t, unit, cell_at(t, u.x, u.y), x, y, allowance
    )


@jit_inner
@rule("PT-MOVE-04", "PT-WHEEL-02")
def reach(b, t, w, unit, allowance, road_bonus, shun):
    """Every cell where the unit may end its move, into ``w.cells``; returns their number.

    ``allowance``: inches of the move; ``road_bonus``: those that the road die adds, on any part of the way that is road
    (AMB-31).  ``shun``: as in ``straight_paths.straight_way``.  Leaves the least path lengths in ``w.cost``.
    """
    _flood(b, t, w, unit, allowance, road_bonus, shun)
    exact = b[0].ruling.move_up_to != MoveUpTo.UP_TO and shun < 0
    n = _collect(b, t, w, unit, allowance, road_bonus, shun, exact)
    if n == 0 and exact:
        n = _collect(b, t, w, unit, allowance, road_bonus, shun, False)
    return n


@jit_inner
def places_within(b, t, w, unit, inches):
    """``reach`` of at most ``inches`` for what is no Move action; AMB-26 does not count."""
    _flood(b, t, w, unit, inches, 0, NOBODY)
    return _collect(b, t, w, unit, inches, 0, NOBODY, False)


@jit_inner
@rule("PT-CARRY-02")
def reach_from(b, t, w, unit, x, y, allowance):
    """Cells where a unit carried at (x, y) may end its dismount.

    Into ``w.cells``; returns their number.  It moves its ordinary distance from the carrier's edge (AMB-93):
    ``CARRIER_BASE`` is added for the carrier's own base, in which it cannot stay.
    """
    u = b[0].unit[unit]
    u.x = x
    u.y = y
    return reach(b, t, w, unit, allowance + CARRIER_BASE, 0, NOBODY)


@jit_inline
def _flood(b, t, w, unit, allowance, road_bonus, shun):
    start = cell_at(t, b[0].unit[unit].x, b[0].unit[unit].y)
    size = t[0].width * t[0].depth
    w[0].cost[:size] = FAR
    w[0].mark[:size] = w[0].ways[:size] = 0
    if is_aground(b, t, unit, start):
        w[0].cost[start] = 0
    elif road_bonus > 0 or swims(b, t, unit):
        spread_within(b, t, w, unit, start, allowance, road_bonus, shun)
    else:
        spread(b, t, w, unit, start, 100 * allowance, shun)


@jit_inner
def _collect(b, t, w, unit, allowance, road_bonus, shun, exact):
    """The cells of ``reach``: those of the flood, and those on a straight line of exact length."""
    width, depth = t[0].width, t[0].depth
    u = b[0].unit[unit]
    ux, uy = u.x, u.y
    start = cell_at(t, ux, uy)
    near = gap_to(b, shun, ux, uy)
    longest = allowance + road_bonus
    n = 0
    for y in range(max(uy - longest, 0), min(uy + longest + 1, depth)):
        for x in range(max(ux - longest, 0), min(ux + longest + 1, width)):
            cell = cell_at(t, x, y)
            if not is_free(b, cell) and (cell != start or u.placed == 0):
                continue
            if shun >= 0 and gap_to(b, shun, x, y) <= near:
                continue
            flooded = w[0].cost[cell] < FAR
            if not flooded and not leads_straight(b, t, unit, x, y, allowance, road_bonus, shun):
                continue
            if exact and not _ends_whole_move(b, t, unit, start, x, y, allowance):
                shortest = w[0].cost[cell]
                if not flooded or not is_whole_move(shortest * shortest, _whole(t, cell, allowance)):
                    continue
                if straight_way(b, t, unit, x, y, shun) != NO_WAY:
                    continue
            w[0].cells[n] = cell
            n += 1
    return n


@jit_inline
def _whole(t, cell, allowance):
    """Inches of a whole move that ends in the cell: on water no more than 6."""
    return min(allowance, WATER_INCHES) if t[0].kind[cell] == WATER else allowance


@jit_inner
@rule("PT-MOVE-01")
def _ends_whole_move(b, t, unit, start, x, y, allowance):
    """Whether a unit that must move its whole allowance may stop at (x, y) (AMB-26 ``exact``).

    At the table's edge; where terrain (or the bank, AMB-127) stops it; or more than its inches less one away, so that
    no further inch fits.
    """
    if x == 0 or y == 0 or x == t[0].width - 1 or y == t[0].depth - 1:
        return True
    cell = cell_at(t, x, y)
    stops = stops_for(b, unit)
    feature = piece_met(t, cell, stops)
    if feature != NO_FEATURE and feature != piece_met(t, start, stops):
        return True
    if bank_ends_move(b[0].ruling.water_movement) and (t[0].kind[cell] == WATER) != (t[0].kind[start] == WATER):
        return True
    dx, dy = x - b[0].unit[unit].x, y - b[0].unit[unit].y
    return is_whole_move(10000 * (dx * dx + dy * dy), _whole(t, cell, allowance))


@jit_inner
@rule("PT-MOVE-04")
def last_facings(b, t, w, unit, x, y, allowance, road_bonus):
    """The facings with which a move may end at (x, y), a bit each, after ``reach`` (AMB-32).

    Under ``movement_direction`` a unit faces as it moved last: along the last step of a path, or along a straight line
    (the nearest of the sixteen facings); a unit that stays keeps its facing.  Else all sixteen are free.
    """
    if b[0].ruling.facing != Facing.MOVEMENT_DIRECTION:
        return (1 << FACINGS) - 1
    u = b[0].unit[unit]
    dx, dy = x - u.x, y - u.y
    if dx == 0 and dy == 0:
        return 1 << u.facing
    facings = 0
    steps = w[0].ways[cell_at(t, x, y)]
    for k in range(8):
        if (steps >> k) & 1 != 0:
            facings |= 1 << (2 * k)
    if leads_straight(b, t, unit, x, y, allowance, road_bonus, NOBODY):
        facings |= 1 << facing_towards(dx, dy)
    return facings
