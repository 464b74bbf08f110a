"""The command phase compiled.  The rules come from their chapters; here they are put in order (GA-CMD-03).

``terms`` is the setting and ``tally`` the results of one engagement, by the places of ``phase_terms``; ``base`` and
``told`` are where those of a side begin, ``board`` is its state (``phase_board``).
"""

from __future__ import annotations

import numpy as np

from tigersim.companions.general_darmee.availability import adc_dice, adcs_lost, extra_adcs, is_available
from tigersim.companions.general_darmee.command_roll import obeys, rerolls, rolls_for_command
from tigersim.companions.general_darmee.effects import order_stands
from tigersim.companions.general_darmee.initiative_roll import OWN, penalty, winner
from tigersim.companions.general_darmee.morale import brigades_that_flee, free_adcs
from tigersim.companions.general_darmee.phase_board import (
    ADC_DICE,
    ATTACHED,
    BEREFT,
    BROUGHT_OUT,
    CARDS_LEFT,
    COMMAND_DICE,
    COMMANDED,
    COUNTS,
    FALTERS,
    FLEES,
    GIVEN,
    GONE,
    GONE_BRIGADES,
    HITS,
    IN_LINE,
    IN_RESERVE,
    INITIATIVE_DICE,
    MARKS,
    NOT_ENTERED,
    OBEYED,
    ORDERED,
    PAID_FOR,
    ROWS,
    SEATS,
    SHORT_OF,
    SPENT_COMMANDS,
    SPENT_GLORY,
    SPENT_RECON,
    STANDS,
    STATE,
    STOOD,
    SUPPLIED,
    UNPAID,
    WIDTH,
    Floats,
    Integer,
    Integers,
)
from tigersim.companions.general_darmee.phase_effects import batteries, carry_out
from tigersim.companions.general_darmee.phase_terms import (
    ADCS,
    ADCS_LOST,
    ALL_OBEY,
    ATTACH_RESERVE,
    BEFORE_OBEYING,
    BONUS,
    BRIGADE,
    CARDS,
    CASUALTIES,
    CODE,
    COST,
    COUNT_DOUBLE,
    COUNT_FLED,
    DIVISIONS,
    ENTERED_BY,
    EXTRA,
    EXTRA_ADCS,
    FALTERING,
    FALTERING_OBEY_FROM,
    FIRST_LOST,
    FIRST_UNIT,
    FLED,
    FREE_ADCS,
    GIVEN_ADCS,
    HESITANT,
    HOLDER,
    IN_VAIN,
    INITIATIVE,
    INITIATIVE_LAST,
    INSTEAD,
    LINE,
    LOW,
    MOST,
    MOST_REROLLS,
    OBEY_FROM,
    OFF_TABLE,
    ORDER_TERMS,
    ORDERS,
    PER_BRIGADE,
    POOL,
    REMOVES,
    RESERVE_ROLLS,
    RESERVES,
    RESULTS,
    SHARED_RESULTS,
    SHARED_TERMS,
    SHORT,
    SHORTFALL,
    SIDE_HEAD,
    SIDE_RESULTS,
    SIDE_TERMS,
    SPENT,
    TIES,
    TURNS,
    UNCOVERED_BY,
    UNIT_TERMS,
    UNITS,
)
from tigersim.companions.general_darmee.side import MOST_BRIGADES
from tigersim.companions.general_darmee.tasks import (
    AMMUNITION,
    ASSAULT,
    ATTACH,
    COMMAND,
    FORWARD,
    GLORY,
    PREPARATION,
    RECON,
    REDEPLOY,
    RESERVE,
    may_be_given,
    order_cost,
    within_cap,
)
from tigersim.core.chance import battle_key, die, stream
from tigersim.core.compile.jit import for_kernels, jit_allocating, jit_inner

for_kernels(adc_dice, adcs_lost, extra_adcs, is_available, obeys, rerolls, rolls_for_command, order_stands)
for_kernels(penalty, winner, brigades_that_flee, free_adcs, may_be_given, order_cost, within_cap)


@jit_allocating
def play_engagements(seed: Integer, first: Integer, trials: Integer, terms: Integers, sums: Floats) -> None:
    """Play engagements from ``first`` on; their results and the squares go to ``sums``."""
    tally = np.zeros(RESULTS)
    board = np.zeros((2, ROWS, WIDTH), np.int64)
    for trial in range(first, first + trials):
        _engage(battle_key(seed, trial), terms, board, tally)
        for k in range(RESULTS):
            sums[k, 0] += tally[k]
            sums[k, 1] += tally[k] * tally[k]


