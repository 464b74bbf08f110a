"""Where a scenario lets units be set up: zones, units for each zone, a patrol's column.

``t.zone`` has a bit for each zone of a cell: the attacker's first, then the defender's.
"""

from tigersim.core.arrivals import may_arrive_at
from tigersim.core.asking import attacker
from tigersim.core.board import cell_at
from tigersim.core.carrying import is_being_loaded
from tigersim.core.chance import die, stream
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.enums import CHANCE_SETUP, NOBODY, PHASE_ARRIVE
from tigersim.core.geometry import gap_squared
from tigersim.core.ground import is_free, may_stand
from tigersim.core.layout import ZONES
from tigersim.core.sides import enemies_of, first_slot, side_of, slots_of
from tigersim.core.units import in_play, on_table
from tigersim.registry import rule
from tigersim.rules.scenarios import COLUMN_INCHES, column_inches, half, third
from tigersim.rules.setup import deployment_depth
from tigersim.rules.switches import HillDetails, PatrolColumn

ALL_OF_THEM, A_THIRD, A_HALF = 0, 1, 2
"""How many units of a side a zone takes (``scenario.most``)."""


@jit_inner
@rule("PT-SETUP-04")
def deployment_rows(b, t, side):
    """(first row, row after the last) of a side's deployment zone, at its table edge."""
    depth = t[0].depth
    third_of_table = deployment_depth(depth, t[0].width, b[0].ruling.deployment_depth)
    if b[0].player[side].north != 0:
        return depth - third_of_table, depth
    return 0, third_of_table


@jit_inner
@rule("PT-CARRY-09", "PT-AIRDROP-03", "PT-SCEN-PATROL-03")
def may_start_aboard(b, t, unit, vehicle):
    """Whether the unit may start, or come on, aboard a carrier."""
    if is_being_loaded(b, vehicle):
        return True
    cell = cell_at(t, b[0].unit[vehicle].x, b[0].unit[vehicle].y)
    if b[0].phase == PHASE_ARRIVE:
        return may_arrive_at(b, t, unit, cell)
    if b[0].scenario.column != 0:
        return False
    return t[0].zoned == 0 or takes_unit(b, t, unit, cell)


@jit_inner
def zone_cells(b, t, w, unit):
    """The cells that the unit may be set up in, into ``w.cells``; returns how many."""
    n = 0
    if b[0].scenario.column != 0:
        if b[0].ruling.patrol_column == PatrolColumn.ANY_DIRECTION:
            n = cells_of_column(b, t, w, unit)
        if n == 0:
            w[0].cells[0] = column_cell(b, t, unit)
            n = 1
        return n
    zones = open_zones(b, t, unit)
    for cell in range(t[0].width * t[0].depth):
        if (t[0].zone[cell] & zones) == 0 or not is_free(b, cell) or not may_stand(b, t, unit, cell):
            continue
        if keeps_apart(b, t, unit, cell):
            w[0].cells[n] = cell
            n += 1
    return n


@jit_inner
@rule("PT-SCEN-HILL-03", "PT-SCEN-BRIDGE-05", "PT-SCEN-PINCER-02", "PT-SCEN-PINCER-03", "PT-SCEN-PINCER-04")
def takes_unit(b, t, unit, cell):
    """Whether the unit may start in a cell: in a zone of its side that still takes it."""
    return (t[0].zone[cell] & open_zones(b, t, unit)) != 0 and keeps_apart(b, t, unit, cell)


@jit_inner
def open_zones(b, t, unit):
    """The zones of its side that still take the unit, a bit each."""
    zones = 0
    first = 0 if side_of(unit) == attacker(b) else ZONES
    for zone in range(first, first + ZONES):
        if zone_has_room(b, t, unit, zone):
            zones |= 1 << zone
    return zones


