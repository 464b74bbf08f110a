"""The companion games as tables: rules, rulings where a source breaks off, and readings.

A game is a folder ``data/companions/NAME`` with ``game.toml`` (title, prefix of its IDs, what it is), ``rulebook.csv``,
``rulings.csv`` and ``coverage.json``, which is made (``python -m tests.coverage_table``), and a module or package
``tigersim.companions.NAME`` with its questions.  A folder that is added is found by itself.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from tigersim.catalogue.rulebook import STATUSES, Status
from tigersim.catalogue.rulesets import DATA, listed, rows_of
from tigersim.errors import DataError, InvalidValue, RuleNotFound, UnknownName, brief

FOLDER = DATA / "companions"

NONE = "none"
"""An option of a number: no limit, or not known."""

KINDS = ("choice", "whole", "chance")
"""What a ruling settles: one of several readings, a whole number from 0, or a probability."""


class GameNotFound(UnknownName):
    kind = "game"


@dataclass(frozen=True, slots=True)
class GameRule:
    """One rule of a companion game."""

    id: str
    title: str
    chapter: str
    source: str
    """Heading and lines of the source text."""
    status: Status
    how: str
    """Abstracted: how; not modelled: why; implemented: its limits, mostly empty."""


@dataclass(frozen=True, slots=True)
class GameRuling:
    """What is assumed where the source is silent, unclear or breaks off."""

    id: str
    key: str
    """Its name in readings; empty where there is nothing to choose."""
    kind: str
    """One of ``KINDS``."""
    default: str
    alternatives: tuple[str, ...]
    """Choice: the other options that are played; a number: "none", if that is allowed."""
    question: str
    """What the source leaves open."""
    why: str

    @property
    def options(self) -> tuple[str, ...]:
        """The default, then the others."""
        return (self.default, *self.alternatives)


@dataclass(frozen=True)
class Game:
    """A companion game: what is known of its rulebook."""

    name: str
    """Name of its folder and module, as ``victory_day``."""
    title: str
    prefix: str
    """First letters of its IDs."""
    about: str
    source: str
    """Which text it rests on, and where that breaks off."""

    @property
    def command(self) -> str:
        """Its name on the command line, as ``victory-day``."""
        return self.name.replace("_", "-")

    @property
    def folder(self) -> Path:
        """Where its tables lie."""
        return FOLDER / self.name

    @cached_property
    def rules(self) -> tuple[GameRule, ...]:
        """All its rules in the order of the source.  Raises ``DataError`` for a faulty line."""
        found = []
        for number, row in enumerate(rows_of(self.folder / "rulebook.csv"), start=2):
            where, status = f"{self.name}/rulebook.csv", row["status"]
            if status not in STATUSES:
                raise DataError(where, number, "status", _among(status, STATUSES))
            if status != "implemented" and not row["how"]:
                raise DataError(where, number, "how", f"empty: it says why the rule is {status}")
            found.append(GameRule(**row))
        return tuple(found)

    @cached_property
    def rulings(self) -> tuple[GameRuling, ...]:
        """All its rulings.  Raises ``DataError`` for a faulty line."""
        found = []
        for number, row in enumerate(rows_of(self.folder / "rulings.csv"), start=2):
            if row["kind"] not in KINDS:
                raise DataError(f"{self.name}/rulings.csv", number, "kind", _among(row["kind"], KINDS))
            found.append(GameRuling(**row | {"alternatives": listed(row["alternatives"])}))
        return tuple(found)

    @cached_property
    def by_key(self) -> dict[str, GameRuling]:
        """The rulings that may be changed, by name."""
        return {ruling.key: ruling for ruling in self.rulings if ruling.key}

    @property
    def entries(self) -> tuple[GameRule | GameRuling, ...]:
        """Rules, then rulings."""
        return (*self.rules, *self.rulings)

    def entry(self, name: str) -> GameRule | GameRuling:
        """The rule or ruling of an ID or key.  Raises ``RuleNotFound``."""
        known = {one.id: one for one in self.entries}
        found = known.get(name.upper()) or self.by_key.get(name.lower())
        if found is None:
            raise RuleNotFound(name, [*known, *self.by_key])
        return found

    def table(self, name: str) -> list[dict[str, str]]:
        """The rows of one of its tables, as ``units`` for ``units.csv``."""
        return rows_of(self.folder / f"{name}.csv")

    def coverage(self) -> list[dict[str, Any]]:
        """One entry per rule with its functions and tests; none before the table has been made.

        ``id``, ``title``, ``chapter``, ``status``, dotted ``functions``, ``tests``.
        """
        path = self.folder / "coverage.json"
        table: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
        return table


@dataclass(frozen=True)
class Readings:
    """How the open points of a companion game are read: ``readings["max_redeals"]``."""

    game: Game
    changes: tuple[tuple[str, str], ...] = ()
    """Pairs (key, option) where this reading leaves the default, sorted by key."""
    _values: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, game: Game, changes: Mapping[str, object] | None = None) -> Readings:
        """The default readings with some changed.

        Raises ``UnknownName`` and ``InvalidValue``.
        """
        if changes is not None and not isinstance(changes, Mapping):
            raise InvalidValue("readings", changes, "options of rulings by their keys, as {'max_redeals': 2}")
        asked = {key: str(option) for key, option in (changes or {}).items()}
        for key, option in asked.items():
            if key not in game.by_key:
                raise UnknownName(key, game.by_key, kind="switch")
            _check(game.by_key[key], option)
        values = {key: asked.get(key, ruling.default) for key, ruling in game.by_key.items()}
        changed = tuple(sorted((key, value) for key, value in asked.items() if value != game.by_key[key].default))
        return cls(game, changed, values)

    def __getitem__(self, key: str) -> str:
        """The option chosen.  Raises ``UnknownName``."""
        if key not in self._values:
            raise UnknownName(key, self._values, kind="switch")
        return self._values[key]

    def number(self, key: str) -> int | None:
        """The whole number chosen; None for "none"."""
        return None if self[key] == NONE else int(self[key])

    def flag(self, key: str) -> bool:
        """Whether "true" was chosen."""
        return self[key] == "true"

    def option(self, key: str) -> int:
        """The option chosen as rules take it: 1 and 0 for true and false, else its place."""
        chosen = self[key]
        return int(chosen == "true") if chosen in ("true", "false") else self.game.by_key[key].options.index(chosen)

    def chance(self, key: str) -> Fraction | None:
        """The probability chosen; None for "none"."""
        return None if self[key] == NONE else Fraction(self[key])

    def said(self, *keys: str) -> list[str]:
        """A sentence for each ruling that an answer rests on, as it is no rule of the source."""
        told = []
        for key in keys:
            ruling = self.game.by_key[key]
            chosen = "" if self[key] == ruling.default else f" (the default is {ruling.default})"
            told.append(f"{ruling.id} is a ruling, not a rule of the source: {key} = {self[key]}{chosen}")
        return told


def _among(value: str, allowed: Sequence[str]) -> str:
    return f"'{brief(value)}'; allowed: {', '.join(allowed)}"


def _check(ruling: GameRuling, option: str) -> None:
    """Raise ``UnknownName`` or ``InvalidValue`` for an option that a ruling does not have."""
    if option in ruling.options:
        return
    if ruling.kind == "choice":
        raise UnknownName(option, ruling.options, kind=f"option of {ruling.key}")
    allowed = "a whole number from 0" if ruling.kind == "whole" else "a probability from 0 to 1, as 2/3 or 0.6"
    if NONE in ruling.options:
        allowed += ", or none"
    try:
        value = Fraction(option)
    except (ValueError, ZeroDivisionError):
        raise InvalidValue(ruling.key, option, allowed) from None
    if value < 0 or (ruling.kind == "whole" and value.denominator != 1) or (ruling.kind == "chance" and value > 1):
        raise InvalidValue(ruling.key, option, allowed)


@cache
def games() -> dict[str, Game]:
    """All companion games by name."""
    found = {}
    for path in sorted(FOLDER.glob("*/game.toml")):
        with path.open("rb") as file:
            found[path.parent.name] = Game(name=path.parent.name, **tomllib.load(file))
    return found


def game(name: str) -> Game:
    """The game of a name (``victory_day`` or ``victory-day``).  Raises ``GameNotFound``."""
    found = games().get(name.lower().replace("-", "_").replace(" ", "_"))
    if found is None:
        raise GameNotFound(name, [one.command for one in games().values()])
    return found
