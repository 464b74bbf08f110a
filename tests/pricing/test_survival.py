"""A price study killed at any instant and begun again ends with the files of one that was left alone, byte for byte."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path

import numpy as np
import pytest

import tigersim as ts
from tests.pricing.killed_study import PER_PART, begun, play
from tigersim.errors import RunError
from tigersim.lab import run as run_module

PROCESSES = multiprocessing.get_context("forkserver")
"""One process has everything ready, and each that is to be killed begins as its copy."""
PROCESSES.set_forkserver_preload(["tests.pricing.ready_to_die"])


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    # ``play`` sets both; this puts them back
    monkeypatch.setattr(run_module, "TASKS_PER_PART", PER_PART)
    monkeypatch.setattr(run_module, "SAVE_EVERY", 0.02)


@pytest.fixture(scope="module")
def unharmed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("runs") / "unharmed"
    with pytest.MonkeyPatch.context() as back:
        back.setattr(run_module, "TASKS_PER_PART", PER_PART)
        back.setattr(run_module, "SAVE_EVERY", 0.02)
        play(folder)
    return files(folder)


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@contextmanager
def begin(*arguments: object) -> Iterator[BaseProcess]:
    process = PROCESSES.Process(target=begun, args=tuple(map(str, arguments)))
    process.start()
    try:
        yield process
    finally:
        process.join()
        process.close()


def killed_in(folder: Path, write: int, step: str) -> None:
    with begin(folder, write, step) as process:
        process.join()
        assert process.exitcode == -signal.SIGKILL


def test_killed_in_the_middle_of_a_write(tmp_path: Path, unharmed: dict[str, bytes]) -> None:
    # the settings; a part; a later part; a table of prices, and last of all the provenance
    for write, step in ((1, "half way"), (2, "half way"), (3, "unnamed"), (9, "half way")):
        killed_in(tmp_path, write, step)
    assert any("/." in f"/{name}" for name in files(tmp_path))  # what was half written lies there
    play(tmp_path)
    assert files(tmp_path) == unharmed


def test_a_list_is_never_of_two_makings(tmp_path: Path, unharmed: dict[str, bytes]) -> None:
    """Killed between two of its tables, a longer run has no list, rather than tables of two lengths."""
    for name, content in unharmed.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    (tmp_path / "prices.parquet").write_bytes(b"of a shorter run")
    killed_in(tmp_path, 2, "unnamed")  # nothing has been moved: the old list is whole
    assert (tmp_path / "prices.parquet").read_bytes() == b"of a shorter run"
    assert (tmp_path / "provenance.json").exists()
    killed_in(tmp_path, 2, "named")
    with pytest.raises(RunError, match="holds no finished price list"):
        ts.pricing.Prices.load(tmp_path)
    play(tmp_path)
    assert files(tmp_path) == unharmed


def test_killed_again_and_again_at_any_moment(tmp_path: Path, unharmed: dict[str, bytes]) -> None:
    rng, kills = np.random.default_rng(), 0
    for latest in (0.0, 0.6, 1.2):  # seconds: a fast machine is done sooner than the last
        with begin(tmp_path) as process:
            # from the first file on, which is there about when playing begins
            for _ in range(600):
                if process.exitcode is not None or (tmp_path / "settings.json").exists():
                    break
                time.sleep(0.05)
            time.sleep(rng.uniform(0, latest))
            process.kill()
            process.join()
            kills += process.exitcode == -signal.SIGKILL
    assert kills
    play(tmp_path)
    assert files(tmp_path) == unharmed


def test_another_crew_may_go_on(tmp_path: Path, unharmed: dict[str, bytes]) -> None:
    killed_in(tmp_path, 3, "half way")
    play(tmp_path, workers=2)
    assert files(tmp_path) == unharmed
