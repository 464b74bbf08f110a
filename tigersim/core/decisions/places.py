"""Decisions about places: deployment, moves, withdrawals, getting off, drops and drifts."""

from tigersim.core import log
from tigersim.core.arrivals import arrival_cells
from tigersim.core.boarding import can_reach_to_board
from tigersim.core.carrying import board, dismount_places, has_berth, settle_dismount
from tigersim.core.codes import cell_of, facing_of, pack, target_of, verb_of
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.crossing import leaves_room, may_set_up
from tigersim.core.decisions.decision import Decision, add, list_pass, list_yes_or_no
from tigersim.core.enums import (
    BOARD,
    DEPLOY,
    DESTINATION,
    DISMOUNT,
    DRIFT,
    LAND,
    NOBODY,
    PASS,
    PHASE_ARRIVE,
    PLACE,
    REGROUP,
)
from tigersim.core.follow import destination_cells, may_board_with_group, stays_with_group
from tigersim.core.geometry import FACINGS
from tigersim.core.landing.flight import may_come_down
from tigersim.core.landing.turn import choose_direction, choose_point
from tigersim.core.log import note
from tigersim.core.movement import end_move
from tigersim.core.reach import CARRIER_BASE, last_facings
from tigersim.core.recovery import answer_withdrawal
from tigersim.core.regroup import regroup, regroup_cells
from tigersim.core.sides import slots_of
from tigersim.core.units import MAY_LEAVE, put
from tigersim.core.zones import deployment_rows, may_start_aboard, zone_cells
from tigersim.registry import rule

ALL_FACINGS = (1 << FACINGS) - 1


@jit_inner
def asks_for_place(b):
    """Whether a cell is to be named, not (yet) whether a passenger gets off at all."""
    if b[0].ask == DISMOUNT:
        return b[0].unit[b[0].subject].leaving != MAY_LEAVE
    return b[0].ask in (DEPLOY, DESTINATION, REGROUP, LAND)


@jit_inner
def legal_cells(b, t, w):
    """The cells that the decision asked for lets choose, into ``w.cells``; returns how many."""
    unit = b[0].subject
    if b[0].ask == DESTINATION:
        return destination_cells(b, t, w, unit)
    if b[0].ask == REGROUP:
        return regroup_cells(b, t, w, unit)
    if b[0].ask == DISMOUNT:
        return dismount_places(b, t, w, unit)
    if b[0].ask == LAND:
        return drop_cells(b, t, w)
    if b[0].phase == PHASE_ARRIVE:
        return arrival_cells(b, t, w, unit)
    if t[0].zoned != 0 or b[0].scenario.column != 0:
        return zone_cells(b, t, w, unit)
    first, last = deployment_rows(b, t, b[0].asked)
    n = 0
    width = t[0].width
    for cell in range(first * width, last * width):
        if may_set_up(b, t, unit, cell):
            w[0].cells[n] = cell
            n += 1
    return n


@jit_inner
@rule("PT-AIRDROP-05")
def drop_cells(b, t, w):
    """The cells that a drop may aim at, where it can stand, into ``w.cells``; returns how many."""
    n = 0
    for cell in range(t[0].width * t[0].depth):
        if may_come_down(b, t, cell):
            w[0].cells[n] = cell
            n += 1
    return n


@jit_inner
@rule("PT-MOVE-04")
def legal_facings(b, t, w, cell):
    """The facings of the unit in a cell, a bit each: all, or as it moved last (AMB-32)."""
    if b[0].ask != DESTINATION:
        return ALL_FACINGS
    x, y = cell % t[0].width, cell // t[0].width
    unit, allowance = b[0].subject, b[0].allowance
    if b[0].unit[unit].carrier != NOBODY:
        allowance += CARRIER_BASE
    return last_facings(b, t, w, unit, x, y, allowance, b[0].road_bonus)


@jit_inner
def may_stay(b):
    """Whether the unit may stay where it is: instead of withdrawing, or aboard as a passenger."""
    return b[0].ask == REGROUP or (b[0].ask == DESTINATION and b[0].unit[b[0].subject].carrier != NOBODY)


@jit_inner
def list_places(b, t, w):
    """Staying where that is legal, every legal cell with every legal facing, every carrier."""
    n = list_pass(w) if may_stay(b) else 0
    cells = legal_cells(b, t, w)
    for k in range(cells):
        facings = legal_facings(b, t, w, w[0].cells[k])
        for facing in range(FACINGS):
            if (facings >> facing) & 1 != 0:
                n = add(w, n, pack(PLACE, b[0].subject, 0, 0, w[0].cells[k], facing))
    return list_carriers(b, t, w, n)


