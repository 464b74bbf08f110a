"""Layers of a small network, computed in whole rows, for several units at once.

A layer's sums are vectors that the machine holds in registers; a row of its weights is added to them at a time.  A sum
is a chain of additions, each of which waits for the one before: of several units that are judged together one is added
up while the others wait.  LLVM does not find this by itself, as it cannot know that the sums lie elsewhere than the
weights.  So it is said in its own words here; with the compiler off NumPy does the same.  Every sum is added up in the
order of the rows, so that the bits are the same on any machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic

from tigersim.core.compile.jit import COMPILER_OFF

NUMBER = ir.FloatType()
INDEX, LONG = ir.IntType(32), ir.IntType(64)
BYTES = 4
"""Of a number; all that is sure of where a field of a record begins."""


def layer(width: int, rows: int, *, rectified: bool, together: int = 1, straight: bool = False) -> Callable[..., None]:
    """A layer of ``width`` sums over ``rows`` values: (sums, bias, values, weights) -> None.

    ``sums[:] = bias + values @ weights``, all float32; ``weights`` is (rows, width).  ``sums`` may be ``bias``.  Nobody
    checks the shapes; other numbers than float32, or rows that do not lie one behind another, are refused when it is
    compiled.

    rectified: sums below 0 become 0.
    together: so many sums are made at once, of ``values`` (together, rows) into ``sums`` (together, width).
    straight: a straight line past the layer is added up in the same run, which takes no longer.  It is called with
        (..., line, slopes) then: ``line[:] = values @ slopes``, of ``together`` numbers, never rectified.
    """
    if COMPILER_OFF:
        return _plain(rectified, together)

    def generate(context: Any, builder: Any, signature: Any, arrays: Any) -> Any:
        sums, bias, values, weights, *past = (
            context.make_array(kind)(context, builder, array).data
            for kind, array in zip(signature.args, arrays, strict=True)
        )
        totals = {}
        for start, n in _pieces(width):
            for k in range(together):
                totals[k, start] = cgutils.alloca_once(builder, ir.VectorType(NUMBER, n))
                builder.store(_load(builder, bias, LONG(start), n), totals[k, start])
        lines = [cgutils.alloca_once_value(builder, NUMBER(0.0)) for _ in range(together if straight else 0)]
        with cgutils.for_range(builder, LONG(rows)) as loop:
            first = builder.mul(loop.index, LONG(width))
            for start, n in _pieces(width):
                of_row = _load(builder, weights, builder.add(first, LONG(start)), n)
                for k in range(together):
                    value = builder.gep(values, [builder.add(loop.index, LONG(k * rows))])
                    more = builder.fmul(_spread(builder, builder.load(value, align=BYTES), n), of_row)
                    builder.store(builder.fadd(builder.load(totals[k, start]), more), totals[k, start])
            for k, place in enumerate(lines):
                value = builder.gep(values, [builder.add(loop.index, LONG(k * rows))])
                slope = builder.load(builder.gep(past[1], [loop.index]), align=BYTES)
                more = builder.fmul(builder.load(value, align=BYTES), slope)
                builder.store(builder.fadd(builder.load(place), more), place)
        for (k, start), place in totals.items():
            total = builder.load(place)
            if rectified:
                nothing = total.type([0.0] * total.type.count)
                total = builder.select(builder.fcmp_ordered(">", total, nothing), total, nothing)
            into = builder.gep(sums, [LONG(k * width + start)])
            builder.store(total, builder.bitcast(into, total.type.as_pointer()), align=BYTES)
        for k, place in enumerate(lines):
            builder.store(builder.load(place), builder.gep(past[0], [LONG(k)]), align=BYTES)
        return context.get_dummy_value()

    def checked(*arrays: Any) -> Any:
        for one in arrays:
            if not isinstance(one, types.Array) or one.dtype != types.float32 or one.layout != "C":
                raise TypingError(f"a layer is made of arrays of float32 in rows, not of {one}")
        return types.void(*arrays), generate

    def typed(_context: Any, sums: Any, bias: Any, values: Any, weights: Any) -> Any:
        return checked(sums, bias, values, weights)

    def typed_with_line(_context: Any, sums: Any, bias: Any, values: Any, weights: Any, line: Any, slopes: Any) -> Any:
        return checked(sums, bias, values, weights, line, slopes)

    return intrinsic(typed_with_line if straight else typed)


def _pieces(width: int) -> list[tuple[int, int]]:
    """Where the pieces of a row begin and how long they are: a register's worth, or LLVM takes them apart."""
    found, start = [], 0
    for n in (16, 8, 4, 2, 1):
        while width - start >= n:
            found.append((start, n))
            start += n
    return found


def _load(builder: Any, numbers: Any, start: Any, n: int) -> Any:
    """``n`` numbers as a vector."""
    place = builder.gep(numbers, [start])
    return builder.load(builder.bitcast(place, ir.VectorType(NUMBER, n).as_pointer()), align=BYTES)


def _spread(builder: Any, value: Any, n: int) -> Any:
    """A vector of one number n times."""
    empty = ir.VectorType(NUMBER, n)(ir.Undefined)
    return builder.shuffle_vector(
        builder.insert_element(empty, value, INDEX(0)), empty, ir.VectorType(INDEX, n)([0] * n)
    )


def _plain(rectified: bool, together: int) -> Callable[..., None]:
    def add_up(sums: Any, bias: Any, values: Any, weights: Any, line: Any = None, slopes: Any = None) -> None:
        total, columns = np.tile(bias, (together, 1)), values.reshape(together, -1).T
        for value, row in zip(columns, weights, strict=True):
            total += value[:, None] * row
        sums.reshape(together, -1)[:] = np.maximum(total, 0) if rectified else total
        if line is not None:
            line[:] = 0.0
            for value, slope in zip(columns, slopes, strict=True):
                line += value * slope

    return add_up
