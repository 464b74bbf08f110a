"""What each card lets a unit do: its exact chances by colour and difficulty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import pandas as pd

from tigersim.catalogue.cards import CARDS, RANKS, SUITS
from tigersim.catalogue.profile import HULL, MACHINE_GUN, MAIN, MORTAR, Profile
from tigersim.catalogue.units import Unit
from tigersim.odds.card import card
from tigersim.rules.cards import difficulty, is_red
from tigersim.rules.fire import in_range
from tigersim.site.words import Words

WEAPONS = {MAIN: "main", HULL: "hull", MACHINE_GUN: "mg", MORTAR: "mortar"}
"""Slots of weapons and what questions about odds call them."""
NEAR, BEYOND = 10, 20
"""Inches: within the 12 that part near from far, and beyond; those of the duels too."""
ANY_CARD = CARDS[0]
"""The table by card is the same whichever card is asked about."""
PLAIN = "plain"
"""The table that all deeds but fire are read off."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a card lets a unit try.

    name: the end of its key among the words.
    shares: by card, the chance of success.
    more: by card, what is said next to it: chance of a lethal hit, of a hit or suppression, or inches; empty = nothing.
    """

    name: str
    shares: tuple[float, ...]
    more: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards of one colour that differ in difficulty, with all deeds that one of them allows."""

    red: bool
    ranks: tuple[tuple[str, ...], ...]
    deeds: tuple[Deed, ...]


def cards_of(unit: Unit, profile: Profile) -> tuple[Cards, Cards]:
    """The red cards and the black ones, easy before hard."""
    tables = _tables(_Asked(unit, profile))
    return _cards(True, tables), _cards(False, tables)


def ranks_in_words(ranks: tuple[str, ...], words: Words) -> str:
    """Ranks of one difficulty: "10 J Q K"."""
    letters = {rank: words(f"unit.rank_{rank.lower()}") for rank in "JQKA"}
    return " ".join(letters.get(rank, rank) for rank in ranks)


class _Asked:
    """A unit, the same as any that plays alike."""

    def __init__(self, unit: Unit, profile: Profile) -> None:
        self.unit, self.profile = unit, profile

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self.profile == other.profile

    def __hash__(self) -> int:
        return hash(self.profile)


@lru_cache(maxsize=256)
def _tables(asked: _Asked) -> Mapping[str, pd.DataFrame]:
    """Chances by card; for each weapon near, and beyond where its dice are others there."""
    unit, p = asked.unit, asked.profile
    found: dict[str, pd.DataFrame] = {}
    for slot, weapon in WEAPONS.items():
        if not p.armed[slot]:
            continue
        far = in_range(BEYOND * BEYOND, p.max_range[slot], p.min_range[slot])
        same = (p.red_near[slot], p.black_near[slot]) == (p.red_far[slot], p.black_far[slot])
        more = "suppressed" if p.suppresses[slot] else "p_lethal"
        for where, inches in ((f"{weapon}_near", NEAR), *([(f"{weapon}_beyond", BEYOND)] if far and not same else ())):
            table = card(ANY_CARD, unit, weapon, inches).by_card()
            found[where] = table.assign(suppressed=table["p_hit"] + table["p_half"]).rename(columns={more: "more"})
    found[PLAIN] = next(iter(found.values())) if found else card(ANY_CARD, unit).by_card()
    return found


def _groups(red: bool) -> tuple[tuple[tuple[str, ...], ...], list[int]]:
    """Ranks of one difficulty together, and the number of a card of each."""
    by_difficulty: dict[int, list[int]] = {}
    for number in range(len(CARDS)):
        if is_red(number) == red:
            by_difficulty.setdefault(difficulty(number), []).append(number)
    ranks = tuple(tuple(dict.fromkeys(RANKS[one // len(SUITS)] for one in each)) for each in by_difficulty.values())
    return ranks, [each[0] for each in by_difficulty.values()]


def _cards(red: bool, tables: Mapping[str, pd.DataFrame]) -> Cards:
    ranks, numbers = _groups(red)

    def column(table: str, name: str) -> tuple[float, ...]:
        return tuple(map(float, tables[table][name].to_numpy()[numbers]))

    fired = (Deed(name, column(name, "p_hit"), column(name, "more")) for name in tables if name != PLAIN)
    moved = Deed("move", column(PLAIN, "p_move"), column(PLAIN, "expected_inches"))
    other = "close_combat" if red else "find_cover"
    rest = (Deed(name, column(PLAIN, f"p_{name}")) for name in (other, "recovery"))
    return Cards(red, ranks, (*fired, moved, *rest))
