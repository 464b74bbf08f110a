"""By which turn a unit can be built: every combination of resources and copies among the cards seen."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb

from tigersim.companions.victory_day.odds.hands import Dealing, chance_of, kept, over_redeals
from tigersim.companions.victory_day.rules.resources import cards_needed, in_play, pays
from tigersim.companions.victory_day.rules.spending import Amount


@dataclass(frozen=True)
class Target:
    """What is to be built: copies in the deck, cost, the resource cards of the deck by kind."""

    copies: int
    cost: Amount
    by_kind: Amount
    enter_turned: bool = False
    """Resource cards serve from the turn after they were laid."""


def can_build(pool: Amount, cost: Amount, turns: int) -> bool:
    """Whether a player who has seen these resources can have laid, in so many turns, what pays the cost.

    Who lays what is lacking first loses nothing: at most two cards a turn come in, and two may be laid.
    """
    return pays(*pool, *cost) and in_play(turns, sum(pool)) >= cards_needed(*pool, *cost)


def build_by(dealing: Dealing, target: Target, turn: int, drawn: bool = True) -> Fraction:
    """Chance that the unit could be built by an own turn; ``drawn``: a copy must have come, too."""
    laying = turn - 1 if target.enter_turned else turn
    deck, others = dealing.deck, dealing.deck - dealing.resources

    def chance(hand: int, only_kept: bool) -> Fraction:
        seen, later = dealing.seen(laying, hand), dealing.seen(turn, hand)
        found = Fraction(0)
        depots, factories, fuel = (range(min(cards, seen) + 1) for cards in target.by_kind)
        for pool in product(depots, factories, fuel):
            resources = sum(pool)
            possible = 0 <= seen - resources <= others
            if not possible or not can_build(pool, target.cost, laying):
                continue
            ways = comb(others, seen - resources)
            for cards, of_them in zip(target.by_kind, pool, strict=True):
                ways *= comb(cards, of_them)
            share = kept(seen, resources, hand) if only_kept else Fraction(1)
            if drawn:
                missing = chance_of(0, others, target.copies, seen - resources)
                if missing:
                    missing *= chance_of(0, deck - seen, target.copies, later - seen)
                share *= 1 - missing
            found += ways * share
        return found / comb(deck, seen)

    return over_redeals(dealing, chance)
