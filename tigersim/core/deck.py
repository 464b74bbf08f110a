"""The pack of cards: shuffling, dealing, hands (chapters 1.3 and 1.4).

Sets of cards, the pile and the hands; who knows what is in ``core.hands``.
"""

from __future__ import annotations

import numpy as np

from tigersim.core.chance import below, stream
from tigersim.core.enums import CHANCE_DECK, PACK
from tigersim.core.jit import jit_inline, jit_inner
from tigersim.registry import rule

ONE = np.uint64(1)
NONE = np.uint64(0)
FULL_PACK = np.uint64((1 << PACK) - 1)


@jit_inline
def bit(card):
    """The bit of a card in a set of cards."""
    return ONE << np.uint64(card)


@jit_inline
def holds(cards, card):
    """Whether a set of cards contains a card."""
    return (cards >> np.uint64(card)) & ONE != NONE


@jit_inline
def discard(b, card):
    """Put a card on the discards."""
    b[0].discards |= bit(card)


@jit_inner
def count_cards(cards):
    """Number of cards in a set."""
    n = 0
    while cards != NONE:
        cards &= cards - ONE
        n += 1
    return n


@jit_inner
def nth_card(cards, n):
    """The n-th lowest card of a set (n from 0)."""
    for card in range(PACK):
        if holds(cards, card):
            if n == 0:
                return card
            n -= 1
    return -1


@jit_inner
@rule("PT-SETUP-06", "PT1-SETUP-03")
def shuffle(b):
    """PT-SETUP-06, PT1-SETUP-03: shuffle the discards into a new pile (Fisher and Yates).

    Every order is alike, so it does not matter who shuffles.
    """
    size = 0
    for card in range(PACK):
        if holds(b[0].discards, card):
            b[0].deck[size] = card
            size += 1
    b[0].shuffles += 1
    chance = stream(b[0].key, CHANCE_DECK, b[0].shuffles, 0)
    for k in range(size - 1, 0, -1):
        other = below(chance, k, k + 1)
        card = b[0].deck[k]
        b[0].deck[k] = b[0].deck[other]
        b[0].deck[other] = card
    b[0].deck_size = size
    b[0].next_card = 0
    b[0].discards = NONE


@jit_inner
@rule("PT-GEN-01")
def new_deck(b):
    """PT-GEN-01: all 52 cards, shuffled."""
    b[0].discards = FULL_PACK
    b[0].shuffles = 0
    b[0].ran_out = 0
    shuffle(b)


@jit_inline
def cards_in_pile(b):
    """Cards that can still be drawn."""
    return b[0].deck_size - b[0].next_card


@jit_inner
def pop_blind(b, side):
    """Take the next unseen card out of a hand."""
    hand = b[0].player[side]
    hand.n_blind -= 1
    return hand.blind[hand.n_blind]


@jit_inner
def hand_size(b, side):
    """Unassigned cards of a side, seen and unseen."""
    return b[0].player[side].n_blind + count_cards(b[0].player[side].saved)
