"""The turn: five phases, who acts first in each, and who is left out of movement and fire."""

from __future__ import annotations

import csv
from functools import cache
from typing import NamedTuple

from tigersim.catalogue.companions import game
from tigersim.companions.general_darmee.initiative_roll import ENEMY, NOBODY, OWN
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
    """The phases of a turn in their order (GA-TRN-01), each with its steps.

    GA-TRN-02, GA-CMD-03, GA-DER-04: command, where tasks stand between the dice for ADCs and those for brigades.
    GA-TRN-03, GA-ATK-01, GA-ATK-02, GA-ATK-03, GA-ATK-04, GA-ATK-06, GA-GAP-07: charges, the Active player first;
    GA-ATK-05: before movement.  GA-TRN-04, GA-MOV-03: movement.  GA-TRN-05, GA-FIR-02: firing.  GA-TRN-06, GA-MEL-01:
    melee.
    """
    found: dict[str, Phase] = {}
    with (game("general_darmee").folder / "phases.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            before = found.get(row["title"], Phase(row["title"], row["together"] == "yes", ()))
            found[row["title"]] = before._replace(steps=(*before.steps, row["step"]))
    return tuple(found.values())


@rule("GA-INI-06", "GA-MOV-02")
def first_to_act(phase: Phase, active: int) -> int:
    """GA-INI-06, GA-MOV-02: who comes first in a phase: always the Active player, nobody where both act at once."""
    return NOBODY if phase.together else active


@rule("GA-T11-04")
def first_to_charge(active: int, own_command: bool, enemy_command: bool) -> int:
    """GA-T11-04: of two brigades the one with Command! charges first; with both or neither the initiative decides."""
    if own_command != enemy_command:
        return OWN if own_command else ENEMY
    return active


@rule("GA-MOV-01", "GA-MOV-04")
def may_move(in_charges: bool) -> bool:
    """GA-MOV-01, GA-MOV-04: units move, also by Forward!, or change formation unless a charge has involved them."""
    return not in_charges


@rule("GA-FIR-01", "GA-FIR-05", "GA-T07-05")
def may_fire(in_charges: bool, forward: bool = False, deployed_guns_that_stay: bool = False) -> bool:
    """GA-FIR-01, GA-FIR-05: units fire unless a charge has involved them, also if they did not fire there.

    GA-T07-05: under Forward! only deployed guns that stay where they are do.
    """
    return not in_charges and (not forward or deployed_guns_that_stay)
