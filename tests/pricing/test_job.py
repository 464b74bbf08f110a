"""The main job: from settings to prices in a run directory."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import tigersim as ts
from tests.lab.short_list import QUICK, UNITS, small
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import DEFAULT
from tigersim.errors import DataError, InvalidValue, PlayerNotFound, RunError, UnknownName
from tigersim.lab import health_frame
from tigersim.lab.batch import Arena, Crew, on_threads, play_batches
from tigersim.lab.design import BATTLES_PER_TASK
from tigersim.lab.frames import played
from tigersim.pricing import Prices
from tigersim.pricing.estimate.roster import Roster
from tigersim.pricing.estimate.scale import ScaleNotPrecise, TooFewAppearances
from tigersim.pricing.play import job as job_module
from tigersim.pricing.play.battles import battle_table

SMALL: dict[str, Any] = {"seed": 5, "units": UNITS, "sizes": (3, 6), "tables": 3, "players": QUICK, "jitter": 8}
"""Budgets far apart: a third of the battles tells the scale."""
N = 3000
PLAYED = 12 * BATTLES_PER_TASK
"""3,000 battles in whole tasks."""
TABLES = ("table", "traits", "classes", "detail", "covariance")


def same(one: Prices, other: Prices) -> None:
    for name in TABLES:
        pd.testing.assert_frame_equal(getattr(one, name), getattr(other, name), check_exact=True)
    assert one.notes == other.notes


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Prices]:
    folder = tmp_path_factory.mktemp("runs") / "small"
    return folder, ts.prices(N, out=folder, **SMALL)


@pytest.fixture
def no_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("battles are played that are on disk")

    monkeypatch.setattr(Arena, "play", refuse)


def test_a_run_leaves_its_files(run: tuple[Path, Prices]) -> None:
    folder, found = run
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    wanted = {"settings.json", "provenance.json", "battles/part-00000.parquet", "prices.parquet", "traits.parquet",
              "classes.parquet", "detail.parquet", "covariance.parquet"}  # fmt: skip
    assert names == wanted
    pd.testing.assert_frame_equal(pd.read_parquet(folder / "prices.parquet"), found.table, check_dtype=False)
    same(Prices.load(folder), found)


def test_a_new_table_for_every_two_tasks_leaves_no_trace(tmp_path: Path) -> None:
    """By default; threads, chunks and a stop in between: the same bits, clustered by the 12 tables."""
    anew, n = {name: value for name, value in SMALL.items() if name != "tables"}, 24 * BATTLES_PER_TASK
    whole = ts.prices(n, threads=1, **anew)
    assert whole.provenance["tables"] == 12
    assert (whole.provenance["errors"], whole.provenance["errors_freedom"]) == ("clustered by table", 11)
    with pytest.raises(ScaleNotPrecise):  # too few battles, which stay there all the same
        ts.prices(5 * BATTLES_PER_TASK, out=tmp_path / "run", threads=2, **anew)
    same(ts.prices(n, out=tmp_path / "run", threads=2, **anew), whole)
    with pytest.raises(RunError, match="another 'tables'"):
        ts.prices(n, out=tmp_path / "run", **SMALL)


def test_the_table_is_that_of_the_units(run: tuple[Path, Prices]) -> None:
    _, found = run
    assert list(found.detail["key"]) == [one.key for one in UNITS]
    assert list(found.table["name"]) == [one.name for one in UNITS]
    assert list(found.table["cost"]) == [ts.profile(one).cost for one in UNITS]
    assert found.table["n"].sum() == (small(jitter=8).armies(0, PLAYED) >= 0).sum()
    assert (found.table["delta_low"] < found.table["delta"]).all()
    assert found.table["price"].notna().all()


def test_provenance_says_what_decides_the_result(run: tuple[Path, Prices]) -> None:
    folder, found = run
    about = found.provenance
    assert about["tigersim"] == ts.__version__
    assert about["battles"] == PLAYED
    assert (about["seed"], about["players"], about["scenario"]) == (5, ["heuristic", "heuristic"], "standard battle")
    assert (about["ruleset"], about["edition"], about["switches"]) == ("paper_tigers_2", 2, {})
    assert (about["units"], about["tables"], about["sizes"], about["jitter"]) == (12, 3, [3, 6], 8)
    assert about["costs"] == [ts.profile(one).cost for one in UNITS]
    assert about["half_width_95"] == pytest.approx(found.half_width_95)
    assert {"rules_version", "table_inches", "versions", "guards", "luck", "errors", "vp_scale"} <= set(about)
    stored = json.loads((folder / "provenance.json").read_text(encoding="utf-8"))
    assert {name: stored[name] for name in about} == json.loads(json.dumps(dict(about)))
    assert stored["notes"] == list(found.notes)


def test_the_health_of_the_players_stands_in_the_provenance(run: tuple[Path, Prices]) -> None:
    folder, found = run
    expected = health_frame(small(jitter=8), played(small(jitter=8), PLAYED))
    pd.testing.assert_frame_equal(found.health, expected)
    pd.testing.assert_frame_equal(Prices.load(folder).health, expected)


def test_what_is_forbidden_stands_in_provenance_and_heading() -> None:
    found = ts.prices(N, forbid=["b:follow", "mount"], **SMALL)
    assert found.provenance["forbid"] == [["mount"], ["follow", "mount"]]
    assert "players heuristic without mount against heuristic without follow, mount, " in found.summary
    assert set(found.health["player"]) == {"heuristic without mount", "heuristic without follow, mount", "both sides"}
    results = np.concatenate([one.results for one in played(small(jitter=8, forbid=("b:follow", "mount")), N)])
    assert found.health["battles"].tolist()[0] == PLAYED
    assert not results["followed"][:, 1].any()
    assert results["followed"][:, 0].any()


def test_switches_stand_in_the_provenance() -> None:
    rules = ts.RuleSet.load("paper_tigers_2").replace(save_success_rule="one_success_cancels_all")
    found = ts.prices(4000, ruleset=rules, **SMALL)
    assert found.provenance["switches"] == {"save_success_rule": "one_success_cancels_all"}


@pytest.mark.usefixtures("no_playing")
def test_stored_battles_are_used(run: tuple[Path, Prices]) -> None:
    folder, found = run
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    same(ts.prices(N, out=folder, **SMALL), found)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_folder_and_threads_leave_no_trace(run: tuple[Path, Prices]) -> None:
    same(ts.prices(N, threads=1, **SMALL), run[1])


def test_a_run_can_grow(run: tuple[Path, Prices], tmp_path: Path) -> None:
    with pytest.raises(ScaleNotPrecise):  # 1,024 battles do not suffice, but they stay
        ts.prices(1024, out=tmp_path, **SMALL)
    same(ts.prices(N, out=tmp_path, **SMALL), run[1])


@pytest.mark.parametrize("stored", [0, 1000, N])
def test_progress_rises_to_the_total(tmp_path: Path, stored: int) -> None:
    told: list[tuple[int, int, float | None]] = []
    if stored:
        list(job_module.Run(tmp_path, small(jitter=8)).batches(0, -(-stored // BATTLES_PER_TASK)))
    ts.prices(N, out=tmp_path, progress=lambda *now: told.append(now), **SMALL)
    done = [battles for battles, _, _ in told]
    assert done == list(range(0, PLAYED + 1, BATTLES_PER_TASK))
    assert {of for _, of, _ in told} == {PLAYED}


def test_a_run_stops_when_the_intervals_are_narrow_enough(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(job_module, "FIRST_LOOK", 11)
    first = 11 * BATTLES_PER_TASK
    aim = 0.9 * ts.prices(first, **SMALL).half_width_95  # out of reach at the first look, not with twice the battles
    told: list[tuple[int, int, float | None]] = []
    found = ts.prices(target_half_width=aim, out=tmp_path, progress=lambda *now: told.append(now), **SMALL)
    assert found.half_width_95 <= aim
    assert first < found.provenance["battles"] < 2 * first
    done = [battles for battles, _, _ in told]
    assert done == sorted(done)
    assert done[-1] == told[-1][1] == found.provenance["battles"]
    assert told[0][2] is None  # nothing is known before the first look
    # the look at the end decided, not chance: the same battles, asked for by number, give the same list
    same(ts.prices(found.provenance["battles"], **SMALL), found)


def test_a_narrower_target_goes_on_from_what_is_there(
    run: tuple[Path, Prices], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, found = run
    monkeypatch.setattr(job_module, "FIRST_LOOK", 12)
    shutil.copytree(folder, tmp_path / "run")
    told: list[list[int]] = []
    real = Arena.play
    monkeypatch.setattr(Arena, "play", lambda arena, task, n: told.append([task]) or real(arena, task, n))
    narrower = ts.prices(target_half_width=0.95 * found.half_width_95, out=tmp_path / "run", **SMALL)
    assert narrower.half_width_95 <= 0.95 * found.half_width_95
    assert min(told) == [12]  # the first 12 tasks were there
    same(ts.prices(narrower.provenance["battles"], **SMALL), narrower)


@pytest.mark.parametrize("crew", [{"workers": 2}, {"dask": "tcp://127.0.0.1:1"}])
def test_a_crew_is_asked_for_by_name(
    run: tuple[Path, Prices], crew: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, Any]] = []

    @contextmanager
    def of_threads(design: Any, **options: Any) -> Iterator[Crew]:
        asked.append(options)
        yield on_threads(Arena(design))

    monkeypatch.setattr(job_module, "crew", of_threads)
    same(ts.prices(N, **SMALL, **crew), run[1])
    assert asked == [crew]


def test_a_run_ends_even_if_the_aim_is_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_module, "FIRST_LOOK", 4)
    monkeypatch.setattr(job_module, "MOST_TASKS", 12)
    found = ts.prices(target_half_width=0.001, **SMALL)
    assert found.provenance["battles"] == PLAYED
    assert found.half_width_95 > 0.001


def test_ctrl_c_keeps_the_battles(run: tuple[Path, Prices], tmp_path: Path) -> None:
    def stop(battles: int, _of: int, _width: float | None) -> None:
        if battles >= 5 * BATTLES_PER_TASK:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ts.prices(N, out=tmp_path, progress=stop, **SMALL)
    assert len(pd.read_parquet(tmp_path / "battles" / "part-00000.parquet", columns=["number"])) == 5 * 256
    assert not (tmp_path / "provenance.json").exists()
    same(ts.prices(N, out=tmp_path, **SMALL), run[1])


def test_units_of_ones_own_are_priced() -> None:
    twin = UNITS[3].model_copy(update={"name": "Tiger of mine"})
    table = ts.prices(7000, **{**SMALL, "units": (*UNITS, twin)}).table.set_index("name")
    one, other = table.loc["Tiger I"], table.loc["Tiger of mine"]
    assert other["cost"] == 4
    # the same unit under two names: worth the same within error
    assert abs(one["theta"] - other["theta"]) < 4 * np.hypot(one["theta_se"], other["theta_se"])


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"n_battles": 0}, InvalidValue, "number of battles is 0"),
        ({"n_battles": -1}, InvalidValue, "number of battles is -1"),
        ({"target_half_width": 0}, InvalidValue, "target half-width is 0"),
        ({"target_half_width": -0.1}, InvalidValue, "target half-width is -0.1"),
        ({"target_half_width": float("nan")}, InvalidValue, "target half-width is nan"),
        ({"players": ("heuristic", "planer")}, PlayerNotFound, "unknown player 'planer'"),
        ({"players": ("heuristic",)}, InvalidValue, "players"),
        ({"forbid": ("folow",)}, UnknownName, "did you mean follow"),
        ({"sizes": (6, 20)}, InvalidValue, "sizes"),
        ({"tables": 0}, InvalidValue, "tables is 0"),
        ({"seed": -1}, InvalidValue, "seed is -1"),
        ({"units": ()}, InvalidValue, "at least one unit"),
        ({"units": (UNITS[0], *UNITS)}, DataError, "'M4 Sherman .usa.' is listed twice"),
        ({"threads": 0}, InvalidValue, "threads is 0"),
    ],
)
def test_bad_settings_are_refused_before_a_battle_is_played(
    settings: dict[str, Any], error: type[Exception], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a battle is played")

    monkeypatch.setattr(Arena, "play", refuse)
    with pytest.raises(error, match=words):
        ts.prices(**{"n_battles": N, **SMALL, **settings})


def test_only_units_that_are_bought_are_priced(monkeypatch: pytest.MonkeyPatch) -> None:
    designs: list[Any] = []

    def stop(_job: Any, run: Any, *_: object) -> None:
        designs.append(run.design)
        raise KeyboardInterrupt

    monkeypatch.setattr(job_module.Job, "__init__", stop)
    first = ts.RuleSet.load("paper_tigers_1")
    for ruleset in (None, DEFAULT.replace(vp_craft="zero"), first):
        with pytest.raises(KeyboardInterrupt):
            ts.prices(256, ruleset=ruleset)
    assert [len(design.units) for design in designs] == [147, 147 - 3 - 5, 123]


def test_battles_that_cannot_tell_are_a_named_error() -> None:
    with pytest.raises(TooFewAppearances, match="took part fewer than 200 times"):
        ts.prices(1, **SMALL)


def test_the_folder_of_another_run_is_refused(run: tuple[Path, Prices], tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"another 'seed' \(5, now 6\)"):
        ts.prices(N, out=run[0], **{**SMALL, "seed": 6})
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(RunError, match="cannot be made"):
        ts.prices(N, out=tmp_path / "file" / "run", **SMALL)


def test_batches_become_a_table_of_battles() -> None:
    batches = list(play_batches(small(jitter=8), 0, 3))
    results = np.concatenate([batch.results for batch in batches])
    table = battle_table(small(jitter=8), Roster.of(list(UNITS)), batches)
    assert table.columns() >= {"army", "margin", "table", "attacker", "edge", "dead", "hazard", "chance"}
    assert table.army.shape == (3 * BATTLES_PER_TASK, 2, 6)
    np.testing.assert_array_equal(table.margin, results["vp"][:, 0].astype(int) - results["vp"][:, 1])
    np.testing.assert_array_equal(table.conceded @ table.roster.cost, table.margin)
    np.testing.assert_array_equal(table.attacker == 1, results["side_a_first"] == 1)
    np.testing.assert_array_equal(table.edge == 1, results["side_a_south"] == 1)
    assert set(table.attacker) == set(table.edge) == {-1, 1}
    np.testing.assert_array_equal(table.hazard.sum(axis=(1, 2)), results["hazard"][:, :, :6].sum(axis=(1, 2)))
    assert table.chances == results["luck"][0].size


def test_prices_are_told_in_the_list_that_was_played_by() -> None:
    """All costs one higher: the cost column says so, and the budgets, the scores and the players' eyes follow it."""
    dearer = [profile(one).cost + 1 for one in UNITS]
    found = ts.prices(3 * PLAYED, played_by=dearer, **SMALL)
    assert list(found.table["cost"]) == dearer
    assert found.provenance["repriced"] is True
    assert found.provenance["costs"] == dearer
