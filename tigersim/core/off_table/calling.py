"""Calling off-table support: by the order of a unit, or with an ace of the hand."""

from tigersim.core import log
from tigersim.core.aim import can_be_aimed_at, spotter
from tigersim.core.asking import ask, is_forbidden
from tigersim.core.compile.jit import jit_inner
from tigersim.core.deck import bit, discard, holds, pile_of
from tigersim.core.enums import CALL, CALLING, NEXT_TARGET, NOBODY, PACK, PHASE_OFF_TABLE, SLOTS
from tigersim.core.fire import ROLL_STAGE
from tigersim.core.hands import known_cards, take_from_hand
from tigersim.core.log import note
from tigersim.core.orders import record_action
from tigersim.core.sides import side_of
from tigersim.registry import rule
from tigersim.rules.cards import is_red, rank
from tigersim.rules.off_table import NO_SUPPORT, support_of
from tigersim.rules.switches import SupportCall


@jit_inner
@rule("PT-SUPPORT-01")
def kind_called(b, side, card):
    """The support that a card may call for a side: BARRAGE, STRIKE or NO_SUPPORT."""
    if b[0].scenario.off_table == 0 or is_forbidden(b, side, CALLING):
        return NO_SUPPORT
    return support_of(rank(card), is_red(card), b[0].scenario.off_table)


@jit_inner
@rule("PT-SUPPORT-01", "AMB-131")
def kind_ordered(b, unit, card):
    """The support that a unit may call with the card that has come up, once with each."""
    if b[0].scenario.off_table == 0 or b[0].ruling.support_call == SupportCall.FROM_HAND or b[0].support.called != 0:
        return NO_SUPPORT
    return kind_called(b, side_of(unit), card)


@jit_inner
@rule("PT-SUPPORT-03", "PT-SUPPORT-07", "AMB-68", "AMB-71")
def spotter_of(b, t, side, target):
    """The first unit of a side that spots an enemy for support, or NOBODY."""
    return spotter(b, t, side, target, NOBODY) if can_be_aimed_at(b, target) else NOBODY


@jit_inner
def call_by_order(b, unit, target, card):
    """A unit spends its ace on support; AMB-131: instead of its action, or beside it."""
    discard(b, side_of(unit), card)
    if b[0].ruling.support_call == SupportCall.IN_ADDITION:
        b[0].support.called = 1
        record_call(b, side_of(unit))
    else:
        record_action(b, unit, CALL)
    start_support(b, unit, target, card, kind_called(b, side_of(unit), card))


@jit_inner
def record_call(b, side):
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
    s.once = s.twice = 0
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


@jit_inner
@rule("PT-SUPPORT-01", "AMB-131")
def offer_calls(b, t):
    """Ask a side that knows an ace in its hand whether it plays it, before each pair of units.

    The side that names units first is asked first, until it declines.  Returns whether a side is asked.
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
    note(b, w, log.ORDERED, unit, card, CALL, target, 1)
    record_call(b, side)
    start_support(b, unit, target, card, kind_called(b, side, card))
