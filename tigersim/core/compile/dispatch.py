"""Choosing a kernel by number: one chain of comparisons, written from a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tigersim.core.compile.jit import jit_inner


def by_number(name: str, cases: Mapping[int, Callable[..., Any]], parameters: str, otherwise: str, file: str) -> Any:
    """Make the kernel ``name(number, *parameters)`` that calls the case of that number.

    numba cannot index a table of kernels at no cost, but it compiles a chain of ``if`` as well as one written by hand.

    name: str, of the kernel; unique in its file.
    cases: number -> kernel, in the order in which they are compared.
    parameters: str, of every case, such as ``"b, t, w"``.
    otherwise: str, what is returned for any other number, such as ``"0"``.
    file: str, path of the module that asks; numba keeps the kernel in the disk cache beside those of that file.
    """
    lines = [f"def {name}(number, {parameters}):"]
    for number in cases:
        lines += [f"    if number == {number}:", f"        return case_{number}({parameters})"]
    lines.append(f"    return {otherwise}")
    made: dict[str, Any] = {f"case_{number}": kernel for number, kernel in cases.items()}
    made["__name__"] = __name__
    exec(compile("\n".join(lines), file, "exec"), made)
    return jit_inner(made[name])
