"""What a player of rules of thumb attacks.

The best shot, the best assault, and the choices within them.
"""

from tigersim.core.aim import chance_to_destroy, fire_dice, may_fire, shot_difficulty
from tigersim.core.assault import ATTACKER, may_assault, may_strike_victim
from tigersim.core.board import sees
from tigersim.core.close_combat import can_help, may_strike_attacker, strike_dice
from tigersim.core.codes import PASSING, pack
from tigersim.core.compile.jit import jit_inner
from tigersim.core.decisions.cards import list_effect
from tigersim.core.enums import (
    ASSAULT,
    FIRE,
    GO_ON,
    HULL,
    MAIN,
    MORTAR,
    NAME,
    NOBODY,
    SHIFT,
    WEAPONS,
)
from tigersim.core.geometry import gap_squared
from tigersim.core.machine_guns import may_share_die, next_shared_target
from tigersim.core.players.surroundings import covers
from tigersim.core.players.weighing import weigh
from tigersim.core.sides import enemies_of, side_of, slots_of
from tigersim.core.support_weapons import may_follow_up, may_splash
from tigersim.core.units import cards_held, cell_of
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.close_combat import ASSAULT_INCHES


@jit_inner
def best_weapon(b, t, unit, target, card):
    """(weapon with the most dice that may hurt the target, its dice).

    Machine guns at armour if all else fails.  A mortar goes before what has no more dice than it, for a hit lets it
    fire once more (PT-MORTAR-06).
    """
    u, v = b[0].unit[unit], b[0].unit[target]
    gap = gap_squared(u.x, u.y, v.x, v.y)
    best, most = NOBODY, 0
    for weapon in range(WEAPONS):
        if u.profile.armed[weapon] == 0:
            continue
        pins = u.profile.machine_gun[weapon] != 0 and v.profile.armored != 0
        dice = 1 if pins else 10 * fire_dice(b, unit, target, weapon, card, gap)
        if weapon == MORTAR and dice > 0:
            dice += 1
        if dice > most and may_fire(b, t, unit, target, weapon, card):
            best, most = weapon, dice
    return best, most // 10


@jit_inner
def or_flamethrower(b, t, w, unit, target, weapon, dice, card):
    """The weapon and its dice, or the unit's flamethrower where that destroys more surely."""
    u, v = b[0].unit[unit], b[0].unit[target]
    flame = HULL if u.profile.flame[HULL] != 0 else MAIN
    if weapon == flame or not may_fire(b, t, unit, target, flame, card):
        return weapon, dice
    if dice > 0:
        burns, shakes = chance_to_destroy(b, t, w, unit, target, flame, card)
        destroys, shocks = chance_to_destroy(b, t, w, unit, target, weapon, card)
        if burns < destroys or (burns == destroys and shakes <= shocks):
            return weapon, dice
    return flame, fire_dice(b, unit, target, flame, card, gap_squared(u.x, u.y, v.x, v.y))


@jit_inner
def best_shot(b, t, w, unit, card):
    """(action, worth in VP) of the best shot with this card; worth 0 if there is none."""
    here = cell_of(b, t, unit)
    indirect = b[0].unit[unit].profile.indirect[MAIN] != 0 or b[0].unit[unit].profile.indirect[MORTAR] != 0
    permissions = min(b[0].unit[unit].profile.attack_rerolls, 1)
    weights = w[0].heuristic[side_of(unit)]
    best, best_worth = PASSING, 0.0
    for target in enemies_of(b, side_of(unit)):
        v = b[0].unit[target]
        if v.alive == 0 or not (indirect or sees(t, here, cell_of(b, t, target))):
            continue
        weapon, dice = best_weapon(b, t, unit, target, card)
        if weapon == NOBODY:
            continue
        if b[0].unit[unit].profile.flammable != 0:
            weapon, dice = or_flamethrower(b, t, w, unit, target, weapon, dice, card)
        if dice == 0:
            worth = weights.pin_worth / difficulty(card)
        elif v.profile.believed * w[0].hit[permissions, dice, difficulty(card)] <= best_worth:
            continue  # even a hit that always destroys would be worth less
        else:
            destroyed, shocked = chance_to_destroy(b, t, w, unit, target, weapon, card)
            worth = v.profile.believed * (destroyed + weights.shock_worth * shocked)
        if worth > best_worth:
            best, best_worth = pack(FIRE, unit, target, weapon, 0, 0), worth
    return best, best_worth


