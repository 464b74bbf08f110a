"""Wheeled vehicles: the road die."""

from __future__ import annotations

from tigersim.registry import rule


@rule("PT-WHEEL-01", "PT-NOTE-WHEELED")
def road_dice(wheeled: bool, starts_on_road: bool) -> int:
    """PT-WHEEL-01, PT-NOTE-WHEELED: one more move die, rolled apart, for a wheeled unit that starts on a road."""
    return 1 if wheeled and starts_on_road else 0


@rule("PT-WHEEL-02")
def within_road_limits(inches_off_road: int, inches: int, total: int, road: int) -> bool:
    """PT-WHEEL-02: the inches of the road die may be used on a road only (AMB-31).

    ``total`` is the sum of the other dice, ``road`` the face of the road die; lengths in any one unit.
    """
    return inches_off_road <= total and inches <= total + road
