"""Families of random tables, and the check that armies can meet on one."""

from __future__ import annotations

from typing import Any

import numpy as np

from tigersim.core.chance import battle_key, below, stream
from tigersim.core.compile.jit import jit, jit_inline, jit_inner
from tigersim.core.enums import BUILDING, CHANCE_TABLE, CLOSED_WATER, HILL, MAX_UNITS, NO_FEATURE, OPEN, WATER, WOOD
from tigersim.core.geometry import cell_at
from tigersim.core.layout import MAX_CELLS
from tigersim.core.terrain import (
    LARGEST_HILL,
    LARGEST_HOUSE,
    SMALLEST_HILL,
    SMALLEST_HOUSE,
    build_town,
    dig_river,
    dig_sea,
    lay_ford,
    lay_piece,
    road_across,
    road_along,
    scatter,
    scatter_forests,
)
from tigersim.registry import rule
from tigersim.rules.edges import DEFENDER_BY_CHANCE, DEFENDER_IN_NORTH, DEFENDER_IN_SOUTH, NORTH, SOUTH
from tigersim.rules.general import LARGEST_WOOD, SMALLEST_WOOD
from tigersim.rules.setup import deployment_depth

FAMILIES = ("mixed", "open", "wooded", "village", "river")
"""Families of tables that any two armies can fight on."""
ALL_FAMILIES = (*FAMILIES, "beach", "position", "withdrawal")
"""And those that ask for armies of a certain kind, or belong to a scenario; ``family`` is an index into these."""
MIXED, OPEN_COUNTRY, WOODED, VILLAGE, RIVER, BEACH, POSITION, WITHDRAWAL = range(len(ALL_FAMILIES))
OF_NO_FAMILY = 99
"""The stream of what is drawn for a table of any family."""
BIG_HILL = 12
"""PT-SCEN-HILL-02: inches across the big hill."""
HILL_OFF = 6
"""PT-SCEN-HILL-02: inches within which it lies of the middle of the table."""
STANDARD_SIZE = 1296
"""Cells of a table of 36 by 36 inches; larger ones hold more pieces in proportion."""
MOST_LAYOUTS = 64
"""Layouts drawn for a table before it is left without terrain."""
LARGE = 2 * STANDARD_SIZE
"""From this size on there are two towns, and two bridges."""


def clear(t: Any) -> None:
    """Open ground without a road."""
    t[0].features = t[0].water = t[0].sea = 0
    t[0].defender_edge = DEFENDER_BY_CHANCE
    t[0].river_rows = t[0].big_hill = 0
    t[0].kind[:] = OPEN
    t[0].feature[:] = NO_FEATURE
    t[0].road[:] = 0


@rule("PT-GEN-05", "PT-SETUP-02")
def lay_out(t: Any, seed: int, number: int, family: int) -> None:
    """The terrain of table ``number`` of a family (index into ALL_FAMILIES).

    Woods are 4 by 4 to 9 by 9 inches, larger ones put together; towns are groups of houses; roads run free.  A layout
    on which armies could not meet is drawn again from the next words of the same stream of chance.  Every family is a
    kernel of its own, so that nobody waits for the compiling of another.
    """
    scratch = np.zeros((2, MAX_CELLS), dtype=np.int64)
    count = 0
    for _ in range(MOST_LAYOUTS):
        clear(t)
        count = LAYOUTS[family](t, seed, number, count)
        if armies_can_meet(t, scratch):
            return
    clear(t)


@jit_inline
def _chance(seed, number, family):
    """Key of the stream of chance that a table is drawn from."""
    return stream(battle_key(seed, number), CHANCE_TABLE, family, 0)


@jit
@rule("PT-SETUP-03")
def draw_defender_edge(t, seed, number):
    """The defender's edge of a table that has to say so; either is as good."""
    t[0].defender_edge = DEFENDER_IN_SOUTH + below(_chance(seed, number, OF_NO_FAMILY), 0, 2)


@jit_inline
def _two_roads(t, key, count):
    """Lay a road across the table and one along it, each two times in three (four words)."""
    if below(key, count, 3) > 0:
        road_across(t, 6 + below(key, count + 1, t[0].width - 12), 0, t[0].depth - 1)
    if below(key, count + 2, 3) > 0:
        road_along(t, 6 + below(key, count + 3, t[0].depth - 12))


@jit_inline
def _some(t, pieces):
    """So many pieces on a table of 36 by 36 inches: how many on this one."""
    return pieces * t[0].width * t[0].depth // STANDARD_SIZE


