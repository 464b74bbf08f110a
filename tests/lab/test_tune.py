"""Weights sought by self-play: spoilt ones are mended, no thread counts, a search goes on where it was."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.lab.short_list import small
from tigersim.core.weights import HEURISTIC, TACTICIAN, WEIGHTS, row
from tigersim.errors import InvalidValue, MissingExtra, PlayerNotFound, RunError, UnknownName
from tigersim.game.records import settle, workbench
from tigersim.lab import TunePlan, Tuning, tune_player
from tigersim.lab.batch import Arena
from tigersim.lab.trials import Met, Opponent, Trials
from tigersim.lab.tune import _scores

ROOT = Path(__file__).resolve().parents[2]
SPOILT = {"least_attack": 6.0, "walk_worth": -1.0}
"""A player who leaves nearly every attack for a better position and has no card for who wants to walk."""
PLAN = TunePlan(
    "heuristic",
    ("heuristic",),
    common=small(),
    families=("mixed", "open"),
    markers=("none",),
    weights={"heuristic": SPOILT},
    only=tuple(SPOILT),
    generations=8,
    population=8,
    pairs=40,
    pairs_per_table=20,
    step=0.5,
    check_pairs=100,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tuning")


@pytest.fixture(scope="module")
def mended(folder: Path) -> Tuning:
    found = tune_player(PLAN, threads=2, folder=folder)
    found.save(folder)
    return found


def told(tuning: Tuning) -> dict[str, Any]:
    """All of it but the machine."""
    about = tuning.to_dict()
    del about["provenance"]["machine"]
    return about


# --- the search ------------------------------------------------------------------------------------------------------


def test_spoilt_weights_are_mended(mended: Tuning) -> None:
    match = mended.checks.iloc[0]
    assert (match["first"], match["second"], match["pairs"]) == ("new weights", "start weights", 100)
    assert match["score_low"] > 0.75
    assert mended.better
    assert mended.verdict.startswith("The new weights beat the start weights: ")
    assert mended.weights["least_attack"] < 3
    assert mended.search["mean_score"].iloc[-1] > mended.search["mean_score"].iloc[0] + 0.15


def test_only_what_is_sought_changes_and_is_round(mended: Tuning) -> None:
    assert list(mended.weights) == list(HEURISTIC)
    for name, weight in mended.weights.items():
        if name in SPOILT:
            assert weight == float(f"{weight:.2g}") != mended.start[name] == SPOILT[name]
        else:
            assert weight == mended.start[name] == HEURISTIC[name]
    changes = mended.changes().set_index("weight")
    assert list(changes.index) == list(SPOILT)
    moved = mended.weights["least_attack"] - 6
    assert changes.loc["least_attack", "steps"] == pytest.approx(moved / 3)  # half of 6


@pytest.mark.usefixtures("mended")
def test_threads_and_interruptions_change_nothing(mended: Tuning, tmp_path: Path) -> None:
    """Stopped in the fifth generation and begun again on one thread: what is there already is not played again."""
    each = 2 * PLAN.population * PLAN.pairs
    moves: list[int] = []

    def stop(done: int, total: int, _: float | None) -> None:
        assert total == PLAN.battles == 8 * each + 200
        if done > 4.5 * each:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tune_player(PLAN, 2, stop, tmp_path)
    assert len(pd.read_csv(tmp_path / "candidates.csv")) == 4 * PLAN.population
    np.random.seed(3)  # noqa: NPY002  (nobody else's chance has a part in it)
    again = tune_player(PLAN, 1, lambda done, *_: moves.append(done), tmp_path)
    assert moves[0] == 4 * each
    assert moves[-1] == PLAN.battles
    assert told(again) == told(mended)


def test_the_record(mended: Tuning, folder: Path) -> None:
    names = {"candidates.csv", "checks.csv", "provenance.json", "search.csv", "settings.json", "weights.json"}
    assert {path.name for path in folder.iterdir()} == names
    about = json.loads((folder / "weights.json").read_text(encoding="utf-8"))
    assert about == {
        "player": "heuristic",
        "better": True,
        "start": dict(mended.start),
        "weights": dict(mended.weights),
    }
    search = pd.read_csv(folder / "search.csv")
    assert search["generation"].tolist() == list(range(1, 9))
    assert list(search) == ["generation", "mean_score", "best_score", "mean_merit", "step", *SPOILT]
    assert float(f"{search['least_attack'].iloc[-1]:.2g}") == mended.weights["least_attack"]
    provenance = json.loads((folder / "provenance.json").read_text(encoding="utf-8"))
    assert provenance["weights"]["heuristic"] == {**HEURISTIC, **SPOILT}
    assert provenance["weights"]["tactician"] == TACTICIAN
    assert {"seed", "ruleset", "cma", "machine", "families", "markers", "generations"} <= set(provenance)
    for words in (
        "8 generations of 8 candidates, 80 battles each",
        "against heuristic",
        "tables mixed, open",
        "seed 5",
    ):
        assert words in mended.summary


def test_another_search_does_not_go_on_from_this_one(mended: Tuning, folder: Path, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="another 'step'"):
        tune_player(replace(PLAN, step=0.4), folder=folder)
    mended.save(tmp_path)
    (tmp_path / "candidates.csv").write_text("generation,candidate,score,merit\n1,2,0.5,0.5\n", encoding="utf-8")
    with pytest.raises(RunError, match=r"candidates\.csv is damaged \(it does not hold whole generations\)"):
        tune_player(PLAN, folder=tmp_path)
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(RunError, match="cannot be made"):
        mended.save(tmp_path / "file" / "below")


def test_worse_weights_are_called_so(mended: Tuning) -> None:
    row = mended.checks.iloc[[0]]
    for low, high, words in ((0.3, 0.45, "lose to"), (0.45, 0.55, "do not beat")):
        other = replace(mended, checks=row.assign(score=(low + high) / 2, score_low=low, score_high=high))
        assert not other.better
        assert f"The new weights {words} the start weights" in other.verdict


def test_without_cma_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(MissingExtra, match=r"cma is not installed.*pip install 'tigersim\[dev\]'"):
        tune_player(PLAN, folder=tmp_path / "run")
    assert not (tmp_path / "run").exists()


# --- trials ----------------------------------------------------------------------------------------------------------


def test_candidates_play_the_same_battles_and_leave_no_trace() -> None:
    """A candidate with the usual weights is even with himself in every pair, whoever played before him."""
    opponents = [Opponent("heuristic"), Opponent("uniform")]
    trials = Trials(small(), "heuristic", opponents, ("open", "river"), ("none", "standard"), 3)
    assert trials.tasks(26) == 6 + 2 * 2  # 3 pairs on every kind of table, against each opponent, but 4 on two of them
    found = trials.play(5, 26, [None, row("heuristic", **SPOILT), None, row("heuristic")], threads=2)
    assert [[len(part.margins) for part in of_one] for of_one in found] == [[13, 13]] * 4
    assert (found[0][0].margins[:, 0] == -found[0][0].margins[:, 1]).all()
    assert found[0][0].lucks[:, 0] == pytest.approx(-found[0][0].lucks[:, 1])
    for number in range(2):
        for same in (2, 3):
            assert all(map(np.array_equal, found[0][number], found[same][number]))
    assert found[1][0].margins.mean() < -2  # VP
    elsewhere = trials.play(500, 26, [None])
    assert not np.array_equal(found[0][0].margins, elsewhere[0][0].margins)


@pytest.mark.parametrize(("player", "usual"), [(player, row(player)) for player in WEIGHTS])
def test_weights_belong_to_a_side(player: str, usual: Any) -> None:
    arena = Arena(small(players=(player, player)))
    other = np.array(usual) * 5
    plain, first, second = (arena.results(0, 12, rows)["vp"] for rows in ((), (other, None), (None, other)))
    assert np.array_equal(plain, arena.results(0, 12, (usual, usual))["vp"])
    assert not np.array_equal(plain, first)
    assert not np.array_equal(first, second)
    assert np.array_equal(plain, arena.results(0, 12)["vp"])


def test_merit_is_the_margin_without_its_luck() -> None:
    chance = np.random.default_rng(1)
    lucks = chance.normal(size=(3, 400, 2, 2))
    errors = chance.normal(size=(3, 400, 2))
    true = np.array([-1.0, 0.0, 2.0])
    margins = true[:, None, None] + lucks @ [1.5, -0.5] + 0.1 * errors
    met = [[Met(one[:99], luck[:99]), Met(one[99:], luck[99:])] for one, luck in zip(margins, lucks, strict=True)]
    scores = _scores(met)
    assert scores[:, 1] == pytest.approx(true, abs=0.02)  # the luck alone would be 1.6 / sqrt(800) = 0.06
    assert scores[:, 0] == pytest.approx((margins > 0).mean(axis=(1, 2)))


# --- plans and weights -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"player": "uniform"}, UnknownName, "player with weights"),
        ({"opponents": ()}, InvalidValue, "opponents is"),
        ({"opponents": ("heuristic", "heuristic")}, InvalidValue, "none of them twice"),
        ({"opponents": ("planner",)}, InvalidValue, "no planner"),
        ({"opponents": ("heuristik",)}, PlayerNotFound, "did you mean heuristic"),
        ({"families": ()}, InvalidValue, "families of tables"),
        ({"families": ("opn",)}, UnknownName, "did you mean open"),
        ({"markers": ("none", "none")}, InvalidValue, "markers is"),
        ({"markers": ("some",)}, InvalidValue, "markers is 'some'"),
        ({"weights": {"uniform": {}}}, UnknownName, "player with weights"),
        ({"weights": {"tactician": {"least_attack": 1.0}}}, UnknownName, "weight of the tactician"),
        ({"weights": {"heuristic": {"walk_worth": float("nan")}}}, InvalidValue, "weight walk_worth of the heuristic"),
        ({"only": ("walk_wort", "pin_worth")}, UnknownName, "did you mean walk_worth"),
        ({"only": ("walk_worth",)}, InvalidValue, "two weights or more"),
        ({"generations": 0}, InvalidValue, "generations is 0; allowed: 1 or more"),
        ({"population": 3}, InvalidValue, "population is 3; allowed: 4 or more"),
        ({"pairs": 1}, InvalidValue, "pairs is 1; allowed: 2 or more, for every kind of table and every opponent"),
        ({"check_pairs": 3}, InvalidValue, "check_pairs is 3; allowed: 4 or more, for every kind of table, twice"),
        ({"pairs_per_table": 0}, InvalidValue, "pairs on one table"),
        ({"step": 0.0}, InvalidValue, r"step is 0\.0; allowed: a number above 0"),
        ({"least_step": float("inf")}, InvalidValue, "least_step is inf"),
    ],
)
def test_what_cannot_be_sought_is_refused(changes: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        replace(PLAN, **changes)


def test_names_and_numbers_of_weights_agree() -> None:
    work = workbench()
    settle(work, ("heuristic", "tactician"), (row("heuristic", in_cover=7), row("tactician", lean=3)))
    for player, usual in WEIGHTS.items():
        unchanged = {"heuristic": 1}.get(player, 0)
        assert work[0][player].dtype.names == tuple(usual)
        assert dict(zip(usual, work[0][player][unchanged].tolist(), strict=True)) == usual
        with pytest.raises(ValueError, match="no weights of these names: shok"):
            row(player, shok=1.0)
    assert (work[0].heuristic[0].in_cover, work[0].tactician[1].lean) == (7, 3)


def test_players_judge_by_the_weights_of_the_last_record() -> None:
    """Whoever changes ``core.weights`` commits the search that found them; one that found none better changes none."""
    records = sorted((ROOT / "results").glob("*/weights.json"))
    if not records:
        pytest.skip("no search has been committed yet")
    last: dict[str, dict[str, Any]] = {}
    for path in records:
        about = json.loads(path.read_text(encoding="utf-8"))
        last[about["player"]] = about
    for player, about in last.items():
        assert WEIGHTS[player] == about["weights" if about["better"] else "start"], player
