"""Ambushes, traps and area fire: what one die does to three markers."""

from __future__ import annotations

from tigersim.registry import rule

FALSE_MARKERS = 2
NOTHING, ONE_FALSE, REVEALED = range(3)
MISSED, SHOWN, BULLSEYE = range(3)
AREA_ORDERS = 2
"""BA-ARE-01: shooting orders that area fire costs."""


@rule("BA-AMB-04", "BA-TRP-01")
def markers(false_left: int) -> int:
    """Markers on the table: the true one and the false ones left, two at first."""
    return 1 + false_left


@rule("BA-AMB-07")
def after_attack(face: int, false_left: int, reveal: bool) -> int:
    """What an attack from ambush gives away: nothing, one false marker, everything.

    BA-GAP-36: with no false marker left, 3-4 does nothing, or with ``reveal`` reveals it.
    """
    if face <= 2:
        return NOTHING
    if face >= 5:
        return REVEALED
    if false_left:
        return ONE_FALSE
    return REVEALED if reveal else NOTHING


@rule("BA-AMB-08", "BA-AMB-09", "BA-AMB-10", "BA-TRP-02")
def is_true(marker: int, place: int) -> bool:
    """Whether an attacked marker is the ambush or the trap, and no fake."""
    return marker == place


@rule("BA-TRP-03")
def trap_goes_off(face: int) -> bool:
    """Whether passing between the markers sets the trap off: on 1-3."""
    return face <= 3


@rule("BA-ARE-01")
def area_orders(needed: int) -> int:
    """The orders of as many area fires as so many orders allow, two each."""
    return AREA_ORDERS * (needed // AREA_ORDERS)


@rule("BA-ARE-05")
def area_bonus(markers_there: int, up: int) -> int:
    """+1 for every two markers (BA-GAP-39: an odd one counts with ``up``)."""
    return (markers_there + up) // 2


@rule("BA-ARE-02", "BA-ARE-03", "BA-ARE-04")
def area_result(face: int, bonus: int) -> int:
    """The result of area fire: missed to 3, shown on 4-5, a bull's eye from 6."""
    total = face + bonus
    return MISSED if total <= 3 else SHOWN if total <= 5 else BULLSEYE


@rule("BA-REC-02", "BA-REC-03", "BA-REC-07")
def is_found(failures: int, surrounds: int) -> bool:
    """Whether an ambush is noticed or detected: by some failures, but not by all."""
    return 1 <= failures < surrounds


@rule("BA-REC-04", "BA-REC-08")
def is_surrounded(failures: int, surrounds: int) -> bool:
    """Whether an ambush is surrounded: every die failed."""
    return failures >= surrounds


@rule("BA-REC-05")
def let_pass(failures: int) -> bool:
    """Whether the ambush let the scouts pass: no failure."""
    return failures == 0
