"""What happens to units on the table: placing, losing cards, hits, shock, destruction (chapter 1.9)."""

from __future__ import annotations

from tigersim.core import log
from tigersim.core.board import cell_at
from tigersim.core.deck import bit, discard, holds
from tigersim.core.enums import NO_CARD, PACK
from tigersim.core.jit import jit_inline, jit_inner
from tigersim.core.log import note
from tigersim.core.reach import side_of
from tigersim.registry import rule
from tigersim.rules.hits import is_destroyed


@jit_inline
def cell_of(b, t, unit):
    """The cell a unit stands on."""
    return cell_at(t, b[0].unit[unit].x, b[0].unit[unit].y)


@jit_inline
@rule("PT-HIT-05", "PT-RECOVER-06")
def may_act(b, unit):
    """PT-HIT-05, PT-RECOVER-06: alive and not shocked."""
    return b[0].unit[unit].alive != 0 and b[0].unit[unit].hits == 0


@jit_inner
def put(b, t, unit, x, y, facing):
    """Stand a unit on a free cell, facing as given (AMB-32)."""
    u = b[0].unit[unit]
    if u.placed != 0:
        b[0].occupant[cell_of(b, t, unit)] = 0
    u.x = x
    u.y = y
    u.facing = facing
    u.placed = 1
    b[0].occupant[cell_at(t, x, y)] = unit + 1


@jit_inner
def cards_held(b, unit):
    """Cards assigned to a unit and not yet resolved, turned over or not."""
    u = b[0].unit[unit]
    n = u.pending
    for k in range(2):
        if u.cards[k] != NO_CARD:
            n += 1
    return n


@jit_inner
def face_down_cards(b, unit):
    """Cards a unit could still turn over."""
    u = b[0].unit[unit]
    return (1 if u.cards[0] != NO_CARD else 0) + (1 if u.cards[1] != NO_CARD else 0)


@jit_inner
@rule("PT-HIT-01")
def lose_cards(b, w, unit):
    """PT-HIT-01: every card of the unit goes to the discards, turned over or not (AMB-18); returns how many."""
    u = b[0].unit[unit]
    lost = 0
    for k in range(2):
        if u.cards[k] != NO_CARD:
            discard(b, u.cards[k])
            u.cards[k] = NO_CARD
            u.opened[k] = 0
            lost += 1
    if u.pending > 0:
        for card in range(PACK):
            if holds(b[0].revealed, card) and b[0].holder[card] == unit:
                b[0].revealed &= ~bit(card)
                discard(b, card)
                lost += 1
        u.pending = 0
    if lost > 0:
        note(b, w, log.SUPPRESSED, unit, lost, 0, 0, 0, 0)
    return lost


@jit_inner
@rule("PT-HIT-03", "PT-VP-04")
def destroy(b, t, w, unit, by):
    """PT-HIT-03, PT-VP-04: remove the unit and its cards; its cost is scored by the enemy (AMB-121)."""
    u = b[0].unit[unit]
    lose_cards(b, w, unit)
    if u.recovery_card != NO_CARD:
        discard(b, u.recovery_card)
        u.recovery_card = NO_CARD
    b[0].occupant[cell_of(b, t, unit)] = 0
    u.alive = 0
    u.died = 1
    side = side_of(unit)
    b[0].player[side].standing -= 1
    b[0].player[1 - side].vp += u.profile.score
    note(b, w, log.DESTROYED, unit, by, u.profile.score, 0, 0, 0)


@jit_inner
@rule("PT-HIT-02", "PT-HIT-04")
def take_hits(b, t, w, unit, hits, by):
    """PT-HIT-02, PT-HIT-04: add unsaved hits; enough of them destroy the unit, one shocks it (PT-HIT-01)."""
    if hits <= 0:
        return
    u = b[0].unit[unit]
    if is_destroyed(u.hits, hits, u.profile.hits_to_destroy):
        destroy(b, t, w, unit, by)
        return
    u.hits += hits
    u.engine_hit = 0
    lose_cards(b, w, unit)
    note(b, w, log.SHOCKED, unit, by, 0, 0, 0, 0)
