"""The decisions: for each of them what may be chosen beside what choosing does.

A new one is an entry in one of the modules; ``actions`` and all that names decisions follow from ``DECISIONS``.
"""

from __future__ import annotations

from tigersim.core.decisions import cards, machine_gun_dice, mid_action, orders, places, turns
from tigersim.core.decisions.decision import Decision

DECISIONS: tuple[Decision, ...] = tuple(
    sorted(
        (
            *places.DECISIONS,
            *cards.DECISIONS,
            *orders.DECISIONS,
            *mid_action.DECISIONS,
            *machine_gun_dice.DECISIONS,
            *turns.DECISIONS,
        )
    )
)
"""All decisions by number, which run from 1 on."""
DECISION_NAMES = ("nothing", *(one.name for one in DECISIONS))
"""The name of each decision by its number; 0 while a battle waits for none."""
