"""The phases of a turn, as the table of the game has them."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tigersim.catalogue.companions import game
from tigersim.registry import rule


class Phase(NamedTuple):
    """One phase of a turn."""

    title: str
    together: bool
    """Both players at once; otherwise one after the other."""
    steps: tuple[str, ...]


@rule("GA-TRN-01", "GA-TRN-02", "GA-TRN-03", "GA-TRN-04", "GA-TRN-05", "GA-TRN-06", "GA-CMD-03", "GA-DER-04")
@rule("GA-ATK-01", "GA-ATK-02", "GA-ATK-03", "GA-ATK-04", "GA-ATK-05", "GA-ATK-06")
@rule("GA-MOV-03", "GA-FIR-02", "GA-MEL-01", "GA-GAP-07")
@cache
def phases() -> tuple[Phase, ...]:
    """The phases of a turn in their order, from command to melee, each with its steps."""
    found: dict[str, Phase] = {}
    for row in game("general_darmee").table("phases"):
        before = found.get(row["title"], Phase(row["title"], row["together"] == "yes", ()))
        found[row["title"]] = before._replace(steps=(*before.steps, row["step"]))
    return tuple(found.values())
