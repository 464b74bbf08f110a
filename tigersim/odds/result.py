"""An exact answer: floats to read, fractions to trust, a table and a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from fractions import Fraction
from math import lcm
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self, TypeVar, dataclass_transform

from tigersim.catalogue.reading_words import reading_words
from tigersim.odds.dice import Counted

if TYPE_CHECKING:
    import pandas as pd


def as_counts(values: Iterable[Fraction]) -> Counted:
    """Fractions as counts out of one whole."""
    numbers = tuple(values)
    whole = lcm(*(value.denominator for value in numbers))
    return tuple(value.numerator * (whole // value.denominator) for value in numbers), whole


Row = tuple[str, str, float, str]
"""Field, meaning, value, the exact fraction as text."""


T = TypeVar("T", bound="Answer")
AMB = re.compile(r"AMB-\d+")


class Exact(SimpleNamespace):
    """The fields of an answer as fractions; unknown names raise ``AttributeError``."""

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"no exact field '{name}'; there are: {', '.join(vars(self))}")


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """Base of all exact answers: every number is ``counts[i] / whole``, an exact fraction.

    A subclass, an ``answer``, has these numbers as floats, in the order of its fields that ``means`` something.
    """

    title: str
    """The question in words."""
    counts: tuple[int, ...]
    whole: int

    MEANING: ClassVar[dict[str, str]] = {}
    """Field -> what it is, in a player's words."""
    OF_EACH: ClassVar[dict[str, str]] = {}
    """Like ``MEANING``, for the values of each of the ``parts``; {} stands for the number of the part."""

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

    def parts(self) -> Iterable[tuple[str, Iterable[Fraction]]]:
        """(Name, values) of each target or unit that has rows of its own."""
        return ()

    def rows(self) -> Iterator[Row]:
        """Field, meaning, value and exact fraction of each number, then of those of each part."""
        for name, value in vars(self.exact).items():
            yield name, self.MEANING[name], float(value), str(value)
        for number, (name, values) in enumerate(self.parts(), start=1):
            for (each, what), value in zip(self.OF_EACH.items(), values, strict=True):
                yield each.format(number), f"{name} ({number}): {what}", float(value), str(value)

    def table(self) -> pd.DataFrame:
        """One row per number: field, what it is, its value and the exact fraction."""
        import pandas as pd

        return pd.DataFrame(list(self.rows()), columns=["field", "meaning", "value", "exact"])

    def steps(self) -> list[str]:
        """How the numbers come about, one sentence a step."""
        return []

    def show(self, steps: bool = False) -> str:
        """The answer as text; with ``steps`` also how it comes about, and which unclear rules it rests on.

        All numbers are exact, shown rounded.
        """
        lines = [self.title]
        if steps:
            told = self.steps()
            lines += [f"  {number}. {step}" for number, step in enumerate(told, start=1)]
            lines += [f"  {one}: {reading_words(one).question}" for one in _rulings_in(told)]
        for name, meaning, value, _ in self.rows():
            shown = f"{100 * value:7.2f}%" if name.startswith("p_") else f"{value:8.3f}"
            lines.append(f"  {shown}  {meaning}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The numbers by name, as floats."""
        return {name: value for name, _, value, _ in self.rows()}

    def __repr__(self) -> str:
        return self.show()


def _rulings_in(steps: Iterable[str]) -> list[str]:
    """The AMB numbers that steps name, each once."""
    return list(dict.fromkeys(number for step in steps for number in AMB.findall(step)))


def means(meaning: str) -> Any:
    """A field that is a number of an answer; ``meaning`` says what it is, in a player's words."""
    return field(metadata={"meaning": meaning})


@dataclass_transform(frozen_default=True, field_specifiers=(means,))
def answer(cls: type[T]) -> type[T]:
    """Make an exact answer of a class of fields."""
    made = dataclass(frozen=True, slots=True, repr=False)(cls)
    made.MEANING = {one.name: one.metadata["meaning"] for one in fields(made) if one.metadata}
    return made


@answer
class TargetOdds(Answer):
    """Base of all answers on what fire leaves of a target."""

    p_none: float = means("the target has no hit")
    p_one_hit: float = means("the target has one hit: it is shocked")
    p_destroyed: float = means("the target is destroyed")
    p_suppressed: float = means("the target has no hit but loses assigned cards (part of the first line)")
