"""What is known of the compiler before it is loaded: whether it is wanted, which it is, and how it is set.

numba takes most of a second to load, with all that our functions need of it.  Where their machine code is ready
(``core.compile.ready``) it is not loaded at all, so what has to be known of it stands here.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

PLAIN = "TIGERSIM_PLAIN_NUMBA"
"""Environment variable that switches off all that is changed in numba: ``TIGERSIM_PLAIN_NUMBA=1``."""
OLDEST, NEWEST = (0, 62), (0, 68)
"""Versions of numba that this has been tried with, which ``pyproject.toml`` allows (tests/core/test_numba.py)."""
VARIABLES = "NUMBA_"
"""How the names of environment variables begin that set numba."""
HARMLESS = ("NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "NUMBA_NUM_THREADS")
"""Those on which machine code does not depend."""
FILE = Path(".numba_config.yaml")
"""Where numba looks for more settings, in the folder that Python was started in."""


def _compiler_off() -> bool:
    if FILE.exists():
        from numba.core import config

        return bool(config.DISABLE_JIT)
    with suppress(ValueError):
        return bool(int(os.environ.get("NUMBA_DISABLE_JIT") or 0))
    return False


COMPILER_OFF = _compiler_off()
"""Whether all is played as plain Python: ``NUMBA_DISABLE_JIT=1``."""


@cache
def numba_version() -> str:
    """The version of numba that is installed."""
    return version("numba")


def is_wanted(short: tuple[int, int] | None = None) -> bool:
    """Whether to compile as ``core.compile.inner_code`` says: not switched off, and numba is a version tried."""
    installed = re.match(r"(\d+)\.(\d+)", numba_version())
    there = short or (installed and (int(installed[1]), int(installed[2])))
    return bool(not os.environ.get(PLAIN) and there and OLDEST <= there <= NEWEST)


@cache
def set_by_user() -> tuple[tuple[str, str], ...]:
    """What the user has set of numba that machine code depends on: (where, what) each."""
    named = sorted(name for name in os.environ if name.startswith(VARIABLES) and name not in HARMLESS)
    found = [(name, os.environ[name]) for name in named]
    if FILE.exists():
        found.append((str(FILE), FILE.read_text(encoding="utf-8")))
    return tuple(found)


def flags() -> tuple[object, ...]:
    """All of this on which machine code depends."""
    return (numba_version(), is_wanted(), set_by_user())
