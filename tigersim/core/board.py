"""The table: terrain on the one-inch lattice, and who can see whom.

A wood, a building or a hill is one piece of terrain.  Lines of sight depend on the terrain alone in this version, so
each table carries them as a bit matrix that all its battles share.
"""

from __future__ import annotations

import numpy as np

from tigersim.core.chance import battle_key, below, stream
from tigersim.core.enums import BUILDING, CHANCE_TABLE, HILL, NO_FEATURE, OPEN, WOOD
from tigersim.core.geometry import next_on_line
from tigersim.core.jit import jit, jit_inline, jit_inner
from tigersim.registry import rule

ONE = np.uint64(1)


@jit_inline
def cell_at(t, x, y):
    """Number of the cell (x, y)."""
    return y * t[0].width + x


@jit_inner
@rule("PT-FIRE-03", "PT-FIRE-04")
def line_is_clear(t, ax, ay, bx, by):
    """PT-FIRE-03, PT-FIRE-04: no piece of terrain lies between the two centres.

    A piece that the line crosses blocks it unless one of the two units stands in that piece (AMB-36).
    """
    own = t[0].feature[cell_at(t, ax, ay)]
    other = t[0].feature[cell_at(t, bx, by)]
    nx, ny = abs(bx - ax), abs(by - ay)
    sx = 1 if bx > ax else -1
    sy = 1 if by > ay else -1
    ix, iy = 0, 0
    while ix < nx or iy < ny:
        way = next_on_line(nx, ny, ix, iy)
        if way != 1:
            ix += 1
        if way != 0:
            iy += 1
        feature = t[0].feature[cell_at(t, ax + sx * ix, ay + sy * iy)]
        if feature != NO_FEATURE and feature != own and feature != other:
            return False
    return True


@jit
def survey(t):
    """Fill the line-of-sight matrix of a table."""
    width, depth = t[0].width, t[0].depth
    words = (width * depth + 63) // 64
    t[0].words = words
    los = t[0].los
    los[: width * depth * words] = 0
    for a in range(width * depth):
        ax, ay = a % width, a // width
        for c in range(a, width * depth):
            if line_is_clear(t, ax, ay, c % width, c // width):
                los[a * words + (c >> 6)] |= ONE << np.uint64(c & 63)
                los[c * words + (a >> 6)] |= ONE << np.uint64(a & 63)


@jit_inline
def sees(t, a, c):
    """Whether the cells ``a`` and ``c`` see each other."""
    bits = t[0].los[a * t[0].words + (c >> 6)]
    return (bits >> np.uint64(c & 63)) & ONE != 0


@jit_inner
def _fits(t, x, y, wide, deep):
    """Whether a rectangle and a rim of one inch around it lie on open ground without a road."""
    width, depth = t[0].width, t[0].depth
    if x < 0 or y < 0 or x + wide > width or y + deep > depth:
        return False
    for row in range(max(y - 1, 0), min(y + deep + 1, depth)):
        for column in range(max(x - 1, 0), min(x + wide + 1, width)):
            cell = cell_at(t, column, row)
            if t[0].feature[cell] != NO_FEATURE or t[0].road[cell] != 0:
                return False
    return True


@jit_inner
def _lay(t, kind, x, y, wide, deep, rounded):
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
def _scatter(t, key, count, kind, pieces, smallest, largest, rounded):
    """Try to lay ``pieces`` pieces of a kind at random places; returns how many words of chance were used."""
    width, depth = t[0].width, t[0].depth
    for _ in range(pieces):
        for _ in range(8):
            wide = smallest + below(key, count, largest - smallest + 1)
            deep = smallest + below(key, count + 1, largest - smallest + 1)
            x = below(key, count + 2, width - wide + 1)
            y = below(key, count + 3, depth - deep + 1)
            count += 4
            if _fits(t, x, y, wide, deep):
                _lay(t, kind, x, y, wide, deep, rounded)
                break
    return count


@jit
@rule("PT-GEN-03", "PT-GEN-05", "PT-SETUP-02")
def generate(t, seed, number, width, depth):
    """PT-GEN-03, PT-GEN-05, PT-SETUP-02: a random table with roads, buildings, woods (4 x 4 to 9 x 9) and hills.

    The whole table follows from (seed, number).  One piece of terrain never touches another, and roads run free.
    """
    t[0].number = number
    t[0].width = width
    t[0].depth = depth
    t[0].features = 0
    t[0].kind[:] = OPEN
    t[0].feature[:] = NO_FEATURE
    t[0].road[:] = 0
    chance = stream(battle_key(seed, number), CHANCE_TABLE, 0, 0)
    count = 0
    if below(chance, count, 3) > 0:  # a road across the table
        column = 6 + below(chance, count + 1, width - 12)
        for y in range(depth):
            t[0].road[cell_at(t, column, y)] = 1
    if below(chance, count + 2, 3) > 0:  # a road along it
        row = 6 + below(chance, count + 3, depth - 12)
        for x in range(width):
            t[0].road[cell_at(t, x, row)] = 1
    size = width * depth
    buildings = below(chance, count + 4, 4) + below(chance, count + 5, 4)
    woods = 2 + below(chance, count + 6, 4)
    hills = below(chance, count + 7, 3)
    count += 8
    count = _scatter(t, chance, count, HILL, hills * size // 1296, 5, 9, True)
    count = _scatter(t, chance, count, WOOD, woods * size // 1296, 4, 9, True)
    count = _scatter(t, chance, count, BUILDING, buildings * size // 1296, 2, 4, False)
    survey(t)
