"""Machine code that is ready: kernels that Python calls, from disk, without numba.

numba keeps what it compiles on disk too, but to read that it has to be loaded itself, with its types and all meanings
of all operators: most of a second before the first battle.  So where a kernel was compiled its bare machine code is
kept as well (``core.compile.keeping``), with what a caller has to know: where it begins and what arguments it takes.
LLVM loads it, and it is called as a function of C.

What a kernel gets is handed over in words of 64 bits.  A number is one.  An array is two for who owns it (nobody
counts), its items, the bytes of one, where it is, and for each axis how many items and how many bytes to the next.
That is how LLVM passes numba's arguments on 64-bit Linux on x86, and only there any is kept.  What is not as it was
written, or was made for another processor, is not used.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import platform
import sys
import threading
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tigersim.core.compile.folders import folder_of
from tigersim.core.compile.signals import uninterrupted
from tigersim.core.compile.sources import game_of

FOLDER = "ready"
"""Of the folder for kernels."""
OURS = "tigersim."
NOTHING, BOOL = "none", "bool"
NUMBERS = {BOOL: ctypes.c_uint8, "int64": ctypes.c_int64, "uint64": ctypes.c_uint64, "float64": ctypes.c_double}
"""Numbers that are handed over, by numba's names."""
OPENS = ("numba_adapt_ndarray", "NRT_adapt_ndarray_from_python")
"""What a kernel's door for Python, which is kept with it and never gone through, calls to take an array apart."""
DTYPE, FLAGS, SHARED, SIZE, ITEMSIZE, SHAPE, STRIDES = (
    getattr(np.ndarray, name).__get__  # as arrays have them; those of records look among their fields first
    for name in ("dtype", "flags", "ctypes", "size", "itemsize", "shape", "strides")
)
MOST_SEEN = 64
"""So many dtypes of arrays are remembered of each argument; as many views of records are made one by one."""
IS_POSSIBLE = sys.platform == "linux" and platform.machine() == "x86_64" and sys.maxsize > 2**32


class Form(NamedTuple):
    """What an argument has to be.  ``words`` appends it to a list of words, or returns False if it is not that."""

    kinds: tuple[Any, ...]
    """Of the words."""
    words: Callable[[Any, list[Any]], bool]


def form_of(about: Any) -> Form:
    """The form that is written so: a number's name, {"array": ...} or {"tuple": ...}.  Raises ``LookupError``."""
    if isinstance(about, str):
        return _number(about)
    if "array" in about:
        return _array(**about["array"])
    return _several(about["tuple"], [form_of(part) for part in about["parts"]])


def _number(name: str) -> Form:
    kinds: Any = {
        BOOL: (bool, np.bool_),
        "int64": (int, np.signedinteger),
        "uint64": np.uint64,
        "float64": (float, np.float64),
    }[name]

    def words(value: Any, into: list[Any]) -> bool:
        if not isinstance(value, kinds) or (isinstance(value, bool) and name != BOOL):
            return False
        into.append(value if name == "float64" else int(value))
        return name != "int64" or -(2**63) <= value < 2**63

    return Form((NUMBERS[name],), words)


def _array(dtype: Any, ndim: int, layout: str, writeable: bool) -> Form:
    declared = declared_at(*dtype) if isinstance(dtype, list) else np.dtype(dtype)
    seen = [declared]
    last: list[tuple[Callable[[], Any], tuple[int, ...]]] = [(lambda: None, ())]  # most arrays are handed over again

    def is_alike(other: np.dtype[Any]) -> bool:
        if any(other is one for one in seen):
            return True
        if other != declared:
            return False
        if len(seen) < MOST_SEEN:
            seen.append(other)
        return True

    def words(value: Any, into: list[Any]) -> bool:
        if not isinstance(value, np.ndarray) or FLAGS(value).writeable != writeable:
            return False
        array, found = last[0]
        if array() is not value:
            flags = FLAGS(value)
            if value.ndim != ndim or not is_alike(DTYPE(value)) or layout_of(flags) != layout or not flags.aligned:
                return False
            place = SHARED(value).data
            found = (0, 0, SIZE(value), ITEMSIZE(value), place, *SHAPE(value), *STRIDES(value))
            last[0] = weakref.ref(value), found
        into += found
        return True

    return Form((ctypes.c_int64,) * (5 + 2 * ndim), words)


def _several(kind: Sequence[str], parts: Sequence[Form]) -> Form:
    expected = getattr(import_module(kind[0]), kind[1])

    def words(value: Any, into: list[Any]) -> bool:
        if type(value) is not expected or len(value) != len(parts):
            return False
        return all(part.words(item, into) for part, item in zip(parts, value, strict=True))

    return Form(tuple(word for part in parts for word in part.kinds), words)


