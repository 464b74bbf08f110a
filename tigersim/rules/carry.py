"""Passengers, tank riders and towed guns: who fits aboard, and what befalls them."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import Edition, MountProcedure, PassengerHits

NO_LOAD, FOOT, RECON, GUN, LIGHT_GUN, TANK, LIGHT_TRUCK = range(7)
"""What a unit is as a load (``profile.load``)."""
NO_CARRIER, TRUCK, HALF_TRACK, RIDDEN_TANK, CRAFT, GLIDER = range(6)
"""How a unit carries (``profile.carrier``)."""


@rule("PT-CARRY-01", "PT-CARRY-08", "PT-CARRY-11", "PT-CARRY-12", "PT-AMPHIB-04", "PT-NOTE-CAPACITY", "PT1-CARRY-01")
def places_for(
    load: int,
    seats: int,
    recon_seats: int,
    hitches: int,
    light_hitches: int,
    tank_berths: int,
    light_truck_berths: int,
    light_trucks_aboard: int = 0,
) -> int:
    """How many units of a kind of load fit aboard.

    PT-CARRY-01, PT-CARRY-11, PT1-CARRY-01: infantry (``seats``).  PT-CARRY-12: recon and light guns on light
    transports.  PT-CARRY-08: towed guns.  PT-AMPHIB-04, PT-NOTE-CAPACITY: as printed for craft and gliders; each light
    transport aboard brings the light gun that it tows.
    """
    if load == FOOT:
        return seats
    if load == RECON:
        return max(seats, recon_seats)
    if load == GUN:
        return hitches
    if load == LIGHT_GUN:
        return max(hitches, light_hitches, light_trucks_aboard)
    if load == TANK:
        return tank_berths
    return light_truck_berths if load == LIGHT_TRUCK else 0


@rule("PT-CARRY-11")
def take_the_same_place(load: int, other: int) -> bool:
    """PT-CARRY-11: two loads take places of one kind: both foot, both guns, both tanks, both light transports."""
    if load in (GUN, LIGHT_GUN):
        return other in (GUN, LIGHT_GUN)
    if load in (FOOT, RECON):
        return other in (FOOT, RECON)
    return load == other


@rule("PT-CARRY-11", "PT-NOTE-CAPACITY")
def travel_together(load: int, other: int, seats_and_hitches: bool) -> bool:
    """PT-CARRY-11: infantry or a gun, not both; AMB-94 under another reading (``seats_and_hitches``) both.

    PT-NOTE-CAPACITY: a light transport and the light gun that it tows.
    """
    if take_the_same_place(load, other):
        return True
    if (load == LIGHT_TRUCK and other == LIGHT_GUN) or (load == LIGHT_GUN and other == LIGHT_TRUCK):
        return True
    gun, other_gun = load in (GUN, LIGHT_GUN), other in (GUN, LIGHT_GUN)
    foot, other_foot = load in (FOOT, RECON), other in (FOOT, RECON)
    return seats_and_hitches and ((gun and other_foot) or (foot and other_gun))


@rule("PT-CARRY-01", "PT-CARRY-11")
def boards(places: int, alike_aboard: int, all_travel_together: bool) -> bool:
    """PT-CARRY-01, PT-CARRY-11: there is room for one more of its kind beside what is aboard already."""
    return alike_aboard < places and all_travel_together


@rule("PT-CARRY-02")
def stands_for_boarding(carrier_moved: bool, mount_procedure: int = 0) -> bool:
    """PT-CARRY-02: the passenger spends the action; the carrier may move before and after.

    AMB-93 ``mount_procedure``: 1 not in a turn in which it is boarded or left.
    """
    return not (carrier_moved and mount_procedure == MountProcedure.VEHICLE_STATIONARY)


@rule("PT-CARRY-02", "PT-MELEE-04")
def may_drive(boarded_or_left: bool, mount_procedure: int = 0) -> bool:
    """PT-CARRY-02, PT-MELEE-04: the carrier may move, into close combat too, in a turn in which it is boarded or left.

    AMB-93 ``mount_procedure``: 1 it may not.
    """
    return not (boarded_or_left and mount_procedure == MountProcedure.VEHICLE_STATIONARY)


@rule("PT-CARRY-04", "PT1-CARRY-05")
def riders_leave_before_fire(carrier: int, edition: int = 0) -> bool:
    """PT-CARRY-04: riders get off a tank that fires; PT1-CARRY-05: in edition I they stay."""
    return carrier == RIDDEN_TANK and edition == Edition.SECOND


@rule("PT-CARRY-05", "PT-CARRY-06", "PT-CARRY-10", "PT1-CARRY-03")
def passenger_hits(
    hits_scored: int, carrier_hits_taken: int, machine_gun_on_armor: bool, carrier: int, passenger_hits_rule: int = 0
) -> int:
    """PT-CARRY-05, PT-CARRY-06, PT-CARRY-10: a hit on the carrier, saved or not, is one hit on each passenger.

    AMB-90 ``passenger_hits_rule``: 0 one, unless a machine gun fires at armour; 1 two if it is lethal; 2 machine guns
    hit the riders of a tank; 3 only if the carrier takes a hit (PT1-CARRY-03).
    """
    if hits_scored == 0:
        return 0
    if machine_gun_on_armor:
        return 1 if passenger_hits_rule == PassengerHits.MG_HITS_RIDERS and carrier == RIDDEN_TANK else 0
    if passenger_hits_rule == PassengerHits.ONLY_UNSAVED and carrier_hits_taken == 0:
        return 0
    return hits_scored if passenger_hits_rule == PassengerHits.SAME_HITS_AS_CARRIER else 1


@rule("PT-CARRY-05", "PT-CARRY-06")
def may_stay_aboard(carrier: int, carrier_destroyed: bool) -> bool:
    """PT-CARRY-05, PT-CARRY-06: after a hit passengers must get off; those of a half-track stay if they like."""
    return carrier == HALF_TRACK and not carrier_destroyed
