"""Recovery."""

import pytest

from tigersim.rules.recovery import (
    catches_fire,
    may_regroup,
    may_test,
    recovers,
    recovery_dice,
)


@pytest.mark.rule("PT-RECOVER-04", "PT-RECOVER-07", "PT-ADV-RUGGED")
def test_dice() -> None:
    assert [recovery_dice(2, False), recovery_dice(2, True)] == [2, 3]
    assert [recovery_dice(3, False), recovery_dice(3, True)] == [3, 4]


@pytest.mark.rule("PT-RECOVER-04")
def test_recovery_needs_the_difficulty() -> None:
    assert recovers(7, 7)
    assert not recovers(6, 7)


@pytest.mark.rule("PT-RECOVER-02", "PT-DIS-WEAK_RUNNING_GEAR", "AMB-110")
def test_who_may_test() -> None:
    assert may_test(1, False)
    assert may_test(0, True)
    assert not may_test(0, False)
    assert not may_test(0, True, 1)
    assert may_test(1, True, 1)


@pytest.mark.rule("PT-RECOVER-07", "PT-DIS-NO_RETREAT", "PT-DIS-WEAK_RUNNING_GEAR")
def test_who_may_regroup() -> None:
    assert may_regroup(False, False, 1)
    assert not may_regroup(True, False, 1)
    assert not may_regroup(False, True, 1)
    assert not may_regroup(False, False, 0)


@pytest.mark.rule("PT-DIS-ENGINE_FIRE", "AMB-106")
def test_engine_fire() -> None:
    assert catches_fire(True, True, False)
    assert not catches_fire(True, True, True)
    assert not catches_fire(True, False, False)
    assert not catches_fire(False, True, False)
    assert catches_fire(True, False, False, 1)
