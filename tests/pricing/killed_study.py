"""A price study in a process that is killed: take it for what must survive a power cut.

``python -m tests.pricing.killed_study DIR [WRITE STEP]``.  With WRITE and STEP it kills itself at that write of a file,
counted from 1: "half way", "unnamed" (whole, but not in its place) or "named" (just put there).
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tigersim as ts
from tests.lab.short_list import QUICK, UNITS
from tigersim.files import atomic
from tigersim.lab import run as run_module

SMALL: dict[str, Any] = {"seed": 5, "units": UNITS, "sizes": (3, 6), "tables": 1, "players": QUICK}
BATTLES = 6144
"""24 tasks."""
PER_PART = 7
STEPS = ("half way", "unnamed", "named")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def deadly(write: int, step: str) -> None:
    """From now on, the process dies at one write."""
    filled = named = 0
    replace: Callable[[Path, Path], Path] = Path.replace

    def to_disk(path: Path) -> None:
        nonlocal filled
        filled += 1
        if filled == write and step == "half way":
            os.truncate(path, path.stat().st_size // 2)
        if filled == write and step != "named":
            die()

    def to_its_place(path: Path, place: Path) -> Path:
        nonlocal named
        found = replace(path, place)
        named += 1
        if named == write and step == "named":
            die()
        return found

    atomic._to_disk = to_disk
    Path.replace = to_its_place  # type: ignore[method-assign]


def play(folder: Path, **settings: Any) -> ts.Prices:
    """The study, in small parts."""
    run_module.TASKS_PER_PART, run_module.SAVE_EVERY = PER_PART, 0.02
    return ts.prices(BATTLES, out=folder, **{**SMALL, **settings})


def begun(folder: str, write: str = "", step: str = "") -> None:
    """What a process does that may have to die."""
    if step:
        deadly(int(write), step)
    play(Path(folder))


if __name__ == "__main__":
    begun(*sys.argv[1:])
