"""Attacks of a race, compiled: targets, blocks, and what becomes of both."""

from __future__ import annotations

from typing import Any

from tigersim.companions.victory_day.kernels import places as at
from tigersim.companions.victory_day.kernels.dealing import pay_any
from tigersim.companions.victory_day.rules.combat import (
    BOTH,
    LOSS,
    NEITHER,
    WIN,
    damage,
    destroyed,
    outcome,
    resource_destroyed,
)
from tigersim.companions.victory_day.rules.decks import deck_destroyed
from tigersim.companions.victory_day.rules.resources import KINDS
from tigersim.companions.victory_day.rules.turning import (
    ABILITY,
    BLOCK,
    RESOURCE,
    UNIT,
    may_act,
    may_be_attacked,
    stays_turned,
    turns,
)
from tigersim.companions.victory_day.rules.turning import ATTACK as TO_ATTACK
from tigersim.core.compile.jit import for_kernels, jit_inner

for_kernels(damage, deck_destroyed, destroyed, may_act, may_be_attacked, outcome, resource_destroyed, stays_turned)
for_kernels(turns)


@jit_inner
def attack_of(s: Any, unit: Any, enemy: Any) -> Any:
    """Attack of a type of unit against another."""
    return s[at.UNITS + unit, at.LINES + 2 * enemy]


@jit_inner
def defence_of(s: Any, unit: Any, enemy: Any) -> Any:
    """Defence of a type of unit against another."""
    return s[at.UNITS + unit, at.LINES + 2 * enemy + 1]


@jit_inner
def would_end(s: Any, unit: Any, hurt: Any, enemy: Any, enemy_hurt: Any) -> Any:
    """The outcome of a combat of two units with damage from before."""
    return outcome(
        damage(attack_of(s, unit, enemy), enemy_hurt, s[0, at.PERSISTS]),
        defence_of(s, unit, enemy),
        damage(attack_of(s, enemy, unit), hurt, s[0, at.PERSISTS]),
        defence_of(s, enemy, unit),
    )


@jit_inner
def settle(s: Any, me: Any, mine: Any, i: Any, foe: Any, theirs: Any, j: Any) -> None:
    """Settle a combat of two units: each is destroyed, or turned and perhaps damaged."""
    unit, enemy = mine[i, 0], theirs[j, 0]
    code = would_end(s, unit, mine[i, 2], enemy, theirs[j, 2])
    turned = stays_turned(code in (WIN, LOSS), s[0, at.SURVIVOR_TURNED])
    hurt = damage(attack_of(s, enemy, unit), mine[i, 2], s[0, at.PERSISTS])
    theirs[j, 2] = damage(attack_of(s, unit, enemy), theirs[j, 2], s[0, at.PERSISTS])
    mine[i, 2] = hurt
    mine[i, 1] = turned
    theirs[j, 1] = turned
    if code in (WIN, BOTH):
        theirs[j, 0] = at.NOBODY
        foe[at.IN_PLAY] -= 1
        foe[at.LOST] += 1
        foe[at.LOSSES] += 1
    if code in (LOSS, BOTH):
        mine[i, 0] = at.NOBODY
        me[at.IN_PLAY] -= 1
        me[at.LOST] += 1
        me[at.LOSSES] += 1


@jit_inner
def prey(s: Any, unit: Any, hurt: Any, foe: Any, theirs: Any) -> Any:
    """The first enemy unit that would be destroyed and not destroy the attacker, or NOBODY."""
    for j in range(foe[at.PLACES]):
        if theirs[j, 0] != at.NOBODY and would_end(s, unit, hurt, theirs[j, 0], theirs[j, 2]) == WIN:
            return j
    return at.NOBODY


@jit_inner
def blocker(s: Any, unit: Any, hurt: Any, foe: Any, theirs: Any, target: Any) -> Any:
    """The ready unit that blocks best, by its own life, then the attacker's."""
    best = at.NOBODY
    rank = 0
    for j in range(foe[at.PLACES]):
        if theirs[j, 0] == at.NOBODY or j == target or not may_act(theirs[j, 1] == 1, BLOCK, 0):
            continue
        code = would_end(s, unit, hurt, theirs[j, 0], theirs[j, 2])
        worth = 3 if code == LOSS else 2 if code == NEITHER else 1 if code == BOTH and target != at.NOBODY else 0
        if worth > rank:
            best = j
            rank = worth
    return best


@jit_inner
def attack(s: Any, p: Any, enemy: Any, players: Any, units: Any, zones: Any, turned: Any) -> Any:
    """The attacks of a turn of player ``p``; whether the enemy's deck is destroyed."""
    me, mine, zone, used = players[p], units[p], zones[p], turned[p]
    foe, theirs, foe_zone, foe_turned = players[enemy], units[enemy], zones[enemy], turned[enemy]
    for i in range(me[at.PLACES]):
        unit = mine[i, 0]
        if unit == at.NOBODY or not may_act(mine[i, 1] == 1, TO_ATTACK, 0):
            continue
        if s[0, at.STRIKES] == 1 and s[at.UNITS + unit, at.STRIKE] > 0 and may_act(mine[i, 1] == 1, ABILITY, 0):
            mine[i, 1] = turns(ABILITY)
            cards = min(s[at.UNITS + unit, at.STRIKE], foe[at.LEFT])
            foe[at.TAKEN] += cards
            foe[at.LOSSES] += cards
            foe[at.LEFT] -= cards
            if deck_destroyed(foe[at.LEFT], False, s[0, at.DESTROYED]):
                return True
            continue
        if zone[0] + zone[1] + zone[2] - used[0] - used[1] - used[2] < s[0, at.ATTACK_COST]:
            continue
        target = prey(s, unit, mine[i, 2], foe, theirs)
        kind = 0
        if target == at.NOBODY:
            for k in range(1, KINDS):
                if foe_zone[k] > foe_zone[kind]:
                    kind = k
            if foe_zone[kind] == 0 or not may_be_attacked(RESOURCE, foe[at.IN_PLAY], s[0, at.TARGETING]):
                continue
            if not resource_destroyed(attack_of(s, unit, unit), s[0, at.RESOURCE_DEFENCE]):
                continue
        elif not may_be_attacked(UNIT, foe[at.IN_PLAY], s[0, at.TARGETING]):
            continue
        pay_any(zone, used, s[0, at.ATTACK_COST])
        block = blocker(s, unit, mine[i, 2], foe, theirs, target)
        if block != at.NOBODY or target != at.NOBODY:
            settle(s, me, mine, i, foe, theirs, target if block == at.NOBODY else block)
            continue
        mine[i, 1] = turns(TO_ATTACK)
        foe_zone[kind] -= 1
        foe_turned[kind] = min(foe_turned[kind], foe_zone[kind])
        foe[at.RAZED] += 1
        foe[at.LOSSES] += 1
    return False
