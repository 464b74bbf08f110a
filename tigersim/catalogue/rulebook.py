"""The rulebook as a table: every rule of both editions, and how far it is carried out.

``data/rulebook.csv`` is kept by hand; ``data/coverage.json`` is made from it, from the registry, as far as something
that users call leads to its functions, and from the markers of the tests (``python -m tests.coverage_table``), so
reading it needs neither the engine nor the tests.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from tigersim.catalogue.rulesets import DATA, Ruling, rows_of, rulings
from tigersim.errors import RuleNotFound

RULEBOOK_CSV = DATA / "rulebook.csv"
COVERAGE_JSON = DATA / "coverage.json"

Status = Literal["implemented", "abstracted", "not modelled"]
STATUSES: tuple[Status, ...] = ("implemented", "abstracted", "not modelled")

LEVELS = {"B": "basic", "X": "extended", "H": "historical", "O": "optional", "S": "scenario", "I": "idea"}
"""Level of a rule -> the layer of the rulebook that it belongs to."""


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """One rule of the rulebook."""

    id: str
    edition: int
    """2 or 1."""
    level: str
    """Key of ``LEVELS``."""
    title: str
    chapter: str
    """Chapter of the rulebook; a file of that name in ``tigersim/rules`` or ``tigersim/core`` is its home."""
    source: str
    """``II`` (Russian) or ``I`` (Dutch), then heading and item as printed there."""
    status: Status
    how: str
    """Abstracted: how; not modelled: why; implemented: its limits, mostly empty."""


@lru_cache(maxsize=1)
def rules() -> tuple[RuleEntry, ...]:
    """All rules in rulebook order: 331 of the second edition, then 51 of the first."""
    return tuple(RuleEntry(**row | {"edition": int(row["edition"])}) for row in rows_of(RULEBOOK_CSV))


def rule_entry(name: str) -> RuleEntry | Ruling:
    """The rule of an ID (``PT-FIRE-07``), or the ruling of an AMB ID or a switch name.

    In upper or lower case.  Raises ``RuleNotFound`` with close matches.
    """
    known: dict[str, RuleEntry | Ruling] = {entry.id: entry for entry in rules()}
    known |= {ruling.id: ruling for ruling in rulings()}
    known |= {ruling.switch: ruling for ruling in rulings()}
    found = known.get(name) or known.get(name.upper()) or known.get(name.lower())
    if found is None:
        raise RuleNotFound(name, known)
    return found


def coverage() -> list[dict[str, Any]]:
    """One entry per rule, with its functions and tests.

    ``id``, ``title``, ``chapter``, ``status``, dotted ``functions``, ``tests`` as file::name.
    """
    table: list[dict[str, Any]] = json.loads(COVERAGE_JSON.read_text(encoding="utf-8"))
    return table
