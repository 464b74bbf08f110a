"""Which unit beats which: the exact duels that come along, seen from either side.

A duel is fought in the open, face to face, one card each a turn, without movement, cover, help or close combat: see
``pricing.estimate.exact_duels``.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pandas as pd

from tigersim.catalogue.lists import DUELS
from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import Unit, all_units
from tigersim.errors import InvalidValue, NoResults
from tigersim.pricing.report.findings import Findings

ABOUT = "shooting it out in the open, nobody moving, taking cover or assaulting"
"""What a duel is, for legends."""


def duel_table(run: str | Path = DUELS) -> pd.DataFrame:
    """All exact duels of a finished study, each from both sides.

    Columns ``unit enemy distance p_wins p_loses gain weapon enemy_weapon``: keys of units; inches; the chances that the
    enemy, or the unit, is destroyed within six turns; VP that the unit destroys minus VP that it loses on average, at
    printed costs; what each fires.  Raises ``RunError`` where there is no such study.
    """
    return _both_ways(str(run)).copy()


def duels_of(of: Unit | str, run: str | Path = DUELS) -> pd.DataFrame:
    """The duels of one unit against all others, the best first.

    Columns ``enemy nation gain`` and, for each distance D, ``p_wins_D p_loses_D``; gain: VP, mean over the distances.
    Raises ``InvalidValue`` for a unit that the study has not.
    """
    key, table = str(of), _both_ways(str(run))
    mine = table[table["unit"] == key]
    if not len(mine):
        raise InvalidValue("unit", key, "one of the historical units, whose duels are counted out")
    wide = mine.pivot(index="enemy", columns="distance", values=["p_wins", "p_loses"])
    wide.columns = ["_".join(map(str, each)) for each in wide.columns]
    order = [f"{what}_{inches}" for inches in sorted(mine["distance"].unique()) for what in ("p_wins", "p_loses")]
    found = wide[order].assign(gain=mine.groupby("enemy")["gain"].mean()).reset_index()
    found["nation"] = found["enemy"].str.extract(r"\[(.*)\]$", expand=False)
    ranked = found.sort_values(["gain", "enemy"], ascending=[False, True], kind="stable", ignore_index=True)
    return ranked[["enemy", "nation", "gain", *order]]


@lru_cache(maxsize=4)
def _both_ways(run: str) -> pd.DataFrame:
    found = Findings.load(run)
    pairs = found.tables.get("pairs")
    if found.kind != "exact_duels" or pairs is None:
        raise NoResults(f"{run} holds no exact duels; make them with an experiment of kind 'exact_duels'")
    names = (("a", "b"), ("p_a_destroyed", "p_b_destroyed"), ("weapon_a", "weapon_b"))
    swapped = dict(names) | {other: one for one, other in names}
    both = pd.concat([pairs, pairs.rename(columns=swapped)[list(pairs)]], ignore_index=True)
    both = both.rename(
        columns={
            "a": "unit",
            "b": "enemy",
            "p_b_destroyed": "p_wins",
            "p_a_destroyed": "p_loses",
            "weapon_a": "weapon",
            "weapon_b": "enemy_weapon",
        }
    )
    vp = {one.key: profile(one).score for one in all_units()}
    gain = both["p_wins"] * both["enemy"].map(vp) - both["p_loses"] * both["unit"].map(vp)
    order = ["unit", "enemy", "distance", "p_wins", "p_loses", "gain", "weapon", "enemy_weapon"]
    return both.assign(gain=gain)[order]
