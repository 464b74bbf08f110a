"""Firing: who may fire at whom, the attack roll, saves and their effect (chapters 1.6 to 1.9, 1.17, 1.22).

A Fire action runs in stages, so that every choice in it can be asked for: attack dice, their re-roll, save dice,
their re-roll, the card that an armoured unit loses to a machine gun, and the second roll of a rapid-fire unit.
"""

from __future__ import annotations

from tigersim.core import log
from tigersim.core.board import sees
from tigersim.core.deck import bit, discard, holds
from tigersim.core.dice import (
    COVER_DIE,
    ORDINARY,
    clear_roll,
    fives_and_sixes,
    may_reroll,
    throw,
    throw_again,
    throw_all_again,
    total_of,
)
from tigersim.core.enums import (
    ALL_DICE,
    BUILDING,
    CHANCE_FIRE,
    CHANCE_SAVE,
    EFFECT,
    HIDDEN,
    LUCK_SHOCK,
    MORTAR,
    NO_CARD,
    ONE_DIE,
    PACK,
    PHASE_FIRE,
    PHASE_RESOLVE,
    REROLL,
    WOOD,
)
from tigersim.core.geometry import gap_squared, in_front_arc
from tigersim.core.jit import jit_inner
from tigersim.core.log import note, pack_dice
from tigersim.core.luck import book_luck
from tigersim.core.reach import side_of
from tigersim.core.units import cards_held, cell_of, destroy, lose_cards, take_hits
from tigersim.registry import rule
from tigersim.rules.armor import armor_dice, armor_dice_for_aspect, armor_successes, die_saves, hits_left
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.cover import COVER_FACE, cover_dice, cover_dice_as_armor
from tigersim.rules.fire import fire_dice as printed_fire_dice
from tigersim.rules.fire import (
    fire_difficulty,
    fires_again,
    hits_scored,
    in_range,
    is_far,
    lethal_difficulty,
    may_harm,
    weapon_dice,
)
from tigersim.rules.hits import death_trap_dice, death_trap_springs, hits_taken, hits_to_save, is_destroyed, may_save
from tigersim.rules.machine_guns import suppression, suppression_cancelled, suppression_dice

ROLL_STAGE, ATTACK_STAGE, SAVE_STAGE, END_STAGE = 0, 1, 2, 3


@jit_inner
@rule("PT-CARD-06", "PT-CARD-07")
def fire_dice(b, unit, target, weapon, card, gap):
    """PT-CARD-06, PT-CARD-07: dice of one fire roll with this card at this squared distance; 0 = no shot.

    Infantry roll one die fewer at skirt armour (PT-ADV-SKIRT_ARMOR).
    """
    p = b[0].unit[unit].profile
    dice = weapon_dice(
        is_red(card),
        is_far(gap),
        p.red_near[weapon],
        p.black_near[weapon],
        p.red_far[weapon],
        p.black_far[weapon],
    )
    skirted = b[0].unit[target].profile.skirt_armor != 0
    switch = b[0].switch
    return printed_fire_dice(dice, p.infantry != 0, skirted, weapon == MORTAR, switch[108], switch[30])


@jit_inner
@rule("PT-UNIT-SPG-01", "PT-NOTE-FORWARD_ONLY")
def weapon_bears(b, unit, target, weapon):
    """PT-UNIT-SPG-01, PT-NOTE-FORWARD_ONLY: the target lies in the weapon's arc (no pivot to fire, AMB-34)."""
    u, v = b[0].unit[unit], b[0].unit[target]
    if u.profile.forward_only[weapon] == 0:
        return True
    return in_front_arc(u.facing, v.x - u.x, v.y - u.y)


