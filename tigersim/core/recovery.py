"""Recovery at the end of the turn: cards for damaged units, regroup, tests (chapter 1.13)."""

from tigersim.core import log
from tigersim.core.aim import tables_know
from tigersim.core.asking import (
    ask,
    ask_commander,
    ask_owner,
    attacker,
    is_forbidden,
    let_others_in_again,
    next_commander,
)
from tigersim.core.chance import die, stream
from tigersim.core.compile.jit import jit_inner
from tigersim.core.deck import NONE, bit, discard, pile_of
from tigersim.core.dice import ORDINARY, clear_roll, may_reroll, total_of
from tigersim.core.enums import (
    ALL_DICE,
    CHANCE_RECOVERY,
    LUCK_RECOVERY,
    MAX_DICE,
    NO_CARD,
    NOBODY,
    ONE_DIE,
    PASS,
    PHASE_END,
    PHASE_RECOVER,
    PHASE_RECOVERY_TESTS,
    RECOVER,
    RECOVERING,
    REGROUP,
    REROLL,
    SOME_DICE,
    TEST,
)
from tigersim.core.hands import recovery_cards, take_from_hand, unknown_recovery_cards
from tigersim.core.log import note, note_recovery_test
from tigersim.core.luck import record_luck, show_card
from tigersim.core.regroup import may_regroup
from tigersim.core.sides import side_of, slots_of
from tigersim.core.units import destroy
from tigersim.registry import rule
from tigersim.rules.cards import difficulty
from tigersim.rules.recovery import catches_fire, first_to_recover, may_test, recovers, recovery_dice
from tigersim.rules.switches import AssignmentPass, CardSecrecy, EngineFire, RecoveryOrder, RegroupDetails

BEGINNING, WITHDRAWING, TESTING, BURNING = 0, 1, 2, 4
"""Places within the phase of the tests (``b.step``); TESTING is the first side's, one more the other's."""
ANSWERED, WITHDREW, TESTED = 1, 2, 4
"""Bits of ``unit.recovering``: its owner has said whether it withdraws; it has withdrawn; it has been tested."""


@jit_inner
def start_recovery(b):
    """Actions are done: recovery cards are assigned."""
    b[0].phase = PHASE_RECOVER
    b[0].step = recovers_first(b)
    for hand in range(2 + 2 * b[0].allies):
        b[0].player[hand].passed = 0


@jit_inner
def recovers_first(b):
    """The player who assigns first, whose side tests first (AMB-96)."""
    return first_to_recover(attacker(b), b[0].draw_winner, b[0].ruling.recovery_order)


@jit_inner
@rule("PT-RECOVER-02")
def wants_recovery(b, unit):
    """A living unit with a hit (or immobilised, AMB-110) that has no recovery card yet."""
    u = b[0].unit[unit]
    if u.alive == 0 or u.recovery_card != NO_CARD or is_forbidden(b, side_of(unit), RECOVERING):
        return False
    return may_test(u.hits, u.immobilised != 0, b[0].ruling.weak_running_gear)


@jit_inner
def anyone_wants_recovery(b, hand):
    """Whether a player has a unit that a recovery card could go to."""
    for unit in slots_of(b, hand & 1):
        if b[0].unit[unit].commander == hand and wants_recovery(b, unit):
            return True
    return False


@jit_inner
def may_give_recovery(b, hand):
    """Whether a player who has not passed could lay a recovery card now."""
    if b[0].player[hand].passed != 0 or (recovery_cards(b, hand) == NONE and unknown_recovery_cards(b, hand) == 0):
        return False
    return anyone_wants_recovery(b, hand)


@jit_inner
@rule("PT-RECOVER-01", "PT1-RECOVER-01", "AMB-96")
def step_recover(b):
    """The players lay recovery cards one at a time in turn (AMB-96)."""
    hand = b[0].step
    if may_give_recovery(b, hand):
        ask_commander(b, RECOVER, hand)
        return
    b[0].player[hand].passed = 1
    after = next_commander(b, hand)
    if after == NOBODY:
        b[0].phase = PHASE_RECOVERY_TESTS
        b[0].step = BEGINNING
    else:
        b[0].step = after


