"""Optional rules: wind, current, frost, and single targets."""

from __future__ import annotations

from tigersim.registry import rule

CLOSED = 6
"""BA-CUR-02: strength of current that nobody crosses without a boat."""


@rule("BA-WIND-01")
def direction(face: int, divisions: int) -> int:
    """Divisions clockwise from north, of ``divisions`` in all."""
    return face % divisions


@rule("BA-WIND-02")
def wind_bonus(strength: int) -> int:
    """What the wind gives to shots along it, and takes from shots against it."""
    return strength // 2


@rule("BA-WIND-03")
def deflection(strength: int) -> int:
    """Steps by which shots across the wind drift, in full steps."""
    return strength // 2


@rule("BA-CUR-01", "BA-CUR-02")
def drift(strength: int) -> int:
    """Steps downstream; at 6 the water is closed, which is told by -1."""
    return -1 if strength == CLOSED else strength


@rule("BA-CUR-01", "BA-CUR-02")
def boat_shift(strength: int, orders: int, each: bool) -> int:
    """Steps downstream of a boat, which crosses at any strength (BA-GAP-66: ``each`` order)."""
    return strength * (orders if each else 1)


@rule("BA-WTH-10")
def frost_losses(face: int, least: int) -> int:
    """Warriors that a battalion loses to frost in a turn (BA-GAP-43: at least ``least``)."""
    return max(face - 2, least)


@rule("BA-SNP-01")
def sniper_penalty(between: int) -> int:
    """A sniper's modifier for warriors before its target."""
    return -between


@rule("BA-SNP-02")
def may_aim(covered_by_large: bool) -> bool:
    """Whether a target may be aimed at: big warriors and riders hide it completely."""
    return not covered_by_large


@rule("BA-SNP-03")
def assassin_penalty(passed: int) -> int:
    """An assassin's modifier for files or ranks that it must pass."""
    return -2 * passed
