"""Results of pairs of armies, each of which fights many battles, every one on another table."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tigersim.lab.design import BATTLES_PER_TASK
from tigersim.lab.given_armies import Given, margins
from tigersim.pricing.estimate.arrays import Floats, Integers


def won_on_many_tables(given: Given, armies: Integers, battles: int) -> Floats:
    """Results of ``battles`` of each pair, every one on another table: (P, R).

    Sides are exchanged every other time.
    """
    found = []
    for numbers, some in _rounds(armies, battles):
        found.append(0.5 + 0.5 * np.sign(margins(given.at(some, numbers)).astype(np.float64)))
    won = np.stack(found, axis=1)
    won[:, 1::2] = 1 - won[:, 1::2]
    return won


def _rounds(armies: Integers, battles: int) -> Iterator[tuple[Integers, Integers]]:
    """(numbers, armies) of the k-th battle of every pair.

    Blocks of as many pairs as a task holds share a table.
    """
    within = np.arange(len(armies))
    blocks = -(-len(armies) // BATTLES_PER_TASK)
    for k in range(battles):
        task = (within // BATTLES_PER_TASK) + k * blocks
        numbers = task * BATTLES_PER_TASK + within % BATTLES_PER_TASK
        yield numbers, armies if k % 2 == 0 else armies[:, ::-1]
