"""Wheeled vehicles: the road die."""

from __future__ import annotations

from tigersim.registry import rule


@rule("PT-WHEEL-01", "PT-NOTE-WHEELED")
def road_dice(wheeled: bool, starts_on_road: bool) -> int:
    """PT-WHEEL-01, PT-NOTE-WHEELED: one more move die, rolled apart, for a wheeled unit that starts on a road."""
    return 1 if wheeled and starts_on_road else 0
