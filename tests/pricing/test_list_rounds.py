"""Rounds of a list in a planted world, where the army of greater worth wins as often as chance lets it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, cast

import numpy as np

from tigersim.catalogue.army_rules import ArmyRules
from tigersim.catalogue.units import all_units
from tigersim.lab.given_armies import Given
from tigersim.pricing.play.army_kinds import EQUAL, draw_national, draw_pairs
from tigersim.pricing.play.army_search import Breeding, slots_of_counts
from tigersim.pricing.play.list_rounds import Effort, ListRounds, National, going_on

UNITS = all_units()
WORTH = np.linspace(1, 8, len(UNITS))
TOO_CHEAP = 100
EFFORT = Effort(2048, 1, 6, (4, 8), 0.5, 1, Breeding(generations=2))
HARDLY_SOUGHT = EFFORT._replace(breeding=Breeding(6, 6, 1))
"""Where strong armies are beside the point."""


NATION = np.array([one.nation for one in UNITS])


class World:
    """Plays battles of the planted world; remembers which armies it was asked for, by round and number.

    together: an army of this nation alone is worth so much more than its units.
    """

    def __init__(self, together: tuple[str, float] = ("nobody", 1.0)) -> None:
        self.chance = np.random.default_rng(3)
        self.together = together
        self.asked: list[tuple[int, int, Any]] = []
        self.number = 0

    def at(self, points: Any, number: int) -> Given:
        self.number = number
        return cast(Given, self)

    def worth(self, armies: Any) -> Any:
        nation, more = self.together
        alone = (np.append(NATION == nation, True)[armies]).all(axis=2)
        return np.append(WORTH, 0)[armies].sum(axis=2) * np.where(alone, more, 1.0)

    def play(self, armies: Any, first: int = 0) -> Any:
        self.asked.append((self.number, first, armies))
        worth = self.worth(armies)
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
    assert off[0] > 5 * max(off[1:])


def test_nations_that_meet_take_their_share_of_the_pairs() -> None:
    world, meetings = World(), [("japan", "usa"), ("germany", "ussr")]
    effort = HARDLY_SOUGHT._replace(national=National(meetings, 0.25))
    ListRounds(UNITS, 10, [27], [ArmyRules()], world.at, 5, effort).round(WORTH)
    pairs = world.asked[0][2]
    assert len(pairs) == EFFORT.pairs
    assert len(np.unique(pairs, axis=0)) > 0.9 * EFFORT.pairs
    each = EFFORT.pairs // 8
    for place, nations in zip((-2 * each, -each), meetings, strict=True):
        met = pairs[place : place + each or None]
        for side, nation in enumerate(nations):
            army = met[:, side]
            assert set(NATION[army[army >= 0]]) == {nation}


def test_without_nations_pairs_are_of_all_kinds_alone() -> None:
    world = World()
    ListRounds(UNITS, 10, [27], [ArmyRules()], world.at, 5, HARDLY_SOUGHT).round(WORTH)
    drawn = draw_pairs(UNITS, np.rint(10 * WORTH) / 10, EFFORT.pairs, np.random.default_rng([5, 0]))
    np.testing.assert_array_equal(world.asked[0][2], drawn.armies)


def test_a_nation_that_is_more_than_its_units_comes_nearer_to_even_where_it_meets_another() -> None:
    off = []
    for national in (None, National([("japan", "usa")], 0.5)):
        world = World(("japan", 1.3))
        rounds = ListRounds(UNITS, 10, [27], [ArmyRules()], world.at, 5, HARDLY_SOUGHT._replace(national=national))
        prices = WORTH
        for _ in range(3):
            prices, _ = rounds.round(prices)
        armies = draw_national(UNITS, prices, 2000, ("japan", "usa"), np.random.default_rng(9), EQUAL)
        japan, usa = world.worth(armies).T
        off.append(float(np.log(japan / usa).mean()))
    assert 0 < off[1] < 0.5 * off[0]


def test_a_share_of_the_armies_goes_on_the_best_first() -> None:
    assert going_on(np.array([0.2, 0.9, 0.5, 0.7]), 0.5).tolist() == [1, 3]
    assert going_on(np.array([0.2, 0.9]), 0.1).tolist() == [1]
