"""Exact odds card by card, for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group

from tigersim.show.tables.layout import Column, table

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
    columns: list[Column | str] = ["card", *(Column(heading, number=True) for heading in headings)]
    notes = [f"Forbidden on {' and '.join(sorted(colours))} cards: {rule}." for rule, colours in forbidden.items()]
    return table(columns, rows, title=title, below=" ".join(["Exact, not sampled.", *notes]))


def _number(name: str, value: float) -> str:
    return f"{100 * value:.1f}%" if name.startswith("p_") else f"{value:.2f}"
