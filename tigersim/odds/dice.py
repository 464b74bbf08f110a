"""Exact distributions of rolls as integer counts: nothing is rounded before the very end."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial

from tigersim.rules.arithmetic import ways_at_least
from tigersim.rules.cards import difficulty, is_red

Roll = tuple[int, ...]
"""Faces of the dice of one roll, sorted, lowest first."""


@lru_cache(maxsize=64)
def rolls(dice: int) -> tuple[tuple[Roll, int], ...]:
    """Every different roll of ``dice`` D6 and in how many of the 6^dice ways it falls."""
    found = []
    for faces in combinations_with_replacement(range(1, 7), dice):
        ways = factorial(dice)
        for face in set(faces):
            ways //= factorial(faces.count(face))
        found.append((faces, ways))
    return tuple(found)


@lru_cache(maxsize=64)
def totals(dice: int) -> tuple[int, ...]:
    """``totals(dice)[t]`` = number of rolls of ``dice`` D6 with the sum t, for t from 0 to 6 * dice."""
    at_least = [ways_at_least(dice, total) for total in range(6 * dice + 2)]
    return tuple(more - less for more, less in zip(at_least, at_least[1:], strict=False))


def _colour(red: bool) -> tuple[tuple[int, int], ...]:
    cards = [difficulty(card) for card in range(52) if is_red(card) == red]
    return tuple((d, cards.count(d)) for d in sorted(set(cards)))


DIFFICULTIES = {True: _colour(True), False: _colour(False)}
"""For red and for black: the pairs (difficulty, how many of the 26 cards have it)."""
