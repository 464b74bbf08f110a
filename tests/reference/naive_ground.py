"""The ground measured in whole numbers and fractions: take it next to ``naive_moves``.

Written from the rulebook and from what the engine's docstrings say of its lattice, without any of its functions: which
cells a line crosses is found by trying every cell, a way by trying every step.  Nothing here is quick.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any, NamedTuple

from tigersim.core import layout
from tigersim.core.enums import BUILDING, MAX_UNITS, NOBODY, WATER, WRECKED
from tigersim.rules.switches import FortOccupancy, LosUnitsBlock, PassingUnits, TerrainStopScope, WaterMovement

Cell = tuple[int, int]

QUARTER = ((2, 0), (2, 1), (1, 1), (1, 2))
DIRECTIONS = (*QUARTER, *((-y, x) for x, y in QUARTER), *((-x, -y) for x, y in QUARTER), *((y, -x) for x, y in QUARTER))
"""Sixteen facings, anticlockwise from the east."""
STEPS = tuple((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))
STRAIGHT, DIAGONAL = 100, 142
"""Hundredths of an inch from a cell's centre to the next one's."""
MOST_ON_WATER = 6


def gap_squared(a: Cell, c: Cell, metric: int = 0) -> int:
    """Square of the inches between two one-inch bases, edge to edge; ``metric`` 1: centre to centre (AMB-25)."""
    gaps = (max(abs(one - other) - (1 - metric), 0) for one, other in zip(a, c, strict=True))
    return sum(gap * gap for gap in gaps)


def touch(a: Cell, c: Cell) -> bool:
    """Whether two bases touch, be it at a corner, or are the same."""
    return abs(a[0] - c[0]) <= 1 and abs(a[1] - c[1]) <= 1


def in_front(facing: int, step: Cell, arc: int = 0) -> bool:
    """PT-ARMOR-02, AMB-33: the step lies within 45 degrees of the facing, boundary included.

    The cosine is at least that of 45 degrees: twice the square of the dot product reaches the product of the squares.
    ``arc`` 1: ahead of the front edge, half an inch before the centre.
    """
    fx, fy = DIRECTIONS[facing]
    dot = fx * step[0] + fy * step[1]
    if arc == 1:
        return dot > 0 and Fraction(dot * dot, fx * fx + fy * fy) >= Fraction(1, 4)
    return dot > 0 and 2 * dot * dot >= (fx * fx + fy * fy) * (step[0] ** 2 + step[1] ** 2)


@cache
def crossed(dx: int, dy: int) -> tuple[Cell, ...]:
    """The cells whose inside the line from the centre of (0, 0) to that of (dx, dy) runs through, in its order.

    A line misses the inside of a square if some direction separates them: east, north, or across the line.
    """
    box = [(x, y) for x in range(min(dx, 0), max(dx, 0) + 1) for y in range(min(dy, 0), max(dy, 0) + 1)]
    cells = [(x, y) for x, y in box if 2 * abs(dx * y - dy * x) < abs(dx) + abs(dy)] or [(0, 0)]
    return tuple(sorted(cells, key=lambda cell: abs(cell[0]) + abs(cell[1])))


@cache
def stretch(dx: int, dy: int, x: int, y: int) -> Fraction:
    """The part of that line (as a fraction of it) that runs inside the cell (x, y)."""
    first, last = Fraction(0), Fraction(1)
    for delta, centre in ((dx, x), (dy, y)):
        if delta:
            edges = sorted((Fraction(2 * centre - 1, 2 * delta), Fraction(2 * centre + 1, 2 * delta)))
            first, last = max(first, edges[0]), min(last, edges[1])
    return max(last - first, Fraction(0))


class Inches(NamedTuple):
    """What a path may measure, or has measured in hundredths: in all, off the road, on water."""

    whole: int
    wild: int
    wet: int

    def within(self, other: Inches) -> bool:
        """No part is longer than the other's."""
        return all(mine <= its for mine, its in zip(self, other, strict=True))


