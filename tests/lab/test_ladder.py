"""The ladder: a player against himself is even in every pair, better ones win, and nothing depends on the threads."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import tigersim as ts
from tests.forms import form
from tests.lab.short_list import small
from tigersim.core import layout
from tigersim.core.board import FAMILIES
from tigersim.core.play.compiled_players import QUICK
from tigersim.errors import IdentifiabilityError, InvalidValue, PlayerNotFound, RunError, UnknownName
from tigersim.lab import Contestant, Design, Ladder, LadderPlan, Meeting, play_ladder
from tigersim.lab.batch import Arena
from tigersim.lab.ladder import neighbours
from tigersim.show.sections import ladder_sheets, of_ladder

CLOCKS = ["ms_per_battle", "battles_per_second"]


def plan(*matches: tuple[str, str, int], **settings: Any) -> LadderPlan:
    """Matches of the small experiment, four pairs on a table."""
    meetings = tuple(Meeting(Contestant.named(one), Contestant.named(other), pairs) for one, other, pairs in matches)
    return LadderPlan(meetings, **{"common": small(), "pairs_per_table": 4, **settings})


@pytest.fixture(scope="module")
def ladder() -> Ladder:
    return play_ladder(plan(("heuristic", "uniform", 100)), threads=2)


# --- real battles ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", QUICK)
def test_a_player_against_himself_is_even_in_every_pair(player: str, tmp_path: Path) -> None:
    found = play_ladder(plan((player, player, 20)))
    for row in [*found.matches.to_dict("records"), *found.families.to_dict("records")]:
        # no spread: there is no pair that is not even
        assert [row[name] for name in ("score", "score_low", "score_high")] == [0.5] * 3
        assert [row[name] for name in ("margin", "margin_low", "margin_high")] == [0.0] * 3
        assert row["wins"] == row["losses"]
    assert found.matches["wins"].item() > 0
    assert found.elo.empty
    again = Ladder.load(found.save(tmp_path))
    assert not (tmp_path / "elo.csv").exists()
    assert again.elo.columns.tolist() == ["player", "elo", "low", "high", "battles"]
    assert of_ladder(again, "Alone").figures == ()
    assert [sheet.name for sheet in ladder_sheets(again)] == ["matches", "families"]


def test_players_meet_in_scenarios_and_with_markers_too(tmp_path: Path) -> None:
    grounds = ("river, markers=standard", "fog of war")
    meeting = plan(("heuristic", "uniform", 8), families=grounds)
    terms = [meeting.meetings[0].design(meeting.common, one).terms for one in grounds]
    assert [(one.family, one.markers, one.scenario.name) for one in terms] == [
        ("river", "standard", "standard battle"),
        ("mixed", "none", "fog of war"),
    ]
    found = play_ladder(meeting, folder=tmp_path)
    assert found.families["family"].tolist() == list(grounds)
    assert sorted(path.name for path in (tmp_path / "pairs").glob("*.csv")) == [
        "01-fog-of-war.csv",
        "01-river-markers-standard.csv",
    ]


def test_the_heuristic_beats_the_uniform_player_on_all_tables(ladder: Ladder) -> None:
    match = ladder.matches.iloc[0]
    assert (match["first"], match["second"], match["pairs"], match["battles"]) == ("heuristic", "uniform", 100, 200)
    assert match["score_low"] > 0.6
    assert match["margin_low"] > 0
    assert ladder.families["family"].tolist() == list(FAMILIES)
    assert (ladder.families["score"] > 0.5).all()
    assert ladder.families[["wins", "draws", "losses"]].sum().to_dict() == match[["wins", "draws", "losses"]].to_dict()
    assert match["score"] == pytest.approx(ladder.families["score"].mean())  # all families have as many pairs
    assert ladder.elo["player"].tolist() == ["heuristic", "uniform"]
    assert ladder.elo["high"][1] < 1000
    assert match["ms_per_battle"] > 0
    assert match["battles_per_second"] == pytest.approx(1000 / match["ms_per_battle"])
    assert ladder.thinking.empty


def test_a_pair_is_one_battle_with_the_players_in_each_others_places() -> None:
    found = play_ladder(plan(("heuristic", "uniform", 8), families=("river",), pairs_per_table=8)).matches.iloc[0]
    designs = [
        small(players=players, family="river") for players in (("heuristic", "uniform"), ("uniform", "heuristic"))
    ]
    there, back = (Arena(design).play(0, 8).results for design in designs)
    for same in ("number", "table", "side_a_first", "side_a_south", "kind"):
        assert (there[same] == back[same]).all()
    vp = [each["vp"].astype(int) for each in (there, back)]
    margins = np.stack([vp[0][:, 0] - vp[0][:, 1], vp[1][:, 1] - vp[1][:, 0]], axis=1)
    assert found["margin"] == pytest.approx(margins.mean())
    assert [found["wins"], found["draws"], found["losses"]] == [(np.sign(margins) == k).sum() for k in (1, 0, -1)]


def test_the_public_name_is_the_plan_of_neighbours(tmp_path: Path) -> None:
    found = ts.ladder(["uniform", "heuristic"], pairs=10, seed=4, threads=1, folder=tmp_path)
    same = play_ladder(LadderPlan(neighbours(["uniform", "heuristic"], 10), Design(seed=4)))
    pd.testing.assert_frame_equal(found.matches.drop(columns=CLOCKS), same.matches.drop(columns=CLOCKS))
    assert list((tmp_path / "pairs").iterdir())
    assert repr(found) == f"<Ladder: {found.summary}>"
    assert found.summary.startswith("20 battles in mirrored pairs, players heuristic, uniform")


def test_threads_leave_no_trace(ladder: Ladder) -> None:
    again = play_ladder(plan(("heuristic", "uniform", 100)), threads=1)
    pd.testing.assert_frame_equal(again.elo, ladder.elo, check_exact=True)
    for name in ("matches", "families"):
        one, other = (getattr(found, name).drop(columns=CLOCKS) for found in (again, ladder))
        pd.testing.assert_frame_equal(one, other, check_exact=True)
    assert again.provenance == ladder.provenance


def test_the_seed_decides(ladder: Ladder) -> None:
    other = play_ladder(plan(("heuristic", "uniform", 100), common=small(seed=6)))
    assert other.matches["margin"].item() != ladder.matches["margin"].item()


# --- planted battles -------------------------------------------------------------------------------------------------

LEAD = {"uniform": 0.0, "heuristic": 4.0, "tactician": 6.0, "planner": 7.0}
"""VP of a margin that a planted player brings."""


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, int, int]]:
    """Battles that are normal noise about the lead of the better player; which are asked for: (design, first, n)."""
    asked: list[tuple[Any, int, int]] = []

    def planted(arena: Arena, first: int, n: int) -> Any:
        results = layout.results(n)
        results["number"] = np.arange(first, first + n)
        a, b = arena.design.players
        for k in range(n):
            battle = [arena.design.seed, first + k]
            army, luck = (np.random.default_rng([*battle, part]).normal(0, 5) for part in (0, 1 + (a < b)))
            results["vp"][k] = np.rint([50 + LEAD[a] - LEAD[b] + army + luck, 50])
        if n:
            asked.append((arena.design, first, n))
        return results

    monkeypatch.setattr(Arena, "results", planted)
    monkeypatch.setattr("tigersim.lab.ladder.warm", lambda players: None)
    return asked


def test_every_battle_is_played_once_from_both_sides(calls: list[Any]) -> None:
    matches = (("tactician", "heuristic", 23), ("planner:64", "tactician", 11), ("planner", "heuristic", 10))
    families = ("open", "river")
    found = play_ladder(plan(*matches, families=families, budgets=()))
    assert found.families["pairs"].tolist() == [12, 11, 6, 5, 5, 5]
    assert found.families["family"].tolist() == [*families] * 3
    numbers: dict[Any, list[int]] = defaultdict(list)
    for design, first, n in calls:
        numbers[design.players, design.playouts, design.terms.family] += range(first, first + n)
    seats = []
    for one, other, _ in matches:
        first, second = Contestant.named(one), Contestant.named(other)
        budgets = (first.playouts or 256, second.playouts or 256)
        seats.append(((first.player, second.player), budgets))
    for players, playouts in seats:
        for family in families:
            mirrored = numbers.pop((players[::-1], playouts[::-1], family))
            assert sorted(numbers[players, playouts, family]) == sorted(mirrored)
    played = [number for each in numbers.values() for number in each]
    assert len(played) == len(set(played)) == 23 + 11 + 10  # no battle serves two matches or families
    tables = {key: {number // 256 % 3 for number in each} for key, each in numbers.items()}
    assert tables[("tactician", "heuristic"), (256, 256), "open"] == {0, 1, 2}
    assert max(n for design, _, n in calls if "planner" in design.players) == 1
    assert max(n for design, _, n in calls if "planner" not in design.players) == 4


def test_intervals_cover_a_planted_lead(calls: list[Any]) -> None:
    """40 worlds find intervals half as wide, which cover 67%, with 97%; the long form finds those that cover 76%."""
    covered, worlds = 0, form(40, 120)
    for seed in range(worlds):
        settings = {"common": small(seed=seed), "pairs_per_table": 20, "families": ("mixed",)}
        match = play_ladder(plan(("tactician", "heuristic", 60), **settings), threads=1).matches.iloc[0]
        covered += match["margin_low"] <= 2.0 <= match["margin_high"]
    # the army's part of a pair cancels, or no interval would hold
    assert form(0.8, 0.85) < covered / worlds  # of 40 that cover 95% so few come up once in 1,400 times


def test_progress_counts_every_battle(calls: list[Any]) -> None:
    told: list[tuple[int, int, float | None]] = []
    play_ladder(plan(("heuristic", "uniform", 23)), progress=lambda *now: told.append(now))
    assert told[-1] == (46, 46, None)
    assert [done for done, _, _ in told] == sorted({done for done, _, _ in told})


def test_a_ladder_goes_on_where_it_stopped(calls: list[Any], tmp_path: Path) -> None:
    asked = plan(("tactician", "heuristic", 43), ("planner", "tactician", 20), budgets=())
    in_one_go = play_ladder(asked)
    calls.clear()

    def stop_at(battles: int) -> Any:
        def tell(done: int, total: int, width: float | None) -> None:
            if done >= battles:
                raise KeyboardInterrupt

        return tell

    for battles in (30, 70, 100):
        with pytest.raises(KeyboardInterrupt):
            play_ladder(asked, 1, stop_at(battles), tmp_path)
        assert len(list((tmp_path / "pairs").iterdir())) < 10
    told: list[int] = []
    found = play_ladder(asked, 1, lambda done, *_: told.append(done), tmp_path)
    assert 100 <= told[0] < told[-1] == 126
    for name in ("matches", "families", "elo"):
        one, other = (getattr(each, name).drop(columns=CLOCKS, errors="ignore") for each in (found, in_one_go))
        pd.testing.assert_frame_equal(one, other, check_exact=True)
    calls.clear()
    again = play_ladder(asked, folder=tmp_path)
    assert calls == []
    assert again.matches["ms_per_battle"].tolist() == pytest.approx(found.matches["ms_per_battle"].tolist(), abs=1e-3)


def test_a_folder_of_another_ladder_or_damaged_is_refused(calls: list[Any], tmp_path: Path) -> None:
    asked = plan(("tactician", "heuristic", 10))
    play_ladder(asked, folder=tmp_path)
    with pytest.raises(RunError, match="another 'seed'"):
        play_ladder(plan(("tactician", "heuristic", 10), common=small(seed=6)), folder=tmp_path)
    with pytest.raises(RunError, match="another 'matches'"):
        play_ladder(plan(("tactician", "heuristic", 12)), folder=tmp_path)
    part = tmp_path / "pairs" / "01-open.csv"
    whole = part.read_text(encoding="utf-8")
    for damaged in ("", whole.replace("as_b", "b"), whole + whole.split("\n", 1)[1], whole.replace("\n", "\n0.5", 1)):
        part.write_text(damaged, encoding="utf-8")
        with pytest.raises(RunError, match=r"01-open\.csv is damaged \(.*\); delete this file"):
            play_ladder(asked, folder=tmp_path)
    part.unlink()
    assert play_ladder(asked, folder=tmp_path).matches["pairs"].item() == 10
    assert part.read_text(encoding="utf-8").split("\n")[0] == whole.split("\n")[0]


# --- names, plans and files ------------------------------------------------------------------------------------------


def test_names_of_players() -> None:
    assert [str(Contestant.named(name)) for name in ("uniform", "planner", "planner:64")] == [
        "uniform",
        "planner:256",
        "planner:64",
    ]
    assert Contestant.named("planner:64") == Contestant("planner", 64)
    for name, words in {
        "tactician:64": "only a planner has a budget",
        "planner:many": "planner:PLAYOUTS, as in planner:256",
        "planner:0": r"playouts is \(0, 0\)",
    }.items():
        with pytest.raises(InvalidValue, match=words):
            Contestant.named(name)
    with pytest.raises(PlayerNotFound, match="did you mean heuristic"):
        Contestant.named("heuristik")


def test_a_short_ladder_goes_up_step_by_step() -> None:
    meetings = neighbours(["uniform", "heuristic", "planner:64"], pairs=30)
    assert [str(one) for one in meetings] == ["heuristic over uniform", "planner:64 over heuristic"]
    assert {one.pairs for one in meetings} == {30}
    with pytest.raises(InvalidValue, match="two or more, from the weakest up"):
        neighbours(["uniform"])


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"meetings": ()}, InvalidValue, "one match or more"),
        ({"families": ()}, InvalidValue, "one or more, none of them twice"),
        ({"families": ("open", "open")}, InvalidValue, "none of them twice"),
        ({"families": ("opn",)}, UnknownName, "did you mean open"),
        ({"pairs_per_table": 0}, InvalidValue, "pairs on one table is 0"),
        ({"pairs_per_table": 257}, InvalidValue, "1 to 256"),
        ({"budgets": (0,)}, InvalidValue, "playouts is"),
        ({"timed_battles": 0}, InvalidValue, "budgets are timed on is 0"),
    ],
)
def test_plans_that_cannot_be_played(settings: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        LadderPlan(**{"meetings": neighbours(["uniform", "heuristic"]), **settings})


def test_too_few_pairs_for_the_families() -> None:
    with pytest.raises(InvalidValue, match="heuristic over uniform is 9; allowed: 10 or more, two for every family"):
        plan(("heuristic", "uniform", 9))
    assert plan(("heuristic", "uniform", 9), families=("open", "river")).battles == 18


def test_players_without_a_chain_of_matches_are_refused_before_anything_is_played(calls: list[Any]) -> None:
    with pytest.raises(IdentifiabilityError, match="no chain of matches"):
        play_ladder(plan(("heuristic", "uniform", 10), ("planner", "tactician", 10)))
    assert calls == []


def test_provenance_says_what_decides_the_bits(calls: list[Any]) -> None:
    about = play_ladder(plan(("planner:64", "tactician", 10), ("planner", "tactician", 12), budgets=())).provenance
    assert about["matches"] == [
        {"players": ["planner:64", "tactician"], "pairs": 10},
        {"players": ["planner:256", "tactician"], "pairs": 12},
    ]
    assert about["playouts"] == [64, 256]
    assert (about["seed"], about["tables"], about["pairs_per_table"]) == (5, 3, 4)
    assert about["families"] == list(FAMILIES)
    assert about["ruleset"]["name"] == "paper_tigers_2"
    assert {"cores", "python", "numba"} <= set(about["machine"])
    assert {"rules_version", "sizes", "jitter", "units", "profiles"} <= set(about)
    assert "playouts" not in plan(("heuristic", "uniform", 10)).provenance()


def test_results_are_files(ladder: Ladder, tmp_path: Path) -> None:
    folder = ladder.save(tmp_path / "new" / "run")
    ladder.save(folder)  # again, over the old ones
    names = ["elo.csv", "families.csv", "matches.csv", "provenance.json"]
    assert sorted(path.name for path in folder.iterdir()) == names
    pd.testing.assert_frame_equal(pd.read_csv(folder / "matches.csv"), ladder.matches, check_dtype=False, rtol=1e-5)
    pd.testing.assert_frame_equal(pd.read_csv(folder / "elo.csv"), ladder.elo, check_dtype=False, rtol=1e-5)
    assert len(pd.read_csv(folder / "families.csv")) == 5
    assert json.loads((folder / "provenance.json").read_text(encoding="utf-8")) == ladder.provenance
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(RunError, match=r"folder .*file/run cannot be made"):
        ladder.save(tmp_path / "file" / "run")


def test_the_summary_says_what_it_rests_on(ladder: Ladder) -> None:
    assert ladder.summary == (
        "200 battles in mirrored pairs, players heuristic, uniform, tables mixed, open, wooded, village, river, "
        "ruleset paper_tigers_2, seed 5"
    )
    plain = ladder.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert list(plain) == ["matches", "families", "elo", "provenance"]
