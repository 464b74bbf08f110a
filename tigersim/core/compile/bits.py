"""The lowest bit of a word, by the machine's own instruction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tigersim.core.compile.jit import in_words


def _counted(word: Any) -> int:
    return (int(word) & -int(word)).bit_length() - 1


def _in_words() -> Callable[..., Any]:
    from llvmlite import ir
    from numba import types
    from numba.core.errors import TypingError

    def typed(_context: Any, word: Any) -> Any:
        if word != types.uint64:
            raise TypingError(f"a word of bits is an unsigned integer of 64 bits, not {word}")

        def generate(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
            return builder.cttz(words[0], ir.IntType(1)(1))

        return types.int64(word), generate

    return typed


lowest_bit = in_words(_counted, _in_words)
"""The number of the lowest bit that is set in a word, which is not 0."""
