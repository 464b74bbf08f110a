"""Keeping machine code of a kernel so that it can be loaded without numba (``core.compile.ready``)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core import types
from numba.np.numpy_support import as_dtype

from tigersim.core.compile import dispatchers, parts, ready
from tigersim.core.compile.inner_code import KERNEL, InnerCodeLibrary
from tigersim.core.compile.kept_types import place_of
from tigersim.errors import RunError
from tigersim.files.atomic import write_together


def keep(kernel: Any, args: Sequence[Any], place: Path) -> None:
    """Keep the machine code of a kernel that has been called with such arguments.

    It is kept in files that begin as ``place``.  Nothing is kept of a kernel that can end in an error, nor of one that
    takes or returns what ``ready`` has no words for; numba loads those.
    """
    code = dispatchers.code_of(kernel, args)
    if code is None or not isinstance(code.library, InnerCodeLibrary) or code.library.kind != KERNEL:
        return
    library, signature = code.library, code.signature
    about = [form(kind) for kind in signature.args]
    result = str(signature.return_type)
    if library.outside is None or None in about or result not in (ready.NOTHING, *ready.NUMBERS):
        return
    codes = [part.code for part in parts.with_those_behind(library.goes_to)] + [library.machine_code]
    written = {
        "door": code.fndesc.llvm_cfunc_wrapper_name,
        "arguments": about,
        "result": result,
        "objects": [ready.name_of(each) for each in codes],
        "outside": library.outside,
        "machine": ready.machine(),
    }
    text = json.dumps(written)
    forms = hashlib.blake2b(json.dumps(about).encode(), digest_size=8).hexdigest()
    files = {place.parent / ready.name_of(each): _writer(each) for each in codes}
    with suppress(RunError, OSError):  # a full disk: numba loads it the next time, no more
        place.parent.mkdir(mode=0o700, exist_ok=True)
        write_together({**files, place.with_name(f"{place.name}.{forms}.json"): _writer(text.encode())})


def _writer(content: bytes) -> Any:
    return lambda path: path.write_bytes(content)


def form(kind: Any) -> Any:
    """How an argument of one of numba's types is written (``ready.form_of``); None if there are no words for it."""
    if str(kind) in ready.NUMBERS:
        return str(kind)
    if isinstance(kind, types.Array) and kind.aligned:
        declared = place_of(kind.dtype) if isinstance(kind.dtype, types.Record) else None
        if isinstance(kind.dtype, types.Record) and declared is None:
            return None
        dtype = list(declared) if declared else as_dtype(kind.dtype).str
        return {"array": {"dtype": dtype, "ndim": kind.ndim, "layout": kind.layout, "writeable": kind.mutable}}
    if isinstance(kind, types.BaseTuple):
        parts_of = [form(part) for part in kind.types]
        home = getattr(kind, "instance_class", tuple)
        return None if None in parts_of else {"tuple": [home.__module__, home.__qualname__], "parts": parts_of}
    return None
