"""The lowest bit of a word, by the machine's own instruction."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from tigersim.core.compile.jit import COMPILER_OFF


def _counted(word: Any) -> int:
    return (int(word) & -int(word)).bit_length() - 1


def _typed(_context: Any, word: Any) -> Any:
    if word != types.uint64:
        raise TypingError(f"a word of bits is an unsigned integer of 64 bits, not {word}")

    def generate(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
        return builder.cttz(words[0], ir.IntType(1)(1))

    return types.int64(word), generate


lowest_bit = _counted if COMPILER_OFF else intrinsic(_typed)
"""The number of the lowest bit that is set in a word, which is not 0."""
