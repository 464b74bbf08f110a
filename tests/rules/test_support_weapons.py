"""Mortars and howitzers: spotting, the second shot, the neighbour."""

import pytest

from tigersim.rules.fire import other_gun_fires, rolls_of_action
from tigersim.rules.support_weapons import (
    beside_target,
    may_aim,
    may_spot,
    second_shot_follows,
    splash_save_dice,
    splash_suppresses,
)
from tigersim.rules.switches import IndirectSpotter, RapidFire, ShockEffects, TwoGunsFire


@pytest.mark.rule("PT-MORTAR-02", "PT-HOW-01", "AMB-68", "AMB-75")
def test_indirect_fire_needs_a_spotter() -> None:
    assert may_aim(True, False, False)
    assert may_aim(False, True, True)
    assert not may_aim(False, True, False)
    assert not may_aim(False, False, True)
    assert may_spot(True, False, True)
    assert not may_spot(False, True, False)
    # not_shocked, radio
    assert not may_spot(True, False, False, IndirectSpotter.NOT_SHOCKED)
    assert may_spot(False, False, True, IndirectSpotter.NOT_SHOCKED)
    assert not may_spot(False, False, True, IndirectSpotter.RADIO)
    # no_spot_no_hold
    assert not may_spot(True, False, False, IndirectSpotter.ANY_ON_TABLE, ShockEffects.NO_SPOT_NO_HOLD)


@pytest.mark.rule("PT-MORTAR-06", "AMB-67")
def test_when_a_mortar_fires_again() -> None:
    # (hits scored, hits that got through, it was the further shot) -> by each reading
    for shot, expected in {
        (0, 0, False): (False, False, False),
        (1, 0, False): (True, False, True),
        (1, 1, False): (True, True, True),
        (2, 2, True): (False, False, True),
        (1, 0, True): (False, False, True),
    }.items():
        assert tuple(second_shot_follows(*shot, option) for option in range(3)) == expected, shot


@pytest.mark.rule("PT-MORTAR-06", "PT-HOW-03", "AMB-70")
def test_what_stands_beside_the_target() -> None:
    assert beside_target(36)
    assert not beside_target(37)
    assert splash_suppresses(True, 1, False)
    assert not splash_suppresses(True, 0, False)
    assert not splash_suppresses(True, 2, True)
    assert not splash_suppresses(False, 2, False)
    assert [splash_save_dice(2, option) for option in range(3)] == [0, 2, 0]


@pytest.mark.rule("PT-ADV-RAPID_FIRE", "PT-NOTE-MG_ARMAMENT", "AMB-58", "AMB-102")
def test_rolls_of_a_fire_action() -> None:
    assert rolls_of_action(1, 1, False, True) == 1
    assert rolls_of_action(2, 1, False, True) == 2
    # two machine guns that attack apart, alone and with rapid fire
    assert rolls_of_action(1, 2, True, False) == 2
    assert rolls_of_action(1, 2, False, True) == 1
    assert rolls_of_action(2, 2, True, False) == 4
    # one_extra_shot_per_turn: one roll more, once
    assert rolls_of_action(2, 1, True, False, False, RapidFire.ONE_EXTRA_SHOT_PER_TURN) == 2
    assert rolls_of_action(2, 2, True, False, False, RapidFire.ONE_EXTRA_SHOT_PER_TURN) == 3
    assert rolls_of_action(2, 1, False, True, True, RapidFire.ONE_EXTRA_SHOT_PER_TURN) == 1
    # main_weapon_only
    assert rolls_of_action(2, 1, False, True, False, RapidFire.MAIN_WEAPON_ONLY) == 2
    assert rolls_of_action(2, 1, True, False, False, RapidFire.MAIN_WEAPON_ONLY) == 1


@pytest.mark.rule("PT-NOTE-TWO_GUNS", "AMB-74")
def test_both_guns_of_a_vehicle() -> None:
    assert not other_gun_fires(True, True, False, False)
    assert other_gun_fires(True, True, False, False, TwoGunsFire.BOTH_GUNS)
    assert not other_gun_fires(True, False, False, False, TwoGunsFire.BOTH_GUNS)
    assert not other_gun_fires(True, True, True, False, TwoGunsFire.BOTH_GUNS)
    assert not other_gun_fires(True, True, False, True, TwoGunsFire.BOTH_GUNS)
