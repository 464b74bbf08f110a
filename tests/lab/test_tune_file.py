"""Searches as files: every setting in one place, errors that name file and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lab.test_ladder_file import written
from tigersim.core.board import FAMILIES
from tigersim.core.weights import HEURISTIC
from tigersim.errors import DataError
from tigersim.game.options import MARKERS
from tigersim.lab.tune_file import read_tuning

ROOT = Path(__file__).resolve().parents[2]
GOOD = 'question = "q"\nwhy = "w"\nplayer = "heuristic"\nopponents = ["heuristic"]\n'
SEARCH = "[search]\ngenerations = 3\npopulation = 6\nbattles = 100\n"


def test_defaults(tmp_path: Path) -> None:
    file, plan = read_tuning(written(tmp_path, GOOD + SEARCH))
    assert file.question == "q"
    assert (plan.player, plan.opponents) == ("heuristic", ("heuristic",))
    assert (plan.families, plan.markers) == (FAMILIES, MARKERS)
    assert (plan.generations, plan.population, plan.pairs, plan.check_pairs) == (3, 6, 50, 2000)
    assert plan.start_weights == HEURISTIC
    assert plan.tuned == tuple(HEURISTIC)
    assert plan.common.seed == 1


def test_everything_can_be_said(tmp_path: Path) -> None:
    text = (
        GOOD.replace('["heuristic"]', '["tactician", "uniform"]')
        + '[switches]\nsave_success_rule = "one_success_cancels_all"\n'
        + "[weights.heuristic]\nshock_worth = 2\npin_worth = 0.3\n[weights.tactician]\nshock = 0.5\n"
        + '[design]\nseed = 9\nfamilies = ["river"]\nmarkers = ["standard"]\ntables = 7\npairs_per_table = 3\n'
        + "sizes = [2, 4]\njitter = 1\n"
        + SEARCH
        + 'step = 0.1\nleast_step = 0.01\nonly = ["shock_worth", "pin_worth"]\n'
        + "[check]\nbattles = 60\n"
    )
    _, plan = read_tuning(written(tmp_path, text))
    assert plan.opponents == plan.rivals == ("tactician", "uniform")
    assert (plan.families, plan.markers, plan.pairs_per_table) == (("river",), ("standard",), 3)
    assert (plan.step, plan.least_step, plan.tuned) == (0.1, 0.01, ("shock_worth", "pin_worth"))
    assert plan.first_steps == pytest.approx({"shock_worth": 0.2, "pin_worth": 0.03})
    assert plan.start_weights["shock_worth"] == 2.0
    assert plan.weights_of("tactician")["shock"] == 0.5
    assert plan.weights_of("uniform") == {}
    assert plan.battles == 3 * 6 * 100 + 5 * 60
    common = plan.common
    assert (common.seed, common.tables, common.sizes, common.jitter) == (9, 7, (2, 4), 1)
    assert common.terms.ruleset.changed() == {"save_success_rule": "one_success_cancels_all"}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (GOOD, "field 'search'"),
        (SEARCH, "question"),
        (GOOD.replace('player = "heuristic"\n', "") + SEARCH, "player"),
        (GOOD + SEARCH + "battle = 5\n", r"search\.battle'"),
        (GOOD + SEARCH.replace("100", "101"), r"search\.battles.*multiple of 2"),
        (GOOD + SEARCH.replace("100", "18"), "pairs is 9; allowed: 10 or more"),
        (GOOD + SEARCH.replace("6", "2"), r"search\.population"),
        (GOOD + SEARCH + "step = 0\n", r"search\.step"),
        (GOOD + "[weights.heuristic]\nwalk_worth = inf\n" + SEARCH, r"weights\.heuristic\.walk_worth"),
        (GOOD + "[weights.heuristic]\nwalk_wort = 1\n" + SEARCH, "did you mean walk_worth"),
        (GOOD + "[check]\nbattles = 0\n" + SEARCH, r"check\.battles"),
        (GOOD + '[design]\nfamilies = ["opn"]\n' + SEARCH, "did you mean open"),
        (GOOD + "[design]\nsizes = [0, 3]\n" + SEARCH, "sizes is"),
        (GOOD.replace('["heuristic"]', '["planner"]') + SEARCH, "no planner"),
        (GOOD.replace('player = "heuristic"', 'player = "uniform"') + SEARCH, "player with weights"),
        ("question = ", "is no TOML"),
    ],
)
def test_what_is_wrong_is_named_with_its_file(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(DataError, match=named) as caught:
        read_tuning(written(tmp_path, text))
    assert "some.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("004_tuning_heuristic", "heuristic"),
        ("005_tuning_tactician", "tactician"),
        ("014_tuning_tactician_again", "tactician"),
    ],
)
def test_the_committed_searches_are_against_both_players_on_all_tables(name: str, player: str) -> None:
    _, plan = read_tuning(ROOT / "experiments" / f"{name}.toml")
    assert plan.player == player
    assert set(plan.opponents) == {"heuristic", "tactician"}
    assert set(plan.families) == set(FAMILIES)
    assert set(plan.markers) == set(MARKERS)
