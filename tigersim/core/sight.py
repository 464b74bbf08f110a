"""Lines of sight in a battle: the table's, and the wrecks and vehicles that stand on them."""

from tigersim.core.board import cell_at, sees
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.enums import SLOTS
from tigersim.core.geometry import touches
from tigersim.registry import rule
from tigersim.rules.sight import line_crosses, vehicles_block, wreck_covers_from, wrecks_block
from tigersim.rules.switches import WreckCover


@jit_inner
@rule("PT-FIRE-08")
def blocked_by_bodies(b, ax, ay, bx, by):
    """Whether a wreck, or by AMB-37 a vehicle, stands on the line between two centres.

    Its base is the square of its cell; those in the two end cells do not count.
    """
    dx, dy = bx - ax, by - ay
    if wrecks_block(b[0].ruling.los_units_block):
        for k in range(b[0].wrecks):
            ox, oy = b[0].wreck_x[k] - ax, b[0].wreck_y[k] - ay
            if _stands_between(dx, dy, ox, oy):
                return True
    if vehicles_block(b[0].ruling.los_units_block):
        for slot in range(SLOTS):
            u = b[0].unit[slot]
            if (
                u.alive != 0
                and u.placed != 0
                and u.profile.vehicle != 0
                and _stands_between(dx, dy, u.x - ax, u.y - ay)
            ):
                return True
    return False


@jit_inline
def _stands_between(dx, dy, ox, oy):
    ends = (ox == 0 and oy == 0) or (ox == dx and oy == dy)
    return not ends and line_crosses(dx, dy, ox, oy)


@jit_inline
@rule("PT-FIRE-03")
def in_sight(b, t, ax, ay, bx, by):
    """Whether a unit at (ax, ay) sees one at (bx, by), past terrain, wrecks and vehicles."""
    if not sees(t, cell_at(t, ax, ay), cell_at(t, bx, by)):
        return False
    if b[0].wrecks == 0 and not vehicles_block(b[0].ruling.los_units_block):
        return True
    return not blocked_by_bodies(b, ax, ay, bx, by)


@jit_inner
@rule("PT-FIRE-08")
def wreck_covers(b, unit, firer):
    """Whether a wreck gives the unit a cover die (AMB-38 ``adjacent_infantry_die``)."""
    u, f = b[0].unit[unit], b[0].unit[firer]
    if b[0].ruling.wreck_cover == WreckCover.NO_DIE or u.profile.infantry == 0:
        return False
    for k in range(b[0].wrecks):
        x, y = b[0].wreck_x[k], b[0].wreck_y[k]
        if touches(u.x, u.y, x, y) and wreck_covers_from(f.x - u.x, f.y - u.y, x - u.x, y - u.y):
            return True
    return False
