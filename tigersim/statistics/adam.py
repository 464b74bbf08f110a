"""Fits of small networks: steps down the slopes of numbers (Kingma and Ba 2015)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Numbers = dict[str, npt.NDArray[np.float32]]
"""Arrays of fitted numbers, by name."""
SMALL = 1e-8
DECAY = 1e-5
"""Part of every number that a step takes off it, in units of the step."""


class Adam:
    """Steps down the slopes of some numbers, which it changes.

    The steps fade out along half a cosine.
    """

    def __init__(self, numbers: Numbers, rate: float, steps: int) -> None:
        self.numbers, self.rate, self.steps, self.done = numbers, rate, steps, 0
        self.first = {name: np.zeros_like(values) for name, values in numbers.items()}
        self.second = {name: np.zeros_like(values) for name, values in numbers.items()}

    def step(self, slopes: Numbers) -> None:
        """One step."""
        self.done += 1
        size = self.rate * 0.5 * (1 + np.cos(np.pi * self.done / self.steps))
        for name, slope in slopes.items():
            self.first[name] += 0.1 * (slope - self.first[name])
            self.second[name] += 0.001 * (slope * slope - self.second[name])
            mean = self.first[name] / (1 - 0.9**self.done)
            square = self.second[name] / (1 - 0.999**self.done)
            change = size * (mean / (np.sqrt(square) + SMALL) + DECAY * self.numbers[name])
            self.numbers[name] -= change.astype(np.float32)
