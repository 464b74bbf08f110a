"""The tactician's decisions, one function each."""

from __future__ import annotations

from tigersim.core.actions import deployment_rows, pack
from tigersim.core.board import cell_at
from tigersim.core.carrying import riders_can_get_off
from tigersim.core.cover import cover_roll_dice
from tigersim.core.deck import hand_size, holds
from tigersim.core.enums import (
    ASSAULT,
    ASSIGN,
    BLIND,
    CHOOSE,
    DEPLOY,
    DESTINATION,
    DISCARD,
    DISMOUNT,
    FIND_COVER,
    FIRE,
    FOLLOW,
    GIVE,
    MAX_UNITS,
    MOVE,
    NAME,
    NO_CARD,
    NOBODY,
    NOMINATE,
    ORDER,
    PACK,
    PHASE_ACT,
    PHASE_RESOLVE,
    PLACE,
    RECOVER,
    REGROUP,
    REROLL,
)
from tigersim.core.follow import may_join, may_repeat
from tigersim.core.geometry import gap_squared
from tigersim.core.ground import is_free, may_stand
from tigersim.core.hands import known_cards, unknown_cards
from tigersim.core.initiative import highest_card, may_come_up, may_nominate
from tigersim.core.jit import jit_inner
from tigersim.core.movement import move_dice
from tigersim.core.players.book import reroll
from tigersim.core.players.hand import damaged_units, discard_worst, recover
from tigersim.core.players.heuristic import any_order, minor
from tigersim.core.players.looks import RIDE_INCHES, can_move, covers, foe_within, in_view, longest_range
from tigersim.core.players.options import weigh
from tigersim.core.players.tactician.attacks import assault_gain, best_assault, best_shot
from tigersim.core.players.tactician.markers import marches
from tigersim.core.players.tactician.stand import (
    COMPANY_GAP,
    best_place,
    destination,
    dismount,
    most_worth,
    outlook,
    place_worth,
    prepare,
    regroup,
)
from tigersim.core.players.tactician.worth import danger_of
from tigersim.core.players.uniform import pick
from tigersim.core.sequence import has_room
from tigersim.core.units import on_table
from tigersim.core.weights import (
    BETTER,
    CHORUS,
    COVER,
    FLOCK,
    FORWARD,
    HIDE,
    KEEP,
    LEAD,
    LEAN,
    LEAST,
    MARCH,
    RESERVE,
    SECOND,
    SHELTER,
    URGENT,
    WALK,
)
from tigersim.rules.cards import difficulty
from tigersim.rules.movement import move_allowance

DEPLOYMENT_TRIES = 12
PASSING = 0
"""The packed form of PASS."""


@jit_inner
def decide(b, t, w):
    """The action of a tactician."""
    decision = b[0].ask
    if decision == ORDER:
        wanted = order(b, t, w)
        return wanted if wanted != PASSING or b[0].switch[17] != 2 else any_order(b, t, w)
    if decision == ASSIGN:
        return assign(b, t, w)
    if decision == NOMINATE:
        return nominate(b, w)
    if decision == FOLLOW:
        return name_follower(b, t, w)
    if decision == DESTINATION:
        prepare(b, t, w)
        return destination(b, t, w)
    if decision == REROLL:
        return reroll(b)
    if decision == RECOVER:
        return recover(b)
    if decision == REGROUP:
        prepare(b, t, w)
        return regroup(b, t, w)
    if decision == DISMOUNT:
        prepare(b, t, w)
        return dismount(b, t, w)
    if decision == DISCARD:
        return discard_worst(b)
    if decision == DEPLOY:
        return deploy(b, t, w)
    return minor(b, t, w, decision)


# --- notes of the turn ------------------------------------------------------------------------------------------


@jit_inner
def take_notes(b, t, w, side):
    """Weigh every unit once a turn, before the first card is assigned; nothing moves while cards are laid."""
    player = b[0].player[side]
    if player.thought == b[0].turn:
        return
    player.thought = b[0].turn
    prepare(b, t, w)
    player.damaged = damaged_units(b, side)
    for k in range(w[0].foes):
        foe = w[0].foe[k]
        b[0].unit[foe].danger = danger_of(b, w, side, foe)
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + player.units):
        if b[0].unit[unit].alive != 0:
            judge(b, t, w, unit)


@jit_inner
def judge(b, t, w, unit):
    """Note what a card is worth to the unit, VP, and what may be done to it where it stands."""
    side = unit // MAX_UNITS
    u = b[0].unit[unit]
    weights = w[0].tactics[side]
    u.promise = 0.0
    u.threat = 0.0
    if u.carrier != NOBODY:
        u.promise = weights[WALK] if foe_within(w, u.x, u.y, RIDE_INCHES) else 0.0
        return
    attack, threat, _ = outlook(b, t, w, unit, u.x, u.y, u.facing)
    u.threat = threat
    u.promise = attack
    if attack == 0.0 and can_move(b, t, unit):
        cell = cell_at(t, u.x, u.y)
        if u.aboard > 0 and not foe_within(w, u.x, u.y, RIDE_INCHES):
            u.promise = weights[WALK]
        elif longest_range(b, unit) == 0:
            u.promise = weights[HIDE] if in_view(t, w, cell) else 0.0
        elif not covers(b, t, unit, cell):
            u.promise = weights[WALK]
        if marches(b, t, w, unit):
            u.promise = max(u.promise, weights[MARCH])


