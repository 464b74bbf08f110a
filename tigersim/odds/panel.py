"""One unit against a panel of others: what each does to the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tigersim.catalogue.rulesets import RuleSet, ruleset_of
from tigersim.catalogue.units import Unit, format_army
from tigersim.errors import InvalidValue, RuleForbids
from tigersim.given import list_of
from tigersim.odds.arguments import FLAME, WEAPONS, read_unit
from tigersim.odds.shot import shot

if TYPE_CHECKING:
    import pandas as pd

PANEL = (
    "Regulars [germany]",
    "Truck [germany]",
    "Sdkfz 222",
    "Luchs",
    "M3A1 Stuart",
    "T-34c",
    "M4 Sherman",
    "Panzer IV (mid)",
    "Panther A",
    "Tiger I",
    "KV-1",
    "Hetzer",
)
"""The units that one is shown against by default: light to heavy, a few of every kind."""


class Fire(NamedTuple):
    """One Fire action with the weapon that destroys most surely; "" = none may fire."""

    weapon: str
    p_one_hit: float
    p_destroyed: float


def panel(
    unit: str | Unit,
    others: Sequence[str | Unit] = PANEL,
    distance: float = 10,
    *,
    cover: str = "none",
    cover_of_others: str = "none",
    aspect: str = "front",
    ruleset: RuleSet | str | None = None,
) -> pd.DataFrame:
    """The exact odds of one Fire action each way, any card, a row for each of ``others``.

    unit, others: names or units.
    distance: inches.
    cover, cover_of_others: what the unit and the others stand in or on: none, wood, building, hill.
    aspect: which side either shows: front or other.
    ruleset: a ``RuleSet``, its name or file; None: the standard reading of edition II.

    Columns: ``other``, its printed ``cost`` (VP); ``weapon p_one_hit p_destroyed``: what the unit does to it with the
    weapon that destroys most surely ("" where none may fire); ``weapon_back p_one_hit_back p_destroyed_back``: what it
    does to the unit.  Raises ``InvalidValue`` for an empty panel, and what ``odds.shot`` raises.
    """
    import pandas as pd

    rules = ruleset_of(ruleset)
    among = list_of("others", others, "units")
    if not among:
        raise InvalidValue("others", "an empty panel", "at least one unit")
    one = read_unit("unit", unit, rules).unit
    rows = []
    for asked in (read_unit("others", other, rules) for other in among):
        there = best_fire(one, asked.unit, distance, cover_of_others, aspect, rules)
        back = best_fire(asked.unit, one, distance, cover, aspect, rules)
        rows.append((format_army([asked.unit]), asked.profile.cost, *there, *back))
    fire = Fire._fields
    return pd.DataFrame(rows, columns=["other", "cost", *fire, *(f"{name}_back" for name in fire)])


def best_fire(firer: Unit, target: Unit, distance: float, cover: str, aspect: str, ruleset: RuleSet) -> Fire:
    """The Fire action that destroys the target most surely; a hit decides ties."""
    found = [Fire("", 0.0, 0.0)]
    for weapon in (FLAME, *WEAPONS):
        try:
            odds = shot(firer, target, None, distance, aspect, cover, weapon=weapon, ruleset=ruleset)
        except RuleForbids:  # it has no such weapon, or none that reaches
            continue
        found.append(Fire(weapon, odds.p_one_hit, odds.p_destroyed))
    return max(found, key=lambda fire: (fire.p_destroyed, fire.p_one_hit))
