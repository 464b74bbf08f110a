"""The yardstick for starts asks commands that there are, and waits for the right moment."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.all_commands import run
from tigersim.bench import starts
from tigersim.core.compile.jit import COMPILER_OFF


def test_the_commands_that_are_timed_answer() -> None:
    assert run(*starts.ANSWERS["odds"]).exit_code == 0
    if not COMPILER_OFF:
        assert run(*starts.ANSWERS["battle"]).exit_code == 0


def test_until_the_first_line_and_until_the_end() -> None:
    code = "import sys, time; time.sleep(.3); print(file=sys.stderr, flush=True); time.sleep(60)"
    assert 0.3 <= starts._until_said([sys.executable, "-c", code]) < 30
    assert starts._until_end([sys.executable, "-c", "import time; time.sleep(.3)"]) >= 0.3
    with pytest.raises(subprocess.CalledProcessError):
        starts._until_end([sys.executable, "-c", "raise SystemExit(2)"])


def test_every_start_is_timed_but_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    spent = iter([9.0, 9.0, 9.0, 1.0, 2.0, 3.0, 3.0, 4.0, 5.0])

    def timed(command: list[str]) -> float:
        asked.append(command[command.index("tigersim") + 1])
        return next(spent)

    monkeypatch.setattr(starts, "_until_end", timed)
    monkeypatch.setattr(starts, "_until_said", timed)
    assert starts.measure_starts(2) == {"seconds_to_answer": {"odds": 2.0, "battle": 3.0, "prices": 4.0}}
    assert asked == ["odds", "battle", "prices"] * 3


def test_compiling_is_into_an_empty_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starts, "COMPILE", "import os; assert not os.listdir(os.environ['TIGERSIM_CACHE']); print(4.5)")
    found = starts.measure_compiling()["compiling"]
    assert found["processor_seconds"] == 4.5
    assert found["seconds"] > 0
