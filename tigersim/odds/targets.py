"""A unit that is fired at, and where it stands: for questions about more than one target."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import NamedTuple

from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.odds.arguments import UnitAsked
from tigersim.odds.circumstances import Circumstances
from tigersim.odds.resolve import FireAction, resolve


class Firing(NamedTuple):
    """What all shots of a question have in common."""

    distance: float
    """Inches, to every target without a distance of its own."""
    objective: str
    ruleset: RuleSet


@dataclass(frozen=True, slots=True)
class Target(UnitAsked):
    """A target and where it stands; words and numbers are those of ``Circumstances``."""

    distance: float | None = None
    """From the firer, in inches; None = as far as the first target."""
    aspect: str = "front"
    cover: str = "none"
    found_cover: bool = False
    fortification: str = "none"
    hits_before: int = 0
    arc: str = "front"

    def circumstances(self, firing: Firing, weapon: str) -> Circumstances:
        """Those of a shot at it with this weapon."""
        stands = {one.name: getattr(self, one.name) for one in fields(self)[1:]}
        if self.distance is None:
            stands["distance"] = firing.distance
        return Circumstances(**stands, weapon=weapon, objective=firing.objective, ruleset=firing.ruleset)

    def shot_at(self, attacker: str | Unit, weapon: str, firing: Firing, further: bool = False) -> FireAction:
        """A Fire action at it; ``further``: the attacker has had its one further shot (AMB-102)."""
        return resolve(attacker, self.unit, self.circumstances(firing, weapon), further)
