"""Places in the setting and in the results of the simulated command phase, as plain numbers that kernels know."""

from __future__ import annotations

from tigersim.companions.general_darmee.tasks import MOST_ORDERS

# --- setting: what both sides share ----------------------------------------------------------------------------------
TURNS, HOLDER, MODIFIER, REACH, CHARGING = range(5)
"""Turns, who had the initiative, modifier of Recon!, how far Forward! should carry, and whether it is of charges."""
(
    OBEY_FROM,
    FALTERING_OBEY_FROM,
    REMOVES,
    EXTRA,
    POOL,
    PER_BRIGADE,
    BONUS,
    SHORTFALL,
    COUNT_DOUBLE,
    COUNT_FLED,
    UNITS,
    BOTH_BONUSES,
    GLORY_GIVES,
    BEFORE_OBEYING,
    MOST_REROLLS,
    DIVISIONS,
    RESERVE_ROLLS,
    PREPARATION_OBEYS,
    ATTACH_RESERVE,
) = range(5, 24)
"""The rulings (``reading.Ruled``)."""
SHARED_TERMS = 24

# --- setting: a side, and then its orders ----------------------------------------------------------------------------
LINE, RESERVES, OFF_TABLE, FALTERING, GIVEN_ADCS, CARDS, ORDERS = range(7)
SIDE_HEAD = 7
CODE, BRIGADE, COST, NEEDS_OBEDIENCE, MOST = range(5)
"""Of an order; most 0: no limit."""
ORDER_TERMS = 5
SIDE_TERMS = SIDE_HEAD + MOST_ORDERS * ORDER_TERMS

# --- results of the game ---------------------------------------------------------------------------------------------
INITIATIVE, INITIATIVE_LAST, FIRST_LOST, TIES = range(4)
"""Share of turns in which we have it; whether in the last; turn in which we first do not, at most the last; ties."""
SHARED_RESULTS = 4

# --- results of a side, and then of its orders -----------------------------------------------------------------------
ADCS, EXTRA_ADCS, FREE_ADCS, SHORT, HESITANT, ALL_OBEY = range(6)
"""Means of a turn."""
FLED, ADCS_LOST, UNCOVERED, UNCOVERED_BY, ENTERED, ENTERED_BY, RECOVERED = range(6, 13)
"""Of the whole game; ``..._BY``: turn in which the last card or reserve was through, at most the last turn."""
SIDE_HEAD_RESULTS = 13
PAID, CARRIED_OUT, EFFECT = range(3)
"""Of an order, shares of turns; effect: a card uncovered, a casualty back, far enough; else as carried out."""
ORDER_RESULTS = 3
SIDE_RESULTS = SIDE_HEAD_RESULTS + MOST_ORDERS * ORDER_RESULTS
RESULTS = SHARED_RESULTS + 2 * SIDE_RESULTS


def result(side: int, what: int) -> int:
    """Place of a result of side 0 (our own) or 1."""
    return SHARED_RESULTS + side * SIDE_RESULTS + what


def order_result(side: int, order: int, what: int) -> int:
    """Place of a result of an order of a side, both counted from 0."""
    return result(side, SIDE_HEAD_RESULTS + order * ORDER_RESULTS + what)
