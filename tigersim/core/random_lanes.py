"""Sixteen streams of chance side by side, and the arithmetic that makes dice of them.

The generator is xoshiro256++ (Blackman and Vigna 2021), one state per lane, started from SplitMix64 of (seed, chunk).
Lanes advance together, several steps at a time, so that the machine's vector registers hold them.

A digit in 0..m-1 is the upper half of the product of a 16-bit fraction and m; the lower half is the fraction of the
next digit.  The digits of one fraction are thus floor(x * M / 65536) written in mixed radix, M the product of all m,
and the last fraction is x * M mod 65536: they are uniform without any bias if the draw is thrown away whenever that
is below 65536 mod M (Lemire 2019).  ``rejects_below`` gives this bound.

numba does all integer arithmetic in 64 bits, which leaves four numbers in a vector register where sixteen fit.  The
few operations below say in LLVM's words that 16 bits are enough; with the compiler off the plain Python bodies run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tigersim.core.chance import GAMMA, mix
from tigersim.core.compile.jit import in_words, jit_allocating, jit_inline

LANES = 16
STEPS = 8
"""Steps that every lane takes before the next lane's turn."""
SHEET = LANES * STEPS
"""64-bit words of one sheet of random words: every lane's next steps."""
FRACTIONS = 4
"""16-bit fractions in a word."""

Words = NDArray[np.uint64]
Fractions = NDArray[np.uint16]

HALF = 16
"""Bits of a fraction."""

S17, S19, S23, S41, S45 = np.uint64(17), np.uint64(19), np.uint64(23), np.uint64(41), np.uint64(45)
ONE = np.uint64(1)
AFTER_LANES = np.uint64(4 * LANES + 1)
"""First word of a key's SplitMix64 stream that starts no lane."""


@jit_inline
def chunk_key(seed: np.uint64, chunk: np.uint64) -> np.uint64:
    """Key of all chance in one chunk of an experiment."""
    return mix(mix(seed + GAMMA) + chunk * GAMMA)


@jit_allocating
def start_lanes(key: np.uint64) -> Words:
    """State of the lanes, (4, LANES) uint64: words 1 to 4 * LANES of the key's stream."""
    state = np.empty((4, LANES), np.uint64)
    counter = ONE
    for part in range(4):
        for lane in range(LANES):
            state[part, lane] = mix(key + counter * GAMMA)
            counter += ONE
    return state


@jit_inline
def fill(state: Words, words: Words) -> None:
    """Fill ``words`` (uint64, a whole number of sheets) with the next words of the lanes."""
    state_a, state_b, state_c, state_d = state[0], state[1], state[2], state[3]
    for start in range(0, words.size, SHEET):
        sheet = words[start : start + SHEET]
        for lane in range(LANES):
            a, b, c, d = state_a[lane], state_b[lane], state_c[lane], state_d[lane]
            for step in range(STEPS):
                total = a + d
                sheet[step * LANES + lane] = ((total << S23) | (total >> S41)) + a
                shifted = b << S17
                c ^= a
                d ^= b
                b ^= c
                a ^= d
                c ^= shifted
                d = (d << S45) | (d >> S19)
            state_a[lane], state_b[lane], state_c[lane], state_d[lane] = a, b, c, d


def rejects_below(*sizes: int) -> int:
    """The least last fraction of a draw that is kept, for digits of these sizes from one."""
    outcomes = 1
    for size in sizes:
        outcomes *= size
    return 65536 % outcomes


def success_fraction(lowest: int, size: int = 6) -> int:
    """Smallest fraction whose digit (0..size-1) is ``lowest`` or more."""
    return -(-lowest * 65536 // size)


def lane_operation(python: Callable[..., int], build: Callable[..., Any], arguments: int) -> Callable[..., Any]:
    """An operation on uint16 numbers: LLVM's own when compiled, else ``python``."""

    def define() -> Callable[..., Any]:
        from numba import types

        signature = types.uint16(*(types.uint16,) * arguments)

        def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            return build(builder, *values)

        if arguments == 2:
            return lambda _typing, x, y: (signature, generate)
        return lambda _typing, x, y, z: (signature, generate)

    return in_words(python, define)


def _bits(n: int) -> Any:
    """LLVM's type of an integer of so many bits."""
    from llvmlite import ir

    return ir.IntType(n)


def _high(b: Any, x: Any, y: Any) -> Any:
    wide = _bits(2 * HALF)
    return b.trunc(b.lshr(b.mul(b.zext(x, wide), b.zext(y, wide)), wide(HALF)), _bits(HALF))


high = lane_operation(lambda x, y: int(x) * int(y) >> 16, _high, 2)
"""Upper half of a product: the digit."""

low = lane_operation(lambda x, y: int(x) * int(y) & 0xFFFF, lambda b, x, y: b.mul(x, y), 2)
"""Lower half of a product: the fraction that is left."""

plus = lane_operation(lambda x, y: (int(x) + int(y)) & 0xFFFF, lambda b, x, y: b.add(x, y), 2)
"""Sum."""

both = lane_operation(lambda x, y: int(x) & int(y), lambda b, x, y: b.and_(x, y), 2)
"""Bits set in both."""

either = lane_operation(lambda x, y: int(x) | int(y), lambda b, x, y: b.or_(x, y), 2)
"""Bits set in either."""

differing = lane_operation(lambda x, y: int(x) ^ int(y), lambda b, x, y: b.xor(x, y), 2)
"""Bits set in one only."""

if_at_least = lane_operation(
    lambda x, y, z: int(z) if x >= y else 0,
    lambda b, x, y, z: b.and_(b.sext(b.icmp_unsigned(">=", x, y), _bits(HALF)), z),
    3,
)
"""``if_at_least(x, bound, value)``: the value where x reaches the bound, else 0."""

if_below = lane_operation(
    lambda x, y, z: int(z) if x < y else 0,
    lambda b, x, y, z: b.and_(b.sext(b.icmp_unsigned("<", x, y), _bits(HALF)), z),
    3,
)
"""``if_below(x, bound, value)``: the value where x is below the bound, else 0."""

if_odd = lane_operation(
    lambda x, y: int(y) if int(x) & 1 else 0,
    lambda b, x, y: b.and_(b.sub(_bits(HALF)(0), b.and_(x, _bits(HALF)(1))), y),
    2,
)
"""``if_odd(x, value)``: the value where x is odd, else 0."""