# --- cards ------------------------------------------------------------------------------------------------------


@jit_inner
def assign(b, t, w):
    """A card to the unit that promises most, but some kept back for recovery, the lowest saved ones first."""
    side = b[0].asked
    take_notes(b, t, w, side)
    player, weights = b[0].player[side], w[0].tactics[side]
    kept_back = int(weights[RESERVE] * player.damaged + weights[KEEP])
    if hand_size(b, side) <= kept_back:
        return PASSING
    which = card_to_give(b, w, side, kept_back)
    if which == NO_CARD:
        return PASSING
    best, most = PASSING, 0.0
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + player.units):
        if has_room(b, unit):
            action, gain = pack(GIVE, unit, 0, which, 0, 0), card_worth(b, w, unit)
            weigh(w, action, gain)
            if gain > most:
                best, most = action, gain
    weigh(w, PASSING, 0.0)
    return best


@jit_inner
def card_to_give(b, w, side, kept_back):
    """The strongest saved card but for the lowest so many, or an unseen one if that is stronger on average."""
    known = known_cards(b, side)
    best, power = NO_CARD, 0.0
    for card in range(PACK):
        if not holds(known, card):
            continue
        if kept_back > 0:
            kept_back -= 1
        elif w[0].card_power[card] > power:
            best, power = card, w[0].card_power[card]
    if unknown_cards(b, side) > 0 and (best == NO_CARD or power < b[0].unseen.power / max(b[0].unseen.n, 1)):
        return BLIND
    return best


