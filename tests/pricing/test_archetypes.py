"""Armies of one kind each: priced alike, drawn from their class, and circles found where they are planted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.lab.short_list import UNITS, small
from tigersim.core import layout
from tigersim.errors import InvalidValue
from tigersim.lab.given_armies import Given
from tigersim.pricing.play.matched import army_prices
from tigersim.pricing.study.archetypes import Archetype, by_class, circles, drawn

PRICES = np.array([2.0, 3.0, 5.0, 2.5, 3.5, 4.5, 2.0, 3.0, 4.0, 9.0])
THREE = tuple(Archetype(name, units) for name, units in (("a", (0, 1, 2)), ("b", (3, 4, 5)), ("c", (6, 7, 8))))


class Planted:
    """Whoever has units 0 to 2 beats 3 to 5 with this chance, those beat 6 to 8, and those 0 to 2."""

    def __init__(self, chance: float) -> None:
        self.chance = chance

    def play(self, armies: Any, first: int = 0) -> Any:
        kinds = armies[:, :, 0] // 3
        ahead = np.where((kinds[:, 1] - kinds[:, 0]) % 3 == 1, self.chance, 1 - self.chance)
        won = np.random.default_rng(8).random(len(armies)) < ahead
        results = layout.results(len(armies))
        results["vp"][:, 0] = won
        results["vp"][:, 1] = ~won
        return results


def test_armies_of_an_archetype_have_its_units_and_the_price() -> None:
    some = drawn(THREE[1], PRICES, 20.0, 50, np.random.default_rng(1))
    assert some is not None
    assert set(np.unique(some)) <= {-1, 3, 4, 5}
    assert np.abs(army_prices(some, PRICES) - 20).max() <= 2.0
    assert drawn(Archetype("dear", (9,)), PRICES, 13.0, 5, np.random.default_rng(1)) is None


def test_every_unit_belongs_to_one_class() -> None:
    found = by_class(UNITS)
    assert sorted(k for one in found for k in one.units) == list(range(len(UNITS)))
    assert all(UNITS[k].type == one.name for one in found for k in one.units)


def test_a_planted_circle_is_found_and_named() -> None:
    found = circles(Planted(0.8), THREE, PRICES, 20.0, 2000, 3)  # type: ignore[arg-type]
    assert found.cycles.share == pytest.approx(1.0, abs=0.02)
    table = found.counters()
    assert set(zip(table["first"], table["against"], strict=True)) == {("a", "b"), ("b", "c"), ("c", "a")}
    assert table["logits"].to_numpy() == pytest.approx(np.log(4), abs=0.2)
    assert found.battles == 3 * 2000


def test_where_all_are_alike_nobody_counters_anybody() -> None:
    found = circles(Planted(0.5), THREE, PRICES, 20.0, 2000, 3)  # type: ignore[arg-type]
    assert found.counters().empty


def test_real_armies_meet() -> None:
    design = small()
    costs = design.costs.astype(float)
    found = circles(Given(design), by_class(UNITS), costs, 15.0, 20, 1)
    assert len(found.names) + len(found.left_out) == len(by_class(UNITS))
    scores = found.score + found.score.T
    assert scores[~np.eye(len(scores), dtype=bool)] == pytest.approx(1.0)
    with pytest.raises(InvalidValue, match="archetypes"):
        circles(Given(design), by_class(UNITS)[:2], costs, 15.0, 20, 1)
