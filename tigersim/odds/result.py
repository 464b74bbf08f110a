"""An exact answer: floats to read, fractions to trust, a table and a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self

from tigersim.odds.dice import Counted

if TYPE_CHECKING:
    import pandas as pd


def as_counts(values: Iterable[Fraction]) -> Counted:
    """Fractions as counts out of one whole."""
    numbers = tuple(values)
    whole = lcm(*(value.denominator for value in numbers))
    return tuple(value.numerator * (whole // value.denominator) for value in numbers), whole


TARGET_LEFT = {
    "p_none": "the target has no hit",
    "p_one_hit": "the target has one hit: it is shocked",
    "p_destroyed": "the target is destroyed",
    "p_suppressed": "the target has no hit but loses assigned cards (part of the first line)",
}
"""Fields of all answers on what fire leaves of a target."""

Row = tuple[str, str, float, str]
"""Field, meaning, value, the exact fraction as text."""


def rows_of_each(parts: Iterable[tuple[str, Iterable[Fraction]]], meaning: Mapping[str, str]) -> Iterator[Row]:
    """Rows for each of some parts (name, values).

    ``meaning`` has their fields, with {} for the number of the part.
    """
    for number, (name, values) in enumerate(parts, start=1):
        for (field, what), value in zip(meaning.items(), values, strict=True):
            yield field.format(number), f"{name} ({number}): {what}", float(value), str(value)


class Exact(SimpleNamespace):
    """The fields of an answer as fractions; unknown names raise ``AttributeError``."""

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"no exact field '{name}'; there are: {', '.join(vars(self))}")


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """Base of all exact answers: every number is ``counts[i] / whole``, an exact fraction.

    The fields of a subclass are these numbers as floats, in the order of its ``MEANING``.
    """

    title: str
    """The question in words."""
    counts: tuple[int, ...]
    whole: int

    MEANING: ClassVar[dict[str, str]] = {}
    """Field -> what it is, in a player's words."""

    @classmethod
    def of(cls, title: str, counts: tuple[int, ...], whole: int, **rest: Any) -> Self:
        """The answer whose numbers are ``counts[i] / whole``."""
        numbers = {name: count / whole for name, count in zip(cls.MEANING, counts, strict=True)}
        return cls(title=title, counts=counts, whole=whole, **numbers, **rest)

    @property
    def exact(self) -> Exact:
        """The fields as fractions."""
        return Exact(
            **{name: Fraction(count, self.whole) for name, count in zip(self.MEANING, self.counts, strict=True)}
        )

    def rows(self) -> Iterator[Row]:
        """For each number: field, meaning, value, the exact fraction as text."""
        for name, value in vars(self.exact).items():
            yield name, self.MEANING[name], float(value), str(value)

    def table(self) -> pd.DataFrame:
        """One row per number: field, what it is, its value and the exact fraction."""
        import pandas as pd

        return pd.DataFrame(list(self.rows()), columns=["field", "meaning", "value", "exact"])

    def steps(self) -> list[str]:
        """How the numbers come about, one sentence a step."""
        return []

    def show(self, steps: bool = False) -> str:
        """The answer as text; with ``steps`` also how it comes about.

        All numbers are exact, shown rounded.
        """
        lines = [self.title]
        if steps:
            lines += [f"  {number}. {step}" for number, step in enumerate(self.steps(), start=1)]
        for name, meaning, value, _ in self.rows():
            shown = f"{100 * value:7.2f}%" if name.startswith("p_") else f"{value:8.3f}"
            lines.append(f"  {shown}  {meaning}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The numbers by name, as floats."""
        return {name: value for name, _, value, _ in self.rows()}

    def __repr__(self) -> str:
        return self.show()