@jit_allocating
def play_differences(seed: Integer, first: Integer, trials: Integer, terms: Integers, sums: Floats) -> None:
    """Play engagements by two settings with the same dice; what the second has more is summed."""
    one, other = np.zeros(RESULTS), np.zeros(RESULTS)
    board = np.zeros((2, ROWS, WIDTH), np.int64)
    for trial in range(first, first + trials):
        _engage(battle_key(seed, trial), terms[0], board, one)
        _engage(battle_key(seed, trial), terms[1], board, other)
        for k in range(RESULTS):
            more = other[k] - one[k]
            sums[k, 0] += more
            sums[k, 1] += more * more


@jit_inner
def _engage(key: Integer, terms: Integers, board: Integers, tally: Floats) -> None:
    """One engagement from its beginning."""
    tally[:] = 0
    board[:] = 0
    for side in range(2):
        _set_up(terms, SHARED_TERMS + side * SIDE_TERMS, board[side])
    _play(key, terms, board, tally)


@jit_inner
def _set_up(terms: Integers, base: Integer, board: Integers) -> None:
    """Put the brigades of a side where they begin, with their units as they are told."""
    line, reserves, off_table = terms[base + LINE], terms[base + RESERVES], terms[base + OFF_TABLE]
    for brigade in range(1, line + reserves + off_table + 1):
        if brigade > line + reserves:
            board[STATE, brigade] = NOT_ENTERED
        elif brigade > line:
            board[STATE, brigade] = IN_RESERVE
        else:
            board[STATE, brigade] = FALTERS if brigade > line - terms[base + FALTERING] else IN_LINE
    for k in range(terms[base + UNITS]):
        unit = base + FIRST_UNIT + k * UNIT_TERMS
        board[HITS, k] = terms[unit + CASUALTIES]
        board[SHORT_OF, k] = terms[unit + LOW]
    board[COUNTS, CARDS_LEFT] = terms[base + CARDS]


@jit_inner
def _play(key: Integer, terms: Integers, board: Integers, tally: Floats) -> None:
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
        own = _side(key, turn, 0, terms, board[0], tally)
        enemy = _side(key, turn, 1, terms, board[1], tally)
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
def _side(key: Integer, turn: Integer, side: Integer, terms: Integers, board: Integers, tally: Floats) -> Integer:
    """The command phase of one side up to the initiative; answers with what its brigades take off that."""
    base, told = SHARED_TERMS + side * SIDE_TERMS, SHARED_RESULTS + side * SIDE_RESULTS
    share = 1.0 / terms[TURNS]
    board[MARKS, :] = 0
    adcs = _roll_adcs(stream(key, ADC_DICE, turn, side), terms, base, board, tally, told)
    free = _divisional_morale(adcs, terms, board, tally, told)
    tally[told + ADCS] += share * adcs
    tally[told + FREE_ADCS] += share * free
    tally[told + SPENT] += share * _pay(free, terms, base, board)
    lost = _roll_for_command(key, turn, side, terms, board, tally, told)
    carry_out(key, turn, side, terms, board, tally)
    return lost


@jit_inner
def _roll_adcs(dice: Integer, terms: Integers, base: Integer, board: Integers, tally: Floats, told: Integer) -> Integer:
    """How many ADCs a side has this turn."""
    if terms[base + GIVEN_ADCS] >= 0:
        return terms[base + GIVEN_ADCS]
    here, away = 0, 0
    for brigade in range(1, MOST_BRIGADES + 1):
        if board[STATE, brigade] != GONE and board[BEREFT, brigade] == 0:
            if board[STATE, brigade] == NOT_ENTERED:
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
def _divisional_morale(adcs: Integer, terms: Integers, board: Integers, tally: Floats, told: Integer) -> Integer:
    """Pay for Faltering brigades or let them flee, the last ones first; answers with the ADCs that are free."""
    faltering = 0
    for brigade in range(1, MOST_BRIGADES + 1):
        faltering += board[STATE, brigade] == FALTERS
    left = brigades_that_flee(adcs, faltering, terms[SHORTFALL])
    tally[told + SHORT] += (left > 0) / terms[TURNS]
    for brigade in range(MOST_BRIGADES, 0, -1):
        if left > 0 and board[STATE, brigade] == FALTERS:
            left -= 1
            board[MARKS, brigade] |= FLEES
            tally[told + FLED] += 1
            tally[told + ADCS_LOST] += adcs_lost(True, board[BEREFT, brigade] != 0, terms[PER_BRIGADE])
            board[BEREFT, brigade] = 1
            if terms[REMOVES]:
                board[STATE, brigade] = GONE
                board[COUNTS, GONE_BRIGADES] += 1
    return free_adcs(adcs, faltering)


