"""What the pages about units say of each: its address, numbers, costs, verdict, years; the same in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from unicodedata import normalize

from tigersim.catalogue.lists import TO_PRINT
from tigersim.catalogue.price_lists import PriceList
from tigersim.catalogue.printed import Unit
from tigersim.catalogue.profile import Profile, profile
from tigersim.catalogue.service import LAST_YEAR, Service, service
from tigersim.catalogue.units import all_units
from tigersim.catalogue.words import plural
from tigersim.pricing.estimate.frames import records
from tigersim.pricing.estimate.mispricing import VERDICTS
from tigersim.pricing.report.worth import Worth, worth
from tigersim.show.symbols import symbol_of
from tigersim.site.words import Words

FLAGS = ("mg_only", "mg_optional", "forward_only", "wheeled", "amphibious", "anti_air")
"""Notes of a unit that the vocabulary of traits has under the same name."""
OWN_NOTES = ("mortar", "flamethrower", "unarmored")
"""Notes that the vocabulary has not; "units.note_NAME" is what they are called."""


@dataclass(frozen=True, eq=False)
class UnitFacts:
    """One unit.

    slug: the name of its page, ASCII.
    worth: its row of ``Worth.table``, missing values None.
    """

    unit: Unit
    profile: Profile
    slug: str
    worth: Mapping[str, Any]
    service: Service

    @property
    def key(self) -> str:
        """Its unmistakable name, as links to other pages have it."""
        return self.unit.key

    @property
    def symbol(self) -> str:
        """The symbol of its kind, as ``symbols.svg`` names it."""
        return f"unit-{symbol_of(self.unit)}"

    @property
    def verdict(self) -> str:
        """Its verdict as a class of the style sheet and the end of a key: "too-dear"."""
        return slug_of(str(self.worth["verdict"]))

    @property
    def years(self) -> tuple[int, int]:
        """The first and the last year in which it was at the front."""
        return self.service.entered, self.service.left or LAST_YEAR


def slug_of(text: str) -> str:
    """A text as part of an address: ASCII letters and digits in lower case between hyphens."""
    plain = normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


@cache
def unit_facts() -> tuple[UnitFacts, ...]:
    """All historical units, in the order of the lists."""
    rows = records(worth_of_all().table)
    found = []
    for one, row in zip(all_units(), rows, strict=True):
        served = service(one)
        assert served is not None  # each historical unit has its row
        found.append(UnitFacts(one, profile(one), slug_of(f"{one.name} {one.nation}"), row, served))
    return tuple(found)


@cache
def worth_of_all() -> Worth:
    """What all historical units are worth."""
    return worth(*all_units())


@cache
def scale() -> int:
    """Points that make a VP on the list to play by."""
    return PriceList.load(TO_PRINT).scale


def trait_lines(unit: Unit, words: Words) -> Iterator[tuple[str, str]]:
    """What tells a unit from its class, in words: "+", "-" or "" for a note, and what it is called."""
    if unit.improved:
        yield "", words("traits.improved")
    yield from (("+", words(f"traits.{name}")) for name in unit.advantages)
    yield from (("−", words(f"traits.{name}")) for name in unit.disadvantages)
    yield from (("", words(f"traits.{size}_{part}")) for part in ("gun", "armor") if (size := getattr(unit, part)))
    if unit.hull_gun:
        yield "", words(f"units.note_hull_{unit.hull_gun}")
    if unit.howitzer:
        yield "", words("units.note_howitzer")
    yield from (("", words(f"traits.{flag}")) for flag in FLAGS if getattr(unit, flag))
    yield from (("", words(f"units.note_{flag}")) for flag in OWN_NOTES if getattr(unit, flag))
    if unit.machine_guns:
        yield "", plural(unit.machine_guns, words("units.note_machine_guns"))


def traits_in_words(unit: Unit, words: Words) -> list[str]:
    """The same as texts, each sign held to its name."""
    return [f"{sign}\u00a0{name}" if sign else name for sign, name in trait_lines(unit, words)]


def shown(number: float, words: Words, digits: int = 1, *, signed: bool = False) -> str:
    """A number as the language writes it; what rounds to nothing has no sign."""
    value = round(number, digits) or 0.0
    return words.signed(value, digits) if signed and value else words.number(value, digits)


def price_interval(one: UnitFacts, words: Words) -> str:
    """The price with its 95% interval: "8.1 (7.9 to 8.2)"."""
    price, low, high = (shown(one.worth[name], words) for name in ("price", "price_low", "price_high"))
    return f"{price} ({words('units.interval', low=low, high=high)})"


def percent(share: float, words: Words) -> str:
    """A chance in whole percent; what is neither never nor always is never written so."""
    return f"{shown(_percentage(share), words, 0)}%"


def _percentage(share: float) -> float:
    """Between 1 and 99 for what is possible and not certain."""
    if 0 < share < 0.005:
        return 1
    return 99 if 0.995 <= share < 1 else 100 * share


def service_words(known: Service, words: Words) -> str:
    """Years and fronts."""
    when = (
        words("units.years_from", entered=known.entered)
        if known.left is None
        else words("units.years", entered=known.entered, left=known.left)
    )
    return f"{when}: {', '.join(words(f'units.front_{front}') for front in known.fronts)}"


def verdict_keys() -> tuple[str, ...]:
    """The verdicts as ends of keys, in their order."""
    return tuple(slug_of(one) for one in VERDICTS)
