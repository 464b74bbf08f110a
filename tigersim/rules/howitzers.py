"""Howitzers: indirect fire, and what a hit does to a neighbour."""

from __future__ import annotations

from tigersim.registry import rule


@rule("PT-HOW-01", "PT-MORTAR-02")
def has_view(indirect: bool, own_line_of_sight: bool, friend_sees_target: bool) -> bool:
    """PT-HOW-01, PT-MORTAR-02: an indirect weapon may use the eyes of any friendly unit on the table (AMB-68)."""
    return own_line_of_sight or (indirect and friend_sees_target)


@rule("PT-HOW-03")
def splash_reaches(gap_squared: int, armored: bool, enemy: bool, is_target: bool) -> bool:
    """PT-HOW-03: a hit suppresses one other unarmoured enemy within 6 inches of the target, without a save (AMB-70)."""
    return enemy and not armored and not is_target and gap_squared <= 36
