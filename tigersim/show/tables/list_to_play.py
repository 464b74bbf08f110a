"""Lists to play by for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

from rich.console import Group

from tigersim.catalogue.units import all_units
from tigersim.show.tables.layout import Column, filled, numbers, table

if TYPE_CHECKING:
    import pandas as pd

    from tigersim.catalogue.price_lists import PriceList


def lists_table(rows: Sequence[Mapping[str, Any]]) -> Group:
    """The lists that come along."""
    below = "tigersim list NAME shows one; every command that plays battles takes it with --list NAME."
    cells = filled(rows, "{list}", "{scale}", "{title}")
    return table(["list", *numbers("points to a VP"), Column("what it is", fold=True)], cells, below=below)


def list_table(chosen: PriceList, rows: pd.DataFrame) -> Group:
    """What units cost on a list, next to what is printed."""
    cells = filled(rows, "{name}", "{nation}", "{points}", "{printed}", "{change:+.1f}", _gain, _lost)
    columns = (Column("unit", fold=True), "nation", *numbers("points", "printed", "change", "gain", "lost"))
    points = f"{chosen.scale} points make a VP" if chosen.scale > 1 else "points are VP"
    why = "at the printed cost it brings its side so many VP more than the mean unit (gain), and is destroyed so often"
    scored = "its points" if chosen.scores == "points" else "what is printed"
    below = f"{points}; printed, change and gain in VP; {why} (lost); who destroys a unit scores {scored}"
    if len(chosen.points) < len(all_units()):
        below += f"; other units cost what is printed{f', {chosen.scale} points a VP' if chosen.scale > 1 else ''}"
    if chosen.army_rules is not None:
        below += f"; made for armies of: {chosen.army_rules}"
    return table(columns, cells, title=chosen.title, below=below + ".")


def _gain(row: Mapping[Any, Any]) -> str:
    return "" if isnan(row["gain"]) else f"{row['gain']:+.1f}"


def _lost(row: Mapping[Any, Any]) -> str:
    return "" if isnan(row["lost"]) else f"{100 * row['lost']:.0f}%"
