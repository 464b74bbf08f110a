"""Units on the table: placing, losing cards, hits, shock, destruction (chapter 1.9)."""

from tigersim.core import log
from tigersim.core.board import cell_at
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.deck import bit, discard, holds, pile_of
from tigersim.core.enums import NO_CARD, NOBODY, PACK
from tigersim.core.goals import note_progress
from tigersim.core.log import note
from tigersim.core.sides import side_of, slots_of
from tigersim.registry import rule
from tigersim.rules.hits import is_destroyed
from tigersim.rules.switches import FindCoverLoss, SuppressionEffect
from tigersim.rules.turn import free_to_act, loses_revealed
from tigersim.rules.victory import opponent_scores

NOT_LEAVING, MUST_LEAVE, MAY_LEAVE = 0, 1, 2
"""``unit.leaving``: whether a passenger has to get off, or may."""


@jit_inline
def cell_of(b, t, unit):
    """The cell a unit stands on (or its carrier does)."""
    return cell_at(t, b[0].unit[unit].x, b[0].unit[unit].y)


@jit_inline
def on_table(b, unit):
    """Alive, deployed and not aboard another unit."""
    return b[0].unit[unit].alive != 0 and b[0].unit[unit].placed != 0


@jit_inline
def in_play(b, unit):
    """Whether a unit is alive and not waiting off the table (``unit.due`` < 0: a charge)."""
    u = b[0].unit[unit]
    if u.alive == 0:
        return False
    return u.placed != 0 or u.due < 0 or (u.carrier != NOBODY and b[0].unit[u.carrier].placed != 0)


@jit_inline
@rule("PT-HIT-05", "PT-RECOVER-06")
def may_act(b, unit):
    """Alive and not shocked."""
    u = b[0].unit[unit]
    return u.alive != 0 and free_to_act(u.hits)


@jit_inner
def fresh(b, slot):
    """A unit at the start: sound, off the table, without cards."""
    u = b[0].unit[slot]
    u.alive = 1
    u.commander = side_of(slot)
    u.by_air = u.x = u.y = u.hits = 0
    u.engine_hit = u.immobilised = u.found_cover = 0
    u.cards[0] = u.cards[1] = NO_CARD
    u.opened[0] = u.opened[1] = u.pending = u.turning = 0
    u.recovery_card = NO_CARD
    u.acted = 0
    u.carrier = NOBODY
    u.aboard = u.leaving = u.wreck_due = u.role = 0
    u.struck = 0
    new_turn(b, slot)


@jit_inner
def new_turn(b, unit):
    """Forget what a unit did in the turn before."""
    u = b[0].unit[unit]
    u.rolls = u.actions = u.given = u.recovering = 0
    u.leader = NOBODY
    u.done = u.silenced = u.doubled = u.drove = 0
    u.ramp = 0
    if b[0].ruling.find_cover_loss == FindCoverLoss.END_OF_TURN:
        u.found_cover = 0  # AMB-49: it lasts for the turn


@jit_inner
def put(b, t, unit, x, y, facing):
    """Stand a unit on a free cell, facing as given (AMB-32); its passengers go with it."""
    u = b[0].unit[unit]
    if u.placed != 0:
        b[0].occupant[cell_of(b, t, unit)] = 0
        if x != u.x or y != u.y:
            u.drove = 1
    u.x = x
    u.y = y
    u.facing = facing
    u.placed = 1
    b[0].occupant[cell_at(t, x, y)] = unit + 1
    if b[0].scenario.there_and_back != 0 or b[0].scenario.crossing != 0:
        note_progress(b, t, unit)
    if u.aboard > 0:
        for other in slots_of(b, side_of(unit)):
            v = b[0].unit[other]
            if v.alive != 0 and v.carrier == unit:
                v.x = x
                v.y = y
                if b[0].scenario.there_and_back != 0 or b[0].scenario.crossing != 0:
                    note_progress(b, t, other)


@jit_inner
@rule("PT-COVER-09")
def lose_cover(b, unit):
    """A unit that is in fact displaced loses found cover; AMB-49: or only a Move action ends it."""
    if b[0].ruling.find_cover_loss != FindCoverLoss.LITERAL_MOVE_ONLY:
        b[0].unit[unit].found_cover = 0


@jit_inner
def lift(b, t, unit):
    """Take a unit off its cell."""
    if b[0].unit[unit].placed != 0:
        b[0].occupant[cell_of(b, t, unit)] = 0
        b[0].unit[unit].placed = 0


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
@rule("PT-MG-04", "PT-MG-07")
def cards_to_lose(b, unit):
    """Cards that a suppression could take from the unit (AMB-18)."""
    return cards_held(b, unit) if loses_revealed(True, b[0].ruling.revealed_card_lost) else face_down_cards(b, unit)


