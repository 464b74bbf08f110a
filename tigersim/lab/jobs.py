"""Jobs shared out among threads, their answers in the order of the jobs."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import TypeVar

from tigersim.given import whole_number

Answer = TypeVar("Answer")

MOST_THREADS = 1024
AHEAD = 8
"""Jobs per thread that are begun before the answers of earlier ones are taken: threads work on while those are used."""


def checked(threads: int | None, what: str = "threads") -> int:
    """How many threads are meant, None = all cores.  Raises ``InvalidValue`` out of range."""
    threads = (os.cpu_count() or 1) if threads is None else threads
    return whole_number(what, threads, 1, MOST_THREADS, f"1 to {MOST_THREADS:,}")


def in_order(
    jobs: Iterable[Callable[[], Answer]],
    threads: int | None = None,
    halt: Callable[[], object] | None = None,
    ahead: int = AHEAD,
) -> Generator[Answer, None, None]:
    """The answers of ``jobs`` in order, as soon as they are ready.

    ahead: jobs per thread that are begun before the answers of earlier ones are taken.

    Closing the generator, or Ctrl-C, drops what has not begun; ``halt`` is called then, to end what has.  Raises
    ``InvalidValue`` for fewer than one thread, and what a job raises.
    """
    threads = checked(threads)
    pool = ThreadPoolExecutor(threads, thread_name_prefix="tigersim")
    due: deque[Future[Answer]] = deque()
    left = iter(jobs)
    try:
        while True:
            due.extend(pool.submit(job) for job in islice(left, ahead * threads - len(due)))
            if not due:
                return
            while not due[0].done():
                wait([due[0]], timeout=0.2)  # in short spells, so that Ctrl-C is heard at once
            yield due.popleft().result()
    except BaseException:
        if halt is not None:
            halt()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
