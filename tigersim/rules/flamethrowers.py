"""Flamethrowers: which units may have one, its dice, and what its hits come to."""

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
    """Whether a unit may carry a flamethrower: infantry but no recon, and tanks.

    Under ``by_agreement_list`` only units whose own list gives them one (``listed``), under ``medium_tanks_only`` of
    tanks the medium ones.
    """
    if flame_vehicles == FlameVehicles.BY_AGREEMENT_LIST and not listed:
        return False
    if infantry:
        return not recon
    return medium_tank if flame_vehicles == FlameVehicles.MEDIUM_TANKS_ONLY else tank


@rule("PT-FLAME-01")
def flame_dice(red: bool, red_dice: int, flame_mode: int = 0) -> int:
    """Dice of a flamethrower: the unit's own on a red card, none on a black one.

    Under ``three_dice_flat`` three on a red card.
    """
    if not red:
        return 0
    return FLAT_DICE if flame_mode == FlameMode.THREE_DICE_FLAT else red_dice


@rule("PT-FLAME-02")
def flame_range(infantry: bool) -> int:
    """Reach of a flamethrower in inches."""
    return INFANTRY_INCHES if infantry else TANK_INCHES


@rule("PT-FLAME-04", "PT-FLAME-05")
def flame_hits(hits_scored: int, flame: bool, flammable: bool) -> int:
    """Hits of an attack roll that scored so many: by or against a flamethrower always lethal.

    ``flame``: the weapon is a flamethrower; ``flammable``: the unit that is hit carries one.
    """
    return 2 if hits_scored > 0 and (flame or flammable) else hits_scored


@rule("PT-FLAME-03")
def burns_out(hits_scored: int, flame: bool, position: int) -> bool:
    """Whether a flamethrower's hit destroys a unit in a heavy position at once, without a save."""
    return hits_scored > 0 and flame and position == HEAVY
