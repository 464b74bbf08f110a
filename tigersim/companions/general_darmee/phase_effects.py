"""What orders do in the simulated command phase, compiled.

``told`` is where the results of a side begin.
"""

from __future__ import annotations

from tigersim.companions.general_darmee.effects import (
    assault_goes_on,
    assault_is_given,
    casualty_dice,
    command_recovers,
    forward_dice,
    forward_dice_in_all,
    glory_recovers,
    low_on_ammunition,
    order_stands,
    recon_uncovers,
    reserve_enters,
)
from tigersim.companions.general_darmee.permissions import may_prepare, may_redeploy_guns, order_for_guns
from tigersim.companions.general_darmee.phase_board import (
    ATTACHED,
    CARDS_LEFT,
    COUNTS,
    FALTERS,
    FLEES,
    GIVEN,
    HITS,
    IN_LINE,
    MARKS,
    OBEYED,
    ORDERED,
    PAID_FOR,
    SEATS,
    SHORT_OF,
    STANDS,
    STATE,
    TASK_DICE,
    UNPAID,
    Floats,
    Integer,
    Integers,
)
from tigersim.companions.general_darmee.phase_terms import (
    ARM,
    ARTILLERY,
    ASSAULT_OBEYS,
    BOTH_BONUSES,
    BRIGADE,
    CARRIED_OUT,
    CHARGING,
    CODE,
    DICE,
    DICE_EACH,
    DONE,
    EFFECT,
    ENTERED,
    ENTERED_BY,
    FIRST_UNIT,
    FORMED,
    FREE_ARMY,
    GLORY_GIVES,
    GUNS,
    GUNS_BY_ANY,
    HORSE,
    IN_COMMAND,
    INFANTRY,
    LIMBERED,
    MODIFIER,
    NEEDS_OBEDIENCE,
    OBJECTIVE,
    OF_BRIGADE,
    OFF_TABLE,
    ORDER_RESULTS,
    ORDER_TERMS,
    ORDERS,
    PAID,
    PREPARATION_OBEYS,
    REACH,
    RECOVERED,
    RECRUITS,
    RESERVES,
    SHARED_RESULTS,
    SHARED_TERMS,
    SIDE_HEAD,
    SIDE_HEAD_RESULTS,
    SIDE_RESULTS,
    SIDE_TERMS,
    STANDS_AT_ONCE,
    TURNS,
    UNCOVERED,
    UNCOVERED_BY,
    UNIT_TERMS,
    UNITS,
    UNITS_OF_LENGTH,
)
from tigersim.companions.general_darmee.tasks import (
    AMMUNITION,
    ASSAULT,
    COMMAND,
    FORWARD,
    GLORY,
    PREPARATION,
    RECON,
    RESERVE,
)
from tigersim.core.chance import die, stream
from tigersim.core.compile.jit import for_kernels, jit_inner

for_kernels(assault_goes_on, assault_is_given, casualty_dice, command_recovers, forward_dice, forward_dice_in_all)
for_kernels(glory_recovers, low_on_ammunition, order_stands, recon_uncovers, reserve_enters)
for_kernels(may_prepare, may_redeploy_guns, order_for_guns)


@jit_inner
def batteries(
    terms: Integers, base: Integer, board: Integers, brigade: Integer, code: Integer, supplied: Integer
) -> Integer:
    """Batteries for which Artillery preparation! or Ammunition! would do something now.

    ``supplied``: its guns are about to be filled.  -1: of its units nothing is known.
    """
    found, known = 0, False
    for k in range(terms[base + UNITS]):
        unit = base + FIRST_UNIT + k * UNIT_TERMS
        if terms[unit + OF_BRIGADE] != brigade:
            continue
        known = True
        if terms[unit + ARM] != ARTILLERY:
            continue
        low = board[SHORT_OF, k] != 0
        if code == AMMUNITION:
            found += low
        else:
            found += may_prepare(
                board[HITS, k],
                terms[unit + FORMED] != 0,
                low and supplied == 0,
                terms[unit + RECRUITS] != 0,
                terms[unit + IN_COMMAND] != 0,
            )
    return found if known else -1


@jit_inner
def guns_that_may_move(terms: Integers, side: Integer, board: Integers) -> Integer:
    """Batteries of brigades in line that may limber and move this turn."""
    base, found = SHARED_TERMS + side * SIDE_TERMS, 0
    for k in range(terms[base + UNITS]):
        unit = base + FIRST_UNIT + k * UNIT_TERMS
        brigade = terms[unit + OF_BRIGADE]
        if terms[unit + ARM] != ARTILLERY or board[STATE, brigade] not in (IN_LINE, FALTERS):
            continue
        mark = board[MARKS, brigade]
        if mark & FLEES:
            continue
        passed = order_for_guns(
            (mark & ATTACHED) != 0, (mark & ORDERED) != 0, (mark & OBEYED) != 0, terms[GUNS_BY_ANY] != 0
        )
        found += may_redeploy_guns(
            terms[base + FREE_ARMY] != 0, passed, terms[unit + LIMBERED] != 0, terms[unit + HORSE] != 0
        )
    return found


