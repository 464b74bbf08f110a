"""The one decision interface: which actions are legal, and carrying one out.

An action is one integer: verb, unit, target, which (weapon, card or die), cell, facing.  ``legal_actions`` lists what
``b.ask`` allows into ``w.actions``; ``apply`` performs one.  Every player, compiled or not, goes through these two.
"""

from __future__ import annotations

from tigersim.core import log
from tigersim.core.deck import discard, holds
from tigersim.core.enums import (
    ALL_DICE,
    ASSIGN,
    BLIND,
    CHOOSE,
    DEPLOY,
    DESTINATION,
    DISCARD,
    DROP,
    EFFECT,
    FIRE,
    GIVE,
    GO_ON,
    HIDDEN,
    MAX_UNITS,
    MOVE,
    NAME,
    NO_CARD,
    NOBODY,
    NOMINATE,
    NOTHING,
    ONE_DIE,
    ORDER,
    PACK,
    PASS,
    PHASE_MOVE,
    PHASE_RECOVERY_TESTS,
    PHASE_RESOLVE,
    PLACE,
    PROLONG,
    RECOVER,
    REGROUP,
    REROLL,
    TEST,
    WEAPONS,
)
from tigersim.core.fire import lose_one_card, may_fire, reroll_in_fire, start_fire
from tigersim.core.geometry import FACINGS
from tigersim.core.hands import (
    droppable_cards,
    known_cards,
    recovery_cards,
    unknown_cards,
    unknown_droppable_cards,
    unknown_recovery_cards,
)
from tigersim.core.initiative import bring_up, may_choose, may_come_up, may_nominate
from tigersim.core.jit import jit, jit_inline, jit_inner
from tigersim.core.log import note
from tigersim.core.movement import end_move, move_dice, reroll_in_move, start_move
from tigersim.core.reach import is_free, may_stand, reach
from tigersim.core.recovery import (
    awaits_test,
    give_recovery_card,
    reroll_in_recovery,
    take_test,
    test_recovery,
    wants_recovery,
)
from tigersim.core.regroup import regroup, regroup_cells
from tigersim.core.sequence import drop_card, give_card, has_room
from tigersim.core.units import put
from tigersim.core.victory import refuse_to_prolong
from tigersim.registry import rule
from tigersim.rules.setup import deployment_depth
from tigersim.rules.turn import may_waive

# --- the integer form of an action -----------------------------------------------------------------------------


@jit_inline
def pack(verb, unit, target, which, cell, facing):
    """One integer from the fields of an action (all >= 0)."""
    return verb | unit << 8 | target << 16 | which << 24 | cell << 32 | facing << 48


@jit_inline
def verb_of(action):
    """Verb of an action."""
    return action & 0xFF


@jit_inline
def unit_of(action):
    """Unit of an action."""
    return (action >> 8) & 0xFF


@jit_inline
def target_of(action):
    """Target of an action."""
    return (action >> 16) & 0xFF


@jit_inline
def which_of(action):
    """Weapon, card, die or bits of an action."""
    return (action >> 24) & 0xFF


@jit_inline
def cell_of_action(action):
    """Cell of an action."""
    return (action >> 32) & 0xFFFF


@jit_inline
def facing_of(action):
    """Facing of an action."""
    return (action >> 48) & 0xFF


# --- what is legal ---------------------------------------------------------------------------------------------


@jit_inner
@rule("PT-SETUP-04")
def deployment_rows(b, t, side):
    """PT-SETUP-04: (first row, row after the last) of a side's deployment zone, at its table edge."""
    depth = t[0].depth
    third = deployment_depth(depth, t[0].width, b[0].switch[24])
    if b[0].player[side].north != 0:
        return depth - third, depth
    return 0, third


@jit_inner
def legal_cells(b, t, w):
    """Cells that the deployment, destination or regroup asked for may choose, into ``w.cells``; returns how many."""
    unit = b[0].subject
    if b[0].ask == DESTINATION:
        return reach(b, t, w, unit, b[0].allowance, b[0].road_bonus, NOBODY)
    if b[0].ask == REGROUP:
        return regroup_cells(b, t, w, unit)
    first, last = deployment_rows(b, t, b[0].asked)
    n = 0
    width = t[0].width
    for cell in range(first * width, last * width):
        if is_free(b, cell) and may_stand(b, t, unit, cell):
            w[0].cells[n] = cell
            n += 1
    return n


