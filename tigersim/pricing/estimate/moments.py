"""Sums over battles for the regression: flat in memory, and always the same bits.

**Why the bits agree.**  Battles are numbered; ``BLOCK`` consecutive numbers are a block, and a block's sums are always
taken in one pass over exactly those battles in that order.  Blocks are then added in a fixed binary tree: sums of
blocks 2k and 2k+1 give a sum of the second level, and so on.  A node is always the sum of the same two halves,
whenever it is computed, so chunk sizes, workers and the order of arrival leave no trace in the floating-point result.
At most two nodes of a level stay alive, so memory grows with the logarithm of the number of battles, and with the
number of tables: what a table is worth to its edge is taken out of the sums, not carried as a column.  The sums of a
table are held once: when the whole is taken, nodes that share no table with others go on with parts of it.

The sums use sparse products, which add battle after battle; no threaded linear algebra enters.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

import numpy as np
from scipy import sparse

from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.estimate.data import BattleTable, joined, signed_counts
from tigersim.pricing.estimate.roster import Roster

BLOCK = 512
"""Battles in a block; part of the definition of every sum (another size moves the last bits)."""
NEW = "numbers of battles that have not been added before"


@dataclass(frozen=True)
class Columns:
    """Columns of the regression: the U units, the attacker, and K sums over chance.

    The last have expectation 0 given the armies, so they take noise away and move nothing.  What a table is worth to
    its first edge is no column: it is taken out within the table (``Sums.within``).

    tables: how many there may be (numbers 0 to ``tables`` - 1); None = any number.
    by_table: whether each has an effect of its own; if not, one effect holds for all.
    """

    units: int
    tables: int | None = None
    chances: int = 0
    by_table: bool = True

    @property
    def attacker(self) -> int:
        return self.units

    @property
    def lucks(self) -> slice:
        """The sums over chance."""
        return slice(self.units + 1, self.count)

    @property
    def count(self) -> int:
        return self.units + 1 + self.chances

    def design(self, battles: BattleTable) -> sparse.csr_array:
        """Z: one row per battle, sparse (N, count); a unit that occurs twice has two entries."""
        n, _, slots = battles.army.shape
        if n and self.tables is not None and battles.table.max() >= self.tables:
            raise InvalidValue("table", int(battles.table.max()), f"table numbers 0 to {self.tables - 1}")
        fixed = 2 * slots + 1
        column = np.empty((n, fixed + self.chances), dtype=np.int32)
        value = np.empty(column.shape)
        column[:, : 2 * slots] = battles.army.reshape(n, 2 * slots)
        value[:, :slots], value[:, slots : 2 * slots] = 1.0, -1.0
        column[:, fixed - 1], value[:, fixed - 1] = self.attacker, battles.attacker
        if battles.chance is not None:
            column[:, fixed:] = np.arange(self.count - self.chances, self.count)
            value[:, fixed:] = battles.chance
        filled = column >= 0
        ends = np.concatenate([[0], np.cumsum(filled.sum(axis=1))])
        return sparse.csr_array((value[filled], column[filled], ends), shape=(n, self.count))

    def group(self, battles: BattleTable) -> Integers:
        """Number of the effect that each battle shares with others, (N,): its table's, or 0 for all."""
        return battles.table if self.by_table else np.zeros_like(battles.table)


def summed_by(number: Integers, weight: Floats | None = None) -> tuple[Integers, sparse.csr_array]:
    """The distinct numbers (N,) in order, and what adds the rows of each, (distinct, N)."""
    distinct, row = np.unique(number, return_inverse=True)
    value = np.ones(len(number)) if weight is None else weight
    return distinct, sparse.csr_array((value, (row, np.arange(len(number)))), shape=(len(distinct), len(number)))


T = TypeVar("T", bound=tuple[Any, ...])


def table_by_table(one: T, other: T, sign: float = 1.0) -> T:
    """Sums by table (numbers, then arrays) plus ``sign`` times others."""
    number = np.union1d(one[0], other[0])
    mine, theirs = np.searchsorted(number, one[0]), np.searchsorted(number, other[0])
    found = [number]
    for first, second in zip(one[1:], other[1:], strict=True):
        whole = np.zeros((len(number), *first.shape[1:]))
        whole[mine] = first
        whole[theirs] += sign * second
        found.append(whole)
    return type(one)(*found)


class TableSums(NamedTuple):
    """Sums by ``edge`` over the battles of each of T tables; columns as in ``Sums``."""

    number: Integers
    games: Floats
    z: Floats
    margin: Floats
    winner: Floats
    conceded: Floats
    luck: Floats

    def played(self) -> TableSums:
        """The tables that have an effect to take out."""
        some = self.games > 0.5
        return self if some.all() else TableSums._make(one[some] for one in self)

    def part(self, number: Integers) -> TableSums | None:
        """The sums of these tables, in order, without a copy; None if others stand between them."""
        start = int(np.searchsorted(self.number, number[0])) if len(number) else 0
        rows = slice(start, start + len(number))
        return TableSums._make(one[rows] for one in self) if np.array_equal(self.number[rows], number) else None


