"""The sequence of play (chapter 1.3): what happens between two decisions, phase by phase.

Each ``step_...`` function carries a battle one step further within its phase.  It either does something that nobody
chooses, or sets ``b.ask`` to the decision that is due and returns.
"""

from __future__ import annotations

import numpy as np

from tigersim.core import log
from tigersim.core.chance import below, die, stream
from tigersim.core.deck import (
    NONE,
    bit,
    cards_in_pile,
    deal,
    discard,
    hand_size,
    pop_blind,
    shuffle,
)
from tigersim.core.enums import (
    ASSIGN,
    BLIND,
    CHANCE_DRAW,
    CHANCE_SETUP,
    DEPLOY,
    DISCARD,
    ENDED_BY_DECK,
    ENDED_BY_LAST_DECK,
    LUCK_DRAW,
    MAX_UNITS,
    NO_CARD,
    NOBODY,
    NOMINATE,
    ORDER,
    PHASE_ASSIGN,
    PHASE_DRAW,
    PHASE_END,
    PHASE_NOMINATE,
    PHASE_OVER,
    PHASE_PROLONG,
    PHASE_RECOVER,
    PHASE_RECOVERY_TESTS,
    PHASE_RESOLVE,
    PROLONG,
    RECOVER,
)
from tigersim.core.jit import jit_inline, jit_inner
from tigersim.core.log import note
from tigersim.core.luck import book_luck, hide_cards, show_card, turn_over
from tigersim.core.recovery import anyone_wants_recovery, ask_regroup, may_regroup, test_recovery
from tigersim.core.units import face_down_cards, may_act, new_turn
from tigersim.registry import rule
from tigersim.rules.setup import attacker_by_roll
from tigersim.rules.turn import attacker_first, card_limit, cards_drawn, draw_result, hand_excess, is_small_game
from tigersim.rules.victory import may_prolong

MEAN_DRAW = 7.0
"""Expectation of 2D6."""


@jit_inline
def attacker(b):
    """The attacking side."""
    return 0 if b[0].player[0].attacker != 0 else 1


@jit_inner
def ask(b, decision, side, subject):
    """Stop for a decision."""
    b[0].ask = decision
    b[0].asked = side
    b[0].subject = subject


@jit_inner
@rule("PT-SETUP-01", "PT-SETUP-03")
def roll_for_attack(b):
    """PT-SETUP-01, PT-SETUP-03: both roll 2D6, ties again; the higher attacks, the lower defends and deploys first.

    Tables are random, so the defender's choice of his edge is left to chance too.
    """
    chance_a = stream(b[0].key, CHANCE_SETUP, 0, 0)
    chance_b = stream(b[0].key, CHANCE_SETUP, 0, 1)
    count = 0
    while True:
        total_a = die(chance_a, count) + die(chance_a, count + 1)
        total_b = die(chance_b, count) + die(chance_b, count + 1)
        count += 2
        won = attacker_by_roll(total_a, total_b)
        if won >= 0:
            b[0].player[0].attacker = won
            b[0].player[1].attacker = 1 - won
            b[0].player[0].north = below(chance_a, count, 2)
            b[0].player[1].north = 1 - b[0].player[0].north
            return


@jit_inner
@rule("PT-SETUP-03", "PT-SETUP-05")
def step_deploy(b):
    """PT-SETUP-03, PT-SETUP-05: the defender places all his units, then the attacker."""
    for k in range(2):
        side = 1 - attacker(b) if k == 0 else attacker(b)
        for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
            if b[0].unit[unit].placed == 0 and b[0].unit[unit].carrier == NOBODY:
                ask(b, DEPLOY, side, unit)
                return
    b[0].phase = PHASE_DRAW


@jit_inner
@rule("PT-TURN-01", "PT-TURN-02", "PT-TURN-04", "PT-TURN-06")
def step_draw(b, w):
    """PT-TURN-01, PT-TURN-02, PT-TURN-04, PT-TURN-06: a new turn; both roll for cards and they are dealt unseen."""
    b[0].turn += 1
    results = (0, 0)
    for side in range(2):
        chance = stream(b[0].key, CHANCE_DRAW, b[0].turn, side)
        one, two = die(chance, 0), die(chance, 1)
        small = b[0].small_forces != 0
        player = b[0].player[side]
        player.draw = cards_drawn(one, two, small)
        results = (results[1], draw_result(one, two, small, b[0].switch[8]))
        if not small:
            book_luck(b, side, LUCK_DRAW, player.draw - MEAN_DRAW)
        player.n_blind = 0
        player.passed = 0
        player.last_unit = NOBODY
        player.orders = 0
        for unit in range(side * MAX_UNITS, side * MAX_UNITS + player.units):
            new_turn(b, unit)
    side = attacker(b)
    b[0].first = side if attacker_first(results[side], results[1 - side]) else 1 - side
    note(b, w, log.TURN, b[0].player[0].draw, b[0].player[1].draw, b[0].first, 0, 0, 0)
    deal(b, b[0].first)
    b[0].step = side
    b[0].phase = PHASE_ASSIGN