# --- close combat -----------------------------------------------------------------------------------------------


@jit_inner
def chance_to_strike(b, w, unit, victim, needed, daring):
    """P(a strike of the unit destroys that enemy)."""
    rerolls = min(b[0].unit[unit].profile.melee_rerolls, 1)
    return w[0].hit[rerolls, strike_dice(b, unit, victim, daring), needed]


@jit_inner
def assault_worth(b, w, unit, victim, card):
    """VP that attacking this enemy in close combat may bring.

    Its cost, less what the strike back may cost.
    """
    needed = difficulty(card)
    won = chance_to_strike(b, w, unit, victim, needed, False)
    lost = (1.0 - won) * chance_to_strike(b, w, victim, unit, needed, False)
    return won * b[0].unit[victim].profile.believed - lost * b[0].unit[unit].profile.believed


@jit_inner
def best_assault(b, t, w, unit, card):
    """(action, worth in VP) of the best close combat with this card; worth 0 if there is none."""
    best, best_worth = PASSING, 0.0
    u = b[0].unit[unit]
    if not is_red(card) or u.profile.may_assault == 0:
        return best, best_worth
    for victim in enemies_of(b, side_of(unit)):
        v = b[0].unit[victim]
        if v.alive == 0 or gap_squared(u.x, u.y, v.x, v.y) > ASSAULT_INCHES * ASSAULT_INCHES:
            continue
        worth = assault_worth(b, w, unit, victim, card)
        if worth > best_worth and may_assault(b, t, w, unit, victim, card):
            best, best_worth = pack(ASSAULT, unit, victim, 0, 0, 0), worth
    return best, best_worth


@jit_inner
def name_helper(b):
    """Every unit that may help does: the strike is free."""
    side = b[0].asked
    for unit in slots_of(b, side):
        if can_help(b, unit):
            return pack(NAME, unit, 0, 0, 0, 0)
    return PASSING


@jit_inner
def choose_victim(b, t, w):
    """The enemy to strike: the one whose loss is worth most.

    A follower lets be what would cost it more.
    """
    unit, needed = b[0].subject, b[0].melee.difficulty
    attacking = b[0].unit[unit].role == ATTACKER
    best, best_worth = PASSING, 0.0
    for victim in enemies_of(b, b[0].asked):
        if attacking:
            if not may_strike_victim(b, t, w, unit, victim):
                continue
            worth = assault_worth(b, w, unit, victim, b[0].group.card)
        else:
            if b[0].unit[victim].role != ATTACKER or not may_strike_attacker(b, unit, victim):
                continue
            worth = chance_to_strike(b, w, unit, victim, needed, False) * b[0].unit[victim].profile.believed
        weigh(w, pack(NAME, victim, 0, 0, 0, 0), worth)
        if worth > best_worth:
            best, best_worth = pack(NAME, victim, 0, 0, 0, 0), worth
    weigh(w, PASSING, 0.0)
    return best


@jit_inner
def dare(b, w):
    """Take the extra die where it wins more of the enemy's cost than it stakes of its own."""
    m = b[0].melee
    u, v = b[0].unit[m.striker].profile, b[0].unit[m.victim].profile
    plain = chance_to_strike(b, w, m.striker, m.victim, m.difficulty, False)
    bold = chance_to_strike(b, w, m.striker, m.victim, m.difficulty, True)
    back = chance_to_strike(b, w, m.victim, m.striker, m.difficulty, False) if u.melee_dice > 0 else 0.0
    gain = (bold - plain) * v.believed
    risk = (1.0 - bold) - (1.0 - plain) * back
    weigh(w, pack(GO_ON, 0, 0, 0, 0, 0), gain - risk * u.believed)
    weigh(w, PASSING, 0.0)
    return pack(GO_ON, 0, 0, 0, 0, 0) if gain > risk * u.believed else PASSING


