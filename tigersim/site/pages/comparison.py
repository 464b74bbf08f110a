"""Up to six units side by side: all numbers, costs, verdicts, and what each does to the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tigersim.catalogue.words import book
from tigersim.site.page import Page
from tigersim.site.symbols_in_page import symbols
from tigersim.site.unit_duels import DISTANCES, packed
from tigersim.site.unit_facts import UnitFacts, price_interval, service_words, shown, traits_in_words, unit_facts
from tigersim.site.words import Words

MOST = 6
"""Units side by side."""


def pages(words: Words) -> Iterator[Page]:
    """The comparison."""
    found = unit_facts()
    labels = _labels(words)
    yield Page(
        "compare.html",
        words("compare.title"),
        words("compare.about"),
        "comparison.html",
        {"symbols": symbols(one.symbol for one in found), "most": MOST},
        data={
            "most": MOST,
            "distances": DISTANCES,
            "labels": labels,
            "units": [_unit(one, labels, words) for one in found],
            "duels": packed(),
        },
        scripts=("unit_picker.js", "duels.js", "comparison.js"),
        styles=("units.css",),
        words=("compare", "units"),
    )


def _facts(one: UnitFacts, words: Words) -> list[tuple[str, str]]:
    """What stands above the numbers of the dice."""
    said = one.worth
    traits = ", ".join(traits_in_words(one.unit, words))
    lines = [
        ("nation", words(f"nations.{one.unit.nation}")),
        ("printed", str(one.profile.cost)),
        ("points", f"{said['points']:.0f}"),
        ("vp", shown(said["to_print"], words)),
        ("verdict", words(f"units.verdict_{one.verdict}")),
        ("price", price_interval(one, words)),
        ("traits", traits),
        ("years", service_words(one.service, words)),
    ]
    return [(words(f"units.column_{name}"), text) for name, text in lines]


def _labels(words: Words) -> list[str]:
    """All rows of the comparison: the facts, then what dice need, each in the order in which units have it."""
    order: list[str] = []
    for one in unit_facts():
        place = 0
        for label in (*(label for label, _ in _facts(one, words)), *_numbers(one, words)):
            if label in order:
                place = order.index(label) + 1
            else:
                order.insert(place, label)
                place += 1
    return order


def _numbers(one: UnitFacts, words: Words) -> dict[str, str]:
    """The numbers of the dice by their names, without the cost, which stands above."""
    rows = {row.label: row.value for row in one.profile.table(words.language)}
    del rows[book("numbers", words.language)["labels"]["cost"]]
    return rows


def _unit(one: UnitFacts, labels: list[str], words: Words) -> dict[str, Any]:
    """A unit as the script knows it; ``rows``: what stands in each row, "" where it has nothing there."""
    held = dict(_facts(one, words)) | _numbers(one, words)
    nation = words(f"nations.{one.unit.nation}")
    return {
        "key": one.key,
        "name": words.unit(one.unit),
        "label": f"{words.unit(one.unit)}, {nation}",
        "words": f"{one.unit.name} {one.unit.source_name} {nation}",
        "slug": one.slug,
        "symbol": one.symbol,
        "verdict": one.verdict,
        "score": one.profile.score,
        "rows": [held.get(label, "") for label in labels],
    }
