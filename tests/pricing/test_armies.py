"""What a budget buys: the best army and its neighbours against brute force, the field against its rule."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from tigersim.errors import InvalidValue
from tigersim.pricing.play.armies import Army, Market, best_army


def all_armies(market: Market) -> list[Army]:
    units, (low, high) = range(len(market.costs)), market.sizes
    armies = (army for size in range(low, high + 1) for army in combinations_with_replacement(units, size))
    return [
        army
        for army in armies
        if sum(market.costs[unit] for unit in army) <= market.budget
        and max(army.count(unit) for unit in army) <= market.copies
    ]


@pytest.mark.parametrize("seed", range(40))
def test_the_best_army_is_that_of_brute_force(seed: int) -> None:
    chance = np.random.default_rng(seed)
    market = Market(chance.integers(1, 6, 6), int(chance.integers(8, 14)), (2, 4), int(chance.integers(1, 4)))
    worth = chance.normal(0.3, 1.0, 6)
    total, army = best_army(worth, market)
    assert total == pytest.approx(max(worth[list(one)].sum() for one in all_armies(market)))
    assert worth[list(army)].sum() == pytest.approx(total)
    assert market.allows(army)


def test_an_army_of_nothing_but_burdens_has_as_few_as_it_may() -> None:
    total, army = best_army(np.array([-1.0, -2.0]), Market(np.array([1, 1]), 9, (3, 5), 2))
    assert (total, army) == (-4.0, (0, 0, 1))


@pytest.mark.parametrize("army", [(0, 1, 2), (3, 3), (0, 1, 4, 5)])
def test_neighbours_are_all_armies_one_unit_away(army: Army) -> None:
    market = Market(np.array([1, 2, 3, 2, 1, 4]), 9, (2, 4), 2)
    worth = np.array([0.3, 1.0, -0.2, 0.5, 0.1, 2.0])
    found = market.neighbours(army, worth, 999)

    def distance(one: Army) -> int:
        mine, theirs = (np.bincount(each, minlength=6) for each in (army, one))
        return int(max((mine - theirs).clip(0).sum(), (theirs - mine).clip(0).sum()))

    wanted = {one for one in all_armies(market) if distance(one) == 1}
    assert {tuple(sorted(one)) for one in found} == wanted
    sums = [worth[list(one)].sum() for one in found]
    assert sums == pytest.approx(sorted(sums, reverse=True))
    assert market.neighbours(army, worth, 2) == found[:2]
    # whoever stays keeps his slot, or what chance does to him would change with the army
    swapped = [one for one in found if len(one) == len(army)]
    assert all(sum(a != b for a, b in zip(army, one, strict=True)) == 1 for one in swapped)


def test_the_field_is_drawn_as_a_design_musters() -> None:
    market = Market(np.arange(1, 21), 60, (4, 8), 1)
    field = market.field(4000, np.random.default_rng(1))
    assert len(field) == 4000
    assert {abs(market.cost(army) - 60) for army in field} == {0, 1}
    assert {len(army) for army in field} <= set(range(4, 9))
    assert max(np.bincount(army).max() for army in field) > 1  # copies come as they come
    # an army that costs what it costs on average is no reason for any unit to be rare
    share = np.bincount(np.concatenate([np.array(army) for army in field]), minlength=20) / sum(map(len, field))
    assert share.min() > 0.02


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"budget": 2}, "budget is 2"),
        ({"sizes": (3, 99)}, "sizes"),
        ({"copies": 0}, "copies"),
        ({"sizes": (4, 4), "copies": 1}, "budget"),
    ],
)
def test_markets_that_sell_nothing_are_refused(settings: dict[str, object], words: str) -> None:
    with pytest.raises(InvalidValue, match=words):
        Market(**{"costs": np.array([1, 1, 9]), "budget": 10, "sizes": (3, 5), "copies": 2, **settings})


def test_a_budget_that_random_armies_never_cost_is_refused() -> None:
    with pytest.raises(InvalidValue, match="on average it is 8"):
        Market(np.full(5, 2), 999, (3, 5), 3).field(10, np.random.default_rng(1))
