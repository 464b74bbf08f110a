"""What LLVM is told of a layer (``layers.layer``), in its own words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError

NUMBER = ir.FloatType()
INDEX, LONG = ir.IntType(32), ir.IntType(64)
BYTES = 4
"""Of a number; all that is sure of where a field of a record begins."""


def layer(width: int, rows: int, *, rectified: bool, together: int, straight: bool) -> Callable[..., Any]:
    """What numba asks for types and code."""

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

    return typed_with_line if straight else typed


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
