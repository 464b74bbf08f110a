"""Close combat: who may strike at which unit, in which order, dice, result, withdrawal."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import (
    MeleeAfterSuccess,
    MeleeEachReach,
    MeleeGunsHelp,
    MeleeSecondaryTargets,
    MeleeShockedDefender,
    MeleeSupportersStrike,
    SuicideAssault,
)

ASSAULT_INCHES = 6
"""PT-MELEE-02: how far off an attacker may start."""
SUPPORT_INCHES = 3
"""PT-MELEE-08, PT-MELEE-10: how near to the declared target its helpers, and other enemies to attack, must be."""
MOST_ATTACKERS = 3
"""PT-MELEE-07: the leader and two followers."""
MOST_HELPERS = 2
"""PT-MELEE-08: helpers of the declared target."""


@rule("PT-MELEE-02", "PT-MELEE-07")
def in_assault_reach(gap_squared: float, leader: bool, melee_each_reach: int = 0) -> bool:
    """Whether an attacker is near enough: within 6 inches of the unit it attacks.

    Every attacker must be, under ``leader_only`` the leader alone.
    """
    exempt = melee_each_reach == MeleeEachReach.LEADER_ONLY and not leader
    return exempt or gap_squared <= ASSAULT_INCHES * ASSAULT_INCHES


@rule("PT-MELEE-10", "PT-FOLLOW-10")
def may_attack_unit(
    leader: bool, declared_target: bool, gap_squared: float, helper: bool, melee_secondary_targets: int = 0
) -> bool:
    """Whether an attacker may strike at this enemy.

    The leader at the declared target; a follower at it or at another one within 3 inches of it (``gap_squared``, from
    the declared target), under ``helpers_only`` at its helpers alone.
    """
    if declared_target:
        return True
    if leader or gap_squared > SUPPORT_INCHES * SUPPORT_INCHES:
        return False
    return helper or melee_secondary_targets == MeleeSecondaryTargets.ANY_WITHIN_3


@rule("PT-MELEE-08", "PT-MELEE-03", "PT-HIT-05")
def may_help(
    shocked: bool,
    towed_gun: bool,
    gap_squared: float,
    target_stands: bool = True,
    attacks_done: bool = False,
    melee_supporters_strike: int = 0,
    melee_shocked_defender: int = 0,
    melee_guns_help: int = 0,
) -> bool:
    """Whether a unit may help the declared target to defend: within 3 inches of it.

    Helpers are named before any attack is rolled; under ``named_after_attack`` after all of them, for a target that
    still stands.
    """
    if gap_squared > SUPPORT_INCHES * SUPPORT_INCHES:
        return False
    if melee_supporters_strike == MeleeSupportersStrike.NAMED_AFTER_ATTACK:
        if not (attacks_done and target_stands):
            return False
    elif attacks_done:
        return False
    if shocked and melee_shocked_defender != MeleeShockedDefender.ALWAYS:
        return False
    return not towed_gun or melee_guns_help == MeleeGunsHelp.MAY_HELP


@rule("PT-MELEE-05", "PT-MELEE-08", "PT-MELEE-09")
def strikes_back(
    alive: bool,
    attacked: bool,
    shocked: bool,
    target_stands: bool,
    melee_supporters_strike: int = 0,
    melee_shocked_defender: int = 0,
) -> bool:
    """Whether a defender strikes after all attacks: if it is left, once.

    ``attacked``: an attacker has rolled against it.  Under ``only_if_target_survives`` a helper that no attacker chose
    strikes only while the declared target stands.
    """
    if not alive or (shocked and melee_shocked_defender == MeleeShockedDefender.NEVER):
        return False
    return attacked or target_stands or melee_supporters_strike != MeleeSupportersStrike.ONLY_IF_TARGET_SURVIVES


@rule("PT-MELEE-11")
def may_strike_at(declared_target: bool, leader: bool, leader_stands: bool) -> bool:
    """Whether a defender may strike at this attacker.

    At any; the declared target at the leader if it stands.
    """
    return leader or not declared_target or not leader_stands


@rule("PT-MELEE-04", "PT-MELEE-05", "PT-DIS-OPEN_TOP", "PT-ADV-SKIRT_ARMOR", "PT-ADV-SUICIDE_ASSAULT")
def close_combat_dice(
    melee_dice: int,
    infantry: bool,
    enemy_open_top: bool,
    enemy_skirt_armor: bool,
    suicide_assault: bool,
    zero_dice_pool: int = 0,
) -> int:
    """Dice in close combat, attacking and striking back.

    Infantry has 3, others 2; one more against an open top, one fewer for infantry against skirt armour, one more for a
    suicide assault; never fewer than ``zero_dice_pool`` says (0, 1 or 2).
    """
    dice = melee_dice
    if enemy_open_top:
        dice += 1
    if infantry and enemy_skirt_armor:
        dice -= 1
    if suicide_assault:
        dice += 1
    return max(dice, zero_dice_pool)


@rule("PT-MELEE-04", "PT-MELEE-05", "PT-MELEE-12")
def strike_destroys(total: int, difficulty: int) -> bool:
    """Whether a roll destroys: it reaches the difficulty, and nothing saves.

    Every roll of the combat is held against the card of the unit that started it; a low profile adds nothing.
    """
    return total >= difficulty


@rule("PT-ADV-SUICIDE_ASSAULT")
def may_declare_suicide(suicide_assault: bool, attacking: bool, suicide_assault_rule: int = 0) -> bool:
    """Whether the extra die of a suicide assault may be declared for this roll.

    For any close combat roll, under ``attack_only`` for attacks only.
    """
    return suicide_assault and (attacking or suicide_assault_rule != SuicideAssault.ATTACK_ONLY)


@rule("PT-ADV-SUICIDE_ASSAULT")
def takes_suicide_die(suicide_assault: bool, attacking: bool, wanted: bool, suicide_assault_rule: int = 0) -> bool:
    """Whether the extra die is rolled: where it may be, if its owner wants it or has to."""
    willing = wanted or suicide_assault_rule == SuicideAssault.MANDATORY
    return willing and may_declare_suicide(suicide_assault, attacking, suicide_assault_rule)


@rule("PT-ADV-SUICIDE_ASSAULT")
def destroys_itself(suicide_assault: bool, total: int, difficulty: int) -> bool:
    """Whether a unit destroys itself: it took the extra die and failed."""
    return suicide_assault and total < difficulty


@rule("PT-MELEE-06", "PT-MELEE-13")
def withdraws(defender_survives: bool, melee_after_success: int = 0) -> bool:
    """Whether the attackers that are left go back to where they came from.

    They do if any defender survives (the declared target, a helper, or another unit that was attacked), under
    ``always_return`` in any case.
    """
    return defender_survives or melee_after_success == MeleeAfterSuccess.ALWAYS_RETURN


@rule("PT-MELEE-13")
def takes_the_place(defender_survives: bool, leader: bool, melee_after_success: int = 0) -> bool:
    """Whether a victorious leader may stand where the declared target stood: under ``occupy``."""
    return leader and not defender_survives and melee_after_success == MeleeAfterSuccess.OCCUPY
