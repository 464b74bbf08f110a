"""Mirrored pairs of standard battles on tables of all families, as the tigersim that is imported plays them.

    python -m tests.verification.former_battles FILE PLAYER PLAYER PAIRS SEED MARKERS [THREADS]

``former_tactician`` starts it in two packages, today's and one of long ago, so it uses nothing but what both have.
FILE becomes an array of the results (``core.layout.RESULT``), (pairs, 2): with the players as named, and in each
other's places.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from tigersim.core.board import FAMILIES
from tigersim.lab.batch import Arena
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.jobs import in_order

PAIRS_PER_TABLE = 16


def main() -> None:
    """Play what the command says."""
    file, first, second, pairs, seed, markers, *threads = sys.argv[1:]
    np.save(file, results((first, second), int(pairs), int(seed), markers, *map(int, threads)))


def results(players: tuple[str, str], pairs: int, seed: int, markers: str, threads: int | None = None) -> Any:
    """RESULT records of so many pairs, a table after so many of them, the families in turn."""
    common = Design(players=players, seed=seed, sizes=(6, 10), jitter=4, tables=None, markers=markers)
    designs = [replace(common, terms=common.terms.replace(family=family)) for family in FAMILIES]
    both = [(arena, arena.mirror()) for arena in map(Arena, designs)]

    def on_table(task: int) -> Any:
        first, n = task * BATTLES_PER_TASK, min(PAIRS_PER_TABLE, pairs - task * PAIRS_PER_TABLE)
        return np.stack([arena.results(first, n) for arena in both[task % len(both)]], axis=1)

    tasks = range(-(-pairs // PAIRS_PER_TABLE))
    return np.concatenate(list(in_order((partial(on_table, task) for task in tasks), threads)))


if __name__ == "__main__":
    main()