@jit_inner
@rule("PT-MG-04", "PT-MG-07")
def can_be_suppressed(b, unit):
    """Suppression costs the unit something: a card, or under a ruling its actions (AMB-62)."""
    return cards_to_lose(b, unit) > 0 or b[0].ruling.suppression_effect == SuppressionEffect.NO_ACTIONS_THIS_TURN


@jit_inner
def face_down_cards(b, unit):
    """Cards a unit could still turn over."""
    u = b[0].unit[unit]
    return (1 if u.cards[0] != NO_CARD else 0) + (1 if u.cards[1] != NO_CARD else 0)


@jit_inner
@rule("PT-HIT-01")
def lose_cards(b, w, unit, suppressed):
    """Discard every card of the unit, turned over or not (AMB-18); returns how many."""
    u = b[0].unit[unit]
    lost = 0
    for k in range(2):
        if u.cards[k] != NO_CARD:
            discard(b, side_of(unit), u.cards[k])
            u.cards[k] = NO_CARD
            u.opened[k] = 0
            lost += 1
    if u.pending > 0 and loses_revealed(suppressed, b[0].ruling.revealed_card_lost):
        pile = b[0].pile[pile_of(b, side_of(unit))]
        for card in range(PACK):
            if holds(pile.revealed, card) and pile.holder[card] == unit:
                pile.revealed &= ~bit(card)
                pile.discards |= bit(card)
                lost += 1
        u.pending = 0
    if lost > 0:
        note(b, w, log.SUPPRESSED, unit, lost)
    return lost


@jit_inner
@rule("PT-HIT-03", "PT-VP-04", "PT-FIRE-08")
def destroy(b, t, w, unit, by):
    """Remove the unit and its cards; the enemy scores it (AMB-121).

    Passengers have to get off; the owner of a vehicle says whether its wreck stays (PT-FIRE-08).  ``by``: who did it,
    or NOBODY if the unit itself.
    """
    u = b[0].unit[unit]
    lose_cards(b, w, unit, False)
    if u.recovery_card != NO_CARD:
        discard(b, side_of(unit), u.recovery_card)
        u.recovery_card = NO_CARD
    leave_carrier(b, unit)
    if u.aboard > 0:
        throw_off(b, unit, MUST_LEAVE, by)
    if u.placed != 0 and u.profile.vehicle != 0:
        u.wreck_due = 1
        b[0].wrecks_due += 1
    lift(b, t, unit)
    u.alive = 0
    u.died = 1
    side = side_of(unit)
    b[0].player[side].standing -= 1
    if opponent_scores(by == NOBODY, b[0].ruling.vp_self_inflicted):
        b[0].player[1 - side].vp += u.profile.score
        if b[0].allies != 0 and by != NOBODY and side_of(by) != side:
            b[0].player[b[0].unit[by].commander].scored += u.profile.score
    note(b, w, log.DESTROYED, unit, by, u.profile.score)


@jit_inner
@rule("PT-AIRDROP-13")
def take_away(b, t, w, unit):
    """A unit leaves the battle and nobody scores it (AMB-126); its cards go to the discards."""
    u = b[0].unit[unit]
    lose_cards(b, w, unit, False)
    if u.recovery_card != NO_CARD:
        discard(b, side_of(unit), u.recovery_card)
        u.recovery_card = NO_CARD
    lift(b, t, unit)
    u.alive = 0
    b[0].player[side_of(unit)].standing -= 1
    note(b, w, log.TAKEN_AWAY, unit)


@jit_inner
def leave_carrier(b, unit):
    """The unit is no longer aboard anything."""
    u = b[0].unit[unit]
    if u.carrier != NOBODY:
        b[0].unit[u.carrier].aboard -= 1
        u.carrier = NOBODY
    if u.leaving != NOT_LEAVING:
        u.leaving = NOT_LEAVING
        b[0].leaving -= 1


@jit_inner
def throw_off(b, unit, leaving, by):
    """Everybody aboard a unit has to get off (or may), before anything else happens."""
    side = side_of(unit)
    b[0].firer = by
    for other in slots_of(b, side):
        v = b[0].unit[other]
        if v.alive != 0 and v.carrier == unit:
            if v.leaving == NOT_LEAVING:
                b[0].leaving += 1
            v.leaving = leaving


@jit_inner
@rule("PT-HIT-02", "PT-HIT-04")
def take_hits(b, t, w, unit, hits, by):
    """Add unsaved hits; enough of them destroy the unit, one shocks it (PT-HIT-01)."""
    if hits <= 0:
        return
    u = b[0].unit[unit]
    if is_destroyed(u.hits, hits, u.profile.hits_to_destroy):
        destroy(b, t, w, unit, by)
        return
    u.hits += hits
    u.engine_hit = 0
    lose_cards(b, w, unit, False)
    note(b, w, log.SHOCKED, unit, by)
