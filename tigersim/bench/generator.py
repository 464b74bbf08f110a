"""How fast chance itself is made: the words of the generator with nothing rolled of them, which no dice can pass."""

from __future__ import annotations

import numpy as np

from tigersim.core.compile.jit import jit_allocating
from tigersim.core.random_lanes import FRACTIONS, chunk_key, fill, start_lanes
from tigersim.core.sampling import BLOCK


@jit_allocating
def make_words(seed: np.uint64, chunk: np.uint64, trials: int, fractions: int) -> np.uint64:
    """Make the words of ``trials`` that take so many 16-bit fractions each, a block after the other, as dice do."""
    state = start_lanes(chunk_key(seed, chunk))
    words = np.empty(fractions * (BLOCK // FRACTIONS), np.uint64)
    seen = np.uint64(0)
    for _ in range(0, trials, BLOCK):
        fill(state, words)
        seen ^= words[seen % np.uint64(words.size)]  # any of them, so that the compiler makes all
    return seen
