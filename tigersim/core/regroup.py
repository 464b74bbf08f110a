"""Regrouping: withdrawing before a recovery test (chapter 1.13, PT-RECOVER-07 to 09)."""

from tigersim.core import log
from tigersim.core.asking import is_forbidden
from tigersim.core.compile.jit import jit_inner
from tigersim.core.enums import NO_FEATURE, NOBODY, REGROUPING
from tigersim.core.geometry import gap_squared
from tigersim.core.log import note
from tigersim.core.reach import reach
from tigersim.core.sides import enemies_of, side_of
from tigersim.core.sight import in_sight
from tigersim.core.straight_paths import NO_WAY, straight_way
from tigersim.core.units import cell_of, in_play, lose_cover, put
from tigersim.registry import rule
from tigersim.rules.recovery import REGROUP_INCHES, regroup_ends
from tigersim.rules.recovery import may_regroup as regroup_is_open
from tigersim.rules.switches import RegroupDetails, RegroupLos


@jit_inner
def nearest_enemy(b, unit):
    """The enemy whose base is nearest to the unit's (the first of equals), or NOBODY."""
    u = b[0].unit[unit]
    best, nearest = NOBODY, 1 << 30
    for other in enemies_of(b, side_of(unit)):
        v = b[0].unit[other]
        if in_play(b, other):
            gap = gap_squared(u.x, u.y, v.x, v.y)
            if gap < nearest:
                best, nearest = other, gap
    return best


@jit_inner
@rule("PT-DIS-NO_RETREAT")
def may_regroup(b, unit):
    """Whether the unit may withdraw at all before its test (AMB-97)."""
    if is_forbidden(b, side_of(unit), REGROUPING):
        return False
    u = b[0].unit[unit]
    p = u.profile
    fixed = u.immobilised != 0 or p.immobile != 0
    embarked = u.carrier != NOBODY
    open_to_it = regroup_is_open(p.may_regroup == 0, fixed, u.hits, embarked, b[0].ruling.edition)
    return open_to_it and nearest_enemy(b, unit) != NOBODY


@jit_inner
@rule("PT-RECOVER-07", "PT-RECOVER-08", "PT-RECOVER-09", "AMB-97", "AMB-98")
def regroup_cells(b, t, w, unit):
    """Cells up to 6 inches away that lead from the nearest enemy, into ``w.cells``; how many."""
    n = reach(b, t, w, unit, REGROUP_INCHES, 0, nearest_enemy(b, unit))
    if (
        b[0].ruling.regroup_details == RegroupDetails.EXACTLY_6
        or b[0].ruling.regroup_details == RegroupDetails.ALL_ENEMIES
    ):
        n = _those_that_lead_away(b, t, w, unit, n)
    if b[0].ruling.regroup_los == RegroupLos.MANDATORY_IF_POSSIBLE:
        n = _those_out_of_sight(b, t, w, unit, n)
    return n


@jit_inner
def _those_that_lead_away(b, t, w, unit, n):
    """Keep those of ``w.cells`` far enough or away from all enemies (AMB-97); how many."""
    u = b[0].unit[unit]
    width = t[0].width
    home = t[0].feature[cell_of(b, t, unit)]
    left = 0
    for k in range(n):
        cell = w[0].cells[k]
        x, y = cell % width, cell // width
        distance_squared = (x - u.x) * (x - u.x) + (y - u.y) * (y - u.y)
        feature = t[0].feature[cell]
        halted = feature != NO_FEATURE and feature != home
        if not regroup_ends(distance_squared, halted, b[0].ruling.regroup_details):
            continue
        if b[0].ruling.regroup_details == RegroupDetails.ALL_ENEMIES and not _leads_away_from_all(b, t, unit, x, y):
            continue
        w[0].cells[left] = cell
        left += 1
    return left


@jit_inner
def _leads_away_from_all(b, t, unit, x, y):
    """Whether a straight way of at most 6 inches to (x, y) never leads nearer to any enemy.

    On a straight line the distance to a point shrinks at the start or not at all.
    """
    u = b[0].unit[unit]
    dx, dy = x - u.x, y - u.y
    if dx * dx + dy * dy > REGROUP_INCHES * REGROUP_INCHES or straight_way(b, t, unit, x, y, NOBODY) == NO_WAY:
        return False
    for other in enemies_of(b, side_of(unit)):
        v = b[0].unit[other]
        if not in_play(b, other):
            continue
        if gap_squared(x, y, v.x, v.y) <= gap_squared(u.x, u.y, v.x, v.y):
            return False
        if dx * (u.x - v.x) + dy * (u.y - v.y) < 0:
            return False
    return True


@jit_inner
def is_seen(b, t, side, cell):
    """Whether an enemy of a side on the table sees a cell."""
    x, y = cell % t[0].width, cell // t[0].width
    for other in enemies_of(b, side):
        v = b[0].unit[other]
        if v.alive != 0 and v.placed != 0 and in_sight(b, t, v.x, v.y, x, y):
            return True
    return False


@jit_inner
def _those_out_of_sight(b, t, w, unit, n):
    """Keep those of ``w.cells`` out of the enemy's sight, all if none is; how many."""
    side = side_of(unit)
    left = 0
    for k in range(n):
        cell = w[0].cells[k]
        if not is_seen(b, t, side, cell):
            w[0].cells[k] = w[0].cells[left]
            w[0].cells[left] = cell
            left += 1
    return left if left > 0 else n


@jit_inner
def regroup(b, t, w, unit, x, y, facing):
    """Withdraw; a unit that is in fact displaced loses found cover (AMB-49)."""
    put(b, t, unit, x, y, facing)
    lose_cover(b, unit)
    note(b, w, log.REGROUPED, unit, x, y)
