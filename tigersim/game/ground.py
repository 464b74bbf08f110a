"""Tables of a family or of a map of letters, and a scenario's deployment zones on them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.scenario_parts import MAP_LETTERS, Zone
from tigersim.catalogue.scenarios import ROLES, Scenario
from tigersim.core import board, enums, layout
from tigersim.core.compile.jit import as_written
from tigersim.core.families import clear, draw_defender_edge
from tigersim.errors import DataError, InvalidValue
from tigersim.game.options import (
    ALL_MARKERS,
    FAMILY,
    MARKERS,
    NO_FORTS,
    TABLE_INCHES,
    check_family,
    check_forts,
    check_size,
    check_victory,
)
from tigersim.registry import rule
from tigersim.rules.edges import DEFENDER_BY_CHANCE, DEFENDER_IN_NORTH, DEFENDER_IN_SOUTH
from tigersim.rules.setup import deployment_depth
from tigersim.rules.switches import BridgeDeployment, PincerDepth

LETTERS = {letter: enums.TERRAIN_NAMES.index(terrain) for letter, terrain in MAP_LETTERS.items()}
PIECES = (enums.WOOD, enums.BUILDING, enums.HILL)
TABLE_SWITCHES = ("los_terrain_rule", "deployment_depth", "hill_details", "bridge_deployment", "pincer_depth")
"""The switches that a table depends on."""
Grid = npt.NDArray[np.bool_]


def needs_edge(scenario: Scenario) -> bool:
    """Whether the table has to say which edge is the defender's."""
    return bool(scenario.attacker.zones or scenario.table.map)


def set_defender_edge(table: Any, seed: int, number: int) -> None:
    """Draw which edge is the defender's, unless the table says so."""
    if table[0].defender_edge == DEFENDER_BY_CHANCE:
        with as_written():
            draw_defender_edge(table, seed, number)


def mark_objective(table: Any) -> None:
    """Write into the table where the middle of its first marker is."""
    wide, deep = int(table[0].width), int(table[0].depth)
    north, east = np.nonzero(table[0].marker[: wide * deep].reshape(deep, wide) == 1)
    if len(east):
        table[0].objective_x, table[0].objective_y = int(np.median(east)), int(np.median(north))


def table_of_map(scenario: Scenario, number: int, rules: RuleSet) -> Any:
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
    """Check that vehicles can drive from one deployment to the other.  Raises ``DataError``."""
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
    """Mark the zones, a bit each, the attacker's first.  Raises ``DataError`` without room."""
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


def make_table(
    seed: int,
    number: int,
    width: int = TABLE_INCHES,
    depth: int = TABLE_INCHES,
    family: str = FAMILY,
    markers: str = MARKERS[0],
    forts: tuple[int, int] = NO_FORTS,
    ruleset: RuleSet | None = None,
) -> Any:
    """Table ``number`` of an experiment, with its lines of sight: a TABLE record.

    seed, number: the experiment, and which of its tables.
    width, depth: inches.
    family: one of ``board.ALL_FAMILIES``.
    markers: one of ``ALL_MARKERS``.
    forts: light and heavy positions of the defender (PT-FORT-01).
    ruleset: how lines of sight (AMB-36) and a big hill (AMB-140) are read.
    Raises ``UnknownName`` and ``InvalidValue``.
    """
    rules = ruleset or DEFAULT
    check_size(width, depth)
    check_family(family, "chosen")
    check_victory(markers, 0)
    check_forts(forts)
    table = layout.tables(1)
    table[0].hill_by_edge = int(rules.option("hill_details") == "hill_edge")
    kinds = (board.ALL_FAMILIES.index(family), rules.code("los_terrain_rule"), ALL_MARKERS.index(markers))
    with as_written():
        room = board.generate(table, seed, number, board.TableTerms(width, depth, *kinds, forts))
    if not room:
        raise InvalidValue("forts", forts, f"fewer on {family} table {number} of seed {seed}, where there is no room")
    return table
