"""The one place where Python functions become kernels.

Nothing is compiled here, nor is the compiler loaded: a function becomes what stands for its machine code
(``core.compile.kernel``), which is made where it is called and not ready yet (``core.compile.dispatchers``).

Compiled kernels are kept on disk, in a folder for each game (``folder_of``) that is named after a hash of its sources:
an edit to the engine leaves a companion's kernels alone unless they are made of it, and the other way round.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from typing import Any, TypeVar, cast

import numpy as np

from tigersim.core.compile.folders import folder_of, source_hash
from tigersim.core.compile.kernel import INNER, MADE, PART, How, InWords, Kernel
from tigersim.core.compile.settings import COMPILER_OFF

F = TypeVar("F", bound=Callable[..., Any])

__all__ = [
    "CALLED_BY_KERNELS",
    "COMPILER_OFF",
    "DISPATCHERS",
    "as_written",
    "folder_of",
    "for_kernels",
    "in_words",
    "is_kept",
    "jit",
    "jit_allocating",
    "jit_inline",
    "jit_inner",
    "jit_made",
    "jit_part",
    "plain",
    "source_hash",
]
DISPATCHERS = "tigersim.core.compile.dispatchers"
"""The module that loads the compiler and registers all rules with it."""

if not COMPILER_OFF:
    folder_of()  # a folder that cannot be used is told at once


def is_kept(kernel: str) -> bool:
    """Whether machine code of a kernel such as "board._survey" is on disk (or none is wanted)."""
    return COMPILER_OFF or any(folder_of().rglob(f"{kernel}-*.nbc"))


CALLED_BY_KERNELS: set[Callable[..., Any]] = set()
"""Plain functions that were registered: kernels of several modules may call one of them."""


def for_kernels(*functions: Callable[..., Any]) -> None:
    """Let kernels call these plain functions, such as rules, which stay plain themselves."""
    new = set(functions) - CALLED_BY_KERNELS
    CALLED_BY_KERNELS.update(new)
    if DISPATCHERS in sys.modules:
        import_module(DISPATCHERS).register(new)  # which waits for a thread that is loading it


def as_written() -> AbstractContextManager[Any]:
    """Around calls of kernels: no warning of 64-bit words that wrap, with the compiler off."""
    return np.errstate(over="ignore") if COMPILER_OFF else nullcontext()


def jit(function: F) -> F:
    """Compile a kernel: cached on disk, released from the interpreter lock, free of allocation.

    Without allocation there is nothing to count references to; with it numba would count every array that a call
    hands on, atomically, which took a quarter of a battle's time.
    """
    return _kernel(function, How())


def jit_allocating(function: F) -> F:
    """Compile a kernel that makes arrays of its own."""
    return _kernel(function, How(allocates=True))


def jit_inner(function: F) -> F:
    """Compile a kernel that other kernels call, without the wrappers for Python."""
    return _kernel(function, How(INNER))


def jit_part(function: F) -> F:
    """Compile a large kernel that many others call: to machine code of its own, once for all of them."""
    return _kernel(function, How(PART))


def jit_inline(function: F) -> F:
    """Compile a small helper that is always inlined: seven times faster in loops."""
    return _kernel(function, How(INNER, inlined=True))


def jit_made(function: F) -> F:
    """Compile an inner function that a function has made: not kept, for on disk all were one."""
    return _kernel(function, How(MADE))


def in_words(python: F, define: Callable[[], Callable[..., Any]]) -> F:
    """An operation said in LLVM's own words, which ``define`` returns; with the compiler off it is ``python``."""
    return python if COMPILER_OFF else cast("F", InWords(define))


def plain(kernel: F) -> F:
    """The Python function that a kernel is made of: for a few numbers that are wanted before anything is played."""
    return cast("F", getattr(kernel, "py_func", kernel))


def _kernel(function: F, how: How) -> F:
    return function if COMPILER_OFF else cast("F", Kernel(function, how))
