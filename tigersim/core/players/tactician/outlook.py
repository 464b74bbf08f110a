"""What a tactician makes of a place.

What a unit can do from there, what can be done to it, and who is near.
"""

import math

from tigersim.core.board import cell_at, sees
from tigersim.core.close_combat import strike_dice
from tigersim.core.compile.jit import jit_inner
from tigersim.core.enums import BUILDING, MAIN, NOBODY, WOOD
from tigersim.core.geometry import gap_squared, in_front_arc
from tigersim.core.ground import position_at
from tigersim.core.layout import BANDS
from tigersim.core.players.scenario_goals import goal_worth, has_goals
from tigersim.core.players.surroundings import covers, find_foes
from tigersim.core.players.tactician.fire_values import COVERED, FAR, PLAIN_BANDS, REAR, WAYS, burnt, make_pairs, taken
from tigersim.core.players.tactician.markers import marker_gain, note_markers
from tigersim.core.sides import side_of, slots_of
from tigersim.core.units import cards_held
from tigersim.rules.close_combat import ASSAULT_INCHES
from tigersim.rules.fire import is_far
from tigersim.rules.follow import FOLLOW_INCHES
from tigersim.rules.switches import PivotToFire

COMPANY_GAP = FOLLOW_INCHES * FOLLOW_INCHES
"""PT-FOLLOW-01: square of the inches within which units follow each other."""


@jit_inner
def prepare(b, t, w):
    """Look around before judging places, for the side that decides."""
    make_pairs(b, t, w)
    find_foes(b, t, w, b[0].asked)
    note_markers(b, t, w, b[0].asked)
    w[0].viewer = NOBODY


@jit_inner
def outlook(b, t, w, unit, x, y, facing):
    """What a place offers and threatens, VP.

    (Best that a mean action takes from a foe, what all of them take from the unit, nearest gap squared, draw.)

    ``facing``: as it stands, or NOBODY if it may turn as it likes.  After ``prepare``; a foe that is NOBODY is no more
    than a place to go to.
    """
    p, work = b[0].unit[unit].profile, w[0]
    note_prospects(b, t, w, unit)
    turns = facing == NOBODY
    bound = not turns and p.forward_only[MAIN] != 0 and b[0].ruling.pivot_to_fire == PivotToFire.NO_PIVOT
    cell = cell_at(t, x, y)
    covered = hidden_by(b, t, unit, cell)
    attack, threat, nearest = 0.0, 0.0, 1 << 30
    for k in range(work.foes):
        fx, fy = work.foe_x[k], work.foe_y[k]
        gap = gap_squared(x, y, fx, fy)
        nearest = min(nearest, gap)
        if work.foe[k] == NOBODY:
            continue
        if gap <= ASSAULT_INCHES * ASSAULT_INCHES:
            attack = max(attack, work.foe_melee[k, 0])
            threat += work.foe_melee[k, 1]
        if not sees(t, cell, work.foe_cell[k]):
            continue
        far = FAR if is_far(gap) else 0
        shown = turns or in_front_arc(facing, fx - x, fy - y, b[0].ruling.front_arc)
        threat += work.foe_threat[k, far | covered | (0 if shown else REAR)]
        if bound and not shown:
            continue
        rear = 0 if in_front_arc(work.foe_facing[k], x - fx, y - fy, b[0].ruling.front_arc) else REAR
        attack = max(attack, work.foe_attack[k, far | rear])
    if b[0].unit[unit].aboard > 0:
        threat *= 1.0 + cost_aboard(b, unit) / max(p.cost, 1)  # a carrier without a cost (AMB-116) is no loss anyway
    return attack, threat, nearest


@jit_inner
def note_prospects(b, t, w, unit):
    """Note what the unit and its foes may do to each other, and where sound friends are.

    Unless it is noted.
    """
    if w[0].viewer == unit:
        return
    w[0].viewer = unit
    side, n = side_of(unit), 0
    for other in slots_of(b, side):
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
        loaded = 1.0 + w[0].tactician[side].loaded * cards_held(b, foe) if v.hits == 0 else 0.0
        hidden = hidden_by(b, t, foe, w[0].foe_cell[k])
        for way in (0, REAR, FAR, FAR | REAR):
            w[0].foe_attack[k, way] = taken(b, w, side, unit, foe, way | hidden)
            w[0].foe_threat[k, way] = loaded * taken(b, w, side, foe, unit, way)
            if covered != 0:
                w[0].foe_threat[k, way | covered] = loaded * taken(b, w, side, foe, unit, way | covered)
        if t[0].forts != 0:
            note_positions(b, w, unit, k, loaded, covered)
        if b[0].unit[unit].profile.flammable != 0 or v.profile.flammable != 0:
            note_flames(b, w, unit, k, loaded, hidden)


