"""What a tactician attacks.

Every shot and every assault by its exact expectation, in victory points.
"""

from tigersim.core.aim import chance_to_destroy, fire_dice, may_fire, save_dice, shot_difficulty
from tigersim.core.assault import may_assault
from tigersim.core.board import sees
from tigersim.core.codes import PASSING, pack
from tigersim.core.compile.jit import jit_inner
from tigersim.core.enums import ASSAULT, FIRE, MAIN, MORTAR, NOBODY, ORDER, WEAPONS
from tigersim.core.geometry import gap_squared
from tigersim.core.players.attack import best_weapon, chance_to_strike, or_flamethrower
from tigersim.core.players.tactician.fire_values import kill_worth, shock_worth
from tigersim.core.players.tactician.recall import may_recall_shots, question, shot_of
from tigersim.core.players.weighing import weigh
from tigersim.core.sides import enemies_of, side_of
from tigersim.core.units import cards_held, cell_of
from tigersim.rules.arithmetic import power
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.close_combat import ASSAULT_INCHES
from tigersim.rules.cover import COVER_FACE
from tigersim.rules.support_weapons import beside_target

TACTICIAN_VP = 3.0
"""What a VP of the evaluation counts where a tactician weighs a shot against all else: its weights are of that size."""


@jit_inner
def shot_worth(b, t, w, unit, target, weapon, card):
    """VP that the unit's Fire action with this weapon takes from the target."""
    side = side_of(unit)
    p = b[0].unit[unit].profile
    destroyed, shocked = chance_to_destroy(b, t, w, unit, target, weapon, card)
    destroyed, shocked = repeated(b, unit, weapon, destroyed, shocked)
    denied = cards_denied(b, w, side, target)
    if (w[0].judged >> side) & 1 != 0:
        gain = TACTICIAN_VP * (w[0].kill_value[target] * destroyed + w[0].shock_value[target] * shocked)
    else:
        gain = kill_worth(b, w, side, target) * (destroyed + shock_worth(b, w, side) * shocked)
        gain += denied * (destroyed + shocked)
    if p.suppresses[weapon] != 0 and denied > 0.0 and b[0].unit[target].profile.armored == 0:
        gain += denied * chance_of_near_miss(b, t, w, unit, target, weapon, card)
    if weapon == MORTAR or (p.howitzer != 0 and weapon == MAIN):
        hit = chance_to_reach(b, w, unit, target, weapon, card, 1)
        gain += hit * (gain if weapon == MORTAR else neighbour_denied(b, w, unit, target))
    return gain


@jit_inner
def repeated(b, unit, weapon, destroyed, shocked):
    """(P(destroyed), P(shocked)) of a Fire action by those of one roll.

    What the first roll shocks the second may destroy.
    """
    p = b[0].unit[unit].profile
    if (p.mg_attacks if p.machine_gun[weapon] != 0 else p.fire_rolls) < 2:
        return destroyed, shocked
    left = 1.0 - destroyed - shocked
    return destroyed + shocked * (destroyed + shocked) + left * destroyed, 2.0 * shocked * left


@jit_inner
def chance_to_reach(b, w, unit, target, weapon, card, part):
    """P(a roll reaches the difficulty of a shot, or the ``part``-th of it, rounded up)."""
    u, v = b[0].unit[unit], b[0].unit[target]
    dice = fire_dice(b, unit, target, weapon, card, gap_squared(u.x, u.y, v.x, v.y))
    needed = (shot_difficulty(b, unit, target, card) + part - 1) // part
    return w[0].hit[min(u.profile.attack_rerolls, 1), dice, needed]


@jit_inner
def chance_of_near_miss(b, t, w, unit, target, weapon, card):
    """P(a shot misses an unarmoured target and takes its cards).

    Half the difficulty, and no cover die that saves.
    """
    near = chance_to_reach(b, w, unit, target, weapon, card, 2) - chance_to_reach(b, w, unit, target, weapon, card, 1)
    _, cover = save_dice(b, t, unit, target, 0)
    return near * power(COVER_FACE - 1, cover) / power(6, cover)


@jit_inner
def neighbour_denied(b, w, unit, target):
    """VP of the cards that a howitzer's hit takes from the target's neighbour.

    Of the unarmoured enemies beside it the one with most to lose.
    """
    side, v, most = side_of(unit), b[0].unit[target], 0.0
    for other in enemies_of(b, side):
        o = b[0].unit[other]
        soft = other != target and o.alive != 0 and o.placed != 0 and o.profile.armored == 0
        if soft and beside_target(gap_squared(v.x, v.y, o.x, o.y)):
            most = max(most, cards_denied(b, w, side, other))
    return most


