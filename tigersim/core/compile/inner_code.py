"""Machine code only for what Python calls: how numba's own classes compile the engine.

numba makes optimised machine code of every function it compiles, each open to calls from anywhere, and of all that the
function calls once more.  The engine is some six hundred small functions of which Python calls a dozen; the others are
only ever part of those.  Here such inner functions stay intermediate code, unoptimised, until they are linked into a
kernel that Python calls.  That kernel is then optimised as a whole and closed: since nothing outside can call its
parts, they lose the arguments that they do not use (an array is seven of them), and battles run nearly half as fast
again, and again a tenth where the kernel is one of battles, in which branches were counted
(``core.compile.branch_counts``).  A few large functions that many kernels call are optimised and closed by themselves
instead, once for all of them (``core.compile.parts``).

``install`` puts things in numba's place for the whole process: the class of code libraries and ``set_env`` here, and
what ``core.compile.repeats``, ``branch_counts``, ``promises`` and ``kept_types`` have.  All do what numba does
unless the function in hand was given to ``adopt`` or is a part of one, so that other packages' functions compile as
ever.  Nothing is installed where it is not wanted (``core.compile.settings``): then all is compiled as numba does it,
which is slower, no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from llvmlite import binding
from numba.core import codegen, config, itanium_mangler
from numba.core.registry import cpu_target

from tigersim.core.compile import parts
from tigersim.core.compile.branch_counts import WEIGHED, summary, weigh_branches
from tigersim.core.compile.kept_types import keep_places
from tigersim.core.compile.parts import GATE, Gate, Part, known_parts
from tigersim.core.compile.promises import PROMISED, promise
from tigersim.core.compile.ready import OPENS
from tigersim.core.compile.repeats import REPLACED, is_ours, spare_repeats
from tigersim.core.compile.settings import is_wanted

DOOR_OF_C = "cfunc._ZN"
DOORS = ("_ZN7cpython", DOOR_OF_C)
"""How the names of the functions begin through which Python, or C, comes in; inner functions have none."""
TELLS = "numba_gil_ensure"
"""What the door of C calls where a kernel ends in an error."""
OF_NUMBA = ("numba_", "NRT_")
"""How the names of functions begin that come with numba."""
NEEDED = (
    "_finalize_dynamic_globals",
    "_finalize_final_module",
    "_optimize_final_module",
    "_optimize_functions",
    "_unserialize",
    "_verify_declare_only_symbols",
    "finalize",
    "get_pointer_to_function",
    "serialize_using_bitcode",
    "serialize_using_object_code",
)
FOREIGN, INNER, PART, KERNEL = range(4)
KEPT = {INNER: "inner", PART: "part", KERNEL: "kernel"}
"""What numba's disk cache calls our code."""
X86 = "x86_64"
MANY_PARTS = 100
"""From so many functions on a kernel is optimised for what battles are."""
INLINED = 100
"""LLVM's measure of how long a function may be to be copied to where it is called; 225 if nothing is said."""
CHOICES_TO_BRANCHES = "-x86-cmov-converter={}"
"""LLVM's option whether choices between two values may become branches."""

_adopted: set[str] = set()
_parts: set[str] = set()
"""The adopted that are parts of many kernels (core.compile.parts)."""


def adopt(function: Callable[..., Any], *, as_part: bool = False) -> None:
    """Compile this function as this module says; ``as_part``: once for all kernels that call it."""
    name = itanium_mangler.mangle_identifier(f"{function.__module__}.{function.__qualname__}")
    start = f"_Z{name.removesuffix('E')}B"  # tags follow, beginning with B, that tell its compilations apart
    _adopted.add(start)
    if as_part:
        _parts.add(start)


class InnerCodeLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The code of one function: machine code only if it is a kernel, that is if Python calls it, or a part of many."""

    kind = FOREIGN
    part: str | None = None
    """What others call, of a part."""
    doors: tuple[str, ...] = ()
    """Where others come in; of a part, its gate."""
    goes_to: tuple[str, ...] = ()
    """Gates of the parts that its code goes to."""
    is_large = False
    """Whether it has been optimised for what battles are."""
    outside: tuple[str, ...] | None = None
    """What a kernel that never ends in an error needs of other code (``core.compile.ready``)."""
    from_disk: bytes | None = None
    """Machine code that was read from there."""

    def _defined(self) -> list[Any]:
        return [function for function in self._final_module.functions if not function.is_declaration]

    def finalize(self) -> None:
        names = [function.name for function in self._defined()]  # before those of others are linked in
        if any(name.startswith(tuple(_adopted)) for name in names):
            self.doors = tuple(name for name in names if name.startswith(DOORS))
            self.part = next((name for name in names if name.startswith(tuple(_parts))), None)
            self.kind = KERNEL if self.doors else PART if self.part else INNER
        super().finalize()
        if self.kind == PART:
            (gate,), code, way = self.doors, self._get_compiled_object(), self._shared_module.as_bitcode()
            known_parts[gate] = Part(gate, code, way, self.goes_to)

    def _optimize_functions(self, ll_module: Any) -> None:
        """numba's first, light passes; four in five functions are declarations, which need none."""
        if not is_ours():
            super()._optimize_functions(ll_module)
            return
        ll_module.data_layout = self._codegen._data_layout
        for function in ll_module.functions:
            if not function.is_declaration:
                passes, builder = self._codegen._function_pass_manager()
                passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        self.goes_to = parts.gates(self._final_module)
        if self.kind == KERNEL:
            self._shared_module = self._open_copy()
            self._optimize_closed()
            self.outside = self._outside()
        elif self.kind == PART:
            gate = Gate(self._final_module, self._final_module.get_function(self.part))
            self._final_module.link_in(self._parsed(gate.inside()))
            self.doors = (gate.name,)
            self._optimize_closed()
            self._shared_module = self._parsed(gate.way(self._final_module.get_function(gate.name)))
        elif self.kind == FOREIGN:  # inner code is optimised where it is linked in
            super()._optimize_final_module()

    def _optimize_closed(self) -> None:
        """Optimise as a whole that nothing calls into but by the doors."""
        for function in self._defined():
            if function.name not in self.doors:
                function.linkage = "internal"
        self.is_large = len(self._defined()) >= MANY_PARTS
        if self.is_large:
            self._final_module.link_in(self._parsed(summary()))
        passes, builder = self._passes()
        passes.run(self._final_module, builder)

    def _outside(self) -> tuple[str, ...] | None:
        """Names of what is called or looked at but not defined here; None if it can end in an error or needs numba."""
        door = next((name for name in self.doors if name.startswith(DOOR_OF_C)), None)
        if door is None or TELLS in str(self._final_module.get_function(door)):
            return None
        named = (*self._final_module.functions, *self._final_module.global_variables)
        outside = [each.name for each in named if each.is_declaration and not each.name.startswith(("llvm.", GATE))]
        needs_numba = any(name.startswith(OF_NUMBA) and name not in OPENS for name in outside)
        return None if needs_numba else tuple(outside)

    def _passes(self) -> tuple[Any, Any]:
        """LLVM's passes for a kernel.

        A large one is branches and short searches.  What LLVM adds to those by copying loops takes a third of the time,
        and battles are none the faster for it.
        """
        if not self.is_large:
            passes: tuple[Any, Any] = self._codegen._module_pass_manager()
            return passes
        tuning = binding.create_pipeline_tuning_options(speed_level=min(2, config.OPT))
        tuning.inlining_threshold = INLINED
        tuning.loop_vectorization = tuning.loop_unrolling = tuning.slp_vectorization = False
        builder = binding.create_pass_builder(self._codegen._tm, tuning)
        return builder.getModulePassManager(), builder

    def _open_copy(self) -> Any:
        """What other kernels link in, not yet optimised, so that they optimise everything once."""
        module = self._final_module.clone()
        for function in module.functions:
            if not function.is_declaration and function.linkage == binding.Linkage.external:
                function.linkage = "linkonce_odr"
        return module

    def _parsed(self, text: str) -> Any:
        return binding.parse_assembly(f"{self._codegen._create_empty_module(self.name)}\n{text}")

    def _finalize_final_module(self) -> None:
        if self.kind != INNER:
            with keep_choices() if self.is_large else nullcontext():
                super()._finalize_final_module()
            return
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0 if self.kind in (INNER, PART) else int(super().get_pointer_to_function(name))

    @property
    def has_dynamic_globals(self) -> bool:
        """Whether numba cannot keep it: so too where numba by itself would read it, that knows of no parts."""
        return bool(super().has_dynamic_globals or (self.kind == FOREIGN and self.goes_to))

    def serialize_using_object_code(self) -> Any:
        """What numba's disk cache keeps of the function, with the parts that it goes to."""
        if self.kind == FOREIGN:
            return super().serialize_using_object_code()
        if self.kind == PART:
            return self.name, KEPT[PART], (None, parts.with_those_behind(self.doors), None)
        _, _, code = self.serialize_using_bitcode() if self.kind == INNER else super().serialize_using_object_code()
        return self.name, KEPT[self.kind], (code, parts.with_those_behind(self.goes_to), self.outside)

    @property
    def machine_code(self) -> bytes:
        """That of a kernel that is kept on disk."""
        return self.from_disk or bytes(self._get_compiled_object())

    @classmethod
    def _unserialize(cls, codegen: Any, state: Any) -> Any:
        name, kept_as, data = state
        kind = next((kind for kind, known_as in KEPT.items() if kept_as == known_as), FOREIGN)
        if kind == FOREIGN:
            return super()._unserialize(codegen, state)
        code, needed, outside = data
        for part in needed:
            if part.gate not in known_parts:
                super()._unserialize(codegen, (part.gate, "object", (part.code, part.way)))
                known_parts[part.gate] = part
        if kind == KERNEL:
            library = super()._unserialize(codegen, (name, "object", code))
            library.from_disk, library.outside = code[0], outside
        else:
            library = codegen.create_library(name)
        library.kind, library.goes_to = kind, tuple(part.gate for part in needed)
        if kind == INNER:
            library._final_module = binding.parse_bitcode(code)
            library._finalize_final_module()
        elif kind == PART:
            library.doors, library._shared_module = (needed[-1].gate,), binding.parse_bitcode(needed[-1].way)
            library._finalized = True
        return library


