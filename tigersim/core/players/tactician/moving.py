"""Where a tactician sends a unit.

The best place by move, ride, dismount or withdrawal, and the way it faces.
"""

import math

import numpy as np

from tigersim.core.board import cell_at, sees
from tigersim.core.carrying import dismount_places
from tigersim.core.codes import PASSING, facing_of, pack
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.decisions.places import legal_facings
from tigersim.core.enums import DESTINATION, NOBODY, PLACE
from tigersim.core.follow import destination_cells, stays_with_group
from tigersim.core.geometry import facing_towards, gap_squared, in_front_arc, is_cell
from tigersim.core.ground import is_free
from tigersim.core.players.places import find_ride, point_towards, regroup_within
from tigersim.core.players.scenario_goals import presses_on
from tigersim.core.players.surroundings import RIDE_INCHES, foe_within, is_landing_craft, wants_off
from tigersim.core.players.tactician.fire_values import FAR, REAR, taken
from tigersim.core.players.tactician.outlook import (
    NO_BOUND,
    hidden_by,
    most_worth,
    note_prospects,
    place_worth,
    prepare,
    set_floor,
)
from tigersim.core.players.tactician.recall import may_recall_places, move_of, place_of, question, tells
from tigersim.core.players.transports import steer
from tigersim.core.players.weighing import weigh
from tigersim.core.reach import in_reach_straight
from tigersim.core.regroup import nearest_enemy
from tigersim.core.sides import side_of
from tigersim.core.straight_paths import NO_WAY, straight_way
from tigersim.core.units import MAY_LEAVE
from tigersim.rules.fire import is_far
from tigersim.rules.recovery import REGROUP_INCHES
from tigersim.rules.switches import Facing, MoveUpTo, RegroupDetails, RegroupLos

SOME_PLACES, ALL_PLACES = 24, 64
"""How many places near by are thought of: to judge a move, and to make it."""
FEW_PLACES = 12
"""To judge a move that is only imagined."""
LENGTHS = np.array([6, 4, 2, 5, 3, 1])
"""In this order the lengths of the ways there, in sixths of the allowance."""
MOST_PLACES = 8


@jit_inner
def best_facing(b, t, w, unit, x, y):
    """The facing that shows the front to the foes that can do most harm from behind.

    As it stands if there are none.
    """
    note_harm(b, t, w, unit, x, y)
    best, least = b[0].unit[unit].facing, 1e9
    for k in range(w[0].foes):
        facing = facing_towards(w[0].foe_x[k] - x, w[0].foe_y[k] - y)
        harm = 0.0
        for j in range(w[0].foes):
            shown = in_front_arc(facing, w[0].foe_x[j] - x, w[0].foe_y[j] - y, b[0].ruling.front_arc)
            harm += w[0].foe_harm[j, 0 if shown else 1]
            if j == k:  # of equals the nearest is faced
                harm += 0.001 * math.sqrt(gap_squared(x, y, w[0].foe_x[j], w[0].foe_y[j]))
        if harm < least:
            best, least = facing, harm
    return best


@jit_inner
def note_harm(b, t, w, unit, x, y):
    """VP that every foe may take from the unit in a cell, at its front and from behind, into ``w.foe_harm``."""
    side, cell = side_of(unit), cell_at(t, x, y)
    covered = hidden_by(b, t, unit, cell)
    for k in range(w[0].foes):
        foe = w[0].foe[k]
        far = FAR if is_far(gap_squared(x, y, w[0].foe_x[k], w[0].foe_y[k])) else 0
        seen = 1.0 if sees(t, cell, w[0].foe_cell[k]) else 0.2
        w[0].foe_harm[k, 0] = seen * taken(b, w, side, foe, unit, far | covered)
        w[0].foe_harm[k, 1] = seen * taken(b, w, side, foe, unit, far | REAR | covered)


