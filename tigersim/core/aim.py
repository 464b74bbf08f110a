"""Before the dice: legal targets, dice, saves and chances of a shot (chapters 1.6 to 1.9).

Everything here looks and computes; nothing changes the battle.
"""

from tigersim.core.compile.jit import jit_inner
from tigersim.core.enums import BUILDING, HILL, MORTAR, NOBODY, WOOD
from tigersim.core.geometry import gap_squared, in_front_arc
from tigersim.core.ground import position_at
from tigersim.core.sides import side_of, slots_of
from tigersim.core.sight import in_sight, wreck_covers
from tigersim.core.units import can_be_suppressed, cell_of, on_table
from tigersim.registry import rule
from tigersim.rules.airdrop import BY_GLIDER, may_be_attacked
from tigersim.rules.armor import armor_dice, armor_dice_for_aspect
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.carry import RIDDEN_TANK
from tigersim.rules.cover import cover_dice, cover_dice_as_armor
from tigersim.rules.fire import fire_dice as printed_fire_dice
from tigersim.rules.fire import fire_difficulty, in_range, is_far, may_harm, weapon_dice
from tigersim.rules.flamethrowers import burns_out, flame_hits
from tigersim.rules.hits import death_trap_springs, hits_taken, hits_to_save, is_destroyed, may_save
from tigersim.rules.scenarios import hill_cover_dice
from tigersim.rules.support_weapons import may_aim, may_spot
from tigersim.rules.switches import (
    DeathTrap,
    Edition,
    ImprovedRerollExtent,
    PassengerHits,
    PassengerTargeting,
    PivotToFire,
    SpgLowProfile,
)


@jit_inner
@rule("PT-CARD-06", "PT-CARD-07")
def fire_dice(b, unit, target, weapon, card, gap):
    """Dice of one fire roll with this card at this squared distance; 0 = no shot."""
    p = b[0].unit[unit].profile
    dice = weapon_dice(
        is_red(card), is_far(gap), p.red_near[weapon], p.black_near[weapon], p.red_far[weapon], p.black_far[weapon]
    )
    skirted = b[0].unit[target].profile.skirt_armor != 0
    ruling = b[0].ruling
    return printed_fire_dice(
        dice, p.infantry != 0, skirted, weapon == MORTAR, ruling.skirt_armor_scope, ruling.zero_dice_pool
    )


@jit_inner
@rule("PT-UNIT-SPG-01", "PT-NOTE-FORWARD_ONLY")
def faces_target(b, unit, target, weapon):
    """The target lies in the weapon's arc as the unit stands."""
    u, v = b[0].unit[unit], b[0].unit[target]
    if u.profile.forward_only[weapon] == 0:
        return True
    return in_front_arc(u.facing, v.x - u.x, v.y - u.y, b[0].ruling.front_arc)


@jit_inner
@rule("PT-UNIT-SPG-01", "PT-NOTE-FORWARD_ONLY")
def weapon_bears(b, unit, target, weapon):
    """The target lies in the weapon's arc, or the unit may pivot (AMB-34)."""
    return b[0].ruling.pivot_to_fire == PivotToFire.FREE_PIVOT or faces_target(b, unit, target, weapon)


@jit_inner
@rule("PT-CARRY-03", "PT1-CARRY-02", "PT-AIRDROP-13")
def can_be_aimed_at(b, target):
    """Whether a unit is a target; AMB-89: riders of a tank, AMB-126: gliders."""
    v = b[0].unit[target]
    if v.alive == 0:
        return False
    if v.placed != 0:
        return may_be_attacked(v.profile.airborne == BY_GLIDER, b[0].ruling.glider_stats)
    return (
        b[0].ruling.passenger_targeting == PassengerTargeting.CANNOT_FIRE_ONLY
        and v.carrier >= 0
        and b[0].unit[v.carrier].profile.carrier == RIDDEN_TANK
    )


