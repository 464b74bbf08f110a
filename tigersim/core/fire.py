"""Firing: who may fire at whom, the attack roll, saves and their effect (chapters 1.6 to 1.9, 1.17, 1.22).

A Fire action runs in stages, so that every choice in it can be asked for: attack dice, their re-roll, save dice,
their re-roll, the card that an armoured unit loses to a machine gun, and the second roll of a rapid-fire unit.
"""

from __future__ import annotations

from tigersim.core import log
from tigersim.core.board import sees
from tigersim.core.dice import (
    COVER_DIE,
    ORDINARY,
    any_five_or_six,
    clear_roll,
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
    MORTAR,
    NO_CARD,
    ONE_DIE,
    PACK,
    PHASE_FIRE,
    PHASE_RESOLVE,
    REROLL,
    WOOD,
)
from tigersim.core.deck import bit, discard, holds
from tigersim.core.geometry import gap_squared, in_front_arc
from tigersim.core.jit import jit_inline, jit_inner
from tigersim.core.log import note, pack_dice
from tigersim.core.reach import side_of
from tigersim.core.units import cards_held, cell_of, destroy, lose_cards, take_hits
from tigersim.registry import rule
from tigersim.rules.armor import armor_dice, armor_successes, hits_left
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.cover import cover_dice
from tigersim.rules.fire import fire_difficulty, fires_again, hits_scored, in_range, is_far, weapon_dice
from tigersim.rules.fire import fire_dice as printed_fire_dice
from tigersim.rules.hits import death_trap_springs, hits_taken, is_destroyed
from tigersim.rules.machine_guns import suppresses, suppression_cancelled

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
    return printed_fire_dice(
        dice, p.infantry != 0, skirted, weapon == MORTAR, switch[108], switch[30]
    )


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
    if u.profile.machine_gun[weapon] != 0 and v.profile.armored != 0 and cards_held(b, target) == 0:
        return False
    if fire_dice(b, unit, target, weapon, card, gap) <= 0 or not weapon_bears(b, unit, target, weapon):
        return False
    return sees(t, cell_of(b, t, unit), cell_of(b, t, target))


@jit_inner
@rule("PT-ARMOR-02")
def armor_facing(b, unit, target):
    """PT-ARMOR-02: the target's armour dice against a shot from where the unit stands."""
    u, v = b[0].unit[unit], b[0].unit[target]
    if in_front_arc(v.facing, u.x - v.x, u.y - v.y):
        return v.profile.armor_front
    return v.profile.armor_other


@jit_inner
@rule("PT-COVER-01", "PT-COVER-02")
def cover_of(b, t, target):
    """PT-COVER-01, PT-COVER-02: the target's cover dice where it stands."""
    v = b[0].unit[target]
    kind = t[0].kind[cell_of(b, t, target)]
    in_terrain = kind in (WOOD, BUILDING)
    return cover_dice(in_terrain, v.profile.terrain_cover, v.found_cover != 0, 0)


@jit_inner
def shot_difficulty(b, target, card):
    """The number that a fire roll at this target must reach with this card (PT-UNIT-SPG-02)."""
    return fire_difficulty(difficulty(card), b[0].unit[target].profile.low_profile)


@jit_inner
def chance_to_destroy(b, t, w, unit, target, weapon, card):
    """(P(destroyed), P(left shocked by new hits)) of one fire roll, exactly, both sides re-rolling by the book."""
    u, v = b[0].unit[unit].profile, b[0].unit[target].profile
    if u.machine_gun[weapon] != 0 and v.armored != 0:
        return 0.0, 0.0
    ux, uy = b[0].unit[unit].x, b[0].unit[unit].y
    vx, vy = b[0].unit[target].x, b[0].unit[target].y
    dice = fire_dice(b, unit, target, weapon, card, gap_squared(ux, uy, vx, vy))
    needed = shot_difficulty(b, target, card)
    armor = armor_facing(b, unit, target)
    cover = cover_of(b, t, target)
    before = b[0].unit[target].hits
    enough = v.hits_to_destroy
    face = 1 if v.armor_face == 6 else 0
    destroyed, shocked = 0.0, 0.0
    permissions = min(u.attack_rerolls, 1)
    save_permissions = min(v.save_rerolls, 1)
    for outcome in range(4):
        p = w[0].attack[permissions, dice, needed, outcome]
        if p == 0.0:
            continue
        hits = 1 if outcome < 2 else 2
        any56 = outcome % 2
        plate = armor_dice(armor, v.vulnerable_armor != 0, hits)
        for unsaved in range(hits + 1):
            q = p * w[0].save[save_permissions, hits - 1, plate, face, v.armor_keep_best, cover, unsaved]
            if q == 0.0:
                continue
            taken = hits_taken(unsaved, v.rivets != 0, False)
            if is_destroyed(before, taken, enough) or (
                v.death_trap != 0 and death_trap_springs(unsaved, any56 != 0)
            ):
                destroyed += q
            elif taken > 0:
                shocked += q
    return destroyed, shocked


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
        unit = (b[0].shot.unit if stage == ATTACK_STAGE else b[0].shot.target)
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
    shot.difficulty = shot_difficulty(b, target, shot.card)
    destroyed, _ = chance_to_destroy(b, t, w, unit, target, shot.weapon, shot.card)
    shot.hazard = destroyed
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
    unit = (shot.unit if attack else shot.target)
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
    total, needed = total_of(b), shot.difficulty
    if w[0].logging != 0:
        dice, n = b[0].roll.dice, b[0].roll.n
        note(b, w, log.ROLLED, unit, CHANCE_FIRE, needed, n, pack_dice(dice, n, 0), pack_dice(dice, n, 4))
    hits = hits_scored(total, needed)
    shot.any56 = any_five_or_six(b)
    shot.suppressing = 0
    if u.machine_gun[weapon] != 0 and v.armored != 0:
        shot.suppressing = 1 if hits > 0 else 0
        hits = 0
    elif u.suppresses[weapon] != 0 and v.armored == 0 and hits == 0:
        shot.suppressing = 1 if suppresses(total, needed, b[0].switch[63]) else 0
    shot.hits = hits
    if hits == 0 and shot.suppressing == 0:
        shot.stage = END_STAGE
        return
    shot.stage = SAVE_STAGE
    clear_roll(b, v.save_rerolls)
    plate = armor_dice(armor_facing(b, unit, target), v.vulnerable_armor != 0, hits)
    throw(b, target, CHANCE_SAVE, plate, ORDINARY)
    throw(b, target, CHANCE_SAVE, cover_of(b, t, target), COVER_DIE)


