"""Traits on standard units: which class can carry which, and the two units that differ.

The standard unit of a class is its generic unit, plain as it comes.  Which traits it may be given is for the checks of
``Unit`` to say, and whether they mean anything to it for its profile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd
from pydantic import ValidationError

from tigersim.catalogue.classes import CLASS_IDS
from tigersim.catalogue.printed import NOTES, SIZES, FieldError, Unit
from tigersim.catalogue.profile import Profile, profile
from tigersim.catalogue.profile.unit_table import as_table
from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.traits import trait as find_trait
from tigersim.catalogue.traits import traits as vocabulary
from tigersim.catalogue.units import generic_units, known_to
from tigersim.errors import InvalidValue, RuleForbids, UnknownName
from tigersim.pricing.estimate.traits_from_prices import traits_of

SECOND_GUN = "two_guns"
HULL_GUN = "medium"
"""The gun that stands in the hull of most historical units with two."""
NOT_ASKED = {
    "turret_gun": f"part of {SECOND_GUN}",
    "hull_gun": f"part of {SECOND_GUN}",
    "carries": "a capacity, and not one thing that a unit has or has not",
    "anti_air": "asked for by air strikes alone, which standard battles have not",
}
"""Note -> why no standard unit is given it."""
LEFT_OUT = ("type", "trait", "reason", "units")
"""Columns of what is left out."""
NO_EFFECT = "no effect on this class"
ROUNDS = (8, 24, 32)
"""Twin battles that test whether a trait is ever used, round by round (``play.trait_screen``)."""
IDLE = f"no difference in any of {sum(ROUNDS)} twin battles full of such units"
EVERY = "every class"


@dataclass(frozen=True)
class Cell:
    """One trait on one class.

    standard: the plain unit.
    carrier: the unit with the trait and otherwise the same.
    charged: VP that the rules add to its cost for it (a unit of 1 VP gets nothing off for a disadvantage).
    units: how many units of the list are of the class and have the trait.
    """

    type: str
    trait: str
    standard: Unit
    carrier: Unit
    charged: int
    units: int

    @property
    def key(self) -> str:
        """``"fast [medium_tank]"``."""
        return f"{self.trait} [{self.type}]"


@dataclass(frozen=True)
class Cells:
    """The cells that are asked about, and ``left_out``: ``type trait reason units``."""

    asked: tuple[Cell, ...]
    left_out: pd.DataFrame

    @property
    def standards(self) -> tuple[Unit, ...]:
        """The plain units, each once."""
        return tuple(dict.fromkeys(cell.standard for cell in self.asked))


def trait_cells(
    listed: Sequence[Unit], ruleset: RuleSet, classes: Sequence[str] = (), traits: Sequence[str] = ()
) -> Cells:
    """Every trait on the standard unit of every class.

    listed: units among which carriers are counted.
    ruleset: by which units are checked and charged.
    classes, traits: only these, if any are named.

    Raises ``UnknownName`` or ``TraitNotFound`` for an unknown name, ``InvalidValue`` where nothing is left to ask.
    """
    for name in classes:
        if name not in CLASS_IDS:
            raise UnknownName(name, CLASS_IDS, kind="class")
    wanted = {find_trait(name).id for name in traits} or set(vocabulary())
    frame = as_table(listed, ruleset)
    carried = Counter((kind, name) for kind, mine in zip(frame["type"], traits_of(frame), strict=True) for name in mine)
    asked: list[Cell] = []
    out = [(EVERY, name, reason, 0) for name, reason in NOT_ASKED.items() if name in wanted]
    for standard in known_to(generic_units(), ruleset):
        if classes and standard.type not in classes:
            continue
        if profile(standard, ruleset).cost < 1:
            out.append((standard.type, "every trait", "the ruleset gives the class no VP", 0))
            continue
        for name, carrier in _of_class(standard, ruleset, wanted):
            if isinstance(carrier, str):
                out.append((standard.type, name, carrier, carried[standard.type, name]))
            else:
                charged = profile(carrier, ruleset).cost - profile(standard, ruleset).cost
                asked.append(Cell(standard.type, name, standard, carrier, charged, carried[standard.type, name]))
    if not asked:
        raise InvalidValue(
            "classes and traits", [*classes, *traits], "a trait that has an effect on one of the classes"
        )
    return Cells(tuple(asked), pd.DataFrame(out, columns=list(LEFT_OUT)))


def _of_class(standard: Unit, ruleset: RuleSet, wanted: set[str]) -> Iterator[tuple[str, Unit | str]]:
    """Traits and the units that carry them, or why there is none; each way to play once."""
    seen = {_as_played(standard, ruleset): ""}
    priced = [name for name, one in vocabulary().items() if one.kind != "note"]
    for name in (*priced, *NOTES, SECOND_GUN):
        if name not in wanted:
            continue
        carrier = _with(standard, name, ruleset)
        if isinstance(carrier, Unit):
            same = seen.setdefault(_as_played(carrier, ruleset), name)
            if same != name:
                yield name, f"plays like {same}" if same else NO_EFFECT
                continue
        yield name, carrier


def _with(standard: Unit, name: str, ruleset: RuleSet) -> Unit | str:
    """The standard unit with a trait, or what forbids it."""
    if name == SECOND_GUN:
        own = _own_gun(standard, ruleset)
        if own is None:
            return "the class has no main gun that a second could stand beside"
        change: dict[str, Any] = {"gun": own, "hull_gun": HULL_GUN}
    else:
        change = NOTES.get(name) or {f"{vocabulary()[name].kind}s": (name,)}
    try:
        carrier = _changed(standard, name, change)
        profile(carrier, ruleset)
    except ValidationError as errors:
        cause = errors.errors(include_url=False)[0].get("ctx", {}).get("error")
        if isinstance(cause, FieldError):
            return f"{cause.field} {cause.problem}"
        raise
    except RuleForbids as refusal:
        return str(refusal)
    return carrier


def _changed(standard: Unit, name: str, change: dict[str, Any]) -> Unit:
    return Unit(**{**standard.model_dump(), **change, "name": f"{standard.name} ({name})"})


def _own_gun(standard: Unit, ruleset: RuleSet) -> str | None:
    """The gun note that says no more than the class does."""
    if profile(standard, ruleset).armed[0] == 0:
        return None
    plain = _as_played(standard, ruleset)
    for size in SIZES:
        try:
            if _as_played(_changed(standard, "gun", {"gun": size}), ruleset) == plain:
                return size
        except ValidationError:
            return None
    return None


def _as_played(unit: Unit, ruleset: RuleSet) -> Profile:
    """The profile without its price."""
    return replace(profile(unit, ruleset), cost=0, score=0)
