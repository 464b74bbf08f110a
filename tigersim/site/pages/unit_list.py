"""The table of all historical units: what they cost, in print and on the list to play by, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tigersim.catalogue.classes import CLASS_IDS
from tigersim.catalogue.printed import NATIONS
from tigersim.catalogue.service import LAST_YEAR
from tigersim.catalogue.words import other_names
from tigersim.site.page import Page
from tigersim.site.symbols_in_page import symbols
from tigersim.site.unit_facts import (
    UnitFacts,
    price_interval,
    scale,
    shown,
    trait_lines,
    traits_in_words,
    unit_facts,
    verdict_keys,
)
from tigersim.site.words import Words

FIRST_CHOICE = 1936
"""The first year to choose: before the war all there was served already."""
COLUMNS = ("name", "nation", "class", "traits", "printed", "points", "vp", "verdict", "price", "years")
"""Columns of the table; "units.column_NAME" is what they are called, "units.about_NAME" what is in them."""
NUMBERS = ("printed", "points", "vp", "price")
PLAIN = ("name", "traits")
"""Columns that are sorted as text."""


def pages(words: Words) -> Iterator[Page]:
    """The table."""
    found = unit_facts()
    classes = [one for one in CLASS_IDS if any(each.unit.type == one for each in found)]
    years = range(FIRST_CHOICE, LAST_YEAR + 1)
    yield Page(
        "units.html",
        words("units.title"),
        words("units.about", count=len(found)),
        "unit_list.html",
        {
            "rows": [_row(one, words) for one in found],
            "columns": COLUMNS,
            "numbers": NUMBERS,
            "nations": NATIONS,
            "classes": classes,
            "verdicts": verdict_keys(),
            "years": years,
            "scale": scale(),
            "symbols": symbols(one.symbol for one in found),
        },
        data=[_sorted_by(one, words) for one in found],
        scripts=("unit_list.js",),
        styles=("units.css",),
        words=("units",),
    )


def _row(one: UnitFacts, words: Words) -> dict[str, Any]:
    """What a row shows."""
    said = one.worth
    return {
        "one": one,
        "name": words.unit(one.unit),
        "traits": ", ".join(traits_in_words(one.unit, words)),
        "points": f"{said['points']:.0f}",
        "vp": shown(said["to_print"], words),
        "price": price_interval(one, words),
        "years": "–".join(map(str, one.years)),
    }


def _sorted_by(one: UnitFacts, words: Words) -> dict[str, Any]:
    """What the script sorts and filters a row by: the columns, its words, its filters."""
    traits = ", ".join(name for _, name in trait_lines(one.unit, words))
    said = one.worth
    return {
        "name": words.unit(one.unit),
        "nation": NATIONS.index(one.unit.nation),
        "class": CLASS_IDS.index(one.unit.type),
        "traits": traits,
        "printed": said["cost"],
        "points": said["points"],
        "vp": said["to_print"],
        "verdict": verdict_keys().index(one.verdict),
        "price": round(said["price"], 4),
        "years": one.years[0],
        "left": one.years[1],
        "of": [one.unit.nation, one.unit.type, one.verdict],
        "words": f"{one.unit.name} {' '.join(other_names(one.unit))} {traits} {words(f'nations.{one.unit.nation}')} "
        f"{words(f'classes.{one.unit.type}')}",
    }
