"""A crew of the workers of a Dask cluster.  What a lost worker was at, Dask has played again by another."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from typing import Any

from tigersim.arena import PLANNER_NAME
from tigersim.errors import MissingExtra, RunError
from tigersim.lab.batch import Batch, Crew, Task
from tigersim.lab.design import Design
from tigersim.lab.jobs import AHEAD
from tigersim.lab.remote import Parcel, play_tasks, unpacked

TASKS_PER_CALL = 4
"""Tasks that a worker plays at a time, to outweigh the milliseconds of a call; one where a planner takes his time."""
PATIENCE = "20s"
"""How long a scheduler may take to answer."""
LOOK_AGAIN = 5.0
"""Seconds after which the threads of the cluster are counted anew: workers come and go."""


@contextmanager
def cluster(design: Design, address: str, tasks_per_call: int | None = None) -> Iterator[Crew]:
    """A crew of whoever works for the Dask scheduler at ``address``, as in "tcp://10.0.0.5:8786".

    ``tasks_per_call`` changes how much travels at a time, never the battles.  Raises ``MissingExtra`` without Dask,
    ``RunError`` where no scheduler answers; the crew raises ``RunError`` where it is lost on the way, or has workers
    that would play otherwise.
    """
    try:
        import distributed
    except ImportError as error:
        raise MissingExtra(error.name or "distributed", "cluster") from None
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise RunError(f"no Dask scheduler answers at {address}: {error}") from None
    at_once = tasks_per_call or (1 if PLANNER_NAME in design.players else TASKS_PER_CALL)
    try:
        yield partial(_batches, client, address, Parcel.of(design), at_once)
    finally:
        with suppress(OSError, TimeoutError):
            client.close()


def _batches(
    client: Any, address: str, parcel: Parcel, at_once: int, tasks: Iterable[Task]
) -> Generator[Batch, None, None]:
    from distributed import CancelledError, KilledWorker

    due: deque[Any] = deque()
    left = iter(tasks)
    room = _Room(client)
    try:
        while True:
            while len(due) < room.now() and (some := list(islice(left, at_once))):
                due.append(client.submit(play_tasks, parcel, some, pure=False))
            if not due:
                return
            yield from map(unpacked, due.popleft().result())
    except KilledWorker as error:
        raise RunError(
            f"{error.allowed_failures + 1} workers of {address} were lost one after the other over the same battles; "
            "perhaps their memory is short"
        ) from None
    except ImportError as error:
        raise RunError(f"the workers of {address} lack a package: {error}; install the same tigersim there") from None
    except (CancelledError, OSError) as error:
        raise RunError(
            f"the Dask scheduler at {address} was lost ({type(error).__name__}); what was played is kept, and the same "
            "command goes on"
        ) from None
    finally:
        with suppress(Exception):  # a scheduler that is lost has nothing left to cancel
            client.cancel(list(due))


class _Room:
    """How many calls may be under way: some for each thread of the cluster, so memory does not grow with the run."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._calls = 0
        self._at = -LOOK_AGAIN

    def now(self) -> int:
        if time.monotonic() - self._at > LOOK_AGAIN:
            self._at = time.monotonic()
            self._calls = AHEAD * max(sum(self._client.nthreads().values()), 1)
        return self._calls
