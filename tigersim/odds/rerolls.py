"""What an attack roll comes to when the firer re-rolls as well as can be.

Distributions are tuples of integer counts.  A state of the roll is worth the best of its choices: keep, re-roll the
lowest die, re-roll all dice; the value of a choice is itself found from the states it can lead to, so one and two
permissions are solved alike (dynamic programming over the dice, PT-IMPROVED-02, AMB-99, AMB-101).

Re-rolling the lowest die is never worse than re-rolling another one: whatever falls, the dice that then lie there are
each at least as high.  Ties keep as many dice as possible.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tigersim.odds.dice import Roll, rolls
from tigersim.rules.fire import hits_scored
from tigersim.rules.hits import death_trap_dice
from tigersim.rules.machine_guns import suppresses

MISS, NEAR_MISS, HIT, HIT_HIGH, LETHAL, LETHAL_HIGH = range(6)
"""What an attack roll can come to; "high" = its dice would set off a death trap; a near miss is one that suppresses."""

Counts = tuple[int, ...]


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

    def outcome(self, total: int, fives_and_sixes: int) -> int:
        """MISS .. LETHAL_HIGH for a roll with this sum and so many natural fives and sixes."""
        hits = hits_scored(total, self.difficulty, self.lethal_difficulty)
        if hits == 0:
            return NEAR_MISS if suppresses(total, self.difficulty, self.suppression_half) else MISS
        high = death_trap_dice(fives_and_sixes, self.dice, self.death_trap_rule)
        return (LETHAL if hits == 2 else HIT) + (1 if high else 0)


@lru_cache(maxsize=4096)
def attack_outcomes(test: AttackTest, permissions: int = 0, values: Counts = ()) -> Counts:
    """Counts of the six outcomes of an attack roll; they add up to a power of 6.

    With re-roll ``permissions`` (0 to 2) the owner maximises the sum of ``values`` (one number per outcome; empty =
    none), then P(hit), then P(lethal hit).
    """
    if permissions == 0 or test.dice == 0:
        return _fresh(test, 0, 0, test.dice)
    best = AttackChoices(test, values).best
    counts = [0] * 6
    for faces, ways in rolls(test.dice):
        for outcome, count in enumerate(best(faces, 0, 0, permissions)):
            counts[outcome] += ways * count
    return tuple(counts)


def _fresh(test: AttackTest, fixed_total: int, fixed_high: int, dice: int) -> Counts:
    """Counts of the outcomes of rolling ``dice`` dice beside those that lie fixed."""
    counts = [0] * 6
    for faces, ways in rolls(dice):
        high = fixed_high + sum(face >= 5 for face in faces)
        counts[test.outcome(fixed_total + sum(faces), high)] += ways
    return tuple(counts)


class AttackChoices:
    """Solves one attack roll: the best choice in every state, each state once."""

    def __init__(self, test: AttackTest, values: Counts) -> None:
        self.test, self.values = test, values
        self.known: dict[tuple[object, ...], Counts] = {}

    def worth(self, counts: Counts) -> tuple[int, int, int]:
        value = sum(v * n for v, n in zip(self.values, counts, strict=True)) if self.values else 0
        return value, sum(counts[HIT:]), sum(counts[LETHAL:])

    def best(self, free: Roll, fixed_total: int, fixed_high: int, permissions: int) -> Counts:
        """Counts of the outcomes (adding up to 6^len(free)) when ``free`` dice may still be re-rolled."""
        total = sum(free) + fixed_total
        high = fixed_high + sum(face >= 5 for face in free)
        if permissions == 1:  # nothing depends on the other dice one by one
            key: tuple[object, ...] = (len(free), free[0] if free else 0, total, high, fixed_total, fixed_high)
        else:
            key = (free, fixed_total, fixed_high, permissions)
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self._solve(free, fixed_total, fixed_high, permissions, total, high)
        return known

    def _solve(self, free: Roll, fixed_total: int, fixed_high: int, permissions: int, total: int, high: int) -> Counts:
        keep = [0] * 6
        keep[self.test.outcome(total, high)] = 6 ** len(free)
        best = tuple(keep)
        if permissions == 0 or not free:
            return best
        for choice in (
            self._one_die(free, fixed_total, fixed_high, permissions),
            self._all_dice(fixed_total, fixed_high, len(free)),
        ):
            if self.worth(choice) > self.worth(best):
                best = choice
        return best

    def choice(self, free: Roll, fixed_total: int, fixed_high: int, permissions: int) -> int:
        """What the owner does in this state: 0 keep, 1 re-roll the lowest free die, 2 all of them."""
        worth = self.worth(self.best(free, fixed_total, fixed_high, permissions))
        if permissions == 0 or not free or worth == self.worth(self.best(free, fixed_total, fixed_high, 0)):
            return 0
        return 1 if worth == self.worth(self._one_die(free, fixed_total, fixed_high, permissions)) else 2

    def _one_die(self, free: Roll, fixed_total: int, fixed_high: int, permissions: int) -> Counts:
        counts = [0] * 6
        for face in range(1, 7):
            after = self.best(free[1:], fixed_total + face, fixed_high + (face >= 5), permissions - 1)
            for outcome, count in enumerate(after):
                counts[outcome] += count
        return tuple(counts)

    def _all_dice(self, fixed_total: int, fixed_high: int, dice: int) -> Counts:
        key = ("all", fixed_total, fixed_high, dice)
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = _fresh(self.test, fixed_total, fixed_high, dice)
        return known
