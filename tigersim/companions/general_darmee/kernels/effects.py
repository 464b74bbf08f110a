"""What orders do in the simulated command phase, compiled.

``told`` is where the results of a side begin.
"""

from __future__ import annotations

from tigersim.companions.general_darmee.kernels import places as at
from tigersim.companions.general_darmee.kernels.places import Floats, Integer, Integers
from tigersim.companions.general_darmee.rules import tasks
from tigersim.companions.general_darmee.rules.effects import (
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
from tigersim.companions.general_darmee.rules.permissions import may_prepare, may_redeploy_guns, order_for_guns
from tigersim.core.chance import die, stream
from tigersim.core.compile.jit import for_kernels, jit_inner

for_kernels(assault_goes_on, assault_is_given, casualty_dice, command_recovers, forward_dice, forward_dice_in_all)
for_kernels(glory_recovers, low_on_ammunition, may_prepare, may_redeploy_guns, order_for_guns, order_stands)
for_kernels(recon_uncovers, reserve_enters)


@jit_inner
def batteries(
    terms: Integers, base: Integer, board: Integers, brigade: Integer, code: Integer, supplied: Integer
) -> Integer:
    """Batteries for which Artillery preparation! or Ammunition! would do something now.

    ``supplied``: its guns are about to be filled.  -1: of its units nothing is known.
    """
    found, known = 0, False
    for k in range(terms[base + at.UNITS]):
        unit = base + at.FIRST_UNIT + k * at.UNIT_TERMS
        if terms[unit + at.OF_BRIGADE] != brigade:
            continue
        known = True
        if terms[unit + at.ARM] != at.ARTILLERY:
            continue
        low = board[at.SHORT_OF, k] != 0
        if code == tasks.AMMUNITION:
            found += low
        else:
            found += may_prepare(
                board[at.HITS, k],
                terms[unit + at.FORMED] != 0,
                low and supplied == 0,
                terms[unit + at.RECRUITS] != 0,
                terms[unit + at.IN_COMMAND] != 0,
            )
    return found if known else -1


@jit_inner
def guns_that_may_move(terms: Integers, side: Integer, board: Integers) -> Integer:
    """Batteries of brigades in line that may limber and move this turn."""
    base, found = at.SHARED_TERMS + side * at.SIDE_TERMS, 0
    for k in range(terms[base + at.UNITS]):
        unit = base + at.FIRST_UNIT + k * at.UNIT_TERMS
        brigade = terms[unit + at.OF_BRIGADE]
        if terms[unit + at.ARM] != at.ARTILLERY or board[at.STATE, brigade] not in (at.IN_LINE, at.FALTERS):
            continue
        mark = board[at.MARKS, brigade]
        if mark & at.FLEES:
            continue
        passed = order_for_guns(
            (mark & at.ATTACHED) != 0, (mark & at.ORDERED) != 0, (mark & at.OBEYED) != 0, terms[at.GUNS_BY_ANY] != 0
        )
        found += may_redeploy_guns(
            terms[base + at.FREE_ARMY] != 0, passed, terms[unit + at.LIMBERED] != 0, terms[unit + at.HORSE] != 0
        )
    return found


@jit_inner
def carry_out(key: Integer, turn: Integer, side: Integer, terms: Integers, board: Integers, tally: Floats) -> None:
    """Do what was given and is obeyed."""
    base, told = at.SHARED_TERMS + side * at.SIDE_TERMS, at.SHARED_RESULTS + side * at.SIDE_RESULTS
    share = 1.0 / terms[at.TURNS]
    tally[told + at.GUNS] += share * guns_that_may_move(terms, side, board)
    for k in range(terms[base + at.ORDERS]):
        how = board[at.GIVEN, k]
        if how == at.UNPAID:
            continue
        order = base + at.SIDE_HEAD + k * at.ORDER_TERMS
        code, brigade = terms[order + at.CODE], terms[order + at.BRIGADE]
        needs = terms[order + at.NEEDS_OBEDIENCE] != 0 and (
            code != tasks.PREPARATION or terms[at.PREPARATION_OBEYS] != 0
        )
        done = not needs or (board[at.MARKS, brigade] & at.OBEYED) != 0
        if code == tasks.ASSAULT:
            done = _assault(terms, board, brigade, how, done)
        effect = done
        dice = stream(key, at.TASK_DICE, turn, side * at.SEATS + k)
        if done:
            extra = terms[order + at.DICE_EACH]
            if code == tasks.PREPARATION:
                able = batteries(terms, base, board, brigade, code, 0)
                effect = able != 0
                extra = casualty_dice(True, False, False) * (able if able >= 0 else 1)
            tally[told + at.DICE] += share * extra
        if done and code == tasks.RECON:
            effect = recon_uncovers(die(dice, 0), terms[at.MODIFIER])
            if effect:
                board[at.COUNTS, at.CARDS_LEFT] -= 1
                tally[told + at.UNCOVERED] += 1
                if board[at.COUNTS, at.CARDS_LEFT] == 0:
                    tally[told + at.UNCOVERED_BY] = turn
        elif done and code == tasks.GLORY:
            back = _glory(die(dice, 0), terms, base, board, brigade)
            effect = back > 0
            tally[told + at.RECOVERED] += back
        elif done and code == tasks.COMMAND:
            tally[told + at.RECOVERED] += _command(terms, base, board, brigade)
        elif done and code == tasks.AMMUNITION:
            effect = _ammunition(terms, base, board, brigade, done)
        elif done and code == tasks.FORWARD:
            distance = 0
            for throw in range(_forward_dice(terms)):
                distance += die(dice, throw)
            effect = distance >= terms[at.REACH]
        elif code == tasks.RESERVE and reserve_enters(how == at.PAID_FOR, done):
            board[at.STATE, brigade] = at.IN_LINE
            tally[told + at.ENTERED] += 1
            if tally[told + at.ENTERED] == terms[base + at.RESERVES] + terms[base + at.OFF_TABLE]:
                tally[told + at.ENTERED_BY] = turn
        results = told + at.SIDE_HEAD_RESULTS + k * at.ORDER_RESULTS
        tally[told + at.DONE] += share * (done and terms[order + at.NEEDS_OBEDIENCE] != 0)
        tally[results + at.PAID] += share * (how == at.PAID_FOR)
        tally[results + at.CARRIED_OUT] += share * done
        tally[results + at.EFFECT] += share * effect


@jit_inner
def _assault(terms: Integers, board: Integers, brigade: Integer, how: Integer, obeyed: bool) -> bool:
    """Whether a brigade acts on its assault.

    Its place on the board holds 1 and the turns in which it did, while the order stands.
    """
    stood = board[at.STANDS, brigade]
    done = assault_goes_on(stood > 1, obeyed, terms[at.ASSAULT_OBEYS] != 0)
    stands = stood > 0 or assault_is_given(how == at.PAID_FOR, done, terms[at.STANDS_AT_ONCE] != 0)
    acted = max(stood - 1, 0) + done
    reached = terms[at.OBJECTIVE] > 0 and acted >= terms[at.OBJECTIVE]
    board[at.STANDS, brigade] = 1 + acted if order_stands(stands, reached, False, False) else 0
    return done


@jit_inner
def _glory(face: Integer, terms: Integers, base: Integer, board: Integers, brigade: Integer) -> Integer:
    """Casualties that come back to the unit next to the brigadier: the first, else infantry."""
    for k in range(terms[base + at.UNITS]):
        unit = base + at.FIRST_UNIT + k * at.UNIT_TERMS
        if terms[unit + at.OF_BRIGADE] == brigade:
            gives = glory_recovers(face, terms[unit + at.ARM] == at.INFANTRY, terms[at.GLORY_GIVES])
            back = min(gives, board[at.HITS, k])
            board[at.HITS, k] -= back
            return back
    return glory_recovers(face, True, terms[at.GLORY_GIVES])


@jit_inner
def _command(terms: Integers, base: Integer, board: Integers, brigade: Integer) -> Integer:
    """Casualties that come back to the units of a brigade under Command!."""
    found = 0
    for k in range(terms[base + at.UNITS]):
        unit = base + at.FIRST_UNIT + k * at.UNIT_TERMS
        if terms[unit + at.OF_BRIGADE] == brigade:
            back = command_recovers(board[at.HITS, k], terms[unit + at.ARM] == at.ARTILLERY)
            board[at.HITS, k] -= back
            found += back
    return found


@jit_inner
def _ammunition(terms: Integers, base: Integer, board: Integers, brigade: Integer, obeyed: bool) -> bool:
    """Fill the guns of a brigade; whether that was needed, or nothing is known of its units."""
    needed: bool = batteries(terms, base, board, brigade, tasks.AMMUNITION, 0) != 0
    for k in range(terms[base + at.UNITS]):
        if terms[base + at.FIRST_UNIT + k * at.UNIT_TERMS + at.OF_BRIGADE] == brigade:
            board[at.SHORT_OF, k] = low_on_ammunition(board[at.SHORT_OF, k] != 0, obeyed)
    return needed


@jit_inner
def _forward_dice(terms: Integers) -> Integer:
    """Dice that Forward! gives as it is used here."""
    if terms[at.BOTH_BONUSES]:
        return forward_dice_in_all(terms[at.UNITS_OF_LENGTH], True)
    return forward_dice(terms[at.CHARGING] != 0, terms[at.UNITS_OF_LENGTH])
