"""Exact odds for the terminal: card by card, against a panel, and as squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

from rich.console import Group

from tigersim.show.tables.cells import whole_percent
from tigersim.show.tables.layout import Column, filled, numbers, table

if TYPE_CHECKING:
    import pandas as pd

RANKS = {10: "10 J Q K", 11: "A"}
"""Difficulty -> its cards, where they are not the one of that number."""

HEADINGS = {
    "p_none": "no hit",
    "p_suppressed": "suppr.",
    "p_hit_scored": "hit",
    "p_lethal_scored": "lethal",
    "p_close_combat": "combat",
    "p_recovery": "recover",
    "p_find_cover": "cover",
    "expected_hits": "hits",
    "expected_inches": "inches",
}


def cards_table(title: str, meaning: Mapping[str, str], cards: Sequence[Mapping[str, Any]]) -> Group:
    """Numbers card by card: one line for all cards of a difficulty and a colour.

    ``cards`` have ``difficulty``, ``red``, ``forbidden`` (a rule's ID, or "") and, unless forbidden, the numbers.
    Columns of zeros are left out.
    """
    lines = {(card["difficulty"], not card["red"]): card for card in cards}
    shown = [name for name in meaning if any(card.get(name) for card in cards) and not name.startswith("p_no_")]
    rows = []
    forbidden: dict[str, set[str]] = {}
    for (difficulty, black), card in sorted(lines.items()):
        colour = "black" if black else "red"
        if card["forbidden"]:
            forbidden.setdefault(card["forbidden"], set()).add(colour)
            cells = ["-"] * len(shown)
        else:
            cells = [_number(name, card[name]) for name in shown]
        rows.append((f"{RANKS.get(difficulty, difficulty)} {colour}", *cells))
    headings = [HEADINGS.get(name, name.removeprefix("p_").replace("_", " ")) for name in shown]
    notes = [f"Forbidden on {' and '.join(sorted(colours))} cards: {rule}." for rule, colours in forbidden.items()]
    return table(("card", *numbers(*headings)), rows, title=title, below=" ".join(["Exact, not sampled.", *notes]))


def _number(name: str, value: float) -> str:
    return f"{100 * value:.1f}%" if name.startswith("p_") else f"{value:.2f}"


def turns_table(turns: Sequence[Mapping[str, Any]], units: tuple[str, str]) -> Group:
    """A duel after each turn: which of the two is destroyed, and how often neither is."""
    rows = filled(turns, "{turn}", "{p_a_destroyed:.2%}", "{p_b_destroyed:.2%}", "{p_neither:.2%}")
    each = (Column(f"{unit} destroyed", number=True, fold=True) for unit in units)
    return table((*numbers("turn"), *each, *numbers("neither")), rows)


def panel_table(frame: pd.DataFrame, unit: str) -> Group:
    """What a unit does to others and they to it (``odds.panel``), one Fire action each way."""
    rows = filled(
        frame,
        "{other}",
        "{cost}",
        lambda row: row["weapon"] or "none",
        "{p_one_hit:.1%}",
        "{p_destroyed:.1%}",
        lambda row: row["weapon_back"] or "none",
        "{p_one_hit_back:.1%}",
        "{p_destroyed_back:.1%}",
    )
    there, back = numbers("one hit", "destroys"), numbers("one hit", "destroyed")
    columns = ("against", *numbers("VP"), "fires", *there, "back", *back)
    return table(columns, rows, title=f"{unit}: one Fire action each way, any card", below="Exact, not sampled.")


def square_table(shares: pd.DataFrame, title: str, below: str) -> Group:
    """Shares from 0 to 1 in percent, or a dash; columns are numbered and named below."""
    names = [str(name) for name in shares.columns]
    rows = [
        (str(name), *("–" if isnan(share) else whole_percent(share) for share in values))
        for name, values in zip(shares.index, shares.to_numpy(dtype=float).tolist(), strict=True)
    ]
    key = "; ".join(f"{number} {name}" for number, name in enumerate(names, start=1))
    heads = ("fires at", *numbers(*map(str, range(1, len(names) + 1))))
    return table(heads, rows, title=title, below=f"{key}\n{below}", narrow=True)
