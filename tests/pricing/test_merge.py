"""Several runs in one price list: that of all their battles at once, with tables of their own for every run."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import tigersim as ts
from tests.lab.short_list import UNITS, small
from tigersim.errors import InvalidValue, RunError
from tigersim.lab import Health, Run, play_batches
from tigersim.lab import run as run_module
from tigersim.lab.design import BATTLES_PER_TASK
from tigersim.pricing import Prices, fit_prices, merge_runs
from tigersim.pricing.estimate.data import joined
from tigersim.pricing.estimate.roster import Roster
from tigersim.pricing.play.battles import battle_table

TASKS = {5: 7, 6: 6}
"""Tasks of the run of each seed: the second begins in the middle of a block of the sums."""


def design(seed: int) -> Any:
    return small(seed=seed, tables=2, jitter=8)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two runs in parts of four tasks."""
    place = tmp_path_factory.mktemp("runs")
    with pytest.MonkeyPatch.context() as parts:
        parts.setattr(run_module, "TASKS_PER_PART", 4)
        for seed, tasks in TASKS.items():
            list(Run(place / f"seed-{seed}", design(seed)).batches(0, tasks))
    return [place / f"seed-{seed}" for seed in TASKS]


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "TASKS_PER_PART", 4)


def test_it_is_the_list_of_all_battles_at_once(folders: list[Path], tmp_path: Path) -> None:
    told: list[tuple[int, int, float | None]] = []
    found = merge_runs(folders, tmp_path / "both", progress=lambda *now: told.append(now))
    tables, health = [], Health.of(design(5))
    for number, (seed, tasks) in enumerate(TASKS.items()):
        batches = list(play_batches(design(seed), 0, tasks))
        one = battle_table(design(seed), Roster.of(list(UNITS)), batches)
        tables.append(replace(one, table=one.table + 2 * number))
        for batch in batches:
            health.add(batch.results)
    at_once = fit_prices(joined(tables), ruleset=design(5).terms.ruleset)
    for name in ("table", "traits", "classes", "detail", "covariance"):
        pd.testing.assert_frame_equal(getattr(found, name), getattr(at_once, name), check_exact=True)
    assert found.provenance["tables"] == 4
    pd.testing.assert_frame_equal(found.health, health.frame())
    battles = sum(TASKS.values()) * BATTLES_PER_TASK
    assert told[-1] == (battles, battles, None)
    assert [done for done, _, _ in told] == sorted({done for done, _, _ in told})


def test_tables_of_different_seeds_have_effects_of_their_own(folders: list[Path]) -> None:
    """Were tables of one number taken for one table, the fit would be another."""
    tables = []
    for seed, tasks in TASKS.items():
        tables.append(battle_table(design(seed), Roster.of(list(UNITS)), list(play_batches(design(seed), 0, tasks))))
    confused = fit_prices(joined(tables), ruleset=design(5).terms.ruleset)
    assert not np.array_equal(confused.table["theta"], merge_runs(folders).table["theta"])


def test_the_order_of_runs_changes_no_more_than_rounding(folders: list[Path]) -> None:
    one, other = merge_runs(folders), merge_runs(folders[::-1])
    np.testing.assert_allclose(one.table["delta"], other.table["delta"], atol=1e-9)
    assert other.provenance["seeds"] == [6, 5]


def test_every_run_stands_in_the_provenance(folders: list[Path], tmp_path: Path) -> None:
    place = tmp_path / "both"
    found = merge_runs(folders, place)
    assert "seed" not in found.provenance
    assert found.provenance["seeds"] == [5, 6]
    assert found.provenance["battles"] == 13 * BATTLES_PER_TASK
    assert "4 tables, players heuristic against heuristic, ruleset paper_tigers_2, seeds 5 and 6" in found.summary
    for run, folder, seed in zip(found.provenance["runs"], folders, TASKS, strict=True):
        assert (run["folder"], run["battles"]) == (str(folder), TASKS[seed] * BATTLES_PER_TASK)
        assert run["settings"] == design(seed).provenance()
    loaded = Prices.load(place)
    pd.testing.assert_frame_equal(loaded.table, found.table, check_exact=True)
    assert loaded.provenance["runs"] == json.loads(json.dumps(found.provenance["runs"]))
    assert merge_runs(folders, place).summary == loaded.summary  # a list may be made anew


