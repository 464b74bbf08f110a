"""Laying terrain: pieces on free ground, woods, towns, roads, a river with its crossings."""

from tigersim.core.chance import below
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.enums import BRIDGE, BUILDING, FORD, OPEN, WATER, WOOD
from tigersim.core.geometry import cell_at
from tigersim.registry import rule
from tigersim.rules.edges import DEFENDER_IN_NORTH, DEFENDER_IN_SOUTH, NORTH
from tigersim.rules.general import LARGEST_WOOD, SMALLEST_WOOD
from tigersim.rules.setup import deployment_depth

SMALLEST_HILL, LARGEST_HILL = 5, 9
SMALLEST_HOUSE, LARGEST_HOUSE = 2, 4
ALONE, IN_WOOD, IN_TOWN = 0, 1, 2
"""What may touch a new piece: nothing; other woods; roads (houses keep an inch apart: the streets)."""
TRIES = 8
"""Places tried for a piece before it is given up."""


@jit_inner
def _fits(t, x, y, wide, deep, company):
    """Whether a rectangle lies on open ground without a road, and its rim allows a piece."""
    width, depth = t[0].width, t[0].depth
    if x < 0 or y < 0 or x + wide > width or y + deep > depth:
        return False
    for row in range(max(y - 1, 0), min(y + deep + 1, depth)):
        for column in range(max(x - 1, 0), min(x + wide + 1, width)):
            cell = cell_at(t, column, row)
            if t[0].kind[cell] == OPEN and t[0].road[cell] == 0:
                continue
            rim = row < y or row >= y + deep or column < x or column >= x + wide
            if rim and company == IN_WOOD and t[0].kind[cell] == WOOD:
                continue
            if rim and company == IN_TOWN and t[0].kind[cell] == OPEN:
                continue
            return False
    return True


@jit_inline
def lay_piece(t, kind, x, y, wide, deep, rounded):
    """Lay one piece of terrain: a rectangle, or the ellipse inside it."""
    t[0].features += 1
    for row in range(deep):
        for column in range(wide):
            # distance of the cell's centre from the middle of the piece, in half cells
            u, v = 2 * column + 1 - wide, 2 * row + 1 - deep
            if rounded and u * u * deep * deep + v * v * wide * wide > wide * wide * deep * deep:
                continue
            cell = cell_at(t, x + column, y + row)
            t[0].kind[cell] = kind
            t[0].feature[cell] = t[0].features


@jit_inner
def scatter(t, key, count, kind, pieces, smallest, largest, rounded):
    """Try to lay ``pieces`` pieces of a kind at random places; returns the words of chance used."""
    width, depth = t[0].width, t[0].depth
    for _ in range(pieces):
        for _ in range(TRIES):
            wide = smallest + below(key, count, largest - smallest + 1)
            deep = smallest + below(key, count + 1, largest - smallest + 1)
            x = below(key, count + 2, width - wide + 1)
            y = below(key, count + 3, depth - deep + 1)
            count += 4
            if _fits(t, x, y, wide, deep, ALONE):
                lay_piece(t, kind, x, y, wide, deep, rounded)
                break
    return count


@jit_inner
@rule("PT-GEN-05")
def scatter_forests(t, key, count, forests, most):
    """Lay woods of up to ``most`` pieces, each beside the last; returns the words of chance."""
    width, depth = t[0].width, t[0].depth
    spread = LARGEST_WOOD - SMALLEST_WOOD + 1
    for _ in range(forests):
        pieces = 1 + below(key, count, most)
        count += 1
        x, y, wide, deep = 0, 0, 0, 0
        laid = 0
        for _ in range(TRIES * pieces):
            next_wide = SMALLEST_WOOD + below(key, count, spread)
            next_deep = SMALLEST_WOOD + below(key, count + 1, spread)
            if laid == 0:
                next_x = below(key, count + 2, width - next_wide + 1)
                next_y = below(key, count + 3, depth - next_deep + 1)
            else:  # along one side of the last piece, by half of it at least
                shift = below(key, count + 2, 5) - 2
                side = below(key, count + 3, 4)
                next_x = x + (wide if side == 0 else -next_wide if side == 1 else shift)
                next_y = y + (deep if side == 2 else -next_deep if side == 3 else shift)
            count += 4
            if _fits(t, next_x, next_y, next_wide, next_deep, ALONE if laid == 0 else IN_WOOD):
                x, y, wide, deep = next_x, next_y, next_wide, next_deep
                lay_piece(t, WOOD, x, y, wide, deep, True)
                laid += 1
                if laid == pieces:
                    break
    return count


