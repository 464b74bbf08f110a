"""Cards of the Fog of War under fire: what is noted, uncovered, and shared out."""

from __future__ import annotations

from collections.abc import Sequence

from tigersim.errors import InvalidValue
from tigersim.registry import rule


@rule("GA-FOG-03", "GA-FOG-06")
def after_fire(noted: int, casualties: int, discipline_test: bool) -> tuple[int, bool]:
    """Losses noted for a card after fire; whether units are placed, not tested for Discipline."""
    return noted + casualties, discipline_test


@rule("GA-FOG-04", "GA-FOG-05")
def placed(noted: int, shares: Sequence[int]) -> tuple[int, ...]:
    """Casualties of the units of a card when they are placed, as their owner shares them out.

    Raises ``InvalidValue`` for shares that are not all that was noted.
    """
    if min(shares, default=0) < 0 or sum(shares) != noted:
        raise InvalidValue("shares", tuple(shares), f"numbers from 0 that come to {noted}")
    return tuple(shares)
