"""Passengers, tank riders and towed guns: getting on and off (chapter 1.12).

Who is aboard does not stand on the grid; ``carrier`` names the unit that carries it, and its place is the carrier's.
The crew of a towed gun rides and the gun follows the vehicle: both are aboard.
"""

from tigersim.core import log
from tigersim.core.asking import ask_owner, is_forbidden
from tigersim.core.boarding import forced_places
from tigersim.core.chance import die, stream
from tigersim.core.compile.jit import jit_inner
from tigersim.core.enums import (
    BOARD,
    CHANCE_DISMOUNT,
    CHANCE_SAVE,
    DISMOUNT,
    GO_ON,
    NOBODY,
    PASS,
    PHASE_DEPLOY,
    PHASE_MOVE,
    PHASE_OFF_TABLE,
)
from tigersim.core.log import note
from tigersim.core.sides import side_of, slots_of
from tigersim.core.units import (
    MAY_LEAVE,
    MUST_LEAVE,
    destroy,
    leave_carrier,
    lift,
    lose_cover,
    on_table,
    put,
    take_away,
    take_hits,
    throw_off,
)
from tigersim.registry import rule
from tigersim.rules.airdrop import BY_GLIDER, is_taken_away
from tigersim.rules.armor import die_saves
from tigersim.rules.carry import (
    LIGHT_TRUCK,
    boards,
    may_stay_aboard,
    passenger_hits,
    places_for,
    riders_leave_before_fire,
    stands_for_boarding,
    take_the_same_place,
    travel_together,
)
from tigersim.rules.cover import COVER_FACE
from tigersim.rules.flamethrowers import flame_hits
from tigersim.rules.switches import OneHitDestroys


@jit_inner
@rule("PT-AIRDROP-03")
def is_being_loaded(b, vehicle):
    """While the armies are set up, a glider that lands later takes its load aboard."""
    v = b[0].unit[vehicle]
    return b[0].phase == PHASE_DEPLOY and v.alive != 0 and v.due > 0 and v.by_air == BY_GLIDER


@jit_inner
@rule("PT-CARRY-01", "PT-CARRY-11", "PT-CARRY-12", "PT-AMPHIB-05")
def has_berth(b, unit, vehicle):
    """Whether a friendly carrier has room for the unit, which may carry none itself."""
    u, v = b[0].unit[unit], b[0].unit[vehicle]
    p = v.profile
    if p.carrier == 0 or u.profile.load == 0 or unit == vehicle or u.aboard > 0:
        return False
    if not on_table(b, vehicle) and not is_being_loaded(b, vehicle):
        return False
    if not stands_for_boarding(v.drove != 0, b[0].ruling.mount_procedure) or is_forbidden(b, side_of(unit), BOARD):
        return False
    alike, light_trucks, together = 0, 0, True
    if v.aboard > 0:
        for other in slots_of(b, side_of(unit)):
            o = b[0].unit[other]
            if o.alive != 0 and o.carrier == vehicle:
                together = together and travel_together(u.profile.load, o.profile.load, p.seats_and_hitches != 0)
                if take_the_same_place(u.profile.load, o.profile.load):
                    alike += 1
                if o.profile.load == LIGHT_TRUCK:
                    light_trucks += 1
    places = places_for(
        u.profile.load,
        p.seats,
        p.recon_seats,
        p.hitches,
        p.light_hitches,
        p.tank_berths,
        p.light_truck_berths,
        light_trucks,
    )
    return boards(places, alike, together)


@jit_inner
@rule("PT-CARRY-02", "PT-CARRY-09")
def board(b, t, w, unit, vehicle):
    """The unit gets on (a gun is limbered); it leaves the grid and moves with its carrier."""
    u, v = b[0].unit[unit], b[0].unit[vehicle]
    lift(b, t, unit)
    u.carrier = vehicle
    u.x = v.x
    u.y = v.y
    v.aboard += 1
    v.ramp = 1
    note(b, w, log.BOARDED, unit, vehicle)


@jit_inner
@rule("PT-CARRY-02", "PT-CARRY-09")
def alight(b, t, w, unit, x, y, facing):
    """The unit gets off onto a free cell; found cover is lost (AMB-49)."""
    carrier = b[0].unit[unit].carrier
    if carrier != NOBODY:
        b[0].unit[carrier].ramp = 1
    leave_carrier(b, unit)
    put(b, t, unit, x, y, facing)
    lose_cover(b, unit)
    note(b, w, log.ALIGHTED, unit, x, y, facing)
    if carrier != NOBODY and b[0].phase == PHASE_MOVE:
        v = b[0].unit[carrier]
        if is_taken_away(v.profile.airborne == BY_GLIDER, v.aboard, b[0].ruling.glider_stats):
            take_away(b, t, w, carrier)


