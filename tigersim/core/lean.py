"""Machine code for what Python calls, and for nothing else.

numba makes optimised machine code of every function it compiles, each open to calls from anywhere, and of all that the
function calls once more.  The engine is some six hundred small functions of which Python calls a dozen; the others are
only ever part of those.  Here such inner functions stay intermediate code, unoptimised, until they are linked into a
kernel that Python calls.  That kernel is then optimised as a whole and closed: since nobody outside can call its parts,
they lose the arguments that they do not use (an array is seven of them), and battles run nearly half as fast again.

This leans on numba's own classes for code libraries, and touches only the code of this package.  Where a version of
numba has them no longer, ``install`` says so by returning False, and everything is slower, no more.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding
from numba.core import codegen, types
from numba.core.registry import cpu_target

PACKAGE = "_ZN8tigersim"
"""How the names of the package's functions begin in machine code."""
KERNEL = "cfunc._ZN8tigersim"
"""The same of the way in from C, which only kernels have."""
DOORS = ("_ZN7cpython8tigersim", KERNEL)
"""The same of the functions through which Python, or C, comes in."""
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
    """The code of one function: machine code only if it is a kernel, that is if Python calls it."""

    is_lean = False

    def _defined(self) -> list[Any]:
        return [function for function in self._final_module.functions if not function.is_declaration]

    def _is_inner(self) -> bool:
        names = [function.name for function in self._defined()]
        return any(name.startswith(PACKAGE) for name in names) and not self._is_kernel()

    def _is_kernel(self) -> bool:
        return any(function.name.startswith(KERNEL) for function in self._defined())

    def _optimize_final_module(self) -> None:
        if self._is_kernel():
            self._shared_module = self._open_copy()
            self._close()
            passes, builder = self._codegen._module_pass_manager()
            passes.run(self._final_module, builder)
        elif not self._is_inner():  # inner code is optimised where it is linked in
            super()._optimize_final_module()

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
            if not function.name.startswith(DOORS):
                function.linkage = "internal"

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
