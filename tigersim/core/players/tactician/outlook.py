"""What a tactician makes of a place.

What a unit can do from there, what can be done to it, and who is near.
"""

import math

from tigersim.core.aim import spotter
from tigersim.core.board import cell_at, sees
from tigersim.core.close_combat import strike_dice
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.enums import BUILDING, MAIN, MORTAR, NOBODY, WOOD
from tigersim.core.geometry import gap_squared, in_front_arc
from tigersim.core.ground import position_at
from tigersim.core.layout import BANDS
from tigersim.core.players.scenario_goals import goal_worth, has_goals
from tigersim.core.players.surroundings import find_foes, longest_range
from tigersim.core.players.tactician.company import COMPANY_GAP
from tigersim.core.players.tactician.fire_values import (
    COVERED,
    FAR,
    PLAIN_BANDS,
    REAR,
    WAYS,
    burnt,
    make_pairs,
    note_time,
    taken,
)
from tigersim.core.players.tactician.markers import marker_gain, note_markers
from tigersim.core.players.tactician.recall import note_situation
from tigersim.core.sides import side_of, slots_of
from tigersim.core.units import cards_held
from tigersim.rules.close_combat import ASSAULT_INCHES
from tigersim.rules.fire import is_far
from tigersim.rules.support_weapons import NEIGHBOUR_INCHES
from tigersim.rules.switches import PivotToFire

THREATS, MELEE = 8, 8 + BANDS
"""Bits of ``w.foe_known`` for threats and close quarters; those of attacks begin at 0."""
UNKNOWN = -1
NO_BOUND = 1e9
"""VP; more than any place is worth."""
LOB_GAP = NEIGHBOUR_INCHES * NEIGHBOUR_INCHES
"""PT-MORTAR-04, PT-HOW-02: square of the inches within which indirect weapons do not fire."""
ROUNDING = 1e-6
"""Inches by which a bound is wider than the root says."""
CLOSE = 12
"""Inches; who reaches no farther is drawn towards its targets."""
DRAWS, PER_DRAWS = 24 * 24, 1 / (24 * 24)
"""Square of the inches from which on an enemy draws nobody into reach of it."""


@jit_inner
def prepare(b, t, w):
    """Look around before judging places, for the side that decides."""
    make_pairs(b, t, w)
    find_foes(b, t, w, b[0].asked)
    note_markers(b, t, w, b[0].asked)
    note_time(b, w, b[0].asked)
    note_situation(b, w, b[0].asked)
    w[0].viewer = NOBODY


@jit_inner
def outlook(b, t, w, unit, x, y, facing):
    """What a place offers and threatens, VP.

    (Best that a mean action takes from a foe, what all of them take from the unit, nearest gap squared, draw.)  The
    draw of a place is the best that could be taken from a foe at close quarters, less with the way still to go.

    ``facing``: as it stands, or NOBODY if it may turn as it likes.  After ``prepare``.
    """
    p, work = b[0].unit[unit].profile, w[0]
    note_prospects(b, t, w, unit)
    turns = facing == NOBODY
    bound = not turns and p.forward_only[MAIN] != 0 and b[0].ruling.pivot_to_fire == PivotToFire.NO_PIVOT
    cell = cell_at(t, x, y)
    covered = hidden_by(b, t, unit, cell)
    attack, threat, nearest, draw = 0.0, 0.0, 1 << 30, 0.0
    lobbed, seen, drawn = 0.0, False, work.drawn != 0
    for k in range(work.foes):
        fx, fy = work.foe_x[k], work.foe_y[k]
        gap = gap_squared(x, y, fx, fy)
        nearest = min(nearest, gap)
        if threat > work.too_much:
            break
        if drawn and gap < DRAWS:
            draw = max(draw, work.foe_draw[k] * (1.0 - gap * PER_DRAWS))
        if gap <= ASSAULT_INCHES * ASSAULT_INCHES:
            attack = max(attack, melee_of(b, w, unit, k, 0))
            threat += melee_of(b, w, unit, k, 1)
        far = FAR if is_far(gap) else 0
        if not sees(t, work.foe_cell[k], cell):  # by the foe's row; lines run both ways, but for a reading of AMB-36
            if work.lobs != 0 and gap > LOB_GAP:
                lobbed += work.foe_lobs[k] * threat_of(b, w, unit, k, far | covered)
                attack = max(attack, work.foe_spotted[k] * attack_on(b, w, unit, k, far))
            continue
        seen = True
        shown = turns or in_front_arc(facing, fx - x, fy - y, b[0].ruling.front_arc)
        threat += threat_of(b, w, unit, k, far | covered | (0 if shown else REAR))
        if bound and not shown:
            continue
        if attack_on(b, w, unit, k, far | REAR) > attack:  # from behind nothing is taken less
            rear = 0 if in_front_arc(work.foe_facing[k], x - fx, y - fy, b[0].ruling.front_arc) else REAR
            attack = max(attack, attack_on(b, w, unit, k, far | rear))
    if seen:  # a friend can direct the fire of those that need not see
        threat += lobbed
    if b[0].unit[unit].aboard > 0:
        # a carrier without a cost (AMB-116) is no loss anyway
        threat *= 1.0 + cost_aboard(b, unit) / max(p.believed, 1.0)
    return attack, threat, nearest, draw


