"""The one place where Python functions become machine code.

Importing this module registers every function of ``tigersim.rules`` with numba, so kernels call the rules by name
while the rules themselves stay plain Python (the exact odds import them without numba).

numba's disk cache sees edits in a function's own file only; a rule edited in another file would go on being played
in its old form.  So the cache folder is named after a hash of all sources of ``rules/``, ``core/`` and ``companions/``,
and of the compiler's flags.
"""

from __future__ import annotations

import hashlib
import pkgutil
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
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
from tigersim.core.compile.lean import adopt, install
from tigersim.core.compile.signals import uninterrupted
from tigersim.registry import CHAPTER_FUNCTIONS

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parents[2]

COMPILER_OFF = bool(config.DISABLE_JIT)


def source_hash() -> str:
    """Hash of everything that machine code depends on: sources with kernels, numba's version, its flags."""
    digest = hashlib.sha256()
    for folder in ("rules", "core", "companions"):
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            digest.update(path.relative_to(PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    flags = (numba.__version__, config.BOUNDSCHECK, config.OPT, config.CPU_NAME, config.CPU_FEATURES)
    digest.update(repr(flags).encode())
    return digest.hexdigest()[:16]


def _register_rules() -> None:
    for chapter in pkgutil.iter_modules(tigersim.rules.__path__):
        import_module(f"tigersim.rules.{chapter.name}")
    for_kernels(*CHAPTER_FUNCTIONS)


def for_kernels(*functions: Callable[..., Any]) -> None:
    """Let kernels call these plain functions, such as rules, by name; they stay plain themselves."""
    for function in functions:
        adopt(function)
        register_jitable(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)


if not COMPILER_OFF:
    config.CACHE_DIR = str(kernel_folder(source_hash()))
LEAN = not COMPILER_OFF and install()
"""Whether inner functions are spared machine code of their own (core.compile.lean)."""
_register_rules()


def as_written() -> AbstractContextManager[Any]:
    """Around calls of kernels: with the compiler off numpy would warn of 64-bit words that wrap, as they should."""
    return np.errstate(over="ignore") if COMPILER_OFF else nullcontext()


def jit(function: F) -> F:
    """Compile a kernel: cached on disk, released from the interpreter lock, free of allocation.

    Without allocation there is nothing to count references to; with it numba would count every array that a call
    hands on, atomically, which took a quarter of a battle's time.
    """
    adopt(function)
    return _general(numba.njit(cache=True, nogil=True, _nrt=False)(function))


def jit_allocating(function: F) -> F:
    """Compile a kernel that makes arrays of its own."""
    adopt(function)
    return _general(numba.njit(cache=True, nogil=True)(function))


def jit_inner(function: F) -> F:
    """Compile a kernel that other kernels call: without the wrappers for Python it compiles faster."""
    return _inner(function)


def jit_inline(function: F) -> F:
    """Compile a small helper that is always inlined (random numbers, resolutions): seven times faster in loops."""
    return _inner(function, forceinline=True)


def _inner(function: F, **options: Any) -> F:
    """A function that is only ever a part of kernels; one that Python calls all the same becomes a kernel there."""
    adopt(function)
    kernel = numba.njit(cache=True, nogil=True, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)(
        function
    )
    if not COMPILER_OFF:
        own = numba.njit(nogil=True, _nrt=False)(function)  # not cached: the disk cache would take it for the other
        kernel.add_overload = lambda code: kernel.overloads.update({tuple(code.signature.args): code})
        kernel._compile_for_args = own._compile_for_args
    return _general(kernel)


def _general(kernel: Any) -> Any:
    """Let every integer in a call use the one version for 64-bit integers, and no signal cut its compiling in two.

    numba would compile ``pack(PASS, 0, ...)`` and ``pack(FIRE, 0, ...)`` apart, once for every combination of literal
    arguments and of widths; a third of all compile time went there.
    """
    if COMPILER_OFF:
        return kernel
    kernel.compile = uninterrupted(kernel.compile)
    kernel._compile_for_args = uninterrupted(kernel._compile_for_args)
    for_types = kernel.get_call_template

    def for_general_types(args: Any, kws: Any) -> Any:
        return for_types(tuple(_widest(a) for a in args), {k: _widest(a) for k, a in kws.items()})

    kernel.get_call_template = for_general_types
    return kernel


def _widest(argument: Any) -> Any:
    """The type that a kernel is compiled for: no literals, signed integers and members of enumerations in 64 bits."""
    general = unliteral(argument)
    if isinstance(general, types.IntEnumMember) or (isinstance(general, types.Integer) and general.signed):
        return types.int64
    return general
