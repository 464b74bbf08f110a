"""Who plays the tasks of a design: threads, processes, or workers of a Dask cluster.

Whoever it is, batches come back in order, and only the process that asked for them writes a run directory: the bits are
the same for any crew.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tigersim.core.play.warm import warm
from tigersim.errors import InvalidValue
from tigersim.lab.batch import Arena, Crew, on_threads
from tigersim.lab.cluster import cluster
from tigersim.lab.design import Design
from tigersim.lab.processes import processes


@contextmanager
def crew(
    design: Design, threads: int | None = None, workers: int | None = None, dask: str | None = None
) -> Iterator[Crew]:
    """A crew for a design.

    ``threads`` of this process (None: one for each core), or ``workers``: processes of this
    machine, or ``dask``: the address of a Dask scheduler.

    Raises ``InvalidValue`` for fewer than one, or more than one of the three; ``MissingExtra`` and ``RunError`` as
    ``lab.cluster.cluster`` does.
    """
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