def tables_together(parts: Sequence[TableSums]) -> TableSums:
    """Sums by table added up: the bits of ``table_by_table`` one after the other, without what lies between."""
    number = np.unique(np.concatenate([part.number for part in parts]))
    places = [np.searchsorted(number, part.number) for part in parts]
    found = [number]
    for arrays in zip(*(part[1:] for part in parts), strict=True):
        whole = np.zeros((len(number), *arrays[0].shape[1:]))
        for place, array in zip(places, arrays, strict=True):
            whole[place] += array
        found.append(whole)
    return TableSums(*found)


class Within(NamedTuple):
    """Sums of products within tables (as in ``Sums``), and how many effects they took out."""

    zz: Floats
    zm: Floats
    zw: Floats
    zd: Floats
    zk: Floats
    mm: float
    ml: float
    ll: float
    tables: int


@dataclass(frozen=True)
class Sums:
    """Sums over some battles.

    Z: design (P columns), m: margin, w: winner (+1, 0, -1), D: conceded, K: luck (D minus its expectation), l = K c:
    the VP of luck at printed cost.  Where deaths are unknown D is 0, and K and l are where hazards are.
    """

    battles: Floats
    zz: Floats
    zm: Floats
    zw: Floats
    zd: Floats
    zk: Floats
    mm: Floats
    ml: Floats
    ll: Floats
    other: Floats
    """Sum of \\|margin - D c\\|: VP that no death explains."""
    n: Floats
    """Appearances of each unit, (U,)."""
    deaths: Floats
    luck: Floats
    """Deaths beyond expectation by unit, (U,), both sides added."""
    cost: Floats
    """Printed cost, (U,)."""
    tables: TableSums
    met: Integers
    """Numbers of the tables that were played on, in order."""

    def plus(self, other: Sums) -> Sums:
        """The sums over both sets of battles."""
        return self._combined(other, 1.0)

    def minus(self, other: Sums) -> Sums:
        """The sums over these battles without the others."""
        return self._combined(other, -1.0)

    def _combined(self, other: Sums, sign: float) -> Sums:
        added = {name: getattr(self, name) + sign * getattr(other, name) for name in ADDED}
        tables, met = table_by_table(self.tables, other.tables, sign), np.union1d(self.met, other.met)
        return Sums(**added, cost=self.cost, tables=tables, met=met)

    @cached_property
    def within(self) -> Within:
        """These sums within tables: the fit of columns for tables (Frisch and Waugh 1933)."""
        t = self.tables.played()
        root = np.sqrt(t.games)
        z = t.z / root[:, None]
        zd = self.zd - z.T @ (t.conceded / root[:, None])  # the largest arrays, one at a time
        luck = t.luck / root[:, None]
        zk, lucky = self.zk - z.T @ luck, luck @ self.cost
        del luck
        margin, winner = t.margin / root, t.winner / root
        return Within(
            zz=self.zz - z.T @ z,
            zm=self.zm - z.T @ margin,
            zw=self.zw - z.T @ winner,
            zd=zd,
            zk=zk,
            mm=float(self.mm - margin @ margin),
            ml=float(self.ml - margin @ lucky),
            ll=float(self.ll - lucky @ lucky),
            tables=len(t.number),
        )


ADDED = tuple(field.name for field in fields(Sums) if field.name not in ("cost", "tables", "met"))


def sums(battles: BattleTable, columns: Columns) -> Sums:
    """All sums of one block, in the order of its battles."""
    units, cost = len(battles.roster), battles.roster.cost
    z = columns.design(battles)
    margin, winner = battles.margin, battles.winner.astype(np.float64)
    nothing = np.zeros((len(margin), units))
    conceded = lucky = nothing
    deaths, luck = np.zeros(units), np.zeros(units)
    across = np.ones(2)
    if battles.dead is not None:
        conceded = battles.conceded
        deaths = signed_counts(battles.army, battles.dead, units, across).sum(axis=0)
    slot_luck = battles.luck()
    if slot_luck is not None:
        lucky = -signed_counts(battles.army, slot_luck, units)
        luck = signed_counts(battles.army, slot_luck, units, across).sum(axis=0)
    by_luck = lucky @ cost
    edge = battles.edge.astype(np.float64)
    number, at_edge = summed_by(columns.group(battles), edge)
    tables = TableSums(
        number=number,
        games=at_edge @ edge,
        z=(at_edge @ z).toarray(),
        margin=at_edge @ margin,
        winner=at_edge @ winner,
        conceded=at_edge @ conceded,
        luck=at_edge @ lucky,
    )
    return Sums(
        battles=np.array(float(len(margin))),
        zz=(z.T @ z).toarray(),
        zm=z.T @ margin,
        zw=z.T @ winner,
        zd=z.T @ conceded,
        zk=z.T @ lucky,
        mm=np.array(np.sum(margin * margin)),
        ml=np.array(np.sum(margin * by_luck)),
        ll=np.array(np.sum(by_luck * by_luck)),
        other=np.array(np.sum(np.abs(margin - conceded @ cost))),
        n=signed_counts(battles.army, np.ones(battles.army.shape), units, across).sum(axis=0),
        deaths=deaths,
        luck=luck,
        cost=cost,
        tables=tables,
        met=np.unique(battles.table),
    )


