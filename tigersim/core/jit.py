"""The one place where Python functions become machine code.

Importing this module registers every function of ``tigersim.rules`` with numba, so kernels call the rules by name
while the rules themselves stay plain Python (the exact odds import them without numba).

numba's disk cache sees edits in a function's own file only; a rule edited in another file would go on being played
in its old form.  So the cache folder is named after a hash of all sources of ``rules/`` and ``core/`` and of the
compiler's flags.
"""

from __future__ import annotations

import hashlib
import os
import pkgutil
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba import config
from numba.extending import register_jitable

import tigersim.rules
from tigersim.registry import CHAPTER_FUNCTIONS

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent

COMPILER_OFF = bool(config.DISABLE_JIT)


def source_hash() -> str:
    """Hash of everything that machine code depends on: sources of rules/ and core/, numba's version, its flags."""
    digest = hashlib.sha256()
    for folder in ("rules", "core"):
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            digest.update(path.relative_to(PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    flags = (numba.__version__, config.BOUNDSCHECK, config.OPT, config.CPU_NAME, config.CPU_FEATURES)
    digest.update(repr(flags).encode())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled kernels of exactly these sources live (``TIGERSIM_CACHE`` moves it)."""
    base = os.environ.get("TIGERSIM_CACHE")
    root = Path(base) if base else Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "tigersim"
    return root / source_hash()


def _register_rules() -> None:
    for chapter in pkgutil.iter_modules(tigersim.rules.__path__):
        import_module(f"tigersim.rules.{chapter.name}")
    for function in CHAPTER_FUNCTIONS:
        register_jitable(function)


if not os.environ.get("NUMBA_CACHE_DIR"):
    config.CACHE_DIR = str(cache_folder())
_register_rules()


def jit(function: F) -> F:
    """Compile a kernel: cached on disk, released from the interpreter lock."""
    compiled: F = numba.njit(cache=True, nogil=True)(function)
    return compiled


def jit_inline(function: F) -> F:
    """Compile a small helper that is always inlined (random numbers, resolutions): seven times faster in loops."""
    compiled: F = numba.njit(cache=True, nogil=True, forceinline=True)(function)
    return compiled
