"""Exact duels of every pair: entries of the shipped table counted out anew, and the table seen from either side."""

from __future__ import annotations

import random
from pathlib import Path

import pandas as pd
import pytest

from tigersim.catalogue.lists import DUELS
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.catalogue.units import all_units, unit
from tigersim.errors import InvalidValue, NoResults
from tigersim.odds import duel, shot
from tigersim.pricing.estimate.exact_duels import TURNS, best_weapon, exact_duel
from tigersim.pricing.report.duel_table import duel_table, duels_of
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.study import exact_duel_study
from tigersim.pricing.study.exact_duel_study import ExactDuelStudy


@pytest.fixture(scope="module")
def pairs() -> pd.DataFrame:
    return Findings.load(DUELS).tables["pairs"]


def test_every_pair_stands_there_once_at_both_distances(pairs: pd.DataFrame) -> None:
    keys = [one.key for one in all_units()]
    assert len(pairs) == 2 * 147 * 146 // 2
    for _, part in pairs.groupby("distance"):
        assert len({frozenset(pair) for pair in zip(part["a"], part["b"], strict=True)}) == len(part)
        assert {*part["a"], *part["b"]} == set(keys)
    assert sorted(pairs["distance"].unique()) == [10, 20]


def test_ten_entries_are_what_the_exact_odds_of_a_duel_say(pairs: pd.DataFrame) -> None:
    fought = pairs[(pairs["p_a_destroyed"] > 0) & (pairs["p_b_destroyed"] > 0)]
    for row in fought.sample(10, random_state=random.Random(21).randrange(1000)).itertuples():
        found = duel(row.a, row.b, row.distance, TURNS, weapons=(row.weapon_a, row.weapon_b))
        assert (row.p_a_destroyed, row.p_b_destroyed) == pytest.approx((found.p_a_within, found.p_b_within), abs=5e-5)


def test_units_that_play_alike_are_even(pairs: pd.DataFrame) -> None:
    alike = pairs[(pairs["a"] == "M3A1 Stuart [usa]") & (pairs["b"] == "Stuart I [britain]")]
    assert len(alike) == 2
    assert (alike["p_a_destroyed"] == alike["p_b_destroyed"]).all()


def test_each_fires_what_hits_most_often() -> None:
    tank, squad = unit("M4 Sherman"), unit("Regulars [germany]")
    chances = {}
    for weapon in ("main", "mg"):
        odds = shot(tank, squad, None, 10, weapon=weapon)
        chances[weapon] = odds.p_one_hit + odds.p_destroyed
    assert best_weapon(tank, squad, 10, DEFAULT) == max(chances, key=lambda weapon: chances[weapon])
    assert best_weapon(unit("Truck [germany]"), tank, 10, DEFAULT) == "none"


def test_two_that_cannot_harm_each_other_both_stay() -> None:
    found = exact_duel(unit("Truck [germany]"), unit("Jeep [britain]"), 10, DEFAULT)
    assert found == (0.0, 0.0, "none", "none")


def test_the_table_is_seen_from_both_sides() -> None:
    table = duel_table().set_index(["unit", "enemy", "distance"])
    one, other = table.loc["Tiger I [germany]", "KV-1 [ussr]", 20], table.loc["KV-1 [ussr]", "Tiger I [germany]", 20]
    assert (one["p_wins"], one["p_loses"], one["weapon"]) == (other["p_loses"], other["p_wins"], other["enemy_weapon"])
    # 4 and 5 VP are printed
    assert one["gain"] == pytest.approx(5 * one["p_wins"] - 4 * one["p_loses"]) == pytest.approx(-other["gain"])
    mine = duels_of("Tiger I [germany]")
    assert len(mine) == 146
    assert mine["gain"].is_monotonic_decreasing
    row = mine.set_index("enemy").loc["KV-1 [ussr]"]
    assert (row["nation"], row["p_wins_20"], row["p_loses_20"]) == ("ussr", one["p_wins"], one["p_loses"])
    with pytest.raises(InvalidValue, match="Towed gun"):
        duels_of("Towed gun [generic]")
    with pytest.raises(NoResults, match="no exact duels"):
        duel_table("012_duels")


def test_a_study_of_a_few_units(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = tuple(unit(name) for name in ("Tiger I", "KV-1", "Truck [germany]"))
    monkeypatch.setattr(exact_duel_study, "all_units", lambda path, rules: few)
    study = ExactDuelStudy(question="?", why="", distances=(10,), turns=3)
    calls: list[tuple[int, int]] = []
    found = study.run(tmp_path, progress=lambda done, total, width: calls.append((done, total)))
    assert calls == [(1, 3), (2, 3), (3, 3)]
    expected = duel("Tiger I", "KV-1", 10, 3)
    first = found.tables["pairs"].iloc[0]
    assert (first["a"], first["b"]) == ("Tiger I [germany]", "KV-1 [ussr]")
    assert first["p_b_destroyed"] == round(expected.p_b_within, 4)
    found.save(tmp_path / "kept")
    assert len(duel_table(tmp_path / "kept")) == 6
    with pytest.raises(InvalidValue, match="nobody decides"):
        study.run(tmp_path, forbid=("reroll",))
