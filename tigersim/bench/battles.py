"""How fast battles are: on one thread, on two, and in two processes as the control.

Shared machines often do not give two whole cores.  So what two threads bring stands next to what two independent
processes bring in the same minute: both low means the machine, one low means the program.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from statistics import median
from time import perf_counter
from typing import Any

from tigersim.core.play.compiled_players import QUICK
from tigersim.files import programs
from tigersim.lab.batch import Arena
from tigersim.lab.design import BATTLES_PER_TASK, Design

LARGEST = Design(sizes=(16, 16), inches=(72, 48))
"""The largest battles there are."""
TASKS = 64
"""Tasks of one run, each 256 battles of 6 to 10 units a side; all 32 tables are met twice."""


SLOW = "strategist"
"""Who decides best and takes longest."""
FEW = 2
"""Battles of such players for each task of the others, on its table: on some tables they take half as long again."""


def measure_battles(repeats: int = 7, tasks: int = TASKS) -> dict[str, Any]:
    """Medians over ``repeats`` runs of ``tasks`` tasks that take turns.

    ``battles_per_second_per_thread``: player -> battles a second against itself on one thread; the strategist, which
    plays its options on before it decides, is timed on few, which are on all tables too.
    ``largest_vs_standard``: player -> how many times as long one of the ``LARGEST`` takes, tables made beforehand.
    ``two_threads_vs_one``: how many times as fast two threads are; ``control_two_processes``: how many times the work
    of one process two independent ones do, each on one thread.
    """
    arenas = {player: Arena(Design(players=(player, player))) for player in QUICK}
    largest = {player: Arena(replace(LARGEST, players=(player, player))) for player in QUICK[1:]}
    slow = arenas[QUICK[-1]].on_these_tables(Design(players=(SLOW, SLOW)))
    slow.play(0, 1)
    best, few = arenas[QUICK[-1]], -(-tasks // 8)
    for arena in arenas.values():  # tables are made and kernels compiled off the clock
        arena.batches(0, tasks, threads=1)
    for arena in largest.values():
        arena.batches(0, few, threads=1)
    alone: dict[str, list[float]] = {player: [] for player in QUICK}
    longer: dict[str, list[float]] = {player: [] for player in largest}
    two_threads, control, thinking = [], [], []
    for _ in range(repeats):
        for player, arena in arenas.items():
            alone[player].append(_seconds(arena, tasks, 1))
            if player in largest:
                longer[player].append(_seconds(largest[player], few, 1) / few * tasks / alone[player][-1])
        start = perf_counter()
        for task in range(tasks):
            slow.play(task, FEW)
        thinking.append(perf_counter() - start)
        two_threads.append(alone[QUICK[-1]][-1] / _seconds(best, tasks, 2))
        one, (first, second) = _processes(1, tasks), _processes(2, tasks)
        control.append(one[0] / first + one[0] / second)
    rates = {player: tasks * BATTLES_PER_TASK / median(alone[player]) for player in QUICK}
    return {
        "battles_per_second_per_thread": {**rates, SLOW: FEW * tasks / median(thinking)},
        "largest_vs_standard": {player: median(longer[player]) for player in largest},
        "two_threads_vs_one": median(two_threads),
        "control_two_processes": median(control),
    }


def _seconds(arena: Arena, tasks: int, threads: int) -> float:
    start = perf_counter()
    arena.batches(0, tasks, threads=threads)
    return perf_counter() - start


def _processes(count: int, tasks: int) -> list[float]:
    """Seconds that each of ``count`` processes, begun at one moment, takes for the same battles."""
    command = programs.code(f"from tigersim.bench.battles import be_timed; be_timed({tasks})")
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    begun = [subprocess.Popen(command, env=programs.environment(), **pipes) for _ in range(count)]
    for process in begun:
        assert process.stdout is not None
        process.stdout.readline()  # it is ready
    for process in begun:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return [float(process.communicate()[0]) for process in begun]


def be_timed(tasks: int) -> None:
    """One process of the control: say ready, wait for a line, play, print the seconds."""
    arena = Arena(Design(players=(QUICK[-1], QUICK[-1])))
    arena.batches(0, tasks, threads=1)
    print("ready", flush=True)
    sys.stdin.readline()
    print(_seconds(arena, tasks, 1), flush=True)
