"""Firing: from the attack dice to what they do to the target (chapters 1.6 to 1.22).

A Fire action runs in stages, so that every choice in it can be asked for: attack dice, their re-roll, sharing out the
dice of a machine gun; then for each target the save dice, their re-roll and what a hit brings about; then a mortar's
second shot, the other gun, the second roll of a rapid-fire unit.
"""

from tigersim.core import log
from tigersim.core.aim import (
    attack_is_exact,
    chance_after_roll,
    chance_to_destroy,
    faces_target,
    fire_dice,
    hits_by,
    is_frontal,
    save_dice_against,
    saves_are_exact,
    shot_difficulty,
)
from tigersim.core.asking import ask_owner, is_forbidden
from tigersim.core.carrying import hit_passengers, riders_get_off
from tigersim.core.compile.jit import jit_inner
from tigersim.core.dice import COVER_DIE, ORDINARY, ask_reroll, clear_roll, may_reroll, throw, total_of
from tigersim.core.enums import (
    CHANCE_FIRE,
    CHANCE_SAVE,
    HULL,
    LUCK_SHOCK,
    MAIN,
    MORTAR,
    NOBODY,
    PHASE_ACT,
    PHASE_FIRE,
    SECOND_SHOT,
    SHARING,
    SPLIT,
)
from tigersim.core.geometry import facing_towards, gap_squared
from tigersim.core.log import note, note_roll, pack_dice
from tigersim.core.luck import record_luck
from tigersim.core.machine_guns import (
    count_shares,
    deal_all_to_first_target,
    may_share_die,
    next_shared_target,
    note_share,
    suppress,
)
from tigersim.core.sides import side_of, slots_of
from tigersim.core.support_weapons import follow_up_weapon, may_follow_up, start_splash
from tigersim.core.units import destroy, take_hits
from tigersim.registry import rule
from tigersim.rules.armor import armor_successes, die_saves, hits_left
from tigersim.rules.cards import difficulty
from tigersim.rules.cover import COVER_FACE
from tigersim.rules.fire import OUT_OF_REACH, fires_again, lethal_difficulty, rolls_of_action
from tigersim.rules.hits import death_trap_dice, death_trap_springs, hits_taken, hits_to_save
from tigersim.rules.machine_guns import share_scores, suppression, suppression_cancelled, suppression_dice

ROLL_STAGE, ATTACK_STAGE, SPLIT_STAGE, SHARE_STAGE, SAVE_STAGE, AFTER_STAGE, END_STAGE = range(7)


@jit_inner
@rule("PT-ADV-RAPID_FIRE", "PT-CARRY-04")
def start_fire(b, unit, target, weapon, card):
    """Begin a Fire action; such a unit rolls twice.  PT-CARRY-04: riders get off first."""
    shot = b[0].shot
    u = b[0].unit[unit]
    shot.unit = unit
    shot.first_target = target
    shot.weapon = weapon
    shot.card = card
    shot.extra = 0
    shot.rolls_left = rolls_of_weapon(b, unit, weapon)
    if u.profile.fire_rolls > 1:
        u.doubled = 1
    shot.stage = ROLL_STAGE
    riders_get_off(b, unit)
    pivot(b, unit, target, weapon)
    b[0].phase = PHASE_FIRE


@jit_inner
@rule("PT-UNIT-SPG-01", "PT-NOTE-FORWARD_ONLY")
def pivot(b, unit, target, weapon):
    """A unit turns to bring such a weapon to bear, if it may (AMB-34)."""
    u, v = b[0].unit[unit], b[0].unit[target]
    if not faces_target(b, unit, target, weapon):
        u.facing = facing_towards(v.x - u.x, v.y - u.y)


@jit_inner
@rule("PT-ADV-RAPID_FIRE", "PT-NOTE-MG_ARMAMENT")
def rolls_of_weapon(b, unit, weapon):
    """Fire rolls of an action with this weapon."""
    u = b[0].unit[unit]
    machine_gun = u.profile.machine_gun[weapon] != 0
    main = weapon == MAIN or (weapon == HULL and u.profile.flame[HULL] == 0)  # where a squad's flamethrower stands
    return rolls_of_action(
        u.profile.fire_rolls, u.profile.mg_attacks, machine_gun, main, u.doubled != 0, b[0].ruling.rapid_fire
    )


