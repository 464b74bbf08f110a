"""Compiled dice of all but strikes: tests, contests, mana, markers, wounds, frost."""

from __future__ import annotations

from typing import Any

from tigersim.companions.batalist.kernels.blows import COIN, DICE, FIGHTERS, POOL, blow
from tigersim.companions.batalist.rules.command import is_first, mana_after, may_cast, takes_effect
from tigersim.companions.batalist.rules.fighting import half
from tigersim.companions.batalist.rules.hidden import (
    FALSE_MARKERS,
    NOTHING,
    REVEALED,
    after_attack,
    area_bonus,
    area_result,
    is_true,
    markers,
    trap_goes_off,
)
from tigersim.companions.batalist.rules.morale import counted_failures, fails, leaves_the_field, routs
from tigersim.companions.batalist.rules.weather import frost_losses
from tigersim.companions.batalist.rules.wounds import recovered
from tigersim.companions.tallies import add
from tigersim.core.chance import battle_key, below, die, stream
from tigersim.core.compile.jit import for_kernels, jit, jit_inner

for_kernels(after_attack, area_bonus, area_result, counted_failures, fails, frost_losses, half, is_first, is_true)
for_kernels(leaves_the_field, mana_after, markers, may_cast, recovered, routs, takes_effect, trap_goes_off)


@jit_inner
def failed(s: Any, base: int, dice: int, bonus: int, helped: int) -> int:
    """Failures of some dice, ``helped`` of them with a bonus, against one."""
    opponent = die(s, base)
    count = 0
    for k in range(dice):
        count += fails(die(s, base + 1 + k), opponent, bonus if k < helped else 0)
    return count


@jit
def tests(seed: Any, first: int, n: int, terms: Any, sums: Any) -> None:
    """Terms: dice thrown, bonus, dice with it, dice, camouflage, noisy, extra, battalions.

    Results: 0, 1, 2, 3 failures of the first battalion, and their mean; any of the battalions routs; how many leave.
    """
    for trial in range(first, first + n):
        key = battle_key(seed, trial)
        routed = left = 0
        for who in range(terms[7]):
            rolled = failed(stream(key, DICE, 0, who), 0, terms[0], terms[1], terms[2])
            count = counted_failures(rolled, terms[3], terms[4], terms[5], terms[6])
            routed += routs(count)
            left += leaves_the_field(count)
            if who == 0:
                for k in range(4):
                    add(sums, k, count == k)
                add(sums, 4, count)
        add(sums, 5, routed > 0)
        add(sums, 6, left)


@jit
def contests(seed: Any, first: int, n: int, terms: Any, sums: Any) -> None:
    """Terms: difference.  Results: higher, equal, higher with ties rolled again, spell works."""
    for trial in range(first, first + n):
        s = stream(battle_key(seed, trial), DICE, 0, 0)
        a, b = die(s, 0), die(s, 1)
        add(sums, 0, is_first(a, terms[0], b, 0))
        add(sums, 1, a + terms[0] == b)
        add(sums, 3, takes_effect(a, terms[0], b, 0))
        count = 2
        while a + terms[0] == b:
            a, b = die(s, count), die(s, count + 1)
            count += 2
        add(sums, 2, is_first(a, terms[0], b, 0))


