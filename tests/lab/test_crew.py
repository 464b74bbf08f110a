"""Who plays: threads, processes or a cluster, whole or with losses, the battles are the same to the last bit."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.forms import form
from tests.lab.short_list import small
from tigersim.errors import InvalidValue, MissingExtra, RunError
from tigersim.lab import Batch, Design, battles, cluster, play_batches, processes
from tigersim.lab.batch import Crew, Task
from tigersim.lab.crew import crew
from tigersim.lab.design import BATTLES_PER_TASK
from tigersim.lab.frames import played
from tigersim.lab.remote import Parcel, _ready, play_tasks, unpacked
from tigersim.lab.run import Run

N = 5 * BATTLES_PER_TASK + 100
"""Battles: five tasks and a part of one."""


def one_table(**settings: object) -> Design:
    """The small experiment on one table: less to prepare in every process."""
    return small(**{"tables": 1, **settings})


def contents(batches: list[Batch]) -> bytes:
    return b"".join(batch.results.tobytes() for batch in batches)


@pytest.fixture(scope="module")
def expected() -> bytes:
    return contents(played(one_table(), N, threads=1))


def alive(process: int) -> bool:
    """Whether a process is there that has not ended."""
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False


# --- processes -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def two() -> Iterator[Crew]:
    with crew(one_table(), workers=2) as at_work:
        yield at_work


def running(at_work: Crew) -> list[Any]:
    """The processes of a crew."""
    everything: list[Any] = at_work.__self__._all  # type: ignore[attr-defined]
    return everything


def test_processes_play_the_same_battles(expected: bytes, two: Crew) -> None:
    assert contents(list(play_batches(one_table(), 0, 6, last_task_battles=100, crew=two))) == expected
    assert len(running(two)) == 2


def test_lost_processes_are_replaced(expected: bytes, two: Crew) -> None:
    list(two([(0, 1), (1, 1)]))
    lost = {each._running.pid for each in running(two)}
    told = 0

    def kill_all(_: int) -> None:
        nonlocal told
        told += 1
        if told in form((1,), (1, 3)):
            for each in list(running(two)):
                os.kill(each._running.pid, signal.SIGKILL)

    found = list(play_batches(one_table(), 0, 6, last_task_battles=100, played=kill_all, crew=two))
    assert contents(found) == expected
    list(two([(0, 1), (1, 1)]))  # one that had nothing left to play is found to be lost when it is called again
    assert not lost & {each._running.pid for each in running(two)}


def test_a_process_that_sleeps_is_killed_when_it_is_not_wanted_any_more(two: Crew) -> None:
    list(two([(0, 1), (1, 1)]))
    for each in running(two):
        os.kill(each._running.pid, signal.SIGSTOP)
    begun = time.monotonic()
    waiting = two((task, 1) for task in count())
    closing_soon = threading.Timer(0.5, two.__self__._stop)  # type: ignore[attr-defined]
    closing_soon.start()
    with closing(waiting), pytest.raises(RunError, match="lost"):
        next(waiting)
    assert time.monotonic() - begun < 30
    assert [batch.task for batch in two([(7, 1)])] == [7]


def test_a_task_that_kills_whoever_plays_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "COMMAND", (sys.executable, "-c", "raise SystemExit"))
    with (
        crew(one_table(), workers=1) as at_work,
        pytest.raises(RunError, match=r"3 worker processes were lost.*task 4"),
    ):
        list(at_work([(4, 1)]))


ORPHAN = """
import sys, time
from tests.lab.short_list import small
from tigersim.lab.crew import crew
with crew(small(tables=1), workers=1) as at_work:
    for batch in at_work((task, 256) for task in range(10 ** 6)):
        print(at_work.__self__._all[0]._running.pid, flush=True)
