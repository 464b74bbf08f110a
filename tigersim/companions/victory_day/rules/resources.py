"""Resources: three kinds, how many come into play, and what they pay.

An amount is three numbers: depots, factories, fuel.
"""

from __future__ import annotations

from tigersim.registry import rule

DEPOT, FACTORY, FUEL = range(3)
KINDS = 3
MOST_LAID = 2
"""VD-RES-04: resource cards a turn."""
FOR_ONE = 2
"""VD-RES-06: others that replace one."""


@rule("VD-RES-04")
def may_lay(laid: int) -> bool:
    """Whether one more resource card may be laid after so many in this turn."""
    return laid < MOST_LAID


@rule("VD-DER-03")
def in_play(turn: int, seen: int) -> int:
    """Resource cards in play by an own turn if ``seen`` were drawn and all laid that may be."""
    return min(MOST_LAID * turn, seen)


@rule("VD-RES-03", "VD-RES-05")
def given(ready: int) -> int:
    """Resources that so many unturned resource cards give in a turn: one each."""
    return ready


@rule("VD-RES-01", "VD-PAR-01")
def lacking(p0: int, p1: int, p2: int, c0: int, c1: int, c2: int) -> int:
    """How many resources of the kinds of a cost ``c`` the pool ``p`` does not have."""
    return max(c0 - p0, 0) + max(c1 - p1, 0) + max(c2 - p2, 0)


@rule("VD-DER-04", "VD-RES-06", "VD-RES-07", "VD-RES-08", "VD-RES-09", "VD-EX-05", "VD-EX-06", "VD-EX-07")
def pays(p0: int, p1: int, p2: int, c0: int, c1: int, c2: int) -> bool:
    """Whether a pool pays a cost: two surplus resources stand in for each that is lacking.

    What is surplus is always of another kind, so every pair is a legal replacement.
    """
    surplus = max(p0 - c0, 0) + max(p1 - c1, 0) + max(p2 - c2, 0)
    return surplus >= FOR_ONE * lacking(p0, p1, p2, c0, c1, c2)


@rule("VD-DER-05")
def cards_needed(p0: int, p1: int, p2: int, c0: int, c1: int, c2: int) -> int:
    """How many cards of a pool that pays a cost are spent: one more for each that is lacking."""
    return c0 + c1 + c2 + (FOR_ONE - 1) * lacking(p0, p1, p2, c0, c1, c2)


@rule("VD-DER-06")
def spent(own: int, cost: int) -> int:
    """How much of its own part of a cost a kind pays: all it can."""
    return min(own, cost)
