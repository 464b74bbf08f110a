"""From a scenario to the core: its table, its deployment zones, and what it sets in a battle's record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.scenario_parts import MAP_LETTERS, MOST_UNITS, Zone
from tigersim.catalogue.scenarios import ROLES, Scenario, check_army
from tigersim.catalogue.units import Unit
from tigersim.core import board, enums, layout
from tigersim.core.compile.jit import as_written
from tigersim.core.enums import SIDES
from tigersim.core.families import clear, draw_defender_edge
from tigersim.core.markers import MAJOR
from tigersim.core.zones import A_HALF, A_THIRD, ALL_OF_THEM
from tigersim.errors import DataError, InvalidValue, RuleForbids
from tigersim.game.records import FAMILY, MARKERS, NO_FORTS, SUPPORT, check_table, make_table, table_inches
from tigersim.registry import rule
from tigersim.rules.edges import DEFENDER_BY_CHANCE, DEFENDER_IN_NORTH, DEFENDER_IN_SOUTH
from tigersim.rules.setup import deployment_depth
from tigersim.rules.switches import BridgeDeployment, PincerDepth
from tigersim.rules.victory import marker_worth

MOST = {"all": ALL_OF_THEM, "third": A_THIRD, "half": A_HALF}
LETTERS = {letter: enums.TERRAIN_NAMES.index(terrain) for letter, terrain in MAP_LETTERS.items()}
PIECES = (enums.WOOD, enums.BUILDING, enums.HILL)
TABLE_SWITCHES = (
    "los_terrain_rule",
    "deployment_depth",
    "hill_details",
    "bridge_deployment",
    "pincer_depth",
)
"""The switches that a table depends on."""
Grid = npt.NDArray[np.bool_]


def needs_edge(scenario: Scenario) -> bool:
    """Whether the table has to say which edge is the defender's."""
    return bool(scenario.attacker.zones or scenario.table.map)


def scenario_table(
    scenario: Scenario,
    seed: int,
    number: int,
    ruleset: RuleSet | None = None,
    *,
    family: str = "mixed",
    markers: str = "none",
    forts: tuple[int, int] = NO_FORTS,
    width: int | None = None,
    depth: int | None = None,
) -> Any:
    """Table ``number`` of a scenario with its zones and lines of sight (a TABLE record; inches).

    ``family``, ``markers``, ``forts``, ``width``, ``depth`` count where the scenario leaves them open.  Raises
    ``DataError`` for a scenario whose zones have no room on this table, ``RuleForbids`` for a table that is too small
    for the edition, and what ``make_table`` raises.
    """
    rules = ruleset or DEFAULT
    ground = scenario.table
    if ground.map is not None:
        table = _drawn(scenario, number, rules)
        check_table(int(table[0].width), int(table[0].depth), rules)
    else:
        wide, deep = ground.width or width or table_inches(rules), ground.depth or depth or table_inches(rules)
        check_table(wide, deep, rules)
        table = make_table(
            seed,
            number,
            wide,
            deep,
            ground.family or family,
            ground.markers or markers,
            rules.code("los_terrain_rule"),
            forts=ground.forts if any(ground.forts) else forts,
            hill_by_edge=rules.option("hill_details") == "hill_edge",
        )
    if needs_edge(scenario) and table[0].defender_edge == DEFENDER_BY_CHANCE:
        with as_written():
            draw_defender_edge(table, seed, number)
    if scenario.attacker.zones:
        lay_zones(table, scenario, rules)
    if ground.map is not None:
        check_reach(table, scenario)
    wide, deep = int(table[0].width), int(table[0].depth)
    north, east = np.nonzero(table[0].marker[: wide * deep].reshape(deep, wide) == 1)
    if len(east):
        table[0].objective_x, table[0].objective_y = int(np.median(east)), int(np.median(north))
    return table


def _drawn(scenario: Scenario, number: int, rules: RuleSet) -> Any:
    """The table of a scenario's map."""
    ground = scenario.table
    step = ground.inches_per_letter
    letters = np.array([list(row) for row in reversed(ground.rows)])
    letters = letters.repeat(step, axis=0).repeat(step, axis=1)
    table = layout.tables(1)
    clear(table)
    depth, width = letters.shape
    cells = width * depth
    table[0].width, table[0].depth, table[0].number = width, depth, number
    upper = np.char.upper(letters)
    table[0].kind[:cells] = np.vectorize(LETTERS.__getitem__)(upper).reshape(-1)
    table[0].road[:cells] = (np.isin(letters, list("=#")) | np.char.islower(letters)).reshape(-1)
    table[0].water = int((upper == "~").any())
    _number_pieces(table, width, depth)
    table[0].marker[:cells] = (letters == "*").reshape(-1)
    table[0].markers = int(ground.objective > 0)
    table[0].marker_value[0] = ground.objective
    table[0].defender_edge = DEFENDER_IN_SOUTH
    table[0].los_rule = rules.code("los_terrain_rule")
    with as_written():
        board.survey(table)
    return table


