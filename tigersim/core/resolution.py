"""What one fire roll comes to: the rules of attack, save and damage in their order.

Both samplers use it: the one that rolls die by die asks for every roll, the one that looks results up asks once for
every index of its table.
"""

from __future__ import annotations

from tigersim.core.compile.jit import jit_inline
from tigersim.rules.armor import armor_successes, hits_left
from tigersim.rules.fire import hits_scored
from tigersim.rules.flamethrowers import flame_hits
from tigersim.rules.hits import death_trap_dice, death_trap_springs, hits_taken, hits_to_save, is_destroyed
from tigersim.rules.machine_guns import suppression, suppression_cancelled
from tigersim.rules.shot import Shot

AGAINST_HIT, AGAINST_LETHAL, AGAINST_SUPPRESSION, NOTHING_TO_SAVE = range(4)
"""What a save roll is made against."""


@jit_inline
def score(total: int, difficulty: int, shot: Shot) -> tuple[int, int]:
    """(hits scored 0..2, what the target saves against) of an attack roll with this sum."""
    attack = shot.attack
    needed = difficulty + attack.hit_add
    scored = flame_hits(hits_scored(total, needed, difficulty + attack.lethal_add), False, attack.all_lethal > 0)
    on_armor = attack.machine_gun > 0 and shot.defence.armored > 0
    if scored > 0 and not on_armor:
        return scored, AGAINST_LETHAL if scored == 2 else AGAINST_HIT
    pressed = suppression(
        total,
        needed,
        attack.suppresses > 0,
        attack.machine_gun > 0,
        shot.defence.armored > 0,
        shot.readings.suppression_half,
        shot.readings.armored_suppression,
    )
    return scored, AGAINST_SUPPRESSION if pressed > 0 else NOTHING_TO_SAVE


@jit_inline
def armor_dice_against(kind: int, shot: Shot) -> int:
    """Armour dice of the save roll."""
    if kind == AGAINST_HIT:
        return shot.defence.armor_dice
    if kind == AGAINST_LETHAL:
        return shot.defence.armor_dice_lethal
    return shot.defence.suppression_armor_dice if kind == AGAINST_SUPPRESSION else 0


@jit_inline
def cover_dice_against(kind: int, shot: Shot) -> int:
    """Cover dice of the save roll."""
    if kind == AGAINST_SUPPRESSION:
        return shot.defence.suppression_cover_dice
    return 0 if kind == NOTHING_TO_SAVE else shot.defence.cover_dice


@jit_inline
def settle(
    kind: int, dice: int, fives_and_sixes: int, armor_ok: int, cover_ok: int, hits_before: int, shot: Shot
) -> tuple[int, bool, bool]:
    """(hits taken, destroyed, suppressed) by one roll, after so many successful save dice."""
    if kind == NOTHING_TO_SAVE:
        return 0, False, False
    if kind == AGAINST_SUPPRESSION:
        return 0, False, not suppression_cancelled(armor_ok + cover_ok)
    defence, readings = shot.defence, shot.readings
    hits = hits_to_save(2 if kind == AGAINST_LETHAL else 1, defence.rivets > 0, False, readings.rivets)
    successes = armor_successes(armor_ok, defence.keep_best > 0) + cover_ok
    unsaved = hits_left(hits, successes, readings.save_success_rule)
    taken = hits_taken(unsaved, defence.rivets > 0, False, readings.rivets)
    high = death_trap_dice(fives_and_sixes, dice, readings.death_trap)
    sprung = defence.death_trap > 0 and death_trap_springs(unsaved, high, armor_ok, readings.death_trap)
    return taken, is_destroyed(hits_before, taken, defence.hits_to_destroy, sprung), False
