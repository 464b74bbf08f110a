"""What units can do to each other.

Expected victory points of one Fire action on a card not yet known.

``w.pair`` holds, for every shooter and every enemy, what one Fire action with a random card does in each of the eight
bands (near or far, at the front or not, at a target in cover or not; where there are fortified positions, as many more
for either kind of them): P(destroyed) and P(shocked) of a sound target, P(destroyed) of a shocked one.  It is made once
a battle; a look at a place is then a handful of additions.  A squad's flamethrower, which reaches half of what counts
as near, is no part of it and stands with close combat (``outlook.note_melee``).
"""

from tigersim.core.aim import chance_after_saves, hits_by
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.enums import HULL, MAX_UNITS, MORTAR, WEAPONS
from tigersim.core.players.tactician.horizon import fading, fading_at, more_than_usual
from tigersim.core.players.tactician.markers import find_markers
from tigersim.core.sides import enemies_of, slots_of
from tigersim.core.units import on_table
from tigersim.rules.armor import armor_dice, armor_dice_for_aspect
from tigersim.rules.cover import cover_dice, cover_dice_as_armor
from tigersim.rules.fire import fire_dice as printed_fire_dice
from tigersim.rules.fire import is_far
from tigersim.rules.flamethrowers import burns_out
from tigersim.rules.hits import may_save
from tigersim.rules.switches import Edition

FAR, REAR, COVERED = 4, 2, 1
"""Bits of a band."""
PLAIN_BANDS = 8
"""Bands of a target in the open; so many further on it is in a light position, twice as many in a heavy one."""
WAYS = 4
"""Ways without distance: ``REAR`` and ``COVERED``."""
SAFE_LEAD = 10
"""VP; a player so far ahead or behind is as cautious or as bold as it gets."""
DIES, SHAKEN, DIES_IF_SHOCKED = 0, 1, 2
"""Entries of a pair."""


@jit_inner
def make_pairs(b, t, w):
    """Fill ``w.pair`` for the battle in hand and find the markers.

    Unless it was done with the weapons it has now.
    """
    state = 1 + b[0].landing.lost
    if w[0].paired == state:
        return
    w[0].paired = state
    w[0].pairings += 1
    find_markers(t, w)
    for side in range(2):
        for unit in slots_of(b, side):
            for fort in range(kinds_of_positions(t)):
                make_saves(b, w, unit, fort)
    for side in range(2):
        for unit in slots_of(b, side):
            for target in enemies_of(b, side):
                for fort in range(kinds_of_positions(t)):
                    make_pair(b, w, unit, target, fort)


@jit_inner
def kinds_of_positions(t):
    """How many kinds of ground a target can have under it.

    None, light and heavy positions, or no positions at all.
    """
    return 3 if t[0].forts != 0 else 1


@jit_inner
def make_saves(b, w, target, fort):
    """``w.after_hits`` of a unit.

    What comes of one hit or two each way, without a high die in the roll or with one.
    """
    for way in range(WAYS):
        for hits in range(1, 3):
            plate, cover = dice_against(b, target, hits, way & REAR == 0, way & COVERED != 0, fort)
            for high in range(2):
                after = w[0].after_hits[target, WAYS * fort + way, hits - 1, high]
                after[DIES], after[SHAKEN] = chance_after_saves(b, w, target, hits, high != 0, plate, cover, 0)
                after[DIES_IF_SHOCKED], _ = chance_after_saves(b, w, target, hits, high != 0, plate, cover, 1)


@jit_inner
def make_pair(b, w, unit, target, fort):
    """The eight bands of one shooter and one target in a position of that kind."""
    pair = w[0].pair[unit, target % MAX_UNITS]
    plates = b[0].unit[target].profile.armor_front != b[0].unit[target].profile.armor_other
    covers = b[0].unit[target].profile.terrain_cover != 0
    for far in range(2):
        for way in range(4):
            band = PLAIN_BANDS * fort + FAR * far + way
            if (way & REAR != 0 and not plates) or (way & COVERED != 0 and not covers):
                same = band & ~(0 if plates else REAR) & ~(0 if covers else COVERED)
                for k in range(3):
                    pair[band, k] = pair[same, k]
                continue
            dies, shaken, dies_shocked = mean_action(b, w, unit, target, far != 0, WAYS * fort + way)
            pair[band, DIES] = dies
            pair[band, SHAKEN] = shaken
            pair[band, DIES_IF_SHOCKED] = dies_shocked


@jit_inner
def mean_action(b, w, unit, target, far, way):
    """Chances of one Fire action with the best weapon, whatever the card.

    (P(destroyed), P(shocked), P(destroyed if shocked before)).

    ``way``: as ``w.after_hits`` counts them.
    """
    u = b[0].unit[unit].profile
    dies, shaken, dies_shocked = 0.0, 0.0, 0.0
    for weapon in range(WEAPONS):
        reach = u.max_range[weapon]
        if u.armed[weapon] == 0 or (far and reach > 0 and not is_far(reach * reach)):
            continue
        if u.machine_gun[weapon] != 0 and b[0].unit[target].profile.armored != 0:
            continue
        if u.flame[weapon] != 0 and u.infantry != 0:
            continue
        one, two, three = mean_roll(b, w, unit, target, weapon, far, way)
        if three > dies_shocked:
            dies, shaken, dies_shocked = one, two, three
    for _ in range(u.fire_rolls - 1):
        nothing = 1.0 - dies - shaken
        dies, shaken = dies + shaken * dies_shocked + nothing * dies, shaken * (1.0 - dies_shocked) + nothing * shaken
        dies_shocked += (1.0 - dies_shocked) * dies_shocked
    return dies, shaken, dies_shocked


