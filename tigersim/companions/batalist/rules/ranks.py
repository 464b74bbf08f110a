"""Battalions on their bases: ranks, files, zones, and the formations that do without flanks."""

from __future__ import annotations

from tigersim.registry import rule

COLUMN, LOOSE, WEDGE, HEDGEHOG = range(4)
FRONT, FLANK, REAR = range(3)


@rule("BA-DEF-08", "BA-DEF-11")
def ranks(warriors: int, width: int) -> int:
    """Rows of ``width`` side by side; only the last may be incomplete."""
    return -(-warriors // width)


@rule("BA-DEF-09")
def outer_file(warriors: int, width: int) -> int:
    """Warriors of the right (left) file, one behind another: one of every rank."""
    return ranks(warriors, width)


@rule("BA-DEF-13")
def last_rank(warriors: int, width: int) -> int:
    """Warriors of the last rank, from which the killed are taken."""
    return (warriors - 1) % width + 1 if warriors > 0 else 0


@rule("BA-DEF-15", "BA-DEF-17", "BA-DEF-18")
def zone(right: int, ahead: int, half_width: int, depth: int) -> int:
    """The zone of a point seen from the middle of the front edge of a base.

    The rays leave the corners at 135 degrees to the edge, which is at 45 degrees outwards.  All in one unit.
    """
    outside = abs(right) - half_width
    if ahead >= 0 and ahead >= outside:
        return FRONT
    behind = -ahead - depth
    return REAR if behind >= 0 and behind >= outside else FLANK


@rule("BA-DEF-16")
def may_attack(zone_of_target: int) -> bool:
    """Whether a target may be attacked: the middle of one side is in front (BA-GAP-65)."""
    return zone_of_target == FRONT


@rule("BA-DEF-19", "BA-DEF-20", "BA-FRM-02", "BA-FRM-03", "BA-SKL-16")
def attacked_side(zone_of_attacker: int, formation: int, warriors: int, long_body: bool) -> int:
    """The side on which an attack falls.

    The zone is that of the middle of the attacker's first rank.  A hedgehog has neither flanks nor rear, a wedge no
    flanks; a single warrior turns round unless its body is long.
    """
    if formation == HEDGEHOG or (warriors == 1 and not long_body):
        return FRONT
    return FRONT if formation == WEDGE and zone_of_attacker == FLANK else zone_of_attacker
