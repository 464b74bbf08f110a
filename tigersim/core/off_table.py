"""Off-table support: calling a barrage or an air strike with an ace, and its attacks in their order (chapter 1.25).

``scenario.off_table`` says which of the two a battle permits (bits as in ``rules.off_table``; nought: neither).  An
attack runs through the stages of a Fire action, of which it has the attack dice, the saves and what comes after; no
unit's trait touches its dice, and they are never re-rolled.  ``shot.unit`` is the unit that calls, or for an ace played
from the hand the one that spots the first target: it says whose fire it is, and its stream throws the dice.
"""

from __future__ import annotations

from tigersim.core import log
from tigersim.core.aim import can_be_aimed_at, chance_after_saves, save_dice_from, saves_are_exact, spotter
from tigersim.core.asking import ask, is_forbidden
from tigersim.core.compile.jit import jit_inner
from tigersim.core.deck import bit, discard, holds, pile_of
from tigersim.core.dice import COVER_DIE, ORDINARY, ask_reroll, clear_roll, may_reroll, throw, total_of
from tigersim.core.enums import (
    CALL,
    CALLING,
    CHANCE_OFF_TABLE,
    CHANCE_SAVE,
    LUCK_SHOCK,
    NEXT_TARGET,
    NO_CARD,
    NOBODY,
    ORDER,
    PACK,
    PHASE_NOMINATE,
    PHASE_OFF_TABLE,
    PHASE_RESOLVE,
    SLOTS,
)
from tigersim.core.fire import (
    AFTER_STAGE,
    ATTACK_STAGE,
    END_STAGE,
    ROLL_STAGE,
    SAVE_STAGE,
    count_saves,
    hurt,
)
from tigersim.core.geometry import gap_squared
from tigersim.core.ground import side_of
from tigersim.core.hands import known_cards, take_from_hand
from tigersim.core.log import note, pack_dice
from tigersim.core.luck import book_luck
from tigersim.core.machine_guns import strip
from tigersim.core.orders import book_action
from tigersim.core.support_weapons import start_splash
from tigersim.core.units import may_act
from tigersim.registry import rule
from tigersim.rules.arithmetic import choose, power, ways_at_least, ways_of_sides
from tigersim.rules.cards import is_red, rank
from tigersim.rules.fire import hits_scored
from tigersim.rules.flamethrowers import flame_hits
from tigersim.rules.hits import death_trap_dice, hits_to_save
from tigersim.rules.machine_guns import suppression_cancelled, suppression_dice
from tigersim.rules.off_table import (
    BARRAGE,
    NO_SUPPORT,
    in_chain,
    may_attack_again,
    may_break_off,
    support_dice,
    support_difficulty,
    support_goes_on,
    support_is_frontal,
    support_of,
    support_suppresses,
)
from tigersim.rules.switches import SupportCall, SupportTargets

# --- calling ---------------------------------------------------------------------------------------------------------


@jit_inner
@rule("PT-SUPPORT-01")
def kind_called(b, side, card):
    """PT-SUPPORT-01: the support that a card may call for a side: BARRAGE, STRIKE or NO_SUPPORT."""
    if b[0].scenario.off_table == 0 or is_forbidden(b, side, CALLING):
        return NO_SUPPORT
    return support_of(rank(card), is_red(card), b[0].scenario.off_table)


@jit_inner
@rule("PT-SUPPORT-01", "AMB-131")
def kind_ordered(b, unit, card):
    """PT-SUPPORT-01, AMB-131: the support that a unit may call with the card that has come up, once with each."""
    if b[0].scenario.off_table == 0 or b[0].ruling.support_call == SupportCall.FROM_HAND or b[0].support.called != 0:
        return NO_SUPPORT
    return kind_called(b, side_of(unit), card)


@jit_inner
@rule("PT-SUPPORT-03", "PT-SUPPORT-07", "AMB-68", "AMB-71")
def spotter_of(b, t, side, target):
    """PT-SUPPORT-03, PT-SUPPORT-07: the first unit of a side that spots an enemy for support, or NOBODY (AMB-68).

    AMB-71: the first target is an enemy in any case.
    """
    return spotter(b, t, side, target, NOBODY) if can_be_aimed_at(b, target) else NOBODY


@jit_inner
def call_by_order(b, w, unit, target, card):
    """A unit spends its ace on support; AMB-131: instead of its action, or beside it."""
    discard(b, side_of(unit), card)
    if b[0].ruling.support_call == SupportCall.IN_ADDITION:
        b[0].support.called = 1
        book_call(b, side_of(unit))
    else:
        book_action(b, unit, CALL)
    start_support(b, unit, target, card, kind_called(b, side_of(unit), card))


@jit_inner
def book_call(b, side):
    """Count a call that is no action of a unit."""
    b[0].player[side].orders += 1
    b[0].player[side].verbs[CALL] += 1


