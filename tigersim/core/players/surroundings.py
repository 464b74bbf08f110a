"""What a player of rules of thumb sees.

The reach of weapons, which foes are in view, what a shot may bring.
"""

from tigersim.core.asking import is_forbidden
from tigersim.core.board import cell_at, sees_by_target
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.crossing import touches_land
from tigersim.core.enums import BUILDING, MOVE, NOBODY, WATER, WEAPONS, WOOD
from tigersim.core.geometry import gap_squared
from tigersim.core.ground import position_at
from tigersim.core.players.scenario_goals import presses_on
from tigersim.core.sides import enemies_of, side_of
from tigersim.rules.fire import is_far

RIDE_INCHES = 14
"""Passengers ride on while the nearest enemy is farther than this, and get on while it is."""


@jit_inner
def covers(b, t, unit, cell):
    """Whether the unit would have a cover die in a cell."""
    return hiding_dice(b, t, unit, cell) > 0


@jit_inline
def hiding_dice(b, t, unit, cell):
    """How many cover dice the unit would have in a cell, by terrain and by a fortified position."""
    kind = t[0].kind[cell]
    terrain = 1 if b[0].unit[unit].profile.terrain_cover != 0 and (kind == WOOD or kind == BUILDING) else 0
    return terrain + position_at(t, cell)


@jit_inner
def longest_range(b, unit):
    """Reach of the unit's weapons in inches: 0 unarmed, 99 any distance."""
    p = b[0].unit[unit].profile
    longest = 0
    for weapon in range(WEAPONS):
        if p.armed[weapon] != 0:
            limit = p.max_range[weapon]
            longest = max(longest, limit if limit > 0 else 99)
    return longest


@jit_inner
def find_foes(b, t, w, side):
    """Note where the living enemies of a side stand, for the looks that follow."""
    n = 0
    for other in enemies_of(b, side):
        v = b[0].unit[other]
        if v.alive != 0 and v.placed != 0:
            w[0].foe_x[n] = v.x
            w[0].foe_y[n] = v.y
            w[0].foe_cell[n] = cell_at(t, v.x, v.y)
            w[0].foe[n] = other
            n += 1
    w[0].foes = n


@jit_inner
def count_foes(t, w, x, y, reach):
    """From (x, y).

    How many foes are in view within ``reach`` inches, how many in view, and the nearest gap squared.
    """
    cell = cell_at(t, x, y)
    targets, seen, nearest = 0, 0, 1 << 30
    for k in range(w[0].foes):
        gap = gap_squared(x, y, w[0].foe_x[k], w[0].foe_y[k])
        nearest = min(nearest, gap)
        in_sight = 1 if sees_by_target(t, cell, w[0].foe_cell[k]) else 0
        seen += in_sight
        targets += in_sight if gap <= reach * reach else 0
    return targets, seen, nearest


@jit_inner
def promise(b, t, w, unit):
    """How much a card is worth to a unit, VP by rule of thumb.

    Its best target in view, or the way to one.
    """
    u = b[0].unit[unit]
    p = u.profile
    weights = w[0].heuristic[side_of(unit)]
    if u.carrier != NOBODY:
        return weights.walk_worth if wants_off(b, t, w, unit) else 0.0
    if is_landing_craft(b, t, unit):
        return weights.walk_worth if makes_for_land(b, t, unit) else 0.0
    reach = longest_range(b, unit)
    best = 0.0
    cell = cell_at(t, u.x, u.y)
    for k in range(w[0].foes):
        gap = gap_squared(u.x, u.y, w[0].foe_x[k], w[0].foe_y[k])
        if gap <= reach * reach and sees_by_target(t, cell, w[0].foe_cell[k]):
            best = max(best, rough_worth(weights, p, b[0].unit[w[0].foe[k]].profile, gap))
    if best == 0.0 and can_move(b, t, unit):
        if presses_on(b, t, unit):
            return weights.walk_worth
        if u.aboard > 0 and not foe_within(w, u.x, u.y, RIDE_INCHES):
            best = weights.walk_worth
        elif reach == 0 and in_view(t, w, cell):
            best = weights.hide_worth
        elif reach > 0 and not covers(b, t, unit, cell):
            best = weights.walk_worth
    return best


@jit_inner
def is_landing_craft(b, t, unit):
    """Whether the unit is a landing craft on a table where armies come over the sea."""
    return t[0].sea != 0 and b[0].unit[unit].profile.water_only != 0


@jit_inner
def makes_for_land(b, t, unit):
    """Whether a landing craft has passengers aboard and open water around it."""
    u = b[0].unit[unit]
    return is_landing_craft(b, t, unit) and u.aboard > 0 and not touches_land(t, u.x, u.y)


@jit_inner
def wants_off(b, t, w, unit):
    """Whether a passenger had better get off.

    Of a glider, of a craft at the shore, of others near the enemy.  After ``find_foes``.
    """
    u = b[0].unit[unit]
    v = b[0].unit[u.carrier]
    if v.by_air != 0:
        return v.placed != 0
    if is_landing_craft(b, t, u.carrier):
        return touches_land(t, v.x, v.y)
    return foe_within(w, u.x, u.y, RIDE_INCHES)


@jit_inner
def can_move(b, t, unit):
    """Whether some card would let the unit move."""
    if is_forbidden(b, side_of(unit), MOVE):
        return False
    u = b[0].unit[unit]
    p = u.profile
    aground = p.water_only != 0 and t[0].kind[cell_at(t, u.x, u.y)] != WATER
    return p.move_black > 0 and p.immobile == 0 and u.immobilised == 0 and not aground


@jit_inner
def risks_itself(p, dice, needed):
    """Whether a failed move harms the unit and the dice are not much above the need.

    On average less than two above it.
    """
    frail = p.unreliable != 0 or p.engine_fire != 0 or p.weak_running_gear != 0
    return frail and 7 * dice < 2 * needed + 4


@jit_inner
def foe_within(w, x, y, inches):
    """Whether some foe is within so many inches."""
    for k in range(w[0].foes):
        if gap_squared(x, y, w[0].foe_x[k], w[0].foe_y[k]) <= inches * inches:
            return True
    return False


@jit_inner
def in_view(t, w, cell):
    """Whether some foe sees a cell."""
    for k in range(w[0].foes):
        if sees_by_target(t, cell, w[0].foe_cell[k]):
            return True
    return False


@jit_inner
def rough_worth(weights, p, v, gap):
    """VP that a shot may bring, without tables.

    More with dice and the target's cost, less against armour.
    """
    best = 0.0
    for weapon in range(WEAPONS):
        if p.armed[weapon] == 0:
            continue
        far = is_far(gap)
        dice = p.red_far[weapon] + p.black_far[weapon] if far else p.red_near[weapon] + p.black_near[weapon]
        if p.machine_gun[weapon] != 0 and v.armored != 0:
            worth = weights.rough_pin * dice
        else:
            enough = weights.rough_soft + weights.rough_armour * v.armor_front
            worth = max(dice - weights.rough_start, weights.rough_least) * v.believed * p.fire_rolls / max(enough, 0.1)
        best = max(best, worth)
    return best
