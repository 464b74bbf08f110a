"""Naming units, turning cards over, and the order in which cards come up (chapter 1.3)."""

import numpy as np

from tigersim.core import log
from tigersim.core.asking import ask, ask_owner
from tigersim.core.chance import die, stream
from tigersim.core.compile.jit import jit_inner
from tigersim.core.deck import NONE, bit, count_cards, holds, pile_of
from tigersim.core.enums import (
    CHANCE_TIE,
    MAX_UNITS,
    NO_CARD,
    NOBODY,
    NOMINATE,
    ORDER,
    PACK,
    PHASE_NOMINATE,
    PHASE_RESOLVE,
    SLOTS,
)
from tigersim.core.log import note
from tigersim.core.luck import turn_over
from tigersim.core.recovery import start_recovery
from tigersim.core.sides import side_of, slots_of
from tigersim.core.units import face_down_cards, may_act
from tigersim.registry import rule
from tigersim.rules.cards import rank
from tigersim.rules.multiplayer import same_initiative
from tigersim.rules.switches import (
    CardSecrecy,
    LeftoverCardsOrder,
    NominationMode,
    RenominateSameUnit,
    TwoCardInitiative,
)
from tigersim.rules.turn import initiative, may_turn_over


@jit_inner
def start_nominations(b):
    """Begin the next pair of units."""
    b[0].phase = PHASE_NOMINATE
    b[0].step = 0
    b[0].card = NO_CARD
    for commander in range(2 + 2 * b[0].allies):
        b[0].nominated[commander] = NOBODY
        b[0].chosen[commander] = 0


@jit_inner
def has_cards_to_play(b, commander):
    """Whether a player has a unit with a card to turn over."""
    for unit in slots_of(b, commander & 1):
        if face_down_cards(b, unit) > 0 and b[0].unit[unit].commander == commander and may_act(b, unit):
            return True
    return False


@jit_inner
@rule("PT-TURN-15", "AMB-15")
def may_nominate(b, commander, unit):
    """A unit with cards, and another than the last one while there is another.

    AMB-15: 1 (any_unit_with_cards) the last one too.
    """
    if face_down_cards(b, unit) == 0 or b[0].unit[unit].commander != commander or not may_act(b, unit):
        return False
    if (
        unit != b[0].player[commander].last_unit
        or b[0].ruling.renominate_same_unit == RenominateSameUnit.ANY_UNIT_WITH_CARDS
    ):
        return True
    for other in slots_of(b, commander & 1):
        own = b[0].unit[other].commander == commander
        if other != unit and own and may_act(b, other) and face_down_cards(b, other) > 0:
            return False
    return True


@jit_inner
@rule("PT-TURN-11", "AMB-19")
def may_choose(b, unit, which):
    """Whether the unit may turn over its first (bit 0) and second (bit 1) card, as in ``which``."""
    u = b[0].unit[unit]
    held, opened = 0, 0
    for k in range(2):
        if u.cards[k] != NO_CARD:
            held |= 1 << k
            opened |= (1 if u.opened[k] != 0 else 0) << k
    return may_turn_over(which, held, opened, b[0].ruling.open_card_activation)


@jit_inner
@rule("PT-TURN-10", "PT-TURN-16", "AMB-13", "AMB-16")
def step_nominate(b, w):
    """Both name a unit, the higher draw first, and turn their cards over (AMB-13, AMB-16)."""
    if b[0].step == 0:
        start_nominations(b)
        first_to_be_asked(b, w)
        return
    other = 1 - b[0].first
    if b[0].step == 1 and b[0].nominated[other] == NOBODY and has_cards_to_play(b, other):
        if b[0].ruling.nomination_mode == NominationMode.SEQUENTIAL_REVEAL:
            reveal_named(b, w, b[0].first)
        ask(b, NOMINATE, other, NOBODY)
        return
    reveal_named(b, w, b[0].first)
    reveal_named(b, w, other)
    b[0].phase = PHASE_RESOLVE


