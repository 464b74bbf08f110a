"""What an attack roll comes to when the firer re-rolls as well as can be.

Distributions are tuples of integer counts.  A state of the roll is worth the best of its choices: keep, re-roll the
lowest die, re-roll all dice; the value of a choice is itself found from the states it can lead to, so one and two
permissions are solved alike (dynamic programming over the dice, PT-IMPROVED-02, AMB-99, AMB-101).  By some rulings the
owner may also re-roll any number of dice, or nothing less than all of them (``rules.rerolls`` extents).

Re-rolling the lowest dice is never worse than re-rolling others: whatever falls, the dice that then lie there are
each at least as high.  Ties keep as many dice as possible.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from tigersim.odds.dice import Counts, Roll, rolls, sums
from tigersim.rules.fire import hits_scored
from tigersim.rules.flamethrowers import flame_hits
from tigersim.rules.hits import death_trap_dice
from tigersim.rules.machine_guns import suppresses
from tigersim.rules.rerolls import ANY_DICE, ONE_OR_ALL, WHOLE_ROLL

MISS, NEAR_MISS, HIT, HIT_HIGH, LETHAL, LETHAL_HIGH = range(6)
"""What an attack roll can come to; "high" = its dice would set off a death trap; a near miss is one that suppresses."""


class AttackTest(NamedTuple):
    """What an attack roll is held against."""

    dice: int
    difficulty: int
    """What the sum must reach to hit, low profile included."""
    lethal_difficulty: int
    """What a lethal hit doubles."""
    suppression_half: int = 0
    """Option of AMB-63."""
    death_trap_rule: int = 0
    """Option of AMB-104."""
    all_lethal: int = 0
    """1 = every hit is lethal, whatever the sum (PT-FLAME-04, PT-FLAME-05)."""

    def outcome(self, total: int, fives_and_sixes: int) -> int:
        """MISS .. LETHAL_HIGH for a roll with this sum and so many natural fives and sixes."""
        return self.with_dice(self.scored(total), fives_and_sixes)

    def scored(self, total: int) -> int:
        """MISS, NEAR_MISS, HIT or LETHAL for a roll with this sum."""
        hits = flame_hits(hits_scored(total, self.difficulty, self.lethal_difficulty), False, self.all_lethal > 0)
        if hits == 0:
            return NEAR_MISS if suppresses(total, self.difficulty, self.suppression_half) else MISS
        return LETHAL if hits == 2 else HIT

    def with_dice(self, scored: int, fives_and_sixes: int) -> int:
        """The outcome of a roll that scored this with so many natural fives and sixes."""
        trap = scored >= HIT and death_trap_dice(fives_and_sixes, self.dice, self.death_trap_rule)
        return scored + 1 if trap else scored

    def by_sum(self) -> Counts:
        """What each sum scores, from 0 to the most that its dice can show."""
        return tuple(map(self.scored, range(6 * self.dice + 1)))


@lru_cache(maxsize=4096)
def attack_outcomes(test: AttackTest, permissions: int = 0, values: Counts = (), extent: int = ONE_OR_ALL) -> Counts:
    """Counts of the six outcomes of an attack roll; they add up to a power of 6.

    With re-roll ``permissions`` (0 to 2) of this ``extent`` the owner maximises the sum of ``values`` (one number per
    outcome; empty = none), then P(hit), then P(lethal hit).
    """
    if permissions == 0 or test.dice == 0:
        return _fresh(test.by_sum(), 0, _split_sums(test.dice, 0, test.dice, test.death_trap_rule))
    best = AttackChoices(test, values, extent).best
    counts = [0] * 6
    for faces, ways in rolls(test.dice):
        for outcome, count in enumerate(best(faces, 0, 0, permissions).counts):
            counts[outcome] += ways * count
    return tuple(counts)


@lru_cache(maxsize=1024)
def _split_sums(dice: int, fixed_high: int, all_dice: int, death_trap_rule: int) -> tuple[tuple[int, int, int], ...]:
    """Triples (sum, ways without a death trap, ways with one) of ``dice`` out of ``all_dice``.

    The others lie fixed, ``fixed_high`` of them showing a five or six.
    """
    split: dict[int, list[int]] = {}
    for total, high, ways in sums(dice):
        split.setdefault(total, [0, 0])[death_trap_dice(fixed_high + high, all_dice, death_trap_rule)] += ways
    return tuple((total, low, high) for total, (low, high) in split.items())


def _fresh(by_sum: Counts, fixed_total: int, split: tuple[tuple[int, int, int], ...]) -> Counts:
    """Counts of the outcomes of rolling the dice of ``split`` next to a fixed total."""
    counts = [0] * 6
    for total, low, high in split:
        outcome = by_sum[fixed_total + total]
        if outcome < HIT:
            counts[outcome] += low + high
        else:
            counts[outcome] += low
            counts[outcome + 1] += high
    return tuple(counts)


class Prospect(NamedTuple):
    """Where a choice leads: what it is worth to the owner, and the counts of the outcomes."""

    worth: tuple[int, int, int]
    """Sum of the values, P(hit), P(lethal hit), in that order of importance; as counts."""
    counts: Counts


class AttackChoices:
    """Solves one attack roll: the best choice in every state.

    What a choice leads to does not depend on all the dice one by one, so each such ``Prospect`` is worked out once.
    """

    def __init__(self, test: AttackTest, values: Counts, extent: int = ONE_OR_ALL) -> None:
        self.test, self.values, self.extent = test, values, extent
        self.by_sum = test.by_sum()
        self.known: dict[tuple[object, ...], Prospect] = {}

    def best(self, free: Roll, fixed_total: int, fixed_high: int, permissions: int) -> Prospect:
        """Where the best choice leads when ``free`` dice may still be re-rolled.

        ``free`` is sorted; next to it lie dice that sum to ``fixed_total``, ``fixed_high`` of them fives and sixes.
        """
        best = self._keep(free, fixed_total, fixed_high)
        if permissions == 0 or not free:
            return best
        for dice in self.numbers(len(free)):
            again = self._lowest(dice, free, fixed_total, fixed_high, permissions)
            if again.worth > best.worth:
                best = again
        return best

    def numbers(self, free: int) -> Iterable[int]:
        """How many of so many free dice one permission may re-roll."""
        if self.extent == ANY_DICE:
            return range(1, free + 1)
        return (free,) if self.extent == WHOLE_ROLL or free == 1 else (1, free)

    def choice(self, free: Roll, fixed_total: int, fixed_high: int, permissions: int) -> int:
        """What the owner does: 0 keep, 1 re-roll the lowest free die, 2 re-roll all of them."""
        worth = self.best(free, fixed_total, fixed_high, permissions).worth
        if worth == self._keep(free, fixed_total, fixed_high).worth:
            return 0
        return 1 if worth == self._one_die(free, fixed_total, fixed_high, permissions).worth else 2

    def _lowest(self, dice: int, free: Roll, fixed_total: int, fixed_high: int, permissions: int) -> Prospect:
        """Where it leads to re-roll the lowest ``dice`` of the free ones."""
        if dice == len(free):
            return self._all_dice(fixed_total, fixed_high, dice)
        if dice == 1:
            return self._one_die(free, fixed_total, fixed_high, permissions)
        rest = free[dice:]
        if permissions == 1:
            return self._all_dice(fixed_total + sum(rest), fixed_high + _fives_and_sixes(rest), dice, len(rest))
        key = ("some", dice, rest, fixed_total, fixed_high)
        known = self.known.get(key)
        if known is None:
            counts = [0] * 6
            for total, high, ways in sums(dice):
                after = self.best(rest, fixed_total + total, fixed_high + high, permissions - 1).counts
                for outcome, count in enumerate(after):
                    counts[outcome] += ways * count
            known = self.known[key] = self._prospect(counts)
        return known

    def _prospect(self, counts: Iterable[int]) -> Prospect:
        counts = tuple(counts)
        value = sum(map(mul, self.values, counts)) if self.values else 0
        return Prospect((value, sum(counts[HIT:]), sum(counts[LETHAL:])), counts)

    def _outcome(self, total: int, high: int) -> int:
        return self.test.with_dice(self.by_sum[total], high)

    def _keep(self, free: Roll, fixed_total: int, fixed_high: int) -> Prospect:
        outcome = self._outcome(fixed_total + sum(free), fixed_high + _fives_and_sixes(free))
        key = ("keep", outcome, len(free))
        known = self.known.get(key)
        if known is None:
            ways = 6 ** len(free)
            known = self.known[key] = self._prospect(ways if place == outcome else 0 for place in range(6))
        return known

    def _one_die(self, free: Roll, fixed_total: int, fixed_high: int, permissions: int) -> Prospect:
        rest = free[1:]
        total, high = sum(rest), _fives_and_sixes(rest)
        if permissions == 1:
            return self._last_die(len(rest), fixed_total + total, fixed_high + high)
        # of the rest only its lowest die may be re-rolled next, unless any dice may
        lowest = rest if self.extent == ANY_DICE else rest[:1]
        key = (len(rest), lowest, total, high, fixed_total, fixed_high)
        known = self.known.get(key)
        if known is None:
            after = [
                self.best(rest, fixed_total + face, fixed_high + (face >= 5), permissions - 1).counts
                for face in range(1, 7)
            ]
            known = self.known[key] = self._prospect(map(sum, zip(*after, strict=True)))
        return known

    def _last_die(self, rest: int, total: int, high: int) -> Prospect:
        key = ("last", rest, total, high)
        known = self.known.get(key)
        if known is None:
            counts = [0] * 6
            for face in range(1, 7):
                counts[self._outcome(total + face, high + (face >= 5))] += 6**rest
            known = self.known[key] = self._prospect(counts)
        return known

    def _all_dice(self, fixed_total: int, fixed_high: int, dice: int, kept: int = 0) -> Prospect:
        """Where the last roll of ``dice`` leads; ``kept`` of the fixed ones could be re-rolled."""
        key = ("all", fixed_total, fixed_high, dice, kept)
        known = self.known.get(key)
        if known is None:
            split = _split_sums(dice, fixed_high, self.test.dice, self.test.death_trap_rule)
            counts = _fresh(self.by_sum, fixed_total, split)
            known = self.known[key] = self._prospect(count * 6**kept for count in counts)
        return known


def _fives_and_sixes(faces: Roll) -> int:
    """How many of the sorted dice show a 5 or a 6."""
    return len(faces) - bisect_left(faces, 5)
