"""Battles of pairs of armies that share tables, and errors of figures that are made of them.

A pair fights its battles on many tables, and on a table fight many pairs.  So battles hang together two ways: a mean
over pairs has the squared error of a sample of pairs, plus that of a sample of tables, less what single battles add to
both (Cameron, Gelbach and Miller 2011, "Robust inference with multiway clustering").
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.arrays import Flags, Floats, Integers
from tigersim.statistics.intervals import Z_95

LEAST = 3
"""Battles of each pair: with fewer, what one of them adds to a square cannot be told from the others."""


class Fought(NamedTuple):
    """What came of R battles of each of P pairs of armies.

    came: (P, R), as the first army sees it: its result (1, a draw ½, 0), score or margin.
    table: (P, R), number of the table of each battle.
    """

    came: Floats
    table: Integers

    def of(self, pairs: Integers | Flags) -> Fought:
        """The battles of some of the pairs."""
        return Fought(self.came[pairs], self.table[pairs])

    def check(self) -> None:
        """Raises ``InvalidValue`` for other shapes, and for fewer than three battles of a pair."""
        if self.came.ndim != 2 or self.came.shape[1] < LEAST or self.table.shape != self.came.shape:
            shapes = f"shapes {self.came.shape}, {self.table.shape}"
            raise InvalidValue("battles and tables of pairs", shapes, f"(P, {LEAST} or more) of both")


class ByPair(NamedTuple):
    """A figure of each pair, made of its battles.

    value: (P,).
    part: (P, R), what each battle moves it by: by pair they sum to 0, and their squares to the squared error that
    battles leave in it.
    """

    value: Floats
    part: Floats

    def less(self, other: ByPair, times: float) -> ByPair:
        """This figure less so many times another."""
        return ByPair(self.value - times * other.value, self.part - times * other.part)

    def mean(self) -> float:
        """Its mean over pairs."""
        return float(self.value.mean())

    def error(self, table: Integers) -> float:
        """Standard error of its mean over pairs, whose battles were fought on these tables."""
        pairs = len(self.value)
        _, number = np.unique(table, return_inverse=True)
        of_table = np.bincount(number.ravel(), weights=self.part.ravel())
        shared = float(of_table @ of_table - (self.part**2).sum()) / pairs**2
        return float(np.sqrt(self.value.var(ddof=1) / pairs + max(shared, 0.0)))

    def root(self, table: Integers) -> tuple[float, float, float]:
        """Root of its mean, with a 95% interval; 0 for what is below 0.  Of squares: the root mean square."""
        mean, half = self.mean(), Z_95 * self.error(table)
        at, low, high = (max(value, 0.0) ** 0.5 for value in (mean, mean - half, mean + half))
        return at, low, high


def means(came: Floats) -> ByPair:
    """The mean of each pair's battles, of (P, R)."""
    battles = came.shape[1]
    value = came.mean(axis=1)
    return ByPair(value, (came - value[:, None]) / np.sqrt(battles * (battles - 1)))


def squares(came: Floats) -> ByPair:
    """The square of what each pair's battles come to on average, without what dice add to it; of (P, R).

    That is the mean product of two different battles; what each moves it by is found by leaving it out (the jackknife:
    Arvesen 1969).
    """
    battles = came.shape[1]
    others = (came.sum(axis=1, keepdims=True) - came) / (battles - 1)
    product = came * others
    value = product.mean(axis=1)
    scale = 2 / (battles - 2) * np.sqrt((battles - 1) / battles)
    return ByPair(value, scale * (product - value[:, None]))
