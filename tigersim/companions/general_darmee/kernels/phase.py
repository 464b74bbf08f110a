"""The command phase compiled: the rules of the chapters in their order (GA-CMD-03).

``terms`` is the setting and ``tally`` the results of one engagement, by their ``places``; ``base`` and ``told``
are where those of a side begin, ``board`` is its state.
"""

from __future__ import annotations

import numpy as np

from tigersim.companions.general_darmee.forces.side import MOST_BRIGADES
from tigersim.companions.general_darmee.kernels import places as at
from tigersim.companions.general_darmee.kernels.effects import batteries, carry_out
from tigersim.companions.general_darmee.kernels.places import Floats, Integer, Integers
from tigersim.companions.general_darmee.rules import tasks
from tigersim.companions.general_darmee.rules.availability import adc_dice, adcs_lost, extra_adcs, is_available
from tigersim.companions.general_darmee.rules.command_roll import obeys, rerolls, rolls_for_command
from tigersim.companions.general_darmee.rules.effects import order_stands
from tigersim.companions.general_darmee.rules.initiative import OWN, penalty, winner
from tigersim.companions.general_darmee.rules.morale import brigades_that_flee, free_adcs
from tigersim.companions.general_darmee.rules.tasks import may_be_given, order_cost, within_cap
from tigersim.companions.tallies import add, add_all
from tigersim.core.chance import battle_key, die, stream
from tigersim.core.compile.jit import for_kernels, jit_allocating, jit_inner

for_kernels(adc_dice, adcs_lost, brigades_that_flee, extra_adcs, free_adcs, is_available, may_be_given, obeys)
for_kernels(order_cost, order_stands, penalty, rerolls, rolls_for_command, winner, within_cap)


@jit_allocating
def play_engagements(seed: Integer, first: Integer, trials: Integer, terms: Integers, sums: Floats) -> None:
    """Play engagements from ``first`` on; their results and the squares go to ``sums``."""
    tally = np.zeros(at.RESULTS)
    board = np.zeros((2, at.ROWS, at.WIDTH), np.int64)
    for trial in range(first, first + trials):
        _engage(battle_key(seed, trial), terms, board, tally)
        add_all(sums, tally)


@jit_allocating
def play_differences(seed: Integer, first: Integer, trials: Integer, terms: Integers, sums: Floats) -> None:
    """Play engagements by two settings with the same dice; what the second has more is summed."""
    one, other = np.zeros(at.RESULTS), np.zeros(at.RESULTS)
    board = np.zeros((2, at.ROWS, at.WIDTH), np.int64)
    for trial in range(first, first + trials):
        _engage(battle_key(seed, trial), terms[0], board, one)
        _engage(battle_key(seed, trial), terms[1], board, other)
        for k in range(at.RESULTS):
            add(sums, k, other[k] - one[k])


@jit_inner
def _engage(key: Integer, terms: Integers, board: Integers, tally: Floats) -> None:
    """One engagement from its beginning."""
    tally[:] = 0
    board[:] = 0
    for side in range(2):
        _set_up(terms, at.SHARED_TERMS + side * at.SIDE_TERMS, board[side])
    _play(key, terms, board, tally)


@jit_inner
def _set_up(terms: Integers, base: Integer, board: Integers) -> None:
    """Put the brigades of a side where they begin, with their units as they are told."""
    line, reserves, off_table = terms[base + at.LINE], terms[base + at.RESERVES], terms[base + at.OFF_TABLE]
    for brigade in range(1, line + reserves + off_table + 1):
        if brigade > line + reserves:
            board[at.STATE, brigade] = at.NOT_ENTERED
        elif brigade > line:
            board[at.STATE, brigade] = at.IN_RESERVE
        else:
            board[at.STATE, brigade] = at.FALTERS if brigade > line - terms[base + at.FALTERING] else at.IN_LINE
    for k in range(terms[base + at.UNITS]):
        unit = base + at.FIRST_UNIT + k * at.UNIT_TERMS
        board[at.HITS, k] = terms[unit + at.CASUALTIES]
        board[at.SHORT_OF, k] = terms[unit + at.LOW]
    board[at.COUNTS, at.CARDS_LEFT] = terms[base + at.CARDS]


