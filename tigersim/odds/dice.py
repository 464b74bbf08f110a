"""Exact distributions of rolls as integer counts: nothing is rounded before the very end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations_with_replacement, pairwise
from math import factorial, lcm, prod

from tigersim.rules.arithmetic import ways_at_least
from tigersim.rules.cards import difficulty, is_red

Counts = tuple[int, ...]
"""In how many ways each of some numbered outcomes comes."""
Counted = tuple[Counts, int]
"""Numbers of an answer, as counts out of a whole."""
Roll = tuple[int, ...]
"""Faces of the dice of one roll, sorted, lowest first."""


@lru_cache(maxsize=64)
def rolls(dice: int) -> tuple[tuple[Roll, int], ...]:
    """Every different roll of ``dice`` D6 and in how many of the 6^dice ways it falls."""
    every = combinations_with_replacement(range(1, 7), dice)
    return tuple((faces, factorial(dice) // prod(map(factorial, Counter(faces).values()))) for faces in every)


@lru_cache(maxsize=64)
def sums(dice: int) -> tuple[tuple[int, int, int], ...]:
    """Triples (sum, how many show a 5 or 6, in how many of the 6^dice ways) of some D6."""
    found = {(0, 0): 1}
    for _ in range(dice):
        before, found = found, {}
        for (total, high), ways in before.items():
            for face in range(1, 7):
                state = (total + face, high + (face >= 5))
                found[state] = found.get(state, 0) + ways
    return tuple((total, high, ways) for (total, high), ways in sorted(found.items()))


def ways_that(succeeds: Callable[[int, int], bool], dice: int, difficulty: int) -> int:
    """How many of the 6^dice rolls have a sum with which ``succeeds(sum, difficulty)``."""
    at_least = [ways_at_least(dice, total) for total in range(6 * dice + 2)]
    exactly = enumerate(more - less for more, less in pairwise(at_least))
    return sum(ways for total, ways in exactly if succeeds(total, difficulty))


def _colour(red: bool) -> tuple[tuple[int, int], ...]:
    cards = [difficulty(card) for card in range(52) if is_red(card) == red]
    return tuple((d, cards.count(d)) for d in sorted(set(cards)))


DIFFICULTIES = {True: _colour(True), False: _colour(False)}
"""For red and for black: the pairs (difficulty, how many of the 26 cards have it)."""


def colours_of(card: int | None) -> tuple[bool, ...]:
    """Whether it is red: of a card, or of each kind in the deck (None)."""
    return (True, False) if card is None else (is_red(card),)


def with_card(on_card: Callable[[bool, int], Counted], card: int | None) -> Counted:
    """``on_card(red, difficulty)`` with this card, or averaged over the deck (None)."""
    return over_deck(on_card) if card is None else on_card(is_red(card), difficulty(card))


def over_deck(on_card: Callable[[bool, int], Counted]) -> Counted:
    """The average of ``on_card(red, difficulty)`` over the 52 cards."""
    answers = [(cards, *on_card(red, d)) for red, colour in DIFFICULTIES.items() for d, cards in colour]
    whole = lcm(*(part for _, _, part in answers))
    fields = zip(
        *([cards * (whole // part) * count for count in counts] for cards, counts, part in answers), strict=True
    )
    return tuple(map(sum, fields)), 52 * whole