@jit_inner
def fire_step(b, t, w):
    """One step of the Fire action in hand; stops where a player has to choose."""
    shot = b[0].shot
    stage = shot.stage
    if stage == ROLL_STAGE:
        roll_attack(b, t, w)
    elif stage == ATTACK_STAGE:
        if may_reroll(b):
            ask_reroll(b, shot.unit)
        else:
            end_attack_roll(b, w)
    elif stage == SPLIT_STAGE:
        split_step(b, w)
    elif stage == SHARE_STAGE:
        settle_attack(b, t, w)
    elif stage == SAVE_STAGE:
        if may_reroll(b):
            ask_reroll(b, shot.target)
        else:
            settle_saves(b, t, w)
    elif stage == AFTER_STAGE:
        after_effect(b, t, w)
    else:
        end_fire_roll(b, t)


@jit_inner
@rule("PT-FIRE-06", "PT-ADV-RAPID_FIRE")
def roll_attack(b, t, w):
    """Throw the attack dice of one fire roll."""
    shot = b[0].shot
    unit, target = shot.unit, shot.first_target
    u, v = b[0].unit[unit], b[0].unit[target]
    gap = gap_squared(u.x, u.y, v.x, v.y)
    shot.target = target
    shot.rolls_left -= 1
    shot.stage = ATTACK_STAGE
    shot.hit_any = shot.taken = 0
    shot.difficulty = shot_difficulty(b, unit, target, shot.card)
    machine_gun = u.profile.machine_gun[shot.weapon] != 0
    may_split = machine_gun and not is_forbidden(b, side_of(unit), SHARING)
    shot.splitting = 1 if may_split and next_shared_target(b, t, NOBODY) != NOBODY else 0
    shot.exact = 1 if shot.splitting == 0 and attack_is_exact(b, unit, target) and saves_are_exact(b, target) else 0
    if shot.exact != 0:
        shot.hazard, shot.shock_chance = chance_to_destroy(b, t, w, unit, target, shot.weapon, shot.card)
    clear_roll(b, u.profile.attack_rerolls, u.profile.attack_whole)
    throw(b, unit, CHANCE_FIRE, fire_dice(b, unit, target, shot.weapon, shot.card, gap), ORDINARY)


@jit_inner
def end_attack_roll(b, w):
    """End the attack roll: all its dice belong to the target of the order until some are shared."""
    shot = b[0].shot
    note_roll(b, w, shot.unit, CHANCE_FIRE, shot.difficulty, total_of(b))
    deal_all_to_first_target(b)
    if shot.splitting != 0:
        shot.stage = SPLIT_STAGE
    else:
        count_shares(b)
        shot.stage = SHARE_STAGE


@jit_inner
@rule("PT-MG-06")
def split_step(b, w):
    """Ask for one die after the other, until the firer leaves the rest or none may go."""
    if b[0].shot.splitting != 0:
        for k in range(b[0].roll.n):
            if may_share_die(b, k):
                ask_owner(b, SPLIT, b[0].shot.unit)
                return
    count_shares(b)
    shot = b[0].shot
    shot.stage = SHARE_STAGE
    if shot.shares > 1 and w[0].logging != 0:
        for share in range(shot.shares):
            note_share(b, w, share, shot_difficulty(b, shot.unit, shot.share_target[share], shot.card))


