"""Kernels of the ground, opened for Python: take it for reach, sight and room of one place."""

from __future__ import annotations

from tigersim.core import board, boarding, geometry, ground, reach, sight
from tigersim.core.compile.jit import jit


@jit
def in_reach(b, t, w, unit, allowance, road_bonus):
    """``reach.reach``."""
    return reach.reach(b, t, w, unit, allowance, road_bonus, -1)


@jit
def regroup_reach(b, t, w, unit, inches, enemy):
    """``reach.reach`` away from an enemy."""
    return reach.reach(b, t, w, unit, inches, 0, enemy)


@jit
def in_reach_straight(b, t, unit, x, y, allowance, road_bonus):
    """``reach.in_reach_straight``."""
    return reach.in_reach_straight(b, t, unit, x, y, allowance, road_bonus)


@jit
def reach_from(b, t, w, unit, x, y, allowance):
    """``reach.reach_from``."""
    return reach.reach_from(b, t, w, unit, x, y, allowance)


@jit
def last_facings(b, t, w, unit, x, y, allowance, road_bonus):
    """``reach.last_facings``."""
    return reach.last_facings(b, t, w, unit, x, y, allowance, road_bonus)


@jit
def may_stand(b, t, unit, cell):
    """``ground.may_stand``."""
    return ground.may_stand(b, t, unit, cell)


@jit
def gap_squared(ax, ay, bx, by, metric):
    """``geometry.gap_squared``."""
    return geometry.gap_squared(ax, ay, bx, by, metric)


@jit
def in_sight(b, t, ax, ay, bx, by):
    """``sight.in_sight``."""
    return sight.in_sight(b, t, ax, ay, bx, by)


@jit
def wreck_covers(b, unit, firer):
    """``sight.wreck_covers``."""
    return sight.wreck_covers(b, unit, firer)


@jit
def can_reach_to_board(b, t, w, unit, x, y, allowance, road_bonus):
    """``boarding.can_reach_to_board``, after ``reach``."""
    reach.reach(b, t, w, unit, allowance, road_bonus, -1)
    return boarding.can_reach_to_board(b, t, w, unit, x, y, allowance, road_bonus)


@jit
def can_board_straight(b, t, w, unit, x, y, allowance, road_bonus):
    """``boarding.can_board_straight``."""
    return boarding.can_board_straight(b, t, unit, x, y, allowance, road_bonus)


@jit
def forced_places(b, t, w, unit, x, y, inches, firer):
    """``boarding.forced_places``."""
    return boarding.forced_places(b, t, w, unit, x, y, inches, firer)


@jit
def nearest_touching_place(b, t, unit, tx, ty):
    """``boarding.nearest_touching_place``."""
    return boarding.nearest_touching_place(b, t, unit, tx, ty)


@jit
def water_between(b, t, unit, tx, ty):
    """``boarding.water_between``."""
    return boarding.water_between(b, t, unit, tx, ty)


@jit
def touching_place_by_path(b, t, w, unit, tx, ty, inches):
    """``boarding.touching_place_by_path``."""
    return boarding.touching_place_by_path(b, t, w, unit, tx, ty, inches)


@jit
def sees(t, a, c):
    """``board.sees``, which numba would look up anew whenever Python calls it by itself."""
    return board.sees(t, a, c)


@jit
def sees_by_target(t, a, c):
    """``board.sees_by_target``."""
    return board.sees_by_target(t, a, c)


@jit
def unlike_line_is_clear(t, stride):
    """Pairs of cells (every ``stride``-th from-cell) whose bit in the matrix is not what ``line_is_clear`` says."""
    width, size = t[0].width, t[0].width * t[0].depth
    wrong = 0
    for a in range(0, size, stride):
        for c in range(size):
            if board.sees(t, a, c) != board.line_is_clear(t, a % width, a // width, c % width, c // width):
                wrong += 1
    return wrong
