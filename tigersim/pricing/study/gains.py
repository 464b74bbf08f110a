"""What each part of the method is worth: how many battles one would need without it.

A variance ratio of 0.5 means: half as many battles for the same interval.  All ratios are of one set of battles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from tigersim.pricing.estimate.data import BattleTable
from tigersim.pricing.estimate.wins import WinPrices
from tigersim.pricing.play.study import PriceStudy


def variance_ratios(parts: Sequence[BattleTable], tables: int | None, wins: WinPrices) -> pd.DataFrame:
    """One row per part of the method: ``part variance_ratio of`` (a battle, or intervals)."""
    plain = [replace(part, chance=None, hazard=None) for part in parts]
    with_luck, kills, none, flat = (
        _study(parts, tables),
        _study([replace(part, chance=None) for part in parts], tables),
        _study(plain, tables),
        _study([replace(part, table=np.zeros_like(part.table)) for part in plain], 1),
    )
    errors = {name: one.margin_fit().variance for name, one in (("all", with_luck), ("kills", kills), ("none", none))}
    by_margin = np.diagonal(none.fit().covariance.to_numpy())
    by_all = np.diagonal(with_luck.fit().covariance.to_numpy())
    by_wins = np.diagonal(wins.found.cov)
    battle, units = "error of one battle", "intervals of the units"
    rows = [
        ("luck of kills taken out", errors["kills"] / errors["none"], battle),
        ("all known luck taken out", errors["all"] / errors["none"], battle),
        ("table effects", errors["none"] / flat.margin_fit().variance, battle),
        ("margins in place of wins", float(np.mean(by_margin / by_wins)), units),
        ("margins without known luck in place of wins", float(np.mean(by_all / by_wins)), units),
    ]
    return pd.DataFrame(rows, columns=["part", "variance_ratio", "of"])


def _study(parts: Sequence[BattleTable], tables: int | None) -> PriceStudy:
    study = PriceStudy(parts[0].roster, tables=tables, chances=parts[0].chances)
    for part in parts:
        study.add(part)
    return study
