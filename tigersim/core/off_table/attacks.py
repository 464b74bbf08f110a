"""The attacks of a barrage or an air strike: dice, saves, what follows, and the end."""

from tigersim.core.aim import save_dice_from, saves_are_exact
from tigersim.core.asking import ask_owner
from tigersim.core.compile.jit import jit_inner
from tigersim.core.deck import bit, pile_of
from tigersim.core.dice import COVER_DIE, ORDINARY, ask_reroll, clear_roll, may_reroll, throw, total_of
from tigersim.core.enums import (
    CHANCE_OFF_TABLE,
    CHANCE_SAVE,
    NEXT_TARGET,
    NO_CARD,
    ORDER,
    PHASE_NOMINATE,
    PHASE_RESOLVE,
)
from tigersim.core.fire import (
    AFTER_STAGE,
    ATTACK_STAGE,
    END_STAGE,
    ROLL_STAGE,
    SAVE_STAGE,
    count_saves,
    hurt,
    record_hazard,
)
from tigersim.core.log import note_roll
from tigersim.core.machine_guns import strip
from tigersim.core.off_table.chances import support_chances
from tigersim.core.off_table.targets import anybody_is_next
from tigersim.core.sides import side_of
from tigersim.core.support_weapons import start_splash
from tigersim.core.units import may_act
from tigersim.registry import rule
from tigersim.rules.fire import hits_scored
from tigersim.rules.flamethrowers import flame_hits
from tigersim.rules.hits import death_trap_dice, hits_to_save
from tigersim.rules.machine_guns import suppression_cancelled, suppression_dice
from tigersim.rules.off_table import (
    BARRAGE,
    NO_SUPPORT,
    support_dice,
    support_difficulty,
    support_goes_on,
    support_is_frontal,
    support_suppresses,
)
from tigersim.rules.switches import SupportCall


@jit_inner
def off_table_step(b, t, w):
    """Carry support fire on: to the next choice, or to its end."""
    stage = b[0].shot.stage
    if stage == ROLL_STAGE:
        throw_attack(b, t, w)
    elif stage == ATTACK_STAGE:
        if may_reroll(b):  # nobody may, but replays are lent a look at the dice
            ask_reroll(b, b[0].shot.unit)
        else:
            settle_attack(b, t, w)
    elif stage == SAVE_STAGE:
        if may_reroll(b):
            ask_reroll(b, b[0].shot.target)
        else:
            settle_saves(b, t, w)
    elif stage == AFTER_STAGE:
        after_attack(b, t, w)
    else:
        go_on(b)


@jit_inner
@rule("PT-SUPPORT-02", "PT-SUPPORT-07")
def throw_attack(b, t, w):
    """Throw the dice of one attack."""
    shot, s = b[0].shot, b[0].support
    target = shot.first_target
    v = b[0].unit[target].profile
    shot.target = target
    shot.stage = ATTACK_STAGE
    shot.taken = 0
    shot.hits_before = b[0].unit[target].hits
    shot.difficulty = support_difficulty(s.kind, s.attacks, v.low_profile, b[0].ruling.spg_low_profile)
    shot.exact = 1 if saves_are_exact(b, target) else 0
    shot.hazard, shot.shock_chance = 0.0, 0.0
    if shot.exact != 0:
        _, shot.hazard, shot.shock_chance, _ = support_chances(b, t, w, target, s.kind, s.attacks, shot.hits_before)
    if (s.once >> target) & 1 != 0:
        s.twice |= 1 << target
    s.once |= 1 << target
    s.last = target
    s.attacks += 1
    clear_roll(b, s.lent, 0)
    throw(b, shot.unit, CHANCE_OFF_TABLE, support_dice(s.kind, v.anti_air != 0), ORDINARY)


