"""Names that a shell completes: read from the printed tables alone, which is quick."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from pathlib import Path

from tigersim.core.play.compiled_players import POLICIES as PLAYERS

DATA = Path(__file__).resolve().parent.parent / "catalogue" / "data"

FAMILIES = ("mixed", "open", "wooded", "village", "river", "beach", "position", "withdrawal")
MARKERS = ("none", "standard")
SUPPORT = ("none", "barrages", "air strikes", "both")
STATUSES = ("implemented", "abstracted", "not modelled")
BEFORE_A_UNIT = re.compile(r"(?:.*,)?\s*(?:\d+\s*x\s+)?")
"""What stands in an army before the unit that is being written: other units, and how many of this one."""


def _column(file: str, column: str) -> list[str]:
    with (DATA / file).open(encoding="utf-8", newline="") as lines:
        return [row[column] for row in csv.DictReader(lines)]


def _beginning(names: list[str] | tuple[str, ...], incomplete: str) -> list[str]:
    """Those that begin like it, upper and lower case alike, each once."""
    return [name for name in dict.fromkeys(names) if name.casefold().startswith(incomplete.casefold())]


def units(incomplete: str) -> list[str]:
    """Names of historical units, with their nation where several share one."""
    named = list(zip(_column("units.csv", "name"), _column("units.csv", "nation"), strict=True))
    several = Counter(name for name, _ in named)
    return _beginning([f"{name} [{nation}]" if several[name] > 1 else name for name, nation in named], incomplete)


def armies(incomplete: str) -> list[str]:
    """An army as far as it is written, with the last unit completed: ``3 x M4 Sherman, Jee``."""
    found = BEFORE_A_UNIT.match(incomplete)
    before = found[0] if found else ""
    return [before + name for name in units(incomplete[len(before) :])]


def players(incomplete: str) -> list[str]:
    """One player, or the second after a comma."""
    before, comma, last = incomplete.rpartition(",")
    return [before + comma + name for name in _beginning(PLAYERS, last)]


def rules(incomplete: str) -> list[str]:
    """IDs of rules and of rulings, and names of switches."""
    known = [*_column("rulebook.csv", "id"), *_column("rulings.csv", "id"), *_column("rulings.csv", "switch")]
    return _beginning(known, incomplete)


def switches(incomplete: str) -> list[str]:
    """``SWITCH=``, and behind the sign of equality the options."""
    switch, equals, option = incomplete.partition("=")
    if not equals:
        return [f"{name}=" for name in _beginning(_column("rulings.csv", "switch"), switch)]
    answers = ("default", "alternatives")
    columns = [_column("rulings.csv", column) for column in ("switch", *answers)]
    for name, default, others in zip(*columns, strict=True):
        if name == switch:
            return [f"{name}={one}" for one in _beginning([default, *filter(None, others.split(";"))], option)]
    return []


def rulesets(incomplete: str) -> list[str]:
    """Rulesets of this version."""
    return _beginning(sorted(path.stem for path in (DATA / "rulesets").glob("*.toml")), incomplete)


def classes(incomplete: str) -> list[str]:
    """Classes of units, as in medium_tank."""
    return _beginning(list(tomllib.loads((DATA / "classes.toml").read_text(encoding="utf-8"))["class"]), incomplete)


def traits(incomplete: str) -> list[str]:
    """Advantages, disadvantages and notes."""
    return _beginning(list(tomllib.loads((DATA / "traits.toml").read_text(encoding="utf-8"))), incomplete)


def nations(incomplete: str) -> list[str]:
    """Nations of historical units."""
    return _beginning(_column("units.csv", "nation"), incomplete)


def chapters(incomplete: str) -> list[str]:
    """Chapters of the rulebook."""
    return _beginning(_column("rulebook.csv", "chapter"), incomplete)


def statuses(incomplete: str) -> list[str]:
    """How far rules are played."""
    return _beginning(STATUSES, incomplete)


def families(incomplete: str) -> list[str]:
    """Kinds of tables."""
    return _beginning(FAMILIES, incomplete)


def markers(incomplete: str) -> list[str]:
    """Tables without or with markers."""
    return _beginning(MARKERS, incomplete)


def scenarios(incomplete: str) -> list[str]:
    """Scenarios, by name."""
    return _beginning([path.stem.replace("_", " ") for path in (DATA / "scenarios").glob("*.toml")], incomplete)


def support(incomplete: str) -> list[str]:
    """What aces may call from off the table."""
    return _beginning(SUPPORT, incomplete)
