"""Where a player of rules of thumb goes: destinations, carriers, withdrawals, deployment."""

import math

import numpy as np

from tigersim.core.board import cell_at
from tigersim.core.boarding import can_board_straight
from tigersim.core.carrying import dismount_places, has_berth
from tigersim.core.codes import PASSING, facing_of, pack
from tigersim.core.compile.jit import jit_inner
from tigersim.core.crossing import may_set_up
from tigersim.core.decisions.places import legal_cells, legal_facings
from tigersim.core.enums import BOARD, NOBODY, PLACE
from tigersim.core.follow import destination_cells, may_board_with_group, stays_with_group
from tigersim.core.geometry import FACING_NORTH, FACING_SOUTH, FACING_X, FACING_Y, facing_towards, gap_squared, is_cell
from tigersim.core.ground import is_free
from tigersim.core.layout import MAX_CELLS
from tigersim.core.players.scenario_goals import goal_worth, has_goals, in_a_zone, presses_on
from tigersim.core.players.surroundings import (
    RIDE_INCHES,
    count_foes,
    covers,
    find_foes,
    foe_within,
    hiding_dice,
    is_landing_craft,
    longest_range,
    wants_off,
)
from tigersim.core.players.transports import embarkation, steer
from tigersim.core.players.uniform import pick
from tigersim.core.reach import in_reach_straight
from tigersim.core.regroup import nearest_enemy, regroup_cells
from tigersim.core.sides import side_of, slots_of
from tigersim.core.straight_paths import NO_WAY, straight_way
from tigersim.core.units import MAY_LEAVE
from tigersim.core.zones import deployment_rows
from tigersim.rules.recovery import REGROUP_INCHES
from tigersim.rules.switches import Facing, MoveUpTo, RegroupDetails, RegroupLos

DEPLOYMENT_TRIES = 4
IN_A_HURRY = 0.1
"""Part of its care not to be seen that a unit without weapons keeps on the way to its goal."""
WAY_X = FACING_X / np.sqrt(FACING_X**2 + FACING_Y**2)
"""East part of a step of one inch in the direction of facing k."""
WAY_Y = FACING_Y / np.sqrt(FACING_X**2 + FACING_Y**2)


@jit_inner
def place_worth(b, t, w, unit, x, y, reach):
    """Worth of standing in a cell.

    A target in reach, cover, not seen by many, not far from the enemy.
    """
    targets, seen, nearest = count_foes(t, w, x, y, reach)
    weights = w[0].heuristic[side_of(unit)]
    goal = goal_worth(b, t, unit, x, y) if has_goals(b) else 0.0
    if reach == 0:
        if b[0].unit[unit].aboard > 0:  # bring them up
            return goal - weights.laden_seen_by * seen - weights.far_off * math.sqrt(nearest)
        return goal - (IN_A_HURRY if goal > 0.0 else 1.0) * seen
    worth = goal - weights.seen_by * seen
    if targets > 0:
        worth += 1.0
    if covers(b, t, unit, cell_at(t, x, y)):
        worth += weights.in_cover
    if nearest > 64:
        worth -= weights.far_off * (math.sqrt(nearest) - 8.0)
    return worth


@jit_inner
def facing_enemy(b, x, y, goal):
    """The facing from a cell towards an enemy."""
    if goal == NOBODY:  # they are still to come
        return 4
    v = b[0].unit[goal]
    return facing_towards(v.x - x, v.y - y)


@jit_inner
def best_reach(b, unit):
    """Inches within which the unit shoots with all its dice.

    12 for light guns and foot, 99 for others, 0 unarmed.
    """
    p = b[0].unit[unit].profile
    if p.armed[0] != 0 and p.black_far[0] < p.black_near[0]:
        return 12
    return longest_range(b, unit)


