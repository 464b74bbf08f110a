"""What plays the tasks of a design: threads, processes, or workers of a Dask cluster.

Batches always come back in order, and only the process that asked for them writes a run directory: the bits are the
same for any crew.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypedDict, Unpack

from tigersim.core.play.warm import warm
from tigersim.errors import InvalidValue
from tigersim.lab.batch import Arena, Crew, on_threads
from tigersim.lab.cluster import cluster
from tigersim.lab.design import Design
from tigersim.lab.processes import processes


class CrewOptions(TypedDict, total=False):
    """What plays, at most one of the three; with none (or None), one thread for each core.

    threads: number of threads of this process.
    workers: number of processes of this machine.
    dask: address of a Dask scheduler, as "tcp://10.0.0.5:8786".
    """

    threads: int | None
    workers: int | None
    dask: str | None


def threads_only(why: str, options: CrewOptions) -> int | None:
    """The number of threads.  Raises ``InvalidValue``, saying ``why``, for workers or a cluster."""
    for name, value in options.items():
        if name != "threads" and value is not None:
            raise InvalidValue(name, value, f"threads only: {why}")
    return options.get("threads")


@contextmanager
def crew(design: Design, **options: Unpack[CrewOptions]) -> Iterator[Crew]:
    """A crew that plays the tasks of a design.

    Raises ``InvalidValue`` for fewer than one thread or worker, or more than one of the options; ``MissingExtra`` and
    ``RunError`` as ``lab.cluster.cluster`` does.
    """
    threads, workers, dask = options.get("threads"), options.get("workers"), options.get("dask")
    given = {"threads": threads, "workers": workers, "dask": dask}
    chosen = [name for name, value in given.items() if value is not None]
    if len(chosen) > 1:
        raise InvalidValue(" and ".join(chosen), [given[name] for name in chosen], "one of the two at most")
    if dask is not None:
        with cluster(design, dask) as played:
            yield played
    elif workers is not None:
        with processes(design, workers) as played:
            yield played
    else:
        played = on_threads(Arena(design), threads)
        warm(design.players)
        yield played
