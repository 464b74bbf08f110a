"""Fortified positions: which units may be in them, and the flamethrowers they bring.

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
    """Whether a unit may be in a position: vehicles in light ones only.

    Under ``any_unit_any_number`` in any, under ``infantry_guns_only`` in none.
    """
    if position == NO_POSITION or not vehicle or fort_occupancy == FortOccupancy.ANY_UNIT_ANY_NUMBER:
        return True
    return position == LIGHT and fort_occupancy == FortOccupancy.ONE_UNIT_NO_VEHICLE_IN_HEAVY


@rule("PT-FORT-04")
def positions_needed(squads: int, tanks: int) -> int:
    """Heavy positions that so many flamethrowers need: one for two squads or a tank."""
    return (squads + INFANTRY_PER_POSITION - 1) // INFANTRY_PER_POSITION + tanks