@jit_inner
def first_to_be_asked(b, w):
    """The side that names a unit now: the first player, or the only one with cards (AMB-16)."""
    first, other = b[0].first, 1 - b[0].first
    mine, theirs = has_cards_to_play(b, first), has_cards_to_play(b, other)
    side = first if mine else other
    if not mine and not theirs:
        start_recovery(b)
    elif (mine and theirs) or b[0].ruling.leftover_cards_order == LeftoverCardsOrder.ONE_BY_ONE:
        ask(b, NOMINATE, side, NOBODY)
    else:
        reveal_all(b, w, side)
        b[0].phase = PHASE_RESOLVE


@jit_inner
@rule("PT-TURN-11")
def reveal(b, w, unit, which):
    """Turn over the first (bit 0) and second (bit 1) card of a unit, as chosen."""
    u, pile = b[0].unit[unit], b[0].pile[pile_of(b, side_of(unit))]
    for k in range(2):
        card = u.cards[k]
        if card != NO_CARD and (which >> k) & 1:
            secret = b[0].ruling.card_secrecy == CardSecrecy.BLIND_UNTIL_REVEALED
            if secret and u.opened[k] == 0:  # else its owner has seen it before
                turn_over(b, w, side_of(unit), card)
            pile.revealed |= bit(card)
            pile.shown |= bit(card)
            pile.holder[card] = unit
            u.cards[k] = NO_CARD
            u.opened[k] = 0
            u.pending += 1
            note(b, w, log.REVEALED, unit, card)


@jit_inner
def reveal_named(b, w, commander):
    """Turn over what a player has named, once."""
    unit = b[0].nominated[commander]
    if unit != NOBODY and b[0].chosen[commander] != 0:
        reveal(b, w, unit, b[0].chosen[commander])
        b[0].chosen[commander] = 0
        b[0].player[commander].last_unit = unit


@jit_inner
def reveal_all(b, w, side):
    """Turn over every card a side still has beside its units (AMB-16)."""
    for unit in slots_of(b, side):
        if b[0].unit[unit].alive != 0:
            reveal(b, w, unit, 3)


@jit_inner
def highest_card(cards):
    """The card of a set that acts first: its highest bit, as numbers follow initiative."""
    card = 0
    for width in (32, 16, 8, 4, 2, 1):
        if cards >> np.uint64(card + width) != NONE:
            card += width
    return card


@jit_inner
def pending_cards(b, unit):
    """The cards that a unit has turned over and that have not come up yet, as a set."""
    pile, cards = b[0].pile[pile_of(b, side_of(unit))], NONE
    for card in range(PACK):
        if holds(pile.revealed, card) and pile.holder[card] == unit:
            cards |= bit(card)
    return cards


@jit_inner
def has_begun(b):
    """Whether the unit whose card came up last has another one turned over."""
    return b[0].card != NO_CARD and b[0].unit[b[0].pile[b[0].card_pile].holder[b[0].card]].pending > 0


@jit_inner
@rule("PT-TURN-13", "PT-TURN-14", "AMB-14")
def next_block(b):
    """The unit that acts next when a unit makes both its actions together (AMB-14).

    1 (sum_of_cards) the greatest sum of ranks, 2 (best_card_block) the best card; a unit that has begun goes on.  Where
    there are two decks it is one of the side that is ahead.
    """
    if has_begun(b):
        return b[0].pile[b[0].card_pile].holder[b[0].card]
    best, most = NOBODY, -1
    for slot in range(SLOTS):
        if b[0].unit[slot].alive == 0 or b[0].unit[slot].pending == 0 or pile_of(b, side_of(slot)) != b[0].ahead:
            continue
        value = block_value(b, slot)
        if value > most:
            best, most = slot, value
    return best


@jit_inner
def block_value(b, unit):
    """What the cards that a unit has turned over are compared by (AMB-14)."""
    cards, ranks = pending_cards(b, unit), 0
    for card in range(PACK):
        if holds(cards, card):
            ranks += rank(card)
    return initiative(ranks, highest_card(cards), b[0].ruling.two_card_initiative)


