"""Moving: the movement roll, its failure, and the end of the move (chapters 1.5 to 1.22)."""

from tigersim.core import log
from tigersim.core.asking import ask_owner
from tigersim.core.carrying import alight, board
from tigersim.core.compile.jit import jit_inner
from tigersim.core.dice import BONUS_DIE, ORDINARY, ROAD_DIE, ask_reroll, clear_roll, may_reroll, throw
from tigersim.core.enums import BOARD, CHANCE_MOVE, DESTINATION, NOBODY, PASS, PHASE_ACT, PHASE_MOVE, WATER
from tigersim.core.log import note, note_roll
from tigersim.core.units import cell_of, put, take_hits
from tigersim.registry import rule
from tigersim.rules.arithmetic import faces_total, with_face
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.carry import may_drive, stands_for_boarding
from tigersim.rules.movement import (
    hit_by_own_failure,
    move_allowance,
    move_kept_count,
    move_succeeds,
    move_test_total,
    move_total,
)
from tigersim.rules.wheels import road_dice

ROLL_STAGE, DICE_STAGE, END_STAGE = 0, 1, 2


@jit_inner
@rule("PT-WHEEL-01")
def rolls_road_die(b, t, unit):
    """A wheeled unit that starts the action on a road rolls one more die."""
    return road_dice(b[0].unit[unit].profile.road_die != 0, t[0].road[cell_of(b, t, unit)] != 0)


@jit_inner
@rule("PT-MOVE-01", "PT-DIS-SLOW", "PT-DIS-POOR_COMMAND", "PT-AMPHIB-02", "PT-CARRY-02")
def move_dice(b, t, unit, card):
    """Dice of a Move with this card, the road die aside; 0 = no move."""
    u = b[0].unit[unit]
    p = u.profile
    if p.immobile != 0 or u.immobilised != 0 or (p.water_only != 0 and t[0].kind[cell_of(b, t, unit)] != WATER):
        return 0
    if not may_drive(u.ramp != 0, b[0].ruling.mount_procedure):
        return 0
    if u.carrier != NOBODY and not stands_for_boarding(b[0].unit[u.carrier].drove != 0, b[0].ruling.mount_procedure):
        return 0
    return p.move_red if is_red(card) else p.move_black


@jit_inner
@rule("PT-MOVE-08", "PT-COVER-09")
def start_move(b, unit, card):
    """Begin a Move action; it ends the benefit of Find cover, whatever the roll (AMB-49)."""
    b[0].unit[unit].found_cover = 0
    b[0].shot.unit = unit
    b[0].shot.card = card
    b[0].shot.stage = ROLL_STAGE
    b[0].phase = PHASE_MOVE


@jit_inner
def move_step(b, t, w):
    """One step of the Move action in hand; stops where a player has to choose."""
    unit = b[0].shot.unit
    if b[0].shot.stage == ROLL_STAGE:
        clear_roll(b, b[0].unit[unit].profile.move_rerolls, b[0].unit[unit].profile.move_whole)
        throw(b, unit, CHANCE_MOVE, move_dice(b, t, unit, b[0].shot.card), ORDINARY)
        throw(b, unit, CHANCE_MOVE, rolls_road_die(b, t, unit), ROAD_DIE)
        throw(b, unit, CHANCE_MOVE, b[0].unit[unit].profile.move_bonus, BONUS_DIE)
        b[0].shot.stage = DICE_STAGE
    elif b[0].shot.stage == END_STAGE:
        b[0].phase = PHASE_ACT
    elif may_reroll(b):
        ask_reroll(b, unit)
    else:
        settle_move(b, t, w)


@jit_inner
def packed_dice(b, wanted_fixed, kind=ORDINARY):
    """The dice of a kind that are (or are not) re-rolled, packed by face for the rules."""
    faces = 0
    for k in range(b[0].roll.n):
        if b[0].roll.kind[k] == kind and b[0].roll.fixed[k] == wanted_fixed:
            faces = with_face(faces, b[0].roll.dice[k])
    return faces


@jit_inner
def road_face(b):
    """Face of the road die on the table, 0 without one."""
    for k in range(b[0].roll.n):
        if b[0].roll.kind[k] == ROAD_DIE:
            return b[0].roll.dice[k]
    return 0


@jit_inner
def kept_dice(b, unit):
    """How many of the ordinary dice on the table count."""
    p = b[0].unit[unit].profile
    return move_kept_count(ordinary_dice(b), p.move_keep, p.move_drop)


@jit_inner
def ordinary_dice(b):
    """How many dice lie on the table of which the class may drop some."""
    n = 0
    for k in range(b[0].roll.n):
        if b[0].roll.kind[k] == ORDINARY:
            n += 1
    return n


@jit_inner
def bonus_total(b):
    """Sum of the dice on top, which are never dropped (AMB-29)."""
    return faces_total(packed_dice(b, 0, BONUS_DIE) + packed_dice(b, 1, BONUS_DIE))


@jit_inner
@rule("PT-MOVE-01", "PT-MOVE-02")
def settle_move(b, t, w):
    """A failed roll leaves the unit where it is, a successful one lets it choose its end."""
    unit = b[0].shot.unit
    card = b[0].shot.card
    u = b[0].unit[unit]
    faces = packed_dice(b, 0) + packed_dice(b, 1)
    kept, road, bonus = kept_dice(b, unit), road_face(b), bonus_total(b)
    total = move_test_total(faces, kept, road, b[0].ruling.move_test_value, b[0].ruling.road_die_in_test, bonus)
    note_roll(b, w, unit, CHANCE_MOVE, difficulty(card), total)
    b[0].shot.stage = END_STAGE
    if not move_succeeds(total, difficulty(card)):
        fail_move(b, t, w, unit)
        return
    if b[0].group.at <= 1:
        b[0].group.success = 1
    inches = move_total(faces, kept) + bonus
    b[0].allowance = move_allowance(inches, u.profile.move_cap)
    b[0].road_bonus = move_allowance(inches + road, u.profile.move_cap) - b[0].allowance
    ask_owner(b, DESTINATION, unit)


@jit_inner
def end_move(b, t, w, verb, carrier, x, y, facing):
    """Carry out the end of a move: get on or off, or stand at the end point and facing."""
    unit = b[0].shot.unit
    if verb == PASS:
        return
    if verb == BOARD:
        board(b, t, w, unit, carrier)
        return
    if b[0].unit[unit].carrier != NOBODY:
        alight(b, t, w, unit, x, y, facing)
        return
    put(b, t, unit, x, y, facing)
    note(b, w, log.MOVED, unit, x, y, facing)


@jit_inner
@rule("PT-DIS-UNRELIABLE", "PT-DIS-ENGINE_FIRE", "PT-DIS-WEAK_RUNNING_GEAR")
def fail_move(b, t, w, unit):
    """What a failed movement roll does to the unit."""
    u = b[0].unit[unit]
    p = u.profile
    if p.weak_running_gear != 0:
        u.immobilised = 1
        note(b, w, log.IMMOBILISED, unit)
    fails = p.unreliable != 0 or p.engine_fire != 0
    if hit_by_own_failure(fails, p.vehicle != 0, b[0].ruling.unreliable_scope):
        take_hits(b, t, w, unit, 1, NOBODY)
        if u.alive != 0:
            u.engine_hit = 1
        else:
            u.hazard += 1.0  # the owner chose this roll: its outcome is recorded and counts as no luck
