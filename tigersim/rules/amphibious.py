"""Landing craft and amphibians: what water bears, and how far they go on it."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import WaterMovement

WATER_INCHES = 6
"""PT-AMPHIB-03: most inches on water in one action."""


@rule("PT-AMPHIB-01")
def may_enter_water(amphibious: bool, water_only: bool) -> bool:
    """Whether the unit may enter water: amphibians and landing craft only."""
    return amphibious or water_only


@rule("PT-AMPHIB-03")
def bank_ends_move(water_movement: int = 0) -> bool:
    """Whether entering or leaving water ends a move: only under ``bank_stops``."""
    return water_movement == WaterMovement.BANK_STOPS
