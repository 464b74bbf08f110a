"""What a unit is worth, in one place: every number is that of the study it comes from, and the words go with it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pandas as pd
import pytest

import tigersim as ts
from tests.lists import RESULTS
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.catalogue.units import all_units
from tigersim.catalogue.worth_in_short import in_short, sentences
from tigersim.errors import InvalidValue, NoResults, UnitNotFound, UnknownName
from tigersim.pricing.report.worth import best_and_worst

LIST = tomllib.loads((RESULTS / "023_a_list_to_play_by" / "price_list.toml").read_text(encoding="utf-8"))
TIGER = "Tiger I [germany]"


def test_the_number_to_print_is_that_of_the_list_and_the_price_that_of_the_settled_one() -> None:
    row = ts.worth("Tiger I").table.iloc[0]
    settled = pd.read_csv(RESULTS / "007_prices_that_have_settled" / "list.csv").set_index(["name", "nation"])
    there = settled.loc[("Tiger I", "germany")]
    assert (row["cost"], row["points"], row["to_print"]) == (4, LIST["points"][TIGER], LIST["points"][TIGER] / 10)
    assert row[["price", "price_low", "price_high"]].tolist() == pytest.approx(
        there[["price", "price_low", "price_high"]].tolist(), abs=1e-4
    )
    assert row["whole"] == there["whole_price"]
    listed = pd.read_csv(RESULTS / "006_what_every_unit_is_worth" / "prices.csv").set_index(["name", "nation"])
    assert row["delta"] == pytest.approx(listed.loc[("Tiger I", "germany"), "delta"], abs=1e-4)
    assert row["elsewhere_low"] < row["price"] < row["elsewhere_high"]
    assert (row["verdict"], row["same"], row["conditions"]) == ("BARGAIN", 9, 9)


def test_how_far_the_two_estimates_are_apart_is_told() -> None:
    settled = pd.read_csv(RESULTS / "007_prices_that_have_settled" / "list.csv")
    points = (settled["name"] + " [" + settled["nation"] + "]").map(LIST["points"]) / LIST["scale"]
    assert ts.worth("Tiger I").apart == pytest.approx((((points - settled["price"]) ** 2).mean()) ** 0.5, abs=1e-3)


def test_traits_and_readings_are_those_of_the_unit() -> None:
    found = ts.worth("Tiger I", "KV-1")
    cells = pd.read_csv(RESULTS / "008_traits_on_standard_units" / "cells.csv").set_index(["type", "trait"])
    assert found.traits[["unit", "trait", "printed"]].values.tolist() == [
        ["KV-1 [ussr]", "medium_gun", 0],
        [TIGER, "unreliable", -1],
    ]
    assert found.traits["worth"].iloc[1] == pytest.approx(cells.loc[("heavy_tank", "unreliable"), "worth"], abs=1e-4)
    moved = pd.read_csv(RESULTS / "011_unclear_rules" / "moved.csv")
    for key in found.keys:
        assert found.readings["option"][found.readings["unit"] == key].tolist() == (
            moved[moved["unit"] == key].sort_values("effect", key=abs, ascending=False)["option"].tolist()
        )
    assert found.readings["title"].tolist() == ["Gun named in an entry", "When the order is chosen"]


def test_best_and_worst_duels_are_against_other_nations_and_units_that_play_alike_are_one() -> None:
    best, worst = best_and_worst(TIGER)
    assert best["gain"].is_monotonic_decreasing
    assert worst["gain"].is_monotonic_increasing
    assert best["gain"].min() > 0 > worst["gain"].max()
    assert not any("germany" in nations for nations in (*best["nation"], *worst["nation"]))
    assert {"M3A1 Stuart [usa]", "Stuart I [britain]"} <= set(best["enemy"].iloc[0].split(", "))
    assert [len(one) for one in best_and_worst("Sisu [finland]")] == [0, 0]


def test_all_of_a_nation_or_a_class_the_dearest_first() -> None:
    found = ts.worth(nation="Germany", type="heavy_tank").table
    assert set(found["nation"]) == {"germany"}
    assert set(found["type"]) == {"heavy_tank"}
    assert found["to_print"].is_monotonic_decreasing
    assert len(ts.worth(nation="japan").table) == sum(one.nation == "japan" for one in all_units())


def test_sentences() -> None:
    row = {
        "cost": 4.0,
        "to_print": 8.3,
        "points": 83.0,
        "price": 8.05,
        "price_low": 7.9,
        "price_high": 8.2,
        "whole": 8.0,
    }
    row |= {"verdict": "BARGAIN", "at_least": False, "delta": 5.3}
    assert list(sentences("Tiger", row)) == [
        "Tiger: print 8.3 VP (83 points on the list to print) in place of 4.",
        "BARGAIN, worth more than it costs: its price is 8.1 VP (7.9 to 8.2), 8 in whole VP.",
    ]
    same = row | {"to_print": 4.0, "points": 40.0, "verdict": "FAIR"}
    assert next(sentences("Tiger", same)) == "Tiger: print 4 VP, as it is printed now (40 points on the list to print)."
    held = row | {"cost": 1.0, "to_print": 0.1, "points": 1.0, "verdict": "TOO DEAR", "at_least": True}
    assert list(sentences("LCM", held)) == [
        "LCM: print 0.1 VP (1 point on the list to print) in place of 1.",
        "TOO DEAR, worth less than it costs, but no unit costs less than 1 VP: its price is 8.1 VP (7.9 to 8.2), 8 in "
        "whole VP.",
    ]
    unknown = row | dict.fromkeys(("to_print", "points", "price"))
    assert list(sentences("Tiger", unknown)) == [
        "Tiger is worth far more than the 4 VP that it costs; how much more, this run does not tell.",
        "BARGAIN, worth more than it costs.",
    ]


def test_a_value_of_its_own() -> None:
    found = ts.worth("Tiger I", "Regulars [usa]")
    assert str(found).splitlines() == list(found.said) == repr(found).splitlines()
    plain = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert [one["name"] for one in plain["units"]] == ["Tiger I", "Regulars"]
    assert len(plain["units"][0]["best_duels"]) == 3
    assert "<table" in found._repr_html_()
    assert len(found.duels()) == 146


def test_another_run_has_prices_of_its_own_and_no_list_to_print() -> None:
    found = ts.worth("M4 Sherman", run=RESULTS / "003_prices_of_heuristics")
    row = found.table.iloc[0]
    assert pd.isna(row["points"])
    assert row["to_print"] == row["price"]


def test_what_cannot_be_asked(tmp_path: Path) -> None:
    with pytest.raises(UnitNotFound, match="did you mean Tiger I"):
        ts.worth("Tigar I")
    with pytest.raises(InvalidValue, match="price-unit"):
        ts.worth("Heavy towed gun")
    with pytest.raises(InvalidValue, match="none of them twice"):
        ts.worth("Tiger I", TIGER)
    with pytest.raises(InvalidValue, match="one or more"):
        ts.worth()
    with pytest.raises(UnknownName, match="unknown nation"):
        ts.worth(nation="finland")
    with pytest.raises(UnknownName, match="unknown class"):
        ts.worth(type="tank")
    with pytest.raises(InvalidValue, match="nation and class"):
        ts.worth("Tiger I", nation="usa")
    with pytest.raises(NoResults, match="or the installed one, 006"):
        ts.worth("Tiger I", run=tmp_path / "nothing")


def test_in_short_is_told_of_historical_units_as_printed_alone() -> None:
    tiger = ts.unit("Tiger I")
    said = in_short(tiger, DEFAULT)
    assert said[:2] == ts.worth("Tiger I").said
    everything = ts.worth(*all_units())
    assert everything.said == tuple(line for one in all_units() for line in in_short(one, DEFAULT)[:2])
    assert said[2].startswith('tigersim worth "Tiger I" ')
    assert in_short(tiger, DEFAULT.replace(save_success_rule="one_success_cancels_all")) == ()
    assert in_short(tiger.changed(["fast"]), DEFAULT) == ()
