"""A unit that is fired at, and where it stands: for questions about more than one target."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue
from tigersim.odds.questions import read_settings
from tigersim.odds.setup import ShotTerms, resolve_shot


@dataclass(frozen=True, slots=True)
class Target:
    """A target; words and numbers are those of ``shot``."""

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

    def resolved(
        self,
        attacker: str | Unit,
        weapon: str,
        objective: str,
        ruleset: RuleSet,
        distance: float,
        doubled: bool = False,
    ) -> ShotTerms:
        """The terms of a shot of ``attacker`` at it; ``distance`` where it has none of its own."""
        return resolve_shot(
            attacker,
            self.unit,
            distance=distance if self.distance is None else self.distance,
            aspect=self.aspect,
            cover=self.cover,
            found_cover=self.found_cover,
            fortification=self.fortification,
            hits_before=self.hits_before,
            weapon=weapon,
            arc=self.arc,
            objective=objective,
            ruleset=ruleset,
            doubled=doubled,
        )

    @classmethod
    def parse(cls, text: str) -> Target:
        """A target as written on the command line: ``"Regulars [ussr]; cover=wood; found-cover; hits-before=1"``.

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


def ask_target(field: str, value: object) -> Target:
    """A ``Target``, or a unit that stands in the open."""
    if isinstance(value, Target):
        return value
    if isinstance(value, str | Unit):
        return Target(value)
    raise InvalidValue(field, value, "the name of a unit, a Unit or a Target")
