"""Names that a shell completes: read from the printed tables alone, which is quick."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from tigersim.core.play.compiled_players import POLICIES as PLAYERS

DATA = Path(__file__).resolve().parent.parent / "catalogue" / "data"

FAMILIES = ("mixed", "open", "wooded", "village", "river", "beach", "position", "withdrawal")
MARKERS = ("none", "standard")
SUPPORT = ("none", "barrages", "air strikes", "both")
FRONTS = ("west", "east", "mediterranean", "pacific")
STATUSES = ("implemented", "abstracted", "not modelled")
BEFORE_A_UNIT = re.compile(r"(?:.*,)?\s*(?:\d+\s*x\s+)?")
"""What stands in an army before the unit that is being written: other units, and how many of this one."""


def _column(file: str, column: str) -> list[str]:
    with (DATA / file).open(encoding="utf-8", newline="") as lines:
        return [row[column] for row in csv.DictReader(lines)]


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
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
    return _after_comma(PLAYERS, incomplete)


def two_nations(incomplete: str) -> list[str]:
    """One nation, or that of the other side after a comma."""
    return _after_comma(_column("units.csv", "nation"), incomplete)


def _after_comma(names: Iterable[str], incomplete: str) -> list[str]:
    before, comma, last = incomplete.rpartition(",")
    return [before + comma + name for name in _beginning(names, last)]


def rules(incomplete: str) -> list[str]:
    """IDs of rules and of rulings, and names of switches."""
    known = [*_column("rulebook.csv", "id"), *_column("rulings.csv", "id"), *_column("rulings.csv", "switch")]
    return _beginning(known, incomplete)


def languages(incomplete: str) -> list[str]:
    """Languages that rules have sentences in."""
    return _beginning(sorted(path.name for path in (DATA / "words").iterdir() if path.is_dir()), incomplete)


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


def among(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """A completion by names, which are read when a key is pressed."""

    def complete(incomplete: str) -> list[str]:
        return _beginning(names(), incomplete)

    return complete


rulesets = among(lambda: sorted(path.stem for path in (DATA / "rulesets").glob("*.toml")))
scenarios = among(lambda: (path.stem.replace("_", " ") for path in (DATA / "scenarios").glob("*.toml")))
classes = among(lambda: tomllib.loads((DATA / "classes.toml").read_text(encoding="utf-8"))["class"])
traits = among(lambda: tomllib.loads((DATA / "traits.toml").read_text(encoding="utf-8")))
fronts = among(lambda: FRONTS)
price_lists = among(lambda: sorted(path.stem for path in (DATA / "price_lists").glob("*.toml")))
army_rules = among(lambda: sorted(path.stem for path in (DATA / "army_rules").glob("*.toml")))
studies = among(lambda: sorted(place.name for place in (DATA / "lists").iterdir() if place.is_dir()))
nations = among(lambda: _column("units.csv", "nation"))
chapters = among(lambda: _column("rulebook.csv", "chapter"))
statuses = among(lambda: STATUSES)
families = among(lambda: FAMILIES)
markers = among(lambda: MARKERS)
support = among(lambda: SUPPORT)