@jit_inner
@rule("PT-ARMOR-01", "PT-UNIT-LACAR-01", "PT-UNIT-LHTRACK-01")
def save_successes(b, target):
    """PT-ARMOR-01, PT-UNIT-LACAR-01, PT-UNIT-LHTRACK-01: successes among armour and cover dice (AMB-46, AMB-47)."""
    v = b[0].unit[target].profile
    armor, cover = 0, 0
    for k in range(b[0].roll.n):
        if b[0].roll.kind[k] == COVER_DIE:
            cover += 1 if b[0].roll.dice[k] >= 5 else 0
        else:
            armor += 1 if b[0].roll.dice[k] >= v.armor_face else 0
    return armor_successes(armor, v.armor_keep_best != 0) + cover


@jit_inner
@rule("PT-MG-05", "PT-MG-08", "PT-DIS-RIVETS", "PT-DIS-DEATH_TRAP", "PT-DIS-VULNERABLE_ARMOR")
def settle_saves(b, t, w):
    """PT-MG-05, PT-MG-08, PT-DIS-RIVETS, PT-DIS-DEATH_TRAP, PT-DIS-VULNERABLE_ARMOR: saves cancel, the rest hurts."""
    shot = b[0].shot
    unit, target = shot.unit, shot.target
    v = b[0].unit[target]
    successes = save_successes(b, target)
    if w[0].logging != 0:
        dice, n = b[0].roll.dice, b[0].roll.n
        note(b, w, log.SAVED, target, successes, n, pack_dice(dice, n, 0), pack_dice(dice, n, 4), 0)
    shot.stage = END_STAGE
    if shot.suppressing != 0:
        if not suppression_cancelled(successes):
            suppress(b, w, unit, target)
        return
    unsaved = hits_left(shot.hits, successes, b[0].switch[43])
    if v.profile.death_trap != 0 and death_trap_springs(unsaved, shot.any56 != 0):
        destroy(b, t, w, target, unit)
    else:
        take_hits(b, t, w, target, hits_taken(unsaved, v.profile.rivets != 0, False), unit)


@jit_inner
@rule("PT-MG-04", "PT-MG-07")
def suppress(b, w, unit, target):
    """PT-MG-04, PT-MG-07: an unarmoured unit loses all its cards, an armoured one a single card of the firer's choice."""
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
def lose_one_card(b, w, unit, card):
    """One card of a unit goes to the discards."""
    u = b[0].unit[unit]
    for k in range(2):
        if u.cards[k] == card:
            u.cards[k] = NO_CARD
            u.opened[k] = 0
            discard(b, card)
    if holds(b[0].revealed, card) and b[0].holder[card] == unit:
        b[0].revealed &= ~bit(card)
        u.pending -= 1
        discard(b, card)
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

    Where a player's re-rolls do not follow the book, or two permissions meet on one roll, the chance is not known
    exactly before the roll; the outcome itself is booked then, so that such a roll counts as no luck at all.
    """
    u, v = b[0].unit[unit], b[0].unit[target]
    off_book = (u.profile.attack_rerolls > 0 and b[0].player[side_of(unit)].by_the_book == 0) or (
        v.profile.save_rerolls > 0 and b[0].player[side_of(target)].by_the_book == 0
    )
    if off_book or u.profile.attack_rerolls > 1 or v.profile.save_rerolls > 1:
        v.hazard += 1.0 - v.alive
    else:
        v.hazard += b[0].shot.hazard