def _number_pieces(table: Any, width: int, depth: int) -> None:
    """Letters of one kind that touch, also by a corner, are one piece of terrain."""
    from scipy import ndimage

    kind = table[0].kind[: width * depth].reshape(depth, width)
    feature = table[0].feature[: width * depth].reshape(depth, width)
    pieces = 0
    for one in PIECES:
        found, n = ndimage.label(kind == one, structure=np.ones((3, 3)))
        feature[found > 0] = found[found > 0] + pieces
        pieces += n
    table[0].features = pieces


@rule("PT-GEN-05")
def check_reach(table: Any, scenario: Scenario) -> None:
    """PT-GEN-05: raises ``DataError`` where vehicles could not drive from one side's deployment to the other's."""
    from scipy import ndimage

    width, depth = int(table[0].width), int(table[0].depth)
    kind = table[0].kind[: width * depth].reshape(depth, width)
    land, _ = ndimage.label(~np.isin(kind, (enums.WATER, enums.BUILDING)), structure=np.ones((3, 3)))
    third = deployment_depth(depth)
    starts = {"attacker": np.zeros_like(land, dtype=bool), "defender": np.zeros_like(land, dtype=bool)}
    starts["defender"][:third] = starts["attacker"][depth - third :] = True
    if table[0].zoned:
        zone = table[0].zone[: width * depth].reshape(depth, width)
        own = (1 << layout.ZONES) - 1
        starts = {"attacker": (zone & own) != 0, "defender": (zone >> layout.ZONES) != 0}
    pieces = {role: set(land[cells].tolist()) - {0} for role, cells in starts.items()}
    for role, enemy in (ROLES, ROLES[::-1]):
        if not pieces[role]:
            raise DataError(scenario.where, None, "table.map", f"leaves the {role} no land to set up on")
        lost = pieces[role] - pieces[enemy]
        if lost:
            y, x = (int(at[0]) for at in np.nonzero(np.isin(land, list(lost)) & starts[role]))
            problem = f'from {x}", {y}" (from the south-west) no vehicle of the {role} reaches the {enemy}'
            raise DataError(scenario.where, None, "table.map", f"{problem}; join the land by a bridge or a ford")


# --- deployment zones ------------------------------------------------------------------------------------------------


