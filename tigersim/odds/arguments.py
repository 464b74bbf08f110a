"""Reads the arguments of a question: every wrong one is named, with what is allowed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from numbers import Integral
from typing import Any, Self

from tigersim.catalogue.cards import CARDS, card_name, parse_card
from tigersim.catalogue.profile import Profile, profile
from tigersim.catalogue.reading_words import option_words
from tigersim.catalogue.rulesets import RuleSet, ruleset_of
from tigersim.catalogue.units import Unit, unit
from tigersim.errors import CardNotFound, InvalidValue, UnknownName, brief
from tigersim.given import is_number

ASPECTS = {"front": True, "other": False, "side": False, "flank": False, "rear": False}
COVERS = {"none": False, "wood": True, "building": True, "hill": False}
"""Terrain that a unit stands in or on -> whether it gives the terrain's cover die (a hill gives none)."""
TERRAINS = {"none": False, "wood": True, "building": True, "hill": True}
"""Terrain -> whether the Find cover roll has the dice for terrain (PT-COVER-05)."""
FORTIFICATIONS = {"none": 0, "light": 1, "heavy": 2}
WEAPONS = {"main": 0, "hull": 1, "mg": 2, "mortar": 3}
"""The name of each weapon slot of a profile."""
FLAME, NO_SLOT = "flame", -1
"""The name of a flamethrower, whichever slot it stands in."""
MOST_INCHES = 1_000_000
"""Farther than any table reaches."""
OBJECTIVES = {"hit": 0, "destroy": 1}


def read_choice(field: str, value: object, allowed: dict[str, Any]) -> Any:
    """The meaning of one of the ``allowed`` words."""
    if isinstance(value, str) and value in allowed:
        return allowed[value]
    raise InvalidValue(field, value, ", ".join(allowed))


def read_weapon(weapon: object, of: Profile) -> int:
    """The slot of a weapon by name; ``NO_SLOT`` for a flamethrower that is not there."""
    slot: int = read_choice("weapon", weapon, {**WEAPONS, FLAME: NO_SLOT})
    return of.flame.index(1) if slot == NO_SLOT and of.flammable else slot


def read_distance(value: object) -> float:
    """A distance in inches, from zero to ``MOST_INCHES``."""
    if is_number(value, 0, MOST_INCHES):
        return float(value)  # type: ignore[arg-type]
    raise InvalidValue("distance", value, f"a number of inches, 0 or more, up to {MOST_INCHES:,}")


def read_card(value: object) -> int | None:
    """The number, 0 to 51, of a card as ``QH`` or a number; None stands for the whole deck."""
    if value is None:
        return None
    if isinstance(value, str):
        return parse_card(value)
    if isinstance(value, Integral) and not isinstance(value, bool):
        card_name(int(value))
        return int(value)
    raise CardNotFound(str(value), CARDS)


def card_words(number: int | None) -> str:
    """What a card is called in a title; None stands for the whole deck."""
    return "any card" if number is None else card_name(number)


@dataclass(frozen=True, slots=True)
class UnitAsked:
    """A unit with what a question says of it; a subclass has a field for each setting."""

    unit: str | Unit

    @property
    def name(self) -> str:
        """What it is called."""
        return self.unit if isinstance(self.unit, str) else self.unit.name

    @classmethod
    def read(cls, field: str, value: object) -> Self:
        """One of this kind as it is, or a unit of which nothing is said; else ``InvalidValue``."""
        if isinstance(value, cls):
            return value
        if isinstance(value, str | Unit):
            return cls(value)
        raise InvalidValue(field, value, f"the name of a unit, a Unit or a {cls.__name__}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a unit and its settings, as ``"Regulars [ussr]; cover=wood; found-cover"``.

        Raises ``UnknownName`` or ``InvalidValue``.
        """
        readers = {one.name: _READERS[str(one.type)] for one in fields(cls)[1:]}
        unit, *settings = (part.strip() for part in text.split(";"))
        found: dict[str, Any] = {}
        for setting in settings:
            word, equals, value = (part.strip() for part in setting.partition("="))
            field = word.replace("-", "_")
            if field not in readers:
                known = [name.replace("_", "-") for name in readers]
                raise UnknownName(word, known, where=f"'{brief(text)}'", kind="setting")
            if (readers[field] is bool) == bool(equals):
                raise InvalidValue(word, setting, word if readers[field] is bool else f"{word}=VALUE")
            try:
                found[field] = readers[field](value or "yes")
            except ValueError:
                raise InvalidValue(word, value, "a number") from None
        return cls(unit, **found)


_READERS: dict[str, Callable[[str], Any]] = {
    "bool": bool,
    "int": int,
    "str": str,
    "str | None": str,
    "float | None": float,
}
"""How a setting is read, by the type of its field; a truth is a mere word."""


def rests_on(value: object) -> str:
    """What exact odds rest on, in words: the ruleset, and where it leaves the defaults."""
    ruleset = ruleset_of(value)
    others = " ".join(option_words(switch, option) for switch, option in ruleset.changes)
    return f"exact odds, nothing sampled; ruleset {ruleset.name}" + (f", read otherwise: {others}" if others else "")


@dataclass(frozen=True, slots=True, eq=False)
class RuledUnit:
    """A unit under a ruleset: what is printed, and what the dice see."""

    unit: Unit
    ruleset: RuleSet
    readings: Any
    profile: Profile

    @property
    def name(self) -> str:
        """What it is called."""
        return self.unit.name


def told_apart(units: Sequence[Unit]) -> tuple[str, ...]:
    """Names of units, with the nation where two nations have one of that name."""
    nations: dict[str, set[str]] = {}
    for one in units:
        nations.setdefault(one.name, set()).add(one.nation)
    return tuple(one.key if len(nations[one.name]) > 1 else one.name for one in units)


@lru_cache(maxsize=4096)
def _ruled(printed: str | Unit, ruleset: RuleSet) -> RuledUnit:
    one = unit(printed) if isinstance(printed, str) else printed
    return RuledUnit(one, ruleset, ruleset.readings, profile(one, ruleset))


def read_unit(field: str, value: object, ruleset: RuleSet) -> RuledUnit:
    """A unit by name (``"Jeep [usa]"`` where several nations have one) or a ``Unit``."""
    if isinstance(value, str | Unit):
        return _ruled(value, ruleset)
    raise InvalidValue(field, value, "the name of a unit or a Unit")


def read_order(unit: object, card: object, ruleset: object) -> tuple[RuledUnit, int | None]:
    """The unit that a question is about, and the number of its card."""
    number = read_card(card)
    return read_unit("unit", unit, ruleset_of(ruleset)), number


def read_keywords(given: Mapping[str, Any], known: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The keywords ``given``, each other one with its ``known`` default; or ``UnknownName``."""
    for name in given:
        if name not in known:
            raise UnknownName(name, known, where=where, kind="keyword")
    return {**known, **given}
