"""Cards against dice, by the million: draw a card, roll every die, look the result up.

``count_rolls`` rolls one Fire action without re-rolls.  It works through a block of trials die by die: each die adds
its share to the trial's 16-bit index (the sum of the attack dice, the successes of the save dice, ...), and at the end
a table says what the index means.  The table is written by ``tigersim.simulate`` from the rule functions, once for
every index, so a rule is asked some thousand times, not a thousand million times.

``count_draws`` draws whole outcomes from a list of probabilities.

Both count; nothing is stored per trial.  All numbers are uint16 fractions and digits of ``core/random_lanes.py``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tigersim.core.chance import GAMMA, ONE, mix
from tigersim.core.compile.jit import jit_allocating, jit_inline
from tigersim.core.enums import PACK
from tigersim.core.random_lanes import (
    AFTER_LANES,
    FRACTIONS,
    Fractions,
    Words,
    both,
    chunk_key,
    differing,
    either,
    fill,
    high,
    if_at_least,
    if_below,
    if_odd,
    low,
    plus,
    start_lanes,
)
from tigersim.core.resolution import armor_dice_against, cover_dice_against, score, settle
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.shot import Shot

Integer = Any
"""An int64 in machine code, an integer of Python or NumPy with the compiler off."""
Integers = NDArray[np.int64]

BLOCK = 4096
"""Trials that are rolled together: their fractions and indices stay in the first-level cache."""

# --- the index of a trial ---------------------------------------------------------------------------------------
REJECTED = 1 << 15
"""Bit of a trial whose draw has to be thrown away; its table entry counts nothing."""
FIVE_OR_SIX = 1 << 14
"""Bit of a trial whose attack dice show a natural 5 or 6 (kept only for a death trap)."""
INDICES = 1 << 14
"""The index without these bits is smaller than this."""

# --- what a trial counts: fields of nine bits in one table entry --------------------------------------------------
TRIAL, ONE_HIT, DESTROYED, SUPPRESSED, HIT_SCORED, LETHAL_SCORED, NO_SHOT = range(7)
FIELDS = 7
FIELD_BITS = 9
ENTRIES_PER_SUM = 127
"""Words of four indices whose entries fit in one sum of nine-bit fields: 508 trials."""

# --- columns of the card's row and of a die row -------------------------------------------------------------------
CARDS, HALF_CARDS, FIRST_CLASS, CLASS_STRIDE = 0, 1, 2, 3
ATTACK = 4
"""Attack dice: three columns each (size, rolled on black, rolled on one colour only), two of them in the card's row."""
FIVE_AT, FIVE_FLAG = 10, 11
SAVE = 12
"""Save dice: three columns each (size, first saving fraction, stride), two of them in a die row."""
BELOW = 18
COLUMNS = 19

LOW16, S16, S32, S48 = np.uint64(0xFFFF), np.uint64(16), np.uint64(32), np.uint64(48)
FIELD_MASK = np.uint64((1 << FIELD_BITS) - 1)
TOP = np.uint64(1 << 63)


@jit_inline
def roll_card(fractions: Fractions, index: Fractions, red: Fractions, row: Fractions) -> None:
    """Draw the card and two attack dice of every trial; cards of a rank and colour are a class."""
    cards, half, first, stride = row[CARDS], row[HALF_CARDS], row[FIRST_CLASS], row[CLASS_STRIDE]
    size_1, black_1, one_colour_1 = row[ATTACK], row[ATTACK + 1], row[ATTACK + 2]
    size_2, black_2, one_colour_2 = row[ATTACK + 3], row[ATTACK + 4], row[ATTACK + 5]
    five_at, five_flag, below = row[FIVE_AT], row[FIVE_FLAG], row[BELOW]
    every_bit, rejected = np.uint16(0xFFFF), np.uint16(REJECTED)
    for i in range(index.size):
        x = fractions[i]
        card_class = plus(high(x, half), first)
        on_red = if_odd(card_class, every_bit)
        red[i] = on_red
        x = low(x, cards)
        rolled = differing(both(on_red, one_colour_1), black_1)
        total = both(high(x, size_1), rolled)
        five = both(if_at_least(x, five_at, five_flag), rolled)
        x = low(x, size_1)
        rolled = differing(both(on_red, one_colour_2), black_2)
        total = plus(total, both(high(x, size_2), rolled))
        five = either(five, both(if_at_least(x, five_at, five_flag), rolled))
        x = low(x, size_2)
        index[i] = either(either(plus(low(card_class, stride), total), five), if_below(x, below, rejected))


