"""Close combat: the strikes of attackers, then of defenders, and the end (chapter 1.10).

Attackers strike in their order, then the defenders that are left; the losers go back.
The stages are: helpers are named, each attacker strikes, each surviving defender strikes, the attackers go back or
stay.  ``unit.role`` says who takes part.
"""

from tigersim.core import log
from tigersim.core.aim import tables_know
from tigersim.core.asking import ask, ask_owner, is_forbidden
from tigersim.core.assault import ATTACKER, DEFENDER, HELPER, NO_ROLE, declare_target, has_victim, place_of_attack
from tigersim.core.board import cell_at
from tigersim.core.carrying import hit_passengers
from tigersim.core.compile.jit import jit_inner
from tigersim.core.dice import ORDINARY, ask_reroll, clear_roll, may_reroll, throw, total_of
from tigersim.core.enums import CHANCE_MELEE, DARE, HELP, HELPING, NOBODY, OCCUPY, PHASE_MELEE, PHASE_RESOLVE, STRIKE
from tigersim.core.geometry import facing_towards, gap_squared
from tigersim.core.ground import is_free, may_end_on
from tigersim.core.log import note, note_roll
from tigersim.core.sides import first_slot, side_of, slots_of
from tigersim.core.units import destroy, lift, lose_cover, on_table, put
from tigersim.registry import rule
from tigersim.rules.cards import difficulty
from tigersim.rules.close_combat import (
    MOST_HELPERS,
    close_combat_dice,
    destroys_itself,
    may_declare_suicide,
    may_help,
    may_strike_at,
    strike_destroys,
    strikes_back,
    takes_the_place,
    withdraws,
)
from tigersim.rules.follow import follows
from tigersim.rules.switches import MeleePassengers, MeleeSupportersStrike, SuicideAssault

HELP_STAGE, ATTACK_STAGE, LATE_HELP_STAGE, DEFENCE_STAGE, DARE_STAGE, ROLL_STAGE, DICE_STAGE, END_STAGE = range(8)


@jit_inner
def start_close_combat(b):
    """All attackers are named; the defender's helpers come next."""
    m, g = b[0].melee, b[0].group
    declare_target(b)
    m.difficulty = difficulty(g.card)
    m.helpers = 0
    m.striker = NOBODY
    for k in range(g.members):
        u = b[0].unit[g.member[k]]
        u.role = ATTACKER
        u.home_x = u.x
        u.home_y = u.y
        u.home_facing = u.facing
    b[0].unit[m.target].role = DEFENDER
    m.stage = (
        ATTACK_STAGE if b[0].ruling.melee_supporters_strike == MeleeSupportersStrike.NAMED_AFTER_ATTACK else HELP_STAGE
    )
    b[0].phase = PHASE_MELEE


@jit_inner
def melee_step(b, t, w):
    """One step of the close combat in hand; stops where a player has to choose."""
    stage = b[0].melee.stage
    if stage == HELP_STAGE or stage == LATE_HELP_STAGE:
        help_step(b)
    elif stage == ATTACK_STAGE:
        attack_step(b, t, w)
    elif stage == DEFENCE_STAGE:
        defence_step(b)
    elif stage == DARE_STAGE:
        dare_step(b)
    elif stage == ROLL_STAGE:
        roll_strike(b, w)
    elif stage == DICE_STAGE:
        if may_reroll(b):
            ask_reroll(b, b[0].melee.striker)
        else:
            settle_strike(b, t, w)
    else:
        end_close_combat(b, t, w)


@jit_inner
@rule("PT-MELEE-08")
def can_help(b, unit):
    """A friend of the target within 3 inches of it that takes no part yet."""
    m, u = b[0].melee, b[0].unit[unit]
    if not on_table(b, unit) or u.role != NO_ROLE or m.helpers >= MOST_HELPERS:
        return False
    if is_forbidden(b, side_of(unit), HELPING):
        return False
    gap = gap_squared(m.target_x, m.target_y, u.x, u.y)
    stands, ruling = b[0].unit[m.target].alive != 0, b[0].ruling
    late = m.stage == LATE_HELP_STAGE
    return may_help(
        u.hits > 0,
        u.profile.towed_gun != 0,
        gap,
        stands,
        late,
        ruling.melee_supporters_strike,
        ruling.melee_shocked_defender,
        ruling.melee_guns_help,
    )


