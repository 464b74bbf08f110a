"""The folders that machine code is kept in, one for each game, named after a hash of what it is made of."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tigersim.core.compile.cache import kernel_folder
from tigersim.core.compile.settings import flags
from tigersim.core.compile.sources import digest, sources


@cache
def source_hash(game: str = "") -> str:
    """Hash of what machine code depends on: sources of a game (the engine), numba, its flags."""
    return digest(sources(game), flags())


@cache
def folder_of(game: str = "") -> Path:
    """The folder for compiled kernels of a companion game; without one, of the engine."""
    return kernel_folder(source_hash(game))
