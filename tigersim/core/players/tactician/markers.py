"""Where markers draw a tactician.

A unit on one scores it when the deck ends, if no enemy is near (PT-VP-10).
"""

import math

from tigersim.core.at_marker import markers_near
from tigersim.core.board import cell_at
from tigersim.core.compile.jit import jit_inner
from tigersim.core.deck import pile_of
from tigersim.core.enums import MAX_MARKERS, NOBODY
from tigersim.core.geometry import gap_squared
from tigersim.core.sides import side_of, slots_of

FAR_OFF = 24.0
"""Inches from which on a marker draws no unit."""
SPARE = 0.2
"""What a second unit on a marker is worth, in units of the marker: the first may be destroyed."""
CONTESTED = 0.5
"""What standing on a marker near an enemy is worth: at least that enemy does not score it."""


@jit_inner
def find_markers(t, w):
    """Note the middle of every marker of the table."""
    for marker in range(t[0].markers):
        n, east, north = 0, 0, 0
        for cell in range(t[0].width * t[0].depth):
            if t[0].marker[cell] == marker + 1:
                n += 1
                east += cell % t[0].width
                north += cell // t[0].width
        w[0].marker_x[marker] = east // max(n, 1)
        w[0].marker_y[marker] = north // max(n, 1)


@jit_inner
def note_markers(b, t, w, side):
    """Note how many units of the side stand on every marker, and how many enemies near it."""
    if t[0].markers == 0:
        return
    for marker in range(MAX_MARKERS):
        w[0].marker_held[marker] = 0
        w[0].marker_contested[marker] = 0
    for player in range(2):
        for unit in slots_of(b, player):
            u = b[0].unit[unit]
            if u.alive == 0 or u.placed == 0:
                continue
            inside, near = markers_near(t, u.x, u.y)
            for marker in range(t[0].markers):
                if player == side:
                    w[0].marker_held[marker] += (inside >> marker) & 1
                else:
                    w[0].marker_contested[marker] += (near >> marker) & 1


@jit_inner
def marker_gain(b, t, w, unit, x, y):
    """VP that a cell is worth to the unit for the markers under it and near it.

    After ``note_markers``.
    """
    if t[0].markers == 0:
        return 0.0
    u = b[0].unit[unit]
    weights = w[0].tactician[side_of(unit)]
    standing = t[0].marker[cell_at(t, u.x, u.y)] if u.placed != 0 and u.carrier == NOBODY else 0
    wanted = t[0].marker[cell_at(t, x, y)]
    most = 0.0
    for marker in range(t[0].markers):
        others = w[0].marker_held[marker] - (1 if standing == marker + 1 else 0)
        share = 0.0
        if wanted == marker + 1:
            share = SPARE if others > 0 else 1.0 if w[0].marker_contested[marker] == 0 else CONTESTED
        elif others == 0:
            off = math.sqrt(gap_squared(x, y, w[0].marker_x[marker], w[0].marker_y[marker]))
            share = weights.pull * max(0.0, 1.0 - off / FAR_OFF)
        most = max(most, share * t[0].marker_value[marker])
    pile = b[0].pile[pile_of(b, side_of(unit))]
    played = pile.next_card / max(pile.deck_size, 1)
    return weights.marker * (weights.early + (1.0 - weights.early) * played) * most


@jit_inner
def marches(b, t, w, unit):
    """Whether a marker that none of our units holds draws the unit (after ``note_markers``)."""
    u = b[0].unit[unit]
    if t[0].markers == 0 or t[0].marker[cell_at(t, u.x, u.y)] > 0:
        return False
    for marker in range(t[0].markers):
        near = gap_squared(u.x, u.y, w[0].marker_x[marker], w[0].marker_y[marker]) < FAR_OFF * FAR_OFF
        if near and w[0].marker_held[marker] == 0:
            return True
    return False