@jit_inner
@rule("PT-GEN-05")
def build_town(t, key, count, x, y, wide, deep, houses):
    """Build a town of so many houses around (x, y); returns the words of chance used."""
    spread = LARGEST_HOUSE - SMALLEST_HOUSE + 1
    for _ in range(houses):
        for _ in range(TRIES):
            house_wide = SMALLEST_HOUSE + below(key, count, spread)
            house_deep = SMALLEST_HOUSE + below(key, count + 1, spread)
            house_x = x - wide // 2 + below(key, count + 2, wide - house_wide + 1)
            house_y = y - deep // 2 + below(key, count + 3, deep - house_deep + 1)
            count += 4
            if _fits(t, house_x, house_y, house_wide, house_deep, IN_TOWN):
                lay_piece(t, BUILDING, house_x, house_y, house_wide, house_deep, False)
                break
    return count


@jit_inner
def road_across(t, column, first, last):
    """A road from row ``first`` to row ``last``, with bridges over water; both rows included."""
    for y in range(max(first, 0), min(last + 1, t[0].depth)):
        cell = cell_at(t, column, y)
        t[0].road[cell] = 1
        if t[0].kind[cell] == WATER:
            t[0].kind[cell] = BRIDGE


@jit_inner
def road_along(t, row):
    """A road from the west edge to the east edge."""
    for x in range(t[0].width):
        t[0].road[cell_at(t, x, row)] = 1


@jit_inner
def dig_river(t, key, count):
    """A river, two to four inches wide, between the zones; returns the words of chance used."""
    width, depth = t[0].width, t[0].depth
    third = deployment_depth(depth)
    breadth = 2 + below(key, count, 3)
    low, high = third + 1, depth - third - 1 - breadth
    row = low + below(key, count + 1, high - low + 1)
    count += 2
    for x in range(width):
        if x > 0:
            bend = below(key, count + x, 6)  # one column in three drifts by an inch, so no gap opens at a corner
            row = min(max(row + (1 if bend == 0 else -1 if bend == 1 else 0), low), high)
        for y in range(row, row + breadth):
            t[0].kind[cell_at(t, x, y)] = WATER
    t[0].water = 1
    return count + width


@jit_inner
@rule("PT-AMPHIB-02")
def dig_sea(t, key, count, edge):
    """A sea along the south or the north edge, over the zone of the side that attacks there.

    Its shore winds by up to two inches.  The other edge is the defender's.  Returns how many words of chance were used.
    """
    width, depth = t[0].width, t[0].depth
    least = deployment_depth(depth)
    reach = least + below(key, count, 3)
    count += 1
    for x in range(width):
        if x > 0:
            bend = below(key, count + x, 6)
            reach = min(max(reach + (1 if bend == 0 else -1 if bend == 1 else 0), least), least + 2)
        for y in range(reach):
            t[0].kind[cell_at(t, x, depth - 1 - y if edge == NORTH else y)] = WATER
    t[0].water = t[0].sea = 1
    t[0].defender_edge = DEFENDER_IN_SOUTH if edge == NORTH else DEFENDER_IN_NORTH
    return count + width


@jit_inner
def lay_ford(t, column, broad):
    """A ford through the river, ``broad`` inches wide, clear of other crossings.

    It is at the first such place from ``column`` on; from the east edge the search goes on at the west edge.
    """
    width = t[0].width
    places = width - broad - 2
    for k in range(places):
        x = 1 + (column + k) % places
        if _is_river_only(t, x - 3, x + broad + 3):
            for px in range(x, x + broad):
                for y in range(t[0].depth):
                    if t[0].kind[cell_at(t, px, y)] == WATER:
                        t[0].kind[cell_at(t, px, y)] = FORD
            return


@jit_inner
def _is_river_only(t, first, last):
    for x in range(max(first, 0), min(last, t[0].width)):
        for y in range(t[0].depth):
            kind = t[0].kind[cell_at(t, x, y)]
            if kind == BRIDGE or kind == FORD:
                return False
    return True
