"""Cards dealt, drawn, laid and turned; a deck is kept as counts, for its order is random."""

from __future__ import annotations

from typing import Any

from tigersim.companions.victory_day.rules.drawing import STARTING_HAND, may_redeal, redeals
from tigersim.companions.victory_day.rules.resources import FOR_ONE, KINDS, lacking, spent
from tigersim.core.chance import below
from tigersim.core.compile.jit import for_kernels, jit_inner

for_kernels(lacking, may_redeal, redeals, spent)

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
    """Deal a starting hand, again as often as redealt: (cards left, words used, redeals)."""
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
    """The kind of resource to lay: one that the cost lacks, else the most held, or NO_CARD."""
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


@jit_inner
def pay(zone: Any, turned: Any, c0: Any, c1: Any, c2: Any) -> None:
    """Turn resource cards for a cost: what it names, then two for each that is lacking."""
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