"""
"""A script without ``if __name__ == "__main__"``."""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
def test_processes_end_with_the_one_that_called_them_even_if_it_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ORPHAN], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
    ) as caller:
        assert caller.stdout is not None
        worker = int(caller.stdout.readline())
        assert alive(worker)
        caller.kill()
    for _ in range(100):
        if not alive(worker):
            return
        time.sleep(0.1)
    raise AssertionError("a worker process outlived its caller")


# --- what is refused -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"workers": 0}, "workers is 0"),
        ({"workers": 2, "threads": 2}, "threads and workers is"),
        ({"workers": 2, "dask": "tcp://127.0.0.1:1"}, "workers and dask is"),
        ({"threads": 0}, "threads is 0"),
    ],
)
def test_a_crew_is_one_of_three(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidValue, match=words):
        battles(one_table(), 10, **settings)


def test_who_would_play_otherwise_refuses() -> None:
    parcel = Parcel.of(one_table())
    assert [answer[0] for answer in play_tasks(parcel, [(2, 3), (5, 1)])] == [2, 5]
    for wrong in (Parcel(parcel.design, "0" * 16), Parcel(b"nothing", parcel.mark)):
        with pytest.raises(RunError, match="another version of tigersim"):
            play_tasks(wrong, [(0, 1)])


def test_a_parcel_is_small_and_only_a_few_designs_are_kept(expected: bytes) -> None:
    design = one_table()
    assert (
        contents([unpacked(one) for one in play_tasks(Parcel.of(design), [(0, 256)])])
        == expected[: len(expected) * 256 // N]
    )
    sizes = [len(Parcel.of(design).design), len(Parcel.of(Design()).design)]
    assert max(sizes) < 8000  # all the catalogue
    for seed in range(6):
        play_tasks(Parcel.of(one_table(seed=seed)), [(0, 1)])
    assert len(_ready) == 2


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtra, match=r"distributed is not installed.*pip install 'tigersim\[cluster\]'"):
        battles(one_table(), 10, dask="tcp://127.0.0.1:8786")


# --- a Dask cluster ------------------------------------------------------------------------------------------------

dask_noise = pytest.mark.filterwarnings("default")  # Dask's own, as of sockets that it leaves to the end


@pytest.fixture(scope="module")
def local() -> Iterator[Any]:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
    ) as two_workers:
        yield two_workers


@pytest.fixture
def address(local: Any) -> str:
    found: str = local.scheduler_address
    return found


@dask_noise
@pytest.mark.parametrize("tasks_per_call", [1, 4, 100])
def test_a_cluster_plays_the_same_battles(expected: bytes, address: str, tasks_per_call: int) -> None:
    with cluster.cluster(one_table(), address, tasks_per_call) as at_work:
        found = list(play_batches(one_table(), 0, 6, last_task_battles=100, crew=at_work))
    assert contents(found) == expected


@dask_noise
def test_frames_do_not_tell_who_played(address: str) -> None:
    frames = [battles(one_table(), 300, **{name: value}) for name, value in (("threads", 1), ("dask", address))]
    np.testing.assert_array_equal(*(frame.to_numpy() for frame in frames))


@dask_noise
def test_what_a_killed_worker_was_at_is_played_again(address: str, tmp_path: Path) -> None:
    from distributed import Client

    tasks, told = form(20, 60), 0
    with Client(address, set_as_default=False) as looking:
        workers = list(looking.run(os.getpid).values())

    def kill_one(_: int) -> None:
        nonlocal told
        told += 1
        if told == 5:
            os.kill(workers[0], signal.SIGKILL)

    whole = contents(list(play_batches(one_table(), 0, tasks)))
    with crew(one_table(), dask=address) as at_work:
        run = Run(tmp_path, one_table())
        parts = list(run.batches(0, tasks, played=kill_one, crew=at_work))
    assert contents([batch for part in parts for batch in part]) == whole
    assert not alive(workers[0])
    assert contents([batch for part in run.parts() for batch in part]) == whole


@dask_noise
def test_calls_under_way_are_bounded_and_dropped(address: str) -> None:
    taken = 0

    def tasks() -> Iterator[Task]:
        nonlocal taken
        for task in count():
            taken += 1
            yield task, 1

    with cluster.cluster(one_table(), address, tasks_per_call=1) as at_work:
        coming = at_work(tasks())
        assert [batch.task for batch in islice(coming, 10)] == list(range(10))
        coming.close()
        room = at_work.args[0]  # type: ignore[attr-defined]
        assert taken <= 10 + max(room.now(), 2 * 4)


@dask_noise
def test_an_error_of_the_cluster_is_one_here(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as soon:  # a cluster that is there may take longer on a busy machine
        soon.setattr(cluster, "PATIENCE", 0.5)
        with pytest.raises(RunError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
            battles(one_table(), 10, dask="tcp://127.0.0.1:1")
        with pytest.raises(RunError, match="no Dask scheduler answers at nonsense:"):
            battles(one_table(), 10, dask="nonsense::")
    monkeypatch.setattr(cluster.Parcel, "of", lambda design: Parcel(b"", "0"))
    with pytest.raises(RunError, match="the worker has another version of tigersim"):
        battles(one_table(), 10, dask=address)


def deadly(*_: object) -> None:
    """What takes the worker with it."""
    os._exit(1)


@dask_noise
def test_battles_that_kill_whoever_plays_them_are_named(
    local: Any, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local.scheduler, "allowed_failures", 0)
    monkeypatch.setattr(cluster, "play_tasks", deadly)
    with pytest.raises(RunError, match=r"1 workers of tcp://.* were lost one after the other over the same battles"):
        battles(one_table(), 10, dask=address)


SCHEDULER = """
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as local:
        print(local.scheduler_address, flush=True)
        input()
