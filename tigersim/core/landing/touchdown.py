"""The end of a landing: the unit is destroyed, or stands on the table with its losses."""

from tigersim.core import log
from tigersim.core.compile.jit import jit_inner
from tigersim.core.enums import MACHINE_GUN, MAIN, MORTAR, NOBODY
from tigersim.core.landing import NEXT_STAGE
from tigersim.core.log import note
from tigersim.core.sides import side_of, slots_of
from tigersim.core.units import destroy, put, take_hits
from tigersim.registry import rule
from tigersim.rules.airdrop import BY_GLIDER, landing_hits, loses_weapon, ones_that_cost_cargo


@jit_inner
@rule("PT-AIRDROP-11")
def crash(b, t, w, unit):
    """The unit is destroyed where it came down, and all aboard with it."""
    land = b[0].landing
    land.stage = NEXT_STAGE
    b[0].reserves -= 1
    note(b, w, log.CRASHED, unit, land.x, land.y)
    for other in slots_of(b, side_of(unit)):
        if b[0].unit[other].alive != 0 and b[0].unit[other].carrier == unit:
            destroy(b, t, w, other, NOBODY)
    destroy(b, t, w, unit, NOBODY)


@jit_inner
@rule("PT-AIRDROP-09", "PT-AIRDROP-10")
def settle(b, t, w, unit, ones):
    """The unit stands on the table; ones are hits, two of them cost weapon or cargo."""
    land = b[0].landing
    land.stage = NEXT_STAGE
    b[0].reserves -= 1
    u = b[0].unit[unit]
    u.due = 0
    put(b, t, unit, land.x, land.y, land.heading)
    note(b, w, log.LANDED, unit, land.x, land.y, land.heading)
    if loses_weapon(ones) and u.by_air != BY_GLIDER:
        lose_weapon(b, w, unit)
    for other in slots_of(b, side_of(unit)):
        o = b[0].unit[other]
        if (
            o.alive != 0
            and o.carrier == unit
            and ones >= ones_that_cost_cargo(o.profile.load, b[0].ruling.airdrop_hits)
        ):
            destroy(b, t, w, other, NOBODY)
    take_hits(b, t, w, unit, landing_hits(ones, b[0].ruling.airdrop_hits), NOBODY)


@jit_inner
@rule("PT-AIRDROP-10")
def lose_weapon(b, w, unit):
    """A squad loses its machine gun or mortar and is left with its rifles."""
    p = b[0].unit[unit].profile
    if p.armed[MACHINE_GUN] == 0 and p.armed[MORTAR] == 0:
        return
    for weapon in (MAIN, MACHINE_GUN, MORTAR):
        p.armed[weapon] = p.red_near[weapon] = p.black_near[weapon] = p.red_far[weapon] = 0
        p.black_far[weapon] = p.min_range[weapon] = p.suppresses[weapon] = p.indirect[weapon] = 0
    if p.rifles_red > 0 or p.rifles_black > 0:
        p.armed[MAIN] = 1
        p.red_near[MAIN] = p.rifles_red
        p.black_near[MAIN] = p.rifles_black
        p.max_range[MAIN] = p.rifles_range
    b[0].landing.lost |= 1 << unit
    note(b, w, log.WEAPON_LOST, unit)
