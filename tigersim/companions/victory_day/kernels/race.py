"""Whole games of two decks, as far as the rules and the rulings go.

Cards are numbered: three kinds of resource, then the types of units of both decks, last all other cards, which lie in
the hand and do nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tigersim.companions.victory_day.kernels import places as at
from tigersim.companions.victory_day.kernels.dealing import NO_CARD, deal, take, to_lay
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
from tigersim.companions.victory_day.rules.drawing import beyond_limit, drawn_on
from tigersim.companions.victory_day.rules.resources import FOR_ONE, KINDS, given, lacking, may_lay, pays, spent
from tigersim.companions.victory_day.rules.turning import (
    ABILITY,
    BLOCK,
    RESOURCE,
    UNIT,
    may_act,
    may_be_attacked,
    stays_turned,
    still_turned,
    turns,
)
from tigersim.companions.victory_day.rules.turning import ATTACK as TO_ATTACK
from tigersim.companions.victory_day.rules.turns import (
    ATTACK,
    BUILD,
    DRAW,
    LAY,
    first_player,
    other_player,
    phase,
    player_of,
)
from tigersim.core.chance import battle_key, below, stream
from tigersim.core.compile.jit import for_kernels, jit_allocating, jit_inner

for_kernels(beyond_limit, damage, deck_destroyed, destroyed, drawn_on, first_player, given, lacking, may_act)
for_kernels(may_be_attacked, may_lay, other_player, outcome, pays, phase, player_of, resource_destroyed, spent)
for_kernels(stays_turned, still_turned, turns)


(
    LEFT,
    USED,
    DEALT_AGAIN,
    LOSSES,
    IN_PLAY,
    PLACES,
    FIRST_BUILT,
    ALL_BUILT,
    LOST,
    RAZED,
    TAKEN,
    OWN_TURN,
    COUNTS,
) = range(13)
"""What is counted of a player; ``PLACES``: used up by units, also by those destroyed."""
NOBODY = -1


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
def pay(zone: Any, turned: Any, c0: Any, c1: Any, c2: Any) -> None:
    """Turn resource cards for a cost that they pay: what it names, then two of the most for each that is lacking."""
    owed = FOR_ONE * lacking(zone[0] - turned[0], zone[1] - turned[1], zone[2] - turned[2], c0, c1, c2)
    turned[0] += spent(zone[0] - turned[0], c0)
    turned[1] += spent(zone[1] - turned[1], c1)
    turned[2] += spent(zone[2] - turned[2], c2)
    pay_any(zone, turned, owed)


@jit_inner
def pay_any(zone: Any, turned: Any, owed: Any) -> None:
    """Turn so many resource cards, always of the kind of which the most are ready."""
    for _ in range(owed):
        best = 0
        for kind in range(1, KINDS):
            if zone[kind] - turned[kind] > zone[best] - turned[best]:
                best = kind
        turned[best] += 1


@jit_inner
def wanted(s: Any, p: Any, hand: Any, types: Any) -> Any:
    """The type of unit that resources are laid for: the first of the deck that is in hand, or the first of all."""
    first = NO_CARD
    for unit in range(types):
        if s[at.DECKS + p, KINDS + unit] == 0:
            continue
        if hand[KINDS + unit] > 0:
            return unit
        if first == NO_CARD:
            first = unit
    return first


@jit_inner
def draw(s: Any, me: Any, deck: Any, hand: Any, second: Any, chance: Any) -> Any:
    """The draw of a turn; whether the deck is destroyed by it."""
    failed = False
    for _ in range(drawn_on(me[OWN_TURN], second, s[0, at.FIRST_TURN_DRAW])):
        if me[LEFT] == 0:
            failed = True
            break
        hand[take(deck, me[LEFT], chance, me[USED])] += 1
        me[USED] += 1
        me[LEFT] -= 1
    return deck_destroyed(me[LEFT], failed, s[0, at.DESTROYED])


@jit_inner
def lay(s: Any, p: Any, hand: Any, zone: Any, turned: Any, types: Any) -> None:
    """Lay resource cards, as many as may be."""
    c0 = c1 = c2 = 0
    unit = wanted(s, p, hand, types)
    if unit != NO_CARD:
        c0, c1, c2 = s[at.UNITS + unit, at.COST], s[at.UNITS + unit, at.COST + 1], s[at.UNITS + unit, at.COST + 2]
    laid = 0
    while may_lay(laid):
        kind = to_lay(hand, zone, c0, c1, c2)
        if kind == NO_CARD:
            break
        hand[kind] -= 1
        zone[kind] += 1
        turned[kind] += s[0, at.RESOURCES_TURNED]
        laid += 1


@jit_inner
def build(s: Any, me: Any, hand: Any, zone: Any, turned: Any, units: Any, types: Any) -> None:
    """Build what can be paid for, in the order of the deck."""
    for unit in range(types):
        c0, c1, c2 = s[at.UNITS + unit, at.COST], s[at.UNITS + unit, at.COST + 1], s[at.UNITS + unit, at.COST + 2]
        while hand[KINDS + unit] > 0 and pays(
            given(zone[0] - turned[0]), given(zone[1] - turned[1]), given(zone[2] - turned[2]), c0, c1, c2
        ):
            pay(zone, turned, c0, c1, c2)
            hand[KINDS + unit] -= 1
            units[me[PLACES], 0] = unit
            units[me[PLACES], 1] = s[0, at.UNITS_TURNED]
            units[me[PLACES], 2] = 0
            me[PLACES] += 1
            me[IN_PLAY] += 1
            me[ALL_BUILT] += 1
            if me[FIRST_BUILT] == 0:
                me[FIRST_BUILT] = me[OWN_TURN]


@jit_inner
def settle(s: Any, me: Any, mine: Any, i: Any, foe: Any, theirs: Any, j: Any) -> None:
    """A combat of two units: who is destroyed goes to the losses, who is not is turned and perhaps damaged."""
    unit, enemy = mine[i, 0], theirs[j, 0]
    code = would_end(s, unit, mine[i, 2], enemy, theirs[j, 2])
    turned = stays_turned(code in (WIN, LOSS), s[0, at.SURVIVOR_TURNED])
    hurt = damage(attack_of(s, enemy, unit), mine[i, 2], s[0, at.PERSISTS])
    theirs[j, 2] = damage(attack_of(s, unit, enemy), theirs[j, 2], s[0, at.PERSISTS])
    mine[i, 2] = hurt
    mine[i, 1] = turned
    theirs[j, 1] = turned
    if code in (WIN, BOTH):
        theirs[j, 0] = NOBODY
        foe[IN_PLAY] -= 1
        foe[LOST] += 1
        foe[LOSSES] += 1
    if code in (LOSS, BOTH):
        mine[i, 0] = NOBODY
        me[IN_PLAY] -= 1
        me[LOST] += 1
        me[LOSSES] += 1


@jit_inner
def prey(s: Any, unit: Any, hurt: Any, foe: Any, theirs: Any) -> Any:
    """The first enemy unit that would be destroyed and not destroy the attacker, or NOBODY."""
    for j in range(foe[PLACES]):
        if theirs[j, 0] != NOBODY and would_end(s, unit, hurt, theirs[j, 0], theirs[j, 2]) == WIN:
            return j
    return NOBODY


@jit_inner
def blocker(s: Any, unit: Any, hurt: Any, foe: Any, theirs: Any, target: Any) -> Any:
    """The ready unit that blocks best: it destroys the attacker and lives, both live, or, for a unit, both die."""
    best = NOBODY
    rank = 0
    for j in range(foe[PLACES]):
        if theirs[j, 0] == NOBODY or j == target or not may_act(theirs[j, 1] == 1, BLOCK, 0):
            continue
        code = would_end(s, unit, hurt, theirs[j, 0], theirs[j, 2])
        worth = 3 if code == LOSS else 2 if code == NEITHER else 1 if code == BOTH and target != NOBODY else 0
        if worth > rank:
            best = j
            rank = worth
    return best


@jit_inner
def attack(s: Any, p: Any, enemy: Any, players: Any, units: Any, zones: Any, turned: Any) -> Any:
    """The attacks of a turn of player ``p``; whether the enemy's deck is destroyed."""
    me, mine, zone, used = players[p], units[p], zones[p], turned[p]
    foe, theirs, foe_zone, foe_turned = players[enemy], units[enemy], zones[enemy], turned[enemy]
    for i in range(me[PLACES]):
        unit = mine[i, 0]
        if unit == NOBODY or not may_act(mine[i, 1] == 1, TO_ATTACK, 0):
            continue
        if s[0, at.STRIKES] == 1 and s[at.UNITS + unit, at.STRIKE] > 0 and may_act(mine[i, 1] == 1, ABILITY, 0):
            mine[i, 1] = turns(ABILITY)
            cards = min(s[at.UNITS + unit, at.STRIKE], foe[LEFT])
            foe[TAKEN] += cards
            foe[LOSSES] += cards
            foe[LEFT] -= cards
            if deck_destroyed(foe[LEFT], False, s[0, at.DESTROYED]):
                return True
            continue
        if zone[0] + zone[1] + zone[2] - used[0] - used[1] - used[2] < s[0, at.ATTACK_COST]:
            continue
        target = prey(s, unit, mine[i, 2], foe, theirs)
        kind = 0
        if target == NOBODY:
            for k in range(1, KINDS):
                if foe_zone[k] > foe_zone[kind]:
                    kind = k
            if foe_zone[kind] == 0 or not may_be_attacked(RESOURCE, foe[IN_PLAY], s[0, at.TARGETING]):
                continue
            if not resource_destroyed(attack_of(s, unit, unit), s[0, at.RESOURCE_DEFENCE]):
                continue
        elif not may_be_attacked(UNIT, foe[IN_PLAY], s[0, at.TARGETING]):
            continue
        pay_any(zone, used, s[0, at.ATTACK_COST])
        block = blocker(s, unit, mine[i, 2], foe, theirs, target)
        if block != NOBODY or target != NOBODY:
            settle(s, me, mine, i, foe, theirs, target if block == NOBODY else block)
            continue
        mine[i, 1] = turns(TO_ATTACK)
        foe_zone[kind] -= 1
        foe_turned[kind] = min(foe_turned[kind], foe_zone[kind])
        foe[RAZED] += 1
        foe[LOSSES] += 1
    return False


