"""Whole games of two decks, as far as the rules and the rulings go.

Cards are numbered: three kinds of resource, then the types of units of both decks, last all other cards, which lie in
the hand and do nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tigersim.companions.tallies import add_all
from tigersim.companions.victory_day.kernels import places as at
from tigersim.companions.victory_day.kernels.combat import attack
from tigersim.companions.victory_day.kernels.dealing import NO_CARD, deal, pay, take, to_lay
from tigersim.companions.victory_day.rules.decks import deck_destroyed
from tigersim.companions.victory_day.rules.drawing import beyond_limit, drawn_on
from tigersim.companions.victory_day.rules.resources import KINDS, given, lacking, may_lay, pays
from tigersim.companions.victory_day.rules.turning import still_turned
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

for_kernels(beyond_limit, deck_destroyed, drawn_on, first_player, given, lacking, may_lay, other_player, pays, phase)
for_kernels(player_of, still_turned)


@jit_inner
def wanted(s: Any, p: Any, hand: Any, types: Any) -> Any:
    """The type of unit that resources are laid for: the first in hand, or the first of all."""
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
    for _ in range(drawn_on(me[at.OWN_TURN], second, s[0, at.FIRST_TURN_DRAW])):
        if me[at.LEFT] == 0:
            failed = True
            break
        hand[take(deck, me[at.LEFT], chance, me[at.USED])] += 1
        me[at.USED] += 1
        me[at.LEFT] -= 1
    return deck_destroyed(me[at.LEFT], failed, s[0, at.DESTROYED])


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
            units[me[at.PLACES], 0] = unit
            units[me[at.PLACES], 1] = s[0, at.UNITS_TURNED]
            units[me[at.PLACES], 2] = 0
            me[at.PLACES] += 1
            me[at.IN_PLAY] += 1
            me[at.ALL_BUILT] += 1
            if me[at.FIRST_BUILT] == 0:
                me[at.FIRST_BUILT] = me[at.OWN_TURN]


@jit_inner
def discard(s: Any, me: Any, hand: Any) -> None:
    """Discard cards beyond the limit: those without use first, then those held most."""
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
        me[at.LOSSES] += 1


@jit_allocating
def races(seed: Any, first: Any, n: Any, s: Any, sums: Any) -> None:
    """Play games ``first`` to ``first + n - 1`` of one series, and add what comes of them."""
    types = len(s) - at.UNITS
    cards = KINDS + types + 1
    size = 0
    for card in range(cards):
        size += s[at.DECKS, card]
    players = np.zeros((2, at.COUNTS), np.int64)
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
            me[at.LEFT], me[at.USED], me[at.DEALT_AGAIN] = deal(
                full,
                deck[p],
                hand[p],
                s[0, at.REDEAL],
                s[0, at.MAX_REDEALS],
                s[0, at.REDEAL_HAND],
                stream(key, 0, 0, p),
            )
        loser = at.NOBODY
        turn = 0
        while loser == at.NOBODY:
            turn += 1
            p = player_of(turn, begins)
            foe = other_player(p)
            me = players[p]
            me[at.OWN_TURN] += 1
            turned[p, :] = 0
            for i in range(me[at.PLACES]):
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
            found[base + at.BUILT_BY] = 0 < me[at.FIRST_BUILT] <= s[0, at.TURN]
            found[base + at.BUILT] = me[at.FIRST_BUILT] > 0
            found[base + at.UNITS_BUILT] = me[at.ALL_BUILT]
            found[base + at.UNITS_LOST] = me[at.LOST]
            found[base + at.RESOURCES_LOST] = me[at.RAZED]
            found[base + at.STRUCK] = me[at.TAKEN]
            found[base + at.REDEALT] = me[at.DEALT_AGAIN]
            found[base + at.LAST_TURN] = me[at.OWN_TURN]
            found[at.CARDS] += me[at.LEFT] + me[at.LOSSES] + me[at.IN_PLAY] + zone[p].sum() + hand[p].sum()
        add_all(sums, found)
