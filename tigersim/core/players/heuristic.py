"""``heuristic``: rules of thumb.

Cards go to units that see an enemy; who sees one fires the shot with the best exact expectation; who sees none moves
to where he does, infantry into cover; the lowest cards are kept for recovery.
"""

from __future__ import annotations

import math

import numpy as np

from tigersim.core.actions import deployment_rows, legal_actions, list_cards_to_lose, pack
from tigersim.core.board import cell_at, sees
from tigersim.core.deck import NONE, hand_size, holds
from tigersim.core.enums import (
    ASSIGN,
    BLIND,
    BUILDING,
    CHOOSE,
    DEPLOY,
    DESTINATION,
    DISCARD,
    DROP,
    FIRE,
    GIVE,
    GO_ON,
    MAX_UNITS,
    MOVE,
    NO_CARD,
    NOBODY,
    NOMINATE,
    ORDER,
    PACK,
    PASS,
    PHASE_RESOLVE,
    PLACE,
    PROLONG,
    RECOVER,
    REGROUP,
    REROLL,
    TEST,
    WEAPONS,
    WOOD,
)
from tigersim.core.fire import chance_to_destroy, fire_dice, may_fire
from tigersim.core.geometry import FACING_X, FACING_Y, facing_towards, gap_squared
from tigersim.core.hands import (
    droppable_cards,
    known_cards,
    recovery_cards,
    unknown_cards,
    unknown_droppable_cards,
    unknown_recovery_cards,
)
from tigersim.core.initiative import highest_card, may_come_up, may_nominate
from tigersim.core.jit import jit_inner
from tigersim.core.movement import move_dice
from tigersim.core.players.book import reroll
from tigersim.core.players.uniform import pick
from tigersim.core.reach import NO_WAY, in_reach_straight, is_free, may_stand, straight_way
from tigersim.core.recovery import wants_recovery
from tigersim.core.regroup import nearest_enemy, regroup_cells
from tigersim.core.sequence import has_room
from tigersim.core.units import cell_of
from tigersim.rules.cards import difficulty
from tigersim.rules.fire import is_far
from tigersim.rules.recovery import REGROUP_INCHES

HIDE_WORTH = 0.05
"""What a card is worth to an unarmed unit in view of the enemy, VP: it may drive out of sight."""
WALK_WORTH = 0.15
"""What a card is worth to a unit without a target, VP: it may walk to where it finds one."""
SHOCK_WORTH = 0.45
"""What shocking a unit is worth, in units of its cost."""
PIN_WORTH = 0.3
"""What taking a card from an armoured unit is worth, VP."""
LEAST_SHOT = 0.15
"""A shot worth less than this (VP) is left for a better position."""
DEPLOYMENT_TRIES = 4
PASSING = 0
"""The packed form of PASS."""
WAY_X = FACING_X / np.sqrt(FACING_X**2 + FACING_Y**2)
"""East part of a step of one inch in the direction of facing k."""
WAY_Y = FACING_Y / np.sqrt(FACING_X**2 + FACING_Y**2)


@jit_inner
def decide(b, t, w):
    """The action of a player who follows rules of thumb."""
    decision = b[0].ask
    if decision == ORDER:
        wanted = order(b, t, w)
        return wanted if wanted != PASSING or b[0].switch[17] != 2 else first_choice(b, t, w)
    if decision == ASSIGN:
        return assign(b, t, w)
    if decision == NOMINATE:
        return nominate(b)
    if decision == DESTINATION:
        return destination(b, t, w)
    if decision == REROLL:
        return reroll(b)
    if decision == RECOVER:
        return recover(b)
    if decision == REGROUP:
        return regroup(b, t, w)
    if decision == DISCARD:
        return discard_worst(b)
    if decision == DEPLOY:
        return deploy(b, t)
    if decision == PROLONG:
        side = b[0].asked
        ahead = b[0].player[side].vp > b[0].player[1 - side].vp
        return pack(PASS if ahead else GO_ON, 0, 0, 0, 0, 0)
    if decision == TEST:
        return first_choice(b, t, w)
    list_cards_to_lose(b, w, 0)
    return w[0].actions[0]