class Plain:
    """A record with numbers and lists of Python's own: reading a field of numpy's takes a microsecond.

    Each is made when it is first asked for: of the thousands of a battle a decision needs a few.
    """

    def __init__(self, value: tuple[Any, ...], kind: Any) -> None:
        self._value, self._kind = value, kind

    def __getattr__(self, name: str) -> Any:
        names = self._kind.names
        if name not in names:
            raise AttributeError(name)
        part = plain(self._value[names.index(name)], self._kind[name])
        setattr(self, name, part)
        return part


def plain(value: Any, kind: Any) -> Any:
    """A value of numpy's as one of Python's."""
    if kind.names:
        return Plain(value, kind)
    if kind.shape:
        return [plain(part, kind.base) for part in value.tolist()] if kind.base.names else value.tolist()
    return value


class Ground:
    """The table with what stands on it, at one moment of a battle."""

    def __init__(self, battle: Any, table: Any) -> None:
        self.b = plain(layout.copied(battle)[0].item(), battle.dtype)  # as it stands now
        self.ruling = self.b.ruling
        t = table[0]
        self.width, self.depth = int(t.width), int(t.depth)
        self.cells = [(x, y) for y in range(self.depth) for x in range(self.width)]
        self.sea = bool(t.sea)
        n = self.width * self.depth
        self.kind: dict[Cell, int] = dict(zip(self.cells, t.kind[:n].tolist(), strict=True))
        self.piece: dict[Cell, int] = dict(zip(self.cells, t.feature[:n].tolist(), strict=True))
        self.road: dict[Cell, int] = dict(zip(self.cells, t.road[:n].tolist(), strict=True))
        self.fort: dict[Cell, int] = dict(zip(self.cells, t.fort[:n].tolist(), strict=True))
        self.holder: dict[Cell, int] = dict(zip(self.cells, self.b.occupant[:n], strict=True))
        self.wrecks = list(zip(self.b.wreck_x, self.b.wreck_y, strict=True))[: self.b.wrecks]
        self.vehicles = [(u.x, u.y) for u in self.b.unit if u.alive and u.placed and u.profile.vehicle]

    def gap(self, a: Cell, c: Cell) -> int:
        """Squared distance in the measure of the battle."""
        return gap_squared(a, c, self.ruling.distance_metric)

    def sees(self, a: Cell, c: Cell) -> bool:
        """PT-FIRE-03, PT-FIRE-04, PT-FIRE-08: no piece but those of the two ends, and no wreck, lies on the line.

        AMB-37: 1 = and no living vehicle, 2 = wrecks do not count either.
        """
        line = [(a[0] + x, a[1] + y) for x, y in crossed(c[0] - a[0], c[1] - a[1])]
        if any(self.piece[cell] not in (0, self.piece[a], self.piece[c]) for cell in line):
            return False
        bodies = {
            LosUnitsBlock.WRECKS_ONLY: self.wrecks,
            LosUnitsBlock.WRECKS_AND_VEHICLES: self.wrecks + self.vehicles,
            LosUnitsBlock.NONE: [],
        }[self.ruling.los_units_block]
        return not any(body in line and body not in (a, c) for body in bodies)