@jit_inner
def _scatter_all(t, key, count, hills, woods, houses):
    count = scatter(t, key, count, HILL, _some(t, hills), SMALLEST_HILL, LARGEST_HILL, True)
    count = scatter(t, key, count, WOOD, _some(t, woods), SMALLEST_WOOD, LARGEST_WOOD, True)
    return scatter(t, key, count, BUILDING, _some(t, houses), SMALLEST_HOUSE, LARGEST_HOUSE, False)


@jit
def _mixed(t, seed, number, count):
    """Up to two roads, a few hills, two to five woods, up to six houses."""
    key = _chance(seed, number, MIXED)
    _two_roads(t, key, count)
    houses = below(key, count + 4, 4) + below(key, count + 5, 4)
    woods = 2 + below(key, count + 6, 4)
    hills = below(key, count + 7, 3)
    return _scatter_all(t, key, count + 8, hills, woods, houses)


@jit
def _open_country(t, seed, number, count):
    """Little to hide behind: a wood or two, perhaps a hill, perhaps a house."""
    key = _chance(seed, number, OPEN_COUNTRY)
    _two_roads(t, key, count)
    woods = 1 + below(key, count + 4, 2)
    hills = below(key, count + 5, 2)
    houses = below(key, count + 6, 2)
    return _scatter_all(t, key, count + 7, hills, woods, houses)


@jit
def _wooded(t, seed, number, count):
    """Three to five forests of up to four woods each, hills, a house."""
    key = _chance(seed, number, WOODED)
    _two_roads(t, key, count)
    forests = 3 + below(key, count + 4, 3)
    hills = below(key, count + 5, 3)
    houses = below(key, count + 6, 2)
    count = scatter(t, key, count + 7, HILL, _some(t, hills), SMALLEST_HILL, LARGEST_HILL, True)
    count = scatter_forests(t, key, count, _some(t, forests), 4)
    return scatter(t, key, count, BUILDING, _some(t, houses), SMALLEST_HOUSE, LARGEST_HOUSE, False)


