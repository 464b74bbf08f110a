"""Armour: how many dice, which faces succeed, and how many hits the roll stops."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import Edition, SaveSuccessRule, VulnerableArmorMin


@rule("PT-ARMOR-02", "PT1-FIRE-05")
def armor_dice_for_aspect(armor_front: int, armor_other: int, front: bool, edition: int = 0) -> int:
    """Armour dice by side: all against fire at the front, fewer from elsewhere.

    In the first edition all dice count from every side.
    """
    return armor_front if front or edition == Edition.FIRST else armor_other


@rule("PT-ARMOR-03", "PT-DIS-VULNERABLE_ARMOR")
def armor_dice(
    dice_for_aspect: int, vulnerable_armor: bool, hits_scored: int, front: bool = True, vulnerable_armor_min: int = 0
) -> int:
    """Armour dice against this shot, never fewer than one for an armoured unit.

    Vulnerable armour rolls one die fewer against a lethal hit: down to one die, under ``cumulative_min_zero`` to none,
    under ``not_cumulative_with_side`` only at the front.
    """
    if dice_for_aspect == 0 or not vulnerable_armor or hits_scored < 2:
        return dice_for_aspect
    if vulnerable_armor_min == VulnerableArmorMin.NOT_CUMULATIVE_WITH_SIDE and not front:
        return dice_for_aspect
    return max(dice_for_aspect - 1, 0 if vulnerable_armor_min == VulnerableArmorMin.CUMULATIVE_MIN_ZERO else 1)


@rule("PT-ARMOR-01", "PT-UNIT-LACAR-01", "PT-UNIT-LHTRACK-01")
def die_saves(face: int, lowest_saving_face: int) -> bool:
    """Whether a save die succeeds: a 5 or 6, for light armour a 6 only."""
    return face >= lowest_saving_face


@rule("PT-UNIT-LTANK-01", "PT-UNIT-TD-01", "PT-UNIT-LSPG-01")
def armor_successes(successes: int, keep_best: bool) -> int:
    """Armour dice that succeed; where only the best die counts, one at most."""
    return min(successes, 1) if keep_best else successes


@rule("PT-ARMOR-01", "PT-COVER-01", "PT-FIRE-07")
def hits_left(hits: int, successes: int, save_success_rule: int = 0) -> int:
    """Hits that remain after one roll of all armour and cover dice.

    Each success cancels one hit; under ``one_success_cancels_all`` any success stops the whole shot, under
    ``one_success_cancels_one_hit_only`` a roll never cancels more than one hit.
    """
    if save_success_rule == SaveSuccessRule.ONE_SUCCESS_CANCELS_ALL:
        return 0 if successes > 0 else hits
    if save_success_rule == SaveSuccessRule.ONE_SUCCESS_CANCELS_ONE_HIT_ONLY:
        successes = min(successes, 1)
    return max(hits - successes, 0)
