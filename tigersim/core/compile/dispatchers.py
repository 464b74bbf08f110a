"""How numba makes machine code of our functions.  Loaded only where some has to be made.

Loading this module changes numba as ``core.compile.inner_code`` says, and registers every function of
``tigersim.rules`` with it, so kernels call the rules by name while the rules themselves stay plain Python (the exact
odds import them without numba).
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from typing import Any

import numba
from numba import config, typeof
from numba.core import types
from numba.core.registry import cpu_target
from numba.core.types import unliteral
from numba.extending import intrinsic, register_jitable

import tigersim.rules
from tigersim.core.compile.folders import folder_of
from tigersim.core.compile.inner_code import adopt, install
from tigersim.core.compile.jit import CALLED_BY_KERNELS
from tigersim.core.compile.kernel import INNER, KERNEL, MADE, PART, How
from tigersim.core.compile.promises import DIVIDES
from tigersim.core.compile.repeats import as_ours
from tigersim.core.compile.settings import COMPILER_OFF
from tigersim.core.compile.signals import uninterrupted
from tigersim.core.compile.sources import game_of
from tigersim.registry import CHAPTER_FUNCTIONS

INNER_CODE = not COMPILER_OFF and install()
"""Whether inner functions are spared machine code of their own (core.compile.inner_code)."""
NO_WRAPPERS = {"no_cpython_wrapper": INNER_CODE, "no_cfunc_wrapper": INNER_CODE}
"""The options of a function that Python does not call."""


def register(functions: Iterable[Callable[..., Any]]) -> None:
    """Tell numba of plain functions that kernels call (``jit.for_kernels``)."""
    for function in functions:
        adopt(function)
        register_jitable(no_cpython_wrapper=True, no_cfunc_wrapper=True, **DIVIDES)(function)


def dispatcher_of(function: Callable[..., Any], how: How) -> Any:
    """numba's object for a function; an inner one that Python calls all the same becomes a kernel."""
    adopt(function, as_part=how.kind == PART)
    options = DIVIDES | ({} if how.allocates else {"_nrt": False}) | ({} if how.kind == KERNEL else NO_WRAPPERS)
    if how.inlined:
        options["forceinline"] = True
    kernel = _general(numba.njit(nogil=True, **options)(function) if how.kind == MADE else _kept(function, options))
    if how.kind in (INNER, PART) and INNER_CODE:
        kernel.add_overload = lambda code: kernel.overloads.update({tuple(code.signature.args): code})
        kernel._compile_for_args = lambda *args, **named: _opened(function)._compile_for_args(*args, **named)
    return kernel


def _kept(function: Any, options: dict[str, Any]) -> Any:
    """A numba function that is kept in the folder of its game, those of other packages as ever."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder_of(game_of(function.__module__)))
    try:
        return numba.njit(cache=True, nogil=True, **options)(function)
    finally:
        config.CACHE_DIR = before


@cache
def _opened(function: Any) -> Any:
    """A kernel of a part, for Python; not kept, for the disk would take it for the part itself."""
    return numba.njit(nogil=True, _nrt=False, **DIVIDES)(function)


def _general(kernel: Any) -> Any:
    """Compile a kernel once for all widths of integers, and let no signal cut that in two.

    numba would compile ``pack(PASS, 0, ...)`` and ``pack(FIRE, 0, ...)`` apart, once for every combination of literal
    arguments and of widths; a third of all compile time went there.
    """
    kernel.compile = uninterrupted(as_ours(kernel.compile))
    kernel._compile_for_args = uninterrupted(as_ours(kernel._compile_for_args))
    if not INNER_CODE:
        return kernel
    for_types = kernel.get_call_template

    def for_general_types(args: Any, kws: Any) -> Any:
        return for_types(tuple(widest(a) for a in args), {k: widest(a) for k, a in kws.items()})

    kernel.get_call_template = for_general_types
    return kernel


def widest(argument: Any) -> Any:
    """The type that a kernel is compiled for: no literals, signed integers in 64 bits."""
    general = unliteral(argument)
    if isinstance(general, types.IntEnumMember) or (isinstance(general, types.Integer) and general.signed):
        return types.int64
    return general


def type_of_words(defined: Callable[..., Any]) -> Any:
    """numba's type of an operation in LLVM's own words (``jit.in_words``)."""
    operation = intrinsic(defined)
    context = cpu_target.typing_context
    context.refresh()
    return context.resolve_value_type(operation)


def code_of(kernel: Any, args: Iterable[Any]) -> Any:
    """What numba has compiled of a kernel for such arguments; None if nothing."""
    return kernel.dispatcher.overloads.get(tuple(typeof(argument) for argument in args))


def _register_all() -> None:
    for chapter in pkgutil.iter_modules(tigersim.rules.__path__):
        import_module(f"tigersim.rules.{chapter.name}")
    CALLED_BY_KERNELS.update(CHAPTER_FUNCTIONS)
    register(CALLED_BY_KERNELS)


_register_all()
