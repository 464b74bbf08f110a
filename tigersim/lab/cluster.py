"""A crew of the workers of a Dask cluster.

What a lost worker was at, Dask has played again by another.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from typing import Any

from tigersim.errors import MissingExtra, RunError
from tigersim.game.records import PLANNER_NAME
from tigersim.lab.batch import Batch, Crew, Task
from tigersim.lab.design import Design
from tigersim.lab.jobs import AHEAD
from tigersim.lab.remote import Parcel, play_tasks, unpacked

TASKS_PER_CALL = 4
"""Tasks that a worker plays at a time, to outweigh the milliseconds of a call; one where a planner takes its time."""
PATIENCE = 20.0
"""Seconds after which a scheduler that does not answer is lost, and one without a worker is of no use."""
LOOKS = 4
"""How often in that time the threads of the cluster are counted: workers come and go."""
PARTING = 2.0
"""Seconds that a scheduler has to take leave."""


@contextmanager
def cluster(
    design: Design, address: str, tasks_per_call: int | None = None, patience: float | None = None
) -> Iterator[Crew]:
    """A crew of the workers of the Dask scheduler at ``address``, as in "tcp://10.0.0.5:8786".

    ``tasks_per_call`` changes how much travels at a time, never the battles.  ``patience``: seconds, None =
    ``PATIENCE``.  Raises ``MissingExtra`` without Dask, ``RunError`` where no scheduler answers; the crew raises
    ``RunError`` where it is lost on the way, has no worker, or has workers that would play otherwise.
    """
    seconds = PATIENCE if patience is None else patience
    try:
        import distributed
    except ImportError as error:
        raise MissingExtra(error.name or "distributed", "cluster") from None
    try:
        client = distributed.Client(address, timeout=seconds, set_as_default=False)
    except (OSError, ValueError) as error:
        raise RunError(f"no Dask scheduler answers at {address}: {error}") from None
    at_once = tasks_per_call or (1 if PLANNER_NAME in design.players else TASKS_PER_CALL)
    try:
        yield partial(_batches, _Room(client, address, seconds), Parcel.of(design), at_once)
    finally:
        with suppress(OSError, AssertionError):
            client.close(PARTING)


def _batches(room: _Room, parcel: Parcel, at_once: int, tasks: Iterable[Task]) -> Generator[Batch, None, None]:
    from distributed import CancelledError, KilledWorker

    client, address = room.client, room.address
    due: deque[Any] = deque()
    left = iter(tasks)
    try:
        while True:
            while len(due) < room.now() and (some := list(islice(left, at_once))):
                due.append(client.submit(play_tasks, parcel, some, pure=False))
            if not due:
                return
            yield from map(unpacked, room.result(due[0]))
            due.popleft()
    except KilledWorker as error:
        raise RunError(
            f"{error.allowed_failures + 1} workers of {address} were lost one after the other over the same battles; "
            "perhaps their memory is short"
        ) from None
    except ImportError as error:
        raise RunError(f"the workers of {address} lack a package: {error}; install the same tigersim there") from None
    except (CancelledError, OSError) as error:
        raise _lost(address, error) from None
    except Exception as error:
        if client.status == "running" or isinstance(error, RunError):
            raise
        raise _lost(address, error) from None  # by an error of its own where it was closed this moment
    finally:
        with suppress(Exception):  # a scheduler that is lost has nothing left to cancel
            client.cancel(list(due))


def _lost(address: str, error: BaseException) -> RunError:
    """The error of a scheduler that is gone."""
    return RunError(
        f"the Dask scheduler at {address} was lost ({type(error).__name__}); what was played is kept, and the same "
        "command goes on"
    )


class _Room:
    """How many calls may be under way: some for each thread, so that memory does not grow.

    A look also finds out whether the scheduler still answers, and whether anything works for it.
    """

    def __init__(self, client: Any, address: str, patience: float) -> None:
        self.client, self.address = client, address
        self._patience = patience
        self._spell = patience / LOOKS
        self._calls = 0
        self._at = -patience
        self._alone_since: float | None = None

    def now(self) -> int:
        """Calls that may be under way.  Raises ``OSError``, and ``RunError`` without a worker."""
        if self.client.status != "running":
            raise ConnectionError(self.client.status)
        if time.monotonic() - self._at > self._spell:
            threads = sum(self.client.nthreads(callback_timeout=self._patience - self._spell).values())
            self._at = time.monotonic()
            self._check(threads)
            self._calls = AHEAD * max(threads, 1)
        return self._calls

    def _check(self, threads: int) -> None:
        if threads > 0:
            self._alone_since = None
            return
        self._alone_since = self._at if self._alone_since is None else self._alone_since
        if self._at - self._alone_since >= self._patience - self._spell:  # the next look would be too late
            raise RunError(
                f"the Dask scheduler at {self.address} has no worker; what was played is kept: start workers there, "
                "and the same command goes on"
            )

    def result(self, call: Any) -> Any:
        """What a call gives, however long it takes; raises what it raises, and what ``now`` does."""
        while True:
            try:
                return call.result(timeout=self._spell)
            except TimeoutError:
                if call.status == "error":  # it was its own
                    raise
            self.now()
