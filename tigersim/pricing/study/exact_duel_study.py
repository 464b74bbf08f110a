"""The study of exact duels: every unit against every other, in the open, at some distances."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Annotated, Literal, Unpack

import pandas as pd
from pydantic import Field

from tigersim.catalogue.units import all_units
from tigersim.errors import InvalidValue
from tigersim.game.terms import Terms
from tigersim.lab.experiment import FileWithTerms
from tigersim.pricing.estimate.exact_duels import TURNS, exact_duel
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.study.run_options import RunOptions, how_to_run
from tigersim.version import RULES_VERSION, __version__

DISTANCES = (10, 20)
"""Inches: within and beyond the 12 at which guns change their dice."""
DIGITS = 4
"""Decimals of a chance that are kept."""
LIMITS = (
    "two units in the open, face to face, one card each a turn; nobody moves, assaults, takes cover or is helped: "
    "infantry shows none of its close combat, and no unit its speed or what it carries",
    "each fires the weapon that leaves the other most often hit, one weapon all the time",
    "the chances are exact, kept to four decimals",
)


class ExactDuelStudy(FileWithTerms):
    """Which unit destroys which, pair by pair.

    distances: inches between the two.
    turns: within which one has to be destroyed to count.
    units: a file with the units; left out = the historical units.
    """

    kind: Literal["exact_duels"] = "exact_duels"
    distances: Annotated[tuple[int, ...], Field(min_length=1)] = DISTANCES
    turns: Annotated[int, Field(ge=1, le=100)] = TURNS
    units: str | None = None

    def matches(self) -> list[tuple[str, str]]:
        """Players that meet: none, for nothing is played."""
        return []

    def battle_terms(self, forbid: tuple[str, ...] = ()) -> Terms:
        """The reading of the rules."""
        return self.terms_with(forbid=forbid) if forbid else self.terms_with()

    def run(self, folder: str | Path, **options: Unpack[RunOptions]) -> Findings:
        """Ask for every pair; table ``pairs``.

        Columns: ``distance a b p_a_destroyed p_b_destroyed weapon_a weapon_b``, each pair once.  Raises
        ``InvalidValue`` for anything forbidden, for nobody decides here.
        """
        forbid, progress, _ = how_to_run(options)
        if forbid:
            raise InvalidValue("--forbid", list(forbid), "nothing: in an exact duel nobody decides")
        rules = self.battle_terms().ruleset
        among = all_units(None if self.units is None else Path(self.units), rules)
        pairs, rows = list(combinations(among, 2)), []
        for distance in self.distances:
            for a, b in pairs:
                found = exact_duel(a, b, distance, rules, self.turns)
                chances = (round(found.p_a_destroyed, DIGITS), round(found.p_b_destroyed, DIGITS))
                rows.append((distance, a.key, b.key, *chances, found.weapon_a, found.weapon_b))
                if progress is not None:
                    progress(len(rows), len(pairs) * len(self.distances), None)
        names = ["distance", "a", "b", "p_a_destroyed", "p_b_destroyed", "weapon_a", "weapon_b"]
        table = pd.DataFrame(rows, columns=names)
        clear = int(((table["p_a_destroyed"] > 0.5) | (table["p_b_destroyed"] > 0.5)).sum())
        inches = " and ".join(f'{each}"' for each in self.distances)
        said = (
            f"{len(pairs):,} pairs of {len(among)} units at {inches}: in {clear / len(table):.0%} of the duels one is "
            f"destroyed within {self.turns} turns more often than not.",
        )
        about = {
            "tigersim": __version__,
            "rules_version": RULES_VERSION,
            "ruleset": rules.to_dict(),
            "units": [one.key for one in among],
            "distances": list(self.distances),
            "turns": self.turns,
        }
        return Findings("exact_duels", said, {"pairs": table}, LIMITS, about)