@jit_inner
@rule("PT-MELEE-08")
def help_step(b):
    """Up to two friends of the target may help it."""
    m = b[0].melee
    side = side_of(m.target)
    for unit in slots_of(b, side):
        if can_help(b, unit):
            ask(b, HELP, side, m.target)
            return
    end_of_helpers(b)


@jit_inner
def end_of_helpers(b):
    """No more helpers are named."""
    m = b[0].melee
    m.stage = DEFENCE_STAGE if m.stage == LATE_HELP_STAGE else ATTACK_STAGE


@jit_inner
def name_helper(b, w, unit):
    """A friend of the target takes part."""
    b[0].unit[unit].role = HELPER
    b[0].melee.helpers += 1
    note(b, w, log.HELPS, unit, b[0].melee.target)


@jit_inner
@rule("PT-MELEE-09", "PT-MELEE-10")
def attack_step(b, t, w):
    """The next attacker strikes; followers choose their enemy when it is their turn."""
    g, m = b[0].group, b[0].melee
    if g.at >= g.members:
        m.stage = (
            LATE_HELP_STAGE
            if b[0].ruling.melee_supporters_strike == MeleeSupportersStrike.NAMED_AFTER_ATTACK
            else DEFENCE_STAGE
        )
        return
    unit = g.member[g.at]
    g.at += 1
    if g.at == 1:
        attack(b, t, w, unit, m.target)
    elif follows(g.success != 0, b[0].ruling.follow_independent) and has_victim(b, t, w, unit):
        ask_owner(b, STRIKE, unit)
    else:
        stand_aside(b, unit)


@jit_inner
def stand_aside(b, unit):
    """A follower that attacks no unit takes no part, and no unit strikes at it."""
    b[0].unit[unit].role = NO_ROLE


@jit_inner
@rule("PT-MELEE-04")
def attack(b, t, w, unit, victim):
    """Move beside the enemy and strike; the enemy defends itself."""
    v = b[0].unit[victim]
    place = place_of_attack(b, t, w, unit, victim)
    x, y = place % t[0].width, place // t[0].width
    put(b, t, unit, x, y, facing_towards(v.x - x, v.y - y))
    v.role = DEFENDER
    start_strike(b, unit, victim)


@jit_inner
@rule("PT-MELEE-05", "PT-MELEE-11")
def defence_step(b):
    """Every surviving defender strikes once, the declared target first, at the leader."""
    m = b[0].melee
    unit = next_defender(b)
    if unit == NOBODY:
        m.stage = END_STAGE
        return
    b[0].unit[unit].struck = 1
    victims, only = 0, NOBODY
    for k in range(b[0].group.members):
        attacker = b[0].group.member[k]
        if may_strike_attacker(b, unit, attacker):
            victims += 1
            only = attacker
    if unit == m.target and only == b[0].group.member[0]:
        start_strike(b, unit, only)
    elif victims > 0:
        ask_owner(b, STRIKE, unit)


@jit_inner
@rule("PT-MELEE-11")
def may_strike_attacker(b, unit, attacker):
    """The declared target strikes at the leader, other defenders at any attacker."""
    leader = b[0].group.member[0]
    if b[0].unit[attacker].alive == 0 or b[0].unit[attacker].role != ATTACKER:
        return False
    return may_strike_at(unit == b[0].melee.target, attacker == leader, b[0].unit[leader].alive != 0)