@jit_inner
@rule("PT-SCEN-HILL-03", "PT-SCEN-PINCER-03", "AMB-140")
def zone_has_room(b, t, unit, zone):
    """Whether a zone takes this unit too (AMB-140: a third of units or points)."""
    most = b[0].scenario.most[zone]
    if most == ALL_OF_THEM:
        return True
    by_points = most == A_THIRD and b[0].ruling.hill_details == HillDetails.POINTS
    side = side_of(unit)
    inside, total = 0, 0
    for other in slots_of(b, side):
        u = b[0].unit[other]
        share = u.profile.cost if by_points else 1
        if u.alive != 0:
            total += share
        there = in_play(b, other) and (t[0].zone[cell_at(t, u.x, u.y)] >> zone) & 1 != 0
        if other == unit or there:
            inside += share
    return inside <= (half(total) if most == A_HALF else third(total))


@jit_inner
@rule("PT-SCEN-PINCER-04")
def keeps_apart(b, t, unit, cell):
    """An attacker's unit starts far enough from every defender's."""
    apart = b[0].scenario.keep_apart
    side = side_of(unit)
    if apart == 0 or side != attacker(b):
        return True
    x, y = cell % t[0].width, cell // t[0].width
    for other in enemies_of(b, side):
        v = b[0].unit[other]
        if on_table(b, other) and gap_squared(x, y, v.x, v.y) < apart * apart:
            return False
    return True


@jit_inner
@rule("PT-SCEN-PATROL-02", "PT-SCEN-PATROL-03", "AMB-138")
def column_cell(b, t, unit):
    """The free cell nearest to the unit's place in its column.

    The column runs from the middle of the table to the middle of its owner's edge (AMB-138).
    """
    side = side_of(unit)
    room = t[0].depth // 2
    place, units = units_set_up(b, side), units_at_start(b, side)
    off = column_inches(column_die(b, side), place, units, room)
    y = t[0].depth - room + off if b[0].player[side].north != 0 else room - 1 - off
    x = t[0].width // 2
    best, nearest = 0, 1 << 30
    for cell in range(t[0].width * t[0].depth):
        gap = off_squared(x, y, cell % t[0].width, cell // t[0].width)
        if gap < nearest and is_free(b, cell) and may_stand(b, t, unit, cell):
            best, nearest = cell, gap
    return best


@jit_inner
@rule("PT-SCEN-PATROL-02", "PT-SCEN-PATROL-03", "AMB-138")
def cells_of_column(b, t, w, unit):
    """The cells that a patrol's units may be set up in without a line.

    AMB-138 any_direction.  The first unit stands so far from the middle, every next one 3 inches from the one before:
    to the nearest inch.
    """
    side = side_of(unit)
    inches, last = column_die(b, side), NOBODY
    for other in range(first_slot(side), unit):
        if on_table(b, other):
            inches, last = COLUMN_INCHES, other
    n = 0
    for cell in range(t[0].width * t[0].depth):
        x, y = cell % t[0].width, cell // t[0].width
        if last == NOBODY:
            doubled = off_middle_squared(t, x, y)
        else:
            doubled = 4 * gap_squared(b[0].unit[last].x, b[0].unit[last].y, x, y)
        as_far = (2 * inches - 1) * (2 * inches - 1) <= doubled < (2 * inches + 1) * (2 * inches + 1)
        if as_far and is_free(b, cell) and may_stand(b, t, unit, cell):
            w[0].cells[n] = cell
            n += 1
    return n


@jit_inline
def off_middle_squared(t, x, y):
    """Squared distance, in half inches, from the middle of the table to a base."""
    across = max(abs(2 * x + 1 - t[0].width) - 1, 0)
    along = max(abs(2 * y + 1 - t[0].depth) - 1, 0)
    return across * across + along * along


@jit_inline
def off_squared(x, y, px, py):
    """Square of the distance between the middles of two cells."""
    return (px - x) * (px - x) + (py - y) * (py - y)


@jit_inner
@rule("PT-SCEN-PATROL-02")
def column_die(b, side):
    """The die that says how far from the middle a patrol's first unit stands."""
    return die(stream(b[0].key, CHANCE_SETUP, 1, side), 0)


@jit_inner
def units_at_start(b, side):
    """Units of a side that are there from the start."""
    n = 0
    for unit in slots_of(b, side):
        if b[0].unit[unit].alive != 0 and b[0].unit[unit].due == 0:
            n += 1
    return n


@jit_inner
def units_set_up(b, side):
    """Units of a side that stand on the table."""
    n = 0
    for unit in slots_of(b, side):
        if in_play(b, unit):
            n += 1
    return n