@jit_inner
@rule("PT-FIRE-01", "PT-FIRE-02")
def may_fire(b, t, unit, target, weapon, card):
    """PT-FIRE-01, PT-FIRE-02: weapon, range, arc, dice and line of sight allow this shot.

    Machine guns are aimed at armour only to take away a card, so there must be one to take (PT-MG-07).
    """
    u, v = b[0].unit[unit], b[0].unit[target]
    if v.alive == 0 or v.placed == 0 or u.profile.armed[weapon] == 0:
        return False
    gap = gap_squared(u.x, u.y, v.x, v.y)
    if not in_range(gap, u.profile.max_range[weapon], u.profile.min_range[weapon]):
        return False
    machine_gun, armored = u.profile.machine_gun[weapon] != 0, v.profile.armored != 0
    if machine_gun and armored and cards_held(b, target) == 0:
        return False
    if not may_harm(u.profile.infantry != 0, machine_gun, weapon == MORTAR, armored, b[0].switch[45]):
        return False
    if fire_dice(b, unit, target, weapon, card, gap) <= 0 or not weapon_bears(b, unit, target, weapon):
        return False
    return sees(t, cell_of(b, t, unit), cell_of(b, t, target))


@jit_inner
@rule("PT-ARMOR-02")
def is_frontal(b, unit, target):
    """PT-ARMOR-02: whether a shot of the unit comes at the target's front."""
    u, v = b[0].unit[unit], b[0].unit[target]
    return in_front_arc(v.facing, u.x - v.x, u.y - v.y)


@jit_inner
@rule("PT-COVER-01", "PT-COVER-02", "PT-HIT-04", "PT-DIS-VULNERABLE_ARMOR")
def save_dice(b, t, target, front, scored):
    """PT-COVER-01, PT-COVER-02, PT-HIT-04, PT-DIS-VULNERABLE_ARMOR: (armour dice, cover dice) of the target's roll.

    ``front``: the shot comes at its front; ``scored``: hits of the attack roll, 2 if lethal.
    """
    v = b[0].unit[target]
    p, switch = v.profile, b[0].switch
    if not may_save(p.hits_to_destroy, switch[44]):
        return 0, 0
    kind = t[0].kind[cell_of(b, t, target)]
    in_terrain = kind in (WOOD, BUILDING)
    cover = cover_dice(in_terrain, p.terrain_cover, v.found_cover != 0, 0, p.infantry != 0, switch[48])
    as_armor = cover_dice_as_armor(cover, p.armored != 0, switch[47])
    plate = armor_dice_for_aspect(p.armor_front, p.armor_other, front)
    plate = armor_dice(plate, p.vulnerable_armor != 0, scored, front, switch[107])
    return plate + as_armor, cover - as_armor


@jit_inner
@rule("PT-UNIT-SPG-02")
def shot_difficulty(b, target, card, front):
    """PT-UNIT-SPG-02: what a fire roll at this target must reach with this card."""
    low_profile, switch = b[0].unit[target].profile.low_profile, b[0].switch
    return fire_difficulty(difficulty(card), low_profile, front, switch[53], switch[154])


@jit_inner
def chance_to_destroy(b, t, w, unit, target, weapon, card):
    """(P(destroyed), P(left shocked by new hits)) of one fire roll, exactly, both sides re-rolling by the book.

    Exact wherever ``hazard_is_exact`` says so.
    """
    u, v = b[0].unit[unit].profile, b[0].unit[target].profile
    if u.machine_gun[weapon] != 0 and v.armored != 0:
        return 0.0, 0.0
    ux, uy = b[0].unit[unit].x, b[0].unit[unit].y
    vx, vy = b[0].unit[target].x, b[0].unit[target].y
    switch = b[0].switch
    dice = fire_dice(b, unit, target, weapon, card, gap_squared(ux, uy, vx, vy))
    front = is_frontal(b, unit, target)
    needed = shot_difficulty(b, target, card, front)
    before = b[0].unit[target].hits
    enough = v.hits_to_destroy
    rivets = v.rivets != 0
    face = 1 if v.armor_face == 6 else 0
    destroyed, shocked = 0.0, 0.0
    permissions = min(u.attack_rerolls, 1)
    save_permissions = min(v.save_rerolls, 1)
    for scored in range(1, 3):
        plate, cover = save_dice(b, t, target, front, scored)
        stake = hits_to_save(scored, rivets, False, switch[103])
        low = w[0].attack[permissions, dice, needed, 2 * scored - 2]
        high = w[0].attack[permissions, dice, needed, 2 * scored - 1]
        if low + high == 0.0:
            continue
        for unsaved in range(stake + 1):
            q = w[0].save[save_permissions, stake - 1, plate, face, v.armor_keep_best, cover, unsaved]
            taken = hits_taken(unsaved, rivets, False, switch[103])
            if is_destroyed(before, taken, enough, False):
                destroyed += (low + high) * q
            elif v.death_trap != 0 and death_trap_springs(unsaved, True, 0, switch[104]):
                destroyed += high * q  # no trap springs without a natural 5 or 6 among the attack dice
                shocked += low * q
            elif taken > 0:
                shocked += (low + high) * q
    return destroyed, shocked