@jit_inner
def mean_roll(b, w, unit, target, weapon, far, way):
    """``mean_action`` of one roll with a weapon."""
    u, v, ruling = b[0].unit[unit].profile, b[0].unit[target].profile, b[0].ruling
    red = u.red_far[weapon] if far else u.red_near[weapon]
    black = u.black_far[weapon] if far else u.black_near[weapon]
    skirted, mortar = v.skirt_armor != 0, weapon == MORTAR
    red = max(
        printed_fire_dice(red, u.infantry != 0, skirted, mortar, ruling.skirt_armor_scope, ruling.zero_dice_pool), 0
    )
    black = max(
        printed_fire_dice(black, u.infantry != 0, skirted, mortar, ruling.skirt_armor_scope, ruling.zero_dice_pool), 0
    )
    low, permissions = 1 if v.low_profile != 0 else 0, min(u.attack_rerolls, 1)
    dies, shaken, dies_shocked = 0.0, 0.0, 0.0
    for outcome in range(4):  # one hit or a lethal one, without any high die or with one
        share = mean_of(w, low, permissions, red, black, outcome)
        if share > 0.0:
            if burns_out(1, u.flame[weapon] != 0, way // WAYS):
                dies += share
                dies_shocked += share
                continue
            hits = 1 if ruling.edition == Edition.FIRST else hits_by(b, unit, target, weapon, 1 + outcome // 2)
            after = w[0].after_hits[target, way, hits - 1, outcome % 2]
            dies += share * after[DIES]
            shaken += share * after[SHAKEN]
            dies_shocked += share * after[DIES_IF_SHOCKED]
    return dies, shaken, dies_shocked


@jit_inner
def mean_of(w, low, permissions, red, black, outcome):
    """P of an outcome of an attack roll, half the cards being red."""
    table = w[0].mean_attack
    return 0.5 * (table[low, permissions, red, outcome] + table[low, permissions, black, outcome])


@jit_inner
def dice_against(b, target, hits, front, covered, fort):
    """Armour dice and cover dice of a target.

    It stands open or in cover, in a position, and shows its front or not.
    """
    p, ruling = b[0].unit[target].profile, b[0].ruling
    if not may_save(p.hits_to_destroy, ruling.one_hit_destroys):
        return 0, 0
    cover = cover_dice(covered, p.terrain_cover, False, fort, p.infantry != 0, ruling.find_cover_effect)
    as_armor = cover_dice_as_armor(cover, p.armored != 0, ruling.cover_die_pool)
    plate = armor_dice_for_aspect(p.armor_front, p.armor_other, front, ruling.edition)
    return armor_dice(
        plate, p.vulnerable_armor != 0, hits, front, ruling.vulnerable_armor_min
    ) + as_armor, cover - as_armor


# --- in victory points -------------------------------------------------------------------------------------------


@jit_inner
def taken(b, w, side, unit, target, band):
    """VP that a unit's mean Fire action takes from a target, as ``side`` values it.

    After ``note_time``.
    """
    v = b[0].unit[target]
    p = w[0].pair[unit, target % MAX_UNITS, band]
    if v.hits > 0:
        return v.profile.believed * p[DIES_IF_SHOCKED]
    return v.profile.believed * (p[DIES] + w[0].shock_now[side] * p[SHAKEN])


@jit_inner
def shock_worth(b, w, side):
    """What a shocked unit is worth, in units of its cost.

    The less the fewer turns it has left to be missed in.
    """
    return shock_worth_at(w, side, more_than_usual(b, side))


@jit_inline
def shock_worth_at(w, side, more):
    """``shock_worth`` with so much ``more_than_usual``."""
    weights = w[0].tactician[side]
    return fading_at(more, weights.shock_fades) * weights.shock


@jit_inner
def kill_worth(b, w, side, target):
    """VP that destroying an enemy is worth to ``side``: its cost and what it will do no more."""
    weights = w[0].tactician[side]
    danger = fading(b, side, weights.danger_fades) * weights.danger
    return b[0].unit[target].profile.believed + danger * b[0].unit[target].danger


@jit_inner
def note_time(b, w, side):
    """Note what shocks and places are worth to a side now.

    A look at a place need not ask then.
    """
    weights, more = w[0].tactician[side], more_than_usual(b, side)
    w[0].timed = side
    w[0].shock_now[side] = shock_worth_at(w, side, more)
    w[0].place_now = fading_at(more, weights.places_fade)
    mine, theirs = b[0].player[side], b[0].player[1 - side]
    lead = (mine.vp + mine.marker_vp - theirs.vp - theirs.marker_vp) / b[0].scale
    lead = min(max(lead, -SAFE_LEAD), SAFE_LEAD)
    w[0].threat_now = weights.threat * max(1.0 + weights.caution * lead / SAFE_LEAD, 0.0)


@jit_inner
def danger_of(b, w, side, enemy):
    """What an enemy's mean action takes from the best of the side's units.

    Wherever they stand (far, in front).
    """
    best = 0.0
    for unit in slots_of(b, side):
        if on_table(b, unit):
            best = max(best, taken(b, w, side, enemy, unit, 0))
    return best


@jit_inner
def burnt(b, w, side, unit, target, way):
    """VP that a squad's flamethrower takes from a target by a mean Fire action.

    0 without one, or out of its reach.

    ``way``: as ``w.after_hits`` counts them.
    """
    u, v = b[0].unit[unit].profile, b[0].unit[target]
    if u.flame[HULL] == 0:
        return 0.0
    dies, shaken, dies_shocked = mean_roll(b, w, unit, target, HULL, False, way)
    if v.hits > 0:
        return v.profile.believed * dies_shocked
    return v.profile.believed * (dies + w[0].shock_now[side] * shaken)
