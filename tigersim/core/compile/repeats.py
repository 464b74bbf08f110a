"""What numba does again and again while it compiles the engine, done once.

Each of these gives what numba gives, and is asked only while a function is compiled by way of ``as_ours``: those of
other packages compile as ever.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from llvmlite.binding import ffi
from numba.core import ir, postproc, transforms, types
from numba.core.targetconfig import TargetConfig

P = ParamSpec("P")
R = TypeVar("R")

PLAIN_TYPES = (types.Number, types.Boolean, types.Array, types.Record)
"""Types of numbers and of what holds them, whose operators mean the same everywhere."""

WITHOUT_VARIABLES = {ir.Loc, str, int, float, bool, type(None)}
"""Types of parts of a statement that hold no variable."""

REPLACED = (
    (types.Record, "__repr__"),
    (types.BaseFunction, "get_call_type"),
    (TargetConfig, "values"),
    (ir.Inst, "_rec_list_vars"),
    (getattr(ffi.lib, "_lock", None), "_cblist"),
    (postproc.PostProcessor, "run"),
    (postproc.PostProcessor, "_insert_var_dels"),
    (postproc, "VariableLifetime"),
)
"""What numba and llvmlite must have for this."""

_compiling = threading.local()
"""Its ``depth``: how many functions this thread compiles by way of ``as_ours``, one within the other."""


def as_ours(compiler: Callable[P, R]) -> Callable[P, R]:
    """Let a compiler of our functions use what ``spare_repeats`` has put in numba's place."""

    @wraps(compiler)
    def compiled(*args: P.args, **kwargs: P.kwargs) -> R:
        _compiling.depth = getattr(_compiling, "depth", 0) + 1
        try:
            return compiler(*args, **kwargs)
        finally:
            _compiling.depth -= 1

    return compiled


def is_ours() -> bool:
    """Whether this thread is compiling one of our functions."""
    return getattr(_compiling, "depth", 0) > 0


def spare_repeats(target: Any) -> None:
    """Put the functions below in numba's place, for a target such as the processor."""
    _name_records()
    _ask_operators_once()
    _measure_types_once(target)
    _compare_flags_by_what_is_set()
    _list_variables_without_detours()
    _leave_lock_unwatched()
    _find_lifetimes_when_asked()


def _name_records() -> None:
    """Take a record's name for its ``repr``: numba writes it out a hundred thousand times."""
    written_out = types.Record.__repr__
    types.Record.__repr__ = lambda self: self.name if is_ours() else written_out(self)


def _ask_operators_once() -> None:
    """Keep what an operator makes of numbers: numba would try all its meanings everywhere."""
    ask = types.BaseFunction.get_call_type
    known: dict[Any, Any] = {}

    def answer(self: Any, context: Any, args: Any, kws: Any) -> Any:
        operator = getattr(self, "typing_key", None)
        other = kws or getattr(operator, "__module__", "") != "_operator"
        if other or not is_ours() or not all(isinstance(each, PLAIN_TYPES) for each in args):
            return ask(self, context, args, kws)
        question = (context, operator, args)
        if question not in known:
            known[question] = ask(self, context, args, kws)
        return known[question]

    types.BaseFunction.get_call_type = answer


def _measure_types_once(target: Any) -> None:
    """Keep how many bytes a type has: numba would have LLVM read a module for each variable."""
    measure = target.get_abi_sizeof
    known: dict[Any, int] = {}

    def size(kind: Any) -> int:
        if not is_ours():
            return int(measure(kind))
        if kind not in known:
            known[kind] = int(measure(kind))
        return known[kind]

    target.get_abi_sizeof = size


def _compare_flags_by_what_is_set() -> None:
    """Flags that were set alike are alike; only others are compared option by option."""
    compare, add_up = TargetConfig.__eq__, TargetConfig.__hash__
    known: dict[Any, int] = {}

    def are_alike(self: Any, other: Any) -> Any:
        alike = is_ours() and type(self) is type(other) and self._values == other._values
        return alike or compare(self, other)

    def added_up(self: Any) -> int:  # of the names of the options, so that it is the class's for good
        kind = type(self)
        if kind not in known:
            known[kind] = add_up(self)
        return known[kind]

    TargetConfig.__eq__ = are_alike
    TargetConfig.__hash__ = added_up


def _list_variables_without_detours() -> None:
    """List the variables of a statement without asking what each string in it is."""
    list_any = ir.Inst._rec_list_vars

    def list_variables(self: Any, part: Any) -> list[Any]:
        if type(part) is not dict or not is_ours():
            return list_any(self, part)
        found: list[Any] = []
        for value in part.values():
            if type(value) is ir.Var:
                found.append(value)
            elif type(value) not in WITHOUT_VARIABLES:
                found.extend(self._rec_list_vars(value))
        return found

    ir.Inst._rec_list_vars = list_variables


def _leave_lock_unwatched() -> None:
    """Call LLVM without telling the timers of numba, one a function under way."""

    def unless_ours(tell: Callable[[], None]) -> Callable[[], None]:
        return lambda: None if is_ours() else tell()

    watching = ffi.lib._lock._cblist
    watching[:] = [(unless_ours(begun), unless_ours(ended)) for begun, ended in watching]


def _find_lifetimes_when_asked() -> None:
    """Find how long variables live where that is used; only generators use where they live after each pass."""
    process = postproc.PostProcessor.run

    def run(self: Any, emit_dels: bool = False, **options: Any) -> None:
        function = self.func_ir
        if not is_ours() or function.is_generator:
            process(self, emit_dels, **options)
            return
        function.blocks = transforms.canonicalize_cfg(function.blocks)
        function.variable_lifetime = postproc.VariableLifetime(function.blocks)
        function.generator_info = None
        if emit_dels:
            self._insert_var_dels(**options)

    postproc.PostProcessor.run = run
