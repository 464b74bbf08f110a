"""Finite laws of chance with exact fractions, and chains of them that end.

A ``Law`` is to dice what ``icepool.Die`` is: outcomes with whole numbers of ways, added, mapped and followed by other
laws without rounding.  Outcomes are hashable and can be compared with one another, as numbers and tuples can.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import gcd, lcm
from typing import Any, Generic, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


@dataclass(frozen=True)
class Law(Generic[T]):
    """How likely each outcome is; outcomes that cannot come are left out."""

    ways: Mapping[T, int]
    """Outcome -> ways in which it comes, in ascending order; their greatest common divisor is 1."""

    @classmethod
    def of(cls, weighed: Iterable[tuple[T, Fraction | int]]) -> Law[T]:
        """The law of pairs (outcome, weight), whatever the weights add up to."""
        pairs = [(outcome, weight) for outcome, weight in weighed if weight]
        scale = lcm(*(weight.denominator for _, weight in pairs))
        found: dict[T, int] = {}
        for outcome, weight in pairs:
            found[outcome] = found.get(outcome, 0) + weight.numerator * (scale // weight.denominator)
        return cls._reduced(found)

    @classmethod
    def of_counts(cls, counts: Iterable[int]) -> Law[int]:
        """The law of 0, 1, 2, ... from the ways in which each comes."""
        return Law._reduced({number: ways for number, ways in enumerate(counts) if ways})

    @classmethod
    def sure(cls, outcome: T) -> Law[T]:
        """Always this outcome."""
        return cls({outcome: 1})

    @classmethod
    def trial(cls, success: Fraction) -> Law[int]:
        """1 with this chance, else 0."""
        return Law.of(((0, 1 - success), (1, success)))

    @classmethod
    def _reduced(cls, found: dict[T, int]) -> Law[T]:
        common = gcd(*found.values())
        return cls({outcome: found[outcome] // common for outcome in sorted(found)})  # type: ignore[type-var]

    @cached_property
    def whole(self) -> int:
        """All ways."""
        return sum(self.ways.values())

    @cached_property
    def chances(self) -> Mapping[T, Fraction]:
        """Outcome -> its chance."""
        return {outcome: Fraction(ways, self.whole) for outcome, ways in self.ways.items()}

    def __iter__(self) -> Iterator[tuple[T, Fraction]]:
        """Pairs (outcome, chance)."""
        return iter(self.chances.items())

    def __getitem__(self, outcome: T) -> Fraction:
        """The chance of an outcome, 0 if it cannot come."""
        return Fraction(self.ways.get(outcome, 0), self.whole)

    def chance(self, holds: Callable[[T], object]) -> Fraction:
        """The chance of all outcomes of which something holds."""
        return Fraction(sum(ways for outcome, ways in self.ways.items() if holds(outcome)), self.whole)

    def expect(self, value: Callable[[T], Fraction | int]) -> Fraction:
        """The mean of a function of the outcome."""
        return Fraction(sum((ways * value(outcome) for outcome, ways in self.ways.items()), Fraction(0)), self.whole)

    def map(self, change: Callable[[T], U]) -> Law[U]:
        """The law of a function of the outcome."""
        return Law.of((change(outcome), ways) for outcome, ways in self.ways.items())

    def then(self, following: Callable[[T], Law[U]]) -> Law[U]:
        """The law of what follows, where each outcome is followed by a law of its own."""
        return mixed((ways, following(outcome)) for outcome, ways in self.ways.items())

    # --- laws of numbers ----------------------------------------------------------------------------------------------

    @property
    def mean(self: Law[int]) -> Fraction:
        """The mean number."""
        return self.expect(lambda number: number)

    @property
    def variance(self: Law[int]) -> Fraction:
        """The variance of the number."""
        return self.expect(lambda number: number * number) - self.mean**2

    @property
    def least(self: Law[int]) -> int:
        """The smallest number that can come."""
        return min(self.ways)

    @property
    def most(self: Law[int]) -> int:
        """The largest number that can come."""
        return max(self.ways)

    def at_least(self: Law[int], number: int) -> Fraction:
        """The chance of this number or more."""
        return self.chance(lambda each: each >= number)

    def plus(self: Law[int], other: Law[int]) -> Law[int]:
        """The law of the sum with another number, independent of it."""
        return Law.of((a + b, p * q) for a, p in self.ways.items() for b, q in other.ways.items())

    def times(self: Law[int], n: int) -> Law[int]:
        """The law of the sum of ``n`` such numbers."""
        total = Law.sure(0)
        for _ in range(n):
            total = total.plus(self)
        return total

    def until(self: Law[int], total: int) -> Law[int]:
        """How many such numbers it takes until their sum reaches ``total``; each must be above 0."""
        if self.least <= 0:
            raise ValueError("how many zeros, or numbers below, reach a sum has no finite law")
        within, added = [Fraction(0)], Law.sure(0)
        while within[-1] < 1:
            within.append(added.at_least(total))  # so many numbers are enough
            added = added.plus(self)
        return Law.of((n, now - before) for n, (before, now) in enumerate(pairwise(within)))


def die(faces: int) -> Law[int]:
    """The law of one die, 1 to ``faces``."""
    return Law.of((face, 1) for face in range(1, faces + 1))


D6 = die(6)


def mixed(parts: Iterable[tuple[Fraction | int, Law[T]]]) -> Law[T]:
    """One of several laws, drawn with these weights."""
    drawn = list(parts)
    whole = lcm(*(weight.denominator * law.whole for weight, law in drawn))
    shares = ((weight.numerator * (whole // (weight.denominator * law.whole)), law) for weight, law in drawn)
    return Law.of((outcome, share * ways) for share, law in shares for outcome, ways in law.ways.items())


def together(laws: Iterable[Law[T]]) -> Law[tuple[T, ...]]:
    """The law of the outcomes of several laws, independent of one another."""
    found: Law[tuple[T, ...]] = Law({(): 1})
    for law in laws:
        found = Law.of(((*row, outcome), p * q) for row, p in found.ways.items() for outcome, q in law.ways.items())
    return found


class NeverEndsError(ValueError):
    """A chain can come to a state from which it never ends."""


@dataclass(frozen=True)
class Absorbed(Generic[T]):
    """How a chain of states ends."""

    ends: Law[T]
    """The state in which it ends."""
    visits: Mapping[T, Fraction]
    """How often it is, on average, in each state that it leaves again, the start included."""

    @property
    def steps(self) -> Fraction:
        """Steps until it ends, on average."""
        return sum(self.visits.values(), Fraction(0))

    def total(self, value: Callable[[T], Fraction | int]) -> Fraction:
        """The mean of the sum of ``value`` over all states that it leaves, as often as it is there."""
        return sum((count * value(state) for state, count in self.visits.items()), Fraction(0))


def absorbed(start: T, step: Callable[[T], Law[T] | None]) -> Absorbed[T]:
    """Solve an absorbing Markov chain: ``step`` follows each state, None where it ends.

    Raises ``NeverEndsError`` if it can come to a state from which no end can be reached.
    """
    steps: dict[T, Law[T]] = {}
    ends: set[T] = set()
    found = [start]
    while found:
        state = found.pop()
        if state not in steps and state not in ends:
            following = step(state)
            if following is None:
                ends.add(state)
            else:
                steps[state] = following
                found += following.ways
    if start in ends:
        return Absorbed(Law.sure(start), {})
    # visits[s] = (1 at the start) + the sum over all states r of visits[r] * P(r to s)
    rows = [
        [Fraction(int(state == other)) - steps[other][state] for other in steps] + [Fraction(int(state == start))]
        for state in steps
    ]
    visits = dict(zip(steps, _solved(rows), strict=True))
    shares = ((end, visits[state] * p) for state, law in steps.items() for end, p in law if end in ends)
    return Absorbed(Law.of(shares), visits)


def _solved(rows: list[list[Any]]) -> list[Fraction]:
    """Solve linear equations, each a row of coefficients and the right side, by elimination."""
    for column in range(len(rows)):
        pivot = next((place for place in range(column, len(rows)) if rows[place][column]), None)
        if pivot is None:
            raise NeverEndsError("a chain that never ends")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for place, row in enumerate(rows):
            if place != column and row[column]:
                rows[place] = [a - row[column] * b for a, b in zip(row, rows[column], strict=True)]
    return [row[-1] for row in rows]
