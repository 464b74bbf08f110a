"""The table: terrain on the one-inch lattice, and which cells see each other.

A wood, a building or a hill is one piece of terrain; water, fords and bridges are none.  Lines of sight past terrain
are the table's, as a bit matrix that all its battles share; wrecks and vehicles come on top (``sight``).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

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
    in the open are blocked, and only the rest is followed cell by cell.
    """
    rows = np.zeros((int(t[0].depth), 2), dtype=np.uint64)
    steps = np.zeros((int(t[0].width + t[0].depth), 3), dtype=np.int64)
    _survey(t, rows, steps)


@jit
def _survey(t, rows, steps):
    """``survey``; scratch: ``rows`` for the terrain of every row, ``steps`` for cells on a line."""
    width, depth = t[0].width, t[0].depth
    words = (width * depth + 63) // 64
    t[0].words = words
    t[0].los[: width * depth * words] = 0
    for cell in range(width * depth):
        _set(t, cell, cell)
        if t[0].feature[cell] != NO_FEATURE:
            x = cell % width
            rows[cell // width, x >> 6] |= ONE << np.uint64(x & 63)
    for dx in range(width):
        for dy in range(1 - depth, depth):
            if dx > 0 or dy > 0:
                _survey_direction(t, rows, steps, dx, dy)


@jit_inner
def _survey_direction(t, rows, steps, dx, dy):
    """All lines from (x, y) to (x + dx, y + dy), dx >= 0, and the same lines back."""
    width, depth = t[0].width, t[0].depth
    between = _cells_between(steps, dx, dy, width)
    for y in range(max(-dy, 0), min(depth - dy, depth)):
        low, high = np.uint64(0), np.uint64(0)
        for k in range(between):
            shift = np.uint64(steps[k, 0])
            row = y + steps[k, 1]
            low |= _shifted(rows[row, 0], rows[row, 1], shift)
            if width > 64:
                high |= _shifted(rows[row, 1], np.uint64(0), shift)
        for x in range(width - dx):
            crossed = ((low >> np.uint64(x)) if x < 64 else (high >> np.uint64(x - 64))) & ONE
            a, c = cell_at(t, x, y), cell_at(t, x + dx, y + dy)
            if crossed == 0:
                _set(t, a, c)
                _set(t, c, a)
            elif t[0].feature[a] != NO_FEATURE or t[0].feature[c] != NO_FEATURE:
                if t[0].los_rule == LosTerrainRule.BLOCKS_UNLESS_CONTAINS_END:
                    there = _is_clear_but_for_ends(t, steps, between, a, c)
                    back = there
                else:
                    there = line_is_clear(t, x, y, x + dx, y + dy)
                    back = line_is_clear(t, x + dx, y + dy, x, y)
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
def _shifted(low, high, by):
    """The lower word of two that are moved down by ``by`` bits."""
    if by >= 64:
        return high >> (by - np.uint64(64))
    if by == 0:
        return low
    return (low >> by) | (high << (np.uint64(64) - by))


@jit_inline
def _set(t, a, c):
    t[0].los[a * t[0].words + (c >> 6)] |= ONE << np.uint64(c & 63)


@jit_inline
def sees(t, a, c):
    """Whether a unit in cell ``a`` sees one in cell ``c``, as far as terrain goes."""
    bits = t[0].los[a * t[0].words + (c >> 6)]
    return (bits >> np.uint64(c & 63)) & ONE != 0


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
