"""A match is played by a kernel that is ready, and by whichever it is to the same bits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from tigersim.core.play import kernels
from tigersim.core.play.kernels import AHEAD, KINDS, MIXED, kind_of, stamp_of
from tigersim.lab import batch
from tigersim.lab.batch import Arena
from tigersim.lab.design import Design

MATCHES = (("heuristic",), ("tactician",), ("heuristic", "uniform"), ("tactician", "strategist"))


@pytest.mark.parametrize(
    ("ready", "played_by"),
    [
        ((), ("heuristic", "tactician", MIXED, AHEAD)),
        ((AHEAD,), (AHEAD, AHEAD, AHEAD, AHEAD)),
        ((MIXED,), (MIXED, MIXED, MIXED, AHEAD)),
        (("tactician", AHEAD), (AHEAD, "tactician", AHEAD, AHEAD)),
        (tuple(KINDS), ("heuristic", "tactician", MIXED, AHEAD)),
    ],
)
def test_a_kernel_that_is_ready_plays(
    ready: Sequence[str], played_by: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "is_ready", lambda kind: kind in ready)
    assert tuple(map(kind_of, MATCHES)) == tuple(played_by)


def test_a_kernel_is_ready_once_its_stamp_is_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(kernels, "COMPILER_OFF", False)
    monkeypatch.setattr(kernels, "folder_of", lambda: tmp_path)
    monkeypatch.setitem(KINDS, MIXED, KINDS[MIXED]._replace(kernel=SimpleNamespace(is_loaded=False)))
    assert not kernels.is_ready(MIXED)
    stamp_of(AHEAD).touch()
    assert not kernels.is_ready(MIXED)
    stamp_of(MIXED).touch()
    assert kernels.is_ready(MIXED)


def test_tacticians_play_the_same_by_their_own_kernel_and_by_that_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    for kind in ("tactician", AHEAD):
        monkeypatch.setattr(batch, "kind_of", lambda players, kind=kind: kind)
        told.append(Arena(Design(seed=5)).results(0, 24).tobytes())
    assert told[0] == told[1]
