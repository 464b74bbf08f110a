"""Whole Fire actions with everything that can happen in one: re-rolls, rapid fire, suppression, death traps.

Every die is thrown one after another, and re-rolled as a table of choices says: ``tigersim.simulate`` writes these
tables, one entry for every roll that can lie on the table.
"""

from __future__ import annotations

import numpy as np

from tigersim.core.chance import GAMMA, LOW, S32, WIDE, mix
from tigersim.core.jit import jit, jit_inline
from tigersim.core.lanes import chunk_key
from tigersim.core.resolution import (
    COVER_FACE,
    armor_dice_against,
    cover_dice_against,
    score,
    settle,
)
from tigersim.core.sampling import (
    DESTROYED,
    FIELDS,
    HIT_SCORED,
    LETHAL_SCORED,
    NO_SHOT,
    ONE_HIT,
    SUPPRESSED,
    TRIAL,
)
from tigersim.rules.armor import die_saves
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.fire import fires_again

KEEP, ONE_DIE, ALL_DICE = 0, 1, 2
"""Choices after an attack roll; one die is the lowest that may be re-rolled."""
ONE_ARMOR_DIE, ONE_COVER_DIE, ALL_SAVE_DICE = 1, 2, 3
"""Choices after a save roll, beside keeping it; one die is a failed one."""

MOST_DICE = 8


@jit_inline
def digit(cup, size):
    """An unbiased number 0..size-1 from the next word of a SplitMix64 stream (``cup``: its state, uint64, one)."""
    wide = np.uint64(size)
    while True:
        cup[0] += GAMMA
        product = (mix(cup[0]) >> S32) * wide
        fraction = product & LOW
        if fraction >= wide or fraction >= WIDE % wide:
            return np.int64(product >> S32)


@jit_inline
def die(cup):
    """One D6 (PT-GEN-02), 1..6."""
    return digit(cup, 6) + 1


@jit
def throw(cup, dice, n):
    """Throw the first ``n`` dice; the number of the roll among all 6^n."""
    number = 0
    for k in range(n):
        dice[k] = die(cup)
        number = 6 * number + dice[k] - 1
    return number


@jit_inline
def lowest(dice, first, n):
    """Where the lowest of the dice from ``first`` on lies."""
    found = first
    for k in range(first + 1, n):
        if dice[k] < dice[found]:
            found = k
    return found


@jit
def attack_roll(cup, dice, n, rerolls, choices):
    """Throw ``n`` attack dice and re-roll them by the book (PT-IMPROVED-02, PT-IMPROVED-04).

    ``choices[0]`` is indexed by the number of the roll; ``choices[1]``, asked when one die has been re-rolled and a
    second permission is left, by the number of the roll with that die in front.
    """
    number = throw(cup, dice, n)
    if rerolls == 0:
        return
    choice = choices[0, number]
    if choice == ALL_DICE:
        throw(cup, dice, n)
    elif choice == ONE_DIE:
        low = lowest(dice, 0, n)
        dice[low] = dice[0]
        dice[0] = die(cup)
        if rerolls > 1:
            number = 0
            for k in range(n):
                number = 6 * number + dice[k] - 1
            choice = choices[1, number]
            if choice == ONE_DIE:
                dice[lowest(dice, 1, n)] = die(cup)
            elif choice == ALL_DICE:
                throw(cup, dice[1:], n - 1)


@jit
def successes(cup, n, face):
    """How many of ``n`` save dice show ``face`` or more."""
    count = 0
    for _ in range(n):
        count += die_saves(die(cup), face)
    return count


