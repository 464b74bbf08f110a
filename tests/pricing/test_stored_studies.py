"""What studies on record say: verdicts with their directions, ranges round intervals, notes in words."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.cases import each
from tigersim.core.play.compiled_players import versions_of
from tigersim.pricing import Prices
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.report.schemas import LISTED
from tigersim.version import RULES_VERSION

RESULTS = Path(__file__).resolve().parents[2] / "results"
WORTH = RESULTS / "006_what_every_unit_is_worth"
DATA = RESULTS.parent / "tigersim" / "catalogue" / "data"
SEARCHES = {"004_tuning_heuristic", "005_tuning_tactician", "014_tuning_tactician_again", "019_best_response"}
"""Weights that were sought by players of their time; the players of today have them."""
NAME = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b(?!\.)")
"""A name of a column, a trait or a class; not that of a file."""


@each("study", [path.name for path in sorted(RESULTS.iterdir())])
def test_studies_on_record_were_played_by_the_rules_and_players_of_today(study: str) -> None:
    about = json.loads((RESULTS / study / "provenance.json").read_text(encoding="utf-8"))
    if study not in SEARCHES:
        parts = [about] if "rules_version" in about else about["skirmishes"]
        assert {one["rules_version"] for one in parts} == {RULES_VERSION}
    assert [note for note in about.get("notes", []) if NAME.search(note)] == []


@each("study", [path.name for path in sorted(RESULTS.iterdir())])
def test_who_looks_ahead_on_record_is_the_player_of_today(study: str) -> None:
    about = json.loads((RESULTS / study / "provenance.json").read_text(encoding="utf-8"))
    judges = [*about.get("judges", []), *about.get("proof", {}).get("judges", [])]
    matches = [player for match in about.get("matches", []) for player in match["players"]]
    players = {player.split(":")[0] for player in (*about.get("players", []), *judges, *matches)}
    kept, today = (one.get("ahead_version", 1) for one in (about, versions_of(players)))
    if study not in SEARCHES:
        assert kept == today


@each("name", ["army_model", "evaluation", "forecast_misses"])
def test_numbers_that_are_installed_are_of_the_players_of_today(name: str) -> None:
    found = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    assert found.get("provenance", found)["rules_version"] == RULES_VERSION


def test_verdicts_have_the_direction_of_what_is_beside_the_cost() -> None:
    found = Prices.load(WORTH)
    for table in (found.table, found.conditions):
        off = table[table["verdict"].isin(["BARGAIN", "TOO DEAR"])]
        assert ((off["verdict"] == "BARGAIN") == (off["delta"] > 0)).all()
    assert set(found.conditions["condition"]) > {LISTED}
    assert sum(note.startswith("the range is over") for note in found.notes) == 1


def test_a_range_always_holds_the_interval_of_the_list() -> None:
    table = Prices.load(WORTH).table
    assert (table["range_low"] <= table["price_low"] + 1e-3).all()
    assert (table["range_high"] >= table["price_high"] - 1e-3).all()


def test_what_turns_round_is_not_robust() -> None:
    """A unit that is a bargain under one condition and too dear under another."""
    found = Prices.load(WORTH)
    rows = found.conditions[found.conditions["within"]]
    said = rows.groupby("key")["verdict"].agg(set)
    turned = [key for key, verdicts in said.items() if {"BARGAIN", "TOO DEAR"} <= verdicts]
    assert turned
    assert not found.detail.set_index("key").loc[turned, "robust"].any()


def test_a_validation_says_what_its_numbers_leave_out() -> None:
    even, told, turning, correlation, *_ = Findings.load(RESULTS / "010_does_it_hold").said
    assert "random armies of all nations mixed" in even
    assert "near-equal printed cost" in told
    assert "infantry" in turning
    assert "no army of them costs 30 VP" in turning
    assert "light_transport" not in turning
    assert "the dearest lie several VP apart" in correlation


def test_traits_are_counted_by_direction() -> None:
    found = Findings.load(RESULTS / "008_traits_on_standard_units")
    cells = found.tables["cells"]
    off = cells[cells["verdict"].isin(["BARGAIN", "TOO DEAR"])]
    assert ((off["verdict"] == "BARGAIN") == (off["worth"] > off["printed"])).all()
    assert len(off) == found.tables["traits"]["mispriced"].sum()
    assert f"{cells['verdict'].value_counts()['BARGAIN']} bring more" in found.said[0]
