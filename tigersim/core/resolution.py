"""What one fire roll comes to, from its dice: the rules of attack, save and damage asked in their order.

Both samplers use it: the one that rolls die by die asks for every roll, the one that looks results up asks once for
every index of its table.
"""

from __future__ import annotations

from typing import NamedTuple

from tigersim.core.compile.jit import jit_inline
from tigersim.rules.armor import armor_successes, hits_left
from tigersim.rules.fire import hits_scored
from tigersim.rules.flamethrowers import flame_hits
from tigersim.rules.hits import death_trap_dice, death_trap_springs, hits_taken, hits_to_save, is_destroyed
from tigersim.rules.machine_guns import suppression, suppression_cancelled


class FireTerms(NamedTuple):
    """The integers of one Fire action; fields and meanings are those of ``tigersim.odds.setup.ShotTerms``."""

    red_dice: int
    black_dice: int
    hit_add: int
    lethal_add: int
    machine_gun: int
    suppresses: int
    attack_rerolls: int
    rolls: int
    hits_before: int
    hits_to_destroy: int
    target_armored: int
    armor_dice: int
    armor_dice_lethal: int
    armor_face: int
    keep_best: int
    cover_dice: int
    save_rerolls: int
    suppression_armor_dice: int
    suppression_cover_dice: int
    rivets: int
    death_trap: int
    save_success_rule: int
    suppression_half: int
    rivets_rule: int
    death_trap_rule: int
    mortar: int
    mortar_second_shot: int
    armored_suppression: int
    all_lethal: int = 0


AGAINST_HIT, AGAINST_LETHAL, AGAINST_SUPPRESSION, NOTHING_TO_SAVE = range(4)
"""What a save roll is made against."""


@jit_inline
def score(total: int, difficulty: int, terms: FireTerms) -> tuple[int, int]:
    """What an attack roll scores with a card of this difficulty: (hits scored 0..2, what the target saves against)."""
    needed = difficulty + terms.hit_add
    scored = flame_hits(hits_scored(total, needed, difficulty + terms.lethal_add), False, terms.all_lethal > 0)
    on_armor = terms.machine_gun > 0 and terms.target_armored > 0
    if scored > 0 and not on_armor:
        return scored, AGAINST_LETHAL if scored == 2 else AGAINST_HIT
    pressed = suppression(
        total,
        needed,
        terms.suppresses > 0,
        terms.machine_gun > 0,
        terms.target_armored > 0,
        terms.suppression_half,
        terms.armored_suppression,
    )
    return scored, AGAINST_SUPPRESSION if pressed > 0 else NOTHING_TO_SAVE


@jit_inline
def armor_dice_against(kind: int, terms: FireTerms) -> int:
    """Armour dice of the save roll."""
    if kind == AGAINST_HIT:
        return terms.armor_dice
    if kind == AGAINST_LETHAL:
        return terms.armor_dice_lethal
    return terms.suppression_armor_dice if kind == AGAINST_SUPPRESSION else 0


@jit_inline
def cover_dice_against(kind: int, terms: FireTerms) -> int:
    """Cover dice of the save roll."""
    if kind == AGAINST_SUPPRESSION:
        return terms.suppression_cover_dice
    return 0 if kind == NOTHING_TO_SAVE else terms.cover_dice


@jit_inline
def settle(
    kind: int, dice: int, fives_and_sixes: int, armor_ok: int, cover_ok: int, hits_before: int, terms: FireTerms
) -> tuple[int, bool, bool]:
    """(hits taken, destroyed, suppressed) by one roll of ``dice`` dice after so many successful save dice."""
    if kind == NOTHING_TO_SAVE:
        return 0, False, False
    if kind == AGAINST_SUPPRESSION:
        return 0, False, not suppression_cancelled(armor_ok + cover_ok)
    hits = hits_to_save(2 if kind == AGAINST_LETHAL else 1, terms.rivets > 0, False, terms.rivets_rule)
    successes = armor_successes(armor_ok, terms.keep_best > 0) + cover_ok
    unsaved = hits_left(hits, successes, terms.save_success_rule)
    taken = hits_taken(unsaved, terms.rivets > 0, False, terms.rivets_rule)
    high = death_trap_dice(fives_and_sixes, dice, terms.death_trap_rule)
    sprung = terms.death_trap > 0 and death_trap_springs(unsaved, high, armor_ok, terms.death_trap_rule)
    return taken, is_destroyed(hits_before, taken, terms.hits_to_destroy, sprung), False
