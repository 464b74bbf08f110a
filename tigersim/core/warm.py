"""Compiling before the first battle, in two processes at once where there are two cores.

First the parts: a second interpreter compiles the players and the tables into the same cache folder while this one
compiles what carries battles on.  Then the kernels that are put together from those parts: one process those of single
battles, the other the one that plays many.  Python's garbage collector rests meanwhile; it would look through numba's
millions of objects again and again.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numba import config, typeof

from tigersim.core import board, engine, kernels, layout, muster
from tigersim.core.enums import MAX_UNITS, NOBODY
from tigersim.core.jit import COMPILER_OFF, as_written
from tigersim.core.kernels import kind_of

NOBODY_AT_ALL = np.full((2, MAX_UNITS), NOBODY)
SLOTS = np.zeros(MAX_UNITS, dtype=np.int64)
STAMP = "ready-{}"
"""A file in the cache folder that says that all kernels of these sources for one kind of players are compiled."""


def is_warm(players: Sequence[str] = ("heuristic",)) -> bool:
    """Whether the kernels need no compiling (or none is wanted)."""
    return COMPILER_OFF or (Path(config.CACHE_DIR) / STAMP.format(kind_of(players))).exists()


def warm(players: Sequence[str] = ("heuristic",)) -> None:
    """Compile every kernel that a run of battles of these players needs, unless the cache has them."""
    if is_warm(players):
        return
    kind = kind_of(players)
    alone = len(os.sched_getaffinity(0)) < 2 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) < 2
    collecting = gc.isenabled()
    gc.disable()
    try:
        for ours, others in ((_moves, _players), (_many_battles, _single_battles)):
            command = [sys.executable, "-m", "tigersim.core.warm", others.__name__, kind]
            helper = None if alone else subprocess.Popen(command)
            try:
                ours(kind)
                if helper is None or helper.wait() != 0:
                    others(kind)
            finally:
                if helper is not None:
                    helper.terminate()
    finally:
        if collecting:
            gc.enable()
    with suppress(OSError):  # without a stamp the next run looks again, no more
        (Path(config.CACHE_DIR) / STAMP.format(kind)).touch()


def _nothing_to_play() -> tuple[Any, Any, Any]:
    """Records in which nothing is left to do: kernels are compiled by calling them, and return at once."""
    b = layout.battles(1)
    b[0].over = 1
    return b, layout.tables(1), layout.work()


def _compile_part(part: Any, battles: int = 1) -> None:
    b, t, w = (typeof(record) for record in _nothing_to_play())
    part.compile((b, t, w, b)[: 2 + battles])


def _moves(_: str) -> None:
    _compile_part(engine.carry_on)


def _players(kind: str) -> None:
    _compile_part(*kernels.part_that_decides(kind))
    b, t, w = _nothing_to_play()
    board.generate(t, 0, 0, 36, 36, 0, 0, 0)
    muster.muster(0, 0, np.ones(1, dtype=np.int64), 1, 1, 1, np.zeros((1, *NOBODY_AT_ALL.shape), dtype=np.int64), SLOTS)
    engine.set_up(b, t, w, 0, 0, kernels.NO_PROFILES, NOBODY_AT_ALL)


def _many_battles(kind: str) -> None:
    kernels.play_on(kind, *_nothing_to_play())


def _single_battles(kind: str) -> None:
    b, t, w = _nothing_to_play()
    engine.advance(b, t, w)
    kernels.choose(kind, b, t, w)


if __name__ == "__main__":
    gc.disable()
    with as_written():
        {part.__name__: part for part in (_players, _single_battles)}[sys.argv[1]](sys.argv[2])