@jit_inner
@rule("PT-TURN-08", "PT-DIS-NO_RADIO")
def has_room(b, unit):
    """PT-TURN-08, PT-DIS-NO_RADIO: whether one more card may be assigned to the unit this turn."""
    u = b[0].unit[unit]
    return u.alive != 0 and u.given < card_limit(u.hits, u.profile.max_cards)


@jit_inner
def may_assign(b, side):
    """Whether a side that has not passed could assign a card now."""
    player = b[0].player[side]
    if player.passed != 0 or (player.n_blind == 0 and player.saved == NONE):
        return False
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + player.units):
        if has_room(b, unit):
            return True
    return False


@jit_inner
@rule("PT-TURN-07")
def step_assign(b):
    """PT-TURN-07: starting with the attacker the players assign one card each in turn; a pass is final (AMB-11)."""
    side = b[0].step
    if may_assign(b, side):
        ask(b, ASSIGN, side, NOBODY)
        return
    b[0].player[side].passed = 1
    if b[0].player[1 - side].passed != 0:
        start_nominations(b)
    else:
        b[0].step = 1 - side


@jit_inner
@rule("PT-TURN-09", "PT-END-03")
def give_card(b, w, side, unit, which):
    """PT-TURN-09, PT-END-03: lay a card beside a unit, face down unless it was a saved one."""
    u = b[0].unit[unit]
    k = 0 if u.cards[0] == NO_CARD else 1
    if which == BLIND:
        u.cards[k] = pop_blind(b, side)
        u.opened[k] = 0
    else:
        b[0].player[side].saved &= ~bit(which)
        u.cards[k] = which
        u.opened[k] = 1
    u.given += 1
    note(b, w, log.ASSIGNED, side, unit, -1 if which == BLIND else which, 0, 0, 0)
    if b[0].player[1 - side].passed == 0:
        b[0].step = 1 - side


@jit_inner
def start_nominations(b):
    """Begin the next pair of units."""
    b[0].phase = PHASE_NOMINATE
    b[0].step = 0
    b[0].nominated[0] = NOBODY
    b[0].nominated[1] = NOBODY


@jit_inner
def has_cards_to_play(b, side):
    """Whether a side has a unit with a card to turn over."""
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if may_act(b, unit) and face_down_cards(b, unit) > 0:
            return True
    return False


@jit_inner
@rule("PT-TURN-15")
def may_nominate(b, side, unit):
    """PT-TURN-15: a unit with cards, and another than the last one while there is another (AMB-15)."""
    if not may_act(b, unit) or face_down_cards(b, unit) == 0:
        return False
    if unit != b[0].player[side].last_unit or b[0].switch[15] == 1:
        return True
    for other in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if other != unit and may_act(b, other) and face_down_cards(b, other) > 0:
            return False
    return True


@jit_inner
@rule("PT-TURN-10", "PT-TURN-16")
def step_nominate(b, w):
    """PT-TURN-10, PT-TURN-16: both name a unit, the higher draw first; cards left on one side all come up at once."""
    if b[0].step == 0:
        mine = has_cards_to_play(b, 0)
        theirs = has_cards_to_play(b, 1)
        if not mine and not theirs:
            start_recovery(b)
            return
        if not (mine and theirs):
            reveal_all(b, w, 0 if mine else 1)
            b[0].phase = PHASE_RESOLVE
            return
    if b[0].step < 2:
        ask(b, NOMINATE, (b[0].first if b[0].step == 0 else 1 - b[0].first), NOBODY)
        return
    for k in range(2):
        side = b[0].first if k == 0 else 1 - b[0].first
        unit = b[0].nominated[side]
        b[0].player[side].last_unit = unit
        reveal(b, w, unit, b[0].chosen[side])
    b[0].phase = PHASE_RESOLVE