@jit_inner
def first_choice(b, t, w):
    """The first legal action."""
    legal_actions(b, t, w)
    return w[0].actions[0]


# --- what a unit could do ---------------------------------------------------------------------------------------


@jit_inner
def longest_range(b, unit):
    """Reach of the unit's weapons in inches: 0 unarmed, 99 any distance."""
    p = b[0].unit[unit].profile
    longest = 0
    for weapon in range(WEAPONS):
        if p.armed[weapon] != 0:
            limit = p.max_range[weapon]
            longest = max(longest, limit if limit > 0 else 99)
    return longest


@jit_inner
def find_foes(b, t, w, side):
    """Note where the living enemies of a side stand, for the looks that follow."""
    enemy = 1 - side
    n = 0
    for other in range(enemy * MAX_UNITS, enemy * MAX_UNITS + b[0].player[enemy].units):
        v = b[0].unit[other]
        if v.alive != 0 and v.placed != 0:
            w[0].foe_x[n] = v.x
            w[0].foe_y[n] = v.y
            w[0].foe_cell[n] = cell_at(t, v.x, v.y)
            w[0].foe[n] = other
            n += 1
    w[0].foes = n


@jit_inner
def look(t, w, x, y, reach):
    """From (x, y): how many foes are in view within ``reach`` inches, how many in view, and the nearest gap squared."""
    cell = cell_at(t, x, y)
    targets, seen, nearest = 0, 0, 1 << 30
    for k in range(w[0].foes):
        gap = gap_squared(x, y, w[0].foe_x[k], w[0].foe_y[k])
        nearest = min(nearest, gap)
        if sees(t, cell, w[0].foe_cell[k]):
            seen += 1
            if gap <= reach * reach:
                targets += 1
    return targets, seen, nearest


@jit_inner
def promise(b, t, w, unit):
    """How much a card is worth to a unit, VP by rule of thumb: its best target in view, or the way to one."""
    u = b[0].unit[unit]
    p = u.profile
    reach = longest_range(b, unit)
    best = 0.0
    cell = cell_at(t, u.x, u.y)
    for k in range(w[0].foes):
        gap = gap_squared(u.x, u.y, w[0].foe_x[k], w[0].foe_y[k])
        if gap <= reach * reach and sees(t, cell, w[0].foe_cell[k]):
            best = max(best, rough_worth(p, b[0].unit[w[0].foe[k]].profile, gap))
    if best == 0.0 and can_move(b, unit):
        if reach == 0 and in_view(t, w, cell):
            best = HIDE_WORTH
        elif reach > 0 and not covers(b, t, unit, cell):
            best = WALK_WORTH
    return best


@jit_inner
def can_move(b, unit):
    """Whether some card would let the unit move."""
    u = b[0].unit[unit]
    p = u.profile
    return p.move_black > 0 and p.immobile == 0 and p.water_only == 0 and u.immobilised == 0


@jit_inner
def in_view(t, w, cell):
    """Whether some foe sees a cell."""
    for k in range(w[0].foes):
        if sees(t, cell, w[0].foe_cell[k]):
            return True
    return False


@jit_inner
def rough_worth(p, v, gap):
    """VP that a shot may bring, without tables: more with dice and the target's cost, less against armour."""
    best = 0.0
    for weapon in range(WEAPONS):
        if p.armed[weapon] == 0:
            continue
        far = is_far(gap)
        dice = p.red_far[weapon] + p.black_far[weapon] if far else p.red_near[weapon] + p.black_near[weapon]
        if p.machine_gun[weapon] != 0 and v.armored != 0:
            worth = 0.02 * dice
        else:
            worth = max(dice - 2, 0.2) * v.cost * p.fire_rolls / (6.0 + 3.0 * v.armor_front)
        best = max(best, worth)
    return best


@jit_inner
def note_promises(b, t, w, side):
    """Weigh every unit once a turn, before the first card is assigned; nothing moves while cards are laid."""
    player = b[0].player[side]
    if player.thought == b[0].turn:
        return
    player.thought = b[0].turn
    find_foes(b, t, w, side)
    player.damaged = damaged_units(b, side)
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + player.units):
        if b[0].unit[unit].alive != 0:
            b[0].unit[unit].promise = promise(b, t, w, unit)


