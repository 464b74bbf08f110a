"""What any player may see of a position, as numbers.

Of every unit, of the moment, of both sides.

Cards that lie face down count as an unseen card is on average; the names stand in ``core.evaluation_layout``.
"""

import math

import numpy as np

from tigersim.core.board import cell_at, sees
from tigersim.core.chance import mix
from tigersim.core.compile.bits import lowest_bit
from tigersim.core.compile.jit import jit_inline, jit_inner
from tigersim.core.deck import NONE, ONE, count_cards, hand_size, pile_of
from tigersim.core.enums import (
    MAIN,
    MAX_UNITS,
    MORTAR,
    NO_CARD,
    NOBODY,
    PACK,
    PHASE_ASSIGN,
    PHASE_END,
    PHASE_RECOVER,
    PHASE_RECOVERY_TESTS,
    SLOTS,
)
from tigersim.core.evaluation_layout import STRENGTHS
from tigersim.core.geometry import gap_squared, in_front_arc
from tigersim.core.goals import count_goals
from tigersim.core.players.scenario_goals import goal_worth, has_goals
from tigersim.core.players.tactician.fire_values import (
    COVERED,
    DIES,
    DIES_IF_SHOCKED,
    FAR,
    REAR,
    SHAKEN,
    make_pairs,
)
from tigersim.core.players.tactician.outlook import hidden_by, strikes
from tigersim.core.sides import side_of, slots_of
from tigersim.core.sizes import KEPT_STRENGTHS
from tigersim.core.units import cards_held
from tigersim.core.victory import count_markers
from tigersim.rules.cards import difficulty
from tigersim.rules.close_combat import ASSAULT_INCHES
from tigersim.rules.fire import is_far
from tigersim.rules.follow import FOLLOW_INCHES

SHOCK = 0.6
"""What a shocked unit counts in units of its cost where a shot is weighed."""
BLIND_FIRE = 0.5
"""What a target counts that only others may see, for indirect fire."""
PULL = 24.0
"""Inches from which on a marker is out of sight."""
LOW = 5
"""Difficulty up to which a card recovers well."""
LOW_CARDS = np.uint64(sum(1 << card for card in range(PACK) if difficulty(card) <= LOW))
"""The set of those."""

(
    COST,
    SCORE,
    SOUND,
    SHOCKED,
    PLACED,
    ABOARD,
    LOAD,
    TARGET,
    SECOND,
    HARM,
    HARM_LOADED,
    WORST,
    CARDS,
    POWER,
    READY,
    DONE,
) = range(16)
(HIDDEN, FOUND, NEAR, STRENGTH, STRENGTH_NEAR, STRENGTH_BEST, FRAILTY, FRAILTY_NEAR, PACE, FOOT, UNARMED) = range(
    16, 27
)
COMPANY, RECOVERING, MARKER, MARKER_NEAR, GOAL, MELEE, MELEE_HARM, DUE, READY_DUE, HARM_DUE, EXPOSED = range(27, 38)


@jit_inner
def look(b, t, w):
    """Fill ``w.of_unit``, ``w.of_turn`` and ``w.of_side`` with the position as it is."""
    make_pairs(b, t, w)
    note_lasting(b, w)
    if t[0].markers > 0:
        count_markers(b, t)
    if has_goals(b):
        count_goals(b, t)
    for side in range(2):
        w[0].laid[side] = 0
        w[0].due[side] = 0.0
        w[0].sound[side] = 0
        w[0].living[side] = 0
    for side in range(2):
        mean = b[0].pile[pile_of(b, side)].unseen
        unseen = mean.power / max(mean.n, 1)
        for unit in slots_of(b, side):
            if b[0].unit[unit].alive != 0:
                look_at(b, t, w, unit, unseen)
    note_strengths(b, w)
    look_across(b, t, w)
    for side in range(2):
        for unit in slots_of(b, side):
            if b[0].unit[unit].alive != 0:
                complete(w, unit)
    for side in range(2):
        look_at_side(b, w, side)


