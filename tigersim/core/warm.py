"""Compiling before the first battle, in two processes at once where there are two cores.

The kernels that players decide with and those that carry battles out are compiled apart: a second interpreter
compiles the players into the same cache folder while this one compiles the rest.  Python's garbage collector rests
meanwhile; it would look through numba's millions of objects again and again.
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
from numba import config

from tigersim.core import board, engine, layout, muster
from tigersim.core.enums import MAX_UNITS, NOBODY
from tigersim.core.jit import COMPILER_OFF, as_written

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
    helper = None if alone else subprocess.Popen([sys.executable, "-m", "tigersim.core.warm"])
    collecting = gc.isenabled()
    gc.disable()
    try:
        b, t, w = _nothing_to_play()
        board.generate(t, 0, 0, 36, 36, 0, 0, 0)
        muster.muster(0, 0, np.ones(1, dtype=np.int64), 1, 1, 1, np.zeros((1, 2, MAX_UNITS), dtype=np.int64), _slots())
        nobody = np.full((2, MAX_UNITS), NOBODY)
        engine.advance(b, t, w)
        if helper is not None:
            helper.wait()
        engine.play_many(b, t, w, 0, _profiles(), nobody[:0].reshape(0, 2, MAX_UNITS), layout.results(0), None)
    finally:
        if helper is not None:
            helper.terminate()
        if collecting:
            gc.enable()
    with suppress(OSError):  # without a stamp the next run looks again, no more
        (Path(config.CACHE_DIR) / STAMP).touch()


def _nothing_to_play() -> tuple[Any, Any, Any]:
    """Records in which nothing is left to do: kernels are compiled by calling them, and return at once."""
    b = layout.battles(1)
    b[0].over = 1
    return b, layout.tables(1), layout.work()


def _profiles() -> Any:
    return np.zeros(1, dtype=layout.PROFILE).view(np.recarray)


def _slots() -> Any:
    return np.zeros(MAX_UNITS, dtype=np.int64)


def _compile_players() -> None:
    gc.disable()
    with as_written():
        engine.choose(*_nothing_to_play(), None)


if __name__ == "__main__":
    _compile_players()