# --- cards ------------------------------------------------------------------------------------------------------


@jit_inner
def lowest_card(cards, skip):
    """The card with the lowest rank of a set but ``skip``, or NO_CARD."""
    for card in range(PACK):
        if holds(cards, card):
            if skip == 0:
                return card
            skip -= 1
    return NO_CARD


@jit_inner
def damaged_units(b, side):
    """Units of a side that a recovery card could help."""
    n = 0
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if wants_recovery(b, unit):
            n += 1
    return n


@jit_inner
def assign(b, t, w):
    """A card to the most promising unit, but one kept back for every damaged unit, the lowest saved ones first."""
    side = b[0].asked
    note_promises(b, t, w, side)
    player = b[0].player[side]
    kept_back = player.damaged
    if hand_size(b, side) <= kept_back:
        return PASSING
    best, best_score = NOBODY, 0.0
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + player.units):
        if has_room(b, unit):
            score = b[0].unit[unit].promise / (1.0 + 0.3 * b[0].unit[unit].given)
            if score > best_score:
                best, best_score = unit, score
    if best == NOBODY:
        return PASSING
    which = BLIND if unknown_cards(b, side) > 0 else lowest_card(known_cards(b, side), kept_back)
    if which == NO_CARD:
        return PASSING
    return pack(GIVE, best, 0, which, 0, 0)


@jit_inner
def nominate(b):
    """The unit that promised most when cards were laid, with every card it has; of its cards the highest first."""
    side = b[0].asked
    if b[0].phase == PHASE_RESOLVE:
        card = highest_card(may_come_up(b))
        return pack(CHOOSE, b[0].holder[card], 0, card, 0, 0)
    best, best_score = NOBODY, -1.0
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if may_nominate(b, side, unit):
            score = b[0].unit[unit].promise
            if score > best_score:
                best, best_score = unit, score
    u = b[0].unit[best]
    bits = (1 if u.cards[0] != NO_CARD else 0) | (2 if u.cards[1] != NO_CARD else 0)
    return pack(CHOOSE, best, 0, bits, 0, 0)


@jit_inner
def recover(b):
    """The dearest damaged unit gets the lowest saved card, or an unseen one where that is hopeless."""
    side = b[0].asked
    best, best_cost = NOBODY, -1
    for unit in range(side * MAX_UNITS, side * MAX_UNITS + b[0].player[side].units):
        if wants_recovery(b, unit) and b[0].unit[unit].profile.cost > best_cost:
            best, best_cost = unit, b[0].unit[unit].profile.cost
    which = lowest_card(recovery_cards(b, side), 0)
    if unknown_recovery_cards(b, side) > 0 and (which == NO_CARD or difficulty(which) > 8):
        which = BLIND
    return pack(GIVE, best, 0, which, 0, 0)


@jit_inner
def discard_worst(b):
    """A high saved card goes before an unseen one, an unseen one before a low one."""
    side = b[0].asked
    cards = droppable_cards(b, side)
    worst = NO_CARD if cards == NONE else highest_card(cards)
    if unknown_droppable_cards(b, side) > 0 and (cards == NONE or difficulty(worst) < 9):
        worst = BLIND
    return pack(DROP, 0, 0, worst, 0, 0)


# --- orders -----------------------------------------------------------------------------------------------------


@jit_inner
def best_weapon(b, t, unit, target, card):
    """(weapon with the most dice that may hurt the target, its dice); machine guns at armour if all else fails."""
    u, v = b[0].unit[unit], b[0].unit[target]
    gap = gap_squared(u.x, u.y, v.x, v.y)
    best, most = NOBODY, 0
    for weapon in range(WEAPONS):
        if u.profile.armed[weapon] == 0:
            continue
        pins = u.profile.machine_gun[weapon] != 0 and v.profile.armored != 0
        dice = 1 if pins else 10 * fire_dice(b, unit, target, weapon, card, gap)
        if dice > most and may_fire(b, t, unit, target, weapon, card):
            best, most = weapon, dice
    return best, most // 10