@jit_inner
def destination(b, t, w):
    """The best destination of a move, or a ride.

    Sixteen directions at full length and eight at half, staying and turning are looked at.
    """
    unit = b[0].subject
    u = b[0].unit[unit]
    reach = best_reach(b, unit)
    find_foes(b, t, w, side_of(unit))
    if u.carrier != NOBODY:
        return get_off(b, t, w, unit, reach)
    if is_landing_craft(b, t, unit):
        return steer(b, t, w, unit)
    if u.profile.load != 0 and not foe_within(w, u.x, u.y, RIDE_INCHES):
        ride = find_ride(b, t, w, unit)
        if ride != PASSING:
            return ride
    if presses_on(b, t, unit):  # the straight way may not be the way
        return best_listed(b, t, w, unit, destination_cells(b, t, w, unit), reach)
    following = b[0].group.at > 1
    best_x, best_y, best = -1, -1, -1e9
    if b[0].ruling.move_up_to == MoveUpTo.UP_TO and not (following and not stays_with_group(b, unit, u.x, u.y)):
        best_x, best_y = u.x, u.y
        best = place_worth(b, t, w, unit, best_x, best_y, reach)
    for k in range(24):
        inches = b[0].allowance if k < 16 else b[0].allowance // 2
        x, y = point_towards(u.x, u.y, k if k < 16 else 2 * k - 32, inches)
        if not is_cell(t, x, y) or (following and not stays_with_group(b, unit, x, y)):
            continue
        worth = place_worth(b, t, w, unit, x, y, reach)
        if worth > best and in_reach_straight(b, t, unit, x, y, b[0].allowance, b[0].road_bonus):
            best, best_x, best_y = worth, x, y
    if best_x < 0 or b[0].ruling.facing == Facing.MOVEMENT_DIRECTION:
        return best_listed(b, t, w, unit, destination_cells(b, t, w, unit), reach)
    return place(b, t, unit, cell_at(t, best_x, best_y))


@jit_inner
def place(b, t, unit, cell):
    """Go to a cell and look at the nearest enemy, if there is one on the table."""
    x, y = cell % t[0].width, cell // t[0].width
    enemy = nearest_enemy(b, unit)
    facing = b[0].unit[unit].facing if enemy == NOBODY else facing_enemy(b, x, y, enemy)
    return pack(PLACE, unit, 0, 0, cell, facing)


