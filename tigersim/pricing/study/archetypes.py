"""Circles of counters between kinds of armies, at equal price, each against each.

An archetype draws its armies anew for every battle, from the units of its class, at a set price; so what goes round in
circles here is a matter of kinds of units and not of single armies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt
import pandas as pd

from tigersim.catalogue.units import Unit
from tigersim.core.enums import MAX_UNITS, NOBODY
from tigersim.errors import InvalidValue
from tigersim.lab.given_armies import Given, margins
from tigersim.pricing.estimate.arrays import Floats
from tigersim.pricing.estimate.cycles import Cycles, cyclic_share
from tigersim.pricing.play.matched import army_prices

DRAWN = 60
"""Armies drawn; the one nearest to the wanted price fights."""
APART = 0.1
"""An army of an archetype may miss the wanted price by this part of it; archetypes that cannot do it are left out."""


@dataclass(frozen=True)
class Archetype:
    """A kind of army: the numbers of its units."""

    name: str
    units: tuple[int, ...]


def by_class(units: Sequence[Unit]) -> tuple[Archetype, ...]:
    """One archetype per class of units, in the order in which they come."""
    names = list(dict.fromkeys(unit.type for unit in units))
    return tuple(Archetype(name, tuple(k for k, unit in enumerate(units) if unit.type == name)) for name in names)


def drawn(
    archetype: Archetype, prices: Floats, price: float, n: int, rng: np.random.Generator
) -> npt.NDArray[np.int64] | None:
    """``n`` armies of about ``price`` VP, (n, MAX_UNITS); None if the archetype has none."""
    pool = np.array(archetype.units)
    found = np.empty((n, MAX_UNITS), dtype=np.int64)
    for army in found:
        tried = pool[rng.integers(0, len(pool), (DRAWN, MAX_UNITS))]
        total = np.cumsum(prices[tried], axis=1)
        # of each row of units the first so many that come nearest to the price
        size = np.abs(total - price).argmin(axis=1) + 1
        tried[np.arange(MAX_UNITS) >= size[:, None]] = NOBODY
        away = np.abs(army_prices(tried, prices) - price)
        if away.min() > APART * price:
            return None
        army[:] = tried[away.argmin()]
    return found


@dataclass(frozen=True)
class Circles:
    """Results between K archetypes: scores of rows against columns, and those without armies."""

    names: tuple[str, ...]
    score: Floats
    cycles: Cycles
    battles: int
    left_out: tuple[str, ...]

    def counters(self, most: int = 20) -> pd.DataFrame:
        """Counters beyond noise, strongest first: ``first against logits p_first_wins``."""
        size = len(self.names)
        edges = sum((plane.edges for plane in self.cycles.planes), np.zeros((size, size)))
        rows = [(self.names[i], self.names[j], edges[i, j], self.score[i, j]) for i, j in np.argwhere(edges > 0)]
        table = pd.DataFrame(rows, columns=["first", "against", "logits", "p_first_wins"])
        return table.sort_values("logits", ascending=False, kind="stable", ignore_index=True).head(most)


def at_most(archetypes: Sequence[Archetype], battles: int) -> int:
    """Battles that ``circles`` plays if every archetype has armies of the price."""
    return 2 * (battles // 2) * comb(len(archetypes), 2)


def circles(
    given: Given, archetypes: Sequence[Archetype], prices: Floats, price: float, battles: int, seed: int
) -> Circles:
    """Play every archetype against every other one.

    given: plays the battles.
    archetypes: three or more.
    prices: of the units, (U,), VP.
    price: of each army, VP.
    battles: of each two archetypes, in two halves.
    seed: from which the armies follow.

    Raises ``InvalidValue`` for fewer than two battles or three archetypes that can be had at that price.
    """
    if battles < 2:
        raise InvalidValue("battles of each two archetypes", battles, "2 or more")
    rng, half = np.random.default_rng([seed, 0x41]), battles // 2
    needed = 2 * half * (len(archetypes) - 1)
    pools = {one.name: drawn(one, prices, price, needed, rng) for one in archetypes}
    there = [one for one in archetypes if pools[one.name] is not None]
    if len(there) < 3:
        raise InvalidValue("archetypes", [one.name for one in there], f"3 or more with armies of about {price:g} VP")
    pairs = list(combinations(range(len(there)), 2))
    armies = np.empty((2, len(pairs), half, 2, MAX_UNITS), dtype=np.int64)
    met = dict.fromkeys(range(len(there)), 0)
    for k, pair in enumerate(pairs):
        for side, number in enumerate(pair):
            begin = 2 * half * met[number]
            some = np.asarray(pools[there[number].name])[begin : begin + 2 * half]
            armies[:, k, :, side] = some.reshape(2, half, MAX_UNITS)
            met[number] += 1
    won = 0.5 + 0.5 * np.sign(margins(given.play(armies.reshape(-1, 2, MAX_UNITS))))
    wins = np.zeros((2, len(there), len(there)))
    by_pair = won.reshape(2, len(pairs), half).sum(axis=2)
    for k, (i, j) in enumerate(pairs):
        wins[:, i, j], wins[:, j, i] = by_pair[:, k], half - by_pair[:, k]
    whole = wins.sum(axis=0)
    with np.errstate(invalid="ignore"):
        score = whole / (whole + whole.T)
    names = tuple(one.name for one in there)
    left_out = tuple(one.name for one in archetypes if one not in there)
    return Circles(names, score, cyclic_share(wins), 2 * half * len(pairs), left_out)
