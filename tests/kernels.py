"""Compiles kernels of whole battles before the first test: take it for one more of those.

They are kernels that tests have, and those of training; without this every worker of a run would compile them.
``python -m tests.kernels NAME...`` compiles some of them.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.core.checked_battles import fault
from tests.core.whole_battles import NOTHING_CHECKED, NOTHING_TRIED, either
from tigersim.core import layout
from tigersim.core.compile.jit import COMPILER_OFF, as_written
from tigersim.core.play.gather import gather
from tigersim.core.play.kernels import NO_BATTLES, SPARE, kind_of
from tigersim.core.play.warm import FUNCTIONS, is_warm, warm
from tigersim.lab.training.collect import HOW, room

ROOT = Path(__file__).resolve().parents[1]
NOTHING = layout.battles(1), layout.tables(1), layout.work()


def tested() -> None:
    either(*NOTHING, NOTHING_CHECKED, NOTHING_TRIED)
    fault(*NOTHING[:2])


def gathered() -> None:
    gather(*NOTHING, layout.battles(SPARE), NO_BATTLES, room(), HOW)


KERNELS: dict[str, Callable[[], None]] = {one.__name__: one for one in (tested, gathered)}
"""What compiles each: a call in which there is nothing to do."""
QUICK, AHEAD = ("tactician",), ("planner",)
"""Players of a match of each kind whose kernel is compiled: between them they play all players."""


def compile_all() -> None:
    """Compile them and the battles of all players, two at once.

    Raises ``RuntimeError`` where one does not compile.
    """
    if COMPILER_OFF:
        return
    warm(QUICK)
    with _beside(tested):
        if not is_warm(AHEAD):
            with as_written():
                FUNCTIONS["_players"](kind_of(AHEAD))  # of what these are made of ``gather`` is made, too
        with _beside(gathered):
            warm(AHEAD)


@contextmanager
def _beside(compiles: Callable[[], None]) -> Iterator[None]:
    """Have another process compile one of them meanwhile."""
    with subprocess.Popen([sys.executable, "-m", "tests.kernels", compiles.__name__], cwd=ROOT) as program:
        yield
    if program.returncode != 0:
        raise RuntimeError(f"{compiles.__name__} does not compile")


if __name__ == "__main__":
    gc.disable()
    with as_written():
        for name in sys.argv[1:]:
            KERNELS[name]()
