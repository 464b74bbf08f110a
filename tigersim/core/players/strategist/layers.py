"""Layers of a small network, computed in whole rows, for several units at once.

A layer's sums are vectors that the machine holds in registers; a row of its weights is added to them at a time.  A sum
is a chain of additions, each of which waits for the one before: of several units that are judged together one is added
up while the others wait.  LLVM does not find this by itself, as it cannot know that the sums lie elsewhere than the
weights.  So it is said in its own words here; with the compiler off NumPy does the same.  Every sum is added up in the
order of the rows, so that the bits are the same on any machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tigersim.core.compile.jit import in_words

MOST_ROWS = 64
"""Bits of a word, which says which rows count."""


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
    if rows > MOST_ROWS:
        raise ValueError(f"a layer has at most {MOST_ROWS} rows of weights, not {rows}")

    def define() -> Callable[..., Any]:
        from tigersim.core.players.strategist import layers_in_words

        return layers_in_words.layer(width, rows, rectified=rectified, together=together, straight=straight)

    return in_words(_plain(rectified, together), define)


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
