"""Geometry in exact fractions from the rules alone: take it as the expected side for lines and gaps."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from tigersim.core.enums import WATER

Cell = tuple[int, int]


@cache
def crossing(dx: int, dy: int, ox: int, oy: int) -> tuple[Fraction, Fraction] | None:
    """Where the line from the centre of cell (0, 0) to that of (dx, dy) runs inside the cell (ox, oy).

    A stretch (from, to) of the line as fractions of its length; None if it does not enter the cell's inside.
    """
    start, end = Fraction(0), Fraction(1)
    for delta, low in ((dx, Fraction(2 * ox - 1, 2)), (dy, Fraction(2 * oy - 1, 2))):
        high = low + 1
        if delta == 0:
            if not low < 0 < high:
                return None
            continue
        first, last = sorted((low / delta, high / delta))
        start, end = max(start, first), min(end, last)
    return (start, end) if start < end else None


@cache
def path(dx: int, dy: int) -> tuple[Cell, ...]:
    """The cells that the line from (0, 0) to (dx, dy) runs through, in order."""
    box = [(x, y) for x in range(min(dx, 0), max(dx, 0) + 1) for y in range(min(dy, 0), max(dy, 0) + 1)]
    stretches = {cell: stretch for cell in box if (stretch := crossing(dx, dy, *cell)) is not None}
    return tuple(sorted(stretches, key=stretches.__getitem__)) or ((0, 0),)


def pieces(table: Any) -> dict[Cell, int]:
    """Cell -> piece of terrain (0 = none)."""
    width, depth = int(table[0].width), int(table[0].depth)
    return {(x, y): int(table[0].feature[y * width + x]) for x in range(width) for y in range(depth)}


def sees(piece: dict[Cell, int], a: Cell, c: Cell) -> bool:
    """PT-FIRE-03, PT-FIRE-04, AMB-36: no piece lies on the line but those that hold one of its ends."""
    crossed = {piece[a[0] + x, a[1] + y] for x, y in path(c[0] - a[0], c[1] - a[1])}
    return crossed <= {0, piece[a], piece[c]}


Spent = tuple[int, int, int]
"""Hundredths of an inch of a path: all of it, off the road, on water."""


class Ground:
    """What a moving unit meets: pieces of terrain that stop it, cells it may not enter or stop in, roads, water.

    ``swims``: 6 inches on water and no more; else the cells of water have to be among the barred.  ``banks``: entering
    or leaving water ends a move.
    """

    def __init__(
        self, table: Any, barred: set[Cell], full: set[Cell], swims: bool = False, banks: bool = False
    ) -> None:
        width = int(table[0].width)
        self.piece = pieces(table)
        self.barred, self.full, self.swims, self.banks = barred, full, swims, banks
        self.road = {(x, y): bool(table[0].road[y * width + x]) for x, y in self.piece}
        self.wet = {(x, y): int(table[0].kind[y * width + x]) == WATER for x, y in self.piece}

    def straight(self, a: Cell, c: Cell, allowance: int, bonus: int = 0) -> bool:
        """The straight way is open and not too long: it ends where terrain is entered from outside (AMB-40).

        Its parts off the road and on water are exact stretches of the line.
        """
        inside, stopped = self.piece[a] != 0, False
        step = (c[0] - a[0], c[1] - a[1])
        off = swum = Fraction(0)
        for dx, dy in path(*step):
            cell = (a[0] + dx, a[1] + dy)
            if cell != a:
                if stopped or cell in self.barred:
                    return False
                inside = inside and self.piece[cell] == self.piece[a]
                stopped = (self.piece[cell] != 0 and not inside) or (self.banks and self.wet[cell] != self.wet[a])
            stretch = crossing(*step, dx, dy) or (Fraction(0), Fraction(0))
            off += (stretch[1] - stretch[0]) * (not self.road[cell])
            swum += (stretch[1] - stretch[0]) * self.wet[cell]
        length = step[0] ** 2 + step[1] ** 2
        limits = ((Fraction(1), allowance + bonus), (off, allowance), (swum, 6 if self.swims else allowance))
        return all(part**2 * length <= limit**2 for part, limit in limits)

    def bent(self, a: Cell, allowance: int, bonus: int) -> set[Cell]:
        """Cells at the end of a path from cell to cell, 100 straight and 142 diagonally, half a step in each cell.

        States are (cell, still inside the first piece); each keeps all paths of which none is as good in every part.
        """
        first = (a, self.piece[a] != 0)
        best: dict[tuple[Cell, bool], set[Spent]] = {first: {(0, 0, 0)}}
        wait: list[tuple[tuple[Cell, bool], Spent]] = [(first, (0, 0, 0))]
        ends = {a}
        limits = (100 * (allowance + bonus), 100 * allowance, 600 if self.swims else 100 * allowance)
        while wait:
            state, spent = wait.pop()
            if spent not in best[state]:
                continue
            (x, y), inside = state
            for dx, dy in ((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)):
                cell = (x + dx, y + dy)
                if cell not in self.piece or cell in self.barred:
                    continue
                whole, off, swum = spent
                half = 71 if dx and dy else 50
                off += half * ((not self.road[x, y]) + (not self.road[cell]))
                now = (whole + 2 * half, off, swum + half * (self.wet[x, y] + self.wet[cell]))
                if any(part > limit for part, limit in zip(now, limits, strict=True)):
                    continue
                ends.add(cell)
                still_inside = inside and self.piece[cell] == self.piece[a]
                if (self.piece[cell] and not still_inside) or (self.banks and self.wet[cell] != self.wet[x, y]):
                    continue
                after = (cell, still_inside)
                known = best.setdefault(after, set())
                if not any(all(k <= n for k, n in zip(other, now, strict=True)) for other in known):
                    worse = {k for k in known if all(n <= m for n, m in zip(now, k, strict=True))}
                    best[after] = (known - worse) | {now}
                    wait.append((after, now))
        return ends

    def reach(self, a: Cell, allowance: int, bonus: int = 0) -> set[Cell]:
        """Every cell where a move from ``a`` may end."""
        ends = self.bent(a, allowance, bonus)
        ends |= {c for c in self.piece if self.straight(a, c, allowance, bonus)}
        return {cell for cell in ends if cell == a or cell not in self.full}
