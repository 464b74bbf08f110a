"""Mirrored pairs of battles, each one observation of who plays better.

The two battles of a pair have the same armies, table, cards and dice; only the players change places.  Whatever favours
one side favours both players in turn, so that what is left is the players; and the two are anything but independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from tigersim.statistics import student
from tigersim.statistics.intervals import Interval, wilson

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs of battles from the first player's side.

    margins: VP of the first player minus VP of the second, (pairs, 2): as side a, as side b.  milliseconds: what the
    battles took, as time of the threads that played them.  Intervals are of 95%, from the spread of the pairs
    (Student's t); one pair has no spread, so its intervals are unbounded.
    """

    margins: npt.NDArray[np.int64]
    milliseconds: float = 0.0

    @classmethod
    def joined(cls, parts: Sequence[Pairs]) -> Pairs:
        """The pairs of all parts."""
        return cls(np.concatenate([part.margins for part in parts]), sum(part.milliseconds for part in parts))

    def __len__(self) -> int:
        return len(self.margins)

    @property
    def battles(self) -> int:
        return 2 * len(self)

    @property
    def wins(self) -> int:
        """Battles in which the first player had more VP (PT-VP-14; minor victories count)."""
        return int((self.margins > 0).sum())

    @property
    def draws(self) -> int:
        """Battles that ended even."""
        return int((self.margins == 0).sum())

    @property
    def losses(self) -> int:
        """Battles in which the second player had more VP."""
        return int((self.margins < 0).sum())

    @property
    def scores(self) -> Floats:
        """Score of the first player in each pair: mean of two battles, won 1, drawn 1/2."""
        scores: Floats = (0.5 + 0.5 * np.sign(self.margins)).mean(axis=1)
        return scores

    @property
    def score(self) -> float:
        """Mean score of the first player, 0 to 1."""
        return float(self.scores.mean())

    @property
    def score_interval(self) -> Interval:
        """95% interval of ``score``; Wilson's where all pairs scored alike and the players differ."""
        if len(self) > 1 and not np.ptp(self.scores) and not self.alike:
            return wilson(round(self.score * len(self)), len(self))
        low, high = _interval(self.scores)
        return Interval(max(low, 0.0), min(high, 1.0))

    @property
    def alike(self) -> bool:
        """Whether every battle was the same from either side, as of a player against itself."""
        return bool((self.margins[:, 0] == -self.margins[:, 1]).all())

    @property
    def margin(self) -> float:
        """VP by which the first player was ahead, on average."""
        return float(self.margins.mean())

    @property
    def margin_interval(self) -> Interval:
        """95% interval of ``margin``, VP."""
        return _interval(self.margins.mean(axis=1))

    def row(self) -> dict[str, Any]:
        """All of it as columns of a table."""
        each = self.milliseconds / self.battles
        low, high = self.score_interval
        found = {"pairs": len(self), "battles": self.battles, "score": self.score, "score_low": low, "score_high": high}
        low, high = self.margin_interval
        found |= {"wins": self.wins, "draws": self.draws, "losses": self.losses}
        found |= {"margin": self.margin, "margin_low": low, "margin_high": high}
        return found | {"ms_per_battle": each, "battles_per_second": 1000 / each if each > 0 else inf}


def _interval(values: Floats) -> Interval:
    """Student's 95% interval of the mean of independent values."""
    middle, n = float(values.mean()), len(values)
    half = float(student.quantile(0.975, n - 1) * values.std(ddof=1) / n**0.5) if n > 1 else inf
    return Interval(middle - half, middle + half)