@jit_inner
def look_at(b, t, w, unit, unseen):
    """What is to be seen of one unit by itself.

    ``unseen``: chance to hit with a card that nobody knows.
    """
    u, side, seen = b[0].unit[unit], side_of(unit), w[0].of_unit[unit]
    seen[:] = 0.0
    lasting = w[0].lasting[unit]
    seen[COST] = lasting.cost
    seen[SCORE] = lasting.score
    seen[PACE] = lasting.pace
    seen[FOOT] = lasting.foot
    seen[UNARMED] = lasting.unarmed
    w[0].living[side] += 1
    if u.hits > 0:
        seen[SHOCKED] = 1.0
    else:
        seen[SOUND] = 1.0
        w[0].sound[side] += 1
    seen[RECOVERING] = 1.0 if u.recovery_card != NO_CARD else 0.0
    cards = cards_held(b, unit)
    w[0].laid[side] += cards
    if cards > 0:
        seen[CARDS] = cards
        seen[POWER] = power_of(b, w, unit, unseen)
        w[0].due[side] += seen[DUE]
    elif u.given > 0:
        seen[DONE] = 1.0
    if u.placed == 0:
        if u.carrier != NOBODY:
            seen[ABOARD] = 1.0
        return
    seen[PLACED] = 1.0
    w[0].unit_gap[unit] = 1 << 30
    cell = cell_at(t, u.x, u.y)
    w[0].unit_cell[unit] = cell
    hidden = hidden_by(b, t, unit, cell)
    seen[HIDDEN] = 1.0 if hidden != 0 else 0.0
    if u.found_cover != 0:
        seen[FOUND] = 1.0
        hidden |= COVERED
    w[0].unit_band[unit] = hidden
    if t[0].markers > 0:
        look_at_markers(t, w, unit, u.x, u.y, cell)
    if has_goals(b):
        seen[GOAL] = 0.2 * goal_worth(b, t, unit, u.x, u.y)
    if u.aboard > 0:
        for other in slots_of(b, side):
            if b[0].unit[other].alive != 0 and b[0].unit[other].carrier == unit:
                seen[LOAD] += 0.2 * b[0].unit[other].profile.cost / b[0].scale
    near = 0
    for other in slots_of(b, side):
        o = b[0].unit[other]
        if other == unit or o.alive == 0 or o.placed == 0 or o.hits > 0:
            continue
        if gap_squared(u.x, u.y, o.x, o.y) <= FOLLOW_INCHES * FOLLOW_INCHES:
            near += 1
            if near == 2:
                break
    seen[COMPANY] = 0.5 * near


@jit_inner
def note_lasting(b, w):
    """What holds of every unit as long as its weapons are the same, noted once (``make_pairs``)."""
    if w[0].lasting_of == w[0].pairings:
        return
    w[0].lasting_of = w[0].pairings
    for side in range(2):
        for unit in slots_of(b, side):
            p, lasting = b[0].unit[unit].profile, w[0].lasting[unit]
            lasting.vp = p.cost / b[0].scale
            lasting.cost = 0.2 * p.cost / b[0].scale
            lasting.score = 0.2 * p.score / b[0].scale
            lasting.pace = 0.1 * (p.move_red + p.move_black)
            lasting.foot = p.infantry
            lasting.unarmed = 0.0 if p.armed.any() else 1.0
            lasting.unseen = BLIND_FIRE if p.indirect[MAIN] != 0 or p.indirect[MORTAR] != 0 else 0.0


@jit_inner
def power_of(b, w, unit, unseen):
    """Sum of the chances to hit of the cards that a unit holds, those that lie open as they are."""
    u, power, due = b[0].unit[unit], 0.0, 0.0
    for k in range(2):
        if u.cards[k] != NO_CARD:
            power += w[0].card_power[u.cards[k]] if u.opened[k] != 0 else unseen
    if u.pending > 0:
        pile = b[0].pile[pile_of(b, side_of(unit))]
        left = pile.revealed
        while left != NONE:
            card = lowest_bit(left)
            if pile.holder[card] == unit:
                due += w[0].card_power[card]
            left &= left - ONE
        w[0].of_unit[unit, DUE] = due
    return power + due


@jit_inner
def look_at_markers(t, w, unit, x, y, cell):
    """How a unit stands to the markers."""
    here, best = t[0].marker[cell], 0.0
    if here > 0:
        w[0].of_unit[unit, MARKER] = 0.2 * t[0].marker_value[here - 1]
    for marker in range(t[0].markers):
        off = math.sqrt(gap_squared(x, y, w[0].marker_x[marker], w[0].marker_y[marker]))
        best = max(best, t[0].marker_value[marker] * max(0.0, 1.0 - off / PULL))
    w[0].of_unit[unit, MARKER_NEAR] = 0.2 * best