@jit_inner
def note_positions(b, w, unit, k, loaded, covered):
    """``note_prospects``: what a foe may do to the unit in the fortified positions of the table."""
    side, foe = side_of(unit), w[0].foe[k]
    for band in range(PLAIN_BANDS, BANDS):
        if covered != 0 or band & COVERED == 0:
            w[0].foe_threat[k, band] = loaded * taken(b, w, side, foe, unit, band)


@jit_inner
def note_flames(b, w, unit, k, loaded, hidden):
    """``note_prospects``.

    The flamethrowers of squads, which reach as far as close combat and are counted with it.

    Roughly: whether there is a line of sight is not asked, nor what cover the unit has where it might go.
    """
    side, foe = side_of(unit), w[0].foe[k]
    w[0].foe_melee[k, 0] = max(w[0].foe_melee[k, 0], burnt(b, w, side, unit, foe, flame_way(hidden)))
    w[0].foe_melee[k, 1] = max(w[0].foe_melee[k, 1], loaded * burnt(b, w, side, foe, unit, 0))


@jit_inner
def flame_way(hidden):
    """The way of a shot at the front of a target so ``hidden_by`` a cell.

    As ``w.after_hits`` counts ways.
    """
    return WAYS * (hidden // PLAIN_BANDS) + (hidden & COVERED)


@jit_inner
def hidden_by(b, t, unit, cell):
    """The bits of a band that tell how the unit is hidden in a cell.

    By terrain, by a fortified position.
    """
    kind = t[0].kind[cell]
    covered = b[0].unit[unit].profile.terrain_cover != 0 and (kind == WOOD or kind == BUILDING)
    return PLAIN_BANDS * position_at(t, cell) + (COVERED if covered else 0)


@jit_inner
def cost_aboard(b, unit):
    """VP of the units that the unit carries: what hits it hits them too (PT-CARRY-05)."""
    side, cost = side_of(unit), 0
    for other in slots_of(b, side):
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
    """VP that standing in a cell is worth to the unit (after ``prepare``).

    ``facing`` as in ``outlook``.
    """
    weights = w[0].tactician[side_of(unit)]
    attack, threat, nearest = outlook(b, t, w, unit, x, y, facing)
    value = weights.attack * attack - weights.threat * threat + weights.company * company(w, x, y)
    cell = cell_at(t, x, y)
    if covers(b, t, unit, cell):
        value += weights.hidden
    armed = b[0].unit[unit].profile.armed.any() or b[0].unit[unit].profile.may_assault != 0
    if nearest > 64 and (armed or b[0].unit[unit].aboard > 0):
        value -= weights.near * (math.sqrt(nearest) - 8.0)
    if has_goals(b):
        value += goal_worth(b, t, unit, x, y)
    return value + marker_gain(b, t, w, unit, x, y)


@jit_inner
def most_worth(b, t, w, unit, pace):
    """More than any place within so many inches can be worth.

    Nowhere in view and everybody in reach (a bound).
    """
    weights = w[0].tactician[side_of(unit)]
    if t[0].markers > 0 or has_goals(b) or min(weights.threat, weights.loaded, weights.shock, weights.near) < 0.0:
        return 1e9  # it might draw a unit to be in view, or far off
    u = b[0].unit[unit]
    attack, reach = w[0].most_taken[unit], pace + ASSAULT_INCHES
    if u.profile.may_assault != 0:
        for k in range(w[0].foes):
            if gap_squared(u.x, u.y, w[0].foe_x[k], w[0].foe_y[k]) <= reach * reach:
                attack = max(attack, strikes(b, w, unit, w[0].foe[k]))
                if u.profile.flammable != 0:
                    way = flame_way(hidden_by(b, t, w[0].foe[k], w[0].foe_cell[k]))
                    attack = max(attack, burnt(b, w, side_of(unit), unit, w[0].foe[k], way))
    return max(weights.attack, 0.0) * attack + 2.0 * max(weights.company, 0.0) + max(weights.hidden, 0.0)


@jit_inner
def company(w, x, y):
    """Friends near enough to follow the unit in hand, or to be followed: at most two count."""
    n = 0
    for k in range(w[0].friends):
        if gap_squared(x, y, w[0].friend_x[k], w[0].friend_y[k]) <= COMPANY_GAP:
            n += 1
            if n == 2:
                return n
    return n
