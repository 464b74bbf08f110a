"""A price study in a process of its own, to be killed: ``python -m tests.pricing.survival DIR [WRITE STEP]``.

With WRITE and STEP it kills itself at that write of a file: "before", "half way", "unnamed" (whole, but not yet in its
place) or "after".
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tigersim as ts
from tests.lab.small import UNITS
from tigersim import atomic
from tigersim.lab import run as run_module
from tigersim.pricing import result

SMALL: dict[str, Any] = {"seed": 5, "units": UNITS, "sizes": (3, 6), "tables": 1}
BATTLES = 6144
"""24 tasks."""
PER_PART = 7
STEPS = ("before", "half way", "unnamed", "after")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def deadly(write: int, step: str) -> Callable[..., None]:
    """``write_whole``, but for the one write at which it kills the process."""
    real, count = atomic.write_whole, 0

    def write_whole(path: Path, fill: Callable[[Path], object]) -> None:
        nonlocal count
        count += 1
        if count != write:
            real(path, fill)
            return
        passing = path.with_name(f".{path.name}.{os.getpid()}")
        if step in ("half way", "unnamed"):
            fill(passing)
        if step == "half way":
            os.truncate(passing, passing.stat().st_size // 2)
        if step == "after":
            real(path, fill)
        die()

    return write_whole


def play(folder: Path, **settings: Any) -> ts.Prices:
    """The study, in small parts."""
    run_module.TASKS_PER_PART, run_module.SAVE_EVERY = PER_PART, 0.02
    return ts.prices(BATTLES, out=folder, **{**SMALL, **settings})


if __name__ == "__main__":
    if len(sys.argv) > 2:
        killing = deadly(int(sys.argv[2]), sys.argv[3])
        run_module.write_whole = result.write_whole = killing  # type: ignore[attr-defined]
    play(Path(sys.argv[1]))
