"""What a unit is worth, and what moves it: all that the finished studies say of it, in one place.

One number is the answer, ``to_print``: the cost on the list to play by that comes along.  It was fitted so that strong
armies of equal cost are even; the settled price, which has an interval, is what the unit costs where each unit brings
what it costs.  They are two estimates of one thing and lie a few tenths of a VP apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tigersim.catalogue.classes import CLASS_IDS
from tigersim.catalogue.lists import READINGS, TO_PRINT, TRAITS, WORTH, is_installed
from tigersim.catalogue.price_lists import PriceList
from tigersim.catalogue.profile.unit_table import as_table
from tigersim.catalogue.reading_words import option_words
from tigersim.catalogue.rulesets import ruling
from tigersim.catalogue.units import Unit, all_units
from tigersim.catalogue.units import unit as find_unit
from tigersim.catalogue.worth_in_short import sentences
from tigersim.errors import InvalidValue, UnknownName
from tigersim.given import check_text
from tigersim.pricing.estimate.frames import records
from tigersim.pricing.estimate.mispricing import cannot_be_cheaper
from tigersim.pricing.estimate.traits_from_prices import traits_of
from tigersim.pricing.report.answers import answers
from tigersim.pricing.report.duel_table import duels_of
from tigersim.pricing.report.findings import Findings
from tigersim.pricing.report.lists import finished
from tigersim.pricing.report.result import Prices
from tigersim.pricing.report.settled import settled_for

TRAIT_COLUMNS = ["unit", "trait", "printed", "worth", "low", "high"]
READING_COLUMNS = ["unit", "id", "switch", "option", "title", "effect", "low", "high"]


@dataclass(frozen=True, eq=False)
class Worth:
    """What some units are worth.

    table: one row per unit; columns ``nation name type cost to_print points price price_low price_high whole
    elsewhere_low elsewhere_high verdict at_least conditions same delta delta_low delta_high``.  cost: VP as printed;
    to_print: VP on the list to print, ``points`` there; price: the settled one, with 95% interval, and ``whole``, the
    nearest whole VP, at least 1; elsewhere: where the price would lie, with 95%, under other players, tables and sizes
    of armies; at_least: TOO DEAR, but no unit costs less; same: under how many of the ``conditions`` the verdict is the
    same one; delta: worth minus printed cost by a straight line, beyond 3 VP a direction and no price.  What a run does
    not know is NaN.
    traits: ``unit trait printed worth low high``, VP that each trait of a unit adds to a plain one of its class.
    readings: ``unit id switch option title effect low high``, VP that another reading of an unclear rule moves it.
    sources: what each of it rests on, by name.
    apart: VP, root mean square over all units of the list, between ``to_print`` and ``price``.
    """

    table: pd.DataFrame
    traits: pd.DataFrame
    readings: pd.DataFrame
    sources: Mapping[str, str] = field(default_factory=dict)
    apart: float = 0.0

    @property
    def keys(self) -> list[str]:
        """The units."""
        return [f"{row.name} [{row.nation}]" for row in self.table[["name", "nation"]].itertuples(index=False)]

    @property
    def said(self) -> tuple[str, ...]:
        """For each unit what to print, and why, in three sentences."""
        rows = records(self.table)
        return tuple(line for key, row in zip(self.keys, rows, strict=True) for line in sentences(key, row))

    def duels(self, of: str | None = None) -> pd.DataFrame:
        """The exact duels of a unit, by default of the first, the best first (``duel_table.duels_of``)."""
        return duels_of(self.keys[0] if of is None else of)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, texts and lists, ready for JSON; missing values are None."""
        units = []
        for key, row in zip(self.keys, records(self.table), strict=True):
            more = {
                name: records(frame[frame["unit"] == key].drop(columns="unit"))
                for name, frame in (("traits", self.traits), ("readings", self.readings))
            }
            best, worst = best_and_worst(key)
            units.append({**row, **more, "best_duels": records(best), "worst_duels": records(worst)})
        return {"units": units, "sources": dict(self.sources)}

    def __str__(self) -> str:
        return "\n".join(self.said)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        html: str = self.table.to_html(index=False, float_format="{:.2f}".format, na_rep="")
        return html


