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

from tests.core.checked_battles import fault
from tests.core.whole_battles import NOTHING_CHECKED, NOTHING_TRIED, either
from tigersim.core import layout
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.play.gather import gather
from tigersim.core.play.kernels import NO_BATTLES, SPARE
from tigersim.lab.training.collect import HOW, room

ROOT = Path(__file__).resolve().parents[1]
NOTHING = layout.battles(1), layout.tables(1), layout.work()


def tested() -> None:
    either(*NOTHING, NOTHING_CHECKED, NOTHING_TRIED)
    fault(*NOTHING[:2])


def gathered() -> None:
    gather(*NOTHING, layout.battles(SPARE), NO_BATTLES, room(), HOW)


KERNELS: dict[str, Callable[[], None]] = {one.__name__: one for one in (gathered, tested)}
"""What compiles each: a call in which there is nothing to do."""


def compile_all() -> None:
    """Compile both, in two processes at once.  Raises ``RuntimeError`` where one does not compile."""
    if COMPILER_OFF:
        return
    programs = [subprocess.Popen([sys.executable, "-m", "tests.kernels", name], cwd=ROOT) for name in KERNELS]
    ended = [program.wait() for program in programs]
    if any(ended):
        raise RuntimeError(f"one of {', '.join(KERNELS)} does not compile")


if __name__ == "__main__":
    gc.disable()
    with as_written():
        for name in sys.argv[1:]:
            KERNELS[name]()
