"""The answer to a question about a companion game: numbers, tables, what they rest on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from tigersim.catalogue.companions import Readings
from tigersim.statistics.law import Law
from tigersim.version import __version__

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Number:
    """One number: exact, or counted in samples with its 95% interval."""

    name: str
    """Its field, as ``p_redeal``; probabilities begin with ``p_``."""
    meaning: str
    """What it is, in a player's words."""
    value: float
    exact: Fraction | None = None
    """None: it is estimated, or no fraction."""
    low: float | None = None
    high: float | None = None
    """Ends of the 95% interval, if it is estimated."""
    trials: int = 0
    """How many samples it was counted in, 0 = none."""

    @classmethod
    def of(cls, name: str, meaning: str, exact: Fraction | int) -> Number:
        """An exact number."""
        return cls(name, meaning, float(exact), Fraction(exact))

    def shown(self) -> str:
        """The number as people read it, with its interval."""
        if self.low is None or self.high is None:
            return self._shown(self.value)
        return f"{self._shown(self.value)} [{self._shown(self.low)}, {self._shown(self.high)}]"

    def _shown(self, value: float) -> str:
        if self.name.startswith("p_"):
            return f"{100 * value:.2f}%"
        return f"{value:.4g}" if abs(value) < 1000 else f"{value:,.0f}"


@dataclass(frozen=True)
class Table:
    """Numbers in rows: equal keys in each."""

    title: str
    rows: Sequence[Mapping[str, Any]]

    @classmethod
    def of_law(
        cls, title: str, law: Law[int], columns: tuple[str, str, str], numbers: Iterable[int] | None = None
    ) -> Table:
        """A law: numbers (``numbers``, else all that can come), their chances, or so much or more."""
        number, chance, or_more = columns
        known = law.ways if numbers is None else numbers
        return cls(title, [{number: n, chance: law[n], or_more: law.at_least(n)} for n in known])

    def frame(self) -> pd.DataFrame:
        """A table of pandas, fractions as floats."""
        import pandas as pd

        return pd.DataFrame([{key: _plain(value) for key, value in row.items()} for row in self.rows])


@dataclass(frozen=True)
class Answer:
    """What a question has to say."""

    title: str
    """The question in words, with what it was asked about."""
    numbers: tuple[Number, ...] = ()
    tables: tuple[Table, ...] = ()
    findings: tuple[str, ...] = ()
    """What it comes to, a sentence each."""
    rests_on: tuple[str, ...] = ()
    """Keys of the rulings that matter to it."""


@dataclass(frozen=True, repr=False, kw_only=True)
class Answered(Answer):
    """An answer with what was asked; ``@question`` makes it of the answer."""

    question: str
    """Its ID, as ``VD-Q-05``."""
    readings: Readings
    asked: Mapping[str, Any]
    """The arguments, for its provenance."""

    def __getitem__(self, name: str) -> Number:
        """The number of a field.  Raises ``KeyError``."""
        for number in self.numbers:
            if number.name == name:
                return number
        raise KeyError(f"no number '{name}'; there are: {', '.join(number.name for number in self.numbers)}")

    @property
    def provenance(self) -> dict[str, Any]:
        """Version, question, arguments and readings: what it takes to ask again."""
        return {
            "version": __version__,
            "game": self.readings.game.name,
            "question": self.question,
            "asked": {key: _plain(value) for key, value in self.asked.items()},
            "rulings": {key: self.readings[key] for key in self.rests_on},
        }

    def table(self) -> pd.DataFrame:
        """One row per number: field, meaning, value, exact fraction, ends of the interval, samples."""
        import pandas as pd

        columns = ("name", "meaning", "value", "exact", "low", "high", "trials")
        rows = [{key: getattr(number, key) for key in columns} for number in self.numbers]
        for row in rows:
            row["exact"] = None if row["exact"] is None else str(row["exact"])
        return pd.DataFrame(rows, columns=list(columns))

    def show(self) -> str:
        """The answer as text: numbers, tables, findings, and the rulings that it rests on."""
        lines = [self.title]
        wide = max((len(number.shown()) for number in self.numbers), default=0)
        lines += [f"  {number.shown():>{wide}}  {number.meaning}" for number in self.numbers]
        for one in self.tables:
            lines += ["", one.title, one.frame().to_string(index=False)]
        lines += ["", *self.findings] if self.findings else []
        said = self.readings.said(*self.rests_on)
        lines += ["", *said] if said else []
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON: numbers by field, tables as rows, findings, provenance."""
        return {
            "title": self.title,
            "numbers": {number.name: _number(number) for number in self.numbers},
            "tables": [
                {"title": one.title, "rows": [{k: _plain(v) for k, v in row.items()} for row in one.rows]}
                for one in self.tables
            ],
            "findings": list(self.findings),
            "rulings": self.readings.said(*self.rests_on),
            "provenance": self.provenance,
        }

    def __repr__(self) -> str:
        return self.show()

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td style='text-align:right'>{escape(number.shown())}</td>"
            f"<td style='text-align:left'>{escape(number.meaning)}</td></tr>"
            for number in self.numbers
        )
        tables = "".join(f"<p>{escape(one.title)}</p>{one.frame().to_html(index=False)}" for one in self.tables)
        words = "".join(f"<p>{escape(text)}</p>" for text in (*self.findings, *self.readings.said(*self.rests_on)))
        return f"<p><b>{escape(self.title)}</b></p><table>{rows}</table>{tables}{words}"


def _number(number: Number) -> dict[str, Any]:
    told: dict[str, Any] = {"value": number.value, "meaning": number.meaning}
    if number.exact is not None:
        told["exact"] = str(number.exact)
    if number.trials:
        told |= {"low": number.low, "high": number.high, "trials": number.trials}
    return told


def _plain(value: Any) -> Any:
    """A value as JSON and tables hold it."""
    if isinstance(value, Fraction):
        return float(value)
    return list(value) if isinstance(value, tuple) else value
