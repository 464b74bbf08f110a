"""What a scenario asks of the players.

Setting up in zones, coming on, reaching a goal, the charge under the bridge.
"""

import math

from tigersim.core.arrivals import may_be_held_back, may_start_all, waits
from tigersim.core.asking import attacker
from tigersim.core.board import cell_at
from tigersim.core.codes import PASSING, pack
from tigersim.core.compile.jit import jit_inner
from tigersim.core.enums import BRIDGE, NAME, NOBODY, PHASE_ARRIVE
from tigersim.core.geometry import gap_squared
from tigersim.core.goals import WAS_THERE, count_goals, is_across, rows_to_edge
from tigersim.core.sides import enemies_of, side_of, slots_of
from tigersim.core.units import in_play, on_table
from tigersim.rules.scenarios import EDGE_INCHES, is_at_edge
from tigersim.rules.victory import marker_worth

MAJOR_MARKER = 2
"""Size of the bridge as a marker."""
ON_THE_WAY = 0.6
"""Share of a goal that being near it is worth."""
THREATENED = 8
"""Inches from the bridge within which an attacker threatens to take it."""


@jit_inner
def in_a_zone(b, t):
    """Whether the deployment asked for is not the standard one.

    Its cells have to be listed then.
    """
    return t[0].zoned != 0 or b[0].scenario.column != 0 or b[0].phase == PHASE_ARRIVE


@jit_inner
def bring_on(b):
    """The dearest unit that waits comes on."""
    side = b[0].asked
    best, cost = NOBODY, -1
    for unit in slots_of(b, side):
        if waits(b, unit) and b[0].unit[unit].profile.cost > cost:
            best, cost = unit, b[0].unit[unit].profile.cost
    return pack(NAME, best, 0, 0, 0, 0)


@jit_inner
def hold_back(b):
    """Hold back no unit that may be there at the start; of too many the cheapest comes later."""
    if may_start_all(b, b[0].asked):
        return PASSING
    side = b[0].asked
    best, cost = NOBODY, 1 << 30
    for unit in slots_of(b, side):
        if may_be_held_back(b, unit) and b[0].unit[unit].profile.cost < cost:
            best, cost = unit, b[0].unit[unit].profile.cost
    return pack(NAME, best, 0, 0, 0, 0)


# --- goals -----------------------------------------------------------------------------------------------------------


@jit_inner
def has_goals(b):
    """Whether the scenario scores where units are."""
    return b[0].scenario.there_and_back != 0 or b[0].scenario.crossing != 0


@jit_inner
def goal_worth(b, t, unit, x, y):
    """VP that a cell is worth to a unit for its scenario's goal.

    What it scores there, or a share on the way.
    """
    side = side_of(unit)
    u = b[0].unit[unit]
    if b[0].scenario.there_and_back != 0 and side == attacker(b):
        bonus, depth = float(b[0].scenario.there_and_back), float(t[0].depth)
        there = max(rows_to_edge(b, t, 1 - side, y) - EDGE_INCHES, 0)
        back = max(rows_to_edge(b, t, side, y) - EDGE_INCHES, 0)
        if u.goal & WAS_THERE == 0 and there > 0:
            return 0.5 * ON_THE_WAY * bonus * (1.0 - there / depth)
        return bonus * (0.5 + 0.5 * ON_THE_WAY * (1.0 - back / depth)) if back > 0 else bonus
    if b[0].scenario.crossing != 0 and side != attacker(b):
        if is_across(b, t, side, x, y):
            return 2.0 * u.profile.cost / b[0].scale
        off = bridge_off(t, x, y)
        return 2.0 * ON_THE_WAY * (u.profile.cost / b[0].scale) * max(0.0, 1.0 - off / t[0].width)
    if b[0].scenario.capture_ends != 0:
        return ON_THE_WAY * marker_worth(MAJOR_MARKER) * max(0.0, 1.0 - bridge_off(t, x, y) / t[0].width)
    return 0.0


@jit_inner
def bridge_off(t, x, y):
    """Inches from a place to the middle of the bridge."""
    return math.sqrt(gap_squared(x, y, t[0].objective_x, t[0].objective_y))


@jit_inner
def presses_on(b, t, unit):
    """Whether the unit has still a way to go to its goal."""
    if not has_goals(b) or not on_table(b, unit):
        return False
    side = side_of(unit)
    u = b[0].unit[unit]
    if b[0].scenario.there_and_back != 0:
        home = is_at_edge(rows_to_edge(b, t, side, u.y))
        return side == attacker(b) and not (u.goal & WAS_THERE != 0 and home)
    if side != attacker(b):
        return not is_across(b, t, side, u.x, u.y)
    return t[0].kind[cell_at(t, u.x, u.y)] != BRIDGE


# --- the charge ------------------------------------------------------------------------------------------------------


@jit_inner
def blow_worth(b, t):
    """VP that the defender wins by ending the battle with the bridge.

    Its lead, and a bridge that is about to fall.  What its units on the far bank may still bring home is lost by it.
    """
    side = 1 - attacker(b)
    count_goals(b, t)
    mine, theirs = b[0].player[side], b[0].player[1 - side]
    worth = max((mine.vp + mine.goal_vp - theirs.vp - theirs.goal_vp) / b[0].scale, 0.0)
    for unit in enemies_of(b, side):
        u = b[0].unit[unit]
        if in_play(b, unit) and bridge_off(t, u.x, u.y) <= THREATENED:
            worth += marker_worth(MAJOR_MARKER)
            break
    for unit in slots_of(b, side):
        u = b[0].unit[unit]
        if in_play(b, unit) and not is_across(b, t, side, u.x, u.y):
            worth -= goal_worth(b, t, unit, u.x, u.y)
    return worth
