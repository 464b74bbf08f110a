"""Layers of a small network, computed in whole rows, for several units at once.

A layer's sums are vectors that the machine holds in registers; a row of its weights is added to them at a time.  A sum
is a chain of additions, each of which waits for the one before: of several units that are judged together one is added
up while the others wait.  LLVM does not find this by itself, as it cannot know that the sums lie elsewhere than the
weights.  So it is said in its own words here; with the compiler off NumPy does the same.  Every sum is added up in the
order of the rows, so that the bits are the same on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
    """A layer of ``width`` sums over at most 64 ``rows`` of values: (sums, bias, values, weights) -> None.

    ``sums[:] = bias + values @ weights``, all float32; ``weights`` is (rows, width).  ``sums`` may be ``bias``.  Nobody
    checks the shapes; other numbers than float32, or rows that do not lie one behind another, are refused when it is
    compiled.

    rectified: sums below 0 become 0.
    together: so many sums are made at once, of ``values`` (together, rows) into ``sums`` (together, width).
    straight: a straight line past the layer is added up in the same run, which takes no longer.  It is called with
        (..., picks, line, slopes) then: of ``values`` (n, rows) those of the numbers ``picks`` are taken, int64, and
        ``line[:] = values[picks] @ slopes``, never rectified; both are of ``together`` numbers.

    Raises ``ValueError`` for more rows than a word has bits.
    """
    if rows > LONG.width:
        raise ValueError(f"a layer has at most {LONG.width} rows of weights, not {rows}")
    if COMPILER_OFF:
        return _plain(rectified, together)

    def generate(context: Any, builder: Any, signature: Any, arrays: Any) -> Any:
        sums, bias, values, weights, *past = (
            context.make_array(kind)(context, builder, array).data
            for kind, array in zip(signature.args, arrays, strict=True)
        )
        of_one = [builder.gep(values, [builder.mul(_number(builder, past, k), LONG(rows))]) for k in range(together)]
        totals = {}
        for start, n in _pieces(width):
            for k in range(together):
                totals[k, start] = cgutils.alloca_once(builder, ir.VectorType(NUMBER, n))
                builder.store(_load(builder, bias, LONG(start), n), totals[k, start])
        lines = ir.VectorType(NUMBER, together)
        line = cgutils.alloca_once_value(builder, lines([0.0] * together))
        with _rows_that_count(builder, of_one, rows) as row:
            first = builder.mul(row, LONG(width))
            seen = [builder.load(builder.gep(one, [row]), align=BYTES) for one in of_one]
            for start, n in _pieces(width):
                of_row = _load(builder, weights, builder.add(first, LONG(start)), n)
                for k in range(together):
                    share = builder.fmul(_spread(builder, seen[k], n), of_row)
                    builder.store(builder.fadd(builder.load(totals[k, start]), share), totals[k, start])
            if straight:
                slope = builder.load(builder.gep(past[2], [row]), align=BYTES)
                share = builder.fmul(_beside(builder, seen), _spread(builder, slope, together))
                builder.store(builder.fadd(builder.load(line), share), line)
        for (k, start), place in totals.items():
            total = builder.load(place)
            if rectified:
                nothing = total.type([0.0] * total.type.count)
                total = builder.select(builder.fcmp_ordered(">", total, nothing), total, nothing)
            into = builder.gep(sums, [LONG(k * width + start)])
            builder.store(total, builder.bitcast(into, total.type.as_pointer()), align=BYTES)
        if straight:
            builder.store(builder.load(line), builder.bitcast(past[1], lines.as_pointer()), align=BYTES)
        return context.get_dummy_value()

    def checked(*arrays: Any) -> Any:
        for one, numbers in zip(arrays, (*[types.float32] * 4, types.int64, *[types.float32] * 2), strict=False):
            if not isinstance(one, types.Array) or one.dtype != numbers or one.layout != "C":
                raise TypingError(f"a layer is made of arrays of {numbers} in rows, not of {one}")
        return types.void(*arrays), generate

    def typed(_context: Any, sums: Any, bias: Any, values: Any, weights: Any) -> Any:
        return checked(sums, bias, values, weights)

    def typed_with_line(
        _context: Any, sums: Any, bias: Any, values: Any, weights: Any, picks: Any, line: Any, slopes: Any
    ) -> Any:
        return checked(sums, bias, values, weights, picks, line, slopes)

    return intrinsic(typed_with_line if straight else typed)


def _pieces(width: int) -> list[tuple[int, int]]:
    """Where the pieces of a row begin and how long they are: a register's worth, or LLVM takes them apart."""
    found, start = [], 0
    for n in (16, 8, 4, 2, 1):
        while width - start >= n:
            found.append((start, n))
            start += n
    return found


@contextmanager
def _rows_that_count(builder: Any, of_one: Any, rows: int) -> Iterator[Any]:
    """Numbers of the rows of which not all values are 0, one after another: the others add nothing to any sum."""
    left = cgutils.alloca_once_value(builder, LONG(0))
    for start, n in _pieces(rows):
        vector = ir.VectorType(INDEX, n)
        any_of = vector([0] * n)
        for one in of_one:
            any_of = builder.or_(any_of, builder.bitcast(_load(builder, one, LONG(start), n), vector))
        counts = builder.icmp_unsigned("!=", any_of, vector([0] * n))
        bits = builder.zext(builder.bitcast(counts, ir.IntType(n)), LONG)
        builder.store(builder.or_(builder.load(left), builder.shl(bits, LONG(start))), left)
    head, body, end = (builder.append_basic_block(f"rows.{part}") for part in ("head", "body", "end"))
    builder.branch(head)
    builder.position_at_end(head)
    builder.cbranch(builder.icmp_unsigned("!=", builder.load(left), LONG(0)), body, end)
    builder.position_at_end(body)
    now = builder.load(left)
    builder.store(builder.and_(now, builder.sub(now, LONG(1))), left)
    yield builder.cttz(now, ir.IntType(1)(1))
    builder.branch(head)
    builder.position_at_end(end)


def _number(builder: Any, past: Any, k: int) -> Any:
    """Number of the k-th row of values that is added up."""
    return builder.load(builder.gep(past[0], [LONG(k)]), align=BYTES) if past else LONG(k)


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


def _beside(builder: Any, values: Any) -> Any:
    """A vector of these numbers."""
    vector = ir.VectorType(NUMBER, len(values))(ir.Undefined)
    for k, value in enumerate(values):
        vector = builder.insert_element(vector, value, INDEX(k))
    return vector


def _plain(rectified: bool, together: int) -> Callable[..., None]:
    def add_up(sums: Any, bias: Any, values: Any, weights: Any, *past: Any) -> None:
        of_those = values[past[0]] if past else values
        total, columns = np.tile(bias, (together, 1)), of_those.reshape(together, -1).T
        for value, row in zip(columns, weights, strict=True):
            total += value[:, None] * row
        sums.reshape(together, -1)[:] = np.maximum(total, 0) if rectified else total
        if past:
            _, line, slopes = past
            line[:] = 0.0
            for value, slope in zip(columns, slopes, strict=True):
                line += value * slope

    return add_up
