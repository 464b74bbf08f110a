"""Find cover: the order and its roll (chapter 1.8)."""

from tigersim.core import log
from tigersim.core.board import cell_at
from tigersim.core.compile.jit import jit_inner
from tigersim.core.dice import ORDINARY, ask_reroll, clear_roll, may_reroll, throw, total_of
from tigersim.core.enums import BUILDING, CHANCE_COVER, HILL, OPEN, PHASE_ACT, PHASE_COVER, WOOD
from tigersim.core.log import note, note_roll
from tigersim.core.units import cell_of
from tigersim.registry import rule
from tigersim.rules.cards import allows_find_cover, difficulty, is_red
from tigersim.rules.cover import find_cover_dice, finds_cover
from tigersim.rules.switches import Edition

ROLL_STAGE, DICE_STAGE, END_STAGE = 0, 1, 2


@jit_inner
@rule("PT-COVER-05")
def has_folds(b, t, unit):
    """Whether the unit stands in woods, a building or on a hill, or a vehicle touches one."""
    u = b[0].unit[unit]
    kind = t[0].kind[cell_of(b, t, unit)]
    if kind == WOOD or kind == BUILDING or kind == HILL:
        return True
    if u.profile.vehicle == 0 or kind != OPEN:
        return False
    for y in range(max(u.y - 1, 0), min(u.y + 2, t[0].depth)):
        for x in range(max(u.x - 1, 0), min(u.x + 2, t[0].width)):
            if t[0].kind[cell_at(t, x, y)] == BUILDING:
                return True
    return False


@jit_inner
@rule("PT-COVER-04", "PT-CARD-07", "PT-CARD-08", "PT1-CARD-04")
def cover_roll_dice(b, t, unit, card):
    """Dice of a Find cover order, on black cards only; 0 = it cannot be ordered."""
    u = b[0].unit[unit]
    if not allows_find_cover(is_red(card)) or u.placed == 0 or b[0].ruling.edition == Edition.FIRST:
        return 0
    return find_cover_dice(u.profile.find_open, u.profile.find_terrain, has_folds(b, t, unit))


@jit_inner
def start_cover(b, unit, card):
    """Begin a Find cover action."""
    b[0].shot.unit = unit
    b[0].shot.card = card
    b[0].shot.stage = ROLL_STAGE
    b[0].phase = PHASE_COVER


@jit_inner
@rule("PT-COVER-03", "PT-COVER-05", "PT-COVER-06")
def cover_step(b, t, w):
    """Roll; on success the unit has found cover until it moves."""
    shot = b[0].shot
    unit = shot.unit
    if shot.stage == ROLL_STAGE:
        clear_roll(b, b[0].unit[unit].profile.own_rerolls, 0)
        throw(b, unit, CHANCE_COVER, cover_roll_dice(b, t, unit, shot.card), ORDINARY)
        shot.stage = DICE_STAGE
    elif may_reroll(b):
        ask_reroll(b, unit)
    else:
        total, needed = total_of(b), difficulty(shot.card)
        note_roll(b, w, unit, CHANCE_COVER, needed, total)
        if finds_cover(total, needed):
            b[0].unit[unit].found_cover = 1
            if b[0].group.at <= 1:
                b[0].group.success = 1
            note(b, w, log.FOUND_COVER, unit)
        b[0].phase = PHASE_ACT