@jit_inner
def weapon_for(b, t, w, unit, target, card):
    """(weapon, its dice) for a target: the most dice.

    Of a mortar and other weapons the one that is worth most.
    """
    weapon, dice = best_weapon(b, t, unit, target, card)
    u, v = b[0].unit[unit], b[0].unit[target]
    if u.profile.armed[MORTAR] == 0 or dice == 0:
        return weapon, dice
    most = shot_worth(b, t, w, unit, target, weapon, card)
    for other in range(WEAPONS):
        if other == weapon or not may_fire(b, t, unit, target, other, card):
            continue
        gain = shot_worth(b, t, w, unit, target, other, card)
        if gain > most:
            weapon, most = other, gain
            dice = fire_dice(b, unit, target, other, card, gap_squared(u.x, u.y, v.x, v.y))
    return weapon, dice


@jit_inner
def cards_denied(b, w, side, target):
    """VP of the cards that an enemy loses with its first hit, as that enemy values them."""
    return w[0].tactician[side].deny * b[0].unit[target].danger * min(cards_held(b, target), 2)


@jit_inner
def best_shot(b, t, w, unit, card):
    """(action, VP) of the best shot with this card; 0 VP if there is none.  After ``prepare``."""
    if not may_recall_shots(w):
        return find_best_shot(b, t, w, unit, card)
    code = question(w, unit, w[0].judgements << 8 | card)
    kept = w[0].kept_shot[shot_of(code)]
    if kept.situation != code:
        kept.situation = code
        kept.action, kept.worth = find_best_shot(b, t, w, unit, card)
    return kept.action, kept.worth


@jit_inner
def find_best_shot(b, t, w, unit, card):
    """``best_shot``, looked for."""
    side = side_of(unit)
    p = b[0].unit[unit].profile
    here = cell_of(b, t, unit)
    indirect = p.indirect[MAIN] != 0 or p.indirect[MORTAR] != 0
    best, most = PASSING, 0.0
    for target in enemies_of(b, side):
        if b[0].unit[target].alive == 0 or not (indirect or sees(t, here, cell_of(b, t, target))):
            continue
        weapon, dice = weapon_for(b, t, w, unit, target, card)
        if weapon == NOBODY:
            continue
        if p.flammable != 0:
            weapon, dice = or_flamethrower(b, t, w, unit, target, weapon, dice, card)
        if dice == 0:
            gain = w[0].tactician[side].pin / difficulty(card)
        else:
            gain = shot_worth(b, t, w, unit, target, weapon, card)
        action = pack(FIRE, unit, target, weapon, 0, 0)
        if b[0].ask == ORDER:  # not for a follower's sake
            weigh(w, action, gain)
        if gain > most:
            best, most = action, gain
    return best, most


@jit_inner
def assault_gain(b, w, unit, victim, card):
    """VP that close combat with this enemy may bring, less what it may cost."""
    side = side_of(unit)
    needed = difficulty(card)
    won = chance_to_strike(b, w, unit, victim, needed, False)
    lost = (1.0 - won) * chance_to_strike(b, w, victim, unit, needed, False)
    weights = w[0].tactician[side]
    if (w[0].judged >> side) & 1 != 0:
        prize = TACTICIAN_VP * w[0].kill_value[victim]
    else:
        prize = kill_worth(b, w, side, victim) + cards_denied(b, w, side, victim)
    return weights.melee * (won * prize - weights.loss * lost * b[0].unit[unit].profile.believed)


@jit_inner
def best_assault(b, t, w, unit, card):
    """(action, VP) of the best close combat with this card; 0 VP if there is none."""
    best, most = PASSING, 0.0
    u = b[0].unit[unit]
    if not is_red(card) or u.profile.may_assault == 0:
        return best, most
    for victim in enemies_of(b, side_of(unit)):
        v = b[0].unit[victim]
        if v.alive == 0 or gap_squared(u.x, u.y, v.x, v.y) > ASSAULT_INCHES * ASSAULT_INCHES:
            continue
        gain = assault_gain(b, w, unit, victim, card)
        if may_assault(b, t, w, unit, victim, card):
            action = pack(ASSAULT, unit, victim, 0, 0, 0)
            weigh(w, action, gain)
            if gain > most:
                best, most = action, gain
    return best, most