@jit_inner
@rule("PT-MELEE-05", "PT-MELEE-08", "PT-MELEE-09")
def next_defender(b):
    """The next defender that has a strike left, or NOBODY."""
    m, ruling = b[0].melee, b[0].ruling
    side = side_of(m.target)
    stands = b[0].unit[m.target].alive != 0
    for k in range(-1, b[0].player[side].units):
        unit = m.target if k < 0 else first_slot(side) + k
        u = b[0].unit[unit]
        if (u.role != DEFENDER and u.role != HELPER) or u.struck != 0:
            continue
        if strikes_back(
            u.alive != 0,
            u.role == DEFENDER,
            u.hits > 0,
            stands,
            ruling.melee_supporters_strike,
            ruling.melee_shocked_defender,
        ):
            return unit
    return NOBODY


@jit_inner
def start_strike(b, unit, victim):
    """One unit strikes at another: first whether it takes the extra die of a suicide assault."""
    m = b[0].melee
    m.striker = unit
    m.victim = victim
    m.daring = 0
    m.stage = DARE_STAGE


@jit_inner
@rule("PT-ADV-SUICIDE_ASSAULT")
def dare_step(b):
    """The extra die is declared before the roll, or has to be taken (AMB-84)."""
    m = b[0].melee
    u = b[0].unit[m.striker]
    m.stage = ROLL_STAGE
    if may_declare_suicide(u.profile.suicide_assault != 0, u.role == ATTACKER, b[0].ruling.suicide_assault):
        if b[0].ruling.suicide_assault == SuicideAssault.MANDATORY:
            m.daring = 1
            return
        ask_owner(b, DARE, m.striker)


@jit_inner
@rule("PT-MELEE-04", "PT-DIS-OPEN_TOP", "PT-ADV-SKIRT_ARMOR", "PT-ADV-SUICIDE_ASSAULT")
def strike_dice(b, unit, victim, daring):
    """Dice of a strike at this enemy."""
    u, v = b[0].unit[unit].profile, b[0].unit[victim].profile
    open_top, skirt = v.open_top != 0, v.skirt_armor != 0
    return close_combat_dice(u.melee_dice, u.infantry != 0, open_top, skirt, daring, b[0].ruling.zero_dice_pool)


@jit_inner
@rule("PT-MELEE-12", "PT-IMPROVED-03")
def roll_strike(b, w):
    """Throw the dice of a strike; its chance is known exactly beforehand."""
    m = b[0].melee
    u = b[0].unit[m.striker]
    dice = strike_dice(b, m.striker, m.victim, m.daring != 0)
    rerolls = u.profile.melee_rerolls
    m.exact = 1 if rerolls == 0 or tables_know(b, m.striker, rerolls, 0) else 0
    m.hazard = w[0].hit[min(rerolls, 1), dice, m.difficulty]
    clear_roll(b, rerolls, 0)
    throw(b, m.striker, CHANCE_MELEE, dice, ORDINARY)
    m.stage = DICE_STAGE


@jit_inner
@rule("PT-MELEE-04", "PT-MELEE-05", "PT-ARMOR-04", "PT-ADV-SUICIDE_ASSAULT")
def settle_strike(b, t, w):
    """Success destroys; a suicide assault that fails destroys the striker."""
    m = b[0].melee
    unit, victim, total = m.striker, m.victim, total_of(b)
    u, v = b[0].unit[unit], b[0].unit[victim]
    note_roll(b, w, unit, CHANCE_MELEE, m.difficulty, total)
    m.stage = ATTACK_STAGE if u.role == ATTACKER else DEFENCE_STAGE
    if strike_destroys(total, m.difficulty):
        destroy(b, t, w, victim, unit)
        overrun_passengers(b, t, w, victim, unit)
        if unit == b[0].group.member[0]:
            b[0].group.success = 1
    elif destroys_itself(m.daring != 0, total, m.difficulty):
        destroy(b, t, w, unit, NOBODY)
    v.hazard += m.hazard if m.exact != 0 else 1.0 - v.alive
    if m.daring != 0:
        u.hazard += 1.0 - m.hazard if m.exact != 0 else 1.0 - u.alive