@jit_inner
def best_listed(b, t, w, unit, n, reach):
    """The best of the ``n`` cells in ``w.cells``.

    It faces the enemy as far as the way there allows (AMB-32).
    """
    best, best_worth = w[0].cells[0], -1e9
    for k in range(n):
        cell = w[0].cells[k]
        worth = place_worth(b, t, w, unit, cell % t[0].width, cell // t[0].width, reach)
        if worth > best_worth:
            best, best_worth = cell, worth
    facings = legal_facings(b, t, w, best)
    wanted = place(b, t, unit, best)
    if (facings >> facing_of(wanted)) & 1 != 0:
        return wanted
    facing = 0
    while (facings >> facing) & 1 == 0:
        facing += 1
    return pack(PLACE, unit, 0, 0, best, facing)


@jit_inner
def get_off(b, t, w, unit, reach):
    """Get off near the enemy, where it is best to stand; ride on while it is far."""
    if not wants_off(b, t, w, unit):
        return PASSING
    n = destination_cells(b, t, w, unit)
    return PASSING if n == 0 else best_listed(b, t, w, unit, n, reach)


@jit_inner
def find_ride(b, t, w, unit):
    """A carrier with room that a straight move reaches, or PASSING."""
    side = side_of(unit)
    for vehicle in slots_of(b, side):
        with_group = may_board_with_group(b, unit, vehicle, b[0].group.at > 1)
        if with_group and has_berth(b, unit, vehicle) and b[0].unit[vehicle].profile.immobile == 0:
            v = b[0].unit[vehicle]
            if can_board_straight(b, t, unit, v.x, v.y, b[0].allowance, b[0].road_bonus):
                return pack(BOARD, unit, vehicle, 0, 0, 0)
    return PASSING


@jit_inner
def dismount(b, t, w):
    """Thrown off: to the best of the places; a unit that may stay in its half-track stays."""
    unit = b[0].subject
    if b[0].unit[unit].leaving == MAY_LEAVE:
        return PASSING
    find_foes(b, t, w, side_of(unit))
    n = dismount_places(b, t, w, unit)
    return best_listed(b, t, w, unit, n, best_reach(b, unit))


@jit_inner
def point_towards(x, y, k, inches):
    """The cell at most so many inches away in the direction of facing k."""
    return x + int(inches * WAY_X[k]), y + int(inches * WAY_Y[k])


@jit_inner
def regroup(b, t, w):
    """Withdraw straight to the place that the fewest enemies see.

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
    find_foes(b, t, w, side_of(unit))
    best_x, best_y, best = -1, -1, 99
    for k in range(16):
        for inches in range(REGROUP_INCHES, 0, -3):
            x, y = point_towards(u.x, u.y, k, inches)
            if not is_cell(t, x, y) or not is_free(b, cell_at(t, x, y)):
                continue
            if gap_squared(x, y, v.x, v.y) <= near:
                continue
            _, seen, _ = count_foes(t, w, x, y, 0)
            exposure = 2 * seen - (1 if covers(b, t, unit, cell_at(t, x, y)) else 0)
            if exposure < best and straight_way(b, t, unit, x, y, enemy) != NO_WAY:  # the dearer look comes last
                best_x, best_y, best = x, y, exposure
    if best_x < 0:
        return PASSING
    return pack(PLACE, unit, 0, 0, cell_at(t, best_x, best_y), facing_enemy(b, best_x, best_y, enemy))


@jit_inner
def regroup_within(b, t, w, unit, enemy):
    """``regroup`` among the listed places, where a ruling narrows them (AMB-97, AMB-98)."""
    find_foes(b, t, w, side_of(unit))
    best, least = NOBODY, 99
    for k in range(regroup_cells(b, t, w, unit)):
        cell = w[0].cells[k]
        _, seen, _ = count_foes(t, w, cell % t[0].width, cell // t[0].width, 0)
        exposure = 2 * seen - (1 if covers(b, t, unit, cell) else 0)
        if exposure < least:
            best, least = cell, exposure
    if best < 0:
        return PASSING
    facing = facing_enemy(b, best % t[0].width, best // t[0].width, enemy)
    return pack(PLACE, unit, 0, 0, best, facing)


@jit_inner
def positions_within(t, first, last):
    """How many fortified positions lie from one row of the table to before another."""
    n = 0
    if t[0].forts != 0:
        for cell in range(first * t[0].width, last * t[0].width):
            if t[0].fort[cell] != 0:
                n += 1
    return n


@jit_inner
def position_of(t, first, k):
    """The cell of the k-th fortified position from a row of the table on, counted from 1."""
    cell = first * t[0].width - 1
    while k > 0:
        cell += 1
        if t[0].fort[cell] != 0:
            k -= 1
    return cell


@jit_inner
def deploy(b, t, w):
    """The best of a few random places and of the positions.

    Infantry in cover and forward, the unarmed far back.  All face the enemy.
    """
    unit, side = b[0].subject, b[0].asked
    ride = embarkation(b, t, unit)
    if ride != PASSING:
        return ride
    first, last = deployment_rows(b, t, side)
    width = t[0].width
    north = b[0].player[side].north != 0
    armed = longest_range(b, unit) > 0
    weights = w[0].heuristic[side]
    forwards = weights.deploy_forward if armed else -weights.deploy_back
    if is_landing_craft(b, t, unit):
        forwards = weights.deploy_back
    best, best_worth = -1, -1e9
    tries, positions = 0, positions_within(t, first, last)
    listed = in_a_zone(b, t)
    choices = legal_cells(b, t, w) if listed else 0
    while tries < DEPLOYMENT_TRIES + positions or best < 0:
        tries += 1
        n = MAX_CELLS if listed else (last - first) * width
        if listed:
            cell = w[0].cells[pick(b, n) % choices]
        elif DEPLOYMENT_TRIES < tries <= DEPLOYMENT_TRIES + positions:
            cell = position_of(t, first, tries - DEPLOYMENT_TRIES)
        else:
            cell = first * width + pick(b, n)
        if not listed and not may_set_up(b, t, unit, cell):
            continue
        row = cell // width
        forward = last - 1 - row if north else row - first
        worth = forwards * forward + weights.deploy_cover * hiding_dice(b, t, unit, cell)
        if has_goals(b):
            worth += goal_worth(b, t, unit, cell % width, row)
        if worth > best_worth:
            best, best_worth = cell, worth
    return pack(PLACE, unit, 0, 0, best, FACING_SOUTH if north else FACING_NORTH)