@jit_inline
def roll_dice(fractions: Fractions, index: Fractions, red: Fractions, row: Fractions) -> None:
    """One more attack die and two save dice."""
    size, black, one_colour = row[ATTACK], row[ATTACK + 1], row[ATTACK + 2]
    five_at, five_flag, below = row[FIVE_AT], row[FIVE_FLAG], row[BELOW]
    size_1, saves_at_1, stride_1 = row[SAVE], row[SAVE + 1], row[SAVE + 2]
    size_2, saves_at_2, stride_2 = row[SAVE + 3], row[SAVE + 4], row[SAVE + 5]
    rejected = np.uint16(REJECTED)
    for i in range(index.size):
        x = fractions[i]
        rolled = differing(both(red[i], one_colour), black)
        total = plus(index[i], both(high(x, size), rolled))
        five = both(if_at_least(x, five_at, five_flag), rolled)
        x = low(x, size)
        total = plus(total, if_at_least(x, saves_at_1, stride_1))
        x = low(x, size_1)
        total = plus(total, if_at_least(x, saves_at_2, stride_2))
        x = low(x, size_2)
        index[i] = either(either(total, five), if_below(x, below, rejected))


@jit_inline
def add_entries(indices: Words, table: Words, counts: Integers) -> None:
    """Add the table entries of all trials; ``indices`` holds four to a word."""
    for start in range(0, indices.size, ENTRIES_PER_SUM):
        part = indices[start : start + ENTRIES_PER_SUM]
        total = np.uint64(0)
        for i in range(part.size):
            four = part[i]
            total += (
                table[four & LOW16] + table[(four >> S16) & LOW16] + table[(four >> S32) & LOW16] + table[four >> S48]
            )
            if total >= TOP:  # never so; it keeps the compiler from gathering the entries, which takes longer
                break
        for field in range(FIELDS):
            counts[field] += np.int64((total >> np.uint64(FIELD_BITS * field)) & FIELD_MASK)


@jit_inline
def entry(
    card_class: int, total: int, high: int, armor_groups: Integers, cover_groups: Integers, rest: int, shot: Shot
) -> np.uint64:
    """What one trial counts, as a sum of fields.

    ``rest`` tells the successes of every group of save dice; a group is (dice before it, its dice, its stride).
    """
    card = 2 * card_class
    n = shot.attack.red_dice if is_red(card) else shot.attack.black_dice
    hits, destroyed, suppressed = shot.hits_before, False, False
    bits = 1 << (FIELD_BITS * TRIAL)
    if n == 0:
        bits |= 1 << (FIELD_BITS * NO_SHOT)
    else:
        scored, kind = score(total + n, difficulty(card), shot)
        armor_ok = successes(rest, armor_groups, armor_dice_against(kind, shot))
        cover_ok = successes(rest, cover_groups, cover_dice_against(kind, shot))
        taken, destroyed, suppressed = settle(kind, n, high, armor_ok, cover_ok, hits, shot)
        hits += taken
        if scored >= 1:
            bits |= 1 << (FIELD_BITS * HIT_SCORED)
        if scored == 2:
            bits |= 1 << (FIELD_BITS * LETHAL_SCORED)
    if destroyed:
        bits |= 1 << (FIELD_BITS * DESTROYED)
    elif hits > 0:
        bits |= 1 << (FIELD_BITS * ONE_HIT)
    elif suppressed:
        bits |= 1 << (FIELD_BITS * SUPPRESSED)
    return np.uint64(bits)


@jit_inline
def successes(rest: int, groups: Integers, dice: int) -> int:
    """Successes among the first ``dice`` save dice of a kind."""
    count = 0
    for g in range(groups.shape[0]):
        before, size, stride = groups[g, 0], groups[g, 1], groups[g, 2]
        if before < dice:
            count += rest // stride % (size + 1)
    return count


