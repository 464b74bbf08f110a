"""The command phase compiled.  The rules come from their chapters; here they are put in order (GA-CMD-03).

``terms`` is the setting and ``tally`` the results of one engagement, by the places of ``phase_terms``; ``base`` and
``told`` are where those of a side begin.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tigersim.companions.general_darmee.availability import adc_dice, adcs_lost, extra_adcs, is_available
from tigersim.companions.general_darmee.command_roll import obeys, rerolls, rolls_for_command
from tigersim.companions.general_darmee.effects import (
    forward_dice,
    forward_dice_in_all,
    glory_recovers,
    recon_uncovers,
    reserve_enters,
)
from tigersim.companions.general_darmee.initiative_roll import OWN, penalty, winner
from tigersim.companions.general_darmee.morale import brigades_that_flee, free_adcs
from tigersim.companions.general_darmee.phase_terms import (
    ADCS,
    ADCS_LOST,
    ALL_OBEY,
    ATTACH_RESERVE,
    BEFORE_OBEYING,
    BONUS,
    BOTH_BONUSES,
    BRIGADE,
    CARDS,
    CARRIED_OUT,
    CHARGING,
    CODE,
    COST,
    COUNT_DOUBLE,
    COUNT_FLED,
    DIVISIONS,
    EFFECT,
    ENTERED,
    ENTERED_BY,
    EXTRA,
    EXTRA_ADCS,
    FALTERING,
    FALTERING_OBEY_FROM,
    FIRST_LOST,
    FLED,
    FREE_ADCS,
    GIVEN_ADCS,
    GLORY_GIVES,
    HESITANT,
    HOLDER,
    INITIATIVE,
    INITIATIVE_LAST,
    LINE,
    MODIFIER,
    MOST,
    MOST_REROLLS,
    NEEDS_OBEDIENCE,
    OBEY_FROM,
    OFF_TABLE,
    ORDER_RESULTS,
    ORDER_TERMS,
    ORDERS,
    PAID,
    PER_BRIGADE,
    POOL,
    PREPARATION_OBEYS,
    REACH,
    RECOVERED,
    REMOVES,
    RESERVE_ROLLS,
    RESERVES,
    RESULTS,
    SHARED_RESULTS,
    SHARED_TERMS,
    SHORT,
    SHORTFALL,
    SIDE_HEAD,
    SIDE_HEAD_RESULTS,
    SIDE_RESULTS,
    SIDE_TERMS,
    TIES,
    TURNS,
    UNCOVERED,
    UNCOVERED_BY,
    UNITS,
)
from tigersim.companions.general_darmee.side import MOST_BRIGADES
from tigersim.companions.general_darmee.tasks import (
    ASSAULT,
    ATTACH,
    COMMAND,
    FORWARD,
    GLORY,
    MOST_ORDERS,
    PREPARATION,
    RECON,
    RESERVE,
    may_be_given,
    order_cost,
    within_cap,
)
from tigersim.core.chance import battle_key, die, stream
from tigersim.core.jit import for_kernels, jit_allocating, jit_inner

for_kernels(adc_dice, adcs_lost, extra_adcs, is_available, obeys, rerolls, rolls_for_command, forward_dice)
for_kernels(forward_dice_in_all, glory_recovers, recon_uncovers, penalty, winner, brigades_that_flee, free_adcs)
for_kernels(may_be_given, order_cost, reserve_enters, within_cap)

Integer = Any
"""An int64 in machine code, an integer of Python with the compiler off."""
Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

ADC_DICE, COMMAND_DICE, TASK_DICE, INITIATIVE_DICE = 1, 2, 3, 4
"""Purposes of streams."""
SEATS = 64
"""Streams of a side for one purpose: every brigade and every order has dice of its own (GA-BCR-04)."""
GONE, IN_LINE, FALTERS, IN_RESERVE, NOT_ENTERED = range(5)
"""What a brigade is; 0 also means that there is none."""
ATTACHED, COMMANDED, BROUGHT_OUT, FLEES, OBEYED = 1, 2, 4, 8, 16
"""What has come to it this turn, as bits."""
SPENT_COMMANDS, CARDS_LEFT, GONE_BRIGADES, SPENT_RECON, SPENT_GLORY = range(5)
"""What a side counts; the last two anew each turn."""
COUNTS = 5


@jit_allocating
def play_engagements(seed: Integer, first: Integer, trials: Integer, terms: Integers, sums: Floats) -> None:
    """Play engagements from ``first`` on and add their results, and the squares of these, to ``sums``."""
    tally = np.zeros(RESULTS)
    state = np.zeros((2, MOST_BRIGADES + 1), np.int64)
    marks = np.zeros((2, MOST_BRIGADES + 1), np.int64)
    bereft = np.zeros((2, MOST_BRIGADES + 1), np.int64)  # brigades whose ADC is lost
    counts = np.zeros((2, COUNTS), np.int64)
    paid = np.zeros(MOST_ORDERS, np.int64)
    for trial in range(first, first + trials):
        tally[:] = 0
        bereft[:] = 0
        counts[:] = 0
        for side in range(2):
            _set_up(terms, SHARED_TERMS + side * SIDE_TERMS, state[side], counts[side])
        _play(battle_key(seed, trial), terms, state, marks, bereft, counts, paid, tally)
        for k in range(RESULTS):
            sums[k, 0] += tally[k]
            sums[k, 1] += tally[k] * tally[k]


@jit_inner
def _set_up(terms: Integers, base: Integer, state: Integers, counts: Integers) -> None:
    """Put the brigades of a side where they begin."""
    line, reserves, off_table = terms[base + LINE], terms[base + RESERVES], terms[base + OFF_TABLE]
    state[:] = GONE
    for brigade in range(1, line + reserves + off_table + 1):
        if brigade > line + reserves:
            state[brigade] = NOT_ENTERED
        elif brigade > line:
            state[brigade] = IN_RESERVE
        else:
            state[brigade] = FALTERS if brigade > line - terms[base + FALTERING] else IN_LINE
    counts[CARDS_LEFT] = terms[base + CARDS]


@jit_inner
def _play(
    key: Integer,
    terms: Integers,
    state: Integers,
    marks: Integers,
    bereft: Integers,
    counts: Integers,
    paid: Integers,
    tally: Floats,
) -> None:
    """One engagement, turn by turn (GA-CMD-03): ADCs, tasks, Command Rolls, initiative."""
    turns, holder = terms[TURNS], terms[HOLDER]
    share = 1.0 / turns
    kept = True
    tally[FIRST_LOST] = turns
    for side in range(2):
        told = SHARED_RESULTS + side * SIDE_RESULTS
        tally[told + UNCOVERED_BY] = turns
        tally[told + ENTERED_BY] = turns
    for turn in range(1, turns + 1):
        marks[:] = 0
        own = _side(key, turn, 0, terms, state[0], marks[0], bereft[0], counts[0], paid, tally)
        enemy = _side(key, turn, 1, terms, state[1], marks[1], bereft[1], counts[1], paid, tally)
        dice = stream(key, INITIATIVE_DICE, turn, 0)
        ours = die(dice, 0) + die(dice, 1) - own
        theirs = die(dice, 2) + die(dice, 3) - enemy
        holder = winner(ours, theirs, holder, die(dice, 4))
        tally[TIES] += share * (ours == theirs)
        tally[INITIATIVE] += share * (holder == OWN)
        if kept and holder != OWN:
            kept = False
            tally[FIRST_LOST] = turn
    tally[INITIATIVE_LAST] = holder == OWN


@jit_inner
def _side(
    key: Integer,
    turn: Integer,
    side: Integer,
    terms: Integers,
    state: Integers,
    marks: Integers,
    bereft: Integers,
    counts: Integers,
    paid: Integers,
    tally: Floats,
) -> Integer:
    """The command phase of one side up to the initiative; answers with what its brigades take off that."""
    base, told = SHARED_TERMS + side * SIDE_TERMS, SHARED_RESULTS + side * SIDE_RESULTS
    share = 1.0 / terms[TURNS]
    adcs = _roll_adcs(stream(key, ADC_DICE, turn, side), terms, base, state, bereft, tally, told)
    free = _divisional_morale(adcs, terms, state, marks, bereft, counts, tally, told)
    tally[told + ADCS] += share * adcs
    tally[told + FREE_ADCS] += share * free
    _pay(free, terms, base, state, marks, counts, paid)
    lost = _roll_for_command(key, turn, side, terms, state, marks, counts, tally, told)
    _carry_out(key, turn, side, terms, base, state, marks, counts, paid, tally, told)
    return lost


@jit_inner
def _roll_adcs(
    dice: Integer, terms: Integers, base: Integer, state: Integers, bereft: Integers, tally: Floats, told: Integer
) -> Integer:
    """How many ADCs a side has this turn."""
    if terms[base + GIVEN_ADCS] >= 0:
        return terms[base + GIVEN_ADCS]
    here, away = 0, 0
    for brigade in range(1, MOST_BRIGADES + 1):
        if state[brigade] != GONE and bereft[brigade] == 0:
            if state[brigade] == NOT_ENTERED:
                away += 1
            else:
                here += 1
    on_table = adc_dice(here, terms[PER_BRIGADE], terms[BONUS])
    off_table = adc_dice(away, terms[PER_BRIGADE], 0)
    adcs, sixes, off_sixes = 0, 0, 0
    for k in range(on_table + off_table):
        face = die(dice, k)
        adcs += is_available(face, k >= on_table)
        if face == 6:
            if k >= on_table:
                off_sixes += 1
            else:
                sixes += 1
    extra = extra_adcs(sixes, off_sixes, terms[EXTRA], terms[POOL])
    tally[told + EXTRA_ADCS] += extra / terms[TURNS]
    return adcs + extra


@jit_inner
def _divisional_morale(
    adcs: Integer,
    terms: Integers,
    state: Integers,
    marks: Integers,
    bereft: Integers,
    counts: Integers,
    tally: Floats,
    told: Integer,
) -> Integer:
    """Pay for Faltering brigades or let them flee, the last ones first; answers with the ADCs that are free."""
    faltering = 0
    for brigade in range(1, MOST_BRIGADES + 1):
        faltering += state[brigade] == FALTERS
    left = brigades_that_flee(adcs, faltering, terms[SHORTFALL])
    tally[told + SHORT] += (left > 0) / terms[TURNS]
    for brigade in range(MOST_BRIGADES, 0, -1):
        if left > 0 and state[brigade] == FALTERS:
            left -= 1
            marks[brigade] |= FLEES
            tally[told + FLED] += 1
            tally[told + ADCS_LOST] += adcs_lost(True, bereft[brigade] != 0, terms[PER_BRIGADE])
            bereft[brigade] = 1
            if terms[REMOVES]:
                state[brigade] = GONE
                counts[GONE_BRIGADES] += 1
    return free_adcs(adcs, faltering)


@jit_inner
def _pay(
    free: Integer,
    terms: Integers,
    base: Integer,
    state: Integers,
    marks: Integers,
    counts: Integers,
    paid: Integers,
) -> None:
    """Give the orders of the plan, by priority, that are allowed and can be paid."""
    counts[SPENT_RECON] = counts[SPENT_GLORY] = 0
    for k in range(terms[base + ORDERS]):
        order = base + SIDE_HEAD + k * ORDER_TERMS
        code, brigade, most = terms[order + CODE], terms[order + BRIGADE], terms[order + MOST]
        paid[k] = 0
        in_reserve = False
        if brigade > 0:
            if state[brigade] == GONE or marks[brigade] & FLEES:
                continue
            in_reserve = state[brigade] in (IN_RESERVE, NOT_ENTERED)
        if not may_be_given(code, in_reserve, (marks[brigade] & BROUGHT_OUT) != 0, terms[ATTACH_RESERVE] != 0):
            continue
        if code == RECON and counts[SPENT_RECON] >= counts[CARDS_LEFT]:
            continue
        given, groups = 0, terms[DIVISIONS]
        if code == RECON:
            given = counts[SPENT_RECON]
        elif code == GLORY:
            given = counts[SPENT_GLORY]
        elif code == COMMAND:
            given = counts[SPENT_COMMANDS]
        elif code == ATTACH:
            given, groups = marks[brigade] & ATTACHED, 1
        if most > 0 and not within_cap(given, most, groups):
            continue
        off_table = brigade > 0 and state[brigade] == NOT_ENTERED
        added = in_reserve and code in (ASSAULT, FORWARD)
        cost = order_cost(terms[order + COST], code == RESERVE, off_table, added)
        if cost > free:
            continue
        free -= cost
        paid[k] = 1
        counts[SPENT_RECON] += code == RECON
        counts[SPENT_GLORY] += code == GLORY
        counts[SPENT_COMMANDS] += code == COMMAND
        if code == ATTACH:
            marks[brigade] |= ATTACHED
        elif code == COMMAND:
            marks[brigade] |= COMMANDED
        elif code == RESERVE:
            marks[brigade] |= BROUGHT_OUT


@jit_inner
def _roll_for_command(
    key: Integer,
    turn: Integer,
    side: Integer,
    terms: Integers,
    state: Integers,
    marks: Integers,
    counts: Integers,
    tally: Floats,
    told: Integer,
) -> Integer:
    """Mark the brigades that obey; answers with what the others and the Faltering take off the initiative."""
    only_hesitant, only_faltering, both = 0, 0, 0
    for brigade in range(1, MOST_BRIGADES + 1):
        if state[brigade] == GONE:
            continue
        mark, falters = marks[brigade], state[brigade] == FALTERS
        in_reserve = state[brigade] in (IN_RESERVE, NOT_ENTERED)
        brought_out = (mark & BROUGHT_OUT) != 0
        obeyed = brought_out  # GA-GAP-22: where reserves do not roll
        if rolls_for_command(in_reserve, brought_out, (mark & FLEES) != 0, terms[RESERVE_ROLLS] != 0):
            again = rerolls(
                (mark & ATTACHED) != 0, (mark & COMMANDED) != 0, terms[BEFORE_OBEYING] != 0, terms[MOST_REROLLS]
            )
            dice = stream(key, COMMAND_DICE, turn, side * SEATS + brigade)
            obeyed = False
            for throw in range(1 + again):
                if not obeyed:
                    obeyed = obeys(die(dice, throw), falters, terms[OBEY_FROM], terms[FALTERING_OBEY_FROM])
            both += falters and not obeyed
            only_hesitant += not falters and not obeyed
            only_faltering += falters and obeyed
        elif falters:
            only_faltering += 1
        if obeyed:
            marks[brigade] |= OBEYED
    hesitant = only_hesitant + both
    tally[told + HESITANT] += hesitant / terms[TURNS]
    tally[told + ALL_OBEY] += (hesitant == 0) / terms[TURNS]
    fled = counts[GONE_BRIGADES]
    return penalty(only_hesitant, only_faltering, both, fled, terms[COUNT_DOUBLE] != 0, terms[COUNT_FLED] != 0)


@jit_inner
def _carry_out(
    key: Integer,
    turn: Integer,
    side: Integer,
    terms: Integers,
    base: Integer,
    state: Integers,
    marks: Integers,
    counts: Integers,
    paid: Integers,
    tally: Floats,
    told: Integer,
) -> None:
    """Do what was paid for and is obeyed."""
    share = 1.0 / terms[TURNS]
    for k in range(terms[base + ORDERS]):
        if paid[k] == 0:
            continue
        order = base + SIDE_HEAD + k * ORDER_TERMS
        code, brigade = terms[order + CODE], terms[order + BRIGADE]
        needs = terms[order + NEEDS_OBEDIENCE] != 0 and (code != PREPARATION or terms[PREPARATION_OBEYS] != 0)
        done = not needs or (marks[brigade] & OBEYED) != 0
        effect = done
        dice = stream(key, TASK_DICE, turn, side * SEATS + k)
        if done and code == RECON:
            effect = recon_uncovers(die(dice, 0), terms[MODIFIER])
            if effect:
                counts[CARDS_LEFT] -= 1
                tally[told + UNCOVERED] += 1
                if counts[CARDS_LEFT] == 0:
                    tally[told + UNCOVERED_BY] = turn
        elif done and code == GLORY:
            effect = glory_recovers(die(dice, 0), True, 1) > 0
            tally[told + RECOVERED] += effect * terms[GLORY_GIVES]
        elif done and code == FORWARD:
            distance = 0
            for throw in range(_forward_dice(terms)):
                distance += die(dice, throw)
            effect = distance >= terms[REACH]
        elif code == RESERVE and reserve_enters(paid[k] != 0, done):
            state[brigade] = IN_LINE
            tally[told + ENTERED] += 1
            if tally[told + ENTERED] == terms[base + RESERVES] + terms[base + OFF_TABLE]:
                tally[told + ENTERED_BY] = turn
        results = told + SIDE_HEAD_RESULTS + k * ORDER_RESULTS
        tally[results + PAID] += share
        tally[results + CARRIED_OUT] += share * done
        tally[results + EFFECT] += share * effect


@jit_inner
def _forward_dice(terms: Integers) -> Integer:
    """Dice that Forward! gives as it is used here."""
    if terms[BOTH_BONUSES]:
        return forward_dice_in_all(terms[UNITS], True)
    return forward_dice(terms[CHARGING] != 0, terms[UNITS])
