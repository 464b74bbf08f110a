"""A unit that is fired at, and where it stands: for questions about more than one target."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue
from tigersim.odds.arguments import read_settings
from tigersim.odds.circumstances import Circumstances
from tigersim.odds.resolve import FireAction, resolve


class Firing(NamedTuple):
    """What all shots of a question have in common."""

    distance: float
    """Inches, to every target without a distance of its own."""
    objective: str
    ruleset: RuleSet


@dataclass(frozen=True, slots=True)
class Target:
    """A target and where it stands; words and numbers are those of ``Circumstances``."""

    unit: str | Unit
    distance: float | None = None
    """From the firer, in inches; None = as far as the first target."""
    aspect: str = "front"
    cover: str = "none"
    found_cover: bool = False
    fortification: str = "none"
    hits_before: int = 0
    arc: str = "front"

    @property
    def name(self) -> str:
        """What it is called."""
        return self.unit if isinstance(self.unit, str) else self.unit.name

    def circumstances(self, firing: Firing, weapon: str) -> Circumstances:
        """Those of a shot at it with this weapon."""
        stands = {field: getattr(self, field) for field in _READERS}
        if self.distance is None:
            stands["distance"] = firing.distance
        return Circumstances(**stands, weapon=weapon, objective=firing.objective, ruleset=firing.ruleset)

    def shot_at(self, attacker: str | Unit, weapon: str, firing: Firing, further: bool = False) -> FireAction:
        """A Fire action at it; ``further``: the attacker has had its one further shot (AMB-102)."""
        return resolve(attacker, self.unit, self.circumstances(firing, weapon), further)

    @classmethod
    def parse(cls, text: str) -> Target:
        """A target as on the command line: ``"Regulars [ussr]; cover=wood; hits-before=1"``.

        Raises ``UnknownName`` or ``InvalidValue``.
        """
        unit, fields = read_settings(text, _READERS)
        return cls(unit, **fields)


_READERS: dict[str, Callable[[str], Any]] = {
    "distance": float,
    "aspect": str,
    "cover": str,
    "found_cover": bool,
    "fortification": str,
    "hits_before": int,
    "arc": str,
}


def read_target(field: str, value: object) -> Target:
    """A ``Target``, or a unit that stands in the open."""
    if isinstance(value, Target):
        return value
    if isinstance(value, str | Unit):
        return Target(value)
    raise InvalidValue(field, value, "the name of a unit, a Unit or a Target")