def test_a_run_that_goes_on_is_merged_again(folders: list[Path], tmp_path: Path) -> None:
    for seed in (7, 8):
        list(Run(tmp_path / str(seed), design(seed)).batches(0, 5))
    places = [*folders, tmp_path / "7", tmp_path / "8"]
    before = merge_runs(places)
    list(Run(tmp_path / "8", design(8)).batches(0, 6))
    after = merge_runs(places)
    assert after.provenance["battles"] == before.provenance["battles"] + BATTLES_PER_TASK


# --- what is refused -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"jitter": 5}, r"differ in 'jitter' \(8 and 5\)"),
        ({"players": ("uniform", "heuristic")}, "differ in 'players'"),
        ({"units": UNITS[:-1]}, "differ in 'costs'"),
        ({"forbid": ("follow",)}, "differ in 'forbid'"),
        (
            {"ruleset": ts.RuleSet.load("paper_tigers_2").replace(save_success_rule="one_success_cancels_all")},
            r"differ in 'ruleset\.switches\.save_success_rule' \(none and \"one_success",
        ),
        ({"seed": 5}, r"have the same 'seed' \(5\)"),
        ({"seed": 9}, "holds no battles yet"),
    ],
)
def test_runs_that_do_not_belong_together(
    folders: list[Path], tmp_path: Path, settings: dict[str, Any], words: str
) -> None:
    other = tmp_path / "other"
    Run(other, small(**{"seed": 9, "tables": 2, "jitter": 8, **settings}))
    with pytest.raises(RunError, match=words) as caught:
        merge_runs([*folders, other])
    assert str(other) in str(caught.value)


def test_the_same_run_twice(folders: list[Path]) -> None:
    with pytest.raises(RunError, match=r"have the same 'seed' \(5\), so they are the same battles"):
        merge_runs([folders[0], folders[1], folders[0]])
    with pytest.raises(InvalidValue, match="runs is 1; allowed: 2 or more"):
        merge_runs(folders[:1])


def no_settings(folder: Path) -> None:
    (folder / "settings.json").unlink()


def damaged_settings(folder: Path) -> None:
    (folder / "settings.json").write_text("{", encoding="utf-8")


def damaged_part(folder: Path) -> None:
    (folder / "battles" / "part-00000.parquet").write_bytes(b"PAR1")


def without_a_part(folder: Path) -> None:
    (folder / "battles" / "part-00000.parquet").unlink()


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (no_settings, "holds no run: there is no settings.json"),
        (damaged_settings, "settings.json is damaged"),
        (damaged_part, r"part-00000\.parquet is damaged .*; delete this file"),
        (without_a_part, r"part-00000\.parquet is missing or cut short, though part-00001"),
    ],
)
def test_a_run_that_is_not_sound(folders: list[Path], tmp_path: Path, harm: Callable[[Path], None], words: str) -> None:
    broken = tmp_path / "broken"
    list(Run(broken, design(9)).batches(0, 5))
    harm(broken)
    with pytest.raises(RunError, match=words):
        merge_runs([*folders, broken])


def test_a_run_that_is_at_work_and_a_place_that_is_taken(folders: list[Path]) -> None:
    batches = Run(folders[1], design(6)).batches(0, 1)
    next(batches)
    with pytest.raises(RunError, match="another process is at work in"):
        merge_runs(folders)
    batches.close()
    with pytest.raises(RunError, match="holds a run itself; choose another directory with --out"):
        merge_runs(folders, folders[0])
