"""Random armies for experiments: every unit alike, sizes and budgets jittered (METHOD.md, sections 2 and 4)."""

from __future__ import annotations

from tigersim.core.chance import battle_key, below, stream
from tigersim.core.enums import CHANCE_MUSTER, MAX_UNITS, NOBODY
from tigersim.core.jit import jit, jit_inner

TRIES = 24
"""Armies drawn for the second side; the one nearest to the wanted budget fights."""


@jit_inner
def _draw(chance, count, low, high, units, army):
    """One army of ``low`` to ``high`` units into ``army``; returns the words of chance used."""
    size = low + below(chance, count, high - low + 1)
    count += 1
    for k in range(MAX_UNITS):
        army[k] = NOBODY
    for k in range(size):
        army[k] = below(chance, count, units)
        count += 1
    return count


@jit_inner
def _cost(costs, army):
    total = 0
    for k in range(MAX_UNITS):
        if army[k] >= 0:
            total += costs[army[k]]
    return total


@jit
def muster(seed, first, costs, low, high, jitter, armies, spare):
    """Fill ``armies`` (n, 2, MAX_UNITS) for battles ``first``, ``first`` + 1, ...

    One side is ``low`` to ``high`` units drawn alike from all; the other the nearest of ``TRIES`` such armies to its
    budget plus a random gap (VP, the difference of two sums of two dice with ``jitter`` faces).  Which side is which
    is left to chance, so nothing in the design prefers side a.  ``spare``: scratch of MAX_UNITS.
    """
    for k in range(armies.shape[0]):
        chance = stream(battle_key(seed, first + k), CHANCE_MUSTER, 0, 0)
        one = below(chance, 0, 2)
        wanted = (
            below(chance, 1, jitter) + below(chance, 2, jitter) - below(chance, 3, jitter) - below(chance, 4, jitter)
        )
        count = _draw(chance, 5, low, high, costs.shape[0], armies[k, one])
        wanted += _cost(costs, armies[k, one])
        nearest = 1 << 30
        for _ in range(TRIES):
            count = _draw(chance, count, low, high, costs.shape[0], spare)
            miss = abs(_cost(costs, spare) - wanted)
            if miss < nearest:
                nearest = miss
                for j in range(MAX_UNITS):
                    armies[k, 1 - one, j] = spare[j]
            if miss == 0:
                break
