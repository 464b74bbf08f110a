"""Plain geometry in exact fractions, written from the rules without a look at the engine."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

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


class Ground:
    """What a moving unit meets: pieces of terrain, cells it may not enter, cells where it may not stop, roads."""

    def __init__(self, table: Any, barred: set[Cell], full: set[Cell]) -> None:
        width = int(table[0].width)
        self.piece = pieces(table)
        self.barred, self.full = barred, full
        self.road = {(x, y): bool(table[0].road[y * width + x]) for x, y in self.piece}

    def straight(self, a: Cell, c: Cell) -> tuple[bool, bool]:
        """(the straight way is open, all of it is road): it ends where terrain is entered from outside (AMB-40)."""
        inside, by_road, stopped = self.piece[a] != 0, self.road[a], False
        for dx, dy in path(c[0] - a[0], c[1] - a[1])[1:]:
            cell = (a[0] + dx, a[1] + dy)
            if stopped or cell in self.barred:
                return False, False
            inside = inside and self.piece[cell] == self.piece[a]
            stopped = self.piece[cell] != 0 and not inside
            by_road = by_road and self.road[cell]
        return True, by_road

    def bent(self, a: Cell, allowance: int, bonus: int) -> set[Cell]:
        """Cells at the end of a path from cell to cell, 100 straight and 142 diagonally; inches of the road first.

        States are (cell, still on the road, still inside the first piece), relaxed until nothing changes.
        """
        first = (a, self.road[a] and bonus > 0, self.piece[a] != 0)
        cost = {first: 0}
        changed = {first}
        ends = {a}
        while changed:
            state = changed.pop()
            (x, y), on_road, inside = state
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    cell = (x + dx, y + dy)
                    if (dx, dy) == (0, 0) or cell not in self.piece or cell in self.barred:
                        continue
                    still_inside = inside and self.piece[cell] == self.piece[a]
                    for by_road in {on_road and self.road[cell], False}:
                        spent = cost[state] if by_road or not on_road else max(0, cost[state] - 100 * bonus)
                        spent += 142 if dx and dy else 100
                        if spent > 100 * (allowance + (bonus if by_road else 0)):
                            continue
                        ends.add(cell)
                        if self.piece[cell] and not still_inside:
                            continue
                        after = (cell, by_road, still_inside)
                        if spent < cost.get(after, 1 << 30):
                            cost[after] = spent
                            changed.add(after)
        return ends

    def reach(self, a: Cell, allowance: int, bonus: int = 0) -> set[Cell]:
        """Every cell where a move from ``a`` may end."""
        ends = self.bent(a, allowance, bonus)
        for c in self.piece:
            length = (c[0] - a[0]) ** 2 + (c[1] - a[1]) ** 2
            if length <= (allowance + bonus) ** 2:
                open_, by_road = self.straight(a, c)
                if open_ and (by_road or length <= allowance**2):
                    ends.add(c)
        return {cell for cell in ends if cell == a or cell not in self.full}
