"""Laws of whole numbers: what dice come to, with exact chances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Law:
    """How likely each whole number is; numbers that cannot come are left out."""

    chances: Mapping[int, Fraction]

    @classmethod
    def of(cls, ways: Iterable[tuple[int, Fraction | int]]) -> Law:
        """A law from pairs (number, weight), whatever the weights add up to."""
        found: dict[int, Fraction] = {}
        for value, weight in ways:
            found[value] = found.get(value, Fraction(0)) + weight
        whole = sum(found.values(), Fraction(0))
        return cls({value: found[value] / whole for value in sorted(found) if found[value]})

    @classmethod
    def sure(cls, value: int) -> Law:
        """Always this number."""
        return cls({value: Fraction(1)})

    def __getitem__(self, value: int) -> Fraction:
        return self.chances.get(value, Fraction(0))

    @property
    def mean(self) -> Fraction:
        """Its mean."""
        return self.expect(lambda value: value)

    @property
    def most(self) -> int:
        """The largest number that can come."""
        return max(self.chances)

    @property
    def least(self) -> int:
        """The smallest number that can come."""
        return min(self.chances)

    def expect(self, worth: Callable[[int], Fraction | int]) -> Fraction:
        """Mean of a function of the number."""
        return sum((chance * worth(value) for value, chance in self.chances.items()), Fraction(0))

    def at_least(self, value: int) -> Fraction:
        """Chance of this number or more."""
        return sum((chance for each, chance in self.chances.items() if each >= value), Fraction(0))

    def map(self, change: Callable[[int], int]) -> Law:
        """The law of a function of the number."""
        return Law.of((change(value), chance) for value, chance in self.chances.items())

    def plus(self, other: Law) -> Law:
        """The law of the sum with another number, independent of it."""
        return Law.of((a + b, p * q) for a, p in self.chances.items() for b, q in other.chances.items())

    def times(self, n: int) -> Law:
        """The law of the sum of ``n`` such numbers."""
        total = Law.sure(0)
        for _ in range(n):
            total = total.plus(self)
        return total

    def until(self, total: int) -> Law:
        """How many such numbers it takes until their sum reaches ``total``.  Zeros must not be all there is."""
        if self.most <= 0:
            raise ValueError("a sum of zeros reaches nothing")
        if self.least <= 0:
            raise ValueError("without a bound on the number of rolls this has no finite law")
        left: dict[int, Fraction] = {max(total, 0): Fraction(1)}
        found: dict[int, Fraction] = {0: left.pop(0)} if 0 in left else {}
        rolls = 0
        while left:
            rolls += 1
            then: dict[int, Fraction] = {}
            for rest, chance in left.items():
                for value, p in self.chances.items():
                    after = max(rest - value, 0)
                    then[after] = then.get(after, Fraction(0)) + chance * p
            if 0 in then:
                found[rolls] = then.pop(0)
            left = then
        return Law(found)


K6 = Law.of((face, 1) for face in range(1, 7))
"""One six-sided die."""


def mixed(parts: Iterable[tuple[Fraction, Law]]) -> Law:
    """One of several laws, drawn with these chances."""
    return Law.of((value, share * chance) for share, law in parts for value, chance in law.chances.items())
