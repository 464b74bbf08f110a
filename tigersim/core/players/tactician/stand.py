"""Where a tactician stands: what can be done from a place, what can be done to it there, and who is near."""

from __future__ import annotations

import math

import numpy as np

from tigersim.core.actions import destination_cells, facing_of, legal_facings, pack
from tigersim.core.board import cell_at, sees
from tigersim.core.carrying import dismount_places
from tigersim.core.close_combat import strike_dice
from tigersim.core.compile.jit import jit_inner
from tigersim.core.enums import BUILDING, DESTINATION, MAIN, MAX_UNITS, NOBODY, PLACE, WOOD
from tigersim.core.follow import stays_with_group
from tigersim.core.geometry import facing_towards, gap_squared, in_front_arc
from tigersim.core.ground import is_free, position_at
from tigersim.core.layout import BANDS
from tigersim.core.players.looks import RIDE_INCHES, covers, find_foes, foe_within, is_landing_craft, wants_off
from tigersim.core.players.options import weigh
from tigersim.core.players.places import find_ride, on_table, point_towards, regroup_within
from tigersim.core.players.plans import goal_worth, has_goals, presses_on
from tigersim.core.players.seaborne import steer
from tigersim.core.players.tactician.markers import marker_gain, note_markers
from tigersim.core.players.tactician.worth import COVERED, FAR, PLAIN_BANDS, REAR, WAYS, burnt, make_pairs, taken
from tigersim.core.reach import in_reach_straight
from tigersim.core.regroup import nearest_enemy
from tigersim.core.units import MAY_LEAVE, cards_held
from tigersim.core.ways import NO_WAY, straight_way
from tigersim.core.weights import ATTACK, COMPANY, HIDDEN, LOADED, NEAR, SHOCK, THREAT
from tigersim.rules.close_combat import ASSAULT_INCHES
from tigersim.rules.fire import is_far
from tigersim.rules.follow import FOLLOW_INCHES
from tigersim.rules.recovery import REGROUP_INCHES
from tigersim.rules.switches import Facing, MoveUpTo, PivotToFire, RegroupDetails, RegroupLos

PASSING = 0
"""The packed form of PASS."""
SOME_PLACES, ALL_PLACES = 40, 96
"""How many places near by are thought of: to judge a move, and to make it."""
LENGTHS = np.array([6, 4, 2, 5, 3, 1])
"""In this order the lengths of the ways there, in sixths of the allowance."""
MOST_PLACES = 8
COMPANY_GAP = FOLLOW_INCHES * FOLLOW_INCHES
"""PT-FOLLOW-01: square of the inches within which units follow each other."""


@jit_inner
def prepare(b, t, w):
    """Look around before judging places, for the side that decides."""
    make_pairs(b, t, w)
    find_foes(b, t, w, b[0].asked)
    note_markers(b, t, w, b[0].asked)
    w[0].looker = NOBODY


@jit_inner
def outlook(b, t, w, unit, x, y, facing):
    """(best that a mean action takes from a foe, what all of them take from the unit, nearest gap squared), VP.

    ``facing``: as it stands, or NOBODY if it may turn as it likes.  After ``prepare``; a foe that is NOBODY is
    no more than a place to go to.
    """
    p, looks = b[0].unit[unit].profile, w[0]
    look_for(b, t, w, unit)
    turns = facing == NOBODY
    bound = not turns and p.forward_only[MAIN] != 0 and b[0].ruling.pivot_to_fire == PivotToFire.NO_PIVOT
    cell = cell_at(t, x, y)
    covered = hidden_by(b, t, unit, cell)
    attack, threat, nearest = 0.0, 0.0, 1 << 30
    for k in range(looks.foes):
        fx, fy = looks.foe_x[k], looks.foe_y[k]
        gap = gap_squared(x, y, fx, fy)
        nearest = min(nearest, gap)
        if looks.foe[k] == NOBODY:
            continue
        if gap <= ASSAULT_INCHES * ASSAULT_INCHES:
            attack = max(attack, looks.foe_melee[k, 0])
            threat += looks.foe_melee[k, 1]
        if not sees(t, cell, looks.foe_cell[k]):
            continue
        far = FAR if is_far(gap) else 0
        shown = turns or in_front_arc(facing, fx - x, fy - y, b[0].ruling.front_arc)
        threat += looks.foe_threat[k, far | covered | (0 if shown else REAR)]
        if bound and not shown:
            continue
        rear = 0 if in_front_arc(looks.foe_facing[k], x - fx, y - fy, b[0].ruling.front_arc) else REAR
        attack = max(attack, looks.foe_attack[k, far | rear])
    if b[0].unit[unit].aboard > 0:
        threat *= 1.0 + cost_aboard(b, unit) / max(p.cost, 1)  # who costs nothing (AMB-116) is no loss anyway
    return attack, threat, nearest


