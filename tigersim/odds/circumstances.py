"""How a Fire action is made, as one value and as the keywords that functions take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypedDict

from tigersim.catalogue.rulesets import RuleSet
from tigersim.odds.arguments import read_keywords


class Circumstances(NamedTuple):
    """How a Fire action is made and where its target stands, in a player's words."""

    distance: float = 10
    """Inches between the bases."""
    aspect: str = "front"
    """The side of the target that is hit: front, other; side, flank and rear mean other."""
    cover: str = "none"
    """What the target stands in or on: none, wood, building, hill."""
    found_cover: bool = False
    """The target has found cover."""
    hits_before: int = 0
    """Smoke markers on the target: 0 or 1."""
    weapon: str = "main"
    """main (a turret gun, a squad's rifles), hull, mg, mortar, flame (a flamethrower)."""
    objective: str = "hit"
    """What re-rolls of the attack aim at: hit = P(hit), then P(lethal hit); destroy = P(destroyed)."""
    ruleset: RuleSet | str | None = None
    """A ``RuleSet``, its name or file; None: the standard reading of edition II."""
    fortification: str = "none"
    """The position that the target holds: none, light, heavy."""
    arc: str = "front"
    """Where the target lies, seen from the attacker: front, other; side, flank and rear mean other."""

    @classmethod
    def of(cls, where: str, given: Mapping[str, Any]) -> Circumstances:
        """Those ``given`` as keywords to the function ``where``.  Raises ``UnknownName``."""
        return cls(**read_keywords(given, USUAL, where))


USUAL: Mapping[str, Any] = Circumstances._field_defaults
"""Circumstances by name, as they are where nothing is said."""


class FireKeywords(TypedDict, total=False):
    """Circumstances that every question about a shot takes as keywords."""

    found_cover: bool
    hits_before: int
    weapon: str
    objective: str
    fortification: str
    arc: str


class ShotKeywords(FireKeywords, total=False):
    """Keywords of ``odds.shot``: those, and what else the fire may reach.

    Units, or ``Target`` for one that does not stand in the open.
    """

    second_target: object
    neighbour: object


class MatrixKeywords(ShotKeywords, total=False):
    """Keywords of ``odds.shot_matrix``: those, and where the targets stand."""

    aspect: str
    cover: str
    ruleset: RuleSet | str | None


class AllKeywords(FireKeywords, total=False):
    """Keywords of a shot: all circumstances."""

    distance: float
    aspect: str
    cover: str
    ruleset: RuleSet | str | None
