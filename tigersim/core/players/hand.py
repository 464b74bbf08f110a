"""What a player of rules of thumb does with its cards: assign, nominate, recover, discard."""

from tigersim.core.asking import decider
from tigersim.core.codes import PASSING, pack
from tigersim.core.compile.jit import jit_inner
from tigersim.core.deck import NONE, hand_size, holds
from tigersim.core.demolition import is_charge
from tigersim.core.enums import BLIND, CHOOSE, DROP, GIVE, NO_CARD, NOBODY, PACK, PHASE_RESOLVE
from tigersim.core.hands import (
    droppable_cards,
    known_cards,
    recovery_cards,
    unknown_cards,
    unknown_droppable_cards,
    unknown_recovery_cards,
)
from tigersim.core.initiative import highest_card, may_come_up, may_nominate
from tigersim.core.players.scenario_goals import blow_worth
from tigersim.core.players.support_calls import ace_to_give, price_by_thumb
from tigersim.core.players.surroundings import find_foes, promise
from tigersim.core.recovery import wants_recovery
from tigersim.core.rounds import cards_to_turn
from tigersim.core.sequence import has_room
from tigersim.core.sides import slots_of
from tigersim.rules.cards import difficulty, rank

MEAN_RANK = 8
"""Of the ranks 2 to 14."""


@jit_inner
def note_promises(b, t, w, hand):
    """Weigh a player's units once a turn, before the first card is assigned.

    Nothing moves while cards are laid.
    """
    player, side = b[0].player[hand], hand & 1
    if player.thought == b[0].turn:
        return
    player.thought = b[0].turn
    find_foes(b, t, w, side)
    player.damaged = damaged_units(b, hand)
    for unit in slots_of(b, side):
        if b[0].unit[unit].alive != 0 and b[0].unit[unit].commander == hand:
            b[0].unit[unit].promise = blow_worth(b, t) if is_charge(b, unit) else promise(b, t, w, unit)


@jit_inner
def lowest_card(cards, skip):
    """The card with the lowest rank of a set but ``skip``, or NO_CARD."""
    for card in range(PACK):
        if holds(cards, card):
            if skip == 0:
                return card
            skip -= 1
    return NO_CARD


@jit_inner
def damaged_units(b, hand):
    """Units of a player that a recovery card could help."""
    n, side = 0, hand & 1
    for unit in slots_of(b, side):
        if b[0].unit[unit].commander == hand and wants_recovery(b, unit):
            n += 1
    return n


@jit_inner
def assign(b, t, w):
    """A card to the most promising unit; some are kept back.

    The lowest saved ones are kept for damaged units.
    """
    side, hand = b[0].asked, decider(b)
    note_promises(b, t, w, hand)
    player = b[0].player[hand]
    weights = w[0].heuristic[side]
    kept_back = max(int(weights.back_each * player.damaged + weights.back_any), 0)
    if hand_size(b, hand) <= kept_back:
        return PASSING
    if b[0].scenario.off_table != 0:
        price_by_thumb(b, w, side)
        gift = ace_to_give(b, t, w, side, weights.least_attack)
        if gift != PASSING:
            return gift
    best, best_score = NOBODY, 0.0
    for unit in slots_of(b, side):
        u = b[0].unit[unit]
        if u.promise > 0.0 and u.commander == hand and has_room(b, unit):
            score = u.promise / max(1.0 + weights.second_card * u.given, 0.1)
            if score > best_score:
                best, best_score = unit, score
    if best == NOBODY:
        return PASSING
    which = BLIND if unknown_cards(b, hand) > 0 else lowest_card(known_cards(b, hand), kept_back)
    if which == NO_CARD:
        return PASSING
    return pack(GIVE, best, 0, which, 0, 0)


@jit_inner
def nominate(b):
    """The unit that promised most when cards were laid, with every card it has.

    Of its cards the highest first.
    """
    side, hand = b[0].asked, decider(b)
    if b[0].phase == PHASE_RESOLVE:
        pile, cards = may_come_up(b)
        card = highest_card(cards)
        return pack(CHOOSE, b[0].pile[pile].holder[card], 0, card, 0, 0)
    if b[0].scenario.solo != 0:
        return turn_early(b)
    best, best_score = NOBODY, -1e9  # the charge may promise a loss
    for unit in slots_of(b, side):
        if may_nominate(b, hand, unit):
            score = b[0].unit[unit].promise
            if score > best_score:
                best, best_score = unit, score
    u = b[0].unit[best]
    bits = (1 if u.cards[0] != NO_CARD else 0) | (2 if u.cards[1] != NO_CARD else 0)
    return pack(CHOOSE, best, 0, bits, 0, 0)


@jit_inner
def turn_early(b):
    """Solo play: the card of a unit that comes up sooner (PT-SOLO-03).

    An unknown one counts as an eight.
    """
    u, cards = b[0].unit[b[0].subject], cards_to_turn(b, b[0].subject)
    best, highest = 0, -1
    for k in range(2):
        sooner = rank(u.cards[k]) if u.opened[k] != 0 else MEAN_RANK
        if (cards >> k) & 1 != 0 and sooner > highest:
            best, highest = 1 << k, sooner
    return pack(CHOOSE, b[0].subject, 0, best, 0, 0)


@jit_inner
def recover(b, w):
    """The dearest damaged unit gets the lowest saved card.

    Or an unseen one where that is too high.
    """
    side, hand = b[0].asked, decider(b)
    poor = w[0].heuristic[side].poor_recovery
    best, best_cost = NOBODY, -1.0
    for unit in slots_of(b, side):
        own = b[0].unit[unit].commander == hand
        if own and wants_recovery(b, unit) and b[0].unit[unit].profile.believed > best_cost:
            best, best_cost = unit, b[0].unit[unit].profile.believed
    which = lowest_card(recovery_cards(b, hand), 0)
    if unknown_recovery_cards(b, hand) > 0 and (which == NO_CARD or difficulty(which) > poor):
        which = BLIND
    return pack(GIVE, best, 0, which, 0, 0)


@jit_inner
def discard_worst(b, w):
    """A high saved card goes before an unseen one, an unseen one before a low one."""
    hand = decider(b)
    high = w[0].heuristic[b[0].asked].high_discard
    cards = droppable_cards(b, hand)
    worst = NO_CARD if cards == NONE else highest_card(cards)
    if unknown_droppable_cards(b, hand) > 0 and (cards == NONE or difficulty(worst) < high):
        worst = BLIND
    return pack(DROP, 0, 0, worst, 0, 0)
