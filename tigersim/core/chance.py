"""Counter-based chance: every word is a function of what it is drawn for.

That is: battle key, purpose, turn, unit, and how many words came before it.
So the dice of one unit do not shift when another unit, or another player, does something else, and any battle can be
played alone, in any order, on any worker, with the same bits.  Mixing is SplitMix64's finaliser (Steele, Lea and
Flood 2014).  A die is taken by multiply-shift with exact rejection (Lemire 2019), never by a biased remainder.
"""

import numpy as np

from tigersim.core.compile.jit import jit, jit_inline

GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)
WIDE = np.uint64(1 << 32)
ONE = np.uint64(1)


@jit_inline
def mix(z):
    """Finaliser of SplitMix64: a bijection on 64-bit words."""
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


@jit
def battle_key(seed, number):
    """Key of one battle of an experiment."""
    return mix(mix(np.uint64(seed) + GAMMA) + np.uint64(number) * GAMMA)


@jit_inline
def stream(key, purpose, turn, who):
    """Key of the stream for one purpose, turn and unit (or side) of a battle."""
    label = (np.uint64(purpose) << S32) | (np.uint64(turn) << np.uint64(16)) | np.uint64(who)
    return mix(key ^ (label * GAMMA + ONE))


@jit_inline
def word(stream_key, count):
    """The ``count``-th 64-bit word of a stream."""
    return mix(stream_key + np.uint64(count + 1) * GAMMA)


@jit
def below(stream_key, count, n):
    """An unbiased number in 0..n-1 (n < 2^31), from the ``count``-th word of a stream."""
    wide = np.uint64(n)
    w = word(stream_key, count)
    product = (w >> S32) * wide
    if (product & LOW) < wide:
        threshold = WIDE % wide
        while (product & LOW) < threshold:
            w = mix(w + GAMMA)
            product = (w >> S32) * wide
    return np.int64(product >> S32)


@jit_inline
def die(stream_key, count):
    """One D6 (PT-GEN-02), 1..6."""
    return below(stream_key, count, 6) + 1