@jit_inner
def note_strengths(b, w):
    """What all units can do to all enemies wherever they stand.

    It changes only with who is alive and who is shocked, so what was found is kept for the next look.
    """
    alive, shocked = np.uint64(0), np.uint64(0)
    for side in range(2):
        for unit in slots_of(b, side):
            u, bit = b[0].unit[unit], np.uint64(1) << np.uint64(unit)
            alive |= bit if u.alive != 0 else np.uint64(0)
            shocked |= bit if u.hits > 0 else np.uint64(0)
    kept = w[0].kept_strengths[mix(alive ^ (shocked << np.uint64(SLOTS))) & np.uint64(KEPT_STRENGTHS - 1)]
    known = kept.pairings == w[0].pairings and kept.alive == alive and kept.shocked == shocked
    if not known:
        kept.pairings, kept.alive, kept.shocked = w[0].pairings, alive, shocked
        find_strengths(b, w)
    for side in range(2):
        for unit in slots_of(b, side):
            if b[0].unit[unit].alive != 0:
                for k in range(STRENGTHS):
                    if known:
                        w[0].of_unit[unit, STRENGTH + k] = kept.of_unit[unit, k]
                    else:
                        kept.of_unit[unit, k] = w[0].of_unit[unit, STRENGTH + k]


@jit_inner
def find_strengths(b, w):
    """``note_strengths``, worked out; the features must be 0."""
    for unit in slots_of(b, 0):
        for foe in slots_of(b, 1):
            if b[0].unit[unit].alive != 0 and b[0].unit[foe].alive != 0:
                in_general(b, w, unit, foe)
                in_general(b, w, foe, unit)
    for side in range(2):
        foes, sound = max(w[0].living[1 - side], 1), max(w[0].sound[1 - side], 1)
        for unit in slots_of(b, side):
            if b[0].unit[unit].alive != 0:
                seen = w[0].of_unit[unit]
                seen[STRENGTH] *= 0.5 / foes
                seen[STRENGTH_NEAR] *= 0.5 / foes
                seen[FRAILTY] *= 1.0 / sound
                seen[FRAILTY_NEAR] *= 1.0 / sound


@jit_inner
def look_across(b, t, w):
    """What all units can do to all enemies from where they stand."""
    for unit in slots_of(b, 0):
        u = b[0].unit[unit]
        if u.alive == 0 or u.placed == 0:
            continue
        for foe in slots_of(b, 1):
            v = b[0].unit[foe]
            if v.alive == 0 or v.placed == 0:
                continue
            gap = gap_squared(u.x, u.y, v.x, v.y)
            w[0].unit_gap[unit] = min(w[0].unit_gap[unit], gap)
            w[0].unit_gap[foe] = min(w[0].unit_gap[foe], gap)
            if gap <= ASSAULT_INCHES * ASSAULT_INCHES:
                at_close_quarters(b, w, unit, foe)
                at_close_quarters(b, w, foe, unit)
            clear = sees(t, w[0].unit_cell[unit], w[0].unit_cell[foe])
            far = FAR if is_far(gap) else 0
            here_and_there(b, w, unit, foe, 1.0 if clear else w[0].lasting[unit].unseen, far)
            here_and_there(b, w, foe, unit, 1.0 if clear else w[0].lasting[foe].unseen, far)


@jit_inline
def in_general(b, w, unit, foe):
    """What a unit can do to a foe wherever both stand."""
    p, v = w[0].pair[unit, foe % MAX_UNITS], b[0].unit[foe]
    cost = w[0].lasting[foe].vp
    gain = cost * (p[FAR, DIES] + SHOCK * p[FAR, SHAKEN])
    near = cost * (p[0, DIES] + SHOCK * p[0, SHAKEN])
    mine = w[0].of_unit[unit]
    mine[STRENGTH] += gain
    mine[STRENGTH_NEAR] += near
    mine[STRENGTH_BEST] = max(mine[STRENGTH_BEST], 0.5 * near)
    if b[0].unit[unit].hits == 0:
        shocked = v.hits > 0
        w[0].of_unit[foe, FRAILTY] += p[FAR, DIES_IF_SHOCKED] if shocked else p[FAR, DIES]
        w[0].of_unit[foe, FRAILTY_NEAR] += p[0, DIES_IF_SHOCKED] if shocked else p[0, DIES]