@jit_inner
def start_support(b, unit, target, card, kind):
    """Begin a barrage or an air strike with its first target."""
    s, g, shot = b[0].support, b[0].group, b[0].shot
    s.kind = kind
    s.attacks = 0
    s.last = NOBODY
    s.once = 0
    s.twice = 0
    g.verb = CALL
    g.members = 1
    g.member[0] = unit
    g.at = 0
    g.target = target
    g.weapon = 0
    g.card = card
    g.closed = 1
    shot.unit = unit
    shot.card = card
    shot.weapon = 0
    b[0].phase = PHASE_OFF_TABLE
    attack_next(b, target)


@jit_inner
def attack_next(b, target):
    """Attack a unit next."""
    b[0].shot.first_target = target
    b[0].shot.stage = ROLL_STAGE


# --- an ace played from the hand (AMB-131) ---------------------------------------------------------------------------


@jit_inner
@rule("PT-SUPPORT-01", "AMB-131")
def offer_calls(b, t):
    """PT-SUPPORT-01, AMB-131 from_hand: before each pair of units whoever knows an ace in his hand may play it.

    The side that names units first is asked first, until it declines.  Returns whether somebody is asked.
    """
    if b[0].scenario.off_table == 0 or b[0].step != 0 or b[0].ruling.support_call != SupportCall.FROM_HAND:
        return False
    for k in range(2):
        side = b[0].first if k == 0 else 1 - b[0].first
        if (b[0].support.declined >> side) & 1 == 0 and can_play_ace(b, t, side):
            ask(b, NEXT_TARGET, side, NOBODY)
            return True
    b[0].support.declined = 0
    return False


@jit_inner
def can_play_ace(b, t, side):
    """Whether a side knows an ace in its hand that may call support, and spots an enemy."""
    cards = known_cards(b, side)
    for card in range(PACK):
        if holds(cards, card) and kind_called(b, side, card) != NO_SUPPORT:
            for target in range(SLOTS):
                if side_of(target) != side and spotter_of(b, t, side, target) != NOBODY:
                    return True
            return False
    return False


@jit_inner
def answer_from_hand(b, w, calls, unit, target, card):
    """A side plays an ace of its hand, or none for now."""
    side = b[0].asked
    if not calls:
        b[0].support.declined |= 1 << side
        return
    take_from_hand(b, side, card)
    discard(b, side, card)
    b[0].pile[pile_of(b, side)].shown |= bit(card)
    b[0].card = card
    note(b, w, log.ORDERED, unit, card, CALL, target, 1, 0)
    book_call(b, side)
    start_support(b, unit, target, card, kind_called(b, side, card))


# --- the attacks -----------------------------------------------------------------------------------------------------


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
    """PT-SUPPORT-02, PT-SUPPORT-07: throw the dice of one attack."""
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
    """PT-SUPPORT-05, PT-SUPPORT-14: what the attack dice score.  PT-SUPPORT-13, PT-SUPPORT-15: the save dice thrown."""
    shot, ruling = b[0].shot, b[0].ruling
    target, kind = shot.target, b[0].support.kind
    v = b[0].unit[target].profile
    dice, n, total, high = b[0].roll.dice, b[0].roll.n, total_of(b), 0
    for k in range(n):
        if dice[k] >= 5:
            high += 1
    if w[0].logging != 0:
        low, rest = pack_dice(dice, n, 0), pack_dice(dice, n, 4)
        note(b, w, log.ROLLED, shot.unit, CHANCE_OFF_TABLE, shot.difficulty, total, low, rest)
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
    """PT-SUPPORT-14, PT-SUPPORT-15: saves cancel a suppression or hits, the rest strips the target or hurts it.

    PT-SUPPORT-11: what they cancel is a hit all the same to a strike that goes on.
    """
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
    """PT-SUPPORT-06: once passengers are off, a shot of a barrage that hit suppresses a neighbour."""
    shot = b[0].shot
    shot.stage = END_STAGE
    book_support(b)
    if shot.scored > 0 and b[0].support.kind == BARRAGE:
        start_splash(b, t, w)


@jit_inner
def book_support(b):
    """Add the exact chance of destroying the target to its hazard; the luck of the attack is the rest (see fire)."""
    shot = b[0].shot
    v = b[0].unit[shot.target]
    if shot.exact == 0:
        v.hazard += 1.0 - v.alive
        return
    v.hazard += shot.hazard
    shocked = 1.0 if v.alive != 0 and v.hits > shot.hits_before else 0.0
    book_luck(b, 1 - side_of(shot.target), LUCK_SHOCK, v.profile.cost * (shocked - shot.shock_chance))


@jit_inner
@rule("PT-SUPPORT-02", "PT-SUPPORT-10", "PT-SUPPORT-11", "PT-SUPPORT-16")
def go_on(b):
    """PT-SUPPORT-02, PT-SUPPORT-10, PT-SUPPORT-11: ask for the next target, if there may be one; else this is the end.

    PT-SUPPORT-16: a suppression does not let a strike go on.
    """
    s, shot = b[0].support, b[0].shot
    if support_goes_on(s.kind, s.attacks, shot.scored > 0) and anybody_is_next(b):
        ask(b, NEXT_TARGET, side_of(shot.unit), shot.unit)
    else:
        end_support(b)


@jit_inner
def anybody_is_next(b):
    """Whether there is any target for the next attack."""
    for target in range(SLOTS):
        if may_be_next(b, target):
            return True
    return False


