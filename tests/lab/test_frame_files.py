"""Battles as a frame in files: the rows of ``battles``, in parts, that a further call goes on with."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import tigersim as ts
from tests.lab.short_list import small
from tigersim.errors import InvalidValue, RunError, UnknownName
from tigersim.lab import frame_files, run
from tigersim.lab.frames import BYTES_A_BATTLE, check_fits_memory
from tigersim.lab.run import Run

N = 900
"""Battles in four tasks of 256, the last not whole."""


@pytest.fixture
def _two_tasks_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "TASKS_PER_PART", 2)


@pytest.mark.usefixtures("_two_tasks_a_part")
def test_the_files_hold_the_rows_of_battles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = ts.battles(small(), N)
    place = ts.write_battles(tmp_path, small(), n=N, threads=1)
    pd.testing.assert_frame_equal(pd.read_parquet(place), wanted)
    sizes = [len(pd.read_parquet(path)) for path in sorted(place.iterdir())]
    assert sizes == [512, N - 512]
    # fewer, from what is there: nothing is played, and no row of more is left
    monkeypatch.setattr("tigersim.lab.run.play_batches", None)
    assert ts.write_battles(tmp_path, small(), n=300) == place
    pd.testing.assert_frame_equal(pd.read_parquet(place), wanted[:300])


@pytest.mark.usefixtures("_two_tasks_a_part")
def test_one_part_is_in_memory_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    frame_of = frame_files.battles_frame

    def counted(design: object, batches: list[object]) -> pd.DataFrame:
        frame = frame_of(design, batches)
        seen.append(len(frame))
        return frame

    monkeypatch.setattr(frame_files, "battles_frame", counted)
    ts.write_battles(tmp_path, small(), n=N)
    assert seen == [512, 512]


def test_options_are_those_of_the_design(tmp_path: Path) -> None:
    place = ts.write_battles(tmp_path / "one", small(), n=20, seed=9, forbid=("follow",))
    pd.testing.assert_frame_equal(pd.read_parquet(place), ts.battles(small(), 20, seed=9, forbid=("follow",)))
    with pytest.raises(RunError, match="another 'seed'"):
        ts.write_battles(tmp_path / "one", small(), n=20, forbid=("follow",))
    with pytest.raises(UnknownName, match="option of write_battles 'sead'"):
        ts.write_battles(tmp_path / "two", small(), sead=9)
    with pytest.raises(InvalidValue, match="number of battles is 0"):
        ts.write_battles(tmp_path / "two", small(), n=0)
    run_of = Run(tmp_path / "one", small(seed=9, forbid=("follow",)))
    with run_of.held(), pytest.raises(RunError, match="another process is at work"):
        ts.write_battles(tmp_path / "one", small(), n=20, seed=9, forbid=("follow",))


def test_more_than_memory_holds_is_refused_at_once() -> None:
    check_fits_memory(1000, 1000 * BYTES_A_BATTLE)
    with pytest.raises(InvalidValue, match=r"up to 1,000 in the memory.*ts.write_battles\(FOLDER, n=1001\)"):
        check_fits_memory(1001, 1000 * BYTES_A_BATTLE)
    with pytest.raises(InvalidValue, match="write_battles"):
        ts.battles(n=10**12)
