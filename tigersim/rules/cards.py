"""Cards: initiative, difficulty, and which actions a colour allows.

A card is an integer 0..51, ``(rank - 2) * 4 + suit``, ranks 2..14 (jack 11, queen 12, king 13, ace 14), suits
clubs 0, spades 1, diamonds 2, hearts 3.  The integer itself is therefore the order of initiative.
"""

from __future__ import annotations

from tigersim.registry import rule


@rule("PT-CARD-01")
def rank(card: int) -> int:
    """Rank of a card, 2 to 14; the higher rank acts first."""
    return card // 4 + 2


@rule("PT-CARD-03")
def suit(card: int) -> int:
    """Suit of a card: clubs 0, spades 1, diamonds 2, hearts 3; in one rank the higher is first."""
    return card % 4


@rule("PT-CARD-02")
def is_red(card: int) -> bool:
    """Whether a card is red, diamonds or hearts; in one rank red acts before black."""
    return card % 4 >= 2


@rule("PT-CARD-04")
def difficulty(card: int) -> int:
    """Difficulty of a card: number cards their number, jack, queen and king 10, ace 11."""
    return 11 if rank(card) == 14 else min(rank(card), 10)


@rule("PT-CARD-06", "PT-CARD-08", "PT-MELEE-02")
def allows_close_combat(red: bool) -> bool:
    """Whether the colour allows close combat: red cards only."""
    return red


@rule("PT-CARD-07", "PT-CARD-08", "PT-COVER-04")
def allows_find_cover(red: bool) -> bool:
    """Whether the colour allows Find cover: black cards only."""
    return not red


@rule("PT-CARD-06", "PT-CARD-07")
def plain_fire_dice(red: bool) -> int:
    """Dice of a Fire action that nothing changes, by colour; a class may say otherwise."""
    return 3 if red else 2


@rule("PT-CARD-06", "PT-CARD-07")
def plain_move_dice(red: bool) -> int:
    """Dice of a Move action that nothing changes, by colour; a class may say otherwise."""
    return 2 if red else 3
