"""Compiling beforehand: everything once, nothing before what it is made of, with another process and without."""

from __future__ import annotations

import subprocess
import threading
from itertools import product

import pytest

from tigersim.core.play import warm

KINDS = ("heuristic", "mixed", "planner")
WANTED = {("_moves", "heuristic"), *product(("_players", "_kernel"), KINDS)}


class Others:
    """Stands for the processes that help; each ends as it is told."""

    def __init__(self, done: list[tuple[str, str]], ends: int) -> None:
        self.done, self.ends = done, ends
        self.may_end = threading.Event()
        self.may_end.set()

    def __call__(self, command: list[str], **_: bool) -> Others:
        self.task = (command[-2], command[-1])
        return self

    def wait(self) -> int:
        self.may_end.wait()
        if self.ends == 0:
            self.done.append(self.task)
        return self.ends

    def terminate(self) -> None:
        self.may_end.set()


@pytest.mark.parametrize(("alone", "ends"), [(True, 0), (False, 0), (False, 1)], ids=["alone", "helped", "let down"])
def test_everything_is_compiled_once_and_after_its_parts(
    monkeypatch: pytest.MonkeyPatch, alone: bool, ends: int
) -> None:
    done: list[tuple[str, str]] = []
    for name in warm.FUNCTIONS:
        monkeypatch.setitem(warm.FUNCTIONS, name, lambda kind, name=name: done.append((name, kind)))
    monkeypatch.setattr(subprocess, "Popen", Others(done, ends))
    tasks = warm._Tasks(KINDS)
    tasks.done(alone)
    assert sorted(done) == sorted(WANTED)
    for place, task in enumerate(done):
        assert tasks.needs[task] <= set(done[:place]), task
    assert not tasks.left
    assert not tasks.begun


def test_nobody_goes_on_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[str, str]] = []
    others = Others(done, 0)
    others.may_end.clear()
    monkeypatch.setattr(subprocess, "Popen", others)

    def fails(kind: str) -> None:
        raise KeyboardInterrupt

    for name in warm.FUNCTIONS:
        monkeypatch.setitem(warm.FUNCTIONS, name, fails)
    with pytest.raises(KeyboardInterrupt):
        warm._Tasks(KINDS).done(alone=False)
    assert len(done) <= 1  # what was being compiled meanwhile
