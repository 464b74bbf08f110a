"""How long people wait: for answers in fresh processes, and for the engine to be compiled into an empty cache."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from tigersim.core.compile.cache import VARIABLES
from tigersim.core.play.compiled_players import DEFAULT_PLAYER
from tigersim.files import programs

ANSWERS = {
    "odds": ("odds", "shot", "Tiger I", "M4 Sherman", "--card", "QH"),
    "battle": ("battle", "4 x M4 Sherman", "3 x Tiger I"),
}
"""Commands that are timed from their start to their end."""
PROGRESS = ("prices", "--battles", "4096", "--players", DEFAULT_PLAYER)
"""A command that is timed from its start to its first line of progress."""
COMPILE = (
    f"import os; from tigersim.core.play.warm import warm; warm(({DEFAULT_PLAYER!r},)); print(sum(os.times()[:4]))"
)
"""Compiles, and prints the seconds of all processors that it and its helpers took."""


def measure_starts(repeats: int = 7) -> dict[str, Any]:
    """``seconds_to_answer``: command -> median of fresh processes that take turns, everything compiled beforehand.

    ``prices`` is timed until it first says how far it is.
    """
    times: dict[str, list[float]] = {name: [] for name in (*ANSWERS, PROGRESS[0])}
    with TemporaryDirectory(prefix="tigersim-") as folder:
        for turn in range(repeats + 1):  # the first, not counted, brings the files into memory
            for name, words in ANSWERS.items():
                spent = _until_end(programs.module("tigersim", *words))
                times[name] += [spent] if turn else []
            spent = _until_said(programs.module("tigersim", *PROGRESS, "--out", str(Path(folder, str(turn)))))
            times[PROGRESS[0]] += [spent] if turn else []
    return {"seconds_to_answer": {name: median(spent) for name, spent in times.items()}}


def measure_compiling() -> dict[str, Any]:
    """``compiling``: seconds, and processor seconds, until the usual players can play from an empty cache."""
    with TemporaryDirectory(prefix="tigersim-") as folder:
        start = perf_counter()
        environment = {**programs.environment(), VARIABLES[0]: folder}
        done = subprocess.run(programs.code(COMPILE), env=environment, check=True, stdout=subprocess.PIPE, text=True)
        seconds = perf_counter() - start
    return {"compiling": {"seconds": seconds, "processor_seconds": float(done.stdout)}}


def _until_end(command: Sequence[str]) -> float:
    start = perf_counter()
    subprocess.run(
        command, env=programs.environment(), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    return perf_counter() - start


def _until_said(command: Sequence[str]) -> float:
    """Seconds until the first line on stderr; then the process is ended."""
    start = perf_counter()
    with subprocess.Popen(
        command, env=programs.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        assert process.stderr is not None
        process.stderr.readline()
        spent = perf_counter() - start
        process.terminate()
    return spent
