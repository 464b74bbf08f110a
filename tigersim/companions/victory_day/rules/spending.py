"""What is paid together, and what is left for the enemy's turn."""

from __future__ import annotations

from collections.abc import Sequence

from tigersim.registry import rule

Amount = tuple[int, int, int]
"""Depots, factories, fuel."""


@rule("VD-RES-02")
def total(costs: Sequence[Amount]) -> Amount:
    """Cost of units, attacks, abilities and tactical cards that one turn's resources pay."""
    return (sum(c[0] for c in costs), sum(c[1] for c in costs), sum(c[2] for c in costs))


@rule("VD-DER-07")
def left_over(resources: int, used: int) -> int:
    """Resources for the enemy's turn: those spent in the own turn are still turned."""
    return resources - used


@rule("VD-GAP-02")
def attacks_paid(resources: int, attack_cost: int, attackers: int) -> int:
    """How many of the attackers can be paid for, at ``attack_cost`` resources of any kind each."""
    return attackers if attack_cost == 0 else min(attackers, resources // attack_cost)
