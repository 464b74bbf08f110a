"""How well a player of certain weights does, in mirrored battles that all candidates play.

All candidates meet the same opponents with the same armies, tables, cards and dice, and both sides change places, so
that what tells two candidates apart is their judgement, not their luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tigersim.lab.batch import Arena, Progress
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.given_armies import lucks, margins
from tigersim.lab.jobs import in_order

Margins = npt.NDArray[np.int64]
"""VP of a candidate minus VP of its opponent, (pairs, 2): as side a, as side b."""
Lucks = npt.NDArray[np.float64]
"""What chance brought it, (pairs, 2, kinds): VP of kills beyond their odds, then the sums of ``core.luck``.

Each is zero on average whatever the players do.
"""


@dataclass(frozen=True)
class Opponent:
    """A compiled player, and the row of weights that it judges by; None for the usual ones."""

    player: str
    weights: Any = None


class Met(NamedTuple):
    """What a candidate did against an opponent."""

    margins: Margins
    lucks: Lucks


class Trials:
    """Where candidates of one player are tried.

    common: seed, ruleset, armies and number of tables (``lab.Design``; its players, family and markers are not used).
    families, markers: the kinds of tables; every opponent is met on all of them, in turn.  pairs_per_table: pairs in a
    row on one table.
    """

    def __init__(
        self,
        common: Design,
        player: str,
        opponents: Sequence[Opponent],
        families: Sequence[str],
        markers: Sequence[str],
        pairs_per_table: int,
    ) -> None:
        self.opponents = tuple(opponents)
        self.pairs_per_table = pairs_per_table
        self._cells = []
        for family, plan, number in product(families, markers, range(len(self.opponents))):
            players = (player, self.opponents[number].player)
            arena = Arena(replace(common, players=players, terms=common.terms.replace(family=family, markers=plan)))
            self._cells.append((number, arena, arena.mirror()))

    def tasks(self, pairs: int) -> int:
        """How many tables, and so many tasks, ``pairs`` pairs are played on."""
        return len(list(self._shares(0, pairs)))

    def play(
        self,
        first_task: int,
        pairs: int,
        candidates: Sequence[Any],
        threads: int | None = None,
        played: Progress | None = None,
    ) -> list[list[Met]]:
        """How every candidate, a row of weights, did: ``[candidate][opponent]``.

        The battles are those of the tasks from ``first_task`` on, ``pairs`` mirrored pairs for every candidate; the
        same bits for any number of threads.  Raises ``InvalidValue`` for fewer than one thread.
        """
        parts: list[list[list[Met]]] = [[[] for _ in self.opponents] for _ in candidates]
        with closing(in_order(self._jobs(first_task, pairs, candidates), threads)) as done:
            for candidate, number, met in done:
                parts[candidate][number].append(met)
                if played is not None:
                    played(met.margins.size)
        for _, arena, _ in self._cells:
            arena.forget_tables()
        return [[Met(*map(np.concatenate, zip(*part, strict=True))) for part in of_one] for of_one in parts]

    def _shares(self, first_task: int, pairs: int) -> Iterator[tuple[int, int, int]]:
        """(number of the cell, first battle, pairs) of every table that is played on."""
        each, more = divmod(pairs, len(self._cells))
        task = first_task
        for cell in range(len(self._cells)):
            here = each + (cell < more)
            for begin in range(0, here, self.pairs_per_table):
                yield cell, task * BATTLES_PER_TASK, min(here - begin, self.pairs_per_table)
                task += 1

    def _jobs(
        self, first_task: int, pairs: int, candidates: Sequence[Any]
    ) -> Iterator[Callable[[], tuple[int, int, Met]]]:
        for cell, first, n in self._shares(first_task, pairs):
            for candidate, weights in enumerate(candidates):
                yield partial(self._part, cell, first, n, candidate, weights)

    def _part(self, cell: int, first: int, n: int, candidate: int, weights: Any) -> tuple[int, int, Met]:
        number, arena, mirror = self._cells[cell]
        theirs = self.opponents[number].weights
        there, back = arena.results(first, n, (weights, theirs)), mirror.results(first, n, (theirs, weights))
        worth = arena.design.profiles["score"].astype(float)
        both = [(margins(there), lucks(there, worth)), (-margins(back), -lucks(back, worth))]
        return candidate, number, Met(*(np.stack(one, axis=1) for one in zip(*both, strict=True)))
