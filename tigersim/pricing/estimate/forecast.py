"""How much of what can be forecast prices do forecast: fresh armies, many battles each.

Replicates tell what a perfect forecast would reach: all that is left to it is the dice of a single battle.  By Brier's
score that floor is estimated without bias, from the spread within pairs; so the figure to look at is the share of the
way from a coin to the floor.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from tigersim.pricing.estimate.arrays import Floats
from tigersim.pricing.estimate.data import BattleTable
from tigersim.pricing.estimate.fought import Fought, means, squares
from tigersim.pricing.estimate.holdout import Score, score
from tigersim.pricing.estimate.wins import WinFit
from tigersim.statistics.intervals import Z_95, Interval

COIN = 0.25
"""Brier's score of a coin, where no battle is drawn."""


@dataclass(frozen=True)
class Foretold:
    """How well several forecasts did, by Brier's scores and shares of the way to the floor."""

    scores: dict[str, Score]
    coin: float
    floor: float
    share: dict[str, tuple[float, Interval]]

    def table(self) -> pd.DataFrame:
        """One row per forecast, the coin and the perfect one among them."""
        rows = [{"forecast": "a coin", "log_loss": float(np.log(2)), "brier": self.coin, "share": 0.0}]
        for name, one in self.scores.items():
            share, (low, high) = self.share[name]
            rows.append(
                {"forecast": name, "log_loss": one.log_loss, "brier": one.brier, "share": share}
                | {"share_low": low, "share_high": high, "slope": one.slope, "intercept": one.intercept}
            )
        return pd.DataFrame([*rows, {"forecast": "a perfect one", "brier": self.floor, "share": 1.0}])

    def curves(self) -> pd.DataFrame:
        """Calibration: ``forecast_by`` and the columns of ``holdout.Score.curve``."""
        return pd.concat([one.curve.assign(forecast_by=name) for name, one in self.scores.items()], ignore_index=True)


def foretold(fought: Fought, chances: dict[str, Floats]) -> Foretold:
    """Score forecasts (P,) of battles between fresh armies by what came of them.

    Intervals take pairs and tables for samples.  Raises ``InvalidValue`` for fewer than three battles of a pair.
    """
    fought.check()
    won = fought.came
    by_coin = (won - 0.5) ** 2
    reach = squares(won - 0.5)  # from the coin's score to that of who knows the true rates
    scores, share = {}, {}
    for name, chance in chances.items():
        scores[name] = score(np.repeat(chance, won.shape[1]), won.ravel())
        gain = means(by_coin - (won - chance[:, None]) ** 2)
        part = gain.mean() / reach.mean()
        half = Z_95 * gain.less(reach, part).error(fought.table) / abs(reach.mean())
        share[name] = part, Interval(part - half, part + half)
    coin = float(by_coin.mean())
    return Foretold(scores, coin, coin - reach.mean(), share)


def chance_of(fit: WinFit, armies: BattleTable) -> Floats:
    """P(side a wins) on a table and with an attacker that are left to chance, (P,)."""
    nobody = np.zeros(len(armies), dtype=np.int8)
    return fit.chance(replace(armies, attacker=nobody, edge=nobody, table=np.zeros(len(armies), dtype=np.int32)))
