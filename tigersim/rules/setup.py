"""Setting up: who attacks, and how deep each side deploys."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import DeploymentDepth


@rule("PT-SETUP-01", "PT-SETUP-03")
def attacker_by_roll(total: int, other_total: int) -> int:
    """Who attacks: 1 the first of two 2D6 rolls, 0 the second, -1 = roll again."""
    if total == other_total:
        return -1
    return 1 if total > other_total else 0


@rule("PT-SETUP-03", "PT-SETUP-05", "PT-SCEN-BRIDGE-05")
def first_to_set_up(attacker: int) -> int:
    """The side that sets up all its units first, in every scenario: the defender."""
    return 1 - attacker


@rule("PT-SETUP-04", "PT-SETUP-05", "PT1-SETUP-02", "AMB-24")
def deployment_depth(table_depth: int, table_width: int = 0, deployment_depth_rule: int = 0) -> int:
    """Inches from its own edge within which a side deploys: a third of the table's depth.

    Under ``longest_dimension`` of the longer dimension, but never beyond the middle of the table, where the other
    side's zone begins.
    """
    if deployment_depth_rule == DeploymentDepth.LONGEST_DIMENSION:
        return min(max(table_depth, table_width) // 3, table_depth // 2)
    return table_depth // 3
