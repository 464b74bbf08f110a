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
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numba import config, int64, typeof

from tigersim.core import board, engine, layout, muster
from tigersim.core.enums import MAX_UNITS, NOBODY
from tigersim.core.jit import COMPILER_OFF, as_written
from tigersim.core.players import heuristic_decide

NOBODY_AT_ALL = np.full((2, MAX_UNITS), NOBODY)
SLOTS = np.zeros(MAX_UNITS, dtype=np.int64)
STAMP = "ready"
"""A file in the cache folder that says that all kernels of these sources are compiled."""


def is_warm() -> bool:
    """Whether the kernels need no compiling (or none is wanted)."""
    return COMPILER_OFF or (Path(config.CACHE_DIR) / STAMP).exists()


def warm() -> None:
    """Compile every kernel that a run of battles needs, unless the cache has them."""
    if is_warm():
        return
    alone = len(os.sched_getaffinity(0)) < 2 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) < 2
    collecting = gc.isenabled()
    gc.disable()
    try:
        for ours, others in ((_moves, _players), (_many_battles, _single_battles)):
            helper = None if alone else subprocess.Popen([sys.executable, "-m", "tigersim.core.warm", others.__name__])
            try:
                ours()
                if helper is None or helper.wait() != 0:
                    others()
            finally:
                if helper is not None:
                    helper.terminate()
    finally:
        if collecting:
            gc.enable()
    with suppress(OSError):  # without a stamp the next run looks again, no more
        (Path(config.CACHE_DIR) / STAMP).touch()


def _nothing_to_play() -> tuple[Any, Any, Any]:
    """Records in which nothing is left to do: kernels are compiled by calling them, and return at once."""
    b = layout.battles(1)
    b[0].over = 1
    return b, layout.tables(1), layout.work()


def _compile_part(part: Any, *more: Any) -> None:
    part.compile((*(typeof(record) for record in _nothing_to_play()), *more))


def _moves() -> None:
    _compile_part(engine.carry_on)


def _players() -> None:
    _compile_part(heuristic_decide)
    b, t, w = _nothing_to_play()
    board.generate(t, 0, 0, 36, 36, 0, 0, 0)
    muster.muster(0, 0, np.ones(1, dtype=np.int64), 1, 1, 1, np.zeros((1, *NOBODY_AT_ALL.shape), dtype=np.int64), SLOTS)
    engine.set_up(b, t, w, 0, 0, _profiles(), NOBODY_AT_ALL)


def _many_battles() -> None:
    none = NOBODY_AT_ALL[:0].reshape(0, *NOBODY_AT_ALL.shape)
    engine.play_many(*_nothing_to_play(), 0, _profiles(), none, layout.results(0), None)


def _single_battles() -> None:
    b, t, w = _nothing_to_play()
    engine.advance(b, t, w)
    engine.choose(b, t, w, None)
    _compile_part(engine.step, int64)


def _profiles() -> Any:
    return np.zeros(1, dtype=layout.PROFILE).view(np.recarray)


if __name__ == "__main__":
    gc.disable()
    with as_written():
        {part.__name__: part for part in (_players, _single_battles)}[sys.argv[1]]()