@jit_inner
@rule("PT-CARRY-05", "PT-CARRY-06", "PT-CARRY-10", "PT-FLAME-05", "PT1-CARRY-03")
def hit_passengers(b, t, w, vehicle, by, scored, taken, machine_gun_on_armor):
    """A hit on the carrier hits all aboard, and they get off.

    ``scored``: hits of the attack roll; ``taken``: 1 if the carrier was hurt.  Their fate counts as no luck.
    """
    v = b[0].unit[vehicle]
    if v.aboard == 0:
        return
    hits = passenger_hits(scored, taken, machine_gun_on_armor, v.profile.carrier, b[0].ruling.passenger_hits)
    if hits == 0:
        return
    for other in slots_of(b, side_of(vehicle)):
        u = b[0].unit[other]
        if u.alive != 0 and u.carrier == vehicle:
            if not saved_as_passenger(b, other):
                take_hits(b, t, w, other, flame_hits(hits, False, u.profile.flammable != 0), by)
            if u.alive == 0:
                u.hazard += 1.0
    if v.aboard > 0:
        stays = may_stay_aboard(v.profile.carrier, v.alive == 0)
        throw_off(b, vehicle, MAY_LEAVE if stays else MUST_LEAVE, by)


@jit_inner
@rule("PT-HIT-04")
def saved_as_passenger(b, unit):
    """Whether a cover die saves a passenger that one hit destroys, under a reading of AMB-44."""
    u = b[0].unit[unit]
    if b[0].ruling.one_hit_destroys != OneHitDestroys.PASSENGER_HIT_SAVED or u.profile.hits_to_destroy > 1:
        return False
    chance = stream(b[0].key, CHANCE_SAVE, b[0].turn, unit)
    u.rolls += 1
    return die_saves(die(chance, u.rolls - 1), COVER_FACE)


@jit_inner
@rule("PT-CARRY-04", "PT1-CARRY-05")
def riders_get_off(b, unit):
    """Riders get off before their tank fires."""
    u = b[0].unit[unit]
    if u.aboard > 0 and riders_leave_before_fire(u.profile.carrier, b[0].ruling.edition):
        throw_off(b, unit, MUST_LEAVE, NOBODY)


@jit_inner
@rule("PT-CARRY-04")
def riders_can_get_off(b, t, w, unit):
    """A tank whose riders have no place to get off to may not fire (AMB-91)."""
    u = b[0].unit[unit]
    if u.aboard == 0 or not riders_leave_before_fire(u.profile.carrier, b[0].ruling.edition):
        return True
    for other in slots_of(b, side_of(unit)):
        v = b[0].unit[other]
        if v.alive != 0 and v.carrier == unit:
            return forced_places(b, t, w, other, u.x, u.y, 1, NOBODY) > 0
    return True


@jit_inner
def leaving_unit(b):
    """The first unit that has to say where it gets off, or NOBODY."""
    for side in range(2):
        for unit in slots_of(b, side):
            if b[0].unit[unit].leaving != 0:
                return unit
    return NOBODY


@jit_inner
@rule("PT-CARRY-06", "PT-CARRY-07", "PT1-CARRY-04")
def step_leaving(b, t, w):
    """One die says how far from the carrier a passenger has to get off.

    One that may stay is asked before.  Without a legal place it stays aboard, or dies with its carrier (AMB-91).
    """
    unit = leaving_unit(b)
    u = b[0].unit[unit]
    if u.leaving == MAY_LEAVE:
        ask_dismount(b, unit)
        return
    chance = stream(b[0].key, CHANCE_DISMOUNT, b[0].turn, unit)
    b[0].thrown = die(chance, u.rolls)
    u.rolls += 1
    if dismount_places(b, t, w, unit) > 0:
        ask_dismount(b, unit)
    elif b[0].unit[u.carrier].alive != 0:
        stay_aboard(b, unit)
    else:
        destroy(b, t, w, unit, b[0].firer)
        u.hazard += 1.0


@jit_inner
def ask_dismount(b, unit):
    """Ask a passenger's owner whether it gets off, or where."""
    ask_owner(b, DISMOUNT, unit)


@jit_inner
def dismount_places(b, t, w, unit):
    """Places for the forced dismount in hand, into ``w.cells``; returns their number."""
    u = b[0].unit[unit]
    firer = NOBODY if b[0].phase == PHASE_OFF_TABLE else b[0].firer  # support fire comes from nowhere on the table
    return forced_places(b, t, w, unit, u.x, u.y, b[0].thrown, firer)


@jit_inner
@rule("PT-CARRY-06")
def stay_aboard(b, unit):
    """The passenger stays where it is."""
    b[0].unit[unit].leaving = 0
    b[0].leaving -= 1


@jit_inner
def settle_dismount(b, t, w, unit, verb, x, y, facing):
    """The owner has said that the passenger stays or gets off, or where."""
    if verb == PASS:
        stay_aboard(b, unit)
    elif verb == GO_ON:
        b[0].unit[unit].leaving = MUST_LEAVE
    else:
        alight(b, t, w, unit, x, y, facing)
