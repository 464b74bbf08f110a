"""Cover and Find cover."""

import pytest

from tigersim.rules.cover import cover_dice, cover_dice_as_armor, find_cover_dice, finds_cover
from tigersim.rules.switches import CoverDiePool, FindCoverEffect


@pytest.mark.rule("PT-COVER-01", "PT-COVER-02", "PT-UNIT-INF-02", "PT-UNIT-GUN-01")
def test_terrain_covers_those_who_profit() -> None:
    assert cover_dice(True, 1, False, 0) == 1
    assert cover_dice(False, 1, False, 0) == 0
    assert cover_dice(True, 0, False, 0) == 0


@pytest.mark.rule("PT-COVER-06", "PT-COVER-07", "PT-COVER-08", "AMB-48")
def test_found_cover_adds_a_die() -> None:
    assert cover_dice(False, 1, True, 0, True) == 1
    assert cover_dice(True, 1, True, 0, True) == 2
    assert cover_dice(False, 0, True, 0) == 1
    # infantry in the open finds nothing by the other reading; others do
    assert cover_dice(False, 1, True, 0, True, FindCoverEffect.INFANTRY_ONLY_IN_TERRAIN) == 0
    assert cover_dice(True, 1, True, 0, True, FindCoverEffect.INFANTRY_ONLY_IN_TERRAIN) == 2
    assert cover_dice(False, 1, True, 0, False, FindCoverEffect.INFANTRY_ONLY_IN_TERRAIN) == 1


@pytest.mark.rule("PT-FORT-02", "PT-FORT-03")
def test_fortifications() -> None:
    assert cover_dice(False, 1, False, 1) == 1
    assert cover_dice(True, 1, True, 2) == 4


@pytest.mark.rule("PT-COVER-08", "AMB-47")
def test_cover_dice_of_armour_quality() -> None:
    assert cover_dice_as_armor(2, True) == 0
    assert cover_dice_as_armor(2, True, CoverDiePool.SAME_QUALITY) == 2
    assert cover_dice_as_armor(2, False, CoverDiePool.SAME_QUALITY) == 0


@pytest.mark.rule("PT-COVER-05", "PT-ADV-INFILTRATOR")
def test_find_cover_dice() -> None:
    assert find_cover_dice(2, 3, False) == 2
    assert find_cover_dice(2, 3, True) == 3
    assert find_cover_dice(3, 4, True) == 4


@pytest.mark.rule("PT-COVER-05", "PT-COVER-06")
def test_finding_cover() -> None:
    assert finds_cover(9, 9)
    assert not finds_cover(8, 9)
