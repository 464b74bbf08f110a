"""The exact chances of a landing, added to the hazards of all units that land.

Every roll of dice may settle some deaths; their chances, given all that had been chosen and thrown, are added just
before the dice fall.  A drop that misses drifts where the opponent likes, so nobody knows beforehand what it will meet:
a death by drifting is recorded as it comes, and counts as no luck.
"""

from tigersim.core.compile.jit import jit_inner
from tigersim.core.dice import rolls_of
from tigersim.core.enums import LUCK_BANDS, LUCK_SHOCK, NOBODY, SIDE_A
from tigersim.core.landing.flight import is_deadly_place
from tigersim.core.sides import side_of, slots_of
from tigersim.rules.airdrop import (
    SLIDE_DICE,
    lands_on_point,
    ones_that_cost_cargo,
    ones_that_count,
    ones_that_destroy,
    slides,
)


@jit_inner
def fatal_ones(b, unit):
    """Number of ones of its (glider's) landing that destroy a unit, ``NEVER`` if none do."""
    u = b[0].unit[unit]
    if u.carrier != NOBODY:
        return ones_that_cost_cargo(u.profile.load, b[0].ruling.airdrop_hits)
    return ones_that_destroy(u.profile.hits_to_destroy, b[0].ruling.airdrop_hits)


@jit_inner
def record_landing(b, t, unit, n, needed, total):
    """Book the chances that the landing roll settles.

    A deadly point that is hit, and ones that destroy.  And the luck of a squad's shock, as far as it comes down on its
    point.
    """
    land = b[0].landing
    deadly = is_deadly_place(t, land.x, land.y)
    for other in slots_of(b, side_of(unit)):
        o = b[0].unit[other]
        if o.alive != 0 and (other == unit or o.carrier == unit):
            dies, _ = chances_of_landing(n, needed, deadly, fatal_ones(b, other))
            o.hazard += dies
    if slides(b[0].unit[unit].by_air):
        return
    fatal = fatal_ones(b, unit)
    _, shaken = chances_of_landing(n, needed, deadly, fatal)
    down = lands_on_point(total, needed) and not deadly
    shocked = 1.0 if down and land.ones > 0 and land.ones < fatal else 0.0
    record_shock(b, unit, shocked - shaken)


@jit_inner
def total_and_ones(n, roll):
    """(Sum, ones) of the dice of roll number ``roll`` among all 6^n."""
    total, ones = 0, 0
    for _ in range(n):
        total += roll % 6 + 1
        ones += 1 if roll % 6 == 0 else 0
        roll //= 6
    return total, ones


@jit_inner
def chances_of_landing(n, needed, deadly, fatal):
    """(P(destroyed), P(on its point, alive and shocked)) of a landing roll of ``n`` dice.

    ``deadly``: the point is; ``fatal``: so many ones destroy.
    """
    ways = rolls_of(n)
    dies, shaken = 0, 0
    for roll in range(ways):
        total, ones = total_and_ones(n, roll)
        hit = lands_on_point(total, needed)
        if ones >= fatal or (hit and deadly):
            dies += 1
        elif hit and ones > 0:
            shaken += 1
    return dies / ways, shaken / ways


@jit_inner
def record_as_it_comes(b, unit):
    """Book deaths by drifting as they come: they follow from a choice of the opponent.

    Units that the ones have doomed are recorded already.
    """
    for other in slots_of(b, side_of(unit)):
        o = b[0].unit[other]
        if o.alive != 0 and (other == unit or o.carrier == unit) and b[0].landing.ones < fatal_ones(b, other):
            o.hazard += 1.0


@jit_inner
def record_slide(b, unit, before, safe, ones, crashes):
    """Book the chances that the slide settles: a deadly end, ones that destroy, and shock."""
    for other in slots_of(b, side_of(unit)):
        o = b[0].unit[other]
        if o.alive != 0 and (other == unit or o.carrier == unit) and before < fatal_ones(b, other):
            dies, _ = chances_of_slide(before, safe, fatal_ones(b, other), b[0].ruling.airdrop_hits)
            o.hazard += dies
    fatal = fatal_ones(b, unit)
    _, shaken = chances_of_slide(before, safe, fatal, b[0].ruling.airdrop_hits)
    shocked = 1.0 if not crashes and ones > 0 and ones < fatal else 0.0
    record_shock(b, unit, shocked - shaken)


@jit_inner
def chances_of_slide(before, safe, fatal, airdrop_hits):
    """(chance that the slide destroys, chance that the glider ends it alive and shocked).

    ``before``: ones of the landing roll; ``safe``: inches that it may slide; ``fatal``: so many ones destroy.
    """
    ways = rolls_of(SLIDE_DICE)
    dies, shaken = 0, 0
    for roll in range(ways):
        total, ones = total_and_ones(SLIDE_DICE, roll)
        ones = ones_that_count(before, ones, airdrop_hits)
        if total > safe or ones >= fatal:
            dies += 1
        elif ones > 0:
            shaken += 1
    return dies / ways, shaken / ways


@jit_inner
def record_shock(b, unit, surprise):
    """The luck of a shock in landing, for the opponent, in the turn that begins; its cost in VP."""
    band = min(b[0].turn + 1, LUCK_BANDS) - 1
    gain = b[0].unit[unit].profile.cost * surprise
    b[0].luck[LUCK_SHOCK, band] += gain if side_of(unit) != SIDE_A else -gain
