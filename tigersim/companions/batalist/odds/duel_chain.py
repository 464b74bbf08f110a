"""Duels counted out: a Markov chain over warriors left and turns (BA-Q-07, BA-Q-08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm

from tigersim.companions.batalist.odds.duel import EVERY, OFF, Duel
from tigersim.companions.batalist.odds.morale import failures
from tigersim.companions.batalist.rules.fighting import survivors
from tigersim.companions.batalist.rules.morale import MORALE_DICE, lost_half
from tigersim.companions.batalist.rules.ranks import FRONT
from tigersim.statistics.law import Law

MOST_STATES = 1200
"""Warriors of a times warriors of b up to which the chain is counted out; more are sampled (``duel-sampled``)."""
GOES_ON, SKIPS, LEAVES = range(3)


@dataclass(frozen=True)
class Outcome:
    """Chances of a duel; ``neither``: both destroyed or gone."""

    a: Fraction
    b: Fraction
    neither: Fraction
    exchanges: Fraction
    """Mean number of exchanges."""
    left_a: Fraction
    """Mean number of a's warriors on the field at the end, 0 where it did not hold the field."""
    left_b: Fraction

    def mixed(self, other: Outcome) -> Outcome:
        """Each of two outcomes as likely."""
        return Outcome(*((mine + theirs) / 2 for mine, theirs in zip(_fields(self), _fields(other), strict=True)))


def _fields(one: Outcome) -> tuple[Fraction, ...]:
    return one.a, one.b, one.neither, one.exchanges, one.left_a, one.left_b


Value = tuple[tuple[int, ...], int]
"""The fields of an outcome over a common denominator: with whole numbers the chain is five times as fast."""


