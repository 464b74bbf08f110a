"""Layers of a small network, computed in whole rows.

A layer's sums are one vector that the machine holds in few registers; a row of its weights is added to them at a time.
LLVM does not find this by itself: it cannot know that the sums lie elsewhere than the weights.  So it is said in its
own words here; with the compiler off NumPy does the same.  Every sum is added up in the order of the rows, so that the
bits are the same on any machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from tigersim.core.compile.jit import COMPILER_OFF

NUMBER = ir.FloatType()
INDEX, LONG = ir.IntType(32), ir.IntType(64)
BYTES = 4
"""Of a number; all that is sure of where a field of a record begins."""


def layer(width: int, rows: int, *, if_positive: bool) -> Callable[..., None]:
    """A layer of ``width`` sums over ``rows`` values: (sums, bias, values, weights) -> None.

    ``sums[:] = bias + values @ weights``, all float32; ``weights`` is (rows, width).  With ``if_positive`` only values
    above 0 count.  ``sums`` may be ``bias``.  Nobody checks the shapes; other numbers than float32, or rows that do not
    lie one behind another, are refused when it is compiled.
    """
    if COMPILER_OFF:
        return _plain(if_positive)
    vector = ir.VectorType(NUMBER, width)

    def generate(context: Any, builder: Any, signature: Any, arrays: Any) -> Any:
        def place(k: int) -> Any:
            return context.make_array(signature.args[k])(context, builder, arrays[k]).data

        sums, bias, values, weights = map(place, range(4))
        whole = vector.as_pointer()
        total = builder.load(builder.bitcast(bias, whole), align=BYTES)
        for row in range(rows):  # written out: sums carried through a loop are taken apart into single numbers
            value = builder.load(builder.gep(values, [LONG(row)]), align=BYTES)
            if if_positive:
                value = builder.select(builder.fcmp_ordered(">", value, NUMBER(0.0)), value, NUMBER(0.0))
            of_row = builder.bitcast(builder.gep(weights, [LONG(row * width)]), whole)
            first = builder.insert_element(vector(ir.Undefined), value, INDEX(0))
            in_all = builder.shuffle_vector(first, vector(ir.Undefined), ir.VectorType(INDEX, width)([0] * width))
            total = builder.fadd(total, builder.fmul(in_all, builder.load(of_row, align=BYTES)))
        builder.store(total, builder.bitcast(sums, whole), align=BYTES)
        return context.get_dummy_value()

    def typed(_context: Any, sums: Any, bias: Any, values: Any, weights: Any) -> Any:
        for one in (sums, bias, values, weights):
            if not isinstance(one, types.Array) or one.dtype != types.float32 or one.layout != "C":
                raise TypingError(f"a layer is made of arrays of float32 in rows, not of {one}")
        return types.void(sums, bias, values, weights), generate

    return intrinsic(typed)


def _plain(if_positive: bool) -> Callable[..., None]:
    def add_up(sums: Any, bias: Any, values: Any, weights: Any) -> None:
        total = bias.copy()
        for value, row in zip(values, weights, strict=True):
            if value > 0 or not if_positive:
                total += value * row
        sums[:] = total

    return add_up