@jit
def mana_duels(seed: Any, first: int, n: int, terms: Any, sums: Any) -> None:
    """Terms: mana, other mana, complexity, difference, what six abilities add to a die of mana.

    Results: effects; mana of a mage who is drawn, its casts, whether it can cast a spell of complexity 5 at all.
    """
    for trial in range(first, first + n):
        s = stream(battle_key(seed, trial), DICE, 0, 0)
        mana, other = terms[0], terms[1]
        effects = count = 0
        while may_cast(mana, terms[2]):
            mana = mana_after(mana, terms[2])
            if may_cast(other, terms[2]):
                other = mana_after(other, terms[2])
                effects += takes_effect(die(s, count), terms[3], die(s, count + 1), 0)
                count += 2
            else:
                effects += 1
        add(sums, 0, effects)
        drawn = die(s, count) + terms[3 + die(s, count + 1)]
        add(sums, 1, drawn)
        add(sums, 2, drawn // terms[2])
        add(sums, 3, may_cast(drawn, 5))


@jit
def pools(seed: Any, first: int, n: int, terms: Any, sums: Any) -> None:
    """Terms: dice, needed, worth of every face.

    Results: sum, enough, any six, no face above 4.
    """
    for trial in range(first, first + n):
        s = stream(battle_key(seed, trial), POOL, 0, 0)
        total = sixes = high = 0
        for k in range(terms[0]):
            face = die(s, k)
            total += terms[1 + face]
            sixes += face == 6
            high += face > 4
        add(sums, 0, total)
        add(sums, 1, total >= terms[1])
        add(sums, 2, sixes > 0)
        add(sums, 3, high == 0)


@jit
def ambushes(seed: Any, first: int, n: int, terms: Any, sums: Any) -> None:
    """Terms: attacks, reveal.

    Results: hidden, hidden with all false markers, hidden with none; attacks until seen;
    found at the first try; tries until found; trap set off by three passages; trap found by two attacks."""
    for trial in range(first, first + n):
        s = stream(battle_key(seed, trial), DICE, 0, 0)
        false, seen, attack = FALSE_MARKERS, 0, 0
        while not seen:
            what = after_attack(die(s, attack), false, terms[1])
            attack += 1
            seen = what == REVEALED
            if not seen and what != NOTHING:
                false -= 1
            if attack == terms[0]:
                add(sums, 0, not seen)
                add(sums, 1, not seen and false == FALSE_MARKERS)
                add(sums, 2, not seen and false == 0)
        if attack < terms[0]:
            for k in range(3):
                add(sums, k, 0)
        add(sums, 3, attack)
        t = stream(battle_key(seed, trial), COIN, 0, 0)
        left, tries = markers(FALSE_MARKERS), 1
        while not is_true(below(t, tries, left), 0):
            left -= 1
            tries += 1
        add(sums, 4, tries == 1)
        add(sums, 5, tries)
        p = stream(battle_key(seed, trial), POOL, 0, 0)
        off = 0
        for k in range(3):
            off += trap_goes_off(die(p, k))
        add(sums, 6, off > 0)
        add(sums, 7, tries <= 2)


@jit
def area_fires(seed: Any, first: int, n: int, terms: Any, sums: Any) -> None:
    """Terms: markers, rounding of their bonus, rounding of half damage, a strike.

    Results: missed, shown, bull's eye;
    losses; damage of the strike."""
    for trial in range(first, first + n):
        s = stream(battle_key(seed, trial), DICE, 0, 0)
        result = area_result(die(s, 0), area_bonus(terms[0], terms[1]))
        done = blow(s, 1, terms, 3, terms[3 + FIGHTERS])
        for k in range(3):
            add(sums, k, result == k)
        add(sums, 3, 0 if result == 0 else half(done, terms[2]) if result == 1 else done)
        add(sums, 4, done)


@jit
def recoveries(seed: Any, first: int, n: int, terms: Any, sums: Any) -> None:
    """Terms: wounded.  Results: back by one order; orders until all are back; two are enough."""
    for trial in range(first, first + n):
        s = stream(battle_key(seed, trial), DICE, 0, 0)
        left, orders = terms[0], 0
        while left > 0:
            back = recovered(left, die(s, orders))
            if orders == 0:
                add(sums, 0, back)
            left -= back
            orders += 1
        add(sums, 1, orders)
        add(sums, 2, orders <= 2)


@jit
def frosts(seed: Any, first: int, n: int, terms: Any, sums: Any) -> None:
    """Terms: turns, losses, least.  Results: losses of one turn; at least so many in all turns."""
    for trial in range(first, first + n):
        s = stream(battle_key(seed, trial), DICE, 0, 0)
        total = 0
        for turn in range(terms[0]):
            lost = frost_losses(die(s, turn), terms[2])
            if turn == 0:
                add(sums, 0, lost)
            total += lost
        add(sums, 1, total >= terms[1])
