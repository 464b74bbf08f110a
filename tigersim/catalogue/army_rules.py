"""What an army may be made of: nations, year, front, copies of one unit, number of units, limits by class.

``ArmyRules(nations=("germany",), year=1943, copies=3)`` is one value, which files in TOML hold as well:
``ArmyRules.load("combined_arms")`` reads one that comes along, ``ArmyRules.load("my_club.toml")`` one of your own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from tigersim.catalogue.classes import CLASS_IDS
from tigersim.catalogue.printed import Unit
from tigersim.catalogue.scenario_parts import MOST_UNITS
from tigersim.catalogue.service import FIRST_YEAR, FRONTS, LAST_YEAR, served
from tigersim.errors import DataError, InvalidValue, UnknownName, check_names
from tigersim.files.documents import is_file, toml_of
from tigersim.given import check_name_or_file, is_pair, is_whole, list_of, whole_number

FOLDER = Path(__file__).resolve().parent / "data" / "army_rules"
FIELDS = ("nations", "year", "front", "copies", "sizes", "limit")
"""Fields of a file."""
LIMIT_FIELDS = ("classes", "at_least", "at_most")
SOME_NATIONS = 'nations, as ["germany", "italy"]'
SOME_CLASSES = 'classes, as ["infantry", "recon"]'
ANY_SIZE = (1, MOST_UNITS)
"""Fewest and most units of an army that no rule limits."""


@dataclass(frozen=True, order=True)
class Limit:
    """How many units of some classes an army has, taken together.

    Raises ``UnknownName`` for a class that there is not, ``InvalidValue`` for numbers that contradict each other.
    """

    classes: tuple[str, ...]
    at_least: int = 0
    at_most: int = MOST_UNITS

    def __post_init__(self) -> None:
        if not list_of("limit.classes", self.classes, SOME_CLASSES):
            raise InvalidValue("limit.classes", self.classes, f"a list of {SOME_CLASSES}")
        for name in self.classes:
            if name not in CLASS_IDS:
                raise UnknownName(str(name), CLASS_IDS, where="limit.classes", kind="class")
        object.__setattr__(self, "classes", tuple(sorted(set(self.classes), key=CLASS_IDS.index)))
        for name in ("at_least", "at_most"):
            object.__setattr__(self, name, whole_number(f"limit.{name}", getattr(self, name), 0, MOST_UNITS))
        if self.at_least > self.at_most:
            raise InvalidValue("limit.at_least", self.at_least, f"no more than at_most, {self.at_most}")

    def __str__(self) -> str:
        least = [f"at least {self.at_least}"] if self.at_least else []
        most = [f"at most {self.at_most}"] if self.at_most < MOST_UNITS else []
        return f"{' and '.join(least + most)} of {', '.join(self.classes)}"

    def to_dict(self) -> dict[str, Any]:
        """Its classes, and the numbers that limit anything."""
        least = {"at_least": self.at_least} if self.at_least else {}
        most = {"at_most": self.at_most} if self.at_most < MOST_UNITS else {}
        return {"classes": list(self.classes), **least, **most}


@dataclass(frozen=True)
class ArmyRules:
    """Rules of composition; two are equal when they allow the same armies of the same units.

    nations: whose units, one or several; () = any.
    year: only units in service in that year; None = any.
    front: only units that served there: west, east, mediterranean or pacific; None = any.
    copies: at most so many of one unit; None = as many as there is room for.
    sizes: fewest and most units of the army; None = any number.
    limits: by class; a class stands in one of them at most.

    Units of your own have no service on record and are there in any year and on any front.  Raises ``InvalidValue`` and
    ``UnknownName``; whether a list of units has the nations is asked where armies are drawn.
    """

    nations: tuple[str, ...] = ()
    year: int | None = None
    front: str | None = None
    copies: int | None = None
    sizes: tuple[int, int] | None = None
    limits: tuple[Limit, ...] = ()

    def __post_init__(self) -> None:
        if not all(isinstance(one, str) and one.strip() for one in list_of("nations", self.nations, SOME_NATIONS)):
            raise InvalidValue("nations", self.nations, f"a list of {SOME_NATIONS}")
        object.__setattr__(self, "nations", tuple(sorted({one.strip().casefold() for one in self.nations})))
        if self.year is not None:
            a_year = f"a year from {FIRST_YEAR} to {LAST_YEAR}"
            object.__setattr__(self, "year", whole_number("year", self.year, FIRST_YEAR, LAST_YEAR, a_year))
        if self.front is not None and self.front not in FRONTS:
            raise UnknownName(str(self.front), FRONTS, kind="front")
        if self.copies is not None:
            n = whole_number("copies", self.copies, 1, MOST_UNITS, f"1 to {MOST_UNITS} of one unit")
            object.__setattr__(self, "copies", n)
        if self.copies == MOST_UNITS:
            object.__setattr__(self, "copies", None)
        if self.sizes is not None:
            object.__setattr__(self, "sizes", _sizes(self.sizes))
        for limit in list_of("limits", self.limits, "Limits"):
            if not isinstance(limit, Limit):
                raise InvalidValue("limits", limit, "a list of Limits")
        said = [name for limit in self.limits for name in limit.classes]
        twice = [name for name in said if said.count(name) > 1]
        if twice:
            raise InvalidValue("limit.classes", twice[0], "a class in one limit only; it stands in two")
        binding = sorted(limit for limit in self.limits if limit != Limit(limit.classes))
        object.__setattr__(self, "limits", tuple(binding))

    def __str__(self) -> str:
        """The rules for people."""
        said = [" and ".join(self.nations) or "all nations"]
        said += [f"in service in {self.year}"] if self.year is not None else []
        said += [f"on the front {self.front}"] if self.front is not None else []
        said += [f"at most {self.copies} of one unit"] if self.copies is not None else []
        said += [f"{_units(self.sizes)} in all"] if self.sizes is not None else []
        return "; ".join([*said, *map(str, self.limits)])

    def admits(self, unit: Unit) -> bool:
        """Whether an army may have the unit at all: by nation, year, front and class."""
        if any(unit.type in limit.classes and limit.at_most == 0 for limit in self.limits):
            return False
        return (not self.nations or unit.nation in self.nations) and served(unit, self.year, self.front)

    def limit_of(self, type_: str) -> int:
        """The limit that units of a class stand under, counted from 1; 0 = none."""
        return next((number for number, one in enumerate(self.limits, 1) if type_ in one.classes), 0)

    def faults(self, army: Sequence[Unit]) -> list[str]:
        """What of these rules an army breaks, in words; none if it fulfils them all."""
        kinds = dict.fromkeys(army)
        broken = [f"{one.name} is not of {self._pool()}" for one in kinds if not replace(self, limits=()).admits(one)]
        most = MOST_UNITS if self.copies is None else self.copies
        for one in kinds:
            if army.count(one) > most:
                broken.append(f"{army.count(one)} x {one.name}, and at most {most} of one unit are allowed")
        fewest, largest = self.sizes or ANY_SIZE
        if not fewest <= len(army) <= largest:
            broken.append(f"{_units((len(army),) * 2)}, and {_units((fewest, largest))} are asked for")
        for limit in self.limits:
            n = sum(one.type in limit.classes for one in army)
            if not limit.at_least <= n <= limit.at_most:
                broken.append(f"{n} of {', '.join(limit.classes)}, and {limit} are asked for")
        return broken

    def open_to(self, army: Sequence[Unit], units: Iterable[Unit]) -> list[Unit]:
        """Which of some units may join an army: with each of them it breaks no rule, though it may still be small."""
        growing = replace(self, sizes=(1, (self.sizes or ANY_SIZE)[1]))
        return [one for one in units if not growing.faults([*army, one])]

    def _pool(self) -> str:
        return str(replace(self, copies=None, sizes=None, limits=()))

    def to_dict(self) -> dict[str, Any]:
        """What files and provenance keep: every field that says something."""
        plain = {name: getattr(self, name) for name in ("nations", "year", "front", "copies", "sizes")}
        kept = {name: list(value) if isinstance(value, tuple) else value for name, value in plain.items() if value}
        return kept | ({"limit": [one.to_dict() for one in self.limits]} if self.limits else {})

    def to_toml(self) -> str:
        """The text of a file with these rules, which ``load`` reads back."""
        return "".join(_lines(self.to_dict() or {"nations": []}))

    @classmethod
    def of_dict(cls, data: Mapping[str, Any], where: str = "army_rules") -> ArmyRules:
        """The rules of a file, or what ``to_dict`` gave.

        Raises ``DataError`` and ``UnknownName`` that name ``where``, the field and what is allowed.
        """
        check_fields(data, FIELDS, where)
        given = dict(data)
        tables = given.pop("limit", [])
        if not isinstance(tables, list) or not all(isinstance(table, Mapping) for table in tables):
            raise DataError(where, None, "limit", "is no table; write [[limit]], then classes, at_least and at_most")
        try:
            for table in tables:
                check_fields(table, LIMIT_FIELDS, where)
            limits = tuple(Limit(**{"classes": (), **table}) for table in tables)
            nations = given.pop("nations", ())
            if isinstance(nations, str):  # its letters would be taken for names
                raise InvalidValue("nations", nations, f"a list of {SOME_NATIONS}")
            return cls(tuple(nations), **given, limits=limits)
        except InvalidValue as error:
            raise DataError(where, None, error.field, str(error).removeprefix(f"{error.field} ")) from None
        except UnknownName as error:
            raise UnknownName(error.name, error.allowed, where=where, kind=error.kind) from None
        except TypeError:
            raise DataError(where, None, "nations", 'is no list of names, as ["germany", "italy"]') from None

    @classmethod
    def load(cls, source: str | Path) -> ArmyRules:
        """Rules by name (``army_rules()`` lists them) or from a TOML file of your own.

        Raises ``UnknownName``, or ``DataError`` naming the file, the field and what is wrong with it.
        """
        check_name_or_file("army rules", source)
        if isinstance(source, str) and source in army_rules():
            return cls.of_dict(toml_of(FOLDER / f"{source}.toml"), f"{source}.toml")
        path = Path(source)
        if path.name == str(source) and path.suffix != ".toml" and not is_file(path):
            raise UnknownName(str(source), army_rules(), kind="army rules")
        found = toml_of(path)
        if not found:
            raise DataError(str(path), None, None, f"says nothing; give one of {', '.join(FIELDS)}")
        return cls.of_dict(found, str(path))


@lru_cache(maxsize=1)
def army_rules() -> tuple[str, ...]:
    """Names of the rules that come with tigersim."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def check_fields(data: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    """Raises ``UnknownName`` for a field that such a table does not have."""
    for name in data:
        if name not in known:
            raise UnknownName(name, known, where=where, kind="field")


def _sizes(given: Any) -> tuple[int, int] | None:
    """Fewest and most units; None where they allow any number."""
    if not is_pair(given, 1, MOST_UNITS) or given[0] > given[1]:
        allowed = f"fewest and most units of an army, within 1 to {MOST_UNITS}, as [6, 12]"
        raise InvalidValue("sizes", given, allowed)
    fewest, most = map(int, given)
    return None if (fewest, most) == ANY_SIZE else (fewest, most)


def _units(sizes: tuple[int, int]) -> str:
    """A number of units in words, from the fewest to the most."""
    fewest, most = sizes
    return f"{most} unit{'' if most == 1 else 's'}" if fewest == most else f"{fewest} to {most} units"


def _lines(data: Mapping[str, Any]) -> list[str]:
    """A table as lines of TOML; lists of names, numbers and names are written as in JSON."""
    lines = []
    for name, value in data.items():
        if name == "limit":
            for table in value:
                lines += ["\n[[limit]]\n", *_lines(table)]
        else:
            lines.append(f"{name} = {json.dumps(value)}\n")
    return lines


# --- the rules of two sides ------------------------------------------------------------------------------------------

OneSide: TypeAlias = "ArmyRules | str | Path | Mapping[str, Any]"
"""Rules of one side: the value, a name, a file, or what ``to_dict`` gives."""
BothSides: TypeAlias = "OneSide | Sequence[OneSide] | None"
"""Rules of both sides alike, or of either; None = any units at all."""
TwoRules: TypeAlias = tuple[ArmyRules, ArmyRules]
NO_RULES = ArmyRules()


def two_rules(given: BothSides) -> TwoRules | None:
    """The rules of two sides; None where neither has any.

    Raises ``InvalidValue`` for anything but one or two, and what ``ArmyRules.load`` raises.
    """
    if given is None:
        return None
    sides = list(given) if isinstance(given, Sequence) and not isinstance(given, str) else [given]
    if not 1 <= len(sides) <= 2:
        raise InvalidValue("army_rules", f"{len(sides)} rules", "those of both sides, or of either")
    one, other = (army_rules_of(side) for side in (sides[0], sides[-1]))
    return None if one == other == NO_RULES else (one, other)


def army_rules_of(given: OneSide) -> ArmyRules:
    """The rules that are meant.  Raises ``InvalidValue`` and what ``ArmyRules`` raises."""
    if isinstance(given, ArmyRules):
        return given
    if isinstance(given, Mapping):
        return ArmyRules.of_dict(given)
    if isinstance(given, str | Path):
        return ArmyRules.load(given)
    raise InvalidValue("army_rules", given, "ArmyRules, a name, a file, or a dictionary")


def check_fulfilled(two: TwoRules | None, armies: Sequence[Sequence[Unit]]) -> None:
    """Raises ``InvalidValue`` for armies, side a first, that break their rules, with all that they break."""
    for side, rules, army in zip("ab", two or (), armies, strict=False):
        broken = rules.faults(army)
        if broken:
            raise InvalidValue(f"army {side}", "; ".join(broken), str(rules))


def in_words(two: TwoRules) -> str:
    """The rules of two sides for people."""
    one, other = map(str, two)
    return one if one == other else f"{one}, against {other}"


def rules_of_texts(
    texts: Mapping[str, str | int | None], sign: str = "", units: Sequence[Unit] | None = None
) -> TwoRules | None:
    """The rules of two sides from the texts of options.

    texts: as ``{"nation": "germany,ussr", "year": 1943}``.  ``nation``, ``year``, ``front`` and ``army_rules`` have one
    value for both sides, or two with a comma between them; nations of one side are joined by a plus.  What is said by
    the first three stands in place of what the rules of ``army_rules`` say.  ``sign``: what stands before the name of
    an option in errors.  ``units``: those whose nations there are; None = any.  Raises ``InvalidValue``,
    ``UnknownName``, and what ``ArmyRules.load`` raises.
    """
    check_names(texts, TEXTS, "option of armies")
    said = {name: _two(sign + name.replace("_", "-" if sign == OPTION else "_"), text) for name, text in texts.items()}
    sides = []
    for side in range(2):
        own = {name: values[side] for name, values in said.items() if values}
        rules = ArmyRules.load(own["army_rules"]) if "army_rules" in own else NO_RULES
        if "nation" in own:
            rules = replace(rules, nations=tuple(own["nation"].split("+")))
            known = rules.nations if units is None else dict.fromkeys(one.nation for one in units)
            for nation in rules.nations:
                if nation not in known:
                    raise UnknownName(nation, known, where=f"{sign}nation", kind="nation")
        if "year" in own:
            rules = replace(rules, year=_year(sign, own["year"]))
        if "front" in own:
            rules = replace(rules, front=_front(sign, own["front"]))
        sides.append(rules)
    return two_rules(sides)


TEXTS = ("nation", "year", "front", "army_rules")
OPTION = "--"
"""What stands before the name of an option on the command line."""


def _two(option: str, text: str | int | None) -> tuple[str, str] | None:
    if text is None:
        return None
    values = [value.strip() for value in str(text).split(",")]
    if not 1 <= len(values) <= 2 or not all(values):
        raise InvalidValue(option, text, "one value for both sides, or two with a comma between them")
    return values[0], values[-1]


def _year(sign: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and is_whole(int(text[:5]), FIRST_YEAR, LAST_YEAR)):
        raise InvalidValue(f"{sign}year", text, f"a year from {FIRST_YEAR} to {LAST_YEAR}")
    return int(text)


def _front(sign: str, text: str) -> str:
    if text not in FRONTS:
        raise UnknownName(text, FRONTS, where=f"{sign}front", kind="front")
    return text