@jit_inner
def _list_places(b, t, w, n):
    cells = legal_cells(b, t, w)
    unit = b[0].subject
    for k in range(cells):
        for facing in range(FACINGS):
            w[0].actions[n] = pack(PLACE, unit, 0, 0, w[0].cells[k], facing)
            n += 1
    return n


@jit_inner
def _list_gifts(b, w, n, recovery):
    """Every card of the hand to every unit that may have it; the cards that nobody knows are all alike."""
    side = b[0].asked
    known = recovery_cards(b, side) if recovery else known_cards(b, side)
    unknown = unknown_recovery_cards(b, side) if recovery else unknown_cards(b, side)
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if not (wants_recovery(b, unit) if recovery else has_room(b, unit)):
            continue
        if unknown > 0:
            w[0].actions[n] = pack(GIVE, unit, 0, BLIND, 0, 0)
            n += 1
        for card in range(PACK):
            if holds(known, card):
                w[0].actions[n] = pack(GIVE, unit, 0, card, 0, 0)
                n += 1
    return n


@jit_inner
def _list_nominations(b, w, n):
    if b[0].phase == PHASE_RESOLVE:
        return _list_cards_to_come_up(b, w, n)
    side = b[0].asked
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if not may_nominate(b, side, unit):
            continue
        for bits in range(1, 4):
            if may_choose(b, unit, bits):
                w[0].actions[n] = pack(CHOOSE, unit, 0, bits, 0, 0)
                n += 1
    return n


@jit_inner
def _list_cards_to_come_up(b, w, n):
    """``which`` of the cards turned over comes up next, where its owner may choose (AMB-14, AMB-16)."""
    cards = may_come_up(b)
    for card in range(PACK):
        if holds(cards, card):
            w[0].actions[n] = pack(CHOOSE, b[0].holder[card], 0, card, 0, 0)
            n += 1
    return n


@jit_inner
def _list_tests(b, w, n):
    """The units of a side that wait for their recovery test (AMB-96)."""
    side = b[0].asked
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if awaits_test(b, unit):
            w[0].actions[n] = pack(NAME, unit, 0, 0, 0, 0)
            n += 1
    return n


@jit_inner
def _list_orders(b, t, w, n):
    unit, card = b[0].subject, b[0].card
    enemy = 1 - b[0].asked
    if move_dice(b, unit, card) > 0:
        w[0].actions[n] = pack(MOVE, unit, 0, 0, 0, 0)
        n += 1
    for target in range(enemy * MAX_UNITS, enemy * MAX_UNITS + b[0].player[enemy].units):
        for weapon in range(WEAPONS):
            if may_fire(b, t, unit, target, weapon, card):
                w[0].actions[n] = pack(FIRE, unit, target, weapon, 0, 0)
                n += 1
    return n


@jit_inner
def _list_rerolls(b, w, n):
    for k in range(b[0].roll.n):
        if b[0].roll.fixed[k] == 0:
            w[0].actions[n] = pack(ONE_DIE, b[0].subject, 0, k, 0, 0)
            n += 1
    w[0].actions[n] = pack(ALL_DICE, b[0].subject, 0, 0, 0, 0)
    return n + 1


@jit_inner
def list_cards_to_lose(b, w, n):
    """The assigned cards of the target; one that lies face down is chosen blind (AMB-65)."""
    unit = b[0].subject
    u = b[0].unit[unit]
    for k in range(2):
        if u.cards[k] != NO_CARD:
            w[0].actions[n] = pack(DROP, unit, 0, u.cards[k] if u.opened[k] != 0 else HIDDEN + k, 0, 0)
            n += 1
    for card in range(PACK):
        if holds(b[0].revealed, card) and b[0].holder[card] == unit:
            w[0].actions[n] = pack(DROP, unit, 0, card, 0, 0)
            n += 1
    return n


@jit_inner
def _list_discards(b, w, n):
    cards = droppable_cards(b, b[0].asked)
    if unknown_droppable_cards(b, b[0].asked) > 0:
        w[0].actions[n] = pack(DROP, 0, 0, BLIND, 0, 0)
        n += 1
    for card in range(PACK):
        if holds(cards, card):
            w[0].actions[n] = pack(DROP, 0, 0, card, 0, 0)
            n += 1
    return n


