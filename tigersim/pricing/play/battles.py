"""From what the engine leaves of battles to what pricing reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tigersim.catalogue.profile.unit_table import as_table
from tigersim.lab.batch import Batch
from tigersim.lab.design import Design
from tigersim.pricing.estimate.data import BattleTable
from tigersim.pricing.estimate.roster import Roster

READ = ("number", "table", "side_a_first", "side_a_south", "vp", "luck", "kind", "dead", "hazard")
"""Fields of battles that pricing reads."""


def roster_of(design: Design) -> Roster:
    """The units of a design at the costs that it plays by."""
    return Roster.of(as_table(design.units, design.terms.ruleset).assign(cost=design.costs))


def battle_table(design: Design, roster: Roster, batches: Sequence[Batch]) -> BattleTable:
    """Batches in the form that pricing reads."""
    r: Any = np.concatenate([batch.results for batch in batches])
    most = design.sizes[1]
    return BattleTable.from_slots(
        r["kind"][:, :, :most],
        r["vp"][:, 0] - r["vp"][:, 1],
        units=roster,
        table=r["table"],
        attacker=2 * r["side_a_first"] - 1,
        edge=2 * r["side_a_south"] - 1,
        dead=r["dead"][:, :, :most],
        hazard=r["hazard"][:, :, :most],
        chance=r["luck"].reshape(len(r), -1),
    )