@jit_inner
@rule("PT-FIRE-07", "PT-MG-04", "PT-MG-07", "PT-FLAME-04", "PT-FLAME-05", "PT1-FIRE-04")
def settle_attack(b, t, w):
    """What the dice dealt to a target score, and the save dice thrown against it."""
    shot = b[0].shot
    unit, weapon = shot.unit, shot.weapon
    target = shot.share_target[shot.share_at]
    shot.target = target
    u, v = b[0].unit[unit].profile, b[0].unit[target].profile
    ruling = b[0].ruling
    total = shot.share_total[shot.share_at]
    needed = shot_difficulty(b, unit, target, shot.card)
    lethal = lethal_threshold(b, unit, target, weapon, shot.card)
    scored = hits_by(b, unit, target, weapon, share_scores(total, needed, lethal, shot.shares > 1, ruling.mg_split))
    high = death_trap_dice(shot.share_high[shot.share_at], shot.share_dice[shot.share_at], ruling.death_trap)
    shot.high = 1 if high else 0
    gunned = u.machine_gun[weapon] != 0
    shot.scored = scored
    shot.hits_before = b[0].unit[target].hits
    shot.hits = hits_to_save(scored, v.rivets != 0, gunned and v.armored != 0, ruling.rivets)
    shot.suppressing = 0
    if shot.exact == 0:
        open_books_late(b, t, w, unit, target, weapon, scored, high)
    if shot.hits == 0:
        shot.suppressing = suppression(
            total,
            needed,
            u.suppresses[weapon] != 0,
            gunned,
            v.armored != 0,
            ruling.suppression_half,
            ruling.armored_suppression,
        )
        if shot.suppressing == 0:
            shot.stage = AFTER_STAGE
            return
        scored = 0
    shot.stage = SAVE_STAGE
    clear_roll(b, v.save_rerolls, v.save_whole)
    plate, cover = save_dice_against(b, t, unit, target, weapon, scored)
    if shot.suppressing != 0:
        plate, cover = suppression_dice(plate, v.armor_face, cover, v.armored != 0, ruling.suppression_save)
    throw(b, target, CHANCE_SAVE, plate, ORDINARY)
    throw(b, target, CHANCE_SAVE, cover, COVER_DIE)


@jit_inner
@rule("PT-FIRE-07", "PT1-FIRE-04")
def lethal_threshold(b, unit, target, weapon, card):
    """The difficulty that a lethal hit doubles (AMB-53); out of reach where every hit is lethal."""
    if hits_by(b, unit, target, weapon, 1) == 2:
        return OUT_OF_REACH
    v = b[0].unit[target]
    front = is_frontal(b, unit, target) if v.profile.low_profile != 0 else True
    return lethal_difficulty(
        difficulty(card), v.profile.low_profile, front, b[0].ruling.spg_low_profile, b[0].ruling.edition
    )


@jit_inner
def open_books_late(b, t, w, unit, target, weapon, scored, high):
    """Book luck from the save on, where the odds of the attack roll were not known."""
    shot = b[0].shot
    shot.hazard, shot.shock_chance = 0.0, 0.0
    if shot.hits > 0 and saves_are_exact(b, target):
        shot.hazard, shot.shock_chance = chance_after_roll(b, t, w, unit, target, weapon, scored, high)


@jit_inner
@rule("PT-ARMOR-01", "PT-UNIT-LACAR-01", "PT-UNIT-LHTRACK-01")
def save_successes(b, target):
    """Successes of (armour dice, cover dice) on the table."""
    v = b[0].unit[target].profile
    armor, cover = 0, 0
    for k in range(b[0].roll.n):
        covering = b[0].roll.kind[k] == COVER_DIE
        if die_saves(b[0].roll.dice[k], COVER_FACE if covering else v.armor_face):
            cover += 1 if covering else 0
            armor += 0 if covering else 1
    return armor, cover


@jit_inner
@rule("PT-UNIT-LTANK-01", "PT-UNIT-TD-01", "PT-UNIT-LSPG-01")
def count_saves(b, w, target):
    """(Successful armour dice, successes that count) of the save roll on the table."""
    armor, cover = save_successes(b, target)
    successes = armor_successes(armor, b[0].unit[target].profile.armor_keep_best != 0) + cover
    if w[0].logging != 0:
        dice, n = b[0].roll.dice, b[0].roll.n
        note(b, w, log.SAVED, target, successes, n, pack_dice(dice, n, 0), pack_dice(dice, n, 4))
    return armor, successes


@jit_inner
@rule("PT-MG-05", "PT-MG-08", "PT-DIS-RIVETS", "PT-DIS-DEATH_TRAP", "PT-CARRY-05")
def settle_saves(b, t, w):
    """Saves cancel, the rest hurts, passengers in the same moment, before they get off."""
    shot = b[0].shot
    unit, target = shot.unit, shot.target
    armor, successes = count_saves(b, w, target)
    shot.stage = AFTER_STAGE
    if shot.suppressing != 0:
        if not suppression_cancelled(successes):
            suppress(b, w, unit, target)
        hit_passengers(b, t, w, target, unit, shot.scored, 0, True)
        return
    hurt(b, t, w, armor, successes)


