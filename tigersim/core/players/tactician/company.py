"""Friends beside a unit.

Whether they follow it or it follows them, and what they promise when they do.
"""

from tigersim.core.compile.jit import jit_inner
from tigersim.core.geometry import gap_squared
from tigersim.core.sides import first_slot, side_of, slots_of
from tigersim.rules.follow import FOLLOW_INCHES

COMPANY_GAP = FOLLOW_INCHES * FOLLOW_INCHES
"""PT-FOLLOW-01: square of the inches within which units follow each other."""
FOLLOWERS = 2
"""PT-FOLLOW-05: how many units follow a leader at most."""


@jit_inner
def friends_beside(b, unit):
    """Bit per unit of its side, by its place in it.

    The sound friends that follow the unit or that it follows.
    """
    u, first, friends = b[0].unit[unit], first_slot(side_of(unit)), 0
    if u.placed == 0:
        return friends
    for other in slots_of(b, side_of(unit)):
        o = b[0].unit[other]
        sound = other != unit and o.alive != 0 and o.placed != 0 and o.hits == 0
        if sound and gap_squared(u.x, u.y, o.x, o.y) <= COMPANY_GAP:
            friends |= 1 << (other - first)
    return friends


@jit_inner
def company_promise(b, w, unit, friends):
    """What sound friends without a card beside a unit promise, and whether it is led.

    VP of the two best.  A friend that would do something else with a card, shoot where the unit moves, counts for part
    of it: an action is followed by the same action.  The unit is led if there are cards enough beside it for all
    without any: two follow each (PT-FOLLOW-05).  ``friends``: see ``friends_beside``.
    """
    side, u = side_of(unit), b[0].unit[unit]
    other_kind = 1.0 - w[0].tactician[side].kin
    first, second, leaders, idle = 0.0, 0.0, 0, 1
    other = first_slot(side)
    while friends != 0:
        o, beside = b[0].unit[other], friends & 1
        friends >>= 1
        other += 1
        if beside == 0:
            continue
        alike = o.aims == u.aims
        if o.given > 0:
            leaders += 1 if alike or other_kind > 0.5 else 0
            continue
        idle += 1
        promise = o.promise if alike else other_kind * o.promise
        if promise > first:
            first, second = promise, first
        else:
            second = max(second, promise)
    return first + second, leaders > 0 and idle <= FOLLOWERS * leaders
