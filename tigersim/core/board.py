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
    in the open are blocked.  Of the rest those whose ends are in the same pieces are looked at together again, without
    these.  Where a reading makes other differences between pieces (AMB-36), those are followed cell by cell.
    """
    width, depth = int(t[0].width), int(t[0].depth)
    pieces = int(t[0].feature[: width * depth].max()) + 1
    clear = np.empty((2, depth, -(-width // 64), width), dtype=np.uint64)
    terrain = np.zeros((pieces, 2, depth), dtype=np.uint64)
    _survey(t, clear, terrain, np.zeros((2, depth), dtype=np.uint64), np.zeros((width + depth, 2), dtype=np.int64))


@jit
def _survey(t, clear, terrain, crossed, steps):
    """``survey``; scratch.

    clear: lines so many rows north, then those so many rows south, that are clear.  By the row that they begin in, as
    words of a bit for each cell of it, and by how many cells east they go.
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
    for rows in range(depth):
        for dx in range(width):
            if dx > 0 or rows > 0:
                _survey_direction(t, clear[0], terrain, crossed, steps, dx, rows)
            if dx > 0 and rows > 0:
                _survey_direction(t, clear[1], terrain, crossed, steps, dx, -rows)
        for south in range(depth - rows):
            north = south + rows
            if rows == 0:
                _note_row(t, south, south, clear[0, south], 1, clear[0, south], 1)
            else:
                _note_row(t, south, north, clear[0, south], 0, clear[1, north], 1)
                _note_row(t, north, south, clear[1, north], 1, clear[0, south], 0)


@jit_inline
def _note_row(t, own, other, lines, fewest, back, fewest_back):
    """Set the bits of the cells of a row for those of another, or of the same one.

    lines: the clear ones from here to there, ``fewest`` cells east or more.  back: those from there to here, alike; the
    other way round they are the lines from here to the west.
    """
    width, words = t[0].width, t[0].words
    for x in range(width):
        row = (own * width + x) * words
        for part in range(len(back)):
            start = 64 * part  # the cells there from this one on, 64 or to the end of the row
            seen = np.uint64(0)
            for dx in range(max(start - x, fewest), min(width, start + 64) - x):
                seen |= ((lines[x >> 6, dx] >> np.uint64(x & 63)) & ONE) << np.uint64(x + dx - start)
            for dx in range(max(x - start - 63, fewest_back), x - start + 1):
                seen |= back[part, dx] & (ONE << np.uint64(x - dx - start))
            place, shift = row + ((other * width + start) >> 6), np.uint64((other * width + start) & 63)
            t[0].los[place] |= seen << shift
            if shift != 0 and seen >> (np.uint64(64) - shift) != 0:
                t[0].los[place + 1] |= seen >> (np.uint64(64) - shift)


@jit_inner
def _survey_direction(t, clear, terrain, crossed, steps, dx, dy):
    """Note in ``clear`` which lines from (x, y) to (x + dx, y + dy), dx >= 0, are clear.

    The bits of lines that are followed cell by cell are set here, for these need not be the same back.
    """
    width, depth = t[0].width, t[0].depth
    between, wide = _cells_between(steps, dx, dy), clear.shape[1] > 1
    first, last = max(-dy, 0), min(depth - dy, depth)
    crossed[:, first:last] = np.uint64(0)
    for k in range(between):
        _cross(terrain[0], crossed, first, last, steps[k, 0], steps[k, 1], wide)
    for part in range(clear.shape[1]):
        lines = min(width - dx - 64 * part, 64)  # that begin in this word
        if lines <= 0:
            break
        every = ~np.uint64(0) >> np.uint64(64 - lines)
        for y in range(first, last):
            found = every & ~crossed[part, y]
            asked = every & crossed[part, y] & (terrain[0, part, y] | _moved(terrain[0], y + dy, part, dx))
            while asked != 0:
                line = lowest_bit(asked)
                a, c = cell_at(t, 64 * part + line, y), cell_at(t, 64 * part + line + dx, y + dy)
                if t[0].los_rule != LosTerrainRule.BLOCKS_UNLESS_CONTAINS_END:
                    _follow(t, a, c)
                    asked &= asked - ONE
                    continue
                own, other = t[0].feature[a], t[0].feature[c]
                if own == NO_FEATURE or other == NO_FEATURE or own == other:  # no end is in another piece
                    own = other = max(own, other)
                    alike = asked & ~(terrain[own, part, y] | _moved(terrain[own], y + dy, part, dx))
                else:
                    alike = asked & terrain[0, part, y] & ~terrain[own, part, y]
                    alike &= _moved(terrain[0], y + dy, part, dx) & ~_moved(terrain[other], y + dy, part, dx)
                found |= alike & ~_crossed(terrain[own], terrain[other], steps, between, part, y, alike, wide)
                asked &= ~alike
            clear[y, part, dx] = found


@jit_inline
def _cross(rows, crossed, first, last, east, north, wide):
    """Mark the lines of all rows whose cell so far east and north of their beginning has terrain.

    Word by word over the rows, for a compiler that does several at once; ``wide`` rows are of two words.
    """
    if not wide:
        shift = np.uint64(east)
        for y in range(first, last):
            crossed[0, y] |= rows[0, y + north] >> shift
        return
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
def _crossed(rows, others, steps, between, part, y, lines, wide):
    """Which of the lines that begin in a row cross terrain of both kinds of rows, one word; given up once all do."""
    found = np.uint64(0)
    for k in range(between):
        if wide:
            found |= _moved(rows, y + steps[k, 1], part, steps[k, 0]) & _moved(
                others, y + steps[k, 1], part, steps[k, 0]
            )
        else:
            found |= (rows[0, y + steps[k, 1]] & others[0, y + steps[k, 1]]) >> np.uint64(steps[k, 0])
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


@jit_inner
def _follow(t, a, c):
    """Set the bits of two cells between which a line, and the same line back, are clear."""
    width = t[0].width
    if line_is_clear(t, a % width, a // width, c % width, c // width):
        _set(t, a, c)
    if line_is_clear(t, c % width, c // width, a % width, a // width):
        _set(t, c, a)


@jit_inline
def _cells_between(steps, dx, dy):
    """The cells inside the line from (0, 0) to (dx, dy), into ``steps``, how far east and north; returns how many."""
    nx, ny = dx, abs(dy)
    sy = 1 if dy > 0 else -1
    ix, iy = 0, 0
    n = 0
    while True:
        ix, iy = step_on_line(nx, ny, ix, iy)
        if ix == nx and iy == ny:
            return n
        steps[n, 0], steps[n, 1] = ix, sy * iy
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
