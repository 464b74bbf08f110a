"""Shares of battles won, margins, and the handicap that would make a match even.

The handicap is a number of whole VP that is added to one side's score when the battle is over.  The players do not know
of it; so the score that a battle would have had with it follows from the score that it had, and the chance to win with
any handicap is the share of the margins beyond it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.play import blocks
from tigersim.statistics.intervals import Interval, wilson


@dataclass(frozen=True, eq=False)
class Balance:
    """Battles of one side, a, against another, b, in blocks.

    margins: VP of side a minus VP of side b, (blocks, ...).  adjusted: the same with known luck taken out.  A battle
    won counts 1, a draw 1/2 (a minor victory wins, PT-VP-14).  Intervals are of 95%, from the spread of the blocks,
    each of which has tables of its own.  counted: what all of it is counted in, "VP" or "points" of a price list.
    """

    margins: Integers
    adjusted: Floats
    counted: str = field(default="VP", kw_only=True)

    @property
    def battles(self) -> int:
        return int(self.margins.size)

    @property
    def counts(self) -> tuple[int, int, int]:
        """Battles that side a won, that were drawn, that it lost."""
        return tuple(int((np.sign(self.margins) == sign).sum()) for sign in (1, 0, -1))  # type: ignore[return-value]

    def p_win(self, handicap: int = 0) -> float:
        """Chance that side a wins if b is given so many VP (negative: a is), a draw counting half."""
        return float(self._points(handicap).mean())

    def p_interval(self, handicap: int = 0) -> Interval:
        """95% interval of ``p_win``; Wilson's over blocks where all came out alike."""
        points = self._points(handicap)
        if np.ptp(points.reshape(len(points), -1).mean(axis=1)) == 0 and not self.alike:
            return wilson(round(float(points.mean()) * len(points)), len(points))
        low, high = blocks.interval(points)
        return Interval(max(low, 0.0), min(high, 1.0))

    @property
    def margin(self) -> float:
        """VP by which side a was ahead on average, known luck taken out."""
        return float(self.adjusted.mean())

    @property
    def margin_interval(self) -> Interval:
        """95% interval of ``margin``, VP."""
        return blocks.interval(self.adjusted)

    @property
    def handicap(self) -> int:
        """Whole VP to give side b for a battle as even as can be; negative: to give side a."""
        return min(self._range(), key=lambda vp: (abs(self.p_win(vp) - 0.5), abs(vp)))

    @property
    def handicap_interval(self) -> tuple[int, int]:
        """Least and most whole VP with which the battles do not exclude an even match."""
        held = self.handicap
        within = [vp for vp in self._range() if self.p_interval(vp).low <= 0.5 <= self.p_interval(vp).high]
        return min([*within, held]), max([*within, held])

    @property
    def table(self) -> pd.DataFrame:
        """One row per handicap that may be asked about.

        Columns ``handicap`` (VP given to side b), ``p_win`` of side a, ``p_low p_high``: 95%.
        """
        rows = [(vp, self.p_win(vp), *self.p_interval(vp)) for vp in self._range()]
        return pd.DataFrame(rows, columns=["handicap", "p_win", "p_low", "p_high"])

    @property
    def alike(self) -> bool:
        """Whether every battle came out the same beyond doubt; False unless a subclass can tell."""
        return False

    def amount(self, number: int) -> str:
        """So many VP, or points, in words."""
        return f"{number} {'point' if (number, self.counted) == (1, 'points') else self.counted}"

    def _points(self, handicap: int) -> Floats:
        return 0.5 + 0.5 * np.sign(self.margins - handicap)

    def _range(self) -> range:
        """Handicaps worth asking about: those within the margins that were seen, and none."""
        return range(min(int(self.margins.min()), 0), max(int(self.margins.max()), 0) + 1)


def percent(share: Sequence[float]) -> str:
    """The ends of an interval of shares, in percent."""
    return ", ".join(f"{100 * end:.1f}" for end in share)