def lay_zones(table: Any, scenario: Scenario, ruleset: RuleSet) -> None:
    """Fill ``t.zone``: a bit for each zone, the attacker's first.  Raises ``DataError`` for a zone without room."""
    width, depth = int(table[0].width), int(table[0].depth)
    marks = np.zeros((depth, width), dtype=np.uint8)
    kind = table[0].kind[: width * depth].reshape(depth, width)
    for role_number, role in enumerate(ROLES):
        force = scenario.force(role)
        room = 0
        for number, zone in enumerate(force.zones):
            cells = _cells(zone, role, table, ruleset)
            land = int((cells & (kind != enums.WATER) & (kind != enums.BUILDING)).sum())
            if land == 0:
                raise DataError(scenario.where, None, f"{role}.zones.{number}", "has no land on this table")
            room += land if zone.most == "all" else min(land, enums.MAX_UNITS // 2)
            marks[cells] |= np.uint8(1 << (number + role_number * layout.ZONES))
        if room < enums.MAX_UNITS:
            problem = f"have land for {room} units on this table; needed: {enums.MAX_UNITS}"
            raise DataError(scenario.where, None, f"{role}.zones", problem)
    table[0].zone[: width * depth] = marks.reshape(-1)
    table[0].zoned = 1


def _cells(zone: Zone, role: str, table: Any, ruleset: RuleSet) -> Grid:
    """The cells of a zone (depth, width), row 0 in the south."""
    width, depth = int(table[0].width), int(table[0].depth)
    owner_north = (table[0].defender_edge == DEFENDER_IN_NORTH) == (role == "defender")
    near, left = np.mgrid[0:depth, 0:width]  # as the owner in the south sees it
    if owner_north:
        near, left = depth - 1 - near, width - 1 - left
    if zone.area is not None:
        x, y, wide, deep = zone.area
        inside: Grid = (left >= x) & (left < x + wide) & (near >= y) & (near < y + deep)
        return inside
    return _place(zone, near, left, table, ruleset)


def _place(zone: Zone, near: Any, left: Any, table: Any, ruleset: RuleSet) -> Grid:
    width, depth = int(table[0].width), int(table[0].depth)
    cells = width * depth
    found: Grid
    if zone.place == "own third":
        found = near < deployment_depth(depth, width, ruleset.code("deployment_depth"))
    elif zone.place == "objective":
        found = table[0].marker[:cells].reshape(depth, width) == 1
    elif zone.place == "bridgehead":
        reading = ruleset.code("bridge_deployment")
        first, last = int(table[0].river_rows), depth // 2
        if reading == BridgeDeployment.ATTACKER_HALF:
            first, last = depth // 2, depth - deployment_depth(depth)  # a third of the way, as the river lies
        elif reading == BridgeDeployment.OWN_EDGE_TO_CENTRE:
            first = 0
        found = (near >= first) & (near < last)
    else:
        across = left if zone.place == "left flank" else width - 1 - left
        found = across < (1 if ruleset.code("pincer_depth") == PincerDepth.TOUCHING_EDGE else width // 3)
    return found


# --- the battle ------------------------------------------------------------------------------------------------------


def scenario_of(source: str | Path | Scenario) -> Scenario:
    """A scenario, or the one of this name or file.  Raises ``ScenarioNotFound`` and ``DataError``."""
    return source if isinstance(source, Scenario) else Scenario.load(source)


@rule("PT1-VP-03")
def check_setting(scenario: Scenario, family: str, markers: str, ruleset: RuleSet | None = None) -> None:
    """PT1-VP-03: raises ``RuleForbids`` for a scenario about markers in the first edition, which has none.

    Raises ``InvalidValue`` where the table is asked for otherwise than the scenario has it.
    """
    ground = scenario.table
    if (ruleset or DEFAULT).edition == 1 and (ground.objective or (ground.markers or MARKERS[0]) != MARKERS[0]):
        raise RuleForbids("PT1-VP-03", f"'{scenario.name}' is about a marker, and the first edition has none")
    fixed = "map" if ground.map is not None else ground.family
    if fixed is not None and family not in (FAMILY, fixed):
        raise InvalidValue("family", family, f"{fixed}: the scenario '{scenario.name}' says so")
    if (ground.markers or ground.map) and markers not in (MARKERS[0], ground.markers):
        raise InvalidValue("markers", markers, f"{ground.markers or 'those of the map'}: as '{scenario.name}' says")


class Agreed(NamedTuple):
    """What the players have agreed on beside the table."""

    support: str
    forts: tuple[int, int]
    landing: dict[str, int]


def agreed(scenario: Scenario, support: str, forts: Sequence[int], landing: Mapping[str, int]) -> Agreed:
    """Support, forts and landings as the scenario has them, else as they are asked for.

    Raises ``InvalidValue`` where both say something and it is not the same.
    """
    turns = {side: scenario.force(role).landing for side, role in zip(SIDES, ROLES, strict=True)}
    lands = {side: turn for side, turn in turns.items() if turn is not None}
    laid, called = scenario.table.forts, scenario.rules.support
    _same("support", support, called, (SUPPORT[0], called), scenario)
    _same("forts", (forts[0], forts[1]), laid if any(laid) else None, (NO_FORTS, laid), scenario)
    _same("landing", dict(landing), lands or None, ({}, lands), scenario)
    return Agreed(called or support, laid if any(laid) else (forts[0], forts[1]), lands or dict(landing))


def _same(field: str, asked: object, said: object, fitting: Sequence[object], scenario: Scenario) -> None:
    """Raise ``InvalidValue`` where a scenario says something of a field and what is asked for does not fit."""
    if said is not None and asked not in fitting:
        raise InvalidValue(field, asked, f"{said}: the scenario '{scenario.name}' says so")


def check_armies(scenario: Scenario, armies: Sequence[Sequence[Unit]], ruleset: RuleSet | None = None) -> None:
    """Raises ``RuleForbids`` for armies, side a first, that the scenario does not allow."""
    if scenario.is_standard:
        return
    for role, army in zip(ROLES, armies, strict=True):
        check_army(scenario, list(army), role, ruleset)
        late = scenario.force(role).held_back
        if late >= len(army):
            raise InvalidValue(f"units of the {role}", len(army), f"{late + 1} or more, for the last {late} come later")
    if scenario.rules.demolition and len(armies[1]) > MOST_UNITS - 1:
        raise InvalidValue("units of the defender", len(armies[1]), f"up to {MOST_UNITS - 1}, beside the charge")


@rule("PT-VP-11", "PT-SCEN-HILL-05", "PT-SCEN-BRIDGE-04")
def compensated(scenario: Scenario) -> int:
    """PT-VP-11, PT-SCEN-HILL-05, PT-SCEN-BRIDGE-04: VP of the marker that the defender begins with, 0 = no such one.

    Without settled roles nobody knows who is to have more units.
    """
    rules = scenario.rules
    return (scenario.table.objective or marker_worth(MAJOR)) if rules.compensation and rules.side_a_attacks else 0


@rule("PT-SCEN-BASE-01", "PT-SCEN-PATROL-04", "PT-SCEN-BRIDGE-07", "PT-SCEN-PINCER-05", "PT-SCEN-FOG-06")
def set_scenario(battle: Any, scenario: Scenario) -> None:
    """PT-SCEN-BASE-01: write into a battle's record what a scenario changes; the standard battle changes nothing.

    PT-SCEN-PATROL-04, PT-SCEN-BRIDGE-07, PT-SCEN-PINCER-05, PT-SCEN-FOG-06: destroyed units score as ever.
    """
    rules, record = scenario.rules, battle[0].scenario
    if rules.side_a_attacks:  # else as it is agreed otherwise: by flamethrowers, by who comes over the sea
        record.attacker = 1
    record.column = int(rules.column)
    record.apart = rules.keep_apart
    record.fog = int(rules.fog)
    record.bonus = rules.there_and_back
    record.crossing = int(rules.crossing)
    record.capture = int(rules.capture_ends)
    record.demolition = int(rules.demolition)
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
