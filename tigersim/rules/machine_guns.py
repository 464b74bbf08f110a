"""Machine guns: sharing the dice of a roll, and suppression (mortars and howitzers too)."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.arithmetic import power
from tigersim.rules.fire import hits_scored
from tigersim.rules.switches import ArmoredSuppression, MgSplit, SuppressionHalf, SuppressionSave

SHARE_INCHES = 3
"""PT-MG-06: how near to the original target a further one must be."""


@rule("PT-MG-04", "PT-MORTAR-05", "PT-HOW-02")
def suppresses(total: int, difficulty: int, suppression_half: int = 0) -> bool:
    """Whether a miss suppresses: it still reaches half the difficulty, rounded up.

    Under ``strictly_more_than_half`` it must exceed half.
    """
    if total >= difficulty:
        return False
    over_half = suppression_half == SuppressionHalf.STRICTLY_MORE_THAN_HALF
    return 2 * total > difficulty if over_half else 2 * total >= difficulty


@rule("PT-MG-04", "PT-MG-07", "PT-MORTAR-05", "PT-HOW-02")
def suppression(
    total: int,
    difficulty: int,
    suppressing: bool,
    machine_gun: bool,
    target_armored: bool,
    suppression_half: int = 0,
    armored_suppression: int = 0,
) -> int:
    """What a roll suppresses: 0 nothing, 1 one assigned card is lost, 2 all are lost.

    Unarmoured targets lose all cards to a near miss of a ``suppressing`` weapon; an armoured target loses one card when
    a machine gun reaches the full difficulty, under ``near_miss_one_card`` to a near miss of a mortar or a howitzer
    too.
    """
    near_miss = suppressing and suppresses(total, difficulty, suppression_half)
    if not target_armored:
        return 2 if near_miss else 0
    if machine_gun:
        return 1 if total >= difficulty else 0
    return 1 if near_miss and armored_suppression == ArmoredSuppression.NEAR_MISS_ONE_CARD else 0


@rule("PT-MG-05", "PT-MG-08", "PT-SUPPORT-15")
def suppression_dice(
    armor_dice: int, armor_face: int, cover_dice: int, armored: bool, suppression_save: int = 0
) -> tuple[int, int]:
    """(Armour dice, cover dice) that may cancel a suppression.

    All save dice against that shot; under ``either_not_both`` an armoured unit uses armour dice or cover dice,
    whichever fail together less often.
    """
    if suppression_save == SuppressionSave.ONE_SUCCESS_FULL_DICE or not armored:
        return armor_dice, cover_dice
    all_armor_fail = power(armor_face - 1, armor_dice) * power(6, cover_dice)
    all_cover_fail = power(4, cover_dice) * power(6, armor_dice)
    return (armor_dice, 0) if all_armor_fail <= all_cover_fail else (0, cover_dice)


@rule("PT-MG-05", "PT-MG-08", "PT-SUPPORT-15")
def suppression_cancelled(successes: int) -> bool:
    """Whether the save dice cancel a suppression: one success is enough."""
    return successes > 0


@rule("PT-MG-06")
def may_share_with(gap_squared: float) -> bool:
    """Whether dice may go to a further target: within 3 inches of the original one.

    ``gap_squared``: between the two targets.
    """
    return gap_squared <= SHARE_INCHES * SHARE_INCHES


@rule("PT-MG-06")
def may_deal_away(dice_left: int, total_left: int, difficulty: int, mg_split: int = 0) -> bool:
    """Whether a die of a machine-gun roll may be dealt to a further target.

    ``dice_left`` dice of sum ``total_left`` would then be left for the original target, at least one; ``difficulty`` is
    what a hit on it needs.  Under ``surplus_only`` only dice not needed to hit it may go.
    """
    return dice_left > 0 and (mg_split != MgSplit.SURPLUS_ONLY or total_left >= difficulty)


@rule("PT-MG-06")
def share_scores(total: int, difficulty: int, lethal_difficulty: int, shared: bool, mg_split: int = 0) -> int:
    """Hits of the dice dealt to one target, an attack of its own: 0 a miss, 1 a hit, 2 lethal.

    Under ``no_lethal_on_split`` a roll that was ``shared`` among several targets has no lethal hits.
    """
    scored = hits_scored(total, difficulty, lethal_difficulty)
    return min(scored, 1) if shared and mg_split == MgSplit.NO_LETHAL_ON_SPLIT else scored
