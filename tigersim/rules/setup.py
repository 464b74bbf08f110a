"""Setting up: who attacks, and how deep each side deploys."""

from __future__ import annotations

from tigersim.registry import rule


@rule("PT-SETUP-01", "PT-SETUP-03")
def attacker_by_roll(total: int, other_total: int) -> int:
    """PT-SETUP-01, PT-SETUP-03: 1 if the first of two 2D6 rolls attacks, 0 if the second does, -1 to roll again."""
    if total == other_total:
        return -1
    return 1 if total > other_total else 0


@rule("PT-SETUP-04", "PT-SETUP-05")
def deployment_depth(table_depth: int) -> int:
    """PT-SETUP-04, PT-SETUP-05: inches from its own edge within which a side deploys: a third (AMB-24)."""
    return table_depth // 3
