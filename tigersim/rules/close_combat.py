"""Close combat: reach, dice and the result of one roll."""

from __future__ import annotations

from tigersim.registry import rule


@rule("PT-MELEE-04", "PT-MELEE-05", "PT-DIS-OPEN_TOP", "PT-ADV-SKIRT_ARMOR", "PT-ADV-SUICIDE_ASSAULT")
def close_combat_dice(
    melee_dice: int,
    infantry: bool,
    enemy_open_top: bool,
    enemy_skirt_armor: bool,
    suicide_assault: bool,
    zero_dice_pool: int = 0,
) -> int:
    """PT-MELEE-04, PT-MELEE-05: 3 dice for infantry, 2 for others, attacking and striking back.

    PT-DIS-OPEN_TOP one more against it; PT-ADV-SKIRT_ARMOR one fewer for infantry against it; PT-ADV-SUICIDE_ASSAULT
    one more when declared.  AMB-30 ``zero_dice_pool``: the fewest dice left, 0, 1 or 2.
    """
    dice = melee_dice
    if enemy_open_top:
        dice += 1
    if infantry and enemy_skirt_armor:
        dice -= 1
    if suicide_assault:
        dice += 1
    return max(dice, zero_dice_pool)


@rule("PT-ADV-SUICIDE_ASSAULT")
def may_declare_suicide(suicide_assault: bool, attacking: bool, suicide_assault_rule: int = 0) -> bool:
    """PT-ADV-SUICIDE_ASSAULT: the extra die may be declared for this roll.

    AMB-84 ``suicide_assault_rule``: 0 any close combat roll, 1 attacks only, 2 it must be taken every time.
    """
    return suicide_assault and (attacking or suicide_assault_rule != 1)


@rule("PT-ADV-SUICIDE_ASSAULT")
def destroys_itself(suicide_assault: bool, total: int, difficulty: int) -> bool:
    """PT-ADV-SUICIDE_ASSAULT: a unit that took the extra die and failed is destroyed at once."""
    return suicide_assault and total < difficulty