@contextmanager
def keep_choices() -> Iterator[None]:
    """Leave choices between two values to an instruction that takes both, where the processor is one of x86.

    Those of battles go either way, and a branch that the processor does not foresee takes longer than both values.
    """
    if not binding.get_process_triple().startswith(X86):
        yield
        return
    binding.set_option("", CHOICES_TO_BRANCHES.format(0))
    try:
        yield
    finally:
        binding.set_option("", CHOICES_TO_BRANCHES.format(1))


def install() -> bool:
    """Compile from now on as this module says; False where numba cannot, or it is not wanted."""
    target_context = cpu_target.target_context
    target = target_context.codegen()
    needed = [(codegen.JITCodeLibrary, name) for name in NEEDED]
    needed += [(binding, "create_pipeline_tuning_options"), (target, "_library_class"), (target, "_tm")]
    needed += [*REPLACED, *PROMISED, *WEIGHED, (target_context, "get_abi_sizeof")]
    if not is_wanted() or not all(hasattr(owner, name) for owner, name in needed):
        return False
    target._library_class = InnerCodeLibrary
    set_env = target.set_env

    def set_env_of_machine_code(name: str, env: Any) -> None:
        if target._engine.get_global_value_address(name):  # inner code, and what numba adds to it, has no place for it
            set_env(name, env)

    target.set_env = set_env_of_machine_code
    spare_repeats(target_context)
    promise()
    weigh_branches()
    keep_places()
    return True
