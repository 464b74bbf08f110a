"""Paths with bends: 1.00 inch from cell to cell straight, 1.42 diagonally.

So no path is longer than counted.
Two searches of least paths (Dijkstra's), both spreading from one cell into ``w.cost`` (hundredths of an inch, ``FAR``
= not reached).  ``spread`` is for units that only have a length to keep.  ``spread_within`` also keeps limits on parts
of the path, its inches off the road and those on water: half of every step lies in each of its two cells.  There a
longer path may be the better one to go on with, so every path goes on that no other one to its cell beats in all three.
"""

import numpy as np

from tigersim.core.board import cell_at
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.enums import NO_FEATURE, WATER
from tigersim.core.ground import is_aground, is_barred, piece_met, stops_for, swims
from tigersim.core.straight_paths import OFF_ROAD, ON_WATER, counts_as, gap_to
from tigersim.registry import rule
from tigersim.rules.amphibious import WATER_INCHES, bank_ends_move
from tigersim.rules.wheels import road_inches

STRAIGHT, DIAGONAL = 100, 142
FAR = 1 << 28
STEP_X = np.array([1, 1, 0, -1, -1, -1, 0, 1], dtype=np.int64)
STEP_Y = np.array([0, 1, 1, 1, 0, -1, -1, -1], dtype=np.int64)
ONE = np.uint8(1)


@jit_inline
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


@jit_inline
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


@jit_inline
def _may_step(b, t, unit, x, y, there, shun, here):
    """Whether a path may go on to the cell (x, y).

    ``there``: number of the cell; ``here``: how near ``shun`` is so far.
    """
    return not is_barred(b, t, unit, there) and gap_to(b, shun, x, y) >= here


@jit_inner
@rule("PT-MOVE-03", "PT-MOVE-04", "PT-MOVE-05")
def spread(b, t, w, unit, start, limit, shun):
    """Least path lengths from ``start``, up to ``limit`` hundredths of an inch.

    ``w.mark`` is 1 where a path may go on, 0 where entering terrain has ended it; ``w.ways`` has a bit for every
    direction in which a path enters a cell.  ``shun``: as in ``straight_paths.straight_way``.
    """
    width, depth = t[0].width, t[0].depth
    stops = stops_for(b, unit)
    home = piece_met(t, start, stops)
    cost, mark, ways = w[0].cost, w[0].mark, w[0].ways
    cost[start] = 0
    mark[start] = 1
    size = _push(w, 0, start)
    while size > 0:
        key = w[0].heap[0]
        size = _pop(w, size)
        cell = key & 0xFFFF
        spent = key >> 16
        if spent > cost[cell]:
            continue
        x, y = cell % width, cell // width
        inside = home != NO_FEATURE and piece_met(t, cell, stops) == home
        here = gap_to(b, shun, x, y)
        for k in range(8):
            px, py = x + STEP_X[k], y + STEP_Y[k]
            if px < 0 or py < 0 or px >= width or py >= depth:
                continue
            there = cell_at(t, px, py)
            new = spent + (STRAIGHT if k % 2 == 0 else DIAGONAL)
            if new > limit or not _may_step(b, t, unit, px, py, there, shun, here):
                continue
            ways[there] |= ONE << np.uint8(k)
            feature = piece_met(t, there, stops)
            if feature == NO_FEATURE or (inside and feature == home):
                if mark[there] == 0 or new < cost[there]:
                    cost[there] = new
                    mark[there] = 1
                    size = _push(w, size, new << 16 | there)
            elif cost[there] >= FAR:
                cost[there] = new


@jit_inline
def _is_beaten(w, cell, wild, wet):
    """Whether a shorter path to the cell needs no more inches off the road and on water."""
    label = w[0].first_label[cell]
    while label >= 0:
        if w[0].label_wild[label] <= wild and w[0].label_wet[label] <= wet:
            return True
        label = w[0].label_next[label]
    return False


@jit_inline
def _remember(w, cell, wild, wet, labels):
    """Keep what a path to a cell needs in place of labels it beats; returns their number."""
    label = w[0].first_label[cell]
    while label >= 0 and (w[0].label_wild[label] < wild or w[0].label_wet[label] < wet):
        label = w[0].label_next[label]
    if label < 0:
        label = labels
        labels += 1
        w[0].label_next[label] = w[0].first_label[cell]
        w[0].first_label[cell] = label
    w[0].label_wild[label] = wild
    w[0].label_wet[label] = wet
    return labels


@jit_inner
@rule("PT-WHEEL-02", "PT-AMPHIB-03")
def spread_within(b, t, w, unit, start, allowance, road_bonus, shun):
    """``spread``, where part of the inches are for the road only, or part runs over water.

    ``allowance``, ``road_bonus``: inches of the other dice and of the road die (AMB-31); at most 6 inches of a
    swimmer's path lie on water (AMB-127).  Paths go on in order of their length; a cell remembers (``first_label``)
    the inches off the road and on water of those that went on, and a later path that needs as many of both is beaten.
    """
    width, depth = t[0].width, t[0].depth
    longest, off_road = road_inches(allowance, road_bonus)
    swimmer = swims(b, t, unit)
    stops = stops_for(b, unit)
    banks = bank_ends_move(b[0].ruling.water_movement)
    home = piece_met(t, start, stops)
    cost, ways = w[0].cost, w[0].ways
    cost[start] = 0
    w[0].first_label[: width * depth] = -1
    labels = 0
    size = _push(w, 0, start)
    while size > 0 and labels < w[0].label_wild.shape[0]:
        key = w[0].heap[0]
        size = _pop(w, size)
        cell, wet, wild, length = key & 0xFFFF, (key >> 16) & 0xFFFF, (key >> 32) & 0xFFFF, key >> 48
        if _is_beaten(w, cell, wild, wet):
            continue
        labels = _remember(w, cell, wild, wet, labels)
        x, y = cell % width, cell // width
        inside = home != NO_FEATURE and piece_met(t, cell, stops) == home
        here = gap_to(b, shun, x, y)
        for k in range(8):
            px, py = x + STEP_X[k], y + STEP_Y[k]
            if px < 0 or py < 0 or px >= width or py >= depth:
                continue
            there = cell_at(t, px, py)
            half = (STRAIGHT if k % 2 == 0 else DIAGONAL) // 2
            new = length + 2 * half
            new_wild, new_wet = 0, 0
            if road_bonus > 0:
                new_wild = wild + half * (counts_as(t, cell, OFF_ROAD) + counts_as(t, there, OFF_ROAD))
            if swimmer:
                new_wet = wet + half * (counts_as(t, cell, ON_WATER) + counts_as(t, there, ON_WATER))
            if new > 100 * longest or new_wild > 100 * off_road or new_wet > 100 * WATER_INCHES:
                continue
            if is_aground(b, t, unit, there) or not _may_step(b, t, unit, px, py, there, shun, here):
                continue
            ways[there] |= ONE << np.uint8(k)
            cost[there] = min(cost[there], new)
            feature = piece_met(t, there, stops)
            stopped = feature != NO_FEATURE and not (inside and feature == home)
            if banks and swimmer and (t[0].kind[cell] == WATER) != (t[0].kind[there] == WATER):
                stopped = True
            if not stopped and not _is_beaten(w, there, new_wild, new_wet) and size < w[0].heap.shape[0]:
                size = _push(w, size, new << 48 | new_wild << 32 | new_wet << 16 | there)