def mean(parts: Iterable[tuple[int, Value]], whole: int, more: int = 0) -> Value:
    """Mean of values with whole weights out of ``whole``, and ``more`` exchanges."""
    listed = list(parts)
    shared = lcm(*(below for _, (_, below) in listed))
    total = [0] * 6
    for weight, (above, below) in listed:
        factor = weight * (shared // below)
        for k, part in enumerate(above):
            total[k] += factor * part
    total[3] += more * whole * shared
    return reduced(total, whole * shared)


def reduced(above: Sequence[int], below: int) -> Value:
    """A value in lowest terms."""
    common = gcd(below, *above)
    return tuple(part // common for part in above), below // common


def outcome(duel: Duel, first: str = "a", warriors: tuple[int, int] | None = None, fresh: bool = True) -> Outcome:
    """What comes of a duel in which a or b attacks first.

    ``warriors``: how many are left at the start, the profiles' numbers if not given.  With ``fresh`` false, a side
    that has lost half of its number by then tests its morale before the first blow.
    """
    chain = _chain(duel)
    whole = (duel.a.one.warriors, duel.b.one.warriors)
    left = warriors or whole
    turn = 0 if first == "a" else 1
    above, below = chain.start(left, turn) if fresh else chain.tested(left, whole, turn)
    return Outcome(*(Fraction(part, below) for part in above))


def mean_outcome(duel: Duel, first: str) -> Outcome:
    """The outcome when ``coin`` decides who attacks first, or ``a`` or ``b`` does (BA-GAP-20)."""
    if first == "coin":
        return outcome(duel, "a").mixed(outcome(duel, "b"))
    return outcome(duel, first)


@lru_cache(maxsize=64)
def _chain(duel: Duel) -> _Chain:
    return _Chain(duel)


class _Chain:
    """Values of all states, each found once.

    A state: warriors of a and b, whose attack it is, who skips its next, the side of b on which a's attack falls.
    """

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        self.known: dict[tuple[int, int, int, int, int], Value] = {}
        self.blows: dict[tuple[int, bool, int, int, int], dict[int, int]] = {}
        self.wholes: dict[tuple[int, bool, int], int] = {}
        law = failures(MORALE_DICE).map(lambda failed: min(failed, LEAVES))
        self.test_whole: int = 6 ** (MORALE_DICE + 1)
        self.tests_whole: int = self.test_whole * self.test_whole
        self.test_ways = _in_ways(law, self.test_whole)

    def start(self, left: tuple[int, int], turn: int) -> Value:
        """Value of a duel that begins; small states first, so that nothing recurses deeply."""
        for total in range(2, sum(left)):
            for n in range(max(1, total - left[1]), min(left[0], total - 1) + 1):
                for side in dict.fromkeys((FRONT, self.duel.side)):
                    self.value(n, total - n, 0, 0, side)
        return self.value(left[0], left[1], turn, 0, self.duel.side)

    def tested(self, left: tuple[int, int], before: tuple[int, int], turn: int) -> Value:
        """Value of a duel after the tests that losses before it called for."""
        if all(left):
            self.start(left, turn)
        return mean(self._after(left, before, 0, turn, self.duel.side), self.tests_whole)

    def value(self, n: int, m: int, turn: int, skips: int, side: int) -> Value:
        """What is to come from a state in which both sides are on the field."""
        side = self.duel.side_of(side, m)
        state = (n, m, turn, skips, side)
        if state not in self.known:
            if skips >> turn & 1:
                self.known[state] = self.value(n, m, 1 - turn, skips & ~(1 << turn), side)
            elif turn == 1 and side != FRONT:
                self.known[state] = self.value(n, m, 0 if self.duel.about_face else 1, skips, FRONT)
            elif skips or side != FRONT:
                exchanges = list(self._attack(n, m, turn, skips, side, True))
                self.known[state] = mean(exchanges, self._whole(turn, side), 1)
            else:
                self._both_turns(n, m)
        return self.known[state]

    def _both_turns(self, n: int, m: int) -> None:
        """Settle the two states in which either attacks: unhurt, one leads to the other and back."""
        still, rest = [], []
        for turn in (0, 1):
            blows = self._blow(0, turn == 0, n, m, FRONT), self._blow(1, turn == 1, m, n, FRONT)
            whole = self._whole(turn, FRONT)
            still.append(Fraction(blows[0].get(0, 0) * blows[1].get(0, 0) * self.tests_whole, whole))
            rest.append(mean(self._attack(n, m, turn, 0, FRONT, False), whole, 1))
        for turn in (0, 1):
            z = still[turn]
            found = mean([(z.denominator, rest[turn]), (z.numerator, rest[1 - turn])], z.denominator)
            loop = 1 - still[0] * still[1]
            self.known[n, m, turn, 0, FRONT] = reduced(
                [part * loop.denominator for part in found[0]], found[1] * loop.numerator
            )

    def _attack(self, n: int, m: int, turn: int, skips: int, side: int, unhurt: bool) -> Iterator[tuple[int, Value]]:
        """What one exchange leads to, with weights; ``unhurt``: the case without losses too."""
        to_b, to_a = self._blow(0, turn == 0, n, m, side), self._blow(1, turn == 1, m, n, side)
        for less_b, ways_b in to_b.items():
            for less_a, ways_a in to_a.items():
                if less_a or less_b or unhurt:
                    left = survivors(n, less_a), survivors(m, less_b)
                    for weight, value in self._after(left, (n, m), skips, 1 - turn, side):
                        yield ways_a * ways_b * weight, value

    def _after(
        self, left: tuple[int, int], before: tuple[int, int], skips: int, turn: int, facing: int
    ) -> Iterator[tuple[int, Value]]:
        """What losses lead to after their tests of morale; weights out of ``tests_whole``."""
        sure = {GOES_ON: self.test_whole}
        tests = [self._calls_for_test(side, left[side], before[side]) and all(left) for side in (0, 1)]
        for of_a, p in (self.test_ways if tests[0] else sure).items():
            for of_b, q in (self.test_ways if tests[1] else sure).items():
                yield p * q, self._settled(left, (of_a, of_b), skips, turn, facing)

    def _calls_for_test(self, side: int, left: int, before: int) -> bool:
        if self.duel.morale == OFF or left == before:
            return False
        initial = (self.duel.a, self.duel.b)[side].one.warriors
        return lost_half(initial, left) and (self.duel.morale == EVERY or not lost_half(initial, before))

    def _settled(self, left: tuple[int, int], tests: tuple[int, int], skips: int, turn: int, facing: int) -> Value:
        on = [left[side] > 0 and tests[side] != LEAVES for side in (0, 1)]
        if all(on):
            for side in (0, 1):
                skips |= (tests[side] == SKIPS) << side
            return self.value(left[0], left[1], turn, skips, facing)
        if not any(on):
            return (0, 0, 1, 0, 0, 0), 1
        a, b = int(on[0]), int(on[1])
        return (a, b, 0, 0, a * left[0], b * left[1]), 1

    def _whole(self, turn: int, facing: int) -> int:
        """All ways of an exchange with its tests."""
        exchange = self.wholes[0, turn == 0, facing] * self.wholes[1, turn == 1, facing]
        return exchange * self.tests_whole

    def _blow(self, side: int, ordered: bool, warriors: int, target: int, facing: int) -> dict[int, int]:
        """Losses that a side inflicts, in whole ways; nobody falls twice."""
        key = (side, ordered, warriors, target, facing)
        if key not in self.blows:
            blow = self.duel.strike(side == 1, ordered, warriors, facing)
            self.wholes[side, ordered, facing] = int(6 ** (1 + blow.dice + blow.cover))
            losses = blow.law().map(lambda damage: min(damage, target))
            self.blows[key] = _in_ways(losses, self.wholes[side, ordered, facing])
        return self.blows[key]


def _in_ways(law: Law[int], whole: int) -> dict[int, int]:
    """A law as whole numbers of ways out of ``whole``."""
    return {value: ways * (whole // law.whole) for value, ways in law.ways.items()}
