"""Traits that make no difference at all, found by a few battles full of them.

The profile shows a trait that a class has no use for; one that there is never occasion to use shows only in battle.
Each cell plays twin battles in which every focal slot is its unit, on one side as on the other, with the trait in the
first battle of a pair and without it in the second.  Where all pairs agree in every number that a battle leaves, the
cell is left out: it would cost others their battles.  These battles enter no estimate, so what is left is not chosen by
its own luck.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from tigersim.errors import IdentifiabilityError
from tigersim.lab.design import BATTLES_PER_TASK
from tigersim.lab.given_armies import CHUNK
from tigersim.pricing.estimate.arrays import Flags, Integers
from tigersim.pricing.estimate.trait_cells import IDLE, LEFT_OUT, ROUNDS, Cells
from tigersim.pricing.play.trait_twins import Twins

FIRST = CHUNK << 20
"""Number of the first battle: far from those that estimates rest on."""


def screened(twins: Twins) -> Cells:
    """The cells that make a difference.  Raises ``IdentifiabilityError`` where none is left."""
    asked = twins.cells.asked
    idle = np.arange(len(asked))
    # every pair of a cell in a task of its own, and so on another table
    step = BATTLES_PER_TASK * -(-len(asked) // BATTLES_PER_TASK)
    begin = 0
    for pairs in ROUNDS:
        agree = [_agree(twins, idle, FIRST + step * pair) for pair in range(begin, begin + pairs) if len(idle)]
        idle = idle[np.all(agree, axis=0)] if agree else idle
        begin += pairs
    if len(idle) == len(asked):
        raise IdentifiabilityError(f"the traits asked about made {IDLE}; ask about others, or on other tables")
    still = set(idle.tolist())
    rows = [(asked[k].type, asked[k].trait, IDLE, asked[k].units) for k in idle]
    out = pd.concat([twins.cells.left_out, pd.DataFrame(rows, columns=list(LEFT_OUT))], ignore_index=True)
    return Cells(tuple(cell for k, cell in enumerate(asked) if k not in still), out)


def _agree(twins: Twins, cells: Integers, first: int) -> Flags:
    """Whether a pair of each of the ``cells`` agrees; battles number ``first`` and on."""
    place, common, _ = twins.armies(first, len(cells))
    mine = cells[:, None, None]
    one, other = (
        twins.given.play(np.where(place >= 0, kind[mine], common), first) for kind in (twins.carrier, twins.without)
    )
    return alike(one, other)


def alike(one: Any, other: Any) -> Flags:
    """Which battles agree in all that is recorded of them but the units' names, (n,)."""
    same = np.ones(len(one), dtype=bool)
    for name in one.dtype.names:
        if name != "kind":
            same &= (one[name] == other[name]).reshape(len(one), -1).all(axis=1)
    return same