@jit
def legal_actions(b, t, w):
    """List the actions that the decision asked for allows into ``w.actions``; returns their number."""
    decision = b[0].ask
    n = 0
    if decision in (ASSIGN, ORDER, REROLL, RECOVER, REGROUP, PROLONG):
        w[0].actions[n] = pack(PASS, 0, 0, 0, 0, 0)
        n += 1
    if decision in (DEPLOY, DESTINATION, REGROUP):
        n = _list_places(b, t, w, n)
    elif decision == ASSIGN:
        n = _list_gifts(b, w, n, False)
    elif decision == NOMINATE:
        n = _list_nominations(b, w, n)
    elif decision == ORDER:
        n = _list_orders(b, t, w, n)
        if not may_waive(n - 1, b[0].switch[17]):
            n -= 1
            w[0].actions[0] = w[0].actions[n]
    elif decision == TEST:
        n = _list_tests(b, w, n)
    elif decision == REROLL:
        n = _list_rerolls(b, w, n)
    elif decision == EFFECT:
        n = list_cards_to_lose(b, w, n)
    elif decision == RECOVER:
        n = _list_gifts(b, w, n, True)
    elif decision == DISCARD:
        n = _list_discards(b, w, n)
    elif decision == PROLONG:
        w[0].actions[n] = pack(GO_ON, 0, 0, 0, 0, 0)
        n += 1
    return n


# --- carrying one out ------------------------------------------------------------------------------------------


@jit_inner
def _place(b, t, w, decision, action):
    unit = b[0].subject
    width = t[0].width
    x, y = cell_of_action(action) % width, cell_of_action(action) // width
    facing = facing_of(action)
    if decision == DEPLOY:
        put(b, t, unit, x, y, facing)
        note(b, w, log.DEPLOYED, unit, x, y, facing, 0, 0)
    elif decision == DESTINATION:
        end_move(b, t, w, x, y, facing)
    else:
        regroup(b, t, w, unit, x, y, facing)


@jit_inner
@rule("PT-TURN-17", "PT-END-02")
def _order(b, w, action):
    """PT-TURN-17, PT-END-02: one card, one action; the card is used up, also when it is waived (AMB-17)."""
    unit, card, verb = b[0].subject, b[0].card, verb_of(action)
    discard(b, card)
    side = b[0].asked
    note(b, w, log.ORDERED, unit, card, verb, target_of(action), which_of(action), 0)
    if verb == PASS:
        b[0].player[side].waived += 1
        return
    b[0].unit[unit].actions += 1
    b[0].unit[unit].acted += 1
    b[0].player[side].orders += 1
    if verb == MOVE:
        start_move(b, unit, card)
    else:
        start_fire(b, unit, target_of(action), which_of(action), card)


@jit_inner
def apply(b, t, w, action):
    """Perform the action chosen for the decision asked; what follows from it is ``engine.advance``'s business."""
    decision = b[0].ask
    side = b[0].asked
    verb = verb_of(action)
    b[0].ask = NOTHING
    if decision == DEPLOY or decision == DESTINATION:
        _place(b, t, w, decision, action)
    elif decision == ASSIGN:
        if verb == PASS:
            b[0].player[side].passed = 1
        else:
            give_card(b, w, side, unit_of(action), which_of(action))
    elif decision == NOMINATE and b[0].phase == PHASE_RESOLVE:
        bring_up(b, which_of(action))
    elif decision == NOMINATE:
        b[0].nominated[side] = unit_of(action)
        b[0].chosen[side] = which_of(action)
        b[0].step += 1
    elif decision == ORDER:
        _order(b, w, action)
    elif decision == REROLL:
        if b[0].phase == PHASE_MOVE:
            reroll_in_move(b, verb, which_of(action))
        elif b[0].phase == PHASE_RECOVERY_TESTS:
            reroll_in_recovery(b, t, w, verb, which_of(action))
        else:
            reroll_in_fire(b, verb, which_of(action))
    elif decision == EFFECT:
        lose_one_card(b, w, b[0].subject, which_of(action))
    elif decision == RECOVER:
        if verb == PASS:
            b[0].player[side].passed = 1
        else:
            give_recovery_card(b, w, side, unit_of(action), which_of(action))
            if b[0].player[1 - side].passed == 0:
                b[0].step = 1 - side
    elif decision == TEST:
        take_test(b, t, w, unit_of(action))
    elif decision == REGROUP:
        if verb != PASS:
            _place(b, t, w, decision, action)
        test_recovery(b, t, w, b[0].subject, verb != PASS)
    elif decision == DISCARD:
        drop_card(b, w, side, which_of(action))
    elif verb == GO_ON:
        b[0].step += 1
    else:
        refuse_to_prolong(b, w)