@jit_inner
def carry_out(key: Integer, turn: Integer, side: Integer, terms: Integers, board: Integers, tally: Floats) -> None:
    """Do what was given and is obeyed."""
    base, told = SHARED_TERMS + side * SIDE_TERMS, SHARED_RESULTS + side * SIDE_RESULTS
    share = 1.0 / terms[TURNS]
    tally[told + GUNS] += share * guns_that_may_move(terms, side, board)
    for k in range(terms[base + ORDERS]):
        how = board[GIVEN, k]
        if how == UNPAID:
            continue
        order = base + SIDE_HEAD + k * ORDER_TERMS
        code, brigade = terms[order + CODE], terms[order + BRIGADE]
        needs = terms[order + NEEDS_OBEDIENCE] != 0 and (code != PREPARATION or terms[PREPARATION_OBEYS] != 0)
        done = not needs or (board[MARKS, brigade] & OBEYED) != 0
        if code == ASSAULT:
            done = _assault(terms, board, brigade, how, done)
        effect = done
        dice = stream(key, TASK_DICE, turn, side * SEATS + k)
        if done:
            extra = terms[order + DICE_EACH]
            if code == PREPARATION:
                able = batteries(terms, base, board, brigade, code, 0)
                effect = able != 0
                extra = casualty_dice(True, False, False) * (able if able >= 0 else 1)
            tally[told + DICE] += share * extra
        if done and code == RECON:
            effect = recon_uncovers(die(dice, 0), terms[MODIFIER])
            if effect:
                board[COUNTS, CARDS_LEFT] -= 1
                tally[told + UNCOVERED] += 1
                if board[COUNTS, CARDS_LEFT] == 0:
                    tally[told + UNCOVERED_BY] = turn
        elif done and code == GLORY:
            back = _glory(die(dice, 0), terms, base, board, brigade)
            effect = back > 0
            tally[told + RECOVERED] += back
        elif done and code == COMMAND:
            tally[told + RECOVERED] += _command(terms, base, board, brigade)
        elif done and code == AMMUNITION:
            effect = _ammunition(terms, base, board, brigade, done)
        elif done and code == FORWARD:
            distance = 0
            for throw in range(_forward_dice(terms)):
                distance += die(dice, throw)
            effect = distance >= terms[REACH]
        elif code == RESERVE and reserve_enters(how == PAID_FOR, done):
            board[STATE, brigade] = IN_LINE
            tally[told + ENTERED] += 1
            if tally[told + ENTERED] == terms[base + RESERVES] + terms[base + OFF_TABLE]:
                tally[told + ENTERED_BY] = turn
        results = told + SIDE_HEAD_RESULTS + k * ORDER_RESULTS
        tally[told + DONE] += share * (done and terms[order + NEEDS_OBEDIENCE] != 0)
        tally[results + PAID] += share * (how == PAID_FOR)
        tally[results + CARRIED_OUT] += share * done
        tally[results + EFFECT] += share * effect


@jit_inner
def _assault(terms: Integers, board: Integers, brigade: Integer, how: Integer, obeyed: bool) -> bool:
    """Whether a brigade acts on its assault.

    Its place on the board holds 1 and the turns in which it did, while the order stands.
    """
    stood = board[STANDS, brigade]
    done = assault_goes_on(stood > 1, obeyed, terms[ASSAULT_OBEYS] != 0)
    stands = stood > 0 or assault_is_given(how == PAID_FOR, done, terms[STANDS_AT_ONCE] != 0)
    acted = max(stood - 1, 0) + done
    reached = terms[OBJECTIVE] > 0 and acted >= terms[OBJECTIVE]
    board[STANDS, brigade] = 1 + acted if order_stands(stands, reached, False, False) else 0
    return done


@jit_inner
def _glory(face: Integer, terms: Integers, base: Integer, board: Integers, brigade: Integer) -> Integer:
    """Casualties that come back to the unit beside the brigadier: the first, else infantry."""
    for k in range(terms[base + UNITS]):
        unit = base + FIRST_UNIT + k * UNIT_TERMS
        if terms[unit + OF_BRIGADE] == brigade:
            back = min(glory_recovers(face, terms[unit + ARM] == INFANTRY, terms[GLORY_GIVES]), board[HITS, k])
            board[HITS, k] -= back
            return back
    return glory_recovers(face, True, terms[GLORY_GIVES])


@jit_inner
def _command(terms: Integers, base: Integer, board: Integers, brigade: Integer) -> Integer:
    """Casualties that come back to the units of a brigade under Command!."""
    found = 0
    for k in range(terms[base + UNITS]):
        unit = base + FIRST_UNIT + k * UNIT_TERMS
        if terms[unit + OF_BRIGADE] == brigade:
            back = command_recovers(board[HITS, k], terms[unit + ARM] == ARTILLERY)
            board[HITS, k] -= back
            found += back
    return found


@jit_inner
def _ammunition(terms: Integers, base: Integer, board: Integers, brigade: Integer, obeyed: bool) -> bool:
    """Fill the guns of a brigade; whether that was needed, or nothing is known of its units."""
    needed: bool = batteries(terms, base, board, brigade, AMMUNITION, 0) != 0
    for k in range(terms[base + UNITS]):
        if terms[base + FIRST_UNIT + k * UNIT_TERMS + OF_BRIGADE] == brigade:
            board[SHORT_OF, k] = low_on_ammunition(board[SHORT_OF, k] != 0, obeyed)
    return needed


@jit_inner
def _forward_dice(terms: Integers) -> Integer:
    """Dice that Forward! gives as it is used here."""
    if terms[BOTH_BONUSES]:
        return forward_dice_in_all(terms[UNITS_OF_LENGTH], True)
    return forward_dice(terms[CHARGING] != 0, terms[UNITS_OF_LENGTH])
