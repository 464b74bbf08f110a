"""Hidden cards: dealt anew, so that a player looks ahead without peeking.

The game has no private information, only shared uncertainty (AMB-09): to deal the unseen cards anew among the places
where they lie, and to throw other dice, makes a future that is as likely as the real one.
"""

import numpy as np

from tigersim.core.asking import decider
from tigersim.core.chance import below, mix, stream
from tigersim.core.compile.jit import jit_inner
from tigersim.core.deck import NONE, bit, holds, pile_of
from tigersim.core.enums import CHANCE_PLAYER, NO_CARD, PACK, SLOTS
from tigersim.core.sides import side_of
from tigersim.registry import rule
from tigersim.rules.switches import CardSecrecy


@jit_inner
@rule("PT-TURN-05", "AMB-09")
def hidden_card(b, pile, place, card):
    """The card of a pile at a hidden place, NO_CARD after the last.

    ``card`` takes its place unless it is -1.  Hidden from the player that decides are the pile, all new hands and what
    lies face down beside units, its partner's too; what it has looked at itself is not (AMB-09).
    """
    p = b[0].pile[pile]
    n = p.deck_size - p.next_card
    if place < n:
        found = p.deck[p.next_card + place]
        if card >= 0:
            p.deck[p.next_card + place] = card
        return found
    place -= n
    viewer = decider(b)
    for hand in range(2 + 2 * b[0].allies):
        player = b[0].player[hand]
        if pile_of(b, hand) != pile:
            continue
        if hand == viewer and b[0].ruling.card_secrecy == CardSecrecy.LOOK_AT_HAND:
            continue
        if place < player.n_blind:
            found = player.blind[place]
            if card >= 0:
                player.blind[place] = card
            return found
        place -= player.n_blind
    for slot in range(SLOTS):
        u = b[0].unit[slot]
        if u.alive == 0 or pile_of(b, side_of(slot)) != pile:
            continue
        if u.commander == viewer and b[0].ruling.card_secrecy != CardSecrecy.BLIND_UNTIL_REVEALED:
            continue
        for k in range(2):
            if u.cards[k] != NO_CARD and u.opened[k] == 0:
                if place == 0:
                    found = u.cards[k]
                    if card >= 0:
                        u.cards[k] = card
                    return found
                place -= 1
        if u.recovery_card != NO_CARD and u.recovery_open == 0:
            if place == 0:
                found = u.recovery_card
                if card >= 0:
                    u.recovery_card = card
                return found
            place -= 1
    return NO_CARD


@jit_inner
def another_future(b, number):
    """Deal the hidden cards anew and let other dice fall.

    ``number``: which future; cards that the deciding side has seen stay.
    The same number gives the same future, whatever is decided first and wherever those cards lie.  Discards that went
    face down are among them: nobody knows which they were, unless a ruling let their owner look (AMB-09).
    """
    b[0].key = mix(b[0].key ^ mix(np.uint64(number) + np.uint64(1)))
    for pile in range(1 + b[0].own_decks):
        deal_anew(b, pile)


@jit_inner
def deal_anew(b, pile):
    """Deal the cards of a pile anew that the deciding side has not seen."""
    p = b[0].pile[pile]
    hidden, places = NONE, 0
    card = hidden_card(b, pile, 0, -1)
    while card != NO_CARD:
        hidden |= bit(card)
        places += 1
        card = hidden_card(b, pile, places, -1)
    if b[0].ruling.card_secrecy == CardSecrecy.BLIND_UNTIL_REVEALED:
        hidden |= p.discards & ~p.shown
        p.discards &= p.shown
    chance = stream(b[0].key, CHANCE_PLAYER, b[0].turn, 2 + pile)
    dealt = 0
    for new in range(PACK):  # shuffled while they are dealt: each changes places with any of those before it
        if not holds(hidden, new):
            continue
        other = below(chance, dealt, dealt + 1)
        card = hidden_card(b, pile, other, new) if other < places else new
        if dealt >= places:
            p.discards |= bit(card)
        elif other < dealt:
            hidden_card(b, pile, dealt, card)
        dealt += 1
