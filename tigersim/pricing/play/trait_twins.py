"""Twin battles that differ in traits alone: every trait is turned over.

Armies, table, cards and dice are those of the twin.

Armies are drawn as always, from a list in which the standard units (``trait_cells``) are about as many as those of the
catalogue.  Each standard unit that was drawn has a trait in mind, and a coin says in which of the two battles it has
it.  A trait changes no cost and no score here: what is measured is what it is worth, not what is asked for it.

In the difference of the two margins every such unit counts once, for its side or against it, and all that the twins
have in common has gone: the table, the side, the other units, and what two traits of one battle do for each other,
which is shared out between them.  So each pair reads like a battle between the cells, and pricing takes it as one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from tigersim.core.enums import NOBODY
from tigersim.lab.design import Design
from tigersim.lab.given_armies import CHUNK, Given, Told, lucks, margins
from tigersim.pricing.estimate.arrays import Flags, Floats, Integers
from tigersim.pricing.estimate.data import BattleTable
from tigersim.pricing.estimate.roster import Roster
from tigersim.pricing.estimate.trait_cells import Cells

COINS = 0x7A17
"""Tells the coins apart from all else that is drawn from a seed."""


@dataclass(frozen=True)
class Twin:
    """N battles of one half of the pairs; ``luck`` (N, K) is 0 on average."""

    margin: Floats
    luck: Floats
    dead: npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Part:
    """Some of the pairs: differences as battles between cells, and first battles as ``level``.

    A unit of ``pairs`` is dead if it died with the trait; ``died_without`` (C,) counts the others.
    """

    pairs: BattleTable
    level: BattleTable
    died_without: Floats


def cell_roster(cells: Cells, design: Design) -> Roster:
    """The cells in the form of units, at the cost of their standard units (of ``design``, VP)."""
    price = {unit.key: int(vp) for unit, vp in zip(design.units, design.costs, strict=True)}
    rows = [(cell.key, cell.trait, cell.type, price[cell.standard.key]) for cell in cells.asked]
    return Roster.of(pd.DataFrame(rows, columns=["key", "name", "nation", "cost"]))


def differences(
    roster: Roster, place: Integers, first: Flags, one: Twin, other: Twin, table: Integers | None = None
) -> BattleTable:
    """What the traits of ``place`` (N, 2, S; cells, or -1) did, pair by pair.

    first: whether the unit of the slot had its trait in the first battle (``one``) or in the second (``other``).
    """
    n = len(place)
    side_a = np.array([True, False])[:, None]
    focal = place >= 0
    helps = (first == side_a) & focal
    army = np.stack([np.where(mine, place, NOBODY).reshape(n, -1) for mine in (helps, focal & ~helps)], axis=1)
    died = np.where(first, one.dead, other.dead)
    dead = np.stack([np.where(mine, died, 0).reshape(n, -1) for mine in (helps, focal & ~helps)], axis=1)
    return BattleTable.from_slots(
        army,
        one.margin - other.margin,
        units=roster,
        table=table,
        edge=np.zeros(n),
        dead=dead,
        chance=one.luck - other.luck,
    )


class Twins:
    """Plays pairs of twin battles.

    design: the units, players, tables and terms; units as printed.
    cells: which trait on which unit.
    folder: where what is played is kept.
    threads: of this process.
    told: callback, receives the number of battles just played.
    """

    def __init__(
        self,
        design: Design,
        cells: Cells,
        folder: str | Path | None = None,
        threads: int | None = None,
        told: Told | None = None,
    ) -> None:
        common, plain = design.units, cells.standards
        self.cells = cells
        self.common = len(common)
        units = (*common, *plain, *(cell.carrier for cell in cells.asked))
        costs = replace(design, units=(*common, *plain), prices=()).costs
        # the kind of each cell's unit, without the trait and with it
        self.without = np.array([self.common + plain.index(cell.standard) for cell in cells.asked])
        self.carrier = len(costs) + np.arange(len(cells.asked))
        self.design = replace(design, units=units, prices=(*costs.tolist(), *costs[self.without].tolist()))
        self.roster = cell_roster(cells, self.design)
        keys = [unit.key for unit in (*common, *plain)]
        self.units = Roster.of(pd.DataFrame({"key": keys, "cost": costs}))
        # as many of the one sort as of the other, or nearly
        self.rounds = max(round(len(cells.asked) / self.common), 1)
        copies = max(round(self.common / len(cells.asked)), 1)
        focal = tuple(cell.standard for cell in cells.asked)
        self.drawn = replace(design, units=(*common * self.rounds, *focal * copies), prices=())
        self.given = Given(self.design, folder, threads, told)

    def parts(self, pairs: int) -> Iterator[Part]:
        """The first ``pairs`` pairs, in parts that do not depend on how many are asked for."""
        for first in range(0, pairs, CHUNK):
            yield self.part(first, min(CHUNK, pairs - first))

    def part(self, first: int, n: int) -> Part:
        """Pairs number ``first`` (a multiple of ``CHUNK``) and on, at most ``CHUNK``."""
        place, common, coins = self.armies(first, n)
        focal = place >= 0
        with_trait, plain = (np.where(focal, kind[place], common) for kind in (self.carrier, self.without))
        one, other = (self.given.play(np.where(coin, with_trait, plain), first) for coin in (coins, ~coins))
        twins = [self._twin(results) for results in (one, other)]
        most = self.design.sizes[1]
        place, coins = place[:, :, :most], coins[:, :, :most]
        pairs = differences(self.roster, place, coins, twins[0], twins[1], one["table"])
        died = np.where(coins, twins[1].dead, twins[0].dead)[place >= 0]
        lost = np.bincount(place[place >= 0], weights=died, minlength=len(self.roster)).astype(np.float64)
        return Part(pairs, self._level(one, twins[0]), lost)

    def armies(self, first: int, n: int) -> tuple[Integers, Integers, Flags]:
        """Cells, units of the catalogue (-1 = none) and coins of pairs, each (n, 2, MAX_UNITS)."""
        drawn = self.drawn.armies(first, n)
        focal = drawn >= self.common * self.rounds
        place = np.where(focal, (drawn - self.common * self.rounds) % len(self.cells.asked), NOBODY)
        common = np.where(focal | (drawn < 0), NOBODY, drawn % self.common)
        chance = np.random.default_rng((self.design.seed, COINS, first // CHUNK))
        return place, common, chance.integers(0, 2, drawn.shape).astype(bool)

    def _twin(self, results: Any) -> Twin:
        most = self.design.sizes[1]
        luck = lucks(results, self.design.costs.astype(np.float64))
        return Twin(margins(results).astype(np.float64), luck, results["dead"][:, :, :most].astype(np.uint8))

    def _level(self, results: Any, twin: Twin) -> BattleTable:
        kinds = np.append(np.arange(len(self.units)), self.without)
        army = results["kind"][:, :, : self.design.sizes[1]]
        return BattleTable.from_slots(
            np.where(army >= 0, kinds[army], NOBODY),
            twin.margin,
            units=self.units,
            table=results["table"],
            attacker=2 * results["side_a_first"] - 1,
            edge=2 * results["side_a_south"] - 1,
            dead=twin.dead,
            chance=twin.luck,
        )