class Additive(Protocol):
    """Sums of two sets of battles give those of both."""

    def plus(self, other: Self) -> Self: ...


S = TypeVar("S", bound=Additive)


class Tree(ABC, Generic[S]):
    """Sums over all battles seen so far, whatever the chunks and their order."""

    def __init__(self, roster: Roster, columns: Columns) -> None:
        self.roster = roster
        self.columns = columns
        self._nodes: dict[tuple[int, int], S] = {}
        self._pieces: dict[int, list[tuple[int, BattleTable]]] = {}

    def add(self, battles: BattleTable, start: int) -> None:
        """Add battles number ``start``, ``start`` + 1, ...  Each number may be added once only."""
        if battles.roster.keys != self.roster.keys:
            raise InvalidValue("battles", "a table with other units", "the units that the sums were begun with")
        if battles.chances != self.columns.chances:
            raise InvalidValue("chance", f"{battles.chances} columns", f"{self.columns.chances} columns")
        at = 0
        while at < len(battles):
            block, offset = divmod(start + at, BLOCK)
            piece = battles.rows(slice(at, at + BLOCK - offset))
            self._add_piece(block, offset, piece)
            at += len(piece)

    def with_all(self, parts: Iterable[BattleTable]) -> Self:
        """This tree with parts whose numbers follow each other from 0."""
        at = 0
        for part in parts:
            self.add(part, at)
            at += len(part)
        return self

    def _add_piece(self, block: int, offset: int, piece: BattleTable) -> None:
        pieces = [*self._pieces.pop(block, []), (offset, piece)]
        pieces.sort(key=lambda item: item[0])
        ends = [at + len(part) for at, part in pieces]
        if any(end > at for end, (at, _) in zip(ends, pieces[1:], strict=False)):
            raise InvalidValue("start", block * BLOCK + offset, NEW)
        if any(block >> level == number for level, number in self._nodes):
            raise InvalidValue("start", block * BLOCK, NEW)
        if sum(len(part) for _, part in pieces) == BLOCK:
            self._add_block(block, self._sums(pieces))
        else:
            self._pieces[block] = pieces

    def _add_block(self, number: int, node: S) -> None:
        level = 0
        while (level, number ^ 1) in self._nodes:
            sibling = self._nodes.pop((level, number ^ 1))
            node = node.plus(sibling)
            level, number = level + 1, number // 2
        self._nodes[level, number] = node

    @abstractmethod
    def _of_block(self, block: BattleTable) -> S:
        """The sums of one block, in the order of its battles."""

    def _sums(self, pieces: Sequence[tuple[int, BattleTable]]) -> S:
        return self._of_block(joined([part for _, part in pieces]))

    def total(self) -> S:
        """The sums over all battles, in the order of their numbers."""
        parts = [((number << level), node) for (level, number), node in self._nodes.items()]
        parts += [(block, self._sums(pieces)) for block, pieces in self._pieces.items()]
        if not parts:
            raise InvalidValue("battles", 0, "at least one battle")
        parts.sort(key=lambda part: part[0])
        return self._whole([node for _, node in parts])

    def _whole(self, nodes: Sequence[S]) -> S:
        """The sums of nodes, one after the other."""
        whole = nodes[0]
        for node in nodes[1:]:
            whole = whole.plus(node)
        return whole


class Moments(Tree[Sums]):
    """The sums that least squares needs."""

    def __init__(self, roster: Roster, tables: int | None = None, chances: int = 0, *, by_table: bool = True) -> None:
        super().__init__(roster, Columns(len(roster), tables, chances, by_table))

    def _of_block(self, block: BattleTable) -> Sums:
        return sums(block, self.columns)

    def _whole(self, nodes: Sequence[Sums]) -> Sums:
        if len(nodes) == 1:
            return nodes[0]
        tables = tables_together([node.tables for node in nodes])
        plain = [replace(node, tables=TableSums._make(one[:0] for one in node.tables)) for node in nodes]
        if len(tables.number) == sum(len(node.tables.number) for node in nodes):
            self._hold_once(tables)
        return replace(super()._whole(plain), tables=tables)

    def _hold_once(self, whole: TableSums) -> None:
        """Let nodes that share no table hold parts of the whole in place of the same numbers of their own."""
        for place, node in self._nodes.items():
            part = whole.part(node.tables.number)
            if part is not None:
                self._nodes[place] = replace(node, tables=part)