@jit_inner
@rule("PT-FIRE-03", "PT-MORTAR-02", "PT-HOW-01")
def has_line(b, t, unit, target, weapon):
    """Whether the unit sees the target, or for indirect fire a spotter does."""
    u, v = b[0].unit[unit], b[0].unit[target]
    seen, indirect = in_sight(b, t, u.x, u.y, v.x, v.y), u.profile.indirect[weapon] != 0
    return may_aim(seen, indirect, indirect and not seen and spotted(b, t, unit, target))


@jit_inner
@rule("PT-MORTAR-02", "PT-HOW-01")
def spotted(b, t, unit, target):
    """Any other friendly unit on the table sees the target (AMB-68)."""
    return spotter(b, t, side_of(unit), target, unit) != NOBODY


@jit_inner
@rule("PT-MORTAR-02", "PT-HOW-01", "PT-SUPPORT-03", "PT-SUPPORT-07", "AMB-68")
def spotter(b, t, side, target, firer):
    """The first unit of a side that may spot the target, or NOBODY; ``firer``: not this one."""
    v = b[0].unit[target]
    for other in slots_of(b, side):
        o = b[0].unit[other]
        if other == firer or not on_table(b, other):
            continue
        if not may_spot(
            o.hits > 0, False, o.profile.max_actions < 2, b[0].ruling.indirect_spotter, b[0].ruling.shock_effects
        ):
            continue
        if in_sight(b, t, o.x, o.y, v.x, v.y):
            return other
    return NOBODY


@jit_inner
@rule("PT-FIRE-01", "PT-FIRE-02", "PT-CARRY-03")
def may_fire(b, t, unit, target, weapon, card):
    """Whether weapon, range, arc, dice and line of sight allow this shot.

    Machine guns are aimed at armour only where they can do something (PT-MG-07).
    """
    u, v = b[0].unit[unit], b[0].unit[target]
    if u.profile.armed[weapon] == 0 or u.placed == 0 or not can_be_aimed_at(b, target):
        return False
    gap = gap_squared(u.x, u.y, v.x, v.y)
    if not in_range(gap, u.profile.max_range[weapon], u.profile.min_range[weapon]):
        return False
    machine_gun, armored = u.profile.machine_gun[weapon] != 0, v.profile.armored != 0
    if machine_gun and armored and not feels_machine_guns(b, target):
        return False
    flame = u.profile.flame[weapon] != 0
    if not may_harm(
        u.profile.infantry != 0, machine_gun, weapon == MORTAR, armored, b[0].ruling.small_arms_vs_armor, flame
    ):
        return False
    if fire_dice(b, unit, target, weapon, card, gap) <= 0 or not weapon_bears(b, unit, target, weapon):
        return False
    return has_line(b, t, unit, target, weapon)


@jit_inner
@rule("PT-MG-07", "PT-CARRY-05")
def feels_machine_guns(b, target):
    """An armoured unit has a card to lose; AMB-62: or an action; AMB-90: or has riders."""
    if can_be_suppressed(b, target):
        return True
    v = b[0].unit[target]
    return (
        b[0].ruling.passenger_hits == PassengerHits.MG_HITS_RIDERS and v.aboard > 0 and v.profile.carrier == RIDDEN_TANK
    )


@jit_inner
@rule("PT-ARMOR-02")
def is_frontal(b, unit, target):
    """Whether a shot of the unit comes at the target's front."""
    u, v = b[0].unit[unit], b[0].unit[target]
    return in_front_arc(v.facing, u.x - v.x, u.y - v.y, b[0].ruling.front_arc)


@jit_inner
@rule("PT-SCEN-HILL-04")
def cover_from_height(b, t, unit, target):
    """The bonus die of a unit on the big hill against a firer below."""
    on_hill = b[0].unit[target].placed != 0 and t[0].feature[cell_of(b, t, target)] == t[0].big_hill
    return hill_cover_dice(on_hill, t[0].kind[cell_of(b, t, unit)] == HILL)


