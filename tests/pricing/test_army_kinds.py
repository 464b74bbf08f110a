"""Armies of every kind: each is what it is called, and pairs cost about the same."""

from __future__ import annotations

import numpy as np
import pytest

from tigersim.catalogue.units import all_units
from tigersim.errors import InvalidValue, UnknownName
from tigersim.pricing.play.army_kinds import (
    CHEAP,
    DEAR,
    EQUAL,
    FEW,
    KINDS,
    LEARNING,
    LEAST_PRICE,
    draw_national,
    draw_pairs,
)

PRICES = np.array([float(one.type == "infantry") * 0.1 + 1.5 * (k % 9) for k, one in enumerate(all_units())])
DRAWN = draw_pairs(all_units(), PRICES, 1_500, np.random.default_rng(5))
PAID = np.maximum(PRICES, LEAST_PRICE)
NAMES = list(KINDS)


def test_pairs_cost_about_the_same() -> None:
    cost = np.append(PAID, 0)[DRAWN.armies].sum(axis=2)
    assert (np.abs(np.log(cost[:, 1] / cost[:, 0])) <= LEARNING.farthest).all()
    assert abs(np.log(cost[:, 1] / cost[:, 0]).mean()) < 0.02
    assert 5 < np.quantile(cost, 0.02) < 2 * LEARNING.budgets[0]
    assert np.quantile(cost, 0.98) > 0.7 * LEARNING.budgets[1]


def test_equal_pairs_cost_the_same_at_a_list_with_units_for_a_tenth_of_a_vp() -> None:
    listed = np.where(PRICES < 1, 0.1, PRICES)
    armies = draw_pairs(all_units(), listed, 500, np.random.default_rng(5), EQUAL).armies
    cost = np.append(listed, 0)[armies].sum(axis=2)
    assert (np.abs(np.log(cost[:, 1] / cost[:, 0])) <= EQUAL.farthest).all()


def test_every_army_has_units_at_the_front_of_its_slots() -> None:
    there = DRAWN.armies >= 0
    assert there[..., 0].all()
    assert (np.diff(there.astype(int), axis=2) <= 0).all()


def test_half_of_the_pairs_are_of_one_kind_on_both_sides() -> None:
    same = DRAWN.kinds[:, 0] == DRAWN.kinds[:, 1]
    assert same.mean() == pytest.approx(0.5 + 0.5 / len(KINDS), abs=0.05)
    assert np.bincount(DRAWN.kinds.ravel(), minlength=len(KINDS)).min() > 0.8 * 3_000 / len(KINDS)


@pytest.mark.parametrize("kind", NAMES)
def test_an_army_is_of_its_kind(kind: str) -> None:
    units = all_units()
    order = np.argsort(PAID, kind="stable")
    cheap, dear = set(order[: round(CHEAP * len(units))].tolist()), set(order[-round(DEAR * len(units)) :].tolist())
    for army in DRAWN.armies[DRAWN.kinds == NAMES.index(kind)]:
        chosen = army[army >= 0].tolist()
        classes, nations = {units[k].type for k in chosen}, {units[k].nation for k in chosen}
        assert {
            "all units": True,
            "one nation": len(nations) == 1,
            "one class": len(classes) == 1,
            "two classes": len(classes) <= 2,
            "few kinds": len(set(chosen)) <= FEW,
            "one unit": len(set(chosen)) == 1,
            "extremes": set(chosen) <= cheap or set(chosen) <= dear,
        }[kind]


def test_prices_of_other_units_are_refused() -> None:
    with pytest.raises(InvalidValue, match="one for each"):
        draw_pairs(all_units(), PRICES[:-1], 10, np.random.default_rng(1))


def test_nations_meet_at_about_the_same_cost() -> None:
    armies = draw_national(all_units(), PRICES, 200, ("germany", "ussr"), np.random.default_rng(5), LEARNING)
    nation = np.append([one.nation for one in all_units()], "")
    for side, name in enumerate(("germany", "ussr")):
        assert set(nation[armies[:, side]].ravel()) == {name, ""}
    cost = np.append(PAID, 0)[armies].sum(axis=2)
    assert (np.abs(np.log(cost[:, 1] / cost[:, 0])) <= LEARNING.farthest).all()
    with pytest.raises(UnknownName, match="atlantis"):
        draw_national(all_units(), PRICES, 5, ("germany", "atlantis"), np.random.default_rng(5), LEARNING)
