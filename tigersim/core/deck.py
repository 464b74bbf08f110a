"""The pack of cards: shuffling, dealing, hands (chapters 1.3 and 1.4).

Sets of cards, the pile and the hands; who knows what is in ``core.hands``.
"""

import numpy as np

from tigersim.core.chance import below, stream
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.enums import CHANCE_DECK, PACK
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
def pile_of(b, side):
    """The pile that a side draws from: one for both, or its own (PT-MULTI-03)."""
    return side & b[0].own_decks


@jit_inline
def discard(b, side, card):
    """Put a card of a side on the discards."""
    b[0].pile[pile_of(b, side)].discards |= bit(card)


@jit_inner
def count_cards(cards):
    """Number of cards in a set."""
    n = 0
    while cards != NONE:
        cards &= cards - ONE
        n += 1
    return n


@jit_inner
@rule("PT-SETUP-06", "PT1-SETUP-03")
def shuffle(b, pile):
    """Shuffle the discards into a new pile (Fisher and Yates)."""
    p = b[0].pile[pile]
    size = 0
    for card in range(PACK):
        if holds(p.discards, card):
            p.deck[size] = card
            size += 1
    p.shuffles += 1
    chance = stream(b[0].key, CHANCE_DECK, p.shuffles, pile)
    for k in range(size - 1, 0, -1):
        other = below(chance, k, k + 1)
        card = p.deck[k]
        p.deck[k] = p.deck[other]
        p.deck[other] = card
    p.deck_size = size
    p.next_card = 0
    p.discards = NONE


@jit_inner
@rule("PT-GEN-01")
def new_deck(b, pile):
    """All 52 cards, shuffled."""
    p = b[0].pile[pile]
    p.discards = FULL_PACK
    p.revealed = NONE
    p.shuffles = p.ran_out = 0
    shuffle(b, pile)


@jit_inline
def cards_in_pile(b, pile):
    """Cards that can still be drawn."""
    return b[0].pile[pile].deck_size - b[0].pile[pile].next_card


@jit_inline
def cards_left(b):
    """Cards that can still be drawn from the pile that has fewest."""
    if b[0].own_decks == 0:
        return cards_in_pile(b, 0)
    return min(cards_in_pile(b, 0), cards_in_pile(b, 1))


@jit_inline
def has_run_out(b):
    """Whether a pile ran out in the middle of a deal and was shuffled anew (AMB-02)."""
    return b[0].pile[0].ran_out != 0 or (b[0].own_decks != 0 and b[0].pile[1].ran_out != 0)


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