@jit_inner
@rule("PT-TURN-12", "PT-TURN-13", "PT-TURN-17", "PT-CARD-01", "PT1-TURN-04", "AMB-14", "AMB-16")
def step_resolve(b, w):
    """The highest card turned over comes up for an order.

    AMB-14: 1 and 2 the unit that is first by its cards makes both actions together, in the order that its owner likes.
    AMB-16: 1 (owner_order_after_reveal) a side left alone chooses freely which of its cards comes up next.
    """
    if b[0].pile[0].revealed == NONE and (b[0].own_decks == 0 or b[0].pile[1].revealed == NONE):
        start_nominations(b)
        return
    if b[0].own_decks != 0:
        b[0].ahead = deck_ahead(b, w)
    if (
        b[0].ruling.two_card_initiative == TwoCardInitiative.PER_CARD
        and b[0].ruling.leftover_cards_order == LeftoverCardsOrder.ALL_REVEALED_BY_INITIATIVE
    ):
        bring_up(b, b[0].ahead, highest_card(b[0].pile[b[0].ahead].revealed))
        return
    pile, cards = may_come_up(b)
    card = highest_card(cards)
    if count_cards(cards) > 1:
        ask(b, NOMINATE, side_of(b[0].pile[pile].holder[card]), NOBODY)
    else:
        bring_up(b, pile, card)


@jit_inner
def may_come_up(b):
    """(pile, cards turned over that may come up next): one card, unless its owner may choose."""
    together = b[0].ruling.two_card_initiative != TwoCardInitiative.PER_CARD
    ahead = b[0].ahead
    if (
        b[0].ruling.leftover_cards_order == LeftoverCardsOrder.OWNER_ORDER_AFTER_REVEAL
        and nobody_was_named(b)
        and not (together and has_begun(b))
    ):
        return ahead, b[0].pile[ahead].revealed
    if together:
        unit = next_block(b)
        return pile_of(b, side_of(unit)), pending_cards(b, unit)
    return ahead, bit(highest_card(b[0].pile[ahead].revealed))


@jit_inner
def nobody_was_named(b):
    """Whether the cards turned over are those of a side left alone (AMB-16)."""
    if b[0].scenario.solo != 0:
        return False
    for commander in range(2 + 2 * b[0].allies):
        if b[0].nominated[commander] != NOBODY:
            return False
    return True


@jit_inner
@rule("PT-MULTI-04", "AMB-14", "AMB-22")
def deck_ahead(b, w):
    """The deck whose cards come up next, and so the side.

    Dice decide between equal cards (AMB-22).  AMB-14: 1 and 2 compare units by what they have turned over; one that has
    begun goes on.
    """
    if b[0].pile[1].revealed == NONE:
        return 0
    if b[0].pile[0].revealed == NONE:
        return 1
    together = b[0].ruling.two_card_initiative != TwoCardInitiative.PER_CARD
    if together and has_begun(b):
        return b[0].card_pile
    mine, theirs = 0, 0
    if together:
        for slot in range(SLOTS):
            if b[0].unit[slot].alive != 0 and b[0].unit[slot].pending > 0:
                if slot < MAX_UNITS:
                    mine = max(mine, block_value(b, slot))
                else:
                    theirs = max(theirs, block_value(b, slot))
    else:
        mine, theirs = highest_card(b[0].pile[0].revealed), highest_card(b[0].pile[1].revealed)
    if not same_initiative(mine, theirs, b[0].ruling.identical_cards):
        return 0 if mine > theirs else 1
    return roll_for_precedence(b, w)


@jit_inner
@rule("PT-MULTI-04")
def roll_for_precedence(b, w):
    """Each side rolls two dice, ties again; the higher goes first."""
    b[0].tie_rolls += 1
    chance_a = stream(b[0].key, CHANCE_TIE, b[0].tie_rolls, 0)
    chance_b = stream(b[0].key, CHANCE_TIE, b[0].tie_rolls, 1)
    count = 0
    while True:
        total_a = die(chance_a, count) + die(chance_a, count + 1)
        total_b = die(chance_b, count) + die(chance_b, count + 1)
        count += 2
        if total_a != total_b:
            first = 0 if total_a > total_b else 1
            note(b, w, log.TIE_ROLLED, first, total_a, total_b)
            return first


@jit_inner
def bring_up(b, pile, card):
    """The card of a pile comes up: its unit is given an order."""
    p = b[0].pile[pile]
    unit = p.holder[card]
    p.revealed &= ~bit(card)
    b[0].unit[unit].pending -= 1
    b[0].card = card
    b[0].card_pile = pile
    ask_owner(b, ORDER, unit)
