"""Dice on the table (``b.roll``), thrown and re-thrown from a unit's own stream of chance."""

from tigersim.core.asking import ask_owner
from tigersim.core.chance import die, stream
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.enums import ALL_DICE, ONE_DIE, REROLL, SOME_DICE
from tigersim.registry import rule
from tigersim.rules.rerolls import may_reroll_dice

ORDINARY, COVER_DIE, ROAD_DIE, BONUS_DIE = 0, 1, 2, 3


@jit_inline
def rolls_of(dice):
    """How many different rolls so many dice have."""
    rolls = 1
    for _ in range(dice):
        rolls *= 6
    return rolls


@jit_inline
def clear_roll(b, permissions, whole):
    """Begin a roll without dice; ``whole`` of its permissions are for the whole roll only."""
    b[0].roll.n = 0
    b[0].roll.permissions = permissions
    b[0].roll.whole = whole


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
    roll = b[0].roll
    free = free_dice(b)
    return free > 0 and may_reroll_dice(roll.permissions, roll.whole, roll.n - free, True)


@jit_inner
def may_reroll_some(b):
    """Whether the permission may be used on some of the dice only (AMB-101)."""
    roll = b[0].roll
    return may_reroll_dice(roll.permissions, roll.whole, roll.n - free_dice(b), False)


@jit_inner
def ask_reroll(b, unit):
    """Ask the owner of the roll on the table what to do with it."""
    ask_owner(b, REROLL, unit)


@jit_inner
@rule("PT-IMPROVED-02", "PT-IMPROVED-04")
def reroll(b, unit, purpose, verb, which):
    """Keep the roll, re-roll one die or all (or some, AMB-99), each die once."""
    roll = b[0].roll
    if verb == ONE_DIE:
        throw_again(b, unit, purpose, which)
    elif verb == SOME_DICE:
        for k in range(roll.n):
            if (which >> k) & 1 != 0:
                throw_again(b, unit, purpose, k)
    elif verb == ALL_DICE:
        throw_all_again(b, unit, purpose)
        roll.whole = max(roll.whole - 1, 0)
    else:
        roll.permissions = 1
    roll.permissions -= 1


@jit_inner
def total_of(b):
    """Sum of the dice on the table."""
    total = 0
    for k in range(b[0].roll.n):
        total += b[0].roll.dice[k]
    return total