@jit_inner
def look_for(b, t, w, unit):
    """Note what the unit may do to every foe and he to it, and where its sound friends stand, unless that is noted."""
    if w[0].looker == unit:
        return
    w[0].looker = unit
    side, n = unit // MAX_UNITS, 0
    for other in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        o = b[0].unit[other]
        if other != unit and o.alive != 0 and o.placed != 0 and o.hits == 0:
            w[0].friend_x[n] = o.x
            w[0].friend_y[n] = o.y
            n += 1
    w[0].friends = n
    covered = COVERED if b[0].unit[unit].profile.terrain_cover != 0 else 0
    for k in range(w[0].foes):
        foe = w[0].foe[k]
        if foe == NOBODY:
            continue
        v = b[0].unit[foe]
        w[0].foe_facing[k] = v.facing
        w[0].foe_melee[k, 0] = strikes(b, w, unit, foe)
        w[0].foe_melee[k, 1] = strikes(b, w, foe, unit) if v.hits == 0 else 0.0
        loaded = 1.0 + w[0].tactics[side, LOADED] * cards_held(b, foe) if v.hits == 0 else 0.0
        hidden = hidden_by(b, t, foe, w[0].foe_cell[k])
        for way in (0, REAR, FAR, FAR | REAR):
            w[0].foe_attack[k, way] = taken(b, w, side, unit, foe, way | hidden)
            w[0].foe_threat[k, way] = loaded * taken(b, w, side, foe, unit, way)
            if covered != 0:
                w[0].foe_threat[k, way | covered] = loaded * taken(b, w, side, foe, unit, way | covered)
        if t[0].forts != 0:
            look_for_positions(b, w, unit, k, loaded, covered)
        if b[0].unit[unit].profile.flammable != 0 or v.profile.flammable != 0:
            look_for_flames(b, w, unit, k, loaded, hidden)


@jit_inner
def look_for_positions(b, w, unit, k, loaded, covered):
    """``look_for``: what a foe may do to the unit in the fortified positions of the table."""
    side, foe = unit // MAX_UNITS, w[0].foe[k]
    for band in range(PLAIN_BANDS, BANDS):
        if covered != 0 or band & COVERED == 0:
            w[0].foe_threat[k, band] = loaded * taken(b, w, side, foe, unit, band)


@jit_inner
def look_for_flames(b, w, unit, k, loaded, hidden):
    """``look_for``: the flamethrowers of squads, which reach as far as close combat and are counted with it.

    Roughly: whether there is a line of sight is not asked, nor what cover the unit has where it might go.
    """
    side, foe = unit // MAX_UNITS, w[0].foe[k]
    w[0].foe_melee[k, 0] = max(w[0].foe_melee[k, 0], burnt(b, w, side, unit, foe, flame_way(hidden)))
    w[0].foe_melee[k, 1] = max(w[0].foe_melee[k, 1], loaded * burnt(b, w, side, foe, unit, 0))


