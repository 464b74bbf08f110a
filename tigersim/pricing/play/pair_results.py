"""Results of pairs of armies, each of which fights many battles."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tigersim.lab.design import BATTLES_PER_TASK, TASKS_PER_TABLE, Design
from tigersim.lab.given_armies import Given, margins
from tigersim.pricing.estimate.arrays import Integers
from tigersim.pricing.estimate.fought import Fought


def won_on_many_tables(given: Given, armies: Integers, battles: int) -> Fought:
    """Results of ``battles`` of each pair, every one on another table if there are as many.

    Sides are exchanged every other time.
    """
    won, tables = [], []
    for numbers, some in _rounds(armies, battles):
        won.append(0.5 + 0.5 * np.sign(margins(given.at(some, numbers)).astype(np.float64)))
        tables.append(tables_of(given.design, numbers))
    came = np.stack(won, axis=1)
    came[:, 1::2] = 1 - came[:, 1::2]
    return Fought(came, np.stack(tables, axis=1))


def tables_of(design: Design, numbers: Integers) -> Integers:
    """Numbers of the tables on which a design has its battles fought, an array like that of the battles' numbers."""
    tasks, place = np.unique(numbers // BATTLES_PER_TASK, return_inverse=True)
    return np.array([design.table_of(int(task)) for task in tasks])[place.reshape(numbers.shape)]


def in_turn(pairs: int, battles: int) -> Integers:
    """Numbers of battles that pairs fight in turn, all their first before anyone's second: (P, R)."""
    return np.arange(battles * pairs).reshape(battles, pairs).T


def _rounds(armies: Integers, battles: int) -> Iterator[tuple[Integers, Integers]]:
    """(numbers, armies) of the k-th battle of every pair.

    Blocks of as many pairs as a task holds share a table; a round has as many tasks as fill its tables.
    """
    within = np.arange(len(armies))
    blocks = max(-(-len(armies) // BATTLES_PER_TASK), TASKS_PER_TABLE)
    for k in range(battles):
        task = (within // BATTLES_PER_TASK) + k * blocks
        numbers = task * BATTLES_PER_TASK + within % BATTLES_PER_TASK
        yield numbers, armies if k % 2 == 0 else armies[:, ::-1]