@jit_inner
@rule("PT-TURN-11")
def reveal(b, w, unit, which):
    """PT-TURN-11: turn over the first (bit 0) and second (bit 1) card of a unit, as chosen."""
    u = b[0].unit[unit]
    for k in range(2):
        card = u.cards[k]
        if card != NO_CARD and (which >> k) & 1:
            if u.opened[k] == 0:
                turn_over(b, w, unit // MAX_UNITS, card)
            b[0].revealed |= bit(card)
            b[0].holder[card] = unit
            u.cards[k] = NO_CARD
            u.opened[k] = 0
            u.pending += 1
            note(b, w, log.REVEALED, unit, card, 0, 0, 0, 0)


@jit_inner
def reveal_all(b, w, side):
    """Turn over every card a side still has beside its units (AMB-16)."""
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if b[0].unit[unit].alive != 0:
            reveal(b, w, unit, 3)


@jit_inner
def highest_card(cards):
    """The card of a set that acts first: its highest bit (rules.cards: the number is the order of initiative)."""
    card = 0
    for width in (32, 16, 8, 4, 2, 1):
        if cards >> np.uint64(card + width) != NONE:
            card += width
    return card


@jit_inner
@rule("PT-TURN-12", "PT-TURN-13", "PT-TURN-17", "PT-CARD-01")
def step_resolve(b):
    """PT-TURN-12, PT-TURN-13, PT-TURN-17, PT-CARD-01: the highest card turned over comes up for an order."""
    if b[0].revealed == NONE:
        start_nominations(b)
        return
    card = highest_card(b[0].revealed)
    unit = b[0].holder[card]
    b[0].revealed &= ~bit(card)
    b[0].unit[unit].pending -= 1
    b[0].card = card
    ask(b, ORDER, unit // MAX_UNITS, unit)


@jit_inner
def start_recovery(b):
    """Actions are done: recovery cards are assigned, attacker first (AMB-96)."""
    b[0].phase = PHASE_RECOVER
    b[0].step = attacker(b)
    b[0].player[0].passed = 0
    b[0].player[1].passed = 0


@jit_inner
@rule("PT-RECOVER-01")
def step_recover(b):
    """PT-RECOVER-01: the players assign recovery cards one at a time in turn."""
    side = b[0].step
    player = b[0].player[side]
    if player.passed == 0 and hand_size(b, side) > 0 and anyone_wants_recovery(b, side):
        ask(b, RECOVER, side, NOBODY)
        return
    player.passed = 1
    if b[0].player[1 - side].passed != 0:
        b[0].phase = PHASE_RECOVERY_TESTS
        b[0].step = 0
    else:
        b[0].step = 1 - side


@jit_inner
@rule("PT-RECOVER-03")
def step_recovery_tests(b, t, w):
    """PT-RECOVER-03: all cards are turned over and tested, the attacker's units first."""
    while b[0].step < 2 * MAX_UNITS:
        k = b[0].step
        side = attacker(b) if k < MAX_UNITS else 1 - attacker(b)
        unit = side * MAX_UNITS + k % MAX_UNITS
        b[0].step = k + 1
        if b[0].unit[unit].alive == 0 or b[0].unit[unit].recovery_card == NO_CARD:
            continue
        if may_regroup(b, unit):
            ask_regroup(b, unit)
            return
        test_recovery(b, t, w, unit, False)
    b[0].phase = PHASE_END
    b[0].step = 0


@jit_inner
@rule("PT-END-01", "PT-END-02", "PT-END-04")
def step_end(b, w):
    """PT-END-01, PT-END-02, PT-END-04: hands over six shrink, the cards kept are shown, and the deck is looked at."""
    for side in range(2):
        if hand_excess(hand_size(b, side)) > 0:
            ask(b, DISCARD, side, NOBODY)
            return
    for side in range(2):
        player = b[0].player[side]
        while player.n_blind > 0:
            card = pop_blind(b, side)
            player.saved |= bit(card)
            show_card(b, w, card)
        if player.orders == 0:
            player.idle_turns += 1
    if cards_in_pile(b) > 0:
        b[0].phase = PHASE_DRAW
    else:
        b[0].phase = PHASE_PROLONG
        b[0].step = 0


@jit_inner
def drop_card(b, w, side, which):
    """A card over the hand limit goes to the discards, unseen if nobody has seen it."""
    if which == BLIND:
        discard(b, pop_blind(b, side))
    else:
        b[0].player[side].saved &= ~bit(which)
        discard(b, which)
    b[0].player[side].forfeited += 1
    note(b, w, log.DISCARDED, side, -1 if which == BLIND else which, 0, 0, 0, 0)


@jit_inner
@rule("PT-VP-13", "PT-VP-15", "PT-VP-16")
def step_prolong(b, w):
    """PT-VP-13, PT-VP-15, PT-VP-16: the deck is used up; close scores may go on by agreement, three decks at most."""
    difference = b[0].player[0].vp - b[0].player[1].vp
    limit = b[0].switch[6]
    if not may_prolong(difference, b[0].decks, b[0].switch[5], limit) or b[0].discards == NONE:
        last_deck = not may_prolong(0, b[0].decks, b[0].switch[5], limit)
        finish(b, w, ENDED_BY_LAST_DECK if last_deck else ENDED_BY_DECK)
    elif b[0].step < 2:
        ask(b, PROLONG, attacker(b) if b[0].step == 0 else 1 - attacker(b), NOBODY)
    else:
        b[0].decks += 1
        hide_cards(b, w, b[0].discards)
        shuffle(b)
        b[0].phase = PHASE_DRAW
        note(b, w, log.PROLONGED, b[0].decks, 0, 0, 0, 0, 0)


@jit_inner
def refuse_to_prolong(b, w):
    """One player will not go on (AMB-05: both must agree), so the deck that has ended decides."""
    finish(b, w, ENDED_BY_DECK)


@jit_inner
def finish(b, w, ended_by):
    """The battle is over."""
    b[0].over = 1
    b[0].phase = PHASE_OVER
    b[0].ended_by = ended_by
    note(b, w, log.ENDED, b[0].player[0].vp, b[0].player[1].vp, 0, 0, 0, 0)


@jit_inner
def set_small_forces(b):
    """PT-TURN-06: decided by the forces chosen for the game (AMB-07)."""
    small = is_small_game(b[0].player[0].units, b[0].player[1].units)
    b[0].small_forces = 1 if small else 0
