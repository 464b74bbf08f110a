"""One unit against a panel: each number is that of the shot itself, both ways."""

from __future__ import annotations

import pytest

from tigersim import odds
from tigersim.errors import InvalidValue, UnitNotFound
from tigersim.odds.panel import PANEL, panel


def test_a_row_is_the_shot_there_and_the_shot_back() -> None:
    row = panel("Tiger I", ["M4 Sherman"], 20, cover="wood").iloc[0]
    there = odds.shot("Tiger I", "M4 Sherman", None, 20)
    back = odds.shot("M4 Sherman", "Tiger I", None, 20, cover="wood")
    assert (row["p_one_hit"], row["p_destroyed"]) == (there.p_one_hit, there.p_destroyed)
    assert (row["p_one_hit_back"], row["p_destroyed_back"]) == (back.p_one_hit, back.p_destroyed)
    assert (row["weapon"], row["weapon_back"], row["cost"]) == ("main", "main", 5)


def test_the_weapon_is_the_one_that_destroys_most_surely() -> None:
    row = panel("M4 Sherman", ["Regulars [germany]"]).iloc[0]
    by_gun, by_mg = (odds.shot("M4 Sherman", "Regulars [germany]", weapon=name).p_destroyed for name in ("main", "mg"))
    assert by_mg > by_gun
    assert (row["weapon"], row["p_destroyed"]) == ("mg", by_mg)


def test_who_has_nothing_to_fire_does_nothing() -> None:
    row = panel("Tiger I", ["Truck [germany]"]).iloc[0]
    assert (row["weapon_back"], row["p_one_hit_back"], row["p_destroyed_back"]) == ("", 0, 0)


def test_a_unit_against_itself_gives_what_it_gets() -> None:
    row = panel("T-34c", ["T-34c"]).iloc[0]
    assert row["p_destroyed"] == row["p_destroyed_back"] > 0


def test_the_panel_is_the_usual_one_unless_it_is_named() -> None:
    assert panel("BT-7")["other"].tolist() == list(PANEL)


def test_errors_are_named() -> None:
    with pytest.raises(InvalidValue, match="empty panel"):
        panel("Tiger I", [])
    with pytest.raises(UnitNotFound, match="Tigger"):
        panel("Tiger I", ["Tigger"])
