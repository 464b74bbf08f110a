"""Water and what floats on it."""

import pytest

from tigersim.rules.amphibious import WATER_INCHES, bank_ends_move, may_enter_water
from tigersim.rules.switches import WaterMovement


@pytest.mark.rule("PT-AMPHIB-01", "PT-AMPHIB-02", "PT-AMPHIB-03", "AMB-127")
def test_water() -> None:
    assert WATER_INCHES == 6
    assert may_enter_water(amphibious=True, water_only=False)
    assert may_enter_water(amphibious=False, water_only=True)
    assert not may_enter_water(amphibious=False, water_only=False)
    assert not bank_ends_move()
    assert bank_ends_move(water_movement=WaterMovement.BANK_STOPS)