@jit_inner
def _play(key: Integer, terms: Integers, board: Integers, tally: Floats) -> None:
    """One engagement, turn by turn (GA-CMD-03): ADCs, tasks, Command Rolls, initiative."""
    turns, holder = terms[at.TURNS], terms[at.HOLDER]
    share = 1.0 / turns
    kept = True
    tally[at.FIRST_LOST] = turns
    for side in range(2):
        told = at.SHARED_RESULTS + side * at.SIDE_RESULTS
        tally[told + at.UNCOVERED_BY] = turns
        tally[told + at.ENTERED_BY] = turns
    for turn in range(1, turns + 1):
        own = _side(key, turn, 0, terms, board[0], tally)
        enemy = _side(key, turn, 1, terms, board[1], tally)
        dice = stream(key, at.INITIATIVE_DICE, turn, 0)
        ours = die(dice, 0) + die(dice, 1) - own
        theirs = die(dice, 2) + die(dice, 3) - enemy
        holder = winner(ours, theirs, holder, die(dice, 4))
        tally[at.TIES] += share * (ours == theirs)
        tally[at.INITIATIVE] += share * (holder == OWN)
        if kept and holder != OWN:
            kept = False
            tally[at.FIRST_LOST] = turn
    tally[at.INITIATIVE_LAST] = holder == OWN


@jit_inner
def _side(key: Integer, turn: Integer, side: Integer, terms: Integers, board: Integers, tally: Floats) -> Integer:
    """The command phase of one side; returns what its brigades take off the initiative."""
    base, told = at.SHARED_TERMS + side * at.SIDE_TERMS, at.SHARED_RESULTS + side * at.SIDE_RESULTS
    share = 1.0 / terms[at.TURNS]
    board[at.MARKS, :] = 0
    adcs = _roll_adcs(stream(key, at.ADC_DICE, turn, side), terms, base, board, tally, told)
    free = _divisional_morale(adcs, terms, board, tally, told)
    tally[told + at.ADCS] += share * adcs
    tally[told + at.FREE_ADCS] += share * free
    tally[told + at.SPENT] += share * _pay(free, terms, base, board)
    lost = _roll_for_command(key, turn, side, terms, board, tally, told)
    carry_out(key, turn, side, terms, board, tally)
    return lost


@jit_inner
def _roll_adcs(dice: Integer, terms: Integers, base: Integer, board: Integers, tally: Floats, told: Integer) -> Integer:
    """How many ADCs a side has this turn."""
    if terms[base + at.GIVEN_ADCS] >= 0:
        return terms[base + at.GIVEN_ADCS]
    here, away = 0, 0
    for brigade in range(1, MOST_BRIGADES + 1):
        if board[at.STATE, brigade] != at.GONE and board[at.BEREFT, brigade] == 0:
            if board[at.STATE, brigade] == at.NOT_ENTERED:
                away += 1
            else:
                here += 1
    on_table = adc_dice(here, terms[at.PER_BRIGADE], terms[at.BONUS])
    off_table = adc_dice(away, terms[at.PER_BRIGADE], 0)
    adcs, sixes, off_sixes = 0, 0, 0
    for k in range(on_table + off_table):
        face = die(dice, k)
        adcs += is_available(face, k >= on_table)
        if face == 6:
            if k >= on_table:
                off_sixes += 1
            else:
                sixes += 1
    extra = extra_adcs(sixes, off_sixes, terms[at.EXTRA], terms[at.POOL])
    tally[told + at.EXTRA_ADCS] += extra / terms[at.TURNS]
    return adcs + extra


