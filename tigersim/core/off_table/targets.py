"""The next target of off-table support: legal ones, and whether it may be left out."""

from tigersim.core.aim import can_be_aimed_at
from tigersim.core.compile.jit import jit_inner
from tigersim.core.enums import PHASE_OFF_TABLE, SLOTS
from tigersim.core.geometry import gap_squared
from tigersim.core.sides import side_of
from tigersim.registry import rule
from tigersim.rules.off_table import in_chain, may_attack_again, may_break_off
from tigersim.rules.switches import SupportTargets


@jit_inner
def anybody_is_next(b):
    """Whether there is any target for the next attack."""
    for target in range(SLOTS):
        if may_be_next(b, target):
            return True
    return False


@jit_inner
@rule("PT-SUPPORT-03", "PT-SUPPORT-04", "PT-SUPPORT-08", "PT-SUPPORT-12", "AMB-71")
def may_be_next(b, target):
    """Whether a unit may be the next target: an enemy within 6 inches of the last.

    AMB-71: 1 (any_unit) beside the last target once more only the nearest unit will do, be it a friend.
    """
    if not in_reach_of_support(b, target):
        return False
    if b[0].ruling.support_targets != SupportTargets.ANY_UNIT:
        return side_of(target) != side_of(b[0].shot.unit)
    last = b[0].support.last
    if target == last:
        return True
    for other in range(SLOTS):
        if other != last and in_reach_of_support(b, other) and gap_to_last(b, other) < gap_to_last(b, target):
            return False
    return True


@jit_inner
def gap_to_last(b, unit):
    """Squared distance of a unit from where the last target stands, or stood."""
    u, v = b[0].unit[b[0].support.last], b[0].unit[unit]
    return gap_squared(u.x, u.y, v.x, v.y)


@jit_inner
def in_reach_of_support(b, unit):
    """Whether the chain reaches a unit of whichever side, and it may be attacked (again)."""
    if not can_be_aimed_at(b, unit) or not may_attack_again(times_attacked(b, unit)):
        return False
    return in_chain(gap_to_last(b, unit), unit == b[0].support.last)


@jit_inner
def times_attacked(b, unit):
    """How often the support in hand has attacked a unit."""
    return ((b[0].support.once >> unit) & 1) + ((b[0].support.twice >> unit) & 1)


@jit_inner
@rule("AMB-71", "AMB-131")
def may_decline(b):
    """Whether the next target (AMB-71), or the ace of the hand (AMB-131), may be let be."""
    return b[0].phase != PHASE_OFF_TABLE or may_break_off(b[0].support.kind, b[0].ruling.support_targets)
