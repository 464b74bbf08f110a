"""What lies on a line of sight: pieces of terrain, wrecks, vehicles."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import LosTerrainRule, LosUnitsBlock


@rule("PT-FIRE-04")
def piece_blocks(holds_firer: bool, holds_target: bool, overlooked: bool, los_terrain_rule: int = 0) -> bool:
    """Whether a piece of terrain that the line crosses blocks it.

    Unless it holds the firer or the target; under ``target_piece_only`` unless it holds the target (the firer's own
    square aside); under ``hills_elevate`` a unit on a hill looks over what is ``overlooked``: a wood or building
    between it and a unit that it does not touch.
    """
    if holds_target:
        return False
    if los_terrain_rule == LosTerrainRule.TARGET_PIECE_ONLY:
        return True
    return not holds_firer and not (los_terrain_rule == LosTerrainRule.HILLS_ELEVATE and overlooked)


@rule("PT-FIRE-08")
def line_crosses(dx: int, dy: int, ox: int, oy: int) -> bool:
    """Whether the line from square (0, 0) to (dx, dy), between centres, runs inside (ox, oy).

    A line along an edge or through a corner does not.
    """
    if ox < min(dx, 0) or ox > max(dx, 0) or oy < min(dy, 0) or oy > max(dy, 0):
        return False
    return 2 * abs(dx * oy - dy * ox) < abs(dx) + abs(dy)


@rule("PT-FIRE-08")
def wrecks_block(los_units_block: int = 0) -> bool:
    """Whether wrecks stop a line of sight."""
    return los_units_block != LosUnitsBlock.NONE


@rule("PT-FIRE-08")
def vehicles_block(los_units_block: int = 0) -> bool:
    """Whether living vehicles stop a line of sight."""
    return los_units_block == LosUnitsBlock.WRECKS_AND_VEHICLES


@rule("PT-FIRE-08")
def wreck_covers_from(dx: int, dy: int, wreck_dx: int, wreck_dy: int) -> bool:
    """Whether a wreck that a unit touches lies between it and a firer (AMB-38).

    All as seen from the unit's centre: the firer at (dx, dy), the wreck's square at (wreck_dx, wreck_dy), touching.  It
    lies between them if it lies within 45 degrees of the firer's direction: a wreck on the line itself would leave
    nothing to fire at.
    """
    if max(abs(wreck_dx), abs(wreck_dy)) != 1:
        return False
    ahead = dx * wreck_dx + dy * wreck_dy
    return ahead > 0 and abs(dx * wreck_dy - dy * wreck_dx) <= ahead
