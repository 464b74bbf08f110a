"""Decks: how large, how many copies, and when one is destroyed."""

from __future__ import annotations

from tigersim.registry import rule

MOST_COPIES = 4
"""VD-DCK-03."""


@rule("VD-DCK-02")
def same_size(cards: int, other_cards: int) -> bool:
    """Whether decks are of one size, whichever that is."""
    return cards == other_cards


@rule("VD-DCK-04")
def identical(name: str, other_name: str) -> bool:
    """Whether cards are identical: by name, capitals apart."""
    return name.casefold() == other_name.casefold()


@rule("VD-DCK-03")
def too_many(copies: int, resource: bool) -> bool:
    """Whether there are more than four identical cards that are no resources."""
    return copies > MOST_COPIES and not resource


@rule("VD-DCK-03", "VD-DCK-04")
def fewest_names(cards: int, resources: int) -> int:
    """How many different names a deck needs besides its resource cards."""
    return -((resources - cards) // MOST_COPIES)


@rule("VD-GAP-20")
def sides_fit(sides: int, exclusive: int) -> bool:
    """Whether a deck may hold cards of so many sides; ``exclusive``: 1 = of one side only."""
    return sides <= 1 or exclusive == 0


@rule("VD-WIN-01", "VD-GAP-10")
def deck_destroyed(left: int, failed: bool, reading: int) -> bool:
    """Whether a deck is destroyed; ``reading``: 0 when empty, 1 when a draw has ``failed``."""
    return failed if reading == 1 else left <= 0
