"""What there is to say of an army without a battle."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import tigersim as ts
from tigersim.catalogue.army_rules import ArmyRules
from tigersim.catalogue.lists import LISTS, SETTLED
from tigersim.catalogue.units import all_units, parse_army
from tigersim.errors import InvalidValue, UnitNotFound
from tigersim.pricing.estimate.army_model import ArmyModel, shapes
from tigersim.pricing.play.army_search import chances
from tigersim.pricing.play.field_forecast import draw_field
from tigersim.pricing.play.forecast_misses import expected_miss
from tigersim.pricing.play.foretell import OF_LIST, army_model, foretell, missed, model_for

T34S = "3 x T-34c, KV-1"


@pytest.fixture(scope="module")
def found() -> ts.ArmySummary:
    return ts.army(T34S, against=["4 x Panzer IV (mid)", "Tiger I"], rules=ArmyRules(nations=("ussr",), year=1940))


def test_costs_and_prices_are_sums_of_the_lists(found: ts.ArmySummary) -> None:
    listed = pd.read_parquet(LISTS / SETTLED / "list.parquet").set_index("name")["price"]
    assert found.cost == 3 * 6 + 5
    assert found.price == pytest.approx(3 * listed["T-34c"] + listed["KV-1"])
    tenths = ts.PriceList.load("tenths")
    by_list = ts.army(T34S, price_list="tenths")
    assert by_list.points == 3 * tenths.points["T-34c [ussr]"] + tenths.points["KV-1 [ussr]"]
    assert by_list.counted == "points"
    assert by_list.budget == by_list.points / 10


def test_rules_that_are_broken_are_said(found: ts.ArmySummary) -> None:
    assert found.faults  # the T-34c came later
    assert "Not allowed" in str(found)
    assert ts.army(T34S, rules=ArmyRules(copies=3)).faults == ()


def test_by_a_list_its_own_limits_are_checked_and_a_small_army_is_told_what_would_help() -> None:
    few = ts.PriceList("of few", {"KV-1 [ussr]": 4}, army_rules=ArmyRules(copies=3, sizes=(6, 8)))
    by_list = ts.army(T34S, price_list=few)
    assert by_list.faults == ("4 units, and 6 to 8 units are asked for",)
    assert by_list.field is not None
    helpful = set(by_list.field.gains["unit"])
    assert "KV-1 [ussr]" in helpful  # the second of three
    assert "T-34c [ussr]" not in helpful  # it would be the fourth
    assert ts.army(T34S, price_list=few, rules=ArmyRules(copies=3)).faults == ()


def test_forecasts_are_those_of_the_model(found: ts.ArmySummary) -> None:
    one = foretell(T34S, "4 x Panzer IV (mid)")
    assert found.against[0].p_win == one.p_win
    assert [one.armies[1] for one in found.against] == ["4 x Panzer IV (mid)", "Tiger I"]
    assert found.field is not None
    assert 0 < found.field.low < found.field.p_win < found.field.high < 1
    even = ts.army("Tiger I", against="Tiger I").against[0]
    assert even.p_win == pytest.approx(0.5)


def test_what_it_says_comes_back(found: ts.ArmySummary) -> None:
    kept = json.dumps(found.to_dict())
    assert ts.army(kept).members == ts.army(found.block(27)).members == found.members
    assert "23 of 27 VP" in found.block(27)


def test_units_that_the_lists_do_not_know_are_said() -> None:
    found = ts.army("2 x Towed gun [generic], KV-1")
    assert np.isnan(found.price)
    assert found.field is None
    assert found.to_dict()["price"] is None
    assert [note for note in found.notes if "Towed gun" in note] == list(found.notes)
    assert len(found.notes) == 2


@pytest.mark.parametrize("army", [[], "17 x KV-1"])
def test_an_army_has_one_to_sixteen_units(army: list | str) -> None:
    with pytest.raises(InvalidValue, match="1 to 16"):
        ts.army(army)


def test_an_unknown_unit_is_refused_as_anywhere() -> None:
    with pytest.raises(UnitNotFound, match="write 3 x T-34c"):
        ts.army("3 T-34c")


def test_every_pair_at_once_is_as_one_by_one() -> None:
    chance = np.random.default_rng(3)
    model = army_model()
    armies, field = (chance.integers(0, 3, (n, len(model.units))).astype(np.float32) for n in (5, 7))
    together = model.each_against(armies, field)
    assert together.shape == (5, 7)
    np.testing.assert_allclose(together.mean(axis=1), chances(model, armies, field), atol=1e-5)
    one = model.foretell_counts(armies[2:3], field[4:5])
    assert together[2, 4] == pytest.approx(float(one.p_win[0]), abs=1e-5)


def test_a_stand_in_counts_as_the_unit_that_it_stands_for() -> None:
    weights = {name: np.full(shape, 0.1, dtype=np.float32) for name, shape in shapes(3).items()}
    weights["worth"] = np.array([0.1, 0.2, 0.3], dtype=np.float32)
    model = ArmyModel(("a", "b", "c"), weights).with_stand_ins(["mine"], [2])
    eye = np.eye(4, dtype=np.float32)
    assert model.units[-1] == "mine"
    assert model.each_against(eye[3:], eye[:1]) == pytest.approx(model.each_against(eye[2:3], eye[:1]))


def test_a_list_has_a_model_of_its_own_and_others_that_of_printed_costs() -> None:
    tenths = ts.PriceList.load("tenths")
    mine = replace(tenths, points={**tenths.points, "KV-1 [ussr]": 1})
    assert model_for(None) == (army_model(), "")
    own, name = model_for(tenths)
    assert name == "tenths"
    assert own is not army_model()
    assert missed(own, 0.5) == expected_miss("tenths", 0.5)
    assert model_for(mine) == (army_model(), None)
    assert "score what is printed" in str(ts.army(T34S, price_list=mine))
    assert OF_LIST.format("tenths") == "tenths.army_model.json"


def test_the_field_costs_what_the_army_costs_and_keeps_the_year() -> None:
    units = all_units()
    prices = np.array([ts.profile(one).cost for one in units], dtype=float)
    for budget in (5.0, 27.0, 80.0):
        field = draw_field(units, prices, budget, ArmyRules(nations=("italy",), year=1940), 30)
        assert (field @ prices <= budget).all()
        assert (field @ prices >= 0.9 * budget).all()
        assert (field.sum(axis=1) <= 16).all()
        assert field.max() <= 3
        there = {one.nation for one, n in zip(units, field.sum(axis=0), strict=True) if n}
        assert len(there) > 3  # the nation is the army's alone
        assert not [one for one, n in zip(units, field.sum(axis=0), strict=True) if n and one.name == "Tiger I"]
    assert parse_army("Tiger I")[0] in units
