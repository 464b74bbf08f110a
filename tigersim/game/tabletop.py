"""Random tables for people: ``table("river", seed=3)``; its ``str`` is a map."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from tigersim.catalogue.rulesets import RuleSetGiven, ruleset_of
from tigersim.core import board, enums, layout
from tigersim.core.compile.jit import as_written
from tigersim.core.families import armies_can_meet
from tigersim.errors import InvalidValue
from tigersim.game.armies import several
from tigersim.game.ground import make_table
from tigersim.game.options import NO_FORTS, check_forts, check_victory, table_inches
from tigersim.game.records import SEEDS, check_seed
from tigersim.given import whole_number
from tigersim.rules.edges import DEFENDER_IN_NORTH, DEFENDER_IN_SOUTH
from tigersim.rules.general import is_table
from tigersim.rules.setup import deployment_depth

GLYPHS = {"open": ".", "road": "=", "wood": "♣", "hill": "^", "building": "▒", "water": "~", "ford": ",", "bridge": "#"}
"""How a map shows each terrain, and a road."""
POSITIONS = ("", "o", "O")
"""How a map shows a light and a heavy position (PT-FORT)."""
POSITION_NAMES = ("none", "light", "heavy")
LEGEND = "  ".join(f"{glyph} {terrain}" for terrain, glyph in GLYPHS.items())
WIDEST_MAP = 48
"""Tables up to this width are drawn two characters to the inch, so that they look square."""
RULER = 6
"""Inches from one number at the rim of a map to the next."""


@dataclass(frozen=True)
class Piece:
    """A piece of terrain: the rectangle around it, inches from west and south, and its cells."""

    kind: str
    x: int
    y: int
    width: int
    depth: int
    cells: int


@dataclass(frozen=True)
class Position:
    """A fortified position of the defender, light or heavy, and its cell (PT-FORT-01)."""

    kind: str
    x: int
    y: int


@dataclass(frozen=True)
class Marker:
    """A piece of terrain whose control is worth ``vp`` victory points (PT-VP-07)."""

    vp: int
    kind: str
    x: int
    y: int


class Table:
    """One table; ``str`` draws it, north at the top.  ``record``: the core's TABLE record."""

    def __init__(self, record: Any, seed: int, number: int) -> None:
        self.record = record
        self.seed = seed
        self.number = number
        self._size = int(record[0].width), int(record[0].depth)

    @property
    def width(self) -> int:
        """Inches from west to east."""
        return self._size[0]

    @property
    def depth(self) -> int:
        """Inches from south to north, from one side's edge to the other's."""
        return self._size[1]

    @property
    def family(self) -> str:
        return board.ALL_FAMILIES[self.record[0].family]

    @property
    def pieces(self) -> list[Piece]:
        """Woods, buildings and hills in the order laid, then bridges and fords from the west."""
        features = self.grid("feature")
        found = [self._piece(features == number) for number in range(1, int(self.record[0].features) + 1)]
        for kind in (enums.BRIDGE, enums.FORD):
            columns = np.flatnonzero((self.grid("kind") == kind).any(axis=0))
            for span in np.split(columns, np.flatnonzero(np.diff(columns) > 1) + 1):
                if len(span):
                    here = self.grid("kind") == kind
                    here[:, [x for x in range(self.width) if x not in span]] = False
                    found.append(self._piece(here))
        return found

    @property
    def markers(self) -> list[Marker]:
        """The markers, in the order in which they were placed."""
        values = self.record[0].marker_value[: self.record[0].markers].tolist()
        pieces = [self._piece(self.grid("marker") == number) for number in range(1, len(values) + 1)]
        middles = [(one.kind, one.x + one.width // 2, one.y + one.depth // 2) for one in pieces]
        return [Marker(vp, *middle) for vp, middle in zip(values, middles, strict=True)]

    @property
    def sea_edge(self) -> str:
        """The edge that the sea covers, "south" or "north"; "" without a sea."""
        if not self.record[0].sea:
            return ""
        return "south" if self.record[0].defender_edge == DEFENDER_IN_NORTH else "north"

    @property
    def positions(self) -> list[Position]:
        """The fortified positions, row by row from the south-west corner."""
        forts = self.grid("fort")
        return [Position(POSITION_NAMES[int(forts[y, x])], x, y) for y, x in np.argwhere(forts).tolist()]

    @property
    def defender_edge(self) -> str | None:
        """The defender's table edge, "south" or "north", where the table says so."""
        return {DEFENDER_IN_SOUTH: "south", DEFENDER_IN_NORTH: "north"}.get(int(self.record[0].defender_edge))

    @property
    def can_meet(self) -> bool:
        """Whether vehicles can drive from either deployment zone to all open land.

        Where the attacker comes over the sea, from the defender's zone.
        """
        return bool(armies_can_meet(self.record, np.zeros((2, layout.MAX_CELLS), dtype=np.int64)))

    def sees(self, a: tuple[int, int], c: tuple[int, int]) -> bool:
        """Whether terrain lets a unit at ``a`` = (x, y) see one at ``c``.  Raises ``InvalidValue``."""
        for x, y in (a, c):
            if not (0 <= x < self.width and 0 <= y < self.depth):
                raise InvalidValue("place", (x, y), f"x from 0 to {self.width - 1}, y from 0 to {self.depth - 1}")
        first, last = (y * self.width + x for x, y in (a, c))
        with as_written():
            return bool(board.sees(self.record, first, last))

    def describe(self) -> str:
        """What lies on the table and who can go where, in a few sentences."""
        counts = Counter(piece.kind for piece in self.pieces)
        kinds = [several(counts[kind], kind) for kind in enums.TERRAIN_NAMES if counts[kind]]
        third, size = deployment_depth(self.depth), f"{self.width} x {self.depth} inches"
        lies = ", ".join(kinds) or "open ground"
        lines = [f"{self.family} table {self.number} of seed {self.seed}, {size}: {lies}."]
        lines.append(f"The sides deploy in rows 0-{third - 1} and {self.depth - third}-{self.depth - 1}.")
        sea = bool(self.record[0].sea)
        way = " by bridge and ford" if self.record[0].water and not sea else ""
        zones = "the defender's zone and the shore" if sea else "either side's zone"
        if sea:
            lines.append(f"The attacker comes over the sea, from the {self.sea_edge}.")
        meet = f"Vehicles can drive from {zones} to all open land{way}."
        lines.append(meet if self.can_meet else "Some land is out of reach of vehicles.")
        if self.markers:
            named = [f"{marker.kind} at ({marker.x}, {marker.y}) {marker.vp} VP" for marker in self.markers]
            lines.append("Markers: " + ", ".join(named) + ".")
        if self.positions:
            named = [f"{one.kind} at ({one.x}, {one.y})" for one in self.positions]
            lines.append(f"Positions of the defender, who has the {self.defender_edge} edge: " + ", ".join(named) + ".")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Everything about the table; ``map`` is its rows of glyphs, the north edge first."""
        return {
            "family": self.family,
            "seed": self.seed,
            "number": self.number,
            "width": self.width,
            "depth": self.depth,
            "can_meet": self.can_meet,
            "sea": self.sea_edge,
            "pieces": [dict(vars(piece)) for piece in self.pieces],
            "markers": [dict(vars(marker)) for marker in self.markers],
            **({"positions": [dict(vars(one)) for one in self.positions]} if self.positions else {}),
            **({"defender_edge": self.defender_edge} if self.defender_edge else {}),
            "map": ["".join(row) for row in self.glyphs()],
        }

    def __str__(self) -> str:
        """A map with the inches at its rim; the VP of a marker stand in its middle."""
        gap = " " if self.width <= WIDEST_MAP else ""
        rows = self.glyphs()
        for marker in self.markers:
            rows[self.depth - 1 - marker.y][marker.x] = str(marker.vp)
        ys = range(self.depth - 1, -1, -1)
        lines = [f"{'' if y % RULER else y:>3} {gap.join(row)}" for y, row in zip(ys, rows, strict=True)]
        step = RULER * (1 + len(gap))
        ruler = "".join(f"{x:<{step}}" for x in range(0, self.width, RULER)).rstrip()
        legend = LEGEND + ("\n2 4 8 markers (VP)" if self.markers else "")
        legend += "\no light O heavy position" if self.positions else ""
        return "\n".join([*lines, f"    {ruler}", legend])

    def __repr__(self) -> str:
        return str(self)

    def grid(self, field: str) -> Any:
        """A field of all cells, as an array [y, x]: "kind", "feature", "road", "marker" or "fort"."""
        return self.record[0][field][: self.width * self.depth].reshape(self.depth, self.width)

    def glyphs(self, *, positions: bool = True) -> list[list[str]]:
        """The map as rows of glyphs, the north edge first; with the positions or without."""
        kinds, roads = self.grid("kind"), self.grid("road")
        rows = [
            [glyph(int(kind), bool(road)) for kind, road in zip(kinds[y], roads[y], strict=True)]
            for y in range(self.depth - 1, -1, -1)
        ]
        for one in self.positions if positions else ():
            rows[self.depth - 1 - one.y][one.x] = POSITIONS[POSITION_NAMES.index(one.kind)]
        return rows

    def cells(self) -> list[dict[str, Any]]:
        """Every square inch, from the south-west corner row by row.

        Each has ``x``, ``y``, ``terrain``, ``road``, ``feature`` (number of the wood, building or hill that it belongs
        to, 0 = none), ``marker_vp`` (0 = none) and, on a table that has any, ``position`` (none, light, heavy).
        """
        kinds, roads, features, markers = (self.grid(name) for name in ("kind", "road", "feature", "marker"))
        forts = self.grid("fort")
        worth = [0, *(marker.vp for marker in self.markers)]
        return [
            {
                "x": x,
                "y": y,
                "terrain": enums.TERRAIN_NAMES[int(kinds[y, x])],
                "road": bool(roads[y, x]),
                "feature": int(features[y, x]),
                "marker_vp": worth[int(markers[y, x])],
                **({"position": POSITION_NAMES[int(forts[y, x])]} if self.record[0].forts else {}),
            }
            for y in range(self.depth)
            for x in range(self.width)
        ]

    def _piece(self, cells: Any) -> Piece:
        ys, xs = np.nonzero(cells)
        kind = enums.TERRAIN_NAMES[int(self.grid("kind")[ys[0], xs[0]])]
        x, y = int(xs.min()), int(ys.min())
        return Piece(kind, x, y, int(xs.max()) - x + 1, int(ys.max()) - y + 1, len(xs))


def glyph(kind: int, road: bool) -> str:
    """How a map shows a cell; a bridge shows although there is a road on it."""
    return GLYPHS["road" if road and kind != enums.BRIDGE else enums.TERRAIN_NAMES[kind]]


def table(
    family: str = "mixed",
    seed: int = 1,
    number: int = 0,
    *,
    width: int | None = None,
    depth: int | None = None,
    markers: str = "none",
    ruleset: RuleSetGiven | None = None,
    forts: tuple[int, int] = NO_FORTS,
) -> Table:
    """A random table of one family: mixed, open, wooded, village, river or beach.

    All on it follows from the arguments.  On a beach the attacker comes over the sea, which covers its table edge.

    family: kind of table.
    seed, number: the experiment, and which of its tables.
    width, depth: inches, from 36 by 36 (in the first edition 40 by 40) to 72 by 48.
    markers: "standard" places a bridge (8 VP), a hill (4) and up to two buildings (2 each), as the terrain offers.
    ruleset: its edition, and how lines of sight (AMB-36) and hills (AMB-140) are read.
    forts: light and heavy positions in the deployment zone of the defender, whose edge is then drawn (PT-FORT-01).
    Raises ``UnknownName``, ``InvalidValue`` and ``RuleForbids``.
    """
    check_seed(seed)
    whole_number("number", number, 0, SEEDS - 1, "a whole number from 0 to 2^62 - 1")
    rules = ruleset_of(ruleset)
    least = table_inches(rules)
    wide, deep = (
        least if given is None else whole_number(name, given, allowed="a whole number of inches")
        for name, given in (("width", width), ("depth", depth))
    )
    if not is_table(wide, deep, rules.readings.edition) or wide > layout.MAX_WIDTH or deep > layout.MAX_DEPTH:
        largest = f"{layout.MAX_WIDTH}x{layout.MAX_DEPTH}"
        raise InvalidValue("size of the table", f"{wide}x{deep}", f"{least}x{least} to {largest}")
    check_victory(markers, 0, rules)
    check_forts(forts, rules)
    light, heavy = map(int, forts)
    seed, number = int(seed), int(number)
    return Table(make_table(seed, number, wide, deep, family, markers, (light, heavy), rules), seed, number)
