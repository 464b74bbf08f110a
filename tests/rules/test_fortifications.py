"""Fortified positions: who may be in them, and what they allow the attacker."""

from __future__ import annotations

import pytest

from tigersim.rules.fortifications import HEAVY, LIGHT, NO_POSITION, may_occupy, positions_needed


@pytest.mark.rule("PT-FORT-01", "AMB-135")
@pytest.mark.parametrize(
    ("ruling", "vehicle_in_light", "vehicle_in_heavy"), [(0, True, False), (1, True, True), (2, False, False)]
)
def test_who_may_be_in_a_position(ruling: int, vehicle_in_light: bool, vehicle_in_heavy: bool) -> None:
    for position in (NO_POSITION, LIGHT, HEAVY):
        assert may_occupy(position, False, ruling)
    assert may_occupy(NO_POSITION, True, ruling)
    assert may_occupy(LIGHT, True, ruling) is vehicle_in_light
    assert may_occupy(HEAVY, True, ruling) is vehicle_in_heavy


@pytest.mark.rule("PT-FORT-04")
@pytest.mark.parametrize(
    ("squads", "tanks", "needed"),
    [(0, 0, 0), (1, 0, 1), (2, 0, 1), (3, 0, 2), (4, 0, 2), (0, 1, 1), (0, 2, 2), (1, 1, 2), (2, 1, 2), (3, 2, 4)],
)
def test_positions_that_flamethrowers_need(squads: int, tanks: int, needed: int) -> None:
    assert positions_needed(squads, tanks) == needed
