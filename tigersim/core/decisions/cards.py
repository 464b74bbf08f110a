"""Decisions about cards: who gets them, which are played next, which are thrown away."""

from tigersim.core.asking import decider
from tigersim.core.codes import pack, unit_of, verb_of, which_of
from tigersim.core.compile.jit import jit_inner
from tigersim.core.decisions.decision import Decision, add, list_pass
from tigersim.core.deck import holds, pile_of
from tigersim.core.demolition import blow, is_charge, spend_card
from tigersim.core.enums import (
    ASSIGN,
    BLIND,
    CHOOSE,
    DISCARD,
    DROP,
    EFFECT,
    GIVE,
    HIDDEN,
    NO_CARD,
    NOMINATE,
    PACK,
    PASS,
    PHASE_RESOLVE,
    RECOVER,
)
from tigersim.core.hands import (
    droppable_cards,
    known_cards,
    recovery_cards,
    unknown_cards,
    unknown_droppable_cards,
    unknown_recovery_cards,
)
from tigersim.core.initiative import bring_up, may_choose, may_come_up, may_nominate
from tigersim.core.machine_guns import lose_one_card
from tigersim.core.recovery import give_recovery_card, wants_recovery
from tigersim.core.rounds import cards_to_turn
from tigersim.core.sequence import drop_card, give_card, has_room
from tigersim.core.sides import side_of, slots_of
from tigersim.registry import rule
from tigersim.rules.switches import BridgeDemolition
from tigersim.rules.turn import loses_revealed


@jit_inner
def _list_gifts(b, w, unit, known, unknown, n):
    """Every card of the hand to the unit; the cards that nobody knows are all alike."""
    if unknown > 0:
        n = add(w, n, pack(GIVE, unit, 0, BLIND, 0, 0))
    for card in range(PACK):
        if holds(known, card):
            n = add(w, n, pack(GIVE, unit, 0, card, 0, 0))
    return n


@jit_inner
def list_assign(b, t, w):
    """A card of the hand to a unit of the player that has room for it, or no more cards."""
    n = list_pass(w)
    side, hand = b[0].asked, decider(b)
    known, unknown = known_cards(b, hand), unknown_cards(b, hand)
    for unit in slots_of(b, side):
        if b[0].unit[unit].commander == hand and has_room(b, unit):
            n = _list_gifts(b, w, unit, known, unknown, n)
    return n


@jit_inner
def do_assign(b, t, w, action):
    """Lay a card, or pass."""
    hand, unit = decider(b), unit_of(action)
    if verb_of(action) == PASS:
        b[0].player[hand].passed = 1
        return
    give_card(b, w, hand, unit, which_of(action))
    if is_charge(b, unit) and b[0].ruling.bridge_demolition == BridgeDemolition.AT_START_OF_TURN:
        blow(b, t, w, unit, spend_card(b, w, unit))


@jit_inner
def list_recover(b, t, w):
    """A recovery card of the hand to a damaged unit of the player, or no more cards."""
    n = list_pass(w)
    side, hand = b[0].asked, decider(b)
    known, unknown = recovery_cards(b, hand), unknown_recovery_cards(b, hand)
    for unit in slots_of(b, side):
        if b[0].unit[unit].commander == hand and wants_recovery(b, unit):
            n = _list_gifts(b, w, unit, known, unknown, n)
    return n


@jit_inner
def do_recover(b, t, w, action):
    """Lay a recovery card, or pass."""
    hand = decider(b)
    if verb_of(action) == PASS:
        b[0].player[hand].passed = 1
    else:
        give_recovery_card(b, w, hand, unit_of(action), which_of(action))


@jit_inner
def list_nominate(b, t, w):
    """Which unit turns over which of its cards; or which of the cards turned over comes up next."""
    if b[0].phase == PHASE_RESOLVE:
        return _list_cards_to_come_up(b, w)
    if b[0].scenario.solo != 0:
        return _list_cards_to_turn(b, w)
    n = 0
    side, hand = b[0].asked, decider(b)
    for unit in slots_of(b, side):
        if not may_nominate(b, hand, unit):
            continue
        for bits in range(1, 4):
            if may_choose(b, unit, bits):
                n = add(w, n, pack(CHOOSE, unit, 0, bits, 0, 0))
    return n


@jit_inner
@rule("PT-SOLO-03")
def _list_cards_to_turn(b, w):
    """The cards of the unit of which one is turned over in this round."""
    n = 0
    cards = cards_to_turn(b, b[0].subject)
    for bits in range(1, 3):
        if cards & bits != 0:
            n = add(w, n, pack(CHOOSE, b[0].subject, 0, bits, 0, 0))
    return n


@jit_inner
def _list_cards_to_come_up(b, w):
    """The cards of which one comes up next, where their owner may choose (AMB-14, AMB-16)."""
    n = 0
    pile, cards = may_come_up(b)
    for card in range(PACK):
        if holds(cards, card):
            n = add(w, n, pack(CHOOSE, b[0].pile[pile].holder[card], 0, card, 0, 0))
    return n


@jit_inner
def do_nominate(b, t, w, action):
    """Bring the card up, or keep which unit and which of its cards are named."""
    if b[0].phase == PHASE_RESOLVE:
        bring_up(b, pile_of(b, b[0].asked), which_of(action))
    elif b[0].scenario.solo != 0:
        b[0].unit[b[0].subject].turning = which_of(action)
    else:
        b[0].nominated[decider(b)] = unit_of(action)
        b[0].chosen[decider(b)] = which_of(action)
        b[0].step += 1


@jit_inner
def list_effect(b, t, w):
    """Cards that the target may lose: assigned, face down ones blind, or turned over (AMB-18)."""
    n = 0
    unit = b[0].subject
    u = b[0].unit[unit]
    for k in range(2):
        if u.cards[k] != NO_CARD:
            n = add(w, n, pack(DROP, unit, 0, u.cards[k] if u.opened[k] != 0 else HIDDEN + k, 0, 0))
    if not loses_revealed(True, b[0].ruling.revealed_card_lost):
        return n
    pile = b[0].pile[pile_of(b, side_of(unit))]
    for card in range(PACK):
        if holds(pile.revealed, card) and pile.holder[card] == unit:
            n = add(w, n, pack(DROP, unit, 0, card, 0, 0))
    return n


@jit_inner
def do_effect(b, t, w, action):
    """Take the card from the target."""
    lose_one_card(b, w, b[0].subject, which_of(action))


@jit_inner
def list_discard(b, t, w):
    """The cards of the hand that may go; those that nobody knows are all alike."""
    n = 0
    hand = decider(b)
    cards = droppable_cards(b, hand)
    if unknown_droppable_cards(b, hand) > 0:
        n = add(w, n, pack(DROP, 0, 0, BLIND, 0, 0))
    for card in range(PACK):
        if holds(cards, card):
            n = add(w, n, pack(DROP, 0, 0, card, 0, 0))
    return n


@jit_inner
def do_discard(b, t, w, action):
    """Throw the card away."""
    drop_card(b, w, decider(b), which_of(action))


DECISIONS = (
    Decision(ASSIGN, "assign", list_assign, do_assign),
    Decision(NOMINATE, "nominate", list_nominate, do_nominate),
    Decision(EFFECT, "effect", list_effect, do_effect),
    Decision(RECOVER, "recover", list_recover, do_recover),
    Decision(DISCARD, "discard", list_discard, do_discard),
)
