"""One player's opening at random: deal, redeal, draw and lay until the deck is destroyed."""

from __future__ import annotations

from typing import Any

import numpy as np

from tigersim.companions.tallies import add_all
from tigersim.companions.victory_day.kernels.dealing import NO_CARD, deal, take, to_lay
from tigersim.companions.victory_day.rules.decks import deck_destroyed
from tigersim.companions.victory_day.rules.drawing import STARTING_HAND, drawn_on, may_redeal
from tigersim.companions.victory_day.rules.resources import KINDS, MOST_LAID, given, lacking, may_lay, pays
from tigersim.core.chance import battle_key, stream
from tigersim.core.compile.jit import for_kernels, jit_allocating

for_kernels(deck_destroyed, drawn_on, given, lacking, may_lay, may_redeal, pays)

COPY, OTHER = 3, 4
CARDS = 5
"""Depots, factories, fuel, copies of the unit, other cards."""
FULL, COST = 0, CARDS
"""Where the deck and the cost stand in a setting; then the numbers below."""
SECOND, FIRST_TURN_DRAW, REDEAL, MAX_REDEALS, REDEAL_HAND, ENTER_TURNED, DESTROYED, TURNS = range(8, 16)

REDEALABLE, REDEALT, TWICE, SPENDABLE, LAST_TURN, BY_TURN = range(6)
"""Results; from ``BY_TURN`` on these for every turn:"""
IN_PLAY, NEVER_MISSED, BUILT, PAID, DRAWN, PER_TURN = range(6)


@jit_allocating
def openings(seed: Any, first: Any, n: Any, s: Any, sums: Any) -> None:
    """Play openings ``first`` to ``first + n - 1`` of a setting, and add what comes of them."""
    full = s[FULL:COST]
    c0, c1, c2 = s[COST], s[COST + 1], s[COST + 2]
    deck, hand = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    zone, ready = np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64)
    found = np.zeros(len(sums))
    for trial in range(first, first + n):
        found[:] = 0.0
        zone[:] = 0
        chance = stream(battle_key(seed, trial), 0, 0, 0)
        left, used, redealt = deal(full, deck, hand, s[REDEAL], s[MAX_REDEALS], s[REDEAL_HAND], chance)
        found[REDEALABLE] = redealt > 0 or may_redeal(hand[0] + hand[1] + hand[2], STARTING_HAND)
        found[REDEALT] = redealt
        found[TWICE] = redealt >= 2
        turn = 0
        over = False
        while not over or turn < s[TURNS]:
            turn += 1
            failed = False
            for _ in range(drawn_on(turn, s[SECOND] == 1, s[FIRST_TURN_DRAW])):
                if left == 0:
                    failed = True
                    break
                hand[take(deck, left, chance, used)] += 1
                used += 1
                left -= 1
            if not over and deck_destroyed(left, failed, s[DESTROYED]):
                over = True
                found[LAST_TURN] = turn
            if turn > s[TURNS]:
                continue
            ready[:] = zone
            laid = 0
            while may_lay(laid):
                kind = to_lay(hand, zone, c0, c1, c2)
                if kind == NO_CARD:
                    break
                hand[kind] -= 1
                zone[kind] += 1
                laid += 1
            if s[ENTER_TURNED] == 0:
                ready[:] = zone
            at = BY_TURN + PER_TURN * (turn - 1)
            in_play = zone[0] + zone[1] + zone[2]
            able = pays(ready[0], ready[1], ready[2], c0, c1, c2)
            found[SPENDABLE] += given(ready[0] + ready[1] + ready[2])
            found[at + IN_PLAY] = in_play
            found[at + NEVER_MISSED] = in_play == MOST_LAID * turn
            found[at + BUILT] = able and hand[COPY] > 0
            found[at + PAID] = able
            found[at + DRAWN] = hand[COPY] > 0
        add_all(sums, found)
