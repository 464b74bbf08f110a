"""A crew of processes on this machine.

One that is lost is replaced, and what it was at is played again.

They are started as a command of their own, so a script that asks for them needs no ``if __name__ == "__main__"``.
"""

from __future__ import annotations

import pickle
import subprocess
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from queue import SimpleQueue
from typing import Any, cast

from tigersim.errors import RunError
from tigersim.files import programs
from tigersim.lab.batch import Batch, Crew, Task
from tigersim.lab.design import Design
from tigersim.lab.jobs import checked, in_order
from tigersim.lab.remote import Parcel, unpacked, warm_once

TRIES = 3
"""Processes that may be lost over one and the same task."""
COMMAND = programs.module("tigersim.lab.worker")


@contextmanager
def processes(design: Design, workers: int) -> Iterator[Crew]:
    """A crew of processes, which end with the context.  Raises ``InvalidValue`` for a number."""
    checked(workers, "workers")
    warm_once(design)  # here, so that they find everything compiled
    crew = _Processes(design, workers)
    try:
        yield crew.batches
    finally:
        crew.end()


class _Lost(Exception):
    """A process is there no more."""


class _Process:
    """One process, waiting for calls."""

    def __init__(self) -> None:
        self._running = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=programs.environment(),
            start_new_session=True,  # a Ctrl-C at the terminal is not for it
        )

    def call(self, parcel: Parcel, tasks: list[Task]) -> list[tuple[int, bytes]]:
        """Have tasks played.  Raises ``_Lost``, and what the process was answered with."""
        calls, answers = self._running.stdin, self._running.stdout
        assert calls is not None
        assert answers is not None
        try:
            pickle.dump((parcel, tasks), calls)
            calls.flush()
            answer: Any = pickle.load(answers)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            raise _Lost from None
        if isinstance(answer, BaseException):
            raise answer
        return cast(list[tuple[int, bytes]], answer)

    @property
    def gone(self) -> bool:
        """Whether it has ended."""
        return self._running.poll() is not None

    def kill(self) -> None:
        self._running.kill()

    def end(self) -> None:
        """Kill it and let go of its pipes; nobody may be in a call."""
        self.kill()
        self._running.wait()
        for pipe in (self._running.stdin, self._running.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


class _Processes:
    def __init__(self, design: Design, workers: int) -> None:
        self._parcel = Parcel.of(design)
        self._workers = workers
        self._all: list[_Process] = []
        self._stopped = False
        self._idle: SimpleQueue[_Process | None] = SimpleQueue()
        """Processes without a call; None stands for one that is yet to be started."""
        for _ in range(workers):
            self._idle.put(None)

    def batches(self, tasks: Iterable[Task]) -> Generator[Batch, None, None]:
        self._stopped = False
        return in_order((partial(self._play, task) for task in tasks), self._workers, self._stop)

    def _play(self, task: Task) -> Batch:
        for _ in range(TRIES):
            process = self._idle.get()
            if process is not None and process.gone:
                self._forget(process)
                process = None
            try:
                if process is None:
                    process = _Process()
                    self._all.append(process)
                found = process.call(self._parcel, [task])
            except _Lost:
                assert process is not None
                self._forget(process)
                process = None
                if self._stopped:
                    break
            else:
                return unpacked(found[0])
            finally:
                self._idle.put(process)
        raise RunError(
            f"{TRIES} worker processes were lost one after the other over task {task[0]}; perhaps memory is short: "
            "take fewer of them"
        )

    def _forget(self, process: _Process) -> None:
        """Let go of a process that is lost."""
        self._all.remove(process)
        process.end()

    def _stop(self) -> None:
        """Kill all, so that nobody waits for what is not wanted any more."""
        self._stopped = True
        for process in list(self._all):
            process.kill()

    def end(self) -> None:
        for process in self._all:
            process.end()
        self._all.clear()
