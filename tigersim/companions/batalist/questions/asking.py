"""What several questions share: names of sides, formations and ground, and laws as tables."""

from __future__ import annotations

from tigersim.companions.answer import Table
from tigersim.companions.batalist.forces.attack import DOWNHILL, LEVEL, UPHILL
from tigersim.companions.batalist.rules.ranks import FLANK, FRONT, REAR
from tigersim.statistics.law import Law

SIDES = {"front": FRONT, "flank": FLANK, "rear": REAR}
HEIGHTS = {"level": LEVEL, "downhill": DOWNHILL, "uphill": UPHILL}


def damage_table(title: str, law: Law[int]) -> Table:
    """The law of a damage as a table."""
    return Table.of_law(title, law, ("damage", "chance", "so much or more"))
