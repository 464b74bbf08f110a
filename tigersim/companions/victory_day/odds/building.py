"""By which turn a unit can be built, over all resources and copies among the cards seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from tigersim.companions.victory_day.odds.hands import Dealing, chance_of, kept, over_redeals
from tigersim.companions.victory_day.odds.pools import pools
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

    def laying(self, turn: int) -> int:
        """Own turns in which what serves in this one may be laid."""
        return turn - 1 if self.enter_turned else turn


def can_build(pool: Amount, cost: Amount, turns: int) -> bool:
    """Whether what was seen can have been laid, in so many turns, so that it pays the cost.

    Who lays what is lacking first loses nothing: at most two cards a turn come in, and two may be laid.
    """
    return pays(*pool, *cost) and in_play(turns, sum(pool)) >= cards_needed(*pool, *cost)


def in_time(dealing: Dealing, target: Target, turn: int, drawn: bool = True) -> list[Fraction]:
    """Chances that 0, 1, ... resource cards came in time, and (``drawn``) a copy by the turn."""
    laying = target.laying(turn)
    deck, others = dealing.deck, dealing.deck - dealing.resources

    def exactly(resources: int) -> Callable[[int, bool], Fraction]:
        def chance(hand: int, only_kept: bool) -> Fraction:
            seen, later = dealing.seen(laying, hand), dealing.seen(turn, hand)
            share = chance_of(resources, deck, dealing.resources, seen)
            if share and only_kept:
                share *= kept(seen, resources, hand)
            if share and drawn:
                missing = chance_of(0, others, target.copies, seen - resources)
                if missing:
                    missing *= chance_of(0, deck - seen, target.copies, later - seen)
                share *= 1 - missing
            return share

        return chance

    most = max(dealing.seen(laying), dealing.seen(laying, dealing.redeal_hand))
    return [over_redeals(dealing, exactly(resources)) for resources in range(min(most, dealing.resources) + 1)]


def build_by(dealing: Dealing, target: Target, turn: int, drawn: bool = True) -> Fraction:
    """Chance that the unit could be built by an own turn; ``drawn``: a copy must have come, too."""
    chances = in_time(dealing, target, turn, drawn)
    return _paid(chances, target.by_kind, _paying(target, turn, len(chances) - 1))


def by_split(dealing: Dealing, target: Target, turn: int) -> list[tuple[Fraction, Amount]]:
    """Chance to build it in time for every way to share out resource cards, the best first.

    What the target says of kinds is not asked.
    """
    chances = in_time(dealing, target, turn)
    paying = _paying(target, turn, len(chances) - 1)
    found = [(_paid(chances, split, paying), split) for split in pools(dealing.resources)]
    return sorted(found, key=lambda one: (-one[0], one[1]))


def _paying(target: Target, turn: int, most: int) -> list[list[Amount]]:
    """The pools of 0, 1, ... ``most`` resources seen with which the unit can be paid."""
    laying = target.laying(turn)
    return [[pool for pool in pools(n) if can_build(pool, target.cost, laying)] for n in range(most + 1)]


def _paid(chances: Sequence[Fraction], by_kind: Amount, paying: Sequence[Sequence[Amount]]) -> Fraction:
    """Chance that the resources seen are one of the paying pools, by kinds in the deck."""
    depots, factories, fuel = ([comb(cards, n) for n in range(len(chances))] for cards in by_kind)
    found = Fraction(0)
    for n, (chance, good) in enumerate(zip(chances, paying, strict=True)):
        ways = sum(depots[pool[0]] * factories[pool[1]] * fuel[pool[2]] for pool in good)
        if chance and ways:
            found += chance * ways / comb(sum(by_kind), n)
    return found
