"""How long a deck lasts."""

from __future__ import annotations

from fractions import Fraction

from tigersim.companions.victory_day.rules.decks import deck_destroyed
from tigersim.companions.victory_day.rules.drawing import cards_seen


def last_turn(deck: int, second: bool, struck: Fraction, first_turn_draw: int, hand: int, reading: int) -> int:
    """The own turn whose draw destroys the deck, with ``struck`` cards lost in each besides."""
    turn = 0
    while True:
        left = deck - cards_seen(turn, second, first_turn_draw, hand) - struck * turn
        if deck_destroyed(left.__ceil__(), left < 0, reading):
            return turn
        turn += 1
