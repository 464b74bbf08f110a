"""Compiled kernels of the parts of the game; the rules that they call are the ones that the exact odds count with.

A kernel plays trials ``first`` to ``first + n - 1`` of the setting ``terms`` and adds its results to ``sums``
(``companions.sampling``).  Strikes stand in a setting as ``Strike.terms``.
"""

from __future__ import annotations

from typing import Any

from tigersim.companions.batalist.rules.command import is_first, mana_after, may_cast, takes_effect
from tigersim.companions.batalist.rules.fighting import (
    damage,
    first_ranks,
    half,
    loose_fighters,
    melee_fighters,
    numerator,
    quotient,
    reply_fighters,
    survivors,
    wedge_front,
    wedge_last_rank,
)
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
from tigersim.companions.batalist.rules.morale import counted_failures, fails, leaves_the_field, lost_half, routs
from tigersim.companions.batalist.rules.orders import obeys
from tigersim.companions.batalist.rules.ranks import FRONT, attacked_side, last_rank, outer_file, ranks
from tigersim.companions.batalist.rules.weather import frost_losses
from tigersim.companions.batalist.rules.wounds import killed, recovered
from tigersim.core.chance import battle_key, below, die, stream
from tigersim.core.compile.jit import for_kernels, jit, jit_inline, jit_inner

for_kernels(
    half, quotient, damage, numerator, first_ranks, loose_fighters, ranks, outer_file, last_rank, reply_fighters,
    wedge_front, wedge_last_rank, melee_fighters, attacked_side, survivors, fails, counted_failures, leaves_the_field,
    routs, lost_half, is_first, takes_effect, may_cast, mana_after, after_attack, area_bonus, area_result, is_true,
    markers, trap_goes_off, obeys, frost_losses, killed, recovered,
)  # fmt: skip

BLOW = 14
"""Terms of one strike."""
STRENGTH, FIGHTERS, FLAT, PROTECTION, PLUS, MINUS, PLUS_DOUBLE, MINUS_DOUBLE, TOTAL_DICE, DIE_FLAT = range(10)
COVER, HALVED, NEGATIVE, HALF_UP = range(10, BLOW)
ROLLS = 16
"""Words of chance set aside for one strike."""
DICE, COIN, POOL = range(3)
"""Purposes of streams."""
OFF, ONCE, EVERY = range(3)
"""Morale in duels, as ``duel.OFF`` and so on."""
TEST_DICE = 3


@jit_inline
def add(sums: Any, k: int, value: float) -> None:
    """Add one result to its sums."""
    sums[k, 0] += value
    sums[k, 1] += value * value


@jit_inner
def blow(s: Any, base: int, terms: Any, at: int, fighters: int) -> int:
    """Damage of one strike with so many fighters, from ``ROLLS`` words of a stream."""
    count = base
    total = terms[at + FLAT]
    for k in range(PLUS, TOTAL_DICE):
        factor = (1 if k in (PLUS, PLUS_DOUBLE) else -1) * (2 if k >= PLUS_DOUBLE else 1)
        for _ in range(terms[at + k]):
            total += factor * die(s, count)
            count += 1
    face = die(s, count) + terms[at + DIE_FLAT]
    count += 1
    for _ in range(terms[at + TOTAL_DICE]):
        face -= die(s, count)
        count += 1
    protection = terms[at + PROTECTION]
    if terms[at + COVER]:
        protection += die(s, count)
    divided = numerator(terms[at + STRENGTH], fighters, total)
    return damage(divided, protection, face, terms[at + NEGATIVE], terms[at + HALVED], terms[at + HALF_UP])


@jit
def strikes(seed: Any, first: int, n: int, terms: Any, sums: Any) -> None:
    """Terms: threshold, H of a weakness (0 = none), a strike.  Results: damage, at least so much, half."""
    for trial in range(first, first + n):
        s = stream(battle_key(seed, trial), DICE, 0, 0)
        done = blow(s, 0, terms, 2, terms[2 + FIGHTERS])
        if not obeys(die(s, ROLLS), terms[1]):
            done = 0
        add(sums, 0, done)
        add(sums, 1, done >= terms[0])
        add(sums, 2, half(done, 0))