@jit_inner
def _pay(free: Integer, terms: Integers, base: Integer, board: Integers) -> Integer:
    """Give the orders of the plan, by priority, as far as they go; answers with the ADCs sent.

    An order that stands in for others is given only where none of them is.
    """
    board[COUNTS, SPENT_RECON] = board[COUNTS, SPENT_GLORY] = 0
    spent, stood_in = 0, False
    for k in range(terms[base + ORDERS]):
        order = base + SIDE_HEAD + k * ORDER_TERMS
        code, brigade = terms[order + CODE], terms[order + BRIGADE]
        board[GIVEN, k] = UNPAID
        if terms[order + INSTEAD] == 0:
            stood_in = False
        if stood_in or not _may_be_given(terms, base, order, board):
            continue
        if code == ASSAULT and board[STANDS, brigade] > 0:
            board[GIVEN, k] = STOOD
            stood_in = True
            continue
        in_reserve = brigade > 0 and board[STATE, brigade] in (IN_RESERVE, NOT_ENTERED)
        off_table = brigade > 0 and board[STATE, brigade] == NOT_ENTERED
        added = in_reserve and code in (ASSAULT, FORWARD)
        cost = order_cost(terms[order + COST], code == RESERVE, off_table, added)
        if cost > free - spent:
            continue
        spent += cost
        stood_in = True
        board[GIVEN, k] = PAID_FOR
        board[COUNTS, SPENT_RECON] += code == RECON
        board[COUNTS, SPENT_GLORY] += code == GLORY
        board[COUNTS, SPENT_COMMANDS] += code == COMMAND
        if brigade > 0:
            board[MARKS, brigade] |= ORDERED
        if code == ATTACH:
            board[MARKS, brigade] |= ATTACHED
        elif code == AMMUNITION:
            board[MARKS, brigade] |= SUPPLIED
        elif code == COMMAND:
            board[MARKS, brigade] |= COMMANDED
        elif code == RESERVE:
            board[MARKS, brigade] |= BROUGHT_OUT
        elif code == REDEPLOY and not order_stands(True, False, False, True):
            board[STANDS, brigade] = 0
            for earlier in range(k):
                other = base + SIDE_HEAD + earlier * ORDER_TERMS
                if terms[other + CODE] == ASSAULT and terms[other + BRIGADE] == brigade:
                    board[GIVEN, earlier] = UNPAID if board[GIVEN, earlier] == STOOD else board[GIVEN, earlier]
    return spent


@jit_inner
def _may_be_given(terms: Integers, base: Integer, order: Integer, board: Integers) -> bool:
    """Whether the rules allow an order now, and it would do something."""
    code, brigade, most = terms[order + CODE], terms[order + BRIGADE], terms[order + MOST]
    if terms[order + IN_VAIN] != 0:
        return False
    in_reserve, mark = False, 0
    if brigade > 0:
        mark = board[MARKS, brigade]
        if board[STATE, brigade] == GONE or mark & FLEES:
            return False
        in_reserve = board[STATE, brigade] in (IN_RESERVE, NOT_ENTERED)
    if not may_be_given(code, in_reserve, (mark & BROUGHT_OUT) != 0, terms[ATTACH_RESERVE] != 0):
        return False
    if code == RECON and board[COUNTS, SPENT_RECON] >= board[COUNTS, CARDS_LEFT]:
        return False
    if code in (PREPARATION, AMMUNITION) and batteries(terms, base, board, brigade, code, mark & SUPPLIED) == 0:
        return False
    given, groups = 0, terms[DIVISIONS]
    if code == RECON:
        given = board[COUNTS, SPENT_RECON]
    elif code == GLORY:
        given = board[COUNTS, SPENT_GLORY]
    elif code == COMMAND:
        given = board[COUNTS, SPENT_COMMANDS]
    elif code == ATTACH:
        given, groups = mark & ATTACHED, 1
    return most == 0 or within_cap(given, most, groups)


@jit_inner
def _roll_for_command(
    key: Integer,
    turn: Integer,
    side: Integer,
    terms: Integers,
    board: Integers,
    tally: Floats,
    told: Integer,
) -> Integer:
    """Mark the brigades that obey; answers with what the others and the Faltering take off the initiative."""
    only_hesitant, only_faltering, both = 0, 0, 0
    for brigade in range(1, MOST_BRIGADES + 1):
        if board[STATE, brigade] == GONE:
            continue
        mark, falters = board[MARKS, brigade], board[STATE, brigade] == FALTERS
        in_reserve = board[STATE, brigade] in (IN_RESERVE, NOT_ENTERED)
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
            board[MARKS, brigade] |= OBEYED
    hesitant = only_hesitant + both
    tally[told + HESITANT] += hesitant / terms[TURNS]
    tally[told + ALL_OBEY] += (hesitant == 0) / terms[TURNS]
    fled = board[COUNTS, GONE_BRIGADES]
    return penalty(only_hesitant, only_faltering, both, fled, terms[COUNT_DOUBLE] != 0, terms[COUNT_FLED] != 0)