@jit_inner
@rule("PT-CARRY-02", "PT-CARRY-09")
def list_carriers(b, t, w, n):
    """Add the carriers that the unit may get on (after ``legal_cells``); the new number."""
    unit = b[0].subject
    u = b[0].unit[unit]
    if b[0].ask not in (DEPLOY, DESTINATION) or u.profile.load == 0 or u.carrier != NOBODY:
        return n
    side, first = b[0].asked, w[0].cells[0]
    following = b[0].ask == DESTINATION and b[0].group.at > 1
    together = following and stays_with_group(b, unit, first % t[0].width, first // t[0].width)
    for vehicle in slots_of(b, side):
        if not has_berth(b, unit, vehicle) or not may_board_with_group(b, unit, vehicle, together):
            continue
        v = b[0].unit[vehicle]
        if b[0].ask == DEPLOY and not may_start_aboard(b, t, unit, vehicle):
            continue
        if b[0].ask == DEPLOY and not leaves_room(b, t, unit, vehicle):
            continue
        if b[0].ask == DEPLOY or can_reach_to_board(b, t, w, unit, v.x, v.y, b[0].allowance, b[0].road_bonus):
            n = add(w, n, pack(BOARD, unit, vehicle, 0, 0, 0))
    return n


@jit_inline
def place_of(t, action):
    """(x, y, facing) of an action."""
    cell = cell_of(action)
    return cell % t[0].width, cell // t[0].width, facing_of(action)


@jit_inner
def do_deploy(b, t, w, action):
    """Set the unit up, in a cell or aboard a carrier."""
    unit = b[0].subject
    b[0].unit[unit].due = 0  # it no longer waits
    if verb_of(action) == BOARD:
        board(b, t, w, unit, target_of(action))
        return
    x, y, facing = place_of(t, action)
    put(b, t, unit, x, y, facing)
    note(b, w, log.DEPLOYED, unit, x, y, facing)


@jit_inner
def do_destination(b, t, w, action):
    """End the move in a cell, on a carrier, or for a passenger where it is."""
    x, y, facing = place_of(t, action)
    end_move(b, t, w, verb_of(action), target_of(action), x, y, facing)


@jit_inner
def do_regroup(b, t, w, action):
    """Withdraw or stay; then comes the test."""
    unit, withdraws = b[0].subject, verb_of(action) != PASS
    if withdraws:
        x, y, facing = place_of(t, action)
        regroup(b, t, w, unit, x, y, facing)
    answer_withdrawal(b, t, w, unit, withdraws)


@jit_inner
def list_dismount(b, t, w):
    """Whether a passenger that may stay gets off at all; then, or if it has to, where to."""
    return list_places(b, t, w) if asks_for_place(b) else list_yes_or_no(b, t, w)


@jit_inner
def do_dismount(b, t, w, action):
    """Stay aboard, say that the unit gets off, or get off to a cell."""
    x, y, facing = place_of(t, action)
    settle_dismount(b, t, w, b[0].subject, verb_of(action), x, y, facing)


@jit_inner
def do_land(b, t, w, action):
    """Aim a drop at a cell."""
    x, y, facing = place_of(t, action)
    choose_point(b, w, x, y, facing)


@jit_inner
@rule("PT-AIRDROP-07")
def list_drift(b, t, w):
    """The sixteen ways in which a drop may go astray, from the point it was aimed at (AMB-129)."""
    cell = b[0].landing.y * t[0].width + b[0].landing.x
    for facing in range(FACINGS):
        w[0].actions[facing] = pack(PLACE, b[0].subject, 0, 0, cell, facing)
    return FACINGS


@jit_inner
def do_drift(b, t, w, action):
    """Let a drop go astray that way."""
    choose_direction(b, w, facing_of(action))


DECISIONS = (
    Decision(DEPLOY, "deploy", list_places, do_deploy),
    Decision(DESTINATION, "destination", list_places, do_destination),
    Decision(REGROUP, "regroup", list_places, do_regroup),
    Decision(DISMOUNT, "dismount", list_dismount, do_dismount),
    Decision(LAND, "land", list_places, do_land, "dropped at ({x}, {y}), heading {compass}"),
    Decision(DRIFT, "drift", list_drift, do_drift, "from ({x}, {y}) to the {compass}"),
)
