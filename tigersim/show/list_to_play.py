"""A list to play by as a table, and as a page to print."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from tigersim.catalogue.price_lists import PriceList
from tigersim.catalogue.profile import profile
from tigersim.catalogue.units import all_units
from tigersim.pricing.report.lists import finished
from tigersim.show.pages import content_hash, own_file, templates
from tigersim.version import RULES_VERSION, __version__

MUCH = 0.5
"""VP that a cost must change by for the change to be told in words."""


def changes(chosen: PriceList, worth: str | Path) -> pd.DataFrame:
    """One row for each unit of the catalogue that has a cost.

    Columns: ``nation name type``, ``printed`` (VP), ``points`` of the list, ``in_vp``, ``change`` (VP), and what a
    finished list ``worth`` says of the unit as printed: ``gain`` (VP of margin that it brings its side next to the mean
    unit) and ``lost`` (share of battles in which it is destroyed), missing for a unit that it does not have.  ``why``:
    the change in words.  Raises ``RunError`` for a list that is none.
    """
    found = finished(worth)
    brings = found.table["theta"] - found.table["theta"].mean()
    told = dict(zip(found.detail["key"], zip(brings, found.detail["mortality"], strict=True), strict=True))
    rows = []
    for one in all_units():
        printed = profile(one).cost
        if not printed:
            continue
        gain, lost = map(float, told.get(one.key, (np.nan, np.nan)))
        points = chosen.cost(one)
        change = (points - printed * chosen.scale) / chosen.scale
        about = {"nation": one.nation, "name": one.name, "type": one.type, "printed": printed, "points": points}
        about |= {"in_vp": points / chosen.scale, "change": change, "gain": gain, "lost": lost}
        rows.append(about | {"why": _why(change, gain, lost)})
    return pd.DataFrame(rows)


def _why(change: float, gain: float, lost: float) -> str:
    if abs(change) < MUCH or np.isnan(gain):
        return ""
    says = "more" if gain >= 0 else "less"
    return f"wins its side {abs(gain):.1f} VP {says} than the mean unit, destroyed in {100 * lost:.0f}% of battles"


def as_page(chosen: PriceList, table: pd.DataFrame) -> str:
    """A page to print, with no script and nothing to load: HTML."""
    style = own_file("list.css")
    nations = [
        (nation, part.sort_values(["type", "name"]).to_dict("records"))
        for nation, part in table.groupby("nation", sort=False)
    ]
    return (
        templates()
        .get_template("list.html")
        .render(
            chosen=chosen,
            nations=nations,
            some=len(chosen.points) < len(all_units()),
            rules="" if chosen.army_rules is None else str(chosen.army_rules),
            style=style,
            style_hash=content_hash(style),
            version=__version__,
            rules_version=RULES_VERSION,
        )
    )
