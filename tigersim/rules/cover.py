"""Cover: dice from terrain, from Find cover and from fortified positions."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import CoverDiePool, FindCoverEffect

COVER_FACE = 5
"""PT-COVER-01: a cover die of a 5 or 6 saves, whatever the quality of the unit's armour (AMB-47)."""


@rule(
    "PT-COVER-01",
    "PT-COVER-02",
    "PT-COVER-06",
    "PT-COVER-07",
    "PT-COVER-08",
    "PT-FORT-02",
    "PT-FORT-03",
    "PT-UNIT-INF-02",
    "PT-UNIT-GUN-01",
)
def cover_dice(
    in_terrain: bool,
    terrain_cover: int,
    found_cover: bool,
    fortification: int,
    infantry: bool = False,
    find_cover_effect: int = 0,
) -> int:
    """Cover dice, each saving on 5 and 6, beside the armour dice.

    ``terrain_cover`` dice in woods or a building; one for found cover, which under ``infantry_only_in_terrain``
    infantry has only there; ``fortification`` 1 (light) or 2 (heavy) dice more.
    """
    dice = fortification
    if in_terrain:
        dice += terrain_cover
    elif infantry and find_cover_effect == FindCoverEffect.INFANTRY_ONLY_IN_TERRAIN:
        return dice
    return dice + 1 if found_cover else dice


@rule("PT-COVER-08")
def cover_dice_as_armor(cover_dice: int, armored: bool, cover_die_pool: int = 0) -> int:
    """Cover dice that take the faces and the keep rule of the armour dice.

    None, they keep their own quality; under ``same_quality`` all those of an armoured unit.
    """
    return cover_dice if armored and cover_die_pool == CoverDiePool.SAME_QUALITY else 0


@rule("PT-COVER-05", "PT-ADV-INFILTRATOR")
def find_cover_dice(find_open: int, find_terrain: int, in_terrain: bool) -> int:
    """Dice of a Find cover roll; ``in_terrain``: in woods, a building or on a hill."""
    return find_terrain if in_terrain else find_open


@rule("PT-COVER-05", "PT-COVER-06")
def finds_cover(total: int, difficulty: int) -> bool:
    """Whether the unit finds cover: its roll reaches the difficulty of the black card."""
    return total >= difficulty