@jit_inner
@rule("PT-DIS-RIVETS", "PT-DIS-DEATH_TRAP", "PT-CARRY-05")
def hurt(b, t, w, armor, successes):
    """What the save roll has not stopped hurts the target in hand; ``armor``: armour successes."""
    shot = b[0].shot
    unit, target = shot.unit, shot.target
    p, ruling = b[0].unit[target].profile, b[0].ruling
    unsaved = hits_left(shot.hits, successes, ruling.save_success_rule)
    taken = hits_taken(unsaved, p.rivets != 0, False, ruling.rivets)
    if taken > 0:
        shot.taken = 1
    if p.death_trap != 0 and death_trap_springs(unsaved, shot.high != 0, armor, ruling.death_trap):
        destroy(b, t, w, target, unit)
    else:
        take_hits(b, t, w, target, taken, unit)
    hit_passengers(b, t, w, target, unit, shot.scored, shot.taken, False)


@jit_inner
@rule("PT-HOW-03")
def after_effect(b, t, w):
    """What a hit does to others, once passengers are off; then the next target of a shared roll."""
    shot = b[0].shot
    unit, target = shot.unit, shot.target
    u = b[0].unit[unit].profile
    record_hazard(b, saves_are_exact(b, target), side_of(unit))
    next_share(b)
    if shot.scored == 0:
        return
    on_armor = u.machine_gun[shot.weapon] != 0 and b[0].unit[target].profile.armored != 0
    if b[0].group.at <= 1:
        b[0].group.success = 1
    if not on_armor:
        shot.hit_any = 1
    if u.howitzer != 0 and shot.weapon == MAIN:
        start_splash(b, t, w)


@jit_inner
@rule("PT-MG-06")
def next_share(b):
    """Go to the next target of a shared roll; units that have died as passengers are left out."""
    shot = b[0].shot
    shot.share_at += 1
    while shot.share_at < shot.shares and b[0].unit[shot.share_target[shot.share_at]].alive == 0:
        shot.share_at += 1
    shot.stage = SHARE_STAGE if shot.share_at < shot.shares else END_STAGE


@jit_inner
def end_fire_roll(b, t):
    """A follow-up shot, the next roll of a rapid-fire unit, or the end of the action."""
    shot = b[0].shot
    weapon = follow_up_weapon(b)
    shot.hit_any = 0
    if weapon >= 0 and b[0].unit[shot.unit].alive != 0 and can_follow_up(b, t, weapon):
        shot.weapon = weapon
        ask_owner(b, SECOND_SHOT, shot.unit)
    else:
        next_fire_roll(b)


@jit_inner
def can_follow_up(b, t, weapon):
    """Whether there is any target for the follow-up shot."""
    for target in slots_of(b, 1 - side_of(b[0].shot.unit)):
        if may_follow_up(b, t, target, weapon):
            return True
    return False


@jit_inner
@rule("PT-MORTAR-06", "PT-NOTE-TWO_GUNS")
def follow_up(b, target):
    """Fire the further shot at a target, as a roll of its own."""
    shot = b[0].shot
    if shot.weapon != MORTAR:
        shot.rolls_left = rolls_of_weapon(b, shot.unit, shot.weapon)
    else:
        shot.rolls_left += 1
    shot.last_target = shot.first_target if shot.extra == 0 else shot.last_target
    shot.extra = 1
    shot.first_target = target
    pivot(b, shot.unit, target, shot.weapon)
    shot.stage = ROLL_STAGE


@jit_inner
def next_fire_roll(b):
    """Roll again (rapid fire, target alive) or end the action."""
    shot = b[0].shot
    if shot.extra != 0 and shot.weapon == MORTAR:
        shot.first_target = shot.last_target
        shot.extra = 0
    if fires_again(shot.rolls_left, b[0].unit[shot.first_target].alive == 0):
        shot.stage = ROLL_STAGE
    else:
        b[0].phase = PHASE_ACT


@jit_inner
def record_hazard(b, known, side):
    """Add the exact chance of destroying the target, if it is ``known``; the luck is the rest.

    Else the outcome itself is recorded, so that it counts as no luck.  ``side``: which has fired.
    """
    shot = b[0].shot
    v = b[0].unit[shot.target]
    if not known:
        v.hazard += 1.0 - v.alive
        return
    v.hazard += shot.hazard
    shocked = 1.0 if v.alive != 0 and v.hits > shot.hits_before else 0.0
    record_luck(b, side, LUCK_SHOCK, v.profile.cost * (shocked - shot.shock_chance))