@jit_inner
@rule("PT-COVER-01", "PT-COVER-02", "PT-FORT-02", "PT-FORT-03", "PT-HIT-04", "PT-DIS-VULNERABLE_ARMOR", "PT1-FIRE-05")
def save_dice(b, t, unit, target, scored):
    """(armour dice, cover dice) of the target's roll; ``scored``: hits of ``unit``, 2 if lethal."""
    more = 1 if b[0].unit[target].placed != 0 and wreck_covers(b, target, unit) else 0
    if t[0].big_hill != 0:
        more += cover_from_height(b, t, unit, target)
    return save_dice_from(b, t, target, scored, is_frontal(b, unit, target), more)


@jit_inner
@rule("PT-COVER-01", "PT-COVER-02", "PT-HIT-04", "PT-DIS-VULNERABLE_ARMOR", "PT1-FIRE-05")
def save_dice_from(b, t, target, scored, front, more):
    """``save_dice`` against fire from ahead (``front``) or not, with ``more`` cover dice on top."""
    v = b[0].unit[target]
    p, ruling = v.profile, b[0].ruling
    if not may_save(p.hits_to_destroy, ruling.one_hit_destroys):
        return 0, 0
    cell = cell_of(b, t, target)
    kind = t[0].kind[cell]
    in_terrain = (kind == WOOD or kind == BUILDING) and v.placed != 0
    fort = position_at(t, cell) if v.placed != 0 else 0
    cover = cover_dice(in_terrain, p.terrain_cover, v.found_cover != 0, fort, p.infantry != 0, ruling.find_cover_effect)
    cover += more
    as_armor = cover_dice_as_armor(cover, p.armored != 0, ruling.cover_die_pool)
    plate = armor_dice_for_aspect(p.armor_front, p.armor_other, front, ruling.edition)
    plate = armor_dice(plate, p.vulnerable_armor != 0, scored, front, ruling.vulnerable_armor_min)
    return plate + as_armor, cover - as_armor


@jit_inner
@rule("PT-FLAME-03")
def save_dice_against(b, t, unit, target, weapon, scored):
    """``save_dice`` against this weapon: none where flames catch in a heavy position."""
    flame = b[0].unit[unit].profile.flame[weapon] != 0 and b[0].unit[target].placed != 0
    if flame and burns_out(scored, True, position_at(t, cell_of(b, t, target))):
        return 0, 0
    return save_dice(b, t, unit, target, scored)


@jit_inner
@rule("PT-FLAME-04", "PT-FLAME-05")
def hits_by(b, unit, target, weapon, scored):
    """Hits of a roll with this weapon that scored so many, if flames play a part."""
    flame, flammable = b[0].unit[unit].profile.flame[weapon] != 0, b[0].unit[target].profile.flammable != 0
    return flame_hits(scored, flame, flammable)


@jit_inner
@rule("PT-UNIT-SPG-02", "PT1-FIRE-10")
def shot_difficulty(b, unit, target, card):
    """What a fire roll at this target must reach with this card."""
    low_profile, ruling = b[0].unit[target].profile.low_profile, b[0].ruling
    front = low_profile == 0 or is_frontal(b, unit, target)
    return fire_difficulty(difficulty(card), low_profile, front, ruling.spg_low_profile, ruling.ed1_example)


@jit_inner
def chance_after_roll(b, t, w, unit, target, weapon, scored, high):
    """(P(destroyed), P(left shocked by new hits)) once the attack dice lie.

    ``scored``: 1 or 2 hits; ``high``: dice that can set off a death trap.  Exact wherever ``saves_are_exact`` says so.
    """
    plate, cover = save_dice_against(b, t, unit, target, weapon, scored)
    return chance_after_saves(b, w, target, scored, high, plate, cover, b[0].unit[target].hits)