def layout_of(flags: Any) -> str:
    """How numba calls the order in which the items of an array lie."""
    return "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"


def declared_at(module: str, name: str, fields: Sequence[str]) -> np.dtype[Any]:
    """The record that is declared there, or the field of it that is one itself.  Raises ``LookupError``."""
    declared: Any = getattr(import_module(module), name)
    for field in fields:
        declared = declared[field].base
    return np.dtype(declared)


class ReadyCode:
    """Machine code of a kernel for arguments of certain forms."""

    def __init__(self, folder: Path, about: dict[str, Any]) -> None:
        self.forms = [form_of(each) for each in about["arguments"]]
        self._folder, self._about = folder, about
        self._call: Any = None

    def words(self, args: Sequence[Any]) -> list[Any] | None:
        """The words of these arguments; None where it is not made for such."""
        into: list[Any] = []
        if len(args) != len(self.forms):
            return None
        return into if all(form.words(value, into) for form, value in zip(self.forms, args, strict=True)) else None

    def run(self, words: Sequence[Any]) -> Any:
        """Call it; the interpreter goes on with other threads meanwhile."""
        answer = self._call(*words)
        return answer & 1 == 1 if self._about["result"] == BOOL else answer  # the other bits are anything

    def load(self) -> bool:
        """Load it; False where what is on disk is not what was kept."""
        with _loading:
            if self._call is None:
                codes = [_code(self._folder / name) for name in self._about["objects"]]
                if None in codes:
                    return False
                place = _load(self._about, codes)
                if not place:
                    return False
                result: Any = NUMBERS.get(self._about["result"])
                kinds = [kind for form in self.forms for kind in form.kinds]
                self._call = ctypes.CFUNCTYPE(result, *kinds)(place)
        return True


_loading = threading.RLock()
_loaded: set[str] = set()
"""Names of objects that are loaded."""


def _code(path: Path) -> bytes | None:
    """Machine code as it was kept; None where it is not."""
    with suppress(OSError):
        code = path.read_bytes()
        return code if path.name == name_of(code) else None
    return None


def name_of(code: bytes) -> str:
    """What machine code is kept as: a name that follows from it."""
    return f"{hashlib.blake2b(code, digest_size=16).hexdigest()}.o"


@uninterrupted
def _load(about: dict[str, Any], codes: Sequence[Any]) -> int:
    """Load objects of machine code that are not loaded yet; returns where the kernel begins; 0: it lacks something."""
    from llvmlite import binding

    engine = _engine()
    nowhere = ctypes.cast(ctypes.CDLL(None).abort, ctypes.c_void_p).value
    for name in about["outside"]:
        if not binding.address_of_symbol(name):
            if name not in OPENS:
                return 0
            binding.add_symbol(name, nowhere)
    for name, code in zip(about["objects"], codes, strict=True):
        if name not in _loaded:
            engine.add_object_file(binding.ObjectFileRef.from_data(code))
            _loaded.add(name)
    engine.finalize_object()
    return int(engine.get_function_address(about["door"]))


@cache
def _engine() -> Any:
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine(jit=True)
    return binding.create_mcjit_compiler(binding.parse_assembly(""), machine)


@cache
def machine() -> list[str]:
    """The processor that machine code is made for."""
    from llvmlite import binding

    return [binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()]


def place_of(function: Callable[..., Any]) -> Path | None:
    """How the files begin in which machine code of a kernel is kept; None where none is."""
    if not IS_POSSIBLE or not function.__module__.startswith(OURS):
        return None
    home = Path(function.__code__.co_filename)
    if not home.is_file():
        return None
    source = hashlib.blake2b(home.read_bytes(), digest_size=8).hexdigest()
    folder = folder_of(game_of(function.__module__)) / FOLDER
    return folder / f"{function.__module__.removeprefix(OURS)}.{function.__qualname__}-{source}"


def found(function: Callable[..., Any]) -> list[ReadyCode]:
    """Machine code of a kernel that is kept and whole, loaded."""
    place = place_of(function)
    codes = []
    for path in sorted(place.parent.glob(f"{place.name}.*.json")) if place else ():
        try:
            about = json.loads(path.read_text(encoding="utf-8"))
            if about["machine"] == machine():
                codes.append(ReadyCode(path.parent, about))
        except (OSError, ValueError, LookupError, TypeError, AttributeError, ImportError):
            continue  # half of a file, or of another making: it is made anew
    return [code for code in codes if code.load()]


def keep(kernel: Any, args: Sequence[Any]) -> None:
    """Keep the machine code that numba has just called for these arguments."""
    place = place_of(kernel.py_func)
    if place is not None:
        from tigersim.core.compile import keeping

        keeping.keep(kernel, args, place)
