"""Cards to spare.

What the limit of six or the end of the deck would take costs nothing, and goes where it may help.
"""

from tigersim.core.asking import is_forbidden
from tigersim.core.board import cell_at
from tigersim.core.compile.jit import jit_inner
from tigersim.core.deck import hand_size
from tigersim.core.enums import NOBODY, SAVING
from tigersim.core.players.surroundings import can_move, find_foes, in_view
from tigersim.core.players.tactician.company import company_promise
from tigersim.core.players.tactician.horizon import is_last_turn
from tigersim.core.sequence import has_room
from tigersim.core.sides import slots_of
from tigersim.rules.turn import hand_excess

ANY_USE = 0.02
"""VP that a card to spare is worth to a unit that can do anything with it at all."""
LED = 0.1
"""Of what its first card promises, for a unit that follows a friend with cards anyhow."""


@jit_inner
def cards_to_spare(b, hand):
    """How many cards of a hand would be lost this turn if they were not given to units."""
    cards = hand_size(b, hand)
    if is_last_turn(b) or is_forbidden(b, hand & 1, SAVING):
        return cards
    return hand_excess(cards - b[0].player[hand].damaged)


@jit_inner
def unit_to_use_it(b, t, w, hand, spare):
    """The unit that may make most of a card that would be lost, or NOBODY.

    ``spare``: how many such cards there are.
    """
    best, most = NOBODY, 0.0
    if spare == 0:
        return best
    find_foes(b, t, w, hand & 1)
    for unit in slots_of(b, hand & 1):
        if b[0].unit[unit].commander == hand and has_room(b, unit):
            gain = spare_worth(b, t, w, unit, spare)
            if gain > most:
                best, most = unit, gain
    return best


@jit_inner
def spare_worth(b, t, w, unit, spare):
    """VP that a card to spare may bring by a unit.

    A unit that follows a friend acts as often without a card of its own; with a second one it acts no less.
    """
    u = b[0].unit[unit]
    worth = max(u.promise, 0.0)
    if can_move(b, t, unit) or (u.placed != 0 and in_view(t, w, cell_at(t, u.x, u.y))):
        worth += ANY_USE
    _, led = company_promise(b, w, unit, u.beside)
    if u.given > 0:
        return worth if led else 0.5 * worth
    if led:
        return LED * worth if spare > 1 else 0.0
    return worth
