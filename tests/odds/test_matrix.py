"""Everybody fires at everybody: each cell is the shot it says."""

from __future__ import annotations

from math import isnan

import pytest

import tigersim as ts
from tigersim.errors import InvalidValue


def test_every_cell_is_its_shot() -> None:
    panel = ts.odds.shot_matrix(["M4 Sherman", "Tiger I"], ["KV-1", "M4 Sherman"], "6S", 20, aspect="other")
    wide = panel.wide()
    assert wide.index.tolist() == ["M4 Sherman", "Tiger I"]
    assert wide.columns.tolist() == ["KV-1", "M4 Sherman"]
    for attacker in wide.index:
        for target in wide.columns:
            shot = ts.odds.shot(attacker, target, "6S", 20, aspect="other")
            assert wide.loc[attacker, target] == shot.p_destroyed
            assert panel.wide("p_one_hit").loc[attacker, target] == shot.p_one_hit
    assert panel.asked == '6S, 20", other'
    assert panel.rests_on == "exact odds, nothing sampled; ruleset paper_tigers_2"


def test_a_forbidden_shot_names_its_rule() -> None:
    panel = ts.odds.shot_matrix(["T-34a", "KV-1"], ["Tiger I"], "7S", cover="wood")
    (first, other) = panel.table.to_dict("records")
    assert first["forbidden"] == "PT-DIS-POOR_COMMAND"
    assert isnan(first["p_destroyed"])
    assert other["forbidden"] == ""
    assert "cover wood" in panel.asked


def test_what_rules_are_read_otherwise_is_told() -> None:
    ruleset = ts.RuleSet.load("paper_tigers_2").replace(save_success_rule="one_success_cancels_all")
    panel = ts.odds.shot_matrix(["KV-1"], ["Tiger I"], ruleset=ruleset)
    assert panel.rests_on.endswith("read otherwise: One success stops the whole shot, lethal or not.")
    assert ts.odds.shot("KV-1", "Tiger I", ruleset=ruleset).by_card().attrs["rests_on"] == panel.rests_on


def test_nobody_and_twins_are_refused() -> None:
    with pytest.raises(InvalidValue, match="attackers"):
        ts.odds.shot_matrix([], ["KV-1"])
    with pytest.raises(InvalidValue, match="twice"):
        ts.odds.shot_matrix(["KV-1"], ["Tiger I", "Tiger I"])
    with pytest.raises(InvalidValue, match="field"):
        ts.odds.shot_matrix(["KV-1"], ["Tiger I"]).wide("p_of_nothing")
