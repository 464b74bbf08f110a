"""A list that is moved until no army that is sought beats it.

In every round armies of all kinds fight at the prices as they stand, and a model of armies is fitted to the battles.
The strongest armies that it finds within the rules go through stages of real battles against random and national armies
of equal cost.  Those left standing come back in all later rounds, at whatever they cost by then.  Prices are fitted to
all of it, so an army that wins too often makes its units dearer, and no more than the other battles allow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tigersim.catalogue.army_rules import ArmyRules
from tigersim.catalogue.units import Unit
from tigersim.errors import InvalidValue
from tigersim.lab.given_armies import Given, margins
from tigersim.pricing.estimate.army_fit import Battles, fit_armies
from tigersim.pricing.estimate.army_model import ArmyModel, counts_of
from tigersim.pricing.estimate.arrays import Floats, Integers
from tigersim.pricing.estimate.even_prices import Outcomes, even_prices
from tigersim.pricing.play.army_kinds import KINDS, draw_pairs
from tigersim.pricing.play.army_search import (
    Allowed,
    Bought,
    Breeding,
    Counts,
    allowed,
    slots_of_counts,
    strongest,
    with_children,
)

REMEMBERED = 8
"""Rounds whose battles a fit goes through: those before were fought at other prices."""
STEP = 0.7
"""Part of the way to the fitted prices that is gone, in logarithms."""
OPPONENTS = 150
"""Random armies that a search tries its armies against; a nation adds so many as ``OF_A_NATION``."""
OF_A_NATION = 20
NATIONAL = list(KINDS).index("one nation")
"""Number of the kind of armies of one nation."""

PlayAt = Callable[[Integers, int], Given]
"""Plays at prices in points, in a round of such a number."""


class Effort(NamedTuple):
    """How hard a round tries.

    pairs: armies of all kinds, one battle each.  national: weight of a pair whose armies are of one nation each, as
    players bring them; all others have 1.  searches: with other chance.  strong: armies kept of each search.  battles:
    of each strong army in each stage.  go_on: part of them that the next stage has.  epochs: of the fit of the model.
    climbs: times that the armies of the last stage breed and all go through the stages again.
    """

    pairs: int = 120_000
    searches: int = 2
    strong: int = 25
    battles: tuple[int, ...] = (100, 300, 1000)
    go_on: float = 0.2
    epochs: int = 5
    breeding: Breeding = Breeding()
    climbs: int = 0
    national: float = 1.0


class Played(NamedTuple):
    """Some battles of a round.

    armies: (n, 2, S).  counts: of the same armies, (n, 2, units).  margin: of side a, VP.
    """

    armies: Integers
    counts: npt.NDArray[np.uint8]
    margin: Floats


@dataclass
class Fought:
    """Battles of one round, those of strong armies after all others.

    weight: of the others, (n,).
    """

    weight: Floats
    parts: list[Played] = field(default_factory=list)

    @property
    def strong(self) -> int:
        """How many are of strong armies."""
        return len(self) - len(self.weight)

    def __len__(self) -> int:
        return sum(len(part.margin) for part in self.parts)


class Sought(NamedTuple):
    """The strongest armies for a budget and rules, and the chance foretold of the best."""

    bought: Bought
    rules: str
    armies: Counts
    foretold: float


class Look(NamedTuple):
    """What a round found: the chance foretold of the best army, what those left standing won."""

    budget: float
    rules: str
    foretold: float
    won: float


@dataclass
class ListRounds:
    """The rounds of one list.

    units: of the list.  scale: points that make a VP.  budgets: VP.  rules: of the armies that are sought.
    at: plays at a list in points.  seed: of all chance.
    """

    units: Sequence[Unit]
    scale: int
    budgets: Sequence[float]
    rules: Sequence[ArmyRules]
    at: PlayAt
    seed: int
    effort: Effort = field(default_factory=Effort)
    fought: list[Fought] = field(default_factory=list)
    hall: list[Counts] = field(default_factory=list)
    """The armies that earlier rounds left standing, (1, units) each."""

    def points(self, prices: Floats) -> Integers:
        """Prices in whole points, 1 or more."""
        return np.maximum(np.rint(prices * self.scale), 1).astype(np.int64)

    def round(self, prices: Floats) -> tuple[Floats, list[Look]]:
        """Play a round at prices in VP; returns the prices to go on with, and what was found."""
        number = len(self.fought)
        chance = np.random.default_rng([self.seed, number])
        points = self.points(prices)
        paid = points / self.scale
        given = self.at(points, number)
        pairs = draw_pairs(self.units, paid, self.effort.pairs, chance)
        weight = np.where((pairs.kinds == NATIONAL).all(axis=1), self.effort.national, 1.0)
        self.fought.append(Fought(weight))
        self._played(given, pairs.armies)
        sought = self.seek(self.model(), paid, chance)
        self._hall_meets(given, paid, chance)
        looks = [self._judged(given, one, chance) for one in sought]
        return self._moved(paid), looks

    def _judged(self, given: Given, sought: Sought, chance: np.random.Generator) -> Look:
        """Stages of real battles; the army left standing of every climb is remembered."""
        bought, effort, armies = sought.bought, self.effort, sought.armies

        def fight(some: Counts, battles: int) -> Floats:
            return self._met(given, bought, some, battles, chance)

        for climb in range(1 + effort.climbs):
            if climb:
                armies = with_children(armies, bought, effort.searches * effort.strong, chance)
            armies, won = through_stages(fight, armies, effort.battles, effort.go_on)
            self.hall.append(armies[going_on(won, 0)])
        return Look(bought.budget, sought.rules, sought.foretold, float(won.max()))

    def _hall_meets(self, given: Given, paid: Floats, chance: np.random.Generator) -> None:
        """The armies of earlier rounds fight again, at whatever they cost now, all of them in one go."""
        anything = allowed(ArmyRules(), self.units)
        costs = [Bought(paid, float(army[0] @ paid), anything) for army in self.hall]
        battles = self.effort.battles[0]
        met = [self._matched(bought, army, battles, chance) for bought, army in zip(costs, self.hall, strict=True)]
        if met:
            self._played(given, np.concatenate(met))

    def _met(self, given: Given, bought: Bought, armies: Counts, battles: int, chance: np.random.Generator) -> Floats:
        """What each of some strong armies won against random and national ones; the battles are remembered."""
        came = self._played(given, self._matched(bought, armies, battles, chance))
        return np.asarray(won_by(came, len(armies)).mean(axis=0))

    def _matched(self, bought: Bought, armies: Counts, battles: int, chance: np.random.Generator) -> Integers:
        """Battles of each of some armies against random and national ones (``matches``)."""
        opponents = army_field(self.units, bought, chance)
        return matches(armies, opponents[chance.integers(0, len(opponents), (battles, len(armies)))])

    def _played(self, given: Given, armies: Integers) -> Floats:
        """The margins of battles, which this round remembers, VP."""
        fought, units = self.fought[-1], len(self.units)
        margin = margins(given.play(armies, len(fought))) / self.scale
        counts = np.stack([counts_of(armies[:, side], units, np.uint8) for side in range(2)], axis=1)
        fought.parts.append(Played(armies, counts, margin))
        return margin

    def model(self, seed: int = 0) -> ArmyModel:
        """The model of armies, fitted to the last rounds."""
        parts = [part for one in self.fought[-REMEMBERED:] for part in one.parts]
        counts = np.concatenate([part.counts for part in parts])
        battles = Battles(counts[:, 0], counts[:, 1], np.concatenate([part.margin for part in parts]))
        keys = [one.key for one in self.units]
        return fit_armies(battles, keys, epochs=self.effort.epochs, seed=self.seed + len(self.fought) + seed)

    def seek(self, model: ArmyModel, paid: Floats, chance: np.random.Generator) -> list[Sought]:
        """The strong armies of every budget and rules, as the model sees them."""
        found = []
        for budget in self.budgets:
            field_of_all = Bought(paid, budget, allowed(ArmyRules(), self.units)).draw(OPPONENTS, chance)
            for rules in self.rules:
                bought = Bought(paid, budget, allowed(rules, self.units))
                sought = [
                    strongest(model, bought, field_of_all, self.effort.breeding, chance)
                    for _ in range(self.effort.searches)
                ]
                armies = np.concatenate([some[: self.effort.strong] for some, _ in sought])
                found.append(Sought(bought, str(rules), armies, max(float(likely[0]) for _, likely in sought)))
        return found

    def _moved(self, paid: Floats) -> Floats:
        """Prices a step towards those that make all battles even.

        The strong armies weigh as much as all others.
        """
        last = self.fought[-REMEMBERED:]
        armies = np.concatenate([part.armies for one in last for part in one.parts])
        won = np.concatenate([0.5 + 0.5 * np.sign(part.margin) for one in last for part in one.parts])
        of_strong = sum(one.weight.sum() for one in last) / max(sum(one.strong for one in last), 1)
        weight = np.concatenate([np.append(one.weight, np.full(one.strong, of_strong)) for one in last])
        least = 1 / self.scale
        fitted = even_prices(Outcomes(armies, won, weight), paid, least).prices
        moved = paid * (fitted / paid) ** STEP
        return np.asarray(np.maximum(moved * (paid.sum() / moved.sum()), least))


def through_stages(
    fight: Callable[[Counts, int], Floats], armies: Counts, battles: Sequence[int], go_on: float
) -> tuple[Counts, Floats]:
    """The armies of the last stage, and what each won there; a share of each stage goes on to the next.

    fight: what each of some armies wins in so many battles.
    """
    won = fight(armies, battles[0])
    for number in battles[1:]:
        armies = armies[going_on(won, go_on)]
        won = fight(armies, number)
    return armies, won


def in_stages(armies: int, stages: Sequence[int], go_on: float) -> int:
    """Battles of so many armies in stages, about."""
    return round(sum(armies * go_on**k * battles for k, battles in enumerate(stages)))


def going_on(won: Floats, share: float) -> Integers:
    """Numbers of the armies that go on to the next stage, the best first: a share of them, one at least."""
    return np.argsort(-won, kind="stable")[: max(round(share * len(won)), 1)]


def matches(armies: Counts, opponents: Counts) -> Integers:
    """Battles of every army against its opponents, (R, n, units): (R * n, 2, S).

    Each army fights once before any fights twice, so that all fight on many tables.  Sides are exchanged every other
    time.
    """
    rounds, n = opponents.shape[:2]
    mine = np.tile(slots_of_counts(armies), (rounds, 1))
    met = np.stack((mine, slots_of_counts(opponents.reshape(rounds * n, -1))), axis=1)
    exchanged: Integers = np.where(_exchanged(rounds, n)[:, None, None], met[:, ::-1], met)
    return exchanged


def won_by(margin: Floats | Integers, n: int) -> Floats:
    """What each of ``n`` armies has won in ``matches``, (rounds, n); a draw is one half."""
    turned = np.where(_exchanged(len(margin) // n, n), -margin, margin)
    return np.asarray(0.5 + 0.5 * np.sign(turned)).reshape(-1, n)


def _exchanged(rounds: int, n: int) -> Integers:
    return np.asarray(np.arange(rounds * n) // n % 2 == 1)


def army_field(units: Sequence[Unit], bought: Bought, chance: np.random.Generator) -> Counts:
    """Opponents for a budget: random armies of all units, and of each nation.

    A nation that has too little to buy is left out.
    """
    anything = allowed(ArmyRules(), units)
    armies = [bought._replace(rules=anything).draw(OPPONENTS, chance)]
    for nation in dict.fromkeys(one.nation for one in units):
        own: Allowed = allowed(ArmyRules((nation,)), units)
        try:
            armies.append(bought._replace(rules=own).draw(OF_A_NATION, chance))
        except InvalidValue:
            continue  # the nation has too few dear units for such a budget
    return np.concatenate(armies)
