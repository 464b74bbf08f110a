"""Rounds of cards in solo play and with several players a side (chapter 1.27)."""

from tigersim.core.asking import ask, ask_commander
from tigersim.core.chance import below, stream
from tigersim.core.commanders import ALL
from tigersim.core.compile.jit import jit_inner
from tigersim.core.enums import CHANCE_PICK, NO_CARD, NOBODY, NOMINATE, PHASE_RESOLVE, SLOTS
from tigersim.core.initiative import has_cards_to_play, may_choose, reveal, reveal_all, reveal_named, start_nominations
from tigersim.core.recovery import start_recovery
from tigersim.core.sides import slots_of
from tigersim.core.units import face_down_cards, may_act
from tigersim.registry import rule
from tigersim.rules.solo import solo_cards
from tigersim.rules.switches import LeftoverCardsOrder, MultiActivation, NominationMode, SoloOrder


@jit_inner
@rule("PT-SOLO-03", "AMB-149")
def cards_to_turn(b, unit):
    """The cards that a unit may turn over in this round of solo play (AMB-149), a bit each."""
    u = b[0].unit[unit]
    held, opened, allowed = 0, 0, 0
    for k in range(2):
        if u.cards[k] != NO_CARD:
            held |= 1 << k
            opened |= (1 if u.opened[k] != 0 else 0) << k
            if may_choose(b, unit, 1 << k):
                allowed |= 1 << k
    wanted = solo_cards(held, opened, b[0].ruling.solo_order)
    return wanted & allowed if wanted & allowed != 0 else allowed


@jit_inner
@rule("PT-SOLO-03", "PT-SOLO-04", "AMB-149")
def step_solo(b, w):
    """Every unit with cards turns one over, all at once; then the next round does the same.

    Before, a player says which where it has a choice (AMB-149), the higher draw first.
    """
    if b[0].step == 0:
        start_nominations(b)
        if not has_cards_to_play(b, 0) and not has_cards_to_play(b, 1):
            start_recovery(b)
            return
        b[0].step = 1
    for k in range(2):
        side = b[0].first if k == 0 else 1 - b[0].first
        for unit in slots_of(b, side):
            u = b[0].unit[unit]
            if u.turning != 0 or not may_act(b, unit) or face_down_cards(b, unit) == 0:
                continue
            u.turning = cards_to_turn(b, unit)
            if u.turning == 3 and b[0].ruling.solo_order == SoloOrder.RANDOM_CARD:
                u.turning = 1 + below(stream(b[0].key, CHANCE_PICK, b[0].turn, unit), 0, 2)
            elif u.turning == 3:
                u.turning = 0
                ask(b, NOMINATE, side, unit)
                return
    for slot in range(SLOTS):
        u = b[0].unit[slot]
        if u.alive != 0 and u.turning != 0:
            reveal(b, w, slot, u.turning)
            u.turning = 0
    b[0].phase = PHASE_RESOLVE


@jit_inner
def side_has_cards(b, side):
    """Whether a player of the side has a unit with a card to turn over."""
    return has_cards_to_play(b, side) or has_cards_to_play(b, side + 2)


@jit_inner
@rule("PT-MULTI-02", "PT-TURN-10", "PT-TURN-16", "AMB-150")
def step_round(b, w):
    """Every player with cards names a unit, in the order of the draw rolls.

    All cards turned over are resolved by initiative; when one side has no more, those of the other all come up at once
    (AMB-13 and AMB-16 as with two players).  AMB-150: 1 (sides_alternate) every side names one unit, its players in
    turn, beginning with the higher draw.
    """
    if b[0].step == 0:
        start_nominations(b)
        mine, theirs = side_has_cards(b, 0), side_has_cards(b, 1)
        if not mine and not theirs:
            start_recovery(b)
            return
        if not (mine and theirs) and b[0].ruling.leftover_cards_order != LeftoverCardsOrder.ONE_BY_ONE:
            reveal_all(b, w, 0 if mine else 1)
            b[0].phase = PHASE_RESOLVE
            return
    by_sides = b[0].ruling.multi_activation == MultiActivation.SIDES_ALTERNATE
    for place in range(b[0].step, 2 if by_sides else ALL):
        commander = speaker_of(b, b[0].first if place == 0 else 1 - b[0].first) if by_sides else b[0].order[place]
        if has_cards_to_play(b, commander):
            if b[0].ruling.nomination_mode == NominationMode.SEQUENTIAL_REVEAL:
                reveal_what_is_named(b, w)
            b[0].step = place
            b[0].named_last[commander & 1] = commander
            ask_commander(b, NOMINATE, commander)
            return
    reveal_what_is_named(b, w)
    b[0].phase = PHASE_RESOLVE


@jit_inner
def reveal_what_is_named(b, w):
    """Turn over the cards of all units that have been named."""
    for place in range(ALL):
        reveal_named(b, w, b[0].order[place])


@jit_inner
@rule("AMB-150")
def speaker_of(b, side):
    """The player that names a side's next unit (AMB-150 sides_alternate: not the last one)."""
    first, second = NOBODY, NOBODY
    for k in range(ALL):
        if (b[0].order[k] & 1) == side and first == NOBODY:
            first = b[0].order[k]
        elif (b[0].order[k] & 1) == side:
            second = b[0].order[k]
    if b[0].named_last[side] == first:
        first, second = second, first
    return first if has_cards_to_play(b, first) or not has_cards_to_play(b, second) else second
