"""Decisions about what units do with a card: orders, followers, close combat, support."""

from tigersim.core import log
from tigersim.core.aim import may_fire
from tigersim.core.assault import ATTACKER, may_assault, may_strike_victim
from tigersim.core.carrying import riders_can_get_off
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
from tigersim.core.codes import pack, target_of, unit_of, verb_of, which_of
from tigersim.core.compile.jit import jit_inner
from tigersim.core.decisions.decision import Decision, add, list_pass, list_yes_or_no
from tigersim.core.deck import discard, holds
from tigersim.core.demolition import blow, is_charge
from tigersim.core.enums import (
    ASSAULT,
    BLOW,
    CALL,
    DARE,
    FIND_COVER,
    FIRE,
    FLAMETHROWER,
    FOLLOW,
    GO_ON,
    HELP,
    MOVE,
    NAME,
    NEXT_TARGET,
    NOBODY,
    OCCUPY,
    ORDER,
    PACK,
    PASS,
    PHASE_ACT,
    PHASE_OFF_TABLE,
    SLOTS,
    STRIKE,
    WEAPONS,
)
from tigersim.core.fire import start_fire
from tigersim.core.follow import can_do, is_member, join, may_join, may_repeat
from tigersim.core.hands import known_cards
from tigersim.core.log import note
from tigersim.core.off_table.attacks import end_support
from tigersim.core.off_table.calling import (
    answer_from_hand,
    attack_next,
    call_by_order,
    kind_called,
    kind_ordered,
    spotter_of,
)
from tigersim.core.off_table.targets import may_be_next, may_decline
from tigersim.core.orders import close_group, give_order, record_action, record_following
from tigersim.core.sides import enemies_of, side_of, slots_of
from tigersim.registry import rule
from tigersim.rules.off_table import NO_SUPPORT
from tigersim.rules.turn import may_waive


@jit_inner
def list_order(b, t, w):
    """What the card allows the unit, or what a follower may fire at; or nothing (AMB-17)."""
    unit = b[0].subject
    n = list_pass(w)
    if b[0].phase == PHASE_ACT:
        n = _list_shots(b, t, w, unit, n)
    elif is_charge(b, unit):
        n = add(w, n, pack(BLOW, unit, 0, 0, 0, 0))
    else:
        n = _list_actions(b, t, w, unit, n)
    if not may_waive(n - 1, b[0].ruling.action_choice_timing):
        n -= 1
        w[0].actions[0] = w[0].actions[n]
    return n


@jit_inner
@rule("PT-TURN-17", "PT-CARD-06", "PT-CARD-07", "PT1-CARD-02")
def _list_actions(b, t, w, unit, n):
    """The actions that the card allows the unit."""
    card, enemy = b[0].card, 1 - b[0].asked
    for verb in (MOVE, FIND_COVER):
        if may_repeat(b, unit, verb) and can_do(b, t, w, unit, verb, card):
            n = add(w, n, pack(verb, unit, 0, 0, 0, 0))
    if may_repeat(b, unit, FIRE) and riders_can_get_off(b, t, w, unit):
        n = _list_shots(b, t, w, unit, n)
    if may_repeat(b, unit, ASSAULT):
        for target in slots_of(b, enemy):
            if may_assault(b, t, w, unit, target, card):
                n = add(w, n, pack(ASSAULT, unit, target, 0, 0, 0))
    if b[0].scenario.off_table != 0:
        n = _list_calls(b, t, w, unit, n)
    return n


@jit_inner
def _list_shots(b, t, w, unit, n):
    """Every weapon at every enemy that the unit may fire it at."""
    for target in enemies_of(b, b[0].asked):
        for weapon in range(WEAPONS):
            if may_fire(b, t, unit, target, weapon, b[0].card):
                n = add(w, n, pack(FIRE, unit, target, weapon, 0, 0))
    return n


@jit_inner
@rule("PT-SUPPORT-01", "PT-SUPPORT-03", "PT-SUPPORT-07")
def _list_calls(b, t, w, unit, n):
    """With an ace, support against every enemy that any friend sees."""
    if kind_ordered(b, unit, b[0].card) == NO_SUPPORT:
        return n
    for target in enemies_of(b, b[0].asked):
        if spotter_of(b, t, b[0].asked, target) != NOBODY:
            n = add(w, n, pack(CALL, unit, target, 0, 0, 0))
    return n


@jit_inner
def logged_weapon(b, unit, verb, which):
    """The weapon of an order as the log names it: a flamethrower by a number of its own."""
    return FLAMETHROWER if verb == FIRE and b[0].unit[unit].profile.flame[which] != 0 else which


