"""What a moving unit meets on a cell: forbidden or stopping terrain, and other units."""

from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.enums import BRIDGE, BUILDING, CLOSED_WATER, MAX_UNITS, NO_FEATURE, OPEN, OPEN_WATER, WATER, WRECKED
from tigersim.registry import rule
from tigersim.rules.amphibious import may_enter_water
from tigersim.rules.fortifications import NO_POSITION, may_occupy
from tigersim.rules.movement import EVERY_PIECE, NO_PIECE, bars_the_way, may_enter_building, stopping_pieces
from tigersim.rules.scenarios import wreck_bars_bridge


@jit_inline
def position_at(t, cell):
    """The fortified position in a cell: none, light or heavy; also its number of cover dice."""
    return t[0].fort[cell] if t[0].forts != 0 else NO_POSITION


@jit_inner
@rule("PT-FORT-01")
def may_be_in(b, t, unit, cell):
    """Whether the unit may be in the fortified position of a cell, if there is one (AMB-135)."""
    return may_occupy(t[0].fort[cell], b[0].unit[unit].profile.vehicle != 0, b[0].ruling.fort_occupancy)


@jit_inline
@rule("PT-MOVE-06", "PT-AMPHIB-01", "PT-SCEN-BRIDGE-03")
def may_stand(b, t, unit, cell):
    """Whether a cell is ground that the unit may stand on.

    No vehicles in buildings; water bears amphibians and landing craft only, and the river of PT-SCEN-BRIDGE-03 nobody.
    A landing craft may be set up aground, but moves on water only (``is_aground``).  Not every unit may be in every
    fortified position (AMB-135).
    """
    if t[0].forts != 0 and not may_be_in(b, t, unit, cell):
        return False
    kind = t[0].kind[cell]
    if kind == OPEN:
        return True
    if kind == BUILDING:
        return may_enter_building(b[0].unit[unit].profile.enters_buildings != 0)
    if kind == WATER:
        p = b[0].unit[unit].profile
        return t[0].water != CLOSED_WATER and may_enter_water(p.amphibious != 0, p.water_only != 0)
    return True


@jit_inline
@rule("PT-MOVE-01")
def is_barred(b, t, unit, cell):
    """Whether the unit's path may not cross the cell: ground, an enemy or a wreck (AMB-42)."""
    other = b[0].occupant[cell]  # slot + 1; a byte, so it is compared, not computed with
    if other != 0:
        enemy = other == WRECKED or (other > MAX_UNITS) != (unit >= MAX_UNITS)
        if bars_the_way(enemy, b[0].ruling.passing_units) and not (other == WRECKED and is_passed_by(b, t, cell)):
            return True
    return not may_stand(b, t, unit, cell)


@jit_inline
def on_only_bridge(t, cell):
    """Whether the cell belongs to the only bridge over a river that nobody swims."""
    return t[0].water == CLOSED_WATER and t[0].kind[cell] == BRIDGE


@jit_inline
@rule("PT-SCEN-BRIDGE-03", "AMB-155")
def is_passed_by(b, t, cell):
    """Whether a wreck in the cell lies on the only bridge and bars nobody's way (AMB-155)."""
    return on_only_bridge(t, cell) and not wreck_bars_bridge(b[0].ruling.bridge_wreck)


@jit_inline
def is_free(b, cell):
    """Whether neither a unit nor a wreck stands in the cell."""
    return b[0].occupant[cell] == 0


@jit_inline
def is_clear(b, t, cell):
    """Whether the cell is open ground without a unit, so nothing concerns one that passes."""
    return t[0].kind[cell] == OPEN and b[0].occupant[cell] == 0 and t[0].forts == 0


@jit_inline
def swims(b, t, unit):
    """Whether there is water on the table that the unit can move on."""
    if t[0].water != OPEN_WATER:
        return False
    p = b[0].unit[unit].profile
    return may_enter_water(p.amphibious != 0, p.water_only != 0)


@jit_inline
@rule("PT-AMPHIB-02")
def is_aground(b, t, unit, cell):
    """Whether the cell is land and the unit a landing craft, which cannot move there."""
    return b[0].unit[unit].profile.water_only != 0 and t[0].kind[cell] != WATER


@jit_inline
@rule("PT-AMPHIB-02")
def may_end_on(b, t, unit, cell):
    """Whether a unit that changes its place may end on a cell: free ground that bears it."""
    return is_free(b, cell) and may_stand(b, t, unit, cell) and not is_aground(b, t, unit, cell)


@jit_inline
@rule("PT-MOVE-05")
def stops_for(b, unit):
    """Which pieces of terrain stop the unit (AMB-40), for ``piece_met``."""
    return stopping_pieces(b[0].unit[unit].profile.infantry != 0, b[0].ruling.terrain_stop_scope)


@jit_inline
def piece_met(t, cell, stops):
    """The piece of terrain in the cell, as far as it stops the unit; 0 = open ground to it."""
    if stops == EVERY_PIECE:
        return t[0].feature[cell]
    if stops == NO_PIECE or t[0].road[cell] != 0:
        return NO_FEATURE
    return t[0].feature[cell]
