"""A page for each historical unit: its worth, what it beats, what each card lets it do, its numbers and their rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from tigersim.catalogue.rulebook import rule_entry
from tigersim.catalogue.rulesets import Ruling
from tigersim.catalogue.words import book, other_names, plural, rule_words
from tigersim.pricing.estimate.frames import records
from tigersim.site.card_by_card import Cards, cards_of, ranks_in_words
from tigersim.site.page import Page
from tigersim.site.symbols_in_page import symbols
from tigersim.site.unit_duels import DISTANCES, AlikeDuels, all_duels, best_and_worst
from tigersim.site.unit_facts import (
    UnitFacts,
    percent,
    service_words,
    shown,
    traits_in_words,
    unit_facts,
    worth_of_all,
)
from tigersim.site.words import Words


def pages(words: Words) -> Iterator[Page]:
    """One page for each unit."""
    for one in unit_facts():
        yield unit_page(one, words)


def unit_page(one: UnitFacts, words: Words) -> Page:
    """The page of one unit."""
    among = all_duels()[one.key]
    best, worst = best_and_worst(one, among)
    nation, kind = words(f"nations.{one.unit.nation}"), words(f"classes.{one.unit.type}")
    names = ", ".join(dict.fromkeys((words.unit(one.unit), one.unit.name, one.unit.source_name)))
    verdict = words(f"units.verdict_{one.verdict}")
    vp = shown(one.worth["to_print"], words)
    return Page(
        f"units/{one.slug}.html",
        words("unit.title", name=words.unit(one.unit), nation=nation),
        words("unit.about", names=names, kind=kind, nation=nation, cost=one.profile.cost, vp=vp, verdict=verdict),
        "unit_page.html",
        {
            "one": one,
            "vp": vp,
            "kind": kind,
            "nation": nation,
            "traits": traits_in_words(one.unit, words),
            "worth": _worth(one, words),
            "moved_by_traits": _traits(one, words),
            "moved_by_readings": _readings(one, words),
            "duels": [
                (name, [_duels(each, words) for each in rows])
                for name, rows in (("best", best), ("worst", worst), ("all", among))
            ],
            "distances": DISTANCES,
            "cards": [_cards(each, words) for each in cards_of(one.unit, one.profile)],
            "numbers": [
                (row.label, row.value, [(rule, _said(rule, words)) for rule in row.rules])
                for row in one.profile.table(words.language)
            ],
            "served": service_words(one.service, words),
            "symbols": symbols([one.symbol]),
        },
        styles=("units.css",),
        also=", ".join(other_names(one.unit)),
    )


def _worth(one: UnitFacts, words: Words) -> list[tuple[str, str]]:
    """What it is worth, line by line: what, how much."""
    said = one.worth

    def interval(name: str) -> dict[str, str]:
        return {end: shown(said[f"{name}_{end}"], words) for end in ("low", "high")}

    points = plural(int(said["points"]), words("unit.points"))
    lines = [
        ("printed", words("unit.vp", number=one.profile.cost)),
        ("points", words("unit.listed", points=points, vp=shown(said["to_print"], words))),
        ("price", words("unit.price", price=shown(said["price"], words), **interval("price"))),
        ("whole", words("unit.vp", number=f"{said['whole']:.0f}")),
        ("elsewhere", words("unit.elsewhere", **interval("elsewhere"))),
        ("same", words("unit.same", same=f"{said['same']:.0f}", conditions=f"{said['conditions']:.0f}")),
    ]
    return [(words(f"unit.line_{name}"), text) for name, text in lines]


@cache
def _moving(table: str) -> Mapping[str, list[dict[str, Any]]]:
    """Key of a unit -> its rows of ``Worth.traits`` or ``Worth.readings``."""
    return {str(key): records(rows) for key, rows in getattr(worth_of_all(), table).groupby("unit", sort=False)}


def _effect(row: Mapping[str, Any], name: str, words: Words) -> str:
    number, low, high = (shown(row[each], words, signed=True) for each in (name, "low", "high"))
    return words("unit.effect", number=number, low=low, high=high)


def _traits(one: UnitFacts, words: Words) -> list[tuple[str, str, str]]:
    """Name, what the rules charge for it, what it adds to a plain unit of the class."""
    return [
        (words(f"traits.{row['trait']}"), shown(row["printed"], words, 0, signed=True), _effect(row, "worth", words))
        for row in _moving("traits").get(one.key, ())
    ]


def _readings(one: UnitFacts, words: Words) -> list[tuple[str, str, str, str]]:
    """ID, question, the other answer, by how much it moves the price."""
    said = book("readings", words.language)
    return [
        (
            row["id"],
            said[row["id"]]["question"],
            said[row["id"]]["options"][row["option"]],
            _effect(row, "effect", words),
        )
        for row in _moving("readings").get(one.key, ())
    ]


def _duels(row: AlikeDuels, words: Words) -> dict[str, Any]:
    return {
        "enemies": [(each, words.unit(each.unit), words(f"nations.{each.unit.nation}")) for each in row.enemies],
        "gain": shown(row.gain, words, signed=True),
        "chances": [tuple((one, percent(one, words)) for one in pair) for pair in row.chances],
    }


def _cards(cards: Cards, words: Words) -> dict[str, Any]:
    """A table: heads, and a line for each difficulty with chance, what stands next to it, and their words."""
    lines = []
    for place, ranks in enumerate(cards.ranks):
        cells = []
        for deed in cards.deeds:
            more = deed.more[place] if deed.more else None
            if more is None:
                text = ""
            elif deed.name == "move":
                text = words("unit.inches", inches=shown(more, words))
            else:
                text = percent(more, words)
            share = None if more is None or deed.name == "move" else more
            cells.append((deed.shares[place], share, percent(deed.shares[place], words), text))
        lines.append((ranks_in_words(ranks, words), cells))
    return {
        "colour": words("unit.red_cards" if cards.red else "unit.black_cards"),
        "heads": [words(f"unit.deed_{deed.name}") for deed in cards.deeds],
        "lines": lines,
    }


def _said(rule: str, words: Words) -> str:
    """What a rule says; of an open question how it is answered."""
    entry = rule_entry(rule)
    if not isinstance(entry, Ruling):
        return rule_words(rule, words.language)
    said = book("readings", words.language)[entry.id]
    return f"{said['question']} {said['options'][entry.default]}"