@jit_inner
def _divisional_morale(adcs: Integer, terms: Integers, board: Integers, tally: Floats, told: Integer) -> Integer:
    """Pay for Faltering brigades, or let the last flee; returns the ADCs that are free."""
    faltering = 0
    for brigade in range(1, MOST_BRIGADES + 1):
        faltering += board[at.STATE, brigade] == at.FALTERS
    left = brigades_that_flee(adcs, faltering, terms[at.SHORTFALL])
    tally[told + at.SHORT] += (left > 0) / terms[at.TURNS]
    for brigade in range(MOST_BRIGADES, 0, -1):
        if left > 0 and board[at.STATE, brigade] == at.FALTERS:
            left -= 1
            board[at.MARKS, brigade] |= at.FLEES
            tally[told + at.FLED] += 1
            tally[told + at.ADCS_LOST] += adcs_lost(True, board[at.BEREFT, brigade] != 0, terms[at.PER_BRIGADE])
            board[at.BEREFT, brigade] = 1
            if terms[at.REMOVES]:
                board[at.STATE, brigade] = at.GONE
                board[at.COUNTS, at.GONE_BRIGADES] += 1
    return free_adcs(adcs, faltering)


@jit_inner
def _pay(free: Integer, terms: Integers, base: Integer, board: Integers) -> Integer:
    """Give the orders of the plan, by priority, as far as they go; answers with the ADCs sent.

    An order that stands in for others is given only where none of them is.
    """
    board[at.COUNTS, at.SPENT_RECON] = board[at.COUNTS, at.SPENT_GLORY] = 0
    spent, stood_in = 0, False
    for k in range(terms[base + at.ORDERS]):
        order = base + at.SIDE_HEAD + k * at.ORDER_TERMS
        code, brigade = terms[order + at.CODE], terms[order + at.BRIGADE]
        board[at.GIVEN, k] = at.UNPAID
        if terms[order + at.INSTEAD] == 0:
            stood_in = False
        if stood_in or not _may_be_given(terms, base, order, board):
            continue
        if code == tasks.ASSAULT and board[at.STANDS, brigade] > 0:
            board[at.GIVEN, k] = at.STOOD
            stood_in = True
            continue
        in_reserve = brigade > 0 and board[at.STATE, brigade] in (at.IN_RESERVE, at.NOT_ENTERED)
        off_table = brigade > 0 and board[at.STATE, brigade] == at.NOT_ENTERED
        added = in_reserve and code in (tasks.ASSAULT, tasks.FORWARD)
        cost = order_cost(terms[order + at.COST], code == tasks.RESERVE, off_table, added)
        if cost > free - spent:
            continue
        spent += cost
        stood_in = True
        board[at.GIVEN, k] = at.PAID_FOR
        board[at.COUNTS, at.SPENT_RECON] += code == tasks.RECON
        board[at.COUNTS, at.SPENT_GLORY] += code == tasks.GLORY
        board[at.COUNTS, at.SPENT_COMMANDS] += code == tasks.COMMAND
        if brigade > 0:
            board[at.MARKS, brigade] |= at.ORDERED
        if code == tasks.ATTACH:
            board[at.MARKS, brigade] |= at.ATTACHED
        elif code == tasks.AMMUNITION:
            board[at.MARKS, brigade] |= at.SUPPLIED
        elif code == tasks.COMMAND:
            board[at.MARKS, brigade] |= at.COMMANDED
        elif code == tasks.RESERVE:
            board[at.MARKS, brigade] |= at.BROUGHT_OUT
        elif code == tasks.REDEPLOY and not order_stands(True, False, False, True):
            board[at.STANDS, brigade] = 0
            for earlier in range(k):
                other = base + at.SIDE_HEAD + earlier * at.ORDER_TERMS
                assault = terms[other + at.CODE] == tasks.ASSAULT and terms[other + at.BRIGADE] == brigade
                if assault and board[at.GIVEN, earlier] == at.STOOD:
                    board[at.GIVEN, earlier] = at.UNPAID
    return spent


