"""Recovery: who comes first, dice, regrouping, and what a failed test can cost."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import Edition, EngineFire, RecoveryCards, RecoveryOrder, RegroupDetails, WeakRunningGear

REGROUP_INCHES = 6
"""PT-RECOVER-07: how far a unit may withdraw before its test."""


@rule("PT-RECOVER-04", "PT-RECOVER-07", "PT-ADV-RUGGED")
def recovery_dice(base: int, regroup: bool) -> int:
    """PT-RECOVER-04, PT-RECOVER-07, PT-ADV-RUGGED: two dice (``base``; three if rugged), one more after regrouping."""
    return base + 1 if regroup else base


@rule("PT-RECOVER-04", "PT1-RECOVER-01")
def recovers(total: int, difficulty: int) -> bool:
    """PT-RECOVER-04, PT1-RECOVER-01: reaching the difficulty of the card, whatever its colour, removes the hit."""
    return total >= difficulty


@rule("PT-RECOVER-02", "PT-DIS-WEAK_RUNNING_GEAR")
def may_test(hits: int, immobilised: bool, weak_running_gear_rule: int = 0) -> bool:
    """PT-RECOVER-02, PT-DIS-WEAK_RUNNING_GEAR: units with a hit may be given a recovery card.

    AMB-110 ``weak_running_gear_rule``: 0 immobilised units may test too, 1 only units with a hit.
    """
    return hits > 0 or (immobilised and weak_running_gear_rule == WeakRunningGear.IMMOBILISED_MAY_TEST)


@rule("PT-RECOVER-01", "AMB-95")
def may_serve(saved: bool, recovery_cards: int = 0) -> bool:
    """PT-RECOVER-01: whether a card in hand may be used for recovery.

    AMB-95 ``recovery_cards``: 0 every one, 1 only cards saved in earlier turns.
    """
    return saved or recovery_cards == RecoveryCards.ANY_UNASSIGNED


@rule("PT-RECOVER-03", "AMB-96")
def first_to_recover(attacker: int, draw_winner: int, recovery_order: int = 0) -> int:
    """PT-RECOVER-03: the side that assigns recovery cards, and tests its units, first.

    AMB-96 ``recovery_order``: 0 the attacker, 2 who rolled higher at the draw; 1 (simultaneous) the attacker lays the
    first card, for somebody must, but all units withdraw before the first test is rolled.
    """
    return draw_winner if recovery_order == RecoveryOrder.HIGHER_DRAW_ROLL_FIRST else attacker


@rule("PT-RECOVER-07", "PT-DIS-NO_RETREAT", "PT-DIS-WEAK_RUNNING_GEAR", "PT1-RECOVER-01")
def may_regroup(no_retreat: bool, immobilised: bool, hits: int, embarked: bool = False, edition: int = 0) -> bool:
    """PT-RECOVER-07, PT-DIS-NO_RETREAT, PT-DIS-WEAK_RUNNING_GEAR: a unit with a hit may withdraw before its test.

    Embarked units may not (AMB-97), and edition I knows no regrouping (PT1-RECOVER-01).
    """
    return hits > 0 and not no_retreat and not immobilised and not embarked and edition == Edition.SECOND


@rule("PT-RECOVER-07", "AMB-97")
def regroup_ends(distance_squared: int, halted: bool, regroup_details: int = 0) -> bool:
    """PT-RECOVER-07: whether a withdrawal of more than nothing and at most 6 inches may end where it does.

    AMB-97 ``regroup_details``: 1 (exactly 6) only in the sixth inch, or where terrain has halted it.
    """
    return regroup_details != RegroupDetails.EXACTLY_6 or halted or distance_squared > (REGROUP_INCHES - 1) ** 2


@rule("PT-DIS-ENGINE_FIRE")
def catches_fire(
    engine_fire: bool, engine_hit: bool, recovered: bool, engine_fire_rule: int = 0, attempted: bool = True
) -> bool:
    """PT-DIS-ENGINE_FIRE: a failed recovery test burns a unit that carries the hit of its own engine.

    AMB-106 ``engine_fire_rule``: 0 after such a hit, 1 after any hit, 2 after such a hit also where the unit has not
    ``attempted`` to recover in this turn.
    """
    if not engine_fire or recovered or not (attempted or engine_fire_rule == EngineFire.NO_ATTEMPT_IS_FAILURE):
        return False
    return engine_hit or engine_fire_rule == EngineFire.ANY_FAILED_RECOVERY
