"""Compiling the package's own functions differently leaves everyone else's numba code alone, and Python a way in."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest
from llvmlite.binding import Linkage

from tigersim.core.compile import inner_code
from tigersim.core.compile.dispatchers import INNER_CODE
from tigersim.core.compile.jit import COMPILER_OFF, jit
from tigersim.core.geometry import gap_squared

needs_compiler = pytest.mark.skipif(COMPILER_OFF, reason="the compiler is off")


@jit
def hypotenuse_squared(a: int, c: int) -> Any:
    return gap_squared(0, 0, a, c)


def test_python_may_call_what_only_kernels_need() -> None:
    assert gap_squared(1, 1, 5, 6) == 25  # two bases of an inch, three inches and four apart
    assert hypotenuse_squared(4, 5) == 25
    assert gap_squared(0, 0, 6, 13) == 169  # compiled for the kernel by now


@needs_compiler
def test_a_kernel_is_open_to_python_alone() -> None:
    assert INNER_CODE

    def distance(a: Any, c: Any) -> Any:
        return gap_squared(0, 0, a, c)

    inner_code.adopt(distance)
    kernel: Any = numba.njit(distance)  # not from the cache, which keeps machine code alone
    assert kernel(4, 5) == 25
    (code,) = kernel.overloads.values()
    reachable = [f.name for f in code.library.get_defined_functions() if f.linkage == Linkage.external]
    assert reachable
    assert all(name in code.library.doors for name in reachable)


@needs_compiler
def test_other_peoples_functions_compile_as_ever() -> None:
    @numba.vectorize(["float64(float64)"])  # type: ignore[untyped-decorator]
    def above(x: Any) -> Any:
        return x + 1

    @numba.guvectorize(["(float64[:], float64[:])"], "(n)->()")  # type: ignore[untyped-decorator]
    def total(x: Any, y: Any) -> None:
        y[0] = x.sum()

    @numba.cfunc("float64(float64)")  # type: ignore[untyped-decorator]
    def doubled(x: Any) -> Any:
        return 2 * x

    @numba.njit  # type: ignore[untyped-decorator]
    def outer(x: Any) -> Any:
        return inner(x) + len([x])

    @numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)  # type: ignore[untyped-decorator]
    def inner(x: Any) -> Any:
        return 3 * x

    @numba.njit  # type: ignore[untyped-decorator]
    def with_ours(a: Any, c: Any) -> Any:
        return hypotenuse_squared(a, c) + gap_squared(0, 0, a, c)

    assert with_ours(4, 5) == 50
    assert above(np.arange(2.0)).tolist() == [1.0, 2.0]
    assert total(np.ones((2, 3))).tolist() == [3.0, 3.0]
    assert doubled.ctypes(4.0) == 8.0
    assert outer(2) == 7


@needs_compiler
def test_another_numba_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    before = inner_code.cpu_target.target_context.codegen()._library_class
    monkeypatch.setattr(inner_code, "NEEDED", (*inner_code.NEEDED, "what_only_a_later_numba_has"))
    assert inner_code.install() is False
    assert inner_code.cpu_target.target_context.codegen()._library_class is before