@jit_inner
@rule("PT-SUPPORT-05", "PT-SUPPORT-13", "PT-SUPPORT-14", "PT-SUPPORT-15")
def settle_attack(b, t, w):
    """What the attack dice score.  PT-SUPPORT-13, PT-SUPPORT-15: the save dice thrown."""
    shot, ruling = b[0].shot, b[0].ruling
    target, kind = shot.target, b[0].support.kind
    v = b[0].unit[target].profile
    dice, n, total, high = b[0].roll.dice, b[0].roll.n, total_of(b), 0
    for k in range(n):
        if dice[k] >= 5:
            high += 1
    note_roll(b, w, shot.unit, CHANCE_OFF_TABLE, shot.difficulty, total)
    shot.scored = flame_hits(hits_scored(total, shot.difficulty, 0), False, v.flammable != 0)
    shot.high = 1 if death_trap_dice(high, n, ruling.death_trap) else 0
    shot.hits = hits_to_save(shot.scored, v.rivets != 0, False, ruling.rivets)
    shot.suppressing = 0
    if shot.hits == 0:
        if not support_suppresses(
            total, shot.difficulty, v.armored != 0, ruling.suppression_half, ruling.armored_suppression
        ):
            shot.stage = AFTER_STAGE
            return
        shot.suppressing = 2
    shot.stage = SAVE_STAGE
    clear_roll(b, v.save_rerolls, v.save_whole)
    plate, cover = save_dice_from(b, t, target, shot.scored, support_is_frontal(kind, ruling.barrage_arc), 0)
    if shot.suppressing != 0:
        plate, cover = suppression_dice(plate, v.armor_face, cover, v.armored != 0, ruling.suppression_save)
    throw(b, target, CHANCE_SAVE, plate, ORDINARY)
    throw(b, target, CHANCE_SAVE, cover, COVER_DIE)


@jit_inner
@rule("PT-SUPPORT-11", "PT-SUPPORT-14", "PT-SUPPORT-15")
def settle_saves(b, t, w):
    """Saves cancel a suppression or hits, the rest strips the target or hurts it."""
    shot = b[0].shot
    armor, successes = count_saves(b, w, shot.target)
    shot.stage = AFTER_STAGE
    if shot.suppressing == 0:
        hurt(b, t, w, armor, successes)
    elif not suppression_cancelled(successes):
        strip(b, w, shot.target)


@jit_inner
@rule("PT-SUPPORT-06")
def after_attack(b, t, w):
    """Once passengers are off, a shot of a barrage that hit suppresses a neighbour."""
    shot = b[0].shot
    shot.stage = END_STAGE
    record_hazard(b, shot.exact != 0, 1 - side_of(shot.target))
    if shot.scored > 0 and b[0].support.kind == BARRAGE:
        start_splash(b, t, w)


@jit_inner
@rule("PT-SUPPORT-02", "PT-SUPPORT-10", "PT-SUPPORT-11", "PT-SUPPORT-16")
def go_on(b):
    """Ask for the next target, if there may be one; else this is the end."""
    s, shot = b[0].support, b[0].shot
    if support_goes_on(s.kind, s.attacks, shot.scored > 0) and anybody_is_next(b):
        ask_owner(b, NEXT_TARGET, shot.unit)
    else:
        end_support(b)


@jit_inner
@rule("PT-SUPPORT-01", "AMB-131")
def end_support(b):
    """The barrage or strike is over, its ace used up; its caller may still act (AMB-131)."""
    unit, card = b[0].shot.unit, b[0].shot.card
    b[0].support.kind = NO_SUPPORT
    if b[0].ruling.support_call == SupportCall.FROM_HAND:
        b[0].phase = PHASE_NOMINATE
        b[0].card = NO_CARD
        return
    b[0].phase = PHASE_RESOLVE
    if b[0].support.called == 0:
        return
    if may_act(b, unit) and b[0].player[0].standing > 0 and b[0].player[1].standing > 0:
        b[0].pile[pile_of(b, side_of(unit))].discards &= ~bit(card)
        ask_owner(b, ORDER, unit)
    else:
        b[0].support.called = 0
