"""Recovery: dice, regrouping, and what a failed test can cost."""

from __future__ import annotations

from tigersim.registry import rule

REGROUP_INCHES = 6
"""PT-RECOVER-07: how far a unit may withdraw before its test."""


@rule("PT-RECOVER-04", "PT-RECOVER-07", "PT-ADV-RUGGED")
def recovery_dice(base: int, regroup: bool) -> int:
    """PT-RECOVER-04, PT-RECOVER-07, PT-ADV-RUGGED: two dice (``base``; three if rugged), one more after regrouping."""
    return base + 1 if regroup else base


@rule("PT-RECOVER-04")
def recovers(total: int, difficulty: int) -> bool:
    """PT-RECOVER-04: reaching the difficulty of the card, whatever its colour, removes the hit."""
    return total >= difficulty


@rule("PT-RECOVER-02", "PT-DIS-WEAK_RUNNING_GEAR")
def may_test(hits: int, immobilised: bool, weak_running_gear_rule: int = 0) -> bool:
    """PT-RECOVER-02, PT-DIS-WEAK_RUNNING_GEAR: units with a hit may be given a recovery card.

    AMB-110 ``weak_running_gear_rule``: 0 immobilised units may test too, 1 only units with a hit.
    """
    return hits > 0 or (immobilised and weak_running_gear_rule == 0)


@rule("PT-RECOVER-07", "PT-DIS-NO_RETREAT", "PT-DIS-WEAK_RUNNING_GEAR")
def may_regroup(no_retreat: bool, immobilised: bool, hits: int) -> bool:
    """PT-RECOVER-07, PT-DIS-NO_RETREAT, PT-DIS-WEAK_RUNNING_GEAR: a unit with a hit may withdraw before its test."""
    return hits > 0 and not no_retreat and not immobilised


@rule("PT-DIS-ENGINE_FIRE")
def catches_fire(engine_fire: bool, engine_hit: bool, recovered: bool, engine_fire_rule: int = 0) -> bool:
    """PT-DIS-ENGINE_FIRE: a failed recovery test burns a unit that carries the hit of its own engine.

    AMB-106 ``engine_fire_rule``: 0 after such a hit, 1 after any hit (2, no attempt, is the caller's to see).
    """
    return engine_fire and not recovered and (engine_hit or engine_fire_rule == 1)
