"""Legal close combat: reach, the way there, a free place beside the enemy (chapter 1.10)."""

from tigersim.core.board import cell_at
from tigersim.core.boarding import nearest_touching_place, touching_place_by_path, water_between
from tigersim.core.compile.jit import jit_inner
from tigersim.core.enums import BUILDING
from tigersim.core.geometry import gap_squared
from tigersim.core.sides import side_of, slots_of
from tigersim.core.units import on_table
from tigersim.registry import rule
from tigersim.rules.airdrop import BY_GLIDER, may_be_attacked
from tigersim.rules.cards import allows_close_combat, is_red
from tigersim.rules.carry import may_drive
from tigersim.rules.close_combat import ASSAULT_INCHES, in_assault_reach, may_attack_unit
from tigersim.rules.switches import Edition, MeleePath

NO_ROLE, ATTACKER, DEFENDER, HELPER = 0, 1, 2, 3
"""``unit.role``: takes no part, attacks, is attacked (or the declared target), helps the target."""


@jit_inner
@rule("PT-MELEE-01", "PT-MELEE-02", "PT-MELEE-03", "PT-CARD-06", "PT-CARD-08", "PT1-CARD-03")
def may_assault(b, t, w, unit, target, card):
    """Whether the unit may order close combat on the target with this card."""
    if not allows_close_combat(is_red(card)) or b[0].ruling.edition == Edition.FIRST:
        return False
    return can_get_at(b, t, w, unit, target, True)


@jit_inner
@rule("PT-MELEE-02", "PT-MELEE-04", "PT-MELEE-07")
def can_get_at(b, t, w, unit, target, leader):
    """Whether the target is near enough, with a free place beside it and a way there."""
    u, v = b[0].unit[unit], b[0].unit[target]
    if u.profile.may_assault == 0 or u.immobilised != 0 or u.placed == 0 or not on_table(b, target):
        return False
    if not may_be_attacked(v.profile.airborne == BY_GLIDER, b[0].ruling.glider_stats):
        return False
    if not in_assault_reach(gap_squared(u.x, u.y, v.x, v.y), leader, b[0].ruling.melee_each_reach):
        return False
    if (
        b[0].ruling.melee_path == MeleePath.NO_VEHICLES_INTO_BUILDINGS
        and u.profile.vehicle != 0
        and t[0].kind[cell_at(t, v.x, v.y)] == BUILDING
    ):
        return False
    place = place_of_attack(b, t, w, unit, target)
    return place >= 0 and (may_drive(u.ramp != 0, b[0].ruling.mount_procedure) or place == cell_at(t, u.x, u.y))


@jit_inner
@rule("PT-MELEE-04")
def place_of_attack(b, t, w, unit, target):
    """The free place beside the enemy that the attacker moves to (AMB-77), -1 if none."""
    v = b[0].unit[target]
    if b[0].ruling.melee_path == MeleePath.LEGAL_PATH_6:
        return touching_place_by_path(b, t, w, unit, v.x, v.y, ASSAULT_INCHES)
    if water_between(b, t, unit, v.x, v.y):
        return -1
    return nearest_touching_place(b, t, unit, v.x, v.y)


@jit_inner
@rule("PT-MELEE-10", "PT-FOLLOW-10")
def may_strike_victim(b, t, w, unit, victim):
    """An enemy that a following attacker may choose: the target or one within 3 inches."""
    m, v = b[0].melee, b[0].unit[victim]
    if v.alive == 0:
        return False
    gap = gap_squared(m.target_x, m.target_y, v.x, v.y)
    if not may_attack_unit(False, victim == m.target, gap, v.role == HELPER, b[0].ruling.melee_secondary_targets):
        return False
    return can_get_at(b, t, w, unit, victim, False)


@jit_inner
def finds_victim(b, t, w, unit):
    """Whether a unit that may follow into close combat has anybody to attack."""
    declare_target(b)
    return has_victim(b, t, w, unit)


@jit_inner
def has_victim(b, t, w, unit):
    """Whether a follower finds an enemy to strike at as things stand."""
    for victim in slots_of(b, 1 - side_of(unit)):
        if may_strike_victim(b, t, w, unit, victim):
            return True
    return False


@jit_inner
def declare_target(b):
    """Note the target of the order and where it stands."""
    m = b[0].melee
    m.target = b[0].group.target
    m.target_x = b[0].unit[m.target].x
    m.target_y = b[0].unit[m.target].y
