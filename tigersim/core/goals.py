"""What a scenario scores beside units and markers: there and back, the bridge (1.28)."""

from tigersim.core.asking import attacker
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.enums import BRIDGE, NOBODY, SLOTS
from tigersim.core.geometry import cell_at
from tigersim.core.sides import first_slot, side_of
from tigersim.registry import rule
from tigersim.rules.scenarios import crossing_vp, is_at_edge, there_and_back
from tigersim.rules.switches import RecceBonus

WAS_THERE, CAME_BACK, WAS_BEYOND = 1, 2, 4
"""Bits of ``unit.goal``: near the enemy's edge; back near its own after that; on the far bank of the river."""


@jit_inline
def rows_to_edge(b, t, side, y):
    """Whole cells between a row and a side's own table edge."""
    return t[0].depth - 1 - y if b[0].player[side].north != 0 else y


@jit_inner
@rule("PT-SCEN-RECCE-03", "PT-SCEN-BRIDGE-08")
def note_progress(b, t, unit):
    """A unit has come to stand somewhere: keep what that means for its goal."""
    u = b[0].unit[unit]
    side = side_of(unit)
    if b[0].scenario.there_and_back != 0 and side == attacker(b):
        if is_at_edge(rows_to_edge(b, t, 1 - side, u.y)):
            u.goal |= WAS_THERE
        elif u.goal & WAS_THERE != 0 and is_at_edge(rows_to_edge(b, t, side, u.y)):
            u.goal |= CAME_BACK
    if b[0].scenario.crossing != 0 and side != attacker(b) and is_beyond(b, t, side, u.y):
        u.goal |= WAS_BEYOND


@jit_inline
def is_beyond(b, t, side, y):
    """Whether a row lies on the enemy's side of the river."""
    return rows_to_edge(b, t, side, y) >= t[0].river_rows


@jit_inline
@rule("PT-SCEN-BRIDGE-08")
def is_across(b, t, side, x, y):
    """Whether a place is on a side's own bank of the river; the bridge is not."""
    return not is_beyond(b, t, side, y) and t[0].kind[cell_at(t, x, y)] != BRIDGE


@jit_inner
@rule("PT-SCEN-RECCE-03", "PT-SCEN-BRIDGE-08", "AMB-143", "AMB-145")
def count_goals(b, t):
    """``player.goal_vp`` = what both sides' goals are worth as things stand."""
    b[0].player[0].goal_vp = b[0].player[1].goal_vp = 0
    if b[0].scenario.there_and_back == 0 and b[0].scenario.crossing == 0:
        return
    for unit in range(SLOTS):
        u = b[0].unit[unit]
        side = side_of(unit)
        if unit - first_slot(side) >= b[0].player[side].units or u.due < 0:
            continue
        if side == attacker(b):
            near = (
                is_at_edge(rows_to_edge(b, t, side, u.y))
                if b[0].ruling.recce_bonus == RecceBonus.ONCE_ALIVE_AT_END
                else u.goal & CAME_BACK != 0
            )
            if there_and_back(u.goal & WAS_THERE != 0, near, u.alive != 0, b[0].ruling.recce_bonus):
                b[0].player[side].goal_vp += b[0].scale * b[0].scenario.there_and_back
        elif b[0].scenario.crossing != 0 and u.alive != 0 and (u.placed != 0 or u.carrier != NOBODY):
            worth = crossing_vp(u.profile.cost, b[0].ruling.bridge_crossing_vp)
            if not is_across(b, t, side, u.x, u.y):
                b[0].player[1 - side].goal_vp += worth
            elif u.goal & WAS_BEYOND != 0:
                b[0].player[side].goal_vp += worth