# --- choices within a Fire action --------------------------------------------------------------------------------


@jit_inner
def card_to_lose(b, t, w):
    """The first of the target's cards."""
    list_effect(b, t, w)
    return w[0].actions[0]


@jit_inner
def share_burst(b, t):
    """Move a die that the first target can spare to where it brings most.

    A hit, or cards that are lost.
    """
    shot, roll = b[0].shot, b[0].roll
    total = dealt_to(b, shot.first_target)
    if total >= 2 * shot.difficulty and not one_hit_is_enough(b, t, shot.first_target):
        return PASSING
    for k in range(roll.n):
        if not may_share_die(b, k) or burst_worth(b, shot.first_target, total - roll.dice[k]) < burst_worth(
            b, shot.first_target, total
        ):
            continue
        best, most = NOBODY, 0
        target = next_shared_target(b, t, NOBODY)
        while target != NOBODY:
            lies = dealt_to(b, target)
            gain = burst_worth(b, target, lies + roll.dice[k]) - burst_worth(b, target, lies)
            if gain > most:
                best, most = target, gain
            target = next_shared_target(b, t, target)
        if best != NOBODY:
            return pack(SHIFT, shot.unit, best, k, 0, 0)
    return PASSING


@jit_inner
def dealt_to(b, target):
    """Sum of the dice of a burst that lie with a target."""
    total = 0
    for k in range(b[0].roll.n):
        if b[0].roll.dealt[k] == target:
            total += b[0].roll.dice[k]
    return total


@jit_inner
def one_hit_is_enough(b, t, target):
    """Whether a single hit destroys the target, which has no save.

    A lethal hit brings no more then.
    """
    v = b[0].unit[target]
    frail = v.hits > 0 or v.profile.hits_to_destroy == 1
    return frail and v.found_cover == 0 and not covers(b, t, target, cell_of(b, t, target))


@jit_inner
def burst_worth(b, target, total):
    """What so many eyes do to a target, roughly: a hit by its cost, lost cards by their number."""
    v, held, needed = (
        b[0].unit[target].profile,
        cards_held(b, target),
        shot_difficulty(b, b[0].shot.unit, target, b[0].shot.card),
    )
    if v.armored != 0:
        return min(held, 1) if total >= needed else 0
    if total >= needed:
        return 4.0 * v.believed + held
    return held if 2 * total >= needed else 0


@jit_inner
def second_shot(b, t, w):
    """The best target for a mortar's second shot or the other gun."""
    unit, weapon = b[0].subject, b[0].shot.weapon
    shock = w[0].heuristic[b[0].asked].shock_worth
    best, best_worth = PASSING, 0.0
    for target in enemies_of(b, b[0].asked):
        if may_follow_up(b, t, target, weapon):
            destroyed, shocked = chance_to_destroy(b, t, w, unit, target, weapon, b[0].shot.card)
            worth = b[0].unit[target].profile.believed * (destroyed + shock * shocked) + 0.01
            weigh(w, pack(FIRE, unit, target, weapon, 0, 0), worth)
            if worth > best_worth:
                best, best_worth = pack(FIRE, unit, target, weapon, 0, 0), worth
    return best


@jit_inner
def neighbour(b):
    """The neighbour with the most cards to lose."""
    best, most = NOBODY, -1
    for target in enemies_of(b, b[0].asked):
        if may_splash(b, target) and cards_held(b, target) > most:
            best, most = target, cards_held(b, target)
    return pack(NAME, best, 0, 0, 0, 0)
