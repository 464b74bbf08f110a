"""Fortified positions: who may be in which, and how many flamethrowers they bring the attacker.

What a position adds to a unit's save roll stands with the other cover dice (``cover.cover_dice``).
"""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import FortOccupancy

NO_POSITION, LIGHT, HEAVY = 0, 1, 2
"""A position, and at the same time the cover dice that it gives (PT-FORT-02, PT-FORT-03)."""
INFANTRY_PER_POSITION = 2
"""PT-FORT-04: infantry units that one heavy position lets the attacker arm with flamethrowers."""


@rule("PT-FORT-01", "PT-FORT-02", "PT-FORT-03")
def may_occupy(position: int, vehicle: bool, fort_occupancy: int = 0) -> bool:
    """PT-FORT-01, PT-FORT-02, PT-FORT-03: whether a unit may be in a position.

    AMB-135 ``fort_occupancy``: 0 vehicles in light positions only, 1 everybody in any, 2 infantry and guns only.
    """
    if position == NO_POSITION or not vehicle or fort_occupancy == FortOccupancy.ANY_UNIT_ANY_NUMBER:
        return True
    return position == LIGHT and fort_occupancy == FortOccupancy.ONE_UNIT_NO_VEHICLE_IN_HEAVY


@rule("PT-FORT-04")
def positions_needed(squads: int, tanks: int) -> int:
    """PT-FORT-04: heavy positions of the defender that so many flamethrowers need: one for two squads or a tank."""
    return (squads + INFANTRY_PER_POSITION - 1) // INFANTRY_PER_POSITION + tanks
