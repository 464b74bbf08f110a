"""Over the sea and out of gliders.

Which units go aboard what, where craft steer, when their passengers get off.
"""

from tigersim.core.carrying import has_berth
from tigersim.core.codes import PASSING, pack
from tigersim.core.compile.jit import jit_inner
from tigersim.core.crossing import comes_by_sea, floats, leaves_room, spare_berth, touches_land
from tigersim.core.decisions.places import legal_facings
from tigersim.core.enums import BOARD, PLACE, WATER
from tigersim.core.follow import destination_cells
from tigersim.core.geometry import FACING_NORTH, FACING_SOUTH, FACINGS, cell_at
from tigersim.core.sides import side_of, slots_of
from tigersim.core.zones import may_start_aboard
from tigersim.rules.airdrop import BY_GLIDER

ASHORE = 100
"""How much nearer to land the water's edge counts than any other water."""


@jit_inner
def embarkation(b, t, unit):
    """Setting up: the carrier that the unit goes aboard, or PASSING for the ground.

    A unit that comes by sea and does not swim boards a craft; a glider that lands later takes along what it can.
    """
    if t[0].sea == 0 and b[0].reserves == 0:
        return PASSING
    side = side_of(unit)
    if comes_by_sea(b, t, side):
        if floats(b, unit):
            return PASSING
        vehicle = spare_berth(b, unit, side)
        if vehicle >= 0 and leaves_room(b, t, unit, vehicle):
            return pack(BOARD, unit, vehicle, 0, 0, 0)
    for vehicle in slots_of(b, side):
        of_use = comes_by_sea(b, t, side) or b[0].unit[vehicle].by_air == BY_GLIDER
        if not of_use or not has_berth(b, unit, vehicle) or not may_start_aboard(b, t, unit, vehicle):
            continue
        if leaves_room(b, t, unit, vehicle):
            return pack(BOARD, unit, vehicle, 0, 0, 0)
    return PASSING


@jit_inner
def water_ahead(b, t, unit, x, y):
    """Inches of water between a cell and the land beyond the sea, straight on.

    Less at the water's edge.
    """
    step = 1 if b[0].player[side_of(unit)].north == 0 else -1
    inches = 0
    row = y
    while row >= 0 and row < t[0].depth and t[0].kind[cell_at(t, x, row)] == WATER:
        inches += 1
        row += step
    return inches - (ASHORE if touches_land(t, x, y) else 0)


@jit_inner
def steer(b, t, w, unit):
    """A landing craft's destination: the water's edge, or as near to it as it comes.

    The bow towards the land.
    """
    north = b[0].player[side_of(unit)].north != 0
    best, least = cell_at(t, b[0].unit[unit].x, b[0].unit[unit].y), 1 << 30
    for k in range(destination_cells(b, t, w, unit)):
        cell = w[0].cells[k]
        inches = water_ahead(b, t, unit, cell % t[0].width, cell // t[0].width)
        if inches < least:
            best, least = cell, inches
    facings, facing = legal_facings(b, t, w, best), FACING_SOUTH if north else FACING_NORTH
    while (facings >> facing) & 1 == 0:
        facing = (facing + 1) % FACINGS
    return pack(PLACE, unit, 0, 0, best, facing)
