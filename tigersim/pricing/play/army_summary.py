"""What there is to say of an army before a battle: cost, worth, whether it is allowed, what it lacks, how it may do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

from tigersim.catalogue.army_rules import NO_RULES, ArmyRules, OneSide, army_rules_of
from tigersim.catalogue.army_text import ArmyGiven, Priced, army_block, units_of
from tigersim.catalogue.classes import classes
from tigersim.catalogue.price_lists import ListGiven, PriceList, check_units, counted_in, price_list_of, scale_of
from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import Unit, UnitsGiven, all_units, format_army, listed_units
from tigersim.core.enums import MAX_UNITS
from tigersim.errors import InvalidValue, UnitNotFound
from tigersim.given import list_of
from tigersim.odds.lacks import Lack, lacks
from tigersim.pricing.estimate.army_model import ArmyModel
from tigersim.pricing.estimate.arrays import Floats
from tigersim.pricing.estimate.frames import records
from tigersim.pricing.play.field_forecast import FIELD, FieldForecast, against_field, draw_field
from tigersim.pricing.play.foretell import Forecast, foretell, model_for
from tigersim.pricing.report.settled import settled_list

COLUMNS = ["unit", "nation", "class", "count", "cost", "points", "price"]
"""Of ``ArmySummary.table``; cost, points and price are of all units of the row."""
OTHER_SCORES = "Forecasts know battles that score what is printed; by this list units score otherwise"
"""What to doubt where no model of battles by a list comes along."""


@dataclass(frozen=True, eq=False)
class ArmySummary:
    """What is known of an army without a battle.

    army: as text, in one line.
    members: its units, in order.
    table: a row for each kind of unit, columns ``unit nation class count cost points price``: VP as printed, points
    of the list (as printed without one), VP of the settled list.
    price_list: the list to play by; None = the printed costs.
    rules: of composition, None = any army is allowed; faults: what it breaks of them, in words.
    lacks: what it lacks, with the rules behind it.
    field: the forecast against random armies of its cost; None where the model does not know a unit.
    against: the forecasts against given armies.
    notes: what is not known, in sentences without full stop.
    """

    army: str
    members: tuple[Unit, ...]
    table: pd.DataFrame
    price_list: PriceList | None
    rules: ArmyRules | None
    faults: tuple[str, ...]
    lacks: tuple[Lack, ...]
    field: FieldForecast | None
    against: tuple[Forecast, ...]
    notes: tuple[str, ...]
    units: tuple[Unit, ...]
    """Where names are looked up."""

    @property
    def cost(self) -> int:
        """VP as printed."""
        return int(self.table["cost"].sum())

    @property
    def points(self) -> int:
        """What it costs on the list, in points; without a list VP as printed."""
        return int(self.table["points"].sum())

    @property
    def price(self) -> float:
        """VP of the settled list; not a number where a unit is not on it."""
        return float(self.table["price"].sum(skipna=False))

    @property
    def counted(self) -> str:
        """What ``points`` are counted in: "VP" or "points"."""
        return counted_in(scale_of(self.price_list))

    @property
    def budget(self) -> float:
        """What it costs on the list, VP."""
        return self.points / scale_of(self.price_list)

    @property
    def said(self) -> tuple[str, ...]:
        """What was found, in sentences."""
        many = f"{len(self.members)} unit{'' if len(self.members) == 1 else 's'}"
        by_list = "" if self.price_list is None else f", {self.points} {self.counted} on the list"
        price = "" if np.isnan(self.price) else f", price {self.price:.1f} VP"
        said = [f"{many}, {self.cost} VP as printed{by_list}{price}."]
        if self.rules is not None:
            broken = f"Not allowed ({self.rules}): {'; '.join(self.faults)}."
            said.append(broken if self.faults else f"Allowed: {self.rules}.")
        said += [f"{lack}." for lack in self.lacks]
        said += [self.field.said] if self.field is not None else []
        for one in self.against:
            said.append(f"Against {one.armies[1]}: {one}")
        return (*said, *(f"{note}." for note in self.notes))

    def block(self, budget: float | None = None) -> str:
        """The army as lines to paste into a chat, which every command and ``ts.army`` read back.

        budget: that it was made for, VP.
        """
        chosen = self.price_list
        costs = [profile(one).cost if chosen is None else chosen.cost(one) for one in self.members]
        wanted = None if budget is None else budget * scale_of(chosen)
        title = "" if chosen is None else chosen.title
        return army_block(self.members, Priced(costs, self.counted, wanted, title), self.units)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, ready for JSON; ``ts.army`` reads them back."""
        return {
            "army": self.army,
            "cost": self.cost,
            "points": self.points,
            "counted": self.counted,
            "price": None if np.isnan(self.price) else self.price,
            "list": None if self.price_list is None else self.price_list.title,
            "units": records(self.table),
            "rules": None if self.rules is None else str(self.rules),
            "faults": list(self.faults),
            "lacks": [{"about": one.about, "said": one.said, "rules": list(one.rules)} for one in self.lacks],
            "field": None if self.field is None else self.field.to_dict(),
            "against": [one.to_dict() for one in self.against],
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        return " ".join((f"{self.army}.", *self.said))

    def __repr__(self) -> str:
        return str(self)


def army(
    given: ArmyGiven,
    *,
    against: ArmyGiven | Sequence[ArmyGiven] | None = None,
    price_list: ListGiven | None = None,
    rules: OneSide | None = None,
    units: UnitsGiven | None = None,
) -> ArmySummary:
    """Say of an army what can be said at once: cost, worth, rules that it breaks, what it lacks, how it may do.

    given: the army, as ``"3 x M4 Sherman, Jeep [usa]"``, a block of ``ArmySummary.block``, JSON or a list of units.
    against: an army to set next to it, or several; None = no army.
    price_list: what units cost, in place of the printed costs: a list to play by, its name or file.
    rules: of composition, to check it by: the value, a name, a file; by a list its own limits hold where they name
    none.
    units: where names are looked up; default: the catalogue.

    Raises ``InvalidValue`` for an army without units or with too many, and what ``parse_army`` and ``PriceList`` raise.
    """
    known = listed_units(units)
    members = tuple(units_of(given, known))
    if not 1 <= len(members) <= MAX_UNITS:
        raise InvalidValue("army", f"{len(members)} units", f"1 to {MAX_UNITS}")
    chosen = price_list_of(price_list)
    check_units(chosen, known)
    asked = None if rules is None else army_rules_of(rules)
    limits = asked if chosen is None else chosen.rules_for(asked)
    enemies = [units_of(one, known) for one in _several(against)]
    table = _table(members, chosen, known)
    model, known_list = model_for(chosen)
    found, notes = _forecasts(model, members, enemies, known, limits)
    summary = ArmySummary(
        format_army(members, known),
        members,
        table,
        chosen,
        limits,
        tuple(limits.faults(members)) if limits is not None else (),
        tuple(lacks(members, enemy_units=len(enemies[0]) if len(enemies) == 1 else None, among=known)),
        None,
        tuple(found),
        (),
        known,
    )
    field = None if notes else _of_field(model, summary, limits)
    missing = [str(unit) for unit in table.loc[table["price"].isna(), "unit"]]
    if missing:
        notes.append(f"The settled list does not have {', '.join(missing)}, so what the army is worth is not known")
    if known_list is None and field is not None:
        notes.append(OTHER_SCORES)
    return replace(summary, field=field, notes=tuple(notes))


def _several(against: ArmyGiven | Sequence[ArmyGiven] | None) -> list[ArmyGiven]:
    if against is None:
        return []
    several = [against] if isinstance(against, str) else list_of("against", against, "armies, or the text of one")
    return [several] if several and isinstance(several[0], Unit) else several


def _table(members: Sequence[Unit], chosen: PriceList | None, known: Sequence[Unit]) -> pd.DataFrame:
    prices = settled_prices()
    rows = []
    for one in dict.fromkeys(members):
        n, cost = members.count(one), profile(one).cost
        points = cost if chosen is None else chosen.cost(one)
        name, kind = format_army([one], known), classes()[one.type].name
        rows.append((name, one.nation, kind, n, n * cost, n * points, n * prices.get(one.key, float("nan"))))
    return pd.DataFrame(rows, columns=COLUMNS)


@lru_cache(maxsize=1)
def settled_prices() -> dict[str, float]:
    """VP by unit key of the list that stays as it is when it is played by."""
    return {str(key): float(price) for key, price in settled_list(_settled()).table["settled"].items()}


def _settled() -> Any:
    from tigersim.catalogue.lists import SETTLED, run_folder

    return run_folder(SETTLED)


def _forecasts(
    model: ArmyModel,
    members: Sequence[Unit],
    enemies: Sequence[Sequence[Unit]],
    known: Sequence[Unit],
    rules: ArmyRules | None,
) -> tuple[list[Forecast], list[str]]:
    """Forecasts against given armies, and notes about units that the model does not know."""
    try:
        model.numbers_of([one.key for side in (members, *enemies) for one in side])
    except UnitNotFound as error:
        return [], [f"There is no forecast: the model of armies does not know {error.name}"]
    return [foretell(list(members), list(one), units=known, model=model, rules=rules) for one in enemies], []


def _of_field(model: ArmyModel, summary: ArmySummary, rules: ArmyRules | None) -> FieldForecast:
    budget, units = summary.budget, all_units()
    prices = list_prices(units, summary.price_list)
    counts = np.bincount(model.numbers_of([one.key for one in summary.members]), minlength=len(units))
    year_and_front = ArmyRules(year=rules.year, front=rules.front) if rules is not None else NO_RULES
    field = draw_field(units, prices, budget, year_and_front, FIELD)
    found = against_field(model, counts.astype(np.float32), field, budget)
    nations = {one.nation for one in summary.members}
    more = {one.key for one in units if one.nation in nations}
    if rules is not None:
        more &= {one.key for one in rules.open_to(summary.members, units)}
    return found._replace(gains=found.gains[found.gains["unit"].isin(more)].reset_index(drop=True))


def list_prices(units: Sequence[Unit], chosen: PriceList | None) -> Floats:
    """VP that units cost on a list, by unit."""
    costs = [profile(one).cost if chosen is None else chosen.cost(one) / chosen.scale for one in units]
    return np.array(costs, dtype=np.float64)
