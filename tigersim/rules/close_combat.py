"""Close combat: who may strike whom and in which order, dice, the result of a roll, and who falls back."""

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
    """PT-MELEE-02, PT-MELEE-07: an attacker is within 6 inches of the unit it attacks.

    AMB-76 ``melee_each_reach``: 0 every attacker must be, 1 the ``leader`` only.
    """
    return gap_squared <= ASSAULT_INCHES * ASSAULT_INCHES or (
        melee_each_reach == MeleeEachReach.LEADER_ONLY and not leader
    )


@rule("PT-MELEE-10", "PT-FOLLOW-10")
def may_attack_unit(
    leader: bool, declared_target: bool, gap_squared: float, helper: bool, melee_secondary_targets: int = 0
) -> bool:
    """PT-MELEE-10, PT-FOLLOW-10: the enemy that an attacker may strike at.

    The leader's is the declared target; a follower's the same or another one within 3 inches of it (``gap_squared``,
    from the declared target).  AMB-80 ``melee_secondary_targets``: 0 any such enemy, 1 helpers of the target only.
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
    """PT-MELEE-08, PT-MELEE-03, PT-HIT-05: a unit within 3 inches of the declared target may help it to defend.

    AMB-79 ``melee_supporters_strike``: helpers are named before any attack is rolled; 2 = after all of them, for a
    target that still stands.  AMB-81 ``melee_shocked_defender``: 2 = shocked units may help too.  AMB-82
    ``melee_guns_help``: 1 = towed guns may.
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
    """PT-MELEE-05, PT-MELEE-08, PT-MELEE-09: a defender that is left after all attacks strikes, once.

    ``attacked``: an attacker has rolled against it.  AMB-79 ``melee_supporters_strike``: 1 = a helper that nobody
    attacked strikes only while the declared target stands.  AMB-81 ``melee_shocked_defender``: 1 = shocked units
    never strike.
    """
    if not alive or (shocked and melee_shocked_defender == MeleeShockedDefender.NEVER):
        return False
    return attacked or target_stands or melee_supporters_strike != MeleeSupportersStrike.ONLY_IF_TARGET_SURVIVES


@rule("PT-MELEE-11")
def may_strike_at(declared_target: bool, leader: bool, leader_stands: bool) -> bool:
    """PT-MELEE-11: the attacker that a defender may strike at: any; the declared target at the leader if it stands."""
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


@rule("PT-MELEE-04", "PT-MELEE-05", "PT-MELEE-12")
def strike_destroys(total: int, difficulty: int) -> bool:
    """PT-MELEE-04, PT-MELEE-05, PT-MELEE-12: a roll that reaches the difficulty destroys, without any save.

    Every roll of the combat is held against the card of the unit that started it; a low profile adds nothing.
    """
    return total >= difficulty


@rule("PT-ADV-SUICIDE_ASSAULT")
def may_declare_suicide(suicide_assault: bool, attacking: bool, suicide_assault_rule: int = 0) -> bool:
    """PT-ADV-SUICIDE_ASSAULT: the extra die may be declared for this roll.

    AMB-84 ``suicide_assault_rule``: 0 any close combat roll, 1 attacks only, 2 it must be taken every time.
    """
    return suicide_assault and (attacking or suicide_assault_rule != SuicideAssault.ATTACK_ONLY)


@rule("PT-ADV-SUICIDE_ASSAULT")
def takes_suicide_die(suicide_assault: bool, attacking: bool, wanted: bool, suicide_assault_rule: int = 0) -> bool:
    """PT-ADV-SUICIDE_ASSAULT: the extra die is rolled: where it may be and its owner wants it, or has to (AMB-84)."""
    return may_declare_suicide(suicide_assault, attacking, suicide_assault_rule) and (
        wanted or suicide_assault_rule == SuicideAssault.MANDATORY
    )


@rule("PT-ADV-SUICIDE_ASSAULT")
def destroys_itself(suicide_assault: bool, total: int, difficulty: int) -> bool:
    """PT-ADV-SUICIDE_ASSAULT: a unit that took the extra die and failed is destroyed at once."""
    return suicide_assault and total < difficulty


@rule("PT-MELEE-06", "PT-MELEE-13")
def withdraws(defender_survives: bool, melee_after_success: int = 0) -> bool:
    """PT-MELEE-06, PT-MELEE-13: the attackers that are left go back to where they came from.

    They do if any defender survives: the declared target, a helper, or a bystander that was attacked.  AMB-78
    ``melee_after_success``: 2 = they do in any case.
    """
    return defender_survives or melee_after_success == MeleeAfterSuccess.ALWAYS_RETURN


@rule("PT-MELEE-13")
def takes_the_place(defender_survives: bool, leader: bool, melee_after_success: int = 0) -> bool:
    """PT-MELEE-13: a victorious leader may stand where the declared target stood (AMB-78: 1, else nobody may)."""
    return leader and not defender_survives and melee_after_success == MeleeAfterSuccess.OCCUPY
