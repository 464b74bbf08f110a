"""Markers: terrain whose control is worth victory points at the end of a deck (PT-VP-07)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tigersim.core.compile.jit import jit, jit_inline, jit_inner
from tigersim.core.enums import BRIDGE, BUILDING, HILL
from tigersim.core.geometry import cell_at
from tigersim.registry import rule
from tigersim.rules.setup import deployment_depth
from tigersim.rules.victory import marker_worth

MARKER_PLANS = ("none", "standard")
ALL_PLANS = (*MARKER_PLANS, "objective")
"""The last one belongs to the tables of scenarios."""
STANDARD_MARKERS, OBJECTIVE = 1, 2
MINOR, MEDIUM, MAJOR = 0, 1, 2
"""Sizes of markers."""
NO_PLACE = 1 << 20
"""How far off the middle a piece lies that is no place for a marker."""


@rule("PT-VP-07", "PT-VP-08", "PT-VP-09", "PT-SETUP-08", "PT-SCEN-HILL-02", "PT-SCEN-BRIDGE-04")
def place_markers(t: Any, plan: int) -> None:
    """Markers on the terrain of a table, by a plan of ``ALL_PLANS``.

    ``standard``: a bridge is a major marker, a hill a medium one, up to two buildings are minor ones, as far as the
    terrain between the deployment zones offers them.  Of all choices that one is made whose values balance best between
    the two sides (then the one nearest to the middle, then the first).  ``objective``: the big hill, or the bridge,
    alone, as a major marker (PT-SCEN-HILL-02, PT-SCEN-BRIDGE-04).
    """
    t[0].markers = t[0].marker[:] = t[0].marker_value[:] = 0
    if plan == OBJECTIVE:
        _place_objective(t)
    if plan == STANDARD_MARKERS:
        _place_standard(t, np.zeros((2, int(t[0].features) + 1), dtype=np.int64))


@jit
def _place_standard(t, leans):
    """The plan ``standard``; ``leans``: scratch for the hills and the houses."""
    bridge, weight = _best_bridge(t)
    hill, first, second = _best_pieces(t, leans[0], leans[1], marker_worth(MAJOR) * weight)
    if bridge >= 0:
        _mark_bridge(t, bridge)
    for piece, size in ((hill, MEDIUM), (first, MINOR), (second, MINOR)):
        if piece > 0:
            _mark_piece(t, piece, size)


@jit
def _place_objective(t):
    """The plan ``objective``."""
    bridge, _ = _best_bridge(t)
    if t[0].big_hill > 0:
        _mark_piece(t, t[0].big_hill, MAJOR)
    elif bridge >= 0:
        _mark_bridge(t, bridge)


@jit_inner
def _mark_bridge(t, column):
    """A bridge is a major marker."""
    number = _new_marker(t, MAJOR)
    for row in range(t[0].depth):
        cell = cell_at(t, column, row)
        if t[0].kind[cell] == BRIDGE:
            t[0].marker[cell] = number


@jit_inner
def _best_bridge(t):
    """(column of the bridge nearest to the middle or -1, how far north of the middle it lies)."""
    best, lean, nearest = -1, 0, 1 << 30
    for x in range(t[0].width):
        low, high = t[0].depth, -1
        for y in range(t[0].depth):
            if t[0].kind[cell_at(t, x, y)] == BRIDGE:
                low, high = min(low, y), max(high, y)
        off = low + high - t[0].depth + 1
        if high >= 0 and abs(off) + abs(2 * x - t[0].width + 1) < nearest:
            best, lean, nearest = x, off, abs(off) + abs(2 * x - t[0].width + 1)
    return best, lean


@jit_inner
def _leans(t, hills, houses):
    """How far north of the middle each hill and building lies, half inches; NO_PLACE = none.

    By number of the piece; only what lies outside both deployment zones is a place for a marker.
    """
    depth = t[0].depth
    third = deployment_depth(depth)
    hills[:] = houses[:] = NO_PLACE
    for piece in range(1, t[0].features + 1):
        low, high, kind = depth, -1, 0
        for cell in range(t[0].width * depth):
            if t[0].feature[cell] == piece:
                kind = t[0].kind[cell]
                low, high = min(low, cell // t[0].width), max(high, cell // t[0].width)
        if low >= third and high < depth - third:
            if kind == HILL:
                hills[piece] = low + high - depth + 1
            elif kind == BUILDING:
                houses[piece] = low + high - depth + 1


@jit_inner
def _best_pieces(t, hills, houses, burden):
    """(hill, building, building) for markers that best balance ``burden``; 0 = none.

    ``burden``: VP x half inches.  As many of them as there are come first.
    """
    _leans(t, hills, houses)
    hills[0] = houses[0] = 0
    best = (0, 0, 0)
    most, least, nearest = -1, 0, 0
    for hill in range(len(hills)):
        for first in range(len(houses)):
            for second in range(len(houses)):
                in_order = second > first > 0 or second == 0
                if not in_order or max(hills[hill], houses[first], houses[second]) == NO_PLACE:
                    continue
                n = (1 if hill > 0 else 0) + (1 if first > 0 else 0) + (1 if second > 0 else 0)
                medium = marker_worth(MEDIUM) * hills[hill]
                one, other = marker_worth(MINOR) * houses[first], marker_worth(MINOR) * houses[second]
                lean = abs(burden + medium + one + other)
                off = abs(medium) + abs(one) + abs(other)
                if n > most or (n == most and (lean < least or (lean == least and off < nearest))):
                    best = (hill, first, second)
                    most, least, nearest = n, lean, off
    return best


@jit_inline
def _new_marker(t, size):
    """Add a marker; returns its number and one, as the cells carry it."""
    t[0].marker_value[t[0].markers] = marker_worth(size)
    t[0].markers += 1
    return t[0].markers


@jit_inner
def _mark_piece(t, piece, size):
    number = _new_marker(t, size)
    for cell in range(t[0].width * t[0].depth):
        if t[0].feature[cell] == piece:
            t[0].marker[cell] = number
