"""Compiles kernels of whole battles before the first test: take it for one more of those.

They are kernels that tests have, and those of training; without this every worker of a run would compile them.
``python -m tests.kernels NAME...`` compiles some of them.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from tests.core import checked_battles, tried_actions
from tigersim.core import layout
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.enums import MAX_UNITS
from tigersim.core.play.kernels import NO_BATTLES, SPARE
from tigersim.core.play.positions import POSITION, Sampling, take_positions
from tigersim.core.play.shots import SHOT, Trials, take_shots

ROOT = Path(__file__).resolve().parents[1]
NOTHING = layout.battles(1), layout.tables(1), layout.work()
NO_NUMBERS = np.zeros(0, dtype=np.int64)


def checked() -> None:
    armies = np.zeros((0, 2, MAX_UNITS), dtype=np.int64)
    found = np.zeros(3, dtype=np.int64)
    checked_battles.play_checked(*NOTHING, 1, NO_BATTLES.profiles, armies, layout.results(0), layout.battles(1), found)
    checked_battles.fault(*NOTHING[:2])


def tried() -> None:
    rows = np.zeros((0, 1, 8))
    tried_actions.run(NOTHING[0], layout.battles(1), *NOTHING[1:], 1, 0, NO_NUMBERS, 0, NO_NUMBERS, rows)


def positions() -> None:
    rows = np.zeros(0, dtype=POSITION).view(np.recarray)
    take_positions(*NOTHING, layout.battles(SPARE), NO_BATTLES, rows, Sampling(1, 0))


def shots() -> None:
    rows = np.zeros(0, dtype=SHOT).view(np.recarray)
    take_shots(*NOTHING, layout.battles(SPARE), NO_BATTLES, rows, Trials(1, 1))


KERNELS: dict[str, Callable[[], None]] = {one.__name__: one for one in (checked, tried, positions, shots)}
"""What compiles each: a call in which there is nothing to do."""


def compile_all() -> None:
    """Compile all of them, two at a time.  Raises ``RuntimeError`` where one does not compile."""
    if COMPILER_OFF:
        return
    names = list(KERNELS)
    programs = [
        subprocess.Popen([sys.executable, "-m", "tests.kernels", *names[half::2]], cwd=ROOT) for half in range(2)
    ]
    ended = [program.wait() for program in programs]
    if any(ended):
        raise RuntimeError(f"a kernel of {', '.join(names)} does not compile")


if __name__ == "__main__":
    gc.disable()
    with as_written():
        for name in sys.argv[1:]:
            KERNELS[name]()
