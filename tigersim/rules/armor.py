"""Armour: how many dice, which faces succeed, and how many hits the roll stops."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import Edition, SaveSuccessRule, VulnerableArmorMin


@rule("PT-ARMOR-02", "PT1-FIRE-05")
def armor_dice_for_aspect(armor_front: int, armor_other: int, front: bool, edition: int = 0) -> int:
    """PT-ARMOR-02: full dice against fire at the front, the smaller number from anywhere else.

    PT1-FIRE-05: in the first edition (``edition`` 1) full dice from everywhere.
    """
    return armor_front if front or edition == Edition.FIRST else armor_other


@rule("PT-ARMOR-03", "PT-DIS-VULNERABLE_ARMOR")
def armor_dice(
    dice_for_aspect: int, vulnerable_armor: bool, hits_scored: int, front: bool = True, vulnerable_armor_min: int = 0
) -> int:
    """PT-ARMOR-03, PT-DIS-VULNERABLE_ARMOR: armour dice against this shot, never fewer than one for an armoured unit.

    Vulnerable armour rolls one die fewer against a lethal hit.  AMB-107 ``vulnerable_armor_min``: 0 down to one die,
    1 down to none, 2 not together with the loss from the side.
    """
    if dice_for_aspect == 0 or not vulnerable_armor or hits_scored < 2:
        return dice_for_aspect
    if vulnerable_armor_min == VulnerableArmorMin.NOT_CUMULATIVE_WITH_SIDE and not front:
        return dice_for_aspect
    return max(dice_for_aspect - 1, 0 if vulnerable_armor_min == VulnerableArmorMin.CUMULATIVE_MIN_ZERO else 1)


@rule("PT-ARMOR-01", "PT-UNIT-LACAR-01", "PT-UNIT-LHTRACK-01")
def die_saves(face: int, lowest_saving_face: int) -> bool:
    """PT-ARMOR-01, PT-UNIT-LACAR-01, PT-UNIT-LHTRACK-01: a 5 or 6 saves; for light armour a 6 only."""
    return face >= lowest_saving_face


@rule("PT-UNIT-LTANK-01", "PT-UNIT-TD-01", "PT-UNIT-LSPG-01")
def armor_successes(successes: int, keep_best: bool) -> int:
    """PT-UNIT-LTANK-01, PT-UNIT-TD-01, PT-UNIT-LSPG-01: with the best die alone kept, at most one success counts."""
    if keep_best:
        return min(successes, 1)
    return successes


@rule("PT-ARMOR-01", "PT-COVER-01", "PT-FIRE-07")
def hits_left(hits: int, successes: int, save_success_rule: int = 0) -> int:
    """PT-ARMOR-01, PT-COVER-01, PT-FIRE-07: hits that remain after one roll of all armour and cover dice.

    AMB-43 ``save_success_rule``: 0 each success cancels one hit, 1 any success stops the whole shot, 2 a roll never
    cancels more than one hit.
    """
    if save_success_rule == SaveSuccessRule.ONE_SUCCESS_CANCELS_ALL:
        return 0 if successes > 0 else hits
    if save_success_rule == SaveSuccessRule.ONE_SUCCESS_CANCELS_ONE_HIT_ONLY:
        successes = min(successes, 1)
    return max(hits - successes, 0)
