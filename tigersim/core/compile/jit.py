"""The one place where Python functions become machine code.

Importing this module registers every function of ``tigersim.rules`` with numba, so kernels call the rules by name
while the rules themselves stay plain Python (the exact odds import them without numba).

Compiled kernels are kept on disk, in a folder for each game (``folder_of``) that is named after a hash of its sources:
an edit to the engine leaves a companion's kernels alone unless they are made of it, and the other way round.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba import config
from numba.core import types
from numba.core.types import unliteral
from numba.extending import register_jitable

import tigersim.rules
from tigersim.core.compile.cache import kernel_folder
from tigersim.core.compile.inner_code import adopt, install
from tigersim.core.compile.promises import DIVIDES
from tigersim.core.compile.repeats import as_ours
from tigersim.core.compile.signals import uninterrupted
from tigersim.core.compile.sources import digest, game_of, sources
from tigersim.registry import CHAPTER_FUNCTIONS

F = TypeVar("F", bound=Callable[..., Any])

COMPILER_OFF = bool(config.DISABLE_JIT)


@cache
def source_hash(game: str = "") -> str:
    """Hash of what machine code depends on: sources of a game (the engine), numba, its flags."""
    flags = (numba.__version__, config.BOUNDSCHECK, config.OPT, config.CPU_NAME, config.CPU_FEATURES, INNER_CODE)
    return digest(sources(game), flags)


@cache
def folder_of(game: str = "") -> Path:
    """The folder for compiled kernels of a companion game; without one, of the engine."""
    return kernel_folder(source_hash(game))


def is_kept(kernel: str) -> bool:
    """Whether machine code of a kernel such as "board._survey" is on disk (or none is wanted)."""
    return COMPILER_OFF or any(folder_of().rglob(f"{kernel}-*.nbc"))


def _register_rules() -> None:
    for chapter in pkgutil.iter_modules(tigersim.rules.__path__):
        import_module(f"tigersim.rules.{chapter.name}")
    for_kernels(*CHAPTER_FUNCTIONS)


CALLED_BY_KERNELS: set[Callable[..., Any]] = set()
"""Plain functions that were registered: kernels of several modules may call one of them."""


def for_kernels(*functions: Callable[..., Any]) -> None:
    """Let kernels call these plain functions, such as rules, which stay plain themselves."""
    for function in functions:
        if function in CALLED_BY_KERNELS:
            continue
        CALLED_BY_KERNELS.add(function)
        adopt(function)
        register_jitable(no_cpython_wrapper=True, no_cfunc_wrapper=True, **DIVIDES)(function)


INNER_CODE = not COMPILER_OFF and install()
"""Whether inner functions are spared machine code of their own (core.compile.inner_code)."""
NO_WRAPPERS = {"no_cpython_wrapper": INNER_CODE, "no_cfunc_wrapper": INNER_CODE}
"""The options of a function that Python does not call."""
if not COMPILER_OFF:
    folder_of()  # a folder that cannot be used is told at once
_register_rules()


def as_written() -> AbstractContextManager[Any]:
    """Around calls of kernels: no warning of 64-bit words that wrap, with the compiler off."""
    return np.errstate(over="ignore") if COMPILER_OFF else nullcontext()


def jit(function: F) -> F:
    """Compile a kernel: cached on disk, released from the interpreter lock, free of allocation.

    Without allocation there is nothing to count references to; with it numba would count every array that a call
    hands on, atomically, which took a quarter of a battle's time.
    """
    return _general(_kept(function, _nrt=False))


def jit_allocating(function: F) -> F:
    """Compile a kernel that makes arrays of its own."""
    return _general(_kept(function))


def jit_inner(function: F) -> F:
    """Compile a kernel that other kernels call, without the wrappers for Python."""
    return _inner(function)


def jit_part(function: F) -> F:
    """Compile a large kernel that many others call: to machine code of its own, once for all of them."""
    return _inner(function, as_part=True)


def jit_inline(function: F) -> F:
    """Compile a small helper that is always inlined: seven times faster in loops."""
    return _inner(function, forceinline=True)


def jit_made(function: F) -> F:
    """Compile an inner function that a function has made: not kept, for on disk all were one."""
    adopt(function)
    return _general(numba.njit(nogil=True, _nrt=False, **DIVIDES, **NO_WRAPPERS)(function))


def _kept(function: Any, *, as_part: bool = False, **options: Any) -> Any:
    """A numba function that is kept in the folder of its game, those of other packages as ever."""
    adopt(function, as_part=as_part)
    before = config.CACHE_DIR
    if not COMPILER_OFF:
        config.CACHE_DIR = str(folder_of(game_of(function.__module__)))
    try:
        return numba.njit(cache=True, nogil=True, **DIVIDES, **options)(function)
    finally:
        config.CACHE_DIR = before


def _inner(function: F, **options: Any) -> F:
    """A function that is a part of kernels; one that Python calls all the same becomes a kernel."""
    kernel = _kept(function, _nrt=False, **NO_WRAPPERS, **options)
    if INNER_CODE:
        kernel.add_overload = lambda code: kernel.overloads.update({tuple(code.signature.args): code})
        kernel._compile_for_args = lambda *args, **kwargs: _opened(function)._compile_for_args(*args, **kwargs)
    return _general(kernel)


@cache
def _opened(function: Any) -> Any:
    """A kernel of a part, for Python; not kept, for the disk would take it for the part itself."""
    return numba.njit(nogil=True, _nrt=False, **DIVIDES)(function)


def _general(kernel: Any) -> Any:
    """Compile a kernel once for all widths of integers, and let no signal cut that in two.

    numba would compile ``pack(PASS, 0, ...)`` and ``pack(FIRE, 0, ...)`` apart, once for every combination of literal
    arguments and of widths; a third of all compile time went there.
    """
    if COMPILER_OFF:
        return kernel
    kernel.compile = uninterrupted(as_ours(kernel.compile))
    kernel._compile_for_args = uninterrupted(as_ours(kernel._compile_for_args))
    if not INNER_CODE:
        return kernel
    for_types = kernel.get_call_template

    def for_general_types(args: Any, kws: Any) -> Any:
        return for_types(tuple(_widest(a) for a in args), {k: _widest(a) for k, a in kws.items()})

    kernel.get_call_template = for_general_types
    return kernel


def _widest(argument: Any) -> Any:
    """The type that a kernel is compiled for: no literals, signed integers in 64 bits."""
    general = unliteral(argument)
    if isinstance(general, types.IntEnumMember) or (isinstance(general, types.Integer) and general.signed):
        return types.int64
    return general
