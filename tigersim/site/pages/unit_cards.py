"""Cards of units to print: nine on a page, of the size of playing cards for games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tigersim.catalogue.classes import common
from tigersim.catalogue.printed import NATIONS
from tigersim.catalogue.words import book
from tigersim.site.page import Page
from tigersim.site.symbols_in_page import symbols
from tigersim.site.unit_facts import UnitFacts, shown, traits_in_words, unit_facts
from tigersim.site.words import Words

ABOVE = ("class", "cost", "passengers")
"""Rows that a card has elsewhere, or has no room for; of orders it says only what is not so of every unit."""
MOST = 90
"""Cards at once: ten pages."""


def pages(words: Words) -> Iterator[Page]:
    """The cards."""
    found = unit_facts()
    yield Page(
        "cards.html",
        words("cards.title"),
        words("cards.about"),
        "unit_cards.html",
        {"nations": NATIONS, "symbols": symbols(one.symbol for one in found)},
        data={"most": MOST, "units": [_unit(one, words) for one in found]},
        scripts=("unit_picker.js", "unit_cards.js"),
        styles=("units.css", "unit_cards.css"),
        words=("cards", "units"),
    )


def _unit(one: UnitFacts, words: Words) -> dict[str, Any]:
    """A unit as the script knows it; ``rows``: names and numbers of the dice."""
    said, nation = one.worth, words(f"nations.{one.unit.nation}")
    labels = book("numbers", words.language)["labels"]
    usual = common()
    as_all = (one.profile.max_cards, one.profile.max_actions) == (usual.max_cards, usual.max_actions)
    left_out = {labels[name] for name in (*ABOVE, *(("orders",) if as_all else ()))}
    return {
        "key": one.key,
        "name": words.unit(one.unit),
        "label": f"{words.unit(one.unit)}, {nation}",
        "words": f"{one.unit.name} {one.unit.source_name} {nation}",
        "symbol": one.symbol,
        "of": one.unit.nation,
        "nation": nation,
        "kind": words(f"classes.{one.unit.type}"),
        "cost": str(one.profile.cost),
        "points": f"{said['points']:.0f}",
        "vp": shown(said["to_print"], words),
        "traits": ", ".join(traits_in_words(one.unit, words)),
        "rows": [row[:2] for row in one.profile.table(words.language, brief=True) if row.label not in left_out],
    }
