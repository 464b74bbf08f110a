"""Shuffled decks.  A card drawn from one is any of the cards left, so a deck is kept as counts of its cards."""

from __future__ import annotations

from typing import Any

from tigersim.companions.victory_day.rules.drawing import STARTING_HAND, may_redeal, redeals
from tigersim.companions.victory_day.rules.resources import KINDS
from tigersim.core.chance import below
from tigersim.core.compile.jit import for_kernels, jit_inner

for_kernels(may_redeal, redeals)


NO_CARD = -1


@jit_inner
def take(deck: Any, left: Any, chance: Any, count: Any) -> Any:
    """Draw a card from a deck with ``left`` cards: its place among the cards of the game."""
    at = below(chance, count, left)
    card = 0
    while at >= deck[card]:
        at -= deck[card]
        card += 1
    deck[card] -= 1
    return card


@jit_inner
def deal(full: Any, deck: Any, hand: Any, redeal: Any, most: Any, later_hand: Any, chance: Any) -> Any:
    """Shuffle and deal a starting hand, again as long as the player redeals: (cards left, words used, redeals)."""
    used = redealt = 0
    size = STARTING_HAND
    while True:
        left = 0
        for card in range(len(full)):
            deck[card] = full[card]
            hand[card] = 0
            left += full[card]
        for _ in range(size):
            hand[take(deck, left, chance, used)] += 1
            used += 1
            left -= 1
        resources = hand[0] + hand[1] + hand[2]
        if not redeals(may_redeal(resources, size), redeal == 1, redealt, most):
            return left, used, redealt
        redealt += 1
        size = later_hand


@jit_inner
def to_lay(hand: Any, zone: Any, c0: Any, c1: Any, c2: Any) -> Any:
    """The kind of resource to lay: one that the cost lacks, else the one most held; NO_CARD if there is none."""
    best = NO_CARD
    for kind in range(KINDS):
        if hand[kind] == 0:
            continue
        wanted = c0 if kind == 0 else c1 if kind == 1 else c2
        if zone[kind] < wanted:
            return kind
        if best == NO_CARD or hand[kind] > hand[best]:
            best = kind
    return best