@jit
def exchanges(seed: Any, first: int, n: int, terms: Any, sums: Any) -> None:
    """Terms: the attack, the reply.  Results: damage of either, more than the reply, as much."""
    for trial in range(first, first + n):
        s = stream(battle_key(seed, trial), DICE, 0, 0)
        done = blow(s, 0, terms, 0, terms[FIGHTERS])
        taken = blow(s, ROLLS, terms, BLOW, terms[BLOW + FIGHTERS])
        add(sums, 0, done)
        add(sums, 1, taken)
        add(sums, 2, done > taken)
        add(sums, 3, done == taken)


@jit
def volleys(seed: Any, first: int, n: int, terms: Any, sums: Any) -> None:
    """Terms: warriors, ``m``, then ``m`` strikes, the last of which is repeated until nobody is left.

    Results: strikes needed, losses by the first ``m``, nobody left after them, half lost after them; nobody left after
    three; strikes needed no more than one die's supply.
    """
    for trial in range(first, first + n):
        key = battle_key(seed, trial)
        s = stream(key, DICE, 0, 0)
        m = terms[1]
        lost = early = shot = third = 0
        while lost < terms[0]:
            at = 2 + BLOW * min(shot, m - 1)
            lost += blow(s, ROLLS * shot, terms, at, terms[at + FIGHTERS])
            shot += 1
            if shot <= m:
                early = lost
            if shot <= 3:
                third = lost
        add(sums, 0, shot)
        add(sums, 1, early)
        add(sums, 2, early >= terms[0])
        add(sums, 3, 2 * early >= terms[0])
        add(sums, 4, third >= terms[0])
        add(sums, 5, die(stream(key, POOL, 0, 0), 0) >= shot)


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
    """Terms: dice thrown, bonus, dice that it helps, dice in all, camouflage, noisy, extra, battalions.

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
    """Terms: difference.  Results: higher, equal, higher with ties rolled again, spell takes effect."""
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
    """Terms: mana, other mana, complexity, difference, what abilities add to the die of mana (six of them).

    Results: effects; mana of a mage who is drawn, his casts, whether he can cast at all a spell of complexity 5.
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
    """Terms: dice, needed, then what every face counts for.  Results: sum, enough, any six, no face above 4."""
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
    """Terms: attacks, reveal.  Results: hidden, hidden with all false markers, hidden with none; attacks until seen;
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
    """Terms: markers, rounding of their bonus, rounding of half damage, a strike.  Results: missed, shown, bull's eye;
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
    """Terms: wounded.  Results: back by the first order; orders until all are back; two are enough."""
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
    """Terms: turns, losses, least.  Results: losses of the first turn; at least so many in all turns."""
    for trial in range(first, first + n):
        s = stream(battle_key(seed, trial), DICE, 0, 0)
        total = 0
        for turn in range(terms[0]):
            lost = frost_losses(die(s, turn), terms[2])
            if turn == 0:
                add(sums, 0, lost)
            total += lost
        add(sums, 1, total >= terms[1])


A, B = 0, 5
"""Where a side's terms begin: warriors, width, ranks that fight, warriors at the start, formation."""
MORALE, FIRST, SIDE, LONG_BODY, ABOUT_FACE, AS_FRONT, CORNERS, HALF_FIGHTERS_UP, BLOWS = range(10, 19)
"""Morale, who attacks first (0 a, 1 b, 2 by coin), on which side of b, what b is like there, readings of who fights.

Then five strikes: a's attack and reply, b's attack and reply, a's attack on that side.
"""
DUEL = BLOWS + 5 * BLOW


