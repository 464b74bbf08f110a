"""The lowest bit of a word."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from tigersim.core.compile.bits import lowest_bit
from tigersim.core.compile.jit import COMPILER_OFF, jit


@jit
def _lowest(words: Any, found: Any) -> None:
    for k in range(len(words)):
        found[k] = lowest_bit(words[k])


def test_the_lowest_bit_of_words() -> None:
    lone = [1 << k for k in range(64)]
    words = np.array(lone + [one | 1 << 63 for one in lone] + [2**64 - one for one in lone], dtype=np.uint64)
    found = np.zeros(len(words), dtype=np.int64)
    _lowest(words, found)
    assert found.tolist() == 3 * list(range(64))


@pytest.mark.skipif(COMPILER_OFF, reason="nothing is typed with the compiler off")
def test_other_numbers_are_refused() -> None:
    with pytest.raises(numba.core.errors.TypingError, match="an unsigned integer of 64 bits, not int64"):
        _lowest(np.ones(1, dtype=np.int64), np.zeros(1, dtype=np.int64))