def worth(
    *units: str | Unit, nation: str | None = None, type: str | None = None, run: str | Path | Prices = WORTH
) -> Worth:
    """What units are worth: the number to print, how sure it is, and what moves it.

    units: names or units; none = all that ``nation`` and ``type`` leave.
    nation, type: only units of that nation, of that class.
    run: a finished price list, by default the one that comes along: the list, its folder, or an installed name.

    Raises ``UnitNotFound`` or ``UnknownName`` for a name, ``InvalidValue`` for a unit that the list has no price of,
    and ``RunError`` where there is no list.
    """
    installed = isinstance(run, str | Path) and is_installed(run)
    found, sources = _kept(str(run)) if installed else _listed(run)
    wanted = _wanted(found, units, nation, type)
    table = found.loc[wanted].reset_index(drop=True)
    known = {one.key: one for one in all_units()}
    mine = [known[key] for key in wanted if key in known]
    apart = float(np.sqrt(((found["to_print"] - found["price"]) ** 2).mean()))
    return Worth(table, _traits(mine), _readings(wanted), sources, apart)


def best_and_worst(key: str, rows: int = 3) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The duels in which a unit gains and loses most VP, against units of other nations; none of units of one's own.

    Columns as of ``duels_of``; enemies that duel alike are one row, their names parted by commas.
    """
    try:
        found = duels_of(key)
    except InvalidValue:
        empty = pd.DataFrame(columns=["enemy", "nation", "gain"])
        return empty, empty
    others = found[found["nation"] != key.rpartition("[")[2].rstrip("]")]
    alike = [name for name in others if name not in ("enemy", "nation")]
    named = others.groupby(alike, sort=False, as_index=False).agg(
        enemy=("enemy", ", ".join), nation=("nation", lambda each: ", ".join(dict.fromkeys(each)))
    )[list(found)]
    best, worst = named[named["gain"] > 0], named[named["gain"] < 0]
    return best.head(rows).reset_index(drop=True), worst.tail(rows).iloc[::-1].reset_index(drop=True)


def reading_in_words(switch: str, option: str) -> str:
    """Another reading of an unclear rule, as a table has room for it."""
    return option_words(switch, option).removesuffix(".")


def _listed(run: str | Path | Prices) -> tuple[pd.DataFrame, dict[str, str]]:
    """The table of all units of a list, and what it rests on."""
    prices = run if isinstance(run, Prices) else finished(run)
    return _table(prices), _sources(prices)


@lru_cache(maxsize=4)
def _kept(run: str) -> tuple[pd.DataFrame, dict[str, str]]:
    """``_listed`` of an installed list, read once, since it does not change."""
    return _listed(run)


def _table(prices: Prices) -> pd.DataFrame:
    """All units of a list, by key; columns of ``Worth.table``."""
    settled = settled_for(prices)
    told, table = answers(prices, settled), prices.table
    keys = pd.Index(prices.detail["key"], name="key")
    types = {one.key: one.type for one in all_units()}
    price, cost = told["answer"].to_numpy(dtype=float), table["cost"].to_numpy(dtype=float)
    points = np.full(len(keys), np.nan)
    to_print = price.copy()
    if settled is not None:  # the list to print is one of the same game
        chosen = PriceList.load(TO_PRINT)
        points = np.array([chosen.points.get(key, np.nan) for key in keys], dtype=float)
        to_print = np.where(np.isnan(points), price, points / chosen.scale)
    apart = [
        table[f"range_{end}"].to_numpy(dtype=float) - table["price"].to_numpy(dtype=float) for end in ("low", "high")
    ]
    share = prices.detail.get("share_of_conditions", pd.Series(np.nan, index=prices.detail.index))
    conditions = len(prices.provenance.get("conditions_in_range", ()))
    found = {
        "nation": table["nation"],
        "name": table["name"],
        "type": [types.get(key, "") for key in keys],
        "cost": cost,
        "to_print": to_print,
        "points": points,
        **{f"price{end}": told[f"answer{end}"] for end in ("", "_low", "_high")},
        "whole": told["answer_whole"],
        "elsewhere_low": price + apart[0],
        "elsewhere_high": price + apart[1],
        "verdict": table["verdict"],
        "at_least": [cannot_be_cheaper(*each) for each in zip(table["verdict"], cost, strict=True)],
        "conditions": float(conditions) if conditions else np.nan,
        "same": np.round(share.to_numpy(dtype=float) * conditions) if conditions else np.nan,
        **{name: table[name] for name in ("delta", "delta_low", "delta_high")},
    }
    columns = {name: np.asarray(values) for name, values in found.items()}
    return pd.DataFrame(columns, index=keys)


def _wanted(found: pd.DataFrame, units: tuple[str | Unit, ...], nation: str | None, type: str | None) -> list[str]:
    """Keys of the units asked for, in the order of asking."""
    for name, value, known in (
        ("nation", nation, list(dict.fromkeys(found["nation"]))),
        ("class", type, list(CLASS_IDS)),
    ):
        if value is None:
            continue
        check_text(name, value, f"one of {', '.join(known)}")
        if value.casefold() not in known:
            raise UnknownName(value, known, kind=name)
    if not units and nation is None and type is None:
        raise InvalidValue("units", "none", 'one or more, as in "Tiger I", or a nation or a class')
    keys = list(found.index) if not units else [_key(found, one) for one in units]
    if len(set(keys)) < len(keys):
        raise InvalidValue("units", ", ".join(map(str, units)), "units, none of them twice")
    chosen = found.loc[keys]
    if nation is not None:
        chosen = chosen[chosen["nation"] == nation.casefold()]
    if type is not None:
        chosen = chosen[chosen["type"] == type.casefold()]
    if not len(chosen):
        raise InvalidValue("nation and class", f"{nation or 'any'} and {type or 'any'}", "those of some unit asked for")
    if not units:
        chosen = chosen.sort_values("to_print", ascending=False, kind="stable")
    return [str(key) for key in chosen.index]


def _key(found: pd.DataFrame, one: str | Unit) -> str:
    if isinstance(one, str) and one in found.index:
        return one
    key = (find_unit(one) if isinstance(one, str) else one).key
    if key not in found.index:
        allowed = "a unit that the list has a price of; tigersim price-unit finds that of any other"
        raise InvalidValue("unit", key, allowed)
    return key


def _traits(units: list[Unit]) -> pd.DataFrame:
    """What each trait of the units adds to a plain one of their class."""
    cells = {(row["type"], row["trait"]): row for row in Findings.load(TRAITS).tables["cells"].to_dict("records")}
    rows = []
    for one, mine in zip(units, traits_of(as_table(units)) if units else [], strict=True):
        for name in sorted(mine):
            cell = cells.get((one.type, name))
            if cell is not None:
                rows.append((one.key, name, *(cell[each] for each in TRAIT_COLUMNS[2:])))
    frame = pd.DataFrame(rows, columns=TRAIT_COLUMNS)
    order = frame["worth"].abs().sort_values(ascending=False, kind="stable").index
    return frame.loc[order].sort_values("unit", kind="stable", ignore_index=True)


def _readings(keys: list[str]) -> pd.DataFrame:
    """The readings of unclear rules that move the prices of these units, the farthest first."""
    moved = Findings.load(READINGS).tables["moved"]
    mine = moved[moved["unit"].isin(keys)]
    titled = mine.assign(title=[ruling(switch).title for switch in mine["switch"]])
    order = titled["effect"].abs().sort_values(ascending=False, kind="stable").index
    return titled.loc[order, READING_COLUMNS].reset_index(drop=True)


def _sources(prices: Prices) -> dict[str, str]:
    settled = settled_for(prices)
    listed = {} if settled is None else {"to print": f"the list {TO_PRINT} (tigersim list {TO_PRINT})"}
    return {
        **listed,
        "price": prices.summary if settled is None else settled.source,
        "verdict": prices.summary,
        "traits": TRAITS,
        "readings": READINGS,
    }
