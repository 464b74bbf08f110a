"""Flamethrowers: who may have one, its dice, and what a hit by it, or on its carrier, comes to."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.fortifications import HEAVY
from tigersim.rules.switches import FlameMode, FlameVehicles

INFANTRY_INCHES, TANK_INCHES = 6, 12
"""PT-FLAME-02: how far a flamethrower reaches."""
FLAT_DICE = 3
"""AMB-137 ``three_dice_flat``."""


@rule("PT-FORT-04")
def may_carry_flamethrower(
    infantry: bool, recon: bool, tank: bool, medium_tank: bool, listed: bool = False, flame_vehicles: int = 0
) -> bool:
    """PT-FORT-04: infantry but no recon, and tanks.

    AMB-136 ``flame_vehicles``: 0 tanks of any size, 1 only units whose own list gives them one (``listed``), 2 of tanks
    the medium ones.
    """
    if flame_vehicles == FlameVehicles.BY_AGREEMENT_LIST and not listed:
        return False
    if infantry:
        return not recon
    return medium_tank if flame_vehicles == FlameVehicles.MEDIUM_TANKS_ONLY else tank


@rule("PT-FLAME-01")
def flame_dice(red: bool, red_dice: int, flame_mode: int = 0) -> int:
    """PT-FLAME-01: the dice of a flamethrower: the unit's own on a red card, none on a black one.

    AMB-137 ``flame_mode``: 0 (and 1) ``red_dice``, which the unit rolls on a red card anyway, 2 three whatever it is.
    """
    if not red:
        return 0
    return FLAT_DICE if flame_mode == FlameMode.THREE_DICE_FLAT else red_dice


@rule("PT-FLAME-02")
def flame_range(infantry: bool) -> int:
    """PT-FLAME-02: reach in inches."""
    return INFANTRY_INCHES if infantry else TANK_INCHES


@rule("PT-FLAME-04", "PT-FLAME-05")
def flame_hits(hits_scored: int, flame: bool, flammable: bool) -> int:
    """PT-FLAME-04, PT-FLAME-05: hits of an attack roll that scored so many: lethal whatever the sum, two hits.

    ``flame``: the weapon is a flamethrower; ``flammable``: the unit that is hit carries one.
    """
    return 2 if hits_scored > 0 and (flame or flammable) else hits_scored


@rule("PT-FLAME-03")
def burns_out(hits_scored: int, flame: bool, position: int) -> bool:
    """PT-FLAME-03: a flamethrower's hit destroys a unit in a heavy position at once; nothing is rolled against it."""
    return hits_scored > 0 and flame and position == HEAVY
