"""Divisional Morale!: the ADCs that Faltering brigades take, and what happens without them."""

from __future__ import annotations

from tigersim.registry import rule

ALL_FLEE, UNSUPPORTED_FLEE = 0, 1
"""Options of ``morale_shortfall``."""


@rule("GA-T12-01")
def free_adcs(adcs: int, faltering: int) -> int:
    """ADCs that are left for other tasks when every Faltering brigade has had its own."""
    return max(adcs - faltering, 0)


@rule("GA-T12-03", "GA-GAP-06")
def brigades_that_flee(adcs: int, faltering: int, shortfall: int = ALL_FLEE) -> int:
    """How many Faltering brigades get Sauve qui peut!, with fewer ADCs than brigades.

    GA-GAP-06 ``shortfall``: all of them, 1 = only those without an ADC.
    """
    if adcs >= faltering:
        return 0
    return faltering - adcs if shortfall == UNSUPPORTED_FLEE else faltering
