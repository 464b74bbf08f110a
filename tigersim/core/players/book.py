"""By the book: the re-rolls that every competent player makes, as rules.rerolls weighs them."""

from __future__ import annotations

from tigersim.core.actions import pack
from tigersim.core.dice import BONUS_DIE, COVER_DIE, ROAD_DIE
from tigersim.core.enums import ALL_DICE, ONE_DIE, PASS, PHASE_MOVE
from tigersim.core.fire import ATTACK_STAGE
from tigersim.core.jit import jit_inner
from tigersim.core.movement import kept_dice, ordinary_dice, packed_dice, road_face
from tigersim.rules.arithmetic import lowest_face
from tigersim.rules.armor import die_saves
from tigersim.rules.cards import difficulty
from tigersim.rules.cover import COVER_FACE
from tigersim.rules.rerolls import best_attack_reroll, best_move_reroll, best_save_reroll

KEEP, ONE, ALL, ROAD, BONUS = 0, 1, 2, 3, 4


@jit_inner
def _one_die(b, face, kind):
    """Re-roll a free die of a kind that shows a face."""
    for k in range(b[0].roll.n):
        if b[0].roll.fixed[k] == 0 and b[0].roll.dice[k] == face and b[0].roll.kind[k] == kind:
            return pack(ONE_DIE, b[0].subject, 0, k, 0, 0)
    return pack(PASS, 0, 0, 0, 0, 0)


@jit_inner
def _all_dice(b):
    return pack(ALL_DICE, b[0].subject, 0, 0, 0, 0)


@jit_inner
def reroll_attack(b):
    """Maximises P(hit), then P(lethal hit)."""
    free, free_total, lowest, fixed_total = 0, 0, 7, 0
    for k in range(b[0].roll.n):
        face = b[0].roll.dice[k]
        if b[0].roll.fixed[k] == 0:
            free += 1
            free_total += face
            lowest = min(lowest, face)
        else:
            fixed_total += face
    choice = best_attack_reroll(free, free_total, lowest, fixed_total, b[0].shot.difficulty, b[0].shot.lethal)
    if choice == ONE:
        return _one_die(b, lowest, 0)
    return _all_dice(b) if choice == ALL else pack(PASS, 0, 0, 0, 0, 0)


@jit_inner
def reroll_saves(b):
    """Minimises the expected unsaved hits; against a suppression one success is enough."""
    v = b[0].unit[b[0].shot.target].profile
    face_needed = v.armor_face
    armor, armor_ok, cover, cover_ok, fixed_armor, fixed_cover = 0, 0, 0, 0, 0, 0
    failed_armor, failed_cover = -1, -1
    for k in range(b[0].roll.n):
        face = b[0].roll.dice[k]
        covering = b[0].roll.kind[k] == COVER_DIE
        saved = die_saves(face, COVER_FACE if covering else face_needed)
        if b[0].roll.fixed[k] != 0:
            fixed_cover += 1 if covering and saved else 0
            fixed_armor += 1 if saved and not covering else 0
        elif covering:
            cover += 1
            cover_ok += 1 if saved else 0
            failed_cover = failed_cover if saved else k
        else:
            armor += 1
            armor_ok += 1 if saved else 0
            failed_armor = failed_armor if saved else k
    hits = 1 if b[0].shot.suppressing != 0 else b[0].shot.hits
    choice = best_save_reroll(
        hits,
        armor,
        armor_ok,
        cover,
        cover_ok,
        face_needed,
        v.armor_keep_best != 0,
        b[0].switch[43],
        fixed_armor,
        fixed_cover,
    )
    if choice == 1:
        return pack(ONE_DIE, b[0].subject, 0, failed_armor, 0, 0)
    if choice == 2:
        return pack(ONE_DIE, b[0].subject, 0, failed_cover, 0, 0)
    return _all_dice(b) if choice == 3 else pack(PASS, 0, 0, 0, 0, 0)


@jit_inner
def reroll_move(b):
    """Maximises the chance that the movement roll succeeds, by the dice that its test counts (AMB-28, AMB-31)."""
    road = road_face(b) if b[0].switch[31] == 0 else 0
    road_free = False
    for k in range(b[0].roll.n):
        if b[0].roll.kind[k] == ROAD_DIE and b[0].roll.fixed[k] == 0:
            road_free = True
    kept = ordinary_dice(b) if b[0].switch[28] == 1 else kept_dice(b, b[0].shot.unit)
    free, on_top = packed_dice(b, 0), packed_dice(b, 0, BONUS_DIE)
    choice = best_move_reroll(
        free,
        packed_dice(b, 1),
        kept,
        road if road_free else 0,
        0 if road_free else road,
        difficulty(b[0].shot.card),
        on_top,
        packed_dice(b, 1, BONUS_DIE),
    )
    if choice == ONE:
        return _one_die(b, lowest_face(free), 0)
    if choice == ROAD:
        return _one_die(b, road, ROAD_DIE)
    if choice == BONUS:
        return _one_die(b, lowest_face(on_top), BONUS_DIE)
    return _all_dice(b) if choice == ALL else pack(PASS, 0, 0, 0, 0, 0)


@jit_inner
def reroll(b):
    """The re-roll that the roll on the table asks for."""
    if b[0].phase == PHASE_MOVE:
        return reroll_move(b)
    if b[0].shot.stage == ATTACK_STAGE:
        return reroll_attack(b)
    return reroll_saves(b)