@jit_inner
def card_worth(b, w, unit):
    """VP that one more card is worth to a unit: its own action, and those of the friends who follow it."""
    weights, u = w[0].tactics[unit // MAX_UNITS], b[0].unit[unit]
    if u.promise <= 0.0:
        return 0.0
    followers, led = company_promise(b, unit)
    own = u.promise + weights[URGENT] * u.threat
    if led and u.given == 0:
        own *= 1.0 - weights[LEAN]
    score = own + weights[LEAD] * followers
    return score * (1.0 if u.given == 0 else weights[SECOND])


@jit_inner
def company_promise(b, unit):
    """(VP promised by the two best of the sound friends beside the unit that have no card, whether one has a card)."""
    side, u = unit // MAX_UNITS, b[0].unit[unit]
    first, second, led = 0.0, 0.0, False
    if u.placed == 0:
        return 0.0, led
    for other in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        o = b[0].unit[other]
        if other == unit or o.alive == 0 or o.placed == 0 or o.hits > 0:
            continue
        if gap_squared(u.x, u.y, o.x, o.y) > COMPANY_GAP:
            continue
        if o.given > 0:
            led = True
        elif o.promise > first:
            first, second = o.promise, first
        else:
            second = max(second, o.promise)
    return first + second, led


@jit_inner
def nominate(b, w):
    """The unit with most to win or to fear, with every card it has; of its cards the highest first."""
    side = b[0].asked
    if b[0].phase == PHASE_RESOLVE:
        card = highest_card(may_come_up(b))
        return pack(CHOOSE, b[0].holder[card], 0, card, 0, 0)
    best, most = PASSING, -1e9
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if may_nominate(b, side, unit):
            u = b[0].unit[unit]
            bits = (1 if u.cards[0] != NO_CARD else 0) | (2 if u.cards[1] != NO_CARD else 0)
            action, gain = pack(CHOOSE, unit, 0, bits, 0, 0), u.promise + w[0].tactics[side, URGENT] * u.threat
            weigh(w, action, gain)
            if gain > most:
                best, most = action, gain
    return best


# --- orders -----------------------------------------------------------------------------------------------------


@jit_inner
def order(b, t, w):
    """The order of which most is expected: a shot, an assault, a better place, cover, or none."""
    unit, card = b[0].subject, b[0].card
    prepare(b, t, w)
    best, most = PASSING, 0.0
    if b[0].phase == PHASE_ACT or (may_repeat(b, unit, FIRE) and riders_can_get_off(b, t, w, unit)):
        best, most = best_shot(b, t, w, unit, card)
        if b[0].phase == PHASE_ACT:
            return best
    if best != PASSING:
        followers, _ = company_promise(b, unit)
        most += w[0].tactics[unit // MAX_UNITS, CHORUS] * followers
    if may_repeat(b, unit, ASSAULT):
        assault, gain = best_assault(b, t, w, unit, card)
        if gain > most:
            best, most = assault, gain
    gain = gain_by_moving(b, t, w, unit, card, most)
    weigh(w, pack(MOVE, unit, 0, 0, 0, 0), gain)
    if gain > most:
        best, most = pack(MOVE, unit, 0, 0, 0, 0), gain
    gain = gain_by_cover(b, t, w, unit, card)
    weigh(w, pack(FIND_COVER, unit, 0, 0, 0, 0), gain)
    if gain > most:
        best, most = pack(FIND_COVER, unit, 0, 0, 0, 0), gain
    least = w[0].tactics[unit // MAX_UNITS, LEAST]
    weigh(w, PASSING, least)
    return best if most >= least else PASSING


@jit_inner
def gain_by_moving(b, t, w, unit, card, most):
    """VP expected of a Move action with this card (after ``prepare``); 0 if it cannot be more than ``most``."""
    u = b[0].unit[unit]
    dice, needed = move_dice(b, t, unit, card), difficulty(card)
    if dice == 0 or 6 * dice < needed or not may_repeat(b, unit, MOVE):
        return 0.0
    side = unit // MAX_UNITS
    weights = w[0].tactics[side]
    risky = u.profile.unreliable != 0 or u.profile.engine_fire != 0 or u.profile.weak_running_gear != 0
    if risky and 7 * dice < 2 * needed + 4:
        return 0.0
    if u.carrier != NOBODY:
        return weights[WALK] if foe_within(w, u.x, u.y, RIDE_INCHES) else 0.0
    likely = w[0].hit[min(u.profile.move_rerolls, 1), min(dice, 7), needed]
    if likely < 0.1:
        return 0.0
    pace = move_allowance(max(needed, 7 * dice // 2), u.profile.move_cap)
    here = place_worth(b, t, w, unit, u.x, u.y, u.facing)
    if weights[BETTER] * likely * (most_worth(b, t, w, unit, pace) - here) <= most and w[0].explaining == 0:
        return 0.0
    _, there = best_place(b, t, w, unit, pace, 0)
    return weights[BETTER] * likely * (there - here)


@jit_inner
def gain_by_cover(b, t, w, unit, card):
    """VP expected of a Find cover action with this card (after ``prepare``)."""
    u = b[0].unit[unit]
    if u.found_cover != 0 or u.carrier != NOBODY or not may_repeat(b, unit, FIND_COVER):
        return 0.0
    dice = cover_roll_dice(b, t, unit, card)
    if dice == 0:
        return 0.0
    _, threat, _ = outlook(b, t, w, unit, u.x, u.y, u.facing)
    return w[0].tactics[unit // MAX_UNITS, COVER] * w[0].hit[0, min(dice, 7), difficulty(card)] * threat


@jit_inner
def name_follower(b, t, w):
    """The unit beside the group that wins most by the action."""
    side, verb, card = b[0].asked, b[0].group.verb, b[0].group.card
    prepare(b, t, w)
    best, most = PASSING, 0.0
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        u = b[0].unit[unit]
        if u.alive == 0 or u.given > 0 or not may_join(b, t, w, unit):
            continue
        if verb == FIRE:
            _, gain = best_shot(b, t, w, unit, card)
        elif verb == MOVE:
            gain = gain_by_moving(b, t, w, unit, card, most)
        elif verb == FIND_COVER:
            gain = gain_by_cover(b, t, w, unit, card)
        else:
            gain = assault_gain(b, w, unit, b[0].group.target, card)
        weigh(w, pack(NAME, unit, 0, 0, 0, 0), gain)
        if gain > most:
            best, most = pack(NAME, unit, 0, 0, 0, 0), gain
    weigh(w, PASSING, 0.0)
    return best


# --- setting up -------------------------------------------------------------------------------------------------


@jit_inner
def deploy(b, t, w):
    """The best of a few random places: in cover, beside friends, the armed forward, all facing the enemy."""
    unit, side = b[0].subject, b[0].asked
    weights = w[0].tactics[side]
    first, last = deployment_rows(b, t, side)
    width = t[0].width
    north = b[0].player[side].north != 0
    armed = longest_range(b, unit) > 0
    best, best_worth = -1, -99.0
    tries = 0
    while tries < DEPLOYMENT_TRIES or best < 0:
        tries += 1
        cell = first * width + pick(b, (last - first) * width)
        if not is_free(b, cell) or not may_stand(b, t, unit, cell):
            continue
        row = cell // width
        forward = last - 1 - row if north else row - first
        value = (weights[FORWARD] if armed else -0.5) * forward
        if covers(b, t, unit, cell):
            value += weights[SHELTER]
        for other in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
            o = b[0].unit[other]
            if other != unit and on_table(b, other) and gap_squared(o.x, o.y, cell % width, row) <= 9:
                value += weights[FLOCK]
        if value > best_worth:
            best, best_worth = cell, value
    return pack(PLACE, unit, 0, 0, best, 12 if north else 4)