@jit_inner
def go_to(b, t, w, unit, cell):
    """Go to a cell and show the front where it is needed."""
    return pack(PLACE, unit, 0, 0, cell, best_facing(b, t, w, unit, cell % t[0].width, cell // t[0].width))


@jit_inner
def place_near(b, t, unit, k, allowance):
    """The k-th place that is thought of.

    Sixteen directions, every second first, at six lengths; (-1, -1) if none.
    """
    u = b[0].unit[unit]
    direction = (2 * k & 15) + (k >> 3 & 1)
    x, y = point_towards(u.x, u.y, direction, LENGTHS[k // 16] * allowance // 6)
    return (x, y) if is_cell(t, x, y) and is_free(b, cell_at(t, x, y)) else (-1, -1)


@jit_inner
def best_place(b, t, w, unit, allowance, road_bonus, places, floor):
    """(cell, worth) of the best of so many places near by and of staying.

    Cell -1 if there is none.

    ``floor``: VP; which is best of the places that are worth less is of no interest.
    """
    if not may_recall_places(b, t, w):
        return find_best_place(b, t, w, unit, allowance, road_bonus, places, floor)
    code = question(w, unit, move_of(b, allowance, road_bonus, places))
    kept = w[0].kept_place[place_of(code)]
    if kept.situation != code or not tells(kept, floor):
        cell, worth = find_best_place(b, t, w, unit, allowance, road_bonus, places, floor)
        kept.situation, kept.cell, kept.floor = code, cell, floor
        kept.worth = worth if worth > floor else -NO_BOUND
    return kept.cell, kept.worth


@jit_inner
def gain_of_place(b, t, w, unit, pace, least):
    """VP by which the best of some places within a move is better than where the unit stands.

    0 if it is not more than ``least``.
    """
    if not may_recall_places(b, t, w):
        here, there = staying_and_going(b, t, w, unit, pace, least)
        return there - here if there > -NO_BOUND else 0.0
    code = question(w, unit, move_of(b, pace, 0, places_to_judge(w)))
    kept = w[0].kept_place[place_of(code)]
    if kept.situation != code or not tells(kept, kept.here + least):
        kept.situation = code
        kept.here, kept.worth = staying_and_going(b, t, w, unit, pace, least)
        kept.floor = kept.here + least
    return kept.worth - kept.here if kept.worth > kept.here + least else 0.0


@jit_inline
def places_to_judge(w):
    """How many places near by are thought of to judge a move."""
    return FEW_PLACES if w[0].trying != 0 else SOME_PLACES


@jit_inner
def staying_and_going(b, t, w, unit, pace, least):
    """VP of where a unit stands, and of the best of some places within a move.

    The second is -NO_BOUND if it is not more than ``least`` better.
    """
    u = b[0].unit[unit]
    here = place_worth(b, t, w, unit, u.x, u.y, u.facing)
    if most_worth(b, t, w, unit, pace) - here <= least and w[0].explaining == 0:
        return here, -NO_BOUND
    _, there = find_best_place(b, t, w, unit, pace, 0, places_to_judge(w), here + least)
    return here, there if there > here + least or w[0].explaining != 0 else -NO_BOUND


@jit_inner
def find_best_place(b, t, w, unit, allowance, road_bonus, places, floor):
    """``best_place``, looked for."""
    u = b[0].unit[unit]
    following = b[0].group.at > 1
    asked_why = w[0].explaining != 0 and b[0].ask == DESTINATION
    best_cell, best = -1, -1e9
    if b[0].ruling.move_up_to == MoveUpTo.UP_TO and not (following and not stays_with_group(b, unit, u.x, u.y)):
        best_cell = cell_at(t, u.x, u.y)
        best = place_worth(b, t, w, unit, u.x, u.y)
        if asked_why:
            weigh(w, go_to(b, t, w, unit, best_cell), best)
    note_prospects(b, t, w, unit)
    bound = most_worth(b, t, w, unit, allowance + road_bonus)
    set_floor(w, bound, max(best, floor))
    for k in range(places):
        x, y = place_near(b, t, unit, k, allowance)
        if x < 0 or (following and not stays_with_group(b, unit, x, y)):
            continue
        value = place_worth(b, t, w, unit, x, y)
        if (value > best or asked_why) and in_reach_straight(b, t, unit, x, y, allowance, road_bonus):
            if asked_why:
                weigh(w, go_to(b, t, w, unit, cell_at(t, x, y)), value)
            if value > best:
                best, best_cell = value, cell_at(t, x, y)
                set_floor(w, bound, max(best, floor))
    set_floor(w, NO_BOUND, 0.0)
    return best_cell, best


@jit_inner
def list_places(b, t, w, most):
    """The most promising cells that the unit may move to now, into ``w.cells``.

    Returns their number, at most eight.
    """
    unit = b[0].subject
    u = b[0].unit[unit]
    if (
        u.carrier != NOBODY
        or b[0].ruling.move_up_to != MoveUpTo.UP_TO
        or b[0].ruling.facing == Facing.MOVEMENT_DIRECTION
        or is_landing_craft(b, t, unit)
    ):
        return 0
    prepare(b, t, w)
    following = b[0].group.at > 1
    n = 0
    for k in range(-1, ALL_PLACES):
        x, y = (u.x, u.y) if k < 0 else place_near(b, t, unit, k, b[0].allowance)
        if x < 0 or (following and not stays_with_group(b, unit, x, y)):
            continue
        if k >= 0 and not in_reach_straight(b, t, unit, x, y, b[0].allowance, b[0].road_bonus):
            continue
        value = place_worth(b, t, w, unit, x, y)
        if n == min(most, MOST_PLACES) and value <= w[0].option_worth[n - 1]:
            continue
        j = n if n < min(most, MOST_PLACES) else n - 1
        n = max(n, j + 1)
        while j > 0 and value > w[0].option_worth[j - 1]:
            w[0].option_worth[j] = w[0].option_worth[j - 1]
            w[0].cells[j] = w[0].cells[j - 1]
            j -= 1
        w[0].option_worth[j] = value
        w[0].cells[j] = cell_at(t, x, y)
    w[0].option_worth[:] = 0.0
    return n


@jit_inner
def destination(b, t, w):
    """The best place within reach, or a ride."""
    unit = b[0].subject
    u = b[0].unit[unit]
    if u.carrier != NOBODY:
        return get_off(b, t, w, unit)
    if is_landing_craft(b, t, unit):
        return steer(b, t, w, unit)
    if u.profile.load != 0 and not foe_within(w, u.x, u.y, RIDE_INCHES):
        ride = find_ride(b, t, w, unit)
        if ride != PASSING:
            return ride
    cell, _ = best_place(b, t, w, unit, b[0].allowance, b[0].road_bonus, ALL_PLACES, -NO_BOUND)
    if cell < 0 or b[0].ruling.facing == Facing.MOVEMENT_DIRECTION or presses_on(b, t, unit):
        return best_listed(b, t, w, unit, destination_cells(b, t, w, unit))
    return go_to(b, t, w, unit, cell)


@jit_inner
def best_listed(b, t, w, unit, n):
    """The best of the ``n`` cells in ``w.cells``.

    It faces the enemy as far as the way there allows (AMB-32).
    """
    best, best_worth = w[0].cells[0], -1e9
    for k in range(n):
        cell = w[0].cells[k]
        value = place_worth(b, t, w, unit, cell % t[0].width, cell // t[0].width)
        if w[0].explaining != 0:
            weigh(w, go_to(b, t, w, unit, cell), value)
        if value > best_worth:
            best, best_worth = cell, value
    facings = legal_facings(b, t, w, best)
    wanted = go_to(b, t, w, unit, best)
    if (facings >> facing_of(wanted)) & 1 != 0:
        return wanted
    facing = 0
    while (facings >> facing) & 1 == 0:
        facing += 1
    return pack(PLACE, unit, 0, 0, best, facing)


@jit_inner
def get_off(b, t, w, unit):
    """Get off near the enemy, where it is best to stand; ride on while it is far."""
    if not wants_off(b, t, w, unit):
        return PASSING
    n = destination_cells(b, t, w, unit)
    return PASSING if n == 0 else best_listed(b, t, w, unit, n)


@jit_inner
def dismount(b, t, w):
    """Thrown off: to the best of the places; a unit that may stay in its half-track stays."""
    unit = b[0].subject
    if b[0].unit[unit].leaving == MAY_LEAVE:
        return PASSING
    n = dismount_places(b, t, w, unit)
    return best_listed(b, t, w, unit, n)


@jit_inner
def regroup(b, t, w):
    """Withdraw straight to where least can be done to it.

    The extra die is worth it wherever it is open.
    """
    unit = b[0].subject
    u = b[0].unit[unit]
    enemy = nearest_enemy(b, unit)
    if (
        b[0].ruling.regroup_details == RegroupDetails.EXACTLY_6
        or b[0].ruling.regroup_details == RegroupDetails.ALL_ENEMIES
        or b[0].ruling.regroup_los == RegroupLos.MANDATORY_IF_POSSIBLE
    ):
        return regroup_within(b, t, w, unit, enemy)
    v = b[0].unit[enemy]
    near = gap_squared(u.x, u.y, v.x, v.y)
    best_cell, best = -1, -1e9
    for k in range(16):
        for inches in range(REGROUP_INCHES, 0, -3):
            x, y = point_towards(u.x, u.y, k, inches)
            if not is_cell(t, x, y) or not is_free(b, cell_at(t, x, y)):
                continue
            if gap_squared(x, y, v.x, v.y) <= near or straight_way(b, t, unit, x, y, enemy) == NO_WAY:
                continue
            value = place_worth(b, t, w, unit, x, y)
            if w[0].explaining != 0:
                weigh(w, go_to(b, t, w, unit, cell_at(t, x, y)), value)
            if value > best:
                best_cell, best = cell_at(t, x, y), value
    return PASSING if best_cell < 0 else go_to(b, t, w, unit, best_cell)
