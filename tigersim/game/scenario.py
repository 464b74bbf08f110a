"""A scenario in a battle: which options it settles, and what it sets in the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.scenarios import ROLES, Scenario
from tigersim.core import layout
from tigersim.core.enums import SIDES
from tigersim.core.markers import MAJOR
from tigersim.core.zones import A_HALF, A_THIRD, ALL_OF_THEM
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.game.options import FAMILY, MARKERS, NO_FORTS, SUPPORT
from tigersim.registry import rule
from tigersim.rules.victory import marker_worth

MOST = {"all": ALL_OF_THEM, "third": A_THIRD, "half": A_HALF}
NO_LANDING: Mapping[str, int] = MappingProxyType({})
"""Turn in which each side lands from the air on a standard table."""


def scenario_of(source: str | Path | Scenario) -> Scenario:
    """The scenario of a name or a file.  Raises ``ScenarioNotFound`` and ``DataError``."""
    return source if isinstance(source, Scenario) else Scenario.load(source)


@rule("PT1-VP-03")
def check_fits(scenario: Scenario, family: str, markers: str, inches: tuple[int, int] | None, ruleset: RuleSet) -> None:
    """Check that a scenario is one of the edition, and that the table asked for is its own.

    Raises ``RuleForbids`` for one about markers in the first edition, and ``InvalidValue`` for another table.
    """
    ground = scenario.table
    if ruleset.edition == 1 and (ground.objective or (ground.markers or MARKERS[0]) != MARKERS[0]):
        raise RuleForbids("PT1-VP-03", f"'{scenario.name}' is about a marker, and the first edition has none")
    fixed = "map" if ground.map is not None else ground.family
    if fixed is not None and family not in (FAMILY, fixed):
        raise InvalidValue("family", family, f"{fixed}: the scenario '{scenario.name}' says so")
    for field, said, asked in zip(("width", "depth"), (ground.width, ground.depth), inches or (), strict=False):
        if said not in (None, asked):
            raise InvalidValue(f"{field} of the table", asked, f"{said} inches: the scenario '{scenario.name}' says so")
    if (ground.markers or ground.map) and markers not in (MARKERS[0], ground.markers):
        raise InvalidValue("markers", markers, f"{ground.markers or 'those of the map'}: as '{scenario.name}' says")


class Settled(NamedTuple):
    """What is settled next to the table."""

    support: str
    forts: tuple[int, int]
    landing: dict[str, int]


def settled(
    scenario: Scenario,
    support: str = SUPPORT[0],
    forts: Sequence[int] = NO_FORTS,
    landing: Mapping[str, int] = NO_LANDING,
) -> Settled:
    """Support, forts and landings as settled or asked for; ``InvalidValue`` if the two differ."""
    turns = {side: scenario.force(role).landing for side, role in zip(SIDES, ROLES, strict=True)}
    lands = {side: turn for side, turn in turns.items() if turn is not None}
    laid = scenario.table.forts if any(scenario.table.forts) else None
    said, asked = (scenario.rules.support, laid, lands or None), (support, (forts[0], forts[1]), dict(landing))
    for field, own, wish, usual in zip(Settled._fields, said, asked, (SUPPORT[0], NO_FORTS, {}), strict=True):
        if own is not None and wish not in (usual, own):
            raise InvalidValue(field, wish, f"{own}: the scenario '{scenario.name}' says so")
    return Settled(said[0] or support, laid or asked[1], lands or asked[2])


@rule("PT-VP-11", "PT-SCEN-HILL-05", "PT-SCEN-BRIDGE-04")
def compensated(scenario: Scenario) -> int:
    """VP of the marker that the defender begins with and side a has units for; 0 = none."""
    rules = scenario.rules
    return (scenario.table.objective or marker_worth(MAJOR)) if rules.compensation and rules.side_a_attacks else 0


@rule("PT-SCEN-BASE-01", "PT-SCEN-PATROL-04", "PT-SCEN-BRIDGE-07", "PT-SCEN-PINCER-05", "PT-SCEN-FOG-06")
def set_scenario(battle: Any, scenario: Scenario) -> None:
    """Write into a battle's record what a scenario changes; the standard battle changes nothing."""
    rules, record = scenario.rules, battle[0].scenario
    if rules.side_a_attacks:  # else as it is agreed otherwise: by flamethrowers, by who comes over the sea
        record.attacker = 1
    for name in type(rules).model_fields:
        if name in record.dtype.names:
            record[name] = int(getattr(rules, name))
    if rules.demolition:
        record.charge.max_cards = record.charge.max_actions = record.charge.hits_to_destroy = 1
    for role_number, role in enumerate(ROLES):
        force = scenario.force(role)
        if force.patrol is not None:
            record.patrol[role_number] = force.patrol
            record.relief[role_number] = force.arrivals()[0][1]
        for number, zone in enumerate(force.zones):
            record.most[number + role_number * layout.ZONES] = MOST[zone.most]
        for number, (units, turn) in enumerate(force.arrivals()):  # without roles both sides have the same
            record.late[role_number, number], record.late_turn[role_number, number] = units, turn
