"""Fire: range, dice, difficulty, and what the roll scores."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import (
    Ed1Example,
    Edition,
    RapidFire,
    SkirtArmorScope,
    SmallArmsVsArmor,
    SpgLowProfile,
    TwoGunsFire,
)

NEAR_INCHES = 12
"""Weapons of some units have other dice beyond them."""
OUT_OF_REACH = 1000
"""PT1-FIRE-04: more than any dice can show."""


@rule("PT-UNIT-LTANK-03", "PT-UNIT-LACAR-02", "PT-UNIT-LGUN-01", "PT-MG-02", "PT-MORTAR-03")
def is_far(gap_squared: float) -> bool:
    """Whether the target is farther than 12 inches.

    ``gap_squared`` is the square of the distance between the bases in inches (AMB-25: exactly 12 is within 12).
    """
    return gap_squared > NEAR_INCHES * NEAR_INCHES


@rule(
    "PT-FIRE-01",
    "PT-FIRE-02",
    "PT-UNIT-INF-02",
    "PT-UNIT-RECON-03",
    "PT-DIS-SHORT_RANGE_GUN",
    "PT-MORTAR-04",
    "PT-HOW-02",
)
def in_range(gap_squared: float, max_range: int, min_range: int) -> bool:
    """Whether the target is within range.

    ``max_range`` in inches, 0 = any distance; the target must be farther than ``min_range`` inches (0 = no minimum).
    """
    if max_range > 0 and gap_squared > max_range * max_range:
        return False
    return min_range == 0 or gap_squared > min_range * min_range


@rule("PT-UNIT-SPG-01", "PT-NOTE-FORWARD_ONLY")
def in_arc(forward_only: bool, target_ahead: bool) -> bool:
    """Whether the target lies in the weapon's arc; some fire into their front arc only."""
    return target_ahead or not forward_only


@rule("PT-CARD-05", "PT-CARD-06", "PT-CARD-07")
def weapon_dice(red: bool, far: bool, red_near: int, black_near: int, red_far: int, black_far: int) -> int:
    """Dice of a weapon by colour of the card and distance; 0 = it may not fire."""
    if far:
        return red_far if red else black_far
    return red_near if red else black_near


@rule("PT-ADV-SKIRT_ARMOR")
def fire_dice(
    dice: int, infantry: bool, skirt_armor: bool, mortar: bool, skirt_armor_scope: int = 0, zero_dice_pool: int = 0
) -> int:
    """Fire dice at this target: infantry rolls one fewer at skirt armour.

    ``dice`` are the weapon's own, 0 = it may not fire; mortars are exempt under ``no_support_weapons``.  Never fewer
    than ``zero_dice_pool`` says (0, 1 or 2); with none the shot cannot be tried.
    """
    exempt = mortar and skirt_armor_scope == SkirtArmorScope.NO_SUPPORT_WEAPONS
    if dice == 0 or exempt or not (infantry and skirt_armor):
        return dice
    return max(dice - 1, zero_dice_pool)


@rule("PT-FIRE-06")
def may_harm(
    infantry: bool,
    machine_gun: bool,
    mortar: bool,
    target_armored: bool,
    small_arms_vs_armor: int = 0,
    flame: bool = False,
) -> bool:
    """Whether the shot can do something to this target.

    Under ``cannot_hit_armor`` rifles may not be aimed at armour; machine guns may still cost an armoured unit a card,
    mortars and flamethrowers may hit it.
    """
    small_arms = infantry and not machine_gun and not mortar and not flame
    return not (small_arms and target_armored and small_arms_vs_armor == SmallArmsVsArmor.CANNOT_HIT_ARMOR)


@rule("PT-UNIT-SPG-02", "PT1-FIRE-10")
def fire_difficulty(
    difficulty: int, low_profile: int, target_front: bool = True, spg_low_profile: int = 0, ed1_example: int = 0
) -> int:
    """Number that a roll must reach to hit: a low profile adds its 2 to the card's difficulty.

    Under ``front_only`` against frontal fire alone, under ``threshold_hit_only`` not for lethal hits (see
    ``lethal_difficulty``).  In the first edition the roll may have to exceed it (``strictly_more``), which in whole
    numbers is one more.
    """
    needed = difficulty + 1 if ed1_example == Ed1Example.STRICTLY_MORE else difficulty
    if spg_low_profile == SpgLowProfile.FRONT_ONLY and not target_front:
        return needed
    return needed + low_profile


@rule("PT-UNIT-SPG-02", "PT-FIRE-07", "PT1-FIRE-04")
def lethal_difficulty(
    difficulty: int, low_profile: int, target_front: bool = True, spg_low_profile: int = 0, edition: int = 0
) -> int:
    """Difficulty that a lethal hit doubles.

    Under ``threshold_hit_only`` the card's own.  In the first edition no hit is lethal: a difficulty that no roll can
    double.
    """
    if edition == Edition.FIRST:
        return OUT_OF_REACH
    if spg_low_profile == SpgLowProfile.THRESHOLD_HIT_ONLY:
        return difficulty
    return fire_difficulty(difficulty, low_profile, target_front, spg_low_profile)


@rule("PT-FIRE-06", "PT-FIRE-07")
def hits_scored(total: int, difficulty: int, lethal_difficulty: int = 0) -> int:
    """Hits of an attack roll: 0 a miss, 1 a hit, 2 a lethal hit (twice the difficulty).

    ``lethal_difficulty`` is the number doubled, 0 = the difficulty itself.
    """
    if total < difficulty:
        return 0
    doubled = 2 * (lethal_difficulty if lethal_difficulty > 0 else difficulty)
    return 2 if total >= doubled else 1


@rule("PT-ADV-RAPID_FIRE", "PT-NOTE-MG_ARMAMENT")
def rolls_of_action(
    fire_rolls: int, mg_attacks: int, machine_gun: bool, main_weapon: bool, doubled: bool = False, rapid_fire: int = 0
) -> int:
    """Fire rolls of one Fire action, all at one target.

    ``fire_rolls`` of the unit are 2 with rapid fire, ``mg_attacks`` 2 with two machine guns that attack apart (AMB-58);
    ``main_weapon``: a turret or hull gun, or rifles.  Under ``one_extra_shot_per_turn`` there is one roll more in a
    turn, unless the unit has ``doubled`` already, under ``main_weapon_only`` only with its main weapon.
    """
    rolls = mg_attacks if machine_gun else 1
    if fire_rolls < 2 or (rapid_fire == RapidFire.MAIN_WEAPON_ONLY and not main_weapon):
        return rolls
    if rapid_fire == RapidFire.ONE_EXTRA_SHOT_PER_TURN:
        return rolls if doubled else rolls + 1
    return rolls * fire_rolls


@rule("PT-NOTE-TWO_GUNS")
def other_gun_fires(main_armed: bool, hull_armed: bool, machine_gun: bool, extra: bool, two_guns_fire: int = 0) -> bool:
    """Whether the other gun fires after this shot, in one action, at any target that it may.

    Only under ``both_guns``.  ``machine_gun``: the shot was a machine gun's; ``extra``: it was the other gun's already.
    """
    return two_guns_fire == TwoGunsFire.BOTH_GUNS and main_armed and hull_armed and not machine_gun and not extra


@rule("PT-ADV-RAPID_FIRE")
def fires_again(rolls_left: int, target_destroyed: bool) -> bool:
    """Whether the action goes on with its next roll: while the target is not destroyed."""
    return rolls_left > 0 and not target_destroyed