@jit_inner
def hazard_is_exact(b, unit, target):
    """Whether ``chance_to_destroy`` is exact for a roll of the unit at the target.

    Not where a player's re-rolls do not follow the book or two permissions meet on one roll; nor under two rulings
    whose cases the odds tables do not tell apart: a low profile that leaves lethal hits alone (AMB-53), and a death
    trap that any armour success disarms (AMB-104).
    """
    u, v = b[0].unit[unit].profile, b[0].unit[target].profile
    if u.attack_rerolls > 1 or (u.attack_rerolls > 0 and b[0].player[side_of(unit)].by_the_book == 0):
        return False
    if v.save_rerolls > 1 or (v.save_rerolls > 0 and b[0].player[side_of(target)].by_the_book == 0):
        return False
    if v.low_profile != 0 and b[0].switch[53] == 3:
        return False
    return v.death_trap == 0 or b[0].switch[104] != 2


@jit_inner
def start_fire(b, unit, target, weapon, card):
    """Begin a Fire action; a rapid-fire unit rolls twice (PT-ADV-RAPID_FIRE)."""
    shot = b[0].shot
    shot.unit = unit
    shot.target = target
    shot.weapon = weapon
    shot.card = card
    shot.rolls_left = b[0].unit[unit].profile.fire_rolls
    shot.stage = ROLL_STAGE
    b[0].phase = PHASE_FIRE


@jit_inner
def fire_step(b, t, w):
    """One step of the Fire action in hand; stops where a player has to choose."""
    stage = b[0].shot.stage
    if stage == ROLL_STAGE:
        roll_attack(b, t, w)
    elif stage == END_STAGE:
        end_fire_roll(b)
    elif may_reroll(b):
        unit = b[0].shot.unit if stage == ATTACK_STAGE else b[0].shot.target
        b[0].ask = REROLL
        b[0].asked = side_of(unit)
        b[0].subject = unit
    elif stage == ATTACK_STAGE:
        settle_attack(b, t, w)
    else:
        settle_saves(b, t, w)


@jit_inner
@rule("PT-FIRE-06", "PT-ADV-RAPID_FIRE")
def roll_attack(b, t, w):
    """PT-FIRE-06, PT-ADV-RAPID_FIRE: throw the attack dice of one fire roll."""
    shot = b[0].shot
    unit, target = shot.unit, shot.target
    u, v = b[0].unit[unit], b[0].unit[target]
    gap = gap_squared(u.x, u.y, v.x, v.y)
    shot.rolls_left -= 1
    shot.stage = ATTACK_STAGE
    front = is_frontal(b, unit, target)
    shot.difficulty = shot_difficulty(b, target, shot.card, front)
    switch = b[0].switch
    shot.lethal = lethal_difficulty(difficulty(shot.card), v.profile.low_profile, front, switch[53], switch[0])
    shot.hazard, shot.shock_chance = chance_to_destroy(b, t, w, unit, target, shot.weapon, shot.card)
    shot.hits_before = v.hits
    clear_roll(b, u.profile.attack_rerolls)
    dice = fire_dice(b, unit, target, shot.weapon, shot.card, gap)
    throw(b, unit, CHANCE_FIRE, dice, ORDINARY)