@jit_inner
def flame_way(hidden):
    """The way, as ``w.after_hits`` counts them, of a shot at the front of who is so ``hidden_by`` a cell."""
    return WAYS * (hidden // PLAIN_BANDS) + (hidden & COVERED)


@jit_inner
def hidden_by(b, t, unit, cell):
    """The bits of a band that tell how the unit is hidden in a cell: by terrain, by a fortified position."""
    kind = t[0].kind[cell]
    covered = b[0].unit[unit].profile.terrain_cover != 0 and (kind == WOOD or kind == BUILDING)
    return PLAIN_BANDS * position_at(t, cell) + (COVERED if covered else 0)


@jit_inner
def cost_aboard(b, unit):
    """VP of those whom the unit carries: what hits it hits them too (PT-CARRY-05)."""
    side, cost = unit // MAX_UNITS, 0
    for other in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if b[0].unit[other].alive != 0 and b[0].unit[other].carrier == unit:
            cost += b[0].unit[other].profile.cost
    return cost


@jit_inner
def strikes(b, w, unit, victim):
    """VP that the unit takes from an enemy by close combat with a mean card: red, or none."""
    p = b[0].unit[unit].profile
    if p.may_assault == 0:
        return 0.0
    dice = strike_dice(b, unit, victim, False)
    return 0.5 * w[0].mean_hit[min(p.melee_rerolls, 1), dice] * b[0].unit[victim].profile.cost


@jit_inner
def place_worth(b, t, w, unit, x, y, facing=NOBODY):
    """VP that standing in a cell is worth to the unit (after ``prepare``); ``facing`` as in ``outlook``."""
    weights = w[0].tactics[unit // MAX_UNITS]
    attack, threat, nearest = outlook(b, t, w, unit, x, y, facing)
    value = weights[ATTACK] * attack - weights[THREAT] * threat + weights[COMPANY] * company(w, x, y)
    cell = cell_at(t, x, y)
    if covers(b, t, unit, cell):
        value += weights[HIDDEN]
    armed = b[0].unit[unit].profile.armed.any() or b[0].unit[unit].profile.may_assault != 0
    if nearest > 64 and (armed or b[0].unit[unit].aboard > 0):
        value -= weights[NEAR] * (math.sqrt(nearest) - 8.0)
    if has_goals(b):
        value += goal_worth(b, t, unit, x, y)
    return value + marker_gain(b, t, w, unit, x, y)


@jit_inner
def most_worth(b, t, w, unit, pace):
    """More than any place within so many inches can be worth: nowhere in view and everybody in reach (a bound)."""
    weights = w[0].tactics[unit // MAX_UNITS]
    if t[0].markers > 0 or has_goals(b) or min(weights[THREAT], weights[LOADED], weights[SHOCK], weights[NEAR]) < 0.0:
        return 1e9  # it might draw a unit to be in view, or far off
    u = b[0].unit[unit]
    attack, reach = w[0].most_taken[unit], pace + ASSAULT_INCHES
    if u.profile.may_assault != 0:
        for k in range(w[0].foes):
            if gap_squared(u.x, u.y, w[0].foe_x[k], w[0].foe_y[k]) <= reach * reach:
                attack = max(attack, strikes(b, w, unit, w[0].foe[k]))
                if u.profile.flammable != 0:
                    way = flame_way(hidden_by(b, t, w[0].foe[k], w[0].foe_cell[k]))
                    attack = max(attack, burnt(b, w, unit // MAX_UNITS, unit, w[0].foe[k], way))
    return max(weights[ATTACK], 0.0) * attack + 2.0 * max(weights[COMPANY], 0.0) + max(weights[HIDDEN], 0.0)


@jit_inner
def company(w, x, y):
    """Friends near enough to follow the unit that looks, or to be followed: at most two count."""
    n = 0
    for k in range(w[0].friends):
        if gap_squared(x, y, w[0].friend_x[k], w[0].friend_y[k]) <= COMPANY_GAP:
            n += 1
            if n == 2:
                return n
    return n


@jit_inner
def best_facing(b, t, w, unit, x, y):
    """The facing that shows the front to those who can do most harm from behind; as it stands if nobody is there."""
    side = unit // MAX_UNITS
    cell = cell_at(t, x, y)
    covered = hidden_by(b, t, unit, cell)
    best, least = b[0].unit[unit].facing, 1e9
    for k in range(w[0].foes):
        facing = facing_towards(w[0].foe_x[k] - x, w[0].foe_y[k] - y)
        harm = 0.0
        for j in range(w[0].foes):
            fx, fy, foe = w[0].foe_x[j], w[0].foe_y[j], w[0].foe[j]
            gap = gap_squared(x, y, fx, fy)
            rear = 0 if in_front_arc(facing, fx - x, fy - y, b[0].ruling.front_arc) else REAR
            seen = 1.0 if sees(t, cell, w[0].foe_cell[j]) else 0.2
            harm += seen * taken(b, w, side, foe, unit, (FAR if is_far(gap) else 0) | rear | covered)
            if j == k:
                harm += 0.001 * math.sqrt(gap)  # of equals the nearest is faced
        if harm < least:
            best, least = facing, harm
    return best


@jit_inner
def go_to(b, t, w, unit, cell):
    """Go to a cell and show the front where it is needed."""
    return pack(PLACE, unit, 0, 0, cell, best_facing(b, t, w, unit, cell % t[0].width, cell // t[0].width))


@jit_inner
def place_near(b, t, unit, k, allowance):
    """The k-th place that is thought of: sixteen directions, every second first, at six lengths; (-1, -1) if none."""
    u = b[0].unit[unit]
    direction = (2 * k & 15) + (k >> 3 & 1)
    x, y = point_towards(u.x, u.y, direction, LENGTHS[k // 16] * allowance // 6)
    return (x, y) if on_table(t, x, y) and is_free(b, cell_at(t, x, y)) else (-1, -1)


@jit_inner
def best_place(b, t, w, unit, allowance, road_bonus, places):
    """(cell, worth) of the best of so many places near by and of staying; cell -1 if there is none."""
    u = b[0].unit[unit]
    following = b[0].group.at > 1
    asked_why = w[0].explaining != 0 and b[0].ask == DESTINATION
    best_cell, best = -1, -1e9
    if b[0].ruling.move_up_to == MoveUpTo.UP_TO and not (following and not stays_with_group(b, unit, u.x, u.y)):
        best_cell = cell_at(t, u.x, u.y)
        best = place_worth(b, t, w, unit, u.x, u.y)
        if asked_why:
            weigh(w, go_to(b, t, w, unit, best_cell), best)
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
    return best_cell, best


@jit_inner
def list_places(b, t, w, most):
    """The most promising cells that the unit may move to now, into ``w.cells``; returns their number, at most eight."""
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
    cell, _ = best_place(b, t, w, unit, b[0].allowance, b[0].road_bonus, ALL_PLACES)
    if cell < 0 or b[0].ruling.facing == Facing.MOVEMENT_DIRECTION or presses_on(b, t, unit):
        return best_listed(b, t, w, unit, destination_cells(b, t, w, unit))
    return go_to(b, t, w, unit, cell)


@jit_inner
def best_listed(b, t, w, unit, n):
    """The best of the ``n`` cells in ``w.cells``, facing the enemy as far as the way there allows (AMB-32)."""
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
    """Get off near the enemy, where it is best to stand; ride on while he is far."""
    if not wants_off(b, t, w, unit):
        return PASSING
    n = destination_cells(b, t, w, unit)
    return PASSING if n == 0 else best_listed(b, t, w, unit, n)


@jit_inner
def dismount(b, t, w):
    """Thrown off: to the best of the places; who may stay in his half-track stays."""
    unit = b[0].subject
    if b[0].unit[unit].leaving == MAY_LEAVE:
        return PASSING
    n = dismount_places(b, t, w, unit)
    return best_listed(b, t, w, unit, n)


@jit_inner
def regroup(b, t, w):
    """Withdraw straight to where least can be done to it; the extra die is worth it wherever it is open."""
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
            if not on_table(t, x, y) or not is_free(b, cell_at(t, x, y)):
                continue
            if gap_squared(x, y, v.x, v.y) <= near or straight_way(b, t, unit, x, y, enemy) == NO_WAY:
                continue
            value = place_worth(b, t, w, unit, x, y)
            if w[0].explaining != 0:
                weigh(w, go_to(b, t, w, unit, cell_at(t, x, y)), value)
            if value > best:
                best_cell, best = cell_at(t, x, y), value
    return PASSING if best_cell < 0 else go_to(b, t, w, unit, best_cell)
