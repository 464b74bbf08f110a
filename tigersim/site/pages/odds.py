"""The page of one shot: two units, how they stand, one card or the whole deck, and all that may come of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tigersim.catalogue.cards import CARDS
from tigersim.catalogue.printed import NATIONS
from tigersim.catalogue.reading_words import reading_words
from tigersim.catalogue.rulesets import ruling, rulings
from tigersim.catalogue.words import rule_words
from tigersim.rules.close_combat import ASSAULT_INCHES
from tigersim.site.page import Page
from tigersim.site.tables.assault_tables import assault_tables
from tigersim.site.tables.firing_classes import RULINGS, WEAPONS, options, units
from tigersim.site.tables.order_tables import order_tables
from tigersim.site.tables.shot_tables import shot_tables
from tigersim.site.unit_duels import DISTANCES, packed
from tigersim.site.unit_facts import unit_facts
from tigersim.site.words import Words

SCRIPTS = ("duels.js", "odds_tables.js", "odds_why.js", "odds.js")
ASSETS = Path(__file__).resolve().parents[1] / "assets"
FIRST = ("Tiger I [germany]", "M4 Sherman [usa]")
"""What the page shows before anything is asked."""
SHORT = 15
"""Letters of an option that a phone shows where two choices share a line; longer ones have a line of their own."""
GENERIC = "generic"
SUITS = {"H": "♥", "D": "♦", "S": "♠", "C": "♣"}


def pages(words: Words) -> Iterator[Page]:
    """The page of a language."""
    tables = {
        "shot": shot_tables(),
        "assault": assault_tables() | {"reach": ASSAULT_INCHES},
        "orders": order_tables(),
        "duels": {"units": [one.key for one in unit_facts()], "distances": DISTANCES, "pairs": packed()},
    }
    yield Page(
        "odds.html",
        words("odds.title"),
        words("odds.about"),
        "odds.html",
        context={"form": _form(words)},
        data=tables | {"units": _units(words), "rules": _rules(words), "readings": _readings(words), "first": FIRST},
        scripts=SCRIPTS,
        words=("odds",),
    )


def _form(words: Words) -> dict[str, Any]:
    """What the choices of the form offer."""
    nations = {nation: words(f"nations.{nation}") for nation in NATIONS if nation != GENERIC}
    nations[GENERIC] = words("odds.generic")
    listed = _units(words)
    return {
        "nations": [(label, [one for one in listed if one[2] == nation]) for nation, label in nations.items()],
        "first": FIRST,
        "suits": [(words(f"odds.suit_{suit}"), _cards(words, suit)) for suit in SUITS],
        "weapons": tuple(WEAPONS),
        "short": SHORT,
        "rulings": [(ruling(switch).id, switch, options(switch)) for switch in RULINGS],
    }


def _cards(words: Words, suit: str) -> list[tuple[str, str]]:
    """The cards of a suit and what they are called, the highest first."""
    of_suit = [card for card in CARDS if card.endswith(suit)]
    return [(card, f"{_rank(words, card[:-1])}{SUITS[suit]}") for card in reversed(of_suit)]


def _rank(words: Words, rank: str) -> str:
    return rank if rank.isdigit() else words(f"odds.rank_{rank}")


def _units(words: Words) -> list[tuple[str, str, str]]:
    """Key, name and nation of every unit; a name that several have tells its nation."""
    named = Counter(words.unit(one) for one in units())
    return [
        (
            one.key,
            words.unit(one)
            if named[words.unit(one)] == 1 or one.nation == GENERIC
            else f"{words.unit(one)} ({words(f'nations.{one.nation}')})",
            one.nation,
        )
        for one in units()
    ]


def _rules(words: Words) -> dict[str, list[str]]:
    """Sentence and address of each rule that the page may name, by its ID; an unclear rule as it is usually read."""
    named = set(shot_tables()["rules"]) | set(assault_tables()["rules"]) | _in_scripts()
    unclear = {one.id: one for one in rulings()}
    found = {}
    for rule_id in sorted(named):
        if rule_id in unclear:
            says = reading_words(rule_id, words.language).options[unclear[rule_id].default]
            found[rule_id] = [says, f"readings.html#{rule_id}"]
        else:
            found[rule_id] = [rule_words(rule_id, words.language), f"rules.html#{rule_id}"]
    return found


def _readings(words: Words) -> dict[str, dict[str, str]]:
    """What each option says of the unclear rules that a visitor may read otherwise, by their IDs."""
    told = {one: reading_words(one, words.language) for one in RULINGS}
    return {ruling(one).id: {option: said.options[option] for option in options(one)} for one, said in told.items()}


@cache
def _in_scripts() -> frozenset[str]:
    """IDs of the rules that the scripts name themselves."""
    text = "".join((ASSETS / name).read_text(encoding="utf-8") for name in SCRIPTS)
    return frozenset(re.findall(r'"((?:PT|AMB)-[A-Z0-9_-]+)"', text))
