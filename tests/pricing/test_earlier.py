"""Results of earlier versions: verdicts get their direction, ranges their rule, from what was kept next to them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

from tigersim.pricing import Prices
from tigersim.pricing.report.earlier import findings_of_today, prices_of_today
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.report.schemas import LISTED

RESULTS = Path(__file__).resolve().parents[2] / "results"
WORTH, TRAITS = RESULTS / "006_what_every_unit_is_worth", RESULTS / "008_traits_on_standard_units"


def undirected(table: pd.DataFrame) -> pd.DataFrame:
    """The same with the verdicts of an earlier version."""
    return table.assign(verdict=table["verdict"].replace({"BARGAIN": "MISPRICED", "TOO DEAR": "MISPRICED"}))


def test_a_list_of_an_earlier_version_gets_directions_and_ranges() -> None:
    found = Prices.load(WORTH)
    old = replace(
        found,
        table=undirected(found.table).assign(range_low=found.table["price"], range_high=found.table["price"]),
        conditions=undirected(found.conditions),
        provenance={name: value for name, value in found.provenance.items() if name != "range_rule"},
        notes=("the range is over 9 conditions: whatever was said of it", *found.notes[1:]),
    )
    today = prices_of_today(old)
    pd.testing.assert_frame_equal(today.table, found.table)
    pd.testing.assert_frame_equal(today.conditions, found.conditions)
    assert today.notes == found.notes
    assert sum(note.startswith("the range is over") for note in today.notes) == 1
    for table in (today.table, today.conditions):
        off = table[table["verdict"].isin(["BARGAIN", "TOO DEAR"])]
        assert ((off["verdict"] == "BARGAIN") == (off["delta"] > 0)).all()
    assert prices_of_today(today) is today


def test_a_range_always_holds_the_interval_of_the_list() -> None:
    """Panzer IV (late) once lay outside of its own range."""
    table = Prices.load(WORTH).table
    assert (table["range_low"] <= table["price_low"] + 1e-3).all()
    assert (table["range_high"] >= table["price_high"] - 1e-3).all()


def test_what_turns_round_is_not_robust() -> None:
    """The early Sturgeschutz III: worth more in small armies, less next to rivers."""
    found = Prices.load(WORTH)
    key = "Sturgeschutz III (early) [germany]"
    rows = found.conditions[(found.conditions["key"] == key) & found.conditions["within"]]
    said = dict(zip(rows["condition"], rows["verdict"], strict=True))
    assert (said["small armies"], said["rivers"]) == ("BARGAIN", "TOO DEAR")
    assert not found.detail.set_index("key").loc[key, "robust"]
    assert set(found.conditions["condition"]) > {LISTED}


def test_a_validation_of_an_earlier_version_says_what_its_numbers_leave_out() -> None:
    found = Findings.load(RESULTS / "010_does_it_hold")
    even, told, turning, correlation, *_ = found.said
    assert "random armies of all nations mixed" in even
    assert "the printed costs 1%" in told
    assert "near-equal printed cost" in told
    assert "infantry" in turning
    assert "no army of them costs 30 VP" in turning
    assert "light_transport" not in turning
    assert "the dearest lie several VP apart" in correlation
    assert findings_of_today(found) is found, "once is enough"


def test_traits_of_an_earlier_version_get_directions() -> None:
    found = Findings.load(TRAITS)
    cells = found.tables["cells"]
    off = cells[cells["verdict"].isin(["BARGAIN", "TOO DEAR"])]
    assert ((off["verdict"] == "BARGAIN") == (off["worth"] > off["printed"])).all()
    assert len(off) == found.tables["traits"]["mispriced"].sum()
    counts = cells["verdict"].value_counts()
    assert f"{counts['BARGAIN']} bring more" in found.said[0]
    again = replace(found, tables={**found.tables, "cells": undirected(cells)}, said=("old", *found.said[1:]))
    assert findings_of_today(again).said == found.said
    assert np.array_equal(findings_of_today(again).tables["cells"]["verdict"], cells["verdict"])
