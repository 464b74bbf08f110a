"""Rulesets: one way of reading the rules, as a choice for each of the 155 switches.

Where the rulebook is silent or garbled, ``data/rulings.csv`` names the ruling (AMB-nn), the default reading and the
alternatives; ``reading_words`` has them in sentences.  A ``RuleSet`` holds the chosen options; it is a small frozen
value that can be a dictionary key.

Each edition is a ruleset, ``paper_tigers_2`` and ``paper_tigers_1``; its file also names the questions that it does not
ask, so that no choice is ever without effect.
"""

from __future__ import annotations

import csv
from collections import namedtuple
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from tigersim.catalogue.words import ENGLISH, book, rule_words
from tigersim.errors import (
    DataError,
    InvalidValue,
    NotModelled,
    RuleForbids,
    RuleSetNotFound,
    SwitchNotFound,
    UnknownName,
    brief,
    literal,
)
from tigersim.files.documents import is_file, toml_of
from tigersim.given import check_name_or_file, check_text, is_whole
from tigersim.rules.switches import SWITCHES, Edition

DATA = Path(__file__).resolve().parent / "data"
RULINGS_CSV = DATA / "rulings.csv"
RULESETS_FOLDER = DATA / "rulesets"

FILE_KEYS = ("base", "edition", "switches", "title")
EDITIONS_PLAYED = (2, 1)
"""The editions in the order of their codes."""
make_tuple: Any = namedtuple  # mypy wants field names written out
Readings = make_tuple("Readings", SWITCHES)
"""The edition and the option of every ruling with a choice, each one of its enumeration in ``rules.switches``."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """One open question of the rulebook (AMB-nn), its default reading and the other readings."""

    id: str
    switch: str
    title: str
    default: str
    alternatives: tuple[str, ...]
    live: tuple[str, ...]
    """The alternatives that this version plays; the default is always played."""
    touches: tuple[str, ...]
    """Rule IDs that the answer changes."""
    note: str
    """Why some alternatives are not played yet; empty when all are."""

    @property
    def question(self) -> str:
        """What the rulebook leaves open, in English; ``reading_words`` has the rest and other languages."""
        return str(book("readings")[self.id]["question"])

    @property
    def options(self) -> tuple[str, ...]:
        """All options, the default first; the position of an option is its code."""
        return (self.default, *self.alternatives)

    @property
    def playable(self) -> tuple[str, ...]:
        """The options that a ruleset of this version may choose, the default first."""
        return (self.default, *self.live)


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of one of the package's own tables."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def listed(cell: str) -> tuple[str, ...]:
    """The parts of a cell, which semicolons separate."""
    return tuple(part for part in cell.split(";") if part)


@lru_cache(maxsize=1)
def rulings() -> tuple[Ruling, ...]:
    """All 155 rulings in the order of their IDs."""
    lists = ("alternatives", "live", "touches")
    return tuple(Ruling(**row | {name: listed(row[name]) for name in lists}) for row in rows_of(RULINGS_CSV))


@lru_cache(maxsize=1)
def _by_switch() -> dict[str, Ruling]:
    return {ruling.switch: ruling for ruling in rulings()}


def ruling(switch: str, where: str = "") -> Ruling:
    """The ruling of a switch, as ``ruling("save_success_rule")``.

    ``where`` names the file of the user's that holds the name, for the error's text.  Raises ``SwitchNotFound``.
    """
    found = _by_switch().get(switch)
    if found is None:
        asked = next((one for one in rulings() if one.id == switch.upper()), None)
        advice = "" if asked is None else f"{switch} is answered by the switch {asked.switch}"
        raise SwitchNotFound(switch, _by_switch(), where=where, advice=advice)
    return found


@lru_cache(maxsize=2)
def _unused(edition: int) -> dict[str, tuple[str, str]]:
    """Switch -> (rule ID, why) for the questions that an edition answers itself or cannot ask."""
    name = f"paper_tigers_{edition}.toml"
    table = toml_of(RULESETS_FOLDER / name, name)["unused"]
    return {switch: (rule_id, entry["why"]) for rule_id, entry in table.items() for switch in entry["switches"]}


def _check_option(switch: str, option: object, edition: int, where: str = "") -> str:
    """The option, if ``switch`` has it, the edition asks for it and this version plays it."""
    known, place = ruling(switch, where), f"{where}: " if where else ""
    if not isinstance(option, str):
        problem = f"{literal(option)} is no option; allowed: {', '.join(known.options)}"
        raise DataError(where or "ruleset", None, switch, problem)
    if option not in known.options:
        raise UnknownName(option, known.options, where=where, kind=f"option of {switch}")
    if option not in known.playable:
        reason = f": {known.note}" if known.note else ""
        raise NotModelled(
            f"{place}{switch} = {option} ({known.id}) is not modelled in this version{reason}; "
            f"allowed: {', '.join(known.playable)}"
        )
    if option != known.default and switch in _unused(edition):
        rule_id, why = _unused(edition)[switch]
        problem = f"{switch} = {option} ({known.id}) has no meaning in edition {edition}: {why}"
        raise RuleForbids(rule_id, f"{place}{problem}; allowed: {known.default}")
    return option


@dataclass(frozen=True)
class RuleSet:
    """One complete reading of the rules; two are equal when they play alike.

    Raises ``NotModelled``, ``SwitchNotFound``, ``UnknownName`` and ``RuleForbids`` as ``load`` does.

    ``ruleset.save_success_rule`` is the chosen option of that switch, ``ruleset.readings.save_success_rule`` the same
    as rules compare it, a member of ``rules.switches.SaveSuccessRule``.
    """

    name: str = field(compare=False)
    edition: int
    changes: tuple[tuple[str, str], ...] = ()
    """Pairs (switch, option) where this reading leaves the default, sorted by switch."""

    def __post_init__(self) -> None:
        check_text("name", self.name, "a name for people")
        if not is_whole(self.edition, min(EDITIONS_PLAYED), max(EDITIONS_PLAYED)):
            allowed = ", ".join(map(str, EDITIONS_PLAYED))
            raise NotModelled(f"edition {literal(self.edition)} is not modelled in this version; allowed: {allowed}")
        pairs = self.changes
        if not isinstance(pairs, tuple) or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
            raise InvalidValue("changes", pairs, "pairs (switch, option), as (('front_arc', 'half_plane_180'),)")
        chosen = {switch: _check_option(switch, option, self.edition) for switch, option in pairs}
        changes = sorted((s, o) for s, o in chosen.items() if o != _by_switch()[s].default)
        object.__setattr__(self, "changes", tuple(changes))

    @classmethod
    def load(cls, source: str | Path) -> RuleSet:
        """A named ruleset (``rulesets()`` lists them) or a user's own TOML file.

        Raises ``RuleSetNotFound``, ``SwitchNotFound``, ``UnknownName`` (option), ``NotModelled``, ``RuleForbids`` (an
        option without meaning in the edition) or ``DataError``, each naming the file, the field and what is allowed.
        """
        check_name_or_file("ruleset", source)
        named = RULESETS_FOLDER / f"{source}.toml"
        if isinstance(source, str) and source in rulesets():
            return cls._read(named)
        path = Path(source)
        if path.suffix != ".toml" and not is_file(path):
            raise RuleSetNotFound(str(source), rulesets())
        return cls._read(path)

    @classmethod
    def _read(cls, path: Path) -> RuleSet:
        where = path.name if path.parent == RULESETS_FOLDER else str(path)
        table = toml_of(path, where)
        shipped = path.parent == RULESETS_FOLDER
        for key in table:
            if key not in FILE_KEYS and not (shipped and key == "unused"):
                raise UnknownName(key, FILE_KEYS, where=where, kind="field")
        switches = table.get("switches", {})
        if not isinstance(switches, dict):
            raise DataError(where, None, "switches", "is no table; write [switches], then lines switch = 'option'")
        if "base" in table:
            base = table["base"]
            if base not in rulesets():
                raise RuleSetNotFound(str(base), rulesets(), where=where)
            if "edition" in table:
                raise DataError(where, None, "edition", f"is given by the base ruleset '{brief(base)}'; leave it out")
            start = cls.load(base)
        elif shipped and table.get("edition") in EDITIONS_PLAYED:
            start = cls(path.stem, table["edition"])
        else:
            raise DataError(where, None, "base", f"is missing; allowed: {', '.join(rulesets())}")
        return start._with(switches, path.stem, where)

    def _with(self, switches: Mapping[str, Any], name: str, where: str = "") -> RuleSet:
        found = {switch: _check_option(switch, option, self.edition, where) for switch, option in switches.items()}
        return RuleSet(name, self.edition, tuple({**dict(self.changes), **found}.items()))

    def replace(self, **switches: str) -> RuleSet:
        """A copy with other options: ``ruleset.replace(one_hit_destroys="no_saves")``."""
        return self._with(switches, self.name)

    def asks(self, switch: str) -> bool:
        """Whether the edition leaves this question open; a switch of another one keeps its default."""
        return ruling(switch).switch not in _unused(self.edition)

    def option(self, switch: str) -> str:
        """The chosen option of ``switch``; ``SwitchNotFound`` for an unknown name."""
        default = ruling(switch).default
        return dict(self.changes).get(switch, default)

    def code(self, switch: str) -> int:
        """The chosen option as a number: 0 the default, 1.. the alternatives in their order."""
        return ruling(switch).options.index(self.option(switch))

    @cached_property
    def readings(self) -> Any:
        """Chosen options as rules compare them: ``readings.front_arc == FrontArc.HALF_PLANE_180``."""
        codes = (each(self.code(switch)) for switch, each in SWITCHES.items() if switch != "edition")
        return Readings(Edition(EDITIONS_PLAYED.index(self.edition)), *codes)

    def changed(self) -> dict[str, str]:
        """Switch -> option, only where this reading leaves the default."""
        return dict(self.changes)

    def __getattr__(self, switch: str) -> str:
        if switch not in _by_switch():
            raise AttributeError(str(SwitchNotFound(switch, _by_switch())))
        return self.option(switch)

    def describe(self, language: str = ENGLISH) -> list[dict[str, Any]]:
        """One entry per switch, for tables.

        ``id``, ``switch``, ``title``, ``option``, ``default``, ``playable``, ``question``, ``unused``.  ``playable``
        holds the default alone where the edition does not ask, and ``unused`` says why, else "": in English in brief,
        in other languages as the rule says it.
        """
        unused, asked = _unused(self.edition), book("readings", language)

        def why(switch: str) -> str:
            rule_id, brief = unused[switch]
            return f"{brief} ({rule_id})" if language == ENGLISH else f"{rule_words(rule_id, language)} ({rule_id})"

        return [
            {
                "id": each.id,
                "switch": each.switch,
                "title": each.title,
                "option": self.option(each.switch),
                "default": each.default,
                "playable": [each.default] if each.switch in unused else list(each.playable),
                "question": str(asked[each.id]["question"]),
                "unused": why(each.switch) if each.switch in unused else "",
            }
            for each in rulings()
        ]

    def to_dict(self) -> dict[str, Any]:
        """What provenance keeps; ``from_dict`` reads it back.

        ``name``, ``edition`` and the changed ``switches``.
        """
        return {"name": self.name, "edition": self.edition, "switches": self.changed()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RuleSet:
        """The ruleset that ``to_dict`` wrote; every option is checked again."""
        missing = [key for key in ("name", "edition", "switches") if key not in data]
        if missing:
            raise DataError("ruleset", None, missing[0], "is missing; allowed fields: name, edition, switches")
        return cls(data["name"], data["edition"])._with(data["switches"], data["name"], "ruleset")

    def __str__(self) -> str:
        changes = ", ".join(f"{switch} = {option}" for switch, option in self.changes)
        return f"{self.name} ({changes})" if changes else self.name


@lru_cache(maxsize=1)
def rulesets() -> tuple[str, ...]:
    """Names of the rulesets that come with tigersim, the editions first."""
    names = sorted(path.stem for path in RULESETS_FOLDER.glob("*.toml"))
    names.sort(key=lambda name: (name != "paper_tigers_2", name != "paper_tigers_1"))
    return tuple(names)


DEFAULT = RuleSet.load("paper_tigers_2")
"""Edition II with every ruling at its default: what ``ruleset=None`` means everywhere."""

RuleSetGiven: TypeAlias = "RuleSet | str | Path"
"""A ruleset: the value, its name, or a file."""


def ruleset_of(given: object) -> RuleSet:
    """The ruleset that is meant; None is the standard reading of edition II.

    Raises ``InvalidValue`` and what ``RuleSet.load`` raises.
    """
    if given is None:
        return DEFAULT
    if isinstance(given, RuleSet):
        return given
    if isinstance(given, str | Path):
        return RuleSet.load(given)
    raise InvalidValue("ruleset", given, "a RuleSet, its name or file, or None")
