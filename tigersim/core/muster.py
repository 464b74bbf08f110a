"""Random armies for experiments: every unit alike, sizes and budgets jittered (METHOD.md, sections 2 and 4)."""

from __future__ import annotations

from tigersim.core.chance import battle_key, below, stream
from tigersim.core.enums import CHANCE_MUSTER, CHANCE_UNIT_CARDS, MAX_UNITS, NOBODY
from tigersim.core.jit import jit, jit_inner
from tigersim.registry import rule
from tigersim.rules.solo import blank_cards, cards_removed

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


@jit
@rule("PT-SOLO-05", "PT-SOLO-06", "PT-SOLO-07", "PT-SOLO-08")
def turn_unit_cards(seed, first, blank, removed, parts, armies):
    """PT-SOLO-05 to PT-SOLO-07: leave in ``armies`` (n, 2, MAX_UNITS) the units whose cards are turned over.

    For battles ``first``, ``first`` + 1, ...  Of every army a card per unit is shuffled with blank ones
    (``blank[side]`` of ``parts`` parts of all cards, rounded down), ``removed[side]`` parts of them are taken away
    unseen, and the units on the others take the field, in their order (PT-SOLO-05, PT-SOLO-06, PT-SOLO-07).  From there
    on the ordinary rules are played (PT-SOLO-08).
    """
    for k in range(armies.shape[0]):
        for side in range(2):
            army = armies[k, side]
            units = 0
            for slot in range(MAX_UNITS):
                if army[slot] >= 0:
                    units += 1
            cards = units + blank_cards(units, blank[side], parts)
            chance = stream(battle_key(seed, first + k), CHANCE_UNIT_CARDS, 0, side)
            gone = 0
            for draw in range(cards_removed(cards, removed[side], parts)):
                lost = below(chance, draw, cards - draw)  # the cards that are left lie in the order of the army
                if lost < units - gone:
                    for slot in range(MAX_UNITS):
                        if army[slot] >= 0:
                            if lost == 0:
                                army[slot] = NOBODY
                                break
                            lost -= 1
                    gone += 1
            place = 0
            for slot in range(MAX_UNITS):
                unit = army[slot]
                army[slot] = NOBODY
                if unit >= 0:
                    army[place] = unit
                    place += 1
