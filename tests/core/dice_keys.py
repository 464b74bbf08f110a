"""The key of a battle under which dice fall as wanted: ``Position`` finds them by it; take it for dice alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tigersim.core.chance import GAMMA, LOW, MIX_1, MIX_2, ONE, S27, S30, S31, S32

CHUNK = 1 << 16
MOST_KEYS = 1 << 30


def mix(z: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """``chance.mix`` of many words."""
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


def find_key(columns: list[tuple[int, int, int, int, int]]) -> np.uint64:
    """The first battle key of experiment 0 under which these dice fall: (purpose, turn, unit, count, face) each.

    As ``chance.die`` throws them, many keys at a time: a die is six times the upper half of its word, its upper half.
    Raises ``LookupError`` if too many dice are asked for.
    """
    with np.errstate(over="ignore"):
        seed = mix(np.array([GAMMA]))
        for first in range(0, MOST_KEYS, CHUNK):
            numbers = np.arange(first, first + CHUNK, dtype=np.uint64)
            keys = mix(seed + numbers * GAMMA)
            for purpose, turn, who, count, face in columns:
                label = np.uint64(purpose) << S32 | np.uint64(turn) << np.uint64(16) | np.uint64(who)
                words = mix(mix(keys ^ (label * GAMMA + ONE)) + np.uint64(count + 1) * GAMMA)
                product = (words >> S32) * np.uint64(6)
                # a word that the die would reject is left out with its key
                keys = keys[(product >> S32 == np.uint64(face - 1)) & (product & LOW >= np.uint64(6))]
                if not len(keys):
                    break
            if len(keys):
                return np.uint64(keys[0])
    raise LookupError(f"no key throws these {len(columns)} dice")
