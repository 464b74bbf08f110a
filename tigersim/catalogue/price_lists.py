"""Lists to play by: what units cost and score, in place of the printed costs.

``PriceList.load("to_play")`` reads one that comes along, ``PriceList.load("mine.toml")`` one of your own.  A list may
count finer than in victory points: with a ``scale`` of 10 ten points make one VP of the rulebook.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from tigersim.catalogue.army_rules import ArmyRules, army_rules_of, check_fields
from tigersim.catalogue.printed import Unit
from tigersim.catalogue.profile import profile
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import AmbiguousUnit, all_units, generic_units, unit
from tigersim.errors import DataError, InvalidValue, UnitNotFound, UnknownName
from tigersim.files.atomic import write_whole
from tigersim.files.documents import is_file, is_folder, toml_of
from tigersim.given import check_name_or_file, is_whole, whole_number

FOLDER = Path(__file__).resolve().parent / "data" / "price_lists"
FIELDS = ("title", "scale", "scores", "army_rules", "about", "points")
"""Fields of a file, in their order."""
SCORES = ("points", "printed")
"""What the enemy scores who destroys a unit: its points on the list, or what the rulebook prints, times the scale."""
IN_FOLDER = "price_list.toml"
"""The list in the folder of a study of kind "list"."""
OF_A_NATION = re.compile(r"\S.* \[[^\[\]]+\]")
"""What the key of a unit looks like."""
MOST_SCALE = 100
MOST_POINTS = 1000
"""The dearest unit of a list: scores of a battle are kept in 16 bits."""


@dataclass(frozen=True)
class PriceList:
    """What units cost: points by unit, as ``ts.unit`` reads it; ``points`` holds them by their keys.

    title: a name for people.
    scale: points that make one VP of the rulebook, 1 to 100; markers, goals and scores to be reached are multiplied.
    scores: "points", or "printed" where a destroyed unit scores what the rulebook prints.
    army_rules: what armies the list was made for, in words of ``ArmyRules``; None = any.
    about: where it comes from.

    A unit that is not on the list costs ``scale`` times its printed cost.  A list may hold units of your own by their
    keys, ``"NAME [nation]"``; whether there are such units is asked where a list is used (``check_units``).  Raises
    ``InvalidValue``, ``UnknownName``, and ``UnitNotFound`` for a name without a nation that no unit has.
    """

    title: str
    points: Mapping[str, int]
    scale: int = 1
    scores: str = SCORES[0]
    army_rules: ArmyRules | None = None
    about: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.title, str) or not self.title.strip():
            raise InvalidValue("title", self.title, "a name for people")
        scale = whole_number("scale", self.scale, 1, MOST_SCALE, f"1 to {MOST_SCALE} points to a VP")
        if self.scores not in SCORES:
            raise UnknownName(str(self.scores), SCORES, where="scores", kind="way to score")
        if not isinstance(self.points, Mapping) or not self.points:
            raise InvalidValue("points", self.points, "points by unit key, as in {'M4 Sherman [usa]': 40}")
        if not isinstance(self.about, Mapping):
            raise InvalidValue("about", self.about, "where it comes from, as {'from': 'our club'}")
        points: dict[str, int] = {}
        for name, given in self.points.items():
            key = _key(name)
            if key in points:
                raise InvalidValue(f"points of '{name}'", given, f"one number for a unit, and {key} has {points[key]}")
            points[key] = whole_number(f"points of '{name}'", given, 1, MOST_POINTS)
        if self.army_rules is not None:
            object.__setattr__(self, "army_rules", army_rules_of(self.army_rules))
        object.__setattr__(self, "scale", scale)
        object.__setattr__(self, "points", MappingProxyType(dict(sorted(points.items()))))
        object.__setattr__(self, "about", MappingProxyType(dict(self.about)))

    def __hash__(self) -> int:
        return hash((self.title, self.scale, self.scores, tuple(self.points.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.to_dict(),)

    def cost(self, unit: Unit, ruleset: RuleSet | None = None) -> int:
        """What a unit costs, points."""
        return self.points.get(unit.key, self.scale * profile(unit, ruleset).cost)

    def score(self, unit: Unit, ruleset: RuleSet | None = None) -> int:
        """What the enemy scores who destroys it, points."""
        printed = profile(unit, ruleset)
        if self.scores == SCORES[1] or unit.key not in self.points:
            return self.scale * printed.score
        return self.points[unit.key]

    def rules_for(self, rules: ArmyRules | None) -> ArmyRules | None:
        """Rules of an army bought by the list: the limits that it was made for, where ``rules`` name none of their own.

        Nations, year and front of ``rules`` hold in any case.
        """
        if self.army_rules is None or (rules is not None and (rules.copies or rules.sizes or rules.limits)):
            return rules
        said = {} if rules is None else {name: getattr(rules, name) for name in ("nations", "year", "front")}
        return replace(self.army_rules, **{name: value for name, value in said.items() if value})

    def largest_changes(self, changes: int, ruleset: RuleSet | None = None) -> PriceList:
        """The list that keeps what is printed but for its ``changes`` largest changes.

        Of changes of one size those that stand first in the order of keys are kept.  Raises ``InvalidValue``.
        """
        if not is_whole(changes, 1, len(self.points)):
            raise InvalidValue("changes", changes, f"1 to {len(self.points)} units of the list")
        printed = {one.key: self.scale * profile(one, ruleset).cost for one in all_units() if one.key in self.points}
        order = sorted(self.points, key=lambda key: -abs(self.points[key] - printed.get(key, self.points[key])))
        kept = {key: self.points[key] for key in order[:changes]}
        return replace(self, title=f"{self.title}: the {changes} largest changes", points=kept)

    def total(self, army: Sequence[Unit], ruleset: RuleSet | None = None) -> int:
        """What an army costs, points."""
        return sum(self.cost(unit, ruleset) for unit in army)

    def to_dict(self) -> dict[str, Any]:
        """What files and provenance keep; ``of_dict`` reads it back."""
        rules = {} if self.army_rules is None else {"army_rules": self.army_rules.to_dict()}
        about = {"about": dict(self.about)} if self.about else {}
        plain = {"title": self.title, "scale": self.scale, "scores": self.scores}
        return {**plain, **rules, **about, "points": dict(self.points)}

    @classmethod
    def of_dict(cls, data: Mapping[str, Any], where: str = "price list") -> PriceList:
        """The list of a file, or what ``to_dict`` gave.

        Raises ``DataError`` and ``UnknownName`` that name ``where``, the field and what is allowed.
        """
        check_fields(data, FIELDS, where)
        given = dict(data)
        for name in ("title", "points"):
            if name not in given:
                raise DataError(where, None, name, "is missing")
        for name in ("points", "about", "army_rules"):
            if not isinstance(given.get(name, {}), Mapping):
                raise DataError(where, None, name, f"is no table; write [{name}]")
        if "army_rules" in given:
            given["army_rules"] = ArmyRules.of_dict(given["army_rules"], where)
        try:
            return cls(**given)
        except InvalidValue as error:
            raise DataError(where, None, error.field, str(error).removeprefix(f"{error.field} ")) from None
        except AmbiguousUnit as error:
            raise DataError(where, None, "points", str(error)) from None
        except UnknownName as error:
            raise type(error)(error.name, error.allowed, where=where, kind=error.kind) from None

    @classmethod
    def load(cls, source: str | Path) -> PriceList:
        """A list by name, from a TOML file, or of the folder of a study.

        ``price_lists()`` says which names there are.

        Raises ``UnknownName``, or ``DataError`` naming the file, the field and what is wrong with it.
        """
        check_name_or_file("price list", source)
        if isinstance(source, str) and source in price_lists():
            return cls.of_dict(toml_of(FOLDER / f"{source}.toml"), f"{source}.toml")
        path = Path(source)
        if is_folder(path):
            path /= IN_FOLDER
            if not is_file(path):
                problem = f"holds no list to play by ({IN_FOLDER}), as studies of kind 'list' do"
                raise DataError(str(path.parent), None, None, problem)
        if path.name == str(source) and path.suffix != ".toml" and not is_file(path):
            raise UnknownName(str(source), price_lists(), kind="price list")
        return cls.of_dict(toml_of(path), str(path))

    def save(self, path: str | Path) -> Path:
        """Write the file that ``load`` reads.  Raises ``RunError`` where it cannot be written."""
        place = Path(path)
        text = "".join(_lines(self.to_dict()))
        write_whole(place, lambda file: file.write_text(text, encoding="utf-8"))
        return place


def _key(name: object) -> str:
    """The key of a unit of a list; what may be the key of a unit of your own stays as it is."""
    if name in _keys():
        return str(name)
    try:
        return unit(name).key  # type: ignore[arg-type]
    except AmbiguousUnit:
        raise
    except UnknownName:
        if OF_A_NATION.fullmatch(str(name)):
            return str(name)
        raise


def check_units(price_list: PriceList | None, units: Iterable[Unit]) -> None:
    """Raises ``UnitNotFound`` for a unit of a list that is neither in the catalogue nor among these ``units``."""
    if price_list is None or price_list.points.keys() <= _keys():
        return
    there = {*_keys(), *(one.key for one in units)}
    for key in price_list.points:
        if key not in there:
            raise UnitNotFound(key, there, where=f"the price list '{price_list.title}'")


@lru_cache(maxsize=1)
def _keys() -> frozenset[str]:
    return frozenset(one.key for one in (*all_units(), *generic_units()))


ListGiven: TypeAlias = "PriceList | str | Path | Mapping[str, Any]"
"""A list: the value, a name, a file, or what ``to_dict`` gives."""


def scale_of(price_list: PriceList | None) -> int:
    """Points that make a VP; None = the printed costs."""
    return 1 if price_list is None else price_list.scale


def counted_in(scale: int) -> str:
    """What scores and costs are called where so many points make a VP: "VP", or "points"."""
    return "VP" if scale == 1 else "points"


@lru_cache(maxsize=1)
def price_lists() -> tuple[str, ...]:
    """Names of the lists to play by that come with tigersim."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def price_list_of(given: ListGiven | None) -> PriceList | None:
    """The list that is meant; None = the printed costs.

    Raises ``InvalidValue`` and what ``PriceList`` raises.
    """
    if given is None or isinstance(given, PriceList):
        return given
    if isinstance(given, Mapping):
        return PriceList.of_dict(given)
    if isinstance(given, str | Path):
        return PriceList.load(given)
    raise InvalidValue("price_list", given, "a PriceList, a name, a file, or a dictionary")


def _made(data: Mapping[str, Any]) -> PriceList:
    return PriceList.of_dict(data)


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    """The list as lines of TOML: plain values first, then its tables."""
    yield from (_line(name, value) for name, value in data.items() if not isinstance(value, Mapping))
    for name, table in data.items():
        if isinstance(table, Mapping):
            yield f"\n[{name}]\n"
            limits = table.get("limit", ()) if name == "army_rules" else ()
            yield from (_line(key, value) for key, value in table.items() if not (limits and key == "limit"))
            for limit in limits:
                yield f"\n[[{name}.limit]]\n"
                yield from (_line(key, value) for key, value in limit.items())


def _line(name: str, value: Any) -> str:
    key = name if name.replace("_", "").isalnum() and name.isascii() else json.dumps(name, ensure_ascii=False)
    return f"{key} = {json.dumps(value, ensure_ascii=False)}\n"
