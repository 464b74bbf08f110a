"""Ladder files: every setting in one place, errors that name file and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from tigersim.core.board import FAMILIES
from tigersim.errors import DataError
from tigersim.game.terms import Terms
from tigersim.lab.ladder_file import read_ladder
from tigersim.lab.planner_cost import BUDGETS

ROOT = Path(__file__).resolve().parents[2]
GOOD = 'question = "q"\nwhy = "w"\n'
MATCH = '[[matches]]\nplayers = ["heuristic", "uniform"]\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "some.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_defaults(tmp_path: Path) -> None:
    file, plan = read_ladder(written(tmp_path, GOOD + MATCH))
    assert file.question == "q"
    assert [(str(one), one.pairs) for one in plan.meetings] == [("heuristic over uniform", 200)]
    assert plan.families == FAMILIES
    assert (plan.common.seed, plan.common.tables, plan.pairs_per_table) == (1, 32, 16)
    assert plan.budgets == BUDGETS
    assert len(plan.common.units) == 147


def test_everything_can_be_said(tmp_path: Path) -> None:
    text = (
        GOOD
        + '[switches]\nsave_success_rule = "one_success_cancels_all"\n'
        + '[design]\nseed = 9\nfamilies = ["river", "open"]\ntables = 5\npairs_per_table = 3\n'
        + "sizes = [2, 4]\njitter = 1\n"
        + '[[matches]]\nplayers = ["planner:64", "tactician"]\npairs = 12\n'
        + MATCH
        + "[thinking]\nbudgets = [16]\nbattles = 3\n"
    )
    _, plan = read_ladder(written(tmp_path, text))
    assert [str(one) for one in plan.meetings] == ["planner:64 over tactician", "heuristic over uniform"]
    assert [one.pairs for one in plan.meetings] == [12, 200]
    common = plan.common
    assert (common.seed, common.tables, common.sizes, common.jitter) == (9, 5, (2, 4), 1)
    assert (plan.families, plan.pairs_per_table) == (("river", "open"), 3)
    assert (plan.budgets, plan.timed_battles) == ((16,), 3)
    assert common.terms.ruleset.changed() == {"save_success_rule": "one_success_cancels_all"}


def test_any_term_of_a_battle_can_be_said(tmp_path: Path) -> None:
    said = '[terms]\nforts = [2, 1]\nmarkers = "standard"\nlanding = { a = 3 }\ncommanders = [2, 2]\n'
    _, plan = read_ladder(written(tmp_path, GOOD + said + MATCH))
    assert plan.common.terms == Terms(forts=(2, 1), markers="standard", landing={"a": 3}, commanders=(2, 2))
    edition = '[terms]\nruleset = "paper_tigers_1"\nswitches = { game_end_timing = "immediate" }\n'
    _, plan = read_ladder(written(tmp_path, GOOD + edition + MATCH))
    assert (plan.common.terms.ruleset.edition, plan.common.terms.ruleset.option("game_end_timing")) == (1, "immediate")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (GOOD, "matches"),
        ('why = "w"\n' + MATCH, "question"),
        (GOOD + "matches = []\n", "matches"),
        (GOOD + MATCH + "pairs = 0\n", r"matches\.0\.pairs"),
        (GOOD + MATCH + "playouts = 64\n", r"matches\.0\.playouts"),
        (GOOD + '[[matches]]\nplayers = ["heuristic"]\n', r"matches\.0\.players"),
        (GOOD + "[design]\nseed = -1\n" + MATCH, r"design\.seed"),
        (GOOD + "[design]\npairs_per_table = 300\n" + MATCH, r"design\.pairs_per_table"),
        (GOOD + "[thinking]\nbudgets = [64, 0]\n" + MATCH, r"thinking\.budgets\.1"),
        (GOOD + '[design]\nfamilies = ["opn"]\n' + MATCH, "did you mean open"),
        (GOOD + MATCH + "pairs = 9\n", "10 or more, two for every family"),
        (GOOD + '[[matches]]\nplayers = ["heuristik", "uniform"]\n', "did you mean heuristic"),
        (GOOD + '[[matches]]\nplayers = ["heuristic:9", "uniform"]\n', "only a planner has a budget"),
        (GOOD + "[design]\nsizes = [0, 3]\n" + MATCH, "sizes is"),
        (GOOD + '[switches]\nfront_arc = "round"\n' + MATCH, "front_arc"),
        (GOOD + '[terms]\nfmily = "river"\n' + MATCH, "terms.*fmily"),
        (GOOD + "[terms]\nforts = 2\n" + MATCH, r"terms\.forts"),
        (GOOD + "[terms]\nforts = [20, 0]\n" + MATCH, r"forts is \(20, 0\)"),
        (GOOD + '[terms]\nfamily = "river"\n' + MATCH, r"terms\.family is 'river'.*elsewhere"),
        (GOOD + '[terms]\nruleset = "paper_tigers_1"\nsolo = true\n' + MATCH, "solo.*PT1-GEN-07"),
        ('ruleset = "paper_tigers_2"\n' + GOOD + '[terms]\nruleset = "paper_tigers_1"\n' + MATCH, "ruleset at its top"),
        ("question = ", "is no TOML"),
    ],
)
def test_what_is_wrong_is_named_with_its_file(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(DataError, match=named) as caught:
        read_ladder(written(tmp_path, text))
    assert "some.toml" in str(caught.value)
    with pytest.raises(DataError, match="No such file"):
        read_ladder(tmp_path / "missing.toml")


def test_the_committed_ladder_asks_what_the_players_must_show() -> None:
    _, plan = read_ladder(ROOT / "experiments" / "002_player_ladder.toml")
    said = [str(one) for one in plan.meetings]
    steps = {"heuristic over uniform", "tactician over heuristic", "strategist over tactician"}
    assert steps | {"planner:256 over strategist"} <= set(said)
    assert plan.families == FAMILIES
    assert len(plan.budgets) == 3
