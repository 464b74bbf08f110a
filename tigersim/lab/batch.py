"""Batches of battles on all cores, in tasks of fixed size.

A task's battles, armies and table follow from its number alone, so results are the same bits for any number of
threads, on threads, processes or a cluster (``tigersim.lab.crew``), in any order.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from tigersim.catalogue.rulesets import RuleSet
from tigersim.core import layout
from tigersim.core.compile.jit import as_written
from tigersim.core.play.kernels import Battles, kind_of, play_many
from tigersim.core.play.warm import warm
from tigersim.errors import InvalidValue
from tigersim.game.ground import TABLE_SWITCHES
from tigersim.game.records import settle, workbench
from tigersim.lab.design import BATTLES_PER_TASK, Design
from tigersim.lab.jobs import checked, in_order

Progress = Callable[[int], None]
"""Called with the number of battles that have just been played."""

Task = tuple[int, int]
"""Number of a task, and how many of its battles are played."""


@dataclass(frozen=True)
class Batch:
    """The battles of one task: RESULT records in the order of their numbers."""

    task: int
    results: Any

    def __len__(self) -> int:
        return len(self.results)

    @property
    def first(self) -> int:
        """Number of the first battle."""
        return self.task * BATTLES_PER_TASK


TABLES_KEPT = 32
"""Tables (1.5 MB each) that are kept where every few tasks are played on a new one."""
LOCKS = 64
"""Locks that the tables share: two threads seldom make two tables of one lock at once."""

Crew = Callable[[Iterable[Task]], Generator[Batch, None, None]]
"""Plays tasks of one design and hands back their batches in order; takes tasks no sooner than it needs them.  Closing
the generator drops what has not begun."""


class Arena:
    """What the threads of a design share (profiles, tables) and have each (records, scratch)."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self._tables: dict[tuple[int, ...], Any] = {}
        self._locks = [threading.Lock() for _ in range(LOCKS)]
        self._own = threading.local()

    def mirror(self) -> Arena:
        """The arena of ``design.mirror()``, on the same tables."""
        return self.on_these_tables(self.design.mirror())

    def on_these_tables(self, design: Design) -> Arena:
        """The arena of a design on these tables: one takes longer to make than forty battles."""
        other = Arena(design)
        other._tables, other._locks = self._tables, self._locks
        return other

    def table(self, number: int, ruleset: RuleSet | None = None) -> Any:
        """A table, made by the thread that needs it first; ``ruleset``: how it is read."""
        rules = ruleset or self.design.terms.ruleset
        key = (number, *(rules.code(switch) for switch in TABLE_SWITCHES))
        with self._locks[number % LOCKS]:
            table = self._tables.get(key)
            if table is None:
                table = self._tables[key] = self.design.make_table(number, rules)
        if self.design.tables is None:
            self._forget_all_but(TABLES_KEPT)
        return table

    def _forget_all_but(self, most: int) -> None:
        """Let go of the tables made first; one that is needed again is made again."""
        while len(self._tables) > most:
            try:
                del self._tables[next(iter(self._tables))]
            except (KeyError, RuntimeError, StopIteration):  # another thread has let go of it
                continue

    def _equip(self, ruleset: RuleSet) -> None:
        """What this thread needs to play by ``ruleset``, unless it has played by it last."""
        own, design = self._own, self.design
        if getattr(own, "ruleset", None) != ruleset:
            own.work = workbench(ruleset, design.playouts)
            own.battle = design.battle_record(ruleset)
            own.profiles = design.profiles if ruleset == design.terms.ruleset else design.profiles_under(ruleset)
            own.ruleset = ruleset

    def forget_tables(self) -> None:
        """Let go of all tables; one that is needed is made again.  Not while battles are played."""
        self._tables.clear()

    def play(self, task: int, n: int = BATTLES_PER_TASK) -> Batch:
        """Play the first ``n`` battles of a task."""
        return Batch(task, self.results(task * BATTLES_PER_TASK, n))

    def results(self, first: int, n: int, weights: Sequence[Any] = (), armies: Any = None) -> Any:
        """RESULT records of ``n`` battles from number ``first`` on, all of one task.

        ``armies``: (n, 2, MAX_UNITS) unit numbers, -1 = empty slot, in place of those that the design draws.
        ``weights``: rows that the players of side a and side b judge by (``game.records.settle``), None for the usual
        ones.
        Raises ``RuleForbids`` for flamethrowers that an army may not have.
        """
        design = self.design
        task = first // BATTLES_PER_TASK
        ruleset = design.ruleset_of(task)
        self._equip(ruleset)
        own = self._own
        settle(own.work, design.players if weights else (), weights)
        results = layout.results(n)
        results["number"] = np.arange(first, first + n)
        table = self.table(design.table_of(task), ruleset)
        if armies is not None:
            armies = np.ascontiguousarray(armies, dtype=np.int64)
            design.check_armies(armies)
        with as_written():
            armies = design.armies(first, n) if armies is None else armies
            battles = Battles(design.seed, own.profiles, armies, results)
            play_many(kind_of(design.players), own.battle, table, own.work, battles)
        return results

    def batches(
        self, first: int, tasks: int, threads: int | None = None, played: Progress | None = None
    ) -> list[Batch]:
        """All batches of some tasks."""
        return list(play_batches(self.design, first, tasks, threads, self, played))


def on_threads(arena: Arena, threads: int | None = None) -> Crew:
    """A crew of threads of this process.  Raises ``InvalidValue`` for fewer than one."""
    count = checked(threads)
    return lambda tasks: in_order((partial(arena.play, task, n) for task, n in tasks), count)


def play_batches(
    design: Design,
    first_task: int,
    tasks: int,
    threads: int | None = None,
    arena: Arena | None = None,
    played: Progress | None = None,
    last_task_battles: int = BATTLES_PER_TASK,
    crew: Crew | None = None,
) -> Generator[Batch, None, None]:
    """Play a range of tasks; batches come in order, as soon as they are ready.

    ``played`` is called with the number of battles of every batch.  The last task plays ``last_task_battles``
    battles.  ``crew``: who plays (of this design), in place of ``threads`` here.  Closing the iterator, or Ctrl-C,
    drops what has not begun.

    Raises ``InvalidValue`` for fewer than one thread, or more battles than a task has.
    """
    if not 1 <= last_task_battles <= BATTLES_PER_TASK:
        raise InvalidValue("battles of the last task", last_task_battles, f"1 to {BATTLES_PER_TASK}")
    if crew is None:
        crew = on_threads(arena or Arena(design), threads)
        warm(design.players)
    last = first_task + tasks - 1
    sizes = ((task, last_task_battles if task == last else BATTLES_PER_TASK) for task in range(first_task, last + 1))
    with closing(crew(sizes)) as batches:
        for batch in batches:
            if played is not None:
                played(len(batch))
            yield batch
