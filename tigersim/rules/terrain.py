"""Terrain under a moving unit: where it must stop, what it may enter, whom it may pass, how far it swims."""

from __future__ import annotations

from tigersim.registry import rule

WATER_INCHES = 6
"""PT-AMPHIB-03: most inches on water in one action."""
EVERY_PIECE, NOT_BY_ROAD, NO_PIECE = 0, 1, 2
"""Which pieces of terrain stop a unit that enters them."""


@rule("PT-MOVE-05")
def stopping_pieces(infantry: bool, terrain_stop_scope: int = 0) -> int:
    """PT-MOVE-05: which pieces (woods, buildings, hills) end the move of a unit that enters them from outside.

    AMB-40 ``terrain_stop_scope``: 0 every piece stops every class; 1 a road through a piece is open ground, so nothing
    stops on it, and leaving it inside the piece is entering the piece; 2 infantry is never stopped.
    """
    if terrain_stop_scope == 1:
        return NOT_BY_ROAD
    return NO_PIECE if terrain_stop_scope == 2 and infantry else EVERY_PIECE


@rule("PT-MOVE-06")
def may_enter_building(enters_buildings: bool) -> bool:
    """PT-MOVE-06: vehicles may not; infantry and towed guns may (AMB-41)."""
    return enters_buildings


@rule("PT-AMPHIB-01")
def may_enter_water(amphibious: bool, water_only: bool) -> bool:
    """PT-AMPHIB-01: amphibians and landing craft; to all others water is impassable (AMB-127)."""
    return amphibious or water_only


@rule("PT-AMPHIB-03")
def bank_ends_move(water_movement: int = 0) -> bool:
    """PT-AMPHIB-03: whether entering or leaving water ends a move.

    AMB-127 ``water_movement``: 0 the bank is crossed freely, 1 it ends the move.
    """
    return water_movement == 1


@rule("PT-MOVE-01")
def bars_the_way(enemy: bool, passing_units: int = 0) -> bool:
    """PT-MOVE-01: whether a unit (an enemy, or a wreck, which counts as one to both sides) bars the way of another.

    AMB-42 ``passing_units``: 0 through friends, 1 blocked by all, 2 free.
    """
    return (enemy and passing_units == 0) or passing_units == 1
