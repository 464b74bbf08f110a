"""Scenarios: table, forces, deployment, special rules and victory, as data.

A scenario of your own is a copy of one of the files ``data/scenarios/*.toml``: ``Scenario.load("my_scenario.toml")``
checks it like the shipped ones, and every error names the file and the field.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

from pydantic import PrivateAttr, ValidationError, model_validator

from tigersim.catalogue.classes import classes
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.scenario_parts import Force, Ground, Rules, Table
from tigersim.catalogue.units import Unit, all_units
from tigersim.errors import DataError, RuleForbids, ScenarioNotFound
from tigersim.files.documents import is_file, toml_of
from tigersim.files.faults import first_fault
from tigersim.given import check_name_or_file
from tigersim.registry import rule

FOLDER = Path(__file__).resolve().parent / "data" / "scenarios"
STANDARD = "standard battle"
"""PT-SCEN-BASE-01: the battle of the main rules."""
ROLES = ("attacker", "defender")
OBJECTIVES = ("position", "withdrawal")
"""Families of tables with an objective of their own: the big hill, the bridge."""


class Scenario(Table):
    """One scenario.  ``name``: of its file; ``ids``: the rules that it follows."""

    name: str
    title: str
    about: str
    ids: tuple[str, ...] = ()
    table: Ground = Ground()
    attacker: Force = Force()
    defender: Force = Force()
    rules: Rules = Rules()
    _where: str = PrivateAttr("")

    @property
    def where(self) -> str:
        """Its file, for errors."""
        return self._where or self.name

    @model_validator(mode="after")
    def _possible(self) -> Self:
        one_sided = self.attacker != self.defender or self.rules.there_and_back or self.rules.crossing
        if one_sided and not self.rules.side_a_attacks:
            raise ValueError("rules.side_a_attacks: must be true where the sides differ")
        if self.rules.column and (self.attacker.zones or self.defender.zones):
            raise ValueError("zones: a column needs none")
        if self.rules.fog and (self.attacker.zones or self.defender.zones or self.rules.column):
            raise ValueError("zones: in the fog all units come on later; give neither zones nor a column")
        if self.rules.fog and (self.attacker.waves or self.defender.waves):
            raise ValueError("waves: in the fog all units come on later anyway")
        if bool(self.attacker.zones) != bool(self.defender.zones):
            raise ValueError("zones: give them for both sides or for none")
        objective = self.table.objective > 0 or self.table.family in OBJECTIVES
        for force in (self.attacker, self.defender):
            if any(zone.place == "objective" for zone in force.zones) and not objective:
                raise ValueError(f"zones: there is no objective; allowed with a map that has one, or {_listed()}")
        bridge = self.table.family == "withdrawal"
        for field in ("crossing", "capture_ends", "demolition"):
            if getattr(self.rules, field) and not bridge:
                raise ValueError(f"rules.{field}: needs the table family 'withdrawal'")
        return self

    @classmethod
    def load(cls, source: str | Path) -> Scenario:
        """A scenario by name (``scenarios()`` lists them) or from a user's own TOML file.

        Raises ``ScenarioNotFound`` and ``DataError`` naming the file, the field and what is wrong with it.
        """
        check_name_or_file("scenario", source)
        if isinstance(source, str) and _slug(source) in _slugs():
            return _shipped(_slug(source))
        path = Path(source)
        if path.suffix != ".toml" and not is_file(path):
            raise ScenarioNotFound(str(source), scenarios())
        return cls._read(path, str(path))

    def on_ground(self, ground: Ground, where: str) -> Scenario:
        """The scenario on another table; ``where``: what messages call it."""
        found = self.model_copy(update={"table": ground})
        found._where = where
        return found

    @classmethod
    def _read(cls, path: Path, where: str) -> Scenario:
        return cls.of_dict({"name": path.stem.replace("_", " "), **toml_of(path, where)}, where)

    @classmethod
    def of_dict(cls, given: Mapping[str, Any], where: str = "scenario") -> Scenario:
        """Read what ``to_dict`` gave, or a file.

        Raises ``DataError`` naming ``where``, the field and what is wrong.
        """
        try:
            found = cls(**{"name": where, **given})
        except ValidationError as error:
            at, problem = first_fault(error, cls)
            raise DataError(where, None, ".".join(map(str, at)) or None, problem) from None
        found._where = where
        return found

    def force(self, role: str) -> Force:
        """The force of "attacker" or "defender"."""
        found: Force = getattr(self, role)
        return found

    @property
    def is_standard(self) -> bool:
        """Whether it is the battle of the main rules."""
        return self.name == STANDARD

    def to_dict(self) -> dict[str, Any]:
        """What provenance keeps."""
        return self.model_dump(mode="json", exclude_defaults=True)


@rule("PT-SCEN-PATROL-01", "PT-SCEN-RECCE-01", "PT-SCEN-RECCE-02", "PT-SCEN-PINCER-01", "AMB-114", "AMB-139")
def check_army(scenario: Scenario, army: list[Unit], role: str, ruleset: RuleSet | None = None) -> None:
    """Check the units of a role against what the scenario allows it.

    AMB-114: whether tank destroyers are tanks.  AMB-139: whether reinforcements are part of the patrol.  Raises
    ``RuleForbids``.
    """
    force = scenario.force(role).under(ruleset)
    named = scenario.ids[0] if scenario.ids else "PT-MISC-03"
    if force.size is not None and not force.size[0] <= len(army) <= force.size[1]:
        allowed = f"{force.size[0]} to {force.size[1]}"
        raise RuleForbids(named, f"{scenario.title}: the {role} has {len(army)} units; allowed: {allowed}")
    counts = [0] * len(force.parts)
    for one in army:
        number = force.part_of(one, ruleset)
        if number < 0:
            allowed = "; ".join(each.names for each in force.parts)
            raise RuleForbids(named, f"{scenario.title}: the {role} may not have {one.name}; allowed: {allowed}")
        if force.parts:
            counts[number] += 1
    if force.patrol is not None:
        on_foot = sum(classes()[one.type].kind == "infantry" for one in army)
        if on_foot < force.patrol[0]:
            has = f"{scenario.title}: the {role} has {on_foot} infantry units"
            raise RuleForbids(named, f"{has}; its patrol needs {force.patrol[0]}")
    halves = (len(army) // 2, (len(army) + 1) // 2)
    for part, count in zip(force.parts, counts, strict=True):
        has = f"{scenario.title}: the {role} has {count} of {part.names}"
        if part.share == "at most" and count > part.most:
            raise RuleForbids(named, f"{has}; allowed: at most {part.most}")
        if part.share == "half" and count not in halves:
            raise RuleForbids(named, f"{has}; allowed: half of {len(army)}")


def _listed() -> str:
    return "the families " + " and ".join(OBJECTIVES)


def _slug(name: str) -> str:
    return name.strip().lower().replace(" ", "_").replace("-", "_")


@lru_cache(maxsize=1)
def _slugs() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@lru_cache(maxsize=16)
def _shipped(slug: str) -> Scenario:
    return Scenario._read(FOLDER / f"{slug}.toml", f"{slug}.toml")


@lru_cache(maxsize=1)
def scenarios() -> tuple[str, ...]:
    """Names of the scenarios that come with tigersim, the standard battle first."""
    return tuple(sorted((_shipped(slug).name for slug in _slugs()), key=lambda name: (name != STANDARD, name)))


def pools(
    scenario: Scenario, units: list[Unit] | None = None, ruleset: RuleSet | None = None
) -> dict[str, list[list[int]]]:
    """Role -> for each part of its force the numbers of the units that belong to it.

    ``units``: by default the catalogue.  Raises ``DataError`` for a part that none of the units belongs to.
    """
    listed = list(all_units()) if units is None else units
    found: dict[str, list[list[int]]] = {}
    for role in ROLES:
        force = scenario.force(role)
        parts = [force.part_of(one, ruleset) for one in listed]
        found[role] = [[k for k, of in enumerate(parts) if of == part] for part in range(max(len(force.parts), 1))]
        for number, pool in enumerate(found[role]):
            if not pool:
                raise DataError(scenario.where, None, f"{role}.parts.{number}", "no unit of the list belongs to it")
    return found
