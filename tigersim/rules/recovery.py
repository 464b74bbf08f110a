"""Recovery: who comes first, dice, regrouping, and what a failed test can cost."""

from __future__ import annotations

from tigersim.registry import rule
from tigersim.rules.switches import Edition, EngineFire, RecoveryCards, RecoveryOrder, RegroupDetails, WeakRunningGear

REGROUP_INCHES = 6
"""PT-RECOVER-07: how far a unit may withdraw before its test."""


@rule("PT-RECOVER-04", "PT-RECOVER-07", "PT-ADV-RUGGED")
def recovery_dice(base: int, regroup: bool) -> int:
    """Recovery dice: two (``base``; three if rugged), one more after regrouping."""
    return base + 1 if regroup else base


@rule("PT-RECOVER-04", "PT1-RECOVER-01")
def recovers(total: int, difficulty: int) -> bool:
    """Whether the hit is removed: the roll reaches the difficulty, whatever the card's colour."""
    return total >= difficulty


@rule("PT-RECOVER-02", "PT-DIS-WEAK_RUNNING_GEAR")
def may_test(hits: int, immobilised: bool, weak_running_gear_rule: int = 0) -> bool:
    """Whether the unit may be given a recovery card: it has a hit, or is immobilised.

    Under ``only_if_hit`` immobilised units need a hit too.
    """
    return hits > 0 or (immobilised and weak_running_gear_rule == WeakRunningGear.IMMOBILISED_MAY_TEST)


@rule("PT-RECOVER-01", "AMB-95")
def may_serve(saved: bool, recovery_cards: int = 0) -> bool:
    """Whether a card in hand may be used for recovery: any, under ``saved_only`` saved ones."""
    return saved or recovery_cards == RecoveryCards.ANY_UNASSIGNED


@rule("PT-RECOVER-03", "AMB-96")
def first_to_recover(attacker: int, draw_winner: int, recovery_order: int = 0) -> int:
    """Side that assigns recovery cards, and tests its units, first.

    The attacker, under ``higher_draw_roll_first`` who rolled higher at the draw.  Under ``simultaneous`` the attacker
    lays the first card, as one side must, but all units withdraw before the first test is rolled.
    """
    return draw_winner if recovery_order == RecoveryOrder.HIGHER_DRAW_ROLL_FIRST else attacker


@rule("PT-RECOVER-07", "PT-DIS-NO_RETREAT", "PT-DIS-WEAK_RUNNING_GEAR", "PT1-RECOVER-01")
def may_regroup(no_retreat: bool, immobilised: bool, hits: int, embarked: bool = False, edition: int = 0) -> bool:
    """Whether a unit with a hit may withdraw before its test.

    Embarked units may not (AMB-97), and the first edition knows no regrouping.
    """
    return hits > 0 and not no_retreat and not immobilised and not embarked and edition == Edition.SECOND


@rule("PT-RECOVER-07", "AMB-97")
def regroup_ends(distance_squared: int, halted: bool, regroup_details: int = 0) -> bool:
    """Whether a withdrawal of at most 6 inches may end where it does.

    Under ``exactly_6`` only in the sixth inch, or where terrain has halted it.
    """
    return regroup_details != RegroupDetails.EXACTLY_6 or halted or distance_squared > (REGROUP_INCHES - 1) ** 2


@rule("PT-DIS-ENGINE_FIRE")
def catches_fire(
    engine_fire: bool, engine_hit: bool, recovered: bool, engine_fire_rule: int = 0, attempted: bool = True
) -> bool:
    """Whether a failed recovery test burns a unit that carries the hit of its own engine.

    Under ``any_failed_recovery`` after any hit, under ``no_attempt_is_failure`` also where the unit has not
    ``attempted`` to recover in this turn.
    """
    if not engine_fire or recovered or not (attempted or engine_fire_rule == EngineFire.NO_ATTEMPT_IS_FAILURE):
        return False
    return engine_hit or engine_fire_rule == EngineFire.ANY_FAILED_RECOVERY
