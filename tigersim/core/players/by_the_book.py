"""By the book: the re-rolls that every competent player makes, as rules.rerolls weighs them."""

from tigersim.core.codes import PASSING, pack
from tigersim.core.compile.jit import jit_inner
from tigersim.core.dice import BONUS_DIE, COVER_DIE, ORDINARY, ROAD_DIE, may_reroll_some
from tigersim.core.enums import (
    ALL_DICE,
    ONE_DIE,
    PHASE_COVER,
    PHASE_MELEE,
    PHASE_MOVE,
    PHASE_RECOVERY_TESTS,
    SOME_DICE,
)
from tigersim.core.fire import ATTACK_STAGE, lethal_threshold
from tigersim.core.movement import kept_dice, ordinary_dice, packed_dice, road_face
from tigersim.rules.arithmetic import lowest_face, with_face
from tigersim.rules.armor import die_saves
from tigersim.rules.cards import difficulty
from tigersim.rules.cover import COVER_FACE
from tigersim.rules.rerolls import (
    SECOND_KIND,
    THIRD_KIND,
    MoveDice,
    SaveDice,
    best_attack_reroll,
    best_attack_subset,
    best_move_reroll,
    best_move_subset,
    best_save_reroll,
    best_save_subset,
)
from tigersim.rules.switches import ImprovedRerollExtent, MoveTestValue, RoadDieInTest

KEEP, ONE, ALL, ROAD, BONUS = 0, 1, 2, 3, 4
NEVER = 99
"""Half of a sum that no roll reaches: there is nothing beyond success."""


@jit_inner
def _one_die(b, face, kind):
    """Re-roll a free die of a kind that shows a face."""
    for k in range(b[0].roll.n):
        if b[0].roll.fixed[k] == 0 and b[0].roll.dice[k] == face and b[0].roll.kind[k] == kind:
            return pack(ONE_DIE, b[0].subject, 0, k, 0, 0)
    return PASSING


@jit_inner
def _all_dice(b):
    return pack(ALL_DICE, b[0].subject, 0, 0, 0, 0)


@jit_inner
def any_dice(b):
    """Whether the permission extends to any of the dice (AMB-99)."""
    return b[0].ruling.improved_reroll_extent == ImprovedRerollExtent.ANY_SUBSET and may_reroll_some(b)


@jit_inner
def packed_free(b, kind):
    """The dice of a kind that may still be re-rolled, packed by face."""
    faces = 0
    for k in range(b[0].roll.n):
        if b[0].roll.fixed[k] == 0 and b[0].roll.kind[k] == kind:
            faces = with_face(faces, b[0].roll.dice[k])
    return faces


@jit_inner
def _lowest_dice(b, count, kind):
    """The mask of so many of the lowest free dice of a kind."""
    mask = 0
    for face in range(1, 7):
        for k in range(b[0].roll.n):
            free = b[0].roll.fixed[k] == 0 and b[0].roll.kind[k] == kind
            if free and count > 0 and b[0].roll.dice[k] == face:
                mask |= 1 << k
                count -= 1
    return mask


@jit_inner
def _failed_dice(b, rerolled, face_needed):
    """Re-roll so many failed armour dice, and so many failed cover dice."""
    armor, cover, mask = rerolled % SECOND_KIND, rerolled // SECOND_KIND, 0
    for k in range(b[0].roll.n):
        covering = b[0].roll.kind[k] == COVER_DIE
        if b[0].roll.fixed[k] != 0 or die_saves(b[0].roll.dice[k], COVER_FACE if covering else face_needed):
            continue
        if covering and cover > 0:
            mask |= 1 << k
            cover -= 1
        elif not covering and armor > 0:
            mask |= 1 << k
            armor -= 1
    return _these_dice(b, mask)


@jit_inner
def _these_dice(b, mask):
    """The action that re-rolls the dice of a mask: none, one, all, or some of them."""
    free = 0
    for k in range(b[0].roll.n):
        if b[0].roll.fixed[k] == 0:
            free |= 1 << k
    if mask == 0:
        return PASSING
    if mask == free:
        return _all_dice(b)
    for k in range(b[0].roll.n):
        if mask == 1 << k:
            return pack(ONE_DIE, b[0].subject, 0, k, 0, 0)
    return pack(SOME_DICE, b[0].subject, 0, mask, 0, 0)


@jit_inner
def reroll_attack(b):
    """Maximises P(hit), then P(lethal hit)."""
    card, target = b[0].shot.card, b[0].shot.target
    return reroll_sum(b, b[0].shot.difficulty, lethal_threshold(b, b[0].shot.unit, target, b[0].shot.weapon, card))


