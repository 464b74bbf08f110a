"""Which finished studies come along: the question of each, who played it, and its tables."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from tigersim.catalogue.lists import either, installed, questions, run_folder
from tigersim.errors import NoResults, named
from tigersim.files.documents import json_of
from tigersim.pricing.report.findings import Findings, kind_of
from tigersim.pricing.report.result import Prices
from tigersim.pricing.report.saving import ABOUT

if TYPE_CHECKING:
    from tigersim.lab.ladder import Ladder

COUNTED = {"equilibrium": "rounds", "scenarios": "balance"}
"""Kind of study -> its table whose column ``battles`` counts all of them."""


def studies() -> list[dict[str, Any]]:
    """One row for each installed study.

    ``study question battles players rules_version seed tables``; battles: None where a study does not keep how many,
    players: "" where nothing was played.
    """
    return [_row(name) for name in installed()]


def findings(name: str | Path | None = None) -> pd.DataFrame | Prices | Findings:
    """A finished study: a price list or findings; without a name, which studies come along.

    name: of an installed study, its number, or the folder of a finished run.  Raises ``RunError`` where there is none.
    """
    if name is None:
        return pd.DataFrame(studies())
    place = number_or_name(str(name))
    if missing := either(place):
        raise NoResults(f"{named(place)} holds no finished results{missing}")
    return Prices.load(place) if kind_of(place) is None else Findings.load(place)


def number_or_name(name: str) -> str:
    """The installed study of a number, ``6`` or ``006``; any other name as it is."""
    if name.isascii() and name.isdigit():
        for one in installed():
            if int(one.partition("_")[0]) == int(name[:4]):
                return one
    return name


def tables_of(found: Prices | Findings | Ladder) -> dict[str, pd.DataFrame]:
    """The tables of finished results by name, without those that are empty."""
    if isinstance(found, Findings):
        tables: Mapping[str, pd.DataFrame] = found.tables
    elif isinstance(found, Prices):
        names = ("table", "traits", "classes", "detail", "conditions", "replays")
        tables = {("prices" if name == "table" else name): getattr(found, name) for name in names}
    else:
        tables = {name: getattr(found, name) for name in ("matches", "families", "elo", "thinking")}
    return {name: table for name, table in tables.items() if len(table)}


def _row(name: str) -> dict[str, Any]:
    place = run_folder(name)
    about: dict[str, Any] = json_of(place / ABOUT)
    parts = about.get("skirmishes") or [about]
    players = list(dict.fromkeys(one for part in parts for one in part.get("players") or ()))
    seeds = list(dict.fromkeys(part.get("seed") for part in parts if part.get("seed") is not None))
    versions = [part.get("rules_version") for part in parts if part.get("rules_version")]
    return {
        "study": name,
        "question": questions()[name],
        "battles": _battles(name, about),
        "players": ", ".join(map(str, players)),
        "rules_version": versions[0] if versions else None,
        "seed": seeds[0] if seeds else None,
        "tables": sorted(path.stem for path in place.glob("*.parquet")),
    }


def _battles(name: str, about: Mapping[str, Any]) -> int | None:
    kind = about.get("kind")
    if kind in COUNTED:
        return int(Findings.load(name).tables[COUNTED[kind]]["battles"].sum())
    if "skirmishes" in about:
        return int(about["games"]) * len(about["skirmishes"])
    whole = about.get("battles")
    return int(whole) if isinstance(whole, int) and kind != "validation" else None  # it keeps those of one part