@jit_inner
@rule("PT-IMPROVED-02", "PT-IMPROVED-04", "PT-ADV-IMPROVED_GUN", "PT-ADV-IMPROVED_ARMOR")
def reroll_in_fire(b, verb, which):
    """PT-IMPROVED-02, PT-IMPROVED-04, PT-ADV-IMPROVED_GUN, PT-ADV-IMPROVED_ARMOR: keep, re-roll one die or all.

    New results stand; a second permission may touch only dice not yet re-rolled (AMB-101).
    """
    shot = b[0].shot
    attack = shot.stage == ATTACK_STAGE
    unit = shot.unit if attack else shot.target
    purpose = CHANCE_FIRE if attack else CHANCE_SAVE
    if verb == ONE_DIE:
        throw_again(b, unit, purpose, which)
        b[0].roll.permissions -= 1
    elif verb == ALL_DICE:
        throw_all_again(b, unit, purpose)
        b[0].roll.permissions -= 1
    else:
        b[0].roll.permissions = 0


@jit_inner
@rule("PT-FIRE-07", "PT-MG-04", "PT-MG-07")
def settle_attack(b, t, w):
    """PT-FIRE-07, PT-MG-04, PT-MG-07: what the attack dice score, and the save dice thrown against it."""
    shot = b[0].shot
    unit, target, weapon = shot.unit, shot.target, shot.weapon
    u, v = b[0].unit[unit].profile, b[0].unit[target].profile
    switch = b[0].switch
    total, needed = total_of(b), shot.difficulty
    if w[0].logging != 0:
        dice, n = b[0].roll.dice, b[0].roll.n
        note(b, w, log.ROLLED, unit, CHANCE_FIRE, needed, total, pack_dice(dice, n, 0), pack_dice(dice, n, 4))
    scored = hits_scored(total, needed, shot.lethal)
    shot.high = 1 if death_trap_dice(fives_and_sixes(b), b[0].roll.n, switch[104]) else 0
    gunned = u.machine_gun[weapon] != 0
    shot.hits = hits_to_save(scored, v.rivets != 0, gunned and v.armored != 0, switch[103])
    shot.suppressing = 0
    if shot.hits == 0:
        shot.suppressing = suppression(total, needed, u.suppresses[weapon] != 0, gunned, v.armored != 0, switch[63])
        if shot.suppressing == 0:
            shot.stage = END_STAGE
            return
        scored = 0
    shot.stage = SAVE_STAGE
    clear_roll(b, v.save_rerolls)
    plate, cover = save_dice(b, t, target, is_frontal(b, unit, target), scored)
    if shot.suppressing != 0:
        plate, cover = suppression_dice(plate, v.armor_face, cover, v.armored != 0, switch[64])
    throw(b, target, CHANCE_SAVE, plate, ORDINARY)
    throw(b, target, CHANCE_SAVE, cover, COVER_DIE)


@jit_inner
@rule("PT-ARMOR-01", "PT-UNIT-LACAR-01", "PT-UNIT-LHTRACK-01")
def save_successes(b, target):
    """PT-ARMOR-01, PT-UNIT-LACAR-01, PT-UNIT-LHTRACK-01: successes of (armour dice, cover dice) on the table."""
    v = b[0].unit[target].profile
    armor, cover = 0, 0
    for k in range(b[0].roll.n):
        covering = b[0].roll.kind[k] == COVER_DIE
        if die_saves(b[0].roll.dice[k], COVER_FACE if covering else v.armor_face):
            cover += 1 if covering else 0
            armor += 0 if covering else 1
    return armor, cover


