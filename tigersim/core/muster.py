"""Random armies for experiments, sizes and budgets jittered (docs/method.md)."""

from __future__ import annotations

from typing import Any, NamedTuple

from tigersim.core.chance import battle_key, below, stream
from tigersim.core.compile.jit import jit, jit_inner
from tigersim.core.enums import CHANCE_MUSTER, CHANCE_UNIT_CARDS, MAX_UNITS, NOBODY
from tigersim.registry import rule
from tigersim.rules.solo import blank_cards, cards_removed
from tigersim.rules.victory import extra_unit_points

TRIES = 24
"""Armies drawn for the second side; the one nearest to the wanted budget fights."""
NEAR, ROUNDS = 2, 16
"""Under rules of composition: VP from the wanted budget that will do, and how often both armies are drawn at most."""


@jit_inner
def _draw(chance, count, low, high, units, army):
    """One army of ``low`` to ``high`` units into ``army``; returns the words of chance used."""
    size = low + below(chance, count, high - low + 1)
    count += 1
    army[:] = NOBODY
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


class Gap(NamedTuple):
    """By how much the wanted budgets of both sides differ: two dice less two others, VP."""

    faces: int
    """Of each die; 1 = equal budgets are wanted."""
    scale: int
    """Points that make a VP, in which units cost."""


@jit_inner
def _gap(chance, gap):
    """The random gap between two budgets: words 1 to 4 of the chance."""
    faces = gap.faces
    dice = below(chance, 1, faces) + below(chance, 2, faces) - below(chance, 3, faces) - below(chance, 4, faces)
    return gap.scale * dice


@jit
def muster(seed, first, costs, low, high, gap, armies, spare):
    """Fill ``armies`` (n, 2, MAX_UNITS) for battles ``first``, ``first`` + 1, ...

    One side is ``low`` to ``high`` units drawn alike from all; the other the nearest of ``TRIES`` such armies to its
    budget plus a random ``gap``.  Which side is which
    is left to chance, so nothing in the design prefers side a.  ``spare``: scratch of MAX_UNITS.
    """
    for k in range(armies.shape[0]):
        chance = stream(battle_key(seed, first + k), CHANCE_MUSTER, 0, 0)
        one = below(chance, 0, 2)
        wanted = _gap(chance, gap)
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


class Drawing(NamedTuple):
    """What two sides with rules of composition draw from.

    Rows 0 are by the rules of the one, rows 1 by those of the other.  Every unit stands under one limit of its side;
    limit 0 is that of units for which none is written.  Armies of any of the sizes can be completed, whatever has been
    drawn: ``lab.composition.drawing_of`` sees to that.
    """

    low: int
    """Fewest units of a side."""
    high: int
    """Most units of a side."""
    gap: Gap
    pools: Any
    """(2, K): the units that may be drawn."""
    members: Any
    """(2,): how many of them."""
    limits: Any
    """(2, U): the limit that a unit stands under."""
    least: Any
    """(2, L): the fewest units of each limit."""
    most: Any
    """(2, L): the most units of each limit."""
    copies: Any
    """(2,): the most of one unit."""


@jit_inner
def _draw_by_rules(chance, count, drawing, rules, army):
    """One army that fulfils the rules of a side into ``army``; returns the words of chance used.

    Unit by unit: each is drawn alike from the pool, and drawn again where it breaks a limit, or takes the last room of
    units that a limit still asks for.  Then the army is shuffled, or units asked for would stand last more often.
    """
    pool, members, limits = drawing.pools[rules], drawing.members[rules], drawing.limits[rules]
    least, most, copies = drawing.least[rules], drawing.most[rules], drawing.copies[rules]
    size = drawing.low + below(chance, count, drawing.high - drawing.low + 1)
    count += 1
    army[:] = NOBODY
    needed = 0
    for limit in range(least.shape[0]):
        needed += least[limit]
    at = 0
    while at < size:
        unit = pool[below(chance, count, members)]
        count += 1
        limit, same, under = limits[unit], 0, 0
        for k in range(at):
            if army[k] == unit:
                same += 1
            if limits[army[k]] == limit:
                under += 1
        if same >= copies or under >= most[limit]:
            continue
        if under < least[limit]:
            needed -= 1
        elif size - at <= needed:
            continue
        army[at] = unit
        at += 1
    for k in range(size - 1, 0, -1):
        other = below(chance, count, k + 1)
        count += 1
        unit = army[k]
        army[k] = army[other]
        army[other] = unit
    return count


@jit
def muster_side(seed, drawing, rules, armies):
    """Fill ``armies`` (n, MAX_UNITS) with armies of one side by its rules, whatever they cost."""
    for k in range(armies.shape[0]):
        _draw_by_rules(stream(battle_key(seed, k), CHANCE_MUSTER, 4, 0), 0, drawing, rules, armies[k])


@jit
def muster_by_rules(seed, first, costs, drawing, armies, spare):
    """Fill ``armies`` (n, 2, MAX_UNITS) from battle ``first`` on, each side by its rules.

    As ``muster``, but every army is one that the rules of its side allow (``_draw_by_rules``).  Whose rules hold for
    side a is left to chance, and so is which army is drawn first and which one to its budget.  The units of two nations
    may cost more and less: where no army comes within ``NEAR`` VP of the wanted budget, both are drawn again, up to
    ``ROUNDS`` times.
    """
    for k in range(armies.shape[0]):
        chance = stream(battle_key(seed, first + k), CHANCE_MUSTER, 2, 0)
        one = below(chance, 0, 2)
        gap = _gap(chance, drawing.gap)
        rules = one ^ below(chance, 5, 2)
        count = 6
        for _ in range(ROUNDS):
            count = _draw_by_rules(chance, count, drawing, rules, armies[k, one])
            wanted = _cost(costs, armies[k, one]) + gap
            nearest = 1 << 30
            for _ in range(TRIES):
                count = _draw_by_rules(chance, count, drawing, 1 - rules, spare)
                miss = abs(_cost(costs, spare) - wanted)
                if miss < nearest:
                    nearest = miss
                    for j in range(MAX_UNITS):
                        armies[k, 1 - one, j] = spare[j]
                if miss == 0:
                    break
            if nearest <= NEAR * drawing.gap.scale:
                break


