"""The state of one side in the simulated phase: rows of a board, and what they hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Integer = Any
"""An int64 in machine code, an integer of Python with the compiler off."""
Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

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
