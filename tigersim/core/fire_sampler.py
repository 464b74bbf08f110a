"""Whole Fire actions with everything that can happen in one.

A roll of n dice is drawn as one number among all 6^n, its dice in mixed radix; tables of all rolls tell what
lies there.  What is re-rolled is read from tables of choices that ``tigersim.simulate`` writes, one entry a roll.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tigersim.core.chance import GAMMA, LOW, S32, WIDE, mix
from tigersim.core.compile.jit import jit_allocating, jit_inline
from tigersim.core.enums import PACK
from tigersim.core.random_lanes import chunk_key
from tigersim.core.resolution import armor_dice_against, cover_dice_against, score, settle
from tigersim.core.sampling import (
    DESTROYED,
    FIELDS,
    HIT_SCORED,
    LETHAL_SCORED,
    NO_SHOT,
    ONE_HIT,
    SUPPRESSED,
    TRIAL,
    Integer,
    Integers,
)
from tigersim.rules.armor import die_saves
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.cover import COVER_FACE
from tigersim.rules.fire import fires_again
from tigersim.rules.shot import Shot
from tigersim.rules.support_weapons import second_shot_follows

Table = NDArray[np.int8]

KEEP, ONE_DIE, ALL_DICE = 0, 1, 2
"""Choices after an attack roll; one die is the lowest that may be re-rolled."""
ONE_ARMOR_DIE, ONE_COVER_DIE, ALL_SAVE_DICE = 1, 2, 3
"""Choices after a save roll, beside keeping it; one die is a failed one."""

HIT_PLACES = 2
"""A target that can still be shot at has no hit or one."""
DIFFICULTY_PLACES = 12
"""Difficulties of cards are 2 to 11."""
HIGH = 64
"""More than any sum of dice."""
ROLLS = tuple(6**dice for dice in range(10))
"""How many rolls so many dice have."""


class RollTables(NamedTuple):
    """What lies on the table for the number of a roll, and what its owner then does."""

    sums: NDArray[np.int16]
    """int16 [dice, number of the roll]: the sum of the dice + HIGH for every five and six."""
    rests: NDArray[np.int32]
    """int32, likewise: the number of the roll of the other dice when the lowest is taken away."""
    saved: Table
    """int8 [save roll against .., number of the roll, 0 armour and 1 cover]: dice that saved."""
    choices: Table
    """int8 [rolls before, hits on the target, red, difficulty, permission 0 or 1, number of the roll], flat: choices.

    The second permission is asked when one die was re-rolled; this die then comes first in the number.
    """
    width: int
    """Length of the last dimension of ``choices``."""
    save: Table
    """int8 [save roll against .., armour saved, cover saved]: choices."""
    save_again: Table
    """int8 [save roll against .., 0 armour or 1 cover die re-rolled, armour saved, cover saved, it saved]: choices of
    a second permission; the successes beside the last are those of dice not yet re-rolled."""


@jit_inline
def digit(state: np.uint64, size: int) -> tuple[Integer, np.uint64]:
    """(an unbiased number 0..size-1, next state) from the next word of a SplitMix64 stream."""
    wide = np.uint64(size)
    while True:
        state += GAMMA
        product = (mix(state) >> S32) * wide
        fraction = product & LOW
        if fraction >= wide or fraction >= WIDE % wide:
            return np.int64(product >> S32), state


@jit_inline
def attack_roll(
    state: np.uint64, n: int, rerolls: int, tables: RollTables, first: int
) -> tuple[Integer, Integer, np.uint64]:
    """(sum, fives and sixes, next state) of ``n`` attack dice, re-rolled by the tables.

    ``first``: where the choices for the first permission begin; those for the second follow.
    """
    sums, rests, choices = tables.sums, tables.rests, tables.choices
    all_rolls, fewer = ROLLS[n], ROLLS[n - 1]
    number, state = digit(state, all_rolls)
    choice = choices[first + number] if rerolls > 0 else KEEP
    fixed, dice = 0, n
    if choice == ALL_DICE:
        number, state = digit(state, all_rolls)
    elif choice == ONE_DIE:
        face, state = digit(state, 6)
        fixed, number, dice = sums[1, face], np.int64(rests[n, number]), n - 1
        if rerolls > 1:
            again = choices[first + tables.width + face * fewer + number]
            if again == ALL_DICE:
                number, state = digit(state, fewer)
            elif again == ONE_DIE:
                face, state = digit(state, 6)
                fixed, number, dice = fixed + sums[1, face], np.int64(rests[dice, number]), n - 2
    total = np.int64(fixed + sums[dice, number])
    return total % HIGH, total // HIGH, state


@jit_inline
def successes(state: np.uint64, n: int, face: int) -> tuple[Integer, np.uint64]:
    """(how many of ``n`` save dice show ``face`` or more, next state)."""
    count = 0
    for _ in range(n):
        thrown, state = digit(state, 6)
        count += die_saves(thrown + 1, face)
    return count, state


@jit_inline
def save_roll(state: np.uint64, kind: int, shot: Shot, tables: RollTables) -> tuple[Integer, Integer, np.uint64]:
    """(armour successes, cover successes, next state) of one save roll, re-rolled by the tables."""
    armor, cover, rerolls = armor_dice_against(kind, shot), cover_dice_against(kind, shot), shot.defence.rerolls
    armor_face, saved = shot.defence.armor_face, tables.saved
    if armor + cover == 0:
        return np.int64(0), np.int64(0), state
    all_rolls = ROLLS[armor + cover]
    number, state = digit(state, all_rolls)
    armor_ok, cover_ok = np.int64(saved[kind, number, 0]), np.int64(saved[kind, number, 1])
    choice = tables.save[kind, armor_ok, cover_ok] if rerolls > 0 else KEEP
    if choice == KEEP:
        return armor_ok, cover_ok, state
    if choice == ALL_SAVE_DICE:
        number, state = digit(state, all_rolls)
        return np.int64(saved[kind, number, 0]), np.int64(saved[kind, number, 1]), state
    armor_saved, cover_saved = np.int64(0), np.int64(0)
    if choice == ONE_ARMOR_DIE:
        armor -= 1
        armor_saved, state = successes(state, 1, armor_face)
    else:
        cover -= 1
        cover_saved, state = successes(state, 1, COVER_FACE)
    if rerolls > 1:
        again = tables.save_again[kind, choice - 1, armor_ok, cover_ok, armor_saved + cover_saved]
        if again == ALL_SAVE_DICE:
            armor_ok, cover_ok = np.int64(0), np.int64(0)
        else:
            armor, cover = 1 if again == ONE_ARMOR_DIE else 0, 1 if again == ONE_COVER_DIE else 0
        more_armor, state = successes(state, armor, armor_face)
        more_cover, state = successes(state, cover, COVER_FACE)
        armor_ok, cover_ok = armor_ok + more_armor, cover_ok + more_cover
    return armor_ok + armor_saved, cover_ok + cover_saved, state


@jit_inline
def fire_roll(
    state: np.uint64, n: int, value: int, hits: int, shot: Shot, tables: RollTables, first: int
) -> tuple[Integer, Integer, bool, bool, np.uint64]:
    """(hits scored, hits taken, destroyed, suppressed, next state) of one roll of ``n`` dice."""
    total, high, state = attack_roll(state, n, shot.attack.rerolls, tables, first)
    scored, kind = score(total, value, shot)
    armor_ok, cover_ok, state = save_roll(state, kind, shot, tables)
    taken, destroyed, suppressed = settle(kind, n, high, armor_ok, cover_ok, hits, shot)
    return scored, taken, destroyed, suppressed, state


@jit_allocating
def count_actions(
    seed: np.uint64, chunk: np.uint64, trials: int, card: int, shot: Shot, tables: RollTables
) -> Integers:
    """Play Fire actions with this card, or any card (-1); counts per field (int64)."""
    counts = np.zeros(FIELDS, np.int64)
    state = chunk_key(seed, chunk)
    for _ in range(trials):
        drawn = card
        if card < 0:
            drawn, state = digit(state, PACK)
        red = is_red(drawn)
        n = shot.attack.red_dice if red else shot.attack.black_dice
        hits, destroyed, suppressed = shot.hits_before, False, False
        rolls_left = shot.attack.rolls
        extra = False
        if n == 0:
            counts[NO_SHOT] += 1
            rolls_left = 0
        value = difficulty(drawn)
        while fires_again(rolls_left, destroyed):
            later = shot.attack.rolls - rolls_left
            row = (((later * HIT_PLACES + hits) * 2 + (1 if red else 0)) * DIFFICULTY_PLACES + value) * 2
            first = row * tables.width
            scored, taken, destroyed, pressed, state = fire_roll(state, n, value, hits, shot, tables, first)
            if later == 0 and not extra:
                counts[HIT_SCORED] += scored >= 1
                counts[LETHAL_SCORED] += scored == 2
            hits += taken
            suppressed = suppressed or pressed
            brings = second_shot_follows(scored, taken, extra, shot.readings.mortar_second_shot)
            further = shot.attack.mortar > 0 and brings
            if not further:
                rolls_left -= 1
            extra = further
        counts[DESTROYED] += destroyed
        counts[ONE_HIT] += not destroyed and hits > 0
        counts[SUPPRESSED] += suppressed and not destroyed and hits == 0
    counts[TRIAL] = trials
    return counts