@jit
def _village(t, seed, number, count):
    """A town of six to twelve houses at a crossroads between the armies; two on a large table."""
    key = _chance(seed, number, VILLAGE)
    width, depth = t[0].width, t[0].depth
    third = deployment_depth(depth)
    x = width // 4 + below(key, count, width // 2)
    y = depth // 2 - third // 4 + below(key, count + 1, third // 2)
    lane = 4 + below(key, count + 2, 2)
    houses = 6 + below(key, count + 3, 7)
    woods = 1 + below(key, count + 4, 3)
    hills = below(key, count + 5, 2)
    count += 6
    towns = 2 if width * depth >= LARGE else 1
    road_along(t, y)
    for town in range(towns):
        at = (x + town * width // 2) % width
        at = min(max(at, 8), width - 9)
        road_across(t, at, 0, depth - 1)
        road_across(t, at + lane if 2 * at < width else at - lane, y - 6, y + 6)
        count = build_town(t, key, count, at, y, 17, 14, houses)
    return _scatter_all(t, key, count, hills, woods, 0)


@jit
def _river(t, seed, number, count):
    """A river between the armies, with a bridge (two if large) and one or two fords."""
    key = _chance(seed, number, RIVER)
    width, depth = t[0].width, t[0].depth
    third = deployment_depth(depth)
    count = dig_river(t, key, count)
    bridges = 2 if width * depth >= LARGE else 1
    first = below(key, count, width - 12)
    for bridge in range(bridges):
        road_across(t, 6 + (first + bridge * (width - 12) // 2) % (width - 12), 0, depth - 1)
    for ford in range(1 + below(key, count + 1, 2)):
        lay_ford(t, below(key, count + 2 + 2 * ford, width), 2 + below(key, count + 3 + 2 * ford, 2))
    if below(key, count + 6, 3) > 0:  # a road along one bank
        row = 3 + below(key, count + 7, third - 4)
        road_along(t, row if below(key, count + 8, 2) == 0 else depth - 1 - row)
    houses = 2 + below(key, count + 9, 4)
    woods = 2 + below(key, count + 10, 3)
    hills = below(key, count + 11, 3)
    return _scatter_all(t, key, count + 12, hills, woods, houses)


@jit
@rule("PT-AMPHIB-02")
def _beach(t, seed, number, count):
    """A sea as deep as the attacker's zone or two inches more; behind the shore a country."""
    key = _chance(seed, number, BEACH)
    depth = t[0].depth
    edge = NORTH if below(key, count, 2) == 1 else SOUTH
    count = dig_sea(t, key, count + 1, edge)
    shore = deployment_depth(depth) + 2
    if below(key, count, 3) > 0:
        row = shore + 2 + below(key, count + 1, depth - shore - 5)
        road_along(t, depth - 1 - row if edge == NORTH else row)
    houses = 2 + below(key, count + 2, 4)
    woods = 1 + below(key, count + 3, 3)
    hills = 1 + below(key, count + 4, 3)
    return _scatter_all(t, key, count + 5, hills, woods, houses)


@jit
@rule("PT-SCEN-HILL-01", "PT-SCEN-HILL-02", "AMB-140")
def _position(t, seed, number, count):
    """A big hill near the middle, and a countryside; the defender has an edge.

    AMB-140: the middle of the hill is within 6 inches of the middle of the table; ``t.hill_by_edge``: its edge is.
    """
    key = _chance(seed, number, POSITION)
    off = HILL_OFF + (BIG_HILL // 2 if t[0].hill_by_edge != 0 else 0)
    x, y = off, off
    while x * x + y * y > off * off:
        x = below(key, count, 2 * off + 1) - off
        y = below(key, count + 1, 2 * off + 1) - off
        count += 2
    left, near = t[0].width // 2 - BIG_HILL // 2 + x, t[0].depth // 2 - BIG_HILL // 2 + y
    lay_piece(t, HILL, min(max(left, 0), t[0].width - BIG_HILL), near, BIG_HILL, BIG_HILL, True)
    t[0].big_hill = t[0].features
    t[0].defender_edge = DEFENDER_IN_SOUTH + below(key, count, 2)
    houses = below(key, count + 1, 4) + below(key, count + 2, 3)
    woods = 2 + below(key, count + 3, 3)
    return _scatter_all(t, key, count + 4, 0, woods, houses)


@jit
@rule("PT-SCEN-BRIDGE-01", "PT-SCEN-BRIDGE-02", "PT-SCEN-BRIDGE-03")
def _withdrawal(t, seed, number, count):
    """A river a third of the way from the defender's edge, with one bridge as the only way over."""
    key = _chance(seed, number, WITHDRAWAL)
    width, depth = t[0].width, t[0].depth
    t[0].defender_edge = DEFENDER_IN_SOUTH + below(key, count, 2)
    breadth = 2 + below(key, count + 1, 3)
    near = depth // 3
    for row in range(near, near + breadth):
        y = row if t[0].defender_edge == DEFENDER_IN_SOUTH else depth - 1 - row
        for x in range(width):
            t[0].kind[cell_at(t, x, y)] = WATER
    t[0].water = CLOSED_WATER
    t[0].river_rows = near + breadth
    road_across(t, 6 + below(key, count + 2, width - 12), 0, depth - 1)
    houses = 1 + below(key, count + 3, 4)
    woods = 2 + below(key, count + 4, 3)
    hills = below(key, count + 5, 2)
    return _scatter_all(t, key, count + 6, hills, woods, houses)


LAYOUTS = (_mixed, _open_country, _wooded, _village, _river, _beach, _position, _withdrawal)
"""(table, seed, number, words of chance used so far) -> words used, by family."""


@jit
@rule("PT-SETUP-04", "PT-SETUP-05")
def armies_can_meet(t, scratch):
    """Whether any vehicle can drive from where it may be set up to anywhere else on land.

    All land but buildings hangs together, by bridge and ford, so no pocket holds a unit in; and each deployment zone
    has land for a full army, but for the zone of one who comes by sea.  ``scratch``: two rows of a number per cell.
    """
    width, depth = t[0].width, t[0].depth
    size = width * depth
    third = deployment_depth(depth)
    south, north, land, start = 0, 0, 0, -1
    for cell in range(size):
        if _is_drivable(t, cell):
            land += 1
            start = cell
            south += 1 if cell // width < third else 0
            north += 1 if cell // width >= depth - third else 0
    if t[0].sea != 0:
        if t[0].defender_edge == DEFENDER_IN_NORTH:
            south = MAX_UNITS
        else:
            north = MAX_UNITS
    if south < MAX_UNITS or north < MAX_UNITS:
        return False
    seen, wait = scratch[0], scratch[1]
    seen[:size] = 0
    seen[start] = 1
    wait[0] = start
    done, known = 0, 1
    while done < known:
        x, y = wait[done] % width, wait[done] // width
        done += 1
        for py in range(max(y - 1, 0), min(y + 2, depth)):
            for px in range(max(x - 1, 0), min(x + 2, width)):
                cell = cell_at(t, px, py)
                if seen[cell] == 0 and _is_drivable(t, cell):
                    seen[cell] = 1
                    wait[known] = cell
                    known += 1
    return known == land


@jit_inline
def _is_drivable(t, cell):
    kind = t[0].kind[cell]
    return kind != BUILDING and kind != WATER and t[0].fort[cell] == 0
