"""Battles whose truth is known, since they are made up: take it for a new estimate.

A world draws armies, tables and attackers, and knows the expected margin of every battle before any dice are rolled.
The truth that an estimator must find is the projection of these expectations on the additive model, not the numbers
that the world was built from: with interactions the two differ.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import stats

from tigersim.pricing.estimate.data import BattleTable, signed_counts
from tigersim.pricing.estimate.fought import Fought
from tigersim.pricing.estimate.roster import Roster

NO_ONE = -1


@dataclass(frozen=True)
class Design:
    """How armies are drawn: ``sizes`` from-to a side, budgets of b near those of a, ``gap`` VP apart (sd)."""

    units: int = 40
    tables: int = 8
    sizes: tuple[int, int] = (5, 9)
    gap: float = 2.5
    choices: int = 12

    def roster(self, rng: np.random.Generator) -> Roster:
        cost = rng.choice([1, 2, 3, 4, 5, 6, 7], self.units, p=[0.2, 0.15, 0.2, 0.15, 0.15, 0.1, 0.05])
        return Roster.of([(f"u{i}", int(c)) for i, c in enumerate(cost)])

    def armies(
        self, rng: np.random.Generator, cost: np.ndarray, n: int, weight: np.ndarray | None = None, focal: int = 0
    ) -> np.ndarray:
        """(n, 2, S): side a at random, side b the one of ``choices`` random armies whose budget fits best.

        weight: (units,), how often a unit is drawn for the first ``focal`` slots of an army, all others being drawn
        alike.
        """
        first = self._draw(rng, (n,), weight, focal)
        second = self._draw(rng, (n, self.choices), weight, focal)
        price = np.append(cost, 0.0)
        wanted = price[first].sum(axis=-1) + rng.normal(0, self.gap, n)
        best = np.abs(price[second].sum(axis=-1) - wanted[:, None]).argmin(axis=1)
        armies = np.stack([first, second[np.arange(n), best]], axis=1)
        swap = rng.random(n) < 0.5
        armies[swap] = armies[swap][:, ::-1]
        return armies

    def _draw(
        self, rng: np.random.Generator, shape: tuple[int, ...], weight: np.ndarray | None = None, focal: int = 0
    ) -> np.ndarray:
        low, high = self.sizes
        army = rng.integers(0, self.units, (*shape, high)).astype(np.int16)
        if weight is not None:
            army[..., :focal] = rng.choice(self.units, (*shape, focal), p=weight / weight.sum())
        size = rng.integers(low, high + 1, shape)
        return np.where(np.arange(high) < size[..., None], army, np.int16(NO_ONE))


@dataclass(frozen=True)
class AdditiveWorld:
    """margin = theta'x + side + table + pairs of friends + pairs of foes + noise.

    ``friends`` (U, U) is added for two units of one side, ``foes`` (antisymmetric) for units that face each other.
    Each unit dies with its own chance ``mortality``, whatever else happens.  ``by_table``: VP, standard deviation of
    what a unit is worth more or less on one table; every set of battles draws tables of its own.  ``ceiling``: VP,
    beyond which no expected margin goes, so that a unit brings less where a side is ahead anyway; None = no limit.
    """

    design: Design
    roster: Roster
    theta: np.ndarray
    mortality: np.ndarray
    side: float
    table: np.ndarray
    friends: np.ndarray
    foes: np.ndarray
    noise: float = 4.0
    by_table: float = 0.0
    ceiling: float | None = None

    @classmethod
    def make(
        cls, seed: int, design: Design | None = None, *, interaction: float = 0.0, off: float = 0.8
    ) -> AdditiveWorld:
        design = design or Design()
        rng = np.random.default_rng(seed)
        roster = design.roster(rng)
        mortality = rng.uniform(0.3, 0.8, design.units)
        wrong = rng.normal(0, off, design.units)
        scale = 0.3
        theta = scale * roster.cost + wrong * (scale + mortality)
        pairs = rng.normal(0, interaction, (design.units, design.units))
        return cls(
            design,
            roster,
            theta,
            mortality,
            side=1.5,
            table=rng.normal(0, 2, design.tables),
            friends=0.5 * (pairs + pairs.T) * (1 - np.eye(design.units)),
            foes=np.triu(pairs, 1) - np.triu(pairs, 1).T,
        )

    def means(self, n: int, seed: int, army: np.ndarray | None = None) -> BattleTable:
        """n battles whose margins are expectations: no luck, no noise; deaths are unknown."""
        rng = np.random.default_rng(seed)
        if army is None:
            army = self.design.armies(rng, self.roster.cost, n)
        table = rng.integers(0, self.design.tables, n)
        attacker = rng.choice([-1, 1], n)
        theta = np.append(self.theta, 0.0)[army].sum(axis=2)
        margin = theta[:, 0] - theta[:, 1] + self.side * attacker + self.table[table]
        if self.by_table:
            own = np.random.default_rng([seed, 2]).normal(0, self.by_table, (self.design.tables, len(self.roster)))
            here = np.column_stack([own, np.zeros(self.design.tables)])[table[:, None, None], army].sum(axis=2)
            margin += here[:, 0] - here[:, 1]
        if self.friends.any():
            ones = np.ones(army.shape)
            mine = signed_counts(army, ones, len(self.roster), np.array([1.0, 0.0]))
            theirs = signed_counts(army, ones, len(self.roster), np.array([0.0, 1.0]))
            margin += 0.5 * np.sum((mine @ self.friends) * mine - (theirs @ self.friends) * theirs, axis=1)
            margin += np.sum((mine @ self.foes) * theirs, axis=1)
        if self.ceiling is not None:
            margin = self.ceiling * np.tanh(margin / self.ceiling)
        return BattleTable.from_slots(army, margin, units=self.roster, table=table, attacker=attacker)

    def noise_of(self, army: np.ndarray) -> np.ndarray:
        """Standard deviation of the margin, VP, (n,): noise grows with the armies."""
        size = (army >= 0).sum(axis=(1, 2))
        return self.noise * size / size.mean()

    def chance(self, fair: BattleTable) -> np.ndarray:
        """P(side a wins) of battles whose margins are expectations, (n,)."""
        return stats.norm.cdf(fair.margin / self.noise_of(fair.army))

    def battles(self, n: int, seed: int, *, deaths: bool = True, army: np.ndarray | None = None) -> BattleTable:
        """n battles as played: noise twice as large where the armies are, each unit dead or not."""
        fair = self.means(n, seed, army)
        rng = np.random.default_rng([seed, 1])
        margin = fair.margin + rng.normal(0, self.noise_of(fair.army))
        fair = replace(fair, margin=margin, winner=np.sign(margin).astype(np.int8))
        if not deaths:
            return fair
        risk = np.append(self.mortality, 0.0)[fair.army]
        return replace(fair, dead=(rng.random(fair.army.shape) < risk).astype(np.uint8))


@dataclass(frozen=True)
class KillWorld:
    """Two armies shoot at each other for some rounds: cost is budget and also what the dead concede.

    In each round every living unit of the other side spreads its ``fire`` over the living; a unit whose ``armor`` is a
    dies with probability 1 - exp(-fire received / a).  Hazards are the sums of these probabilities.
    """

    design: Design
    roster: Roster
    fire: np.ndarray
    armor: np.ndarray
    rounds: int = 3

    @classmethod
    def make(cls, seed: int, design: Design | None = None, *, off: float = 0.35, rounds: int = 3) -> KillWorld:
        design = design or Design()
        rng = np.random.default_rng(seed)
        roster = design.roster(rng)
        worth = roster.cost * np.exp(rng.normal(0, off, design.units))
        tilt = np.exp(rng.normal(0, 0.25, design.units))
        level = np.sqrt(worth / worth.mean())
        return cls(design, roster, 0.45 * level * tilt, level / tilt, rounds)

    def battles(self, n: int, seed: int, *, army: np.ndarray | None = None) -> BattleTable:
        rng = np.random.default_rng(seed)
        if army is None:
            army = self.design.armies(rng, self.roster.cost, n)
        table = rng.integers(0, self.design.tables, n)
        fire, armor = np.append(self.fire, 0.0)[army], np.append(self.armor, 1.0)[army]
        alive = army >= 0
        hazard = np.zeros(army.shape)
        for _ in range(self.rounds):
            received = ((fire * alive).sum(axis=2) / np.maximum(alive.sum(axis=2)[:, ::-1], 1))[:, ::-1]
            chance = np.where(alive, 1 - np.exp(-received[:, :, None] / armor), 0.0)
            hazard += chance
            alive = alive & (rng.random(army.shape) >= chance)
        dead = (army >= 0) & ~alive
        lost = (np.append(self.roster.cost, 0.0)[army] * dead).sum(axis=2)
        return BattleTable.from_slots(
            army,
            lost[:, 1] - lost[:, 0],
            units=self.roster,
            table=table,
            attacker=rng.choice([-1, 1], n),
            dead=dead,
            hazard=hazard,
        )

    def means(self, n: int, seed: int) -> BattleTable:
        """n battles with hazards in the place of deaths, which halves the work of finding the projection."""
        played = self.battles(n, seed)
        lost = (np.append(self.roster.cost, 0.0)[played.army] * played.hazard).sum(axis=2)
        return replace(played, margin=lost[:, 1] - lost[:, 0])


@dataclass(frozen=True)
class Truth:
    """What an estimator should find: theta, VP scale, mortality, delta, and the self-consistent price list."""

    theta: np.ndarray
    scale: float
    mortality: np.ndarray
    delta: np.ndarray
    prices: np.ndarray


def projection(fair: BattleTable, mortality: np.ndarray | None = None) -> Truth:
    """Least squares on noiseless battles, by dense algebra of its own; prices by the greatest eigenvalue's vector.

    ``fair`` holds expected margins; where it has hazards, they stand for the deaths.
    """
    cost = fair.roster.cost
    units, tables = len(cost), int(fair.table.max()) + 1
    square, by_margin, by_death = 0.0, 0.0, 0.0
    died = np.zeros(units)
    for start in range(0, len(fair), 20_000):
        part = fair.rows(slice(start, start + 20_000))
        z = np.column_stack([part.difference, part.attacker, np.eye(tables)[part.table]]).astype(float)
        square, by_margin = square + z.T @ z, by_margin + z.T @ part.margin
        if part.hazard is not None:
            by_death = by_death - z.T @ signed_counts(part.army, part.hazard, units)
            died += signed_counts(part.army, part.hazard, units, np.ones(2)).sum(axis=0)
    theta = np.linalg.solve(square, by_margin)[:units]
    scale = float(cost @ theta / (cost @ cost))
    prices = np.full(units, np.nan)
    q = np.zeros(units) if mortality is None else mortality
    if fair.hazard is not None:
        q = died / np.bincount(fair.army[fair.army >= 0], minlength=units)
        values, vectors = np.linalg.eig(np.linalg.solve(square, by_death)[:units])
        top = vectors[:, values.real.argmax()].real
        prices = top * (cost @ cost) / (top @ cost)
    return Truth(theta, scale, q, (theta - scale * cost) / (scale + q), prices)


@dataclass(frozen=True)
class DuelWorld:
    """Armies that meet in pairs: logit P(i beats j) = rating_i - rating_j + circle_ij."""

    rating: np.ndarray
    circle: np.ndarray

    @classmethod
    def make(cls, seed: int, armies: int = 40, *, cyclic: float, spread: float = 0.7) -> DuelWorld:
        """One plane of counters of size ``cyclic`` (logits, standard deviation of an entry), free of any gradient."""
        rng = np.random.default_rng(seed)
        rating = rng.normal(0, spread / np.sqrt(2), armies)
        plane = rng.normal(size=(armies, 2))
        plane -= plane.mean(axis=0)  # rows of the circle then sum to 0
        circle = np.outer(plane[:, 0], plane[:, 1]) - np.outer(plane[:, 1], plane[:, 0])
        return cls(rating - rating.mean(), cyclic * circle / circle.std())

    @property
    def logits(self) -> np.ndarray:
        return self.rating[:, None] - self.rating[None, :] + self.circle

    @property
    def share(self) -> float:
        """Cyclic share of the squared logits, by weighted least squares of its own."""
        p = 1 / (1 + np.exp(-self.logits))
        one, other = np.triu_indices(len(p), 1)
        root = np.sqrt((p * (1 - p))[one, other])
        pairs = np.zeros((len(one), len(p)))
        pairs[np.arange(len(one)), one], pairs[np.arange(len(one)), other] = root, -root
        y = root * self.logits[one, other]
        rest = y - pairs @ np.linalg.lstsq(pairs, y, rcond=None)[0]
        return float(rest @ rest / (y @ y))

    def halves(self, games: int, seed: int) -> np.ndarray:
        """(2, K, K): how often i beat j in either half of ``games`` duels of each pair."""
        rng = np.random.default_rng([seed, 3])
        p = 1 / (1 + np.exp(-self.logits))
        half = games // 2
        upper = np.triu(rng.binomial(half, np.broadcast_to(p, (2, *p.shape))), 1)
        return upper + np.triu(np.ones_like(p), 1).T * (half - upper.transpose(0, 2, 1))


def swapped(battles: BattleTable) -> BattleTable:
    """These battles with the names of the sides exchanged."""
    by_slot = {name: getattr(battles, name) for name in ("army", "dead", "hazard")}
    signed = {name: getattr(battles, name) for name in ("margin", "attacker", "edge", "winner", "chance")}
    turned = {name: value[:, ::-1] for name, value in by_slot.items() if value is not None}
    return replace(battles, **turned, **{name: -value for name, value in signed.items() if value is not None})


def on_own_tables(came: np.ndarray) -> Fought:
    """Battles of pairs (P, R) that have nothing in common: each is fought on a table of its own."""
    return Fought(came, np.arange(came.size).reshape(came.shape))
