"""Dealing, and what players know of their cards (chapter 1.3, AMB-01, 02, 09, 20, 95).

A card drawn this turn is seen by nobody (PT-TURN-05); only saved cards are known, and to both sides.  Under
``look_at_hand`` a player knows the new cards in its hand, under ``look_after_assignment`` those that it has laid beside
its units; to the enemy they lie face down in any case.

The counts of unseen cards (core.luck) are of cards that *no* player knows. A card leaves them, and its luck is noted,
when the first player sees it, for from then on a choice may depend on it.  Up to that moment any unseen card could be
this one, with the same chance, so the expectation of what is recorded stays 0 under all three rulings.
"""

from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.deck import NONE, bit, cards_in_pile, discard, holds, pile_of, pop_blind, shuffle
from tigersim.core.enums import BLIND, PACK
from tigersim.core.luck import hide_cards, show_card, turn_over
from tigersim.registry import rule
from tigersim.rules.recovery import may_serve
from tigersim.rules.switches import CardSecrecy, DeckRunsOutMidDeal, HandLimit


@jit_inner
def take_card(b, w, side):
    """The next card of the pile goes to a hand, if there is one; returns whether."""
    pile = pile_of(b, side)
    p = b[0].pile[pile]
    if cards_in_pile(b, pile) == 0:
        if b[0].ruling.deck_runs_out_mid_deal != DeckRunsOutMidDeal.RESHUFFLE_AND_CONTINUE or p.discards == NONE:
            return False
        shuffle(b, pile)
        p.ran_out = 1
        hide_cards(b, w, pile, hidden_cards(b, pile))
    hand = b[0].player[side]
    card = p.deck[p.next_card]
    hand.blind[hand.n_blind] = card
    hand.n_blind += 1
    p.next_card += 1
    if b[0].ruling.card_secrecy == CardSecrecy.LOOK_AT_HAND:
        turn_over(b, w, side & 1, card)
    return True


@jit_inner
def turn_over_top(b, w, side):
    """Turn over the top card of a side's pile for all to see, and discard it; returns it."""
    pile = pile_of(b, side)
    p = b[0].pile[pile]
    card = p.deck[p.next_card]
    p.next_card += 1
    p.discards |= bit(card)
    p.shown |= bit(card)
    show_card(b, w, side, card)
    return card


@jit_inner
def put_pile_away(b, pile):
    """What is left of a pile goes to its discards, unseen."""
    p = b[0].pile[pile]
    for k in range(p.next_card, p.deck_size):
        p.discards |= bit(p.deck[k])
    p.next_card = p.deck_size


@jit_inner
def hidden_cards(b, pile):
    """The cards of a pile and those in hand that nobody knows: what a fresh pile leaves unseen."""
    p = b[0].pile[pile]
    cards = NONE
    for k in range(p.next_card, p.deck_size):
        cards |= bit(p.deck[k])
    for hand in range(2 + 2 * b[0].allies):
        if pile_of(b, hand) == pile:
            for k in range(unknown_cards(b, hand)):
                cards |= bit(b[0].player[hand].blind[k])
    return cards


@jit_inner
@rule("AMB-04")
def collect_cards(b):
    """Discard the cards in all hands and the rest of the piles (AMB-04 collect_all)."""
    for pile in range(1 + b[0].own_decks):
        put_pile_away(b, pile)
    for hand in range(2 + 2 * b[0].allies):
        player = b[0].player[hand]
        while player.n_blind > 0:
            discard(b, hand, pop_blind(b, hand))
        b[0].pile[pile_of(b, hand)].discards |= player.saved
        player.saved = NONE


@jit_inner
def new_cards(b, side):
    """This turn's cards in a hand, as a set."""
    cards = NONE
    for k in range(b[0].player[side].n_blind):
        cards |= bit(b[0].player[side].blind[k])
    return cards


@jit_inner
@rule("PT-TURN-05", "AMB-09")
def known_cards(b, side):
    """The cards in hand that their owner knows: saved ones; under ``look_at_hand`` all."""
    if b[0].ruling.card_secrecy == CardSecrecy.LOOK_AT_HAND:
        return b[0].player[side].saved | new_cards(b, side)
    return b[0].player[side].saved


@jit_inline
def unknown_cards(b, side):
    """How many cards in hand nobody knows; to choose one of them is to choose any (``BLIND``)."""
    return 0 if b[0].ruling.card_secrecy == CardSecrecy.LOOK_AT_HAND else b[0].player[side].n_blind


@jit_inner
@rule("PT-RECOVER-01", "AMB-95")
def recovery_cards(b, side):
    """The known cards in hand that may serve for recovery, as a set."""
    if may_serve(False, b[0].ruling.recovery_cards):
        return known_cards(b, side)
    return b[0].player[side].saved


@jit_inline
def unknown_recovery_cards(b, side):
    """How many cards in hand that nobody knows may serve for recovery."""
    return unknown_cards(b, side) if may_serve(False, b[0].ruling.recovery_cards) else 0


@jit_inner
def take_from_hand(b, side, which):
    """Take a card, known or ``BLIND``, out of a hand; returns (card, 1 if it was saved)."""
    if which == BLIND:
        return pop_blind(b, side), 0
    player = b[0].player[side]
    if holds(player.saved, which):
        player.saved &= ~bit(which)
        return which, 1
    last = pop_blind(b, side)
    for k in range(player.n_blind):
        if player.blind[k] == which:
            player.blind[k] = last
    return which, 0


@jit_inner
@rule("PT-END-04", "AMB-20")
def droppable_cards(b, side):
    """The known cards that a hand of more than six may lose first.

    1 (oldest_first): the saved cards of the earliest turn, then this turn's.
    """
    player = b[0].player[side]
    if b[0].ruling.hand_limit == HandLimit.ALL_UNASSIGNED or player.saved == NONE:
        return known_cards(b, side)
    kept = b[0].pile[pile_of(b, side)].kept
    oldest = b[0].turn
    for card in range(PACK):
        if holds(player.saved, card):
            oldest = min(oldest, kept[card])
    cards = NONE
    for card in range(PACK):
        if holds(player.saved, card) and kept[card] == oldest:
            cards |= bit(card)
    return cards


@jit_inline
def unknown_droppable_cards(b, side):
    """How many cards that nobody knows a hand of more than six may lose first."""
    return (
        unknown_cards(b, side)
        if b[0].ruling.hand_limit == HandLimit.ALL_UNASSIGNED or b[0].player[side].saved == NONE
        else 0
    )
