"""Which armies can come over the sea or from the air, and what to change in one that cannot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.core.crossing import who_cannot_cross
from tigersim.core.enums import MAX_UNITS, NOBODY, SIDES
from tigersim.errors import RuleForbids
from tigersim.rules.carry import FOOT, NO_LOAD, RECON


def side_from_the_sea(record: Any, armies: Sequence[Sequence[Unit]]) -> int:
    """PT-AMPHIB-02, PT-AMPHIB-04: who attacks on a beach, as ``scenario.attacker`` holds it: the side that can cross.

    0, as the dice fall, if both can.  ``record``: the battle set up, nobody placed.  Raises ``RuleForbids`` that names
    a unit of each army that would have to stay behind, and what would help it.
    """
    left = [int(who_cannot_cross(record, side)) for side in range(len(SIDES))]
    can = [slot == NOBODY for slot in left]
    if not any(can):
        named = (_why(record, slot, armies[side][slot % MAX_UNITS]) for side, slot in enumerate(left))
        raise RuleForbids("PT-AMPHIB-02", "nobody can come over the sea to attack: " + "; ".join(named))
    return 0 if all(can) else 1 + can.index(True)


def _why(record: Any, slot: int, unit: Unit) -> str:
    """Who cannot go aboard, and what would help."""
    load = int(record[0].unit[slot].profile.load)
    if load == NO_LOAD:
        fix = "nothing carries it; leave it out"
    elif load in (FOOT, RECON):
        fix = "add a landing craft, as an LCVP or LCA for two infantry units"
    else:
        fix = "add a landing craft that carries it, as an LCM for one tank, or leave it out"
    return f"{unit.name} of side {SIDES[slot // MAX_UNITS]} neither swims nor finds room aboard ({fix})"


def check_somebody_lands(armies: Sequence[Sequence[Unit]], landing: Mapping[str, int], ruleset: RuleSet) -> None:
    """PT-AIRDROP-01: a side that is to land has airborne units.  Raises ``RuleForbids`` if not."""
    for side in landing:
        if not any(profile(unit, ruleset).airborne for unit in armies[SIDES.index(side)]):
            fix = 'pick some, as "Infantry [generic] + parachute"'
            raise RuleForbids("PT-AIRDROP-02", f"side {side} has neither gliders nor airborne infantry; {fix}")