@jit_inner
@rule("PT-MELEE-04", "PT-CARRY-05")
def overrun_passengers(b, t, w, vehicle, by):
    """Passengers of a vehicle destroyed in close combat are hit and get off (AMB-83)."""
    if b[0].unit[vehicle].aboard == 0 or b[0].ruling.melee_passengers == MeleePassengers.UNHURT_DISMOUNT:
        return
    if b[0].ruling.melee_passengers == MeleePassengers.HIT_AND_DISMOUNT:
        hit_passengers(b, t, w, vehicle, by, 1, 1, False)
        return
    for other in slots_of(b, side_of(vehicle)):
        if b[0].unit[other].alive != 0 and b[0].unit[other].carrier == vehicle:
            destroy(b, t, w, other, by)
            b[0].unit[other].hazard += 1.0


@jit_inner
@rule("PT-MELEE-06", "PT-MELEE-13")
def end_close_combat(b, t, w):
    """If any defender is left the attackers go back, else they stay (AMB-78)."""
    m, g = b[0].melee, b[0].group
    side = side_of(m.target)
    survives = False
    for unit in slots_of(b, side):
        u = b[0].unit[unit]
        survives = survives or (u.alive != 0 and (u.role == DEFENDER or u.role == HELPER))
    if withdraws(survives, b[0].ruling.melee_after_success):
        withdraw(b, t, w)
    else:
        for k in range(g.members):
            if has_moved(b, g.member[k]):
                lose_cover(b, g.member[k])
    b[0].phase = PHASE_RESOLVE
    forget_roles(b)
    leader = g.member[0]
    if b[0].unit[leader].alive != 0 and takes_the_place(survives, True, b[0].ruling.melee_after_success):
        cell = cell_at(t, m.target_x, m.target_y)
        if may_end_on(b, t, leader, cell):
            ask_owner(b, OCCUPY, leader)


@jit_inner
def forget_roles(b):
    """The combat is over."""
    for side in range(2):
        for unit in slots_of(b, side):
            b[0].unit[unit].role = NO_ROLE
            b[0].unit[unit].struck = 0


@jit_inner
def has_moved(b, unit):
    """Whether an attacker is alive and not where it came from."""
    u = b[0].unit[unit]
    return u.alive != 0 and u.role == ATTACKER and (u.x != u.home_x or u.y != u.home_y)


@jit_inner
@rule("PT-MELEE-06", "PT-MELEE-13")
def withdraw(b, t, w):
    """Lift all attackers off the table before the first goes back to its place."""
    g = b[0].group
    for k in range(g.members):
        if b[0].unit[g.member[k]].role == ATTACKER:
            lift(b, t, g.member[k])
    for displaced in range(2):  # whose place is still free first
        for k in range(g.members):
            u = b[0].unit[g.member[k]]
            if u.alive == 0 or u.role != ATTACKER or u.placed != 0:
                continue
            if displaced == 1 or is_free(b, cell_at(t, u.home_x, u.home_y)):
                go_back(b, t, w, g.member[k])


@jit_inner
@rule("PT-MELEE-13", "PT-COVER-09")
def go_back(b, t, w, unit):
    """Back to where the unit came from; if that is taken, to the free place nearest to it."""
    u = b[0].unit[unit]
    best_x, best_y = u.home_x, u.home_y
    if not is_free(b, cell_at(t, best_x, best_y)):
        best_x, best_y, best = u.x, u.y, 1 << 30
        for cell in range(t[0].width * t[0].depth):
            x, y = cell % t[0].width, cell // t[0].width
            away = (x - u.home_x) * (x - u.home_x) + (y - u.home_y) * (y - u.home_y)
            if away < best and may_end_on(b, t, unit, cell):
                best_x, best_y, best = x, y, away
        lose_cover(b, unit)
    put(b, t, unit, best_x, best_y, u.home_facing)
    note(b, w, log.FOUGHT_BACK, unit, best_x, best_y)


@jit_inner
@rule("PT-MELEE-13")
def occupy(b, t):
    """The leader takes the place of the destroyed target (AMB-78)."""
    m = b[0].melee
    leader = b[0].group.member[0]
    put(b, t, leader, m.target_x, m.target_y, b[0].unit[leader].facing)
    lose_cover(b, leader)