@jit
def save_roll(cup, armor, armor_face, cover, rerolls, first, second):
    """(armour successes, cover successes) of one save roll, re-rolled by the book.

    ``first[armor_ok, cover_ok]`` is the choice after the roll, ``second[one, armor_ok, cover_ok, saved]`` the choice
    when a die was re-rolled (``one`` 0 an armour die, 1 a cover die; ``saved`` whether it then saved) and a second
    permission is left; its other successes are those of dice not yet re-rolled.
    """
    armor_ok, cover_ok = successes(cup, armor, armor_face), successes(cup, cover, COVER_FACE)
    if rerolls == 0:
        return armor_ok, cover_ok
    choice = first[armor_ok, cover_ok]
    if choice == ALL_SAVE_DICE:
        return successes(cup, armor, armor_face), successes(cup, cover, COVER_FACE)
    if choice == 0:
        return armor_ok, cover_ok
    armor_saved, cover_saved = 0, 0
    if choice == ONE_ARMOR_DIE:
        armor -= 1
        armor_saved = successes(cup, 1, armor_face)
    else:
        cover -= 1
        cover_saved = successes(cup, 1, COVER_FACE)
    if rerolls > 1:
        again = second[choice - 1, armor_ok, cover_ok, armor_saved + cover_saved]
        if again == ONE_ARMOR_DIE:
            armor_ok += successes(cup, 1, armor_face)
        elif again == ONE_COVER_DIE:
            cover_ok += successes(cup, 1, COVER_FACE)
        elif again == ALL_SAVE_DICE:
            armor_ok, cover_ok = successes(cup, armor, armor_face), successes(cup, cover, COVER_FACE)
    return armor_ok + armor_saved, cover_ok + cover_saved


@jit_inline
def fire_action(cup, dice, card, terms, attack_choices, save_first, save_second, counts):
    """One Fire action with a card, counted in its fields."""
    red = is_red(card)
    n = terms.red_dice if red else terms.black_dice
    counts[TRIAL] += 1
    if n == 0:
        counts[NO_SHOT] += 1
        return
    value = difficulty(card)
    hits, destroyed, suppressed = terms.hits_before, False, False
    rolls_left = terms.rolls
    while fires_again(rolls_left, destroyed):
        choices = attack_choices[hits, 1 if red else 0, value] if terms.attack_rerolls > 0 else attack_choices[0, 0, 0]
        attack_roll(cup, dice, n, terms.attack_rerolls, choices)
        total, high = 0, 0
        for k in range(n):
            total += dice[k]
            high += dice[k] >= 5
        scored, kind = score(total, value, terms)
        if rolls_left == terms.rolls:
            counts[HIT_SCORED] += scored >= 1
            counts[LETHAL_SCORED] += scored == 2
        armor, cover = armor_dice_against(kind, terms), cover_dice_against(kind, terms)
        armor_ok, cover_ok = 0, 0
        if armor + cover > 0:
            armor_ok, cover_ok = save_roll(
                cup, armor, terms.armor_face, cover, terms.save_rerolls, save_first[kind], save_second[kind]
            )
        taken, destroyed, pressed = settle(kind, n, high, armor_ok, cover_ok, hits, terms)
        hits += taken
        suppressed = suppressed or pressed
        rolls_left -= 1
    if destroyed:
        counts[DESTROYED] += 1
    elif hits > terms.hits_before:
        counts[ONE_HIT] += 1
    elif suppressed:
        counts[SUPPRESSED] += 1


@jit
def count_actions(seed, chunk, trials, card, terms, attack_choices, save_first, save_second):
    """Play ``trials`` Fire actions with this card, or with any card of the pack (-1); counts per field (int64).

    ``attack_choices`` (int8, [hits on the target, red, difficulty, permission, roll]), ``save_first`` (int8, [kind,
    armour successes, cover successes]) and ``save_second`` hold the choices of re-rolls.
    """
    counts = np.zeros(FIELDS, np.int64)
    cup = np.full(1, chunk_key(seed, chunk))
    dice = np.zeros(MOST_DICE, np.int64)
    for _ in range(trials):
        drawn = card if card >= 0 else digit(cup, 52)
        fire_action(cup, dice, drawn, terms, attack_choices, save_first, save_second, counts)
    return counts
