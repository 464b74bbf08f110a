"""Cards: initiative, difficulty, and which actions a colour allows.

A card is an integer 0..51, ``(rank - 2) * 4 + suit``, ranks 2..14 (jack 11, queen 12, king 13, ace 14), suits
clubs 0, spades 1, diamonds 2, hearts 3.  The integer itself is therefore the order of initiative.
"""

from __future__ import annotations

from tigersim.registry import rule


@rule("PT-CARD-01")
def rank(card: int) -> int:
    """PT-CARD-01: rank 2..14 of a card; the higher rank acts first."""
    return card // 4 + 2


@rule("PT-CARD-03")
def suit(card: int) -> int:
    """PT-CARD-03: clubs 0, spades 1, diamonds 2, hearts 3; among equal ranks the higher suit acts first."""
    return card % 4


@rule("PT-CARD-02")
def is_red(card: int) -> bool:
    """PT-CARD-02: diamonds and hearts are red; among equal ranks red acts before black."""
    return card % 4 >= 2


@rule("PT-CARD-04")
def difficulty(card: int) -> int:
    """PT-CARD-04: number cards their number, jack, queen and king 10, ace 11."""
    value = rank(card)
    if value == 14:
        return 11
    return min(value, 10)


@rule("PT-CARD-06", "PT-CARD-08", "PT-MELEE-02")
def allows_close_combat(red: bool) -> bool:
    """PT-CARD-06, PT-CARD-08, PT-MELEE-02: close combat is ordered on red cards only."""
    return red


@rule("PT-CARD-07", "PT-CARD-08", "PT-COVER-04")
def allows_find_cover(red: bool) -> bool:
    """PT-CARD-07, PT-CARD-08, PT-COVER-04: find cover is ordered on black cards only."""
    return not red
