"""The odds that battles look up: worked out once, then kept next to the kernels."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from tigersim.core.compile.jit import folder_of
from tigersim.core.compile.sources import PACKAGE, digest

DAMAGED = (OSError, ValueError, KeyError, EOFError, BadZipFile)
"""What reading a file raises that is not there or not whole."""
MADE_OF = ("odds", "rules")
"""Folders whose sources the odds follow from."""


@lru_cache(maxsize=32)
def odds_arrays(death_trap_rule: int, save_success_rule: int, edition: int) -> tuple[Any, Any]:
    """``odds.tables.attack_table`` and ``save_table`` of these readings, from the disk where they are there.

    To work them out takes a fifth of a second, which every program that plays a battle would wait for.
    """
    file = _folder() / f"{death_trap_rule}-{save_success_rule}-{edition}.npz"
    with suppress(*DAMAGED), file.open("rb") as source, np.load(source) as kept:
        return kept["attack"], kept["save"]
    from tigersim.odds import tables

    attack, save = tables.attack_table(death_trap_rule, edition), tables.save_table(save_success_rule)
    with suppress(OSError):  # then the next program works them out again, no more
        file.parent.mkdir(exist_ok=True)
        passing = file.with_name(f".{os.getpid()}.npz")
        np.savez(passing, attack=attack, save=save)
        os.replace(passing, file)
    return attack, save


@cache
def _folder() -> Path:
    """A folder named after what the odds are made of: an edit to them makes another."""
    files = sorted(path for part in MADE_OF for path in (PACKAGE / part).rglob("*.py"))
    return folder_of() / f"odds_{digest(files, np.__version__)}"
