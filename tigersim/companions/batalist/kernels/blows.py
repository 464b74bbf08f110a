"""Compiled strikes: one, an attack with its reply, volley after volley."""

from __future__ import annotations

from typing import Any

from tigersim.companions.batalist.rules.fighting import damage, half, numerator, quotient
from tigersim.companions.batalist.rules.orders import obeys
from tigersim.companions.tallies import add
from tigersim.core.chance import battle_key, die, stream
from tigersim.core.compile.jit import for_kernels, jit, jit_inner

for_kernels(damage, half, numerator, obeys, quotient)

BLOW = 14
"""Terms of one strike."""
STRENGTH, FIGHTERS, FLAT, PROTECTION, PLUS, MINUS, PLUS_DOUBLE, MINUS_DOUBLE, TOTAL_DICE, DIE_FLAT = range(10)
COVER, HALVED, NEGATIVE, HALF_UP = range(10, BLOW)
ROLLS = 16
"""Words of chance set aside for one strike."""
DICE, COIN, POOL = range(3)
"""Purposes of streams."""


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
    """Terms: threshold, H of a weakness (0 = none), a strike.

    Results: damage, at least so much, half.
    """
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
    """Terms: warriors, ``m``, then ``m`` strikes; the last is repeated until nobody is left.

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
