"""Compiled fights: duels, battle lines, and the short lines that prices are read from."""

from __future__ import annotations

from typing import Any

from tigersim.companions.batalist.kernels.blows import BLOW, COIN, DICE, FIGHTERS, POOL, ROLLS, blow
from tigersim.companions.batalist.kernels.dice import failed
from tigersim.companions.batalist.odds.duel import OFF, ONCE
from tigersim.companions.batalist.rules.fighting import (
    first_ranks,
    half,
    loose_fighters,
    melee_fighters,
    reply_fighters,
    survivors,
    wedge_front,
    wedge_last_rank,
)
from tigersim.companions.batalist.rules.morale import MORALE_DICE, leaves_the_field, lost_half
from tigersim.companions.batalist.rules.ranks import FRONT, attacked_side, last_rank, outer_file, ranks
from tigersim.companions.batalist.rules.wounds import killed
from tigersim.companions.tallies import add
from tigersim.core.chance import battle_key, below, die, stream
from tigersim.core.compile.jit import for_kernels, jit, jit_inner

for_kernels(attacked_side, first_ranks, half, killed, last_rank, leaves_the_field, loose_fighters, lost_half)
for_kernels(melee_fighters, outer_file, ranks, reply_fighters, survivors, wedge_front, wedge_last_rank)

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
    count = failed(s, base, MORALE_DICE, 0, 0)
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
    """One duel: warriors left of a and of b, exchanges, killed of a and of b.

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
    """Terms of ``fight``.  Results: a holds the field, b, neither; exchanges; left of a, of b."""
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
    """Terms of ``fight`` and ``LINE``: pairs that fight when a has marched under b's fire.

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
    """Battles of short lines: the first battalions fight, the winner goes on as it is.

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
