"""Recovery."""

import pytest

from tigersim.rules.recovery import (
    catches_fire,
    first_to_recover,
    may_regroup,
    may_serve,
    may_test,
    recovers,
    recovery_dice,
    regroup_ends,
)
from tigersim.rules.switches import Edition, EngineFire, RegroupDetails, WeakRunningGear


@pytest.mark.rule("PT-RECOVER-04", "PT-RECOVER-07", "PT-ADV-RUGGED")
def test_dice() -> None:
    assert [recovery_dice(2, False), recovery_dice(2, True)] == [2, 3]
    assert [recovery_dice(3, False), recovery_dice(3, True)] == [3, 4]


@pytest.mark.rule("PT-RECOVER-04", "PT1-RECOVER-01")
def test_recovery_needs_the_difficulty() -> None:
    assert recovers(7, 7)
    assert not recovers(6, 7)


@pytest.mark.rule("PT-RECOVER-02", "PT-DIS-WEAK_RUNNING_GEAR", "AMB-110")
def test_who_may_test() -> None:
    assert may_test(1, False)
    assert may_test(0, True)
    assert not may_test(0, False)
    assert not may_test(0, True, WeakRunningGear.ONLY_IF_HIT)
    assert may_test(1, True, WeakRunningGear.ONLY_IF_HIT)


@pytest.mark.rule("PT-RECOVER-07", "PT-DIS-NO_RETREAT", "PT-DIS-WEAK_RUNNING_GEAR")
def test_who_may_regroup() -> None:
    assert may_regroup(False, False, 1)
    assert not may_regroup(True, False, 1)
    assert not may_regroup(False, True, 1)
    assert not may_regroup(False, False, 0)
    assert not may_regroup(False, False, 1, True)  # embarked
    assert not may_regroup(False, False, 1, False, Edition.FIRST)  # edition I


@pytest.mark.rule("PT-DIS-ENGINE_FIRE", "AMB-106")
def test_engine_fire() -> None:
    assert catches_fire(True, True, False)
    assert not catches_fire(True, True, True)
    assert not catches_fire(True, False, False)
    assert not catches_fire(False, True, False)
    assert catches_fire(True, False, False, EngineFire.ANY_FAILED_RECOVERY)
    # no attempt at all
    assert [catches_fire(True, True, False, rule, False) for rule in range(3)] == [False, False, True]
    assert not catches_fire(True, False, False, EngineFire.NO_ATTEMPT_IS_FAILURE, False)
    assert not catches_fire(False, True, False, EngineFire.NO_ATTEMPT_IS_FAILURE, False)
    assert catches_fire(True, True, False, EngineFire.NO_ATTEMPT_IS_FAILURE)
    assert not catches_fire(True, False, False, EngineFire.NO_ATTEMPT_IS_FAILURE)


@pytest.mark.rule("PT-RECOVER-01", "AMB-95")
def test_which_cards_serve() -> None:
    assert [may_serve(saved, rule) for rule in (0, 1) for saved in (False, True)] == [True, True, False, True]


@pytest.mark.rule("PT-RECOVER-03", "AMB-96")
def test_who_recovers_first() -> None:
    assert [first_to_recover(0, 1, rule) for rule in range(3)] == [0, 0, 1]


@pytest.mark.rule("PT-RECOVER-07", "AMB-97")
def test_where_a_withdrawal_may_end() -> None:
    assert regroup_ends(1, False)
    # (3, 4) is exactly five inches, (4, 4) reaches into the sixth
    assert [regroup_ends(squared, False, RegroupDetails.EXACTLY_6) for squared in (1, 25, 32, 36)] == [
        False,
        False,
        True,
        True,
    ]
    assert regroup_ends(4, True, RegroupDetails.EXACTLY_6)