@jit_allocating
def write_table(shot: Shot, totals: int, armor_groups: Integers, cover_groups: Integers, class_stride: int) -> Words:
    """What every index counts: uint64, 65536 entries.

    An index is total - dice + totals * (successes of each group * its stride) + class * class_stride, and the bit
    FIVE_OR_SIX.
    """
    table = np.zeros(2 * REJECTED, np.uint64)
    for card_class in range(PACK // 2):
        for rest in range(class_stride // totals):
            for total in range(totals):
                place = card_class * class_stride + rest * totals + total
                table[place] = entry(card_class, total, 0, armor_groups, cover_groups, rest, shot)
                if shot.defence.death_trap > 0:
                    high = entry(card_class, total, 1, armor_groups, cover_groups, rest, shot)
                    table[place + FIVE_OR_SIX] = high
    return table


@jit_allocating
def count_rolls(
    seed: np.uint64, chunk: np.uint64, trials: int, card_row: Fractions, die_rows: Fractions, table: Words
) -> Integers:
    """Roll ``trials`` Fire actions, rejected draws anew; counts per field (int64, FIELDS).

    ``card_row`` (uint16, COLUMNS) and ``die_rows`` (uint16, (n, COLUMNS)) say which dice are rolled, ``table``
    (uint64, 65536) what every index counts.
    """
    counts = np.zeros(FIELDS, np.int64)
    state = start_lanes(chunk_key(seed, chunk))
    rows = die_rows.shape[0]
    words = np.empty((rows + 1) * (BLOCK // FRACTIONS), np.uint64)
    fractions = words.view(np.uint16).reshape(rows + 1, BLOCK)
    index = np.empty(BLOCK, np.uint16)
    red = np.empty(BLOCK, np.uint16)
    while counts[TRIAL] < trials:
        fill(state, words)
        n = min(BLOCK, trials - counts[TRIAL])
        if n < BLOCK:
            index[:] = REJECTED
        roll_card(fractions[0], index[:n], red, card_row)
        for k in range(rows):
            roll_dice(fractions[k + 1], index[:n], red, die_rows[k])
        add_entries(index.view(np.uint64), table, counts)
    return counts


@jit_inline
def around(fractions: Fractions, bound: np.uint16) -> tuple[Integer, Integer]:
    """How many fractions are below a bound, and how many equal it."""
    below, nearest = np.uint16(0), np.uint16(0xFFFF)
    for i in range(fractions.size):
        below = plus(below, if_below(fractions[i], bound, np.uint16(1)))
        nearest = min(nearest, np.uint16(differing(fractions[i], bound)))
    equal = 0
    if nearest == 0:
        for i in range(fractions.size):
            equal += fractions[i] == bound
    return below, equal


@jit_allocating
def count_draws(seed: np.uint64, chunk: np.uint64, trials: int, coarse: Fractions, fine: Words) -> Integers:
    """Draw numbers u, uniform in 0..1; how many lie below each ascending cut (int64).

    Cut j is (coarse[j] + fine[j] / 2^64) / 2^16 (uint16, uint64), so it is met to within 2^-80.  Sixteen bits of u
    decide nearly always; a draw in the same 65536th as a cut takes 64 bits more.
    """
    key = chunk_key(seed, chunk)
    state = start_lanes(key)
    counter = AFTER_LANES
    words = np.empty(BLOCK // FRACTIONS, np.uint64)
    fractions = words.view(np.uint16)
    below = np.zeros(coarse.size, np.int64)
    left = trials
    while left > 0:
        fill(state, words)
        n = min(BLOCK, left)
        left -= n
        part = fractions[:n]
        first = 0
        while first < coarse.size:
            last = first + 1
            while last < coarse.size and coarse[last] == coarse[first]:
                last += 1
            surely, perhaps = around(part, coarse[first])
            for j in range(first, last):
                below[j] += surely
            for _ in range(perhaps):
                more = mix(key + counter * GAMMA)
                counter += ONE
                for j in range(first, last):
                    below[j] += more < fine[j]
            first = last
    return below
