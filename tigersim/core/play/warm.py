"""Compiling before the first battle, in two processes at once where there are two cores.

First what kernels are made of: what carries battles on and the tables, and beside it the players, which take as long.
Then the kernels, one for each kind of match.  A second interpreter compiles into the same cache folder whatever is next
while this one compiles something else.  Python's garbage collector rests meanwhile; it would look through numba's
millions of objects again and again.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

import numpy as np

from tigersim.core import board, layout, muster
from tigersim.core.compile.jit import as_written
from tigersim.core.decisions.actions import apply
from tigersim.core.enums import MAX_UNITS, NOBODY
from tigersim.core.play import engine, kernels
from tigersim.core.play.kernels import is_ready, kind_of, stamp_of
from tigersim.files import programs

NOBODY_AT_ALL = np.full((2, MAX_UNITS), NOBODY)
SLOTS = np.zeros(MAX_UNITS, dtype=np.int64)
Task = tuple[str, str]


def is_warm(players: Sequence[str] = ("heuristic",)) -> bool:
    """Whether the kernels need no compiling (or none is wanted)."""
    return is_ready(kind_of(players))


def warm(players: Sequence[str] = ("heuristic",)) -> None:
    """Compile every kernel that battles of these players need, unless the cache has them."""
    warm_all([players])


def warm_all(matches: Iterable[Sequence[str]]) -> None:
    """``warm`` for the players of several matches, in less time than one after the other."""
    kinds = list(dict.fromkeys(kind_of(players) for players in matches if not is_warm(players)))
    if not kinds:
        return
    alone = len(os.sched_getaffinity(0)) < 2 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) < 2
    collecting = gc.isenabled()
    gc.disable()
    try:
        with as_written():
            _Tasks(kinds).done(alone)
    finally:
        if collecting:
            gc.enable()
    for kind in kinds:
        with suppress(OSError):  # without a stamp the next run looks again, no more
            stamp_of(kind).touch()


class _Tasks:
    """What is to be compiled, (name of a function here, kind of match), and what each waits for."""

    def __init__(self, kinds: Sequence[str]) -> None:
        moves = ("_moves", kinds[0])
        parts = [("_players", kind) for kind in kinds]  # those of different kinds share parts: one after the other
        self.needs: dict[Task, set[Task]] = {moves: set(), parts[0]: set()}
        self.needs |= {after: {before} for before, after in pairwise(parts)}
        self.needs |= {("_kernel", kind): {moves, ("_players", kind)} for kind in kinds}
        self.left = list(self.needs)
        self.begun: set[Task] = set()
        self.ready: set[Task] = set()
        self.change = threading.Condition()
        self.helper: subprocess.Popen[bytes] | None = None
        self.given_up = False

    def done(self, alone: bool) -> None:
        """Do all of it, with the help of other processes unless ``alone``."""
        helping = threading.Thread(target=self._be_helped)
        if not alone:
            helping.start()
        try:
            while task := self._next():
                FUNCTIONS[task[0]](task[1])
                self._finish(task)
        finally:
            with self.change:
                self.given_up = True
                self.change.notify_all()
                if self.helper is not None:
                    self.helper.terminate()
            if not alone:
                helping.join()

    def _be_helped(self) -> None:
        while task := self._next():
            with self.change:
                if self.given_up:
                    return
                # in a session of its own: a Ctrl-C is for this process, which then ends the other
                command = programs.module("tigersim.core.play.warm", *task)
                self.helper = subprocess.Popen(command, env=programs.environment(), start_new_session=True)
            if self.helper.wait() != 0:
                with self.change:  # then the other process has to do it, alone
                    self.begun.remove(task)
                    self.left.insert(0, task)
                    self.change.notify_all()
                return
            self._finish(task)

    def _next(self) -> Task | None:
        """Take the first task that waits for nothing; None once all are done or given up."""
        with self.change:
            while (self.left or self.begun) and not self.given_up:
                for task in self.left:
                    if self.needs[task] <= self.ready:
                        self.left.remove(task)
                        self.begun.add(task)
                        return task
                self.change.wait()
            return None

    def _finish(self, task: Task) -> None:
        with self.change:
            self.begun.remove(task)
            self.ready.add(task)
            self.change.notify_all()


def _nothing_to_play() -> tuple[Any, Any, Any]:
    """Records in which nothing is left to do: a kernel called with them returns at once."""
    b = layout.battles(1)
    b[0].over = 1
    return b, layout.tables(1), layout.work()


def _compile_part(part: Any, *arguments: Any) -> None:
    from numba import typeof

    part.compile(tuple(map(typeof, arguments)))


def _moves(_: str) -> None:
    _compile_part(engine.carry_on, *_nothing_to_play())
    _compile_part(apply, *_nothing_to_play(), 0)
    board.generate(layout.tables(1), 0, 0, board.TableTerms(36, 36))


def _players(kind: str) -> None:
    b, t, w = _nothing_to_play()
    _compile_part(kernels.KINDS[kind].decide, b, t, w, b)
    muster.muster(
        0,
        0,
        np.ones(1, dtype=np.int64),
        1,
        1,
        muster.Gap(1, 1),
        np.zeros((1, *NOBODY_AT_ALL.shape), dtype=np.int64),
        SLOTS,
    )
    engine.set_up(b, t, w, 0, 0, kernels.NO_PROFILES, NOBODY_AT_ALL)


def _kernel(kind: str) -> None:
    kernels.play_on(kind, *_nothing_to_play())


FUNCTIONS: dict[str, Callable[[str], None]] = {part.__name__: part for part in (_moves, _players, _kernel)}

if __name__ == "__main__":
    gc.disable()
    with as_written():
        FUNCTIONS[sys.argv[1]](sys.argv[2])