@jit_inner
def note_prospects(b, t, w, unit):
    """Make ready for looks at places for the unit, unless it is done.

    What it and its foes may do is noted as asked.
    """
    if w[0].viewer == unit:
        return
    w[0].viewer = unit
    side = side_of(unit)
    if w[0].timed != side:
        note_time(b, w, side)
    w[0].crowd_now = w[0].tactician[side].crowd / max(b[0].unit[unit].profile.believed, 1.0)
    w[0].drawn, w[0].lobs = 0, 0
    u = b[0].unit[unit]
    w[0].closes = 1 if u.profile.armed.any() or u.profile.may_assault != 0 or u.aboard > 0 else 0
    set_floor(w, NO_BOUND, 0.0)
    w[0].friends = UNKNOWN
    lobs, drawn = fires_indirectly(b, unit), longest_range(b, unit) <= CLOSE
    for k in range(w[0].foes):
        foe = w[0].foe[k]
        w[0].foe_known[k] = 0
        w[0].foe_lobs[k], w[0].foe_spotted[k] = 0.0, 0.0
        v = b[0].unit[foe]
        w[0].foe_facing[k] = v.facing
        w[0].foe_hidden[k] = hidden_by(b, t, foe, w[0].foe_cell[k])
        w[0].foe_loaded[k] = 1.0 + w[0].tactician[side].loaded * cards_held(b, foe) if v.hits == 0 else 0.0
        if drawn:
            w[0].foe_draw[k] = max(melee_of(b, w, unit, k, 0), attack_on(b, w, unit, k, 0))
            w[0].drawn = 1
        if fires_indirectly(b, foe):
            w[0].foe_lobs[k], w[0].lobs = 1.0, 1
        if lobs and spotter(b, t, side, foe, unit) != NOBODY:
            w[0].foe_spotted[k], w[0].lobs = 1.0, 1


@jit_inline
def attack_on(b, w, unit, k, way):
    """VP that a mean action of the unit takes from the k-th foe, by distance and side.

    Worked out once.
    """
    if (w[0].foe_known[k] >> way) & 1 == 0:
        w[0].foe_known[k] |= 1 << way
        w[0].foe_attack[k, way] = taken(b, w, side_of(unit), unit, w[0].foe[k], way | w[0].foe_hidden[k])
    return w[0].foe_attack[k, way]


@jit_inline
def threat_of(b, w, unit, k, band):
    """VP that the k-th foe takes from the unit, the more the more cards it holds.

    Worked out once.
    """
    if (w[0].foe_known[k] >> (band + THREATS)) & 1 == 0:
        w[0].foe_known[k] |= 1 << (band + THREATS)
        w[0].foe_threat[k, band] = w[0].foe_loaded[k] * taken(b, w, side_of(unit), w[0].foe[k], unit, band)
    return w[0].foe_threat[k, band]


@jit_inline
def melee_of(b, w, unit, k, back):
    """VP at close quarters: taken from the k-th foe, or by it with ``back`` 1; worked out once."""
    if (w[0].foe_known[k] >> MELEE) & 1 == 0:
        w[0].foe_known[k] |= 1 << MELEE
        note_melee(b, w, unit, k)
    return w[0].foe_melee[k, back]


@jit_inner
def note_melee(b, w, unit, k):
    """Note what the unit and the k-th foe may do to each other at close quarters.

    The flamethrowers of squads reach as far as close combat and are counted with it.  Roughly: whether there is a line
    of sight is not asked, nor what cover the unit has where it might go.
    """
    side, foe = side_of(unit), w[0].foe[k]
    u, v = b[0].unit[unit], b[0].unit[foe]
    mine = strikes(b, w, unit, foe)
    theirs = strikes(b, w, foe, unit) if v.hits == 0 else 0.0
    if u.profile.flammable != 0 or v.profile.flammable != 0:
        mine = max(mine, burnt(b, w, side, unit, foe, flame_way(w[0].foe_hidden[k])))
        theirs = max(theirs, w[0].foe_loaded[k] * burnt(b, w, side, foe, unit, 0))
    w[0].foe_melee[k, 0], w[0].foe_melee[k, 1] = mine, theirs


