"""Figures of earlier versions on this machine: what a new one is compared with."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

from tigersim.core.compile.jit import folder_of
from tigersim.errors import DamagedFile, RunError
from tigersim.files.atomic import write_json
from tigersim.files.documents import json_of
from tigersim.version import RULES_VERSION, __version__

FILE = "bench.json"
"""Next to the folders of compiled kernels: machine -> version -> row -> figure, versions in the order of keeping."""
VERSION = f"{__version__} (rules version {RULES_VERSION})"

Figures = dict[str, float]


def place() -> Path:
    """The file of kept figures."""
    return folder_of().parent / FILE


def machine() -> str:
    """This machine, as its figures are kept by."""
    from llvmlite.binding import get_host_cpu_name

    return f"{platform.node()}, {get_host_cpu_name()}, {os.cpu_count()} cores"


def keep(figures: Figures) -> Path:
    """Keep figures of this version on this machine, in place of earlier ones of both.  Raises ``RunError``."""
    kept = _read()
    mine = kept.setdefault(machine(), {})
    mine.pop(VERSION, None)
    mine[VERSION] = figures
    write_json(place(), kept)
    return place()


def before() -> tuple[str, Figures] | None:
    """The version kept last on this machine that is not this one, and its figures; None if there is none."""
    others = {version: figures for version, figures in _read().get(machine(), {}).items() if version != VERSION}
    return list(others.items())[-1] if others else None


def _read() -> dict[str, dict[str, Figures]]:
    """All kept figures.  Raises ``RunError`` for a damaged file."""
    if not place().exists():
        return {}
    try:
        found: Any = json_of(place())
    except (OSError, DamagedFile) as error:
        raise RunError(f"{place()} is damaged ({error}); delete it, and keep figures anew") from None
    sound = isinstance(found, dict) and all(
        isinstance(figures, dict) and all(isinstance(one, int | float) for one in figures.values())
        for versions in found.values()
        for figures in (versions.values() if isinstance(versions, dict) else [None])
    )
    if not sound:
        raise RunError(f"{place()} is damaged (it holds no figures by machine and version); delete it, and keep anew")
    kept: dict[str, dict[str, Figures]] = found
    return kept
