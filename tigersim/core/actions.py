"""The one decision interface: which actions are legal, and carrying one out.

An action is one integer: verb, unit, target, which (weapon, card or die), cell, facing.  ``legal_actions`` lists what
``b.ask`` allows into ``w.actions``; ``apply`` performs one.  Every player, compiled or not, goes through these two.
"""

from __future__ import annotations

from tigersim.core import log
from tigersim.core.aim import may_fire
from tigersim.core.arrivals import (
    answer_hold_back,
    arrival_cells,
    may_arrive_at,
    may_be_held_back,
    may_start_all,
    must_arrive,
    next_side,
    waits,
)
from tigersim.core.asking import decider
from tigersim.core.assault import ATTACKER, may_assault, may_strike_victim
from tigersim.core.board import cell_at
from tigersim.core.boarding import can_reach_to_board
from tigersim.core.carrying import (
    board,
    dismount_places,
    has_berth,
    is_being_loaded,
    riders_can_get_off,
    settle_dismount,
)
from tigersim.core.close_combat import (
    attack,
    can_help,
    end_of_helpers,
    may_strike_attacker,
    name_helper,
    occupy,
    stand_aside,
    start_strike,
)
from tigersim.core.compile.jit import jit, jit_inline, jit_inner
from tigersim.core.crossing import leaves_room, may_set_up
from tigersim.core.deck import discard, holds, pile_of
from tigersim.core.demolition import blow, is_charge, spend_card
from tigersim.core.dice import may_reroll_some, reroll
from tigersim.core.enums import (
    ALL_DICE,
    ARRIVE,
    ASSAULT,
    ASSIGN,
    BLIND,
    BLOW,
    BOARD,
    CALL,
    CHANCE_COVER,
    CHANCE_FIRE,
    CHANCE_MELEE,
    CHANCE_MOVE,
    CHANCE_OFF_TABLE,
    CHANCE_SAVE,
    CHOOSE,
    DARE,
    DEPLOY,
    DESTINATION,
    DISCARD,
    DISMOUNT,
    DRIFT,
    DROP,
    EFFECT,
    FIND_COVER,
    FIRE,
    FLAMETHROWER,
    FOLLOW,
    GIVE,
    GO_ON,
    HELP,
    HIDDEN,
    HOLD_BACK,
    LAND,
    MAX_UNITS,
    MOVE,
    NAME,
    NEXT_TARGET,
    NO_CARD,
    NOBODY,
    NOMINATE,
    NOTHING,
    OCCUPY,
    ONE_DIE,
    ORDER,
    PACK,
    PASS,
    PHASE_ACT,
    PHASE_ARRIVE,
    PHASE_COVER,
    PHASE_MELEE,
    PHASE_MOVE,
    PHASE_OFF_TABLE,
    PHASE_RECOVERY_TESTS,
    PHASE_RESOLVE,
    PLACE,
    PROLONG,
    RECOVER,
    REGROUP,
    REROLL,
    SECOND_SHOT,
    SHIFT,
    SLOTS,
    SOME_DICE,
    SPLASH,
    SPLIT,
    STRIKE,
    TEST,
    WEAPONS,
    WRECK,
)
from tigersim.core.fire import ATTACK_STAGE, follow_up, next_fire_roll, start_fire
from tigersim.core.follow import can_do, join, may_board_with_group, may_join, may_repeat, stays_with_group
from tigersim.core.geometry import FACINGS
from tigersim.core.ground import side_of
from tigersim.core.hands import (
    droppable_cards,
    known_cards,
    recovery_cards,
    unknown_cards,
    unknown_droppable_cards,
    unknown_recovery_cards,
)
from tigersim.core.initiative import bring_up, may_choose, may_come_up, may_nominate
from tigersim.core.landing import choose_direction, choose_point, may_come_down
from tigersim.core.log import note
from tigersim.core.machine_guns import lose_one_card, may_share, may_shift
from tigersim.core.movement import end_move
from tigersim.core.off_table import (
    answer_from_hand,
    attack_next,
    call_by_order,
    end_support,
    kind_called,
    kind_ordered,
    may_be_next,
    may_decline,
    spotter_of,
)
from tigersim.core.orders import book_action, book_following, close_group, give_order
from tigersim.core.reach import CARRIER_BASE, last_facings, reach, reach_from
from tigersim.core.recovery import (
    awaits_test,
    give_recovery_card,
    reroll_in_recovery,
    take_test,
    test_recovery,
    wants_recovery,
)
from tigersim.core.regroup import regroup, regroup_cells
from tigersim.core.rounds import cards_to_turn
from tigersim.core.sequence import drop_card, give_card, has_room
from tigersim.core.support_weapons import may_follow_up, may_splash, splash
from tigersim.core.units import MAY_LEAVE, put
from tigersim.core.victory import refuse_to_prolong
from tigersim.core.wrecks import settle_wreck
from tigersim.core.zones import takes_unit, zone_cells
from tigersim.registry import rule
from tigersim.rules.off_table import NO_SUPPORT
from tigersim.rules.setup import deployment_depth
from tigersim.rules.switches import BridgeDemolition, ImprovedRerollExtent
from tigersim.rules.turn import loses_revealed, may_waive