@jit_inner
@rule("PT-TURN-17", "PT-END-02")
def do_order(b, t, w, action):
    """Give the order: one card, one action; the card is used up even if it is waived (AMB-17)."""
    unit, card, verb = b[0].subject, b[0].card, verb_of(action)
    note(b, w, log.ORDERED, unit, card, verb, target_of(action), logged_weapon(b, unit, verb, which_of(action)))
    if b[0].phase == PHASE_ACT:  # a follower's shot
        if verb != PASS:
            record_following(b, unit, verb)
            start_fire(b, unit, target_of(action), which_of(action), card)
        return
    if verb == CALL:
        call_by_order(b, unit, target_of(action), card)
        return
    b[0].support.called = 0
    discard(b, b[0].asked, card)
    if verb == PASS:
        b[0].player[b[0].asked].waived += 1
    elif verb == BLOW:
        record_action(b, unit, verb)
        blow(b, t, w, unit, card)
    else:
        give_order(b, unit, verb, target_of(action), which_of(action), card)


@jit_inner
def list_follow(b, t, w):
    """A unit that may join the order, or no other."""
    n = list_pass(w)
    for unit in slots_of(b, b[0].asked):
        if may_join(b, t, w, unit):
            n = add(w, n, pack(NAME, unit, 0, 0, 0, 0))
    return n


@jit_inner
def do_follow(b, t, w, action):
    """Let the unit join, or let the group act."""
    if verb_of(action) == PASS:
        close_group(b)
    else:
        join(b, w, unit_of(action))


@jit_inner
def list_help(b, t, w):
    """A unit that may help the target, or no other."""
    n = list_pass(w)
    for unit in slots_of(b, b[0].asked):
        if can_help(b, unit):
            n = add(w, n, pack(NAME, unit, 0, 0, 0, 0))
    return n


@jit_inner
def do_help(b, t, w, action):
    """Let the unit help, or let the strikes begin."""
    if verb_of(action) == PASS:
        end_of_helpers(b)
    else:
        name_helper(b, w, unit_of(action))


@jit_inner
def list_strike(b, t, w):
    """An enemy that the follower may attack, or the defender strike at, or none."""
    n = list_pass(w)
    unit, enemy = b[0].subject, 1 - b[0].asked
    attacks = b[0].unit[unit].role == ATTACKER
    for victim in slots_of(b, enemy):
        if attacks:
            open_to_it = may_strike_victim(b, t, w, unit, victim)
        else:
            open_to_it = is_member(b, victim) and may_strike_attacker(b, unit, victim)
        if open_to_it:
            n = add(w, n, pack(NAME, victim, 0, 0, 0, 0))
    return n


@jit_inner
def do_strike(b, t, w, action):
    """Let a follower attack, or a defender strike, or let it be."""
    unit, victim = b[0].subject, unit_of(action)
    attacks = b[0].unit[unit].role == ATTACKER
    if verb_of(action) == PASS:
        if attacks:
            stand_aside(b, unit)
    elif attacks:
        record_following(b, unit, ASSAULT)
        attack(b, t, w, unit, victim)
    else:
        start_strike(b, unit, victim)


@jit_inner
def do_dare(b, t, w, action):
    """Take the extra die of a suicide assault, or not."""
    b[0].melee.daring = 1 if verb_of(action) == GO_ON else 0


@jit_inner
def do_occupy(b, t, w, action):
    """Take the place of the unit destroyed, or not."""
    if verb_of(action) == GO_ON:
        occupy(b, t)


@jit_inner
@rule("PT-SUPPORT-01", "PT-SUPPORT-03", "PT-SUPPORT-08", "AMB-131")
def list_next_target(b, t, w):
    """Every target that the support in hand may attack next.

    Or, before a pair of units is named, every ace of the hand against every enemy in view (AMB-131): its number stands
    in ``which``, and the unit is the first that sees the enemy.
    """
    n = list_pass(w) if may_decline(b) else 0
    side = b[0].asked
    if b[0].phase == PHASE_OFF_TABLE:
        for target in range(SLOTS):
            if may_be_next(b, target):
                n = add(w, n, pack(CALL, b[0].subject, target, 0, 0, 0))
        return n
    cards = known_cards(b, side)
    for card in range(PACK):
        if holds(cards, card) and kind_called(b, side, card) != NO_SUPPORT:
            for target in range(SLOTS):
                seen_by = spotter_of(b, t, side, target) if side_of(target) != side else NOBODY
                if seen_by != NOBODY:
                    n = add(w, n, pack(CALL, seen_by, target, card, 0, 0))
    return n


@jit_inner
def do_next_target(b, t, w, action):
    """Attack the target next, or none; or play an ace of the hand, or none."""
    calls, target = verb_of(action) == CALL, target_of(action)
    if b[0].phase != PHASE_OFF_TABLE:
        answer_from_hand(b, w, calls, unit_of(action), target, which_of(action))
    elif calls:
        note(b, w, log.AIMED, b[0].subject, target, b[0].support.attacks + 1)
        attack_next(b, target)
    else:
        end_support(b)


DECISIONS = (
    Decision(ORDER, "order", list_order, do_order),
    Decision(FOLLOW, "follow", list_follow, do_follow),
    Decision(HELP, "help", list_help, do_help),
    Decision(STRIKE, "strike", list_strike, do_strike),
    Decision(DARE, "dare", list_yes_or_no, do_dare),
    Decision(OCCUPY, "occupy", list_yes_or_no, do_occupy),
    Decision(NEXT_TARGET, "next target", list_next_target, do_next_target),
)
