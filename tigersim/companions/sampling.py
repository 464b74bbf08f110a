"""Samples of what cannot be counted out: a compiled kernel, in chunks for any threads.

A kernel plays trials ``first`` to ``first + n - 1`` of one setting and adds what comes of each to sums; its dice come
from ``core.chance`` by seed and number of the trial, so the sums depend on neither threads nor chunks.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tigersim.companions.answer import Number
from tigersim.companions.asking import ask_whole
from tigersim.statistics.intervals import Z_95

CHUNK = 1 << 14
"""Trials of one call of a kernel.  Sums of chunks are added in order, so floats come out alike too."""

Kernel = Callable[..., None]
"""(seed, first trial, number of trials, setting, sums (k, 2): sum and sum of squares of k results) -> None."""


@dataclass(frozen=True)
class Sample:
    """What a number of trials came to: k results with their sums and sums of squares."""

    trials: int
    sums: npt.NDArray[np.float64]

    def mean(self, k: int) -> float:
        """Mean of result ``k``."""
        return float(self.sums[k, 0]) / self.trials

    def error(self, k: int) -> float:
        """Standard error of that mean."""
        mean = self.mean(k)
        variance = max(float(self.sums[k, 1]) / self.trials - mean * mean, 0.0)
        return math.sqrt(variance / self.trials)

    def number(self, k: int, name: str, meaning: str) -> Number:
        """Result ``k`` with its 95% interval: Wilson's for probabilities (``p_...``), else normal."""
        mean, n = self.mean(k), self.trials
        if name.startswith("p_"):
            z = Z_95 * Z_95 / n
            centre = (mean + z / 2) / (1 + z)
            half = Z_95 * ((mean * (1 - mean) + z / 4) / n) ** 0.5 / (1 + z)
        else:
            centre, half = mean, Z_95 * self.error(k)
        return Number(name, meaning, mean, None, centre - half, centre + half, n)


def sample(
    kernel: Kernel,
    setting: npt.NDArray[Any] | Sequence[int],
    results: int,
    trials: int,
    seed: int,
    threads: int | None = None,
) -> Sample:
    """Play a setting; the sums depend on the seed only.  Raises ``InvalidValue``."""
    from tigersim.core.compile.jit import as_written  # here, so that exact questions wait for no compiler

    ask_whole("trials", trials, 1, 1 << 40)
    ask_whole("seed", seed, 0, 2**63 - 1)
    terms = np.asarray(setting)

    def part(first: int) -> npt.NDArray[np.float64]:
        sums = np.zeros((results, 2))
        with as_written():
            kernel(np.uint64(seed), first, min(CHUNK, trials - first), terms, sums)
        return sums

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        total = np.zeros((results, 2))
        for sums in pool.map(part, range(0, trials, CHUNK)):
            total += sums
    return Sample(trials, total)