@jit_inner
def morale_test(s: Any, base: int, terms: Any, side: int, left: int, before: int) -> int:
    """0 goes on, 1 skips an attack, 2 leaves the field."""
    if terms[MORALE] == OFF or left in (0, before) or not lost_half(terms[side], left):
        return 0
    if terms[MORALE] == ONCE and lost_half(terms[side], before):
        return 0
    count = failed(s, base, TEST_DICE, 0, 0)
    return 2 if leaves_the_field(count) else int(count > 0)


@jit_inner
def struck(s: Any, base: int, terms: Any, who: int, ordered: bool, n: int, side: int) -> int:
    """Damage by a side of a duel with ``n`` warriors left, while a stands at a side of b."""
    at = BLOWS + BLOW * ((2 if who == B else 0) + (0 if ordered else 1))
    if who == A and ordered and side != FRONT:
        at = BLOWS + BLOW * 4
    fighting = melee_fighters(
        n, terms[who + 1], terms[who + 2], terms[who + 4],
        side if who == B and not ordered else FRONT,
        terms[AS_FRONT], terms[CORNERS], terms[HALF_FIGHTERS_UP],
    )  # fmt: skip
    return blow(s, base, terms, at, fighting)


@jit_inner
def fight(key: Any, who: int, terms: Any, n: int, m: int) -> tuple[int, int, int, int, int]:
    """One duel from ``n`` and ``m`` warriors: those left in the field and on it or gone, exchanges, killed of a, b.

    A side that has left the field has its warriors left told as a negative number.  Losses before it are tested first.
    """
    s, t = stream(key, DICE, 0, who), stream(key, POOL, 0, who)
    turn = terms[FIRST] if terms[FIRST] < 2 else below(stream(key, COIN, 0, who), 0, 2)
    of_a = morale_test(t, 0, terms, A, n, terms[A]) if m > 0 else 0
    of_b = morale_test(t, 4, terms, B, m, terms[B]) if n > 0 else 0
    rounds = killed_a = killed_b = 0
    side = terms[SIDE]
    while n > 0 and m > 0 and of_a < 2 and of_b < 2:
        side = attacked_side(side, terms[B + 4], m, terms[LONG_BODY])
        turns_round = turn == 1 and side != FRONT and terms[ABOUT_FACE]
        skipped = of_a if turn == 0 else of_b
        if skipped:
            if turn == 0:
                of_a = 0
            else:
                of_b = 0
        elif turns_round:
            side = FRONT
        else:
            if turn == 1:
                side = FRONT
            done = min(struck(s, 2 * ROLLS * rounds, terms, A, turn == 0, n, side), m)
            taken = min(struck(s, 2 * ROLLS * rounds + ROLLS, terms, B, turn == 1, m, side), n)
            rounds += 1
            killed_a += killed(taken, 0)
            killed_b += killed(done, 0)
            if n > taken and m > done:
                of_a = max(of_a, morale_test(t, 8 * rounds, terms, A, n - taken, n))
                of_b = max(of_b, morale_test(t, 8 * rounds + 4, terms, B, m - done, m))
            n, m = survivors(n, taken), survivors(m, done)
        turn = 1 - turn
    return (-n if of_a >= 2 else n), (-m if of_b >= 2 else m), rounds, killed_a, killed_b


@jit
def duels(seed: Any, first: int, n: int, terms: Any, sums: Any) -> None:
    """Terms of ``fight``.  Results: a holds the field, b, neither; exchanges; warriors left of a, of b."""
    for trial in range(first, first + n):
        left_a, left_b, rounds, _, _ = fight(battle_key(seed, trial), 0, terms, terms[A + 3], terms[B + 3])
        a, b = left_a > 0 and left_b <= 0, left_b > 0 and left_a <= 0
        add(sums, 0, a)
        add(sums, 1, b)
        add(sums, 2, not a and not b)
        add(sums, 3, rounds)
        add(sums, 4, left_a if a else 0)
        add(sums, 5, left_b if b else 0)


LINE = DUEL
"""Battle lines: pairs, whether ammunition counts, volleys before contact, then that many strikes."""


