"""Machine code for what Python calls, and for nothing else.

numba makes optimised machine code of every function it compiles, each open to calls from anywhere, and of all that the
function calls once more.  The engine is some six hundred small functions of which Python calls a dozen; the others are
only ever part of those.  Here such inner functions stay intermediate code, unoptimised, until they are linked into a
kernel that Python calls.  That kernel is then optimised as a whole and closed: since nobody outside can call its parts,
they lose the arguments that they do not use (an array is seven of them), and battles run nearly half as fast again.

This leans on numba's own classes for code libraries, and compiles only functions otherwise that it was told to
``adopt``.  Where a version of numba has them no longer, ``install`` says so by returning False, and everything is
slower, no more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import binding
from numba.core import codegen, config, itanium_mangler, types
from numba.core.registry import cpu_target

DOORS = ("_ZN7cpython", "cfunc._ZN")
"""How the names of the functions begin through which Python, or C, comes in; inner functions have none."""
NEEDED = (
    "_finalize_dynamic_globals",
    "_finalize_final_module",
    "_optimize_final_module",
    "_unserialize",
    "_verify_declare_only_symbols",
    "finalize",
    "get_pointer_to_function",
    "serialize_using_bitcode",
    "serialize_using_object_code",
)
FOREIGN, INNER, KERNEL = range(3)
MANY_PARTS = 100
"""From so many functions on a kernel is optimised for what battles are."""
INLINED = 100
"""LLVM's measure of how long a function may be to be copied to where it is called; 225 if nothing is said."""

PLAIN = (types.Number, types.Boolean, types.Array, types.Record)
"""Types of numbers and of what holds them, whose operators mean the same everywhere."""

_adopted: set[str] = set()


def adopt(function: Callable[..., Any]) -> None:
    """Compile this function as this module says."""
    name = itanium_mangler.mangle_identifier(f"{function.__module__}.{function.__qualname__}")
    _adopted.add(f"_Z{name.removesuffix('E')}B")  # tags follow, beginning with B, that tell its compilations apart


class LeanLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The code of one function: machine code only if it is a kernel, that is if Python calls it."""

    kind = FOREIGN
    doors: tuple[str, ...] = ()

    def _defined(self) -> list[Any]:
        return [function for function in self._final_module.functions if not function.is_declaration]

    def finalize(self) -> None:
        names = [function.name for function in self._defined()]  # before those of others are linked in
        if any(name.startswith(tuple(_adopted)) for name in names):
            self.doors = tuple(name for name in names if name.startswith(DOORS))
            self.kind = KERNEL if self.doors else INNER
        super().finalize()

    def _optimize_final_module(self) -> None:
        if self.kind == KERNEL:
            self._shared_module = self._open_copy()
            self._close()
            passes, builder = self._passes(len(self._defined()))
            passes.run(self._final_module, builder)
        elif self.kind == FOREIGN:  # inner code is optimised where it is linked in
            super()._optimize_final_module()

    def _passes(self, parts: int) -> tuple[Any, Any]:
        """LLVM's passes for a kernel of so many functions.

        One of hundreds is branches and short searches.  What LLVM adds to those by copying functions and loops takes a
        third of the time, and battles are none the faster for it.
        """
        if parts < MANY_PARTS:
            passes: tuple[Any, Any] = self._codegen._module_pass_manager()
            return passes
        tuning = binding.create_pipeline_tuning_options(speed_level=min(2, config.OPT))
        tuning.inlining_threshold = INLINED
        tuning.loop_vectorization = tuning.loop_unrolling = tuning.slp_vectorization = False
        builder = binding.create_pass_builder(self._codegen._tm, tuning)
        return builder.getModulePassManager(), builder

    def _open_copy(self) -> Any:
        """What other kernels link in: as it is before optimising, so that they optimise everything once."""
        module = self._final_module.clone()
        for function in module.functions:
            if not function.is_declaration and function.linkage == binding.Linkage.external:
                function.linkage = "linkonce_odr"
        return module

    def _close(self) -> None:
        """Let nothing but Python call in."""
        for function in self._defined():
            if function.name not in self.doors:
                function.linkage = "internal"

    def _finalize_final_module(self) -> None:
        if self.kind != INNER:
            super()._finalize_final_module()
            return
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0 if self.kind == INNER else int(super().get_pointer_to_function(name))

    def serialize_using_object_code(self) -> Any:
        """What numba's disk cache keeps of the function."""
        if self.kind != INNER:
            return super().serialize_using_object_code()
        name, _, code = self.serialize_using_bitcode()
        return name, "inner", code

    @classmethod
    def _unserialize(cls, codegen: Any, state: Any) -> Any:
        name, kind, code = state
        if kind != "inner":
            return super()._unserialize(codegen, state)
        library = codegen.create_library(name)
        library.kind = INNER
        library._final_module = binding.parse_bitcode(code)
        library._finalize_final_module()
        return library


def install() -> bool:
    """Compile from now on as this module says; False where this version of numba is built otherwise."""
    target = cpu_target.target_context.codegen()
    wanted = [(codegen.JITCodeLibrary, name) for name in NEEDED]
    wanted += [(binding, "create_pipeline_tuning_options"), (target, "_library_class"), (target, "_tm")]
    if not all(hasattr(owner, name) for owner, name in wanted):
        return False
    target._library_class = LeanLibrary
    set_env = target.set_env

    def set_env_of_machine_code(name: str, env: Any) -> None:
        if target._engine.get_global_value_address(name):  # inner code has no place for it
            set_env(name, env)

    target.set_env = set_env_of_machine_code
    # the name of a record says as much as the list of its fields, which numba would write out a hundred thousand times
    types.Record.__repr__ = types.Type.__repr__
    _ask_operators_once()
    return True


def _ask_operators_once() -> None:
    """Keep what an operator makes of numbers: numba would try all its meanings at every place in the code."""
    asked = types.BaseFunction.get_call_type
    known: dict[Any, Any] = {}

    def answer(self: Any, context: Any, args: Any, kws: Any) -> Any:
        operator = getattr(self, "typing_key", None)
        told_apart = kws or getattr(operator, "__module__", "") != "_operator"
        if told_apart or not all(isinstance(each, PLAIN) for each in args):
            return asked(self, context, args, kws)
        question = (context, operator, args)
        if question not in known:
            known[question] = asked(self, context, args, kws)
        return known[question]

    types.BaseFunction.get_call_type = answer