@jit
@rule("PT-SOLO-05", "PT-SOLO-06", "PT-SOLO-07", "PT-SOLO-08")
def turn_unit_cards(seed, first, blank, removed, parts, armies):
    """Leave in ``armies`` (n, 2, MAX_UNITS) the units whose unit cards are turned over.

    For battles ``first``, ``first`` + 1, ...  Of every army a card per unit is shuffled with blank ones
    (``blank[side]`` of ``parts`` parts of all cards, rounded down), ``removed[side]`` parts of them are taken away
    unseen, and the units on the others take the field, in their order.
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


# --- armies of a scenario --------------------------------------------------------------------------------------------

REST, HALF, AT_MOST = 0, 1, 2
"""Shares of a part of a force: what is left; half; no more than so many."""


class Forces(NamedTuple):
    """What the attacker (0) and the defender (1) of a scenario draw from; parts stand in order.

    Where the sides have pools of their own, as two nations have, there are two ways (W = 2) to give out the roles, and
    chance says which; else there is one.
    """

    sizes: Any
    """(2, 3): fewest units, most units, and those that limited parts leave to the others."""
    pools: Any
    """(W, 2, P, K): the units of each part."""
    members: Any
    """(W, 2, P): how many of them."""
    shares: Any
    """(2, P): REST, HALF or AT_MOST."""
    most: Any
    """(2, P): the most units of a limited part."""


class Budget(NamedTuple):
    """How much the attacker's army of a scenario may cost."""

    gap: Gap
    settled: bool
    """Side a is the attacker; else chance says which is."""
    marker_vp: int
    """Worth of the markers that the defender begins with (PT-VP-11)."""
    cap: int
    """What caps the units that this buys: the reading of AMB-123 (PT-VP-12)."""


@jit_inner
def _draw_force(chance, count, forces, way, role, army):
    """One army of a role into ``army``; returns the words of chance used."""
    low, high, least = forces.sizes[role, 0], forces.sizes[role, 1], forces.sizes[role, 2]
    pool, members, shares, most = (
        forces.pools[way, role],
        forces.members[way, role],
        forces.shares[role],
        forces.most[role],
    )
    size = low + below(chance, count, high - low + 1)
    odd = below(chance, count + 1, 2)
    count += 2
    army[:] = NOBODY
    limited, rests = 0, 0
    for part in range(members.shape[0]):
        if members[part] > 0 and shares[part] == AT_MOST:
            limited += min(below(chance, count, most[part] + 1), max(size - least, 0) - limited)
            count += 1
        elif members[part] > 0 and shares[part] == REST:
            rests += 1
    left = size - limited  # what the parts without a limit share
    at, first_half = 0, True
    rest_left = left
    for part in range(members.shape[0]):
        if members[part] == 0:
            continue
        n = 0
        if shares[part] == HALF:
            n = left // 2 + (left % 2 if first_half == (odd == 1) else 0)
            first_half = False
        elif shares[part] == REST:
            rests -= 1
            n = rest_left if rests == 0 else below(chance, count, rest_left + 1)
            count += 1
            rest_left -= n
        else:
            n = min(most[part], limited)
            limited -= n
        for _ in range(n):
            army[at] = pool[part, below(chance, count, members[part])]
            count += 1
            at += 1
    return count


@jit
@rule("PT-SCEN-HILL-05", "PT-SCEN-BRIDGE-04", "PT-VP-11", "PT-VP-12")
def muster_forces(seed, first, costs, forces, budget, armies, spare):
    """Fill ``armies`` (n, 2, MAX_UNITS) of a scenario, from battle ``first`` on.

    As ``muster``, but each role draws from its own ``forces``.  The defender is drawn first, the attacker to its budget
    plus the random gap plus the extra points for markers (PT-VP-11, PT-VP-12).
    """
    for k in range(armies.shape[0]):
        chance = stream(battle_key(seed, first + k), CHANCE_MUSTER, 1, 0)
        attacker = 0 if budget.settled else below(chance, 0, 2)
        wanted = _gap(chance, budget.gap)
        way = 0
        if forces.pools.shape[0] > 1:
            way = below(stream(battle_key(seed, first + k), CHANCE_MUSTER, 3, 0), 0, 2)
        count = _draw_force(chance, 5, forces, way, 1, armies[k, 1 - attacker])
        theirs = _cost(costs, armies[k, 1 - attacker])
        wanted += theirs
        wanted += extra_unit_points(budget.marker_vp, wanted, theirs, budget.cap)
        nearest = 1 << 30
        for _ in range(TRIES):
            count = _draw_force(chance, count, forces, way, 0, spare)
            miss = abs(_cost(costs, spare) - wanted)
            if miss < nearest:
                nearest = miss
                for j in range(MAX_UNITS):
                    armies[k, attacker, j] = spare[j]
            if miss == 0:
                break
