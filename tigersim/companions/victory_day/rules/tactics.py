"""Tactical cards: what several of them add up to, and who plays first."""

from __future__ import annotations

from collections.abc import Sequence

from tigersim.registry import rule

Bonus = tuple[int, int]
"""To attack and to defence."""


@rule("VD-TAC-05")
def changed_by(cards: Sequence[tuple[str, Bonus]]) -> dict[str, Bonus]:
    """The cards (name, bonus) that change one unit in one turn: of each name one."""
    counted: dict[str, Bonus] = {}
    for name, bonus in cards:
        counted.setdefault(name.casefold(), bonus)
    return counted


@rule("VD-GAP-14")
def playable(cards: int, names: int, duplicates: int) -> int:
    """Cards that may be played; ``duplicates``: 0 no further copies, 1 without effect."""
    return cards if duplicates == 1 else names


@rule("VD-TAC-04", "VD-GAP-15")
def order_of_play(own: int, enemy: int, order: int) -> str:
    """Who plays each tactical card of a phase, ``o`` whose turn it is, ``e`` the enemy.

    ``order``: 0 they alternate, who has cards left goes on; 1 one after the other.
    """
    if order == 1:
        return "o" * own + "e" * enemy
    both = min(own, enemy)
    return "oe" * both + "o" * (own - both) + "e" * (enemy - both)