ALL_FACINGS = (1 << FACINGS) - 1

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
    third = deployment_depth(depth, t[0].width, b[0].ruling.deployment_depth)
    if b[0].player[side].north != 0:
        return depth - third, depth
    return 0, third


@jit_inner
@rule("PT-FOLLOW-02", "PT-CARRY-02")
def destination_cells(b, t, w, unit):
    """PT-FOLLOW-02, PT-CARRY-02: where a move may end, into ``w.cells``; followers keep together where they can."""
    u = b[0].unit[unit]
    if u.carrier != NOBODY:
        n = reach_from(b, t, w, unit, u.x, u.y, b[0].allowance)
    else:
        n = reach(b, t, w, unit, b[0].allowance, b[0].road_bonus, NOBODY)
    if b[0].group.at <= 1:
        return n
    together = 0
    for k in range(n):
        cell = w[0].cells[k]
        if stays_with_group(b, unit, cell % t[0].width, cell // t[0].width):
            w[0].cells[together] = cell
            together += 1
    return together if together > 0 else n


@jit_inner
@rule("PT-AIRDROP-05")
def free_cells(b, t, w):
    """PT-AIRDROP-05: the points that a drop may aim at, into ``w.cells``: all where it can stand; returns how many."""
    n = 0
    for cell in range(t[0].width * t[0].depth):
        if may_come_down(b, t, cell):
            w[0].cells[n] = cell
            n += 1
    return n


@jit_inner
def legal_cells(b, t, w):
    """Cells that the place asked for may be (deployment, destination, regroup, ...), into ``w.cells``; how many."""
    unit = b[0].subject
    if b[0].ask == DESTINATION:
        return destination_cells(b, t, w, unit)
    if b[0].ask == REGROUP:
        return regroup_cells(b, t, w, unit)
    if b[0].ask == DISMOUNT:
        return dismount_places(b, t, w, unit)
    if b[0].ask == LAND:
        return free_cells(b, t, w)
    if b[0].phase == PHASE_ARRIVE:
        return arrival_cells(b, t, w, unit)
    if t[0].zoned != 0 or b[0].scenario.column != 0:
        return zone_cells(b, t, w, unit)
    first, last = deployment_rows(b, t, b[0].asked)
    n = 0
    width = t[0].width
    for cell in range(first * width, last * width):
        if may_set_up(b, t, unit, cell):
            w[0].cells[n] = cell
            n += 1
    return n


@jit_inner
@rule("PT-MOVE-04")
def legal_facings(b, t, w, cell):
    """PT-MOVE-04: the facings that a unit may take in a cell, a bit each: all, or as it moved last (AMB-32)."""
    if b[0].ask != DESTINATION:
        return ALL_FACINGS
    x, y = cell % t[0].width, cell // t[0].width
    unit, allowance = b[0].subject, b[0].allowance
    if b[0].unit[unit].carrier != NOBODY:
        allowance += CARRIER_BASE
    return last_facings(b, t, w, unit, x, y, allowance, b[0].road_bonus)


@jit_inner
def _list_places(b, t, w, n):
    cells = legal_cells(b, t, w)
    unit = b[0].subject
    for k in range(cells):
        facings = legal_facings(b, t, w, w[0].cells[k])
        for facing in range(FACINGS):
            if (facings >> facing) & 1 == 0:
                continue
            w[0].actions[n] = pack(PLACE, unit, 0, 0, w[0].cells[k], facing)
            n += 1
    return list_carriers(b, t, w, n)


@jit_inner
@rule("PT-CARRY-02", "PT-CARRY-09")
def list_carriers(b, t, w, n):
    """PT-CARRY-02, PT-CARRY-09: friendly carriers that the unit may get on, after ``legal_cells``.

    By a move that reaches the carrier, or at deployment.
    """
    unit = b[0].subject
    u = b[0].unit[unit]
    if b[0].ask not in (DEPLOY, DESTINATION) or u.profile.load == 0 or u.carrier != NOBODY:
        return n
    side, first = b[0].asked, w[0].cells[0]
    following = b[0].ask == DESTINATION and b[0].group.at > 1
    together = following and stays_with_group(b, unit, first % t[0].width, first // t[0].width)
    for vehicle in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if not has_berth(b, unit, vehicle) or not may_board_with_group(b, unit, vehicle, together):
            continue
        v = b[0].unit[vehicle]
        if b[0].ask == DEPLOY and not may_start_aboard(b, t, unit, vehicle):
            continue
        if b[0].ask == DEPLOY and not leaves_room(b, t, unit, vehicle):
            continue
        if b[0].ask == DEPLOY or can_reach_to_board(b, t, w, unit, v.x, v.y, b[0].allowance, b[0].road_bonus):
            w[0].actions[n] = pack(BOARD, unit, vehicle, 0, 0, 0)
            n += 1
    return n


@jit_inner
@rule("PT-CARRY-09", "PT-AIRDROP-03", "PT-SCEN-PATROL-03")
def may_start_aboard(b, t, unit, vehicle):
    """PT-CARRY-09: whether the unit may start, or come on, aboard a carrier: where it might stand itself.

    PT-AIRDROP-03: or in the air.  PT-SCEN-PATROL-03: in a column everybody has a place of his own.
    """
    if is_being_loaded(b, vehicle):
        return True
    cell = cell_at(t, b[0].unit[vehicle].x, b[0].unit[vehicle].y)
    if b[0].phase == PHASE_ARRIVE:
        return may_arrive_at(b, t, unit, cell)
    if b[0].scenario.column != 0:
        return False
    return t[0].zoned == 0 or takes_unit(b, t, unit, cell)


@jit_inner
def _list_gifts(b, w, n, recovery):
    """Every card of the hand to every unit that may have it; the cards that nobody knows are all alike."""
    side, hand = b[0].asked, decider(b)
    known = recovery_cards(b, hand) if recovery else known_cards(b, hand)
    unknown = unknown_recovery_cards(b, hand) if recovery else unknown_cards(b, hand)
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if b[0].unit[unit].commander != hand or not (wants_recovery(b, unit) if recovery else has_room(b, unit)):
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
    if b[0].scenario.solo != 0:
        return _list_cards_to_turn(b, w, n)
    side, hand = b[0].asked, decider(b)
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if not may_nominate(b, hand, unit):
            continue
        for bits in range(1, 4):
            if may_choose(b, unit, bits):
                w[0].actions[n] = pack(CHOOSE, unit, 0, bits, 0, 0)
                n += 1
    return n


@jit_inner
@rule("PT-SOLO-03")
def _list_cards_to_turn(b, w, n):
    """PT-SOLO-03: which card of the unit is turned over in this round."""
    cards = cards_to_turn(b, b[0].subject)
    for bits in range(1, 3):
        if cards & bits != 0:
            w[0].actions[n] = pack(CHOOSE, b[0].subject, 0, bits, 0, 0)
            n += 1
    return n


@jit_inner
def _list_cards_to_come_up(b, w, n):
    """``which`` of the cards turned over comes up next, where its owner may choose (AMB-14, AMB-16)."""
    pile, cards = may_come_up(b)
    for card in range(PACK):
        if holds(cards, card):
            w[0].actions[n] = pack(CHOOSE, b[0].pile[pile].holder[card], 0, card, 0, 0)
            n += 1
    return n


@jit_inner
def _list_tests(b, w, n):
    """The units of a side that wait for their recovery test (AMB-96)."""
    side, hand = b[0].asked, decider(b)
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if b[0].unit[unit].commander == hand and awaits_test(b, unit):
            w[0].actions[n] = pack(NAME, unit, 0, 0, 0, 0)
            n += 1
    return n


@jit_inner
@rule("PT-TURN-17", "PT-CARD-06", "PT-CARD-07", "PT1-CARD-02")
def _list_orders(b, t, w, n):
    """PT-TURN-17, PT-CARD-06, PT-CARD-07, PT1-CARD-02: the actions that the card allows the unit; a follower's shot."""
    unit, card = b[0].subject, b[0].card
    if b[0].phase == PHASE_ACT:
        return _list_shots(b, t, w, n, unit)
    if is_charge(b, unit):
        w[0].actions[n] = pack(BLOW, unit, 0, 0, 0, 0)
        return n + 1
    for verb in (MOVE, FIND_COVER):
        if may_repeat(b, unit, verb) and can_do(b, t, w, unit, verb, card):
            w[0].actions[n] = pack(verb, unit, 0, 0, 0, 0)
            n += 1
    if may_repeat(b, unit, FIRE) and riders_can_get_off(b, t, w, unit):
        n = _list_shots(b, t, w, n, unit)
    if may_repeat(b, unit, ASSAULT):
        enemy = 1 - b[0].asked
        for target in range(enemy * MAX_UNITS, enemy * MAX_UNITS + b[0].player[enemy].units):
            if may_assault(b, t, w, unit, target, card):
                w[0].actions[n] = pack(ASSAULT, unit, target, 0, 0, 0)
                n += 1
    if b[0].scenario.off_table != 0:
        n = _list_calls(b, t, w, n, unit, card)
    return n


@jit_inner
@rule("PT-SUPPORT-01", "PT-SUPPORT-03", "PT-SUPPORT-07")
def _list_calls(b, t, w, n, unit, card):
    """PT-SUPPORT-01, PT-SUPPORT-03, PT-SUPPORT-07: with an ace, support against every enemy that anybody sees."""
    if kind_ordered(b, unit, card) == NO_SUPPORT:
        return n
    enemy = 1 - b[0].asked
    for target in range(enemy * MAX_UNITS, enemy * MAX_UNITS + b[0].player[enemy].units):
        if spotter_of(b, t, b[0].asked, target) != NOBODY:
            w[0].actions[n] = pack(CALL, unit, target, 0, 0, 0)
            n += 1
    return n


@jit_inner
@rule("PT-SUPPORT-01", "PT-SUPPORT-03", "PT-SUPPORT-08", "AMB-131")
def _list_next_targets(b, t, w, n):
    """PT-SUPPORT-03, PT-SUPPORT-08: every target that the support in hand may attack next.

    PT-SUPPORT-01, AMB-131: or, before a pair of units is named, every ace of the hand against every enemy in view; its
    number stands in ``which``, and the unit is the first that sees him.
    """
    side = b[0].asked
    if b[0].phase == PHASE_OFF_TABLE:
        for target in range(SLOTS):
            if may_be_next(b, target):
                w[0].actions[n] = pack(CALL, b[0].subject, target, 0, 0, 0)
                n += 1
        return n
    cards = known_cards(b, side)
    for card in range(PACK):
        if holds(cards, card) and kind_called(b, side, card) != NO_SUPPORT:
            for target in range(SLOTS):
                seen_by = spotter_of(b, t, side, target) if target // MAX_UNITS != side else NOBODY
                if seen_by != NOBODY:
                    w[0].actions[n] = pack(CALL, seen_by, target, card, 0, 0)
                    n += 1
    return n


@jit_inner
def _list_shots(b, t, w, n, unit):
    enemy = 1 - b[0].asked
    for target in range(enemy * MAX_UNITS, enemy * MAX_UNITS + b[0].player[enemy].units):
        for weapon in range(WEAPONS):
            if may_fire(b, t, unit, target, weapon, b[0].card):
                w[0].actions[n] = pack(FIRE, unit, target, weapon, 0, 0)
                n += 1
    return n


@jit_inner
def _list_rerolls(b, w, n):
    """One free die or all of them; or any of them together, or only all, as a ruling has it (AMB-99, AMB-101)."""
    free = 0
    for k in range(b[0].roll.n):
        if b[0].roll.fixed[k] == 0:
            free |= 1 << k
            if may_reroll_some(b):
                w[0].actions[n] = pack(ONE_DIE, b[0].subject, 0, k, 0, 0)
                n += 1
    if b[0].ruling.improved_reroll_extent == ImprovedRerollExtent.ANY_SUBSET and may_reroll_some(b):
        for some in range(3, free):
            if some & ~free == 0 and some & (some - 1) != 0:
                w[0].actions[n] = pack(SOME_DICE, b[0].subject, 0, some, 0, 0)
                n += 1
    w[0].actions[n] = pack(ALL_DICE, b[0].subject, 0, 0, 0, 0)
    return n + 1


@jit_inner
def _may_be_named(b, t, w, decision, unit):
    """Whether a unit is one of those that the decision may name."""
    subject = b[0].subject
    if decision == FOLLOW:
        return may_join(b, t, w, unit)
    if decision == HELP:
        return can_help(b, unit)
    if decision == SPLASH:
        return may_splash(b, unit)
    if b[0].unit[subject].role == ATTACKER:
        return may_strike_victim(b, t, w, subject, unit)
    for k in range(b[0].group.members):
        if b[0].group.member[k] == unit:
            return may_strike_attacker(b, subject, unit)
    return False


@jit_inner
def _list_arrivals(b, w, n):
    """The units of a side that may come on the table this turn, or of a patrol those that may be held back."""
    side, coming = b[0].asked, b[0].ask == ARRIVE
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if waits(b, unit) if coming else may_be_held_back(b, unit):
            w[0].actions[n] = pack(NAME, unit, 0, 0, 0, 0)
            n += 1
    return n


@jit_inner
def _list_named(b, t, w, n):
    """Units to name: followers, helpers, whom to strike, whom a howitzer suppresses."""
    decision = b[0].ask
    side = b[0].asked if decision == FOLLOW or decision == HELP else 1 - b[0].asked
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if _may_be_named(b, t, w, decision, unit):
            w[0].actions[n] = pack(NAME, unit, 0, 0, 0, 0)
            n += 1
    return n


@jit_inner
@rule("PT-MG-06")
def _list_shifts(b, t, w, n):
    """PT-MG-06: every die that may leave the first target, to every target that may have it."""
    enemy = 1 - b[0].asked
    for k in range(b[0].roll.n):
        if not may_shift(b, k):
            continue
        for target in range(enemy * MAX_UNITS, enemy * MAX_UNITS + b[0].player[enemy].units):
            if may_share(b, t, target):
                w[0].actions[n] = pack(SHIFT, b[0].subject, target, k, 0, 0)
                n += 1
    return n


@jit_inner
def _list_follow_ups(b, t, w, n):
    enemy = 1 - b[0].asked
    weapon = b[0].shot.weapon
    for target in range(enemy * MAX_UNITS, enemy * MAX_UNITS + b[0].player[enemy].units):
        if may_follow_up(b, t, target, weapon):
            w[0].actions[n] = pack(FIRE, b[0].subject, target, weapon, 0, 0)
            n += 1
    return n


@jit_inner
def list_cards_to_lose(b, w, n):
    """The assigned cards of the target; one that lies face down is chosen blind (AMB-65).

    Cards turned over can be lost too, unless a ruling lets them act (AMB-18).
    """
    unit = b[0].subject
    u = b[0].unit[unit]
    for k in range(2):
        if u.cards[k] != NO_CARD:
            w[0].actions[n] = pack(DROP, unit, 0, u.cards[k] if u.opened[k] != 0 else HIDDEN + k, 0, 0)
            n += 1
    if not loses_revealed(True, b[0].ruling.revealed_card_lost):
        return n
    pile = b[0].pile[pile_of(b, side_of(unit))]
    for card in range(PACK):
        if holds(pile.revealed, card) and pile.holder[card] == unit:
            w[0].actions[n] = pack(DROP, unit, 0, card, 0, 0)
            n += 1
    return n


@jit_inner
def _list_discards(b, w, n):
    hand = decider(b)
    cards = droppable_cards(b, hand)
    if unknown_droppable_cards(b, hand) > 0:
        w[0].actions[n] = pack(DROP, 0, 0, BLIND, 0, 0)
        n += 1
    for card in range(PACK):
        if holds(cards, card):
            w[0].actions[n] = pack(DROP, 0, 0, card, 0, 0)
            n += 1
    return n


@jit_inner
@rule("PT-AIRDROP-07")
def _list_directions(b, t, w, n):
    """PT-AIRDROP-07: the sixteen ways in which a drop may go astray, from the point it was aimed at (AMB-129)."""
    cell = b[0].landing.y * t[0].width + b[0].landing.x
    for facing in range(FACINGS):
        w[0].actions[n] = pack(PLACE, b[0].subject, 0, 0, cell, facing)
        n += 1
    return n


@jit_inner
def may_pass(b):
    """Whether the decision asked for allows to do nothing."""
    decision = b[0].ask
    if decision in (ASSIGN, ORDER, REROLL, RECOVER, REGROUP, PROLONG):
        return True
    if decision in (FOLLOW, HELP, STRIKE, DARE, SPLIT, SECOND_SHOT, WRECK, OCCUPY):
        return True
    if decision == ARRIVE:
        return not must_arrive(b)
    if decision == HOLD_BACK:
        return may_start_all(b, b[0].asked)
    if decision == DESTINATION:  # a passenger need not get off
        return b[0].unit[b[0].subject].carrier != NOBODY
    if decision == NEXT_TARGET:
        return may_decline(b)
    return decision == DISMOUNT and b[0].unit[b[0].subject].leaving == MAY_LEAVE


@jit_inner
def asks_for_place(b):
    """Whether the decision asked for names a place: a passenger that may stay says first whether it gets off."""
    if b[0].ask == DISMOUNT:
        return b[0].unit[b[0].subject].leaving != MAY_LEAVE
    return b[0].ask in (DEPLOY, DESTINATION, REGROUP, LAND)


@jit
def legal_actions(b, t, w):
    """List the actions that the decision asked for allows into ``w.actions``; returns their number."""
    decision = b[0].ask
    n = 0
    if may_pass(b):
        w[0].actions[n] = pack(PASS, 0, 0, 0, 0, 0)
        n += 1
    if asks_for_place(b):
        n = _list_places(b, t, w, n)
    elif decision == ASSIGN:
        n = _list_gifts(b, w, n, False)
    elif decision == NOMINATE:
        n = _list_nominations(b, w, n)
    elif decision == ORDER:
        n = _list_orders(b, t, w, n)
        if not may_waive(n - 1, b[0].ruling.action_choice_timing):
            n -= 1
            w[0].actions[0] = w[0].actions[n]
    elif decision in (FOLLOW, HELP, STRIKE, SPLASH):
        n = _list_named(b, t, w, n)
    elif decision == TEST:
        n = _list_tests(b, w, n)
    elif decision == ARRIVE or decision == HOLD_BACK:
        n = _list_arrivals(b, w, n)
    elif decision == REROLL:
        n = _list_rerolls(b, w, n)
    elif decision == EFFECT:
        n = list_cards_to_lose(b, w, n)
    elif decision == SPLIT:
        n = _list_shifts(b, t, w, n)
    elif decision == SECOND_SHOT:
        n = _list_follow_ups(b, t, w, n)
    elif decision == RECOVER:
        n = _list_gifts(b, w, n, True)
    elif decision == DISCARD:
        n = _list_discards(b, w, n)
    elif decision == DRIFT:
        n = _list_directions(b, t, w, n)
    elif decision == NEXT_TARGET:
        n = _list_next_targets(b, t, w, n)
    elif decision in (PROLONG, DARE, WRECK, OCCUPY, DISMOUNT):
        w[0].actions[n] = pack(GO_ON, 0, 0, 0, 0, 0)
        n += 1
    return n


# --- carrying one out ------------------------------------------------------------------------------------------


@jit_inner
def _place(b, t, w, decision, action):
    """Deploy, end a move, regroup, get off or drop: to a cell, onto a carrier, or which way a drop drifts."""
    unit, verb = b[0].subject, verb_of(action)
    width = t[0].width
    x, y = cell_of_action(action) % width, cell_of_action(action) // width
    facing = facing_of(action)
    if decision == DESTINATION:
        end_move(b, t, w, verb, target_of(action), x, y, facing)
    elif decision == REGROUP:
        regroup(b, t, w, unit, x, y, facing)
    elif decision == DISMOUNT:
        settle_dismount(b, t, w, unit, verb, x, y, facing)
    elif decision == LAND:
        choose_point(b, w, x, y, facing)
    elif decision == DRIFT:
        choose_direction(b, w, facing)
    elif verb == BOARD:
        board(b, t, w, unit, target_of(action))
    else:
        put(b, t, unit, x, y, facing)
        note(b, w, log.DEPLOYED, unit, x, y, facing, 0, 0)


@jit_inner
def logged_weapon(b, unit, verb, which):
    """The weapon of an order as the log names it: a flamethrower by its own number, whatever slot it stands in."""
    return FLAMETHROWER if verb == FIRE and b[0].unit[unit].profile.flame[which] != 0 else which


@jit_inner
@rule("PT-TURN-17", "PT-END-02")
def _order(b, t, w, action):
    """PT-TURN-17, PT-END-02: one card, one action; the card is used up, also when it is waived (AMB-17)."""
    unit, card, verb = b[0].subject, b[0].card, verb_of(action)
    note(b, w, log.ORDERED, unit, card, verb, target_of(action), logged_weapon(b, unit, verb, which_of(action)), 0)
    if b[0].phase == PHASE_ACT:  # a follower's shot
        if verb != PASS:
            book_following(b, unit, verb)
            start_fire(b, unit, target_of(action), which_of(action), card)
        return
    if verb == CALL:
        call_by_order(b, w, unit, target_of(action), card)
        return
    b[0].support.called = 0
    discard(b, b[0].asked, card)
    if verb == PASS:
        b[0].player[b[0].asked].waived += 1
    elif verb == BLOW:
        book_action(b, unit, verb)
        blow(b, t, w, unit, card)
    else:
        give_order(b, unit, verb, target_of(action), which_of(action), card)


@jit_inner
def _reroll(b, verb, which):
    """The owner of the roll on the table has chosen what to do with it."""
    unit = b[0].subject
    phase = b[0].phase
    purpose = CHANCE_MOVE
    if phase == PHASE_COVER:
        purpose = CHANCE_COVER
    elif phase == PHASE_MELEE:
        purpose = CHANCE_MELEE
    elif phase != PHASE_MOVE:
        purpose = CHANCE_FIRE if phase != PHASE_OFF_TABLE else CHANCE_OFF_TABLE
        purpose = purpose if b[0].shot.stage == ATTACK_STAGE else CHANCE_SAVE
    reroll(b, unit, purpose, verb, which)


@jit_inner
def _strike(b, t, w, verb, victim):
    """A follower, or a defender, has chosen whom to strike at, or to let it be."""
    unit = b[0].subject
    attacking = b[0].unit[unit].role == ATTACKER
    if verb == PASS:
        if attacking:
            stand_aside(b, unit)
    elif attacking:
        book_following(b, unit, ASSAULT)
        attack(b, t, w, unit, victim)
    else:
        start_strike(b, unit, victim)


@jit_inner
def _name(b, t, w, decision, verb, unit):
    """A unit is named: a follower, a helper, a victim, a neighbour; or none."""
    if decision == FOLLOW:
        if verb == PASS:
            close_group(b)
        else:
            join(b, w, unit)
    elif decision == HELP:
        if verb == PASS:
            end_of_helpers(b)
        else:
            name_helper(b, w, unit)
    elif decision == STRIKE:
        _strike(b, t, w, verb, unit)
    else:
        splash(b, t, w, unit)


@jit_inner
def _aim_next(b, w, action):
    """The next target of support fire is named, or none; or an ace of the hand is played, or not."""
    calls, target = verb_of(action) == CALL, target_of(action)
    if b[0].phase != PHASE_OFF_TABLE:
        answer_from_hand(b, w, calls, unit_of(action), target, which_of(action))
    elif calls:
        note(b, w, log.AIMED, b[0].subject, target, b[0].support.attacks + 1, 0, 0, 0)
        attack_next(b, target)
    else:
        end_support(b)


@jit_inner
def _hand_over(b, t, w, decision, verb, action):
    """Cards and agreements: assign, recover, discard, another deck."""
    hand = decider(b)
    if decision == ASSIGN:
        if verb == PASS:
            b[0].player[hand].passed = 1
        else:
            give_card(b, w, hand, unit_of(action), which_of(action))
            if is_charge(b, unit_of(action)) and b[0].ruling.bridge_demolition == BridgeDemolition.AT_START_OF_TURN:
                blow(b, t, w, unit_of(action), spend_card(b, w, unit_of(action)))
    elif decision == RECOVER:
        if verb == PASS:
            b[0].player[hand].passed = 1
        else:
            give_recovery_card(b, w, hand, unit_of(action), which_of(action))
    elif decision == DISCARD:
        drop_card(b, w, hand, which_of(action))
    elif verb == GO_ON:
        b[0].step += 1
    else:
        refuse_to_prolong(b, w)


@jit_inner
def _settle(b, t, w, decision, verb, action):
    """The small choices within an action."""
    if decision == EFFECT:
        lose_one_card(b, w, b[0].subject, which_of(action))
    elif decision == SPLIT:
        if verb == PASS:
            b[0].shot.splitting = 0
        else:
            b[0].roll.dealt[which_of(action)] = target_of(action)
    elif decision == SECOND_SHOT:
        if verb == PASS:
            next_fire_roll(b)
        else:
            follow_up(b, target_of(action))
    elif decision == DARE:
        b[0].melee.daring = 1 if verb == GO_ON else 0
    elif decision == WRECK:
        settle_wreck(b, t, w, b[0].subject, verb == GO_ON)
    elif verb == GO_ON:
        occupy(b, t)


@jit_inner
def apply(b, t, w, action):
    """Perform the action chosen for the decision asked; what follows from it is ``engine.carry_on``'s business."""
    decision = b[0].ask
    verb = verb_of(action)
    b[0].ask = NOTHING
    if decision in (DEPLOY, DESTINATION, DISMOUNT, LAND, DRIFT):
        if decision == DEPLOY:
            b[0].unit[b[0].subject].due = 0  # it no longer waits
        _place(b, t, w, decision, action)
    elif decision == NOMINATE and b[0].phase == PHASE_RESOLVE:
        bring_up(b, pile_of(b, b[0].asked), which_of(action))
    elif decision == NOMINATE and b[0].scenario.solo != 0:
        b[0].unit[b[0].subject].turning = which_of(action)
    elif decision == NOMINATE:
        b[0].nominated[decider(b)] = unit_of(action)
        b[0].chosen[decider(b)] = which_of(action)
        b[0].step += 1
    elif decision == ORDER:
        _order(b, t, w, action)
    elif decision == REROLL and b[0].phase == PHASE_RECOVERY_TESTS:
        reroll_in_recovery(b, t, w, verb, which_of(action))
    elif decision == REROLL:
        _reroll(b, verb, which_of(action))
    elif decision == TEST:
        take_test(b, t, w, unit_of(action))
    elif decision == ARRIVE:
        if verb == PASS:
            next_side(b)
        else:
            b[0].arrival.named = unit_of(action)
    elif decision == HOLD_BACK:
        answer_hold_back(b, w, verb, unit_of(action))
    elif decision == REGROUP:
        if verb != PASS:
            _place(b, t, w, decision, action)
        test_recovery(b, t, w, b[0].subject, verb != PASS)
    elif decision in (FOLLOW, HELP, STRIKE, SPLASH):
        _name(b, t, w, decision, verb, unit_of(action))
    elif decision in (ASSIGN, RECOVER, DISCARD, PROLONG):
        _hand_over(b, t, w, decision, verb, action)
    elif decision == NEXT_TARGET:
        _aim_next(b, w, action)
    else:
        _settle(b, t, w, decision, verb, action)
