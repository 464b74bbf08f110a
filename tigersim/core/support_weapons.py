"""Mortars and howitzers: the second shot, and suppressed neighbours (1.18 and 1.19)."""

from tigersim.core import log
from tigersim.core.aim import may_fire, save_dice, save_dice_from
from tigersim.core.asking import ask_owner
from tigersim.core.chance import die, stream
from tigersim.core.compile.jit import jit_inner
from tigersim.core.enums import CHANCE_SAVE, HULL, MAIN, MORTAR, PHASE_OFF_TABLE, SPLASH
from tigersim.core.geometry import gap_squared
from tigersim.core.log import note
from tigersim.core.machine_guns import strip
from tigersim.core.sides import side_of, slots_of
from tigersim.core.units import can_be_suppressed, on_table
from tigersim.registry import rule
from tigersim.rules.airdrop import BY_GLIDER, may_be_attacked
from tigersim.rules.armor import die_saves
from tigersim.rules.cover import COVER_FACE
from tigersim.rules.fire import fires_again, other_gun_fires
from tigersim.rules.off_table import barrage_splashes
from tigersim.rules.rerolls import reroll_extent
from tigersim.rules.support_weapons import beside_target, second_shot_follows, splash_save_dice, splash_suppresses


@jit_inner
@rule("PT-MORTAR-06", "PT-NOTE-TWO_GUNS")
def follow_up_weapon(b):
    """The mortar if it may fire once more, or the other gun (AMB-74); -1 if nothing follows."""
    shot = b[0].shot
    armed = b[0].unit[shot.unit].profile.armed
    if shot.weapon == MORTAR:
        follows = second_shot_follows(shot.hit_any, shot.taken, shot.extra != 0, b[0].ruling.mortar_second_shot)
        return MORTAR if follows else -1
    gun = shot.weapon == MAIN or shot.weapon == HULL
    hull = armed[HULL] != 0 and b[0].unit[shot.unit].profile.flame[HULL] == 0  # a squad's flamethrower stands there
    fires = other_gun_fires(armed[MAIN] != 0, hull, not gun, shot.extra != 0, b[0].ruling.two_guns_fire)
    if not fires or fires_again(shot.rolls_left, b[0].unit[shot.first_target].alive == 0):
        return -1
    return HULL if shot.weapon == MAIN else MAIN


@jit_inner
@rule("PT-MORTAR-06")
def may_follow_up(b, t, target, weapon):
    """A mortar's second shot goes at the same target or at one within 6 inches of it."""
    shot = b[0].shot
    u, v = b[0].unit[shot.first_target], b[0].unit[target]
    if weapon == MORTAR and target != shot.first_target and not beside_target(gap_squared(u.x, u.y, v.x, v.y)):
        return False
    return may_fire(b, t, shot.unit, target, weapon, shot.card)


@jit_inner
@rule("PT-HOW-03", "PT-SUPPORT-06")
def may_splash(b, target):
    """An unarmoured enemy within 6 inches of the unit hit, which itself is not meant (AMB-70).

    PT-SUPPORT-06: likewise beside a hit of a barrage.  One that would not feel it is not named (AMB-62).
    """
    shot = b[0].shot
    if target == shot.target or not on_table(b, target):
        return False
    if not may_be_attacked(b[0].unit[target].profile.airborne == BY_GLIDER, b[0].ruling.glider_stats):
        return False
    armored = b[0].unit[target].profile.armored != 0
    if b[0].phase == PHASE_OFF_TABLE:
        if not barrage_splashes(b[0].support.kind, shot.scored, armored, b[0].ruling.howitzer_splash):
            return False
    else:
        howitzer = b[0].unit[shot.unit].profile.howitzer != 0 and shot.weapon == MAIN
        if not splash_suppresses(howitzer, shot.scored, armored):
            return False
    u, v = b[0].unit[shot.target], b[0].unit[target]
    return can_be_suppressed(b, target) and beside_target(gap_squared(u.x, u.y, v.x, v.y))


@jit_inner
@rule("PT-HOW-03", "PT-SUPPORT-06")
def start_splash(b, t, w):
    """Suppress a neighbour of a howitzer's target; the firer is asked where it has a choice."""
    side = 1 - side_of(b[0].shot.unit)
    candidates, only = 0, 0
    for target in slots_of(b, side):
        if may_splash(b, target):
            candidates += 1
            only = target
    if candidates == 1:
        splash(b, t, w, only)
    elif candidates > 1:
        ask_owner(b, SPLASH, b[0].shot.unit)


@jit_inner
@rule("PT-HOW-03", "PT-SUPPORT-06")
def splash(b, t, w, target):
    """The unit loses all its cards, without a save; AMB-70: cover dice may cancel it."""
    if b[0].phase == PHASE_OFF_TABLE:
        _, cover = save_dice_from(b, t, target, 0, False, 0)
    else:
        _, cover = save_dice(b, t, b[0].shot.unit, target, 0)
    u = b[0].unit[target]
    chance = stream(b[0].key, CHANCE_SAVE, b[0].turn, target)
    rerolls, _ = reroll_extent(u.profile.save_rerolls, u.profile.save_whole, b[0].ruling.improved_reroll_extent)
    saved = False
    dice = splash_save_dice(cover, b[0].ruling.howitzer_splash)
    for _ in range(dice * (1 + rerolls)):  # no die saves: all of them once more
        saved = saved or die_saves(die(chance, u.rolls), COVER_FACE)
        u.rolls += 1
    if saved:
        note(b, w, log.SUPPRESSION_CANCELLED, target)
        return
    strip(b, w, target)
