"""What a budget buys: the best army and its neighbours against brute force, the field against its rule."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from tigersim.catalogue.army_rules import ArmyRules, Limit
from tigersim.catalogue.units import parse_army
from tigersim.errors import InvalidValue
from tigersim.lab import Design
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


# --- under rules of composition ---------------------------------------------------------------------------------------

SHOP = parse_army("M4 Sherman, Jeep [usa], Tiger I, SS Grenadiers, Regulars [germany], Panzer II")
GROUPS = ((("infantry",), ("heavy_tank", "light_tank")), (("infantry", "medium_tank"),), ())


def market_by_rules(seed: int) -> tuple[Market, ArmyRules, np.random.Generator]:
    """A market of six units for armies of 2 to 4 by random rules, a Sherman next to Germans for the field."""
    chance = np.random.default_rng(seed)
    limits = []
    for group in GROUPS[seed % 3]:
        least = int(chance.integers(0, 2))
        limits.append(Limit(group, least, least + int(chance.integers(1, 3))))
    nations = (("germany",), ())[seed % 2]
    rules = ArmyRules(nations, copies=int(chance.integers(2, 4)), limits=tuple(limits))
    design = Design(SHOP, sizes=(2, 4), army_rules=(rules, ArmyRules(("usa",), copies=3)))
    return Market(design.costs, 12, (2, 4), 3, design.drawing), rules, chance


def allowed(market: Market, rules: ArmyRules) -> list[Army]:
    return [army for army in all_armies(market) if not rules.faults([SHOP[unit] for unit in army])]


@pytest.mark.parametrize("seed", range(18))
def test_the_best_army_by_rules_is_that_of_brute_force(seed: int) -> None:
    market, rules, chance = market_by_rules(seed)
    worth = chance.normal(0.3, 1.0, len(SHOP))
    armies = allowed(market, rules)
    total, army = best_army(worth, market)
    assert total == pytest.approx(max(worth[list(one)].sum() for one in armies))
    assert worth[list(army)].sum() == pytest.approx(total)
    assert {army for army in all_armies(market) if market.allows(army)} == set(armies)


@pytest.mark.parametrize("seed", range(6))
def test_neighbours_fulfil_the_rules_too(seed: int) -> None:
    market, rules, chance = market_by_rules(seed)
    worth = chance.normal(0.3, 1.0, len(SHOP))
    first = allowed(market, rules)[0]
    found = market.neighbours(first, worth, 999)
    mine = np.bincount(first, minlength=len(SHOP))
    apart = {army: np.bincount(army, minlength=len(SHOP)) - mine for army in allowed(market, rules)}
    near = {army for army, change in apart.items() if max(change.clip(0).sum(), -change.clip(None, 0).sum()) == 1}
    assert {tuple(sorted(army)) for army in found} == near


def test_the_field_fulfils_the_rules_of_the_other_side() -> None:
    market, _, chance = market_by_rules(0)
    field = market.field(200, chance)
    assert {SHOP[unit].nation for army in field for unit in army} == {"usa"}
    assert {len(army) for army in field} <= {2, 3, 4}
    assert max(np.bincount(army).max() for army in field) <= 3
    assert all(abs(market.cost(army) - 12) <= 1 for army in field)


def test_a_budget_that_buys_no_army_by_the_rules_is_refused() -> None:
    rules = ArmyRules(limits=(Limit(("medium_tank", "heavy_tank"), at_least=2),))
    design = Design(SHOP, sizes=(2, 4), army_rules=rules)
    dearest = int(design.costs[[0, 2]].min())
    assert Market(design.costs, 2 * dearest, (2, 4), 3, design.drawing).budget == 2 * dearest
    with pytest.raises(InvalidValue, match="VP that buy an army of 2 units by its rules"):
        Market(design.costs, 2 * dearest - 1, (2, 4), 3, design.drawing)