@jit_inner
def chance_after_saves(b, w, target, scored, high, plate, cover, hits):
    """(P(destroyed), P(left shocked)) of a target that saves with these armour and cover dice."""
    v, ruling = b[0].unit[target].profile, b[0].ruling
    rivets = v.rivets != 0
    stake = hits_to_save(scored, rivets, False, ruling.rivets)
    face = 1 if v.armor_face == 6 else 0
    permissions = min(v.save_rerolls, 1)
    destroyed, shocked = 0.0, 0.0
    for unsaved in range(stake + 1):
        q = w[0].save[permissions, stake - 1, plate, face, v.armor_keep_best, cover, unsaved]
        taken = hits_taken(unsaved, rivets, False, ruling.rivets)
        trapped = v.death_trap != 0 and high and death_trap_springs(unsaved, True, 0, ruling.death_trap)
        if trapped or is_destroyed(hits, taken, v.hits_to_destroy, False):
            destroyed += q
        elif taken > 0:
            shocked += q
    return destroyed, shocked


@jit_inner
@rule("PT-FIRE-07", "PT1-FIRE-04")
def chance_to_destroy(b, t, w, unit, target, weapon, card):
    """(P(destroyed), P(left shocked by new hits)) of one fire roll, exactly.

    Both sides re-roll by the book.  Exact wherever ``attack_is_exact`` and ``saves_are_exact`` say so.
    """
    u, v = b[0].unit[unit], b[0].unit[target]
    if u.profile.machine_gun[weapon] != 0 and v.profile.armored != 0:
        return 0.0, 0.0
    dice = fire_dice(b, unit, target, weapon, card, gap_squared(u.x, u.y, v.x, v.y))
    needed = shot_difficulty(b, unit, target, card)
    permissions = min(u.profile.attack_rerolls, 1)
    destroyed, shocked = 0.0, 0.0
    for scored in range(1, 3):
        low = w[0].attack[permissions, dice, needed, 2 * scored - 2]
        high = w[0].attack[permissions, dice, needed, 2 * scored - 1]
        if low + high == 0.0:
            continue
        hits = 1 if b[0].ruling.edition == Edition.FIRST else hits_by(b, unit, target, weapon, scored)
        dies, shaken = chance_after_roll(b, t, w, unit, target, weapon, hits, True)
        destroyed += high * dies
        shocked += high * shaken
        if v.profile.death_trap != 0:
            dies, shaken = chance_after_roll(b, t, w, unit, target, weapon, hits, False)
        destroyed += low * dies
        shocked += low * shaken
    return destroyed, shocked


@jit_inner
def tables_know(b, unit, permissions, whole):
    """Whether the odds tables hold: re-rolls by the book, one permission, one die or all."""
    owner = b[0].player[b[0].unit[unit].commander]
    return (
        permissions == 1
        and whole == 0
        and b[0].ruling.improved_reroll_extent == ImprovedRerollExtent.ONE_OR_ALL
        and owner.by_the_book != 0
    )


@jit_inner
def attack_is_exact(b, unit, target):
    """Whether the odds tables tell what an attack roll of the unit at the target scores.

    Not where a player's re-rolls do not follow the book or two permissions meet on one roll; nor for a low profile
    that leaves lethal hits alone (AMB-53), which the tables do not tell apart.  Where flames make every hit lethal
    nobody re-rolls for a higher sum, which a death trap may mind.
    """
    u, v = b[0].unit[unit].profile, b[0].unit[target].profile
    if u.attack_rerolls > 0 and not tables_know(b, unit, u.attack_rerolls, u.attack_whole):
        return False
    if u.attack_rerolls > 0 and v.death_trap != 0 and (u.flammable != 0 or v.flammable != 0):
        return False
    return v.low_profile == 0 or b[0].ruling.spg_low_profile != SpgLowProfile.THRESHOLD_HIT_ONLY


@jit_inner
def saves_are_exact(b, target):
    """Whether the odds tables tell what the target's save roll stops.

    Not where its player's re-rolls do not follow the book or two permissions meet on one roll, nor for a death trap
    that any armour success disarms (AMB-104).
    """
    v = b[0].unit[target].profile
    if v.save_rerolls > 0 and not tables_know(b, target, v.save_rerolls, v.save_whole):
        return False
    return v.death_trap == 0 or b[0].ruling.death_trap != DeathTrap.ARMOR_ROLL_WITH_NO_SUCCESS
