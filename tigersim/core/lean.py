"""Machine code for what Python calls, and for nothing else.

numba makes optimised machine code of every function it compiles, and of all that the function calls once more.  The
engine is some six hundred small functions of which Python calls a dozen; the others are only ever part of those.  Here
such inner functions stay intermediate code, unoptimised, until they are linked into a kernel that Python calls, which
is then optimised as a whole: the same machine code in half the time.

This leans on numba's own classes for code libraries.  Where a version of numba has them no longer, ``install`` says so
by returning False, and compiling takes longer, no more.
"""

from __future__ import annotations

from typing import Any

from numba.core import codegen, types
from numba.core.registry import cpu_target

WRAPPERS = ("_ZN7cpython", "cfunc.")
"""What numba calls the functions through which Python, or C, comes in."""
NEEDED = (
    "_finalize_dynamic_globals",
    "_finalize_final_module",
    "_optimize_final_module",
    "_verify_declare_only_symbols",
    "get_pointer_to_function",
    "serialize_using_bitcode",
    "serialize_using_object_code",
)


class LeanLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The code of one function: machine code only if it has a wrapper, that is if Python calls it."""

    is_lean = False

    def _is_inner(self) -> bool:
        defined = [function.name for function in self._final_module.functions if not function.is_declaration]
        return bool(defined) and not any(name.startswith(WRAPPERS) for name in defined)

    def _optimize_final_module(self) -> None:
        if not self._is_inner():  # inner code is optimised where it is linked in
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        if not self._is_inner():
            super()._finalize_final_module()
            return
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self.is_lean = True
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0 if self.is_lean else int(super().get_pointer_to_function(name))

    def serialize_using_object_code(self) -> Any:
        """What numba's disk cache keeps of the function."""
        return self.serialize_using_bitcode() if self.is_lean else super().serialize_using_object_code()


def install() -> bool:
    """Compile from now on as this module says; False where this version of numba is built otherwise."""
    target = cpu_target.target_context.codegen()
    if not all(hasattr(codegen.JITCodeLibrary, name) for name in NEEDED) or not hasattr(target, "_library_class"):
        return False
    target._library_class = LeanLibrary
    set_env = target.set_env

    def set_env_of_machine_code(name: str, env: Any) -> None:
        if target._engine.get_global_value_address(name):  # inner code has no place for it
            set_env(name, env)

    target.set_env = set_env_of_machine_code
    # the name of a record says as much as the list of its fields, which numba would write out a hundred thousand times
    types.Record.__repr__ = types.Type.__repr__
    return True
