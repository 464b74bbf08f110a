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
    """Number of units of a kind of load that fit aboard.

    Infantry takes ``seats``, recon and light guns the places of light transports, towed guns hitches; craft and gliders
    have what is printed for them.  Each light transport aboard brings the light gun that it tows.
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
    """Whether two loads take places of one kind.

    Both foot, both guns, both tanks, or both light transports.
    """
    if load in (GUN, LIGHT_GUN):
        return other in (GUN, LIGHT_GUN)
    if load in (FOOT, RECON):
        return other in (FOOT, RECON)
    return load == other


@rule("PT-CARRY-11", "PT-NOTE-CAPACITY")
def travel_together(load: int, other: int, seats_and_hitches: bool) -> bool:
    """Whether two loads may be aboard together: infantry or a gun, not both.

    Both with ``seats_and_hitches`` (AMB-94), and a light transport with the light gun that it tows.
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
    """Whether there is room for one more of its kind beside what is aboard already."""
    return alike_aboard < places and all_travel_together


@rule("PT-CARRY-02")
def stands_for_boarding(carrier_moved: bool, mount_procedure: int = 0) -> bool:
    """Whether a carrier that may have moved can be boarded or left.

    The passenger spends the action, and the carrier may move before and after, unless ``vehicle_stationary``.
    """
    return not (carrier_moved and mount_procedure == MountProcedure.VEHICLE_STATIONARY)


@rule("PT-CARRY-02", "PT-MELEE-04")
def may_drive(boarded_or_left: bool, mount_procedure: int = 0) -> bool:
    """Whether a carrier that was boarded or left this turn may move, into close combat too."""
    return not (boarded_or_left and mount_procedure == MountProcedure.VEHICLE_STATIONARY)


@rule("PT-CARRY-04", "PT1-CARRY-05")
def riders_leave_before_fire(carrier: int, edition: int = 0) -> bool:
    """Whether riders get off a tank that fires; in the first edition they stay."""
    return carrier == RIDDEN_TANK and edition == Edition.SECOND


@rule("PT-CARRY-05", "PT-CARRY-06", "PT-CARRY-10", "PT1-CARRY-03")
def passenger_hits(
    hits_scored: int, carrier_hits_taken: int, machine_gun_on_armor: bool, carrier: int, passenger_hits_rule: int = 0
) -> int:
    """Hits on each passenger by a hit on its carrier, saved or not.

    One, unless a machine gun fires at armour; under ``same_hits_as_carrier`` two if it is lethal, under
    ``mg_hits_riders`` machine guns hit the riders of a tank, under ``only_unsaved`` the carrier must take a hit (as in
    the first edition).
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
    """Whether passengers may stay aboard after a hit: those of a half-track that still stands."""
    return carrier == HALF_TRACK and not carrier_destroyed
