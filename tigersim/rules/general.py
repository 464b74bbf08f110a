"""The table and its terrain: sizes that the rulebook prints."""

from __future__ import annotations

from tigersim.registry import rule

SMALLEST_WOOD, LARGEST_WOOD = 4, 9
"""PT-GEN-05: inches of a wood; larger woods are put together from several."""


@rule("PT-GEN-03")
def is_table(width: int, depth: int) -> bool:
    """PT-GEN-03: whether a table is large enough, 36 by 36 inches."""
    return width >= 36 and depth >= 36


@rule("PT-GEN-05")
def is_wood(width: int, depth: int) -> bool:
    """PT-GEN-05: whether one piece of wood may be so many inches wide and deep: 4 by 4 to 9 by 9."""
    return min(width, depth) >= SMALLEST_WOOD and max(width, depth) <= LARGEST_WOOD
