"""What a deck deals: starting hands, redeals, cards and resources seen by a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from tigersim.companions.victory_day.rules.drawing import NO_LIMIT, STARTING_HAND, cards_seen, may_redeal
from tigersim.companions.victory_day.rules.resources import MOST_LAID, given, in_play
from tigersim.errors import InvalidValue


@dataclass(frozen=True)
class Dealing:
    """How cards come to a player: the deck, and how the open points are read."""

    deck: int
    resources: int
    second: bool = False
    redeal: bool = False
    """The player redeals whenever it is allowed."""
    max_redeals: int = NO_LIMIT
    redeal_hand: int = STARTING_HAND
    first_turn_draw: int = 1

    def seen(self, turn: int, hand: int = STARTING_HAND) -> int:
        """Cards seen by an own turn, at most all."""
        return min(cards_seen(turn, self.second, self.first_turn_draw, hand), self.deck)


def chance_of(hits: int, deck: int, marked: int, drawn: int) -> Fraction:
    """Chance that of ``drawn`` cards so many are among the ``marked`` ones of the deck."""
    if hits > drawn or hits > marked:
        return Fraction(0)
    return Fraction(comb(marked, hits) * comb(deck - marked, drawn - hits), comb(deck, drawn))


def at_least_one(deck: int, copies: int, drawn: int) -> Fraction:
    """Chance to have drawn at least one of the copies of a card."""
    return 1 - chance_of(0, deck, copies, drawn)


def redealable(deck: int, resources: int, hand: int = STARTING_HAND) -> Fraction:
    """Chance that a hand may be redealt."""
    return sum((chance_of(r, deck, resources, hand) for r in range(hand + 1) if may_redeal(r, hand)), start=Fraction(0))


def safest(deck: int) -> tuple[int, Fraction]:
    """The number of resources with the fewest redealable hands (the lowest), and the chance."""
    return min(((r, redealable(deck, r)) for r in range(deck + 1)), key=lambda pair: (pair[1], pair[0]))


def redeal_counts(dealing: Dealing, most: int) -> list[Fraction]:
    """Chances of at least 0, 1, ... ``most`` redeals, if every allowed one is taken."""
    again = redealable(dealing.deck, dealing.resources, dealing.redeal_hand)
    chances = [Fraction(1), redealable(dealing.deck, dealing.resources)]
    while len(chances) <= most:
        chances.append(chances[-1] * again)
    limit = most if dealing.max_redeals == NO_LIMIT else dealing.max_redeals
    return [chance if k <= limit else Fraction(0) for k, chance in enumerate(chances[: most + 1])]


def mean_redeals(dealing: Dealing) -> Fraction:
    """Redeals on average.  Raises ``InvalidValue`` if they never end."""
    first, again = _ending(dealing)
    if dealing.max_redeals == NO_LIMIT:
        return first / (1 - again)
    return first * _powers(again, dealing.max_redeals)


def _ending(dealing: Dealing) -> tuple[Fraction, Fraction]:
    """Chances that the first hand, and a later one, may be redealt.

    Raises ``InvalidValue`` if redeals never end.
    """
    first = redealable(dealing.deck, dealing.resources)
    again = redealable(dealing.deck, dealing.resources, dealing.redeal_hand)
    if dealing.max_redeals == NO_LIMIT and again == 1 and first > 0:
        allowed = "a deck, and a size of redealt hands, of which some hand may not be redealt, or a number"
        raise InvalidValue("max_redeals", "none", allowed)
    return first, again


def _powers(base: Fraction, count: int) -> Fraction:
    """Sum of its powers 0, 1, ..., so many of them."""
    return Fraction(count) if base == 1 else (1 - base**count) / (1 - base)


def kept(seen: int, resources: int, hand: int) -> Fraction:
    """Chance that the starting hand, any ``hand`` of the cards seen, may not be redealt."""
    return 1 - redealable(seen, resources, hand)


def over_redeals(dealing: Dealing, chance: Callable[[int, bool], Fraction]) -> Fraction:
    """A mean over redeals of ``chance(size of the hand, and it may not be redealt)``."""
    if not dealing.redeal or dealing.max_redeals == 0:
        return chance(STARTING_HAND, False)
    first, again = _ending(dealing)
    hand = dealing.redeal_hand
    if first == 0:
        later = Fraction(0)
    elif dealing.max_redeals == NO_LIMIT:
        later = chance(hand, True) / (1 - again)
    else:
        before_last = _powers(again, dealing.max_redeals - 1)
        later = before_last * chance(hand, True) + again ** (dealing.max_redeals - 1) * chance(hand, False)
    return chance(STARTING_HAND, True) + first * later


def resources_seen(dealing: Dealing, turn: int) -> list[Fraction]:
    """Chances of 0, 1, ... resource cards among the cards seen by an own turn."""

    def exactly(r: int) -> Callable[[int, bool], Fraction]:
        def chance(hand: int, only_kept: bool) -> Fraction:
            seen = dealing.seen(turn, hand)
            share = chance_of(r, dealing.deck, dealing.resources, seen)
            return share * kept(seen, r, hand) if only_kept and share else share

        return chance

    most = max(dealing.seen(turn), dealing.seen(turn, dealing.redeal_hand))
    return [over_redeals(dealing, exactly(r)) for r in range(most + 1)]


def never_missed(dealing: Dealing, turn: int) -> Fraction:
    """Chance to have laid two resource cards in every own turn so far."""
    wanted = MOST_LAID * turn
    return sum((p for r, p in enumerate(resources_seen(dealing, turn)) if r >= wanted), start=Fraction(0))


def mean_in_play(dealing: Dealing, turn: int) -> Fraction:
    """Resource cards in play in an own turn, on average, if all are laid that may be."""
    return sum((p * given(in_play(turn, r)) for r, p in enumerate(resources_seen(dealing, turn))), start=Fraction(0))
