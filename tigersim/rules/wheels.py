"""Wheeled vehicles: the road die."""

from __future__ import annotations

from tigersim.registry import rule


@rule("PT-WHEEL-01", "PT-NOTE-WHEELED")
def road_dice(wheeled: bool, starts_on_road: bool) -> int:
    """Road dice: one, rolled apart, for a wheeled unit that starts on a road."""
    return 1 if wheeled and starts_on_road else 0


@rule("PT-WHEEL-02")
def road_inches(allowance: int, road_bonus: int) -> tuple[int, int]:
    """(Inches in all, inches off the road) that a move may be long, as AMB-31 reads it.

    ``allowance``: what the other dice give; ``road_bonus``: what the road die adds.  The road die's inches serve on any
    part of the way that is road.
    """
    return allowance + road_bonus, allowance
