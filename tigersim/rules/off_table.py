"""Off-table support: the barrages and air strikes that aces call down (chapter 1.25).

All numbers of the chapter stand here.  Support fire is never lethal (AMB-133): three dice show at most 18, and its
difficulty is 11 or more.
"""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.machine_guns import suppresses
from tigersim.rules.support_weapons import beside_target
from tigersim.rules.switches import ArmoredSuppression, BarrageArc, HowitzerSplash, SpgLowProfile, SupportTargets

ACE = 14
"""The rank that calls support (PT-SUPPORT-01)."""
NO_SUPPORT, BARRAGE, STRIKE = 0, 1, 2
"""Kinds of support, and the bits of what a battle permits: 3 is both."""
SUPPORT_DIFFICULTY = 11
"""PT-SUPPORT-02, PT-SUPPORT-07: of every shot of a barrage, and of the first attack of a strike."""
STRIKE_STEP = 2
"""PT-SUPPORT-08: how much harder every further attack of a strike is."""
BARRAGE_SHOTS, BARRAGE_DICE = 3, 2
STRIKE_DICE, STRIKE_DICE_HINDERED = 3, 2
MOST_ATTACKS = 2
"""PT-SUPPORT-04, PT-SUPPORT-12: attacks on one target."""


@rule("PT-SUPPORT-01", "AMB-131")
def support_of(rank: int, red: bool, permitted: int) -> int:
    """What a card calls: a black ace a barrage, a red ace a strike, any other card nothing.

    ``permitted``: the kinds that the players have agreed on or the scenario allows, as bits.
    """
    if rank != ACE:
        return NO_SUPPORT
    return permitted & (STRIKE if red else BARRAGE)


@rule("PT-SUPPORT-02", "PT-SUPPORT-07", "AMB-134")
def support_dice(kind: int, anti_air: bool) -> int:
    """Dice of an attack: two of a barrage, three of a strike, two at anti-air."""
    if kind == BARRAGE:
        return BARRAGE_DICE
    return STRIKE_DICE_HINDERED if anti_air else STRIKE_DICE


@rule("PT-SUPPORT-02", "PT-SUPPORT-07", "PT-SUPPORT-08", "PT-SUPPORT-09", "PT-SUPPORT-10", "PT-SUPPORT-12", "AMB-53")
def support_difficulty(kind: int, attacks: int, low_profile: int, spg_low_profile: int = 0) -> int:
    """Number that an attack of support fire must reach after so many ``attacks`` before it.

    11 for every shot of a barrage; 11 for a strike, and 2 more each time, at the same target too.  Under
    ``include_support`` a low profile adds its 2.
    """
    needed = SUPPORT_DIFFICULTY + (STRIKE_STEP * attacks if kind == STRIKE else 0)
    return needed + low_profile if spg_low_profile == SpgLowProfile.INCLUDE_SUPPORT else needed


@rule("PT-SUPPORT-02", "PT-SUPPORT-10", "PT-SUPPORT-11", "PT-SUPPORT-16")
def support_goes_on(kind: int, attacks: int, hit: bool) -> bool:
    """Whether a barrage or strike goes on to another attack.

    A barrage has three shots, whatever they do; a strike goes on while its attack rolls ``hit``, saved or not; a
    suppression is no hit.  ``attacks``: made so far.
    """
    return attacks < BARRAGE_SHOTS if kind == BARRAGE else hit


@rule("PT-SUPPORT-04", "PT-SUPPORT-12")
def may_attack_again(attacks_on_it: int) -> bool:
    """Whether a target may be attacked once more: at most twice by one barrage or strike."""
    return attacks_on_it < MOST_ATTACKS


@rule("PT-SUPPORT-03", "PT-SUPPORT-08", "PT-SUPPORT-09", "PT-SUPPORT-10", "PT-SUPPORT-12")
def in_chain(gap_squared: float, same_target: bool) -> bool:
    """Whether the next target lies within 6 inches of the last one, or is that one."""
    return same_target or beside_target(gap_squared)


@rule("PT-SUPPORT-03", "AMB-71")
def may_break_off(kind: int, support_targets: int = 0) -> bool:
    """Whether the player who called the support may leave the attacks that are left.

    Under ``any_unit`` not those of a barrage while any unit lies in its chain, be it a friend.
    """
    return not (kind == BARRAGE and support_targets == SupportTargets.ANY_UNIT)


@rule("PT-SUPPORT-13", "PT-ARMOR-02", "AMB-132")
def support_is_frontal(kind: int, barrage_arc: int = 0) -> bool:
    """Whether support comes at the front: never, under ``full_dice`` a barrage does."""
    return kind == BARRAGE and barrage_arc == BarrageArc.FULL_DICE


@rule("PT-SUPPORT-05", "PT-SUPPORT-14", "PT-SUPPORT-16")
def support_suppresses(
    total: int, difficulty: int, target_armored: bool, suppression_half: int = 0, armored_suppression: int = 0
) -> bool:
    """Whether a miss takes all assigned cards of any unit: it reaches half the difficulty.

    It is a miss, and ends a strike.  Under ``support_like_mg`` an armoured unit keeps its cards.
    """
    if target_armored and armored_suppression == ArmoredSuppression.SUPPORT_LIKE_MG:
        return False
    return suppresses(total, difficulty, suppression_half)


@rule("PT-SUPPORT-06", "AMB-70")
def barrage_splashes(kind: int, hits_scored: int, armored: bool, howitzer_splash: int = 0) -> bool:
    """Whether a shot of a barrage that hits suppresses one more enemy beside its target.

    An unarmoured one, under ``barrage_any_unit`` any.
    """
    return kind == BARRAGE and hits_scored > 0 and (not armored or howitzer_splash == HowitzerSplash.BARRAGE_ANY_UNIT)
