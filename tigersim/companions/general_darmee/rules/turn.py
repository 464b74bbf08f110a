"""The turn: five phases, who acts first in each, and who is left out of movement and fire."""

from __future__ import annotations

from tigersim.companions.general_darmee.rules.initiative import ENEMY, NOBODY, OWN
from tigersim.registry import rule


@rule("GA-INI-06", "GA-MOV-02")
def first_to_act(together: bool, active: int) -> int:
    """Who comes first in a phase: always the Active player, nobody where both act at once."""
    return NOBODY if together else active


@rule("GA-T11-04")
def first_to_charge(active: int, own_command: bool, enemy_command: bool) -> int:
    """Which of two brigades charges first: one with Command! alone, else by the initiative."""
    if own_command != enemy_command:
        return OWN if own_command else ENEMY
    return active


@rule("GA-MOV-01", "GA-MOV-04")
def may_move(in_charges: bool) -> bool:
    """Whether a unit may move or change formation: unless a charge has involved it."""
    return not in_charges


@rule("GA-FIR-01", "GA-FIR-05", "GA-T07-05")
def may_fire(in_charges: bool, forward: bool = False, deployed_guns_that_stay: bool = False) -> bool:
    """Whether a unit may fire: unless a charge involved it, whether or not it fired there.

    GA-T07-05: under Forward! only deployed guns that stay where they are do.
    """
    return not in_charges and (not forward or deployed_guns_that_stay)
