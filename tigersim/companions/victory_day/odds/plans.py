"""One unit by one turn and another by a later one: what is laid for both."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb

from tigersim.companions.victory_day.odds.building import Target
from tigersim.companions.victory_day.odds.hands import Dealing, kept, over_redeals
from tigersim.companions.victory_day.odds.pools import pools
from tigersim.companions.victory_day.rules.resources import KINDS, in_play, pays
from tigersim.companions.victory_day.rules.spending import Amount

POOLS = 10_000
"""Pools of resources that are remembered with what pays from them: each is met with all that may come later."""


@dataclass(frozen=True)
class Plan:
    """Two units, each by an own turn of its own, the second later than the first."""

    first: Target
    turn: int
    then: Target
    then_turn: int

    def blocks(self, dealing: Dealing, hand: int) -> tuple[int, ...]:
        """Cards that come until the first is paid, is built, until the second is paid, and built."""
        ends = [dealing.seen(self.first.laying(self.turn), hand), dealing.seen(self.turn, hand)]
        ends += [dealing.seen(self.then.laying(self.then_turn), hand), dealing.seen(self.then_turn, hand)]
        return tuple(end - start for start, end in zip((0, *ends), ends, strict=False))


@lru_cache(maxsize=POOLS)
def leanest(pool: Amount, cost: Amount, most: int) -> tuple[Amount, ...]:
    """Smallest parts of a pool, of at most so many cards, that pay a cost."""
    found: list[Amount] = []
    for size in range(min(most, sum(pool)) + 1):
        for part in pools(size):
            inside = all(part[kind] <= pool[kind] for kind in range(KINDS))
            if inside and pays(*part, *cost) and not any(_holds(part, one) for one in found):
                found.append(part)
    return tuple(found)


def further(laid: Amount, pool: Amount, cost: Amount) -> int | None:
    """How many more cards of a pool pay a cost with what is laid; None = none do."""
    now, cards = list(laid), 0
    while not pays(now[0], now[1], now[2], *cost):
        left = [kind for kind in range(KINDS) if now[kind] < pool[kind]]
        if not left:
            return None
        wanted = [kind for kind in left if now[kind] < cost[kind]]  # what is lacking counts for two
        now[(wanted or left)[0]] += 1
        cards += 1
    return cards


def both_paid(plan: Plan, seen: Amount, later: Amount) -> bool:
    """Whether resources seen by both turns can have been laid so that they pay for both.

    Two cards a turn may be laid and after the first turn no more than two come, so only the sums can be too many.
    """
    turns, then_turns = plan.first.laying(plan.turn), plan.then.laying(plan.then_turn)
    room = in_play(then_turns, sum(later))
    for laid in leanest(seen, plan.first.cost, in_play(turns, sum(seen))):
        more = further(laid, later, plan.then.cost)
        if more is not None and sum(laid) + more <= room:
            return True
    return False


def build_both(dealing: Dealing, plan: Plan) -> Fraction:
    """Chance that the cards allow to build the one unit by its turn and the other by its own."""
    others = dealing.deck - dealing.resources
    shares: dict[tuple[int, int], Fraction] = {}

    def share(early: int, late: int) -> Fraction:
        if (early, late) not in shares:
            shares[early, late] = _share_paid(plan, early, late)
        return shares[early, late]

    def chance(hand: int, only_kept: bool) -> Fraction:
        blocks = plan.blocks(dealing, hand)
        seen = sum(blocks)
        ways: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for came in product(*(range(cards + 1) for cards in blocks)):
            rest = dealing.resources - sum(came)
            if rest < 0 or seen - sum(came) > others:
                continue
            weight = Fraction(comb(dealing.deck - seen, rest))
            for cards, resources in zip(blocks, came, strict=True):
                weight *= comb(cards, resources)
            if only_kept:
                weight *= kept(blocks[0], came[0], hand)
            by_first, by_then = sum(blocks[:2]) - sum(came[:2]), seen - sum(came)
            weight *= _both_drawn(others, plan.first.copies, by_first, plan.then.copies, by_then)
            ways[came[0], came[1] + came[2]] += weight
        found = sum((weight * share(*came) for came, weight in ways.items() if weight), start=Fraction(0))
        return found / comb(dealing.deck, dealing.resources)

    return over_redeals(dealing, chance)


def _holds(pool: Amount, part: Amount) -> bool:
    return all(part[kind] <= pool[kind] for kind in range(KINDS))


def _share_paid(plan: Plan, early: int, late: int) -> Fraction:
    """Chance that so many resources by the first turn, and after it, pay for both units."""
    by_kind = plan.first.by_kind
    ways = 0
    for seen, many in _drawn(by_kind, early):
        left = (by_kind[0] - seen[0], by_kind[1] - seen[1], by_kind[2] - seen[2])
        for come, more in _drawn(left, late):
            if both_paid(plan, seen, (seen[0] + come[0], seen[1] + come[1], seen[2] + come[2])):
                ways += many * more
    resources = sum(by_kind)
    return Fraction(ways, comb(resources, early) * comb(resources - early, late))


def _drawn(by_kind: Amount, cards: int) -> Iterator[tuple[Amount, int]]:
    """Every pool of so many cards that may be drawn from these, with its number of ways."""
    for pool in pools(cards):
        if _holds(by_kind, pool):
            yield pool, comb(by_kind[0], pool[0]) * comb(by_kind[1], pool[1]) * comb(by_kind[2], pool[2])


def _both_drawn(others: int, copies: int, by_first: int, then_copies: int, by_then: int) -> Fraction:
    """Chance of a copy of the first unit by its turn, and of the second by the later one."""
    no_first = Fraction(comb(others - by_first, copies), comb(others, copies))
    no_then = Fraction(comb(others - by_then, then_copies), comb(others, then_copies))
    late = max(others - by_first - then_copies, 0)
    neither = Fraction(comb(late, copies), comb(others - then_copies, copies)) * no_then
    return 1 - no_first - no_then + neither
