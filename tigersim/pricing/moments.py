"""Sums over battles that the regression needs: flat in memory, and the same bits however the battles arrive.

**Why the bits agree.**  Battles are numbered; ``BLOCK`` consecutive numbers are a block, and a block's sums are always
taken in one pass over exactly those battles in that order.  Blocks are then added in a fixed binary tree: sums of
blocks 2k and 2k+1 give a sum of the second level, and so on.  Whoever computes a node, and when, it is always the sum
of the same two halves, so chunk sizes, workers and the order of arrival leave no trace in the floating-point result.
At most two nodes of a level stay alive, so memory grows with the logarithm of the number of battles.

The sums use sparse products, which add battle after battle; no threaded linear algebra enters.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

import numpy as np
from scipy import sparse

from tigersim.errors import InvalidValue
from tigersim.pricing.arrays import Floats
from tigersim.pricing.data import BattleTable, joined, signed_counts
from tigersim.pricing.roster import Roster

BLOCK = 512
"""Battles in a block; part of the definition of every sum (another size moves the last bits)."""
NEW = "numbers of battles that have not been added before"


@dataclass(frozen=True)
class Columns:
    """Columns of the regression: the U units, who attacked, the advantage of the first edge of each of T tables, and K
    sums over chance.  The last have expectation nought given the armies, so they take noise away and move nothing."""

    units: int
    tables: int
    chances: int = 0

    @property
    def attacker(self) -> int:
        return self.units

    @property
    def levels(self) -> slice:
        """The tables' columns."""
        return slice(self.units + 1, self.units + 1 + self.tables)

    @property
    def count(self) -> int:
        return self.units + 1 + self.tables + self.chances

    def design(self, battles: BattleTable) -> sparse.csr_array:
        """Z: one row per battle, sparse (N, count).  A unit that occurs twice has two entries; products add them."""
        n, _, slots = battles.army.shape
        if n and battles.table.max() >= self.tables:
            raise InvalidValue("table", int(battles.table.max()), f"table numbers 0 to {self.tables - 1}")
        fixed = 2 * slots + 2
        column = np.empty((n, fixed + self.chances), dtype=np.int32)
        value = np.empty(column.shape)
        column[:, : 2 * slots] = battles.army.reshape(n, 2 * slots)
        value[:, :slots], value[:, slots : 2 * slots] = 1.0, -1.0
        column[:, fixed - 2], value[:, fixed - 2] = self.attacker, battles.attacker
        column[:, fixed - 1], value[:, fixed - 1] = self.units + 1 + battles.table, battles.edge
        if battles.chance is not None:
            column[:, fixed:] = np.arange(self.count - self.chances, self.count)
            value[:, fixed:] = battles.chance
        filled = column >= 0
        ends = np.concatenate([[0], np.cumsum(filled.sum(axis=1))])
        return sparse.csr_array((value[filled], column[filled], ends), shape=(n, self.count))


class Sums(NamedTuple):
    """Sums over some battles.  Z: design (P columns), m: margin, w: winner (+1, 0, -1), D: conceded, K: luck (D minus
    its expectation), l = K c: the VP of luck at printed cost.  Where deaths are unknown D is nought, and K and l are
    where hazards are."""

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

    def plus(self, other: Sums) -> Sums:
        return Sums(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def sums(battles: BattleTable, columns: Columns) -> Sums:
    """All sums of one block, in the order of its battles."""
    units, cost = len(battles.roster), battles.roster.cost
    z = columns.design(battles)
    margin = battles.margin
    nothing = np.zeros((columns.count, units)), np.zeros(units), np.zeros(len(margin))
    zd, deaths, by_death = nothing
    zk, luck, lucky = nothing
    across = np.ones(2)
    if battles.dead is not None:
        conceded = battles.conceded
        zd, by_death = z.T @ conceded, conceded @ cost
        deaths = signed_counts(battles.army, battles.dead, units, across).sum(axis=0)
    slot_luck = battles.luck()
    if slot_luck is not None:
        beyond = -signed_counts(battles.army, slot_luck, units)
        zk, lucky = z.T @ beyond, beyond @ cost
        luck = signed_counts(battles.army, slot_luck, units, across).sum(axis=0)
    return Sums(
        battles=np.array(float(len(margin))),
        zz=(z.T @ z).toarray(),
        zm=z.T @ margin,
        zw=z.T @ battles.winner.astype(np.float64),
        zd=zd,
        zk=zk,
        mm=np.array(np.sum(margin * margin)),
        ml=np.array(np.sum(margin * lucky)),
        ll=np.array(np.sum(lucky * lucky)),
        other=np.array(np.sum(np.abs(margin - by_death))),
        n=signed_counts(battles.army, np.ones(battles.army.shape), units, across).sum(axis=0),
        deaths=deaths,
        luck=luck,
    )


class Additive(Protocol):
    """Sums of two sets of battles give those of both."""

    def plus(self, other: Self) -> Self: ...


S = TypeVar("S", bound=Additive)


class Tree(ABC, Generic[S]):
    """Sums over all battles seen so far; ``add`` in any chunks and any order, ``merge`` what another worker has."""

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

    def _add_piece(self, block: int, offset: int, piece: BattleTable) -> None:
        pieces = [*self._pieces.pop(block, []), (offset, piece)]
        pieces.sort(key=lambda item: item[0])
        ends = [at + len(part) for at, part in pieces]
        if any(end > at for end, (at, _) in zip(ends, pieces[1:], strict=False)):
            raise InvalidValue("start", block * BLOCK + offset, NEW)
        self._check_new(0, block)
        if sum(len(part) for _, part in pieces) == BLOCK:
            self._add_node(0, block, self._sums(pieces))
        else:
            self._pieces[block] = pieces

    def _check_new(self, level: int, number: int) -> None:
        for height, mine in self._nodes:
            shared = max(level, height)
            if number >> (shared - level) == mine >> (shared - height):
                raise InvalidValue("start", (number << level) * BLOCK, NEW)

    def _add_node(self, level: int, number: int, node: S) -> None:
        self._check_new(level, number)
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

    def merge(self, other: Tree[S]) -> None:
        """Take over what another worker has summed, over other battle numbers."""
        for (level, number), node in other._nodes.items():
            self._add_node(level, number, node)
        for block, pieces in other._pieces.items():
            for offset, piece in pieces:
                self._add_piece(block, offset, piece)

    def total(self) -> S:
        """The sums over all battles, in the order of their numbers."""
        parts = [((number << level), node) for (level, number), node in self._nodes.items()]
        parts += [(block, self._sums(pieces)) for block, pieces in self._pieces.items()]
        if not parts:
            raise InvalidValue("battles", 0, "at least one battle")
        parts.sort(key=lambda part: part[0])
        whole = parts[0][1]
        for _, node in parts[1:]:
            whole = whole.plus(node)
        return whole


class Moments(Tree[Sums]):
    """The sums that least squares needs."""

    def __init__(self, roster: Roster, tables: int = 1, chances: int = 0) -> None:
        super().__init__(roster, Columns(len(roster), tables, chances))

    def _of_block(self, block: BattleTable) -> Sums:
        return sums(block, self.columns)
