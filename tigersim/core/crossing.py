"""Coming over the sea: units that begin on the water, in craft or swimming (chapter 1.23).

Craft and swimmers are set up first, then the units that have to go aboard, the hardest to place before the others; no
unit takes a berth without which another would have to stay behind.
"""

from tigersim.core.carrying import has_berth
from tigersim.core.compile.jit import jit, jit_inline, jit_inner
from tigersim.core.enums import NOBODY, WATER
from tigersim.core.geometry import cell_at
from tigersim.core.ground import is_free, may_stand
from tigersim.core.sides import side_of, slots_of
from tigersim.registry import rule
from tigersim.rules.amphibious import may_enter_water
from tigersim.rules.carry import FOOT, GUN, LIGHT_GUN, LIGHT_TRUCK, RECON, TANK


@jit_inline
def comes_by_sea(b, t, side):
    """Whether a side begins the battle on the water."""
    return t[0].sea != 0 and b[0].player[side].attacker != 0


@jit_inner
@rule("PT-AMPHIB-01", "PT-AMPHIB-02")
def may_set_up(b, t, unit, cell):
    """Whether the unit may be set up in a cell; units that come by sea begin on the water."""
    if not is_free(b, cell) or not may_stand(b, t, unit, cell):
        return False
    return t[0].kind[cell] == WATER or not comes_by_sea(b, t, side_of(unit))


@jit_inner
def floats(b, unit):
    """Whether water bears the unit."""
    p = b[0].unit[unit].profile
    return may_enter_water(p.amphibious != 0, p.water_only != 0)


@jit_inner
def is_waiting(b, unit):
    """Whether the unit is to be set up still: not one that comes later."""
    u = b[0].unit[unit]
    return u.alive != 0 and u.placed == 0 and u.carrier == NOBODY and u.due == 0


@jit_inner
def place_in_queue(load):
    """Place in the order of going aboard: fewest berths first, a light gun after its tow."""
    if load == TANK:
        return 1
    if load == LIGHT_TRUCK:
        return 2
    if load == GUN:
        return 3
    if load == LIGHT_GUN:
        return 4
    return 5 if load in (FOOT, RECON) else 6


@jit_inner
def next_to_embark(b, side):
    """The unit of a side that is set up next where it comes by sea, or NOBODY."""
    best, least = NOBODY, 99
    for unit in slots_of(b, side):
        if is_waiting(b, unit):
            place = 0 if floats(b, unit) else place_in_queue(b[0].unit[unit].profile.load)
            if place < least:
                best, least = unit, place
    return best


@jit_inner
def spare_berth(b, unit, side):
    """The carrier that best spares a berth, begun ones first; NOBODY if none has one."""
    best, least = NOBODY, 1 << 30
    for vehicle in slots_of(b, side):
        if not has_berth(b, unit, vehicle):
            continue
        p = b[0].unit[vehicle].profile
        worth = p.seats + 10 * p.hitches + 10 * p.light_hitches + 20 * p.light_truck_berths + 30 * p.tank_berths
        if b[0].unit[vehicle].aboard > 0:
            worth -= 1000
        if worth < least:
            best, least = vehicle, worth
    return best


@jit_inner
def who_stays_behind(b, side):
    """The first waiting unit that finds no berth when all go aboard in order, or NOBODY."""
    left = NOBODY
    while True:
        unit = next_to_embark(b, side)
        if unit == NOBODY:
            break
        vehicle = spare_berth(b, unit, side)
        if vehicle == NOBODY:
            left = unit
            break
        b[0].unit[unit].carrier = vehicle
        b[0].unit[unit].leaving = -1  # only thought of
        b[0].unit[vehicle].aboard += 1
    for unit in slots_of(b, side):
        u = b[0].unit[unit]
        if u.alive != 0 and u.leaving < 0:
            b[0].unit[u.carrier].aboard -= 1
            u.carrier = NOBODY
            u.leaving = 0
    return left


@jit_inner
@rule("PT-AMPHIB-04")
def leaves_room(b, t, unit, vehicle):
    """At setting up by sea, all others still find a berth when the unit takes this one."""
    side = side_of(unit)
    if not comes_by_sea(b, t, side):
        return True
    b[0].unit[unit].carrier = vehicle
    b[0].unit[vehicle].aboard += 1
    left = who_stays_behind(b, side)
    b[0].unit[vehicle].aboard -= 1
    b[0].unit[unit].carrier = NOBODY
    return left == NOBODY


@jit
@rule("PT-AMPHIB-02", "PT-AMPHIB-04")
def who_cannot_cross(b, side):
    """Before setting up: a unit that could not come by sea, or NOBODY if the army can."""
    for unit in slots_of(b, side):
        if is_waiting(b, unit) and floats(b, unit):
            b[0].unit[unit].placed = 2  # only thought of
    left = who_stays_behind(b, side)
    for unit in slots_of(b, side):
        if b[0].unit[unit].placed == 2:
            b[0].unit[unit].placed = 0
    return left


@jit_inner
def touches_land(t, x, y):
    """Whether land lies beside the cell, so that a landing craft is at the water's edge."""
    for py in range(max(y - 1, 0), min(y + 2, t[0].depth)):
        for px in range(max(x - 1, 0), min(x + 2, t[0].width)):
            if t[0].kind[cell_at(t, px, py)] != WATER:
                return True
    return False
