"""Close combat."""

import pytest

from tigersim.rules.close_combat import (
    close_combat_dice,
    destroys_itself,
    may_declare_suicide,
)
from tigersim.rules.switches import SuicideAssault, ZeroDicePool


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
    assert close_combat_dice(1, True, False, True, False, ZeroDicePool.MIN_ONE_DIE) == 1


@pytest.mark.rule("PT-ADV-SUICIDE_ASSAULT", "AMB-84")
def test_suicide_assault() -> None:
    assert may_declare_suicide(True, True)
    assert may_declare_suicide(True, False)
    assert not may_declare_suicide(False, True)
    assert not may_declare_suicide(True, False, SuicideAssault.ATTACK_ONLY)
    assert may_declare_suicide(True, True, SuicideAssault.ATTACK_ONLY)
    assert destroys_itself(True, 9, 10)
    assert not destroys_itself(True, 10, 10)
    assert not destroys_itself(False, 9, 10)
