"""Schemas of the files of a finished run: one per table, and models of the provenance.

A schema names what the readers of a table rely on (formats, sorting, pictures); columns that it does not name may be
there.  Verdicts are accepted as every version has called them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from tigersim.errors import DamagedFile, brief
from tigersim.files.documents import LARGEST, json_of
from tigersim.files.schemas import NUMBERS, Schema, chance, flag, number, text, whole
from tigersim.lab.schemas import Count, NamedRules, Number, Pair, Part, checked

if TYPE_CHECKING:
    import pandas as pd

LISTED = "the list itself"
"""How the table of conditions calls the list whose conditions they are."""
PERFECT = "a perfect one"
"""How ``forecast.Foretold.table`` calls the forecast that knows every true win rate."""
VERDICTS = ("MISPRICED", "BARGAIN", "TOO DEAR", "FAIR", "UNDETERMINED")
"""All words that a table may have for a verdict."""
PENNY = 1e-6
"""VP: a cost is more than nothing."""

VP = number(missing=True)
ERROR = number(low=0, missing=True)

# --- price lists -----------------------------------------------------------------------------------------------------

PRICES = Schema(
    {
        "nation": text(),
        "name": text(),
        "cost": number(low=PENNY),
        **dict.fromkeys(("delta", "delta_low", "delta_high", "price", "price_low", "price_high"), VP),
        **dict.fromkeys(("range_low", "range_high"), VP),
        "verdict": text(*VERDICTS),
        "theta": VP,
        "theta_se": ERROR,
        "n": whole(),
    },
    key=("nation", "name"),
    intervals=(
        ("delta_low", "delta", "delta_high"),
        ("price_low", "price", "price_high"),
        ("range_low", "", "range_high"),
    ),
    rows=1,
)
DETAIL = Schema(
    {
        "key": text(),
        "whole_price": number(missing=True),
        "whole_price_probability": chance(missing=True),
        "p_value": chance(missing=True),
        "mortality": number(missing=True),
    },
    key=("key",),
    rows=1,
)
WORTHS = Schema(
    {"trait": text(), "printed": whole(low=-99, high=99), "worth": VP, "low": VP, "high": VP} | {"units": whole()},
    key=("trait",),
    intervals=(("low", "worth", "high"),),
)
"""``traits`` and ``classes`` of a price list; no worth: classes and other traits tell it (few units)."""
CONDITIONS = Schema(
    {
        "key": text(),
        "condition": text(),
        "price": VP,
        "price_se": ERROR,
        "delta": VP,
        "delta_se": ERROR,
        "verdict": text(*VERDICTS),
        "within": flag(),
    },
    key=("key", "condition"),
)

REPLAYS = Schema(
    {
        "key": text(),
        **dict.fromkeys(("look", "charged", "battles", "seed"), whole()),
        "delta": number(),
        "delta_se": number(low=0),
        "mortality": chance(missing=True),
    },
    key=("key", "look"),
)

# --- studies ---------------------------------------------------------------------------------------------------------


def _share(name: str) -> dict[str, Any]:
    """A probability with its interval."""
    return {name: chance(), "p_low": chance(), "p_high": chance()}


STUDIES: dict[str, dict[str, Schema]] = {
    "armies": {
        "kinds": Schema(
            {"kind": text(), "forecast_by": text(), "pairs": whole(low=1)}
            | dict.fromkeys(("missed", "low", "high", "worst"), number(low=0)),
            key=("kind", "forecast_by"),
            intervals=(("low", "missed", "high"),),
        ),
        "tenths": Schema(
            {"kind": text(), "tenth": whole(low=1), "pairs": whole(low=1)}
            | dict.fromkeys(("forecast", "came", "bias", "low", "high"), number()),
            key=("kind", "tenth"),
            intervals=(("low", "bias", "high"),),
        ),
        "forecasts": Schema({"forecast": text(), "brier": number(low=PENNY, high=1)}, key=("forecast",)),
    },
    "equilibrium": {
        "list": Schema(
            {"nation": text(), "name": text(), "cost": number(low=PENNY)}
            | dict.fromkeys(("price", "price_low", "price_high"), VP),
            key=("nation", "name"),
            intervals=(("price_low", "price", "price_high"),),
            rows=1,
        ),
        "rounds": Schema({"round": whole(), "battles": whole()}, key=("round",)),
    },
    "exact_duels": {
        "pairs": Schema(
            {"distance": whole(low=1), "a": text(), "b": text()}
            | dict.fromkeys(("p_a_destroyed", "p_b_destroyed"), chance())
            | {"weapon_a": text(), "weapon_b": text()},
            key=("distance", "a", "b"),
            rows=1,
        ),
    },
    "list": {
        "units": Schema(
            {"nation": text(), "name": text(), "printed": number(low=PENNY), "points": whole(low=1)}
            | dict.fromkeys(("in_vp", "exact"), number(low=0))
            | {"change": number()},
            key=("nation", "name"),
            rows=1,
        ),
        "proofs": Schema(
            {"scale": whole(low=1), "army_rules": text(), "budget": number(low=PENNY), **_share("p_win")}
            | dict.fromkeys(("p_field", "field_low", "field_high", "foretold"), chance())
            | {"cost": number(low=PENNY), "army": text()},
            key=("scale", "army_rules", "budget"),
            intervals=(("p_low", "p_win", "p_high"), ("field_low", "p_field", "field_high")),
        ),
        "judges": Schema(
            {"player": text(), "budget": number(low=PENNY), **_share("p_win"), "army": text()},
            key=("player", "budget"),
            intervals=(("p_low", "p_win", "p_high"),),
        ),
        "even": Schema(
            {"list": text(), "kind": text(), "army_rules": text(), "pairs": whole(low=1)}
            | dict.fromkeys(("points", "low", "high"), number(low=0)),
            key=("list", "kind", "army_rules"),
            intervals=(("low", "points", "high"),),
        ),
        "rounds": Schema({"round": whole(low=1), "budget": number(low=PENNY)}, key=("round", "budget", "army_rules")),
    },
    "attack": {
        "attacks": Schema(
            {"army_rules": text(), "budget": number(low=PENNY), **_share("p_win")}
            | dict.fromkeys(("p_field", "field_low", "field_high", "foretold"), chance())
            | {"cost": number(low=PENNY), "army": text()},
            key=("army_rules", "budget"),
            intervals=(("p_low", "p_win", "p_high"), ("field_low", "p_field", "field_high")),
            rows=1,
        ),
        "hands": Schema(
            {"player": text(), "army_rules": text(), "budget": number(low=PENNY), **_share("p_win"), "army": text()},
            key=("player", "army_rules", "budget"),
            intervals=(("p_low", "p_win", "p_high"),),
        ),
    },
    "meetings": {
        "meetings": Schema(
            {"first": text(), "second": text(), "pairs": whole(low=1), **_share("p_first")}
            | dict.fromkeys(("units_first", "units_second"), number(low=0))
            | dict.fromkeys(("points", "low", "high", "closest", "closest_low", "closest_high"), number(low=0)),
            key=("first", "second"),
            intervals=(
                ("p_low", "p_first", "p_high"),
                ("low", "points", "high"),
                ("closest_low", "closest", "closest_high"),
            ),
        )
    },
    "traits": {
        "traits": Schema(
            {
                "trait": text(),
                "printed": whole(low=-99, high=99),
                **dict.fromkeys(("worth", "low", "high", "spread", "carried", "carried_low", "carried_high"), VP),
                **dict.fromkeys(("mispriced", "classes", "idle"), whole()),
            },
            key=("trait",),
            intervals=(("low", "worth", "high"), ("carried_low", "carried", "carried_high")),
        ),
        "cells": Schema(
            {
                "type": text(),
                "trait": text(),
                "printed": whole(low=-99, high=99),
                **dict.fromkeys(("worth", "low", "high"), VP),
                "verdict": text(*VERDICTS),
            },
            key=("type", "trait"),
            intervals=(("low", "worth", "high"),),
        ),
    },
    "exploit": {
        "exploits": Schema(
            {"list": text(), "copies": whole(low=1), **_share("p_win"), "battles": whole(), "army": text()},
            intervals=(("p_low", "p_win", "p_high"),),
        )
    },
    "validation": {
        "calibration": Schema({"forecast": chance(), "came": chance(), "battles": whole(low=1), "forecast_by": text()}),
        "forecasts": Schema({"forecast": text(), "brier": number(low=PENNY, high=1)}, key=("forecast",)),
        "matched": Schema(
            {"list": text(), "pairs": whole(), **dict.fromkeys(("points", "points_low", "points_high"), number())},
            key=("list",),
            intervals=(("points_low", "points", "points_high"),),
        ),
        "counters": Schema({"first": text(), "against": text(), "p_first_wins": chance()}, key=("first", "against")),
    },
    "rulings": {
        "moved": Schema(
            {"id": text(), "switch": text(), "option": text(), "unit": text()}
            | dict.fromkeys(("effect", "low", "high"), number()),
            intervals=(("low", "effect", "high"),),
        ),
        "rulings": Schema(
            {
                "id": text(),
                "switch": text(),
                "option": text(),
                "unit": text(),
                "units_moved": whole(),
                "most": number(),
                "rms": ERROR,
            }
        ),
    },
    "duels": {
        "duels": Schema(
            {
                "x": text(),
                "y": text(),
                "against": whole(low=1),
                "distance": number(low=0),
                "cover": text(),
                "in_cover": text(),
                "even": number(missing=True),
                "low": number(endless=True),
                "high": number(endless=True),
                "vp_x": VP,
                "vp_x_low": number(endless=True),
                "vp_x_high": number(endless=True),
                "vp_y": number(low=0),
                "games": whole(low=1),
            },
            intervals=(("low", "even", "high"), ("vp_x_low", "vp_x", "vp_x_high")),
        )
    },
    "scenarios": {
        "balance": Schema(
            {"scenario": text(), "condition": text(), "battles": whole(), **_share("p_attacker")}
            | dict.fromkeys(("margin", "margin_low", "margin_high"), number()),
            intervals=(("p_low", "p_attacker", "p_high"), ("margin_low", "margin", "margin_high")),
        )
    },
}
"""Kind of study -> name of a table -> its schema; other tables of a study may hold anything that people can read."""


def study_schema(kind: str, table: str) -> Schema:
    """The schema of a table of a study."""
    return STUDIES.get(kind, {}).get(table, NUMBERS)


# --- provenance ------------------------------------------------------------------------------------------------------

Table = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,60}$")]
"""Name of a table, which is that of its file: it cannot lead out of the folder."""


class Fared(Part):
    """A row of ``health``."""

    player: str
    count: str
    mean: Number
    most: Number
    share: Annotated[float, Field(ge=0, le=1)]


class Mirrored(Part):
    """``pairs`` of a validation."""

    matches: Count = 0


class Fought(Part):
    """``replicates`` of a validation."""

    pairs: Count
    battles: Annotated[int, Field(ge=1, le=LARGEST)]


class Circles(Part):
    """``circles`` of a validation."""

    price: Number = 0.0
    battles: Count = 2


class Market(Part):
    """``market`` of a study of exploits."""

    budget: Count | None = None


class Mended(Part):
    """``patch`` of a study of exploits."""

    bar: Annotated[float, Field(ge=0, le=1)] | None = None


class Provenance(Part):
    """What readers of any finished run take from its provenance, as far as it is there."""

    tigersim: str = ""
    rules_version: int = 0
    ahead_version: int = 1
    battles: Count = 0
    seed: Count = 0
    seeds: Sequence[Count] = ()
    players: Annotated[Sequence[str], Field(min_length=1)] = ("",)
    forbid: Sequence[Sequence[str]] = ()
    ruleset: str | NamedRules = ""
    edition: int = 2
    switches: Mapping[str, str] = Field(default_factory=dict)
    units: Count | Sequence[str] = 0
    tables: Count | Sequence[Table] | None = 0
    sizes: Pair = (0, 0)
    forts: Pair = (0, 0)
    family: str = ""
    families: Sequence[str] = ()
    markers: str | Sequence[str] = ""
    scenario: str = ""
    support: str = ""
    health: Sequence[Fared] = ()
    vp_scale: float = 0.0
    vp_scale_se: float = 0.0
    conditions_in_range: Sequence[str] = ()
    pairs: Count | Mirrored = 0
    replicates: Fought | None = None
    circles: Circles = Circles()
    market: Market = Market()
    patch: Mended | None = None
    counts: Annotated[Sequence[Count], Field(min_length=1)] = (1,)
    skirmishes: Sequence[Provenance] = ()


class OfPrices(Provenance):
    """``provenance.json`` of a price list."""

    notes: Sequence[str]
    verdicts: Mapping[str, Count]
    tables: Count | None = 0


class OfFindings(Provenance):
    """``provenance.json`` of a study."""

    kind: str
    said: Sequence[str]
    notes: Sequence[str]
    tables: Sequence[Table]


def provenance(path: Path, model: type[Provenance]) -> dict[str, Any]:
    """What a ``provenance.json`` holds.  Raises ``OSError`` or ``DamagedFile``."""
    about = checked(json_of(path), model, path)
    for one in (about, *(about.get("skirmishes") or ())):
        players, forbid = one.get("players"), one.get("forbid")
        if players is not None and forbid is not None and len(players) != len(forbid):
            raise DamagedFile(str(path), "forbid", f"names {len(forbid)} players; there are {len(players)}")
    return dict(about)


# --- tables that belong together -------------------------------------------------------------------------------------


def check_alike(table: pd.DataFrame, detail: pd.DataFrame, conditions: pd.DataFrame, place: Path) -> None:
    """The tables of a price list are about the same units.  Raises ``DamagedFile``."""
    if len(table) != len(detail):
        problem = f"has {len(detail)} rows, but prices.parquet has {len(table)}"
        raise DamagedFile(str(place / "detail.parquet"), None, problem)
    if not len(conditions):
        return
    keys, file = set(detail["key"]), str(place / "conditions.parquet")
    if LISTED not in set(conditions["condition"]):
        raise DamagedFile(file, "condition", f"has no rows of '{LISTED}'")
    for name, part in conditions.groupby("condition", sort=False):
        there = set(part["key"])  # under other rules of armies some units are never fielded
        if not there <= keys or (name == LISTED and there != keys):
            raise DamagedFile(file, "key", f"the units of '{name}' are not those of the list")


def check_study(kind: str, tables: Mapping[str, pd.DataFrame], place: Path) -> None:
    """The tables of a study speak of the same things.  Raises ``DamagedFile``."""
    if kind == "traits" and {"traits", "cells"} <= set(tables):
        traits, cells = tables["traits"], tables["cells"]
        if not set(cells["trait"]) <= set(traits["trait"][traits["worth"].notna()]):
            problem = "names a trait that traits.parquet gives no worth"
            raise DamagedFile(str(place / "cells.parquet"), "trait", problem)
    if kind == "validation" and {"calibration", "forecasts"} <= set(tables):
        curves, forecasts = tables["calibration"], tables["forecasts"]
        missing = ({PERFECT, *curves["forecast_by"]} if len(curves) else set()) - set(forecasts["forecast"])
        if missing:
            problem = f"has no row of '{brief(min(missing))}', which calibration.parquet goes by"
            raise DamagedFile(str(place / "forecasts.parquet"), "forecast", problem)
