"""The bridge that may be blown, and captured (PT-SCEN-BRIDGE).

The charge is a unit of the defender without a place on the table (``unit.due`` < 0): it is given cards, named and
turned over like any other, and its one order is to blow the bridge (AMB-142).
"""

from tigersim.core import log
from tigersim.core.asking import attacker
from tigersim.core.at_marker import markers_near
from tigersim.core.board import cell_at
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.deck import bit, discard, pile_of
from tigersim.core.dice import ORDINARY, clear_roll, throw, total_of
from tigersim.core.enums import BRIDGE, CHANCE_BLAST, NO_CARD, NOBODY, SLOTS
from tigersim.core.log import note, note_roll
from tigersim.core.luck import turn_over
from tigersim.core.sides import first_slot, side_of
from tigersim.core.units import destroy, fresh, in_play, on_table
from tigersim.registry import rule
from tigersim.rules.cards import difficulty
from tigersim.rules.scenarios import BLOW_DICE, blows, is_captured
from tigersim.rules.switches import CardSecrecy
from tigersim.rules.victory import counts_at_marker

FIRST_MARKER = 1
"""Bit of the marker on the bridge."""
CHARGE = -1
"""``unit.due`` of the charge."""


@jit_inline
def is_charge(b, unit):
    """Whether a slot holds the charge under the bridge."""
    return b[0].unit[unit].due == CHARGE


@jit_inner
@rule("PT-SCEN-BRIDGE-06")
def lay_charge(b):
    """Put the charge in the slot after the defender's last unit; it counts as no unit."""
    side = 1 - attacker(b)
    unit = first_slot(side) + b[0].player[side].units
    b[0].player[side].units += 1
    u = b[0].unit[unit]
    u.profile = b[0].scenario.charge
    fresh(b, unit)
    u.due = CHARGE


@jit_inner
@rule("AMB-142")
def spend_card(b, w, unit):
    """Turn over and use up the card beside the charge (AMB-142 at_start_of_turn); returns it."""
    u = b[0].unit[unit]
    card = u.cards[0]
    if u.opened[0] == 0 and b[0].ruling.card_secrecy == CardSecrecy.BLIND_UNTIL_REVEALED:
        turn_over(b, w, side_of(unit), card)
    b[0].pile[pile_of(b, side_of(unit))].shown |= bit(card)
    discard(b, side_of(unit), card)
    u.cards[0] = NO_CARD
    u.opened[0] = 0
    return card


@jit_inner
@rule("PT-SCEN-BRIDGE-06", "PT-SCEN-BRIDGE-10")
def blow(b, t, w, unit, card):
    """Roll for the charge; a success blows the bridge with all units on it and ends the battle."""
    clear_roll(b, 0, 0)
    throw(b, unit, CHANCE_BLAST, BLOW_DICE, ORDINARY)
    total, needed = total_of(b), difficulty(card)
    note_roll(b, w, unit, CHANCE_BLAST, needed, total)
    likely = w[0].hit[0, BLOW_DICE, needed]
    success = blows(total, needed)
    for aboard in (True, False):  # passengers first: they go down with what carries them
        for other in range(SLOTS):
            u = b[0].unit[other]
            if (u.carrier != NOBODY) != aboard or not on_bridge(b, t, other):
                continue
            u.hazard += likely
            if success:
                destroy(b, t, w, other, NOBODY if side_of(other) == side_of(unit) else unit)
                u.wreck_due = 0
    if success:
        b[0].wrecks_due = 0
        b[0].blown = 1
        note(b, w, log.BRIDGE_BLOWN, unit)


@jit_inner
def on_bridge(b, t, unit):
    """Whether a unit, or what carries it, stands on the bridge."""
    u = b[0].unit[unit]
    return in_play(b, unit) and u.due >= 0 and t[0].kind[cell_at(t, u.x, u.y)] == BRIDGE


@jit_inner
@rule("PT-SCEN-BRIDGE-09", "AMB-144")
def bridge_is_taken(b, t):
    """Whether the attacker controls the first marker, that of the bridge."""
    held, near_it = False, False
    for unit in range(SLOTS):
        u = b[0].unit[unit]
        if not on_table(b, unit) or not counts_at_marker(u.hits, False, b[0].ruling.marker_control):
            continue
        inside, near = markers_near(t, u.x, u.y)
        if side_of(unit) == attacker(b):
            held = held or inside & FIRST_MARKER != 0
        else:
            near_it = near_it or near & FIRST_MARKER != 0
    return is_captured(held, near_it)