@jit_inner
def fires_indirectly(b, unit):
    """Whether the unit has a weapon that needs no line of sight of its own."""
    p = b[0].unit[unit].profile
    return p.indirect[MAIN] != 0 or p.indirect[MORTAR] != 0


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
    side, cost = side_of(unit), 0.0
    for other in slots_of(b, side):
        if b[0].unit[other].alive != 0 and b[0].unit[other].carrier == unit:
            cost += b[0].unit[other].profile.believed
    return cost


@jit_inner
def strikes(b, w, unit, victim):
    """VP that the unit takes from an enemy by close combat with a mean card: red, or none."""
    p = b[0].unit[unit].profile
    if p.may_assault == 0:
        return 0.0
    dice = strike_dice(b, unit, victim, False)
    return 0.5 * w[0].mean_hit[min(p.melee_rerolls, 1), dice] * b[0].unit[victim].profile.believed


@jit_inner
def place_worth(b, t, w, unit, x, y, facing=NOBODY):
    """VP that standing in a cell is worth to the unit (after ``prepare``).

    ``facing`` as in ``outlook``.
    """
    weights = w[0].tactician[side_of(unit)]
    attack, threat, nearest, draw = outlook(b, t, w, unit, x, y, facing)
    threat /= 1.0 + w[0].crowd_now * threat
    value = weights.attack * attack - w[0].threat_now * threat + weights.approach * draw
    if hidden_by(b, t, unit, cell_at(t, x, y)) != 0:
        value += weights.hidden
    if nearest > 64 and w[0].closes != 0:
        value -= weights.near * (math.sqrt(nearest) - 8.0)
    if value + 2.0 * max(weights.company, 0.0) > w[0].floor:
        value += weights.company * company(b, w, unit, x, y)
    value *= w[0].place_now
    if has_goals(b):
        value += goal_worth(b, t, unit, x, y)
    return value + marker_gain(b, t, w, unit, x, y)


@jit_inner
def most_worth(b, t, w, unit, pace):
    """More than any place within so many inches can be worth (a bound).

    In view of nobody, and of each enemy so near and so far behind it as the unit may come.  After ``note_prospects``.
    """
    weights = w[0].tactician[side_of(unit)]
    if t[0].markers > 0 or has_goals(b) or min(weights.threat, weights.loaded, weights.shock, weights.near) < 0.0:
        return NO_BOUND  # it might draw a unit to be in view, or far off
    u = b[0].unit[unit]
    attack, draw = 0.0, 0.0
    for k in range(w[0].foes):
        nearest = max(math.sqrt(gap_squared(u.x, u.y, w[0].foe_x[k], w[0].foe_y[k])) - pace - ROUNDING, 0.0)
        attack = max(attack, attack_on(b, w, unit, k, FAR | REAR))
        if not is_far(nearest * nearest):
            attack = max(attack, attack_on(b, w, unit, k, REAR))
        if nearest <= ASSAULT_INCHES:
            attack = max(attack, melee_of(b, w, unit, k, 0))
        if w[0].drawn != 0:
            draw = max(draw, w[0].foe_draw[k] * max(1.0 - nearest * nearest * PER_DRAWS, 0.0))
    most = max(weights.attack, 0.0) * attack + 2.0 * max(weights.company, 0.0) + max(weights.hidden, 0.0)
    return w[0].place_now * (most + max(weights.approach, 0.0) * draw)


@jit_inner
def set_floor(w, bound, floor):
    """Say what a place has to be worth to be of interest.

    Looks at places that cannot be are broken off.

    bound: what no place is worth (``most_worth``).
    floor: VP; with NO_BOUND everything is of interest.
    """
    w[0].floor, w[0].too_much = -NO_BOUND, NO_BOUND
    if bound >= NO_BOUND or w[0].place_now <= 0.0 or w[0].threat_now <= 0.0 or w[0].explaining != 0:
        return
    w[0].floor = floor / w[0].place_now
    part = (bound / w[0].place_now - w[0].floor) / w[0].threat_now
    if w[0].crowd_now * part < 1.0:
        w[0].too_much = part / (1.0 - w[0].crowd_now * part)


@jit_inner
def company(b, w, unit, x, y):
    """Friends near enough to follow the unit in hand, or to be followed: at most two count."""
    if w[0].friends == UNKNOWN:
        note_friends(b, w, unit)
    n = 0
    for k in range(w[0].friends):
        if gap_squared(x, y, w[0].friend_x[k], w[0].friend_y[k]) <= COMPANY_GAP:
            n += 1
            if n == 2:
                return n
    return n


@jit_inner
def note_friends(b, w, unit):
    """Note where the sound friends of a unit are."""
    side, n = side_of(unit), 0
    for other in slots_of(b, side):
        o = b[0].unit[other]
        if other != unit and o.alive != 0 and o.placed != 0 and o.hits == 0:
            w[0].friend_x[n] = o.x
            w[0].friend_y[n] = o.y
            n += 1
    w[0].friends = n