@jit_inner
@rule("PT-RECOVER-01", "PT-RECOVER-03", "AMB-09", "AMB-11")
def give_recovery_card(b, w, hand, unit, which):
    """Lay a card from the hand beside a damaged unit, face down unless it was saved."""
    u = b[0].unit[unit]
    card, opened = take_from_hand(b, hand, which)
    u.recovery_card = card
    u.recovery_open = opened
    if opened == 0 and b[0].ruling.card_secrecy == CardSecrecy.LOOK_AFTER_ASSIGNMENT:
        show_card(b, w, hand, card)
    if b[0].ruling.assignment_pass == AssignmentPass.PASS_REOPENS:
        let_others_in_again(b, hand)
    b[0].step = next_commander(b, hand)


@jit_inner
@rule("PT-RECOVER-03", "AMB-96", "AMB-97")
def step_recovery_tests(b, t, w):
    """Turn over and test all cards, one side's units first, in the order each owner chooses."""
    stage = b[0].step
    if stage == BEGINNING:
        early = b[0].ruling.regroup_details == RegroupDetails.BEFORE_REVEAL
        if not early:
            reveal_recovery_cards(b, w)
        b[0].step = WITHDRAWING if early or b[0].ruling.recovery_order == RecoveryOrder.SIMULTANEOUS else TESTING
    elif stage == WITHDRAWING:
        for k in range(2):
            first = recovers_first(b) & 1
            unit = next_to_answer(b, first if k == 0 else 1 - first, True)
            if unit != NOBODY:
                ask_owner(b, REGROUP, unit)
                return
        reveal_recovery_cards(b, w)
        b[0].step = TESTING
    elif stage < BURNING:
        first = recovers_first(b) & 1
        step_tests_of(b, t, w, first if stage == TESTING else 1 - first)
    else:
        burn_untested(b, t, w)
        b[0].phase = PHASE_END
        b[0].step = 0


@jit_inner
def reveal_recovery_cards(b, w):
    """Turn over the recovery cards of both sides."""
    for side in range(2):
        for unit in slots_of(b, side):
            u = b[0].unit[unit]
            if u.alive != 0 and u.recovery_card != NO_CARD and u.recovery_open == 0:
                u.recovery_open = 1
                b[0].pile[pile_of(b, side)].shown |= bit(u.recovery_card)
                if b[0].ruling.card_secrecy == CardSecrecy.BLIND_UNTIL_REVEALED:
                    show_card(b, w, side, u.recovery_card)
                note(b, w, log.REVEALED, unit, u.recovery_card)


@jit_inner
def next_to_answer(b, side, with_card):
    """The first unit that may withdraw and whose owner has not been asked."""
    for unit in slots_of(b, side):
        u = b[0].unit[unit]
        if u.alive != 0 and u.recovering == 0 and (u.recovery_card != NO_CARD) == with_card and may_regroup(b, unit):
            return unit
    return NOBODY


@jit_inner
def awaits_test(b, unit):
    """Whether the unit has a recovery card to be tested with."""
    return b[0].unit[unit].alive != 0 and b[0].unit[unit].recovery_card != NO_CARD


@jit_inner
def step_tests_of(b, t, w, side):
    """Take the next test of a side.

    After the last, units without a card withdraw where they may (AMB-97).  Of two players of a side, the first has all
    its units tested before the second (the rules are silent).
    """
    hand = side
    waiting, first = tests_to_come(b, hand)
    if waiting == 0 and b[0].allies != 0:
        hand = side + 2
        waiting, first = tests_to_come(b, hand)
    if waiting > 1 and b[0].ruling.recovery_order != RecoveryOrder.SIMULTANEOUS:
        ask_commander(b, TEST, hand)
        return
    if waiting > 0:
        take_test(b, t, w, first)
        return
    if b[0].ruling.regroup_details == RegroupDetails.NO_CARD_NEEDED:
        unit = next_to_answer(b, side, False)
        if unit != NOBODY:
            ask(b, REGROUP, side, unit)
            return
    b[0].step += 1


@jit_inner
def tests_to_come(b, hand):
    """How many units of a player wait for their test, and the first of them or NOBODY."""
    waiting, first, side = 0, NOBODY, hand & 1
    for unit in slots_of(b, side):
        if b[0].unit[unit].commander == hand and awaits_test(b, unit):
            waiting += 1
            if first == NOBODY:
                first = unit
    return waiting, first


@jit_inner
def take_test(b, t, w, unit):
    """Test the unit next; its owner first says whether it withdraws, unless it has said so."""
    if b[0].unit[unit].recovering & ANSWERED == 0 and may_regroup(b, unit):
        ask_owner(b, REGROUP, unit)
    else:
        roll_test(b, t, w, unit)


