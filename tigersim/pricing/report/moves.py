"""What each reading of an unclear rule moves, by the study of all readings that comes with the package.

A reading is *beyond noise* where it moves the price of some unit by more than half a VP beyond reasonable doubt
(``study.rulings``); of the others the largest effect seen is that of chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from tigersim.catalogue.lists import READINGS
from tigersim.catalogue.rulesets import Ruling, ruling
from tigersim.catalogue.words import ENGLISH, labels
from tigersim.pricing.estimate.frames import records
from tigersim.pricing.estimate.mispricing import BAND
from tigersim.pricing.report.findings import Findings

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Moves:
    """What one reading moves, in place of the default."""

    switch: str
    option: str
    units: int
    """How many units it moves beyond noise; 0: none."""
    unit: str
    """The unit that it moves most."""
    effect: float
    """On the price of that unit, VP; where no unit is moved beyond noise, what chance has made of it."""
    low: float | None
    high: float | None
    """The interval of that effect; None where no unit is moved beyond noise."""

    @property
    def beyond_noise(self) -> bool:
        """Whether it moves some unit by more than half a VP beyond reasonable doubt."""
        return self.units > 0

    def said(self, language: str = ENGLISH) -> str:
        """What it moves, in words.  Raises ``UnknownName`` for a language."""
        told = labels("ruling", language)
        if not self.beyond_noise:
            return told["moves_nothing"].format(band=f"{BAND:g}")
        effect, low, high = (f"{number:+.2f}" for number in (self.effect, self.low, self.high))
        phrase = told["moves_more" if self.units > 1 else "moves"]
        return phrase.format(unit=self.unit, effect=effect, low=low, high=high, others=self.units - 1)

    def __str__(self) -> str:
        return self.said()


def moves(of: Ruling | str, found: Findings | None = None) -> dict[str, Moves]:
    """Option -> what it moves, for the readings of a ruling that the study has tried.

    of: a ruling, or its switch.
    found: another study of readings than the one that comes with the package.

    Raises ``SwitchNotFound``.
    """
    switch = of.switch if isinstance(of, Ruling) else ruling(of).switch
    tried = _installed() if found is None else moves_of(found)
    return {option: one for (name, option), one in tried.items() if name == switch}


def moves_of(found: Findings) -> dict[tuple[str, str], Moves]:
    """(Switch, option) -> what it moves, of all readings of a study, those that move most units first."""
    largest = {(row["switch"], row["option"]): row for row in reversed(_by_size(found.tables["moved"]))}
    return {
        (row["switch"], row["option"]): _moves(row, largest.get((row["switch"], row["option"])))
        for row in records(found.tables["rulings"])
    }


def _by_size(moved: pd.DataFrame) -> list[dict[str, Any]]:
    """Prices that are moved, the largest effect first."""
    order = moved["effect"].abs().sort_values(ascending=False, kind="stable").index
    return records(moved.loc[order])


def _moves(row: Mapping[str, Any], most: Mapping[str, Any] | None) -> Moves:
    names = (row["switch"], row["option"])
    if most is None:
        return Moves(*names, 0, row["unit"], row["most"], None, None)
    return Moves(*names, row["units_moved"], most["unit"], most["effect"], most["low"], most["high"])


@cache
def _installed() -> dict[tuple[str, str], Moves]:
    return moves_of(Findings.load(READINGS))