@jit_inner
def _may_be_given(terms: Integers, base: Integer, order: Integer, board: Integers) -> bool:
    """Whether the rules allow an order now, and it would do something."""
    code, brigade, most = terms[order + at.CODE], terms[order + at.BRIGADE], terms[order + at.MOST]
    if terms[order + at.IN_VAIN] != 0:
        return False
    in_reserve, mark = False, 0
    if brigade > 0:
        mark = board[at.MARKS, brigade]
        if board[at.STATE, brigade] == at.GONE or mark & at.FLEES:
            return False
        in_reserve = board[at.STATE, brigade] in (at.IN_RESERVE, at.NOT_ENTERED)
    if not may_be_given(code, in_reserve, (mark & at.BROUGHT_OUT) != 0, terms[at.ATTACH_RESERVE] != 0):
        return False
    if code == tasks.RECON and board[at.COUNTS, at.SPENT_RECON] >= board[at.COUNTS, at.CARDS_LEFT]:
        return False
    for_guns = code in (tasks.PREPARATION, tasks.AMMUNITION)
    if for_guns and batteries(terms, base, board, brigade, code, mark & at.SUPPLIED) == 0:
        return False
    given, groups = 0, terms[at.DIVISIONS]
    if code == tasks.RECON:
        given = board[at.COUNTS, at.SPENT_RECON]
    elif code == tasks.GLORY:
        given = board[at.COUNTS, at.SPENT_GLORY]
    elif code == tasks.COMMAND:
        given = board[at.COUNTS, at.SPENT_COMMANDS]
    elif code == tasks.ATTACH:
        given, groups = mark & at.ATTACHED, 1
    return most == 0 or within_cap(given, most, groups)


@jit_inner
def _roll_for_command(
    key: Integer, turn: Integer, side: Integer, terms: Integers, board: Integers, tally: Floats, told: Integer
) -> Integer:
    """Mark the brigades that obey; returns what the others take off the initiative."""
    only_hesitant, only_faltering, both = 0, 0, 0
    for brigade in range(1, MOST_BRIGADES + 1):
        if board[at.STATE, brigade] == at.GONE:
            continue
        mark, falters = board[at.MARKS, brigade], board[at.STATE, brigade] == at.FALTERS
        in_reserve = board[at.STATE, brigade] in (at.IN_RESERVE, at.NOT_ENTERED)
        brought_out = (mark & at.BROUGHT_OUT) != 0
        obeyed = brought_out  # GA-GAP-22: where reserves do not roll
        if rolls_for_command(in_reserve, brought_out, (mark & at.FLEES) != 0, terms[at.RESERVE_ROLLS] != 0):
            attached, commanded = (mark & at.ATTACHED) != 0, (mark & at.COMMANDED) != 0
            again = rerolls(attached, commanded, terms[at.BEFORE_OBEYING] != 0, terms[at.MOST_REROLLS])
            dice = stream(key, at.COMMAND_DICE, turn, side * at.SEATS + brigade)
            obeyed = False
            for throw in range(1 + again):
                if not obeyed:
                    obeyed = obeys(die(dice, throw), falters, terms[at.OBEY_FROM], terms[at.FALTERING_OBEY_FROM])
            both += falters and not obeyed
            only_hesitant += not falters and not obeyed
            only_faltering += falters and obeyed
        elif falters:
            only_faltering += 1
        if obeyed:
            board[at.MARKS, brigade] |= at.OBEYED
    hesitant = only_hesitant + both
    tally[told + at.HESITANT] += hesitant / terms[at.TURNS]
    tally[told + at.ALL_OBEY] += (hesitant == 0) / terms[at.TURNS]
    fled = board[at.COUNTS, at.GONE_BRIGADES]
    return penalty(only_hesitant, only_faltering, both, fled, terms[at.COUNT_DOUBLE] != 0, terms[at.COUNT_FLED] != 0)
