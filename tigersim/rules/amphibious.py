"""Landing craft and amphibians: what water bears, and how far they go on it."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import WaterMovement

WATER_INCHES = 6
"""PT-AMPHIB-03: most inches on water in one action."""


@rule("PT-AMPHIB-01")
def may_enter_water(amphibious: bool, water_only: bool) -> bool:
    """PT-AMPHIB-01: amphibians and landing craft; to all others water is impassable (AMB-127)."""
    return amphibious or water_only


@rule("PT-AMPHIB-03")
def bank_ends_move(water_movement: int = 0) -> bool:
    """PT-AMPHIB-03: whether entering or leaving water ends a move.

    AMB-127 ``water_movement``: 0 the bank is crossed freely, 1 it ends the move.
    """
    return water_movement == WaterMovement.BANK_STOPS
