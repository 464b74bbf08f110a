"""Duels of battalions, exactly: a Markov chain over the warriors left and who attacks next (BA-Q-07, BA-Q-08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm

from tigersim.catalogue.companions import Readings
from tigersim.companions.batalist.army_book import Battalion
from tigersim.companions.batalist.conditions import LEVEL, Attack
from tigersim.companions.batalist.law import Law
from tigersim.companions.batalist.odds import failures
from tigersim.companions.batalist.reading import Reading
from tigersim.companions.batalist.rules.fighting import melee_ranks, survivors
from tigersim.companions.batalist.rules.morale import MORALE_DICE, lost_half
from tigersim.companions.batalist.rules.ranks import COLUMN, FRONT, LOOSE, WEDGE, attacked_side
from tigersim.companions.batalist.strike import Strike, exchange_of, fighting_at

OFF, ONCE, EVERY = range(3)
"""Morale in duels: none, once at half losses, at every further loss (BA-GAP-20, BA-GAP-29)."""
RULINGS = ("duel_first", "duel_morale", "half_loss_test")
"""Rulings that a duel rests on, besides those of its strikes (and ``flank_turn``, where b is not met in front)."""
MOST_STATES = 1200
"""Warriors of a times warriors of b up to which the chain is counted out; more are sampled (``duel-sampled``)."""
GOES_ON, SKIPS, LEAVES = range(3)


@dataclass(frozen=True)
class Place:
    """How two battalions meet in a duel; they keep their formations."""

    formation_a: int = COLUMN
    formation_b: int = COLUMN
    cover_a: bool = False
    cover_b: bool = False
    side: int = FRONT
    """Side of b on which a's attacks fall until b has turned (BA-GAP-64)."""
    height: int = LEVEL
    """Of a's attacks; b's are the other way round."""

    def attack(self, a: Battalion, b: Battalion, side: int) -> Attack:
        """The ordered attack of a that falls on a side of b."""
        return Attack(
            a,
            b,
            side=side,
            height=self.height,
            formation=self.formation_a,
            target_formation=self.formation_b,
            cover=self.cover_b,
        )

    def turned(self) -> Place:
        """The same seen by b, which attacks front to front only."""
        return Place(self.formation_b, self.formation_a, self.cover_b, self.cover_a, FRONT, -self.height)


OPEN = Place()
"""In column, front to front, on open ground."""


@dataclass(frozen=True)
class Fighter:
    """One side of a duel: its battalion and its strikes, whose fighters the warriors left decide."""

    one: Battalion
    attack: Strike
    reply: Strike
    formation: int
    reading: Reading
    """What of it decides who fights in this formation: equal duels are counted out once."""

    @classmethod
    def of(cls, one: Battalion, blows: tuple[Strike, Strike], formation: int, reading: Reading) -> Fighter:
        """A side with its attack and its reply, and of the readings what matters to it."""
        matters = Reading(
            front_replies=reading.front_replies,
            corners=reading.corners if formation == WEDGE else 0,
            half_fighters_up=reading.half_fighters_up if formation == LOOSE else 0,
        )
        return cls(one, *blows, formation, matters)

    @property
    def ranks(self) -> int:
        """Ranks that fight."""
        return melee_ranks(self.one.has("long-weapon"))

    def blow(self, ordered: bool, warriors: int, side: int = FRONT) -> Strike:
        """Its strike with so many warriors left; ``side``: where it was attacked, if it strikes back."""
        left = replace(self.one, warriors=warriors)
        fighting = fighting_at(left, self.ranks, self.formation, FRONT if ordered else side, self.reading)
        return replace(self.attack if ordered else self.reply, fighters=fighting)


@dataclass(frozen=True)
class Duel:
    """Two battalions whose ordered attacks take turns.

    The die of the order lets every attack hurt now and then, so each duel ends.
    """

    a: Fighter
    b: Fighter
    morale: int = OFF
    side: int = FRONT
    """Side of b on which a attacks until b has turned."""
    surprise: Strike | None = None
    """a's attack on that side, if it is not the front."""
    about_face: bool = False
    """b's first go only turns it (BA-GAP-64)."""

    @property
    def states(self) -> int:
        """Numbers of warriors that both sides can have."""
        return self.a.one.warriors * self.b.one.warriors

    @classmethod
    def of(cls, a: Battalion, b: Battalion, reading: Reading, morale: int = OFF, place: Place = OPEN) -> Duel:
        """The duel of two battalions.  Raises ``RuleForbids`` where one of them cannot attack."""
        forth = exchange_of(place.attack(a, b, FRONT), reading, place.cover_a)
        back = exchange_of(place.turned().attack(b, a, FRONT), reading, place.cover_b)
        side = attacked_side(place.side, place.formation_b, b.warriors, b.has("long-body"))
        who_fights = reading if side != FRONT else replace(reading, front_replies=0)
        return cls(
            Fighter.of(a, (forth.attack, back.reply), place.formation_a, who_fights),
            Fighter.of(b, (back.attack, forth.reply), place.formation_b, who_fights),
            morale,
            side,
            exchange_of(place.attack(a, b, side), reading).attack if side != FRONT else None,
            bool(reading.about_face) and side != FRONT,
        )

    def side_of(self, side: int, warriors: int) -> int:
        """The side on which a's attack falls when so many of b are left: who stands alone turns round."""
        return attacked_side(side, self.b.formation, warriors, self.b.one.has("long-body"))

    def strike(self, of_b: bool, ordered: bool, warriors: int, side: int) -> Strike:
        """A strike of one side with so many warriors left, while a stands at a side of b."""
        if of_b or not ordered or side == FRONT or self.surprise is None:
            return (self.b if of_b else self.a).blow(ordered, warriors, side if of_b else FRONT)
        return replace(self.surprise, fighters=self.a.blow(True, warriors).fighters)


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


def morale_of(readings: Readings) -> int:
    """How duels test morale under these readings."""
    if readings["duel_morale"] == "off":
        return OFF
    return EVERY if readings["half_loss_test"] == "every_loss" else ONCE


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
        """Value of a duel that begins; states with fewer warriors first, so that nothing recurses deeply."""
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
        """The two states in which either attacks: if nobody is hurt the one leads to the other, and back."""
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
        """What one exchange leads to, with weights; without ``unhurt`` the case in which nobody is hurt is left out."""
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
        """What losses lead to when the tests that they call for are done; weights out of ``tests_whole``."""
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


def _in_ways(law: Law, whole: int) -> dict[int, int]:
    """A law as whole numbers of ways out of ``whole``."""
    return {value: int(chance * whole) for value, chance in law.chances.items()}
