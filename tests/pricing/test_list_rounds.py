"""Rounds of a list in a planted world, where the army of greater worth wins as often as chance lets it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, cast

import numpy as np
import pytest

from tigersim.catalogue.army_rules import ArmyRules
from tigersim.catalogue.units import all_units
from tigersim.lab.given_armies import Given
from tigersim.pricing.play.army_search import Bought, Breeding, allowed, slots_of_counts
from tigersim.pricing.play.list_rounds import Effort, ListRounds, going_on

UNITS = all_units()
WORTH = np.linspace(1, 8, len(UNITS))
TOO_CHEAP = 100
EFFORT = Effort(2048, 1, 6, (4, 8), 0.5, 1, Breeding(generations=2))


@pytest.fixture(autouse=True)
def _few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random armies are drawn 400 at a time, not 4,000: the same armies, as likely, in less time."""
    monkeypatch.setattr("tigersim.pricing.play.army_search.DRAWS", 400)


class World:
    """Plays battles of the planted world; remembers which armies it was asked for, by round and number."""

    def __init__(self) -> None:
        self.chance = np.random.default_rng(3)
        self.asked: list[tuple[int, int, Any]] = []
        self.number = 0

    def at(self, points: Any, number: int) -> Given:
        self.number = number
        return cast(Given, self)

    def play(self, armies: Any, first: int = 0) -> Any:
        self.asked.append((self.number, first, armies))
        worth = np.append(WORTH, 0)[armies].sum(axis=2)
        margin = np.rint(10 * (worth[:, 0] - worth[:, 1] + self.chance.normal(0, 4, len(worth)))).astype(np.int64)
        return {"vp": np.stack((margin, np.zeros_like(margin)), axis=1)}


def test_armies_left_standing_come_back_and_a_bargain_gets_its_price() -> None:
    world, before = World(), WORTH.copy()
    before[TOO_CHEAP] /= 2
    rounds = ListRounds(UNITS, 10, [27], [ArmyRules(copies=3)], world.at, 5, EFFORT)
    first, looks = rounds.round(before)
    (standing,) = rounds.hall
    assert [one.budget for one in looks] == [27]
    second, _ = rounds.round(first)
    assert len(rounds.hall) == 2
    # other numbers for every call of a round: no two battles have the same dice
    for number in range(2):
        spans = [(start, start + len(armies)) for one, start, armies in world.asked if one == number]
        assert all(end == start for (_, end), (start, _) in pairwise(spans))
    come_back = next(armies for one, start, armies in world.asked if one == 1 and start == EFFORT.pairs)
    slots = slots_of_counts(standing)[0]
    assert len(come_back) == EFFORT.battles[0]
    assert all((sides == slots).all(axis=1).any() for sides in come_back)
    off = [abs(prices[TOO_CHEAP] / WORTH[TOO_CHEAP] - 1) for prices in (before, first, second)]
    # 40 seeds came to 9% too cheap after two rounds, with a spread of 10: the bound is three spreads away.  What one
    # seed comes to differs between processors, as sums of float32 do
    assert off[2] < 0.4 < off[0]


class WorseAlone(World):
    """Where both armies are of one nation each, units of the USSR are worth half as much."""

    def play(self, armies: Any, first: int = 0) -> Any:
        nations = np.array([*(one.nation for one in UNITS), ""])[armies]
        alone = ((nations == "") | (nations == nations[:, :, :1])).all(axis=2)
        half = alone.all(axis=1)[:, None] & (nations[:, :, 0] == "ussr")
        worth = np.append(WORTH, 0)[armies].sum(axis=2) * np.where(half, 0.5, 1)
        return {"vp": np.rint(10 * (worth + self.chance.normal(0, 3, worth.shape))).astype(np.int64)}


def test_armies_of_one_nation_count_for_more_where_that_is_asked() -> None:
    dear = []
    for weight in (1.0, 30.0):
        effort = EFFORT._replace(pairs=12_000, national=weight)
        rounds = ListRounds(UNITS, 10, [27], [ArmyRules(copies=3)], WorseAlone().at, 5, effort)
        prices, _ = rounds.round(WORTH)
        ratio = prices / WORTH
        own = np.array([one.nation == "ussr" for one in UNITS])
        dear.append(np.exp(np.log(ratio[own]).mean() - np.log(ratio[~own]).mean()))
        (fought,) = rounds.fought
        assert set(np.unique(fought.weight)) == {1.0, weight}
        assert len(fought.weight) == effort.pairs
        assert fought.strong == len(fought) - effort.pairs > 0
    assert dear[1] < dear[0] - 0.05  # with three seeds 0.11 to 0.13 apart
    assert dear[0] < 1


def test_the_best_breed_and_every_climb_leaves_one_standing() -> None:
    world, rules = World(), ArmyRules(copies=2)
    climbing = EFFORT._replace(climbs=2)
    rounds = ListRounds(UNITS, 10, [27], [rules], world.at, 5, climbing)
    _, (look,) = rounds.round(WORTH)
    assert len(rounds.hall) == 3
    bought = Bought(rounds.points(WORTH) / 10, 27, allowed(rules, UNITS))
    assert all(len(bought.affordable(army)) == 1 for army in rounds.hall)
    assert 0 <= look.won <= 1
    after = [(start, len(armies)) for _, start, armies in world.asked if start >= climbing.pairs]
    assert all(start + n == following for (start, n), (following, _) in pairwise(after))  # no battle twice
    fighters = [n // battles for (_, n), battles in zip(after, 3 * climbing.battles, strict=True)]
    assert fighters[0] == climbing.strong
    assert fighters[2] > fighters[1]  # children have joined the best
    stage_two = [round(climbing.go_on * n) for n in fighters[::2]]
    assert fighters[1::2] == stage_two


def test_a_share_of_the_armies_goes_on_the_best_first() -> None:
    assert going_on(np.array([0.2, 0.9, 0.5, 0.7]), 0.5).tolist() == [1, 3]
    assert going_on(np.array([0.2, 0.9]), 0.1).tolist() == [1]