"""


@dask_noise
def test_a_scheduler_that_is_lost_is_named_and_nothing_played_is(tmp_path: Path, expected: bytes) -> None:
    script = tmp_path / "scheduler.py"
    script.write_text(SCHEDULER, encoding="utf-8")
    told = 0
    with subprocess.Popen(
        [sys.executable, script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    ) as scheduler:
        assert scheduler.stdout is not None

        def kill(_: int) -> None:
            nonlocal told
            told += 1
            if told == 3:
                scheduler.kill()

        with (
            pytest.raises(RunError, match=r"scheduler at tcp://.* was lost .*; what was played is kept"),
            cluster.cluster(one_table(), scheduler.stdout.readline().strip(), 1) as at_work,
        ):
            list(Run(tmp_path / "run", one_table()).batches(0, 500, played=kill, crew=at_work))
    run = Run(tmp_path / "run", one_table())
    kept = contents([batch for part in run.parts() for batch in part])
    assert len(kept) >= 3 * len(expected) * 256 // N
    assert contents([batch for part in run.batches(0, 5) for batch in part]) == expected[: 5 * len(expected) * 256 // N]


LONELY = """
import asyncio, sys
from distributed import Scheduler

async def serve():
    async with Scheduler(host="127.0.0.1", port=0, dashboard_address=":0") as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()

asyncio.run(serve())
"""
"""A scheduler without a worker."""


@pytest.fixture
def lonely() -> Iterator[tuple[Any, str]]:
    with subprocess.Popen(
        [sys.executable, "-c", LONELY], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as scheduler:
        assert scheduler.stdout is not None
        yield scheduler, scheduler.stdout.readline().strip()
        scheduler.kill()


@dask_noise
def test_a_cluster_without_a_worker_is_named_and_nothing_played_is_lost(
    lonely: tuple[Any, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "play_tasks", print)  # for which the scheduler need not load tigersim
    monkeypatch.setattr(cluster.Parcel, "of", lambda design: None)
    design = one_table()
    before = contents([batch for part in Run(tmp_path, design).batches(0, 2) for batch in part])
    with (
        pytest.raises(RunError, match=r"scheduler at tcp://.* has no worker; what was played is kept"),
        cluster.cluster(design, lonely[1], patience=4.0) as at_work,
    ):
        list(Run(tmp_path, design).batches(0, 500, crew=at_work))
    assert contents([batch for part in Run(tmp_path, design).parts() for batch in part]) == before


@dask_noise
def test_a_scheduler_that_falls_silent_is_lost(lonely: tuple[Any, str]) -> None:
    scheduler, address = lonely
    with cluster.cluster(one_table(), address, patience=4.0) as at_work:
        os.kill(scheduler.pid, signal.SIGSTOP)  # as where a cable is pulled: no word that it has gone
        with pytest.raises(RunError, match=r"at tcp://.* was lost \(TimeoutError\); what was played is kept"):
            list(at_work([(0, 1)]))


class Clock:
    """Stands for the time and for a client: each look takes no time, and there are so many threads."""

    status = "running"

    def __init__(self, *threads: int) -> None:
        self.now = 100.0
        self.threads = list(threads)
        self.looks: list[float] = []

    def monotonic(self) -> float:
        return self.now

    def nthreads(self, callback_timeout: float) -> dict[str, int]:
        assert callback_timeout + 5 <= 20  # with the time since the look before
        self.looks.append(self.now)
        return {"worker": self.threads.pop(0)} if self.threads else {}


class Closing(Clock):
    """A client that is closed between a look and the next call."""

    def submit(self, *_: object, pure: bool) -> None:
        self.status = "closed"
        raise LookupError("Tried sending message after closing")

    def cancel(self, due: list[Any]) -> None:
        assert due == []


def test_a_client_that_closes_at_the_wrong_moment_is_a_lost_scheduler() -> None:
    room = cluster._Room(Closing(2), "tcp://there", cluster.PATIENCE)
    with pytest.raises(RunError, match=r"tcp://there was lost \(LookupError\)"):
        list(cluster._batches(room, Parcel(b"", ""), 1, [(0, 1)]))


def test_within_twenty_seconds_a_cluster_without_workers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(2, 0, 0, 3)
    monkeypatch.setattr(cluster, "time", clock)
    room = cluster._Room(clock, "tcp://there", cluster.PATIENCE)
    told: list[int] = []

    def wait() -> None:
        while clock.now < 200:
            told.append(room.now())
            clock.now += 0.5

    with pytest.raises(RunError, match="no worker"):
        wait()
    assert set(told) == {16, 8, 24}  # eight calls a thread, and for one that may come
    gone = clock.looks[4]  # the first look that finds none after all
    assert clock.now - gone <= 20
    assert clock.now - gone > 10  # workers that are replaced have some time to come
