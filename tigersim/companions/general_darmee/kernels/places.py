"""Places in the setting, on the board and in the results of the command phase."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tigersim.companions.general_darmee.forces.orders import MOST_ORDERS
from tigersim.companions.general_darmee.forces.roster import MOST_UNITS

Integer = Any
"""An int64 in machine code, an integer of Python with the compiler off."""
Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

# --- setting: what both sides share ----------------------------------------------------------------------------------
TURNS, HOLDER, MODIFIER, REACH, CHARGING, OBJECTIVE = range(6)
"""Turns, who had the initiative, modifier of Recon!, how far Forward! should carry, whether it is of charges, and after
how many turns of an assault its objective is reached (0: it is not)."""
OBEY_FROM, FALTERING_OBEY_FROM, REMOVES, EXTRA, POOL, PER_BRIGADE, BONUS, SHORTFALL = range(6, 14)
COUNT_DOUBLE, COUNT_FLED, UNITS_OF_LENGTH, BOTH_BONUSES, GLORY_GIVES, BEFORE_OBEYING, MOST_REROLLS = range(14, 21)
DIVISIONS, RESERVE_ROLLS, PREPARATION_OBEYS, ATTACH_RESERVE, STANDS_AT_ONCE, ASSAULT_OBEYS, GUNS_BY_ANY = range(21, 28)
"""The rulings, in the order of ``rules.readings.Reading``."""
SHARED_TERMS = 28

# --- setting: a side, then its orders and its units ------------------------------------------------------------------
LINE, RESERVES, OFF_TABLE, FALTERING, GIVEN_ADCS, CARDS, FREE_ARMY, ORDERS, UNITS = range(9)
SIDE_HEAD = 9
CODE, BRIGADE, COST, NEEDS_OBEDIENCE, MOST, INSTEAD, IN_VAIN, DICE_EACH = range(8)
"""Of an order; most 0: no limit; dice: Casualty Dice that it brings whenever it is obeyed."""
ORDER_TERMS = 8
FIRST_UNIT = SIDE_HEAD + MOST_ORDERS * ORDER_TERMS
OF_BRIGADE, ARM, CASUALTIES, FORMED, RECRUITS, LOW, IN_COMMAND, LIMBERED, HORSE = range(9)
"""Of a unit; its arm as one of the next three."""
INFANTRY, CAVALRY, ARTILLERY = range(3)
UNIT_TERMS = 9
SIDE_TERMS = FIRST_UNIT + MOST_UNITS * UNIT_TERMS

# --- results of the game ---------------------------------------------------------------------------------------------
INITIATIVE, INITIATIVE_LAST, FIRST_LOST, TIES = range(4)
"""Share of turns in which we have it; whether in the last; turn in which we first do not, at most the last; ties."""
SHARED_RESULTS = 4

# --- results of a side, and then of its orders -----------------------------------------------------------------------
ADCS, EXTRA_ADCS, FREE_ADCS, SHORT, HESITANT, ALL_OBEY = range(6)
"""Means of a turn."""
FLED, ADCS_LOST, UNCOVERED, UNCOVERED_BY, ENTERED, ENTERED_BY, RECOVERED = range(6, 13)
"""Of the whole game; ``..._BY``: turn in which the last card or reserve was through, at most the last turn."""
DICE, GUNS, SPENT, DONE = range(13, 17)
"""Means of a turn: Casualty Dice by tasks, batteries that may limber and move, ADCs sent, tasks obeyed."""
SIDE_HEAD_RESULTS = 17
PAID, CARRIED_OUT, EFFECT = range(3)
"""Of an order, shares of turns.  An assault that stands is carried out without being paid for.  Effect: a card
uncovered, a casualty back, far enough, guns full again; else as carried out."""
ORDER_RESULTS = 3
SIDE_RESULTS = SIDE_HEAD_RESULTS + MOST_ORDERS * ORDER_RESULTS
RESULTS = SHARED_RESULTS + 2 * SIDE_RESULTS

# --- the board of a side: its rows, and what they hold ----------------------------------------------------------------
STATE, MARKS, BEREFT, STANDS, GIVEN, HITS, SHORT_OF, COUNTS = range(8)
"""Rows: of brigades their state, marks of this turn, whether their ADC is lost, and their assault; how each order was
given; casualties of units, and whether they are low on ammunition; counts of the side."""
ROWS, WIDTH = 8, 32
GONE, IN_LINE, FALTERS, IN_RESERVE, NOT_ENTERED = range(5)
"""What a brigade is; 0 also means that there is none."""
ATTACHED, COMMANDED, BROUGHT_OUT, FLEES, OBEYED, ORDERED, SUPPLIED = 1, 2, 4, 8, 16, 32, 64
"""What has come to it this turn, as bits."""
UNPAID, PAID_FOR, STOOD = range(3)
"""How an order was given this turn; an assault that stood is not paid for anew."""
SPENT_COMMANDS, CARDS_LEFT, GONE_BRIGADES, SPENT_RECON, SPENT_GLORY = range(5)
"""Counts; the last two anew each turn."""
SEATS = 64
"""Streams of a side for one purpose: every brigade and every order has dice of its own (GA-BCR-04)."""
ADC_DICE, COMMAND_DICE, TASK_DICE, INITIATIVE_DICE = 1, 2, 3, 4
"""Purposes of streams."""


def result(side: int, what: int) -> int:
    """Place of a result of side 0 (our own) or 1."""
    return SHARED_RESULTS + side * SIDE_RESULTS + what


def order_result(side: int, order: int, what: int) -> int:
    """Place of a result of an order of a side, both counted from 0."""
    return result(side, SIDE_HEAD_RESULTS + order * ORDER_RESULTS + what)