@jit_inline
def at_close_quarters(b, w, unit, foe):
    """What a unit can do to a foe in reach of a close combat."""
    if b[0].unit[unit].profile.may_assault != 0 and b[0].unit[unit].hits == 0:
        gain = 0.5 * strikes(b, w, unit, foe)
        w[0].of_unit[unit, MELEE] = max(w[0].of_unit[unit, MELEE], gain)
        w[0].of_unit[foe, MELEE_HARM] += gain


@jit_inline
def here_and_there(b, w, unit, foe, clear, far):
    """What a unit can do to a foe as they stand.

    ``clear``: how much of it counts for what is in view.
    """
    if clear == 0.0:
        return
    u, v = b[0].unit[unit], b[0].unit[foe]
    dx, dy = v.x - u.x, v.y - u.y
    if u.profile.forward_only[MAIN] != 0 and not in_front_arc(u.facing, dx, dy, b[0].ruling.front_arc):
        clear *= BLIND_FIRE
    rear = 0 if in_front_arc(v.facing, -dx, -dy, b[0].ruling.front_arc) else REAR
    p = w[0].pair[unit, foe % MAX_UNITS, far | rear | w[0].unit_band[foe]]
    chance = p[DIES_IF_SHOCKED] if v.hits > 0 else p[DIES] + SHOCK * p[SHAKEN]
    gain = 0.5 * clear * w[0].lasting[foe].vp * chance
    mine, its = w[0].of_unit[unit], w[0].of_unit[foe]
    if gain > mine[TARGET]:
        mine[SECOND] = mine[TARGET]
        mine[TARGET] = gain
    elif gain > mine[SECOND]:
        mine[SECOND] = gain
    if u.hits == 0:
        its[HARM] += gain
        its[HARM_LOADED] += gain * min(mine[CARDS], 2.0)
        its[WORST] = max(its[WORST], gain)
        its[HARM_DUE] += gain * mine[DUE]
        if clear == 1.0:
            its[EXPOSED] += 0.25


@jit_inner
def complete(w, unit):
    """What needs all of it."""
    seen = w[0].of_unit[unit]
    seen[READY] = seen[TARGET] * seen[POWER]
    seen[READY_DUE] = seen[TARGET] * seen[DUE]
    if seen[PLACED] != 0.0:
        seen[NEAR] = min(0.05 * math.sqrt(w[0].unit_gap[unit]), 3.0)


@jit_inner
def look_at_side(b, w, side):
    """The moment as a side sees it, and what the side has beside its units."""
    mine, theirs, other = b[0].player[side], b[0].player[1 - side], 1 - side
    pile, now, own = b[0].pile[pile_of(b, side)], w[0].of_turn[side], w[0].of_side[side]
    phase = b[0].phase
    assigning = phase == PHASE_ASSIGN
    recovery = phase == PHASE_RECOVER or phase == PHASE_RECOVERY_TESTS or phase == PHASE_END
    now[0] = pile.next_card / max(pile.deck_size, 1)
    now[1] = 1.0 if assigning else 0.0
    now[2] = 0.0 if assigning or recovery else 1.0
    now[3] = 1.0 if recovery else 0.0
    now[4] = 0.125 * w[0].laid[side]
    now[5] = 0.125 * w[0].laid[other]
    now[6] = hand_size(b, side) / 6.0
    now[7] = hand_size(b, other) / 6.0
    now[8] = 0.125 * w[0].sound[side]
    now[9] = 0.125 * w[0].sound[other]
    now[10] = min(max(0.1 * (mine.vp - theirs.vp) / b[0].scale, -2.0), 2.0)
    now[11] = b[0].decks - 1
    now[12] = 0.2 * (mine.marker_vp - theirs.marker_vp) / b[0].scale
    now[13] = 1.0 if has_goals(b) else 0.0
    now[14] = 1.0 if assigning and mine.passed != 0 else 0.0
    now[15] = 1.0 if assigning and theirs.passed != 0 else 0.0
    now[16] = w[0].due[side]
    now[17] = w[0].due[other]
    own[0] = 0.2 * mine.vp / b[0].scale
    own[1] = 0.2 * mine.marker_vp / b[0].scale
    own[2] = 0.2 * mine.goal_vp / b[0].scale
    own[3] = mine.n_blind / 6.0
    own[4] = count_cards(mine.saved) / 6.0
    own[5] = count_cards(mine.saved & LOW_CARDS) / 6.0
    own[6] = 1.0 if b[0].asked == side else 0.0
    own[7] = 1.0 if mine.attacker != 0 else 0.0