class Walker:
    """One unit on the ground: where it may stand and where its ways lead."""

    def __init__(self, ground: Ground, slot: int) -> None:
        self.ground, self.slot = ground, slot
        unit = ground.b.unit[slot]
        self.at: Cell = (unit.x, unit.y)
        self.aboard = unit.carrier != NOBODY
        self.profile = unit.profile
        self.afloat = bool(unit.profile.water_only)
        self.swims = self.afloat or bool(unit.profile.amphibious)

    def may_stand(self, cell: Cell) -> bool:
        """PT-MOVE-06, PT-AMPHIB-01: the ground of a cell bears the unit (a landing craft may be set up ashore)."""
        kind, fort = self.ground.kind[cell], self.ground.fort[cell]
        if fort and self.profile.vehicle:  # AMB-135: light positions only, any, or none
            allowed = {
                FortOccupancy.ONE_UNIT_NO_VEHICLE_IN_HEAVY: fort == 1,
                FortOccupancy.ANY_UNIT_ANY_NUMBER: True,
                FortOccupancy.INFANTRY_GUNS_ONLY: False,
            }[self.ground.ruling.fort_occupancy]
            if not allowed:
                return False
        if kind == BUILDING:
            return bool(self.profile.enters_buildings)
        return kind != WATER or self.swims

    def may_cross(self, cell: Cell) -> bool:
        """AMB-42, PT-AMPHIB-02: neither the ground nor who stands there bars the way; landing craft stay afloat."""
        holder = self.ground.holder[cell]
        hostile = holder == WRECKED or (holder != 0 and (holder - 1) // MAX_UNITS != self.slot // MAX_UNITS)
        passing = self.ground.ruling.passing_units
        barred = holder != 0 if passing == PassingUnits.BLOCKED_BY_ALL else hostile and passing != PassingUnits.FREE
        return not barred and self.bears(cell)

    def bears(self, cell: Cell) -> bool:
        """PT-AMPHIB-02: the unit may move onto such ground: a landing craft onto water only."""
        return self.may_stand(cell) and not (self.afloat and self.ground.kind[cell] != WATER)

    def free(self, cell: Cell) -> bool:
        """Whether the unit may end there: nobody else stands in the cell."""
        return self.ground.holder[cell] == 0 or (cell == self.at and not self.aboard)

    def piece(self, cell: Cell) -> int:
        """PT-MOVE-05: the piece of terrain in the cell as far as it stops the unit (AMB-40)."""
        scope = self.ground.ruling.terrain_stop_scope
        if scope == TerrainStopScope.ROAD_EXEMPT and self.ground.road[cell]:
            return 0
        if scope == TerrainStopScope.INFANTRY_EXEMPT and self.profile.infantry:
            return 0
        return self.ground.piece[cell]

    # --- ways ----------------------------------------------------------------------------------------------------

    def limits(self, allowance: int, bonus: int) -> Inches:
        """AMB-31, AMB-127: inches in all, off the road, on water."""
        return Inches(allowance + bonus, allowance, MOST_ON_WATER if self.swims else allowance + bonus)

    def stopped(self, here: Cell, there: Cell, inside: bool) -> bool:
        """Whether a step ends the move: it enters terrain, or crosses a bank that stops a swimmer (AMB-127)."""
        if self.piece(there) != 0 and not (inside and self.piece(there) == self.piece(here)):
            return True
        bank = (self.ground.kind[here] == WATER) != (self.ground.kind[there] == WATER)
        return bank and self.swims and self.ground.ruling.water_movement == WaterMovement.BANK_STOPS

    def straight_to(self, end: Cell, most: Inches, shun: Cell | None) -> bool:
        """The straight line is a legal way: it enters terrain in its last cell only and never nears ``shun``."""
        dx, dy = end[0] - self.at[0], end[1] - self.at[1]
        line = [(self.at[0] + x, self.at[1] + y) for x, y in crossed(dx, dy)]
        inside = self.piece(self.at) != 0
        for here, there in pairwise(line):
            if not self.may_cross(there) or (shun and self.ground.gap(there, shun) < self.ground.gap(here, shun)):
                return False
            if self.stopped(here, there, inside) and there != end:
                return False
            inside = inside and self.piece(there) == self.piece(self.at)
        measured = [(cell, stretch(dx, dy, cell[0] - self.at[0], cell[1] - self.at[1])) for cell in line]
        wild = sum((part for cell, part in measured if not self.ground.road[cell]), Fraction(0))
        wet = sum((part for cell, part in measured if self.ground.kind[cell] == WATER), Fraction(0))
        parts = zip((Fraction(1), wild, wet if self.swims else Fraction(0)), most, strict=True)
        return all(part * part * (dx * dx + dy * dy) <= inches * inches for part, inches in parts)

    def bent_ways(self, most: Inches, shun: Cell | None) -> set[Cell]:
        """Where paths from cell to cell lead, 1.00 inch straight and 1.42 diagonally, half of a step in each cell."""
        limit = Inches(*(100 * inches for inches in most))
        start = (self.at, self.piece(self.at) != 0)
        reached: dict[tuple[Cell, bool], list[Inches]] = {}
        ends = {self.at}
        queue = [(Inches(0, 0, 0), start)]
        while queue:
            spent, state = heappop(queue)
            if any(other.within(spent) for other in reached.get(state, ())):
                continue
            reached.setdefault(state, []).append(spent)
            here, inside = state
            for there, now in self._steps(here, spent):
                if not now.within(limit) or not self.may_cross(there):
                    continue
                if shun and self.ground.gap(there, shun) < self.ground.gap(here, shun):
                    continue
                ends.add(there)
                if not self.stopped(here, there, inside):
                    heappush(queue, (now, (there, inside and self.piece(there) == self.piece(self.at))))
        return ends

    def _steps(self, here: Cell, spent: Inches) -> Iterator[tuple[Cell, Inches]]:
        for dx, dy in STEPS:
            there = (here[0] + dx, here[1] + dy)
            if there in self.ground.kind:
                half = (DIAGONAL if dx and dy else STRAIGHT) // 2
                wild = half * ((not self.ground.road[here]) + (not self.ground.road[there]))
                wet = half * ((self.ground.kind[here] == WATER) + (self.ground.kind[there] == WATER))
                yield there, Inches(spent.whole + 2 * half, spent.wild + wild, spent.wet + wet * self.swims)

    def ways(self, allowance: int, bonus: int = 0, shun: Cell | None = None) -> set[Cell]:
        """Every cell that a way leads to, whoever stands there."""
        if self.afloat and self.ground.kind[self.at] != WATER:
            return {self.at}
        most = self.limits(allowance, bonus)
        ends = self.bent_ways(most, shun)
        reach = range(-most.whole, most.whole + 1)
        for cell in ((self.at[0] + x, self.at[1] + y) for x in reach for y in reach):
            if cell in self.ground.kind and cell not in ends and self.straight_to(cell, most, shun):
                ends.add(cell)
        return ends

    def reach(self, allowance: int, bonus: int = 0, shun: Cell | None = None) -> set[Cell]:
        """Every cell where a move may end."""
        return {cell for cell in self.ways(allowance, bonus, shun) if self.free(cell)}

    def thrown(self, inches: int, every: bool) -> set[Cell]:
        """PT-CARRY-07, AMB-91: where a forced dismount ends: the farthest place on each of sixteen rays, or every one.

        A ray runs from the carrier's centre through the cells it crosses, up to ``inches`` between the bases; whoever
        bars the way ends it, and so does terrain entered.
        """
        places = set()
        for facing in DIRECTIONS:
            on_ray = self._along(facing, inches)
            places.update(on_ray if every else on_ray[-1:])
        return places

    def _along(self, facing: Cell, inches: int) -> list[Cell]:
        inside, here = self.piece(self.at) != 0, self.at
        found: list[Cell] = []
        for x, y in crossed(facing[0] * 2 * (inches + 2), facing[1] * 2 * (inches + 2))[1:]:
            there = (self.at[0] + x, self.at[1] + y)
            if there not in self.ground.kind or self.ground.gap(self.at, there) > inches * inches:
                break
            if not self.may_cross(there):
                break
            if self.free(there):
                found.append(there)
            if self.stopped(here, there, inside):
                break
            inside, here = inside and self.piece(there) == self.piece(self.at), there
        return found
