"""Results of trials and their squares, added to the sums of a kernel, compiled."""

from __future__ import annotations

from typing import Any

from tigersim.core.compile.jit import jit_inline, jit_inner


@jit_inline
def add(sums: Any, k: Any, value: Any) -> None:
    """Add one result."""
    sums[k, 0] += value
    sums[k, 1] += value * value


@jit_inner
def add_all(sums: Any, found: Any) -> None:
    """Add every result of a trial."""
    for k in range(len(sums)):
        sums[k, 0] += found[k]
        sums[k, 1] += found[k] * found[k]