@jit_inner
def discard(s: Any, me: Any, hand: Any) -> None:
    """At the end of a turn: cards beyond the limit, those without use first, then those held most."""
    cards = 0
    for card in range(len(hand)):
        cards += hand[card]
    for _ in range(beyond_limit(cards, s[0, at.HAND_LIMIT])):
        worst = len(hand) - 1
        if hand[worst] == 0:
            for card in range(len(hand)):
                if hand[card] > hand[worst]:
                    worst = card
        hand[worst] -= 1
        me[LOSSES] += 1


@jit_allocating
def races(seed: Any, first: Any, n: Any, s: Any, sums: Any) -> None:
    """Play games ``first`` to ``first + n - 1`` of one series, and add what comes of them."""
    types = len(s) - at.UNITS
    cards = KINDS + types + 1
    size = 0
    for card in range(cards):
        size += s[at.DECKS, card]
    players = np.zeros((2, COUNTS), np.int64)
    deck, hand = np.zeros((2, cards), np.int64), np.zeros((2, cards), np.int64)
    zone, turned = np.zeros((2, KINDS), np.int64), np.zeros((2, KINDS), np.int64)
    units = np.zeros((2, size, 3), np.int64)
    found = np.zeros(len(sums))
    lot = below(stream(battle_key(seed, 0), 0, 0, 2), 0, 2)
    for game in range(first, first + n):
        key = battle_key(seed, game)
        begins = first_player(game, lot)
        for p in range(2):
            me = players[p]
            me[:] = 0
            zone[p, :] = 0
            turned[p, :] = 0
            full = s[at.DECKS + p, :cards]
            me[LEFT], me[USED], me[DEALT_AGAIN] = deal(
                full,
                deck[p],
                hand[p],
                s[0, at.REDEAL],
                s[0, at.MAX_REDEALS],
                s[0, at.REDEAL_HAND],
                stream(key, 0, 0, p),
            )
        loser = NOBODY
        turn = 0
        while loser == NOBODY:
            turn += 1
            p = player_of(turn, begins)
            foe = other_player(p)
            me = players[p]
            me[OWN_TURN] += 1
            turned[p, :] = 0
            for i in range(me[PLACES]):
                units[p, i, 1] = still_turned(units[p, i, 1] == 1, True)
            for number in range(4):
                now = phase(number, s[0, at.ORDER])
                if now == DRAW:
                    if draw(s, me, deck[p], hand[p], p != begins, stream(key, 0, 0, p)):
                        loser = p
                        break
                elif now == LAY:
                    lay(s, p, hand[p], zone[p], turned[p], types)
                elif now == BUILD:
                    build(s, me, hand[p], zone[p], turned[p], units[p], types)
                elif now == ATTACK and attack(s, p, foe, players, units, zone, turned):
                    loser = foe
                    break
            discard(s, me, hand[p])
        found[at.A_WINS] = loser == 1
        found[at.FIRST_WINS] = loser != begins
        found[at.ROUNDS] = (turn + 1) // 2
        found[at.CARDS] = 0.0
        for p in range(2):
            me = players[p]
            base = at.PER_PLAYER + at.RESULTS * p
            found[base + at.BUILT_BY] = 0 < me[FIRST_BUILT] <= s[0, at.TURN]
            found[base + at.BUILT] = me[FIRST_BUILT] > 0
            found[base + at.UNITS_BUILT] = me[ALL_BUILT]
            found[base + at.UNITS_LOST] = me[LOST]
            found[base + at.RESOURCES_LOST] = me[RAZED]
            found[base + at.STRUCK] = me[TAKEN]
            found[base + at.REDEALT] = me[DEALT_AGAIN]
            found[base + at.LAST_TURN] = me[OWN_TURN]
            found[at.CARDS] += me[LEFT] + me[LOSSES] + me[IN_PLAY] + zone[p].sum() + hand[p].sum()
        for k in range(len(sums)):
            sums[k, 0] += found[k]
            sums[k, 1] += found[k] * found[k]
