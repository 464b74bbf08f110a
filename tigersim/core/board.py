"""The table: terrain on the one-inch lattice, and which cells see each other.

A wood, a building or a hill is one piece of terrain; water, fords and bridges are none.  Lines of sight past terrain
are the table's, as a bit matrix that all its battles share; wrecks and vehicles come on top (``sight``).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tigersim.core.compile.bits import lowest_bit
from tigersim.core.compile.jit import jit, jit_inline, jit_inner
from tigersim.core.enums import BUILDING, HILL, NO_FEATURE, WOOD
from tigersim.core.families import ALL_FAMILIES, FAMILIES, lay_out
from tigersim.core.forts import lay_positions
from tigersim.core.geometry import cell_at, step_on_line
from tigersim.core.markers import ALL_PLANS, MARKER_PLANS, place_markers
from tigersim.registry import rule
from tigersim.rules.sight import piece_blocks
from tigersim.rules.switches import LosTerrainRule

__all__ = [
    "ALL_FAMILIES",
    "ALL_PLANS",
    "FAMILIES",
    "MARKER_PLANS",
    "cell_at",
    "generate",
    "line_is_clear",
    "sees",
    "survey",
]

ONE = np.uint64(1)


@jit
@rule("PT-FIRE-03", "PT-FIRE-04")
def line_is_clear(t, ax, ay, bx, by):
    """Whether no piece of terrain lies between a firer at (ax, ay) and a target at (bx, by).

    A piece that the line crosses blocks it unless one of the two units stands in that piece; ``t.los_rule`` has the
    other readings (AMB-36).
    """
    first, last = cell_at(t, ax, ay), cell_at(t, bx, by)
    own, other = t[0].feature[first], t[0].feature[last]
    reading = t[0].los_rule
    nx, ny = abs(bx - ax), abs(by - ay)
    sx, sy = (1 if bx > ax else -1), (1 if by > ay else -1)
    ix, iy = 0, 0
    while ix < nx or iy < ny:
        ix, iy = step_on_line(nx, ny, ix, iy)
        cell = cell_at(t, ax + sx * ix, ay + sy * iy)
        feature = t[0].feature[cell]
        if feature != NO_FEATURE and feature != other:
            overlooked = reading == LosTerrainRule.HILLS_ELEVATE and _is_overlooked(
                t, feature, t[0].kind[cell], ax, ay, bx, by
            )
            if piece_blocks(feature == own, False, overlooked, reading):
                return False
    return True


@jit_inner
def _is_overlooked(t, feature, kind, ax, ay, bx, by):
    """Whether one end is on a hill and the other does not touch the wood or building between."""
    if kind != WOOD and kind != BUILDING:
        return False
    from_hill = t[0].kind[cell_at(t, ax, ay)] == HILL and not _touches_piece(t, feature, bx, by)
    return from_hill or (t[0].kind[cell_at(t, bx, by)] == HILL and not _touches_piece(t, feature, ax, ay))


@jit_inner
def _touches_piece(t, feature, x, y):
    for py in range(max(y - 1, 0), min(y + 2, t[0].depth)):
        for px in range(max(x - 1, 0), min(x + 2, t[0].width)):
            if t[0].feature[cell_at(t, px, py)] == feature:
                return True
    return False


def survey(t: Any) -> None:
    """Fill the line-of-sight matrix: bit c of row a = ``line_is_clear`` from cell a to cell c.

    Lines of one direction are looked at together, a row of the table at a time: a word of bits, one per line, says
    which of them cross a piece of terrain on their way.  Those that do not are clear, those that do between two cells
    in the open are blocked.  Of the rest those with an end in one piece are looked at together again, without that
    piece; lines from one piece into another are followed cell by cell.
    """
    cells, depth = int(t[0].width * t[0].depth), int(t[0].depth)
    terrain = np.zeros((int(t[0].feature[:cells].max()) + 1, 2, depth), dtype=np.uint64)
    steps = np.zeros((int(t[0].width) + depth, 3), dtype=np.int64)
    _survey(t, terrain, np.zeros((2, depth), dtype=np.uint64), steps)


@jit
def _survey(t, terrain, crossed, steps):
    """``survey``; scratch.

    terrain: where all pieces are, then where all but piece 1 are, and so on: every row in two words of a bit for each
    cell.  crossed: lines from the cells of a row that cross some, alike.  steps: cells on a line.
    """
    width, depth = t[0].width, t[0].depth
    words = (width * depth + 63) // 64
    t[0].words = words
    t[0].los[: width * depth * words] = 0
    for cell in range(width * depth):
        _set(t, cell, cell)
        feature = t[0].feature[cell]
        if feature != NO_FEATURE:
            x, y = cell % width, cell // width
            for piece in range(len(terrain)):
                if piece != feature:
                    terrain[piece, x >> 6, y] |= ONE << np.uint64(x & 63)
    for dx in range(width):
        for dy in range(1 - depth, depth):
            if dx > 0 or dy > 0:
                _survey_direction(t, terrain, crossed, steps, dx, dy)


@jit_inner
def _survey_direction(t, terrain, crossed, steps, dx, dy):
    """All lines from (x, y) to (x + dx, y + dy), dx >= 0, and the same lines back."""
    width, depth = t[0].width, t[0].depth
    between = _cells_between(steps, dx, dy, width)
    first, last = max(-dy, 0), min(depth - dy, depth)
    crossed[:, first:last] = np.uint64(0)
    for k in range(between):
        _cross(terrain[0], crossed, first, last, steps[k, 0], steps[k, 1])
    for part in range(2):
        lines = min(width - dx - 64 * part, 64)  # that begin in this word
        if lines <= 0:
            break
        every = ~np.uint64(0) >> np.uint64(64 - lines)
        for y in range(first, last):
            a, c = cell_at(t, 64 * part, y), cell_at(t, 64 * part + dx, y + dy)
            clear = every & ~crossed[part, y]
            asked = every & crossed[part, y] & (terrain[0, part, y] | _moved(terrain[0], y + dy, part, dx))
            while asked != 0:
                line = lowest_bit(asked)
                piece = _piece_of_ends(t, a + line, c + line)
                if piece == NO_FEATURE:
                    alike = ONE << np.uint64(line)
                    _follow(t, steps, between, a + line, c + line)
                else:
                    alike = asked & ~(terrain[piece, part, y] | _moved(terrain[piece], y + dy, part, dx))
                    clear |= alike & ~_crossed_by_some(terrain[piece], steps, between, part, y, alike)
                asked &= ~alike
            while clear != 0:
                line = lowest_bit(clear)
                clear &= clear - ONE
                _set(t, a + line, c + line)
                _set(t, c + line, a + line)


@jit_inline
def _cross(rows, crossed, first, last, east, north):
    """Mark the lines of all rows whose cell so far east and north of their beginning has terrain.

    Word by word over the rows, for a compiler that does several at once.
    """
    if east < 64:
        shift = np.uint64(east)
        for y in range(first, last):
            crossed[0, y] |= rows[0, y + north] >> shift
            crossed[1, y] |= rows[1, y + north] >> shift
    if 0 < east < 64:
        shift = np.uint64(64 - east)
        for y in range(first, last):
            crossed[0, y] |= rows[1, y + north] << shift
    if east >= 64:
        shift = np.uint64(east - 64)
        for y in range(first, last):
            crossed[0, y] |= rows[1, y + north] >> shift


@jit_inline
def _crossed_by_some(rows, steps, between, part, y, lines):
    """Which of the lines that begin in a row cross terrain, one word of them; given up once all do."""
    found = np.uint64(0)
    for k in range(between):
        found |= _moved(rows, y + steps[k, 1], part, steps[k, 0])
        if lines & ~found == 0:
            break
    return found


@jit_inline
def _moved(rows, y, part, east):
    """Terrain of a row, moved ``east`` cells to the west: one word of it."""
    if east >= 64:
        return rows[1, y] >> np.uint64(east - 64) if part == 0 else np.uint64(0)
    moved = rows[part, y] >> np.uint64(east)
    if part == 0 and east > 0:
        moved |= rows[1, y] << np.uint64(64 - east)
    return moved


@jit_inline
def _piece_of_ends(t, a, c):
    """The piece that alone decides what blocks a line between two cells, not both in the open.

    None if both are in pieces of their own, or where a reading makes other differences between pieces.
    """
    own, other = t[0].feature[a], t[0].feature[c]
    if t[0].los_rule != LosTerrainRule.BLOCKS_UNLESS_CONTAINS_END:
        return NO_FEATURE
    if own == NO_FEATURE:
        return other
    return own if other == NO_FEATURE or other == own else NO_FEATURE


@jit_inline
def _follow(t, steps, between, a, c):
    """Set the bits of two cells, one with terrain, between which there is some."""
    if t[0].los_rule == LosTerrainRule.BLOCKS_UNLESS_CONTAINS_END:
        there = _is_clear_but_for_ends(t, steps, between, a, c)
        back = there
    else:
        width = t[0].width
        there = line_is_clear(t, a % width, a // width, c % width, c // width)
        back = line_is_clear(t, c % width, c // width, a % width, a // width)
    if there:
        _set(t, a, c)
    if back:
        _set(t, c, a)


@jit_inline
def _is_clear_but_for_ends(t, steps, between, a, c):
    """``line_is_clear`` where all pieces count alike but those that hold an end."""
    own, other = t[0].feature[a], t[0].feature[c]
    for k in range(between):
        feature = t[0].feature[a + steps[k, 2]]
        if feature != NO_FEATURE and feature != own and feature != other:
            return False
    return True


@jit_inline
def _cells_between(steps, dx, dy, width):
    """The cells inside the line from (0, 0) to (dx, dy), into ``steps``; returns how many.

    A row of ``steps`` is east, north, and the difference of the numbers of the cells.
    """
    nx, ny = dx, abs(dy)
    sy = 1 if dy > 0 else -1
    ix, iy = 0, 0
    n = 0
    while True:
        ix, iy = step_on_line(nx, ny, ix, iy)
        if ix == nx and iy == ny:
            return n
        steps[n, 0] = ix
        steps[n, 1] = sy * iy
        steps[n, 2] = sy * iy * width + ix
        n += 1


@jit_inline
def _set(t, a, c):
    t[0].los[a * t[0].words + (c >> 6)] |= ONE << np.uint64(c & 63)


@jit_inline
def sees(t, a, c):
    """Whether a unit in cell ``a`` sees one in cell ``c``, as far as terrain goes."""
    bits = t[0].los[a * t[0].words + (c >> 6)]
    return (bits >> np.uint64(c & 63)) & ONE != 0


@jit_inline
def sees_by_target(t, a, c):
    """As ``sees``, by the row of ``c``, which is at hand where many cells look at the same few."""
    if t[0].los_rule == LosTerrainRule.BLOCKS_UNLESS_CONTAINS_END:  # lines of sight run both ways
        return sees(t, c, a)
    return sees(t, a, c)


class TableTerms(NamedTuple):
    """What a random table is made by."""

    width: int
    """Inches."""
    depth: int
    family: int = 0
    """Index into ALL_FAMILIES."""
    los_rule: int = 0
    """The reading of AMB-36."""
    markers: int = 0
    """Index into ALL_PLANS."""
    forts: tuple[int, int] = (0, 0)
    """Light and heavy positions of the defender (PT-FORT-01)."""


@rule("PT-GEN-03", "PT-GEN-05", "PT-SETUP-02")
def generate(t: Any, seed: int, number: int, terms: TableTerms) -> bool:
    """Make a random table and survey it; returns whether there was room for its positions.

    Its terrain follows from (seed, number) and from the family, width and depth of its terms.
    """
    t[0].number = number
    t[0].width = terms.width
    t[0].depth = terms.depth
    t[0].family = terms.family
    t[0].los_rule = terms.los_rule
    t[0].fort[:] = 0
    lay_out(t, seed, number, terms.family)
    place_markers(t, terms.markers)
    survey(t)
    return lay_positions(t, seed, number, *terms.forts)