@jit_inner
def best_shot(b, t, w, unit, card):
    """(action, worth in VP) of the best shot with this card; worth 0 if there is none."""
    enemy = 1 - unit // MAX_UNITS
    here = cell_of(b, t, unit)
    permissions = min(b[0].unit[unit].profile.attack_rerolls, 1)
    best, best_worth = PASSING, 0.0
    for target in range(enemy * MAX_UNITS, enemy * MAX_UNITS + b[0].player[enemy].units):
        v = b[0].unit[target]
        if v.alive == 0 or not sees(t, here, cell_of(b, t, target)):
            continue
        weapon, dice = best_weapon(b, t, unit, target, card)
        if weapon == NOBODY:
            continue
        if dice == 0:
            worth = PIN_WORTH / difficulty(card)
        elif v.profile.cost * w[0].hit[permissions, dice, difficulty(card)] <= best_worth:
            continue  # even a hit that always destroys would be worth less
        else:
            destroyed, shocked = chance_to_destroy(b, t, w, unit, target, weapon, card)
            worth = v.profile.cost * (destroyed + SHOCK_WORTH * shocked)
        if worth > best_worth:
            best, best_worth = pack(FIRE, unit, target, weapon, 0, 0), worth
    return best, best_worth


@jit_inner
def order(b, t, w):
    """Fire if the best shot is worth it, else move to a better place, else take the poor shot or waive."""
    unit, card = b[0].subject, b[0].card
    shot, worth = best_shot(b, t, w, unit, card)
    if worth >= LEAST_SHOT:
        return shot
    dice = move_dice(b, unit, card)
    u = b[0].unit[unit]
    needed = difficulty(card)
    risky = u.profile.unreliable != 0 or u.profile.engine_fire != 0 or u.profile.weak_running_gear != 0
    if dice > 0 and 6 * dice >= needed and not (risky and 7 * dice < 2 * needed + 4):
        reach = longest_range(b, unit)
        find_foes(b, t, w, unit // MAX_UNITS)
        cell = cell_of(b, t, unit)
        wanted = not covers(b, t, unit, cell) if reach > 0 else in_view(t, w, cell)
        if wanted:
            return pack(MOVE, unit, 0, 0, 0, 0)
    return shot


# --- places -----------------------------------------------------------------------------------------------------


@jit_inner
def covers(b, t, unit, cell):
    """Whether the unit would have a cover die in a cell."""
    kind = t[0].kind[cell]
    return b[0].unit[unit].profile.terrain_cover != 0 and (kind == WOOD or kind == BUILDING)


@jit_inner
def place_worth(b, t, w, unit, x, y, reach):
    """Worth of standing in a cell: a target in reach, cover, not seen by many, not far from the enemy."""
    targets, seen, nearest = look(t, w, x, y, reach)
    if reach == 0:
        return -1.0 * seen
    worth = -0.15 * seen
    if targets > 0:
        worth += 1.0
    if covers(b, t, unit, cell_at(t, x, y)):
        worth += 0.6
    if nearest > 64:
        worth -= 0.08 * (math.sqrt(nearest) - 8.0)
    return worth


@jit_inner
def facing_enemy(b, x, y, goal):
    """The facing from a cell towards an enemy."""
    v = b[0].unit[goal]
    return facing_towards(v.x - x, v.y - y)


@jit_inner
def best_reach(b, unit):
    """Inches within which the unit shoots with all its dice: 12 for light guns and foot, 99 for others, 0 unarmed."""
    p = b[0].unit[unit].profile
    if p.armed[0] != 0 and p.black_far[0] < p.black_near[0]:
        return 12
    return longest_range(b, unit)


@jit_inner
def destination(b, t, w):
    """The best of sixteen directions at full length and eight at half, or staying and turning."""
    unit = b[0].subject
    u = b[0].unit[unit]
    reach = best_reach(b, unit)
    find_foes(b, t, w, unit // MAX_UNITS)
    best_x, best_y = u.x, u.y
    best = place_worth(b, t, w, unit, best_x, best_y, reach)
    for k in range(24):
        inches = b[0].allowance if k < 16 else b[0].allowance // 2
        x, y = point_towards(u.x, u.y, k if k < 16 else 2 * k - 32, inches)
        if not on_table(t, x, y):
            continue
        worth = place_worth(b, t, w, unit, x, y, reach)
        if worth > best and in_reach_straight(b, t, unit, x, y, b[0].allowance, b[0].road_bonus):
            best, best_x, best_y = worth, x, y
    facing = facing_enemy(b, best_x, best_y, nearest_enemy(b, unit))
    return pack(PLACE, unit, 0, 0, cell_at(t, best_x, best_y), facing)


@jit_inner
def point_towards(x, y, k, inches):
    """The cell at most so many inches away in the direction of facing k."""
    return x + int(inches * WAY_X[k]), y + int(inches * WAY_Y[k])


@jit_inner
def on_table(t, x, y):
    """Whether a cell exists."""
    return x >= 0 and y >= 0 and x < t[0].width and y < t[0].depth


@jit_inner
def regroup(b, t, w):
    """Withdraw straight to the place that the fewest enemies see; the extra die is worth it wherever it is open."""
    unit = b[0].subject
    u = b[0].unit[unit]
    enemy = nearest_enemy(b, unit)
    if b[0].switch[97] == 1 or b[0].switch[97] == 2 or b[0].switch[98] == 1:
        return regroup_within(b, t, w, unit, enemy)
    v = b[0].unit[enemy]
    near = gap_squared(u.x, u.y, v.x, v.y)
    find_foes(b, t, w, unit // MAX_UNITS)
    best_x, best_y, best = -1, -1, 99
    for k in range(16):
        for inches in range(REGROUP_INCHES, 0, -3):
            x, y = point_towards(u.x, u.y, k, inches)
            if not on_table(t, x, y) or not is_free(b, cell_at(t, x, y)):
                continue
            if gap_squared(x, y, v.x, v.y) <= near or straight_way(b, t, unit, x, y, enemy) == NO_WAY:
                continue
            _, seen, _ = look(t, w, x, y, 0)
            exposure = 2 * seen - (1 if covers(b, t, unit, cell_at(t, x, y)) else 0)
            if exposure < best:
                best_x, best_y, best = x, y, exposure
    if best_x < 0:
        return PASSING
    return pack(PLACE, unit, 0, 0, cell_at(t, best_x, best_y), facing_enemy(b, best_x, best_y, enemy))


@jit_inner
def regroup_within(b, t, w, unit, enemy):
    """The same among the listed places, where a ruling narrows them (AMB-97, AMB-98)."""
    find_foes(b, t, w, unit // MAX_UNITS)
    best, least = NOBODY, 99
    for k in range(regroup_cells(b, t, w, unit)):
        cell = w[0].cells[k]
        _, seen, _ = look(t, w, cell % t[0].width, cell // t[0].width, 0)
        exposure = 2 * seen - (1 if covers(b, t, unit, cell) else 0)
        if exposure < least:
            best, least = cell, exposure
    if best < 0:
        return PASSING
    facing = facing_enemy(b, best % t[0].width, best // t[0].width, enemy)
    return pack(PLACE, unit, 0, 0, best, facing)


@jit_inner
def deploy(b, t):
    """The best of a few random places: infantry in cover and forward, the unarmed far back, all facing the enemy."""
    unit, side = b[0].subject, b[0].asked
    first, last = deployment_rows(b, t, side)
    width = t[0].width
    north = b[0].player[side].north != 0
    armed = longest_range(b, unit) > 0
    best, best_worth = -1, -99.0
    tries = 0
    while tries < DEPLOYMENT_TRIES or best < 0:
        tries += 1
        cell = first * width + pick(b, (last - first) * width)
        if not is_free(b, cell) or not may_stand(b, t, unit, cell):
            continue
        row = cell // width
        forward = last - 1 - row if north else row - first
        worth = (0.2 if armed else -0.5) * forward + (3.0 if covers(b, t, unit, cell) else 0.0)
        if worth > best_worth:
            best, best_worth = cell, worth
    return pack(PLACE, unit, 0, 0, best, 12 if north else 4)