@jit_inner
@rule("PT-MG-05", "PT-MG-08", "PT-DIS-RIVETS", "PT-DIS-DEATH_TRAP")
def settle_saves(b, t, w):
    """PT-MG-05, PT-MG-08, PT-DIS-RIVETS, PT-DIS-DEATH_TRAP: saves cancel, the rest hurts."""
    shot = b[0].shot
    unit, target = shot.unit, shot.target
    p, switch = b[0].unit[target].profile, b[0].switch
    armor, cover = save_successes(b, target)
    successes = armor_successes(armor, p.armor_keep_best != 0) + cover
    if w[0].logging != 0:
        dice, n = b[0].roll.dice, b[0].roll.n
        note(b, w, log.SAVED, target, successes, n, pack_dice(dice, n, 0), pack_dice(dice, n, 4), 0)
    shot.stage = END_STAGE
    if shot.suppressing != 0:
        if not suppression_cancelled(successes):
            suppress(b, w, unit, target)
        return
    unsaved = hits_left(shot.hits, successes, switch[43])
    if p.death_trap != 0 and death_trap_springs(unsaved, shot.high != 0, armor, switch[104]):
        destroy(b, t, w, target, unit)
    else:
        take_hits(b, t, w, target, hits_taken(unsaved, p.rivets != 0, False, switch[103]), unit)


@jit_inner
@rule("PT-MG-04", "PT-MG-07")
def suppress(b, w, unit, target):
    """PT-MG-04, PT-MG-07: an unarmoured unit loses all its cards, an armoured one a card of the firer's choice."""
    if b[0].unit[target].profile.armored == 0:
        lose_cards(b, w, target)
        return
    held = cards_held(b, target)
    if held == 1:
        lose_one_card(b, w, target, first_card(b, target))
    elif held > 1:
        b[0].ask = EFFECT
        b[0].asked = side_of(unit)
        b[0].subject = target


@jit_inner
def first_card(b, unit):
    """Some card of a unit: one still assigned, else one turned over and unresolved."""
    for k in range(2):
        if b[0].unit[unit].cards[k] != NO_CARD:
            return b[0].unit[unit].cards[k]
    for card in range(PACK):
        if holds(b[0].revealed, card) and b[0].holder[card] == unit:
            return card
    return NO_CARD


@jit_inner
def lose_one_card(b, w, unit, which):
    """One card of a unit goes to the discards: ``which`` is the card, or HIDDEN + its place if nobody has seen it."""
    u = b[0].unit[unit]
    for k in range(2):
        card = u.cards[k]
        if card != NO_CARD and (which == card or which == HIDDEN + k):
            u.cards[k] = NO_CARD
            u.opened[k] = 0
            discard(b, card)
    if which < PACK and holds(b[0].revealed, which) and b[0].holder[which] == unit:
        b[0].revealed &= ~bit(which)
        u.pending -= 1
        discard(b, which)
    note(b, w, log.SUPPRESSED, unit, 1, 0, 0, 0, 0)


@jit_inner
def end_fire_roll(b):
    """Book the hazard of the roll, then roll again (rapid fire, target alive) or end the action."""
    shot = b[0].shot
    v = b[0].unit[shot.target]
    book_hazard(b, shot.unit, shot.target)
    if fires_again(shot.rolls_left, v.alive == 0):
        shot.stage = ROLL_STAGE
        return
    b[0].phase = PHASE_RESOLVE


@jit_inner
def book_hazard(b, unit, target):
    """Add the roll's exact chance of destroying the target; the luck of the roll is the death minus this.

    Where the chance is not known exactly before the roll the outcome itself is booked, so that it counts as no luck.
    """
    v = b[0].unit[target]
    if not hazard_is_exact(b, unit, target):
        v.hazard += 1.0 - v.alive
        return
    shot = b[0].shot
    v.hazard += shot.hazard
    shocked = 1.0 if v.alive != 0 and v.hits > shot.hits_before else 0.0
    book_luck(b, side_of(unit), LUCK_SHOCK, v.profile.cost * (shocked - shot.shock_chance))