@jit_inner
def reroll_sum(b, needed, lethal):
    """Maximises the chance that the dice reach a number, then twice another."""
    free, free_total, lowest, fixed_total = 0, 0, 7, 0
    for k in range(b[0].roll.n):
        face = b[0].roll.dice[k]
        if b[0].roll.fixed[k] == 0:
            free += 1
            free_total += face
            lowest = min(lowest, face)
        else:
            fixed_total += face
    if any_dice(b):
        rerolled = best_attack_subset(packed_free(b, ORDINARY), fixed_total, needed, lethal)
        return _these_dice(b, _lowest_dice(b, rerolled, ORDINARY))
    choice = best_attack_reroll(free, free_total, lowest, fixed_total, needed, lethal, not may_reroll_some(b))
    if choice == ONE:
        return _one_die(b, lowest, 0)
    return _all_dice(b) if choice == ALL else PASSING


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
    best, rule = v.armor_keep_best != 0, b[0].ruling.save_success_rule
    roll = SaveDice(hits, armor, armor_ok, cover, cover_ok, face_needed, best, rule, fixed_armor, fixed_cover)
    if any_dice(b):
        return _failed_dice(b, best_save_subset(roll), face_needed)
    choice = best_save_reroll(roll, not may_reroll_some(b))
    if choice == 1:
        return pack(ONE_DIE, b[0].subject, 0, failed_armor, 0, 0)
    if choice == 2:
        return pack(ONE_DIE, b[0].subject, 0, failed_cover, 0, 0)
    return _all_dice(b) if choice == 3 else PASSING


@jit_inner
def reroll_move(b):
    """Maximises the chance that the movement roll succeeds.

    By the dice that its test counts (AMB-28, AMB-31).
    """
    road = road_face(b) if b[0].ruling.road_die_in_test == RoadDieInTest.COUNTS else 0
    road_free = False
    for k in range(b[0].roll.n):
        if b[0].roll.kind[k] == ROAD_DIE and b[0].roll.fixed[k] == 0:
            road_free = True
    kept = ordinary_dice(b) if b[0].ruling.move_test_value == MoveTestValue.ALL_DICE else kept_dice(b, b[0].shot.unit)
    free, on_top = packed_dice(b, 0), packed_dice(b, 0, BONUS_DIE)
    roll = MoveDice(
        free,
        packed_dice(b, 1),
        kept,
        road if road_free else 0,
        0 if road_free else road,
        difficulty(b[0].shot.card),
        on_top,
        packed_dice(b, 1, BONUS_DIE),
    )
    if any_dice(b):
        rerolled = best_move_subset(roll)
        mask = _lowest_dice(b, rerolled % SECOND_KIND, ORDINARY)
        mask |= _lowest_dice(b, rerolled % THIRD_KIND // SECOND_KIND, ROAD_DIE)
        mask |= _lowest_dice(b, rerolled // THIRD_KIND, BONUS_DIE)
        return _these_dice(b, mask)
    choice = best_move_reroll(roll, not may_reroll_some(b))
    if choice == ONE:
        return _one_die(b, lowest_face(free), 0)
    if choice == ROAD:
        return _one_die(b, road, ROAD_DIE)
    if choice == BONUS:
        return _one_die(b, lowest_face(on_top), BONUS_DIE)
    return _all_dice(b) if choice == ALL else PASSING


@jit_inner
def reroll_recovery(b):
    """Maximises the chance that the recovery test succeeds (AMB-100): all its dice are summed."""
    needed = difficulty(b[0].unit[b[0].subject].recovery_card)
    free = packed_dice(b, 0)
    roll = MoveDice(free, packed_dice(b, 1), b[0].roll.n, 0, 0, needed, 0, 0)
    if any_dice(b):
        rerolled = best_move_subset(roll)
        return _these_dice(b, _lowest_dice(b, rerolled, ORDINARY))
    choice = best_move_reroll(roll, False)
    if choice == ONE:
        return _one_die(b, lowest_face(free), 0)
    return _all_dice(b) if choice == ALL else PASSING


@jit_inner
def reroll(b):
    """The re-roll that the roll on the table asks for."""
    if b[0].phase == PHASE_RECOVERY_TESTS:
        return reroll_recovery(b)
    if b[0].phase == PHASE_MOVE:
        return reroll_move(b)
    if b[0].phase == PHASE_MELEE:
        return reroll_sum(b, b[0].melee.difficulty, NEVER)
    if b[0].phase == PHASE_COVER:
        return reroll_sum(b, difficulty(b[0].shot.card), NEVER)
    if b[0].shot.stage == ATTACK_STAGE:
        return reroll_attack(b)
    return reroll_saves(b)
