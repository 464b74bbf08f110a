"""The settled list: all prices revised, played by and read off again until they stay.

A study of kind ``equilibrium`` finds it.  It answers what to print if the whole list is printed anew; ``delta``
answers what to change about one unit while all others stay.  Where units are far from their cost it is the better
guide also to that, for it is read off battles at such prices and not off a line drawn to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from tigersim.catalogue.lists import SETTLED
from tigersim.errors import NoResults
from tigersim.pricing.report.findings import Findings

if TYPE_CHECKING:
    from tigersim.pricing.report.result import Prices

COLUMNS = ["settled", "settled_low", "settled_high", "settled_whole"]
SAME = ("players", "forbid", "profiles", "scenario", "family", "markers", "target_score", "support", "forts", "inches",
        "sizes", "playouts", "readings", "army_rules", "commanders", "solo")  # fmt: skip
"""Settings that two lists of the same game share; ``profiles`` are all numbers of the units, their costs too."""


@dataclass(frozen=True)
class Settled:
    """Prices that have settled.

    table: by the key of the unit, columns ``settled settled_low settled_high settled_whole``, VP, 95% intervals.
    provenance: of the study that found them.
    """

    table: pd.DataFrame
    provenance: Mapping[str, Any]

    @property
    def source(self) -> str:
        """Where it comes from, in a sentence without its full stop."""
        about = self.provenance
        return (
            f"settled: the list that stays as it is when it is played by, {' against '.join(about['players'])}, "
            f"{about.get('rounds', 0)} rounds, seed {about.get('seed')}, version {about.get('rules_version')} of the "
            "rules as they are programmed"
        )


def settled_list(folder: str | Path = SETTLED) -> Settled:
    """The settled list of a finished study.  Raises ``RunError`` where there is none."""
    found = Findings.load(folder)
    table = found.tables.get("list")
    needed = {"name", "nation", "price", "price_low", "price_high", "whole_price"}
    if found.kind != "equilibrium" or table is None or not needed <= set(table):
        raise NoResults(f"{folder} holds no settled list; make one with an experiment of kind 'equilibrium'")
    keys = [f"{name} [{nation}]" for name, nation in zip(table["name"], table["nation"], strict=True)]
    shown = table[["price", "price_low", "price_high", "whole_price"]].set_axis(COLUMNS, axis=1)
    return Settled(shown.set_index(pd.Index(keys, name="key")), found.provenance)


def settled_for(prices: Prices, folder: str | Path = SETTLED) -> Settled | None:
    """The settled list of the game that a price list is of, if it is at hand and has its units."""
    try:
        found = settled_list(folder)
    except NoResults:
        return None
    keys = set(prices.detail["key"])
    return found if _game(prices.provenance) == _game(found.provenance) and keys <= set(found.table.index) else None


def _game(about: Mapping[str, Any]) -> list[Any]:
    """The settings that decide which game was played, without seed and number of battles."""
    rules = about.get("ruleset")
    named = rules if isinstance(rules, Mapping) else {"name": rules} | {name: about.get(name) for name in RULES}
    return [named, *(about.get(name) for name in SAME)]


RULES = ("edition", "switches")
"""What stands next to the name of the rules in the provenance of price lists."""