@jit_inner
def answer_withdrawal(b, t, w, unit, regrouped):
    """Go on to the unit's test, if it is time for it, after its owner's word on withdrawing."""
    u = b[0].unit[unit]
    u.recovering |= ANSWERED
    if regrouped:
        u.recovering |= WITHDREW
    if b[0].step != WITHDRAWING and u.recovery_card != NO_CARD:
        roll_test(b, t, w, unit)


@jit_inner
@rule("PT-RECOVER-04", "PT-RECOVER-07", "PT-ADV-RUGGED", "AMB-100")
def roll_test(b, t, w, unit):
    """Roll the test; AMB-100 an improved unit may re-roll it."""
    u = b[0].unit[unit]
    dice = recovery_dice(u.profile.recovery_dice, u.recovering & WITHDREW != 0)
    chance = stream(b[0].key, CHANCE_RECOVERY, b[0].turn, unit)
    clear_roll(b, u.profile.own_rerolls, 0)
    b[0].roll.n = dice
    for k in range(dice):
        b[0].roll.dice[k] = die(chance, k)
        b[0].roll.fixed[k] = 0
        b[0].roll.kind[k] = ORDINARY
    offer_reroll(b, t, w, unit)


@jit_inner
def offer_reroll(b, t, w, unit):
    """Ask for the re-roll that is left, or settle the test."""
    if may_reroll(b):
        ask_owner(b, REROLL, unit)
    else:
        settle_recovery(b, t, w, unit)


@jit_inner
def reroll_in_recovery(b, t, w, verb, which):
    """Keep, re-roll one die or all of a recovery roll."""
    unit = b[0].subject
    chance = stream(b[0].key, CHANCE_RECOVERY, b[0].turn, unit)
    for k in range(b[0].roll.n):
        wanted = verb == ALL_DICE or (verb == ONE_DIE and k == which) or (verb == SOME_DICE and (which >> k) & 1 != 0)
        if b[0].roll.fixed[k] == 0 and wanted:
            b[0].roll.dice[k] = die(chance, MAX_DICE + k)
            b[0].roll.fixed[k] = 1
    b[0].roll.permissions = 0 if verb == PASS else b[0].roll.permissions - 1
    offer_reroll(b, t, w, unit)


@jit_inner
@rule("PT-RECOVER-04", "PT-RECOVER-05", "PT-DIS-ENGINE_FIRE")
def settle_recovery(b, t, w, unit):
    """What the roll does to the unit; the card is used up."""
    u = b[0].unit[unit]
    card = u.recovery_card
    u.recovery_card = NO_CARD
    u.recovering |= TESTED
    discard(b, side_of(unit), card)
    dice, total, needed = b[0].roll.n, total_of(b), difficulty(card)
    passed = recovers(total, needed)
    burns = catches_fire(u.profile.engine_fire != 0, u.engine_hit != 0, False, b[0].ruling.engine_fire)
    permissions = u.profile.own_rerolls
    if permissions == 0 or tables_know(b, unit, permissions, 0):
        missed = 1.0 - w[0].hit[min(permissions, 1), dice, needed]
        record_luck(b, side_of(unit), LUCK_RECOVERY, u.profile.cost * ((1.0 if passed else 0.0) - (1.0 - missed)))
        if burns:
            u.hazard += missed
    elif burns and not passed:
        u.hazard += 1.0  # nobody knows how its owner re-rolls: its end is recorded and counts as no luck
    note_recovery_test(b, w, unit, needed, total, passed)
    if passed:
        u.hits = u.engine_hit = u.immobilised = 0
        note(b, w, log.RECOVERED, unit)
    elif burns:
        destroy(b, t, w, unit, -1)


@jit_inner
@rule("PT-DIS-ENGINE_FIRE", "AMB-106")
def burn_untested(b, t, w):
    """Burn the units on fire that did not try to recover (AMB-106), which counts as no luck."""
    if b[0].ruling.engine_fire != EngineFire.NO_ATTEMPT_IS_FAILURE:
        return
    for side in range(2):
        for unit in slots_of(b, side):
            u = b[0].unit[unit]
            if u.alive == 0 or u.recovering & TESTED != 0:
                continue
            if catches_fire(u.profile.engine_fire != 0, u.engine_hit != 0, False, b[0].ruling.engine_fire, False):
                u.hazard += 1.0
                destroy(b, t, w, unit, -1)
