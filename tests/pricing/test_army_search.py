"""The strongest armies of a budget, by a model whose answer is known."""

from __future__ import annotations

import numpy as np
import pytest

from tigersim.catalogue.army_rules import ArmyRules, Limit
from tigersim.catalogue.units import all_units
from tigersim.core.enums import MAX_UNITS, NOBODY
from tigersim.errors import InvalidValue
from tigersim.pricing.estimate.army_model import ArmyModel, shapes
from tigersim.pricing.play.army_search import Allowed, Bought, Breeding, allowed, chances, slots_of_counts, strongest
from tigersim.pricing.play.list_rounds import matches, won_by

UNITS = all_units()[:40]
PRICES = np.linspace(1.0, 8.0, len(UNITS))


def additive_model(worth: np.ndarray) -> ArmyModel:
    """A model that knows sums alone."""
    weights = {name: np.zeros(shape, dtype=np.float32) for name, shape in shapes(len(worth)).items()}
    weights["worth"] = (0.02 * worth).astype(np.float32)
    return ArmyModel(tuple(one.key for one in UNITS), weights)


def test_the_best_bargain_is_found() -> None:
    worth = PRICES.copy()
    worth[[7, 20]] *= 3  # two units are worth three times what they cost
    model, rules = additive_model(worth), allowed(ArmyRules(copies=3), UNITS)
    bought, chance = Bought(PRICES, 27.0, rules), np.random.default_rng(1)
    field = bought.draw(20, chance)
    armies, likely = strongest(model, bought, field, Breeding(30, 80, 30), chance)
    assert armies[0, 7] == armies[0, 20] == 3
    assert (np.diff(likely) <= 0).all()
    assert (armies @ PRICES <= 27 + 1e-6).all()
    assert armies.max() <= 3
    assert likely[0] == pytest.approx(chances(model, armies[:1], field)[0])


def test_armies_fulfil_their_rules() -> None:
    one, other = UNITS[0].type, next(unit.type for unit in UNITS if unit.type != UNITS[0].type)
    rules = ArmyRules(copies=2, sizes=(4, 6), limits=(Limit((one,), at_least=2), Limit((other,), at_most=1)))
    bought = Bought(PRICES, 20.0, allowed(rules, UNITS))
    chance = np.random.default_rng(2)
    drawn = bought.draw(50, chance)
    found, _ = strongest(additive_model(PRICES), bought, drawn, Breeding(20, 40, 5), chance)
    for army in (*drawn, *found):
        kinds = slots_of_counts(army[None])[0]
        assert not rules.faults([UNITS[kind] for kind in kinds if kind != NOBODY])
    assert (drawn @ PRICES >= 0.98 * 20).all()


def test_fulfilled_says_what_the_rules_say() -> None:
    chance = np.random.default_rng(3)
    few = (Limit((UNITS[0].type,), at_least=1, at_most=3),)
    rules = ArmyRules((UNITS[0].nation,), copies=2, sizes=(2, 9), limits=few)
    armies = np.zeros((300, len(UNITS)), dtype=np.float32)
    for army in armies:
        np.add.at(army, chance.integers(0, 8 if chance.random() < 0.7 else len(UNITS), chance.integers(1, 19)), 1)
    right: Allowed = allowed(rules, UNITS)
    for army, fulfilled in zip(armies, right.fulfilled(armies), strict=True):
        units = [one for one, n in zip(UNITS, army.astype(int), strict=True) for _ in range(n)]
        assert fulfilled == (len(units) <= MAX_UNITS and not rules.faults(units))


def test_a_budget_that_buys_nothing_is_refused() -> None:
    with pytest.raises(InvalidValue, match="one that buys armies"):
        Bought(PRICES, 0.5, allowed(ArmyRules(), UNITS)).draw(1, np.random.default_rng(1))


def test_sides_are_exchanged_and_results_told_by_army() -> None:
    armies = np.eye(3, len(UNITS), dtype=np.float32)
    opponents = np.repeat(np.eye(1, len(UNITS), 5, dtype=np.float32)[None], 3, axis=1).repeat(4, axis=0)
    met = matches(armies, opponents)
    assert met[:, :, 0].tolist() == [[0, 5], [1, 5], [2, 5], [5, 0], [5, 1], [5, 2]] * 2
    of_a = np.array([1, -1, 0, -1, 1, 0] * 2)  # the first army wins, the second loses, the third draws
    np.testing.assert_array_equal(won_by(of_a, 3), [[1, 0, 0.5]] * 4)
