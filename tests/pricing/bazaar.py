"""A planted world for exploits: margins are sums of known worths, some pairs help each other, chance is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

import numpy as np
from scipy import special

from tigersim.pricing.play.armies import Army, Market, counts_of
from tigersim.pricing.play.contest import Play, Played
from tigersim.pricing.report.belief import Belief

CYCLE = 100_003


@dataclass(frozen=True, eq=False)
class Bazaar:
    """theta: (U,) VP of margin per unit at ``costs``; a unit that costs more gives away ``mortality`` VP per VP.
    together: VP that an army has on top if it holds both units.  luck, noise: VP of a battle, standard deviations."""

    theta: np.ndarray
    costs: np.ndarray
    mortality: np.ndarray
    together: Mapping[tuple[int, int], float] = field(default_factory=dict)
    luck: float = 6.0
    noise: float = 6.0

    def strength(self, armies: list[Army] | np.ndarray, costs: np.ndarray) -> np.ndarray:
        """VP of margin of each army."""
        counts = armies if isinstance(armies, np.ndarray) else counts_of(armies, len(self.theta))
        worth = self.theta - self.mortality * (costs - self.costs)
        extra = [bonus * (counts[:, i] > 0) * (counts[:, j] > 0) for (i, j), bonus in self.together.items()]
        return counts @ worth + sum(extra, np.zeros(len(counts)))

    def stage(self, costs: np.ndarray, seed: int) -> Play:
        """Battles by some prices: the luck of a number is the same for everybody, and told; the noise is not."""
        luck = self.luck * np.random.default_rng([seed, 1]).standard_normal(CYCLE)

        def play(armies: Any, numbers: np.ndarray) -> Played:
            units = len(self.theta)
            counts = (armies[..., None] == np.arange(units)).sum(axis=2).astype(float)
            ahead = self.strength(counts[:, 0], costs) - self.strength(counts[:, 1], costs)
            chance = np.random.default_rng([seed, 2, crc32(armies.tobytes() + numbers.tobytes())])
            lucky = luck[numbers % CYCLE]
            return Played(ahead + lucky + self.noise * chance.standard_normal(len(numbers)), lucky[:, None])

        return play

    def chance_to_win(self, army: Army, market: Market) -> float:
        """Of an army against the field of a market, from a field of its own."""
        field_ = market.field(5000, np.random.default_rng(99))
        ahead = self.strength([army], market.costs) - self.strength(field_, market.costs)
        return float(special.ndtr(ahead / np.hypot(self.luck, self.noise)).mean())

    def belief(self, error: float, seed: int = 0) -> Belief:
        """What somebody believes who is off by ``error`` VP, standard deviation, and knows it."""
        off = error * np.random.default_rng([seed, 3]).standard_normal(len(self.theta))
        return Belief(self.theta + off, np.eye(len(self.theta)) * error**2, self.mortality)


def fair_bazaar(units: int, seed: int = 0, scale: float = 0.2, off: Mapping[int, float] | None = None) -> Bazaar:
    """Costs of 1 to 6 VP, every unit worth ``scale`` VP of margin per VP, but for those that are ``off`` by so much."""
    chance = np.random.default_rng([seed, 4])
    costs = chance.integers(1, 7, units)
    theta = scale * costs
    for unit, more in (off or {}).items():
        theta[unit] += more
    return Bazaar(theta, costs, chance.uniform(0.3, 0.7, units))
