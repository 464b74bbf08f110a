"""Machine guns, and the suppression that mortars and howitzers share with them."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.arithmetic import power


@rule("PT-MG-04", "PT-MORTAR-05", "PT-HOW-02")
def suppresses(total: int, difficulty: int, suppression_half: int = 0) -> bool:
    """PT-MG-04, PT-MORTAR-05, PT-HOW-02: a miss that still reaches half the difficulty, rounded up.

    AMB-63 ``suppression_half``: 0 at least half, 1 more than half.
    """
    if total >= difficulty:
        return False
    return 2 * total > difficulty if suppression_half == 1 else 2 * total >= difficulty


@rule("PT-MG-04", "PT-MG-07", "PT-MORTAR-05", "PT-HOW-02")
def suppression(
    total: int,
    difficulty: int,
    suppressing: bool,
    machine_gun: bool,
    target_armored: bool,
    suppression_half: int = 0,
) -> int:
    """PT-MG-04, PT-MG-07, PT-MORTAR-05, PT-HOW-02: 0 nothing, 1 one assigned card is lost, 2 all are lost.

    Unarmoured targets lose all cards to a near miss of a ``suppressing`` weapon; an armoured target loses one card
    when a machine gun reaches the full difficulty (AMB-65).
    """
    if target_armored:
        return 1 if machine_gun and total >= difficulty else 0
    return 2 if suppressing and suppresses(total, difficulty, suppression_half) else 0


@rule("PT-MG-05", "PT-MG-08")
def suppression_dice(
    armor_dice: int, armor_face: int, cover_dice: int, armored: bool, suppression_save: int = 0
) -> tuple[int, int]:
    """PT-MG-05, PT-MG-08: (armour dice, cover dice) that may cancel a suppression.

    AMB-64 ``suppression_save``: 0 all save dice against that shot; 1 an armoured unit uses armour dice or cover dice,
    whichever fail together less often.
    """
    if suppression_save == 0 or not armored:
        return armor_dice, cover_dice
    all_armor_fail = power(armor_face - 1, armor_dice) * power(6, cover_dice)
    all_cover_fail = power(4, cover_dice) * power(6, armor_dice)
    return (armor_dice, 0) if all_armor_fail <= all_cover_fail else (0, cover_dice)


@rule("PT-MG-05", "PT-MG-08")
def suppression_cancelled(successes: int) -> bool:
    """PT-MG-05, PT-MG-08: one success among the save dice cancels a suppression (AMB-64)."""
    return successes > 0