@jit_inner
@rule("PT-SUPPORT-03", "PT-SUPPORT-04", "PT-SUPPORT-08", "PT-SUPPORT-12", "AMB-71")
def may_be_next(b, target):
    """PT-SUPPORT-03, PT-SUPPORT-08: an enemy within 6 inches of the last target, whether anybody sees it or not.

    PT-SUPPORT-04, PT-SUPPORT-12: or that target once more, none for a third time.  AMB-71: 1 (any_unit) beside that
    target once more only the nearest unit will do, be it a friend.
    """
    if not in_reach_of_support(b, target):
        return False
    if b[0].ruling.support_targets != SupportTargets.ANY_UNIT:
        return side_of(target) != side_of(b[0].shot.unit)
    last = b[0].support.last
    if target == last:
        return True
    for other in range(SLOTS):
        if other != last and in_reach_of_support(b, other) and gap_to_last(b, other) < gap_to_last(b, target):
            return False
    return True


@jit_inner
def gap_to_last(b, unit):
    """Squared distance of a unit from where the last target stands, or stood."""
    u, v = b[0].unit[b[0].support.last], b[0].unit[unit]
    return gap_squared(u.x, u.y, v.x, v.y)


@jit_inner
def in_reach_of_support(b, unit):
    """Whether the chain reaches a unit of whichever side, and it may be attacked (again)."""
    if not can_be_aimed_at(b, unit) or not may_attack_again(times_attacked(b, unit)):
        return False
    return in_chain(gap_to_last(b, unit), unit == b[0].support.last)


@jit_inner
def times_attacked(b, unit):
    """How often the support in hand has attacked a unit."""
    return ((b[0].support.once >> unit) & 1) + ((b[0].support.twice >> unit) & 1)


@jit_inner
@rule("AMB-71", "AMB-131")
def may_decline(b):
    """Whether the next target (AMB-71), or the ace of the hand (AMB-131), may be let be."""
    return b[0].phase != PHASE_OFF_TABLE or may_break_off(b[0].support.kind, b[0].ruling.support_targets)


@jit_inner
@rule("PT-SUPPORT-01", "AMB-131")
def end_support(b):
    """PT-SUPPORT-01: the barrage or strike is over, and its ace is used up.

    AMB-131: 2 (in_addition) the unit that has called it acts with the same card.
    """
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
        ask(b, ORDER, side_of(unit), unit)
    else:
        b[0].support.called = 0


# --- what an attack may do -------------------------------------------------------------------------------------------


@jit_inner
def attack_shares(b, dice, needed, armored):
    """(P(suppresses), P(hits, no death trap), P(hits, dice that set one off)) of an attack's dice, exactly.

    So many fives and sixes can set one off that ``death_trap_dice`` says so: the others are fours at most.
    """
    ruling = b[0].ruling
    hits, high = ways_at_least(dice, needed), 0
    for fives in range(dice + 1):
        if death_trap_dice(fives, dice, ruling.death_trap):
            for rest in range(dice - fives, 4 * (dice - fives) + 1):
                exactly = ways_of_sides(dice - fives, 4, rest) - ways_of_sides(dice - fives, 4, rest + 1)
                high += choose(dice, fives) * exactly * ways_of_sides(fives, 2, needed - rest - 4 * fives)
    near = 0
    for total in range(dice, needed):
        if support_suppresses(total, needed, armored, ruling.suppression_half, ruling.armored_suppression):
            near = ways_at_least(dice, total) - hits
            break
    rolls = power(6, dice)
    return near / rolls, (hits - high) / rolls, high / rolls


@jit_inner
def support_chances(b, t, w, target, kind, attacks, hits):
    """P(hit), P(destroyed), P(left shocked by new hits), P(loses its cards unhurt) of an attack after so many others.

    ``hits``: of the target before it.  Exact wherever ``saves_are_exact`` says so.
    """
    v, ruling = b[0].unit[target].profile, b[0].ruling
    needed = support_difficulty(kind, attacks, v.low_profile, ruling.spg_low_profile)
    near, low, high = attack_shares(b, support_dice(kind, v.anti_air != 0), needed, v.armored != 0)
    front = support_is_frontal(kind, ruling.barrage_arc)
    scored = flame_hits(1, False, v.flammable != 0)
    plate, cover = save_dice_from(b, t, target, scored, front, 0)
    dies, shaken = chance_after_saves(b, w, target, scored, True, plate, cover, hits)
    destroyed, shocked = high * dies, high * shaken
    if v.death_trap != 0:
        dies, shaken = chance_after_saves(b, w, target, scored, False, plate, cover, hits)
    destroyed += low * dies
    shocked += low * shaken
    plate, cover = save_dice_from(b, t, target, 0, front, 0)
    plate, cover = suppression_dice(plate, v.armor_face, cover, v.armored != 0, ruling.suppression_save)
    face = 1 if v.armor_face == 6 else 0
    fails = w[0].save[min(v.save_rerolls, 1), 0, plate, face, v.armor_keep_best, cover, 1]
    return low + high, destroyed, shocked, near * fails
