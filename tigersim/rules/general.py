"""The table and its terrain: sizes that the rulebook prints."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import Edition

SMALLEST_WOOD, LARGEST_WOOD = 4, 9
"""PT-GEN-05: inches of a wood; larger woods are put together from several."""


@rule("PT-GEN-03", "PT1-GEN-02")
def smallest_side(edition: int = 0) -> int:
    """Inches that each side of a table has at least: three feet, or one metre in edition I.

    A metre is 39.4 inches; a table is whole inches.
    """
    return 40 if edition == Edition.FIRST else 36


@rule("PT-GEN-03", "PT1-GEN-02")
def is_table(width: int, depth: int, edition: int = 0) -> bool:
    """Whether a table is large enough for the edition."""
    return min(width, depth) >= smallest_side(edition)
