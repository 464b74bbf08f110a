"""Rolling: the dice on the table (``b.roll``), thrown and re-thrown from a unit's own stream of chance."""

from __future__ import annotations

from tigersim.core.chance import die, stream
from tigersim.core.jit import jit_inline, jit_inner

ORDINARY, COVER_DIE, ROAD_DIE, BONUS_DIE = 0, 1, 2, 3


@jit_inline
def clear_roll(b, permissions):
    """An empty roll with so many permissions to re-roll."""
    b[0].roll.n = 0
    b[0].roll.permissions = permissions


@jit_inner
def throw(b, unit, purpose, n, kind):
    """Add ``n`` fresh dice of a kind to the roll."""
    chance = stream(b[0].key, purpose, b[0].turn, unit)
    roll = b[0].roll
    count = b[0].unit[unit].rolls
    first = roll.n
    for k in range(first, first + n):
        roll.dice[k] = die(chance, count)
        roll.fixed[k] = 0
        roll.kind[k] = kind
        count += 1
    roll.n = first + n
    b[0].unit[unit].rolls = count


@jit_inner
def throw_again(b, unit, purpose, k):
    """Re-roll die ``k``; it may not be re-rolled again (PT-IMPROVED-04)."""
    chance = stream(b[0].key, purpose, b[0].turn, unit)
    b[0].roll.dice[k] = die(chance, b[0].unit[unit].rolls)
    b[0].roll.fixed[k] = 1
    b[0].unit[unit].rolls += 1


@jit_inner
def throw_all_again(b, unit, purpose):
    """Re-roll every die that has not been re-rolled yet."""
    for k in range(b[0].roll.n):
        if b[0].roll.fixed[k] == 0:
            throw_again(b, unit, purpose, k)


@jit_inner
def free_dice(b):
    """Number of dice that may still be re-rolled."""
    n = 0
    for k in range(b[0].roll.n):
        if b[0].roll.fixed[k] == 0:
            n += 1
    return n


@jit_inner
def may_reroll(b):
    """Whether the owner of the roll still has a permission and a die to use it on."""
    return b[0].roll.permissions > 0 and free_dice(b) > 0


@jit_inner
def total_of(b):
    """Sum of the dice on the table."""
    total = 0
    for k in range(b[0].roll.n):
        total += b[0].roll.dice[k]
    return total


@jit_inner
def fives_and_sixes(b):
    """How many dice show a natural 5 or 6 (PT-DIS-DEATH_TRAP)."""
    n = 0
    for k in range(b[0].roll.n):
        if b[0].roll.dice[k] >= 5:
            n += 1
    return n
