"""Fire: range, arc, dice, difficulty, what a roll scores."""

import pytest

from tigersim.rules.fire import (
    fire_dice,
    fire_difficulty,
    fires_again,
    hits_scored,
    in_arc,
    in_range,
    is_far,
    lethal_difficulty,
    may_harm,
    weapon_dice,
)
from tigersim.rules.switches import Ed1Example, Edition, SkirtArmorScope, SmallArmsVsArmor, SpgLowProfile, ZeroDicePool


@pytest.mark.rule("PT-UNIT-LTANK-03", "PT-UNIT-LACAR-02", "PT-UNIT-LGUN-01", "PT-MG-02", "PT-MORTAR-03", "AMB-25")
def test_far_is_beyond_twelve_inches() -> None:
    assert not is_far(12 * 12)
    assert is_far(12 * 12 + 1)


@pytest.mark.rule("PT-FIRE-01", "PT-FIRE-02", "PT-UNIT-INF-02", "PT-UNIT-RECON-03", "PT-DIS-SHORT_RANGE_GUN")
def test_longest_range() -> None:
    assert in_range(60 * 60, 0, 0)
    assert in_range(144, 12, 0)
    assert not in_range(145, 12, 0)


@pytest.mark.rule("PT-MORTAR-04", "PT-HOW-02")
def test_shortest_range() -> None:
    assert not in_range(36, 0, 6)
    assert in_range(37, 0, 6)


@pytest.mark.rule("PT-UNIT-SPG-01", "PT-NOTE-FORWARD_ONLY")
def test_forward_weapons_need_the_target_ahead() -> None:
    assert in_arc(False, False)
    assert in_arc(True, True)
    assert not in_arc(True, False)


@pytest.mark.rule("PT-CARD-05", "PT-CARD-06", "PT-CARD-07")
def test_dice_by_colour_and_distance() -> None:
    light_tank = (3, 2, 2, 1)
    assert weapon_dice(True, False, *light_tank) == 3
    assert weapon_dice(False, False, *light_tank) == 2
    assert weapon_dice(True, True, *light_tank) == 2
    assert weapon_dice(False, True, *light_tank) == 1


@pytest.mark.rule("PT-ADV-SKIRT_ARMOR", "AMB-108", "AMB-30")
def test_skirt_armor_costs_infantry_a_die() -> None:
    assert fire_dice(3, True, True, False) == 2
    assert fire_dice(3, False, True, False) == 3
    assert fire_dice(3, True, False, False) == 3
    assert fire_dice(1, True, True, False) == 0
    assert fire_dice(3, True, True, True) == 2
    assert fire_dice(3, True, True, True, SkirtArmorScope.NO_SUPPORT_WEAPONS) == 3
    assert fire_dice(3, True, True, False, SkirtArmorScope.NO_SUPPORT_WEAPONS) == 2
    assert fire_dice(1, True, True, False, SkirtArmorScope.ALL_INFANTRY_ROLLS, ZeroDicePool.MIN_ONE_DIE) == 1
    assert fire_dice(2, True, True, False, SkirtArmorScope.ALL_INFANTRY_ROLLS, ZeroDicePool.MIN_TWO_DICE) == 2
    # a weapon that may not fire gains no dice by the floor
    assert fire_dice(0, True, True, False, SkirtArmorScope.ALL_INFANTRY_ROLLS, ZeroDicePool.MIN_TWO_DICE) == 0


@pytest.mark.rule("PT-FIRE-06", "AMB-45")
def test_rifles_against_armor() -> None:
    assert may_harm(True, False, False, True)
    assert not may_harm(True, False, False, True, SmallArmsVsArmor.CANNOT_HIT_ARMOR)
    assert may_harm(True, False, False, False, SmallArmsVsArmor.CANNOT_HIT_ARMOR)
    assert may_harm(True, True, False, True, SmallArmsVsArmor.CANNOT_HIT_ARMOR)
    assert may_harm(True, False, True, True, SmallArmsVsArmor.CANNOT_HIT_ARMOR)
    assert may_harm(False, False, False, True, SmallArmsVsArmor.CANNOT_HIT_ARMOR)


@pytest.mark.rule("PT-UNIT-SPG-02", "PT-FIRE-07", "AMB-53")
def test_low_profile() -> None:
    assert fire_difficulty(10, 2) == lethal_difficulty(10, 2) == 12
    assert fire_difficulty(10, 2, False) == 12
    assert (
        fire_difficulty(10, 2, False, SpgLowProfile.FRONT_ONLY)
        == lethal_difficulty(10, 2, False, SpgLowProfile.FRONT_ONLY)
        == 10
    )
    assert fire_difficulty(10, 2, True, SpgLowProfile.FRONT_ONLY) == 12
    assert fire_difficulty(10, 2, False, SpgLowProfile.THRESHOLD_HIT_ONLY) == 12
    assert lethal_difficulty(10, 2, True, SpgLowProfile.THRESHOLD_HIT_ONLY) == 10
    assert fire_difficulty(10, 0) == 10


@pytest.mark.rule("PT-FIRE-06", "PT-FIRE-07", "PT-UNIT-SPG-02")
# the thresholds of every card: hit and lethal, plain and at a self-propelled gun
@pytest.mark.parametrize(("d", "lethal", "spg_hit", "spg_lethal"), [(d, 2 * d, d + 2, 2 * d + 4) for d in range(2, 12)])
def test_hit_and_lethal_thresholds(d: int, lethal: int, spg_hit: int, spg_lethal: int) -> None:
    for total in range(1, 31):
        assert hits_scored(total, d) == (total >= d) + (total >= lethal)
        assert hits_scored(total, fire_difficulty(d, 2)) == (total >= spg_hit) + (total >= spg_lethal)


@pytest.mark.rule("PT-FIRE-07", "AMB-53")
def test_lethal_threshold_of_its_own() -> None:
    assert hits_scored(20, 12, 10) == 2
    assert hits_scored(20, 12) == 1
    assert hits_scored(11, 12, 5) == 0


@pytest.mark.rule("PT-ADV-RAPID_FIRE")
def test_rapid_fire_stops_at_a_destroyed_target() -> None:
    assert fires_again(1, False)
    assert not fires_again(1, True)
    assert not fires_again(0, False)


@pytest.mark.rule("PT1-FIRE-04", "PT-FIRE-07")
def test_no_hit_is_lethal_in_the_first_edition() -> None:
    assert hits_scored(18, 2, lethal_difficulty(2, 0)) == 2
    assert hits_scored(18, 2, lethal_difficulty(2, 0, edition=Edition.FIRST)) == 1
    assert hits_scored(1, 2, lethal_difficulty(2, 0, edition=Edition.FIRST)) == 0


@pytest.mark.rule("PT1-FIRE-10", "AMB-154")
def test_the_example_with_a_queen() -> None:
    """Three dice "must be more than 10": a sum of 10 hits by the rule, and not by the example."""
    assert hits_scored(10, fire_difficulty(10, 0)) == 1
    strictly = fire_difficulty(10, 0, ed1_example=Ed1Example.STRICTLY_MORE)
    assert [hits_scored(total, strictly) for total in (10, 11)] == [0, 1]
