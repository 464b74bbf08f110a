"""Close combat."""

import pytest

from tigersim.rules.close_combat import (
    close_combat_dice,
    destroys_itself,
    in_reach,
    may_declare_suicide,
    strike_destroys,
)


@pytest.mark.rule("PT-MELEE-02")
def test_reach() -> None:
    assert in_reach(36)
    assert not in_reach(37)


@pytest.mark.rule(
    "PT-MELEE-04", "PT-MELEE-05", "PT-DIS-OPEN_TOP", "PT-ADV-SKIRT_ARMOR", "PT-ADV-SUICIDE_ASSAULT", "AMB-30"
)
def test_dice() -> None:
    assert close_combat_dice(3, True, False, False, False) == 3
    assert close_combat_dice(2, False, False, False, False) == 2
    assert close_combat_dice(3, True, True, False, False) == 4
    assert close_combat_dice(3, True, False, True, False) == 2
    assert close_combat_dice(2, False, False, True, False) == 2
    assert close_combat_dice(3, True, True, True, True) == 4
    assert close_combat_dice(1, True, False, True, False) == 0
    assert close_combat_dice(1, True, False, True, False, 1) == 1


@pytest.mark.rule("PT-ADV-SUICIDE_ASSAULT", "AMB-84")
def test_suicide_assault() -> None:
    assert may_declare_suicide(True, True)
    assert may_declare_suicide(True, False)
    assert not may_declare_suicide(False, True)
    assert not may_declare_suicide(True, False, 1)
    assert may_declare_suicide(True, True, 1)
    assert destroys_itself(True, 9, 10)
    assert not destroys_itself(True, 10, 10)
    assert not destroys_itself(False, 9, 10)


@pytest.mark.rule("PT-MELEE-04", "PT-MELEE-05", "PT-ARMOR-04")
def test_a_strike_that_reaches_the_card_destroys() -> None:
    assert strike_destroys(10, 10)
    assert not strike_destroys(9, 10)