@jit
def lines(seed: Any, first: int, n: int, terms: Any, sums: Any) -> None:
    """Terms of ``fight`` and ``LINE``.  Pairs of battalions; a marches under b's fire, then they fight.

    Results: pairs that a holds, that b holds; a holds more, b holds more; a's losses under fire, a's and b's killed;
    warriors left of a, of b; volleys.
    """
    pairs, limited, volleys_each = terms[LINE], terms[LINE + 1], terms[LINE + 2]
    for trial in range(first, first + n):
        key = battle_key(seed, trial)
        supply = pairs * volleys_each
        if limited:
            supply = 0
            for k in range(pairs):
                supply += die(stream(key, POOL, 1, 0), k)
        held_a = held_b = fire = dead_a = dead_b = rest_a = rest_b = shots = 0
        for pair in range(pairs):
            left = terms[A + 3]
            shooting = stream(key, DICE, 1, pair)
            share = max(supply - pair + pairs - 1, 0) // pairs
            for k in range(min(volleys_each, share)):
                if left == 0:
                    break
                at = LINE + 3 + BLOW * k
                lost = min(blow(shooting, ROLLS * k, terms, at, terms[at + FIGHTERS]), left)
                left -= lost
                fire += lost
                dead_a += killed(lost, 0)
                shots += 1
            a, b, _, killed_a, killed_b = fight(key, pair, terms, left, terms[B + 3])
            held_a += a > 0 and b <= 0
            held_b += b > 0 and a <= 0
            dead_a += killed_a
            dead_b += killed_b
            rest_a += abs(a)
            rest_b += abs(b)
        add(sums, 0, held_a)
        add(sums, 1, held_b)
        add(sums, 2, held_a > held_b)
        add(sums, 3, held_b > held_a)
        add(sums, 4, fire)
        add(sums, 5, dead_a)
        add(sums, 6, dead_b)
        add(sums, 7, rest_a)
        add(sums, 8, rest_b)
        add(sums, 9, shots)


@jit
def gauntlets(seed: Any, first: int, sizes: Any, blows: Any, army: Any, terms: Any, dead: Any) -> None:
    """Battles of short lines: the first battalions fight, who holds goes on against the next as it is.

    ``sizes`` (K, 3): warriors, width, ranks that fight.  ``blows`` (K, K, 2, BLOW): attack and reply of i against j.
    ``army`` (n, 2, S): battalions, -1 for none; ``terms``: room for the terms of one duel; ``dead`` (n, 2, S): filled.
    """
    slots = army.shape[2]
    for battle in range(army.shape[0]):
        key = battle_key(seed, first + battle)
        i = j = 0
        n = sizes[army[battle, 0, 0], 0]
        m = sizes[army[battle, 1, 0], 0]
        while i < slots and j < slots and army[battle, 0, i] >= 0 and army[battle, 1, j] >= 0:
            one, other = army[battle, 0, i], army[battle, 1, j]
            for k in range(3):
                terms[A + k] = sizes[one, k]
                terms[B + k] = sizes[other, k]
            for k in range(BLOW):
                terms[BLOWS + k] = blows[one, other, 0, k]
                terms[BLOWS + BLOW + k] = blows[one, other, 1, k]
                terms[BLOWS + 2 * BLOW + k] = blows[other, one, 0, k]
                terms[BLOWS + 3 * BLOW + k] = blows[other, one, 1, k]
            left_a, left_b, _, _, _ = fight(key, i * slots + j, terms, n, m)
            n, m = left_a, left_b
            if left_a <= 0:
                dead[battle, 0, i] = 1
                i += 1
                if i < slots and army[battle, 0, i] >= 0:
                    n = sizes[army[battle, 0, i], 0]
            if left_b <= 0:
                dead[battle, 1, j] = 1
                j += 1
                if j < slots and army[battle, 1, j] >= 0:
                    m = sizes[army[battle, 1, j], 0]
